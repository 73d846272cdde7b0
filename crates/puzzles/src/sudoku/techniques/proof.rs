//! Which premises a step needs: each is left out in turn, and stays out if the conclusions follow without it.
//!
//! A **question** is something that the premises have to exclude, as cells with the digits that they would have: that a conclusion is wrong or, if the step assumes one solution, that it is
//! wrong and a cell of the pattern holds none of its two digits. Whether they follow is decided by a small complete search over the units that the premises name: singles, then guesses. It is a check of its own,
//! apart from the proof by SAT that the tests make.

use pencilmark_csp::Meter;

use super::bits::{Bits, digits};
use super::geometry::Geometry;
use super::telling::Because;
use crate::sudoku::parts::MOST;

/// Guesses after which a premise counts as needed.
const GUESSES: usize = 30_000;

/// Drops premises that are not needed, as far as the meter allows.
pub(super) fn needed<B: Bits>(
    geometry: &Geometry<B>,
    mut because: Because,
    questions: &[Vec<(usize, u32)>],
    meter: &mut Meter,
) -> Because {
    let mut latest = 0; // the question that refuted the last attempt will often refute the next one
    let mut follows = |because: &Because| {
        let mut domains = vec![geometry.all; geometry.peers.len()];
        for &(cell, digit) in &because.lacks {
            domains[cell] &= !(1 << digit);
        }
        let count = questions.len();
        (0..count).all(|turn| {
            let index = (latest + turn) % count;
            let mut denied = domains.clone();
            questions[index].iter().for_each(|&(cell, set)| denied[cell] &= set);
            let mut guesses = GUESSES;
            let refuted = questions[index].iter().any(|&(cell, _)| denied[cell] == 0)
                || matches!(search(geometry, &because.units, &mut denied, &mut guesses, meter), Some(false));
            if !refuted {
                latest = index;
            }
            refuted
        })
    };
    let mut index = because.units.len();
    while index > 0 {
        index -= 1;
        let unit = because.units.remove(index);
        if !follows(&because) {
            because.units.insert(index, unit);
        }
    }
    let mut index = because.lacks.len();
    while index > 0 {
        index -= 1;
        let lack = because.lacks.remove(index);
        if !follows(&because) {
            because.lacks.insert(index, lack);
        }
    }
    because
}

/// Whether the units can be filled. `None` after too many guesses, or once the meter is spent.
fn search<B: Bits>(
    geometry: &Geometry<B>,
    units: &[usize],
    domains: &mut [u32],
    guesses: &mut usize,
    meter: &mut Meter,
) -> Option<bool> {
    meter.poll().ok()?;
    if !propagate(geometry, units, domains) {
        return Some(false);
    }
    // A guess settles the cell with the fewest digits, or the digit with the fewest places in a unit.
    let mut least = u32::MAX;
    let mut options: Vec<(usize, u32)> = Vec::new();
    for &unit in units {
        let cells = &geometry.unit_cells[unit];
        let mut counts = [0_u32; MOST + 1];
        for &cell in cells {
            let domain = domains[usize::from(cell)];
            let count = domain.count_ones();
            if count > 1 {
                digits(domain).for_each(|digit| counts[digit] += 1);
                if count < least {
                    least = count;
                    options = digits(domain).map(|digit| (usize::from(cell), 1 << digit)).collect();
                }
            }
        }
        for (digit, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 1) {
            if count < least {
                least = count;
                let spots = cells.iter().map(|&cell| usize::from(cell)).filter(|&cell| domains[cell] >> digit & 1 != 0);
                options = spots.map(|cell| (cell, 1 << digit)).collect();
            }
        }
    }
    if options.is_empty() {
        return Some(true);
    }
    for (cell, bit) in options {
        *guesses = guesses.checked_sub(1)?;
        let mut guess = domains.to_vec();
        guess[cell] = bit;
        if search(geometry, units, &mut guess, guesses, meter)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Naked and hidden singles to the end. Whether no contradiction showed up.
fn propagate<B: Bits>(geometry: &Geometry<B>, units: &[usize], domains: &mut [u32]) -> bool {
    loop {
        let mut changed = false;
        for &unit in units {
            let cells = &geometry.unit_cells[unit];
            let (mut seen, mut again, mut fixed) = (0_u32, 0, 0);
            for &cell in cells {
                let domain = domains[usize::from(cell)];
                again |= seen & domain;
                seen |= domain;
                if domain.is_power_of_two() {
                    if fixed & domain != 0 {
                        return false;
                    }
                    fixed |= domain;
                }
            }
            if seen != geometry.all {
                return false;
            }
            let hidden = seen & !again & !fixed;
            for &cell in cells {
                let domain = &mut domains[usize::from(cell)];
                if domain.is_power_of_two() {
                    continue;
                }
                let mut left = *domain & !fixed;
                let here = left & hidden;
                if here != 0 {
                    left = here;
                }
                if left == 0 || here.count_ones() > 1 {
                    return false;
                }
                if left != *domain {
                    *domain = left;
                    changed = true;
                }
            }
        }
        if !changed {
            return true;
        }
    }
}
