//! Backtracking with the report's settings and with ours, and solutions merged from two with one star each.

use super::super::evidence::{Share, median_of};
use super::super::{Claim, Desk, Verdict, arm, of};
use super::NODES;
use super::regions::Misread;
use crate::words::{short, time};
use crate::{Ended, Instance, LabError, Limits, Record};

const REPORT: &str = "backtracking, report";
const OURS: &str = "backtracking, ours";
const MERGE: &str = "merge of two with one star";

/// All runs.
pub(super) struct Search {
    records: Vec<Record>,
}

impl Search {
    pub(super) fn run(desk: &Desk<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let nodes = Limits { nodes: Some(NODES), ..Limits::default() };
        let checks = Limits { checks: Some(1_000_000_000), ..Limits::default() };
        let arms = vec![
            arm(REPORT, "backtracking/report", nodes, 1)?,
            arm(OURS, "backtracking", nodes, 1)?,
            arm(MERGE, "merge", checks, 1)?,
        ];
        Ok(Self { records: desk.run("backtracking and merge", boards, arms)? })
    }

    fn nodes(&self, arm: &str) -> f64 {
        median_of(&of(&self.records, arm).iter().map(|record| record.nodes as f64).collect::<Vec<_>>())
    }

    pub(super) fn claims(&self, misread: &Misread) -> Vec<Claim> {
        let [report, ours, merge] = [REPORT, OURS, MERGE].map(|arm| of(&self.records, arm));
        // Stopped by its budget, merge has not shown that the solution does not fall apart.
        let cut = merge.iter().filter(|record| record.ended == Ended::GaveUp && record.why != "stopped").count();
        let lost = Share::of(report.iter().chain(&ours).map(|record| record.ended == Ended::Refuted));
        vec![
            halves(Share::solved(&merge), cut),
            usually([Share::solved(&report), Share::solved(&ours)], [self.nodes(REPORT), self.nodes(OURS)]),
            none(lost, misread),
        ]
    }

    /// Rows for the table of methods.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let row = |arm: &str| {
            let runs = of(&self.records, arm);
            let seconds: Vec<f64> = runs.iter().map(|record| record.seconds).collect();
            let effort = format!("{} nodes", short(self.nodes(arm)));
            let share = Share::solved(&runs);
            vec![arm.to_owned(), share.of.to_string(), share.cell(), effort, time(median_of(&seconds))]
        };
        [MERGE, REPORT, OURS].map(row).to_vec()
    }
}

/// Holds if fewer than half of the boards fall apart, beyond doubt, even if all that were cut short do.
fn halves(merged: Share, cut: usize) -> Claim {
    let at_most = Share { hits: merged.hits + cut, ..merged };
    let verdict = Verdict::sure(at_most.less_than(0.5) == Verdict::Holds, merged.more_than(0.5) == Verdict::Holds);
    let cut = if cut > 0 { format!("; {cut} more were stopped before it was known") } else { String::new() };
    Claim {
        claim: "Fewer than half of the puzzles can be solved by merging two solutions with one star.".to_owned(),
        reported: "fewer than 50 %, an estimate by hand".to_owned(),
        measured: format!("the one solution falls apart into two with one star on {merged} boards{cut}"),
        verdict,
        reason: verdict.because("The interval lies below a half.", "The interval lies above a half."),
    }
}

/// Holds if the report's settings solve most boards, beyond doubt.
fn usually([report, ours]: [Share; 2], [report_nodes, ours_nodes]: [f64; 2]) -> Claim {
    let verdict = report.more_than(0.5);
    let six = Share { hits: 5, of: 6 };
    Claim {
        claim: "Backtracking with two variables a region, MRV and inference usually solves.".to_owned(),
        reported: "5 of 6 (4 of 6 when rerun: one board was typed with nine regions)".to_owned(),
        measured: format!(
            "solved {report}, median {} nodes; ours (cells, arc consistency) {ours}, median {} nodes",
            short(report_nodes),
            short(ours_nodes),
        ),
        verdict,
        reason: verdict.because(
            &format!("Within its budget it solves most boards; {six} alone would not show it."),
            "Within its budget it does not solve most boards.",
        ),
    }
}

/// Holds if a complete search answers that a board with a solution has none.
fn none(lost: Share, misread: &Misread) -> Claim {
    let verdict = lost.never().not();
    let both = misread.tenth;
    Claim {
        claim: "Backtracking answers None on a board that has a solution (the heart).".to_owned(),
        reported: "None on 1 of 6; when rerun, region 10 had been read as 1".to_owned(),
        measured: format!(
            "answered so in {lost} runs on boards with a solution; once region 10 is read as 1, refuted on {both}"
        ),
        verdict,
        reason: verdict.because(
            "A search that is complete has lost a solution: that is a bug.",
            "A complete search does not lose a solution; the board that was searched was another one.",
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
        let misread = Misread { neighbours: share(100), tenth: share(100), reason: String::new() };
        let verdicts = [
            (halves(share(27), 0), Holds),
            (halves(share(27), 30), Undecided),
            (halves(share(45), 3), Undecided),
            (halves(share(80), 0), DoesNotHold),
            (usually([share(100), share(100)], [50.0, 40.0]), Holds),
            (usually([share(52), share(100)], [50.0, 40.0]), Undecided),
            (usually([share(20), share(100)], [50.0, 40.0]), DoesNotHold),
            (none(share(0), &misread), DoesNotHold),
            (none(Share { hits: 0, of: 10 }, &misread), Undecided),
            (none(share(1), &misread), Holds),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
    }
}
