//! Min-conflicts (Minton, Johnston, Philips and Laird 1992; AIMA figure 6.8): pick a variable that is to blame for a broken
//! rule, and take the move around it that leaves the lowest cost.
//!
//! - **tabu**: for some steps after a variable left a value, no move gives it back (Glover 1989; as in Galinier and Hao 1997),
//!   unless that leads to the best board of this try;
//! - **noise**: now and then, any move around the variable instead of the best (Wallace and Freuder 1996).

use pencilmark_csp::{Csp, Domain, Observer, Outcome, Var};

use crate::local::{self, Halt, Local, MOVES, PREPARE, START, STEPS, TRIES};
use crate::walk::{Move, below, unit};
use crate::{Complete, Draws, Family, Key, Method, MethodInfo, Run, choices};

choices! {
    /// How to pick the variable to move.
    enum Blame {
        Variable = "variable": "any that has a part in a broken rule",
        Rule = "rule": "any broken rule, then any variable that has a part in it",
    }
}

choices! {
    /// Which of several best moves to take.
    enum Ties {
        Random = "random": "any",
        First = "first": "the first",
    }
}

const BLAME: Key<Blame> = Blame::key("blame", "how to pick the variable to move", Blame::Variable);
const TIES: Key<Ties> = Ties::key("ties", "which of several best moves to take", Ties::Random);
const TABU: Key<u64> =
    Key::whole("tabu", "steps for which a variable does not take back a value it left; 0 is none", 0, 1_000_000, 0);
const NOISE: Key<f64> =
    Key::number("noise", "the chance of any move around the variable instead of the best", 0.0, 1.0, 0.0);

/// Min-conflicts.
pub struct MinConflicts;

impl Method for MinConflicts {
    const INFO: MethodInfo = MethodInfo {
        id: "min-conflicts",
        title: "Min-conflicts",
        family: Family::Walk,
        complete: Complete::No,
        draws: Draws::Always,
        parameters: &[
            BLAME.parameter,
            TIES.parameter,
            TABU.parameter,
            NOISE.parameter,
            STEPS.parameter,
            MOVES.parameter,
            PREPARE.parameter,
            START.parameter,
            TRIES.parameter,
        ],
        source: "Minton, Johnston, Philips and Laird 1992; AIMA figure 6.8; “CS560 Assignment 1: Kenken”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let options = Options {
            blame: BLAME.get(&run.parameters),
            ties: TIES.get(&run.parameters),
            tenure: TABU.get(&run.parameters),
            noise: NOISE.get(&run.parameters),
            steps: STEPS.get(&run.parameters),
        };
        let width = csp.domains.iter().filter_map(Domain::last).map(|last| last.index() + 1).max().unwrap_or(1);
        local::search(csp, run, watch, |local| {
            let mut search = Search {
                options,
                width,
                left: vec![0; width * csp.domains.len()],
                free: local.walker.free().collect(),
                blamed: Vec::new(),
            };
            loop {
                local.start()?;
                if search.free.is_empty() {
                    return Ok(());
                }
                search.repair(local)?;
            }
        })
    }
}

struct Options {
    blame: Blame,
    ties: Ties,
    tenure: u64,
    noise: f64,
    steps: u64,
}

struct Search {
    options: Options,
    width: usize,
    left: Vec<u64>,   // variable, value -> the step until which it is tabu
    free: Vec<Var>,   // the variables that can move
    blamed: Vec<Var>, // scratch
}

impl Search {
    /// Steps from the current board until a solution is found or the try ends.
    fn repair<O: Observer>(&mut self, local: &mut Local<'_, O>) -> Result<(), Halt> {
        self.left.fill(0);
        let mut best = local.cost();
        let mut stuck = 0;
        let mut step = 0;
        while local.cost() > 0 && (self.options.steps == 0 || step < self.options.steps) && stuck < STUCK {
            step += 1;
            let var = self.variable(local);
            let moves = local.moves_around(var);
            if moves.is_empty() {
                stuck += 1;
                continue;
            }
            stuck = 0;
            let any = self.options.noise > 0.0 && unit(&mut local.rng) < self.options.noise;
            let chosen = if any { below(&mut local.rng, moves.len()) } else { self.best(local, &moves, step, best)? };
            let changes = &moves[chosen];
            for &(var, _) in changes {
                let place = var.index() * self.width + local.at.value(var).index();
                self.left[place] = step + self.options.tenure;
            }
            if any {
                local.attempt(changes)?;
                local.keep(changes);
            } else {
                local.step(changes);
            }
            best = best.min(local.cost());
        }
        Ok(())
    }

    /// A variable that is to blame, or any if none that can move is.
    fn variable<O: Observer>(&mut self, local: &mut Local<'_, O>) -> Var {
        self.blamed.clear();
        let at = &local.at;
        match self.options.blame {
            Blame::Rule => {
                let broken = at.broken();
                let rule = broken[below(&mut local.rng, broken.len())];
                let movable = |var: &Var| local.walker.moves(*var) && at.blames(rule, *var);
                self.blamed.extend(at.scope(rule).iter().copied().filter(movable));
            }
            Blame::Variable => self.blamed.extend(self.free.iter().copied().filter(|&var| at.blame(var) > 0)),
        }
        let among = if self.blamed.is_empty() { &self.free } else { &self.blamed };
        among[below(&mut local.rng, among.len())]
    }

    /// The place in `moves` of one that leads to the lowest cost and is not tabu, or of any if all are.
    fn best<O: Observer>(
        &self,
        local: &mut Local<'_, O>,
        moves: &[Move],
        step: u64,
        best_so_far: u64,
    ) -> Result<usize, Halt> {
        let (mut best, mut lowest, mut ties) = (None, u64::MAX, 0);
        for (index, changes) in moves.iter().enumerate() {
            let tabu = changes.iter().any(|&(var, value)| self.left[var.index() * self.width + value.index()] >= step);
            let cost = local.look(changes)?;
            if tabu && self.options.tenure > 0 && cost >= best_so_far {
                continue;
            }
            if cost < lowest {
                (best, lowest, ties) = (Some(index), cost, 1);
            } else if cost == lowest && self.options.ties == Ties::Random {
                ties += 1;
                if below(&mut local.rng, ties) == 0 {
                    best = Some(index);
                }
            }
        }
        Ok(best.unwrap_or_else(|| below(&mut local.rng, moves.len())))
    }
}

/// How many variables in a row may have no move before a try ends.
const STUCK: u32 = 1000;

#[cfg(test)]
mod tests {
    use pencilmark_csp::{Budget, Counters, End, Event, Observer, Why};

    use super::*;
    use crate::walk::samples::{ask, every_walk, latin};

    fn run(settings: &[(&str, &str)], seed: u64) -> Run {
        ask(&MinConflicts::INFO, settings, seed, 100_000)
    }

    #[test]
    fn it_solves_by_every_way_to_walk() {
        for (csp, moves) in every_walk() {
            for blame in ["variable", "rule"] {
                for seed in 0..3 {
                    let settings = [("moves", moves), ("blame", blame), ("noise", "0.05"), ("steps", "2000")];
                    let outcome = MinConflicts::solve(&csp, &run(&settings, seed), &mut Counters::default());
                    assert_eq!(outcome.end, End::Limit, "{moves} {blame} {seed}");
                    assert!(csp.is_solution(&outcome.solutions[0]), "{moves} {blame} {seed}");
                }
            }
        }
    }

    /// Follows the board, and notes whether a variable took back a value that it had just left.
    #[derive(Default)]
    struct Back {
        board: Vec<pencilmark_csp::Value>,
        left: Vec<(Var, pencilmark_csp::Value)>,
        steps: u64,
        returns: u64,
    }

    impl Observer for Back {
        fn see(&mut self, event: Event<'_>) {
            match event {
                Event::Start(board, _) => (self.board, self.left) = (board.to_vec(), Vec::new()),
                Event::Step(changes, _) => {
                    self.steps += 1;
                    self.returns += u64::from(changes.iter().any(|change| self.left.contains(change)));
                    self.left = changes.iter().map(|&(var, _)| (var, self.board[var.index()])).collect();
                    for &(var, value) in changes {
                        self.board[var.index()] = value;
                    }
                }
                _ => {}
            }
        }
    }

    #[test]
    fn what_is_tabu_is_not_taken_back() {
        let share = |tabu| {
            let mut watch = Back::default();
            let budget = Budget { evaluations: Some(20_000), ..Budget::default() };
            let settings = [("moves", "change"), ("tabu", tabu), ("steps", "200")];
            MinConflicts::solve(&latin(), &Run { limit: usize::MAX, budget, ..run(&settings, 3) }, &mut watch);
            watch.returns * 100 / watch.steps
        };
        // A step back that leads to the best board of the try is let through.
        assert!(share("0") > 3 && share("2") < 2, "{} % without, {} % with", share("0"), share("2"));
    }

    #[test]
    fn tries_and_steps_are_kept() {
        for ties in ["random", "first"] {
            let settings = [("moves", "change"), ("ties", ties), ("tries", "2"), ("steps", "3")];
            let mut counters = Counters::default();
            let outcome = MinConflicts::solve(&latin(), &run(&settings, 5), &mut counters);
            assert_eq!(
                (outcome.end, counters.steps, counters.restarts),
                (End::GaveUp(Why::Incomplete), 6, 1),
                "{ties}"
            );
        }
    }
}
