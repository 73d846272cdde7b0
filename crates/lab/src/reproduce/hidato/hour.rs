//! "Over an hour": how far the steps go that the report's code makes in an hour.

use crate::experiment::Measure;
use crate::words::{grouped, time};
use crate::{LabError, Record};

use super::super::evidence::{Middle, Share, efforts};
use super::super::{Claim, Desk, Verdict, arm, of};
use super::combinations::Combination;
use super::{HOUR, Scale, Sets, limits, steps_in};

/// What is run on boards that the report calls too hard: its best combination without AC-3 and with it, and with MRV.
const ARMS: [Combination; 3] = [
    Combination { mrv: false, lcv: true, ac3: false },
    Combination { mrv: false, lcv: true, ac3: true },
    Combination { mrv: true, lcv: true, ac3: true },
];

/// Runs on the boards of 8x8 with .7 missing and of 13x13.
pub(super) struct Hours {
    records: Vec<Record>,
    nodes: u64,
}

impl Hours {
    pub(super) fn run(desk: &Desk<'_>, sets: &Sets, scale: &Scale) -> Result<Self, LabError> {
        let boards = [&sets.loose_sparse, &sets.loose_large, &sets.sparse, &sets.large].into_iter().flatten();
        let boards: Vec<_> = boards.cloned().collect();
        let arms = ARMS.iter().map(|way| arm(&way.name(), &way.method(), limits(scale.nodes), 1));
        let records = desk.run("boards of over an hour", &boards, arms.collect::<Result<_, _>>()?)?;
        Ok(Self { records, nodes: scale.nodes })
    }

    fn of(&self, way: Combination, group: &str) -> Vec<&Record> {
        of(&self.records, &way.name()).into_iter().filter(|run| run.group == group).collect()
    }

    /// What a combination spent on each board of a group, in checks.
    pub(super) fn checks(&self, way: Combination, group: &str) -> Vec<f64> {
        efforts(&self.of(way, group), Measure::Checks)
    }

    /// The same in seconds.
    pub(super) fn seconds(&self, way: Combination, group: &str) -> Vec<f64> {
        efforts(&self.of(way, group), Measure::Seconds)
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let claim = |what: &str, loose: &str, unique: &str| {
            let share = |way, group| Share::of(self.of(way, group).iter().map(|run| run.is_solved()));
            let shares = ARMS.map(|way| share(way, loose));
            let told = ARMS.iter().zip(shares).map(|(way, share)| format!("{} {share}", way.name()));
            let seconds: Vec<f64> = self.of(ARMS[2], loose).iter().map(|run| run.seconds).collect();
            let also = ARMS.map(|way| format!("{}", share(way, unique)));
            let verdict = verdict(&shares, self.nodes);
            Claim {
                claim: format!("Backtracking does not solve {what} in an hour."),
                reported: "over an hour".to_owned(),
                measured: format!(
                    "solved within {} nodes, {} at the report's pace, on boards made as its own: {}; {} a run for the last. The \
                     same three on boards with one solution: {}",
                    grouped(self.nodes),
                    time(self.nodes as f64 * super::STEP),
                    told.collect::<Vec<_>>().join("; "),
                    Middle::of(&seconds).told(time),
                    also.join("; "),
                ),
                verdict,
                reason: reason(verdict, &shares),
            }
        };
        vec![
            claim("an 8x8 board with .7 missing", super::LOOSE_SPARSE, super::SPARSE),
            claim("a 13x13 board", super::LOOSE_LARGE, super::LARGE),
        ]
    }
}

/// Does not hold if some combination solves most boards, beyond doubt; holds if each leaves most unsolved in an hour's steps.
pub(super) fn verdict(solved: &[Share], nodes: u64) -> Verdict {
    match Verdict::all(solved.iter().map(|share| share.less_than(0.5))) {
        Verdict::DoesNotHold => Verdict::DoesNotHold,
        _ if nodes < HOUR => Verdict::NotComparable,
        verdict => verdict,
    }
}

fn reason(verdict: Verdict, solved: &[Share]) -> String {
    let report_fails = solved.first().is_some_and(|share| share.less_than(0.5) == Verdict::Holds);
    if verdict == Verdict::NotComparable {
        return "No combination surely solves half of the boards, but the quick version stops before the hour is over."
            .to_owned();
    }
    verdict.because(
        "No combination solves half of the boards in the steps that the report's code makes in an hour.",
        if report_fails {
            "It is so with forward checking alone, which is what the report's AC-3 came to; with an AC-3 that prunes, most \
             boards are solved."
        } else {
            "Most boards are solved in fewer steps than the report's code makes in an hour."
        },
    )
}

/// The steps of an hour, and a sanity check of the constant.
const _: () = assert!(HOUR == steps_in(3600.0));
