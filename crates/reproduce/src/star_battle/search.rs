//! Backtracking with the report's settings and with ours, and solutions merged from two with one star each.

use super::NODES;
use super::missing_region::MissingRegion;
use crate::evidence::{Share, median_of};
use crate::{Claim, Context, Verdict, arm, of};
use pencilmark::display::{duration, short};
use pencilmark_lab::{Ended, Instance, LabError, Limits, Record};

const REPORT: &str = "backtracking, report";
const OURS: &str = "backtracking, ours";
const MERGE: &str = "merge of two with one star";

/// All runs.
pub(super) struct Search {
    records: Vec<Record>,
}

impl Search {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let nodes = Limits { nodes: Some(NODES), ..Limits::default() };
        let checks = Limits { checks: Some(1_000_000_000), ..Limits::default() };
        let arms = vec![
            arm(REPORT, "backtracking/report", nodes, 1)?,
            arm(OURS, "backtracking", nodes, 1)?,
            arm(MERGE, "merge", checks, 1)?,
        ];
        Ok(Self { records: context.run("backtracking and merge", boards, arms)? })
    }

    fn nodes(&self, arm: &str) -> f64 {
        median_of(&of(&self.records, arm).iter().map(|record| record.nodes as f64).collect::<Vec<_>>())
    }

    pub(super) fn claims(&self, missing_region: &MissingRegion) -> Vec<Claim> {
        let [report, ours, merge] = [REPORT, OURS, MERGE].map(|arm| of(&self.records, arm));
        // A merge that its budget stopped has not shown that the solution cannot be split.
        let cut = merge.iter().filter(|record| record.ended == Ended::GaveUp && record.why != "stopped").count();
        let lost = Share::of(report.iter().chain(&ours).map(|record| record.ended == Ended::Refuted));
        vec![
            mergeable(Share::solved(&merge), cut),
            usually_solves([Share::solved(&report), Share::solved(&ours)], [self.nodes(REPORT), self.nodes(OURS)]),
            answers_none(lost, missing_region),
        ]
    }

    /// Rows for the table of methods.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let row = |arm: &str| {
            let runs = of(&self.records, arm);
            let seconds: Vec<f64> = runs.iter().map(|record| record.seconds).collect();
            let effort = format!("{} nodes", short(self.nodes(arm)));
            let share = Share::solved(&runs);
            vec![arm.to_owned(), share.of.to_string(), share.cell(), effort, duration(median_of(&seconds))]
        };
        [MERGE, REPORT, OURS].map(row).to_vec()
    }
}

/// Holds if the share of boards whose solution can be split has an interval below one half, even if all unfinished
/// ones count as split.
fn mergeable(merged: Share, cut: usize) -> Claim {
    let at_most = Share { hits: merged.hits + cut, ..merged };
    let verdict = Verdict::decide(at_most.less_than(0.5) == Verdict::Holds, merged.more_than(0.5) == Verdict::Holds);
    let cut = if cut > 0 { format!("; {cut} more were stopped before this was known") } else { String::new() };
    Claim {
        claim: "Fewer than half of the puzzles can be solved by merging two solutions with one star.".to_owned(),
        reported: "fewer than 50 %, an estimate by hand".to_owned(),
        measured: format!("the solution splits into two with one star each on {merged} boards{cut}"),
        verdict,
        reason: verdict.because("The interval lies below one half.", "The interval lies above one half."),
    }
}

/// Holds if the interval of the share that the report's settings solve lies above one half.
fn usually_solves([report, ours]: [Share; 2], [report_nodes, ours_nodes]: [f64; 2]) -> Claim {
    let verdict = report.more_than(0.5);
    let six = Share { hits: 5, of: 6 };
    Claim {
        claim: "Backtracking with two variables per region, MRV and inference usually finds the solution.".to_owned(),
        reported: "5 of 6 (4 of 6 when rerun: one board was typed with nine regions)".to_owned(),
        measured: format!(
            "solved {report}, median {} nodes; ours (cells, arc consistency) {ours}, median {} nodes",
            short(report_nodes),
            short(ours_nodes),
        ),
        verdict,
        reason: verdict.because(
            &format!("Within its budget, it solves most boards; {six} alone would not show that."),
            "Within its budget, it does not solve most boards.",
        ),
    }
}

/// Holds if a complete search answers that a board with a solution has none.
fn answers_none(lost: Share, missing_region: &MissingRegion) -> Claim {
    let verdict = lost.never().not();
    let both = missing_region.tenth;
    Claim {
        claim: "Backtracking answers None on a board that has a solution (the heart).".to_owned(),
        reported: "None on 1 of 6; when rerun, region 10 had been read as 1".to_owned(),
        measured: format!(
            "that answer in {lost} runs on boards with a solution; with region 10 read as 1, refuted on {both}"
        ),
        verdict,
        reason: verdict.because(
            "A complete search has missed a solution: that is a bug.",
            "A complete search does not miss a solution; the report's program searched a different board.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let share = |hits| Share { hits, of: 100 };
        let missing_region = MissingRegion { neighbours: share(100), tenth: share(100), reason: String::new() };
        let verdicts = [
            (mergeable(share(27), 0), Holds),
            (mergeable(share(27), 30), Undecided),
            (mergeable(share(45), 3), Undecided),
            (mergeable(share(80), 0), DoesNotHold),
            (usually_solves([share(100), share(100)], [50.0, 40.0]), Holds),
            (usually_solves([share(52), share(100)], [50.0, 40.0]), Undecided),
            (usually_solves([share(20), share(100)], [50.0, 40.0]), DoesNotHold),
            (answers_none(share(0), &missing_region), DoesNotHold),
            (answers_none(Share { hits: 0, of: 10 }, &missing_region), Undecided),
            (answers_none(share(1), &missing_region), Holds),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
    }
}
