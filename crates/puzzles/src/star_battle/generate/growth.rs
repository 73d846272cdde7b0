//! Regions around stars: every star grows a territory, then neighbouring territories are joined, as many as a region has
//! stars.

use pencilmark_search::choices;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::{Cell, Grid};

choices! {
    /// How regions look.
    pub(in crate::star_battle) enum Style {
        Any = "any": "as they come",
        Compact = "compact": "round, with short borders",
        Winding = "winding": "long and thin",
        Even = "even": "all of about the same size",
    }
}

impl Style {
    /// What a move of a cell between regions does to the style: less is better.
    pub(super) fn cost(self, regions: &Grid<usize>, (cell, to): (Cell, usize)) -> i64 {
        let from = regions[cell];
        let beside = |region: usize| regions.beside(cell).filter(|&other| regions[other] == region).count() as i64;
        let size = |region: usize| regions.things().iter().filter(|&&own| own == region).count() as i64;
        match self {
            Self::Any => 0,
            Self::Compact => beside(from) - beside(to),
            Self::Winding => beside(to) - beside(from),
            Self::Even => size(to) + 1 - size(from),
        }
    }
}

/// Ways to join territories that are tried before giving up.
const TRIES: usize = 60;

/// The region of each cell: connected, each with `stars` of the placed stars. `None` when the joining fails.
pub(super) fn grow(placed: &Grid<bool>, stars: usize, style: Style, random: &mut ChaCha8Rng) -> Option<Grid<usize>> {
    let territories = territories(placed, style, random);
    let count = placed.things().iter().filter(|&&star| star).count();
    let neighbours = neighbours(&territories, count);
    let group = (0..TRIES).find_map(|_| join(&neighbours, stars, random))?;
    Some(territories.map(|&territory| group[territory]))
}

/// The star whose territory each cell belongs to. Territories grow one random cell at a time; some grow faster.
fn territories(placed: &Grid<bool>, style: Style, random: &mut ChaCha8Rng) -> Grid<usize> {
    let mut owner: Grid<Option<usize>> = placed.map(|_| None);
    let mut edge: Vec<(Cell, usize)> = Vec::new(); // a cell that may be taken, and by whom
    for (star, cell) in placed.cells().filter(|&cell| placed[cell]).enumerate() {
        owner[cell] = Some(star);
        edge.extend(placed.beside(cell).map(|next| (next, star)));
    }
    let mut sizes = vec![1; edge.len() + 1];
    while !edge.is_empty() {
        let chosen = if style == Style::Any {
            random.random_range(0..edge.len())
        } else {
            let (cell_of, star_of) = (|at: usize| edge[at].0, |at: usize| edge[at].1);
            let is_own = |at: usize, beside: &Cell| owner[*beside] == Some(star_of(at));
            let own = |at: usize| placed.beside(cell_of(at)).filter(|beside| is_own(at, beside)).count();
            let cost = |at: usize| match style {
                _ if owner[cell_of(at)].is_some() => usize::MAX,
                Style::Compact => 4 - own(at),
                Style::Winding => own(at),
                Style::Even | Style::Any => sizes[star_of(at)],
            };
            // The best of a few: regions of one style are not all the same.
            (0..6).map(|_| random.random_range(0..edge.len())).min_by_key(|&at| cost(at)).unwrap_or(0)
        };
        let (cell, star) = edge.swap_remove(chosen);
        if owner[cell].is_none() {
            owner[cell] = Some(star);
            sizes[star] += 1;
            edge.extend(placed.beside(cell).map(|next| (next, star)));
        }
    }
    owner.map(|star| star.unwrap_or(0))
}

fn neighbours(territories: &Grid<usize>, count: usize) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); count];
    for cell in territories.cells() {
        for beside in territories.beside(cell) {
            let (a, b) = (territories[cell], territories[beside]);
            if a != b && !neighbours[a].contains(&b) {
                neighbours[a].push(b);
            }
        }
    }
    neighbours
}

/// Splits the territories into connected groups of `size`: always around the one with the fewest free neighbours, and
/// so that what is left stays divisible.
fn join(neighbours: &[Vec<usize>], size: usize, random: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut group: Vec<Option<usize>> = vec![None; neighbours.len()];
    let mut order: Vec<usize> = (0..neighbours.len()).collect();
    order.shuffle(random);
    for number in 0..neighbours.len() / size {
        let free_beside = |territory: usize| neighbours[territory].iter().filter(|&&n| group[n].is_none()).count();
        let open = order.iter().copied().filter(|&territory| group[territory].is_none());
        let start = open.min_by_key(|&territory| free_beside(territory))?;
        let before = group.clone();
        let found = (0..TRIES).any(|_| {
            group.clone_from(&before);
            extend(neighbours, &mut group, start, number, size, random) && divisible(neighbours, &group, size)
        });
        if !found {
            return None;
        }
    }
    group.into_iter().collect()
}

/// Marks `start` and random free neighbours as one group; false when there are not enough.
fn extend(
    neighbours: &[Vec<usize>],
    group: &mut [Option<usize>],
    start: usize,
    number: usize,
    size: usize,
    random: &mut ChaCha8Rng,
) -> bool {
    group[start] = Some(number);
    let mut members = vec![start];
    while members.len() < size {
        let beside = members.iter().flat_map(|&member| neighbours[member].iter().copied());
        let free: Vec<usize> = beside.filter(|&territory| group[territory].is_none()).collect();
        if free.is_empty() {
            return false;
        }
        let next = free[random.random_range(0..free.len())];
        group[next] = Some(number);
        members.push(next);
    }
    true
}

/// Whether every piece of what has no group yet can be cut into groups, as far as counting tells.
fn divisible(neighbours: &[Vec<usize>], group: &[Option<usize>], size: usize) -> bool {
    let mut seen: Vec<bool> = group.iter().map(Option::is_some).collect();
    (0..neighbours.len()).all(|start| {
        if std::mem::replace(&mut seen[start], true) {
            return true;
        }
        let (mut piece, mut open) = (0, vec![start]);
        while let Some(territory) = open.pop() {
            piece += 1;
            for &next in &neighbours[territory] {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        piece % size == 0
    })
}
