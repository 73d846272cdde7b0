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
    let holds = holds_fewer(&stored, &neighbours[..stored.len().min(neighbours.len())]);
    Claim {
        claim: "Hill climbing holds far fewer states than greedy search and A*.".to_owned(),
        reported: "80 and 57 against 589".to_owned(),
        measured: format!(
            "a 9x9 board has 81 neighbours, so 82 boards if all are held; ours holds one. Greedy search holds {}",
            middle(runs.greedy(), |run| run.stored)
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "It never holds more than a board and its neighbours, whatever the board."
        } else {
            "Greedy search does not surely hold more than a board and its neighbours."
        }
        .to_owned(),
    }
}

/// Whether the neighbours are surely fewer than what is stored.
pub(super) fn holds_fewer(stored: &[f64], neighbours: &[f64]) -> bool {
    Paired::of(stored, neighbours).is_less()
}

fn generated_states(runs: &Runs) -> Claim {
    let generated =
        |runs: &[Attempt], of: usize| runs.iter().take(of).map(|run| run.generated as f64).collect::<Vec<_>>();
    let searched = runs.greedy().len();
    let against_greedy = Paired::of(&generated(runs.greedy(), searched), &generated(runs.simple(), searched));
    let all = runs.simple().len();
    let against_simple = Paired::of(&generated(runs.simple(), all), &generated(runs.random(), all));
    let holds = as_reported(&against_greedy, &against_simple);
    Claim {
        claim: "Simple hill climbing generates as many states as greedy search, random hill climbing fewer.".to_owned(),
        reported: "588, 588 and 532".to_owned(),
        measured: format!(
            "simple hill climbing evaluates of the states that greedy search generates {against_greedy}; random hill climbing of those \
             of simple {against_simple}"
        ),
        verdict: Verdict::of(holds),
        reason: if holds {
            "Neither surely generates more than the other, and random hill climbing surely fewer than both."
        } else {
            "They were equal on two easy boards, where greedy search never turns back; on others it does, and hill climbing cannot."
        }
        .to_owned(),
    }
}

/// Holds if simple hill climbing surely needs neither more nor less than greedy search, and random surely less than simple.
pub(super) fn as_reported(against_greedy: &Paired, against_simple: &Paired) -> bool {
    !against_greedy.is_less() && !against_greedy.is_more() && against_simple.is_less()
}

fn valid(runs: &[Attempt]) -> String {
    let valid = Share::of(runs.iter().filter(|run| run.solved).map(|run| run.valid));
    if valid.of == 0 { String::new() } else { format!("; of these, {valid} stand under the real rule") }
}

/// Holds if a share between these bounds is not ruled out.
pub(super) fn may_be_between(share: Share, low: f64, high: f64) -> bool {
    share.interval().low <= high && share.interval().high >= low
}

fn simple_rate(runs: &Runs, variants: &Variants) -> Claim {
    let share = solved(runs.simple());
    let holds = may_be_between(share, 0.1, 0.2);
    Claim {
        claim: "Simple hill climbing succeeds in 10 to 20 % of the cases.".to_owned(),
        reported: "10-20 %; no runs are named".to_owned(),
        measured: format!("from all white, one try: {share}{}; {}", valid(runs.simple()), variants.told()),
        verdict: Verdict::of(holds),
        reason: if holds {
            "The interval of our share meets 10 to 20 %; steps sideways and restarts make the same climber solve far more."
        } else {
            "The interval of our share lies outside; and a climber that may step sideways and start again solves far more."
        }
        .to_owned(),
    }
}

fn random_rate(runs: &Runs, variants: &Variants) -> Claim {
    let share = solved(runs.random());
    let holds = may_be_between(share, 0.8, 0.8);
    Claim {
        claim: "Random hill climbing succeeds in up to 80 % of the cases.".to_owned(),
        reported: "80 %; a rerun of the code, whose weights prefer worse states, solved 0 of 220".to_owned(),
        measured: format!("from all white, one try: {share}{}; {}", valid(runs.random()), variants.told()),
        verdict: Verdict::of(holds),
        reason: if holds {
            "The interval of our share contains 80 %."
        } else {
            "Even with weights that prefer better states, chance alone does not lead out of a dead end: steps sideways and restarts do."
        }
        .to_owned(),
    }
}
