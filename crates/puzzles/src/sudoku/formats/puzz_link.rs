//! puzz.link addresses: `sudoku/W/H/cells`, bare or after `…/p?`. Cells in reading order, in number16: 0-f a digit,
//! `-XX` two hexadecimal digits, `+XXX` three, g-z for 1 to 20 blanks.

use std::fmt::Write as _;

use pencilmark_search::Parameters;

use crate::text::rows::{self, shown};
use crate::text::{Token, puzz_link};
use crate::{Carried, Grid, ParseError, Parsed, Sniff, Source};

use super::{Candidates, Piece, build, pieces};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::check_side;

const NAME: &str = "sudoku";

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    puzz_link::sniff(source, NAME)
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let [width, height, body] = &puzz_link::parts(source, NAME, "sudoku/WIDTH/HEIGHT/CELLS")?;
    let cols = rows::number(source, width, "a width", 4, 25)? as usize;
    let side = rows::number(source, height, "a height", 4, 25)? as usize;
    if cols != side {
        let error = super::ShapeError::NotSquare { rows: side, cols };
        return Err(source.error_at(width, error.to_string(), "give the same width and height"));
    }
    check_side(side).map_err(|error| source.error_at(width, error.to_string(), error.remedy()))?;
    let cells = read_cells(source, body, side)?;
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("not a square", ""))?;
    build(source, (width.line, width.column), cells, None, settings).map(Parsed::new)
}

fn read_cells(source: &Source<'_>, body: &Token<'_>, side: usize) -> Result<Vec<Candidates>, ParseError> {
    let total = side * side;
    let mut cells = Vec::with_capacity(total);
    let mut rest = body.text;
    while let Some(first) = rest.chars().next() {
        let skipped = body.text.len() - rest.len(); // ASCII so far
        let longer = match first {
            '-' => 3,
            '+' => 4,
            _ => first.len_utf8(),
        };
        let item = rest.get(..longer).unwrap_or(rest);
        let at = Token { text: item, line: body.line, column: body.column + skipped };
        rest = &rest[item.len()..];
        let number = item.strip_prefix(['-', '+']).unwrap_or(item);
        match first {
            'g'..='z' => cells.resize(cells.len() + (first as usize - 'f' as usize), Candidates::all(side)),
            _ if item.len() == longer && number.chars().all(|c| c.is_ascii_hexdigit()) => {
                match usize::from_str_radix(number, 16) {
                    Ok(digit) if (1..=side).contains(&digit) => cells.push(Candidates::only(digit)),
                    _ => {
                        let what = format!("{} does not stand for a digit from 1 to {side}", shown(item));
                        return Err(source.error_at(&at, what, "digits are hexadecimal: a is 10, -10 is 16"));
                    }
                }
            }
            _ => {
                let what = format!("{} cannot stand in the cells", shown(item));
                let remedy = "write 1 to f for a digit, -10 to -19 from 16 on, g to z for 1 to 20 blanks";
                return Err(source.error_at(&at, what, remedy));
            }
        }
        if cells.len() > total {
            let what = format!("more than the {total} cells of the board");
            return Err(source.error_at(&at, what, "check width and height, and the runs of blanks"));
        }
    }
    if cells.len() < total {
        let what = format!("the address ends after {} of {total} cells", cells.len());
        return Err(source.error_at_end(what, "check width and height, and that the address is complete"));
    }
    Ok(cells)
}

pub(super) fn write(puzzle: &Sudoku, _: &Carried) -> Option<String> {
    if !puzzle.is_plain() || !puzzle.is_usual() {
        return None;
    }
    let side = puzzle.side();
    let mut text = format!("{side}/{side}/");
    for piece in pieces(puzzle, 20) {
        // Writing to a String cannot fail.
        let _ = match piece {
            Piece::Digit(digit) if digit < 16 => write!(text, "{digit:x}"),
            Piece::Digit(digit) => write!(text, "-{digit:02x}"),
            Piece::Blanks(count) => write!(text, "{}", char::from(b'f' + count)),
        };
    }
    Some(puzz_link::address(NAME, &text))
}
