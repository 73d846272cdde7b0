//! A white cell with one way out.

use super::ground::{self, Ground};
use super::sheet::{SHADED, Shading, WHITE};
use super::trace::Literal;
use crate::technique::words::and;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static EXIT: TechniqueInfo = TechniqueInfo {
    id: "last-exit",
    title: "Last way out",
    tier: 3,
    rating: Rating(30),
    assumes_uniqueness: false,
    about: "A white cell whose neighbours are all shaded but one is connected with the others through that one, which stays white.",
    aliases: &["single liberty", "all black but one"],
};

pub(super) fn exit(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for cell in geometry.cells().filter(|&cell| sheet.is_white(cell)) {
        let mut exits = geometry.neighbours(cell).filter(|&other| !sheet.is_shaded(other));
        let (Some(exit), None) = (exits.next(), exits.next()) else { continue };
        if !sheet.is_open(exit) {
            continue;
        }
        // Where to? To another white cell, or to one that would be white beside a shaded exit.
        let near = || geometry.neighbours(exit).filter(|&other| other != cell);
        let known = geometry.cells().any(|other| other != cell && sheet.is_white(other));
        if !known && near().next().is_none() {
            continue;
        }
        finder.step(&[], &[geometry.mark(exit, WHITE)], |meter| {
            let shaded: Vec<u16> = geometry.neighbours(cell).filter(|&other| other != exit).collect();
            // The farther side, that of most cells: a white cell that the same neighbours shut in proves less.
            let parts = geometry.parts(&[shaded.as_slice(), &[exit]].concat());
            let size = |of: u16| parts.iter().filter(|&&part| part == parts[usize::from(of)]).count();
            let other = (near().chain(geometry.cells()))
                .filter(|&other| other != cell && (!known || sheet.is_white(other)))
                .max_by_key(|&other| (size(other), std::cmp::Reverse(geometry.steps(exit, other))))
                .unwrap_or(exit);
            let (name, way, far) = (geometry.name(cell), geometry.name(exit), geometry.name(other));
            let mut grounds: Vec<Ground> = shaded.iter().map(|&other| Ground::holds(other, SHADED)).collect();
            grounds.extend([Ground::holds(cell, WHITE), Ground::Connected]);
            grounds.push(if known { Ground::holds(other, WHITE) } else { Ground::Touch(exit, other) });
            let names = and(geometry.names(shaded.iter().copied()));
            let shut = match shaded.len() {
                0 => format!("its only neighbour is {way}"),
                1 => format!("its neighbour {names} is shaded"),
                _ => format!("its neighbours {names} are shaded"),
            };
            let far = if known {
                format!("other white cells such as {far}")
            } else {
                format!("{far}, which would be white beside a shaded {way}")
            };
            Telling {
                because: ground::because(geometry, grounds, Literal { cell: exit, shade: SHADED }, meter),
                place: format!("{name} and its neighbours"),
                cells: geometry.names([cell, exit].into_iter().chain(shaded)),
                marks: Vec::new(),
                reason: format!(
                    "{name} is white, and {shut}. All white cells are connected, so a way leads from {name} to {far}. It can only lead through {way}, so \
                     {way} stays white."
                ),
            }
        })?;
    }
    Flow::Continue(())
}
