//! Equal numbers in a corner of the board. The cell in the corner has only two neighbours: if both are shaded, it is cut off.
//!
//! A corner is named by four cells: the corner itself, its two **sides**, and the **inner** cell that touches both of them.

use std::fmt::Write as _;

use super::sheet::{Geometry, SHADED, Shading, WHITE};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling};

pub(super) static QUAD: TechniqueInfo = TechniqueInfo {
    id: "corner-quad",
    title: "Four in a corner",
    tier: 3,
    rating: Rating(32),
    assumes_uniqueness: false,
    about: "Where all four cells in a corner of the board are equal, the corner and the inner cell are shaded: the other diagonal would cut off the corner.",
    aliases: &["quad corner"],
};

pub(super) static TRIPLE: TechniqueInfo = TechniqueInfo {
    id: "corner-triple",
    title: "Three in a corner",
    tier: 3,
    rating: Rating(33),
    assumes_uniqueness: false,
    about: "Of three equal numbers in a corner of the board, the one that shares a line with both others is shaded, or else both others were.",
    aliases: &["triple corner"],
};

pub(super) static DOUBLE: TechniqueInfo = TechniqueInfo {
    id: "corner-double",
    title: "Pair in a corner",
    tier: 3,
    rating: Rating(36),
    assumes_uniqueness: false,
    about: "Where one side of a corner equals the corner or the inner cell, the other side stays white: shaded, it would shade that side as well and cut \
            off the corner.",
    aliases: &["double corner"],
};

/// A corner of the board.
#[derive(Clone, Copy)]
struct Corner {
    tip: u16,
    sides: [u16; 2],
    inner: u16,
}

impl Corner {
    fn all(geometry: &Geometry) -> impl Iterator<Item = Self> {
        let (rows, cols) = geometry.shape();
        let ends = [(0, 0, 1, 1), (0, cols - 1, 1, cols.wrapping_sub(2)), (rows - 1, 0, rows.wrapping_sub(2), 1)];
        let ends = ends.into_iter().chain([(rows - 1, cols - 1, rows.wrapping_sub(2), cols.wrapping_sub(2))]);
        ends.filter(move |_| rows > 1 && cols > 1).map(|(row, col, in_row, in_col)| Self {
            tip: geometry.at(row, col),
            sides: [geometry.at(row, in_col), geometry.at(in_row, col)],
            inner: geometry.at(in_row, in_col),
        })
    }

    fn cells(self) -> [u16; 4] {
        [self.tip, self.sides[0], self.sides[1], self.inner]
    }

    fn place(self, geometry: &Geometry) -> String {
        let name = geometry.name(self.tip);
        let (down, right) =
            (if name.row == 0 { "top" } else { "bottom" }, if name.col == 0 { "left" } else { "right" });
        format!("the {down} {right} corner")
    }
}

fn same(geometry: &Geometry, cells: &[u16]) -> bool {
    geometry.number(cells[0]).is_some() && cells.iter().all(|&cell| geometry.number(cell) == geometry.number(cells[0]))
}

pub(super) fn quad(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for square in Corner::all(geometry).filter(|square| same(geometry, &square.cells())) {
        let Corner { tip: corner, sides: [one, other], inner } = square;
        let open = || [corner, inner].into_iter().filter(|&cell| sheet.is_open(cell));
        let places: Vec<Mark> = open().map(|cell| geometry.mark(cell, SHADED)).collect();
        finder.step(&[], &places, |_| {
            let [a, b, c, d] = square.cells().map(|cell| geometry.name(cell));
            let number = geometry.number(corner).unwrap_or(0);
            let mut because = vec![Geometry::connected_premise()];
            let mut reason = format!("The four cells in {} all show {number}.", square.place(geometry));
            if sheet.is_open(corner) {
                because.extend([geometry.copies_premise(corner, one), geometry.touch_premise(one, inner)]);
                because.push(geometry.copies_premise(inner, other));
                let _ = write!(
                    reason,
                    " If {a} were white, {b} would be shaded, so {d} would be white, so {c} would be shaded. Then {a} would be cut off from {d}, so {a} is \
                     shaded."
                );
            }
            if sheet.is_open(inner) {
                because.extend([geometry.copies_premise(inner, one), geometry.touch_premise(corner, one)]);
                if !sheet.is_open(corner) {
                    because.push(geometry.copies_premise(inner, other));
                }
                let _ = write!(
                    reason,
                    " If {d} were white, {b} and {c} would be shaded, so {a} would be white. Then {d} would be cut off from {a}, so {d} is shaded."
                );
            }
            Telling { because, place: square.place(geometry), cells: vec![a, b, c, d], marks: Vec::new(), reason }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn triple(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for square in Corner::all(geometry).filter(|square| !same(geometry, &square.cells())) {
        let Corner { tip: corner, sides: [one, other], inner } = square;
        for (apex, opposite) in [(corner, inner), (inner, corner)] {
            if !sheet.is_open(apex) || !same(geometry, &[apex, one, other]) {
                continue;
            }
            finder.step(&[], &[geometry.mark(apex, SHADED)], |_| {
                let [a, b, c, d] = [apex, one, other, opposite].map(|cell| geometry.name(cell));
                Telling {
                    because: vec![
                        geometry.copies_premise(apex, one),
                        geometry.copies_premise(apex, other),
                        geometry.touch_premise(one, opposite),
                        Geometry::connected_premise(),
                    ],
                    place: square.place(geometry),
                    cells: vec![a, b, c, d],
                    marks: Vec::new(),
                    reason: format!(
                        "{a} shows {} like {b} and {c}. If it were white, both of these would be shaded. They are the only ways out of the corner {}: {a} would \
                         be cut off from {d}, which would be white beside them. So {a} is shaded.",
                        geometry.number(apex).unwrap_or(0),
                        geometry.name(corner),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}

pub(super) fn double(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for square in Corner::all(geometry) {
        let Corner { tip: corner, sides, inner } = square;
        for (side, equal) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            // The side that stays white, and the other side, which equals the corner or the inner cell.
            let Some((like, unlike)) =
                [(corner, inner), (inner, corner)].into_iter().find(|&(like, _)| same(geometry, &[equal, like]))
            else {
                continue;
            };
            if !sheet.is_open(side) {
                continue;
            }
            finder.step(&[], &[geometry.mark(side, WHITE)], |_| {
                let [a, b, c, d] = [side, equal, like, unlike].map(|cell| geometry.name(cell));
                Telling {
                    because: vec![
                        geometry.touch_premise(side, like),
                        geometry.touch_premise(side, unlike),
                        geometry.copies_premise(equal, like),
                        Geometry::connected_premise(),
                    ],
                    place: square.place(geometry),
                    cells: vec![a, b, c, d],
                    marks: Vec::new(),
                    reason: format!(
                        "If {a} were shaded, {c} and {d} would be white, as they touch it. {b} shows {} like {c}, so {b} would be shaded. \
                         Then both ways out of the corner {} would be shut, and {c} and {d} would not be connected. So {a} stays white.",
                        geometry.number(equal).unwrap_or(0),
                        geometry.name(corner),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}
