//! Where puzzles come from: texts, files, built-in sets and generators.

use std::path::PathBuf;

use pencilmark::batch::{Event, Order, Tasks};
use pencilmark::registry::Generator;
use pencilmark::{Budget, Puzzle as Inner, Settings, Spec, StopSignal, read as reading, registry};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use serde_json::{Map, Value};

use crate::options::wholes;
use crate::puzzle::Puzzle;
use crate::wait::tell;
use crate::{data, error, options};

/// Reads one puzzle from a text, in any format of any kind, or of the `kind` and in the `format` given. Other keyword arguments are settings of the kind that
/// the text leaves open, such as `stars`.
///
/// Also reads a grid: a two-dimensional numpy array or a list of rows. A grid is a Sudoku unless
/// `kind` says otherwise; 0, None and NaN are empty cells.
///
/// >>> parse([[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]]).convert("line")
/// '.1.....23.....3.'
/// >>> parse("sudoku/4/4/g1k23k3g")
/// <Puzzle: Sudoku 4×4>
/// >>> parse("8x8:123")
/// Traceback (most recent call last):
///     ...
/// pencilmark_puzzles.errors.ParseError: text:1:8: ...
#[pyfunction]
#[pyo3(signature = (text, *, kind=None, format=None, **settings))]
pub(crate) fn parse(
    text: &Bound<'_, PyAny>,
    kind: Option<String>,
    format: Option<String>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    if let Ok(text) = text.cast::<PyString>() {
        let options = options::reading(kind, format, settings)?;
        return Inner::parse_with("text", &text.to_cow()?, &options).map(Puzzle).map_err(|error| error::parse(&error));
    }
    if format.is_some() {
        return Err(error::setting("only a text has a `format`; leave it out for a grid"));
    }
    let options = options::reading(kind.or_else(|| Some(GRID.to_owned())), None, settings)?;
    let is_other = text.is_instance_of::<PyDict>() || text.is_instance_of::<PyBytes>();
    let grid = if is_other { None } else { Some(data::grid(text)?) };
    let Some(Value::Array(rows)) = grid.filter(is_rows) else {
        let what = "a puzzle is a text, or a grid of numbers: rows of cells; Puzzle.from_dict() reads a dictionary";
        return Err(PyTypeError::new_err(what));
    };
    let object = Map::from_iter([(data::GRID.to_owned(), Value::Array(rows))]);
    Inner::from_json("grid", &object, &options).map(Puzzle).map_err(|error| error::data(&error))
}

fn is_rows(grid: &Value) -> bool {
    grid.as_array().is_some_and(|rows| rows.iter().all(Value::is_array))
}

/// The default kind of a grid of numbers.
const GRID: &str = "sudoku";

/// Reads all puzzles of a file. Keyword arguments are those of `parse`.
#[pyfunction]
#[pyo3(signature = (path, *, kind=None, format=None, **settings))]
pub(crate) fn read(
    path: PathBuf,
    kind: Option<String>,
    format: Option<String>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Puzzle>> {
    let options = options::reading(kind, format, settings)?;
    let (name, bytes) =
        (path.to_string_lossy().into_owned(), std::fs::read(&path).map_err(|error| error::file(&path, &error))?);
    let text = reading::decode(&name, &bytes).map_err(|error| error::parse(&error))?;
    let puzzles = reading::read(&name, &text, &options);
    if puzzles.is_empty() {
        return Err(error::parse(&reading::no_puzzle(&name)));
    }
    puzzles.into_iter().map(|puzzle| puzzle.map(Puzzle).map_err(|error| error::parse(&error))).collect()
}

/// The puzzles of a built-in set.
///
/// >>> corpus("sudoku/small")[0].shape
/// (4, 4)
#[pyfunction]
pub(crate) fn corpus(name: &str) -> PyResult<Vec<Puzzle>> {
    let known = || pencilmark::corpus::sets().map(pencilmark::corpus::Set::name).collect::<Vec<_>>().join(", ");
    let missing = || error::setting(format!("there is no built-in set `{name}`; choose one of {}", known()));
    Ok(pencilmark::corpus::set(name).ok_or_else(missing)?.into_iter().map(Puzzle).collect())
}

/// The generator of a kind, with these settings.
fn generator(kind: &str, settings: &Settings, budget: Budget) -> PyResult<Generator> {
    let entry = options::kind(kind)?;
    let settings = registry::settings_to_generate(kind, settings);
    let made = settings.and_then(|settings| Generator::new(entry, &Spec { settings, budget, ..Spec::default() }));
    made.map_err(|error| error::generate(&error))
}

/// Makes `n` puzzles of a kind, on several threads.
#[pyfunction]
#[pyo3(signature = (kind, n, *, seed=0, skip=0, threads=0, seconds=None, progress=None, **settings))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn generate(
    py: Python<'_>,
    kind: &str,
    #[pyo3(from_py_with = wholes::n)] n: usize,
    #[pyo3(from_py_with = wholes::seed)] seed: u64,
    #[pyo3(from_py_with = wholes::skip)] skip: u64,
    #[pyo3(from_py_with = wholes::threads)] threads: usize,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Puzzle>> {
    let stop = StopSignal::default();
    let time = seconds.map(options::duration).transpose()?;
    let budget = Budget { time, stop: stop.clone(), ..Budget::default() };
    let generator = generator(kind, &options::settings(settings)?, budget)?;
    let mut puzzles = Vec::new();
    let tasks = Tasks { total: n, threads, stop: &stop, order: Order::Input };
    py.detach(|| {
        let make = |number: usize| generator.generate(seed, skip.saturating_add(number as u64));
        tasks.run(make, |event, _| {
            let mut more = 0;
            if let Event::Result((_, made)) = event {
                puzzles.push(Puzzle(made.map_err(|error| error::generate(&error))?.puzzle));
                more = 1;
            }
            Python::attach(|py| tell(py, progress.as_ref(), more))
        })
    })?;
    Ok(puzzles)
}
