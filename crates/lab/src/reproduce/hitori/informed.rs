//! What the report says about greedy search, A*, their heuristics, and uniform cost.

use crate::words::{grouped, time};
use crate::{Instance, LabError, Limits};

use super::super::evidence::{Middle, Paired, Share, numbers};
use super::super::{Claim, Desk, Verdict, arm};
use super::attempts::{Attempt, attempts, middle, solved};
use super::sample::duplicates;
use super::{Runs, Scale, generated};

pub(super) fn claims(
    desk: &Desk<'_>,
    boards: &[Instance],
    sample: &[Instance],
    runs: &Runs,
    scale: &Scale,
) -> Result<Vec<Claim>, LabError> {
    let searched = &boards[..scale.searched.min(boards.len())];
    let few = &boards[..scale.few.min(boards.len())];
    Ok(vec![
        same_states(runs),
        find_the_goal(desk, searched, runs, scale)?,
        run_times(runs),
        overestimates(desk, searched)?,
        shortest(desk, searched, runs, scale)?,
        white_cells(desk, few, sample, scale)?,
        uniform_cost(desk, sample, scale)?,
    ])
}

/// Holds if both generate the same number, give or take a tenth.
pub(super) fn same_states(runs: &Runs) -> Claim {
    let generated = |runs: &[Attempt]| runs.iter().map(|run| run.generated as f64).collect::<Vec<_>>();
    let pair = Paired::of(&generated(runs.greedy()), &generated(runs.a_star()));
    let verdict = pair.alike();
    Claim {
        claim: "Greedy search and A* hold and generate the same number of states.".to_owned(),
        reported: "589 held and 588 generated, both".to_owned(),
        measured: format!(
            "A* generates of greedy's states {pair}; the same number on {} boards",
            same(runs.greedy(), runs.a_star())
        ),
        verdict,
        reason: verdict.because(
            "h falls by more than the 1 that g grows with every step, so that g hardly ever decides: A* is greedy search here.",
            "One of the two surely generates more.",
        ),
    }
}

/// Boards on which two methods generate the same number of states.
pub(super) fn same(one: &[Attempt], other: &[Attempt]) -> Share {
    Share::of(one.iter().zip(other).map(|(one, other)| one.generated == other.generated))
}

/// Holds if both solve more than half of the boards, beyond doubt.
pub(super) fn both_solve_most(greedy: Share, a_star: Share) -> Verdict {
    Verdict::all([greedy, a_star].map(|share| share.more_than(0.5)))
}

fn find_the_goal(desk: &Desk<'_>, boards: &[Instance], runs: &Runs, scale: &Scale) -> Result<Claim, LabError> {
    let limits = Limits { states: Some(scale.states), ..Limits::default() };
    let ours =
        |method: &str| Ok::<_, LabError>(solved(&attempts(desk, method, boards, &arm(method, method, limits, 1)?)?));
    let (greedy, a_star) = (solved(runs.greedy()), solved(runs.a_star()));
    let verdict = both_solve_most(greedy, a_star);
    Ok(Claim {
        claim: "Greedy search and A* find the goal.".to_owned(),
        reported: "on both boards that were tried".to_owned(),
        measured: format!(
            "within {} states greedy search solves {greedy} and A* {a_star}, under the weak rule; ours, which mend the rule that can be \
             mended in the fewest ways, solve {} and {} under the real one",
            grouped(scale.states as u64),
            ours("greedy")?,
            ours("a-star")?
        ),
        verdict,
        reason: verdict.because(
            "Both surely solve more than half of the boards.",
            "Where any duplicate may be shaded, the same colouring is reached in every order: on many boards memory is spent first.",
        ),
    })
}

fn run_times(runs: &Runs) -> Claim {
    let told = super::METHODS.iter().zip(&runs.of).map(|((name, _), runs)| {
        let seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
        format!("{name} {}", Middle::of(&seconds).told(time))
    });
    Claim {
        claim: "All four methods take 2.2 to 2.5 s.".to_owned(),
        reported: "2.35, 2.42, 2.49 and 2.23 s".to_owned(),
        measured: format!("medians over all runs: {}", told.collect::<Vec<_>>().join(", ")),
        verdict: Verdict::NotComparable,
        reason: "Seconds of another machine; the printed run of one of the two boards took 0.214 s, a tenth."
            .to_owned(),
    }
}

/// Boards on which the estimate is above the true number of changes. It is one if these are fewer than half, beyond doubt.
pub(super) fn too_high(estimates: &[(u64, u64)]) -> Share {
    Share::of(estimates.iter().map(|(h, changes)| h > changes))
}

fn overestimates(desk: &Desk<'_>, boards: &[Instance]) -> Result<Claim, LabError> {
    let options = arm("", "a-star/report", Limits::default(), 1)?.options(0, desk.stop);
    let mut theirs = Vec::new();
    let mut ours = Vec::new();
    for board in boards.iter().take_while(|_| !desk.stop.is_raised()) {
        let report = board.puzzle.solve(&pencilmark::Options::default()).map_err(super::super::evidence::trouble)?;
        let Some(solution) = report.solution() else { continue };
        let grid = numbers(&board.puzzle)?;
        theirs.push((duplicates(&grid, &vec![false; grid.len()]), super::attempts::shaded(solution)));
        ours.extend(board.puzzle.estimate(&options, solution).map_err(super::super::evidence::trouble)?);
    }
    let over = too_high(&theirs);
    let verdict = over.less_than(0.5);
    let times = |pairs: &[(u64, u64)]| {
        let ratios: Vec<f64> = pairs.iter().map(|(h, changes)| *h as f64 / (*changes).max(1) as f64).collect();
        Middle::of(&ratios).told(|ratio| format!("{ratio:.1}"))
    };
    Ok(Claim {
        claim: "The number of duplicate cells estimates the cost that remains.".to_owned(),
        reported: "84 at the start of the printed run, which ends 21 steps later".to_owned(),
        measured: format!(
            "at the start it is {} times the cells that the solution shades, and too high on {over} boards; ours, which counts the \
             surplus of each line, is {} times, and too high on {}",
            times(&theirs),
            times(&ours),
            too_high(&ours)
        ),
        verdict,
        reason: verdict.because(
            "On most boards it is not higher than the cells that the solution shades.",
            "It counts a cell once in its row and once in its column, and both of a pair of which one is shaded: it overestimates, \
             and A* guarantees nothing.",
        ),
    })
}

fn shortest(desk: &Desk<'_>, boards: &[Instance], runs: &Runs, scale: &Scale) -> Result<Claim, LabError> {
    let limits = Limits { states: Some(scale.states), ..Limits::default() };
    let best = attempts(desk, "shortest ways", boards, &arm("", "a-star:model=weak", limits, 1)?)?;
    let (longer, extra) = longer_ways(runs.a_star(), &best);
    let verdict = longer.never();
    Ok(Claim {
        claim: "With this heuristic A* finds the goal optimally.".to_owned(),
        reported: "said of heuristics in the conclusion; no figures".to_owned(),
        measured: format!(
            "of the boards that it solves, A* shades more cells than needed on {longer}, by {extra} at most; the shortest way is \
             that of A* with a heuristic that never overestimates"
        ),
        verdict,
        reason: verdict.because(
            "It shades no cell too many on any board it solves, though nothing guarantees that.",
            "An estimate that is too high loses the guarantee, and it shows.",
        ),
    })
}

/// Boards that both solve and on which the first shades more than the second, and how many more at most.
pub(super) fn longer_ways(runs: &[Attempt], best: &[Attempt]) -> (Share, u64) {
    let both = runs.iter().zip(best).filter_map(|(run, best)| run.shaded.zip(best.shaded));
    let extra: Vec<u64> = both.map(|(run, best)| run.saturating_sub(best)).collect();
    (Share::of(extra.iter().map(|&extra| extra > 0)), extra.into_iter().max().unwrap_or(0))
}

/// Holds if most runs do not finish: those on sample 2, and on generated boards beyond doubt.
fn white_cells(desk: &Desk<'_>, few: &[Instance], sample: &[Instance], scale: &Scale) -> Result<Claim, LabError> {
    let run = |boards: &[Instance], states: usize| {
        let limits = Limits { states: Some(states), seconds: Some(120.0), ..Limits::default() };
        let of = |method| attempts(desk, "the white-cells heuristic", boards, &arm("", method, limits, 1)?);
        Ok::<_, LabError>([of("greedy/report-white")?, of("a-star/report-white")?].concat())
    };
    let (generated, printed) = (solved(&run(few, scale.states)?), run(sample, scale.most_states)?);
    let verdict = Verdict::all([generated.less_than(0.5), Verdict::of(solved(&printed).value() < 0.5)]);
    let seconds: Vec<f64> = printed.iter().map(|run| run.seconds).collect();
    Ok(Claim {
        claim: "With the white cells as heuristic the search does not finish (a rerun of the report's code)."
            .to_owned(),
        reported: "not in 60 s; the report gives it as its second heuristic, without figures".to_owned(),
        measured: format!(
            "greedy search and A* solve {generated} within {} states; of two runs on sample 2, {} within {} states ({})",
            grouped(scale.states as u64),
            solved(&printed).hits,
            grouped(scale.most_states as u64),
            Middle::of(&seconds).told(time)
        ),
        verdict,
        reason: verdict.because(
            "Every step shades one cell, so all states of a depth have the same h: it leads nowhere in particular.",
            "It does finish on most boards.",
        ),
    })
}

fn uniform_cost(desk: &Desk<'_>, sample: &[Instance], scale: &Scale) -> Result<Claim, LabError> {
    let small = generated(desk, "5x5", scale.few)?;
    let run = |boards: &[Instance], method: &str, states: usize| {
        let limits = Limits { states: Some(states), seconds: Some(120.0), ..Limits::default() };
        attempts(desk, "uniform cost", boards, &arm("", method, limits, 1)?)
    };
    let uniform = run(&small, "uniform-cost/report", scale.most_states)?;
    let zero = run(&small, "a-star/report:heuristic=zero", scale.most_states)?;
    let informed = run(&small, "a-star/report", scale.most_states)?;
    let printed = run(sample, "uniform-cost/report", scale.most_states)?;
    let same = same(&uniform, &zero);
    let holds = same.hits == same.of;
    Ok(Claim {
        claim: "Uniform-cost search goes by the cost of the way alone: A* without its estimate.".to_owned(),
        reported: "described, not run".to_owned(),
        measured: format!(
            "uniform cost and A* with h = 0 generate the same number of states on {same} boards of 5x5: {}, where A* with h generates \
             {}; sample 2 is {} within {} states",
            middle(&uniform, |run| run.generated),
            middle(&informed, |run| run.generated),
            if printed.iter().all(|run| run.solved) { "solved" } else { "not solved" },
            grouped(scale.most_states as u64)
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "State for state the same search; it is the estimate that keeps A* from generating everything."
        } else {
            "The two part ways on some boards."
        }
        .to_owned(),
    })
}
