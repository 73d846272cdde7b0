//! Sudoku: a full board in mixed order; some cells are emptied, and at times a given is changed.

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde_json::{Value as Json, json};

use super::{Dice, cells, pick};

pub(super) fn small(dice: &mut Dice) -> Json {
    let shape = *pick(dice, &[(3, 3), (3, 3), (3, 3), (2, 2), (2, 3), (3, 2), (2, 4), (5, 2), (3, 4), (4, 4)]);
    let share = dice.random_range(if shape.0 * shape.1 > 9 { 0.45..0.9 } else { 0.2..0.9 });
    let spoilt = dice.random_bool(0.25);
    board(dice, shape, share, spoilt)
}

/// 16x16 and 25x25, half to nearly full.
pub(super) fn large(dice: &mut Dice) -> Json {
    let (shape, share) = pick(dice, &[((4, 4), 0.4..0.9), ((4, 4), 0.8..0.95), ((5, 5), 0.6..0.95)]).clone();
    let share = dice.random_range(share);
    let spoilt = dice.random_bool(0.3);
    board(dice, shape, share, spoilt)
}

fn board(dice: &mut Dice, (high, wide): (usize, usize), share: f64, spoilt: bool) -> Json {
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
    let mut grid = vec![vec![0; side]; side];
    for (row, col) in cells(side, side) {
        if dice.random_bool(share) {
            grid[row][col] = digits[(rows[row] % high * wide + rows[row] / high + cols[col]) % side];
        }
    }
    if spoilt {
        let (row, col) = (dice.random_range(0..side), dice.random_range(0..side));
        grid[row][col] = dice.random_range(1..=side);
    }
    json!({"kind": "sudoku", "box": [high, wide], "grid": grid})
}
