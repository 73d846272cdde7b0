//! Two pairs of copies, side by side at one end.

use super::ground::{self, Ground};
use super::sheet::{SHADED, Shading, WHITE};
use super::trace::Literal;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static OFFSET: TechniqueInfo = TechniqueInfo {
    id: "offset-pair",
    title: "Offset pairs",
    tier: 4,
    rating: Rating(40),
    assumes_uniqueness: false,
    about: "Two pairs of equal numbers touch at one end. If a cell beside the other two ends were shaded, both of these would be white, and so the \
            two ends that touch would both be shaded.",
    aliases: &["offset pair", "parallel pairs"],
};

pub(super) fn offset(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for &[cell, one, other, copy, far] in &geometry.patterns.offsets {
        if !sheet.is_open(cell) {
            continue;
        }
        finder.step(&[], &[geometry.mark(cell, WHITE)], |meter| {
            let [name, a, b, c, d] = [cell, one, other, copy, far].map(|cell| geometry.name(cell));
            let [first, second] = [one, other].map(|cell| geometry.number(cell).unwrap_or(0));
            let grounds = vec![
                Ground::Touch(cell, one),
                Ground::Touch(cell, other),
                Ground::Copies(one, copy),
                Ground::Copies(other, far),
                Ground::Touch(copy, far),
            ];
            Telling {
                because: ground::because(geometry, grounds, Literal { cell, shade: SHADED }, meter),
                place: format!("the cells beside {name}"),
                cells: vec![name, a, b, c, d],
                marks: Vec::new(),
                reason: format!(
                    "If {name} were shaded, {a} and {b} would be white, as they touch it. Then {c}, another {first} in {}, and {d}, another {second} in {}, \
                     would both be shaded. But they touch, so {name} stays white.",
                    geometry.line(one, copy),
                    geometry.line(other, far)
                ),
            }
        })?;
    }
    Flow::Continue(())
}
