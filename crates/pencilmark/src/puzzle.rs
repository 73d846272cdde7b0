//! One puzzle of any kind.

use std::fmt;
use std::sync::Arc;

use pencilmark_csp::random::key;
use pencilmark_puzzles::{
    Answer, Board, Kind, KindInfo, Marks, ParseError, Parsed, Position, Reason, Settings, Source,
};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::answer::drawn_answer;
use crate::check::clues;
use crate::erased::{Erased, Extra};

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

    /// Returns likely slips in a puzzle that can still be read: a region in two pieces, a cell
    /// without its number.
    ///
    /// ```
    /// let puzzle = pencilmark::Puzzle::parse("4 1\nAABB\nCABB\nCCDD\nCADD")?;
    /// assert_eq!(puzzle.warnings()[0].text, "region A is in 2 pieces: r4c2 is apart from its other 3 cells");
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn warnings(&self) -> Vec<Reason> {
        self.0.warnings()
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
