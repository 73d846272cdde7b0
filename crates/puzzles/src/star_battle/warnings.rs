//! Warnings about regions in several pieces. A stray letter can make such a region, and nothing
//! else on the board shows it.

use super::StarBattle;
use crate::text::{counted, named};
use crate::{Cell, Reason};

/// Returns a warning for each region in several pieces, with the cells outside its largest piece.
pub(super) fn warnings(puzzle: &StarBattle) -> Vec<Reason> {
    let in_pieces = |region: usize| {
        let pieces = puzzle.pieces_of(region);
        let (largest, others) = pieces.split_first()?;
        let mut apart: Vec<Cell> = others.iter().flatten().copied().collect();
        apart.sort_unstable();
        (!apart.is_empty()).then(|| {
            let verb = if apart.len() == 1 { "is" } else { "are" };
            let (name, count, rest) = (puzzle.region_name(region), pieces.len(), counted(largest.len(), "cell"));
            let text =
                format!("region {name} is in {count} pieces: {} {verb} apart from its other {rest}", named(&apart));
            Reason::new("region", apart, text)
        })
    };
    (0..puzzle.region_count()).filter_map(in_pieces).collect()
}
