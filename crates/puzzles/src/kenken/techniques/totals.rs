//! What lines add up to: all numbers from 1 to the size, so that known parts tell what is left for the others.
//!
//! A **stretch** is one line or two neighbours; its **shares** are the parts of cages in it, each with the sums that the fillings of the cage make there.

use super::combinations::{unused, why};
use super::names::{cells, goes, lines_name, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, mark, place};
use crate::kenken::engine::state::WIDTH;
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

/// The most lines of a stretch.
const LINES: usize = 2;
/// The most shares of a stretch.
const SHARES: usize = LINES * WIDTH;
/// The most shares whose sum is open.
const OPEN: usize = 3;

pub(super) static LINE_SUM: TechniqueInfo = TechniqueInfo {
    id: "line-sum",
    title: "Innies and outies",
    tier: 5,
    rating: Rating(55),
    assumes_uniqueness: false,
    about: "A row or column adds up to 1 + 2 + … + size. If all its cages but one have known sums in it, what is left is the sum of the last one's cells there. \
The same with two neighbouring lines.",
    aliases: &["innies", "outies", "rule of 45", "cage splitting"],
};

pub(super) static LINE_SUMS: TechniqueInfo = TechniqueInfo {
    id: "open-line-sum",
    title: "Line sum with alternatives",
    tier: 5,
    rating: Rating(60),
    assumes_uniqueness: false,
    about: "As innies and outies, where two or three cages have several possible sums in the line: only those go together that add up to the whole.",
    aliases: &["innies and outies with combinations"],
};

pub(super) static PARITY: TechniqueInfo = TechniqueInfo {
    id: "parity",
    title: "Parity",
    tier: 4,
    rating: Rating(53),
    assumes_uniqueness: false,
    about: "The sum of a line is known to be odd or even, and so is that of many cages: a − cage adds up to an odd number exactly if its target is odd. \
If all cages but one are known in this way, so is the last one.",
    aliases: &["odd and even"],
};

pub(super) static LINE_PRODUCT: TechniqueInfo = TechniqueInfo {
    id: "line-product",
    title: "Line product",
    tier: 5,
    rating: Rating(57),
    assumes_uniqueness: false,
    about: "A row or column multiplies to 1 × 2 × … × size. If all its cages but one have known products in it, what is left is the product of the last one's cells there.",
    aliases: &["innies and outies of products"],
};

/// The part of a cage in a stretch.
#[derive(Clone, Copy, Default)]
struct Share {
    cage: usize,
    members: u64, // the cells of the cage in the stretch, as bits by their order
    sums: u128,   // bit s: they may add up to s
}

/// Lines with their shares.
struct Stretch {
    lines: [usize; LINES],
    width: usize,
    shares: [Share; SHARES],
    count: usize,
}

impl Stretch {
    fn lines(&self) -> &[usize] {
        &self.lines[..self.width]
    }

    fn shares(&self) -> &[Share] {
        &self.shares[..self.count]
    }

    /// `None` if something about a cage is not known.
    fn new(sheet: &KenKenSheet, first: usize, width: usize) -> Option<Self> {
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
                match known {
                    Some(share) => share.members |= 1 << order,
                    None => {
                        stretch.shares[stretch.count] = Share { cage, members: 1 << order, sums: 0 };
                        stretch.count += 1;
                    }
                }
            }
        }
        for share in &mut stretch.shares[..stretch.count] {
            share.sums = sums(sheet, share.cage, share.members)?;
        }
        Some(stretch)
    }

    /// What its cells add up to.
    fn total(&self, sheet: &KenKenSheet) -> u32 {
        (self.width * sheet.size() * (sheet.size() + 1) / 2) as u32
    }
}

/// The sums that the fillings of a cage make in some of its cells.
fn sums(sheet: &KenKenSheet, cage: usize, members: u64) -> Option<u128> {
    if let &[cell] = sheet.cells(cage) {
        return Some(u128::from(sheet.marks(cell)) << 1);
    }
    if !sheet.fillings(cage).is_listed() {
        return None;
    }
    let mut sums = 0;
    for filling in sheet.fillings(cage).iter() {
        sums |= 1u128.checked_shl(sum_in(filling, members))?;
    }
    Some(sums)
}

/// What a filling adds up to in some of its cells.
fn sum_in(filling: &[u8], members: u64) -> u32 {
    let inside = |&(order, _): &(usize, &u8)| members >> order & 1 == 1;
    filling.iter().enumerate().filter(inside).map(|(_, &number)| u32::from(number)).sum()
}

/// Every stretch, the narrow ones first.
fn each_stretch(sheet: &KenKenSheet, mut act: impl FnMut(&Stretch) -> Flow) -> Flow {
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

pub(super) fn line_sum(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    by_sums(sheet, finder, 1)
}

pub(super) fn line_sums(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    (2..=OPEN).try_for_each(|open| by_sums(sheet, finder, open))
}

fn by_sums(sheet: &KenKenSheet, finder: &mut Finder, open: usize) -> Flow {
    each_stretch(sheet, |stretch| {
        let shares = stretch.shares();
        if shares.iter().any(|share| share.sums == 0)
            || shares.iter().filter(|share| share.sums.count_ones() > 1).count() != open
        {
            return Flow::Continue(());
        }
        let known: u32 =
            shares.iter().filter(|share| share.sums.count_ones() == 1).map(|share| share.sums.trailing_zeros()).sum();
        let Some(left) = stretch.total(sheet).checked_sub(known).filter(|&left| left < 128) else {
            return Flow::Continue(());
        };
        for (at, share) in shares.iter().enumerate().filter(|(_, share)| share.sums.count_ones() > 1) {
            let others = shares.iter().enumerate().filter(|&(other, share)| other != at && share.sums.count_ones() > 1);
            let others = others.fold(1u128, |reach, (_, share)| {
                (0..128).filter(|sum| share.sums >> sum & 1 == 1).fold(0, |next, sum| next | reach << sum)
            });
            let fits = |sum: u32| left.checked_sub(sum).is_some_and(|rest| others >> rest & 1 == 1);
            step(
                sheet,
                finder,
                stretch,
                share,
                |filling| fits(sum_in(filling, share.members)),
                |removes, places| tell_sum(sheet, stretch, share, left, &fits, (removes, places)),
            )?;
        }
        Flow::Continue(())
    })
}

/// A step if the fillings of a share's cage that do not keep something are all that uses some marks.
fn step(
    sheet: &KenKenSheet,
    finder: &mut Finder,
    stretch: &Stretch,
    share: &Share,
    keeps: impl Fn(&[u8]) -> bool,
    tell: impl FnOnce(&[Mark], &[Mark]) -> Telling,
) -> Flow {
    let _ = stretch;
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
        let kept = (sheet.marks(cell) & !removes.iter().fold(0, |gone, mark| gone | super::sheet::bit(mark.value)))
            .trailing_zeros();
        let places = [mark(cell, kept as u16 + 1)];
        return finder.step(&[], &places, || tell(&[], &places));
    }
    finder.step(&removes, &[], || tell(&removes, &[]))
}

/// The cells of a share.
fn share_cells<'a>(sheet: &'a KenKenSheet, share: &'a Share) -> impl Iterator<Item = u8> + 'a {
    sheet
        .cells(share.cage)
        .iter()
        .enumerate()
        .filter(|(order, _)| share.members >> order & 1 == 1)
        .map(|(_, &cell)| cell)
}

fn is_whole(sheet: &KenKenSheet, share: &Share) -> bool {
    share.members.count_ones() as usize == sheet.cells(share.cage).len()
}

/// `the 7+ cage at r1c1`, `r1c1 and r1c2 of the 24× cage at r1c1`, `r1c4`
fn share_name(sheet: &KenKenSheet, share: &Share) -> String {
    let name = the_cage(sheet.cage(share.cage));
    match (sheet.cells(share.cage).len(), is_whole(sheet, share)) {
        (1, _) => cells(share_cells(sheet, share)),
        (_, true) => name,
        _ => format!("{} of {name}", cells(share_cells(sheet, share))),
    }
}

fn grounds<'a>(sheet: &'a KenKenSheet, stretch: &Stretch) -> Grounds<'a> {
    let lines = stretch.lines().iter().fold(Grounds::new(sheet), |grounds, &line| grounds.line(line));
    stretch.shares().iter().fold(lines, |grounds, share| grounds.cage(share.cage))
}

fn tell_sum(
    sheet: &KenKenSheet,
    stretch: &Stretch,
    share: &Share,
    left: u32,
    fits: &dyn Fn(u32) -> bool,
    (removes, places): (&[Mark], &[Mark]),
) -> Telling {
    let lines = lines_name(stretch.lines());
    let total = stretch.total(sheet);
    let size = sheet.size();
    let each = if stretch.width == 1 {
        format!("holds 1 to {size}, which add up to")
    } else {
        format!("hold 1 to {size} each, together")
    };
    let known: Vec<&Share> = stretch.shares().iter().filter(|share| share.sums.count_ones() == 1).collect();
    let open: Vec<&Share> = stretch.shares().iter().filter(|share| share.sums.count_ones() > 1).collect();
    let mut text = format!("{} {each} {total}.", words::sentence(&lines));
    if !known.is_empty() {
        let verb = |share: &Share| if share.members.count_ones() == 1 { "is" } else { "makes" };
        let parts = known
            .iter()
            .map(|share| format!("{} {} {}", share_name(sheet, share), verb(share), share.sums.trailing_zeros()));
        text += &format!(" Of this, {}.", words::and(parts));
    }
    text += &format!(" That leaves {left} for {}.", words::and(open.iter().map(|share| share_name(sheet, share))));
    for other in open.iter().filter(|other| other.cage != share.cage) {
        let sums = (0..128).filter(|sum| other.sums >> sum & 1 == 1);
        text += &format!(" {} can make {}.", words::sentence(&share_name(sheet, other)), words::or(sums));
    }
    if open.len() > 1 {
        let sums = (0..128).filter(|&sum| share.sums >> sum & 1 == 1 && fits(sum));
        text += &format!(" So {} has to make {}.", share_name(sheet, share), words::or(sums));
    }
    let keeps = |filling: &&[u8]| fits(sum_in(filling, share.members));
    text += &conclusion(sheet, share, keeps, (removes, places));
    Telling {
        because: grounds(sheet, stretch).least(removes, places),
        place: lines,
        cells: open.iter().flat_map(|share| share_cells(sheet, share)).map(place).collect(),
        marks: Vec::new(),
        reason: text,
    }
}

fn conclusion(
    sheet: &KenKenSheet,
    share: &Share,
    keeps: impl Fn(&&[u8]) -> bool,
    (removes, places): (&[Mark], &[Mark]),
) -> String {
    let kept: Vec<&[u8]> = sheet.fillings(share.cage).iter().filter(keeps).collect();
    let end = match places {
        [placed] => format!(" So {} is {}.", placed.cell, placed.value),
        _ => format!(" So {}.", goes(removes)),
    };
    match places {
        [placed]
            if share.members.count_ones() == 1 && share_cells(sheet, share).any(|cell| place(cell) == placed.cell) =>
        {
            end
        }
        [placed] => {
            let cell = placed.cell;
            let open = (1..=sheet.size() as u16).filter(|&value| {
                value != placed.value
                    && sheet.marks((cell.row * WIDTH + cell.col) as u8) & super::sheet::bit(value) != 0
            });
            let gone: Vec<Mark> = open.map(|value| Mark { cell, value }).collect();
            format!(" {}{end}", why(sheet, share.cage, "With that,", &kept, &gone))
        }
        _ => format!(" {}{end}", why(sheet, share.cage, "With that,", &kept, removes)),
    }
}

/// Sums that are odd.
const ODD: u128 = u128::MAX / 3 * 2;

pub(super) fn parity(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    each_stretch(sheet, |stretch| {
        let is_open = |share: &&Share| share.sums & ODD != 0 && share.sums & !ODD != 0;
        let mut open = stretch.shares().iter().filter(is_open);
        let (Some(share), None) = (open.next(), open.next()) else { return Flow::Continue(()) };
        let others = stretch.shares().iter().filter(|other| other.cage != share.cage);
        // If all other sums are known, the sum of this share is, too, and not only its parity.
        if others.clone().all(|other| other.sums.count_ones() <= 1) {
            return Flow::Continue(());
        }
        let odd = others.filter(|other| other.sums & ODD != 0).count() as u32 + stretch.total(sheet);
        let keeps = |filling: &[u8]| sum_in(filling, share.members) % 2 == odd % 2;
        step(sheet, finder, stretch, share, keeps, |removes, places| {
            tell_parity(sheet, stretch, share, odd % 2 == 1, (removes, places))
        })
    })
}

fn tell_parity(
    sheet: &KenKenSheet,
    stretch: &Stretch,
    share: &Share,
    odd: bool,
    (removes, places): (&[Mark], &[Mark]),
) -> Telling {
    let lines = lines_name(stretch.lines());
    let word = |odd: bool| if odd { "odd" } else { "even" };
    let total = stretch.total(sheet);
    let each = if stretch.width == 1 { "adds up" } else { "add up" };
    let mut text = format!("{} {each} to {total}, which is {}.", words::sentence(&lines), word(total % 2 == 1));
    let others: Vec<&Share> = stretch.shares().iter().filter(|other| other.cage != share.cage).collect();
    for odd in [true, false] {
        let names: Vec<String> = others
            .iter()
            .filter(|other| (other.sums & ODD != 0) == odd)
            .map(|other| share_name(sheet, other))
            .collect();
        if !names.is_empty() {
            let verb = if names.len() == 1 { "makes" } else { "each make" };
            text += &format!(" {} {verb} an {} sum.", words::sentence(&words::and(names)), word(odd));
        }
    }
    let rest = if share.members.count_ones() == 1 { "is" } else { "makes a sum that is" };
    text += &format!(" So {} {rest} {}.", share_name(sheet, share), word(odd));
    text += &conclusion(sheet, share, |filling| (sum_in(filling, share.members) % 2 == 1) == odd, (removes, places));
    Telling {
        because: grounds(sheet, stretch).least(removes, places),
        place: lines,
        cells: share_cells(sheet, share).map(place).collect(),
        marks: Vec::new(),
        reason: text,
    }
}

/// What a filling multiplies to in some of its cells; `None` if that is too much.
fn product_in(filling: &[u8], members: u64) -> Option<u128> {
    let mut inside = filling.iter().enumerate().filter(|(order, _)| members >> order & 1 == 1);
    inside.try_fold(1u128, |product, (_, &number)| product.checked_mul(number.into()))
}

/// The product of a share, if all fillings agree about it; an error if they do not.
fn product_of(sheet: &KenKenSheet, share: &Share) -> Result<u128, ()> {
    if let &[cell] = sheet.cells(share.cage) {
        let marks = sheet.marks(cell);
        return if marks.count_ones() == 1 { Ok(u128::from(marks.trailing_zeros()) + 1) } else { Err(()) };
    }
    let mut products = sheet.fillings(share.cage).iter().map(|filling| product_in(filling, share.members));
    let first = products.next().flatten().ok_or(())?;
    if products.all(|product| product == Some(first)) { Ok(first) } else { Err(()) }
}

pub(super) fn line_product(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    let Some(line) = (1..=sheet.size() as u128).try_fold(1u128, u128::checked_mul) else { return Flow::Continue(()) };
    each_stretch(sheet, |stretch| {
        let mut open = stretch.shares().iter().filter(|share| product_of(sheet, share).is_err());
        let (Some(share), None) = (open.next(), open.next()) else { return Flow::Continue(()) };
        let Some(total) = (0..stretch.width).try_fold(1u128, |total, _| total.checked_mul(line)) else {
            return Flow::Continue(());
        };
        let others = stretch.shares().iter().filter(|other| other.cage != share.cage);
        let Some(known) = others.filter_map(|other| product_of(sheet, other).ok()).try_fold(1u128, u128::checked_mul)
        else {
            return Flow::Continue(());
        };
        if known == 0 || total % known != 0 {
            return Flow::Continue(());
        }
        let keeps = |filling: &[u8]| product_in(filling, share.members) == Some(total / known);
        step(sheet, finder, stretch, share, keeps, |removes, places| {
            tell_product(sheet, stretch, share, (total, known), (removes, places))
        })
    })
}

fn tell_product(
    sheet: &KenKenSheet,
    stretch: &Stretch,
    share: &Share,
    (total, known): (u128, u128),
    (removes, places): (&[Mark], &[Mark]),
) -> Telling {
    let lines = lines_name(stretch.lines());
    let size = sheet.size();
    let each = if stretch.width == 1 {
        format!("holds 1 to {size}, which multiply to")
    } else {
        format!("hold 1 to {size} each, which multiply to")
    };
    let others = stretch.shares().iter().filter(|other| other.cage != share.cage);
    let parts = others.filter_map(|other| {
        let verb = if other.members.count_ones() == 1 { "is" } else { "makes" };
        Some(format!("{} {verb} {}", share_name(sheet, other), product_of(sheet, other).ok()?))
    });
    let left = total / known;
    let mut text = format!(
        "{} {each} {total}. Of this, {}, together {known}. That leaves {total} ÷ {known} = {left} for {}.",
        words::sentence(&lines),
        words::and(parts),
        share_name(sheet, share),
    );
    text += &conclusion(sheet, share, |filling| product_in(filling, share.members) == Some(left), (removes, places));
    Telling {
        because: grounds(sheet, stretch).least(removes, places),
        place: lines,
        cells: share_cells(sheet, share).map(place).collect(),
        marks: Vec::new(),
        reason: text,
    }
}
