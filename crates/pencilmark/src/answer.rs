//! Positions as text: what stands after `# position`.
//!
//! A cell is `.` for nothing yet, an entry as in a solution (Hitori `B` or `W`, Star Battle `*` or `x`), or pencil marks in braces: `{1,5}`,
//! `{B,W}`. A position may be the puzzle copied and filled in: givens may stand where they are, and holes as any format of the
//! kind writes them.

use pencilmark_csp::{Domain, Value};
use pencilmark_puzzles::text::{Token, rows};
use pencilmark_puzzles::{Board, Cell, Grid, ParseError, Position, Source, Tone};

use crate::Puzzle;

/// What stands for nothing yet, whatever the kind.
const EMPTY: [&str; 2] = [".", "_"];
/// What stands for a hole in one format or another.
const HOLE: [&str; 5] = ["#", "@", "-1", "x", "X"];

pub(crate) fn read_position(puzzle: &Puzzle, source: &Source<'_>) -> Result<Position, ParseError> {
    let (height, width) = puzzle.shape();
    let mut cells = cells(source);
    // A position on one line: all cells in reading order.
    if cells.len() == 1 && height > 1 && cells[0].len() == height * width {
        cells = cells[0].chunks(width).map(<[Token<'_>]>::to_vec).collect();
    }
    let (rows, cols) = rows::rectangle(source, &cells)?;
    if (rows, cols) != (height, width) {
        let what = format!("the board has {height} rows and {width} columns, this position has {rows} and {cols}");
        return Err(source.error_at_start(what, "give the position in the shape of the puzzle above it"));
    }
    let board = puzzle.0.board(None, None);
    let copied = has_copies(puzzle, &board, &cells);
    let mut position = Position::empty((height, width));
    for (row, tokens) in cells.iter().enumerate() {
        for (col, token) in tokens.iter().enumerate() {
            let cell = Cell { row, col };
            match read_cell(puzzle, &board, cell, token.text, copied) {
                Ok(Content::Nothing) => {}
                Ok(Content::Entry(entry)) => position.entries[cell] = Some(entry),
                Ok(Content::Marks(marks)) => position.marks[cell] = marks,
                Err((what, remedy)) => return Err(source.error_at(token, what, remedy)),
            }
        }
    }
    leave_holes(puzzle, &mut position);
    Ok(position)
}

/// The cells as tokens. Marks in braces are words even where a row has one cell alone.
fn cells<'a>(source: &Source<'a>) -> Vec<Vec<Token<'a>>> {
    if source.content().any(|line| line.text.contains('{')) {
        return source.content().map(|line| line.words()).collect();
    }
    rows::cells(source)
}

/// Whether givens are copied that are no entries, as the numbers of Hitori are not. If they are, a 1 is the number 1 and
/// not a shaded cell.
fn has_copies(puzzle: &Puzzle, board: &Board, cells: &[Vec<Token<'_>>]) -> bool {
    let mut tokens = board.faces.cells().zip(cells.iter().flatten());
    tokens.any(|(cell, token)| {
        let face = &board.faces[cell];
        face.given && face.text == token.text && puzzle.0.entry(token.text).is_none()
    })
}

/// What a cell of a position holds.
enum Content {
    Nothing,
    Entry(i32),
    Marks(Domain),
}

/// Reads one cell; an error is what is wrong and what to write instead.
fn read_cell(
    puzzle: &Puzzle,
    board: &Board,
    cell: Cell,
    text: &str,
    copied: bool,
) -> Result<Content, (String, &'static str)> {
    let face = &board.faces[cell];
    if let Some(marks) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let mark = |mark: &str| {
            let entry = || puzzle.0.entry(mark).and_then(|entry| u16::try_from(entry).ok());
            mark.parse().ok().or_else(entry).map(Value)
        };
        let marks: Option<Domain> = marks.split(',').map(|text| mark(text.trim())).collect();
        let what = || format!("{} is not a list of pencil marks", rows::shown(text));
        return marks.map(Content::Marks).ok_or_else(|| (what(), "write them as {1,5}, without blanks"));
    }
    let copy = copied && face.given && face.text == text;
    let hole = face.tone == Tone::Hole && HOLE.contains(&text);
    if EMPTY.contains(&text) || copy || hole {
        return Ok(Content::Nothing);
    }
    match puzzle.0.entry(text) {
        Some(entry) => Ok(Content::Entry(entry)),
        None if matches!(text, "0" | "#" | "@") => Ok(Content::Nothing),
        None => {
            let what = format!("{} cannot be an entry", rows::shown(text));
            Err((what, "write `.` for nothing yet, an entry, or marks {1,5}"))
        }
    }
}

/// Forgets what is said of holes.
pub(crate) fn leave_holes(puzzle: &Puzzle, position: &mut Position) {
    let board = puzzle.0.board(None, None);
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
            (Some(entry), _) => puzzle.0.write_entry(entry),
            (None, marks) if !marks.is_empty() => {
                let marks: Vec<String> = marks.into_iter().map(|mark| puzzle.0.write_entry(mark.into())).collect();
                format!("{{{}}}", marks.join(","))
            }
            _ => ".".to_owned(),
        })
        .collect();
    let grid = Grid::new(position.entries.rows(), position.entries.cols(), cells);
    grid.map_or_else(String::new, |grid| rows::write_grid(&grid, Clone::clone))
}
