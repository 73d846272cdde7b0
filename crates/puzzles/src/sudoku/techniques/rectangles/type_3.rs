//! Type 3: the extra digits of two corners stand for one cell of a naked set.

use super::super::bits::{Bits, digits};
use super::super::sets::NUMBERS;
use super::super::sheet::Paper;
use super::{show, swap, with_roof};
use crate::sudoku::parts::MOST;
use crate::technique::{Finder, Flow};

pub(in super::super) fn type_3<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_roof(paper, |corners, pair, roof| {
        let extra = (paper.marks[roof[0]] | paper.marks[roof[1]]) & !pair;
        if extra.count_ones() < 2 {
            return Flow::Continue(());
        }
        let both = B::only(roof[0]) | B::only(roof[1]);
        for unit in paper.geometry.of(roof[0]) {
            if !both.within(paper.geometry.units[unit]) {
                continue;
            }
            let rest = (paper.geometry.units[unit] & paper.open).without(both);
            let most = rest.len();
            let mut cells = [0_u16; MOST];
            for (place, cell) in cells.iter_mut().zip(rest.cells()) {
                *place = cell as u16;
            }
            subset(paper, &cells[..most], 4, B::NONE, extra, &mut |set, union| {
                let all = set | both;
                // With one of the two digits in them, these cells make a naked set whether the puzzle has one solution or not; so do some of them that hold no
                // more digits than they are.
                if union & pair != 0 || has_naked_set(paper, set) {
                    return Flow::Continue(());
                }
                // A naked set in the row of a box empties the box as well.
                let mut gone: Vec<(usize, B)> = Vec::new();
                let inside = paper.geometry.units[unit].without(all);
                for digit in digits(union) {
                    gone.push((digit, paper.digits[digit] & inside));
                }
                let told = |gone: Vec<(usize, B)>, finder: &mut Finder| {
                    show(paper, finder, corners, pair, &gone, &set.cells().collect::<Vec<_>>(), |because| {
                        because.unit(unit);
                        for &(_, cells) in &gone {
                            paper.all_see(because, all, cells);
                        }
                        format!(
                            "If {} held {} alone, {} So one of them holds one of {}. Together with {} that makes {} cells of {} for {} digits.",
                            paper.names(both),
                            Paper::<B>::both(pair),
                            swap(pair),
                            Paper::<B>::either(extra),
                            paper.names(set),
                            NUMBERS[set.len() + 1],
                            paper.unit_name(unit),
                            NUMBERS[union.count_ones() as usize],
                        )
                    })
                };
                let other = paper
                    .geometry
                    .of(roof[0])
                    .into_iter()
                    .find(|&other| other != unit && all.within(paper.geometry.units[other]));
                if let Some(other) = other {
                    let mut more = gone.clone();
                    for (digit, cells) in &mut more {
                        *cells |= (paper.digits[*digit] & paper.geometry.units[other]).without(all);
                    }
                    told(more, finder)?;
                }
                told(gone, finder)
            })?;
        }
        Flow::Continue(())
    })
}

/// Whether some of these few cells hold no more digits than they are.
fn has_naked_set<B: Bits>(paper: &Paper<B>, cells: B) -> bool {
    (1_u32..1 << cells.len()).any(|some| {
        let chosen = cells.cells().enumerate().filter(|(place, _)| some >> place & 1 == 1);
        let marks = chosen.fold(0, |marks, (_, cell)| marks | paper.marks[cell]);
        marks.count_ones() <= some.count_ones()
    })
}

/// Up to `left` cells that together with one more hold as many digits as they are.
fn subset<B: Bits>(
    paper: &Paper<B>,
    cells: &[u16],
    left: usize,
    chosen: B,
    set: u32,
    found: &mut impl FnMut(B, u32) -> Flow,
) -> Flow {
    if !chosen.is_empty() && set.count_ones() as usize == chosen.len() + 1 {
        found(chosen, set)?;
    }
    if left == 0 {
        return Flow::Continue(());
    }
    for (index, &cell) in cells.iter().enumerate() {
        let cell = usize::from(cell);
        let union = set | paper.marks[cell];
        if union.count_ones() as usize <= chosen.len() + left + 1 {
            subset(paper, &cells[index + 1..], left - 1, chosen | B::only(cell), union, found)?;
        }
    }
    Flow::Continue(())
}
