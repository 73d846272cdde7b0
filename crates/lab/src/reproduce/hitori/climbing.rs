//! What the report says about its two hill climbers.

use crate::{Instance, LabError, Limits};

use super::super::evidence::{Paired, Share};
use super::super::{Claim, Desk, Verdict, arm};
use super::Runs;
use super::attempts::{Attempt, attempts, middle, solved};

/// Evaluations that hill climbing with restarts may make.
const EVALUATIONS: u64 = 1_000_000;

pub(super) fn claims(desk: &Desk<'_>, boards: &[Instance], runs: &Runs) -> Result<Vec<Claim>, LabError> {
    let limits = Limits { evaluations: Some(EVALUATIONS), ..Limits::default() };
    let run = |method: &str| attempts(desk, method, boards, &arm(method, method, limits, 1)?);
    let simple = Variants {
        scattered: run("hill-climbing/report:start=random")?,
        restarted: run("hill-climbing/steepest")?,
        repaired: run("hill-climbing")?,
    };
    let random = Variants {
        scattered: run("hill-climbing/report-random:start=random")?,
        restarted: run("hill-climbing/weighted")?,
        repaired: simple.repaired.clone(),
    };
    Ok(vec![fewer_states(boards, runs), generated_states(runs), simple_rate(runs, &simple), random_rate(runs, &random)])
}

/// The same climber otherwise set.
struct Variants {
    /// From a random board.
    scattered: Vec<Attempt>,
    /// Steps sideways and restarts, under the real rule.
    restarted: Vec<Attempt>,
    /// Our default: repairing moves.
    repaired: Vec<Attempt>,
}

impl Variants {
    fn told(&self) -> String {
        format!(
            "from a random start {}; under the real rule, with steps sideways and restarts {}, with repairing moves {}",
            solved(&self.scattered),
            solved(&self.restarted),
            solved(&self.repaired)
        )
    }
}

/// Holds if all neighbours of a board are surely fewer than the states that greedy search holds.
fn fewer_states(boards: &[Instance], runs: &Runs) -> Claim {
    let cells = |board: &Instance| board.puzzle.shape().0 * board.puzzle.shape().1;
    let neighbours: Vec<f64> = boards.iter().map(|board| (cells(board) + 1) as f64).collect();
    let stored: Vec<f64> = runs.greedy().iter().map(|run| run.stored as f64).collect();
    let verdict = Paired::of(&stored, &neighbours[..stored.len().min(neighbours.len())]).less();
    Claim {
        claim: "Hill climbing holds far fewer states than greedy search and A*.".to_owned(),
        reported: "80 and 57 against 589".to_owned(),
        measured: format!(
            "a 9x9 board has 81 neighbours, so 82 boards if all are held; ours holds one. Greedy search holds {}",
            middle(runs.greedy(), |run| run.stored)
        ),
        verdict,
        reason: verdict.because(
            "It never holds more than a board and its neighbours, whatever the board.",
            "Greedy search does not hold more than a board and its neighbours.",
        ),
    }
}

fn generated_states(runs: &Runs) -> Claim {
    let generated =
        |runs: &[Attempt], of: usize| runs.iter().take(of).map(|run| run.generated as f64).collect::<Vec<_>>();
    let searched = runs.greedy().len();
    let against_greedy = Paired::of(&generated(runs.greedy(), searched), &generated(runs.simple(), searched));
    let all = runs.simple().len();
    let against_simple = Paired::of(&generated(runs.simple(), all), &generated(runs.random(), all));
    let verdict = as_reported(&against_greedy, &against_simple);
    Claim {
        claim: "Simple hill climbing generates as many states as greedy search, random hill climbing fewer.".to_owned(),
        reported: "588, 588 and 532".to_owned(),
        measured: format!(
            "simple hill climbing evaluates of the states that greedy search generates {against_greedy}; random hill climbing of those \
             of simple {against_simple}"
        ),
        verdict,
        reason: verdict.because(
            "Simple hill climbing and greedy search are within a tenth of each other, and random hill climbing surely needs fewer.",
            if against_greedy.is_less() {
                "They were equal on two easy boards, where greedy search never turns back; on others it does, and hill climbing cannot."
            } else {
                "The figures of two boards are not those of others."
            },
        ),
    }
}

/// Holds if simple hill climbing needs as much as greedy search, give or take a tenth, and random surely less than simple.
pub(super) fn as_reported(against_greedy: &Paired, against_simple: &Paired) -> Verdict {
    Verdict::all([against_greedy.alike(), against_simple.less()])
}

fn valid(runs: &[Attempt]) -> String {
    let valid = Share::of(runs.iter().filter(|run| run.solved).map(|run| run.valid));
    if valid.of == 0 { String::new() } else { format!("; of these, {valid} stand under the real rule") }
}

fn simple_rate(runs: &Runs, variants: &Variants) -> Claim {
    let share = solved(runs.simple());
    let verdict = share.between(0.1, 0.2);
    Claim {
        claim: "Simple hill climbing succeeds in 10 to 20 % of the cases.".to_owned(),
        reported: "10-20 %; no runs are named".to_owned(),
        measured: format!("from all white, one try: {share}{}; {}", valid(runs.simple()), variants.told()),
        verdict,
        reason: verdict.because(
            "Our share lies between 10 and 20 %; steps sideways and restarts make the same climber solve far more.",
            "The interval of our share lies outside; and a climber that may step sideways and start again solves far more.",
        ),
    }
}

fn random_rate(runs: &Runs, variants: &Variants) -> Claim {
    let share = solved(runs.random());
    // Give or take five points.
    let verdict = share.between(0.75, 0.85);
    Claim {
        claim: "Random hill climbing succeeds in up to 80 % of the cases.".to_owned(),
        reported: "80 %; a rerun of the code, whose weights prefer worse states, solved 0 of 220".to_owned(),
        measured: format!("from all white, one try: {share}{}; {}", valid(runs.random()), variants.told()),
        verdict,
        reason: verdict.because(
            "Our share is 80 %, give or take five points.",
            "Even with weights that prefer better states, chance alone does not lead out of a dead end: steps sideways and restarts do.",
        ),
    }
}
