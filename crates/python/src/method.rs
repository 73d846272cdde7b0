//! Methods that are written in Python: a function that is given a problem as data.
//!
//! What the function asks of the problem is what it is charged for: looking at a rule is a check, entering a state is a node, the cost of a complete board
//! is an evaluation. So its counters mean the same as those of all other methods. A spent budget is an exception that the function need not catch.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pencilmark::StopSignal;
use pencilmark::guest::{
    Complete, Csp, Draws, Event, Family, Guest, Meter, MethodInfo, Observer, Role, Rule, Run, Value, Var,
};
use pencilmark::outcome::{End, Outcome, Why};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};

use crate::error;

/// A function as a method.
#[derive(Debug)]
pub(crate) struct Function {
    info: &'static MethodInfo,
    call: Py<PyAny>,
    /// The first exception that it let through. It ends all runs.
    pub(crate) failure: Arc<Mutex<Option<PyErr>>>,
    stop: StopSignal,
}

/// What methods from Python say about themselves. Each is kept for good, since searches refer to it; a session has a handful, and one that comes again
/// is found here.
static KNOWN: Mutex<Vec<&'static MethodInfo>> = Mutex::new(Vec::new());

fn info(name: &str, about: &str, family: Family, complete: bool, draws: bool) -> &'static MethodInfo {
    let complete = if complete { Complete::Yes } else { Complete::No };
    let draws = if draws { Draws::Always } else { Draws::Never };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |info: &&&'static MethodInfo| {
        (info.id, info.title, info.family, info.complete, info.draws) == (name, about, family, complete, draws)
    };
    if let Some(info) = known.iter().find(same) {
        return info;
    }
    let kept = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let info =
        MethodInfo { id: kept(name), title: kept(about), family, complete, draws, parameters: &[], source: "Python" };
    let info: &'static MethodInfo = Box::leak(Box::new(info));
    known.push(info);
    info
}

impl Function {
    /// From a `Method` of the package.
    pub(crate) fn new(
        method: &Bound<'_, PyAny>,
        failure: &Arc<Mutex<Option<PyErr>>>,
        stop: &StopSignal,
    ) -> PyResult<Self> {
        let text = |name: &str| method.getattr(name)?.extract::<String>();
        let (name, word) = (text("name")?, text("family")?);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c));
        if !is_name || pencilmark::registry::method(&name).is_some() {
            return Err(error::setting(format!(
                "a method cannot be called `{name}`; give it another name, of letters, digits, - and _, which no other method has"
            )));
        }
        let family = match word.as_str() {
            "tree" => Family::Tree,
            "walk" => Family::Walk,
            "frontier" => Family::Frontier,
            _ => return Err(error::setting(format!("there is no family `{word}`; choose tree, walk or frontier"))),
        };
        let flag = |name: &str| method.getattr(name)?.extract::<bool>();
        let info = info(&name, &text("about")?, family, flag("complete")?, flag("draws")?);
        let (failure, stop) = (Arc::clone(failure), stop.clone());
        Ok(Self { info, call: method.getattr("function")?.unbind(), failure, stop })
    }

    fn run(&self, py: Python<'_>, problem: &Py<Problem>) -> Outcome {
        let ended = self.call.call1(py, (problem,));
        let state = problem.get();
        let spent = state.spent();
        match ended.and_then(|answer| state.outcome(py, answer.bind(py), self.info)) {
            Ok(outcome) => outcome,
            Err(error) => {
                let is_told = error::budget_spent(py).is_ok_and(|class| error.is_instance(py, class));
                if let Some(why) = spent.filter(|_| is_told) {
                    return Outcome::nothing(End::GaveUp(why));
                }
                self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                self.stop.raise();
                Outcome::nothing(End::GaveUp(Why::Interrupted))
            }
        }
    }
}

impl Guest for Function {
    fn info(&self) -> &'static MethodInfo {
        self.info
    }

    fn solve(&self, csp: &Csp, run: &Run, watch: &mut dyn Observer) -> Outcome {
        if run.limit == 0 {
            return Outcome::nothing(End::Limit);
        }
        Python::attach(|py| {
            let ledger = Ledger { meter: run.budget.start(), noted: Vec::new(), best: None, spent: None };
            let problem = Problem { csp: csp.clone(), seed: run.seed, ledger: Mutex::new(ledger) };
            let problem = match Py::new(py, problem) {
                Ok(problem) => problem,
                Err(error) => {
                    self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return Outcome::nothing(End::GaveUp(Why::Interrupted));
                }
            };
            let outcome = self.run(py, &problem);
            let noted = std::mem::take(&mut problem.get().ledger().noted);
            for note in &noted {
                watch.see(note.event());
            }
            for solution in &outcome.solutions {
                watch.see(Event::Solution(solution));
            }
            outcome
        })
    }
}

/// What the function did, in order.
enum Note {
    Node,
    Checks(u64),
    Evaluation,
    Best(Vec<Value>, u64),
}

impl Note {
    fn event(&self) -> Event<'_> {
        match self {
            Self::Node => Event::Node,
            Self::Checks(count) => Event::Checks(*count),
            Self::Evaluation => Event::Evaluations(1),
            Self::Best(board, cost) => Event::Best(board, *cost),
        }
    }
}

/// What is spent, and on what.
struct Ledger {
    meter: Meter,
    noted: Vec<Note>,
    best: Option<u64>,
    spent: Option<Why>,
}

impl Ledger {
    /// Checks that follow each other are one note.
    fn checks(&mut self, count: u64) -> Result<(), Why> {
        match self.noted.last_mut() {
            Some(Note::Checks(noted)) => *noted += count,
            _ => self.noted.push(Note::Checks(count)),
        }
        self.meter.checks(count)?;
        self.meter.poll()
    }
}

/// A problem as data: variables with their domains, and rules. Values are whole numbers; a variable is its place in `domains`.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Problem {
    csp: Csp,
    seed: u64,
    ledger: Mutex<Ledger>,
}

impl Problem {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spent(&self) -> Option<Why> {
        self.ledger().spent
    }

    /// Pays, or raises `BudgetSpent`.
    fn pay(&self, py: Python<'_>, what: impl FnOnce(&mut Ledger) -> Result<(), Why>) -> PyResult<()> {
        let mut ledger = self.ledger();
        match what(&mut ledger) {
            Ok(()) => Ok(()),
            Err(why) => {
                ledger.spent = Some(why);
                drop(ledger);
                Err(PyErr::from_value(error::budget_spent(py)?.call1((why.to_string(),))?))
            }
        }
    }

    fn rule(&self, index: usize) -> PyResult<&Rule> {
        let count = self.csp.posted.len();
        let missing = || PyIndexError::new_err(format!("there is no rule {index}; there are {count}"));
        self.csp.posted.get(index).map(|posted| &posted.rule).ok_or_else(missing)
    }

    /// An assignment with a value, or None, for every variable.
    fn assignment(&self, values: &[Option<u16>]) -> PyResult<Vec<Option<Value>>> {
        let count = self.csp.domains.len();
        if values.len() == count {
            return Ok(values.iter().map(|value| value.map(Value)).collect());
        }
        Err(PyTypeError::new_err(format!(
            "an assignment has a value or None for each of {count} variables, not {}",
            values.len()
        )))
    }

    /// What the function's answer says: a list is a solution, False a proof that there is none, None nothing.
    fn outcome(&self, py: Python<'_>, answer: &Bound<'_, PyAny>, info: &MethodInfo) -> PyResult<Outcome> {
        if answer.is_none() {
            return Ok(Outcome::nothing(End::GaveUp(self.spent().unwrap_or(Why::Incomplete))));
        }
        if answer.is_instance_of::<PyBool>() && !answer.extract::<bool>()? {
            if info.complete == Complete::No {
                return Err(PyTypeError::new_err(
                    "False says that there is no solution, which a method that is not complete cannot know; return None, or say complete=True",
                ));
            }
            return Ok(Outcome::refuted());
        }
        let values: Vec<u16> = answer.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "a method returns a value for every variable, None, or False if there is no solution; not {}",
                answer.repr().map_or_else(|_| "this".to_owned(), |shown| shown.to_string())
            ))
        })?;
        let solution: Vec<Value> =
            self.assignment(&values.into_iter().map(Some).collect::<Vec<_>>())?.into_iter().flatten().collect();
        if !self.csp.is_solution(&solution) {
            let broken = self.csp.posted.iter().find(|posted| posted.rule.violation(&solution[..]) > 0);
            let what =
                broken.map_or_else(|| "a value is not of its domain".to_owned(), |posted| posted.label.to_string());
            return Err(PyErr::from_value(
                py.import("pencilmark_puzzles.errors")?
                    .getattr("WrongAnswer")?
                    .call1((format!("this is no solution: {what}"),))?,
            ));
        }
        Ok(Outcome { solutions: vec![solution], found: 1, ..Outcome::nothing(End::Limit) })
    }
}

#[pymethods]
impl Problem {
    /// The values that each variable may have, as its clues leave them.
    #[getter]
    fn domains(&self) -> Vec<Vec<u16>> {
        self.csp.unary_domains().iter().map(|domain| domain.iter().map(|value| value.0).collect()).collect()
    }

    /// The rules: what each is called, the variables it is about, and what sort it is.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let class = py.import("pencilmark_puzzles.method")?.getattr("Rule")?;
        let rules = self.csp.posted.iter().enumerate().map(|(index, posted)| {
            let scope: Vec<u32> = posted.rule.scope().iter().map(|var| var.0).collect();
            let fields = PyDict::new(py);
            fields.set_item("index", index)?;
            fields.set_item("name", posted.label.rule())?;
            fields.set_item("text", posted.label.as_str())?;
            fields.set_item("sort", sort(&posted.rule))?;
            fields.set_item("scope", pyo3::types::PyTuple::new(py, scope)?)?;
            fields.set_item("is_goal", posted.role == Role::Goal)?;
            class.call((), Some(&fields))
        });
        PyList::new(py, rules.collect::<PyResult<Vec<_>>>()?)
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
        self.pay(py, |ledger| {
            ledger.noted.push(Note::Node);
            ledger.meter.node()
        })
    }

    /// How badly a rule is broken at an assignment, which may have None: 0 if it is not. This is a check.
    fn violation(&self, py: Python<'_>, rule: usize, assignment: Vec<Option<u16>>) -> PyResult<u64> {
        let (rule, assignment) = (self.rule(rule)?, self.assignment(&assignment)?);
        self.pay(py, |ledger| ledger.checks(1))?;
        Ok(rule.violation(&assignment[..]))
    }

    /// Whether no rule is broken at an assignment, which may have None: of all rules, or of those about a variable. Every rule that is looked at is a check.
    #[pyo3(signature = (assignment, variable=None))]
    fn consistent(&self, py: Python<'_>, assignment: Vec<Option<u16>>, variable: Option<u32>) -> PyResult<bool> {
        let assignment = self.assignment(&assignment)?;
        let is_about = |rule: &Rule| variable.is_none_or(|variable| rule.scope().contains(&Var(variable)));
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
    fn cost(&self, py: Python<'_>, assignment: Vec<u16>) -> PyResult<u64> {
        let board: Vec<Value> =
            self.assignment(&assignment.into_iter().map(Some).collect::<Vec<_>>())?.into_iter().flatten().collect();
        let rules = self.csp.posted.len() as u64;
        let cost = self.csp.cost(&board[..]);
        self.pay(py, |ledger| {
            ledger.noted.push(Note::Checks(rules));
            ledger.noted.push(Note::Evaluation);
            if ledger.best.is_none_or(|best| cost < best) {
                ledger.best = Some(cost);
                ledger.noted.push(Note::Best(board, cost));
            }
            ledger.meter.evaluations(1, rules)
        })?;
        Ok(cost)
    }

    /// The places in `rules` of those that are broken at a complete assignment. Costs what `cost` costs.
    fn broken(&self, py: Python<'_>, assignment: Vec<u16>) -> PyResult<Vec<usize>> {
        self.cost(py, assignment.clone())?;
        let board: Vec<Value> = assignment.into_iter().map(Value).collect();
        let rules = self.csp.posted.iter().enumerate();
        Ok(rules.filter(|(_, posted)| posted.rule.violation(&board[..]) > 0).map(|(index, _)| index).collect())
    }
}

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
