//! Hill climbing: the runs, and whether it finds solutions and how low a loss it reaches.

use pencilmark::front::display::{average, duration};
use pencilmark_lab::stats::quantile::{median, quantile};
use pencilmark_lab::{Instance, LabError, Limits};

use super::climbing_runs::{ClimbingRun, climbs};
use super::own_objective::{self, OwnClimb};
use super::{Scale, Sets};
use crate::evidence::{Median, Share, by_puzzle, loss};
use crate::{About, Claim, Context, Ruling, arm};

/// First choice with ten random restarts, swapping two cells: the report's.
const REPORT: &str = "hill-climbing/report";
/// Any swap is accepted: the report's random choice.
const WALK: &str = "hill-climbing/report-random";
/// The best of all swaps.
const BEST: &str = "hill-climbing/report:choice=steepest";
/// Ours: the search moves among boards where every number is next to its successor.
const OURS: &str = "hill-climbing";

/// Best choice may make this many times the evaluations of first choice.
pub(super) const BEST_CHOICE_FACTOR: f64 = 100.0;

/// The report's loss for 8x8 with .7 missing.
const REPORTED: f64 = 0.14;

/// Every climb: the report's on boards generated as in the report, ours on boards with one solution.
pub(super) struct Climbing {
    pub(super) half: Vec<ClimbingRun>,
    pub(super) sparse: Vec<ClimbingRun>,
    pub(super) large: Vec<ClimbingRun>,
    pub(super) walk: Vec<ClimbingRun>,
    pub(super) best: Vec<ClimbingRun>,
    /// On the objective of the report's code, on the boards of `sparse`.
    pub(super) own: Vec<OwnClimb>,
    pub(super) ours: [Vec<ClimbingRun>; 3],
    pub(super) seeds: u64,
}

impl Climbing {
    pub(super) fn run(context: &Context<'_>, sets: &Sets, scale: &Scale) -> Result<Self, LabError> {
        let limits = Limits { evaluations: Some(1_000_000), ..Limits::default() };
        let climb = |boards: &[Instance], method: &str, seeds: u64, limits: Limits| {
            let name = format!("{method} on {}", boards.first().map_or("", |board| &board.group));
            climbs(context, &name, boards, &arm(method, method, limits, seeds)?)
        };
        let half = climb(&sets.multi_half, REPORT, scale.climbs, limits)?;
        let usual = median(&medians(&half, |run| run.evaluations as f64)).unwrap_or(1.0);
        let patient = Limits { evaluations: Some((BEST_CHOICE_FACTOR * usual) as u64), ..limits };
        Ok(Self {
            walk: climb(&sets.multi_half, WALK, 1, limits)?,
            best: climb(&sets.multi_half, BEST, 1, patient)?,
            sparse: climb(&sets.multi_sparse, REPORT, scale.climbs, limits)?,
            large: climb(&sets.multi_large, REPORT, scale.climbs, limits)?,
            own: own_objective::climbs(context, &sets.multi_sparse, scale.climbs)?,
            ours: [
                climb(&sets.half, OURS, scale.climbs, limits)?,
                climb(&sets.sparse, OURS, scale.climbs, limits)?,
                climb(&sets.large, OURS, scale.climbs, limits)?,
            ],
            seeds: scale.climbs,
            half,
        })
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let report = [&self.half, &self.sparse, &self.large].map(|runs| solved(runs));
        vec![
            no_solution(About::Program, "the report's swaps of two cells", report),
            no_solution(
                About::Method,
                "moves among boards where every number is next to its successor",
                self.ours.each_ref().map(|runs| solved(runs)),
            ),
            self.loss_of_sparse(),
            self.low_loss_of_the_method(),
            self.large_boards(),
        ]
    }

    fn loss_of_sparse(&self) -> Claim {
        let code: Vec<(usize, f64)> = self.own.iter().map(|run| (run.board, run.loss_of_the_code)).collect();
        let ruling = is_typical_loss(REPORTED, &code);
        let of = |loss: fn(&OwnClimb) -> f64| self.own.iter().map(loss).collect::<Vec<f64>>();
        let range = |losses: &[f64]| {
            let at = |share: f64| quantile(losses, share).map_or_else(String::new, loss);
            format!("from {} to {}", at(0.025), at(0.975))
        };
        let middle = |of: fn(&OwnClimb) -> f64| {
            Median::of(&by_puzzle(self.own.iter().map(|run| (run.board, of(run))))).format(loss)
        };
        Claim {
            claim: "Hill climbing brings an 8x8 board with .7 missing to a loss of about .14.".to_owned(),
            about: About::Program,
            reported: ".14, in 43 s, one run".to_owned(),
            measured: format!(
                "climbing the loss of the report's code, it ends at {} as the code counts, in 95 % of the runs {}; \
                 that is {} as the text defines the loss, in 95 % of the runs {}. Climbing broken pairs, it ends at {} \
                 as the text defines it ({} boards, {} seeds)",
                middle(|run| run.loss_of_the_code),
                range(&of(|run| run.loss_of_the_code)),
                middle(|run| run.loss),
                range(&of(|run| run.loss)),
                Median::of(&medians(&self.sparse, |run| run.loss)).format(loss),
                boards(&self.sparse),
                self.seeds
            ),
            reason: ruling.because(
                ".14 is among the losses that 95 % of our runs end with, as the report's code counts.",
                ".14 is not among the losses that 95 % of our runs end with, as the report's code counts.",
            ),
            ruling,
        }
    }

    /// Holds if most runs of ours end at the reported loss or below.
    fn low_loss_of_the_method(&self) -> Claim {
        let runs = &self.ours[1];
        let low = Share::by_puzzle(runs.iter().map(|run| (run.board, run.loss < REPORTED + 0.005)));
        let ruling = low.more_than(0.5);
        Claim {
            claim: "Hill climbing brings an 8x8 board with .7 missing to a loss of about .14.".to_owned(),
            about: About::Method,
            reported: ".14, in 43 s, one run".to_owned(),
            measured: format!(
                "with moves among boards where every number is next to its successor, {low} runs end at .14 or below; \
                 {} per run ({} boards, {} seeds)",
                Median::of(&medians(runs, |run| run.seconds)).format(duration),
                boards(runs),
                self.seeds
            ),
            reason: ruling.because("Most runs do, and most of them solve.", "Most runs end with a higher loss."),
            ruling,
        }
    }

    fn large_boards(&self) -> Claim {
        Claim {
            claim: "Hill climbing takes 25 minutes on a 13x13 board and reaches a very low loss.".to_owned(),
            about: About::Program,
            reported: "25 minutes; the loss is not given".to_owned(),
            measured: format!(
                "{} per run; loss {}; solved {} ({} boards, {} seeds)",
                Median::of(&medians(&self.large, |run| run.seconds)).format(duration),
                Median::of(&medians(&self.large, |run| run.loss)).format(loss),
                solved(&self.large),
                boards(&self.large),
                self.seeds
            ),
            ruling: Ruling::not_comparable(
                "these are seconds of another program on another machine, for an unknown number of steps and an \
                 unknown loss",
            ),
            reason: "Neither figure can be set beside one of ours.".to_owned(),
        }
    }
}

/// Holds if the intervals of all shares lie below one half.
fn no_solution(about: About, moves: &str, [half, sparse, large]: [Share; 3]) -> Claim {
    let ruling = Ruling::all([half, sparse, large].map(|share| share.less_than(0.5)));
    Claim {
        claim: "Hill climbing usually does not find a solution.".to_owned(),
        about,
        reported: "stated for all runs; a rerun of the code solved 0 of 6".to_owned(),
        measured: format!(
            "with {moves}, solved at 8x8 with half missing {half}; with .7 missing {sparse}; at 13x13 {large}"
        ),
        reason: ruling.because("Most runs end without a solution.", "Most runs end with a solution."),
        ruling,
    }
}

pub(super) fn solved(runs: &[ClimbingRun]) -> Share {
    Share::by_puzzle(runs.iter().map(|run| (run.board, run.solved)))
}

pub(super) fn boards(runs: &[ClimbingRun]) -> String {
    average(runs.iter().map(|run| run.board + 1).max().unwrap_or(0) as f64)
}

/// One value per board: the median over its seeds.
pub(super) fn medians(runs: &[ClimbingRun], of: impl Fn(&ClimbingRun) -> f64) -> Vec<f64> {
    by_puzzle(runs.iter().map(|run| (run.board, of(run))))
}

/// Whether a value, given to two decimals, lies in the middle 95 % of others, which come with their boards.
pub(super) fn is_typical_loss(value: f64, others: &[(usize, f64)]) -> Ruling {
    let share = |wanted: fn(f64, f64) -> bool| {
        Share::by_puzzle(others.iter().map(|&(board, other)| (board, wanted(other, value))))
    };
    let (as_low, as_high) = (share(|other, value| other < value + 0.005), share(|other, value| other > value - 0.005));
    Share::typical(as_low, as_high, 0.025)
}
