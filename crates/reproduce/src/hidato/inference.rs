//! What the report says about AC-3, and about its best run.

use pencilmark::front::display::{average, duration, grouped};
use pencilmark_lab::Record;
use pencilmark_lab::stats::quantile::Summary;

use super::combinations::{CHECKS, Combination, Factorial, NODES, REPORTED_BEST, SECONDS};
use crate::evidence::{Median, Paired, Share, by_puzzle, listed};
use crate::verdict::when;
use crate::{About, Claim, Ruling, of};

pub(super) fn claims(program: &Factorial, method: &Factorial) -> Vec<Claim> {
    vec![
        its_ac3_saves_time(),
        ac3_saves_time(method),
        more_by_chance(program),
        never_more(method),
        same_steps_in_the_table(),
        ac3_changes_nothing(method),
        steps_of_the_best(program),
        plain_backtracking_is_viable(program),
    ]
}

pub(super) fn found(program: &Factorial, method: &Factorial) -> Vec<Claim> {
    vec![its_ac3_removes_nothing(), ac3_prunes(method), exceeds_fifteen_seconds(program)]
}

/// The settings without AC-3 and with it: Ordered + Random, MRV + Random, Ordered + LCV, MRV + LCV.
fn by_ac3() -> [(Combination, Combination); 4] {
    [(false, false), (true, false), (false, true), (true, true)].map(|(mrv, lcv)| {
        let combination = |ac3| Combination { mrv, lcv, ac3 };
        (combination(false), combination(true))
    })
}

const SAVES_TIME: &str = "AC-3 saves time in every combination but MRV + LCV.";
const TIMES: &str = "0.72, 0.37 and 0.97 times the time; MRV + LCV 1.02 times; one run each";

fn its_ac3_saves_time() -> Claim {
    Claim {
        claim: SAVES_TIME.to_owned(),
        about: About::Program,
        reported: TIMES.to_owned(),
        measured: "an AC-3 that removes nothing costs checks and saves none; with random values, both runs take \
             another order"
            .to_owned(),
        ruling: Ruling::not_comparable("these are seconds of another machine, one run each"),
        reason: "Where values are in the same order, the two times differ by 2 and 3 %.".to_owned(),
    }
}

/// Holds if AC-3 saves checks in all but MRV + LCV, and not there.
pub(super) fn ac3_saves_all_but_mrv_lcv(pairs: &[Paired]) -> Ruling {
    let (last, first) = pairs.split_last().map_or((None, pairs), |(last, first)| (Some(last), first));
    let first = Ruling::all(first.iter().map(Paired::less)).qualified("without MRV + LCV");
    Ruling::all(std::iter::once(first).chain(last.map(|pair| pair.less().not().qualified("with MRV + LCV"))))
}

fn ac3_saves_time(runs: &Factorial) -> Claim {
    let (seconds, checks) = (runs.compare(&by_ac3(), SECONDS), runs.compare(&by_ac3(), CHECKS));
    let ruling = ac3_saves_all_but_mrv_lcv(&checks);
    let text = |pairs: &[Paired]| {
        let names = by_ac3().map(|(combination, _)| combination.name());
        listed(&names.iter().zip(pairs).map(|(name, pair)| format!("{name} {pair}")).collect::<Vec<_>>())
    };
    Claim {
        claim: SAVES_TIME.to_owned(),
        about: About::Method,
        reported: TIMES.to_owned(),
        measured: format!(
            "checks with AC-3, which stand for time, relative to without: {}; for information, time on this machine: \
             {} ({})",
            text(&checks),
            text(&seconds),
            runs.sample()
        ),
        reason: ruling.because(
            "AC-3 saves significantly many checks in three combinations, and none in MRV + LCV.",
            if checks.iter().all(Paired::is_less) {
                "It saves significantly many checks in all four: an AC-3 that prunes pays off with MRV + LCV too."
            } else {
                "The combinations in which AC-3 saves checks are not the three of the report."
            },
        ),
        ruling,
    }
}

const NEVER_ADDS: &str = "AC-3 never adds steps: if it seems to, under Ordered + Random, that is the random order.";

/// How much more the report's run with AC-3 took.
const MORE: f64 = 2254.0 / 1763.0;

/// Pairs of runs of one combination on the same puzzle, with seeds 0 and 1, 2 and 3 and so on, of which one takes as many
/// more steps than the other as the report's run with AC-3.
pub(super) fn apart_by_chance(runs: &[&Record]) -> Share {
    let pairs = runs.iter().filter(|run| run.seed % 2 == 0).filter_map(|run| {
        let twin = runs.iter().find(|other| other.instance == run.instance && other.seed == run.seed + 1)?;
        let (one, other) = (run.counters.nodes.max(1) as f64, twin.counters.nodes.max(1) as f64);
        Some((run.instance.as_str(), one.max(other) / one.min(other) >= MORE))
    });
    Share::by_puzzle(pairs)
}

/// Chance explains what happens in more than this share of pairs.
const RARE: f64 = 0.05;

fn more_by_chance(runs: &Factorial) -> Claim {
    let combination = Combination { mrv: false, lcv: false, ac3: false };
    let apart = apart_by_chance(&of(&runs.records, &combination.name()));
    let ruling = apart.more_than(RARE);
    Claim {
        claim: NEVER_ADDS.to_owned(),
        about: About::Program,
        reported: "2,254 with AC-3, 1,763 without".to_owned(),
        measured: format!(
            "of two runs of Ordered + Random on the same board, with other random orders, one takes {MORE:.2} times the \
             steps of the other or more in {apart} pairs ({})",
            runs.sample()
        ),
        reason: ruling.because(
            "The report's suspicion is right: chance alone makes such differences.",
            "Chance alone seldom makes such a difference.",
        ),
        ruling,
    }
}

/// Pairs of runs under Ordered + Random, same puzzle and seed, in which AC-3 entered more nodes.
fn more_nodes_with_ac3(runs: &Factorial) -> Share {
    let combination = |ac3| Combination { mrv: false, lcv: false, ac3 };
    let (without, with) = (of(&runs.records, &combination(false).name()), of(&runs.records, &combination(true).name()));
    Share::by_puzzle(with.iter().filter_map(|run| {
        let twin = without.iter().find(|other| other.instance == run.instance && other.seed == run.seed)?;
        Some((run.instance.as_str(), run.counters.nodes > twin.counters.nodes))
    }))
}

fn never_more(runs: &Factorial) -> Claim {
    let pair = &runs.compare(&by_ac3()[..1], NODES)[0];
    let more = more_nodes_with_ac3(runs);
    let ruling = more.never();
    Claim {
        claim: NEVER_ADDS.to_owned(),
        about: About::Method,
        reported: "2,254 with AC-3, 1,763 without".to_owned(),
        measured: format!(
            "more nodes with AC-3 in {more} pairs of runs with the same random order; nodes with AC-3 relative to \
             without: {pair} ({})",
            runs.sample()
        ),
        reason: ruling.because(
            "With the same order of values, AC-3 never enters more nodes.",
            "With the same order of values, AC-3 sometimes enters more nodes.",
        ),
        ruling,
    }
}

const NO_DIFFERENCE: &str = "Under LCV, AC-3 makes no difference to the steps, and is unnecessary with MRV + LCV.";

/// Whether the report's table has the same steps with AC-3 and without, where values are in the same order.
fn its_ac3_is_idle() -> Ruling {
    let same = by_ac3().iter().filter(|(without, _)| without.lcv).all(|(a, b)| a.reported().1 == b.reported().1);
    Ruling::fact(when(same, "the report's table has the same steps with AC-3 and without, under LCV"), "it has not")
}

fn same_steps_in_the_table() -> Claim {
    let ruling = its_ac3_is_idle();
    Claim {
        claim: NO_DIFFERENCE.to_owned(),
        about: About::Program,
        reported: "49 and 49 (Ordered), 89 and 89 (MRV)".to_owned(),
        measured: "the table itself: where values are in the same order, both searches are the same".to_owned(),
        reason: ruling.because(
            "Between two numbers that are not yet placed its constraint allows every pair of cells, so that its AC-3 \
             has nothing to remove.",
            "The table shows a difference.",
        ),
        ruling,
    }
}

/// The shares of puzzles on which AC-3 does not change the number of nodes under LCV: in order, and under MRV.
pub(super) fn same_nodes_with_ac3(runs: &Factorial) -> [Share; 2] {
    [false, true].map(|mrv| {
        let combination = |ac3| &runs.of(Combination { mrv, lcv: true, ac3 }).nodes;
        Share::of(combination(false).iter().zip(combination(true)).map(|(without, with)| (without - with).abs() < 0.5))
    })
}

fn ac3_changes_nothing(runs: &Factorial) -> Claim {
    let [ordered, mrv] = same_nodes_with_ac3(runs);
    let ruling = Ruling::all([ordered, mrv].map(|share| share.more_than(0.5)));
    let nodes = runs.compare(&by_ac3()[2..], NODES);
    Claim {
        claim: NO_DIFFERENCE.to_owned(),
        about: About::Method,
        reported: "49 and 49 (Ordered), 89 and 89 (MRV)".to_owned(),
        measured: format!(
            "nodes with AC-3 relative to without: Ordered {}, MRV {}; the same number on {ordered} boards (Ordered) \
             and {mrv} (MRV)",
            nodes[0], nodes[1]
        ),
        reason: ruling.because("On most boards the number of nodes is the same.", "An AC-3 that prunes changes them."),
        ruling,
    }
}

/// 49 is typical if it lies between the quartiles: at least a quarter of the boards take no more nodes, and a quarter
/// no fewer.
pub(super) fn is_typical(nodes: &[f64]) -> Ruling {
    let (fewer, more) = (nodes.iter().map(|&nodes| nodes <= 49.0), nodes.iter().map(|&nodes| nodes >= 49.0));
    Share::typical(Share::of(fewer), Share::of(more), 0.25)
}

/// The report's best without its AC-3.
const BEST: Combination = Combination { ac3: false, ..REPORTED_BEST };

fn steps_of_the_best(runs: &Factorial) -> Claim {
    let nodes = &runs.of(BEST).nodes;
    let ruling = is_typical(nodes);
    let quartiles =
        Summary::of(nodes).map_or_else(String::new, |nodes| format!("{} to {}", average(nodes.q1), average(nodes.q3)));
    let seconds = Median::of(&runs.of(BEST).seconds).format(duration);
    Claim {
        claim: "Ordered + LCV solves an 8x8 board with half its numbers missing in 49 steps.".to_owned(),
        about: About::Program,
        reported: "49 steps, 0.2 s, on one board of a generator like ours".to_owned(),
        measured: format!("{} nodes, quartiles {quartiles}; {seconds}", Median::of(nodes)),
        reason: ruling.because(
            "49 lies between the quartiles of our boards, so that board was typical.",
            "49 lies outside the quartiles of our boards, so the one board it was measured on is not typical of them.",
        ),
        ruling,
    }
}

/// Holds if Ordered + Random solves most boards within the steps of an hour.
fn plain_backtracking_is_viable(runs: &Factorial) -> Claim {
    let combination = Combination { mrv: false, lcv: false, ac3: false };
    let solved = Share::solved(&of(&runs.records, &combination.name()));
    let ruling = solved.more_than(0.5);
    Claim {
        claim: "Plain backtracking, Ordered + Random, is viable on 8x8 boards with half missing.".to_owned(),
        about: About::Program,
        reported: "1,763 steps, 5.5 s, one run".to_owned(),
        measured: format!(
            "solved {solved} runs within its budget, with {} nodes ({})",
            Median::of(NODES(runs.of(combination))),
            runs.sample()
        ),
        reason: ruling.because("It solves most boards.", "It does not solve most boards."),
        ruling,
    }
}

const REMOVES_NOTHING: &str = "AC-3 removes no value in any run.";

fn its_ac3_removes_nothing() -> Claim {
    let ruling = its_ac3_is_idle();
    Claim {
        claim: REMOVES_NOTHING.to_owned(),
        about: About::Program,
        reported: "0 values removed".to_owned(),
        measured: "its code is not run here; its table agrees with the finding".to_owned(),
        reason: ruling.because("Equal counts in every run show that a treatment does nothing.", "The table disagrees."),
        ruling,
    }
}

/// Whether AC-3 removes any value at all; how many it removes beyond forward checking shows in the nodes.
fn ac3_prunes(runs: &Factorial) -> Claim {
    let with = || runs.records.iter().filter(|run| run.counters.revisions > 0);
    let idle = Share::by_puzzle(with().map(|run| (run.instance.as_str(), run.counters.prunings == 0)));
    let ruling = idle.more_than(0.5);
    let a_node = |run: &Record| run.counters.prunings as f64 / run.counters.nodes.max(1) as f64;
    let prunings = Median::of(&by_puzzle(with().map(|run| (run.instance.as_str(), a_node(run)))));
    Claim {
        claim: REMOVES_NOTHING.to_owned(),
        about: About::Method,
        reported: "0 values removed".to_owned(),
        measured: format!("no value removed in {idle} runs with AC-3; {prunings} values per node"),
        reason: ruling.because(
            "In most runs, there is nothing for it to remove.",
            "An AC-3 that considers numbers that must be neighbours removes values.",
        ),
        ruling,
    }
}

fn exceeds_fifteen_seconds(runs: &Factorial) -> Claim {
    let limit = super::steps_in(15.0);
    let long = Share::of(runs.of(BEST).nodes.iter().map(|&nodes| nodes > limit as f64));
    let ruling = long.more_than(0.5);
    Claim {
        claim: "Ordered + LCV takes over 15 s on an 8x8 board with half missing.".to_owned(),
        about: About::Program,
        reported: "on both boards that were tried".to_owned(),
        measured: format!("over {} nodes, 15 s at the report's pace, on {long}", grouped(limit)),
        reason: ruling.because("It does on most boards.", "It does not on most boards: two boards say little."),
        ruling,
    }
}
