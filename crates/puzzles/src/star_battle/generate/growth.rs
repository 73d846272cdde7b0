//! Regions around stars: every star grows a territory, then neighbouring territories are joined, as many as a region has
//! stars.

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::{Cell, Grid};

/// Ways to join territories that are tried before giving up.
const TRIES: usize = 60;

/// The region of each cell: connected, each with `stars` of the placed stars. `None` when the joining fails.
pub(super) fn grow(placed: &Grid<bool>, stars: usize, random: &mut ChaCha8Rng) -> Option<Grid<usize>> {
    let territories = territories(placed, random);
    let count = placed.things().iter().filter(|&&star| star).count();
    let neighbours = neighbours(&territories, count);
    let group = (0..TRIES).find_map(|_| join(&neighbours, stars, random))?;
    Some(territories.map(|&territory| group[territory]))
}

/// The star whose territory each cell belongs to. Territories grow one random cell at a time; some grow faster.
fn territories(placed: &Grid<bool>, random: &mut ChaCha8Rng) -> Grid<usize> {
    let mut owner: Grid<Option<usize>> = placed.map(|_| None);
    let mut edge: Vec<(Cell, usize)> = Vec::new(); // a cell that may be taken, and by whom
    for (star, cell) in placed.cells().filter(|&cell| placed[cell]).enumerate() {
        owner[cell] = Some(star);
        edge.extend(placed.beside(cell).map(|next| (next, star)));
    }
    while !edge.is_empty() {
        let (cell, star) = edge.swap_remove(random.random_range(0..edge.len()));
        if owner[cell].is_none() {
            owner[cell] = Some(star);
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
