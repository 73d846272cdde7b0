//! Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983): walk at random, take every step that does not cost more, and one
//! that costs d more with probability exp(-d/T).
//!
//! The default keeps the temperature constant and starts again after a while; `alpha` below 1 cools, as in the textbook.
//! With `focus` moves begin at a variable to blame for a broken rule, which gives up detailed balance and is much faster on
//! hard boards: focused Metropolis search (Seitz, Alava, Orponen 2005).

use pencilmark_csp::{Csp, Observer, Outcome};
use rand_chacha::ChaCha8Rng;

use crate::local::{self, FOCUS, MOVES, PREPARE, START, TRIES};
use crate::walk::{Move, unit};
use crate::{Complete, Draws, Family, Key, Method, MethodInfo, Run};

const TEMPERATURE: Key<f64> = Key::number("temperature", "the temperature at the start", 0.0, f64::INFINITY, 0.4);
const ALPHA: Key<f64> =
    Key::number("alpha", "the temperature is multiplied by this after every iteration", 0.0, 1.0, 1.0);
const SAMPLE: Key<u64> =
    Key::whole("sample", "moves looked at in an iteration, of which the best is considered", 1, 1_000_000, 1);
const ITERATIONS: Key<u64> =
    Key::whole("iterations", "iterations before starting again; 0 is no end", 0, u64::MAX, 1_000_000);

/// Simulated annealing.
pub struct Annealing;

impl Method for Annealing {
    const INFO: MethodInfo = MethodInfo {
        id: "annealing",
        title: "Simulated annealing",
        family: Family::Walk,
        complete: Complete::No,
        draws: Draws::Always,
        parameters: &[
            TEMPERATURE.parameter,
            ALPHA.parameter,
            SAMPLE.parameter,
            ITERATIONS.parameter,
            FOCUS.parameter,
            MOVES.parameter,
            PREPARE.parameter,
            START.parameter,
            TRIES.parameter,
        ],
        source: "Kirkpatrick, Gelatt and Vecchi 1983; Seitz, Alava and Orponen 2005; “Search, Constraint \
                 Satisfaction, and Sudoku”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let values = &run.parameters;
        let (first, alpha, focus) = (TEMPERATURE.get(values), ALPHA.get(values), FOCUS.get(values));
        let (sample, iterations) = (SAMPLE.get(values), ITERATIONS.get(values));
        local::search(csp, run, watch, |local| {
            let (mut changes, mut best) = (Move::new(), Move::new());
            loop {
                local.start()?;
                let mut temperature = first;
                // exp(-d/T) for small d is looked up, not computed, in the loop.
                let mut odds = Odds::new(temperature);
                let mut left = iterations;
                let mut stuck = 0;
                while iterations == 0 || left > 0 {
                    left = left.wrapping_sub(1);
                    if !local.propose_with_focus(focus, &mut changes) {
                        stuck += 1;
                        if stuck > 1000 {
                            break;
                        }
                        continue;
                    }
                    stuck = 0;
                    let before = local.cost();
                    let accepts = |after: u64, rng: &mut ChaCha8Rng, odds: &Odds| {
                        after <= before || unit(rng) < odds.of(after - before)
                    };
                    if sample > 1 {
                        let mut lowest = local.look(&changes)?;
                        best.clone_from(&changes);
                        for _ in 1..sample {
                            if local.propose_with_focus(focus, &mut changes) {
                                let cost = local.look(&changes)?;
                                if cost < lowest {
                                    lowest = cost;
                                    best.clone_from(&changes);
                                }
                            }
                        }
                        if accepts(lowest, &mut local.rng, &odds) {
                            local.step(&best);
                        }
                    } else {
                        let after = local.attempt(&changes)?;
                        if accepts(after, &mut local.rng, &odds) {
                            local.keep(&changes);
                        } else {
                            local.back();
                        }
                    }
                    if alpha < 1.0 {
                        temperature *= alpha;
                        odds = Odds::new(temperature);
                    }
                }
            }
        })
    }
}

/// How likely a step up is.
pub(crate) struct Odds {
    temperature: f64,
    small: [f64; 16],
}

impl Odds {
    pub(crate) fn new(temperature: f64) -> Self {
        let mut small = [0.0; 16];
        for (rise, odds) in small.iter_mut().enumerate() {
            *odds = likelihood(rise as u64, temperature);
        }
        Self { temperature, small }
    }

    pub(crate) fn of(&self, rise: u64) -> f64 {
        self.small.get(rise as usize).copied().unwrap_or_else(|| likelihood(rise, self.temperature))
    }
}

fn likelihood(rise: u64, temperature: f64) -> f64 {
    if temperature > 0.0 { (-(rise as f64) / temperature).exp() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use crate::walk::samples;

    #[test]
    fn solves_a_problem_of_each_neighbourhood() {
        for (name, csp) in samples::all() {
            for (seed, focus) in [(0, "0"), (1, "0"), (2, "1"), (3, "1"), (4, "0.5")] {
                let settings = [("focus", focus), ("iterations", "2000")];
                let (outcome, counters) = samples::run("annealing", &settings, &csp, seed, 200_000);
                assert!(outcome.solutions.iter().any(|board| csp.is_solution(board)), "{name} {seed}");
                assert_eq!(counters.best.map(|(cost, _)| cost), Some(0), "{name} {seed}");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_counters() {
        for (name, csp) in samples::all() {
            let cold = [("temperature", "0"), ("iterations", "20"), ("focus", "0.5"), ("sample", "2")];
            let run = |seed| samples::run("annealing", &cold, &csp, seed, 2000).1;
            let first = run(1);
            assert_eq!(first, run(1), "{name}");
            assert!((2..20).any(|seed| run(seed) != first), "{name}");
        }
    }

    #[test]
    fn every_word_of_every_parameter_runs() {
        samples::check_every_word("annealing", &[("focus", "0.5"), ("alpha", "0.99")]);
    }
}
