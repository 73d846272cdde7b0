//! One character per cell, all on one line.

use pencilmark_search::Parameters;

use crate::{Carried, Grid, ParseError, Parsed, Sniff, Source};

use super::{build, is_blank, is_blank_cell, one_line, plain_cell, read_cell, symbol};
use crate::sudoku::Sudoku;
use crate::sudoku::parts::MOST;
use crate::sudoku::parts::is_supported;
use crate::text::Token;

/// The side of a board with this many cells, if it is a supported square.
fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && is_supported(side)).then_some(side)
}

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Some(line) = source.single_line().filter(|line| line.text.len() <= LONGEST) else { return Sniff::No };
    if board_of_address(&line).is_some() {
        return Sniff::Yes;
    }
    if let Some(cells) = groups(&line) {
        // Nine sets of nine candidates would be a row of another format.
        let fits = cells.iter().all(|cell| plain_cell(cell.text, cells.len().isqrt()).is_some());
        let blank = cells.iter().any(|cell| cell.text.chars().all(is_blank_cell));
        return if fits && blank { Sniff::Maybe } else { Sniff::No };
    }
    let text = line.text;
    match side_of(text.len()) {
        Some(side) if is_plain(text, side) => Sniff::Maybe,
        _ if is_slip(text) => Sniff::Maybe,
        _ => Sniff::No,
    }
}

/// No line of a board is longer, even in an address or with blanks between its rows.
const LONGEST: usize = 2 * MOST * MOST;

/// Whether all characters are cells. A line of dashes is not a board, so at least one has to be a digit where others than the
/// usual symbols stand for empty cells.
fn is_plain(text: &str, side: usize) -> bool {
    let cells = || text.char_indices().map(|(at, c)| (c, &text[at..at + c.len_utf8()]));
    cells().all(|(_, cell)| plain_cell(cell, side).is_some())
        && (cells().all(|(c, _)| !is_blank_cell(c) || is_blank(c)) || cells().any(|(c, _)| !is_blank_cell(c)))
}

/// The board in an address such as `https://www.sudokuwiki.org/sudoku.htm?bd=…`.
fn board_of_address<'a>(line: &Token<'a>) -> Option<Token<'a>> {
    let (host, query) = line.text.split_once('?')?;
    let is_host = host.contains('.') && !host.contains(char::is_whitespace);
    let from = line.text.len() - query.len();
    let mut at = from;
    for part in query.split('&') {
        if let Some(board) = part.strip_prefix("bd=").filter(|_| is_host) {
            let board = board.split('#').next().unwrap_or(board);
            let column = line.column + line.text[..at + "bd=".len()].chars().count();
            return Some(Token { text: board, line: line.line, column });
        }
        at += part.len() + 1;
    }
    None
}

/// The cells of a line on which blanks stand between the rows: as many words as each has characters.
fn groups<'a>(line: &Token<'a>) -> Option<Vec<Token<'a>>> {
    if !line.text.contains(char::is_whitespace) {
        return None;
    }
    let words = line.split(char::is_whitespace);
    let even = words.iter().all(|word| word.text.chars().count() == words.len());
    (even && is_supported(words.len()))
        .then(|| words.iter().flat_map(|word| (0..words.len()).map(|at| word.at(at))).collect())
}

/// Whether the line is nearly one of 81 characters, so that the reader can say what is wrong: too long, too short, or
/// with a few wrong characters. Rows of other kinds with blanks do not have such a length.
fn is_slip(text: &str) -> bool {
    const SIDE: usize = 9;
    let count = text.chars().count();
    let proper = text.chars().filter(|&c| plain_cell(c.encode_utf8(&mut [0; 4]), SIDE).is_some()).count();
    let blanks = text.chars().filter(|&c| is_blank(c)).count();
    (52..=110).contains(&count) && proper * 10 >= count * 9 && blanks >= SIDE
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let line = one_line(source)?;
    let token = board_of_address(&line).unwrap_or(line);
    let tokens: Vec<Token<'_>> = groups(&token).unwrap_or_else(|| {
        let chars = token.text.char_indices().enumerate().take(LONGEST);
        let cell = |(place, (at, c)): (usize, (usize, char))| Token {
            text: &token.text[at..at + c.len_utf8()],
            line: token.line,
            column: token.column + place,
        };
        chars.map(cell).collect()
    });
    let count = if tokens.len() < LONGEST { tokens.len() } else { token.text.chars().count() };
    let Some(side) = side_of(count) else {
        let what = format!("{count} characters do not make a board");
        let remedy = "write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625";
        return Err(source.error((token.line, token.column + count), what, remedy));
    };
    let mut cells = Vec::with_capacity(count);
    for cell in &tokens {
        cells.push(read_cell(source, cell, side)?);
    }
    let cells = Grid::new(side, side, cells).ok_or_else(|| source.error_at_start("not a square", ""))?;
    build(source, (token.line, token.column), cells, None, settings).map(Parsed::new)
}

pub(super) fn write(puzzle: &Sudoku, _: &Carried) -> Option<String> {
    let text = puzzle.cells().things().iter().map(|cell| cell.single().map_or('.', symbol));
    (puzzle.is_plain() && puzzle.is_usual()).then(|| text.chain(['\n']).collect())
}
