//! Random puzzles of every kind, of varied size and worth: proper ones, spoilt ones, and nonsense.

use std::collections::HashSet;

use pencilmark::{Puzzle, ReadOptions, Spec};
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use serde_json::{Value as Json, json};

type Cell = (usize, usize);
type Dice = ChaCha8Rng;

/// Puzzle number `index` of this seed.
pub(super) fn puzzle(kind: &str, seed: u64, index: u64) -> Result<Puzzle, String> {
    let mut dice = Dice::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index);
    if dice.random_bool(0.15) {
        return generated(kind, &mut dice);
    }
    let object = match kind {
        "sudoku" => sudoku(&mut dice),
        "kenken" => kenken(&mut dice),
        "hitori" => hitori(&mut dice),
        "hidato" => hidato(&mut dice),
        "star-battle" => star_battle(&mut dice),
        _ => return Err(format!("no random puzzles of {kind}")),
    };
    Puzzle::parse_with("random", &object.to_string(), &ReadOptions::default()).map_err(|error| error.to_string())
}

/// A proper puzzle, larger than random ones can be and still be of use.
fn generated(kind: &str, dice: &mut Dice) -> Result<Puzzle, String> {
    let entry = pencilmark::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
    let side = match kind {
        "sudoku" => *pick(dice, &[4, 6, 8, 9, 12, 16]),
        "hitori" => dice.random_range(6..=16),
        "star-battle" => dice.random_range(8..=11),
        "hidato" => dice.random_range(5..=9),
        _ => dice.random_range(4..=9),
    };
    let spec = Spec { size: Some((side, side)), several_ok: dice.random_bool(0.2), ..Spec::default() };
    pencilmark::generate(entry, &spec, dice.random(), 0).map_err(|error| error.to_string())
}

/// A full board in mixed order; some cells are emptied, and at times a given is changed.
fn sudoku(dice: &mut Dice) -> Json {
    let (high, wide) = *pick(dice, &[(3, 3), (3, 3), (3, 3), (2, 2), (2, 3), (3, 2), (2, 4), (5, 2), (3, 4), (4, 4)]);
    let side = high * wide;
    let mut digits: Vec<usize> = (1..=side).collect();
    digits.shuffle(dice);
    let lines = |dice: &mut Dice, band: usize| -> Vec<usize> {
        let mut bands: Vec<usize> = (0..side / band).collect();
        bands.shuffle(dice);
        let order = |first: usize, dice: &mut Dice| {
            let mut order: Vec<usize> = (0..band).map(|line| first * band + line).collect();
            order.shuffle(dice);
            order
        };
        bands.into_iter().flat_map(|band| order(band, dice)).collect()
    };
    let (rows, cols) = (lines(dice, high), lines(dice, wide));
    let share = dice.random_range(if side > 9 { 0.45..0.9 } else { 0.2..0.9 });
    let mut grid = vec![vec![0; side]; side];
    for (r, &row) in rows.iter().enumerate() {
        for (c, &col) in cols.iter().enumerate() {
            if dice.random_bool(share) {
                grid[r][c] = digits[(row % high * wide + row / high + col) % side];
            }
        }
    }
    if dice.random_bool(0.25) {
        let (r, c) = (dice.random_range(0..side), dice.random_range(0..side));
        grid[r][c] = dice.random_range(1..=side);
    }
    json!({"kind": "sudoku", "box": [high, wide], "grid": grid})
}

/// Cages cut out of a Latin square; at times a target is changed, or an operator left out.
fn kenken(dice: &mut Dice) -> Json {
    let size = dice.random_range(3..=8_usize);
    let (rows, cols, digits) = (order(dice, size), order(dice, size), order(dice, size));
    let number = |(row, col): Cell| digits[(rows[row] + cols[col]) % size] as u64 + 1;
    let largest = dice.random_range(1..=6);
    let cages = pieces(dice, size, size, |dice| dice.random_range(1..=largest)).into_iter().map(|cells| {
        let numbers: Vec<u64> = cells.iter().copied().map(number).collect();
        let (low, high) = (*numbers.iter().min().unwrap_or(&1), *numbers.iter().max().unwrap_or(&1));
        let (mut op, mut target) = match (numbers.len(), dice.random_range(0..4)) {
            (1, _) => ("=", high),
            (2, 0) => ("-", high - low),
            (2, 1) if high % low == 0 => ("/", high / low),
            (_, 2) => ("*", numbers.iter().product()),
            _ => ("+", numbers.iter().sum()),
        };
        if numbers.len() > 1 && dice.random_bool(0.1) {
            op = "?";
        }
        if dice.random_bool(0.02) {
            target += 1;
        }
        json!({"op": op, "target": target, "cells": cells})
    });
    let cages: Vec<Json> = cages.collect();
    json!({"kind": "kenken", "size": size, "cages": cages})
}

/// Either any numbers, or a Latin rectangle with some numbers changed.
fn hitori(dice: &mut Dice) -> Json {
    let (rows, cols) = (dice.random_range(1..=8_usize), dice.random_range(1..=8_usize));
    let most = rows.max(cols);
    let (down, across) = (order(dice, most), order(dice, most));
    let changed = dice.random_range(0.0..0.5);
    let nonsense = dice.random_bool(0.2);
    let mut number = |row: usize, col: usize| {
        if nonsense || dice.random_bool(changed) {
            dice.random_range(1..=most)
        } else {
            (down[row] + across[col]) % most + 1
        }
    };
    let grid: Vec<Vec<usize>> = (0..rows).map(|row| (0..cols).map(|col| number(row, col)).collect()).collect();
    json!({"kind": "hitori", "grid": grid})
}

/// A path that goes where it can; cells that it misses are holes. Some numbers stay, and at times two change places.
fn hidato(dice: &mut Dice) -> Json {
    let (rows, cols) = (dice.random_range(1..=7_usize), dice.random_range(2..=7_usize));
    let orthogonal = dice.random_bool(0.2);
    let mut free: HashSet<Cell> = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect();
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
            break;
        };
        at = cell;
    }
    let mut grid = vec![vec![-1; cols]; rows];
    let share = dice.random_range(0.05..0.6);
    for (index, &(row, col)) in path.iter().enumerate() {
        let given = dice.random_bool(share) || index == 0 && dice.random_bool(0.5);
        grid[row][col] = if given { index as i64 + 1 } else { 0 };
    }
    if dice.random_bool(0.2) && path.len() > 1 {
        let (one, other) = (*pick(dice, &path), *pick(dice, &path));
        let kept = grid[one.0][one.1];
        grid[one.0][one.1] = grid[other.0][other.1];
        grid[other.0][other.1] = kept;
    }
    let mut object = json!({"kind": "hidato", "grid": grid});
    if orthogonal {
        object["moves"] = json!("orthogonal");
    }
    object
}

/// Stars that do not touch, regions grown from them or from anywhere.
fn star_battle(dice: &mut Dice) -> Json {
    let (least, stars) = *pick(dice, &[(1, 1), (4, 1), (4, 1), (8, 2), (8, 2), (9, 2)]);
    let size = dice.random_range(least..=least + 3);
    let mut regions = vec![vec![-1; size]; size];
    let mut cells: Vec<Cell> = (0..size).flat_map(|row| (0..size).map(move |col| (row, col))).collect();
    cells.shuffle(dice);
    let mut edge: Vec<Cell> = Vec::new();
    for (region, &(row, col)) in cells.iter().take(size).enumerate() {
        regions[row][col] = region as i64;
        edge.push((row, col));
    }
    while !edge.is_empty() {
        let place = dice.random_range(0..edge.len());
        let from = edge[place];
        let near = cells.iter().copied().find(|&cell| touches(from, cell, true) && regions[cell.0][cell.1] < 0);
        match near {
            None => drop(edge.swap_remove(place)),
            Some((row, col)) => {
                regions[row][col] = regions[from.0][from.1];
                edge.push((row, col));
            }
        }
    }
    if dice.random_bool(0.15) {
        // A few holes; every region keeps a cell.
        for &(row, col) in cells.iter().skip(size).take(dice.random_range(1..=3)) {
            regions[row][col] = -1;
        }
    }
    json!({"kind": "star-battle", "regions": regions, "stars": stars})
}

/// Connected pieces that cover a board.
fn pieces(dice: &mut Dice, rows: usize, cols: usize, size: impl Fn(&mut Dice) -> usize) -> Vec<Vec<Cell>> {
    let mut free: Vec<Cell> = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect();
    let mut pieces = Vec::new();
    while let Some(first) = free.first().copied() {
        let wanted = size(dice);
        let mut piece = vec![first];
        free.retain(|&cell| cell != first);
        while piece.len() < wanted {
            let near: Vec<Cell> =
                free.iter().copied().filter(|&cell| piece.iter().any(|&other| touches(cell, other, true))).collect();
            let Some(&next) = near.choose(dice) else { break };
            free.retain(|&cell| cell != next);
            piece.push(next);
        }
        pieces.push(piece);
    }
    pieces
}

fn touches(a: Cell, b: Cell, orthogonal: bool) -> bool {
    let (down, across) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    if orthogonal { down + across == 1 } else { down.max(across) == 1 }
}

fn order(dice: &mut Dice, length: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.shuffle(dice);
    order
}

fn pick<'a, T>(dice: &mut Dice, from: &'a [T]) -> &'a T {
    &from[dice.random_range(0..from.len())]
}
