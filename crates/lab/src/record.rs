//! A record: one run as a row of a table.

use pencilmark::outcome::{Counters, End, Improvement, Why};
use pencilmark::{Report, SolveError, Verdict};

use crate::experiment::Measure;
use crate::plan::Plan;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// With a solution that passed the judge (or with as many as requested, or with the proof that there are no more).
    Solved,
    /// With a proof that there is none.
    Refuted,
    /// Without either. [`Why::Time`] is the safety cap, and marks a run that cannot be replayed.
    GaveUp(Why),
    /// With an answer that the judge rejects, or with a false proof: a bug, in words.
    Wrong(String),
}

impl RunOutcome {
    /// Its name in tables.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Refuted => "refuted",
            Self::GaveUp(_) => "gave-up",
            Self::Wrong(_) => "wrong",
        }
    }

    /// Why it gave up, in a word, or what is wrong; empty for an answer.
    pub fn why(&self) -> &str {
        match self {
            Self::Solved | Self::Refuted => "",
            Self::GaveUp(why) => why.word(),
            Self::Wrong(what) => what,
        }
    }

    /// Reads what [`RunOutcome::word`] and [`RunOutcome::why`] wrote.
    pub(crate) fn read(word: &str, why: &str) -> Result<Self, String> {
        let gave_up = || Why::ALL.into_iter().find(|known| known.word() == why).map(Self::GaveUp);
        let ended = match word {
            "wrong" => Some(Self::Wrong(why.to_owned())),
            "gave-up" => gave_up(),
            _ => [Self::Solved, Self::Refuted].into_iter().find(|ended| ended.word() == word && why.is_empty()),
        };
        ended.ok_or_else(|| format!("no run ends as `{}`", format!("{word} {why}").trim_end()))
    }
}

/// One run.
#[derive(Clone, Debug, PartialEq)]
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
    pub ended: RunOutcome,
    /// How many solutions were found.
    pub solutions: u64,
    /// What the method did; see docs/counters.md.
    pub counters: Counters,
    /// How the lowest cost decreased.
    pub improvements: Vec<Improvement>,
    /// The time of the run's thread on its core.
    pub seconds: f64,
    /// Every factor of the experiment with the arm's level, empty if it has none: the columns behind the others.
    pub levels: Vec<(String, String)>,
}

impl Record {
    /// The result of a run.
    pub fn new(plan: &Plan, number: usize, result: &Result<Report, SolveError>) -> Self {
        let run = plan.runs[number];
        let (arm, instance) = (&plan.arms[run.arm], &plan.instances[run.instance]);
        let counters = result.as_ref().map(|report| report.counters).unwrap_or_default();
        let ended = match result {
            Ok(report) => ended(report, arm.solutions),
            Err(error) => RunOutcome::Wrong(crate::instance::one_line(&error.to_string())),
        };
        // Some methods cannot stop in time: what they found beyond the budget does not count.
        let late = arm.limits.checks.is_some_and(|limit| counters.checks > limit);
        let ended = match ended {
            RunOutcome::Solved | RunOutcome::Refuted if late => RunOutcome::GaveUp(Why::Checks),
            ended => ended,
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
            solutions: result.as_ref().map_or(0, |report| report.outcome.found as u64),
            counters,
            improvements: result.as_ref().map(|report| report.improvements.clone()).unwrap_or_default(),
            seconds: result.as_ref().map_or(0.0, |report| report.elapsed.as_secs_f64()),
            levels: plan.levels(run.arm),
        }
    }

    /// Whether it was solved.
    pub fn is_solved(&self) -> bool {
        self.ended == RunOutcome::Solved
    }

    /// Whether it ended with an answer: a solution, or the proof that there is none.
    pub fn is_answered(&self) -> bool {
        matches!(self.ended, RunOutcome::Solved | RunOutcome::Refuted)
    }

    /// Whether the safety cap ended it.
    pub fn timed_out(&self) -> bool {
        self.ended == RunOutcome::GaveUp(Why::Time)
    }

    /// What it spent.
    pub fn effort(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Checks => self.counters.checks as f64,
            Measure::Nodes => self.counters.nodes as f64,
            Measure::Assignments => self.counters.assignments as f64,
            Measure::Evaluations => self.counters.evaluations as f64,
            Measure::Steps => self.counters.steps as f64,
            Measure::Generated => self.counters.generated as f64,
            Measure::Seconds => self.seconds,
        }
    }

    /// Every count with its name: a replay must reproduce them exactly.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        std::iter::once(("solutions", self.solutions)).chain(self.counters.rows()).collect()
    }
}

fn ended(report: &Report, wanted: usize) -> RunOutcome {
    let gave_up = || match report.outcome.end {
        End::GaveUp(why) => RunOutcome::GaveUp(why),
        // Only a method from outside ends like this without what was requested.
        End::Exhausted | End::Limit => RunOutcome::GaveUp(Why::Incomplete),
    };
    match report.outcome.verdict() {
        Verdict::Refuted => RunOutcome::Refuted,
        Verdict::Undecided => gave_up(),
        // A second solution, or the proof that there is none, was requested and not found.
        Verdict::Solved if wanted > 1 => gave_up(),
        Verdict::Solved | Verdict::Unique | Verdict::Several => RunOutcome::Solved,
    }
}
