//! What follows from one cell by one rule.

use super::sheet::{SHADED, Shading, WHITE};
use crate::technique::words::{and, sentence};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static BESIDE: TechniqueInfo = TechniqueInfo {
    id: "beside-shaded",
    title: "Next to a shaded cell",
    tier: 1,
    rating: Rating(10),
    assumes_uniqueness: false,
    about: "Two shaded cells never touch, so every cell beside a shaded cell stays white.",
    aliases: &["shading neighbours"],
};

pub(super) static COPIES: TechniqueInfo = TechniqueInfo {
    id: "copy-of-white",
    title: "Copy of a white cell",
    tier: 1,
    rating: Rating(12),
    assumes_uniqueness: false,
    about: "A number stands only once among the white cells of a line. Where one of its cells is white, all others in that row and column are shaded.",
    aliases: &["unshaded duplicate"],
};

pub(super) fn beside(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for cell in geometry.cells().filter(|&cell| sheet.is_shaded(cell)) {
        let beside = geometry.beside(cell);
        if !beside.iter().any(|&other| sheet.is_open(other)) {
            continue;
        }
        let open = || geometry.neighbours(cell).filter(|&other| sheet.is_open(other));
        let places: Vec<_> = open().map(|other| geometry.mark(other, WHITE)).collect();
        finder.step(&[], &places, |_| {
            let touching = open().map(|other| geometry.touch_premise(cell, other));
            let (name, others) = (geometry.name(cell), and(geometry.names(open())));
            let verb = if places.len() == 1 { "stays" } else { "stay" };
            Telling {
                because: [geometry.holds(cell, SHADED)].into_iter().chain(touching).collect(),
                place: name.to_string(),
                cells: geometry.names([cell].into_iter().chain(open())),
                marks: Vec::new(),
                reason: format!("{name} is shaded, and shaded cells cannot touch, so {others} {verb} white."),
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn copies(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for cell in geometry.cells().filter(|&cell| sheet.is_white(cell)) {
        if !geometry.copies(cell).iter().any(|&copy| sheet.is_open(copy)) {
            continue;
        }
        let open = || geometry.copies(cell).iter().copied().filter(|&copy| sheet.is_open(copy));
        let places: Vec<_> = open().map(|copy| geometry.mark(copy, SHADED)).collect();
        finder.step(&[], &places, |_| {
            let (name, number) = (geometry.name(cell), geometry.number(cell).unwrap_or(0));
            let lines: Vec<Vec<u16>> = [true, false]
                .into_iter()
                .map(|row| open().filter(|&copy| (geometry.name(copy).row == name.row) == row).collect())
                .filter(|line: &Vec<u16>| !line.is_empty())
                .collect();
            let in_lines = and(lines.iter().map(|line| geometry.line(cell, line[0])));
            let each = if lines.len() == 1 { "may have" } else { "may each have" };
            let (others, are) = (and(geometry.names(open())), if places.len() == 1 { "is" } else { "are" });
            let mut because = vec![geometry.holds(cell, WHITE)];
            because.extend(lines.iter().map(|line| geometry.copies_premise(cell, line[0])));
            let reason = format!(
                "{name} is white and shows {number}. {} {each} only one white {number}, so {others} {are} shaded.",
                sentence(&in_lines)
            );
            Telling {
                because,
                place: in_lines,
                cells: geometry.names([cell].into_iter().chain(open())),
                marks: Vec::new(),
                reason,
            }
        })?;
    }
    Flow::Continue(())
}
