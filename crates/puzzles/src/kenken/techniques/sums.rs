//! What lines add up to: 1 + 2 + … + size, so that known parts tell what is left for the others.

use pencilmark_csp::Meter;

use super::names::lines_name;
use super::sheet::{KenKenSheet, place};
use super::stretch::{
    Share, Stretch, conclusion, each_stretch, grounds, share_cells, share_name, step, sum_in, sums_of, term,
};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

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
            shares.iter().filter(|share| share.sums.is_power_of_two()).map(|share| share.sums.trailing_zeros()).sum();
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
                share,
                |filling| fits(sum_in(filling, share.members)),
                |removes, places, meter| tell_sum(sheet, stretch, share, left, &fits, (removes, places, meter)),
            )?;
        }
        Flow::Continue(())
    })
}

fn tell_sum(
    sheet: &KenKenSheet,
    stretch: &Stretch,
    share: &Share,
    left: u32,
    fits: &dyn Fn(u32) -> bool,
    (removes, places, meter): (&[Mark], &[Mark], &Meter),
) -> Telling {
    let lines = lines_name(stretch.lines());
    let total = stretch.total(sheet);
    let size = sheet.size();
    let each = if stretch.width == 1 {
        format!("holds 1 to {size}, which add up to")
    } else {
        format!("hold 1 to {size} each, together")
    };
    let known: Vec<&Share> = stretch.shares().iter().filter(|share| share.sums.is_power_of_two()).collect();
    let open: Vec<&Share> = stretch.shares().iter().filter(|share| share.sums.count_ones() > 1).collect();
    let mut text = vec![format!("{} {each} {total}.", words::sentence(&lines))];
    if !known.is_empty() {
        let parts =
            known.iter().map(|share| format!("{} is {}", share_name(sheet, share, "+"), share.sums.trailing_zeros()));
        text.push(format!("Of this, {}.", words::and(parts)));
    }
    let left_for = match open[..] {
        [open] => share_name(sheet, open, "+"),
        _ => words::and(open.iter().map(|share| term(sheet, share, "+"))),
    };
    text.push(format!("That leaves {left} for {left_for}."));
    for other in open.iter().filter(|other| other.cage != share.cage) {
        text.push(format!("{} can be {}.", share_name(sheet, other, "+"), words::or(sums_of(other))));
    }
    if open.len() > 1 {
        let sums = sums_of(share).filter(|&sum| fits(sum));
        text.push(format!("So {} has to be {}.", share_name(sheet, share, "+"), words::or(sums)));
    }
    let keeps = |filling: &&[u8]| fits(sum_in(filling, share.members));
    text.push(conclusion(sheet, share, keeps, (removes, places)));
    Telling {
        because: grounds(sheet, stretch).minimised(meter, removes, places),
        place: lines,
        cells: open.iter().flat_map(|share| share_cells(sheet, share)).map(place).collect(),
        marks: Vec::new(),
        reason: text.join(" "),
    }
}
