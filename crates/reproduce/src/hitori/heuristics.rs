//! What the report says about its two heuristics, about the way that A* finds, and about uniform cost.

use pencilmark::front::display::{duration, grouped};
use pencilmark_lab::{Instance, LabError};

use super::attempts::{Attempt, attempts, median_count, solved};
use super::sample::duplicates;
use super::{Rows, Runs, Scale, generated, informed_limits};
use crate::evidence::{Median, Share, numbers, solve_error};
use crate::tasks::one_row;
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling, arm};

pub(super) fn rerun(
    context: &Context<'_>,
    searched: &[Instance],
    sample: &[Instance],
    runs: &Runs,
    scale: &Scale,
) -> Result<Rows, LabError> {
    let few = &searched[..scale.few.min(searched.len())];
    let estimates = estimates(context, searched)?;
    let small = Small::run(context, sample, scale)?;
    let white = White::run(context, few, sample, scale)?;
    let best =
        attempts(context, "shortest ways", searched, &arm("", "a-star:model=weak", informed_limits(scale.states), 1)?)?;
    let claims = vec![
        estimate(About::Program, &estimates.iter().map(|both| (both.theirs, both.changes)).collect::<Vec<_>>()),
        estimate(About::Method, &estimates.iter().map(|both| (both.ours, both.changes)).collect::<Vec<_>>()),
        shortest(About::Program, runs.a_star(), &best),
        shortest(About::Method, &small.optimal, &small.uniform),
        white.guides(),
        small.claim(scale),
    ];
    Ok(Rows { claims, found: vec![white.does_not_finish(scale)] })
}

/// What heuristics estimate for a board, and how many cells its solution shades.
#[derive(Clone, Copy)]
struct Estimates {
    theirs: u64,
    ours: u64,
    changes: u64,
}

one_row!(Estimates: theirs, ours, changes);

fn estimates(context: &Context<'_>, boards: &[Instance]) -> Result<Vec<Estimates>, LabError> {
    let options = arm("", "a-star", informed_limits(1), 1)?.options(0, context.stop);
    let ids: Vec<String> = boards.iter().map(|board| board.id.clone()).collect();
    let all = context.map("estimates", &ids, |index| {
        let puzzle = &boards[index].puzzle;
        let report = context.solve(puzzle, &pencilmark::Options::default())?;
        let Some(solution) = report.solution() else { return Ok(None) };
        let grid = numbers(puzzle)?;
        let theirs = duplicates(&grid, &vec![false; grid.len()]);
        let ours = pencilmark::front::estimate(puzzle, &puzzle.plan(&options).map_err(solve_error)?, solution);
        Ok(ours.map(|(ours, changes)| Estimates { theirs, ours, changes }))
    })?;
    Ok(all.into_iter().flatten().collect())
}

/// The share of boards on which the estimate exceeds the true number of changes.
pub(super) fn too_high(estimates: &[(u64, u64)]) -> Share {
    Share::of(estimates.iter().map(|(h, changes)| h > changes))
}

/// Holds if it is seldom too high: A* needs an estimate that is not.
pub(super) fn estimate(about: About, estimates: &[(u64, u64)]) -> Claim {
    let over = too_high(estimates);
    let ruling = over.less_than(0.5);
    let ratios: Vec<f64> = estimates.iter().map(|(h, changes)| *h as f64 / (*changes).max(1) as f64).collect();
    Claim {
        claim: "The number of duplicates estimates the cost that remains.".to_owned(),
        about,
        reported: "84 at the start of the printed run, which ends 21 steps later".to_owned(),
        measured: format!(
            "{} is {} times the number of cells that the solution shades (median over boards), and too high on {over}",
            match about {
                About::Program => "at the start, the report's h",
                About::Method => "a count of duplicates that share no cell",
            },
            Median::of(&ratios).format(|ratio| format!("{ratio:.1}")),
        ),
        reason: ruling.because(
            "On most boards it is not higher than the cells that the solution shades.",
            "It counts a cell once in its row and once in its column, and both cells of a pair of which only one is \
             shaded: it overestimates, so A* guarantees nothing.",
        ),
        ruling,
    }
}

/// Holds if A* never shades more cells than the best way.
pub(super) fn shortest(about: About, runs: &[Attempt], best: &[Attempt]) -> Claim {
    let (longer, extra) = longer_ways(runs, best);
    let ruling = longer.never();
    Claim {
        claim: "A* with duplicates as its heuristic finds an optimal goal.".to_owned(),
        about,
        reported: "said of heuristics in the conclusion; no figures".to_owned(),
        measured: match about {
            About::Program => format!(
                "of the boards that it solves, A* shades more cells than needed on {longer}, at most {extra} too many"
            ),
            About::Method => format!(
                "with an estimate that is never too high, on boards of 5x5, A* shades more cells than uniform cost on \
                 {longer}"
            ),
        },
        reason: ruling.because(
            match about {
                About::Program => "It shades no superfluous cell on any board, though nothing guarantees that.",
                About::Method => "An estimate that is never too high guarantees it.",
            },
            "An estimate that is too high forfeits the guarantee, and it shows.",
        ),
        ruling,
    }
}

/// Boards that both solve and on which the first shades more than the second, and how many more at most.
pub(super) fn longer_ways(runs: &[Attempt], best: &[Attempt]) -> (Share, u64) {
    let both = runs.iter().zip(best).filter_map(|(run, best)| run.shaded.zip(best.shaded));
    let extra: Vec<u64> = both.map(|(run, best)| run.saturating_sub(best)).collect();
    (Share::of(extra.iter().map(|&extra| extra > 0)), extra.into_iter().max().unwrap_or(0))
}

/// Greedy search and A* with the number of white cells as their heuristic.
struct White {
    /// On generated boards.
    solved: Share,
    /// On sample 2.
    printed: Vec<Attempt>,
    states: usize,
}

impl White {
    fn run(context: &Context<'_>, few: &[Instance], sample: &[Instance], scale: &Scale) -> Result<Self, LabError> {
        let run = |boards: &[Instance], states: usize, where_to: &str| {
            let of = |name: &str, method: &str| {
                let name = format!("{name} by white cells{where_to}");
                attempts(context, &name, boards, &arm("", method, informed_limits(states), 1)?)
            };
            Ok::<_, LabError>(
                [of("greedy search", "greedy/report-white")?, of("a-star", "a-star/report-white")?].concat(),
            )
        };
        Ok(Self {
            solved: solved(&run(few, scale.states, "")?),
            printed: run(sample, scale.most_states, " on sample 2")?,
            states: scale.states,
        })
    }

    fn guides(&self) -> Claim {
        let ruling = self.solved.more_than(0.5);
        Claim {
            claim: "The number of white cells is a heuristic: the fewer, the nearer the goal.".to_owned(),
            about: About::Program,
            reported: "the second heuristic, without figures".to_owned(),
            measured: format!(
                "greedy search and A* with it solve {} runs within {} states",
                self.solved,
                grouped(self.states as u64)
            ),
            reason: ruling.because(
                "With it, the search finds the goal on most boards.",
                "Every step shades one cell, so all states of a depth have the same h, which gives the search no \
                 direction.",
            ),
            ruling,
        }
    }

    /// Holds if most runs do not finish: those on sample 2, and, by the interval of the share, those on generated boards.
    fn does_not_finish(&self, scale: &Scale) -> Claim {
        let printed = solved(&self.printed);
        let on_sample = Ruling::fact(when(printed.hits == 0, "no run on sample 2 finishes"), "a run does");
        let ruling = Ruling::all([self.solved.less_than(0.5), on_sample]);
        let seconds: Vec<f64> = self.printed.iter().map(|run| run.seconds).collect();
        Claim {
            claim: "With the white cells as heuristic the search does not finish.".to_owned(),
            about: About::Program,
            reported: "not in 60 s".to_owned(),
            measured: format!(
                "greedy search and A* solve {} within {} states; of two runs on sample 2, {} within {} states ({})",
                self.solved,
                grouped(self.states as u64),
                printed.hits,
                grouped(scale.most_states as u64),
                Median::of(&seconds).format(duration)
            ),
            reason: ruling.because(
                "Within these states it finds the goal on few boards.",
                "It does finish, on sample 2 or on most boards.",
            ),
            ruling,
        }
    }
}

/// Boards of 5x5, where uniform cost comes to an end.
struct Small {
    uniform: Vec<Attempt>,
    zero: Vec<Attempt>,
    informed: Vec<Attempt>,
    /// A* with an estimate that is never too high.
    optimal: Vec<Attempt>,
    printed: Vec<Attempt>,
}

impl Small {
    fn run(context: &Context<'_>, sample: &[Instance], scale: &Scale) -> Result<Self, LabError> {
        let small = generated(context, "5x5", scale.searched)?;
        let run = |boards: &[Instance], name: &str, method: &str| {
            attempts(context, name, boards, &arm("", method, informed_limits(scale.most_states), 1)?)
        };
        Ok(Self {
            uniform: run(&small, "uniform cost on 5x5", "uniform-cost/report")?,
            zero: run(&small, "a-star with h 0 on 5x5", "a-star/report:heuristic=zero")?,
            informed: run(&small, "a-star on 5x5", "a-star/report")?,
            optimal: run(&small, "shortest ways on 5x5", "a-star:model=weak")?,
            printed: run(sample, "uniform cost on sample 2", "uniform-cost/report")?,
        })
    }

    fn claim(&self, scale: &Scale) -> Claim {
        let same = super::informed::same(&self.uniform, &self.zero);
        let all = when(same.hits == same.of, "both generate the same number of states on every board");
        let ruling = Ruling::fact(all, "they differ on one");
        Claim {
            claim: "Uniform-cost search uses the path cost alone: it is A* without its estimate.".to_owned(),
            about: About::Method,
            reported: "described, not run".to_owned(),
            measured: format!(
                "uniform cost and A* with h = 0 generate the same number of states on {same} boards of 5x5: {}, where \
                 A* with h generates {}; sample 2 is {} within {} states",
                median_count(&self.uniform, |run| run.generated),
                median_count(&self.informed, |run| run.generated),
                if self.printed.iter().all(|run| run.solved) { "solved" } else { "not solved" },
                grouped(scale.most_states as u64)
            ),
            reason: ruling.because(
                "The two searches are the same, state for state; the estimate keeps A* from generating everything.",
                "The two differ on some boards.",
            ),
            ruling,
        }
    }
}
