//! Equal numbers in a corner of the board. The cell in the corner has only two neighbours: if both are shaded, it is cut off.
//!
//! A corner is named by four cells: the corner itself, its two **sides**, and the **inner** cell that touches both of them.

use std::fmt::Write as _;

use super::sheet::{Layout, SHADED, Shading, WHITE};
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
    fn all(layout: &Layout) -> impl Iterator<Item = Self> {
        let (rows, cols) = layout.shape();
        let ends = [(0, 0, 1, 1), (0, cols - 1, 1, cols.wrapping_sub(2)), (rows - 1, 0, rows.wrapping_sub(2), 1)];
        let ends = ends.into_iter().chain([(rows - 1, cols - 1, rows.wrapping_sub(2), cols.wrapping_sub(2))]);
        ends.filter(move |_| rows > 1 && cols > 1).map(|(row, col, in_row, in_col)| Self {
            tip: layout.at(row, col),
            sides: [layout.at(row, in_col), layout.at(in_row, col)],
            inner: layout.at(in_row, in_col),
        })
    }

    fn cells(self) -> [u16; 4] {
        [self.tip, self.sides[0], self.sides[1], self.inner]
    }

    fn place(self, layout: &Layout) -> String {
        let name = layout.name(self.tip);
        let (down, right) =
            (if name.row == 0 { "top" } else { "bottom" }, if name.col == 0 { "left" } else { "right" });
        format!("the {down} {right} corner")
    }
}

fn same(layout: &Layout, cells: &[u16]) -> bool {
    layout.number(cells[0]).is_some() && cells.iter().all(|&cell| layout.number(cell) == layout.number(cells[0]))
}

pub(super) fn quad(sheet: &Shading, finder: &mut Finder) -> Flow {
    let layout = &*sheet.layout;
    for square in Corner::all(layout).filter(|square| same(layout, &square.cells())) {
        let Corner { tip: corner, sides: [one, other], inner } = square;
        let open = || [corner, inner].into_iter().filter(|&cell| sheet.is_open(cell));
        let places: Vec<Mark> = open().map(|cell| layout.mark(cell, SHADED)).collect();
        finder.step(&[], &places, |_| {
            let [a, b, c, d] = square.cells().map(|cell| layout.name(cell));
            let number = layout.number(corner).unwrap_or(0);
            let mut because = vec![Layout::connected_premise()];
            let mut reason = format!("The four cells in {} all show {number}.", square.place(layout));
            if sheet.is_open(corner) {
                because.extend([layout.copies_premise(corner, one), layout.touch_premise(one, inner)]);
                because.push(layout.copies_premise(inner, other));
                let _ = write!(
                    reason,
                    " If {a} were white, {b} would be shaded, so {d} would be white, so {c} would be shaded. Then {a} would be cut off from {d}, so {a} is \
                     shaded."
                );
            }
            if sheet.is_open(inner) {
                because.extend([layout.copies_premise(inner, one), layout.touch_premise(corner, one)]);
                if !sheet.is_open(corner) {
                    because.push(layout.copies_premise(inner, other));
                }
                let _ = write!(
                    reason,
                    " If {d} were white, {b} and {c} would be shaded, so {a} would be white. Then {d} would be cut off from {a}, so {d} is shaded."
                );
            }
            Telling { because, place: square.place(layout), cells: vec![a, b, c, d], marks: Vec::new(), reason }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn triple(sheet: &Shading, finder: &mut Finder) -> Flow {
    let layout = &*sheet.layout;
    for square in Corner::all(layout).filter(|square| !same(layout, &square.cells())) {
        let Corner { tip: corner, sides: [one, other], inner } = square;
        for (apex, opposite) in [(corner, inner), (inner, corner)] {
            if !sheet.is_open(apex) || !same(layout, &[apex, one, other]) {
                continue;
            }
            finder.step(&[], &[layout.mark(apex, SHADED)], |_| {
                let [a, b, c, d] = [apex, one, other, opposite].map(|cell| layout.name(cell));
                Telling {
                    because: vec![
                        layout.copies_premise(apex, one),
                        layout.copies_premise(apex, other),
                        layout.touch_premise(one, opposite),
                        Layout::connected_premise(),
                    ],
                    place: square.place(layout),
                    cells: vec![a, b, c, d],
                    marks: Vec::new(),
                    reason: format!(
                        "{a} shows {} like {b} and {c}. If it were white, both of these would be shaded. They are the only ways out of the corner {}: {a} would \
                         be cut off from {d}, which would be white beside them. So {a} is shaded.",
                        layout.number(apex).unwrap_or(0),
                        layout.name(corner),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}

pub(super) fn double(sheet: &Shading, finder: &mut Finder) -> Flow {
    let layout = &*sheet.layout;
    for square in Corner::all(layout) {
        let Corner { tip: corner, sides, inner } = square;
        for (side, equal) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            // The side that stays white, and the other side, which equals the corner or the inner cell.
            let Some((like, unlike)) =
                [(corner, inner), (inner, corner)].into_iter().find(|&(like, _)| same(layout, &[equal, like]))
            else {
                continue;
            };
            if !sheet.is_open(side) {
                continue;
            }
            finder.step(&[], &[layout.mark(side, WHITE)], |_| {
                let [a, b, c, d] = [side, equal, like, unlike].map(|cell| layout.name(cell));
                Telling {
                    because: vec![
                        layout.touch_premise(side, like),
                        layout.touch_premise(side, unlike),
                        layout.copies_premise(equal, like),
                        Layout::connected_premise(),
                    ],
                    place: square.place(layout),
                    cells: vec![a, b, c, d],
                    marks: Vec::new(),
                    reason: format!(
                        "If {a} were shaded, {c} and {d} would be white, as they touch it. {b} shows {} like {c}, so {b} would be shaded. \
                         Then both ways out of the corner {} would be shut, and {c} and {d} would not be connected. So {a} stays white.",
                        layout.number(equal).unwrap_or(0),
                        layout.name(corner),
                    ),
                }
            })?;
        }
    }
    Flow::Continue(())
}
