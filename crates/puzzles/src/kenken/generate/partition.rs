//! Random cages that cover a board.

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::{Cell, Grid};

/// The sizes of cages if none are asked for.
pub(super) const USUAL_SIZES: RangeInclusive<usize> = 1..=4;

/// Random cages that cover the board, most of them of these sizes; a cell that is left alone joins a neighbour if that may grow.
pub fn partition(size: usize, sizes: &RangeInclusive<usize>, random: &mut ChaCha8Rng) -> Vec<Vec<Cell>> {
    let usual = *sizes == USUAL_SIZES;
    let mut owner: Grid<Option<usize>> = Grid::filled(size, size, None);
    let mut cages: Vec<Vec<Cell>> = Vec::new();
    let mut order: Vec<Cell> = owner.cells().collect();
    order.shuffle(random);
    for first in order {
        if owner[first].is_some() {
            continue;
        }
        let number = cages.len();
        let mut cage = vec![first];
        owner[first] = Some(number);
        // Large boards have many solutions: smaller cages hold them down.
        let (pairs, triples) = match size {
            ..=9 => (50, 35),
            10..=12 => (65, 35),
            _ => (80, 20),
        };
        let draw = random.random_range(0..100);
        let wanted = if draw < pairs {
            2
        } else if draw < pairs + triples {
            3
        } else {
            *USUAL_SIZES.end()
        };
        let wanted = if usual { wanted } else { random.random_range(sizes.clone()) };
        while cage.len() < wanted {
            let mut free: Vec<Cell> =
                cage.iter().flat_map(|&cell| owner.beside(cell)).filter(|&cell| owner[cell].is_none()).collect();
            free.sort_unstable();
            free.dedup();
            if free.is_empty() {
                break;
            }
            let next = free[random.random_range(0..free.len())];
            owner[next] = Some(number);
            cage.push(next);
        }
        cages.push(cage);
    }
    join_small(&mut cages, &mut owner, sizes, random);
    cages
}

/// A cage that is too small joins a neighbour; of single cells that may stay, most do.
fn join_small(
    cages: &mut Vec<Vec<Cell>>,
    owner: &mut Grid<Option<usize>>,
    sizes: &RangeInclusive<usize>,
    random: &mut ChaCha8Rng,
) {
    let least = (*sizes.start()).max(2);
    for small in 0..cages.len() {
        if cages[small].is_empty() || cages[small].len() >= least {
            continue;
        }
        let hosts: Vec<usize> = cages[small]
            .iter()
            .flat_map(|&cell| owner.beside(cell))
            .filter_map(|beside| owner[beside])
            .filter(|&host| host != small && cages[host].len() + cages[small].len() <= *sizes.end())
            .collect();
        if hosts.is_empty() || sizes.contains(&cages[small].len()) && random.random_bool(0.1) {
            continue;
        }
        let host = hosts[random.random_range(0..hosts.len())];
        for cell in std::mem::take(&mut cages[small]) {
            cages[host].push(cell);
            owner[cell] = Some(host);
        }
    }
    cages.retain(|cage| !cage.is_empty());
}
