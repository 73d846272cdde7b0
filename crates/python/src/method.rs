//! Methods that are written in Python: a function that is given a problem as data, and returns a board.

use std::sync::{Arc, Mutex, PoisonError};

use pencilmark::StopSignal;
use pencilmark::guest::{Complete, Csp, Draws, Event, Family, Guest, MethodInfo, Observer, Run};
use pencilmark::outcome::{End, Outcome, Why};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::error;
use crate::problem::Problem;

/// A function as a method.
#[derive(Debug)]
pub(crate) struct Function {
    info: &'static MethodInfo,
    call: Py<PyAny>,
    shared: Shared,
}

/// What the functions of an experiment have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    /// The first exception that one of them let through. It ends all runs.
    pub(crate) failure: Arc<Mutex<Option<PyErr>>>,
    pub(crate) stop: StopSignal,
    /// One function runs at a time, whatever the number of threads: beside each other they would share the lock of the interpreter, and the time of each
    /// would depend on the others. A function may run an experiment itself, which has a turn of its own.
    turn: Arc<Mutex<()>>,
}

impl Shared {
    /// Keeps an exception, unless there was one before, and ends all runs.
    fn fail(&self, error: PyErr) -> Outcome {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.raise();
        Outcome::nothing(End::GaveUp(Why::Interrupted))
    }
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
    pub(crate) fn new(method: &Bound<'_, PyAny>, shared: &Shared) -> PyResult<Self> {
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
        Ok(Self { info, call: method.getattr("function")?.unbind(), shared: shared.clone() })
    }

    fn run(&self, py: Python<'_>, problem: &Py<Problem>, run: &Run) -> Outcome {
        let ended = self.call.call1(py, (problem,));
        let is_told = |error: &PyErr| error::budget_spent(py).is_ok_and(|class| error.is_instance(py, class));
        match (ended, problem.get().spent()) {
            (Err(error), Some(why)) if is_told(&error) => Outcome::nothing(End::GaveUp(why)),
            (Err(error), _) => self.shared.fail(error),
            // What it found too late does not count.
            (Ok(_), Some(why)) => Outcome::nothing(End::GaveUp(why)),
            (Ok(answer), None) => {
                self.outcome(problem.get(), answer.bind(py), run).unwrap_or_else(|error| self.shared.fail(error))
            }
        }
    }

    /// What the function's answer says: a board is a solution, False a proof that there is none, None nothing.
    fn outcome(&self, problem: &Problem, answer: &Bound<'_, PyAny>, run: &Run) -> PyResult<Outcome> {
        if answer.is_none() {
            return Ok(Outcome::nothing(End::GaveUp(Why::Incomplete)));
        }
        if answer.is_instance_of::<PyBool>() && !answer.extract::<bool>()? {
            if self.info.complete == Complete::No {
                return Err(PyTypeError::new_err(
                    "False says that there is no solution, which a method that is not complete cannot know; return None, or say complete=True",
                ));
            }
            return Ok(Outcome::refuted());
        }
        let values: Vec<i64> = answer.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "a method returns a value for every variable, None, or False if there is no solution; not {}",
                answer.repr().map_or_else(|_| "this".to_owned(), |shown| shown.to_string())
            ))
        })?;
        let solution = problem.solution(&values)?;
        // One board is all that a function can say: neither that it is the only one nor which others there are.
        let end = if run.limit == 1 { End::Limit } else { End::GaveUp(Why::Incomplete) };
        Ok(Outcome { solutions: vec![solution], found: 1, ..Outcome::nothing(end) })
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
        // Before the lock of the interpreter, which the one whose turn it is needs, and before the clock starts.
        let _turn = self.shared.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if run.budget.stop.is_raised() {
            return Outcome::nothing(End::GaveUp(Why::Interrupted));
        }
        Python::attach(|py| {
            let problem = match Py::new(py, Problem::new(csp, run)) {
                Ok(problem) => problem,
                Err(error) => return self.shared.fail(error),
            };
            let outcome = self.run(py, &problem, run);
            problem.get().tell(watch);
            for solution in &outcome.solutions {
                watch.see(Event::Solution(solution));
            }
            outcome
        })
    }
}
