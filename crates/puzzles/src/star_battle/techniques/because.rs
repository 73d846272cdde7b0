//! What a step rests on: premises cut down to those that are needed.
//!
//! A technique names the units whose counts it uses. What is known about their cells then entails the step, but seldom is all of it needed: that a cell is
//! dotted does not matter if the star in question touches it. So premises are left out one by one, and stay out if the step still follows. Whether it does is decided by
//! a small search over the cells of those units alone.

use std::cell::Cell;

use pencilmark_csp::{Budget, Meter};

use super::cells::Cells;
use super::sheet::{Geometry, StarSheet};
use crate::technique::proof::{Needed, needed};
use crate::technique::{Mark, Premise, Step, Telling};

/// The rule that stars do not touch, as the first model names it.
const TOUCH: &str = "touch";
/// States that the search may visit for one question. Where that is not enough, SAT has the last word.
const PATIENCE: usize = 1_000;
/// Decisions that SAT may make for one step. Counting many stars is infeasible for resolution, even
/// from few premises.
const DECISIONS: u64 = 20_000;

/// Premises about cells, units and touch.
#[derive(Clone)]
struct Premises<const W: usize> {
    stars: Cells<W>,
    dots: Cells<W>,
    units: Vec<usize>,
    touch: bool,
}

impl<const W: usize> StarSheet<W> {
    /// Returns the premises that these conclusions need, given that they follow from the counts of
    /// `units`, from what is known about their cells, and from touch. Stops dropping premises once
    /// the meter is spent.
    pub(super) fn because(&self, units: &[usize], places: &[Mark], meter: &mut Meter) -> Needed {
        let geometry = &*self.geometry;
        let cells = units.iter().fold(Cells::EMPTY, |cells, &unit| cells | geometry.units[unit]);
        let stars = cells & self.stars;
        let mut units = units.to_vec();
        units.sort_unstable();
        units.dedup();
        let mut premises = Premises { stars, dots: cells - stars - self.free, units, touch: true };
        let grid = geometry.puzzle.regions();
        let conclusions: Vec<(usize, bool)> =
            places.iter().map(|mark| (grid.index(mark.cell), mark.value == 1)).collect();
        let unsettled = Cell::new(false);
        let mut follows = |premises: &Premises<W>| {
            conclusions.iter().all(|&conclusion| {
                let follows = premises.entail(geometry, conclusion, meter);
                unsettled.set(unsettled.get() || follows.is_none());
                follows == Some(true)
            })
        };
        let mut try_without = |less: Premises<W>, premises: &mut Premises<W>| {
            if follows(&less) {
                *premises = less;
            }
        };
        for dot in premises.dots.iter() {
            try_without(Premises { dots: premises.dots.without(dot), ..premises.clone() }, &mut premises);
        }
        for star in premises.stars.iter() {
            try_without(Premises { stars: premises.stars.without(star), ..premises.clone() }, &mut premises);
        }
        for unit in premises.units.clone() {
            let units = premises.units.iter().copied().filter(|&other| other != unit).collect();
            try_without(Premises { units, ..premises.clone() }, &mut premises);
        }
        try_without(Premises { touch: false, ..premises.clone() }, &mut premises);
        let stars = premises.stars.iter().map(|place| Premise::Holds(self.mark(place, 1)));
        let dots = premises.dots.iter().map(|place| Premise::Lacks(self.mark(place, 1)));
        let rules = premises.units.iter().map(|&unit| Premise::Rule(geometry.rule(unit)));
        let touch = premises.touch.then_some(Premise::Rules(TOUCH));
        let because = stars.chain(dots).chain(rules).chain(touch).collect();
        if unsettled.get() {
            self.settled(because, places, meter)
        } else {
            Needed { premises: because, is_complete: true }
        }
    }

    /// The premises without those that SAT shows to be idle.
    pub(super) fn settled(&self, because: Vec<Premise>, places: &[Mark], meter: &Meter) -> Needed {
        let why = Telling { because, ..Telling::default() };
        let technique = &super::basic::FORCED;
        let step = Step { technique, rating: technique.rating, removes: Vec::new(), places: places.to_vec(), why };
        let meter = Budget { nodes: Some(DECISIONS), ..meter.rest() }.start();
        match needed(&self.geometry.puzzle, &step, &meter) {
            Ok(Some(needed)) => needed,
            result => Needed { premises: step.why.because, is_complete: result.is_ok() },
        }
    }
}

impl<const W: usize> Premises<W> {
    /// Whether the conclusion follows: there is no way to satisfy the premises and contradict it. `None`: that takes too long to tell.
    fn entail(&self, geometry: &Geometry<W>, (place, is_star): (usize, bool), meter: &mut Meter) -> Option<bool> {
        let open = self.units.iter().fold(Cells::EMPTY, |open, &unit| open | geometry.units[unit]) - self.dots;
        let need = self.units.iter().map(|&unit| (unit, geometry.stars() as i16)).collect();
        let mut search = Search { geometry, touch: self.touch, patience: PATIENCE, meter };
        let mut state = State { open, need, stars: Cells::EMPTY };
        let mut stars = self.stars;
        if is_star {
            if stars.has(place) {
                return Some(true);
            }
            state.open.remove(place);
        } else {
            if self.dots.has(place) {
                return Some(true);
            }
            stars.add(place);
        }
        let denied = stars.iter().all(|star| search.star(&mut state, star)) && search.satisfiable(state);
        (search.patience > 0).then_some(!denied)
    }
}

/// A part of the board while stars are put into it.
#[derive(Clone)]
struct State<const W: usize> {
    open: Cells<W>,
    stars: Cells<W>,
    need: Vec<(usize, i16)>, // units in force, and how many stars each still needs
}

struct Search<'a, const W: usize> {
    geometry: &'a Geometry<W>,
    touch: bool,
    patience: usize,
    meter: &'a mut Meter,
}

impl<const W: usize> Search<'_, W> {
    /// Puts a star there. `false`: it touches another.
    fn star(&mut self, state: &mut State<W>, place: usize) -> bool {
        if state.stars.has(place) {
            return true;
        }
        if self.touch {
            if self.geometry.near[place].meets(state.stars) {
                return false;
            }
            state.open = state.open - self.geometry.near[place];
        }
        state.open.remove(place);
        state.stars.add(place);
        for (unit, need) in &mut state.need {
            *need -= i16::from(self.geometry.units[*unit].has(place));
        }
        true
    }

    /// Whether all units can get what they need. Yes, too, if that takes too long to tell.
    fn satisfiable(&mut self, mut state: State<W>) -> bool {
        loop {
            self.patience = if self.meter.poll().is_ok() { self.patience.saturating_sub(1) } else { 0 };
            if self.patience == 0 {
                return true;
            }
            let mut tightest: Option<(usize, Cells<W>)> = None;
            let mut forced = None;
            let mut cleared = false;
            for &(unit, need) in &state.need {
                let open = state.open & self.geometry.units[unit];
                let slack = open.len() as i16 - need;
                if need < 0 || slack < 0 || self.touch && need > 1 && self.lacks_room(open, need as usize) {
                    return false;
                }
                if need == 0 {
                    cleared |= !open.is_empty();
                    state.open = state.open - open;
                } else if slack == 0 {
                    forced = forced.or(open.first());
                } else if tightest.as_ref().is_none_or(|&(other, _)| (slack as usize) < other) {
                    tightest = Some((slack as usize, open));
                }
            }
            if let Some(place) = forced {
                if !self.star(&mut state, place) {
                    return false;
                }
            } else if !cleared {
                let Some((_, open)) = tightest else { return true };
                let Some(place) = open.first() else { return true };
                let mut with = state.clone();
                if self.star(&mut with, place) && self.satisfiable(with) {
                    return true;
                }
                state.open.remove(place);
            }
        }
    }

    fn lacks_room(&self, open: Cells<W>, need: usize) -> bool {
        self.geometry.room(open, need - 1) < need
    }
}
