//! A cell that would lead to a wall across the board.

use pencilmark_csp::Meter;

use super::chain;
use super::ground::{self, Ground};
use super::links::Links;
use super::sheet::{SHADED, Shading, WHITE};
use super::trace::{self, Literal, Trace};
use super::wall::Wall;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static COPIES: TechniqueInfo = TechniqueInfo {
    id: "closing-copies",
    title: "Copies that would cut the board",
    tier: 5,
    rating: Rating(55),
    assumes_uniqueness: false,
    about: "If a cell were white, its copies in its row and its column would be shaded. If they would complete a wall of shaded cells that cuts the board in \
            two, the cell is shaded.",
    aliases: &["edge triple"],
};

pub(super) static PAIR: TechniqueInfo = TechniqueInfo {
    id: "closing-pair",
    title: "Pair that would cut the board",
    tier: 5,
    rating: Rating(57),
    assumes_uniqueness: false,
    about: "If a cell were shaded, its neighbours would be white and their copies shaded. If that completes a wall of shaded cells that cuts the board in two, \
            the cell stays white.",
    aliases: &["edge double", "close edge"],
};

pub(super) static CHAIN: TechniqueInfo = TechniqueInfo {
    id: "closing-chain",
    title: "Chain that would cut the board",
    tier: 5,
    rating: Rating(62),
    assumes_uniqueness: false,
    about: "Follow what a cell would lead to: shaded cells make their neighbours white, and white cells their copies shaded. If that completes a wall of \
            shaded cells that cuts the board in two, the cell was wrong.",
    aliases: &[],
};

pub(super) static WALLS: TechniqueInfo = TechniqueInfo {
    id: "wall-chain",
    title: "Chain along walls",
    tier: 5,
    rating: Rating(66),
    assumes_uniqueness: false,
    about: "Two cells that would complete a wall together cannot both be shaded, even if they are far apart. Such pairs make chains just as cells that touch.",
    aliases: &["edge pattern"],
};

pub(super) fn copies(sheet: &Shading, finder: &mut Finder) -> Flow {
    closing(sheet, finder, &Links::default(), &[WHITE], 1, |_| COPIES.rating)
}

pub(super) fn pair(sheet: &Shading, finder: &mut Finder) -> Flow {
    closing(sheet, finder, &Links::default(), &[SHADED], 2, |cost| {
        Rating(PAIR.rating.0 + cost.saturating_sub(2).min(4) as u16)
    })
}

pub(super) fn chain(sheet: &Shading, finder: &mut Finder) -> Flow {
    closing(sheet, finder, &Links::default(), &[WHITE, SHADED], 8, |cost| {
        Rating(CHAIN.rating.0 + cost.saturating_sub(3).min(12) as u16)
    })
}

pub(super) fn walls(sheet: &Shading, finder: &mut Finder) -> Flow {
    closing(sheet, finder, &Links::new(sheet), &[WHITE, SHADED], 16, |cost| {
        Rating(WALLS.rating.0 + (cost.saturating_sub(5) / 2).min(8) as u16)
    })
}

/// Where a cell would lead.
struct Closing {
    first: Literal,
    end: End,
    cost: usize,
}

enum End {
    /// To its opposite, on this way.
    Opposite(Vec<Literal>),
    /// To a wall, on these ways; one of its cells is not shaded yet.
    Wall(Wall, u16, Vec<Vec<Literal>>),
}

fn closing(
    sheet: &Shading,
    finder: &mut Finder,
    links: &Links,
    shades: &[u8],
    most: usize,
    rating: impl Fn(usize) -> Rating,
) -> Flow {
    let geometry = &*sheet.geometry;
    let mut trace = Trace::new(sheet, links);
    let mut found: Vec<Closing> = Vec::new();
    for cell in geometry.cells().filter(|&cell| sheet.is_open(cell)) {
        for &shade in shades {
            finder.poll()?;
            let first = Literal { cell, shade };
            found.extend(closes(sheet, &mut trace, first, most));
            // Without links, that is a plain chain.
            if !links.is_empty() {
                found.extend(chain::refute(&mut trace, first, most).map(|path| {
                    let cost = path.windows(2).map(|pair| trace::cost(sheet, pair[0], pair[1])).sum();
                    Closing { first, end: End::Opposite(path), cost }
                }));
            }
        }
    }
    found.sort_by_key(|closing| closing.cost);
    for Closing { first, end, cost } in &found {
        let conclusion = geometry.mark(first.cell, first.not().shade);
        finder.rated(rating(*cost), &[], &[conclusion], |meter| match end {
            End::Opposite(path) => chain::tell(sheet, path, meter),
            End::Wall(wall, last, paths) => tell(sheet, *first, wall, *last, paths, meter),
        })?;
    }
    Flow::Continue(())
}

/// Whether this leads to a wall.
fn closes(sheet: &Shading, trace: &mut Trace<'_>, first: Literal, most: usize) -> Option<Closing> {
    let geometry = &*sheet.geometry;
    let mut sketch = sheet.clone();
    let (mut last, mut clash) = (None, false);
    trace.follow(first, most, |literal| {
        // A cell that would be both white and shaded is a chain and needs no wall.
        clash |= !sketch.is_open(literal.cell);
        if clash {
        } else if literal.shade == WHITE {
            sketch.sketch(literal);
        } else if sketch.would_cut(literal.cell) {
            last = Some(literal.cell);
        } else {
            sketch.sketch(literal);
        }
        clash || last.is_some()
    });
    // Where the cell itself completes the wall, that is a plain cut.
    let last = last.filter(|&last| last != first.cell)?;
    let wall = Wall::through(geometry, last, &|cell| sketch.is_shaded(cell))?;
    let new = wall.cells.iter().filter(|&&cell| sheet.is_open(cell));
    let mut paths: Vec<Vec<Literal>> = new.map(|&cell| trace.path(Literal { cell, shade: SHADED })).collect();
    paths.sort_by_key(Vec::len);
    let mut steps: Vec<(Literal, Literal)> =
        paths.iter().flat_map(|path| path.windows(2).map(|pair| (pair[0], pair[1]))).collect();
    steps.sort_unstable();
    steps.dedup();
    let cost = steps.iter().map(|&(from, to)| trace::cost(sheet, from, to)).sum::<usize>();
    Some(Closing { first, end: End::Wall(wall, last, paths), cost })
}

fn tell(sheet: &Shading, first: Literal, wall: &Wall, last: u16, paths: &[Vec<Literal>], meter: &mut Meter) -> Telling {
    let geometry = &*sheet.geometry;
    let supposed = |cell: u16| paths.iter().flatten().any(|&literal| literal == Literal { cell, shade: WHITE });
    let mut grounds = wall.grounds(sheet);
    grounds
        .extend(paths.iter().flat_map(|path| path.windows(2)).flat_map(|pair| trace::grounds(sheet, pair[0], pair[1])));
    let mut cells = geometry.names(wall.cells.iter().copied());
    cells.extend(geometry.names(paths.iter().flatten().map(|literal| literal.cell)));
    let mut ends = Vec::new();
    for end in wall.ends(geometry, last, &supposed, &|cell| sheet.is_white(cell)).into_iter().flatten() {
        let name = geometry.name(end);
        cells.push(name);
        if supposed(end) {
            ends.push(name.to_string());
        } else if sheet.is_white(end) {
            grounds.push(Ground::holds(end, WHITE));
            ends.push(format!("the white cell {name}"));
        } else {
            grounds.push(Ground::Touch(last, end));
            ends.push(format!("{name} (white because it touches {})", geometry.name(last)));
        }
    }
    let name = geometry.name(first.cell);
    let way = trace::paths_words(sheet, paths);
    Telling {
        because: ground::because(geometry, grounds, first, meter),
        place: name.to_string(),
        cells,
        marks: Vec::new(),
        reason: format!(
            "Suppose {name} were {}. {way} Now {} and cut {}. All white cells must be connected, so {name} {}.",
            first.word(),
            wall.words(geometry),
            ends.join(" off from "),
            first.not().becomes()
        ),
    }
}
