//! Shading that nothing calls for.

use super::sheet::{SHADED, Shading, WHITE};
use crate::technique::words::and;
use crate::technique::{Exchange, Finder, Flow, Premise, Rating, TechniqueInfo, Telling};

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
    let geometry = &*sheet.geometry;
    // Beside a shaded copy, the cell is white whether the puzzle has one solution or not.
    let is_needless = |&cell: &u16| {
        let is_harmless = |&copy: &u16| sheet.is_shaded(copy) && !geometry.touch(cell, copy);
        sheet.is_open(cell) && geometry.copies(cell).iter().all(is_harmless)
    };
    for cell in geometry.cells().filter(is_needless) {
        finder.step(&[], &[geometry.mark(cell, WHITE)], |_| {
            let (name, copies) = (geometry.name(cell), geometry.copies(cell));
            let why = match geometry.number(cell) {
                None => format!("{name} shows no number."),
                Some(number) if copies.is_empty() => {
                    format!("No other cell in row {} and column {} shows {number}.", name.row + 1, name.col + 1)
                }
                Some(number) => {
                    let (others, are) = (and(geometry.names(copies.iter().copied())), if copies.len() == 1 { "is" } else { "are" });
                    format!("{others}, with the same number {number} as {name}, {are} shaded.")
                }
            };
            let held = copies.iter().map(|&copy| geometry.holds(copy, SHADED));
            let values = [WHITE, SHADED].map(|shade| geometry.mark(cell, shade).value);
            let unique = Premise::Unique(vec![Exchange { cell: name, values }]);
            // The only cell of a board has no neighbours.
            let touch = (geometry.cells().len() > 1).then_some(Premise::Rules("touch"));
            Telling {
                because: held.chain(touch).chain([unique]).collect(),
                place: name.to_string(),
                cells: geometry.names([cell].into_iter().chain(copies.iter().copied())),
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
