//! Positions as text: what stands after `# position`.
//!
//! A cell is `.` for nothing yet, an entry as in a solution (Hitori `B` or `W`, Star Battle `*` or `x`), or pencil marks in braces: `{1,5}`,
//! `{B,W}`. A position may be the puzzle copied and filled in, as text or as it is drawn: givens may stand where they are, holes as any
//! format of the kind writes them, and lines between boxes and the header stay as they are.

use std::cell::LazyCell;
use std::ops::Deref;

use pencilmark_csp::{Domain, Value};
use pencilmark_puzzles::text::drawing::Drawn;
use pencilmark_puzzles::text::{Token, rows};
use pencilmark_puzzles::{Board, Cell, Grid, ParseError, Position, Source, Tone};

use crate::Puzzle;

/// What stands for nothing yet, whatever the kind.
const EMPTY: [&str; 3] = [".", "_", ""];
/// The same where it is not an entry of the kind.
const BLANK: [&str; 3] = ["0", "#", "@"];
/// The same where entries are numbers.
const BLANK_AMONG_NUMBERS: [&str; 5] = ["*", "-", "?", "x", "X"];
/// What stands for a hole in one format or another.
const HOLE: [&str; 5] = ["#", "@", "-1", "x", "X"];

pub(crate) fn read_position(puzzle: &Puzzle, source: &Source<'_>) -> Result<Position, ParseError> {
    let (height, width) = puzzle.shape();
    let drawing = source.drawing().filter(|drawing| drawing.cells.things().iter().all(|cell| !cell.shaded));
    let cells = match &drawing {
        Some(drawing) => drawing.rows(),
        None => rows::cells_of_board(source, (height, width)),
    };
    let (rows, cols) = rows::rectangle(source, &cells)?;
    if (rows, cols) != (height, width) {
        let what = format!("the board has {height} rows and {width} columns, this position has {rows} and {cols}");
        return Err(source.error_at_start(what, "give the position in the shape of the puzzle above it"));
    }
    let board = puzzle.clues.board(None, None);
    let copied = has_copies(puzzle, &board, &cells);
    let values = LazyCell::new(|| values(puzzle));
    let mut position = Position::empty((height, width));
    for (row, tokens) in cells.iter().enumerate() {
        for (col, token) in tokens.iter().enumerate() {
            let cell = Cell { row, col };
            match read_cell(puzzle, &board, cell, token.text, copied).filter(|content| content.is_within(&values)) {
                Some(Content::Nothing) => {}
                Some(Content::Entry(entry)) => position.entries[cell] = Some(entry),
                Some(Content::Marks(marks)) => position.marks[cell] = marks,
                None => {
                    let is_list = token.text.starts_with('{');
                    let not = if is_list { "is not a list of pencil marks here" } else { "cannot be an entry here" };
                    let what = format!("{} {not}", rows::shown(token.text));
                    return Err(source.error_at(token, what, expected(puzzle, &values)));
                }
            }
        }
    }
    leave_holes(puzzle, &mut position);
    Ok(position)
}

/// A drawn answer as rows, and the line where it begins. Where givens are copied that cannot be entries, as the numbers of Hitori, what counts is
/// whether a cell is shaded.
pub(crate) fn drawn_answer(puzzle: &Puzzle, source: &Source<'_>) -> Option<(String, usize)> {
    let drawing = source.drawing()?;
    let board = puzzle.clues.board(None, None);
    let is_shading = has_copies(puzzle, &board, &drawing.rows());
    let word = |cell: &Drawn| match (cell.hole, is_shading) {
        (true, _) => "x".to_owned(),
        (false, true) => puzzle.clues.write_entry(i32::from(cell.shaded)),
        (false, false) if cell.text.is_empty() => ".".to_owned(),
        (false, false) => cell.text.clone(),
    };
    Some((rows::write_grid(&drawing.cells, word), drawing.cells.things().first()?.place.0))
}

/// Whether the position repeats givens that cannot be entries, as it may with the numbers of Hitori. If so, a 1 is the number 1 and not a
/// shaded cell.
fn has_copies(puzzle: &Puzzle, board: &Board, cells: &[Vec<Token<'_>>]) -> bool {
    let mut tokens = board.faces.cells().zip(cells.iter().flatten());
    tokens.any(|(cell, token)| {
        let face = &board.faces[cell];
        face.given && face.text == token.text && puzzle.clues.read_entry(token.text).is_none()
    })
}

/// What a cell of a position holds.
enum Content {
    Nothing,
    Entry(i32),
    Marks(Domain),
}

impl Content {
    /// Whether a cell of a board with these values can hold it. They are not asked for if nothing stands there.
    fn is_within(&self, values: &impl Deref<Target = Domain>) -> bool {
        match self {
            Self::Nothing => true,
            Self::Entry(entry) => is_among(values, *entry),
            Self::Marks(marks) => marks.iter().all(|mark| values.contains(mark)),
        }
    }
}

/// What may be written in a cell of a position.
pub(crate) fn expected(puzzle: &Puzzle, values: &Domain) -> String {
    let shown: Vec<String> = values.iter().map(|value| puzzle.clues.write_entry(value.0.into())).collect();
    match shown.as_slice() {
        [first, second] => format!("write {first} or {second}, `.` for nothing yet, or marks {{{first},{second}}}"),
        [first, second, .., last] => {
            format!("write a number from {first} to {last}, `.` for nothing yet, or marks such as {{{first},{second}}}")
        }
        _ => "write `.` for nothing yet".to_owned(),
    }
}

/// What the cells of a solution hold, taken together.
pub(crate) fn values(puzzle: &Puzzle) -> Domain {
    let lowered = puzzle.clues.lower(puzzle.kind().models[0].id);
    let marks = lowered.reading.marks(&lowered.csp.domains);
    marks.cells().flat_map(|cell| marks[cell].iter().collect::<Vec<_>>()).collect()
}

/// Whether an entry is one of these values.
pub(crate) fn is_among(values: &Domain, entry: i32) -> bool {
    u16::try_from(entry).is_ok_and(|entry| values.contains(Value(entry)))
}

/// Reads one cell. `None`: it is neither blank, an entry nor a list of marks.
fn read_cell(puzzle: &Puzzle, board: &Board, cell: Cell, text: &str, copied: bool) -> Option<Content> {
    let face = &board.faces[cell];
    if let Some(marks) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let mark = |mark: &str| puzzle.clues.read_entry(mark).and_then(|entry| u16::try_from(entry).ok()).map(Value);
        let marks: Option<Domain> = marks.split(',').map(|text| mark(text.trim())).collect();
        return marks.map(Content::Marks);
    }
    let copy = copied && face.given && face.text == text;
    let hole = face.tone == Tone::Hole && HOLE.contains(&text);
    if EMPTY.contains(&text) || copy || hole {
        return Some(Content::Nothing);
    }
    let is_blank = || {
        // A kind of two entries has signs for them, and somebody may have mistaken one.
        let numbers = puzzle.clues.read_entry("2").is_some();
        BLANK.contains(&text) || numbers && BLANK_AMONG_NUMBERS.contains(&text)
    };
    let blank = || is_blank().then_some(Content::Nothing);
    puzzle.clues.read_entry(text).map(Content::Entry).or_else(blank)
}

/// Forgets what is said of holes.
pub(crate) fn leave_holes(puzzle: &Puzzle, position: &mut Position) {
    let board = puzzle.clues.board(None, None);
    for cell in board.faces.cells().filter(|&cell| board.faces[cell].tone == Tone::Hole) {
        position.entries[cell] = None;
        position.marks[cell] = Domain::empty();
    }
}

pub(crate) fn write_position(puzzle: &Puzzle, position: &Position) -> String {
    let cells: Vec<String> = position
        .entries
        .cells()
        .map(|cell| match (position.entries[cell], position.marks.values(cell)) {
            (Some(entry), _) => puzzle.clues.write_entry(entry),
            (None, marks) if !marks.is_empty() => {
                let marks: Vec<String> = marks.into_iter().map(|mark| puzzle.clues.write_entry(mark.into())).collect();
                format!("{{{}}}", marks.join(","))
            }
            _ => ".".to_owned(),
        })
        .collect();
    let grid = Grid::new(position.entries.rows(), position.entries.cols(), cells);
    grid.map_or_else(String::new, |grid| rows::write_grid(&grid, Clone::clone))
}
