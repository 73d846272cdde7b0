//! Puzzles on paper and as pictures: PDF sheets and PNG files.

use std::ffi::CString;

use pencilmark::batch::{Event, Order, Tasks};
use pencilmark::render::Board;
use pencilmark::teach::TeachOptions;
use pencilmark::{Budget, Caption, Puzzle as Inner, SolveError, StopSignal};
use pencilmark_print::{PngStyle, PrintItem, Sheet, Solutions};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::options::wholes;
use crate::puzzle::Puzzle;
use crate::wait::tell;
use crate::{error, options};

/// Draws a board as a PNG file.
pub(crate) fn png(board: &Board, width: Option<u32>) -> PyResult<Vec<u8>> {
    pencilmark_print::png(board, &PngStyle { width }).map_err(|error| error::setting(error.to_string()))
}

/// Parses an argument that is one of a few words, such as `a4`.
fn word<T: DeserializeOwned>(name: &str, text: &str) -> PyResult<T> {
    let refused = |why: serde_json::Error| error::setting(format!("`{name}` cannot be `{text}`: {why}"));
    serde_json::from_value(Value::from(text)).map_err(refused)
}

/// What to print with each puzzle of a sheet.
struct Wanted {
    course: TeachOptions,
    levels: bool,
    solutions: bool,
}

impl Wanted {
    fn caption(&self, puzzle: &Inner) -> Result<Caption, SolveError> {
        puzzle.caption(&self.course, self.levels, self.solutions)
    }
}

/// Warns about a puzzle on the sheet.
fn warn(py: Python<'_>, what: String) -> PyResult<()> {
    let what = CString::new(what).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &what, 1)
}

/// Prints puzzles as a PDF document and returns the bytes of the file.
///
/// `per_page` is 1, 2, 4, 6 or 9, `paper` is `a4` or `letter`, `solutions` is `end`, `below` or
/// `none`, and `rules` is `short`, `full` or `none`. `levels` prints how hard each puzzle is. If
/// levels or solutions are printed, a warning names each puzzle without exactly one solution; if it
/// has several, one of them is printed. `seconds` limits the time for each puzzle; if grading takes
/// longer, the puzzle is printed without a level, and a warning says so.
///
/// >>> sheet(corpus("sudoku/small")[:4], per_page=4, title="Monday")[:5]
/// b'%PDF-'
#[pyfunction]
#[pyo3(signature = (puzzles, *, title=None, per_page=None, paper="a4", large=false, solutions="end", rules="short", levels=true, threads=0, seconds=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn sheet<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    title: Option<String>,
    #[pyo3(from_py_with = wholes::per_page)] per_page: Option<u64>,
    paper: &str,
    large: bool,
    solutions: &str,
    rules: &str,
    levels: bool,
    #[pyo3(from_py_with = wholes::threads)] threads: usize,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let puzzles = all(puzzles)?;
    let per_page = per_page.map(|number| pencilmark_print::PerPage::try_from(number).map_err(error::setting));
    let solutions: Solutions = word("solutions", solutions)?;
    let sheet = Sheet {
        title,
        per_page: per_page.transpose()?,
        paper: word("paper", paper)?,
        large,
        solutions,
        rules: word("rules", rules)?,
        ..Sheet::default()
    };
    let (stop, time) = (StopSignal::default(), seconds.map(options::duration).transpose()?);
    let budget = Budget { time, stop: stop.clone(), ..Budget::default() };
    let course = TeachOptions::default().uniqueness(true).budget(budget);
    let wanted = Wanted { course, levels, solutions: solutions != Solutions::None };
    let tasks = Tasks { total: puzzles.len(), threads, stop: &stop, order: Order::Input };
    let printed = py.detach(|| {
        let mut entries = Vec::with_capacity(puzzles.len());
        tasks.run(
            |number: usize| wanted.caption(&puzzles[number]),
            |event, _| {
                let (mut more, mut warnings) = (0, Vec::new());
                if let Event::Result((number, caption)) = event {
                    let (puzzle, caption) = (&puzzles[number], caption.map_err(|error| error::solve(&error))?);
                    let place = format!("puzzle {}, {}", number + 1, puzzle.title());
                    warnings.extend(caption.notes().into_iter().map(|note| format!("{place}: {note}")));
                    entries.push(PrintItem::new(puzzle.clone(), &caption));
                    more = 1;
                }
                Python::attach(|py| {
                    warnings.into_iter().try_for_each(|what| warn(py, what))?;
                    tell(py, progress.as_ref(), more)
                })
            },
        )?;
        let chapters = Sheet::of(entries).chapters;
        let told = |error: pencilmark_print::SheetError| {
            let help = error.remedy().to_string();
            error::setting(if help.is_empty() { error.to_string() } else { format!("{error}; {help}") })
        };
        Sheet { chapters, ..sheet }.pdf().map_err(told)
    })?;
    Ok(PyBytes::new(py, &printed.bytes))
}

/// Collects the puzzles of an iterable.
pub(crate) fn all(puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<Inner>> {
    let inner = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        if let Ok(puzzle) = item.cast::<Puzzle>() {
            return Ok(puzzle.get().0.clone());
        }
        let what = item.get_type().name()?;
        Err(pyo3::exceptions::PyTypeError::new_err(format!("give puzzles; this is {what}: parse() reads one")))
    };
    puzzles.try_iter()?.map(inner).collect()
}

/// Drops puzzles that are equivalent to an earlier one: turned, reflected or renumbered, as the
/// rules of their kind allow.
///
/// Puzzles without a known canonical form (`puzzle.canonical()` is None) are compared as they are.
///
/// >>> puzzle = parse("sudoku/4/4/g1k23k3g")
/// >>> dedupe([puzzle, puzzle.vary(seed=1), puzzle.vary(seed=2)]) == [puzzle]
/// True
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=0))]
pub(crate) fn dedupe(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = wholes::threads)] threads: usize,
) -> PyResult<Vec<Puzzle>> {
    let (puzzles, stop) = (all(puzzles)?, StopSignal::default());
    let tasks = Tasks { total: puzzles.len(), threads, stop: &stop, order: Order::Input };
    let mut seen = std::collections::HashSet::new();
    let mut different = Vec::new();
    py.detach(|| {
        let form = |number: usize| {
            let puzzle = &puzzles[number];
            puzzle.canonical().as_ref().unwrap_or(puzzle).digest()
        };
        tasks.run(form, |event, _| {
            if let Event::Result((number, hash)) = event
                && seen.insert(hash)
            {
                different.push(Puzzle(puzzles[number].clone()));
            }
            Python::attach(|py| tell(py, None, 0))
        })
    })?;
    Ok(different)
}
