//! One puzzle of any kind.

use std::sync::Arc;

use pencilmark_csp::random::key;
use pencilmark_puzzles::{
    Answer, AnyParsed, Board, Carried, GenerateError, Kind, KindEntry, KindInfo, Marks, ParseError, Position, Reason,
    Settings, Source, Spec, Symmetry,
};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::answer::drawn_answer;
use crate::check::clues;
use crate::registry;

/// No cell of any board holds more than this.
const LARGEST_VALUE: i32 = 9999;

/// A well-formed puzzle of any kind, with the name, solution and entries that its text may carry.
///
/// Cheap to clone: the puzzle itself is shared.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub(crate) entry: &'static KindEntry,
    pub(crate) clues: Arc<dyn Kind>,
    pub(crate) carried: Carried,
}

impl Puzzle {
    /// Creates a puzzle alone from one of any kind.
    pub(crate) fn new(entry: &'static KindEntry, clues: Arc<dyn Kind>) -> Self {
        Self { entry, clues, carried: Carried::default() }
    }

    pub(crate) fn from_parsed(entry: &'static KindEntry, AnyParsed { puzzle, carried }: AnyParsed) -> Self {
        Self { entry, clues: puzzle, carried }
    }

    /// What its kind says about itself.
    pub fn kind(&self) -> &'static KindInfo {
        self.clues.info()
    }

    /// Its name, if the text has one.
    pub fn id(&self) -> Option<&str> {
        self.carried.id.as_deref()
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        self.clues.shape()
    }

    /// What a drawing of it does not show, such as `2 stars`.
    pub fn variant(&self) -> Option<String> {
        self.clues.variant()
    }

    /// Returns the solution that its text claims, which has not been judged. To search for one, call
    /// [`Puzzle::solve_one`].
    pub fn solution(&self) -> Option<&Answer> {
        self.carried.solution.as_deref()
    }

    /// What has been entered so far.
    pub fn position(&self) -> Option<&Position> {
        self.carried.position.as_deref()
    }

    /// The puzzle with another name.
    pub fn with_id(&self, id: impl Into<Arc<str>>) -> Self {
        Self { carried: Carried { id: Some(id.into()), ..self.carried.clone() }, ..self.clone() }
    }

    /// The puzzle together with this solution.
    pub fn with_solution(&self, solution: Answer) -> Self {
        Self { carried: Carried { solution: Some(Arc::new(solution)), ..self.carried.clone() }, ..self.clone() }
    }

    /// The puzzle together with what has been entered.
    pub fn with_position(&self, position: Position) -> Self {
        Self { carried: Carried { position: Some(Arc::new(position)), ..self.carried.clone() }, ..self.clone() }
    }

    /// Returns the puzzle after one of its symmetries, with its solution and what has been entered.
    pub(crate) fn moved(&self, symmetry: &Symmetry) -> Self {
        let entry = |entry: i32| self.clues.moved_entry(symmetry, entry);
        let position = |position: &Position| Position {
            entries: symmetry.grid(&position.entries).map(|place| place.map(entry)),
            marks: position.marks.moved(symmetry, entry),
        };
        let solution = |solution: &Answer| symmetry.grid(solution).map(|&value| entry(value));
        let carried = Carried {
            id: self.carried.id.clone(),
            solution: self.solution().map(|known| Arc::new(solution(known))),
            position: self.position().map(|entered| Arc::new(position(entered))),
        };
        Self { entry: self.entry, clues: self.clues.moved(symmetry), carried }
    }

    /// Returns the puzzle with its marks as clues, for a kind whose clues may be marks.
    pub(crate) fn marked_as_clues(&self) -> Option<Self> {
        let clues = self.clues.with_marks(&self.marks())?;
        Some(Self { entry: self.entry, clues, carried: Carried { position: None, ..self.carried.clone() } })
    }

    /// Judges an answer by the rules of a model, which may differ from those of the kind.
    pub(crate) fn judge_by(&self, model: &str, answer: &Answer) -> Result<(), Reason> {
        let faithful = self.kind().models.iter().find(|known| known.id == model).is_none_or(|known| known.faithful);
        if faithful { self.clues.judge(answer) } else { self.clues.judge_model(model, answer) }
    }

    /// Makes a puzzle of the kind with this name, in the size and variant that `spec` asks for. The
    /// same seed gives the same puzzle. For many puzzles, make a
    /// [`Generator`](crate::registry::Generator) once.
    ///
    /// ```
    /// # use pencilmark::{Puzzle, Spec};
    /// let puzzle = Puzzle::generate("kenken", &Spec::default().with("size", "4x4"), 2026)?;
    /// assert_eq!((puzzle.shape(), puzzle.id()), ((4, 4), Some("kenken-4x4-2026-0")));
    /// # Ok::<(), pencilmark::GenerateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An unknown kind, settings that it does not have, or a spent budget.
    pub fn generate(kind: &str, spec: &Spec, seed: u64) -> Result<Self, GenerateError> {
        let entry = registry::kind_to_generate(kind)?;
        let settings = registry::settings_to_generate(kind, &spec.settings)?;
        registry::generate(entry, &Spec { settings, ..spec.clone() }, seed, 0)
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
        self.clues.judge(answer)
    }

    /// A contradiction that a glance shows, with the reason. `None` proves nothing.
    pub fn contradiction(&self) -> Option<Reason> {
        self.clues.contradiction()
    }

    /// Returns likely slips in a puzzle that can still be read: a region in two pieces, a cell
    /// without its number.
    ///
    /// ```
    /// let puzzle = pencilmark::Puzzle::parse("4 1\nAABB\nCABB\nCCDD\nCADD")?;
    /// assert_eq!(puzzle.warnings()[0].text, "region A is in 2 pieces: r4c2 is apart from its other 3 cells");
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn warnings(&self) -> Vec<Reason> {
        self.clues.warnings()
    }

    /// What is still possible in each cell, as a person would mark it before thinking on: next to the clues and to what has been
    /// entered, and within the pencil marks that came with the puzzle.
    pub fn marks(&self) -> Marks {
        let position = self.position();
        let marks = self.clues.marks(position.map(|position| &position.entries));
        position.map_or_else(|| marks.clone(), |position| marks.clone().narrowed_by(&position.marks))
    }

    /// Returns where the areas that reasons name are: `Regions: A at r1c1, B at r1c4.`
    pub fn legend(&self) -> Option<String> {
        self.clues.legend()
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
        self.clues.board(answer, position)
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
        self.clues.board(None, Some(&marks.position()))
    }

    /// The puzzle with [all that is possible](Puzzle::marks) marked in every cell without an entry, and its givens entered. A
    /// cell with one mark is marked, too: its value is not entered yet.
    pub fn with_candidates(&self) -> Self {
        let (marks, clues) = (self.marks(), clues(&self.clues.lower(self.kind().models[0].id)));
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

    /// Returns whether both are the same puzzle. Names, solutions and entries do not matter.
    pub fn has_same_clues(&self, other: &Self) -> bool {
        *self.clues == *other.clues
    }

    /// Returns a random equivalent puzzle: turned, reflected, renumbered, as the rules of its kind
    /// allow. Its solution and entries are transformed too. The result depends only on the puzzle, the
    /// seed and the index.
    ///
    /// ```
    /// let puzzle = pencilmark::Puzzle::parse("1.....3..4.....2")?;
    /// let other = puzzle.transformed(2026, 0);
    /// assert!(!other.has_same_clues(&puzzle) && other.canonical().unwrap().has_same_clues(&puzzle.canonical().unwrap()));
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn transformed(&self, seed: u64, index: u64) -> Self {
        self.moved(&self.clues.symmetry(key(seed, &[index])))
    }

    /// Returns the settings of a generator whose puzzles have the size and variant of this one.
    pub fn generator_settings(&self) -> Settings {
        self.clues.like()
    }

    /// The canonical form, which all equivalent puzzles have in common; for 9x9 Sudoku the usual minlex form. `None`: it is not known, because the board is too much
    /// like itself, contradicts itself or has clues in pencil marks.
    pub fn canonical(&self) -> Option<Self> {
        self.clues.canonical().map(|symmetry| self.moved(&symmetry))
    }

    /// Returns a hash of the puzzle without its name, solution and entries. It is the same on every
    /// machine. Equivalent puzzles have [canonical forms](Puzzle::canonical) with the same digest.
    pub fn digest(&self) -> u128 {
        let text = format!("{}{}", self.kind().id, Json::Object(self.clues.to_json()));
        let digest = Sha256::digest(text.as_bytes());
        digest.iter().take(16).fold(0, |hash, &byte| hash << 8 | u128::from(byte))
    }

    /// Reads an answer to this puzzle as it stands after `# solution`: rows, or a drawing.
    pub fn read_answer(&self, source: &Source<'_>) -> Result<Answer, ParseError> {
        let answer = match drawn_answer(self, source) {
            Some((text, first_line)) => {
                self.clues.read_answer(&Source { first_line, ..Source::new(source.name, &text) })
            }
            None => self.clues.read_answer(source),
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
        self.clues.write_answer(answer)
    }
}
