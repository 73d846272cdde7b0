//! Positions as text: what stands after `# position`.
//!
//! A cell is `.` for nothing yet (and `#` or `@` for a hole), an entry as in a solution (Hitori `B` or `W`, Star Battle `*` or `x`), or pencil marks
//! in braces: `{1,5}`.

use pencilmark_puzzles::text::{Token, rows};
use pencilmark_puzzles::{Cell, Grid, ParseError, Position, Source};

use crate::Puzzle;
use crate::puzzle::empty_position;

pub(crate) fn read_position(puzzle: &Puzzle, source: &Source<'_>) -> Result<Position, ParseError> {
    let (height, width) = puzzle.shape();
    let mut cells = rows::cells(source);
    // A position on one line: all cells in reading order.
    if cells.len() == 1 && height > 1 && cells[0].len() == height * width {
        cells = cells[0].chunks(width).map(<[Token<'_>]>::to_vec).collect();
    }
    let (rows, cols) = rows::rectangle(source, &cells)?;
    if (rows, cols) != (height, width) {
        let what = format!("the board has {height} rows and {width} columns, this position has {rows} and {cols}");
        return Err(source.error_at_start(what, "give the position in the shape of the puzzle above it"));
    }
    let mut position = empty_position((height, width));
    for (row, tokens) in cells.iter().enumerate() {
        for (col, token) in tokens.iter().enumerate() {
            let cell = Cell { row, col };
            if let Some(marks) = token.text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                let marks: Option<Vec<u16>> = marks.split(',').map(|mark| mark.trim().parse().ok()).collect();
                let Some(marks) = marks else {
                    let what = format!("{} is not a list of pencil marks", rows::shown(token.text));
                    return Err(source.error_at(token, what, "write them as {1,5}, without blanks"));
                };
                position.marks[cell] = marks;
            } else if !matches!(token.text, "." | "_" | "@" | "#") {
                let Some(entry) = puzzle.0.entry(token.text) else {
                    let what = format!("{} cannot be an entry", rows::shown(token.text));
                    return Err(source.error_at(token, what, "write `.` for nothing yet, an entry, or marks {1,5}"));
                };
                position.entries[cell] = Some(entry);
            }
        }
    }
    Ok(position)
}

pub(crate) fn write_position(puzzle: &Puzzle, position: &Position) -> String {
    let cells: Vec<String> = position
        .entries
        .cells()
        .map(|cell| match (position.entries[cell], &position.marks[cell]) {
            (Some(entry), _) => puzzle.0.write_entry(entry),
            (None, marks) if !marks.is_empty() => {
                let marks: Vec<String> = marks.iter().map(ToString::to_string).collect();
                format!("{{{}}}", marks.join(","))
            }
            _ => ".".to_owned(),
        })
        .collect();
    let grid = Grid::new(position.entries.rows(), position.entries.cols(), cells);
    grid.map_or_else(String::new, |grid| rows::write_grid(&grid, Clone::clone))
}
