//! Watching a method at work, in terms of the board.

use pencilmark_csp::{Counters, Event, Observer, Value, Var};
use pencilmark_puzzles::{Answer, Cell, Grid, Lowered, Reading};

/// What the variables of a model stand for on the board, for those who watch.
#[derive(Clone, Debug)]
pub struct Scene {
    lowered: Lowered,
}

impl Scene {
    pub(crate) fn new(lowered: Lowered) -> Self {
        Self { lowered }
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.lowered.csp.domains.len()
    }

    /// The cell that `var` is about when it holds `value`, and what stands there then.
    pub fn cell(&self, var: Var, value: Value) -> (Cell, i32) {
        let grid = self.blank();
        match &self.lowered.reading {
            Reading::Cells { cells, .. } => (grid.cell(cells[var.index()]), i32::from(value.0)),
            Reading::Places { base, thing, .. } => {
                (grid.cell(base[var.index()] + value.index()), thing[var.index()])
            }
        }
    }

    /// What stands in each cell of a partial board; where several things stand in one, the last.
    pub fn grid(&self, partial: &[Option<Value>]) -> Grid<Option<i32>> {
        let mut grid = self.blank().map(|_| None);
        for (var, value) in partial.iter().enumerate() {
            if let Some(value) = *value {
                let (cell, thing) = self.cell(Var(var as u32), value);
                grid[cell] = Some(thing);
            }
        }
        grid
    }

    /// The rules that a complete board breaks, as words, each with its violation and the cells it is about.
    pub fn broken(&self, board: &[Value]) -> Vec<(String, u64, Vec<Cell>)> {
        let posted = self.lowered.csp.posted.iter();
        let broken = posted.filter_map(|posted| {
            let violation = posted.rule.violation(board);
            (violation > 0).then(|| {
                let scope = posted.rule.scope().into_iter();
                let cells = scope.map(|var| self.cell(var, board[var.index()]).0).collect();
                (posted.label.as_str().to_owned(), violation, cells)
            })
        });
        broken.collect()
    }

    /// The board that a complete assignment stands for.
    pub fn answer(&self, board: &[Value]) -> Answer {
        self.lowered.reading.decode(board)
    }

    fn blank(&self) -> &Answer {
        match &self.lowered.reading {
            Reading::Cells { blank, .. } | Reading::Places { blank, .. } => blank,
        }
    }
}

/// Counts, and passes on to another observer.
pub(crate) struct Counted<'a> {
    pub(crate) counters: &'a mut Counters,
    pub(crate) watch: &'a mut dyn Observer,
}

impl Observer for Counted<'_> {
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        self.watch.see(event);
    }

    fn wants_boards(&self) -> bool {
        self.watch.wants_boards()
    }
}
