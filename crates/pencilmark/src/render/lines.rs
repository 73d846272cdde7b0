//! Which lines of a board are drawn as text, and where.

use super::{horizontal, vertical};
use pencilmark_puzzles::{Board, Edge, Tone};

/// How far lines are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Not at all.
    All,
    /// Thin lines are blank, their gutters stay.
    Sparse,
    /// Gutters without a thick line vanish, and so do the borders of holes.
    Joined,
}

/// Whether every inner thick line that is no border of a hole runs from end to end: then gutters may vanish.
pub(super) fn straight(board: &Board) -> bool {
    let (rows, cols) = (board.faces.rows(), board.faces.cols());
    let same = |edges: Vec<Edge>| {
        let thick = edges.iter().filter(|&&edge| edge == Edge::Thick).count();
        thick == 0 || thick == edges.len()
    };
    let columns = (1..cols).all(|col| {
        same(
            (0..rows)
                .filter(|&row| !beside_hole(board, row, col, false))
                .map(|row| vertical(board, row, col))
                .collect(),
        )
    });
    columns
        && (1..rows).all(|row| {
            same(
                (0..cols)
                    .filter(|&col| !beside_hole(board, row, col, true))
                    .map(|col| horizontal(board, row, col))
                    .collect(),
            )
        })
}

/// Whether the line above (`above`) or left of a cell has a hole on either side.
fn beside_hole(board: &Board, row: usize, col: usize, above: bool) -> bool {
    let hole = |row: usize, col: usize| board.faces.get(row, col).is_some_and(|face| face.tone == Tone::Hole);
    let other = if above { row.checked_sub(1).map(|row| (row, col)) } else { col.checked_sub(1).map(|col| (row, col)) };
    hole(row, col) || other.is_some_and(|(row, col)| hole(row, col))
}

/// The line above a cell as it is drawn in this mode.
pub(super) fn across(board: &Board, mode: Mode, row: usize, col: usize) -> Edge {
    let frame = row == 0 || row == board.faces.rows();
    drawn(horizontal(board, row, col), mode, frame && col < board.faces.cols(), beside_hole(board, row, col, true))
}

/// The line left of a cell as it is drawn in this mode.
pub(super) fn down(board: &Board, mode: Mode, row: usize, col: usize) -> Edge {
    let frame = col == 0 || col == board.faces.cols();
    drawn(vertical(board, row, col), mode, frame && row < board.faces.rows(), beside_hole(board, row, col, false))
}

fn drawn(edge: Edge, mode: Mode, frame: bool, beside_hole: bool) -> Edge {
    match mode {
        Mode::All => edge,
        // Without the borders of holes the frame would have gaps: it is closed instead.
        Mode::Joined if beside_hole => {
            if frame {
                Edge::Thick
            } else {
                Edge::None
            }
        }
        Mode::Sparse | Mode::Joined => {
            if edge == Edge::Thick {
                edge
            } else {
                Edge::None
            }
        }
    }
}
