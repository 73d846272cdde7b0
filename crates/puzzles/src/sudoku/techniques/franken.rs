//! Franken fish: boxes may be among the base and the cover.
//!
//! The search starts from the mark to remove: if it were right, n base units would have to place
//! the digit in n - 1 cover units. Cells shared by two base units also count as fins (endo fins).

use super::bits::Bits;
use super::fish::{fish, show_fish};
use super::sheet::Paper;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    FRANKEN_X_WING, "franken-x-wing", "Franken X-wing", 5, 74,
        "An X-wing with boxes among its rows or columns, with or without fins.", &["Franken X-Wing", "Finned Franken X-Wing"];
    FRANKEN_SWORDFISH, "franken-swordfish", "Franken swordfish", 5, 74,
        "A swordfish with boxes among its rows or columns, with or without fins.", &["Franken Swordfish", "Finned Franken Swordfish"];
    FRANKEN_JELLYFISH, "franken-jellyfish", "Franken jellyfish", 5, 75,
        "A jellyfish with boxes among its rows or columns, with or without fins.", &["Franken Jellyfish", "Finned Franken Jellyfish"];
}

pub(super) fn franken<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let geometry = paper.geometry;
    let side = geometry.side;
    let units: Vec<usize> = (0..3 * side).collect();
    for digit in 1..=side {
        let places = paper.digits[digit];
        if places.len() < 2 * N {
            continue;
        }
        for target in paper.dead(digit).cells() {
            finder.poll()?;
            let left = places.without(geometry.peers[target] | B::only(target));
            let [row, col, square] = geometry.of(target);
            // Bases among rows and boxes with covers among columns and boxes, or the other way round.
            for (lines, crossing, own) in [(0, side, col), (side, 0, row)] {
                let apart = |unit: &&usize| **unit != square && **unit != own && **unit != row && **unit != col;
                let of =
                    |first: usize| (units.iter()).filter(move |&&unit| unit / side == first / side || unit >= 2 * side);
                // A base without a place left would be a contradiction by itself.
                let bases: Vec<(usize, B)> = of(lines)
                    .filter(|&&unit| unit != square && unit != row && unit != col)
                    .map(|&unit| (unit, left & geometry.units[unit]))
                    .filter(|(_, cells)| !cells.is_empty())
                    .collect();
                let covers: Vec<usize> =
                    of(crossing).filter(apart).copied().filter(|&unit| left.meets(geometry.units[unit])).collect();
                let mut look = Look { paper, digit, target, left, bases: &bases, own: [own, square], size: N };
                look.covers(finder, &covers, &mut Vec::with_capacity(N), B::NONE)?;
            }
        }
    }
    Flow::Continue(())
}

struct Look<'a, B: Bits> {
    paper: &'a Paper<B>,
    digit: usize,
    target: usize,
    /// The places of the digit outside the sight of the target.
    left: B,
    bases: &'a [(usize, B)],
    /// The covers that hold the target: its line and its box.
    own: [usize; 2],
    size: usize,
}

impl<B: Bits> Look<'_, B> {
    /// Chooses all covers but the one of the target.
    fn covers(&mut self, finder: &mut Finder, covers: &[usize], chosen: &mut Vec<usize>, area: B) -> Flow {
        if chosen.len() + 1 == self.size {
            let fitting: Vec<usize> = (self.bases.iter())
                .filter(|(unit, cells)| cells.within(area) && !chosen.contains(unit))
                .map(|&(unit, _)| unit)
                .collect();
            return if fitting.len() < self.size {
                Flow::Continue(())
            } else {
                self.choose_bases(finder, &fitting, &mut Vec::with_capacity(self.size), chosen, [B::NONE; 2])
            };
        }
        for (index, &unit) in covers.iter().enumerate() {
            chosen.push(unit);
            self.covers(finder, &covers[index + 1..], chosen, area | self.paper.geometry.units[unit])?;
            chosen.pop();
        }
        Flow::Continue(())
    }

    /// Chooses bases. A place shared by two of them is a fin, since one digit there satisfies both,
    /// so it must see the target. `area` holds the places of the chosen bases, and `shared` those
    /// that two of them share.
    fn choose_bases(
        &mut self,
        finder: &mut Finder,
        fitting: &[usize],
        chosen: &mut Vec<usize>,
        covers: &[usize],
        [area, shared]: [B; 2],
    ) -> Flow {
        if chosen.len() == self.size {
            return self.own.into_iter().try_for_each(|own| self.show(finder, chosen, covers, own, [area, shared]));
        }
        for (index, &unit) in fitting.iter().enumerate() {
            let cells = self.paper.spot_cells(unit, self.digit);
            let both = cells & area;
            if !both.meets(self.left) {
                chosen.push(unit);
                let areas = [area | cells, shared | both];
                self.choose_bases(finder, &fitting[index + 1..], chosen, covers, areas)?;
                chosen.pop();
            }
        }
        Flow::Continue(())
    }

    fn show(&self, finder: &mut Finder, bases: &[usize], covers: &[usize], own: usize, [area, shared]: [B; 2]) -> Flow {
        let geometry = self.paper.geometry;
        let mut covers = [covers, &[own]].concat();
        covers.sort_unstable();
        if !bases.iter().chain(&covers).any(|&unit| geometry.is_square(unit))
            || bases.iter().any(|unit| covers.contains(unit))
        {
            return Flow::Continue(());
        }
        let covered = covers.iter().fold(B::NONE, |set, &unit| set | geometry.units[unit]);
        let fins = area.without(covered) | shared;
        let mut gone = (self.paper.digits[self.digit] & covered).without(area);
        if !fins.is_empty() {
            gone &= geometry.common_peers(fins);
        }
        if !gone.has(self.target) {
            return Flow::Continue(());
        }
        show_fish(self.paper, finder, self.digit, bases, &covers, gone, fins)
    }
}
