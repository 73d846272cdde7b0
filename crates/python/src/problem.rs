//! A problem as data, for methods that are written in Python.
//!
//! What a function asks of the problem is what it is charged for: looking at a rule is a check, entering a state is a node, the cost of a complete board
//! is an evaluation. So its counters mean the same as those of all other methods. A spent budget is an exception that the function need not catch.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pencilmark::guest::{Csp, Event, Meter, Observer, Role, Rule, Run, Value, Var};
use pencilmark::outcome::Why;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::error;

/// What was done.
#[derive(Default)]
struct Effort {
    nodes: u64,
    checks: u64,
    evaluations: u64,
}

impl Effort {
    fn tell(&self, watch: &mut dyn Observer) {
        (0..self.nodes).for_each(|_| watch.see(Event::Node));
        watch.see(Event::Evaluations(self.evaluations));
        watch.see(Event::Checks(self.checks));
    }
}

/// A board of lower cost than all before it, and what was done since the last one.
struct Improvement {
    effort: Effort,
    board: Vec<Value>,
    cost: u64,
}

/// What is spent, and on what.
struct Ledger {
    meter: Meter,
    improvements: Vec<Improvement>,
    /// Since the last improvement.
    effort: Effort,
    /// Why there is nothing left. It stays so, whatever is asked afterwards.
    spent: Option<Why>,
}

impl Ledger {
    fn node(&mut self) -> Result<(), Why> {
        self.effort.nodes += 1;
        self.meter.node()
    }

    fn checks(&mut self, count: u64) -> Result<(), Why> {
        self.effort.checks += count;
        self.meter.checks(count)?;
        self.meter.poll()
    }

    /// A board that was not paid for is no improvement.
    fn evaluation(&mut self, checks: u64, board: &[Value], cost: u64) -> Result<(), Why> {
        self.effort.evaluations += 1;
        self.effort.checks += checks;
        self.meter.evaluations(1, checks)?;
        if self.improvements.last().is_none_or(|best| cost < best.cost) {
            let effort = std::mem::take(&mut self.effort);
            self.improvements.push(Improvement { effort, board: board.to_vec(), cost });
        }
        Ok(())
    }
}

/// A problem as data: variables with their domains, and rules. Values are whole numbers; a variable is its place in `domains`.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Problem {
    csp: Csp,
    seed: u64,
    ledger: Mutex<Ledger>,
    domains: PyOnceLock<Py<PyTuple>>,
    rules: PyOnceLock<Py<PyTuple>>,
}

impl Problem {
    /// Starts the clock.
    pub(crate) fn new(csp: &Csp, run: &Run) -> Self {
        let (improvements, effort) = Default::default();
        let ledger = Ledger { meter: run.budget.start(), improvements, effort, spent: None };
        let (domains, rules) = (PyOnceLock::new(), PyOnceLock::new());
        Self { csp: csp.clone(), seed: run.seed, ledger: Mutex::new(ledger), domains, rules }
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why there is nothing left to spend, if so; time passes whether something is asked or not.
    pub(crate) fn spent(&self) -> Option<Why> {
        let ledger = self.ledger();
        ledger.spent.or_else(|| ledger.meter.check().err())
    }

    /// Tells what was done, in order.
    pub(crate) fn tell(&self, watch: &mut dyn Observer) {
        let ledger = self.ledger();
        for Improvement { effort, board, cost } in &ledger.improvements {
            effort.tell(watch);
            watch.see(Event::Best(board, *cost));
        }
        ledger.effort.tell(watch);
    }

    /// Pays, or raises `BudgetSpent`.
    fn pay(&self, py: Python<'_>, what: impl FnOnce(&mut Ledger) -> Result<(), Why>) -> PyResult<()> {
        let mut ledger = self.ledger();
        let paid = ledger.spent.map_or(Ok(()), Err).and_then(|()| what(&mut ledger));
        ledger.spent = paid.err();
        drop(ledger);
        match paid {
            Ok(()) => Ok(()),
            Err(why) => Err(PyErr::from_value(error::budget_spent(py)?.call1((why.to_string(),))?)),
        }
    }

    fn rule(&self, index: usize) -> PyResult<&Rule> {
        let count = self.csp.posted.len();
        let missing = || PyIndexError::new_err(format!("there is no rule {index}; there are {count}"));
        self.csp.posted.get(index).map(|posted| &posted.rule).ok_or_else(missing)
    }

    fn variable(&self, index: i64) -> PyResult<Var> {
        let count = self.csp.domains.len();
        let missing = || PyIndexError::new_err(format!("there is no variable {index}; there are {count}"));
        u32::try_from(index).ok().map(Var).filter(|var| var.index() < count).ok_or_else(missing)
    }

    /// An assignment with a value of its domain, or None, for every variable: rules compute with nothing else.
    fn assignment(&self, values: &[Option<i64>]) -> PyResult<Vec<Option<Value>>> {
        let (domains, count) = (&self.csp.domains, values.len());
        if count != domains.len() {
            let wanted = domains.len();
            return Err(PyTypeError::new_err(format!(
                "an assignment has a value or None for each of {wanted} variables, not {count}"
            )));
        }
        let value = |(variable, value): (usize, &Option<i64>)| {
            let Some(value) = *value else { return Ok(None) };
            let known = u16::try_from(value).ok().map(Value).filter(|&value| domains[variable].contains(value));
            known.map(Some).ok_or_else(|| PyValueError::new_err(format!("variable {variable} cannot be {value}")))
        };
        values.iter().enumerate().map(value).collect()
    }

    fn board(&self, values: &[i64]) -> PyResult<Vec<Value>> {
        let values: Vec<Option<i64>> = values.iter().copied().map(Some).collect();
        Ok(self.assignment(&values)?.into_iter().flatten().collect())
    }

    /// A complete board and its cost, paid for.
    fn evaluated(&self, py: Python<'_>, values: &[i64]) -> PyResult<(Vec<Value>, u64)> {
        let board = self.board(values)?;
        let cost = self.csp.cost(&board[..]);
        self.pay(py, |ledger| ledger.evaluation(self.csp.posted.len() as u64, &board, cost))?;
        Ok((board, cost))
    }

    /// A board that solves the problem.
    pub(crate) fn solution(&self, values: &[i64]) -> PyResult<Vec<Value>> {
        if values.len() != self.csp.domains.len() {
            return self.board(values);
        }
        let board = self.board(values).map_err(|error| error::wrong(format!("this is no solution: {error}")))?;
        match self.csp.posted.iter().find(|posted| posted.rule.violation(&board[..]) > 0) {
            None => Ok(board),
            Some(broken) => Err(error::wrong(format!("this is no solution: {}", broken.label))),
        }
    }
}

#[pymethods]
impl Problem {
    /// The values that each variable may have, as its clues leave them.
    #[getter]
    fn domains<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let made = self.domains.get_or_try_init(py, || {
            let domains = self.csp.unary_domains();
            let values =
                domains.iter().map(|domain| PyTuple::new(py, domain.iter().map(|value| value.0).collect::<Vec<_>>()));
            Ok::<_, PyErr>(PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?)?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// The rules: what each is called, the variables it is about, and what sort it is.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let made = self.rules.get_or_try_init(py, || {
            let class = py.import("pencilmark_puzzles.method")?.getattr("Rule")?;
            let rules = self.csp.posted.iter().enumerate().map(|(index, posted)| {
                let scope: Vec<u32> = posted.rule.scope().iter().map(|var| var.0).collect();
                let fields = PyDict::new(py);
                fields.set_item("index", index)?;
                fields.set_item("name", posted.label.rule())?;
                fields.set_item("text", posted.label.as_str())?;
                fields.set_item("sort", sort(&posted.rule))?;
                fields.set_item("scope", PyTuple::new(py, scope)?)?;
                fields.set_item("is_goal", posted.role == Role::Goal)?;
                class.call((), Some(&fields))
            });
            Ok::<_, PyErr>(PyTuple::new(py, rules.collect::<PyResult<Vec<_>>>()?)?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// A natural complete assignment to begin with, if there is one.
    #[getter]
    fn start(&self) -> Option<Vec<u16>> {
        Some(self.csp.start.as_ref()?.iter().map(|value| value.0).collect())
    }

    /// The key of all randomness: the same for every method in the same place.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Pays for entering a search state: a node.
    fn node(&self, py: Python<'_>) -> PyResult<()> {
        self.pay(py, Ledger::node)
    }

    /// How badly a rule is broken at an assignment, which may have None: 0 if it is not. This is a check.
    fn violation(&self, py: Python<'_>, rule: usize, assignment: Vec<Option<i64>>) -> PyResult<u64> {
        let (rule, assignment) = (self.rule(rule)?, self.assignment(&assignment)?);
        self.pay(py, |ledger| ledger.checks(1))?;
        Ok(rule.violation(&assignment[..]))
    }

    /// Whether no rule is broken at an assignment, which may have None: of all rules, or of those about a variable. Every rule that is looked at is a check.
    #[pyo3(signature = (assignment, variable=None))]
    fn consistent(&self, py: Python<'_>, assignment: Vec<Option<i64>>, variable: Option<i64>) -> PyResult<bool> {
        let assignment = self.assignment(&assignment)?;
        let variable = variable.map(|variable| self.variable(variable)).transpose()?;
        let is_about = |rule: &Rule| variable.is_none_or(|variable| rule.scope().contains(&variable));
        let (mut looked, mut holds) = (0, true);
        for posted in self.csp.posted.iter().filter(|posted| is_about(&posted.rule)) {
            looked += 1;
            if posted.rule.violation(&assignment[..]) > 0 {
                holds = false;
                break;
            }
        }
        self.pay(py, |ledger| ledger.checks(looked))?;
        Ok(holds)
    }

    /// The sum of all violations at a complete assignment: 0 at a solution. This is an evaluation, and a check for every rule.
    fn cost(&self, py: Python<'_>, assignment: Vec<i64>) -> PyResult<u64> {
        Ok(self.evaluated(py, &assignment)?.1)
    }

    /// The places in `rules` of those that are broken at a complete assignment. Costs what `cost` costs.
    fn broken(&self, py: Python<'_>, assignment: Vec<i64>) -> PyResult<Vec<usize>> {
        let (board, _) = self.evaluated(py, &assignment)?;
        let rules = self.csp.posted.iter().enumerate();
        Ok(rules.filter(|(_, posted)| posted.rule.violation(&board[..]) > 0).map(|(index, _)| index).collect())
    }
}

/// What sort of rule it is, in a word.
fn sort(rule: &Rule) -> &'static str {
    match rule {
        Rule::Allowed(_) => "allowed",
        Rule::AllDifferent(_) => "all-different",
        Rule::Cage(_) => "cage",
        Rule::Count(_) => "count",
        Rule::Pairs(_) => "pairs",
        Rule::Connected(_) => "connected",
        Rule::Path(_) => "path",
    }
}
