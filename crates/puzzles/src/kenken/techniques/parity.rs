//! Whether parts of a line add up to an odd or an even number.

use pencilmark_csp::Meter;
use pencilmark_csp::rule::Operator;

use super::names::lines_name;
use super::sheet::{KenKenSheet, place};
use super::stretch::{
    Share, Stretch, conclusion, each_stretch, grounds, noted, share_cells, share_name, step, sum_in, sums_of,
};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

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
        step(sheet, finder, share, keeps, |removes, places, meter| {
            tell_parity(sheet, stretch, share, odd % 2 == 1, (removes, places), meter)
        })
    })
}

fn tell_parity(
    sheet: &KenKenSheet,
    stretch: &Stretch,
    share: &Share,
    odd: bool,
    (removes, places): (&[Mark], &[Mark]),
    meter: &Meter,
) -> Telling {
    let lines = lines_name(stretch.lines());
    let word = |odd: bool| if odd { "odd" } else { "even" };
    let total = stretch.total(sheet);
    let each = if stretch.width == 1 { "adds up" } else { "add up" };
    let mut text = vec![format!("{} {each} to {total}, which is {}.", words::sentence(&lines), word(total % 2 == 1))];
    let others: Vec<&Share> = stretch.shares().iter().filter(|other| other.cage != share.cage).collect();
    for odd in [true, false] {
        let alike = others.iter().filter(|other| (other.sums & ODD != 0) == odd);
        let names: Vec<String> = alike
            .map(|other| match sheet.cage(other.cage).operator {
                // What a whole + cage adds up to stands in its corner.
                Operator::Add if other.sums.is_power_of_two() => share_name(sheet, other, "+"),
                _ => noted(sheet, other, "+", &format!(": {}", words::or(sums_of(other)))),
            })
            .collect();
        if !names.is_empty() {
            let verb = if names.len() == 1 { "is" } else { "are" };
            text.push(format!("{} {verb} {}.", words::and(names), word(odd)));
        }
    }
    text.push(format!("So {} is {}.", share_name(sheet, share, "+"), word(odd)));
    text.push(conclusion(sheet, share, |filling| (sum_in(filling, share.members) % 2 == 1) == odd, (removes, places)));
    Telling {
        because: grounds(sheet, stretch).minimised(meter, removes, places),
        place: lines,
        cells: share_cells(sheet, share).map(place).collect(),
        marks: Vec::new(),
        reason: text.join(" "),
    }
}
