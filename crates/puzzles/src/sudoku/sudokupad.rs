//! Links to `SudokuPad`, which reads puzzles in the format of f-puzzles.com: packed JSON.

use serde_json::{Map, Value as Json, json};

use super::Sudoku;
use crate::text::lz;

/// Returns the link; `None` for a puzzle whose clues are pencil marks.
pub(super) fn link(puzzle: &Sudoku) -> Option<String> {
    if !puzzle.is_plain() {
        return None;
    }
    let (side, (rows, cols)) = (puzzle.side(), puzzle.box_shape());
    let cell = |row: usize, col: usize| {
        let mut cell = Map::new();
        if let Some(digit) = puzzle.cells()[crate::Cell { row, col }].single() {
            cell.insert("value".to_owned(), json!(digit));
            cell.insert("given".to_owned(), json!(true));
        }
        // For other sizes, sites differ in the boxes that they assume.
        if side != 9 || (rows, cols) != (3, 3) {
            cell.insert("region".to_owned(), json!(row / rows * (side / cols) + col / cols));
        }
        Json::Object(cell)
    };
    let grid: Vec<Vec<Json>> = (0..side).map(|row| (0..side).map(|col| cell(row, col)).collect()).collect();
    let text = format!("{{\"size\":{side},\"grid\":{}}}", Json::from(grid));
    let packed = lz::compress(&text).replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    Some(format!("https://sudokupad.app/fpuzzles{packed}"))
}
