//! Where techniques lead, judged like every answer.

use pencilmark_puzzles::technique::{Sheet, TechniqueInfo};
use pencilmark_puzzles::{Answer, Grid, Reason};

use crate::{Puzzle, SolveError};

impl Puzzle {
    /// Fails if the sheet is a whole board and not a solution. `hardest` is the technique to name then.
    pub(super) fn judge_sheet(&self, sheet: &dyn Sheet, hardest: Option<&TechniqueInfo>) -> Result<(), SolveError> {
        if !sheet.is_solved() {
            return Ok(());
        }
        let (rows, cols) = self.shape();
        let mut answer: Answer = Grid::filled(rows, cols, HOLE);
        let entries = sheet.position().entries;
        for cell in entries.cells() {
            answer[cell] = entries[cell].unwrap_or(HOLE);
        }
        let method = hardest.map_or("technique", |technique| technique.id).to_owned();
        let wrong = |broken: Reason| SolveError::Wrong { method, kind: self.kind().title, broken: broken.to_string() };
        self.judge(&answer).map_err(wrong)
    }
}

/// What an answer has where nothing can stand.
const HOLE: i32 = -1;
