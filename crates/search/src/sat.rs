//! SAT: the problem as clauses (written with rustsat's encodings), solved by conflict-driven clause learning (`BatSat`).
//!
//! Rules with lazy parts (connectivity) are asked for cuts after every model until there are none. A further solution
//! is a model of the same clauses plus one that forbids the decisions of the last.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

use batsat::intmap::AsIndex as _;
use batsat::{Callbacks, SolverInterface as _, Theory, TheoryArg, lbool};
use pencilmark_csp::{Assignment, Clause, Csp, Encoder, End, Event, Lit, Meter, Observer, Outcome, Value, Why};
use rustsat::types::TernaryVal;

use crate::backtracking::order_interchangeable;
use crate::{Complete, Draws, Family, Method, MethodInfo, Run, Solutions};

/// Bytes that a literal of a clause takes, the solver's index of it included.
const CLAUSE_BYTES: usize = 8;

/// Clause learning.
pub struct Sat;

impl Method for Sat {
    const INFO: MethodInfo = MethodInfo {
        id: "sat",
        title: "SAT with clause learning",
        family: Family::Clauses,
        complete: Complete::Yes,
        draws: Draws::Never,
        parameters: &[],
        source: "BatSat on clauses by rustsat; Eén and Sörensson, An Extensible SAT-solver, 2003",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        Self::beyond(csp, run, Vec::new(), watch)
    }
}

impl Sat {
    /// The same after another method handed over: the `known` solutions are part of the outcome, and are neither found nor
    /// sent to the observer again.
    pub fn beyond<O: Observer>(csp: &Csp, run: &Run, known: Vec<Assignment>, watch: &mut O) -> Outcome {
        let ordered = order_interchangeable(csp);
        let csp = ordered.as_ref().unwrap_or(csp);
        // Every solution found adds a clause that forbids it.
        let bytes = Solutions::bytes(csp) + csp.decisions.len() * CLAUSE_BYTES;
        let mut solutions = Solutions::holding_all(run, bytes).with(known);
        let meter = run.budget.start();
        let end = enumerate(csp, run, meter, &mut solutions, watch).unwrap_or_else(End::GaveUp);
        solutions.outcome(end, None)
    }
}

fn enumerate<O: Observer>(
    csp: &Csp,
    run: &Run,
    meter: Meter,
    solutions: &mut Solutions,
    watch: &mut O,
) -> Result<End, Why> {
    if run.limit == 0 {
        return Ok(End::Limit);
    }
    let mut session = Session::new(Encoder::new(csp, &meter)?, meter);
    solutions.kept().iter().for_each(|known| session.forbid(csp, known));
    loop {
        let model = session.solve(csp, &[], watch)?;
        let Some(model) = model else { return Ok(End::Exhausted) };
        watch.see(Event::Solution(&model));
        session.forbid(csp, &model);
        if let Err(end) = solutions.add(model) {
            return Ok(end);
        }
    }
}

/// SAT in turns with another method that works on the same problem. What it has learnt in one turn it knows in the next.
pub struct Turns {
    csp: Csp,
    session: Session,
}

impl Turns {
    /// States the problem as clauses.
    pub fn new(csp: &Csp, meter: &Meter) -> Result<Self, Why> {
        let csp = order_interchangeable(csp).unwrap_or_else(|| csp.clone());
        let session = Session::new(Encoder::new(&csp, meter)?, meter.clone());
        Ok(Self { csp, session })
    }

    /// Leaves out a solution, and all others that make the same decisions.
    pub fn forbid(&mut self, solution: &[Value]) {
        self.session.forbid(&self.csp, solution);
    }

    /// Looks for a solution until it has made this many decisions: then it stops with [`Why::Incomplete`]. None if there is no further solution.
    /// What it spends it takes from `meter`.
    pub fn solve<O: Observer>(
        &mut self,
        decisions: u64,
        meter: &mut Meter,
        watch: &mut O,
    ) -> Result<Option<Assignment>, Why> {
        self.session.set_meter(meter.clone());
        self.session.watchdog.decisions.set(decisions);
        let result = self.session.solve(&self.csp, &[], watch);
        meter.clone_from(&self.session.watchdog.meter.borrow());
        result
    }
}

/// A solver that holds everything an encoder has written so far.
pub(crate) struct Session {
    pub(crate) encoder: Encoder,
    solver: batsat::Solver<Stop>,
    watchdog: Rc<Watchdog>,
}

impl Session {
    pub(crate) fn new(encoder: Encoder, meter: Meter) -> Self {
        let watchdog =
            Rc::new(Watchdog { meter: RefCell::new(meter), why: Cell::new(None), decisions: Cell::new(u64::MAX) });
        let solver = batsat::Solver::new(batsat::SolverOpts::default(), Stop(watchdog.clone()));
        Self { encoder, solver, watchdog }
    }

    /// A model in which every rule holds under these assumptions, or `None` if there is none.
    pub(crate) fn solve<O: Observer>(
        &mut self,
        csp: &Csp,
        assumed: &[Lit],
        watch: &mut O,
    ) -> Result<Option<Vec<Value>>, Why> {
        loop {
            self.load()?;
            watch.see(Event::Node);
            self.watchdog.meter.borrow_mut().node()?;
            let before = self.progress();
            let assumptions: Vec<batsat::Lit> = assumed.iter().map(|&lit| self.lit(lit)).collect();
            let mut decisions = Decisions { levels: 0, assumed: assumed.len(), watchdog: self.watchdog.clone() };
            let result = self.solver.solve_limited_th(&mut decisions, &assumptions);
            self.tell(before, watch);
            // Even if the solver came to a result: it took more than the budget allows.
            if let Some(why) = self.watchdog.why.get() {
                return Err(why);
            }
            if result == lbool::FALSE {
                return Ok(None);
            }
            if result == lbool::UNDEF {
                return Err(Why::Incomplete);
            }
            let model = self.encoder.read(|lit| {
                let value = self.solver.value_var(batsat::Var::from_index(lit.vidx()));
                let holds = value == lbool::new(lit.is_pos());
                if holds { TernaryVal::True } else { TernaryVal::DontCare }
            });
            self.cut(csp, &model, assumed);
            if !self.encoder.has_clauses() {
                return Ok(Some(model));
            }
        }
    }

    /// Prefers this assignment wherever a decision is free, and leaves selectors undecided. To be called before anything is solved.
    pub(crate) fn stay_near(&mut self, csp: &Csp, assignment: &[Value]) {
        let mut wanted: Vec<Lit> = Vec::new();
        for (var, &held) in csp.vars().zip(assignment) {
            let domain = &csp.domains[var.index()];
            let lits = domain.iter().map(|value| (value == held, self.encoder.is(var, value)));
            wanted.extend(lits.map(|(is, lit)| if is { lit } else { !lit }));
        }
        wanted.sort_unstable_by_key(|lit| lit.vidx32());
        let selectors: HashSet<u32> = self.encoder.selectors().iter().map(|(_, lit)| lit.vidx32()).collect();
        let last = selectors.iter().copied().chain(wanted.iter().map(|lit| lit.vidx32())).max();
        let mut wanted = wanted.into_iter().peekable();
        for var in 0..last.map_or(0, |last| last + 1) {
            let mut polarity = lbool::UNDEF;
            while let Some(lit) = wanted.next_if(|lit| lit.vidx32() == var) {
                polarity = lbool::new(lit.is_pos());
            }
            self.solver.new_var(polarity, !selectors.contains(&var));
        }
    }

    /// Forbids further models that make the same decisions as this one.
    fn forbid(&mut self, csp: &Csp, model: &[Value]) {
        let decisions = csp.decisions.iter();
        let other: Vec<Lit> = decisions.map(|&var| !self.encoder.is(var, model[var.index()])).collect();
        self.encoder.clause(other);
    }

    /// Decisions, conflicts, propagations and restarts so far.
    fn progress(&self) -> [u64; 4] {
        let solver = &self.solver;
        [solver.num_decisions(), solver.num_conflicts(), solver.num_propagations(), solver.num_restarts()]
    }

    /// Sends the events since `before`: a decision enters a state, a conflict leaves one and teaches a clause.
    fn tell<O: Observer>(&self, before: [u64; 4], watch: &mut O) {
        let now = self.progress();
        let [decisions, conflicts, propagations, restarts] = std::array::from_fn(|index| now[index] - before[index]);
        watch.see(Event::Decisions(decisions));
        watch.see(Event::Conflicts(conflicts));
        watch.see(Event::Propagated(propagations));
        // Each propagation looks at some clauses; the solver does not say how many.
        watch.see(Event::Checks(propagations));
        // Batsat counts the first start of a search as a restart.
        for _ in 1..restarts {
            watch.see(Event::Restart);
        }
    }

    /// Asks the lazy rules that are in force.
    fn cut(&mut self, csp: &Csp, model: &[Value], assumed: &[Lit]) {
        for posted in csp.posted.iter().filter(|posted| posted.rule.is_lazy()) {
            let selectors = self.encoder.selectors();
            let selector = selectors.iter().find(|(label, _)| *label == posted.label).map(|&(_, lit)| lit);
            match selector {
                None => posted.rule.cuts(model, &mut self.encoder),
                Some(selector) if assumed.contains(&selector) => {
                    self.encoder.guarded(selector, |encoder| posted.rule.cuts(model, encoder));
                }
                Some(_) => {}
            }
        }
    }

    /// Spends from `meter` from now on.
    pub(crate) fn set_meter(&mut self, meter: Meter) {
        self.watchdog.meter.replace(meter);
        self.watchdog.why.set(None);
    }

    /// The assumptions that cannot hold together, after [`Session::solve`] found no model.
    pub(crate) fn core(&self) -> Vec<Lit> {
        self.solver.unsat_core().iter().map(|lit| Lit::new(lit.var().idx(), !lit.sign())).collect()
    }

    fn load(&mut self) -> Result<(), Why> {
        for (index, clause) in self.encoder.take()?.into_iter().enumerate() {
            if index % 256 == 0 {
                self.watchdog.meter.borrow().check()?;
            }
            self.add(&clause);
        }
        Ok(())
    }

    fn add(&mut self, clause: &Clause) {
        let mut clause: Vec<batsat::Lit> = clause.iter().map(|&lit| self.lit(lit)).collect();
        // False says that the clauses contradict each other, which the next search returns.
        self.solver.add_clause_reuse(&mut clause);
    }

    /// The solver's literal, of a variable that it may not have heard of before.
    fn lit(&mut self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.solver.var_of_int(lit.vidx32()), lit.is_pos())
    }
}

/// The budget, as the solver spends it.
struct Watchdog {
    meter: RefCell<Meter>,
    why: Cell<Option<Why>>, // why it is spent
    decisions: Cell<u64>,   // how many may be made before the turn is over
}

impl Watchdog {
    fn spend(&self, pay: impl FnOnce(&mut Meter) -> Result<(), Why>) {
        if let Err(why) = pay(&mut self.meter.borrow_mut()) {
            self.why.set(self.why.get().or(Some(why)));
        }
    }
}

/// Lets batsat ask between two decisions whether to go on.
struct Stop(Rc<Watchdog>);

impl Callbacks for Stop {
    fn stop(&self) -> bool {
        self.0.spend(Meter::poll);
        self.0.why.get().is_some() || self.0.decisions.get() == 0
    }
}

/// A theory that knows nothing: batsat tells it of every decision, and it pays for a node.
struct Decisions {
    levels: usize,
    assumed: usize, // assumptions, which are the first levels and no decisions
    watchdog: Rc<Watchdog>,
}

impl Theory for Decisions {
    fn create_level(&mut self) {
        self.levels += 1;
        if self.levels > self.assumed {
            self.watchdog.spend(Meter::quick_node);
            self.watchdog.decisions.update(|left| left.saturating_sub(1));
        }
    }

    fn pop_levels(&mut self, levels: usize) {
        self.levels -= levels;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn final_check(&mut self, _: &mut TheoryArg<'_>) {}

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        &[]
    }
}
