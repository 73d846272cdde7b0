//! Pairs of open cells that cannot both be shaded, because together they would complete a wall.

use super::sheet::{Layout, SHADED, Shading, WHITE};
use super::wall::Wall;
use crate::technique::Premise;

/// For each open cell, the cells that cannot be shaded together with it and that do not touch it.
#[derive(Default)]
pub(super) struct Links {
    pairs: Vec<(u16, u16)>, // both ways, in order
}

impl Links {
    pub(super) fn new(sheet: &Shading) -> Self {
        let layout = &*sheet.layout;
        let mut pairs = Vec::new();
        // Two cells that join the same two walls.
        let mut joins: Vec<(u16, u16, u16)> = Vec::new();
        for cell in layout.cells().filter(|&cell| sheet.is_open(cell) && !sheet.would_cut(cell)) {
            let walls = sheet.walls(cell);
            let mut walls: Vec<u16> = walls.into_iter().filter(|&wall| wall != u16::MAX).collect();
            walls.sort_unstable();
            for (index, &one) in walls.iter().enumerate() {
                joins.extend(walls[index + 1..].iter().map(|&other| (one, other, cell)));
            }
            // Two cells that touch at a corner and reach the same wall.
            for corner in layout.corners(cell).into_iter().filter(|&corner| sheet.is_open(corner)) {
                if !sheet.would_cut(corner) && sheet.walls(corner).iter().any(|wall| walls.contains(wall)) {
                    pairs.push((cell, corner));
                }
            }
        }
        joins.sort_unstable();
        for group in joins.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            for &(_, _, cell) in group {
                pairs.extend(group.iter().filter(|other| other.2 != cell).map(|other| (cell, other.2)));
            }
        }
        pairs.retain(|&(one, other)| !layout.touch(one, other));
        pairs.sort_unstable();
        pairs.dedup();
        Self { pairs }
    }

    /// The cells that are white if this one is shaded.
    pub(super) fn of(&self, cell: u16) -> impl Iterator<Item = u16> {
        let start = self.pairs.partition_point(|pair| pair.0 < cell);
        self.pairs[start..].iter().take_while(move |pair| pair.0 == cell).map(|pair| pair.1)
    }
}

/// The wall that two cells would complete.
pub(super) fn wall(sheet: &Shading, one: u16, other: u16) -> Option<Wall> {
    Wall::through(&sheet.layout, other, &|cell| cell == one || sheet.is_shaded(cell))
}

/// What the wall of two cells rests on: the cells that are shaded already, and a white cell on each side.
pub(super) fn premises(sheet: &Shading, wall: &Wall, one: u16) -> Vec<Premise> {
    let layout = &*sheet.layout;
    let known = wall.cells.iter().copied().filter(|&cell| sheet.is_shaded(cell));
    let mut because: Vec<Premise> = known.map(|cell| layout.holds(cell, SHADED)).collect();
    because.push(Layout::connected_premise());
    for end in wall.ends(layout, one, &|_| false, &|cell| sheet.is_white(cell)).into_iter().flatten() {
        because.push(if sheet.is_white(end) { layout.holds(end, WHITE) } else { layout.touch_premise(one, end) });
    }
    because
}
