//! "Over an hour": what is solved in as many steps as the report's code makes in an hour.

use pencilmark::front::display::{duration, grouped};
use pencilmark_lab::experiment::Measure;
use pencilmark_lab::{LabError, Record};

use super::combinations::Combination;
use super::{HOUR, Scale, Sets, limits, steps_in};
use crate::evidence::{Median, Share, efforts};
use crate::{About, Claim, Context, Ruling, Verdict, arm, of};

/// The report's best combination: its program, whose AC-3 removes nothing.
pub(super) const PROGRAM: Combination = Combination { mrv: false, lcv: true, ac3: false };
/// The same, and with MRV, with an AC-3 that prunes.
const METHODS: [Combination; 2] =
    [Combination { mrv: false, lcv: true, ac3: true }, Combination { mrv: true, lcv: true, ac3: true }];

/// Runs on the boards of 8x8 with .7 missing and of 13x13.
pub(super) struct HourRuns {
    records: Vec<Record>,
    nodes: u64,
}

impl HourRuns {
    pub(super) fn run(context: &Context<'_>, sets: &Sets, scale: &Scale) -> Result<Self, LabError> {
        let boards = [&sets.multi_sparse, &sets.multi_large, &sets.sparse, &sets.large].into_iter().flatten();
        let boards: Vec<_> = boards.cloned().collect();
        let arms = [PROGRAM, METHODS[0], METHODS[1]]
            .map(|combination| arm(&combination.name(), &combination.method(), limits(scale.nodes), 1));
        let records = context.run("boards of over an hour", &boards, arms.into_iter().collect::<Result<_, _>>()?)?;
        Ok(Self { records, nodes: scale.nodes })
    }

    fn of(&self, combination: Combination, group: &str) -> Vec<&Record> {
        of(&self.records, &combination.name()).into_iter().filter(|run| run.group == group).collect()
    }

    fn solved(&self, combination: Combination, group: &str) -> Share {
        Share::solved(&self.of(combination, group))
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
        let on = |what: &str, multi: &str, unique: &str| {
            [self.of_the_program(what, multi, unique), self.of_the_method(what, multi, unique)]
        };
        [
            on("an 8x8 board with .7 missing", super::MULTI_SPARSE, super::SPARSE),
            on("a 13x13 board", super::MULTI_LARGE, super::LARGE),
        ]
        .concat()
    }

    /// "solved within 882,070 nodes (60 min at the report's pace), on boards generated as in the report".
    fn within(&self) -> String {
        format!(
            "solved within {} nodes ({} at the report's pace), on boards generated as in the report",
            grouped(self.nodes),
            duration(self.nodes as f64 * super::STEP),
        )
    }

    fn of_the_program(&self, what: &str, multi: &str, unique: &str) -> Claim {
        let solved = self.solved(PROGRAM, multi);
        let ruling = unless_quick(solved.less_than(0.5), self.nodes);
        Claim {
            claim: format!("Backtracking does not solve {what} in an hour."),
            about: About::Program,
            reported: "over an hour".to_owned(),
            measured: format!(
                "{}: {} {solved}; on boards with one solution {}",
                self.within(),
                PROGRAM.name(),
                self.solved(PROGRAM, unique)
            ),
            reason: match ruling.verdict {
                Verdict::Undecided if self.nodes < HOUR => {
                    "The quick version stops before the hour is over.".to_owned()
                }
                _ => ruling.because(
                    "Forward checking, which is what the report's AC-3 amounts to, leaves most boards unsolved.",
                    "Most boards are solved in fewer steps than the report's code makes in an hour.",
                ),
            },
            ruling,
        }
    }

    fn of_the_method(&self, what: &str, multi: &str, unique: &str) -> Claim {
        let shares = METHODS.map(|combination| self.solved(combination, multi));
        let ruling = unless_quick(Ruling::all(shares.map(|share| share.less_than(0.5))), self.nodes);
        let text = METHODS.iter().zip(shares).map(|(combination, share)| format!("{} {share}", combination.name()));
        let seconds: Vec<f64> = self.of(METHODS[1], multi).iter().map(|run| run.seconds).collect();
        Claim {
            claim: format!("Backtracking does not solve {what} in an hour."),
            about: About::Method,
            reported: "over an hour".to_owned(),
            measured: format!(
                "{}: {}; {} per run for the last of them. The same on boards with one solution: {}",
                self.within(),
                text.collect::<Vec<_>>().join("; "),
                Median::of(&seconds).format(duration),
                METHODS.map(|combination| self.solved(combination, unique).to_string()).join("; "),
            ),
            reason: match ruling.verdict {
                Verdict::Undecided if self.nodes < HOUR => {
                    "The quick version stops before the hour is over.".to_owned()
                }
                _ => ruling.because(
                    "No combination solves half of the boards in the steps that the report's code makes in an hour.",
                    "With an AC-3 that prunes, most boards are solved.",
                ),
            },
            ruling,
        }
    }
}

/// What is not solved in less than an hour may be solved in an hour: only the opposite can be told.
pub(super) fn unless_quick(ruling: Ruling, nodes: u64) -> Ruling {
    if nodes < HOUR && ruling.verdict == Verdict::Holds { ruling.withheld() } else { ruling }
}

/// A check of the constant.
const _: () = assert!(HOUR == steps_in(3600.0));
