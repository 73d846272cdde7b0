//! One puzzle of any kind.

use std::fmt;
use std::sync::Arc;

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, Meter, Observer, Outcome, Tally, Why};
use pencilmark_puzzles::technique::audit::{Audit, Look};
use pencilmark_puzzles::technique::{self, Next, Rating, Sheet, Step};
use pencilmark_puzzles::{
    Answer, Board, Grid, Kind, KindInfo, Lowered, Marks, ParseError, Parsed, Position, Reason, Settings, Source,
    Symmetry,
};
use pencilmark_search::Run;
use serde_json::{Map, Value as Json};
use sha2::{Digest as _, Sha256};

use crate::answer::drawn_answer;
use crate::check::clues;

/// No cell of any board holds more than this.
const LARGEST_VALUE: i32 = 9999;

/// A well-formed puzzle of any kind, with the name, solution and entries that its text may carry.
///
/// Cheap to clone: the puzzle itself is shared.
#[derive(Clone)]
pub struct Puzzle(pub(crate) Arc<dyn Erased>);

impl Puzzle {
    pub(crate) fn new<K: Kind>(puzzle: K) -> Self {
        Self::from_parsed(Parsed::new(puzzle))
    }

    pub(crate) fn from_parsed<K: Kind>(parsed: Parsed<K>) -> Self {
        Self(Arc::new(parsed))
    }

    /// What its kind says about itself.
    pub fn kind(&self) -> &'static KindInfo {
        self.0.info()
    }

    /// Its name, if the text has one.
    pub fn id(&self) -> Option<&str> {
        self.0.id()
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        self.0.shape()
    }

    /// What a drawing of it does not show, such as `2 stars`.
    pub fn variant(&self) -> Option<String> {
        self.0.variant()
    }

    /// The solution that its text claims, which has not been judged.
    pub fn claimed_solution(&self) -> Option<&Answer> {
        self.0.solution()
    }

    /// What has been entered so far.
    pub fn position(&self) -> Option<&Position> {
        self.0.position()
    }

    /// The puzzle with another name.
    pub fn with_id(&self, id: impl Into<String>) -> Self {
        Self(self.0.with(Extra { id: Some(id.into()), ..Extra::default() }))
    }

    /// The puzzle together with this solution.
    pub fn with_solution(&self, solution: Answer) -> Self {
        Self(self.0.with(Extra { solution: Some(solution), ..Extra::default() }))
    }

    /// The puzzle together with what has been entered.
    pub fn with_position(&self, position: Position) -> Self {
        Self(self.0.with(Extra { position: Some(position), ..Extra::default() }))
    }

    /// Whether `answer` solves the puzzle, by the rule book.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let wrong = pencilmark::Grid::filled(4, 4, 1);
    /// assert!(puzzle.judge(&wrong).is_err());
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn judge(&self, answer: &Answer) -> Result<(), Reason> {
        self.0.judge("", answer)
    }

    /// A contradiction that a glance shows, with the reason. `None` proves nothing.
    pub fn contradiction(&self) -> Option<Reason> {
        self.0.contradiction()
    }

    /// What is still possible in each cell, as a person would mark it before thinking on: next to the clues and to what has been
    /// entered, and within the pencil marks that came with the puzzle.
    pub fn marks(&self) -> Marks {
        let position = self.position();
        let marks = self.0.marks(position.map(|position| &position.entries));
        position.map_or_else(|| marks.clone(), |position| marks.clone().narrowed_by(&position.marks))
    }

    /// The drawing, with an answer filled in if there is one, else with the entries that came with the puzzle.
    ///
    /// ```
    /// # use pencilmark::{Puzzle, render};
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let drawing = render::text(&puzzle.board(None), &render::TextStyle::default());
    /// assert!(drawing.starts_with("┏━━━┯━━━┳━━━┯━━━┓\n┃   │ 1 ┃   │   ┃"));
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn board(&self, answer: Option<&Answer>) -> Board {
        let position = if answer.is_none() { self.position() } else { None };
        self.0.board(answer, position)
    }

    /// The drawing with what is still possible: what is certain is filled in, the rest is marked.
    ///
    /// ```
    /// # use pencilmark::{Puzzle, render};
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let drawing = render::text(&puzzle.marked_board(&puzzle.marks()), &render::TextStyle::default());
    /// assert!(drawing.contains("┃   2 │  1  ┃  4  │     ┃\n┃   4 │     ┃     │ 3 4 ┃\n"), "{drawing}");
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn marked_board(&self, marks: &Marks) -> Board {
        self.0.board(None, Some(&marks.position()))
    }

    /// The puzzle with [all that is possible](Puzzle::marks) marked in every cell without an entry, and its givens entered. A
    /// cell with one mark is marked, too: its value is not entered yet.
    pub fn with_candidates(&self) -> Self {
        let (marks, clues) = (self.marks(), clues(&self.0.lower(self.kind().models[0].id)));
        let mut position = self.position().cloned().unwrap_or_else(|| Position::empty(self.shape()));
        for cell in marks.cells() {
            match (position.entries[cell], clues.certain(cell)) {
                (Some(_), _) => {}
                (None, Some(given)) => position.entries[cell] = Some(given),
                (None, None) => position.marks[cell] = marks[cell].clone(),
            }
        }
        self.with_position(position)
    }

    /// Whether both are the same puzzle, whatever else their texts carry.
    pub fn same_as(&self, other: &Self) -> bool {
        self.kind().id == other.kind().id && self.0.fields() == other.0.fields()
    }

    /// A random equivalent puzzle: turned, reflected, renumbered, as the rules of its kind allow. Its solution and what has been entered come along. It depends
    /// on the puzzle, the seed and the index alone.
    ///
    /// ```
    /// let puzzle = pencilmark::Puzzle::parse("1.....3..4.....2")?;
    /// let other = puzzle.varied(2026, 0);
    /// assert!(!other.same_as(&puzzle) && other.canonical().unwrap().same_as(&puzzle.canonical().unwrap()));
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn varied(&self, seed: u64, index: u64) -> Self {
        Self(self.0.moved(&self.0.symmetry(key(seed, &[index]))))
    }

    /// The settings of a generator whose puzzles are like this one: of its size and variant.
    pub fn like(&self) -> Settings {
        self.0.like()
    }

    /// The canonical form, which all equivalent puzzles have in common; for 9x9 Sudoku the usual minlex form. `None`: it is not known, because the board is too much
    /// like itself, contradicts itself or has clues in pencil marks.
    pub fn canonical(&self) -> Option<Self> {
        self.0.canonical().map(|symmetry| Self(self.0.moved(&symmetry)))
    }

    /// A hash of the puzzle alone, the same on every machine and in every version that writes it alike. That of the [canonical form](Puzzle::canonical) is the
    /// same for equivalent puzzles.
    pub fn hash(&self) -> u128 {
        let text = format!("{}{}", self.kind().id, Json::Object(self.0.fields()));
        let digest = Sha256::digest(text.as_bytes());
        digest.iter().take(16).fold(0, |hash, &byte| hash << 8 | u128::from(byte))
    }

    /// A fingerprint of the puzzle alone, the same if a board is turned or reflected, or its digits are renamed where they are
    /// mere names. Two puzzles of a kind with the same fingerprint are very likely one.
    pub fn likeness(&self) -> u64 {
        self.0.lower(self.kind().models[0].id).csp.likeness()
    }

    /// Reads an answer to this puzzle as it stands after `# solution`: rows, or a drawing.
    pub fn read_answer(&self, source: &Source<'_>) -> Result<Answer, ParseError> {
        let answer = match drawn_answer(self, source) {
            Some((text, first_line)) => {
                self.0.read_answer(&Source { name: source.name, text: &text, first_line, columns: None })
            }
            None => self.0.read_answer(source),
        }?;
        match answer.things().iter().find(|&&value| value > LARGEST_VALUE) {
            None => Ok(answer),
            Some(value) => {
                let what = format!("{value} in the solution is out of range");
                Err(source.error_at_start(what, format!("write numbers up to {LARGEST_VALUE}")))
            }
        }
    }

    /// Writes an answer as [`Puzzle::read_answer`] reads it.
    pub fn write_answer(&self, answer: &Answer) -> String {
        self.0.write_answer(answer)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

/// What may travel with a puzzle; `None` leaves it as it is.
#[derive(Default)]
pub(crate) struct Extra {
    pub(crate) id: Option<String>,
    pub(crate) solution: Option<Answer>,
    pub(crate) position: Option<Position>,
}

/// [`Kind`] without its type: what [`Puzzle`] dispatches through, once per call.
pub(crate) trait Erased: Send + Sync {
    fn info(&self) -> &'static KindInfo;
    fn id(&self) -> Option<&str>;
    fn shape(&self) -> (usize, usize);
    fn variant(&self) -> Option<String>;
    fn solution(&self) -> Option<&Answer>;
    fn position(&self) -> Option<&Position>;
    fn with(&self, extra: Extra) -> Arc<dyn Erased>;
    fn symmetry(&self, seed: u64) -> Symmetry;
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
    fn like(&self) -> Settings;
    fn sheet(&self, position: Option<&Position>) -> Option<Box<dyn Sheet>>;
    fn conclusions(&self, step: &Step) -> String;
    fn tell_entry(&self, entry: i32) -> String;
    fn legend(&self) -> Option<String>;
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
