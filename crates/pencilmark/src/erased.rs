//! A kind of puzzle without its type.

use std::fmt;
use std::sync::Arc;

use pencilmark_csp::{Budget, Meter, Observer, Outcome, Tally, Why};
use pencilmark_puzzles::technique::audit::{Audit, Look};
use pencilmark_puzzles::technique::{self, Next, Rating, Sheet, Step};
use pencilmark_puzzles::{
    Alternatives, Answer, Board, Cell, Correction, Grid, Kind, KindInfo, Lowered, Marks, ParseError, Parsed, Position,
    Reason, Settings, Source, Symmetry,
};
use pencilmark_search::Run;
use serde_json::{Map, Value as Json};

/// What may travel with a puzzle; `None` leaves it as it is.
#[derive(Default)]
pub(crate) struct Extra {
    pub(crate) id: Option<String>,
    pub(crate) solution: Option<Answer>,
    pub(crate) position: Option<Position>,
}

/// [`Kind`] without its type: what [`Puzzle`](crate::Puzzle) dispatches through, once per call.
pub(crate) trait Erased: Send + Sync {
    fn info(&self) -> &'static KindInfo;
    fn id(&self) -> Option<&str>;
    fn shape(&self) -> (usize, usize);
    fn variant(&self) -> Option<String>;
    fn solution(&self) -> Option<&Answer>;
    fn position(&self) -> Option<&Position>;
    fn with(&self, extra: Extra) -> Arc<dyn Erased>;
    fn symmetry(&self, seed: u64) -> Symmetry;
    fn symmetries(&self) -> Option<Vec<Symmetry>>;
    fn canonical(&self) -> Option<Symmetry>;
    fn moved(&self, symmetry: &Symmetry) -> Arc<dyn Erased>;
    fn fields(&self) -> Map<String, Json>;
    fn read_answer(&self, source: &Source<'_>) -> Result<Answer, ParseError>;
    fn write_answer(&self, answer: &Answer) -> String;
    fn entry(&self, symbol: &str) -> Option<i32>;
    fn write_entry(&self, entry: i32) -> String;
    fn write(&self, format: &str) -> Option<String>;
    fn lower(&self, model: &str) -> Lowered;
    fn judge(&self, model: &str, answer: &Answer) -> Result<(), Reason>;
    fn contradiction(&self) -> Option<Reason>;
    fn warnings(&self) -> Vec<Reason>;
    fn corrections(&self, conflict: Option<&[Reason]>) -> Box<dyn Iterator<Item = Alternatives> + '_>;
    fn corrected(&self, correction: &Correction) -> Option<Arc<dyn Erased>>;
    fn unfinished(&self) -> Option<Reason>;
    fn links(&self) -> Vec<String>;
    fn like(&self) -> Settings;
    fn sheet(&self, position: Option<&Position>) -> Option<Box<dyn Sheet>>;
    fn conclusions(&self, step: &Step) -> String;
    fn tell_entry(&self, entry: i32) -> String;
    fn legend(&self) -> Option<String>;
    fn area_names(&self) -> Vec<(Cell, String)>;
    fn tell_marks(&self) -> Option<&'static str>;
    fn smallest_reason(&self, position: &Position, budget: &Budget) -> Result<Next, Why>;
    fn ratings(&self, meter: &Meter) -> Vec<(&'static str, Rating)>;
    fn audit(
        &self,
        audit: &mut Audit,
        solution: &Answer,
        wanted: usize,
        look: &mut Look<'_>,
        meter: &Meter,
    ) -> Result<(), Why>;
    fn marks(&self, entries: Option<&Grid<Option<i32>>>) -> Marks;
    fn with_marks(&self, marks: &Marks) -> Option<Arc<dyn Erased>>;
    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board;
    fn exact(&self, run: &Run, tally: &mut Tally) -> Outcome<Answer>;
    fn exact_watched(&self, run: &Run, watch: &mut dyn Observer) -> Outcome<Answer>;
    fn own(&self, method: &str, run: &Run, watch: &mut dyn Observer) -> Option<Outcome<Answer>>;
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<K: Kind> Erased for Parsed<K> {
    fn info(&self) -> &'static KindInfo {
        &K::INFO
    }
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
    fn shape(&self) -> (usize, usize) {
        self.puzzle.shape()
    }
    fn variant(&self) -> Option<String> {
        self.puzzle.variant()
    }
    fn solution(&self) -> Option<&Answer> {
        self.solution.as_ref()
    }
    fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }
    fn with(&self, extra: Extra) -> Arc<dyn Erased> {
        Arc::new(Self {
            puzzle: self.puzzle.clone(),
            id: extra.id.or_else(|| self.id.clone()),
            solution: extra.solution.or_else(|| self.solution.clone()),
            position: extra.position.or_else(|| self.position.clone()),
        })
    }
    fn symmetry(&self, seed: u64) -> Symmetry {
        self.puzzle.symmetry(seed)
    }
    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        self.puzzle.symmetries()
    }
    fn canonical(&self) -> Option<Symmetry> {
        self.puzzle.canonical()
    }
    fn moved(&self, symmetry: &Symmetry) -> Arc<dyn Erased> {
        let entry = |entry: i32| K::moved_entry(symmetry, entry);
        let position = |position: &Position| Position {
            entries: symmetry.grid(&position.entries).map(|place| place.map(entry)),
            marks: position.marks.moved(symmetry, entry),
        };
        Arc::new(Self {
            puzzle: self.puzzle.moved(symmetry),
            id: self.id.clone(),
            solution: self.solution.as_ref().map(|solution| symmetry.grid(solution).map(|&value| entry(value))),
            position: self.position.as_ref().map(position),
        })
    }
    fn fields(&self) -> Map<String, Json> {
        self.puzzle.to_json()
    }
    fn read_answer(&self, source: &Source<'_>) -> Result<Answer, ParseError> {
        self.puzzle.read_answer(source)
    }
    fn write_answer(&self, answer: &Answer) -> String {
        self.puzzle.write_answer(answer)
    }
    fn entry(&self, symbol: &str) -> Option<i32> {
        K::read_entry(symbol)
    }
    fn write_entry(&self, entry: i32) -> String {
        K::write_entry(entry)
    }
    fn write(&self, format: &str) -> Option<String> {
        K::formats().iter().find(|known| known.id == format)?.written(self)
    }
    fn lower(&self, model: &str) -> Lowered {
        self.puzzle.lower(model)
    }
    fn judge(&self, model: &str, answer: &Answer) -> Result<(), Reason> {
        let faithful = K::INFO.models.iter().find(|known| known.id == model).is_none_or(|known| known.faithful);
        if faithful { self.puzzle.judge(answer) } else { self.puzzle.judge_model(model, answer) }
    }
    fn like(&self) -> Settings {
        self.puzzle.like()
    }
    fn sheet(&self, position: Option<&Position>) -> Option<Box<dyn Sheet>> {
        technique::open(&self.puzzle, position)
    }
    fn conclusions(&self, step: &Step) -> String {
        technique::conclusions::<K>(step)
    }
    fn tell_entry(&self, entry: i32) -> String {
        K::tell_entry(entry)
    }
    fn legend(&self) -> Option<String> {
        self.puzzle.legend()
    }
    fn area_names(&self) -> Vec<(Cell, String)> {
        self.puzzle.area_names()
    }
    fn tell_marks(&self) -> Option<&'static str> {
        K::tell_marks()
    }
    fn smallest_reason(&self, position: &Position, budget: &Budget) -> Result<Next, Why> {
        technique::smallest_reason(&self.puzzle, position, budget)
    }
    fn ratings(&self, meter: &Meter) -> Vec<(&'static str, Rating)> {
        self.puzzle.ratings(meter)
    }
    fn audit(
        &self,
        audit: &mut Audit,
        solution: &Answer,
        wanted: usize,
        look: &mut Look<'_>,
        meter: &Meter,
    ) -> Result<(), Why> {
        audit.walk_from(&self.puzzle, self.position(), solution, wanted, look, meter)
    }
    fn contradiction(&self) -> Option<Reason> {
        self.puzzle.contradiction()
    }
    fn warnings(&self) -> Vec<Reason> {
        self.puzzle.warnings()
    }
    fn corrections(&self, conflict: Option<&[Reason]>) -> Box<dyn Iterator<Item = Alternatives> + '_> {
        self.puzzle.corrections(conflict)
    }
    fn corrected(&self, correction: &Correction) -> Option<Arc<dyn Erased>> {
        Some(Arc::new(Self { id: self.id.clone(), ..Self::new(self.puzzle.corrected(correction)?) }))
    }
    fn unfinished(&self) -> Option<Reason> {
        self.puzzle.unfinished()
    }
    fn links(&self) -> Vec<String> {
        self.puzzle.links()
    }
    fn marks(&self, entries: Option<&Grid<Option<i32>>>) -> Marks {
        self.puzzle.marks(entries)
    }
    fn with_marks(&self, marks: &Marks) -> Option<Arc<dyn Erased>> {
        let puzzle = self.puzzle.with_marks(marks)?;
        Some(Arc::new(Self { id: self.id.clone(), solution: self.solution.clone(), ..Self::new(puzzle) }))
    }
    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board {
        self.puzzle.board(answer, position)
    }
    fn exact(&self, run: &Run, tally: &mut Tally) -> Outcome<Answer> {
        self.puzzle.exact(run, tally)
    }
    fn exact_watched(&self, run: &Run, mut watch: &mut dyn Observer) -> Outcome<Answer> {
        self.puzzle.exact(run, &mut watch)
    }
    fn own(&self, method: &str, run: &Run, watch: &mut dyn Observer) -> Option<Outcome<Answer>> {
        let own = K::own_methods().iter().find(|own| own.info.id == method)?;
        Some((own.solve)(&self.puzzle, run, watch))
    }
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
