//! A text format of one kind.

use std::sync::Arc;

use pencilmark_search::Parameters;

use crate::{Answer, Cell, Grid, Marks, ParseError, Source};

/// What the shape of a text suggests before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sniff {
    /// It is not in this format.
    No,
    /// It may be: the shape fits, but nothing names the kind.
    Maybe,
    /// It has a signature that no other format has. If reading then fails, its error is the one to show.
    Yes,
}

/// What a person has entered so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Entries as in an answer: numbers; Hitori 1 shaded, 0 white; Star Battle 1 star, 0 no star. `None`: nothing yet.
    pub entries: Grid<Option<i32>>,
    /// Pencil marks: the values that a person still considers. A cell without marks says nothing about its values.
    pub marks: Marks,
}

impl Position {
    /// The position with these entries, if there are any.
    pub fn of_entries(entries: Grid<Option<i32>>) -> Option<Self> {
        let marks = Marks::none(entries.rows(), entries.cols());
        entries.things().iter().any(Option::is_some).then_some(Self { entries, marks })
    }

    /// A board of these rows and columns with nothing entered.
    pub fn empty((rows, cols): (usize, usize)) -> Self {
        Self { entries: Grid::filled(rows, cols, None), marks: Marks::none(rows, cols) }
    }

    /// What stands in a cell that a person may fill in: of an answer if there is one, else of a position.
    pub fn shown(answer: Option<&Answer>, position: Option<&Self>, cell: Cell) -> Option<i32> {
        match answer {
            Some(answer) => answer.get(cell.row, cell.col).copied(),
            None => position?.entries.get(cell.row, cell.col).copied().flatten(),
        }
    }

    /// The same for a kind with two values, where a single mark says as much as an entry.
    pub fn decided(answer: Option<&Answer>, position: Option<&Self>, cell: Cell) -> Option<i32> {
        let mark = || position.filter(|_| answer.is_none()).and_then(|position| position.marks.certain(cell));
        Self::shown(answer, position, cell).or_else(mark)
    }

    /// The pencil marks in a cell without an entry; none once there is an answer.
    pub fn shown_marks(answer: Option<&Answer>, position: Option<&Self>, cell: Cell) -> Vec<u16> {
        let position = position.filter(|_| answer.is_none() && Self::shown(answer, position, cell).is_none());
        position.map(|position| position.marks.values(cell)).unwrap_or_default()
    }
}

/// What was read: a puzzle and what came with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<K> {
    /// The puzzle.
    pub puzzle: K,
    /// Its name, solution and position, where the text has them.
    pub carried: Carried,
}

/// What a text may carry beside a puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Carried {
    /// The puzzle's name.
    pub id: Option<Arc<str>>,
    /// A solution that the text claims.
    pub solution: Option<Arc<Answer>>,
    /// The entries and marks of a position.
    pub position: Option<Arc<Position>>,
}

impl<K> Parsed<K> {
    /// Creates a puzzle alone.
    pub fn new(puzzle: K) -> Self {
        Self { puzzle, carried: Carried::default() }
    }

    /// Adds the puzzle's name, if it has one.
    #[must_use]
    pub fn with_id(mut self, id: Option<String>) -> Self {
        self.carried.id = id.map(Arc::from);
        self
    }

    /// Adds the solution that the text claims, if it claims one.
    #[must_use]
    pub fn with_solution(mut self, solution: Option<Answer>) -> Self {
        self.carried.solution = solution.map(Arc::new);
        self
    }

    /// Adds what has been entered, if the text says.
    #[must_use]
    pub fn with_position(mut self, position: Option<Position>) -> Self {
        self.carried.position = position.map(Arc::new);
        self
    }
}

/// A text format of the kind `K`. Everything that can be written is read back.
pub struct Format<K: 'static> {
    /// Its name on the command line.
    pub id: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// Whether a puzzle is one line, so that a file may hold one per line.
    pub one_line: bool,
    /// Whether it has a place of its own for the solution, so that no `# solution` is needed.
    pub carries_solution: bool,
    /// Looks at the shape of the text alone; must be quick on ten megabytes.
    pub sniff: fn(&Source<'_>) -> Sniff,
    /// Reads the text of one puzzle, without its `# solution` and `# position` blocks.
    pub read: fn(&Source<'_>, &Parameters) -> Result<Parsed<K>, ParseError>,
    /// Writes it; `None` for a format that is only read.
    pub write: Option<Write<K>>,
}

/// Writes a puzzle; `None` if the format cannot carry it.
type Write<K> = fn(&K, &Carried) -> Option<String>;

impl<K> Format<K> {
    /// Writes a puzzle in one of these formats. `None` if there is no such format, or if it cannot
    /// carry the puzzle.
    pub fn write_in(formats: &[Self], id: &str, puzzle: &K, carried: &Carried) -> Option<String> {
        formats.iter().find(|format| format.id == id)?.write.and_then(|write| write(puzzle, carried))
    }

    /// Writes a puzzle with what came with it. `None` if the format cannot carry it.
    pub fn written(&self, parsed: &Parsed<K>) -> Option<String> {
        self.write.and_then(|write| write(&parsed.puzzle, &parsed.carried))
    }

    /// Boards as the terminal draws them; see [`Drawing`](crate::text::drawing::Drawing). The front end draws them; here
    /// they are only read.
    pub(crate) const fn drawing(
        sniff: fn(&Source<'_>) -> Sniff,
        read: fn(&Source<'_>, &Parameters) -> Result<Parsed<K>, ParseError>,
    ) -> Self {
        let title = "the board as it is drawn in a terminal";
        Self { id: "drawing", title, one_line: false, carries_solution: false, sniff, read, write: None }
    }
}
