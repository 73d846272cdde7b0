//! Lines and the parts of cages in them, for what lines add up or multiply to.
//!
//! A **stretch** is one line or two neighbours; its **shares** are the parts of cages in it, each with the sums that the fillings of the cage make there.

use pencilmark_csp::Meter;
use pencilmark_csp::rule::Operator;

use super::combinations::{Given, unused, why};
use super::names::{goes, joined, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, bit, mark, marks, place};
use crate::kenken::engine::state::WIDTH;
use crate::technique::{Finder, Flow, Mark, Telling};

/// The most lines of a stretch.
const LINES: usize = 2;
/// The most shares of a stretch.
const SHARES: usize = LINES * WIDTH;

/// The part of a cage in a stretch.
#[derive(Clone, Copy, Default)]
pub(super) struct Share {
    pub(super) cage: usize,
    /// The cells of the cage in the stretch, as bits by their order.
    pub(super) members: u64,
    /// Bit s: they may add up to s.
    pub(super) sums: u128,
}

/// Lines with their shares.
pub(super) struct Stretch {
    lines: [usize; LINES],
    pub(super) width: usize,
    shares: [Share; SHARES],
    count: usize,
}

impl Stretch {
    pub(super) fn lines(&self) -> &[usize] {
        &self.lines[..self.width]
    }

    pub(super) fn shares(&self) -> &[Share] {
        &self.shares[..self.count]
    }

    /// `None` if something about a cage is not known.
    pub(super) fn new(sheet: &KenKenSheet, first: usize, width: usize) -> Option<Self> {
        let mut stretch = Self { lines: [0; LINES], width, shares: [Share::default(); SHARES], count: 0 };
        for (at, line) in (first..first + width).enumerate() {
            stretch.lines[at] = line;
            for cell in sheet.line(line) {
                let cage = sheet.cage_of(cell);
                let order = sheet.cells(cage).iter().position(|&other| other == cell)?;
                if order > 63 {
                    return None;
                }
                let known = stretch.shares[..stretch.count].iter_mut().find(|share| share.cage == cage);
                if let Some(share) = known {
                    share.members |= 1 << order;
                } else {
                    stretch.shares[stretch.count] = Share { cage, members: 1 << order, sums: 0 };
                    stretch.count += 1;
                }
            }
        }
        for share in &mut stretch.shares[..stretch.count] {
            share.sums = sums(sheet, share.cage, share.members)?;
        }
        Some(stretch)
    }

    /// What its cells add up to.
    pub(super) fn total(&self, sheet: &KenKenSheet) -> u32 {
        (self.width * sheet.size() * (sheet.size() + 1) / 2) as u32
    }
}

/// The sums that the fillings of a cage make in some of its cells.
fn sums(sheet: &KenKenSheet, cage: usize, members: u64) -> Option<u128> {
    if let &[cell] = sheet.cells(cage) {
        return Some(u128::from(sheet.marks(cell)) << 1);
    }
    if !sheet.fillings(cage).is_listed() {
        // Too many to list, but a whole + cage adds up to its target.
        let whole =
            members.count_ones() as usize == sheet.cells(cage).len() && sheet.cage(cage).operator == Operator::Add;
        return u32::try_from(sheet.cage(cage).target)
            .ok()
            .filter(|_| whole)
            .and_then(|target| 1u128.checked_shl(target));
    }
    let mut sums = 0;
    for filling in sheet.fillings(cage).iter() {
        sums |= 1u128.checked_shl(sum_in(filling, members))?;
    }
    Some(sums)
}

/// What a filling adds up to in some of its cells.
pub(super) fn sum_in(filling: &[u8], members: u64) -> u32 {
    let inside = |&(order, _): &(usize, &u8)| members >> order & 1 == 1;
    filling.iter().enumerate().filter(inside).map(|(_, &number)| u32::from(number)).sum()
}

/// Every stretch, the narrow ones first.
pub(super) fn each_stretch(sheet: &KenKenSheet, mut act: impl FnMut(&Stretch) -> Flow) -> Flow {
    for width in 1..=LINES.min(sheet.size() - 1) {
        for side in [0, WIDTH] {
            for first in side..=side + sheet.size() - width {
                if let Some(stretch) = Stretch::new(sheet, first, width) {
                    act(&stretch)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// A step if the fillings of a share's cage that do not keep something are all that uses some marks.
pub(super) fn step(
    sheet: &KenKenSheet,
    finder: &mut Finder,
    share: &Share,
    keeps: impl Fn(&[u8]) -> bool,
    tell: impl FnOnce(&[Mark], &[Mark], &Meter) -> Telling,
) -> Flow {
    let fillings = sheet.fillings(share.cage);
    if !fillings.iter().any(&keeps) || fillings.iter().all(&keeps) {
        return Flow::Continue(());
    }
    let removes = unused(sheet, share.cage, &keeps);
    let Some(first) = removes.first() else { return Flow::Continue(()) };
    // A single cell that is left with one number is entered.
    let cell = (first.cell.row * WIDTH + first.cell.col) as u8;
    if removes.iter().all(|mark| mark.cell == first.cell) && removes.len() as u32 + 1 == sheet.marks(cell).count_ones()
    {
        let kept = (sheet.marks(cell) & !removes.iter().fold(0, |gone, mark| gone | bit(mark.value))).trailing_zeros();
        let places = [mark(cell, kept as u16 + 1)];
        return finder.step(&[], &places, |meter| tell(&[], &places, meter));
    }
    finder.step(&removes, &[], |meter| tell(&removes, &[], meter))
}

/// The cells of a share.
pub(super) fn share_cells<'a>(sheet: &'a KenKenSheet, share: &'a Share) -> impl Iterator<Item = u8> + 'a {
    sheet
        .cells(share.cage)
        .iter()
        .enumerate()
        .filter(|(order, _)| share.members >> order & 1 == 1)
        .map(|(_, &cell)| cell)
}

/// `r1c1+r1c2`, with the sign of a sum or a product.
pub(super) fn term(sheet: &KenKenSheet, share: &Share, sign: &str) -> String {
    joined(share_cells(sheet, share), sign)
}

/// `r1c1+r1c2 (the 7+ cage at r1c1)`, `r1c1+r1c2 (in the 24× cage at r1c1)`, `r1c4`
pub(super) fn share_name(sheet: &KenKenSheet, share: &Share, sign: &str) -> String {
    noted(sheet, share, sign, "")
}

/// The same with a note: `r1c1+r1c2 (in the 24× cage at r1c1: 4 or 8)`.
pub(super) fn noted(sheet: &KenKenSheet, share: &Share, sign: &str, note: &str) -> String {
    let (term, name) = (term(sheet, share, sign), the_cage(sheet.cage(share.cage)));
    let count = sheet.cells(share.cage).len();
    if count == 1 || share_cells(sheet, share).all(|cell| sheet.is_entered(cell)) {
        return term;
    }
    let inside = if share.members.count_ones() as usize == count { "" } else { "in " };
    format!("{term} ({inside}{name}{note})")
}

/// The sums that a share can make.
pub(super) fn sums_of(share: &Share) -> impl Iterator<Item = u32> + '_ {
    (0..128).filter(|sum| share.sums >> sum & 1 == 1)
}

pub(super) fn grounds<'a>(sheet: &'a KenKenSheet, stretch: &Stretch) -> Grounds<'a> {
    let lines = stretch.lines().iter().fold(Grounds::new(sheet), |grounds, &line| grounds.line(line));
    stretch.shares().iter().fold(lines, |grounds, share| grounds.cage(share.cage))
}

/// How a step about a share ends, if these fillings are left.
pub(super) fn conclusion(
    sheet: &KenKenSheet,
    share: &Share,
    keeps: impl Fn(&&[u8]) -> bool,
    (removes, places): (&[Mark], &[Mark]),
) -> String {
    let kept: Vec<&[u8]> = sheet.fillings(share.cage).iter().filter(keeps).collect();
    let end = match places {
        [placed] => format!("So {} is {}.", placed.cell, placed.value),
        _ => format!("So {}.", goes(removes)),
    };
    match places {
        [placed]
            if share.members.is_power_of_two() && share_cells(sheet, share).any(|cell| place(cell) == placed.cell) =>
        {
            end
        }
        [placed] => {
            let cell = (placed.cell.row * WIDTH + placed.cell.col) as u8;
            let gone: Vec<Mark> = marks(cell, sheet.marks(cell) & !bit(placed.value)).collect();
            format!("{} {end}", why(sheet, share.cage, Given::That, &kept, &gone))
        }
        _ => format!("{} {end}", why(sheet, share.cage, Given::That, &kept, removes)),
    }
}
