//! What is wrong with what somebody has entered, and what it contradicts.

use pencilmark_csp::Value;
use pencilmark_puzzles::technique::words::and;
use pencilmark_puzzles::{Cell, Lowered, Reason};

use crate::Puzzle;
use crate::check::Progress;

/// The mistakes of a check, each with a rule that it breaks where a look at the entries shows one.
pub(super) fn told(puzzle: &Puzzle, progress: &Progress) -> Vec<Reason> {
    let Some(position) = puzzle.position() else { return Vec::new() };
    let lowered = puzzle.0.lower(puzzle.kind().models[0].id);
    let clues = crate::check::clues(&lowered);
    let stands = |cell: Cell| clues.certain(cell).or(position.entries[cell]);
    let tell = |mistake: &Reason| {
        let ([cell], Lowered::ENTRY) = (&mistake.cells[..], mistake.rule) else { return mistake.clone() };
        match broken(&lowered, *cell, stands) {
            Some((rule, others)) if !others.is_empty() => {
                let text = format!("{}. With {} it breaks a rule: {rule}", mistake.text, and(&others));
                Reason::new(mistake.rule, others.into_iter().chain([*cell]), text)
            }
            Some((rule, _)) => {
                Reason::new(mistake.rule, [*cell], format!("{}. It breaks a rule: {rule}", mistake.text))
            }
            None => {
                let text = format!("{}. No rule is broken yet, but no solution has it there", mistake.text);
                Reason::new(mistake.rule, [*cell], text)
            }
        }
    };
    progress.mistakes.iter().map(tell).collect()
}

/// A rule about this cell that what stands on the board breaks, and the other cells that break it.
fn broken(lowered: &Lowered, cell: Cell, stands: impl Fn(Cell) -> Option<i32>) -> Option<(String, Vec<Cell>)> {
    let Lowered { csp, reading } = lowered;
    // What each variable is, as far as the board says.
    let value = |var| {
        let domain = &csp.domains[pencilmark_csp::Var::index(var)];
        let is_here =
            |value: &Value| reading.cell(var, *value).is_some_and(|(cell, thing)| stands(cell) == Some(thing));
        domain.iter().find(is_here)
    };
    let assignment: Vec<Option<Value>> = csp.vars().map(value).collect();
    let place = |var: pencilmark_csp::Var| Some(reading.cell(var, assignment[var.index()]?)?.0);
    let without = |left: &[Cell]| -> Vec<Option<Value>> {
        let is_left = |var| place(var).is_some_and(|place| left.contains(&place));
        csp.vars().map(|var| if is_left(var) { None } else { assignment[var.index()] }).collect()
    };
    for posted in &csp.posted {
        let cells: Vec<Cell> = posted.rule.scope().into_iter().filter_map(place).collect();
        if !cells.contains(&cell) {
            continue;
        }
        // How much of what is wrong is the cell's doing: two 1s in a row are not, if the cell is 7.
        let share = |others: &[Cell]| {
            let with = posted.rule.violation(&without(others)[..]);
            with.saturating_sub(posted.rule.violation(&without(&[others, &[cell]].concat())[..]))
        };
        let whole = share(&[]);
        if whole > 0 {
            let others = cells.into_iter().filter(|&other| other != cell && share(&[other]) < whole).collect();
            return Some((posted.label.as_str().to_owned(), others));
        }
    }
    None
}
