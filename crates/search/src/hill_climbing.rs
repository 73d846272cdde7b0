//! Hill climbing (Russell and Norvig, AIMA, section 4.1): from a complete board, take a step that costs less, until there is
//! none; then start again.
//!
//! Here the hill is upside down: cost 0 is the summit. No choice ever accepts a board that costs more, except the random
//! walk, which is there to compare the others with.
//!
//! - **sideways**: a step to a board of equal cost;
//! - **idle**: what does not lower the cost, a step sideways or (where moves are drawn one by one) one refused.

use pencilmark_csp::{Csp, Observer, Outcome};

use crate::local::{self, Halt, Local, MOVES, PREPARE, START, STEPS, TRIES};
use crate::walk::{Move, below};
use crate::{Complete, Draws, Family, Key, Method, MethodInfo, Run, choices};

choices! {
    /// Which step to take.
    enum Choice {
        First = "first": "draw moves and take the first that is good enough",
        Steepest = "steepest": "look at all moves and take a best one",
        Weighted = "weighted": "look at all moves and draw one that gains, by its gain",
        Random = "random": "any: a random walk",
    }
}

choices! {
    /// Whether a step may lead to a board of equal cost.
    enum Sideways {
        Yes = "yes": "where no better one was found",
        No = "no": "every step gains",
    }
}

const CHOICE: Key<Choice> = Choice::key("choice", "which step to take", Choice::First);
const SIDEWAYS: Key<Sideways> =
    Sideways::key("sideways", "whether a step may lead to a board of equal cost", Sideways::Yes);
const IDLE: Key<u64> = Key::whole("idle", "moves in a row that gain nothing, before starting again", 1, u64::MAX, 5000);

/// Hill climbing.
pub struct HillClimbing;

impl Method for HillClimbing {
    const INFO: MethodInfo = MethodInfo {
        id: "hill-climbing",
        title: "Hill climbing",
        family: Family::Walk,
        complete: Complete::No,
        draws: Draws::Always,
        parameters: &[
            CHOICE.parameter,
            SIDEWAYS.parameter,
            IDLE.parameter,
            STEPS.parameter,
            MOVES.parameter,
            PREPARE.parameter,
            START.parameter,
            TRIES.parameter,
        ],
        source: "AIMA section 4.1; “Hidato: A Tale of Love & Numbers” and “Solving Hitori Grid game using \
                 informed and local search algorithms and comparing their time and space complexities”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let climb = Climb {
            choice: CHOICE.get(&run.parameters),
            sideways: SIDEWAYS.get(&run.parameters) == Sideways::Yes,
            idle: IDLE.get(&run.parameters),
            steps: STEPS.get(&run.parameters),
        };
        local::search(csp, run, watch, |local| {
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

/// How to climb.
struct Climb {
    choice: Choice,
    sideways: bool,
    idle: u64,
    steps: u64,
}

impl Climb {
    /// Climbs from the current board until a solution is found, the try ends, or the budget is spent.
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
            // A random walk does not look for gains, so only its number of steps ends it.
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

/// What came of looking for a step.
enum Stepped {
    Yes,
    /// The move drawn was refused.
    No,
    /// No move is good enough.
    Stuck,
}

#[cfg(test)]
mod tests {
    use pencilmark_csp::{Budget, Counters, End, Event, Observer, Why};

    use super::*;
    use crate::walk::samples::{ask, every_walk, path};

    fn run(settings: &[(&str, &str)], seed: u64) -> Run {
        ask(&HillClimbing::INFO, settings, seed, 100_000)
    }

    #[test]
    fn it_solves_by_every_way_to_walk() {
        for (csp, moves) in every_walk() {
            for choice in ["first", "steepest", "weighted"] {
                for seed in 0..3 {
                    let settings = [("moves", moves), ("choice", choice), ("idle", "300")];
                    let outcome = HillClimbing::solve(&csp, &run(&settings, seed), &mut Counters::default());
                    assert_eq!(outcome.end, End::Limit, "{moves} {choice} {seed}");
                    assert!(csp.is_solution(&outcome.solutions[0]), "{moves} {choice} {seed}");
                }
            }
        }
    }

    /// Notes the largest rise of the cost in a step, and the longest run of steps that gained nothing.
    #[derive(Default)]
    struct Slope {
        cost: u64,
        rise: i64,
        idle: u64,
        longest: u64,
        steps: u64,
        starts: u64,
    }

    impl Observer for Slope {
        fn see(&mut self, event: Event<'_>) {
            match event {
                Event::Start(_, cost) => {
                    (self.cost, self.idle) = (cost, 0);
                    self.starts += 1;
                }
                Event::Step(_, cost) => {
                    let rise = cost as i64 - self.cost as i64;
                    self.rise = if self.steps == 0 { rise } else { self.rise.max(rise) };
                    self.idle = if rise < 0 { 0 } else { self.idle + 1 };
                    self.longest = self.longest.max(self.idle);
                    self.cost = cost;
                    self.steps += 1;
                }
                _ => {}
            }
        }
    }

    fn watched(csp: &Csp, settings: &[(&str, &str)]) -> Slope {
        let mut slope = Slope::default();
        let budget = Budget { evaluations: Some(4000), ..Budget::default() };
        // More solutions than there are, so that it goes on.
        HillClimbing::solve(csp, &Run { limit: usize::MAX, budget, ..run(settings, 7) }, &mut slope);
        assert!(slope.steps > 20 && slope.starts > 1, "{settings:?}: {} steps", slope.steps);
        slope
    }

    #[test]
    fn no_step_leads_up_but_those_of_a_random_walk() {
        for (csp, moves) in every_walk() {
            for choice in ["first", "steepest", "weighted"] {
                let settings = [("moves", moves), ("choice", choice), ("idle", "20")];
                let slope = watched(&csp, &settings);
                assert!(slope.rise <= 0 && slope.longest <= 20, "{settings:?}: {} {}", slope.rise, slope.longest);
                let strict = [settings[0], settings[1], settings[2], ("sideways", "no")];
                assert!(watched(&csp, &strict).rise < 0, "{strict:?}");
            }
            let slope = watched(&csp, &[("moves", moves), ("choice", "random"), ("steps", "50")]);
            assert!(slope.rise > 0, "{moves}");
        }
    }

    #[test]
    fn tries_and_steps_are_kept() {
        let csp = path(true);
        for choice in ["first", "steepest", "weighted", "random"] {
            let settings = [("choice", choice), ("tries", "3"), ("steps", "2"), ("idle", "100")];
            let mut counters = Counters::default();
            let outcome = HillClimbing::solve(&csp, &run(&settings, 1), &mut counters);
            if outcome.solutions.is_empty() {
                assert_eq!((outcome.end, counters.restarts), (End::GaveUp(Why::Incomplete), 2), "{choice}");
            }
            assert!(counters.steps <= 6, "{choice}: {} steps", counters.steps);
        }
    }
}
