//! Why a search goes back, in the puzzle's own words.

use pencilmark_csp::{Conflict, Domain, Rule, Value, Var};
use pencilmark_puzzles::{Cell, Reading, Reason};

use super::blame::breaking;
use super::{BoardMap, Cause};

/// More cells than this are counted and not named.
const MOST_NAMED: usize = 4;

/// What a recording shows before a decision is undone.
pub(crate) struct Shown<'a> {
    pub(crate) board: &'a [Option<Value>],
    /// Nothing if the search has not said.
    pub(crate) domains: &'a [Domain],
}

impl BoardMap {
    /// Why a decision is undone when this is shown; `write` writes what stands in a cell. `None` for what this model does not have.
    pub(crate) fn why(&self, cause: Cause, shown: &Shown<'_>, write: impl Fn(i32) -> String) -> Option<Reason> {
        match cause {
            Cause::Conflict(conflict) => self.conflict(conflict, shown, write),
            Cause::AllTried(var) => {
                let text = match self.own_cell(var) {
                    Some(cell) => format!("everything that {cell} could be has been tried"),
                    None => format!("every cell for {} has been tried", write(self.thing(var)?)),
                };
                Some(Reason::new("tried", self.possible(var, shown), text))
            }
            Cause::Solution => {
                Some(Reason::new("solution", [], "this is a solution, and the search looks for another one"))
            }
        }
    }

    fn conflict(&self, conflict: Conflict, shown: &Shown<'_>, write: impl Fn(i32) -> String) -> Option<Reason> {
        let lack = match self.own_cell(conflict.var) {
            Some(cell) => format!("nothing is left for {cell}"),
            None => format!("no cell is left for {}", write(self.thing(conflict.var)?)),
        };
        let possible = self.possible(conflict.var, shown);
        let Some(posted) = self.lowered.csp.posted.get(conflict.rule) else {
            // The search adds one rule to those of the model: it takes interchangeable things in order.
            let text = format!("equal things are taken in the order of their cells: {lack}");
            return Some(Reason::new("order", possible, text));
        };
        let (rule, label) = (&posted.rule, &posted.label);
        // Clues hold from the start, even where a search without inference does not show them.
        let board: Vec<Option<Value>> =
            shown.board.iter().zip(&self.clued).map(|(held, clue)| held.or_else(|| only(clue))).collect();
        let standing = |var: &Var| Some(self.cell(*var, board[var.index()]?)?.0);
        let broken = Reason::new(label.rule(), breaking(rule, &board).iter().filter_map(standing), "").cells;
        if !broken.is_empty() {
            let verb = if broken.len() == 1 { "breaks" } else { "break" };
            let text = format!("{label}: {} {verb} this", named(&broken));
            return Some(Reason::new(label.rule(), broken, text));
        }
        let mut cells = self.lowered.reading.cells_of(rule, &self.clued);
        // Of such a rule the variable that ran out of values is only the first of many.
        let text = if matches!(rule, Rule::Count(_) | Rule::Connected(_)) {
            format!("{label}: this cannot hold any more")
        } else {
            cells.extend(possible);
            format!("{label}: {lack}")
        };
        if self.has_things() && rule.scope().len() < self.variables() {
            cells.extend(rule.scope().iter().filter_map(standing));
        }
        Some(Reason::new(label.rule(), cells, text))
    }

    /// The cell of a variable; where it is a thing, the cells where it could still go.
    fn possible(&self, var: Var, shown: &Shown<'_>) -> Vec<Cell> {
        match (self.own_cell(var), shown.domains.get(var.index())) {
            (Some(cell), _) => vec![cell],
            (None, Some(domain)) => domain.iter().filter_map(|value| Some(self.cell(var, value)?.0)).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// What a variable stands for where it is a thing.
    fn thing(&self, var: Var) -> Option<i32> {
        match &self.lowered.reading {
            Reading::Places { thing, .. } => thing.get(var.index()).copied(),
            Reading::Cells { .. } => None,
        }
    }
}

fn only(domain: &Domain) -> Option<Value> {
    if domain.len() == 1 { domain.iter().next() } else { None }
}

/// Cells in words.
fn named(cells: &[Cell]) -> String {
    match cells {
        [] => String::new(),
        [cell] => cell.to_string(),
        [rest @ .., last] if cells.len() <= MOST_NAMED => {
            let rest: Vec<String> = rest.iter().map(Cell::to_string).collect();
            format!("{} and {last}", rest.join(", "))
        }
        _ => format!("{} cells", cells.len()),
    }
}
