//! Boards that stand one below the other without a blank line between them.

use pencilmark_puzzles::Source;
use pencilmark_puzzles::text::batch::Block;

use super::detect::detect;
use super::split::{Among, content_lines};
use super::{ReadItem, Reading, read_lines};

/// So many boards show that the others are boards, too: the first one may have a slip.
const TELLING: usize = 3;

/// Reads boards that stand one below the other without a blank line between them; whether the block is that.
pub(super) fn read_boards(block: &Block<'_>, reading: &Reading, all: &mut Vec<ReadItem>) -> bool {
    // Texts of other formats are long, too.
    if first_side(content_lines(&block.body)).is_none() {
        return false;
    }
    let rows: Vec<Source<'_>> = content_lines(&block.body).collect();
    let Some(side) = side_of_boards(&rows).filter(|side| rows.len() >= 2 * side - 1) else { return false };
    let board = |rows: &[Source<'_>]| {
        let start = |row: &Source<'_>| row.text.as_ptr() as usize - block.body.text.as_ptr() as usize;
        let (first, last) = (rows.first()?, rows.last()?);
        let text = &block.body.text[start(first)..start(last) + last.text.len()];
        Some(Source { text, first_line: first.first_line, notes: None, ..block.body })
    };
    let reads = |board: Source<'_>| detect(&board, None, reading).is_ok();
    let are_boards = rows.chunks(side).take(TELLING).filter_map(board).any(reads);
    let odd = rows.iter().find(|row| width(row.text) != Some(side));
    let are_whole = rows.len().is_multiple_of(side);
    if !are_boards && odd.is_none() && are_whole {
        return false;
    }
    if !are_boards || !are_whole {
        let what = match odd {
            Some(odd) => match width(odd.text) {
                Some(cells) => format!("this row has {cells} cells, those around it {side}"),
                None => format!("this is not a row of {side} cells, as those around it are"),
            },
            None => format!("{} rows of {side} cells are not a number of whole boards", rows.len()),
        };
        let place = odd.unwrap_or(&block.body);
        all.push(ReadItem::error(place.error_at_start(what, "leave a blank line between puzzles")));
        return true;
    }
    let boards: Vec<Source<'_>> = rows.chunks(side).filter_map(board).collect();
    read_lines(block, boards, Among::All, reading, all);
    true
}

/// The side that the first two lines suggest, of which one may have a slip.
fn first_side<'a>(lines: impl Iterator<Item = Source<'a>>) -> Option<usize> {
    lines.take(2).filter_map(|line| width(line.text)).max().filter(|side| (4..=25).contains(side))
}

/// The side of square boards of digits that stand one below the other without a blank line between them: nearly all lines have as many cells, and
/// there are more than that many lines.
pub(super) fn side_of_boards(lines: &[Source<'_>]) -> Option<usize> {
    let side = first_side(lines.iter().copied())?;
    let fitting = || lines.iter().filter(|line| width(line.text) == Some(side)).count();
    (lines.len() > side && fitting() * 10 >= lines.len() * 9).then_some(side)
}

/// How many cells a row of digits has: words, or characters if it is a single word.
pub(super) fn width(row: &str) -> Option<usize> {
    const LONGEST: usize = 100;
    let is_cell = |c: char| c.is_ascii_digit() || "._*-".contains(c);
    let is_row = row.len() <= LONGEST && row.chars().all(|c| is_cell(c) || c.is_whitespace());
    let words = || row.split_whitespace().count();
    is_row.then(|| if words() > 1 { words() } else { row.trim().len() })
}
