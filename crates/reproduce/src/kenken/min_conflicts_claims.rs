//! What the report says about min-conflicts.

use pencilmark::front::display::percent;

use super::min_conflicts::{CLOSE, Failures, MinConflicts, MultiBoard, MultiBoards, Solved};
use crate::evidence::{
    Share, below, format_points, mean_difference, mean_ratio, median_and_quartiles, more_often, times,
};
use crate::{About, Claim, Ruling};

pub(super) fn claims(runs: &MinConflicts) -> Vec<Claim> {
    let (report, ours) = (&runs.sizes[1], &runs.ours);
    vec![
        figure(report),
        works_program(report),
        works_method(ours),
        close_program(&runs.failures),
        close_method(ours.share),
        several_program(&runs.multi[0], &runs.multi[1]),
        several_method(&runs.multi[1]),
        stuck_program(&runs.failures, report.share),
        stuck_method(ours.share),
    ]
}

/// The figure of the report's one run.
fn figure(report: &Solved) -> Claim {
    let early = Share::of(report.steps.iter().map(|&steps| steps <= 270.0));
    Claim {
        claim: "Min-conflicts solves a 5x5 in 270 iterations.".to_owned(),
        about: About::Program,
        reported: "270, on one board that is not printed".to_owned(),
        measured: format!(
            "{} steps on the boards that a run solves (median and quartiles); within 270 on {early} of them",
            median_and_quartiles(&report.steps),
        ),
        ruling: Ruling::not_comparable("it is the figure of one run on a board that is not printed"),
        reason: "One run is one sample from a wide distribution.".to_owned(),
    }
}

/// Holds if the interval of the share solved lies above one half.
fn works_program(report: &Solved) -> Claim {
    let ruling = report.share.more_than(0.5);
    Claim {
        claim: WORKS.to_owned(),
        about: About::Program,
        reported: "stated; one run is shown, and it solves".to_owned(),
        measured: format!("one try of 1000 steps, cell by cell: solved {} runs on 5x5", report.share),
        reason: ruling.because(
            "More than half of the runs solve.",
            "On boards like these, a run that solves is the exception, which one run on one board cannot show.",
        ),
        ruling,
    }
}

const WORKS: &str = "Min-conflicts works very well: it solves a 5x5.";

fn works_method(ours: &Solved) -> Claim {
    let ruling = ours.share.more_than(0.5);
    Claim {
        claim: WORKS.to_owned(),
        about: About::Method,
        reported: "stated".to_owned(),
        measured: format!(
            "with whole cages as moves and restarts: solved {} runs on 5x5, after {} evaluations (median and \
             quartiles over boards)",
            ours.share,
            median_and_quartiles(&ours.evaluations),
        ),
        reason: ruling
            .because("With moves that keep cages whole, most runs solve.", "Not even our moves solve most runs."),
        ruling,
    }
}

const VERY_CLOSE: &str = "Where it finds no solution, it ends very close to one.";

fn close_program(failures: &Failures) -> Claim {
    let ruling = failures.close.more_than(0.5);
    Claim {
        claim: VERY_CLOSE.to_owned(),
        about: About::Program,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "the lowest cost is at most {} of that of the first board in {} runs; in those that fail it is {} of it \
             (median and quartiles over boards)",
            percent(CLOSE),
            failures.close,
            median_and_quartiles(&failures.parts),
        ),
        reason: ruling.because(
            "Most runs end with at most a tenth of the cost they began with.",
            "Most runs end with more than a tenth of the cost they began with.",
        ),
        ruling,
    }
}

fn close_method(ours: Share) -> Claim {
    let ruling = ours.more_than(0.5);
    Claim {
        claim: VERY_CLOSE.to_owned(),
        about: About::Method,
        reported: "stated, not measured".to_owned(),
        measured: format!("with whole cages as moves and restarts, {ours} runs end with a solution"),
        reason: ruling.because("Most runs end with a solution.", "Most runs end without a solution."),
        ruling,
    }
}

const SEVERAL: &str = "Min-conflicts works especially well when there are several solutions.";

/// Holds if 4x4 boards with several solutions are solved more often than those with one.
fn several_program(small: &MultiBoards, medium: &MultiBoards) -> Claim {
    let share = |board: &MultiBoard| board.report.0 as f64 / board.report.1.max(1) as f64;
    let values: Vec<(bool, f64)> = small.0.iter().map(|board| (board.solutions > 1, share(board))).collect();
    let difference = mean_difference(&values);
    let ruling = more_often(" on 4x4", difference);
    let part = |multi: &MultiBoards, several: bool| multi.solved(|solutions| (solutions > 1) == several);
    let ((open, boards), (closed, others)) = (part(small, true), part(small, false));
    Claim {
        claim: SEVERAL.to_owned(),
        about: About::Program,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "4x4: solved {open} with several solutions ({boards} boards), {closed} with one ({others} \
             boards); a difference of {}; 5x5: {} and {}",
            format_points(difference),
            percent(part(medium, true).0.value()),
            percent(part(medium, false).0.value()),
        ),
        reason: ruling.because(
            "Every solution is a possible goal; on 5x5 too few runs solve to tell.",
            "Even on 4x4, where it solves often enough to tell, the difference is small.",
        ),
        ruling,
    }
}

/// Holds if boards with several solutions take significantly fewer evaluations than those with one.
fn several_method(boards: &MultiBoards) -> Claim {
    let efforts = |several: bool| {
        let inside = boards.0.iter().filter(|board| (board.solutions > 1) == several);
        inside.map(|board| board.ours).collect::<Vec<f64>>()
    };
    let ratio = mean_ratio(&efforts(false), &efforts(true));
    let ruling = below("the ratio of the means", ratio, 1.0);
    Claim {
        claim: SEVERAL.to_owned(),
        about: About::Method,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "with whole cages as moves and restarts, mean evaluations on 5x5 boards with several solutions ({}) \
             relative to those with one ({}): {}",
            efforts(true).len(),
            efforts(false).len(),
            ratio.map_or_else(|| "-".to_owned(), times),
        ),
        reason: ruling.because("Boards with several solutions take less.", "Boards with several solutions take more."),
        ruling,
    }
}

const STUCK: &str = "It may get stuck on plateaus and local maxima.";

/// Holds if the share of failed runs without progress in the second half of their steps has an interval above one half.
fn stuck_program(failures: &Failures, report: Share) -> Claim {
    let ruling = failures.idle.more_than(0.5);
    Claim {
        claim: STUCK.to_owned(),
        about: About::Program,
        reported: "stated, not measured".to_owned(),
        measured: format!(
            "{} of the runs fail; of these, {} make no progress in the second half of their steps",
            percent(1.0 - report.value()),
            failures.idle,
        ),
        reason: ruling.because(
            "The lowest cost does not improve although steps are made: changing one cell of a cage breaks the cage.",
            "Most of the runs that fail still make progress in the second half of their steps: they run out of steps.",
        ),
        ruling,
    }
}

/// Holds if a run fails; refuted if there are enough of them and none does.
fn stuck_method(ours: Share) -> Claim {
    let failed = ours.others();
    let ruling = failed.never().not();
    Claim {
        claim: STUCK.to_owned(),
        about: About::Method,
        reported: "stated, not measured".to_owned(),
        measured: format!("with whole cages as moves and restarts, {failed} runs fail"),
        reason: ruling.because("Some runs fail.", "With restarts, no run fails."),
        ruling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn solved(hits: usize, of: usize) -> Solved {
        Solved { share: Share::new(hits, of), steps: vec![270.0; hits], evaluations: vec![900.0; hits] }
    }

    fn failures(hits: usize) -> Failures {
        Failures { idle: Share::new(hits, 100), parts: vec![0.2], close: Share::new(hits, 100) }
    }

    /// Boards with one solution solved `one` times of ten, those with several `more` times, give or take one; with
    /// ours it takes as many evaluations as runs fail.
    fn multi(one: u64, more: u64) -> MultiBoards {
        let board = |n: u64| {
            let hits = if n.is_multiple_of(2) { one } else { more } + n % 3 - 1;
            let solutions = if n.is_multiple_of(2) { 1 } else { 3 };
            MultiBoard { solutions, report: (hits, 10), ours: (11 - hits) as f64 }
        };
        MultiBoards((0..60).map(board).collect())
    }

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, NotComparable, Undecided};

        let share = Share::new;
        let few = MultiBoards(multi(5, 5).0[..12].to_vec());
        let verdicts = [
            (figure(&solved(90, 100)), NotComparable),
            (works_program(&solved(90, 100)), Holds),
            (works_program(&solved(52, 100)), Undecided),
            (works_program(&solved(10, 100)), DoesNotHold),
            (works_method(&solved(90, 100)), Holds),
            (works_method(&solved(10, 100)), DoesNotHold),
            (close_program(&failures(80)), Holds),
            (close_program(&failures(45)), Undecided),
            (close_program(&failures(20)), DoesNotHold),
            (close_method(share(80, 100)), Holds),
            (close_method(share(20, 100)), DoesNotHold),
            (several_program(&multi(3, 7), &multi(1, 1)), Holds),
            (several_program(&multi(5, 5), &multi(1, 8)), DoesNotHold),
            (several_program(&multi(7, 3), &multi(1, 8)), DoesNotHold),
            (several_program(&few, &multi(1, 8)), Undecided),
            (several_method(&multi(3, 7)), Holds),
            (several_method(&multi(7, 3)), DoesNotHold),
            (several_method(&multi(5, 5)), Undecided),
            (stuck_program(&failures(80), share(10, 110)), Holds),
            (stuck_program(&failures(45), share(10, 110)), Undecided),
            (stuck_program(&failures(20), share(10, 110)), DoesNotHold),
            (stuck_method(share(90, 100)), Holds),
            (stuck_method(share(100, 100)), DoesNotHold),
            (stuck_method(share(10, 10)), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
    }
}
