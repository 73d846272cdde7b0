//! Corrections: cells that may belong to a neighbouring region or to a missing one, and the number
//! of stars.

use super::parts::{count_stars, letter};
use super::{MOST_STARS, StarBattle};
use crate::{Alternatives, Cell, Correction, Reason};

/// Lists for each cell at the border of a region in the conflict the regions beside it, and last
/// the other numbers of stars. If a region is missing, each cell may also be a region of its own:
/// a slip may have overwritten the only letter of a region.
///
/// No correction splits a region into more pieces. Those that join pieces come first, because a
/// stray letter leaves such pieces.
pub(super) fn corrections<'a>(
    puzzle: &'a StarBattle,
    conflict: Option<&[Reason]>,
) -> impl Iterator<Item = Alternatives> + use<'a> {
    let regions = puzzle.region_cells();
    let touched = Reason::cells_of("region", conflict, puzzle.regions().cells());
    let is_touched = |region: usize| touched.iter().any(|&cell| puzzle.regions()[cell] == Some(region));
    let touched: Vec<bool> = (0..regions.len()).map(is_touched).collect();
    let pieces: Vec<usize> = regions.iter().map(|cells| puzzle.pieces(cells).len()).collect();
    let missing = missing_region(puzzle);
    let mut cells: Vec<(usize, Alternatives)> = puzzle
        .regions()
        .cells()
        .filter_map(|cell| {
            let own = puzzle.regions()[cell]?;
            let mut others: Vec<usize> =
                puzzle.regions().beside(cell).filter_map(|next| puzzle.regions()[next]).collect();
            others.sort_unstable();
            others.dedup();
            others.retain(|&other| other != own && (touched[own] || touched[other]));
            let left: Vec<Cell> = regions[own].iter().copied().filter(|&other| other != cell).collect();
            let after = puzzle.pieces(&left).len();
            // A region that loses its only cell would be missing.
            let missing = missing.as_deref().filter(|_| !left.is_empty());
            if others.is_empty() && missing.is_none() || after > pieces[own] {
                return None;
            }
            let change = |kind: &str, name: &str| {
                Correction::new("region", [cell], &format!("{cell} in {kind} "), puzzle.region_name(own), name)
            };
            // The region that gains the cell never ends up in more pieces.
            let moved = others.iter().map(|&other| change("region", puzzle.region_name(other)));
            let changes = moved.chain(missing.map(|name| change(NEW, name))).collect();
            Some((usize::from(after == pieces[own]), changes))
        })
        .collect();
    cells.sort_by_key(|&(rank, _)| rank);
    let stars = (1..=MOST_STARS).filter(|&stars| stars != puzzle.stars());
    let stars = stars.map(|stars| Correction::new("stars", [], "", count_stars(puzzle.stars()), count_stars(stars)));
    cells.into_iter().map(|(_, changes)| changes).chain([stars.collect()])
}

/// How a correction calls a region that the puzzle does not have.
const NEW: &str = "a new region";

/// Returns a name for a missing region if there are fewer regions than rows: the first letter that
/// is not in use.
fn missing_region(puzzle: &StarBattle) -> Option<String> {
    let count = puzzle.region_count();
    let is_free = |name: &String| !(0..count).any(|region| puzzle.region_name(region) == name);
    (0..=count).map(|region| letter(region, count + 1)).find(|name| count < puzzle.size() && is_free(name))
}

/// Applies a correction; `None` if it does not fit the puzzle.
pub(super) fn corrected(puzzle: &StarBattle, correction: &Correction) -> Option<StarBattle> {
    let named = |region: Option<usize>| region.map(|region| puzzle.region_name(region).to_owned());
    let mut labels = puzzle.regions().map(|&region| named(region));
    if let &[Cell { row, col }] = correction.cells.as_slice() {
        labels.get(row, col)?;
        let is_known = (0..puzzle.region_count()).any(|region| puzzle.region_name(region) == correction.to);
        if !is_known && missing_region(puzzle).as_ref() != Some(&correction.to) {
            return None;
        }
        labels[Cell { row, col }] = Some(correction.to.clone());
        StarBattle::new(&labels, puzzle.stars()).ok()
    } else {
        let stars = (1..=MOST_STARS).find(|&stars| count_stars(stars) == correction.to)?;
        StarBattle::new(&labels, stars).ok()
    }
}
