//! Cells that inference fills, counted as in the report: once the search reaches them.

use pencilmark::watch::{Event, Observer, Value};

use pencilmark_lab::Instance;

/// Which cells are given, in reading order.
fn givens(puzzle: &Instance) -> Vec<bool> {
    let json = puzzle.puzzle.to_json();
    let rows = json.get("grid").and_then(|grid| grid.as_array()).into_iter().flatten();
    let cells = rows.flat_map(|row| row.as_array().into_iter().flatten());
    cells.map(|cell| cell.as_u64().is_some_and(|digit| digit > 0)).collect()
}

/// Counts the cells with one digit left by inference that the search reaches, going through the cells in order.
#[derive(Default)]
pub(super) struct InferredCells {
    given: Vec<bool>,
    next: usize, // the cell after the one that was decided last
    pub(super) inferred: u64,
}

impl Observer for InferredCells {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Assign(var, _) => self.next = var.index() + 1,
            Event::Look(board) => self.pass(board),
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

impl InferredCells {
    pub(super) fn on(puzzle: &Instance) -> Self {
        Self { given: givens(puzzle), ..Self::default() }
    }

    fn pass(&mut self, board: &[Option<Value>]) {
        let settled = board.iter().zip(&self.given).skip(self.next).take_while(|(value, _)| value.is_some());
        self.inferred += settled.filter(|(_, given)| !**given).count() as u64;
    }
}
