//! Steps on boards, and in short words.

use pencilmark_csp::{Budget, Why};
use pencilmark_puzzles::technique::audit::{Audit, Look};
use pencilmark_puzzles::technique::{self, Step};
use pencilmark_puzzles::{Answer, Position};

use crate::Puzzle;
use crate::render::Board;

/// Puts the techniques of its kind to the proof, on the way from what has been entered to the only solution of the puzzle: see
/// [`Audit::walk_from`].
pub fn audit(
    puzzle: &Puzzle,
    audit: &mut Audit,
    solution: &Answer,
    wanted: usize,
    look: &mut Look<'_>,
    budget: &Budget,
) -> Result<(), Why> {
    audit.walk_from(&puzzle.clues, puzzle.position(), solution, wanted, look, &budget.start())
}

/// The drawing of a position. With a step: the cells that it is about are highlighted, the marks that it starts from and those that it removes stand out, and what
/// it enters is there already.
pub fn board_at(puzzle: &Puzzle, position: &Position, step: Option<&Step>) -> Board {
    let Some(step) = step else { return puzzle.clues.board(None, Some(position)) };
    let mut position = position.clone();
    for mark in &step.places {
        position.entries[mark.cell] = Some(mark.value.into());
    }
    let mut board = puzzle.clues.board(None, Some(&position));
    for &cell in &step.why.cells {
        board.faces[cell].highlight = true;
    }
    for mark in &step.why.marks {
        board.faces[mark.cell].picked.push(mark.value);
    }
    for mark in &step.removes {
        board.faces[mark.cell].gone.push(mark.value);
    }
    for mark in &step.places {
        board.faces[mark.cell].entered = true;
    }
    board
}

/// The puzzle's own position after a step, with the marks of all open cells; `None` if its kind has no techniques.
pub fn position_after(puzzle: &Puzzle, step: &Step) -> Option<Position> {
    let mut sheet = technique::open(&puzzle.clues, puzzle.position(), None)?;
    sheet.apply(&step.removes, &step.places);
    Some(sheet.position())
}

/// The drawing of the puzzle's own position after a step, with the marks of all open cells.
pub fn board_after(puzzle: &Puzzle, step: &Step) -> Board {
    let Some(position) = position_after(puzzle, step) else { return puzzle.board(None) };
    let mut board = puzzle.clues.board(None, Some(&position));
    for mark in &step.places {
        board.faces[mark.cell].entered = true;
    }
    for mark in &step.removes {
        board.faces[mark.cell].highlight = true;
    }
    board
}

/// What a step concludes, in words: `r1c4 is 3, and r2c2 is not 5`.
pub fn conclusions(puzzle: &Puzzle, step: &Step) -> String {
    technique::conclusions(puzzle.clues.as_ref(), step)
}

/// What a reader has to know before an explanation begins: the legend, and where pencil marks come from.
pub fn preface(puzzle: &Puzzle) -> Option<String> {
    let parts: Vec<String> = puzzle.legend().into_iter().chain(puzzle.kind().first_marks.map(str::to_owned)).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// What an entry says about its cell, as it follows the cell's name: `is 7`, `is shaded`.
pub fn tell_entry(puzzle: &Puzzle, entry: i32) -> String {
    puzzle.clues.tell_entry(entry)
}
