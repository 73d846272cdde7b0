//! Star Battle: regions grown from anywhere, or grown around stars and then changed here and there.

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde_json::{Value as Json, json};

use super::{Cell, Dice, cells, generated, object, pick, touches};

pub(super) fn small(dice: &mut Dice) -> Json {
    let (least, stars) = *pick(dice, &[(1, 1), (4, 1), (4, 1), (8, 2), (8, 2), (9, 2)]);
    let size = dice.random_range(least..=least + 3);
    let mut regions = vec![vec![-1; size]; size];
    let mut cells: Vec<Cell> = cells(size, size).collect();
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

/// 12x12 to 17x17 with two to four stars, around a solution; some have a few cells that went over to a region beside them.
pub(super) fn large(dice: &mut Dice) -> Result<Json, String> {
    let (size, stars) = *pick(dice, &[(12, 2), (12, 3), (13, 3), (14, 3), (15, 3), (16, 4), (17, 4)]);
    let several_ok = dice.random_bool(0.5);
    let mut puzzle = object(&generated("star-battle", dice, size, Some(stars), several_ok)?)?;
    let changes = if dice.random_bool(0.5) { dice.random_range(1..=6) } else { 0 };
    for _ in 0..changes {
        let (row, col) = (dice.random_range(0..size), dice.random_range(1..size));
        puzzle["regions"][row][col] = puzzle["regions"][row][col - 1].clone();
    }
    Ok(puzzle)
}
