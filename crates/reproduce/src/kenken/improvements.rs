//! Combinations of three improvements of backtracking, and the effort of a run, counted as in the report.

use pencilmark::watch::{Event, Observer, Var};

use crate::tasks::one_row;
use crate::{Context, arm};
use pencilmark_lab::{Instance, LabError, Limits};

/// A combination of the three improvements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Improvements {
    ac3: bool,
    mrv: bool,
    forward: bool,
}

impl Improvements {
    pub(super) const PLAIN: Self = Self::new(false, false, false);
    pub(super) const AC3: Self = Self::new(true, false, false);
    pub(super) const MRV: Self = Self::new(false, true, false);
    pub(super) const FORWARD: Self = Self::new(false, false, true);
    pub(super) const WITHOUT_MRV: Self = Self::new(true, false, true);
    pub(super) const ALL: Self = Self::new(true, true, true);

    const fn new(ac3: bool, mrv: bool, forward: bool) -> Self {
        Self { ac3, mrv, forward }
    }

    pub(super) fn every() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self::new(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0))
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.ac3) + 2 * usize::from(self.mrv) + 4 * usize::from(self.forward)
    }

    pub(super) fn name(self) -> String {
        let parts = [(self.ac3, "AC-3"), (self.mrv, "MRV"), (self.forward, "forward checking")];
        let names: Vec<&str> = parts.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" + ") }
    }

    fn method(self) -> String {
        format!(
            "backtracking:order={},values=in-order,inference={},preprocess={}",
            if self.mrv { "mrv" } else { "in-order" },
            if self.forward { "forward" } else { "none" },
            if self.ac3 { "ac3" } else { "none" },
        )
    }
}

/// The result of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// Assignments as the report counts them; infinite if it did not solve.
    pub(super) counted: f64,
    /// Values tried, our counter.
    pub(super) tried: f64,
    /// Whether it is one assignment per cell, the minimum.
    pub(super) is_floor: bool,
}

one_row!(Spent: counted, tried, is_floor);

/// Runs a way on a board.
pub(super) fn run_one(context: &Context<'_>, improvements: Improvements, board: &Instance) -> Result<Spent, LabError> {
    let limits = Limits { nodes: Some(super::NODES), ..Limits::default() };
    let options = arm(&improvements.name(), &improvements.method(), limits, 1)?.options(0, context.stop);
    let mut clashes = ImmediateConflicts::default();
    let report = context.solve_watched(&board.puzzle, &options, &mut clashes)?;
    let (rows, cols) = board.puzzle.shape();
    let counters = report.counters;
    // In the end, every cell is given or was assigned once more often than it was undone. Forward checking leaves only
    // consistent values, so the report has counted those that are undone at once.
    let counted = (rows * cols) as u64 + counters.backtracks - if improvements.forward { 0 } else { clashes.at_once };
    let solved = report.solution().is_some();
    Ok(Spent {
        counted: if solved { counted as f64 } else { f64::INFINITY },
        tried: if solved { counters.assignments as f64 } else { f64::INFINITY },
        is_floor: solved && counted == (rows * cols) as u64,
    })
}

/// Counts values that were undone before anything else was assigned.
#[derive(Default)]
struct ImmediateConflicts {
    last: Option<Var>,
    at_once: u64,
}

impl Observer for ImmediateConflicts {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Assign(var, _) => self.last = Some(var),
            Event::Backtrack(var) => self.at_once += u64::from(self.last.take() == Some(var)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_lab::experiment::Instances;

    #[test]
    fn the_first_and_the_last_way_are_the_reports() {
        let board = &Instances { count: Some(1), ..Instances::built_in("kenken/small") }
            .load(1, &pencilmark::StopSignal::default(), &|_| ())
            .expect("a board")[0];
        for (improvements, preset) in
            [(Improvements::PLAIN, "backtracking/report-basic"), (Improvements::ALL, "backtracking/report")]
        {
            let settings = |method: &str| {
                let arm = arm("", method, Limits::default(), 1).expect("an arm");
                arm.plan(&board.puzzle).expect("a plan").settings(arm.method.info)
            };
            assert_eq!(settings(&improvements.method()), settings(preset));
        }
        assert!(Improvements::every().enumerate().all(|(index, improvements)| improvements.index() == index));
    }

    #[test]
    fn assignments_are_counted_as_in_aima() {
        let board = Instance::new("x", "x", pencilmark::corpus::set("kenken/small").expect("a set").remove(0));
        let stop = pencilmark::StopSignal::default();
        let context = Context::new(true, 1, &stop, &|_, _, _| ());
        let counts: Vec<Spent> =
            Improvements::every().map(|improvements| run_one(&context, improvements, &board).expect("a run")).collect();
        for spent in &counts {
            assert!(spent.counted >= 16.0 && spent.is_floor == (spent.counted <= 16.0), "{spent:?}");
        }
        assert!(counts[Improvements::ALL.index()].counted <= counts[Improvements::PLAIN.index()].counted);
    }
}
