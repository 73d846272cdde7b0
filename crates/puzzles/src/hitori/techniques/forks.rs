//! Walls that will be joined, whichever shade some cell has, and what they would close.

use pencilmark_csp::Meter;

use super::ground::{self, Ground};
use super::links::Links;
use super::sheet::{Geometry, OPEN, SHADED, Shading, WHITE};
use super::trace::{self, Literal, Trace};
use super::wall::{self, Wall};
use crate::technique::words::and;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static FORK: TechniqueInfo = TechniqueInfo {
    id: "wall-fork",
    title: "Walls joined either way",
    tier: 5,
    rating: Rating(70),
    assumes_uniqueness: false,
    about: "Of two equal numbers in a line, one is shaded. If each of the two would join the same two walls, these walls will be joined, whichever it is. \
            A cell that would lead to a wall across the board, or to a ring, together with them was wrong.",
    aliases: &[],
};

/// The most steps from a cell to what it leads to.
const LONGEST: usize = 8;

/// An open cell, and what would be shaded if it were white, and if it were shaded.
struct Ways {
    cell: u16,
    shaded: [Vec<u16>; 2],
}

/// Two walls that an open cell joins with what it leads to, whichever shade it has. Each wall is named by a cell of it, or is the border.
#[derive(Clone, Copy)]
struct Fork {
    cell: u16,
    ends: [u16; 2],
}

/// All forks of a position. What one of them joins may lead through those before it.
struct Forks {
    list: Vec<Fork>,
    joined: Shading, // the position with these walls as if they were joined
    without: u16,    // a cell that no wall leads through
}

impl Forks {
    fn new(sheet: &Shading, all: &[Ways], without: u16, finder: &mut Finder) -> Flow<Self> {
        let mut forks = Self { list: Vec::new(), joined: sheet.clone(), without };
        loop {
            let before = forks.list.len();
            for ways in all {
                finder.poll()?;
                forks.look(sheet, ways);
            }
            if forks.list.len() == before {
                return Flow::Continue(forks);
            }
        }
    }

    fn shaded<'a>(&self, way: &'a [u16]) -> impl Iterator<Item = u16> + use<'a> {
        let without = self.without;
        way.iter().copied().filter(move |&cell| cell != without)
    }

    fn look(&mut self, sheet: &Shading, ways: &Ways) {
        let [mut walls, others] = [0, 1].map(|way| {
            let touched = self.shaded(&ways.shaded[way]).flat_map(|cell| self.joined.walls(cell));
            let mut walls: Vec<u16> = touched.filter(|&wall| wall != u16::MAX).collect();
            walls.sort_unstable();
            walls.dedup();
            walls
        });
        walls.retain(|wall| others.contains(wall));
        if walls.len() < 2 {
            return;
        }
        let after = [0, 1].map(|way| {
            let mut after = self.joined.clone();
            self.shaded(&ways.shaded[way]).for_each(|cell| after.sketch(Literal { cell, shade: SHADED }));
            after
        });
        for (index, &one) in walls.iter().enumerate() {
            for &other in &walls[index + 1..] {
                let is_news = self.joined.wall(one) != self.joined.wall(other);
                if is_news && after.iter().all(|after| after.wall(one) == after.wall(other)) {
                    let ends = self.near(sheet, &ways.shaded[0], [one, other]);
                    self.list.push(Fork { cell: ways.cell, ends });
                    self.joined.join(self.joined.wall(one), self.joined.wall(other));
                }
            }
        }
    }

    /// Where a way comes from one wall and gets to the other.
    fn near(&self, sheet: &Shading, way: &[u16], walls: [u16; 2]) -> [u16; 2] {
        let is_new = |cell: u16| cell != self.without && way.contains(&cell);
        let path = self.path(sheet, walls[1], &|place| place == walls[0], &is_new, self.list.len());
        let known = |place: Option<&u16>| place.copied().filter(|&place| !is_new(place));
        let path = path.unwrap_or_default();
        let (first, last) =
            (path.iter().position(|&place| is_new(place)), path.iter().rposition(|&place| is_new(place)));
        match (first, last) {
            (Some(first), Some(last)) => [
                first.checked_sub(1).and_then(|before| known(path.get(before))).unwrap_or(walls[0]),
                known(path.get(last + 1)).unwrap_or(walls[1]),
            ],
            _ => walls,
        }
    }

    /// The shortest path from an end back to a start along shaded cells, cells that are `new`ly shaded, and the first forks.
    fn path(
        &self,
        sheet: &Shading,
        start: u16,
        is_end: &dyn Fn(u16) -> bool,
        new: &dyn Fn(u16) -> bool,
        forks: usize,
    ) -> Option<Vec<u16>> {
        let bridges: Vec<[u16; 2]> = self.list[..forks].iter().map(|fork| fork.ends).collect();
        let dark = |cell: u16| cell != self.without && (sheet.is_shaded(cell) || new(cell));
        wall::path(&sheet.geometry, start, is_end, &dark, &bridges)
    }

    /// The forks that a path leads through, by their place in the list.
    fn along(&self, geometry: &Geometry, path: &[u16]) -> Vec<usize> {
        let jumps = path.windows(2).filter(|pair| !geometry.are_adjacent(pair[0], pair[1]));
        let fork = |pair: &[u16]| {
            self.list.iter().position(|fork| fork.ends == [pair[0], pair[1]] || fork.ends == [pair[1], pair[0]])
        };
        jumps.filter_map(fork).collect()
    }
}

/// A cell that would close a wall.
struct Closing {
    first: Literal,
    last: u16,
    wall: Wall,
    /// On the way round the wall, the forks that it leads through, and those that they lead through, in order.
    forks: Vec<usize>,
    cost: usize,
}

pub(super) fn forks(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    let links = Links::default();
    let mut trace = Trace::new(sheet, &links);
    let open: Vec<u16> = geometry.cells().filter(|&cell| sheet.is_open(cell)).collect();
    let mut traces: Vec<(Literal, Vec<u16>)> = Vec::new();
    let mut all: Vec<Ways> = Vec::new();
    for &cell in &open {
        finder.poll()?;
        let ways = [WHITE, SHADED].map(|shade| {
            let first = Literal { cell, shade };
            let shaded = leads_to(sheet, &mut trace, first);
            traces.extend(shaded.iter().map(|shaded| (first, shaded.clone())));
            shaded
        });
        if let [Some(white), Some(shaded)] = ways {
            all.push(Ways { cell, shaded: [white, shaded] });
        }
    }
    let forks = Forks::new(sheet, &all, geometry.nowhere(), finder)?;
    if forks.list.is_empty() {
        return Flow::Continue(());
    }
    let mut found: Vec<(Closing, Option<Forks>)> = Vec::new();
    for (first, shaded) in &traces {
        finder.poll()?;
        found.extend(closes(sheet, &all, &forks, *first, shaded, finder)?);
    }
    found.sort_by_key(|(closing, _)| closing.cost);
    for (closing, own) in &found {
        let rating = Rating(FORK.rating.0 + closing.cost.saturating_sub(4).min(9) as u16);
        let conclusion = geometry.mark(closing.first.cell, closing.first.not().shade);
        finder.rated(rating, &[], &[conclusion], |meter| {
            tell(sheet, &mut Trace::new(sheet, &links), own.as_ref().unwrap_or(&forks), &all, closing, meter)
        })?;
    }
    Flow::Continue(())
}

/// What would be shaded if this held, in order; `None` if some cell would be both white and shaded.
fn leads_to(sheet: &Shading, trace: &mut Trace<'_>, first: Literal) -> Option<Vec<u16>> {
    let mut shades = vec![OPEN; usize::from(sheet.geometry.nowhere())];
    let (mut shaded, mut clash) = (Vec::new(), false);
    trace.follow(first, LONGEST, |literal| {
        shades[usize::from(literal.cell)] |= literal.shade;
        clash |= shades[usize::from(literal.cell)] == WHITE | SHADED;
        if literal.shade == SHADED {
            shaded.push(literal.cell);
        }
        clash
    });
    (!clash).then_some(shaded)
}

/// The wall that cells which would be shaded close together with forks, and forks of its own if one of those leads through the cell that closes it.
fn closes(
    sheet: &Shading,
    all: &[Ways],
    forks: &Forks,
    first: Literal,
    shaded: &[u16],
    finder: &mut Finder,
) -> Flow<Option<(Closing, Option<Forks>)>> {
    let mut sketch = forks.joined.clone();
    for (index, &last) in shaded.iter().enumerate() {
        let before = &shaded[..index];
        if sketch.would_cut(last) {
            if sketch_of(sheet, before).would_cut(last) {
                return Flow::Continue(None); // A plain chain: no forks needed.
            }
            let is_used = |fork: &Fork| {
                let ways = all.iter().find(|ways| ways.cell == fork.cell);
                ways.is_some_and(|ways| ways.shaded.iter().any(|way| way.contains(&last)))
            };
            let own = if forks.list.iter().any(is_used) { Some(Forks::new(sheet, all, last, finder)?) } else { None };
            let joined = &own.as_ref().unwrap_or(forks).joined;
            if own.is_none() || sketch_of(joined, before).would_cut(last) {
                let closing = closing(sheet, all, own.as_ref().unwrap_or(forks), first, before, last);
                return Flow::Continue(closing.map(|closing| (closing, own)));
            }
        }
        sketch.sketch(Literal { cell: last, shade: SHADED });
    }
    Flow::Continue(None)
}

fn sketch_of(sheet: &Shading, shaded: &[u16]) -> Shading {
    let mut sketch = sheet.clone();
    for &cell in shaded {
        sketch.sketch(Literal { cell, shade: SHADED });
    }
    sketch
}

fn closing(sheet: &Shading, all: &[Ways], forks: &Forks, first: Literal, before: &[u16], last: u16) -> Option<Closing> {
    let geometry = &*sheet.geometry;
    let is_new = |cell: u16| cell != last && before.contains(&cell);
    let dark = |cell: u16| sheet.is_shaded(cell) || is_new(cell);
    let contacts = wall::contacts(geometry, last, &dark);
    let around = |&start: &u16| {
        let is_end = |place: u16| place != start && contacts.contains(&place);
        forks.path(sheet, start, &is_end, &|cell| is_new(cell), forks.list.len())
    };
    let path = contacts.iter().filter_map(around).min_by_key(Vec::len)?;
    // The forks on the way, and those that they need themselves.
    let mut used = forks.along(geometry, &path);
    let mut index = 0;
    while let Some(&fork) = used.get(index) {
        index += 1;
        for way in routes(sheet, forks, all, fork).into_iter().flatten() {
            used.extend(forks.along(geometry, &way));
        }
        let told = used.clone();
        used =
            told.iter().enumerate().filter(|(at, fork)| !told[..*at].contains(fork)).map(|(_, &fork)| fork).collect();
    }
    used.sort_unstable();
    let new = path.iter().filter(|&&place| is_new(place)).count();
    let cost = 1 + new + 3 * used.len();
    Some(Closing { first, last, wall: Wall::around(geometry, path, last), forks: used, cost })
}

/// How a fork joins its walls if its cell is white, and if it is shaded.
fn routes(sheet: &Shading, forks: &Forks, all: &[Ways], index: usize) -> [Option<Vec<u16>>; 2] {
    let Fork { cell, ends: [from, to] } = forks.list[index];
    let ways = all.iter().find(|ways| ways.cell == cell);
    [0, 1].map(|way| {
        let shaded = &ways?.shaded[way];
        forks.path(sheet, from, &|place| place == to, &|cell| shaded.contains(&cell), index)
    })
}

fn tell(
    sheet: &Shading,
    trace: &mut Trace<'_>,
    forks: &Forks,
    all: &[Ways],
    closing: &Closing,
    meter: &mut Meter,
) -> Telling {
    let geometry = &*sheet.geometry;
    let Closing { first, last, wall, .. } = closing;
    let mut grounds = vec![Ground::Connected];
    let mut cells = wall.cells.clone();
    let mut sentences: Vec<String> = Vec::new();
    // What holds of the paths from `first` to these cells.
    let mut lead = |first: Literal, to: &[u16], grounds: &mut Vec<Ground>, cells: &mut Vec<u16>| {
        trace.follow(first, LONGEST, |_| false);
        let new = to.iter().filter(|&&cell| cell != geometry.nowhere() && sheet.is_open(cell));
        let mut paths: Vec<Vec<Literal>> = new.map(|&cell| trace.path(Literal { cell, shade: SHADED })).collect();
        paths.sort_by_key(Vec::len);
        let steps = paths.iter().flat_map(|path| path.windows(2));
        grounds.extend(steps.flat_map(|pair| trace::grounds(sheet, pair[0], pair[1])));
        cells.extend(paths.iter().flatten().map(|literal| literal.cell));
        let known = to.iter().filter(|&&cell| cell != geometry.nowhere() && sheet.is_shaded(cell));
        grounds.extend(known.map(|&cell| Ground::holds(cell, SHADED)));
        trace::paths_words(sheet, &paths)
    };
    for &index in &closing.forks {
        let Fork { cell, ends: [one, other] } = forks.list[index];
        let walls = format!("{} and {}", geometry.place_name(one), geometry.place_name(other));
        let [white, shaded] = routes(sheet, forks, all, index);
        for (shade, route, walls) in [(SHADED, shaded, walls.as_str()), (WHITE, white, "them")] {
            let (first, name) = (Literal { cell, shade }, geometry.name(cell));
            let new =
                || route.iter().flatten().copied().filter(|&place| place != geometry.nowhere() && sheet.is_open(place));
            let way = lead(first, &route.clone().unwrap_or_default(), &mut grounds, &mut cells);
            sentences.push(match way.strip_prefix("Then ") {
                None => format!("If {name} were {}, it would join {walls}.", first.word()),
                Some(way) => {
                    let joins = and(geometry.names(new()));
                    format!("If {name} were {}, {way} Then {joins} would join {walls}.", first.word())
                }
            });
        }
        sentences.push("So they will be joined in any case.".to_owned());
    }
    let name = geometry.name(first.cell);
    let way = lead(*first, &wall.cells, &mut grounds, &mut cells);
    sentences.push(format!("Now suppose {name} were {}.", first.word()));
    if !way.is_empty() {
        sentences.push(way);
    }
    // The wall leads through the last cell, so that neighbours of that lie on both sides.
    for beside in geometry.neighbours(*last) {
        let known = sheet.is_white(beside);
        grounds.push(if known { Ground::holds(beside, WHITE) } else { Ground::Touch(*last, beside) });
    }
    cells.retain(|&cell| cell != geometry.nowhere());
    sentences.push(format!("With those walls joined, {} and cut the board in two.", wall.words(geometry)));
    sentences.push(format!("All white cells must be connected, so {name} {}.", first.not().becomes()));
    Telling {
        because: ground::because(geometry, grounds, *first, meter),
        place: format!("the walls around {name}"),
        cells: geometry.names(cells),
        marks: Vec::new(),
        reason: sentences.join(" "),
    }
}
