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
use crate::{Complete, Draws, Family, Key, Method, MethodInfo, Parameters, Run, choices};
use breed::{Breeder, Mating};
use improve::Improver;

choices! {
    /// How parents are selected.
    enum Selection {
        Tournament = "tournament": "the best of a few, drawn without replacement",
        Roulette = "roulette": "by chance, the lower the cost the likelier",
    }
}

choices! {
    /// How a child is put together from two parents.
    enum Crossover {
        Band = "band": "a run of neighbouring blocks from one, the rest from the other",
        Block = "block": "each block from either",
        WholeSet = "whole-set": "half of the blocks, drawn at random, from one, the rest from the other",
        OnePoint = "one-point": "the variables up to a random one from one, the rest from the other",
        None = "none": "not at all: a copy of one",
    }
}

choices! {
    /// How a child is mutated.
    enum Mutation {
        Move = "move": "by a random move of the walk",
        Change = "change": "a variable gets another value",
        Each = "each": "every variable may get another value, each with the mutation rate as its chance",
        Swap = "swap": "two variables swap their values that share a rule, such as their row",
        Reset = "reset": "a block is taken from a new random board",
    }
}

choices! {
    /// What becomes of a child that is there already.
    enum Duplicates {
        Reject = "reject": "another is bred",
        Keep = "keep": "it joins the others",
    }
}

choices! {
    /// How each child is improved before it joins.
    enum Improvement {
        Best = "best": "by the best of all moves again and again, with tabu",
        Annealing = "annealing": "by annealing at a constant temperature",
        None = "none": "not at all",
    }
}

const POPULATION: Key<u64> = Key::whole("population", "individuals in a generation", 2, 100_000, 20);
const GENERATIONS: Key<u64> =
    Key::whole("generations", "generations before starting again; 0 is no end", 0, u64::MAX, 0);
const STAGNATION: Key<u64> = Key::whole(
    "stagnation",
    "generations without a better best individual before starting again; 0 is no end",
    0,
    u64::MAX,
    20,
);
const SELECTION: Key<Selection> = Selection::key("selection", "how parents are selected", Selection::Tournament);
const CONTESTANTS: Key<u64> = Key::whole("contestants", "individuals in a tournament", 1, 1000, 2);
const CUT_OFF: Key<u64> =
    Key::whole("cut-off", "individuals of a higher cost do not cross; 0 is no cut-off", 0, u64::MAX, 0);
const CROSSOVER: Key<Crossover> =
    Crossover::key("crossover", "how a child is put together from two parents", Crossover::Band);
const CROSSOVER_GENERATIONS: Key<u64> =
    Key::whole("crossover-generations", "generations in which there is crossover; 0 is all", 0, u64::MAX, 0);
const MUTATION: Key<Mutation> = Mutation::key("mutation", "how a child is mutated", Mutation::Move);
const MUTATION_RATE: Key<f64> = Key::number(
    "mutation-rate",
    "the share of children that is mutated; if `mutation` is `each`, of variables",
    0.0,
    1.0,
    0.5,
);
const MUTATION_END: Key<f64> = Key::number(
    "mutation-end",
    "the share in the last of the `generations`, if it is to change; -1 is no change",
    -1.0,
    1.0,
    -1.0,
);
const ELITE: Key<u64> = Key::whole("elite", "individuals that live on", 0, 100_000, 2);
const DUPLICATES: Key<Duplicates> =
    Duplicates::key("duplicates", "what becomes of a child that is there already", Duplicates::Reject);
const IMPROVEMENT: Key<Improvement> =
    Improvement::key("improvement", "how each child is improved before it joins", Improvement::Best);
const IMPROVEMENT_STEPS: Key<u64> =
    Key::whole("improvement-steps", "steps of improvement (annealing: moves tried)", 0, u64::MAX, 50);
const TABU: Key<u64> =
    Key::whole("tabu", "steps in which a variable does not get back a value that it gave up", 0, 1_000_000, 10);
const TEMPERATURE: Key<f64> =
    Key::number("temperature", "the temperature of an improvement by annealing", 0.0, f64::INFINITY, 0.4);

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
            POPULATION.parameter,
            GENERATIONS.parameter,
            STAGNATION.parameter,
            SELECTION.parameter,
            CONTESTANTS.parameter,
            CUT_OFF.parameter,
            CROSSOVER.parameter,
            CROSSOVER_GENERATIONS.parameter,
            MUTATION.parameter,
            MUTATION_RATE.parameter,
            MUTATION_END.parameter,
            ELITE.parameter,
            DUPLICATES.parameter,
            IMPROVEMENT.parameter,
            IMPROVEMENT_STEPS.parameter,
            TABU.parameter,
            TEMPERATURE.parameter,
            FOCUS.parameter,
            MOVES.parameter,
            PREPARE.parameter,
            START.parameter,
            TRIES.parameter,
        ],
        source: "Holland 1975; Moscato 1989; “Search, Constraint Satisfaction, and Sudoku” and “CS541 \
                 Artificial Intelligence: Winter 2020 Term Project Report”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let options = Options::new(&run.parameters);
        local::search(csp, run, watch, |local| {
            let mut search = Search {
                breeder: Breeder::new(csp, &local.walker, options),
                improver: Improver::new(csp, options),
                local,
                options,
            };
            loop {
                search.epoch()?;
            }
        })
    }
}

/// What the parameters say.
#[derive(Clone, Copy)]
struct Options {
    population: usize,
    generations: u64,
    stagnation: u64,
    selection: Selection,
    contestants: usize,
    cut_off: u64,
    crossover: Crossover,
    crossover_generations: u64,
    mutation: Mutation,
    rate: f64,
    end: f64,
    elite: usize,
    duplicates: Duplicates,
    improvement: Improvement,
    improvement_steps: u64,
    tenure: u64,
    temperature: f64,
    focus: f64,
}

impl Options {
    fn new(values: &Parameters) -> Self {
        let population = POPULATION.get(values) as usize;
        let (rate, end) = (MUTATION_RATE.get(values), MUTATION_END.get(values));
        Self {
            population,
            generations: GENERATIONS.get(values),
            stagnation: STAGNATION.get(values),
            selection: SELECTION.get(values),
            contestants: CONTESTANTS.get(values) as usize,
            cut_off: CUT_OFF.get(values),
            crossover: CROSSOVER.get(values),
            crossover_generations: CROSSOVER_GENERATIONS.get(values),
            mutation: MUTATION.get(values),
            rate,
            end: if end < 0.0 { rate } else { end },
            // Without children the population would never change.
            elite: (ELITE.get(values) as usize).min(population - 1),
            duplicates: DUPLICATES.get(values),
            improvement: IMPROVEMENT.get(values),
            improvement_steps: IMPROVEMENT_STEPS.get(values),
            tenure: TABU.get(values),
            temperature: TEMPERATURE.get(values),
            focus: FOCUS.get(values),
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
    options: Options,
}

impl<O: Observer> Search<'_, '_, O> {
    /// Generations from a new population on, until it is time to start again.
    fn epoch(&mut self) -> Result<(), Halt> {
        let options = self.options;
        self.local.next_try()?;
        // Parents and children at the same time.
        self.local.hold(2 * options.population)?;
        let mut population: Vec<Individual> = Vec::with_capacity(options.population);
        while population.len() < options.population {
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
            let old = options.generations > 0 && generation >= options.generations;
            if old || (options.stagnation > 0 && idle >= options.stagnation) {
                return Ok(());
            }
            population = self.next_generation(&population, generation)?;
        }
    }

    fn next_generation(&mut self, parents: &[Individual], generation: u64) -> Result<Vec<Individual>, Halt> {
        let rate = self.options.mutation_rate(generation);
        let mut mating: Mating = self.breeder.mating(parents, generation);
        let mut next: Vec<Individual> = parents[..self.options.elite].to_vec();
        let mut rejected = 0;
        while next.len() < parents.len() {
            let child = if rejected < REJECTIONS {
                self.breeder.child(self.local, parents, &mut mating, rate)?;
                self.improver.improve(self.local)?
            } else {
                self.newcomer()?
            };
            let known = || next.iter().any(|other| other.cost == child.cost && other.board == child.board);
            if self.options.duplicates == Duplicates::Reject && rejected < REJECTIONS && known() {
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
