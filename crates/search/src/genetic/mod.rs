//! Genetic algorithm (Holland 1975; AIMA figure 4.8): a population of complete boards, of which the better ones breed.
//! With `improvement` each child is improved by a short local search before it joins: a memetic algorithm (Moscato 1989).
//!
//! - **individual**: a complete board that keeps what the walk promises, with its cost;
//! - **block**: variables that a child takes from one parent together, such as a box or the gap between two givens;
//! - **generation**: the elite of the one before, and children.

mod breed;
mod improve;
#[cfg(test)]
mod tests;

use pencilmark_csp::{Assignment, Csp, Event, Generation, Observer, Outcome};

use crate::local::{self, FOCUS, Halt, Local, MOVES, PREPARE, START, TRIES};
use crate::{Complete, Draws, Family, Method, MethodInfo, Parameter, Run, Takes};
use breed::{Breeder, Mating};
use improve::Improver;

/// The genetic algorithm.
pub struct Genetic;

/// A complete board with its cost.
#[derive(Clone, Debug)]
struct Individual {
    board: Assignment,
    cost: u64,
}

/// How often to breed a child anew that is there already, before a newcomer takes its place.
const REJECTIONS: usize = 8;

impl Method for Genetic {
    const INFO: MethodInfo = MethodInfo {
        id: "genetic",
        title: "Genetic algorithm",
        family: Family::Walk,
        complete: Complete::No,
        draws: Draws::Always,
        parameters: &[
            Parameter {
                name: "population",
                help: "individuals in a generation",
                takes: Takes::Whole(2, 100_000),
                default: "20",
            },
            Parameter {
                name: "generations",
                help: "generations before starting again; 0 is no end",
                takes: Takes::Whole(0, u64::MAX),
                default: "0",
            },
            Parameter {
                name: "stagnation",
                help: "generations without a better best individual before starting again; 0 is no end",
                takes: Takes::Whole(0, u64::MAX),
                default: "20",
            },
            Parameter {
                name: "selection",
                help: "how parents are selected",
                takes: Takes::Word(&[
                    ("tournament", "the best of a few, drawn without replacement"),
                    ("roulette", "by chance, the lower the cost the likelier"),
                ]),
                default: "tournament",
            },
            Parameter {
                name: "contestants",
                help: "individuals in a tournament",
                takes: Takes::Whole(1, 1000),
                default: "2",
            },
            Parameter {
                name: "cut-off",
                help: "individuals of a higher cost do not cross; 0 is no cut-off",
                takes: Takes::Whole(0, u64::MAX),
                default: "0",
            },
            Parameter {
                name: "crossover",
                help: "how a child is put together from two parents",
                takes: Takes::Word(&[
                    ("band", "a run of neighbouring blocks from one, the rest from the other"),
                    ("block", "each block from either"),
                    ("whole-set", "half of the blocks, drawn at random, from one, the rest from the other"),
                    ("one-point", "the variables up to a random one from one, the rest from the other"),
                    ("none", "not at all: a copy of one"),
                ]),
                default: "band",
            },
            Parameter {
                name: "crossover-generations",
                help: "generations in which there is crossover; 0 is all",
                takes: Takes::Whole(0, u64::MAX),
                default: "0",
            },
            Parameter {
                name: "mutation",
                help: "how a child is mutated",
                takes: Takes::Word(&[
                    ("move", "by a random move of the walk"),
                    ("change", "a variable gets another value"),
                    ("each", "every variable may get another value, each with the mutation rate as its chance"),
                    ("swap", "two variables swap their values that share a rule, such as their row"),
                    ("reset", "a block is taken from a new random board"),
                ]),
                default: "move",
            },
            Parameter {
                name: "mutation-rate",
                help: "the share of children that is mutated; if `mutation` is `each`, of variables",
                takes: Takes::Number(0.0, 1.0),
                default: "0.5",
            },
            Parameter {
                name: "mutation-end",
                help: "the share in the last of the `generations`, if it is to change; -1 is no change",
                takes: Takes::Number(-1.0, 1.0),
                default: "-1",
            },
            Parameter {
                name: "elite",
                help: "individuals that live on",
                takes: Takes::Whole(0, 100_000),
                default: "2",
            },
            Parameter {
                name: "duplicates",
                help: "what becomes of a child that is there already",
                takes: Takes::Word(&[("reject", "another is bred"), ("keep", "it joins the others")]),
                default: "reject",
            },
            Parameter {
                name: "improvement",
                help: "how each child is improved before it joins",
                takes: Takes::Word(&[
                    ("best", "by the best of all moves again and again, with tabu"),
                    ("annealing", "by annealing at a constant temperature"),
                    ("none", "not at all"),
                ]),
                default: "best",
            },
            Parameter {
                name: "improvement-steps",
                help: "steps of improvement (annealing: moves tried)",
                takes: Takes::Whole(0, u64::MAX),
                default: "50",
            },
            Parameter {
                name: "tabu",
                help: "steps in which a variable does not get back a value that it gave up",
                takes: Takes::Whole(0, 1_000_000),
                default: "10",
            },
            Parameter {
                name: "temperature",
                help: "the temperature of an improvement by annealing",
                takes: Takes::Number(0.0, f64::INFINITY),
                default: "0.4",
            },
            FOCUS,
            MOVES,
            PREPARE,
            START,
            TRIES,
        ],
        source: "Holland 1975; Moscato 1989; “Search, Constraint Satisfaction, and Sudoku” and “CS541 \
                 Artificial Intelligence: Winter 2020 Term Project Report”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let settings = Settings::new(run);
        local::search(csp, run, &Self::INFO, watch, |local| {
            let mut search = Search {
                breeder: Breeder::new(csp, &local.walker, run),
                improver: Improver::new(csp, run),
                local,
                settings,
            };
            loop {
                search.epoch()?;
            }
        })
    }
}

#[derive(Clone, Copy)]
struct Settings {
    population: usize,
    generations: u64,
    stagnation: u64,
    elite: usize,
    reject: bool,
    rate: f64,
    end: f64,
}

impl Settings {
    fn new(run: &Run) -> Self {
        let whole = |name| run.parameters.whole(&Genetic::INFO, name);
        let rate = run.parameters.number(&Genetic::INFO, "mutation-rate");
        let end = run.parameters.number(&Genetic::INFO, "mutation-end");
        let population = whole("population").max(2) as usize;
        Self {
            population,
            generations: whole("generations"),
            stagnation: whole("stagnation"),
            // Without children the population would never change.
            elite: (whole("elite") as usize).min(population - 1),
            reject: run.parameters.get(&Genetic::INFO, "duplicates") == "reject",
            rate,
            end: if end < 0.0 { rate } else { end },
        }
    }

    fn mutation_rate(&self, generation: u64) -> f64 {
        let last = self.generations.saturating_sub(1);
        if last == 0 { self.rate } else { self.rate + (self.end - self.rate) * generation as f64 / last as f64 }
    }
}

struct Search<'s, 'a, O> {
    local: &'s mut Local<'a, O>,
    breeder: Breeder,
    improver: Improver,
    settings: Settings,
}

impl<O: Observer> Search<'_, '_, O> {
    /// Generations from a new population on, until it is time to start again.
    fn epoch(&mut self) -> Result<(), Halt> {
        let settings = self.settings;
        self.local.next_try()?;
        // Parents and children at the same time.
        self.local.hold(2 * settings.population)?;
        let mut population: Vec<Individual> = Vec::with_capacity(settings.population);
        while population.len() < settings.population {
            // The first boards are as they are drawn: what solves the puzzle is to have been bred.
            let board = self.local.new_board()?;
            self.local.stand_on(&board)?;
            population.push(Individual { cost: self.local.cost(), board });
            if !self.local.walker.can_move() {
                return Ok(());
            }
        }
        let (mut generation, mut lowest, mut idle) = (0, u64::MAX, 0);
        loop {
            population.sort_by_key(|individual| individual.cost);
            self.tell(&population);
            if population[0].cost < lowest {
                (lowest, idle) = (population[0].cost, 0);
            } else {
                idle += 1;
            }
            generation += 1;
            let old = settings.generations > 0 && generation >= settings.generations;
            if old || (settings.stagnation > 0 && idle >= settings.stagnation) {
                return Ok(());
            }
            population = self.next_generation(&population, generation)?;
        }
    }

    fn next_generation(&mut self, parents: &[Individual], generation: u64) -> Result<Vec<Individual>, Halt> {
        let rate = self.settings.mutation_rate(generation);
        let mut mating: Mating = self.breeder.mating(parents, generation);
        let mut next: Vec<Individual> = parents[..self.settings.elite].to_vec();
        let mut rejected = 0;
        while next.len() < parents.len() {
            let child = if rejected < REJECTIONS {
                self.breeder.child(self.local, parents, &mut mating, rate)?;
                self.improver.improve(self.local)?
            } else {
                self.newcomer()?
            };
            let known = || next.iter().any(|other| other.cost == child.cost && other.board == child.board);
            if self.settings.reject && rejected < REJECTIONS && known() {
                rejected += 1;
            } else {
                rejected = 0;
                next.push(child);
            }
        }
        Ok(next)
    }

    fn newcomer(&mut self) -> Result<Individual, Halt> {
        let board = self.local.new_board()?;
        self.local.stand_on(&board)?;
        self.improver.improve(self.local)
    }

    fn tell(&mut self, sorted: &[Individual]) {
        let sum: u64 = sorted.iter().map(|individual| individual.cost).sum();
        let (lowest, highest) = (sorted[0].cost, sorted[sorted.len() - 1].cost);
        self.local.watch.see(Event::Generation(Generation { lowest, mean: sum as f64 / sorted.len() as f64, highest }));
    }
}
