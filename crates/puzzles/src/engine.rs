//! What the kinds' own engines share: budgets, observers, and when to hand over to SAT.
//!
//! An engine is a depth-first search in a kind's own terms. All it knows of budgets and observers is this [`Work`]. It
//! reports events in the variables of the kind's first model, so that an engine's search can be watched, traced and
//! compared like any other.

use pencilmark_csp::{Budget, End, Event, Meter, Observer, Outcome, Value, Var, Why};
use pencilmark_search::{Complete, Draws, Family, Method, MethodInfo, Parameter, Run, Sat, Solutions, Takes};

use crate::{Answer, Kind, Preset};

/// The registry entry of the kinds' own engines.
pub static EXACT: MethodInfo = MethodInfo {
    id: "exact",
    title: "The kind's own engine",
    family: Family::Engine,
    complete: Complete::Yes,
    draws: Draws::Never,
    parameters: &[Parameter {
        name: "patience",
        help: "nodes without a new solution before it hands over to SAT; 0: what suits the kind",
        takes: Takes::Whole(0, u64::MAX),
        default: "0",
    }],
    source: "Propagation and look-ahead made for the kind, then SAT if that takes too many nodes",
};

/// The work of an engine on one puzzle. Whatever it returns as `Err` ends the search.
pub(crate) struct Work<'a, O> {
    run: &'a Run,
    meter: Meter,
    watch: &'a mut O,
    patience: u64,
    idle: u64, // nodes since the last solution
    solutions: Solutions<Answer>,
}

impl<'a, O: Observer> Work<'a, O> {
    /// Lets `search` look for solutions of `puzzle`; it returns `Ok` when everything was looked at. After `patience` nodes
    /// without a new solution SAT takes over.
    pub(crate) fn run<K: Kind>(
        puzzle: &K,
        run: &'a Run,
        watch: &'a mut O,
        patience: u64,
        search: impl FnOnce(&mut Self) -> Result<(), End>,
    ) -> Outcome<Answer> {
        if run.limit == 0 {
            return Outcome::nothing(End::Limit);
        }
        let asked = run.parameters.whole(&EXACT, "patience");
        let patience = if asked > 0 { asked } else { patience };
        // Some counting arguments are plain to a person and out of reach for search and resolution. They take longer than most
        // solves, so they come last, after a search that failed. A run that never hands over to SAT has no such
        // end, so there they come first.
        let hopeless = || puzzle.contradiction().is_some();
        if patience == u64::MAX && hopeless() {
            return Outcome::refuted();
        }
        let (rows, cols) = puzzle.shape();
        let solutions = Solutions::to_hand_over(run, rows * cols * size_of::<i32>());
        let mut work = Work { run, meter: run.budget.start(), watch, patience, idle: 0, solutions };
        let end = search(&mut work).err().unwrap_or(End::Exhausted);
        let gave_up = matches!(end, End::GaveUp(why) if why != Why::Interrupted);
        if gave_up && work.solutions.found() == 0 && hopeless() {
            return Outcome::refuted();
        }
        if end == End::GaveUp(Why::Incomplete) {
            return work.hand_over(puzzle);
        }
        work.solutions.outcome(end, None)
    }

    /// A search state is entered: the first one, or one after a decision.
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), End> {
        self.watch.see(Event::Node);
        self.meter.quick_node().map_err(End::GaveUp)?;
        self.idle += 1;
        // A search that has found many solutions is doing well, and SAT would have to be told all of them.
        if self.idle > self.patience.saturating_mul(1 + self.solutions.found() as u64) && self.solutions.all_kept() {
            return Err(End::GaveUp(Why::Incomplete));
        }
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

    /// A solution, different from those before, as a board and as values of the variables.
    pub(crate) fn solution(&mut self, answer: Answer, values: &[Value]) -> Result<(), End> {
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
    /// as the first solution, so none may have been found before. For boards on which a walk is faster than any search.
    pub(crate) fn borrow<K: Kind, M: Method>(
        &mut self,
        puzzle: &K,
        evaluations: u64,
        seed: u64,
    ) -> Result<Option<Vec<Value>>, End> {
        let rest = self.meter.rest();
        let evaluations = rest.evaluations.map_or(evaluations, |rest| rest.min(evaluations));
        let is_default = |preset: &&Preset| preset.method == M::INFO.id && preset.name == Preset::DEFAULT;
        let parameters = K::INFO.presets.iter().find(is_default).map(|preset| preset.parameters(&M::INFO));
        debug_assert!(parameters.as_ref().is_none_or(Result::is_ok), "a preset sets what there is");
        let parameters = parameters.and_then(Result::ok).unwrap_or_default();
        let run = Run { budget: Budget { evaluations: Some(evaluations), ..rest }, seed, parameters, ..Run::up_to(1) };
        self.watch.see(Event::HandOver);
        let lowered = puzzle.lower(K::INFO.models[0].id);
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

    fn hand_over<K: Kind>(self, puzzle: &K) -> Outcome<Answer> {
        self.watch.see(Event::HandOver);
        let lowered = puzzle.lower(K::INFO.models[0].id);
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
