//! The ways to combine three improvements of backtracking, and what a run of one spends, counted as the report does.

use pencilmark::{Event, Observer, Var};

use super::super::evidence::trouble;
use super::super::{Desk, arm};
use crate::{Instance, LabError, Limits};

/// A combination of the three improvements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    ac3: bool,
    mrv: bool,
    forward: bool,
}

impl Way {
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

/// What a run came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// Assignments as the report counts them; infinite if it did not solve.
    pub(super) counted: f64,
    /// Values tried, our counter.
    pub(super) tried: f64,
    /// One a cell, the least there is.
    pub(super) is_floor: bool,
}

/// Runs a way on a board.
pub(super) fn spend(desk: &Desk<'_>, way: Way, board: &Instance) -> Result<Spent, LabError> {
    let limits = Limits { nodes: Some(super::NODES), ..Limits::default() };
    let options = arm(&way.name(), &way.method(), limits, 1)?.options(0, desk.stop);
    let mut clashes = Clashes::default();
    let report = board.puzzle.solve_watched(&options, &mut clashes).map_err(trouble)?;
    let (rows, cols) = board.puzzle.shape();
    let counters = report.counters;
    // In the end every cell holds a value, given or assigned once more often than taken back. Forward checking leaves only
    // values that go with what is there, so what it takes back at once the report has counted.
    let counted = (rows * cols) as u64 + counters.backtracks - if way.forward { 0 } else { clashes.at_once };
    let solved = report.solution().is_some();
    Ok(Spent {
        counted: if solved { counted as f64 } else { f64::INFINITY },
        tried: if solved { counters.assignments as f64 } else { f64::INFINITY },
        is_floor: solved && counted == (rows * cols) as u64,
    })
}

/// Counts values that were taken back before anything else was assigned.
#[derive(Default)]
struct Clashes {
    last: Option<Var>,
    at_once: u64,
}

impl Observer for Clashes {
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
    use crate::experiment::Instances;

    #[test]
    fn the_first_and_the_last_way_are_the_reports() {
        let board = &Instances { count: Some(1), ..Instances::built_in("kenken/small") }
            .load(1, &pencilmark::StopSignal::default(), &|_| ())
            .expect("a board")[0];
        for (way, preset) in [(Way::PLAIN, "backtracking/report-basic"), (Way::ALL, "backtracking/report")] {
            let settings = |method: &str| {
                let arm = arm("", method, Limits::default(), 1).expect("an arm");
                arm.plan(&board.puzzle).expect("a plan").settings(arm.method.info)
            };
            assert_eq!(settings(&way.method()), settings(preset));
        }
        assert!(Way::every().enumerate().all(|(index, way)| way.index() == index));
    }

    #[test]
    fn assignments_are_counted_as_in_aima() {
        let board = Instance::new("x", "x", pencilmark::corpus::set("kenken/small").expect("a set").remove(0));
        let stop = pencilmark::StopSignal::default();
        let desk = Desk { quick: true, threads: 1, stop: &stop, tell: &|_, _, _| () };
        let counts: Vec<Spent> = Way::every().map(|way| spend(&desk, way, &board).expect("a run")).collect();
        for spent in &counts {
            assert!(spent.counted >= 16.0 && spent.is_floor == (spent.counted <= 16.0), "{spent:?}");
        }
        assert!(counts[Way::ALL.index()].counted <= counts[Way::PLAIN.index()].counted);
    }
}
