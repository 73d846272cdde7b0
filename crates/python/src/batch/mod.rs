//! Many puzzles at once: a session of the façade, whose results are a table or come one by one.

mod iterator;
mod rows;

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use pencilmark::batch::{BatchError, Event, Input, Item, Job, Plans, Session, Texts};
use pencilmark::record::Goal;
use pencilmark::{Options, StopSignal};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyList};

use crate::arrow::{Chunks, imported};
use crate::options::wholes;
use crate::table::Table;
use crate::texts::{Fixed, Given};
use crate::wait::{PACE, tell, until_dropped};
use crate::{error, options};
pub(crate) use iterator::Batch;
use rows::{Builder, Rows, solve};

/// A failure of the batch or of Python.
enum Failure {
    Batch(BatchError),
    Python(PyErr),
    /// Nobody waits for results any more.
    Unwanted,
}

impl From<BatchError> for Failure {
    fn from(error: BatchError) -> Self {
        Self::Batch(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Batch(error) => error::batch(&error),
            Failure::Python(error) => error,
            Failure::Unwanted => error::other("the batch was broken off"),
        }
    }
}

/// How to solve a batch.
struct Work {
    session: Session<'static>,
    options: Options,
    /// Whether results are records rather than columns.
    in_records: bool,
}

impl Work {
    fn new(
        (kind, format): (Option<String>, Option<String>),
        (method, limit): (&str, usize),
        threads: usize,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let stop = StopSignal::default();
        let (of_kind, of_method) = options::split(method, settings)?.unzip();
        // The first solution is shown, and all are counted.
        let options = options::solving(method, limit, of_method.as_ref(), &stop)?.keep(1);
        let reading = options::reading(kind, format, of_kind.as_ref())?;
        let session = Session { reading, threads, stop, ..Session::default() };
        Ok(Self { session, options, in_records: false })
    }

    fn run(&self, input: Input, mut show: impl FnMut(Option<Rows>) -> Result<(), Failure>) -> Result<(), Failure> {
        let (plans, goal) = (Plans::of(self.options.clone()), Goal::of_limit(self.options.limit));
        let session = Session { plans: Some(&plans), ..self.session.clone() };
        let work = |item: &Item<'_>, rows: &mut Rows| {
            if self.in_records {
                let (row, solution) = solve(item, goal, &plans).map_err(BatchError::from)?;
                rows.solutions.push(solution);
                rows.table.push(Some(&row));
            } else {
                rows.table.push(Some(&item.row(Job::Solve, goal, &plans).map_err(BatchError::from)?));
            }
            Ok(())
        };
        session.run(input, work, |event, _| match event {
            Event::Result(rows) => show(Some(rows)),
            Event::Idle => show(None),
        })?;
        Ok(())
    }
}

/// The chunks of what `solve_many` makes a table of: something of Arrow's, rows of bytes (a pair of them and their width), or a list.
fn chunks(puzzles: &Bound<'_, PyAny>) -> PyResult<Chunks> {
    let only = |texts: Arc<dyn Texts>| -> Chunks { Box::new(std::iter::once(Ok(texts))) };
    if let Ok(list) = puzzles.cast::<PyList>() {
        let mut given = Given::default();
        list.iter().try_for_each(|item| given.add(&item))?;
        return Ok(only(Arc::new(given)));
    }
    match puzzles.extract::<(PyBackedBytes, usize)>() {
        Ok((bytes, width)) => Ok(only(Arc::new(Fixed::new(bytes, width)?))),
        Err(_) => imported(puzzles),
    }
}

/// Solves the texts of an Arrow array, of rows of bytes or of a list into a table.
#[pyfunction]
#[pyo3(signature = (puzzles, *, kind=None, format=None, method="exact", limit=2, threads=0, progress=None, **settings))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn solve_table(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    kind: Option<String>,
    format: Option<String>,
    method: &str,
    #[pyo3(from_py_with = wholes::limit)] limit: usize,
    #[pyo3(from_py_with = wholes::threads)] threads: usize,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let work = Work::new((kind, format), (method, limit), threads, settings)?;
    let mut chunks = chunks(puzzles)?;
    let fault = Arc::new(Mutex::new(None));
    let (reading, read) = channel::<()>();
    let next = {
        let fault = Arc::clone(&fault);
        move || {
            let _until_dropped = &reading;
            let chunk = chunks.next()?;
            chunk.map_err(|error| *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error)).ok()
        }
    };
    let (mut builder, mut told, mut more) = (Builder::default(), Instant::now(), 0);
    let ran = py.detach(|| {
        work.run(Input::each(next), |rows| {
            if let Some(rows) = rows {
                more += rows.table.len();
                builder.add(rows)?;
            }
            // Results come by the thousand in a second: the lock is asked for now and then.
            if told.elapsed() >= PACE {
                told = Instant::now();
                Python::attach(|py| tell(py, progress.as_ref(), std::mem::take(&mut more)))?;
            }
            Ok(())
        })
    });
    // A producer that is written in Python must not outlive the interpreter.
    until_dropped(py, read)?;
    ran?;
    if let Some(error) = fault.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error::other(format!("the Arrow data could not be read: {error}")));
    }
    tell(py, progress.as_ref(), more)?;
    builder.table()
}

/// Solves what an iterable has, texts or puzzles, and hands out a record for each, in order. Only some of them are held at a time.
#[pyfunction]
#[pyo3(signature = (puzzles, *, kind=None, format=None, method="exact", limit=2, threads=0, progress=None, **settings))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn solve_batch(
    puzzles: &Bound<'_, PyAny>,
    kind: Option<String>,
    format: Option<String>,
    method: &str,
    #[pyo3(from_py_with = wholes::limit)] limit: usize,
    #[pyo3(from_py_with = wholes::threads)] threads: usize,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Batch> {
    let work = Work { in_records: true, ..Work::new((kind, format), (method, limit), threads, settings)? };
    Batch::new(puzzles.try_iter()?.unbind(), work, progress)
}
