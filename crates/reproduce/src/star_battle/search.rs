//! Backtracking with the report's settings and with ours, and solutions merged from two with one star each.

use super::NODES;
use super::missing_region::MissingRegion;
use crate::evidence::{Paired, Share, median_of};
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling, arm, of};
use pencilmark::front::display::{duration, short};
use pencilmark::outcome::Why;
use pencilmark_lab::{Instance, LabError, Limits, Record, RunOutcome};

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
        median_of(&of(&self.records, arm).iter().map(|record| record.counters.nodes as f64).collect::<Vec<_>>())
    }

    pub(super) fn claims(&self, missing_region: &MissingRegion) -> Vec<Claim> {
        let [report, ours, merge] = [REPORT, OURS, MERGE].map(|arm| of(&self.records, arm));
        // A merge that its budget stopped has not shown that the solution cannot be split.
        let is_cut = |record: &&&Record| matches!(record.ended, RunOutcome::GaveUp(why) if why != Why::Incomplete);
        let cut = merge.iter().filter(is_cut).count();
        let refuted =
            report.iter().chain(&ours).map(|record| (record.instance.as_str(), record.ended == RunOutcome::Refuted));
        let lost = Share::by_puzzle(refuted);
        let solved = |records: &[&Record]| records.iter().map(|record| record.is_solved()).collect::<Vec<bool>>();
        let checks = |records: &[&Record]| {
            let both = records.iter().zip(solved(&merge)).filter(|(_, merged)| *merged);
            both.map(|(record, _)| record.counters.checks as f64).collect::<Vec<f64>>()
        };
        vec![
            mergeable(Share::solved(&merge), cut),
            merging_is_simpler(&Paired::of(&checks(&report), &checks(&merge))),
            usually_solves(About::Program, Share::solved(&report), self.nodes(REPORT)),
            usually_solves(About::Method, Share::solved(&ours), self.nodes(OURS)),
            fails_on_the_heart(missing_region.tenth),
            misses_a_solution(lost),
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
    let at_most = Share::new(merged.hits + cut, merged.of);
    let ruling = Ruling::decide(
        when(
            at_most.interval().high < 0.5,
            "the interval of the share lies below one half, even if all that were stopped count",
        ),
        when(merged.interval().low > 0.5, "it lies above one half"),
    );
    let cut = if cut > 0 { format!("; {cut} more were stopped before this was known") } else { String::new() };
    Claim {
        claim: "Fewer than half of the puzzles can be solved by merging two solutions with one star.".to_owned(),
        about: About::Method,
        reported: "fewer than 50 %, an estimate by hand".to_owned(),
        measured: format!("the solution splits into two with one star each on {merged} boards{cut}"),
        reason: ruling.because("The estimate is right.", "Most solutions can be split."),
        ruling,
    }
}

/// Merging is an engine of the kind, and its checks are not those of backtracking.
fn merging_is_simpler(pair: &Paired) -> Claim {
    Claim {
        claim: "Where it works, merging two solutions with one star is much simpler.".to_owned(),
        about: About::Method,
        reported: "halves the complexity; not built".to_owned(),
        measured: format!(
            "for information, checks of merging relative to backtracking with the report's settings, on the {} boards \
             that merging solves: {pair}",
            pair.pairs
        ),
        reason: "There are many solutions with one star, and most pairs of them do not fit together; whether that is \
                 simpler, no count tells."
            .to_owned(),
        ruling: Ruling::not_comparable(
            "a check of merging is not what backtracking calls a check, and seconds decide nothing",
        ),
    }
}

/// Holds if the interval of the share solved lies above one half.
fn usually_solves(about: About, solved: Share, nodes: f64) -> Claim {
    let ruling = solved.more_than(0.5);
    let six = Share::new(5, 6);
    Claim {
        claim: "Backtracking usually finds the solution.".to_owned(),
        about,
        reported: "5 of 6".to_owned(),
        measured: format!(
            "with {}, solved {solved}, median {} nodes",
            match about {
                About::Program => "two variables per region, MRV and forward checking",
                About::Method => "our settings (cells, arc consistency)",
            },
            short(nodes)
        ),
        reason: ruling.because(
            &format!("Within its budget, it solves most boards; {six} alone would not show that."),
            "Within its budget, it does not solve most boards.",
        ),
        ruling,
    }
}

const FAILS: &str = "Backtracking fails to find the solution of the heart: it answers None.";

/// Holds if a board that is read as the report's program read the heart is refuted.
fn fails_on_the_heart(tenth: Share) -> Claim {
    let ruling = tenth.more_than(0.5);
    Claim {
        claim: FAILS.to_owned(),
        about: About::Program,
        reported: "None, for reasons unknown".to_owned(),
        measured: format!("boards whose region 10 is read as 1, as its program read it, are refuted on {tenth}"),
        reason: ruling.because(
            "It searched a different board, which has no solution.",
            "Most boards read like that are not refuted.",
        ),
        ruling,
    }
}

/// Holds if a complete search answers that a board with a solution has none.
fn misses_a_solution(lost: Share) -> Claim {
    let ruling = lost.never().not();
    Claim {
        claim: FAILS.to_owned(),
        about: About::Method,
        reported: "works, unless things get hard".to_owned(),
        measured: format!("that answer in {lost} runs on boards with a solution"),
        reason: ruling.because(
            "A complete search has missed a solution: that is a bug.",
            "A complete search does not miss a solution.",
        ),
        ruling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, NotComparable, Undecided};

        let share = |hits| Share::new(hits, 100);
        let paired = |part: f64| {
            let base: Vec<f64> = (1..=20).map(f64::from).collect();
            Paired::of(&base, &base.iter().map(|checks| part * checks).collect::<Vec<_>>())
        };
        let verdicts = [
            (mergeable(share(27), 0), Holds),
            (mergeable(share(27), 30), Undecided),
            (mergeable(share(45), 3), Undecided),
            (mergeable(share(80), 0), DoesNotHold),
            (merging_is_simpler(&paired(0.5)), NotComparable),
            (usually_solves(About::Program, share(100), 50.0), Holds),
            (usually_solves(About::Program, share(52), 50.0), Undecided),
            (usually_solves(About::Method, share(20), 50.0), DoesNotHold),
            (fails_on_the_heart(share(100)), Holds),
            (fails_on_the_heart(share(0)), DoesNotHold),
            (misses_a_solution(share(0)), DoesNotHold),
            (misses_a_solution(Share::new(0, 10)), Undecided),
            (misses_a_solution(share(1)), Holds),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
    }
}
