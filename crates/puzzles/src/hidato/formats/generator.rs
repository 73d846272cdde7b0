//! The line of a report's generator: all cells in reading order, a comma after each, the board a square. Here -1 is an
//! empty cell, and there are no holes.

use pencilmark_search::Parameters;

use super::super::{Hidato, MOST, Moves, Square};
use super::{given, is_digits};
use crate::text::Token;
use crate::text::rows::shown;
use crate::{Carried, Format, Grid, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hidato> = Format {
    id: "generator",
    title: "one line of numbers with commas, the board a square, -1 empty (no holes)",
    one_line: true,
    carries_solution: false,
    sniff,
    read,
    write: Some(write),
};

fn sniff(source: &Source<'_>) -> Sniff {
    let Some(line) = source.single_line() else { return Sniff::No };
    let fits = |c: char| c.is_ascii_digit() || matches!(c, '-' | ',' | ' ');
    let short = line.text.len() <= 8 * MOST * MOST && line.text.contains(',') && line.text.chars().all(fits);
    if !short {
        return Sniff::No;
    }
    let cells = cells(&line);
    // Several cells without a number, or with 0 in them, are a row of some board and not a whole one.
    let blanks = cells.iter().filter(|cell| matches!(cell.text, "" | "0")).count();
    if side(&cells).is_some() && blanks < 2 { Sniff::Maybe } else { Sniff::No }
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Hidato>, ParseError> {
    let Some(line) = source.single_line() else {
        return Err(source.error_at_start("the puzzle is not a single line", "write all cells in one line"));
    };
    let cells = cells(&line);
    let Some(side) = side(&cells) else {
        let what = format!("{} cells are not a square board", cells.len());
        return Err(source.error_at(&line, what, format!("boards from 1 x 1 to {MOST} x {MOST} are supported")));
    };
    let square = |cell: &Token<'_>| match cell.text {
        "-1" => Ok(Square::Empty),
        digits if is_digits(digits) => given(source, cell),
        other => {
            let what = format!("{} is not a number", shown(other));
            Err(source.error_at(cell, what, "write a number and a comma for each cell, -1 for an empty one"))
        }
    };
    let squares = cells.iter().map(square).collect::<Result<Vec<_>, _>>()?;
    // There are side x side cells.
    let grid = Grid::new(side, side, squares).unwrap_or_else(|| Grid::filled(0, 0, Square::Empty));
    let puzzle = Hidato::new(grid, Moves::asked_for(settings)).map_err(|malformed| {
        let at = malformed.cell.map_or(line, |cell| cells[cell.row * side + cell.col]);
        source.error_at(&at, malformed.what, malformed.remedy + ", or -1 for an empty cell")
    })?;
    Ok(Parsed::new(puzzle))
}

/// The pieces between commas, without the blanks around them; after the last comma there may be nothing.
fn cells<'a>(line: &Token<'a>) -> Vec<Token<'a>> {
    let mut pieces = Vec::new();
    let mut column = line.column;
    for piece in line.text.split(',').take(MOST * MOST + 2) {
        let blanks = piece.chars().take_while(|c| c.is_whitespace()).count();
        pieces.push(Token { text: piece.trim(), line: line.line, column: column + blanks });
        column += piece.chars().count() + 1;
    }
    if pieces.len() > 1 && pieces.last().is_some_and(|last| last.text.is_empty()) {
        pieces.pop();
    }
    pieces
}

fn side(cells: &[Token<'_>]) -> Option<usize> {
    (1..=MOST).find(|side| side * side == cells.len())
}

fn write(puzzle: &Hidato, _: &Carried) -> Option<String> {
    let squares = &puzzle.squares;
    if squares.rows() != squares.cols() || puzzle.moves != Moves::King || squares.things().contains(&Square::Hole) {
        return None;
    }
    let cell = |square: &Square| match square {
        Square::Given(number) => format!("{number},"),
        _ => "-1,".to_owned(),
    };
    Some(squares.things().iter().map(cell).collect::<String>() + "\n")
}
