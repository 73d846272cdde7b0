//! Addresses of `SudokuPad`, which take puzzles as f-puzzles.com writes them: JSON, packed.

use serde_json::{Map, Value as Json, json};

use super::Sudoku;
use crate::text::lz;

/// The address; none for a puzzle whose clues are pencil marks.
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
        // Of other sides, sites differ in which boxes they take for granted.
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
