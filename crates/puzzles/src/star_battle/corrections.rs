//! Corrections: cells that may belong to a neighbouring region, and the number of stars.

use super::parts::count_stars;
use super::{MOST_STARS, StarBattle};
use crate::{Cell, Correction, Reason};

/// Lists for each cell at the border of a region in the conflict the regions beside it, and last
/// the other numbers of stars.
///
/// No correction splits a region into more pieces. Those that join pieces come first, because a
/// stray letter leaves such pieces.
pub(super) fn corrections<'a>(
    puzzle: &'a StarBattle,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Vec<Correction>> + use<'a> {
    let touched = Reason::cells_of("region", conflict, puzzle.regions().cells());
    let is_touched = |region: usize| touched.iter().any(|&cell| puzzle.regions()[cell] == Some(region));
    let touched: Vec<bool> = (0..puzzle.region_count()).map(is_touched).collect();
    let mut cells: Vec<(usize, Vec<Correction>)> = puzzle
        .regions()
        .cells()
        .filter_map(|cell| {
            let own = puzzle.regions()[cell]?;
            let mut others: Vec<usize> =
                puzzle.regions().beside(cell).filter_map(|next| puzzle.regions()[next]).collect();
            others.sort_unstable();
            others.dedup();
            others.retain(|&other| other != own && (touched[own] || touched[other]));
            let before = puzzle.pieces_of(own).len();
            let left: Vec<Cell> = cells_of(puzzle, own).filter(|&other| other != cell).collect();
            let after = puzzle.pieces(&left).len();
            if others.is_empty() || after > before {
                return None;
            }
            let place = format!("{cell} in region ");
            let change = |other: usize| {
                Correction::new("region", [cell], &place, puzzle.region_name(own), puzzle.region_name(other))
            };
            // The region that gains the cell never ends up in more pieces.
            Some((usize::from(after == before), others.into_iter().map(change).collect()))
        })
        .collect();
    cells.sort_by_key(|&(rank, _)| rank);
    let stars = (1..=MOST_STARS).filter(|&stars| stars != puzzle.stars());
    let stars = stars.map(|stars| Correction::new("stars", [], "", count_stars(puzzle.stars()), count_stars(stars)));
    cells.into_iter().map(|(_, changes)| changes).chain([stars.collect()])
}

fn cells_of(puzzle: &StarBattle, region: usize) -> impl Iterator<Item = Cell> {
    puzzle.regions().cells().filter(move |&cell| puzzle.regions()[cell] == Some(region))
}

/// Applies a correction; `None` if it does not fit the puzzle.
pub(super) fn corrected(puzzle: &StarBattle, correction: &Correction) -> Option<StarBattle> {
    let named = |region: Option<usize>| region.map(|region| puzzle.region_name(region).to_owned());
    let mut labels = puzzle.regions().map(|&region| named(region));
    if let &[Cell { row, col }] = correction.cells.as_slice() {
        labels.get(row, col)?;
        (0..puzzle.region_count()).find(|&region| puzzle.region_name(region) == correction.to)?;
        labels[Cell { row, col }] = Some(correction.to.clone());
        StarBattle::new(&labels, puzzle.stars()).ok()
    } else {
        let stars = (1..=MOST_STARS).find(|&stars| count_stars(stars) == correction.to)?;
        StarBattle::new(&labels, stars).ok()
    }
}
