//! When all techniques are exhausted: the smallest reason for one more mark.
//!
//! The rules of the puzzle and the [facts] of the position count one each. A reason is a set of them that entails a mark's removal or a value's
//! placement; the smallest reason is one with the fewest, whatever it concludes (after Espasa, Gent, Hoffmann, Jefferson and Lynch, *Using small MUSes to explain how to
//! solve pen and paper puzzles*, 2021). Everything new that it entails is concluded at once.

mod facts;
mod telling;

use pencilmark_csp::{Assignment, Budget, Domain, End, Label, Silent, Tally, Value, Var, Why};
use pencilmark_search::{BacktrackingThenSat, Claim, Reasons, Run};

use self::facts::{Known, is_state};
use super::{Rating, Step, TechniqueInfo};
use crate::{Answer, Cell, Kind, Position};

/// What these steps are called.
pub static SMALLEST_REASON: TechniqueInfo = TechniqueInfo {
    id: "smallest-reason",
    title: "Smallest reason",
    tier: 7,
    rating: Rating(100), // and a tenth for each unit
    assumes_uniqueness: false,
    about: "The smallest set of facts and rules that together rule something out, found by search. A fact is what is known about one cell, or where one number \
            can go in one row, column or box; each fact and each rule counts one.",
    aliases: &["small MUS", "unsatisfiable core"],
};

/// The share of the time that the search for the smallest reason may take; the rest is for what else follows from it, and what of it is needed.
const HUNT: f64 = 0.7;

/// How a position goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// One more step.
    Step {
        /// The step.
        step: Box<Step>,
        /// Whether it is proved that no step has a smaller reason. If not, the search was cut short.
        smallest: bool,
    },
    /// Nothing more follows: there are several solutions, and they differ here.
    Fork {
        /// A cell with the fewest values left.
        cell: Cell,
        /// All of them; each is part of a solution.
        values: Vec<u16>,
    },
    /// Every cell is decided.
    Solved,
    /// The position has no solution.
    Wrong,
}

/// The step with the smallest reason in a position whose entries and marks are right. Cells without marks have all that the clues and entries leave.
///
/// Give `solution` if one is known: it saves a search.
///
/// When the budget is spent, the step with the smallest reason found so far, and an error only if there is none yet.
pub fn smallest_reason(
    puzzle: &dyn Kind,
    position: &Position,
    solution: Option<&Answer>,
    budget: &Budget,
) -> Result<Next, Why> {
    let meter = budget.start();
    let known = Known::new(puzzle, position);
    if known.left.iter().any(Domain::is_empty) {
        return Ok(Next::Wrong);
    }
    let csp = &known.lowered.csp;
    let run = Run { budget: meter.rest(), ..Run::up_to(1) };
    // The kind's own engine is fast, but knows the clues alone.
    let search = || puzzle.exact_counted(&run, &mut Tally::default()).solutions.pop();
    let answer = solution.cloned().or_else(search);
    let own = answer.and_then(|answer| known.lowered.reading.encode(csp, &answer));
    let fits = |solution: &Assignment| known.left.iter().zip(solution).all(|(left, &value)| left.contains(value));
    let solution = if let Some(solution) = own.filter(fits) {
        solution
    } else {
        let run = Run { budget: meter.rest(), ..Run::up_to(1) };
        let mut found = BacktrackingThenSat::solve(csp, &run, &mut Silent);
        match (found.solutions.pop(), found.end) {
            (Some(solution), _) => solution,
            (None, End::GaveUp(why)) => return Err(why),
            (None, _) => return Ok(Next::Wrong),
        }
    };
    let open: Vec<Var> = csp.vars().filter(|var| !known.decided[var.index()]).collect();
    if open.is_empty() {
        return Ok(Next::Solved);
    }
    // The search may use up all that it is given, and what follows it takes time as well.
    let rest = meter.rest();
    let hunt = Budget { time: rest.time.map(|time| time.mul_f64(HUNT)), ..rest }.start();
    let mut reasons = Reasons::new(csp, &solution, &hunt)?;
    let claims = known.claims(&open, &solution);
    let Some(reason) = reasons.smallest(&claims)? else { return Ok(known.fork(&open)) };
    let rest = Budget { nodes: None, ..meter.rest() }.start();
    reasons.set_meter(rest.clone());
    let target = claims[reason.claim];
    let units = if reason.smallest { reason.units } else { reasons.minimal(&reason.units, &[target]) };
    let labels: Vec<Label> = units.iter().map(|&unit| reasons.units()[unit].clone()).collect();
    let near: Vec<Claim> = claims.into_iter().filter(|claim| known.are_about(&labels, claim.var)).collect();
    let follows = reasons.entailed(&units, &near);
    let concluded: Vec<Claim> = near
        .into_iter()
        .zip(follows)
        .filter(|&(claim, follows)| follows || claim == target)
        .map(|(claim, _)| claim)
        .collect();
    let needed = known.needed(&labels, &concluded, &solution, &rest);
    let step = known.tell(puzzle, &labels, needed, target, &concluded, reason.smallest);
    Ok(Next::Step { step: Box::new(step), smallest: reason.smallest })
}

impl Known {
    /// What may be concluded, as far as a solution shows: placements first, each in reading order.
    fn claims(&self, open: &[Var], solution: &[Value]) -> Vec<Claim> {
        let (mut places, mut removes) = (Vec::new(), Vec::new());
        for &var in open {
            let held = solution[var.index()];
            places.push(Claim { var, value: held, holds: true });
            if !is_state(&self.lowered.csp.domains[var.index()]) {
                let others = self.left[var.index()].iter().filter(|&value| value != held);
                removes.extend(others.map(|value| Claim { var, value, holds: false }));
            }
        }
        for claims in [&mut places, &mut removes] {
            claims.sort_by_key(|claim| self.mark(claim.var, claim.value));
        }
        places.extend(removes);
        places
    }

    /// Whether one of these units says something about a variable.
    fn are_about(&self, units: &[Label], var: Var) -> bool {
        let mut posted = self.lowered.csp.posted.iter().filter(|posted| units.contains(&posted.label));
        posted.any(|posted| posted.rule.scope().contains(&var))
    }

    fn fork(&self, open: &[Var]) -> Next {
        let (rows, cols) = (self.lowered.reading.blank().rows(), self.lowered.reading.blank().cols());
        let mut marks = crate::Marks::none(rows, cols);
        for &var in open {
            for mark in self.left[var.index()].iter().filter_map(|value| self.mark(var, value)) {
                marks[mark.cell].insert(Value(mark.value));
            }
        }
        let cells = marks.cells().filter(|&cell| !marks[cell].is_empty());
        match cells.min_by_key(|&cell| marks[cell].len()) {
            Some(cell) => Next::Fork { cell, values: marks.values(cell) },
            None => Next::Solved,
        }
    }
}
