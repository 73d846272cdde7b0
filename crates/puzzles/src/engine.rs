//! What the kinds' own engines share: budgets, observers, and turns with SAT.
//!
//! An engine is a depth-first search in a kind's own terms. All it knows of budgets and observers is this [`Work`]. It
//! reports events in the variables of the kind's first model, so that an engine's search can be watched, traced and
//! compared like any other.
//!
//! Some puzzles are quick for SAT and endless for an engine, others the other way round, and nobody knows in advance. So the two take turns that
//! grow with what was spent before, counted in nodes and decisions, never in time: neither loses much to the other, and a run can be repeated.

use std::collections::HashSet;

use pencilmark_csp::{Budget, End, Event, Meter, Observer, Outcome, Value, Var, Why};
use pencilmark_search::{Complete, Draws, Family, Key, Method, MethodInfo, Run, Sat, Solutions, Turns};

use crate::{Answer, Kind, Lowered, Preset};

/// When an engine hands over to SAT.
const PATIENCE: Key<u64> = Key::whole(
    "patience",
    "nodes without a new solution before it hands over to SAT for good; 0: they take turns, as suits the kind",
    0,
    u64::MAX,
    0,
);

/// The registry entry of the kinds' own engines.
pub static EXACT: MethodInfo = MethodInfo {
    id: "exact",
    title: "The kind's own engine",
    family: Family::Engine,
    complete: Complete::Yes,
    draws: Draws::Never,
    parameters: &[PATIENCE.parameter],
    source: "Propagation and look-ahead made for the kind, in turns with SAT if that takes many nodes",
};

/// The work of an engine on one puzzle. Whatever it returns as `Err` ends the search.
pub struct Work<'a, O> {
    run: &'a Run,
    meter: Meter,
    watch: &'a mut O,
    puzzle: &'a dyn Kind,
    patience: u64,
    for_good: bool, // SAT takes over when patience ends, and gives nothing back
    idle: u64,      // nodes since the last solution
    solutions: Solutions<Answer>,
    sat: Option<Partner>, // once it had a turn
}

/// States a puzzle by the first model of its kind.
fn stated(puzzle: &dyn Kind) -> Lowered {
    puzzle.lower(puzzle.info().models[0].id)
}

/// SAT between its turns.
struct Partner {
    lowered: Lowered,
    turns: Turns,
    told: usize,            // solutions that it was told not to look for
    found: HashSet<Answer>, // its own, which the engine will meet again
}

/// Solutions that SAT may find in its turns. One that finds more is the right method, and goes on alone.
const MOST_IN_TURNS: usize = 1000;

impl<'a, O: Observer> Work<'a, O> {
    /// Lets `search` look for solutions of `puzzle`; it returns `Ok` when everything was looked at. After `patience` nodes
    /// without a new solution SAT gets its first turn.
    pub fn run(
        puzzle: &'a dyn Kind,
        run: &'a Run,
        watch: &'a mut O,
        patience: u64,
        search: impl FnOnce(&mut Self) -> Result<(), End>,
    ) -> Outcome<Answer> {
        if run.limit == 0 {
            return Outcome::nothing(End::Limit);
        }
        let asked = PATIENCE.get(&run.parameters);
        let patience = if asked > 0 { asked } else { patience };
        // Some counting arguments are plain to a person and out of reach for search and resolution. They take longer than most
        // solves, so they come last, after a search that failed. A run that never hands over to SAT has no such
        // end, so there they come first.
        if patience == u64::MAX && puzzle.contradiction().is_some() {
            return Outcome::refuted();
        }
        let (rows, cols) = puzzle.shape();
        let solutions = Solutions::to_hand_over(run, rows * cols * size_of::<i32>());
        let (meter, for_good) = (run.budget.start(), asked > 0);
        let mut work = Work { run, meter, watch, puzzle, patience, for_good, idle: 0, solutions, sat: None };
        let end = search(&mut work).err().unwrap_or(End::Exhausted);
        let gave_up = matches!(end, End::GaveUp(why) if why != Why::Interrupted);
        // If SAT had a turn, this was looked at before.
        if gave_up && work.solutions.found() == 0 && work.sat.is_none() && puzzle.contradiction().is_some() {
            return Outcome::refuted();
        }
        if end == End::GaveUp(Why::Incomplete) {
            return work.hand_over();
        }
        work.solutions.outcome(end, None)
    }

    /// A search state is entered: the first one, or one after a decision.
    #[inline]
    pub fn node(&mut self) -> Result<(), End> {
        self.watch.see(Event::Node);
        self.meter.quick_node().map_err(End::GaveUp)?;
        self.idle += 1;
        // A search that has found many solutions is doing well, and SAT would have to be told all of them.
        if self.idle > self.patience.saturating_mul(1 + self.solutions.found() as u64) && self.solutions.all_kept() {
            return if self.for_good { Err(End::GaveUp(Why::Incomplete)) } else { self.give_sat_a_turn() };
        }
        Ok(())
    }

    /// Lets SAT make half as many decisions as there were nodes since the last solution; a decision takes about as long as a node. The engine
    /// then goes on for as many nodes as it has behind it.
    #[cold]
    fn give_sat_a_turn(&mut self) -> Result<(), End> {
        let mut sat = match self.sat.take() {
            Some(sat) => sat,
            None if self.solutions.found() == 0 && self.puzzle.contradiction().is_some() => return Err(End::Exhausted),
            None => {
                let lowered = stated(self.puzzle);
                let turns = Turns::new(&lowered.csp, &self.meter).map_err(End::GaveUp)?;
                Partner { lowered, turns, told: 0, found: HashSet::new() }
            }
        };
        self.watch.see(Event::HandOver);
        let end = self.turn_of(&mut sat);
        self.sat = Some(sat);
        end?;
        self.watch.see(Event::HandOver);
        self.patience = self.patience.saturating_mul(2);
        Ok(())
    }

    /// `Ok` if SAT comes to no end in this turn.
    fn turn_of(&mut self, sat: &mut Partner) -> Result<(), End> {
        let Lowered { csp, reading } = &sat.lowered;
        for answer in &self.solutions.kept()[sat.told..] {
            let known = reading.encode(csp, answer);
            debug_assert!(known.is_some(), "what an engine finds can be stated in the model");
            if let Some(known) = known {
                sat.turns.forbid(&known);
            }
        }
        loop {
            match sat.turns.solve(self.idle / 2, &mut self.meter, self.watch) {
                Ok(Some(model)) => {
                    self.watch.see(Event::Solution(&model));
                    sat.turns.forbid(&model);
                    let answer = reading.decode(&model);
                    sat.found.insert(answer.clone());
                    self.solutions.add(answer)?;
                    if !self.solutions.all_kept() {
                        // SAT cannot be told what is not kept: the engine goes on alone.
                        break;
                    }
                    if sat.found.len() > MOST_IN_TURNS {
                        return Err(End::GaveUp(Why::Incomplete));
                    }
                }
                Ok(None) => return Err(End::Exhausted),
                Err(Why::Incomplete) => break,
                Err(why) => return Err(End::GaveUp(why)),
            }
        }
        sat.told = self.solutions.kept().len();
        Ok(())
    }

    /// This many rules (a line, a cage, a strip, a gap) were checked. Call it regularly, not only at nodes: it also checks the
    /// clock.
    #[inline]
    pub(crate) fn checks(&mut self, count: u64) -> Result<(), End> {
        self.watch.see(Event::Checks(count));
        self.meter.checks(count).and_then(|()| self.meter.poll()).map_err(End::GaveUp)
    }

    /// Inference removed this many values.
    #[inline]
    pub(crate) fn prunings(&mut self, count: u64) {
        self.watch.see(Event::Prunings(count));
    }

    /// Inference left this many more variables with one value.
    #[inline]
    pub(crate) fn propagated(&mut self, count: u64) {
        self.watch.see(Event::Propagated(count));
    }

    /// A variable of the first model gets a value by decision.
    #[inline]
    pub(crate) fn assign(&mut self, var: Var, value: Value) {
        self.watch.see(Event::Assign(var, value));
    }

    /// The decision about this variable is undone.
    #[inline]
    pub(crate) fn backtrack(&mut self, var: Var) {
        self.watch.see(Event::Backtrack(var));
    }

    /// Shows what is known in this state, variable by variable, to observers that want boards. Call it at every state
    /// that inference did not refute.
    #[inline]
    pub(crate) fn look(&mut self, board: impl FnOnce() -> Vec<Option<Value>>) {
        if self.watch.wants_boards() {
            self.watch.see(Event::Look(&board()));
        }
    }

    /// A solution, different from those that the engine found before, as a board and as values of the variables.
    pub fn solution(&mut self, answer: Answer, values: &[Value]) -> Result<(), End> {
        if self.sat.as_ref().is_some_and(|sat| sat.found.contains(&answer)) {
            return Ok(());
        }
        self.watch.see(Event::Solution(values));
        self.idle = 0;
        self.solutions.add(answer)
    }

    /// Nodes since the last solution.
    pub(crate) fn idle(&self) -> u64 {
        self.idle
    }

    /// How many solutions an engine may hold for its own use: what the budget says, and at most `most`.
    pub(crate) fn room(&self, most: usize) -> usize {
        self.run.budget.states.map_or(most, |states| states.min(most))
    }

    /// Runs another method with the kind's default preset for up to `evaluations`, to find one solution. What it finds counts
    /// as the first solution, so it finds nothing if there was one before. For boards on which a walk is faster than any search.
    pub(crate) fn borrow<M: Method>(
        &mut self,
        puzzle: &dyn Kind,
        evaluations: u64,
        seed: u64,
    ) -> Result<Option<Vec<Value>>, End> {
        if self.solutions.found() > 0 {
            return Ok(None); // SAT was faster
        }
        let rest = self.meter.rest();
        let evaluations = rest.evaluations.map_or(evaluations, |rest| rest.min(evaluations));
        let is_default = |preset: &&Preset| preset.method == M::INFO.id && preset.name == Preset::DEFAULT;
        let parameters = puzzle.info().presets.iter().find(is_default).map(|preset| preset.parameters(&M::INFO));
        debug_assert!(parameters.as_ref().is_none_or(Result::is_ok), "a preset sets what there is");
        let parameters = parameters.and_then(Result::ok).unwrap_or_default();
        let run = Run { budget: Budget { evaluations: Some(evaluations), ..rest }, seed, parameters, ..Run::up_to(1) };
        self.watch.see(Event::HandOver);
        let lowered = stated(puzzle);
        let mut bill = Bill { watch: self.watch, evaluations: 0, checks: 0 };
        let outcome = M::solve(&lowered.csp, &run, &mut bill);
        let (evaluations, checks) = (bill.evaluations, bill.checks);
        let found = outcome.solutions.into_iter().next();
        if let Some(values) = &found {
            self.idle = 0;
            self.solutions.add(lowered.reading.decode(values))?;
        }
        self.watch.see(Event::HandOver);
        self.meter.evaluations(evaluations, checks).and_then(|()| self.meter.check()).map_err(End::GaveUp)?;
        Ok(found)
    }

    fn hand_over(self) -> Outcome<Answer> {
        if self.sat.is_none() {
            self.watch.see(Event::HandOver);
        }
        let lowered = stated(self.puzzle);
        let run = Run { budget: self.meter.rest(), ..self.run.clone() };
        let known = self.solutions.into_kept();
        let answers = known.len();
        let known: Vec<_> = known.iter().filter_map(|answer| lowered.reading.encode(&lowered.csp, answer)).collect();
        debug_assert_eq!(known.len(), answers, "what an engine finds can be stated in the model");
        Sat::beyond(&lowered.csp, &run, known, self.watch).map(|found| lowered.reading.decode(&found))
    }
}

/// Records what a method spends on behalf of another.
struct Bill<'a, O> {
    watch: &'a mut O,
    evaluations: u64,
    checks: u64,
}

impl<O: Observer> Observer for Bill<'_, O> {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Evaluations(count) => self.evaluations += count,
            Event::Checks(count) => self.checks += count,
            _ => {}
        }
        self.watch.see(event);
    }

    fn wants_boards(&self) -> bool {
        self.watch.wants_boards()
    }
}
