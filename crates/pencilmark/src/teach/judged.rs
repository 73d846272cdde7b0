//! Where techniques lead, judged like every answer.

use pencilmark_puzzles::technique::{Sheet, TechniqueInfo};
use pencilmark_puzzles::{Answer, Reason};

use crate::{Puzzle, Report, SolveError};

impl Puzzle {
    /// Fails if the sheet is a whole board and not a solution. `hardest` is the technique to name then. A solution in the report has been judged before.
    pub(super) fn judge_sheet(
        &self,
        sheet: &dyn Sheet,
        report: &Report,
        hardest: Option<&TechniqueInfo>,
    ) -> Result<(), SolveError> {
        if !sheet.is_solved() {
            return Ok(());
        }
        let answer: Answer = sheet.position().entries.map(|entry| entry.unwrap_or(HOLE));
        if report.solution() == Some(&answer) {
            return Ok(());
        }
        let method = hardest.map_or("technique", |technique| technique.id).to_owned();
        let wrong = |broken: Reason| SolveError::Wrong { method, kind: self.kind().title, broken: broken.to_string() };
        self.judge(&answer).map_err(wrong)
    }
}

/// What an answer has where nothing can stand.
const HOLE: i32 = -1;
