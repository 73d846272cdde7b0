//! What techniques remember from one position to the next: where they saw nothing, they look again only when something has changed there.
//!
//! What a technique sees may depend only on what it says it looks at: the marks of a digit, of a unit, or of a box and a line that cross. It has
//! **noticed** something when there is a pattern, even one that rules nothing out.

use std::cell::Cell;

use super::bits::{Bits, digits};
use super::geometry::{Crossing, Geometry};
use super::sheet::Paper;
use super::templates;
use crate::sudoku::parts::MOST;
use crate::technique::Flow;

/// Techniques that look at one digit at a time.
#[derive(Clone, Copy)]
pub(super) enum Looks {
    Pointing,
    Claiming,
    XWing,
    Swordfish,
    Skyscraper,
    Kite,
    Turbot,
    EmptyRectangle,
    Trap,
    Wrap,
    FinnedXWing,
    FinnedSwordfish,
    Jellyfish,
    FinnedJellyfish,
    Multi1,
    Multi2,
}

/// How many there are.
const LOOKS: usize = Looks::Multi2 as usize + 1;

impl Looks {
    /// Whether it costs less to look than to find out whether there is something to see.
    fn is_quick(self) -> bool {
        matches!(self, Self::Pointing | Self::Claiming | Self::XWing | Self::Swordfish)
    }
}

/// Techniques that look at one unit at a time.
#[derive(Clone, Copy)]
pub(super) enum InUnit {
    Naked2,
    Naked3,
    Naked4,
    Hidden2,
    Hidden3,
    Hidden4,
}

/// How many there are.
const IN_UNIT: usize = InUnit::Hidden4 as usize + 1;

/// Techniques that look at a box and a line that cross.
#[derive(Clone, Copy)]
pub(super) enum AtCrossing {
    Locked2,
    Locked3,
    Bent,
    SueDeCoq,
}

/// How many there are.
const AT_CROSSING: usize = AtCrossing::SueDeCoq as usize + 1;

/// What techniques remember.
#[derive(Clone)]
pub(super) struct Memory<B: Bits> {
    /// For each technique of one digit the digits where it saw nothing since they last changed.
    quiet: [Cell<u32>; LOOKS],
    /// Counts what techniques noticed.
    noticed: Cell<u32>,
    /// The digits that have changed since the last step.
    changed: u32,
    /// See [`Paper::dead`].
    dead: [Cell<B>; MOST + 1],
    /// The digits of which that is known.
    known_dead: Cell<u32>,
    /// Counts steps from 1.
    now: u32,
    /// The step in which a mark of each unit was last removed.
    touched: Vec<u32>,
    /// When each technique last saw nothing in each unit, and then likewise at each crossing.
    in_vain: Vec<Cell<u32>>,
}

impl<B: Bits> Memory<B> {
    pub(super) fn new(geometry: &Geometry<B>) -> Self {
        let units = 3 * geometry.side;
        Self {
            quiet: std::array::from_fn(|_| Cell::new(0)),
            noticed: Cell::new(0),
            changed: 0,
            dead: std::array::from_fn(|_| Cell::new(B::NONE)),
            known_dead: Cell::new(0),
            now: 1,
            touched: vec![1; units],
            in_vain: vec![Cell::new(0); IN_UNIT * units + AT_CROSSING * geometry.crossings.len()],
        }
    }

    /// A mark goes.
    #[inline]
    pub(super) fn removed(&mut self, digit: usize, units: [u8; 3]) {
        self.changed |= 1 << digit;
        units.into_iter().for_each(|unit| self.touched[usize::from(unit)] = self.now);
    }

    /// A step begins.
    pub(super) fn begin(&mut self) {
        self.now += 1;
    }

    /// It has been taken.
    pub(super) fn end(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        self.quiet.iter().chain([&self.known_dead]).for_each(|known| known.set(known.get() & !changed));
    }

    /// Looks at something that was last changed at `touched`, unless that was in vain since.
    fn look(&self, place: usize, touched: u32, look: impl FnOnce() -> Flow) -> Flow {
        let in_vain = &self.in_vain[place];
        if in_vain.get() < touched {
            let before = self.noticed.get();
            look()?;
            if self.noticed.get() == before {
                in_vain.set(self.now);
            }
        }
        Flow::Continue(())
    }
}

impl<B: Bits> Paper<B> {
    /// There is something to see.
    pub(super) fn notice(&self) {
        self.memory.noticed.set(self.memory.noticed.get().wrapping_add(1));
    }

    /// Looks at each digit that has changed since the technique noticed nothing there.
    pub(super) fn each_digit(&self, by: Looks, mut look: impl FnMut(usize) -> Flow) -> Flow {
        let (quiet, noticed) = (&self.memory.quiet[by as usize], &self.memory.noticed);
        for digit in digits(self.geometry.all & !quiet.get()) {
            let before = noticed.get();
            if by.is_quick() || !self.dead(digit).is_empty() {
                look(digit)?;
            }
            if noticed.get() == before {
                quiet.set(quiet.get() | 1 << digit);
            }
        }
        Flow::Continue(())
    }

    /// Looks at each unit that has changed since the technique noticed nothing there.
    pub(super) fn each_unit(&self, by: InUnit, mut look: impl FnMut(usize) -> Flow) -> Flow {
        let units = 3 * self.geometry.side;
        let first = by as usize * units;
        (0..units).try_for_each(|unit| self.memory.look(first + unit, self.memory.touched[unit], || look(unit)))
    }

    /// Looks at each crossing that has changed since the technique noticed nothing there.
    pub(super) fn each_crossing(&self, by: AtCrossing, mut look: impl FnMut(&Crossing<B>) -> Flow) -> Flow {
        let crossings = &self.geometry.crossings;
        let first = IN_UNIT * 3 * self.geometry.side + by as usize * crossings.len();
        crossings.iter().enumerate().try_for_each(|(index, crossing)| {
            let touched = [crossing.square, crossing.line].map(|unit| self.memory.touched[unit]);
            self.memory.look(first + index, touched[0].max(touched[1]), || look(crossing))
        })
    }

    /// The marks of a digit that a look at this digit alone can rule out, at most.
    pub(super) fn dead(&self, digit: usize) -> B {
        let Memory { dead, known_dead, .. } = &self.memory;
        if known_dead.get() >> digit & 1 == 0 {
            dead[digit].set(templates::dead(self, digit));
            known_dead.set(known_dead.get() | 1 << digit);
        }
        dead[digit].get()
    }
}
