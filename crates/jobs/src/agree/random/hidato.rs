//! Hidato: a path that goes where it can; cells that it misses are holes. Some numbers stay, and at times one goes elsewhere.

use std::collections::HashSet;
use std::ops::Range;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde_json::{Value as Json, json};

use super::{Cell, Dice, cells, pick, touches};

pub(super) fn small(dice: &mut Dice) -> Json {
    let (rows, cols) = (dice.random_range(1..=7), dice.random_range(2..=7));
    let (path, mut grid, orthogonal) = solvable(dice, rows, cols, 0.05..0.6);
    if dice.random_bool(0.2) && path.len() > 1 {
        let (one, other) = (*pick(dice, &path), *pick(dice, &path));
        exchange(&mut grid, one, other);
    }
    board(&grid, orthogonal)
}

/// 12x12 to 22x22, half to nearly full; one in three has a given at a place that was empty, or two that changed places.
pub(super) fn large(dice: &mut Dice) -> Json {
    let (rows, cols) = (dice.random_range(12..=22), dice.random_range(12..=22));
    let (path, mut grid, orthogonal) = solvable(dice, rows, cols, 0.4..0.97);
    let (given, empty): (Vec<Cell>, Vec<Cell>) = path.iter().partition(|&&(row, col)| grid[row][col] > 0);
    if dice.random_bool(0.33) && given.len() > 1 {
        let one = *pick(dice, &given);
        let other = if empty.is_empty() || dice.random_bool(0.3) { *pick(dice, &given) } else { *pick(dice, &empty) };
        exchange(&mut grid, one, other);
    }
    board(&grid, orthogonal)
}

/// A path, a board with a share of its numbers, and whether steps are orthogonal.
fn solvable(dice: &mut Dice, rows: usize, cols: usize, shares: Range<f64>) -> (Vec<Cell>, Vec<Vec<i64>>, bool) {
    let orthogonal = dice.random_bool(0.2);
    let path = path(dice, rows, cols, orthogonal);
    let share = dice.random_range(shares);
    let grid = givens(dice, rows, cols, &path, share);
    (path, grid, orthogonal)
}

/// Steps from a cell to a free one, until there is none.
fn path(dice: &mut Dice, rows: usize, cols: usize, orthogonal: bool) -> Vec<Cell> {
    let mut free: HashSet<Cell> = cells(rows, cols).collect();
    let mut at = (dice.random_range(0..rows), dice.random_range(0..cols));
    let mut path = Vec::new();
    loop {
        free.remove(&at);
        path.push(at);
        let near = |cell: Cell, free: &HashSet<Cell>| -> Vec<Cell> {
            let mut near: Vec<Cell> = free.iter().copied().filter(|&other| touches(cell, other, orthogonal)).collect();
            near.sort_unstable();
            near
        };
        let mut next = near(at, &free);
        next.shuffle(dice);
        // Mostly where there is least room, so that few holes are left.
        let Some(&cell) =
            next.iter().min_by_key(|&&cell| if dice.random_bool(0.8) { near(cell, &free).len() } else { 0 })
        else {
            return path;
        };
        at = cell;
    }
}

/// The numbers along the path, about so many of them; 0 where there is none, -1 off the path.
fn givens(dice: &mut Dice, rows: usize, cols: usize, path: &[Cell], share: f64) -> Vec<Vec<i64>> {
    let mut grid = vec![vec![-1; cols]; rows];
    for (index, &(row, col)) in path.iter().enumerate() {
        let given = dice.random_bool(share) || index == 0 && dice.random_bool(0.5);
        grid[row][col] = if given { index as i64 + 1 } else { 0 };
    }
    grid
}

fn exchange(grid: &mut [Vec<i64>], one: Cell, other: Cell) {
    let kept = grid[one.0][one.1];
    grid[one.0][one.1] = grid[other.0][other.1];
    grid[other.0][other.1] = kept;
}

fn board(grid: &[Vec<i64>], orthogonal: bool) -> Json {
    let mut object = json!({"kind": "hidato", "grid": grid});
    if orthogonal {
        object["moves"] = json!("orthogonal");
    }
    object
}
