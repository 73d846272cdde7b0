//! Hitori: any numbers, a Latin rectangle with some numbers changed, or a proper puzzle with a few changed.

use rand::RngExt as _;
use serde_json::{Value as Json, json};

use super::{Dice, generated, object, order};

pub(super) fn small(dice: &mut Dice) -> Json {
    let (rows, cols) = (dice.random_range(1..=8), dice.random_range(1..=8));
    let changed = dice.random_range(0.0..0.5);
    let nonsense = dice.random_bool(0.2);
    board(dice, rows, cols, if nonsense { 1.0 } else { changed })
}

/// 12x12 to 20x20.
pub(super) fn large(dice: &mut Dice) -> Result<Json, String> {
    let side = dice.random_range(12..=20);
    if dice.random_bool(0.2) {
        let cols = dice.random_range(12..=20);
        let changed = dice.random_range(0.0..0.15);
        return Ok(board(dice, side, cols, changed));
    }
    let mut puzzle = object(&generated("hitori", dice, side, None, false)?)?;
    let changes = if dice.random_bool(0.5) { dice.random_range(1..=3) } else { 0 };
    for _ in 0..changes {
        let (row, col) = (dice.random_range(0..side), dice.random_range(0..side));
        puzzle["grid"][row][col] = json!(dice.random_range(1..=side));
    }
    Ok(puzzle)
}

/// A Latin rectangle; a number is another one with the chance `changed`.
fn board(dice: &mut Dice, rows: usize, cols: usize, changed: f64) -> Json {
    let most = rows.max(cols);
    let (down, across) = (order(dice, most), order(dice, most));
    let mut number = |row: usize, col: usize| {
        if dice.random_bool(changed) { dice.random_range(1..=most) } else { (down[row] + across[col]) % most + 1 }
    };
    let grid: Vec<Vec<usize>> = (0..rows).map(|row| (0..cols).map(|col| number(row, col)).collect()).collect();
    json!({"kind": "hitori", "grid": grid})
}
