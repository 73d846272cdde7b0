//! Walls of shaded cells: a wall from edge to edge, or one that closes a ring, would cut the white cells in two.

use super::ground::{self, Ground};
use super::sheet::{Geometry, SHADED, Shading, WHITE};
use super::trace::Literal;
use crate::Cell;
use crate::technique::words::and;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static CUT: TechniqueInfo = TechniqueInfo {
    id: "cut",
    title: "Shading that would cut the board",
    tier: 4,
    rating: Rating(42),
    assumes_uniqueness: false,
    about: "Shaded cells that touch at corners form walls. A cell that would complete a wall from edge to edge, or a ring, stays white, because the \
            white cells on both sides of the wall would not be connected.",
    aliases: &["split", "partition", "isolation"],
};

/// The dark places that a cell touches: cells at its corners, and the border.
pub(super) fn contacts(geometry: &Geometry, cell: u16, dark: &dyn Fn(u16) -> bool) -> Vec<u16> {
    let edge = geometry.is_rim(cell).then_some(geometry.nowhere());
    let corners = geometry.corners(cell).into_iter().filter(|&corner| corner != geometry.nowhere() && dark(corner));
    corners.chain(edge).collect()
}

/// The shortest path from an end back to a start, along dark cells that touch at corners, the border, and bridges between places that are far apart.
pub(super) fn path(
    geometry: &Geometry,
    start: u16,
    is_end: &dyn Fn(u16) -> bool,
    dark: &dyn Fn(u16) -> bool,
    bridges: &[[u16; 2]],
) -> Option<Vec<u16>> {
    let border = geometry.nowhere();
    let mut from = vec![u16::MAX; usize::from(border) + 1];
    from[usize::from(start)] = start;
    let mut queue = vec![start];
    let mut head = 0;
    while let Some(&place) = queue.get(head) {
        head += 1;
        if is_end(place) {
            let mut path = vec![place];
            while path[path.len() - 1] != start {
                path.push(from[usize::from(path[path.len() - 1])]);
            }
            return Some(path);
        }
        let near = if place == border {
            geometry.cells().filter(|&rim| geometry.is_rim(rim) && dark(rim)).collect()
        } else {
            contacts(geometry, place, dark)
        };
        let far = bridges.iter().filter(|ends| ends.contains(&place)).map(|&[one, other]| one + other - place);
        for next in near.into_iter().chain(far) {
            if from[usize::from(next)] == u16::MAX {
                from[usize::from(next)] = place;
                queue.push(next);
            }
        }
    }
    None
}

/// Shaded cells, each of which touches the next at a corner, that cut the board in two.
pub(super) struct Wall {
    /// From end to end, or around the ring.
    pub(super) cells: Vec<u16>,
    /// Whether it leads from edge to edge.
    pub(super) is_open: bool,
}

impl Wall {
    /// The shortest wall through a cell and otherwise through cells that are `dark`.
    pub(super) fn through(geometry: &Geometry, cell: u16, dark: &dyn Fn(u16) -> bool) -> Option<Self> {
        if geometry.is_bridge(cell) {
            return Some(Self { cells: vec![cell], is_open: true });
        }
        let ends = contacts(geometry, cell, dark);
        let dark = |other: u16| other != cell && dark(other);
        let around = |&start: &u16| path(geometry, start, &|place| place != start && ends.contains(&place), &dark, &[]);
        Some(Self::around(geometry, ends.iter().filter_map(around).min_by_key(Vec::len)?, cell))
    }

    /// The wall along a path, which may lead over the border, and through a cell that both of its ends touch.
    pub(super) fn around(geometry: &Geometry, path: Vec<u16>, cell: u16) -> Self {
        let mut cells = path;
        cells.push(cell);
        let edge = cells.iter().position(|&place| place == geometry.nowhere());
        if let Some(edge) = edge {
            cells.rotate_left(edge);
            cells.remove(0);
        }
        Self { cells, is_open: edge.is_some() }
    }

    /// Those of its cells that are shaded already, and that the white cells are connected.
    pub(super) fn grounds(&self, sheet: &Shading) -> Vec<Ground> {
        let known = self.cells.iter().copied().filter(|&cell| sheet.is_shaded(cell));
        known.map(|cell| Ground::holds(cell, SHADED)).chain([Ground::Connected]).collect()
    }

    /// Which side of the wall each cell is on: 0 or 1, and 2 for the wall itself.
    fn sides(&self, geometry: &Geometry) -> Vec<u8> {
        let mut sides = vec![1; usize::from(geometry.nowhere())];
        for &cell in &self.cells {
            sides[usize::from(cell)] = 2;
        }
        let beside = self.cells.iter().flat_map(|&cell| geometry.neighbours(cell));
        let mut stack: Vec<u16> = beside.filter(|&other| sides[usize::from(other)] == 1).take(1).collect();
        while let Some(cell) = stack.pop() {
            if sides[usize::from(cell)] == 1 {
                sides[usize::from(cell)] = 0;
                stack.extend(geometry.neighbours(cell));
            }
        }
        sides
    }

    /// A cell on each side, the smaller side first: one that is `supposed` to be white, or else one beside the wall that `is_white`, or else one beside
    /// `cell`, which is part of the wall.
    pub(super) fn ends(
        &self,
        geometry: &Geometry,
        cell: u16,
        supposed: &dyn Fn(u16) -> bool,
        is_white: &dyn Fn(u16) -> bool,
    ) -> Option<[u16; 2]> {
        let sides = self.sides(geometry);
        let near = || [cell].into_iter().chain(self.cells.iter().copied()).flat_map(|dark| geometry.neighbours(dark));
        let on = |side: u8| {
            let of_side = |&other: &u16| sides[usize::from(other)] == side;
            let first = geometry.cells().filter(of_side).find(|&other| supposed(other));
            let second = || near().filter(of_side).find(|&other| is_white(other));
            first.or_else(second).or_else(|| geometry.neighbours(cell).find(of_side))
        };
        let lead: i32 = sides.iter().map(|&side| [1, -1].get(usize::from(side)).copied().unwrap_or(0)).sum();
        let [small, large] = if lead <= 0 { [0, 1] } else { [1, 0] };
        Some([on(small)?, on(large)?])
    }

    /// `r1c2, r2c3 and r3c4 would form a wall from edge to edge`
    pub(super) fn words(&self, geometry: &Geometry) -> String {
        let names: Vec<Cell> = geometry.names(self.cells.iter().copied());
        match (self.is_open, names.len()) {
            (_, 1) => format!("{} would be a wall across the board", names[0]),
            (true, _) => format!("{} would form a wall from edge to edge", and(names)),
            (false, _) => format!("{} would form a closed ring", and(names)),
        }
    }
}

pub(super) fn cut(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    let dark = |cell: u16| sheet.is_shaded(cell);
    // The shortest wall first.
    let mut walls: Vec<(u16, Wall)> = geometry
        .cells()
        .filter(|&cell| sheet.is_open(cell) && sheet.would_cut(cell))
        .filter_map(|cell| Some((cell, Wall::through(geometry, cell, &dark)?)))
        .collect();
    walls.sort_by_key(|(_, wall)| wall.cells.len());
    for (cell, wall) in &walls {
        let cell = *cell;
        let Some(ends) = wall.ends(geometry, cell, &|_| false, &|other| sheet.is_white(other)) else { continue };
        finder.step(&[], &[geometry.mark(cell, WHITE)], |meter| {
            let name = geometry.name(cell);
            let others = || wall.cells.iter().copied().filter(|&other| other != cell);
            let mut grounds = wall.grounds(sheet);
            let ends_words = ends.map(|end| {
                let end_name = geometry.name(end);
                if sheet.is_white(end) {
                    grounds.push(Ground::holds(end, WHITE));
                    format!("the white cell {end_name}")
                } else {
                    grounds.push(Ground::Touch(cell, end));
                    format!("{end_name} (white because it touches {name})")
                }
            });
            let [near, far] = ends_words;
            Telling {
                because: ground::because(geometry, grounds, Literal { cell, shade: SHADED }, meter),
                place: if others().next().is_none() { name.to_string() } else { format!("the shaded cells around {name}") },
                cells: geometry.names(wall.cells.iter().copied().chain(ends)),
                marks: Vec::new(),
                reason: format!(
                    "If {name} were shaded, {} and cut {near} off from {far}. All white cells must be connected, so {name} stays white.",
                    wall.words(geometry)
                ),
            }
        })?;
    }
    Flow::Continue(())
}
