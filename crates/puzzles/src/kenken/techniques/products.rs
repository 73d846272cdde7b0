//! What lines multiply to: 1 × 2 × … × size.

use pencilmark_csp::Meter;

use super::names::lines_name;
use super::sheet::{KenKenSheet, place};
use super::stretch::{Share, Stretch, conclusion, each_stretch, grounds, share_cells, share_name, step};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static LINE_PRODUCT: TechniqueInfo = TechniqueInfo {
    id: "line-product",
    title: "Line product",
    tier: 5,
    rating: Rating(57),
    assumes_uniqueness: false,
    about: "A row or column multiplies to 1 × 2 × … × size. If all its cages but one have known products in it, what is left is the product of the last one's cells there.",
    aliases: &["innies and outies of products"],
};

/// What a filling multiplies to in some of its cells; `None` if that is too much.
fn product_in(filling: &[u8], members: u64) -> Option<u128> {
    let mut inside = filling.iter().enumerate().filter(|(order, _)| members >> order & 1 == 1);
    inside.try_fold(1u128, |product, (_, &number)| product.checked_mul(number.into()))
}

/// The product of a share, if all fillings agree about it; an error if they do not.
fn product_of(sheet: &KenKenSheet, share: &Share) -> Result<u128, ()> {
    if let &[cell] = sheet.cells(share.cage) {
        let marks = sheet.marks(cell);
        return if marks.is_power_of_two() { Ok(u128::from(marks.trailing_zeros()) + 1) } else { Err(()) };
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
        step(sheet, finder, share, keeps, |removes, places, meter| {
            tell_product(sheet, stretch, share, (total, known), (removes, places), meter)
        })
    })
}

fn tell_product(
    sheet: &KenKenSheet,
    stretch: &Stretch,
    share: &Share,
    (total, known): (u128, u128),
    (removes, places): (&[Mark], &[Mark]),
    meter: &Meter,
) -> Telling {
    let lines = lines_name(stretch.lines());
    let size = sheet.size();
    let each = if stretch.width == 1 {
        format!("holds 1 to {size}, which multiply to")
    } else {
        format!("hold 1 to {size} each, which multiply to")
    };
    let others = stretch.shares().iter().filter(|other| other.cage != share.cage);
    let parts = others
        .filter_map(|other| Some(format!("{} is {}", share_name(sheet, other, "×"), product_of(sheet, other).ok()?)));
    let left = total / known;
    let text = format!(
        "{} {each} {total}. Of this, {}, together {known}. That leaves {total} ÷ {known} = {left} for {}.",
        words::sentence(&lines),
        words::and(parts),
        share_name(sheet, share, "×"),
    );
    let end = conclusion(sheet, share, |filling| product_in(filling, share.members) == Some(left), (removes, places));
    Telling {
        because: grounds(sheet, stretch).minimised(meter, removes, places),
        place: lines,
        cells: share_cells(sheet, share).map(place).collect(),
        marks: Vec::new(),
        reason: format!("{text} {end}"),
    }
}
