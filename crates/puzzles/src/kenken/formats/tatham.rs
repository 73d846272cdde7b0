//! **tatham**: a game ID of Keen, `W[d?][m]:blocks,clues`.
//!
//! `blocks` walks over the W(W-1) edges between horizontal neighbours in reading order, then the W(W-1) edges between
//! vertical neighbours column by column, then one wall past the end. Each character counts the open edges before the
//! next wall: `_` none, `a` one … `y` 25; `z` is 25 open edges with no wall after them. A number after a character
//! repeats it. `clues` has a letter (`a m s d`) and a target for each block, in the order of the blocks' first cells.

use std::fmt::Write as _;

use pencilmark_csp::rule::Operator;

use pencilmark_search::Parameters;

use super::cursor::Cursor;
use super::{Reading, cell_at, read_size, read_target};
use crate::Carried;
use crate::kenken::{Cage, KenKen};
use crate::text::rows::shown;
use crate::text::{ParseError, Parsed, Sniff, Source, Token};

/// The most open edges that one character counts.
const LONGEST: usize = 25;

/// The shape of an ID: a size, and after the colon the two alphabets.
pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let Some(line) = source.single_line() else { return Sniff::No };
    let Some(mark) = line.text.find([':', '#']) else { return Sniff::No };
    let (parameters, rest) = (&line.text[..mark], &line.text[mark + 1..]);
    let mut cursor = Cursor::new(Token { text: parameters, ..line });
    if cursor.digits().text.is_empty() {
        return Sniff::No;
    }
    skip_parameters(&mut cursor);
    if !cursor.is_at_end() {
        return Sniff::No;
    }
    if line.text[mark..].starts_with('#') {
        // A random seed, of this program or of another.
        return Sniff::Maybe;
    }
    let in_blocks = |c: char| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit();
    let Some((blocks, clues)) = rest.split_once(',') else {
        // An ID without its clues: IDs of Hitori have no `_`.
        return if rest.contains('_') && rest.chars().all(in_blocks) { Sniff::Maybe } else { Sniff::No };
    };
    let begins = blocks.starts_with(|c: char| c == '_' || c.is_ascii_lowercase());
    if !begins {
        return Sniff::No;
    }
    let in_clues = |c: char| operator_of_letter(c).is_some() || c.is_ascii_digit();
    let fits = blocks.chars().all(in_blocks) && clues.chars().all(in_clues);
    if fits { Sniff::Yes } else { Sniff::Maybe }
}

/// Difficulty and `m` (only multiplication) say how the puzzle was made, not what it is.
fn skip_parameters(cursor: &mut Cursor<'_>) {
    if cursor.take_if(|c| c == 'd').is_some() {
        cursor.take_if(|c| c.is_ascii_lowercase());
    }
    cursor.take_if(|c| c == 'm');
}

pub(super) fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<KenKen>, ParseError> {
    let Some(line) = source.single_line() else {
        return Err(source.error_at_start("a game ID is one line", "give one ID, such as 6:a_a_13…,s1d2…"));
    };
    let mut cursor = Cursor::new(line);
    let digits = cursor.digits();
    let size = read_size(source, if digits.text.is_empty() { &line } else { &digits })?;
    skip_parameters(&mut cursor);
    match cursor.peek() {
        Some(':') => cursor.take_if(|c| c == ':'),
        Some('#') => {
            let what = "a random seed (`#`) names a puzzle that only its own program can make";
            return Err(source.error_at(&cursor.here(), what, "copy the ID with `:` (\"specific\" in its menu)"));
        }
        _ => {
            let what = format!("expected `:` after the parameters, found {}", shown(cursor.here().text));
            return Err(source.error_at(&cursor.here(), what, "parameters are a size, d and a letter, m: 6dnm"));
        }
    };
    let open = read_blocks(source, &mut cursor, size)?;
    if cursor.take_if(|c| c == ',').is_none() {
        return Err(source.error_at(&cursor.here(), "the clues are missing", "write `,` and a clue for each cage"));
    }
    let mut reading = Reading::new(source, size, (digits.line, digits.column));
    for cells in blocks_of(size, &open) {
        let (operator, target, at) = read_clue(source, &mut cursor, size, cells[0])?;
        let places = vec![at; cells.len()];
        let cells = cells.into_iter().map(|place| cell_at(size, place)).collect();
        reading.add(Cage { operator, target, cells }, at, places);
    }
    if !cursor.is_at_end() {
        let what = format!("{} after the clue of the last cage", shown(cursor.rest().text));
        return Err(source.error_at(&cursor.rest(), what, "give as many clues as there are cages"));
    }
    reading.finish().map(Parsed::new)
}

/// For each edge, whether it is open.
fn read_blocks(source: &Source<'_>, cursor: &mut Cursor<'_>, size: usize) -> Result<Vec<bool>, ParseError> {
    let edges = 2 * size * (size - 1);
    let mut open = Vec::with_capacity(edges + LONGEST + 1);
    while let Some(letter) = cursor.take_if(|c| c != ',') {
        let (run, wall) = match letter.text.as_bytes() {
            b"_" => (0, true),
            b"z" => (LONGEST, false),
            [letter @ b'a'..=b'y'] => (usize::from(letter - b'a') + 1, true),
            _ => {
                let what = format!("{} cannot stand among the walls", shown(letter.text));
                return Err(source.error_at(&letter, what, "use `_`, a to z and repeat counts; clues follow a `,`"));
            }
        };
        let count = cursor.digits();
        // Every repeat adds at least one edge, so a number that does not fit is too many anyway.
        let repeats = if count.text.is_empty() { 1 } else { count.text.parse().unwrap_or(usize::MAX) };
        if repeats == 0 {
            return Err(source.error_at(&count, "a repeat count of 0", "leave the letter out, too"));
        }
        for _ in 0..repeats {
            open.extend(std::iter::repeat_n(true, run));
            open.extend(wall.then_some(false));
            // The wall past the end is one more.
            if open.len() > edges + 1 {
                let what = format!("the walls run past the {edges} inner edges of a {size}x{size} board");
                return Err(source.error_at(&letter, what, "compare the size with the ID it was copied from"));
            }
        }
    }
    if open.len() <= edges {
        let what = format!("the walls end after {} of the {edges} inner edges", open.len());
        return Err(source.error_at(&cursor.here(), what, "copy the whole ID; compare its size"));
    }
    if open.pop() == Some(true) {
        let what = "the walls end with an open edge past the board";
        return Err(source.error_at(&cursor.here(), what, "copy the whole ID; compare its size"));
    }
    Ok(open)
}

/// The two cells beside an edge, as places in reading order.
fn sides(size: usize, edge: usize) -> (usize, usize) {
    let half = size * (size - 1);
    if edge < half {
        let left = edge / (size - 1) * size + edge % (size - 1);
        (left, left + 1)
    } else {
        let above = (edge - half) % (size - 1) * size + (edge - half) / (size - 1);
        (above, above + size)
    }
}

/// The cells joined by open edges, each block in reading order, blocks by their first cells.
fn blocks_of(size: usize, open: &[bool]) -> Vec<Vec<usize>> {
    let mut beside = vec![Vec::new(); size * size];
    for (edge, _) in open.iter().enumerate().filter(|&(_, &open)| open) {
        let (a, b) = sides(size, edge);
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut seen = vec![false; size * size];
    let mut blocks = Vec::new();
    for first in 0..size * size {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut block = vec![first];
        let mut next = 0;
        while let Some(&place) = block.get(next) {
            next += 1;
            for &other in &beside[place] {
                if !std::mem::replace(&mut seen[other], true) {
                    block.push(other);
                }
            }
        }
        block.sort_unstable();
        blocks.push(block);
    }
    blocks
}

fn read_clue(
    source: &Source<'_>,
    cursor: &mut Cursor<'_>,
    size: usize,
    first: usize,
) -> Result<(Operator, u64, (usize, usize)), ParseError> {
    let cell = cell_at(size, first);
    let letter = cursor.here();
    let Some(operator) = cursor.peek().and_then(operator_of_letter) else {
        let what = match cursor.peek() {
            Some(_) => format!("{} is not an operator; here is the clue of the cage at {cell}", shown(letter.text)),
            None => format!("the clues end before that of the cage at {cell}"),
        };
        return Err(source.error_at(&letter, what, "a clue is a, s, m or d and its target, such as m24"));
    };
    cursor.take_if(|_| true);
    let digits = cursor.digits();
    if digits.text.is_empty() {
        let what = format!("the clue of the cage at {cell} has no target");
        return Err(source.error_at(&digits, what, "a clue is a, s, m or d and its target, such as m24"));
    }
    Ok((operator, read_target(source, &digits)?, (letter.line, letter.column)))
}

fn operator_of_letter(letter: char) -> Option<Operator> {
    Some(match letter {
        'a' => Operator::Add,
        'm' => Operator::Multiply,
        's' => Operator::Subtract,
        'd' => Operator::Divide,
        _ => return None,
    })
}

/// Keen has no cages without operator, and subtracts and divides two cells only.
fn letter_of(cage: &Cage) -> Option<char> {
    match (cage.operator, cage.cells.len()) {
        (Operator::Add | Operator::Equal, _) => Some('a'),
        (Operator::Multiply, _) => Some('m'),
        (Operator::Subtract, 2) => Some('s'),
        (Operator::Divide, 2) => Some('d'),
        _ => None,
    }
}

pub(super) fn write(puzzle: &KenKen, _: &Carried) -> Option<String> {
    let size = puzzle.size();
    let mut letters = Vec::new();
    let mut run = 0;
    for edge in 0..=2 * size * (size - 1) {
        let (a, b) = sides(size, edge);
        let owner = |place| puzzle.owners().things().get(place);
        if edge < 2 * size * (size - 1) && owner(a) == owner(b) {
            run += 1;
            continue;
        }
        while run > LONGEST {
            letters.push('z');
            run -= LONGEST;
        }
        letters.push(if run == 0 { '_' } else { char::from(b'a' + run as u8 - 1) });
        run = 0;
    }
    let mut text = format!("{size}:");
    for same in letters.chunk_by(|a, b| a == b) {
        match same.len() {
            1 => text.push(same[0]),
            2 => text.extend(same),
            count => write!(text, "{}{count}", same[0]).ok()?,
        }
    }
    text.push(',');
    for cage in puzzle.cages() {
        write!(text, "{}{}", letter_of(cage)?, cage.target).ok()?;
    }
    Some(text)
}
