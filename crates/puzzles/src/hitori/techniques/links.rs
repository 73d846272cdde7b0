//! Pairs of open cells that cannot both be shaded, because together they would complete a wall.

use super::ground::Ground;
use super::sheet::{Shading, WHITE};
use super::wall::Wall;

/// For each open cell, the cells that cannot be shaded together with it and that do not touch it.
#[derive(Default)]
pub(super) struct Links {
    pairs: Vec<(u16, u16)>, // both ways, in order
}

impl Links {
    pub(super) fn new(sheet: &Shading) -> Self {
        let geometry = &*sheet.geometry;
        let mut pairs = Vec::new();
        // Two cells that join the same two walls.
        let mut joins: Vec<(u16, u16, u16)> = Vec::new();
        for cell in geometry.cells().filter(|&cell| sheet.is_open(cell) && !sheet.would_cut(cell)) {
            let walls = sheet.walls(cell);
            let mut walls: Vec<u16> = walls.into_iter().filter(|&wall| wall != u16::MAX).collect();
            walls.sort_unstable();
            for (index, &one) in walls.iter().enumerate() {
                joins.extend(walls[index + 1..].iter().map(|&other| (one, other, cell)));
            }
            // Two cells that touch at a corner and reach the same wall.
            for corner in geometry.corners(cell).into_iter().filter(|&corner| sheet.is_open(corner)) {
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
        pairs.retain(|&(one, other)| !geometry.touch(one, other));
        pairs.sort_unstable();
        pairs.dedup();
        Self { pairs }
    }

    /// Whether there is no such pair.
    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The cells that are white if this one is shaded.
    pub(super) fn of(&self, cell: u16) -> impl Iterator<Item = u16> {
        let start = self.pairs.partition_point(|pair| pair.0 < cell);
        self.pairs[start..].iter().take_while(move |pair| pair.0 == cell).map(|pair| pair.1)
    }
}

/// The wall that two cells would complete.
pub(super) fn wall(sheet: &Shading, one: u16, other: u16) -> Option<Wall> {
    Wall::through(&sheet.geometry, other, &|cell| cell == one || sheet.is_shaded(cell))
}

/// What it rests on that two cells are not both shaded: the other cells of their wall, and a white cell on each side.
pub(super) fn grounds(sheet: &Shading, one: u16, other: u16) -> Vec<Ground> {
    let geometry = &*sheet.geometry;
    let Some(wall) = wall(sheet, one, other) else { return Vec::new() };
    let mut grounds = wall.grounds(sheet);
    for end in wall.ends(geometry, one, &|_| false, &|cell| sheet.is_white(cell)).into_iter().flatten() {
        grounds.push(if sheet.is_white(end) { Ground::holds(end, WHITE) } else { Ground::Touch(one, end) });
    }
    grounds
}
