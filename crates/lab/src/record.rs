//! A record: one run as a row of a table.

use std::fmt::Write as _;

use pencilmark::outcome::{End, Improvement};
use pencilmark::{Report, SolveError, Verdict};
use serde::{Deserialize, Serialize};

use crate::experiment::Measure;
use crate::plan::Plan;
use crate::table::{COLUMNS, Cell};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// With a solution that passed the judge (or with as many as requested, or with the proof that there are no more).
    Solved,
    /// With a proof that there is none.
    Refuted,
    /// Without either.
    GaveUp,
    /// With an answer that the judge rejects, or with a false proof: a bug.
    Wrong,
}

impl Ended {
    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Refuted => "refuted",
            Self::GaveUp => "gave-up",
            Self::Wrong => "wrong",
        }
    }
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the plan.
    pub run: u64,
    /// The arm's label.
    pub arm: String,
    /// The method with its settings.
    pub method: String,
    /// The model.
    pub model: String,
    /// The group of puzzles.
    pub group: String,
    /// The puzzle's name.
    #[serde(rename = "id")]
    pub instance: String,
    /// The puzzle's hash.
    pub hash: String,
    /// The puzzle's kind.
    pub kind: String,
    /// Rows and columns.
    pub size: String,
    /// The seed.
    pub seed: u64,
    /// How it ended.
    #[serde(rename = "outcome")]
    pub ended: Ended,
    /// Why it gave up, in a word; `time` means the safety cap, and marks a run that cannot be replayed.
    pub why: String,
    /// How many solutions were found.
    pub solutions: u64,
    /// The counters; see docs/counters.md.
    pub nodes: u64,
    /// A counter.
    pub assignments: u64,
    /// A counter.
    pub backtracks: u64,
    /// A counter.
    pub propagated: u64,
    /// A counter.
    pub checks: u64,
    /// A counter.
    pub revisions: u64,
    /// A counter.
    pub prunings: u64,
    /// A counter.
    pub evaluations: u64,
    /// A counter.
    pub steps: u64,
    /// A counter.
    pub restarts: u64,
    /// A counter.
    pub generations: u64,
    /// A counter.
    pub generated: u64,
    /// A counter.
    pub peak_stored: u64,
    /// A counter.
    pub learnt: u64,
    /// A counter.
    pub hand_overs: u64,
    /// The lowest cost seen.
    pub best_cost: Option<u64>,
    /// The number of steps made before that.
    pub best_at_step: Option<u64>,
    /// How the lowest cost decreased: `checks:evaluations:cost`, separated by spaces.
    pub trajectory: String,
    /// The time of the run's thread on its core.
    pub seconds: f64,
    /// Every factor of the experiment with the arm's level, empty if it has none: the columns behind the others.
    #[serde(skip)]
    pub levels: Vec<(String, String)>,
}

impl Record {
    /// The result of a run.
    pub fn new(plan: &Plan, number: usize, result: &Result<Report, SolveError>) -> Self {
        let run = plan.runs[number];
        let (arm, instance) = (&plan.arms[run.arm], &plan.instances[run.instance]);
        let counters = result.as_ref().map(|report| report.counters).unwrap_or_default();
        let (ended, why) = match result {
            Ok(report) => ended(report, arm.solutions),
            Err(error) => (Ended::Wrong, crate::instance::one_line(&error.to_string())),
        };
        // Some methods cannot stop in time: what they found beyond the budget does not count.
        let late = arm.limits.checks.is_some_and(|limit| counters.checks > limit);
        let (ended, why) = match ended {
            Ended::Solved | Ended::Refuted if late => (Ended::GaveUp, "checks".to_owned()),
            _ => (ended, why),
        };
        Self {
            run: number as u64,
            arm: arm.label.clone(),
            method: arm.described(),
            model: plan.model(run).to_owned(),
            group: instance.group.clone(),
            instance: instance.id.clone(),
            hash: instance.hash.clone(),
            kind: instance.puzzle.kind().id.to_owned(),
            size: instance.size(),
            seed: run.seed,
            ended,
            why,
            solutions: result.as_ref().map_or(0, |report| report.outcome.found as u64),
            nodes: counters.nodes,
            assignments: counters.assignments,
            backtracks: counters.backtracks,
            propagated: counters.propagated,
            checks: counters.checks,
            revisions: counters.revisions,
            prunings: counters.prunings,
            evaluations: counters.evaluations,
            steps: counters.steps,
            restarts: counters.restarts,
            generations: counters.generations,
            generated: counters.generated,
            peak_stored: counters.peak_stored,
            learnt: counters.learnt,
            hand_overs: counters.hand_overs,
            best_cost: counters.best.map(|(cost, _)| cost),
            best_at_step: counters.best.map(|(_, step)| step),
            trajectory: result.as_ref().map(|report| written(&report.improvements)).unwrap_or_default(),
            seconds: result.as_ref().map_or(0.0, |report| report.elapsed.as_secs_f64()),
            levels: plan.levels(run.arm),
        }
    }

    /// Whether it was solved.
    pub fn is_solved(&self) -> bool {
        self.ended == Ended::Solved
    }

    /// Whether it ended with an answer: a solution, or the proof that there is none.
    pub fn is_answered(&self) -> bool {
        matches!(self.ended, Ended::Solved | Ended::Refuted)
    }

    /// Whether the safety cap ended it.
    pub fn timed_out(&self) -> bool {
        self.ended == Ended::GaveUp && self.why == "time"
    }

    /// What it spent.
    pub fn effort(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Checks => self.checks as f64,
            Measure::Nodes => self.nodes as f64,
            Measure::Assignments => self.assignments as f64,
            Measure::Evaluations => self.evaluations as f64,
            Measure::Steps => self.steps as f64,
            Measure::Generated => self.generated as f64,
            Measure::Seconds => self.seconds,
        }
    }

    /// Every count with its name: a replay must reproduce them exactly.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let numbers = COLUMNS.iter().filter(|(name, _)| !["run", "seed"].contains(name));
        numbers
            .filter_map(|(name, cell)| match cell {
                Cell::Integer(get) => Some((*name, get(self))),
                Cell::Optional(get) => get(self).map(|count| (*name, count)),
                Cell::Text(_) | Cell::Float(_) => None,
            })
            .collect()
    }

    /// How the lowest cost decreased.
    pub fn improvements(&self) -> Vec<Improvement> {
        let read = |part: &str| {
            let mut numbers = part.split(':').map(|number| number.parse::<u64>().ok());
            let mut next = || numbers.next().flatten();
            Some(Improvement { checks: next()?, evaluations: next()?, cost: next()? })
        };
        self.trajectory.split(' ').filter_map(read).collect()
    }
}

fn ended(report: &Report, wanted: usize) -> (Ended, String) {
    let gave_up = match report.outcome.end {
        End::GaveUp(why) => why.word(),
        _ => "",
    };
    match report.outcome.verdict() {
        Verdict::Refuted => (Ended::Refuted, String::new()),
        Verdict::Undecided => (Ended::GaveUp, gave_up.to_owned()),
        // A second solution, or the proof that there is none, was requested and not found.
        Verdict::Solved if wanted > 1 => (Ended::GaveUp, gave_up.to_owned()),
        _ => (Ended::Solved, String::new()),
    }
}

fn written(improvements: &[Improvement]) -> String {
    let mut text = String::with_capacity(16 * improvements.len());
    for (index, Improvement { checks, evaluations, cost }) in improvements.iter().enumerate() {
        let blank = if index > 0 { " " } else { "" };
        let _ = write!(text, "{blank}{checks}:{evaluations}:{cost}");
    }
    text
}
