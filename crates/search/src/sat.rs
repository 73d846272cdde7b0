//! SAT: the problem as clauses, solved by conflict-driven clause learning (`BatSat` behind rustsat).
//!
//! Rules with lazy parts (connectivity) are asked for cuts after every model until there are none. A further solution
//! is a model of the same clauses plus one that forbids the decisions of the last.

use std::cell::RefCell;

use batsat::{Callbacks, SolverInterface as _};
use pencilmark_csp::{Assignment, Clause, Csp, Encoder, End, Event, Lit, Meter, Observer, Outcome, Value, Why};
use rustsat::solvers::{Solve as _, SolveIncremental as _, SolverResult};

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
        source: "BatSat through rustsat; Eén and Sörensson, An Extensible SAT-solver, 2003",
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

/// A solver that holds everything an encoder has written so far.
pub(crate) struct Session {
    pub(crate) encoder: Encoder,
    solver: rustsat_batsat::Solver<Watchdog>,
}

impl Session {
    pub(crate) fn new(encoder: Encoder, meter: Meter) -> Self {
        let mut solver = rustsat_batsat::Solver::<Watchdog>::default();
        solver.batsat_mut().cb_mut().meter.replace(Some(meter));
        Self { encoder, solver }
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
            let before = self.progress();
            let result = self.solver.solve_assumps(assumed);
            self.tell(before, watch);
            match result {
                Ok(SolverResult::Sat) => {}
                Ok(SolverResult::Unsat) => return Ok(None),
                // Batsat never returns an error. If it did, nothing would be known.
                Ok(SolverResult::Interrupted) | Err(_) => {
                    return Err(self.solver.batsat_ref().cb().why.borrow().unwrap_or(Why::Interrupted));
                }
            }
            let solver = &self.solver;
            let model = self.encoder.read(|lit| solver.lit_val(lit).unwrap_or(rustsat::types::TernaryVal::DontCare));
            self.cut(csp, &model, assumed);
            if !self.encoder.has_clauses() {
                return Ok(Some(model));
            }
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
        let solver = self.solver.batsat_ref();
        [solver.num_decisions(), solver.num_conflicts(), solver.num_propagations(), solver.num_restarts()]
    }

    /// Sends the events since `before`: a decision enters a state, a conflict leaves one and teaches a clause.
    fn tell<O: Observer>(&self, before: [u64; 4], watch: &mut O) {
        let now = self.progress();
        let [decisions, conflicts, propagations, restarts] = std::array::from_fn(|index| now[index] - before[index]);
        watch.see(Event::Node);
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
        let watchdog = self.solver.batsat_mut().cb_mut();
        watchdog.meter.replace(Some(meter));
        watchdog.why.replace(None);
    }

    /// The assumptions that cannot hold together, after [`Session::solve`] found no model.
    pub(crate) fn core(&mut self) -> Vec<Lit> {
        self.solver.core().unwrap_or_default()
    }

    fn load(&mut self) -> Result<(), Why> {
        for (index, clause) in self.encoder.take()?.into_iter().enumerate() {
            if index % 256 == 0 {
                self.solver.batsat_ref().cb().check()?;
            }
            self.add(clause);
        }
        Ok(())
    }

    fn add(&mut self, clause: Clause) {
        // Batsat accepts every clause.
        let _ = self.solver.add_clause(clause);
    }
}

/// Lets batsat poll our budget: every conflict is a node.
#[derive(Default)]
struct Watchdog {
    meter: RefCell<Option<Meter>>,
    why: RefCell<Option<Why>>,
}

impl Watchdog {
    fn check(&self) -> Result<(), Why> {
        self.meter.borrow().as_ref().map_or(Ok(()), Meter::check)
    }

    fn spend(&self, pay: impl FnOnce(&mut Meter) -> Result<(), Why>) {
        if let Some(meter) = self.meter.borrow_mut().as_mut()
            && let Err(reason) = pay(meter)
        {
            self.why.borrow_mut().get_or_insert(reason);
        }
    }
}

impl Callbacks for Watchdog {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: batsat::ClauseKind) {
        if kind == batsat::ClauseKind::Learnt {
            self.spend(Meter::node);
        }
    }

    fn stop(&self) -> bool {
        self.spend(Meter::poll);
        self.why.borrow().is_some()
    }
}
