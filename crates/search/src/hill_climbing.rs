//! Hill climbing (Russell and Norvig, AIMA, section 4.1): from a complete board, take a step that costs less, until there is
//! none; then start again.
//!
//! Here the hill is upside down: cost 0 is the summit. No way of choosing ever accepts a board that costs more, the random
//! walk excepted, which the others are compared with.
//!
//! - **sideways**: a step to a board of equal cost;
//! - **idle**: what does not lower the cost, a step sideways or (where moves are drawn one by one) one refused.

use pencilmark_csp::{Csp, Observer, Outcome};

use crate::local::{self, Halt, Local, MOVES, PREPARE, START, STEPS, TRIES};
use crate::walk::{Move, below};
use crate::{Complete, Method, MethodInfo, Parameter, Run, Takes};

/// Hill climbing.
pub struct HillClimbing;

impl Method for HillClimbing {
    const INFO: MethodInfo = MethodInfo {
        id: "hill-climbing",
        title: "Hill climbing",
        complete: Complete::No,
        parameters: &[
            Parameter {
                name: "choice",
                help: "which step to take",
                takes: Takes::Word(&[
                    ("first", "draw moves and take the first that is good enough"),
                    ("steepest", "look at all moves and take a best one"),
                    ("weighted", "look at all moves and draw one that gains, by its gain"),
                    ("random", "any: a random walk"),
                ]),
                default: "first",
            },
            Parameter {
                name: "sideways",
                help: "whether a step may lead to a board of equal cost",
                takes: Takes::Word(&[("yes", "where no better one was found"), ("no", "every step gains")]),
                default: "yes",
            },
            Parameter {
                name: "idle",
                help: "moves in a row that gain nothing, before starting again",
                takes: Takes::Whole(1, u64::MAX),
                default: "5000",
            },
            STEPS,
            MOVES,
            PREPARE,
            START,
            TRIES,
        ],
        source: "AIMA section 4.1; the Hidato and Hitori reports",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let whole = |name| run.parameters.whole(&Self::INFO, name);
        let climb = Climb {
            choice: match run.parameters.get(&Self::INFO, "choice") {
                "steepest" => Choice::Steepest,
                "weighted" => Choice::Weighted,
                "random" => Choice::Random,
                _ => Choice::First,
            },
            sideways: run.parameters.get(&Self::INFO, "sideways") == "yes",
            idle: whole("idle"),
            steps: whole("steps"),
        };
        local::walk(csp, run, &Self::INFO, watch, |local| {
            loop {
                local.start()?;
                if local.walker.free().next().is_none() {
                    return Ok(());
                }
                climb.climb(local)?;
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    First,
    Steepest,
    Weighted,
    Random,
}

/// How to climb.
struct Climb {
    choice: Choice,
    sideways: bool,
    idle: u64,
    steps: u64,
}

impl Climb {
    /// Climbs from the board at hand until a solution, the end of a try, or the end of everything.
    fn climb<O: Observer>(&self, local: &mut Local<'_, O>) -> Result<(), Halt> {
        let (mut steps, mut idle) = (0, 0);
        let mut changes = Move::new();
        while local.cost() > 0 && idle < self.idle && (self.steps == 0 || steps < self.steps) {
            let before = local.cost();
            let stepped = match self.choice {
                Choice::First | Choice::Random => self.draw(local, &mut changes)?,
                Choice::Steepest => self.steepest(local)?,
                Choice::Weighted => self.weighted(local)?,
            };
            match stepped {
                Stepped::Yes => steps += 1,
                Stepped::No => {}
                Stepped::Stuck => break,
            }
            // A walk has nothing to gain: it ends by its steps alone.
            if self.choice != Choice::Random {
                idle = if local.cost() < before { 0 } else { idle + 1 };
            }
        }
        Ok(())
    }

    /// Draws one move, and takes it if it is good enough.
    fn draw<O: Observer>(&self, local: &mut Local<'_, O>, changes: &mut Move) -> Result<Stepped, Halt> {
        let before = local.cost();
        if !(0..DRAWS).any(|_| local.propose(changes)) {
            return Ok(Stepped::Stuck);
        }
        let after = local.attempt(changes)?;
        if after < before || (after == before && self.sideways) || self.choice == Choice::Random {
            local.keep(changes);
            Ok(Stepped::Yes)
        } else {
            local.back();
            Ok(Stepped::No)
        }
    }

    /// Takes one of the best of all moves.
    fn steepest<O: Observer>(&self, local: &mut Local<'_, O>) -> Result<Stepped, Halt> {
        let moves = local.all_moves();
        let mut lowest = local.cost() + u64::from(self.sideways);
        let (mut best, mut ties) = (None, 0);
        for (index, changes) in moves.iter().enumerate() {
            let cost = local.look(changes)?;
            if cost < lowest {
                (lowest, best, ties) = (cost, Some(index), 1);
            } else if cost == lowest && best.is_some() {
                ties += 1;
                if below(&mut local.rng, ties) == 0 {
                    best = Some(index);
                }
            }
        }
        let Some(best) = best else { return Ok(Stepped::Stuck) };
        local.step(&moves[best]);
        Ok(Stepped::Yes)
    }

    /// Takes one of the moves that gain, each as likely as its gain is high; or any of equal cost where none gains.
    fn weighted<O: Observer>(&self, local: &mut Local<'_, O>) -> Result<Stepped, Halt> {
        let moves = local.all_moves();
        let before = local.cost();
        let (mut gaining, mut gains) = (None, 0);
        let (mut level, mut ties) = (None, 0);
        for (index, changes) in moves.iter().enumerate() {
            let cost = local.look(changes)?;
            if cost < before {
                let gain = (before - cost) as usize;
                gains += gain;
                if below(&mut local.rng, gains) < gain {
                    gaining = Some(index);
                }
            } else if cost == before && self.sideways {
                ties += 1;
                if below(&mut local.rng, ties) == 0 {
                    level = Some(index);
                }
            }
        }
        let Some(chosen) = gaining.or(level) else { return Ok(Stepped::Stuck) };
        local.step(&moves[chosen]);
        Ok(Stepped::Yes)
    }
}

/// How often to draw before concluding that there is no move.
const DRAWS: usize = 1000;

/// What became of a look around.
enum Stepped {
    Yes,
    /// The move drawn was refused.
    No,
    /// No move is good enough.
    Stuck,
}
