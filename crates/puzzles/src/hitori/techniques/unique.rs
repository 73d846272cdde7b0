//! Shading that nothing calls for.

use super::sheet::{SHADED, Shading, WHITE};
use crate::technique::words::and;
use crate::technique::{Finder, Flow, Premise, Rating, TechniqueInfo, Telling};

pub(super) static UNIQUE: TechniqueInfo = TechniqueInfo {
    id: "unique-number",
    title: "Number without a white copy",
    tier: 5,
    rating: Rating(56),
    assumes_uniqueness: true,
    about: "A shaded cell whose number stands nowhere else among the white cells of its row and column could just as well be white, and the puzzle would have \
            two solutions. If it has only one, such a cell stays white.",
    aliases: &["unique cell", "sneaky"],
};

pub(super) fn unique(sheet: &Shading, finder: &mut Finder) -> Flow {
    let layout = &*sheet.layout;
    let is_needless =
        |&cell: &u16| sheet.is_open(cell) && layout.copies(cell).iter().all(|&copy| sheet.is_shaded(copy));
    for cell in layout.cells().filter(is_needless) {
        finder.step(&[], &[layout.mark(cell, WHITE)], || {
            let (name, copies) = (layout.name(cell), layout.copies(cell));
            let why = match layout.number(cell) {
                None => format!("{name} shows no number."),
                Some(number) if copies.is_empty() => {
                    format!("No other cell in row {} and column {} shows {number}.", name.row + 1, name.col + 1)
                }
                Some(number) => {
                    let (others, are) = (and(layout.names(copies.iter().copied())), if copies.len() == 1 { "is" } else { "are" });
                    format!("{others}, with the same number {number} as {name}, {are} shaded.")
                }
            };
            let held = copies.iter().map(|&copy| layout.holds(copy, SHADED));
            Telling {
                because: [Premise::Unique].into_iter().chain(held).collect(),
                place: name.to_string(),
                cells: layout.names([cell].into_iter().chain(copies.iter().copied())),
                marks: Vec::new(),
                reason: format!(
                    "{why} If {name} were shaded in a solution, its neighbours would be white, so it could be white instead without breaking a rule, and \
                     that would be a second solution. The puzzle has only one, so {name} stays white."
                ),
            }
        })?;
    }
    Flow::Continue(())
}
