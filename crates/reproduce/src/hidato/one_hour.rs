//! "Over an hour": what is solved in as many steps as the report's code makes in an hour.

use pencilmark::display::{duration, grouped};
use pencilmark_lab::experiment::Measure;
use pencilmark_lab::{LabError, Record};

use super::combinations::Combination;
use super::{HOUR, Scale, Sets, limits, steps_in};
use crate::evidence::{Median, Share, efforts};
use crate::{Claim, Context, Verdict, arm, of};

/// The arms on boards that the report calls too hard: its best combination without and with AC-3, and the same with
/// MRV.
const ARMS: [Combination; 3] = [
    Combination { mrv: false, lcv: true, ac3: false },
    Combination { mrv: false, lcv: true, ac3: true },
    Combination { mrv: true, lcv: true, ac3: true },
];

/// Runs on the boards of 8x8 with .7 missing and of 13x13.
pub(super) struct HourRuns {
    records: Vec<Record>,
    nodes: u64,
}

impl HourRuns {
    pub(super) fn run(context: &Context<'_>, sets: &Sets, scale: &Scale) -> Result<Self, LabError> {
        let boards = [&sets.multi_sparse, &sets.multi_large, &sets.sparse, &sets.large].into_iter().flatten();
        let boards: Vec<_> = boards.cloned().collect();
        let arms =
            ARMS.iter().map(|combination| arm(&combination.name(), &combination.method(), limits(scale.nodes), 1));
        let records = context.run("boards of over an hour", &boards, arms.collect::<Result<_, _>>()?)?;
        Ok(Self { records, nodes: scale.nodes })
    }

    fn of(&self, combination: Combination, group: &str) -> Vec<&Record> {
        of(&self.records, &combination.name()).into_iter().filter(|run| run.group == group).collect()
    }

    /// What a combination spent on each board of a group, in checks.
    pub(super) fn checks(&self, combination: Combination, group: &str) -> Vec<f64> {
        efforts(&self.of(combination, group), Measure::Checks)
    }

    /// The same in seconds.
    pub(super) fn seconds(&self, combination: Combination, group: &str) -> Vec<f64> {
        efforts(&self.of(combination, group), Measure::Seconds)
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let claim = |what: &str, multi: &str, unique: &str| {
            let share = |combination, group| Share::of(self.of(combination, group).iter().map(|run| run.is_solved()));
            let shares = ARMS.map(|combination| share(combination, multi));
            let text = ARMS.iter().zip(shares).map(|(combination, share)| format!("{} {share}", combination.name()));
            let seconds: Vec<f64> = self.of(ARMS[2], multi).iter().map(|run| run.seconds).collect();
            let also = ARMS.map(|combination| format!("{}", share(combination, unique)));
            let verdict = verdict(&shares, self.nodes);
            Claim {
                claim: format!("Backtracking does not solve {what} in an hour."),
                reported: "over an hour".to_owned(),
                measured: format!(
                    "solved within {} nodes ({} at the report's pace), on boards generated as in the report: {}; {} \
                     per run for the last of them. The same three on boards with one solution: {}",
                    grouped(self.nodes),
                    duration(self.nodes as f64 * super::STEP),
                    text.collect::<Vec<_>>().join("; "),
                    Median::of(&seconds).format(duration),
                    also.join("; "),
                ),
                verdict,
                reason: reason(verdict, &shares),
            }
        };
        vec![
            claim("an 8x8 board with .7 missing", super::MULTI_SPARSE, super::SPARSE),
            claim("a 13x13 board", super::MULTI_LARGE, super::LARGE),
        ]
    }
}

/// Does not hold if the interval of some combination lies above one half; holds if all of them lie below one half with
/// the steps of an hour.
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
        return "No combination is shown to solve half of the boards, but the quick version stops before the hour is \
             over."
            .to_owned();
    }
    verdict.because(
        "No combination solves half of the boards in the steps that the report's code makes in an hour.",
        if report_fails {
            "This is true of forward checking alone, which is what the report's AC-3 amounted to. With an AC-3 that \
             prunes, most boards are solved."
        } else {
            "Most boards are solved in fewer steps than the report's code makes in an hour."
        },
    )
}

/// A check of the constant.
const _: () = assert!(HOUR == steps_in(3600.0));
