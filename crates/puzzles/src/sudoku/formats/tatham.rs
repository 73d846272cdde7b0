//! Game IDs of Simon Tatham's Solo: `CxR:cells`, boxes R wide and C tall. Cells in reading order: numbers; a to z for 1
//! to 26 blanks; `_` between two numbers.

use std::fmt::Write as _;

use pencilmark_search::Parameters;

use crate::text::Token;
use crate::text::rows::shown;
use crate::{Carried, Grid, ParseError, Parsed, Sniff, Source};

use super::{Candidates, Piece, build, one_line, pieces};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::{check_shape, is_supported};

/// More characters than any ID of a supported board has, with the blocks and cages of its variants.
const LONGEST: usize = 8192;

/// An ID in its parts.
struct Id<'a> {
    shape: (usize, usize),
    options: Token<'a>, // what follows CxR
    mark: char,         // `:`, or `#` for a random seed
    cells: Token<'a>,
}

fn parts<'a>(token: &Token<'a>) -> Option<Id<'a>> {
    let at = token.text.find([':', '#'])?;
    let (params, cells) = token.text.split_at(at);
    let (rows, rest) = leading_number(params)?;
    let (cols, options) = match rest.strip_prefix('x') {
        Some(rest) => leading_number(rest)?,
        None if rest.starts_with('j') => (1, rest),
        None => return None,
    };
    if !options.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return None;
    }
    // All before the cells is ASCII, so bytes are columns.
    let part = |text: &'a str, skipped: usize| Token { text, line: token.line, column: token.column + skipped };
    Some(Id {
        shape: (rows, cols),
        options: part(options, at - options.len()),
        mark: cells.chars().next()?,
        cells: part(&cells[1..], at + 1),
    })
}

/// A number of at most three digits, and what follows.
fn leading_number(text: &str) -> Option<(usize, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if length > 3 {
        return None;
    }
    Some((text[..length].parse().ok()?, &text[length..]))
}

/// A part of the cells: a number or blanks.
enum Item {
    Number(usize),
    Blanks(usize),
}

/// The items of the cells with their places; `None` at a character that belongs to none.
fn items<'a>(cells: &Token<'a>) -> impl Iterator<Item = (Token<'a>, Option<Item>)> {
    let (text, line, column) = (cells.text, cells.line, cells.column);
    let mut at = 0;
    std::iter::from_fn(move || {
        while text.as_bytes().get(at) == Some(&b'_') {
            at += 1;
        }
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = if digits > 0 { digits } else { first.len_utf8() };
        let token = Token { text: &rest[..length], line, column: column + at };
        at += length;
        let item = match first {
            'a'..='z' => Some(Item::Blanks(first as usize - 'a' as usize + 1)),
            _ if digits > 0 => Some(Item::Number(token.text.parse().unwrap_or(usize::MAX))),
            _ => None,
        };
        Some((token, item))
    })
}

/// The rules that a variant adds, by the letters of its options; difficulty and symmetry say nothing about the cells.
fn variant(options: &str) -> Option<&'static str> {
    let mut letters = options.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'j' => return Some("jigsaw boxes (`j`)"),
            'x' => return Some("diagonals (`x`)"),
            'k' => return Some("killer cages (`k`)"),
            'd' => {
                letters.next_if(|next| "tbiaeu".contains(*next));
            }
            _ => {}
        }
    }
    None
}

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Some(token) = source.single_line().filter(|token| token.text.len() <= LONGEST) else { return Sniff::No };
    let Some(id) = parts(&token) else { return Sniff::No };
    let side = id.shape.0.saturating_mul(id.shape.1);
    if !is_supported(side) {
        return Sniff::No;
    }
    if id.mark == '#' {
        // A random seed, of this program or of another.
        return Sniff::Maybe;
    }
    let named = variant(id.options.text).is_some();
    let mut count = 0_usize;
    let mut proper = true;
    for (_, item) in items(&id.cells) {
        match item {
            Some(Item::Number(number)) => {
                proper &= number <= side;
                count += 1;
            }
            Some(Item::Blanks(blanks)) => count += blanks,
            // The blocks of a jigsaw and the cages of a killer follow a comma.
            None => return if named && id.cells.text.contains(',') { Sniff::Yes } else { Sniff::No },
        }
    }
    // A Hitori ID of the same size has one character per cell.
    let hitori = id.cells.text.len() == side;
    match (proper && count == side * side, hitori) {
        (true, false) => Sniff::Yes,
        (true, true) => Sniff::Maybe,
        // A slip; IDs of Hitori have no `_`.
        (false, false) if proper || id.cells.text.contains('_') => Sniff::Maybe,
        _ => Sniff::No,
    }
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let token = one_line(source)?;
    let Some(id) = parts(&token) else {
        let what = format!("{} is not a game ID of Solo", shown(token.text));
        return Err(source.error_at(&token, what, "write CxR:cells, such as 3x3:1d9_4b6…"));
    };
    if id.mark == '#' {
        let what = "a random seed, from which only Solo itself can make the puzzle";
        return Err(source.error_at(&id.cells, what, "copy the ID with `:`, Game > Specific in Solo"));
    }
    if let Some(variant) = variant(id.options.text) {
        let what = format!("a variant of Sudoku with {variant} is not supported");
        return Err(source.error_at(&id.options, what, "use an ID without x, j and k before the colon"));
    }
    let side = id.shape.0.saturating_mul(id.shape.1);
    check_shape(side, id.shape).map_err(|error| {
        let remedy = "write CxR: boxes C tall and R wide, C and R at least 2 and C x R at most 25";
        source.error_at(&token, error.to_string(), remedy)
    })?;
    let total = side * side;
    let mut cells = Vec::with_capacity(total);
    for (item_token, item) in items(&id.cells) {
        match item {
            Some(Item::Number(digit)) if (1..=side).contains(&digit) => cells.push(Candidates::only(digit)),
            Some(Item::Blanks(count)) => cells.resize(cells.len() + count, Candidates::all(side)),
            _ => {
                let what = format!("{} is not a digit from 1 to {side}, nor a run of blanks", shown(item_token.text));
                let remedy = "write numbers, a to z for 1 to 26 blanks, and `_` between two numbers";
                return Err(source.error_at(&item_token, what, remedy));
            }
        }
        if cells.len() > total {
            let what = format!("more than the {total} cells of the board");
            return Err(source.error_at(&item_token, what, "check the size before the colon, and the runs of blanks"));
        }
    }
    if cells.len() < total {
        let what = format!("the ID ends after {} of {total} cells", cells.len());
        return Err(source.error_at_end(what, "check the size before the colon, and that the ID is complete"));
    }
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("not a square", ""))?;
    build(source, (token.line, token.column), cells, Some(id.shape), settings).map(Parsed::new)
}

pub(super) fn write(puzzle: &Sudoku, _: &Carried) -> Option<String> {
    if !puzzle.is_plain() {
        return None;
    }
    let (rows, cols) = puzzle.box_shape();
    let mut text = format!("{rows}x{cols}:");
    let mut after_number = false;
    for piece in pieces(puzzle, 26) {
        // Writing to a String cannot fail.
        let _ = match piece {
            Piece::Digit(digit) if after_number => write!(text, "_{digit}"),
            Piece::Digit(digit) => write!(text, "{digit}"),
            Piece::Blanks(count) => write!(text, "{}", char::from(b'a' - 1 + count)),
        };
        after_number = matches!(piece, Piece::Digit(_));
    }
    text.push('\n');
    Some(text)
}
