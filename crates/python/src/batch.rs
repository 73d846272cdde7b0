//! Many puzzles at once: a session of the façade, whose results are a table or come one by one.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{BooleanBuilder, LargeStringBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pencilmark::batch::{BatchError, Event, Input, Item, Plans, Results, Session, Texts};
use pencilmark::record::{Ending, Goal};
use pencilmark::{ParseError, StopSignal};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};

use crate::arrow::{Table, fixed, imported, texts};
use crate::puzzle::Puzzle;
use crate::wait::{PACE, tell};
use crate::{error, object, options};

/// Rows of a record batch.
const ROWS: usize = 1 << 16;

/// Texts that are taken from an iterator at a time.
const TAKEN: usize = 256;

/// Runs of results that wait for whoever iterates.
const WAITING: usize = 8;

/// What came of a puzzle: a row of the table, and a record for whoever iterates.
#[derive(serde::Serialize)]
struct Row {
    kind: Option<&'static str>,
    outcome: &'static str,
    solutions: u64,
    exhausted: bool,
    solution: Option<String>,
    error: Option<String>,
}

/// The columns of a table of results.
fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("kind", DataType::Utf8, true),
        Field::new("outcome", DataType::Utf8, false),
        Field::new("solutions", DataType::UInt64, false),
        Field::new("exhausted", DataType::Boolean, false),
        Field::new("solution", DataType::LargeUtf8, true),
        Field::new("error", DataType::Utf8, true),
    ]))
}

/// The results of a run, column by column.
#[derive(Default)]
struct Rows {
    kind: Vec<Option<&'static str>>,
    outcome: Vec<&'static str>,
    solutions: Vec<u64>,
    exhausted: Vec<bool>,
    /// All solutions, one after the other, and where each ends; nothing where there is none.
    text: String,
    ends: Vec<(usize, bool)>,
    error: Vec<Option<String>>,
}

impl Results for Rows {
    fn bytes(&self) -> usize {
        self.text.len() + 64 * self.ends.len() + self.error.iter().flatten().map(String::len).sum::<usize>()
    }
}

impl Rows {
    fn add(&mut self, kind: Option<&'static str>, outcome: Ending, found: (usize, bool), solution: Option<&str>) {
        self.kind.push(kind);
        self.outcome.push(outcome.word());
        self.solutions.push(found.0 as u64);
        self.exhausted.push(found.1);
        self.text.push_str(solution.unwrap_or_default());
        self.ends.push((self.text.len(), solution.is_some()));
    }

    /// Solves a puzzle.
    fn solve(&mut self, item: &Item<'_>, plans: &Plans<'_>, limit: usize) -> Result<(), BatchError> {
        let kind = item.kind_and_shape().map(|(kind, _)| kind);
        if let (Some(solution), Some(kind)) = (item.line_solution(), kind) {
            self.add(Some(kind.id), Ending::Solved, (1, limit > 1), Some(solution));
            self.error.push(None);
            return Ok(());
        }
        let puzzle = match item.puzzle() {
            Ok(puzzle) => puzzle,
            Err(error) => {
                self.add(None, Ending::Malformed, (0, false), None);
                self.error.push(Some(place(error)));
                return Ok(());
            }
        };
        let report = puzzle.solve_with(plans.get(puzzle.kind())?)?;
        let solution = report.solution().map(|answer| line(&puzzle.write_answer(answer), puzzle.kind().id));
        let ending = Ending::of(&report, Goal::of_limit(limit));
        let found = (report.outcome.found, report.outcome.exhausted());
        self.add(Some(puzzle.kind().id), ending, found, solution.as_deref());
        let reason = report.reason.as_ref().map(|reason| reason.text.clone());
        self.error.push(reason);
        Ok(())
    }

    fn row(&self, index: usize) -> Row {
        let start = if index == 0 { 0 } else { self.ends[index - 1].0 };
        let (end, is_there) = self.ends[index];
        Row {
            kind: self.kind[index],
            outcome: self.outcome[index],
            solutions: self.solutions[index],
            exhausted: self.exhausted[index],
            solution: is_there.then(|| self.text[start..end].to_owned()),
            error: self.error[index].clone(),
        }
    }
}

/// A Sudoku of digits as a line; every other answer as it is written.
fn line(answer: &str, kind: &str) -> String {
    let is_digits = kind == "sudoku" && answer.split_whitespace().all(|word| word.len() == 1);
    if is_digits { answer.split_whitespace().collect() } else { answer.to_owned() }
}

/// What is wrong with a text, and where in it.
fn place(error: &ParseError) -> String {
    let help = if error.remedy.is_empty() { String::new() } else { format!("; {}", error.remedy) };
    format!("{}:{}: {}{help}", error.line, error.column, error.what)
}

/// Results as record batches.
struct Builder {
    kind: StringBuilder,
    outcome: StringBuilder,
    solutions: UInt64Builder,
    exhausted: BooleanBuilder,
    solution: LargeStringBuilder,
    error: StringBuilder,
    rows: usize,
    batches: Vec<RecordBatch>,
}

impl Builder {
    fn new() -> Self {
        Self {
            kind: StringBuilder::new(),
            outcome: StringBuilder::new(),
            solutions: UInt64Builder::new(),
            exhausted: BooleanBuilder::new(),
            solution: LargeStringBuilder::with_capacity(ROWS, 81 * ROWS),
            error: StringBuilder::new(),
            rows: 0,
            batches: Vec::new(),
        }
    }

    fn add(&mut self, rows: &Rows) -> Result<(), PyErr> {
        let mut start = 0;
        for (index, &(end, is_there)) in rows.ends.iter().enumerate() {
            self.kind.append_option(rows.kind[index]);
            self.outcome.append_value(rows.outcome[index]);
            self.solution.append_option(is_there.then(|| &rows.text[start..end]));
            self.error.append_option(rows.error[index].as_deref());
            start = end;
        }
        self.solutions.append_slice(&rows.solutions);
        self.exhausted.append_slice(&rows.exhausted);
        self.rows += rows.ends.len();
        if self.rows >= ROWS { self.cut() } else { Ok(()) }
    }

    fn cut(&mut self) -> Result<(), PyErr> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.kind.finish()),
            Arc::new(self.outcome.finish()),
            Arc::new(self.solutions.finish()),
            Arc::new(self.exhausted.finish()),
            Arc::new(self.solution.finish()),
            Arc::new(self.error.finish()),
        ];
        self.rows = 0;
        self.batches.push(RecordBatch::try_new(schema(), columns).map_err(|error| error::setting(error.to_string()))?);
        Ok(())
    }

    fn table(mut self) -> PyResult<Table> {
        if self.rows > 0 {
            self.cut()?;
        }
        Ok(Table::new(schema(), self.batches))
    }
}

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
            Failure::Unwanted => error::setting("the batch was broken off"),
        }
    }
}

/// How to solve a batch, and where its puzzles come from.
struct Work {
    session: Session<'static>,
    options: pencilmark::Options,
}

impl Work {
    fn new(
        kind: Option<String>,
        format: Option<String>,
        threads: usize,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let stop = StopSignal::default();
        let given = settings.map(PyDictMethods::copy).transpose()?;
        let mut method = "exact".to_owned();
        let mut limit = 2;
        if let Some(given) = &given {
            if let Some(asked) = given.get_item("method")? {
                method = asked.extract()?;
                given.del_item("method")?;
            }
            if let Some(asked) = given.get_item("limit")? {
                limit = asked.extract()?;
                given.del_item("limit")?;
            }
        }
        let options = options::solving(&method, limit, given.as_ref(), &stop)?;
        let reading = options::reading(kind, format, None)?;
        Ok(Self { session: Session { reading, threads, stop, ..Session::default() }, options })
    }

    fn run(&self, input: Input, mut show: impl FnMut(Option<Rows>) -> Result<(), Failure>) -> Result<(), Failure> {
        let (plans, limit) = (Plans::of(self.options.clone()), self.options.limit);
        let session = Session { plans: Some(&plans), ..self.session.clone() };
        let work = |item: &Item<'_>, rows: &mut Rows| rows.solve(item, &plans, limit).map_err(Failure::Batch);
        session.run(input, work, |event, _| match event {
            Event::Result(rows) => show(Some(rows)),
            Event::Idle => show(None),
        })?;
        Ok(())
    }
}

/// Solves the texts of an Arrow array, or of rows of bytes (a pair of them and their width), into a table.
#[pyfunction]
#[pyo3(signature = (puzzles, *, kind=None, format=None, threads=0, progress=None, **settings))]
pub(crate) fn solve_table(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    kind: Option<String>,
    format: Option<String>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let work = Work::new(kind, format, threads, settings)?;
    let chunks: Vec<Arc<dyn Texts>> = match puzzles.extract::<(Vec<u8>, usize)>() {
        Ok((bytes, width)) => vec![fixed(bytes, width)?],
        Err(_) => imported(puzzles)?.into_iter().map(texts).collect::<PyResult<_>>()?,
    };
    let mut chunks = chunks.into_iter();
    let mut builder = Builder::new();
    let mut told = std::time::Instant::now();
    let mut more = 0;
    py.detach(|| {
        work.run(Input::each(move || chunks.next()), |rows| {
            if let Some(rows) = rows {
                more += rows.ends.len();
                builder.add(&rows)?;
            }
            // Results come by the thousand in a second: the lock is asked for now and then.
            if told.elapsed() >= PACE {
                told = std::time::Instant::now();
                Python::attach(|py| tell(py, progress.as_ref(), std::mem::take(&mut more)))?;
            }
            Ok(())
        })
    })?;
    tell(py, progress.as_ref(), more)?;
    builder.table()
}

/// Solves what an iterable has, texts or puzzles, and hands out a record for each, in order. Only some of them are held at a time.
#[pyfunction]
#[pyo3(signature = (puzzles, *, kind=None, format=None, threads=0, progress=None, **settings))]
pub(crate) fn solve_batch(
    puzzles: &Bound<'_, PyAny>,
    kind: Option<String>,
    format: Option<String>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Batch> {
    let work = Work::new(kind, format, threads, settings)?;
    let failure = Arc::new(Mutex::new(None));
    let stop = work.session.stop.clone();
    let (send, receive) = sync_channel(WAITING);
    let (items, failed) = (puzzles.try_iter()?.unbind(), Arc::clone(&failure));
    let session = std::thread::Builder::new().spawn(move || {
        let next = {
            let failed = Arc::clone(&failed);
            move || Python::attach(|py| taken(items.bind(py), &failed))
        };
        let sent = work.run(Input::each(next), |rows| pass_on(&send, rows));
        if let Err(error) = sent
            && !matches!(error, Failure::Unwanted)
        {
            keep(&failed, error.into());
        }
    })?;
    drop(session);
    Ok(Batch { results: Mutex::new((receive, Rows::default(), 0)), failure, stop, progress })
}

fn keep(failure: &Mutex<Option<PyErr>>, error: PyErr) {
    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

fn pass_on(send: &SyncSender<Rows>, rows: Option<Rows>) -> Result<(), Failure> {
    match rows {
        Some(rows) => send.send(rows).map_err(|_| Failure::Unwanted),
        None => Ok(()),
    }
}

/// The next texts of an iterator; an exception of its own ends it and is kept.
fn taken(items: &Bound<'_, PyIterator>, failure: &Mutex<Option<PyErr>>) -> Option<Arc<dyn Texts>> {
    let mut texts = Vec::with_capacity(TAKEN);
    for item in items.clone().take(TAKEN) {
        let text = item.and_then(|item| match (item.cast::<PyString>(), item.cast::<Puzzle>()) {
            (Ok(text), _) => Ok(text.to_string()),
            (_, Ok(puzzle)) => Ok(serde_json::Value::Object(puzzle.get().0.to_json()).to_string()),
            _ => Err(pyo3::exceptions::PyTypeError::new_err(format!(
                "a puzzle is a text or a Puzzle, and this is {}",
                item.get_type().name()?
            ))),
        });
        match text {
            Ok(text) => texts.push(text),
            Err(error) => {
                keep(failure, error);
                break;
            }
        }
    }
    if texts.is_empty() { None } else { Some(Arc::new(texts)) }
}

/// The results of a batch that is being worked on.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Batch {
    /// What comes, what has come, and the place of the next.
    results: Mutex<(Receiver<Rows>, Rows, usize)>,
    failure: Arc<Mutex<Option<PyErr>>>,
    stop: StopSignal,
    progress: Option<Py<PyAny>>,
}

#[pymethods]
impl Batch {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            let next = py.detach(|| {
                let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
                let (receive, rows, place) = &mut *results;
                if *place < rows.ends.len() {
                    *place += 1;
                    return Ok((Some(rows.row(*place - 1)), 0));
                }
                receive.recv_timeout(PACE).map(|more| {
                    let count = more.ends.len();
                    (*rows, *place) = (more, 0);
                    (None, count)
                })
            });
            match next {
                Ok((Some(row), _)) => return object::record(py, "Solved", &row).map(Some),
                Ok((None, more)) => tell(py, self.progress.as_ref(), more)?,
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
                    return failure.map_or(Ok(None), Err);
                }
            }
        }
    }
}

/// Nobody wants the rest.
impl Drop for Batch {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
