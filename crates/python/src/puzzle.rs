//! One puzzle of any kind.

use std::path::PathBuf;

use pencilmark::batch::{Event, Order, Tasks};
use pencilmark::record::{Goal, Origin, Record};
use pencilmark::render::{self, Scheme, SvgStyle, TextStyle};
use pencilmark::teach::{ExplainRecord, GradeRecord, HintRecord};
use pencilmark::{Answer, Budget, Grid, Puzzle as Inner, Settings, Spec, StopSignal, read as reading, registry};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::object::{from_json, object, record};
use crate::wait::{interruptible, tell};
use crate::{error, options};

/// A puzzle of any kind, with the name, solution and entries that its text may carry. It cannot be changed.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Puzzle(pub(crate) Inner);

/// Rows of cells as an answer to this puzzle.
fn answer(puzzle: &Inner, rows: &[Vec<i32>]) -> PyResult<Answer> {
    let (height, width) = puzzle.shape();
    let cells: Vec<i32> = rows.iter().flatten().copied().collect();
    let grid = Grid::new(height, width, cells).filter(|_| rows.iter().all(|row| row.len() == width));
    grid.ok_or_else(|| error::setting(format!("a solution of this puzzle has {height} rows of {width} cells")))
}

#[pymethods]
impl Puzzle {
    /// Its kind, such as `sudoku`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().id
    }

    /// Its name, if its text has one.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.id()
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.0.shape()
    }

    /// Kind, size and name in words.
    #[getter]
    fn title(&self) -> String {
        self.0.title()
    }

    /// The formats that it can be written in.
    #[getter]
    fn formats(&self) -> Vec<&'static str> {
        self.0.formats()
    }

    #[pyo3(signature = (method="exact", *, limit=2, **settings))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        limit: usize,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let options = options::solving(method, limit, settings, &stop)?;
        let plan = options.plan(self.0.kind()).map_err(|error| error::solve(&error))?;
        let report = interruptible(py, &stop, || self.0.solve_with(&plan))?.map_err(|error| error::solve(&error))?;
        record(py, "Report", &Record::of(Origin::default(), &self.0, &report, Goal::of_limit(limit), &plan))
    }

    #[pyo3(signature = (limit=1000, method="exact", **settings))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        limit: usize,
        method: &str,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let options = pencilmark::Options { keep: 1, ..options::solving(method, limit, settings, &stop)? };
        let plan = options.plan(self.0.kind()).map_err(|error| error::solve(&error))?;
        let report = interruptible(py, &stop, || self.0.solve_with(&plan))?.map_err(|error| error::solve(&error))?;
        record(py, "Report", &Record::of(Origin::default(), &self.0, &report, Goal::Number, &plan))
    }

    #[pyo3(signature = (method="exact", **settings))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let options = options::solving(method, 2, settings, &stop)?;
        let plan = options.plan(self.0.kind()).map_err(|error| error::solve(&error))?;
        let check = interruptible(py, &stop, || self.0.check_with(&plan))?.map_err(|error| error::solve(&error))?;
        record(py, "Report", &Record::of_check(Origin::default(), &self.0, &check, &plan))
    }

    /// What is wrong with an answer, given as rows of cells, by the rule book; None if it solves the puzzle.
    fn judge(&self, solution: Vec<Vec<i32>>) -> PyResult<Option<String>> {
        Ok(self.0.judge(&answer(&self.0, &solution)?).err().map(|reason| reason.text))
    }

    #[pyo3(signature = (*, all=false, **settings))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        all: bool,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let course = options::course(settings, &stop)?;
        let hint = interruptible(py, &stop, || self.0.hint(&course, all))?.map_err(|error| error::solve(&error))?;
        record(py, "Hint", &HintRecord::of(&hint, &course, all))
    }

    #[pyo3(signature = (*, from_position=false, **settings))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        from_position: bool,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let course = options::course(settings, &stop)?;
        let told = interruptible(py, &stop, || self.0.explain(&course, from_position))?;
        record(py, "Explanation", &ExplainRecord::of(&told.map_err(|error| error::solve(&error))?, &course))
    }

    #[pyo3(signature = (*, ratings=true, **settings))]
    fn grade<'py>(
        &self,
        py: Python<'py>,
        ratings: bool,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let course = pencilmark::teach::Course { ratings, ..options::course(settings, &stop)? };
        let grade = interruptible(py, &stop, || self.0.grade(&course))?.map_err(|error| error::solve(&error))?;
        record(py, "Grade", &GradeRecord::of(&grade))
    }

    /// The puzzle in a format of its kind.
    fn convert(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        if format == registry::CANDIDATES.0 {
            return Ok(self.0.write_candidates());
        }
        let refused = || {
            let known = self.0.formats().join(", ");
            error::setting(format!("{} cannot be written as `{format}`; choose one of {known}", self.0.title()))
        };
        if !self.0.formats().contains(&format) {
            return Err(refused());
        }
        if let Some(text) = self.0.write(format) {
            return Ok(text);
        }
        // Some formats hold the solution, too.
        let stop = StopSignal::default();
        let options = options::solving("exact", 1, None, &stop)?;
        let report = interruptible(py, &stop, || self.0.solve(&options))?.map_err(|error| error::solve(&error))?;
        let solved = report.solution().and_then(|solution| self.0.with_solution(solution.clone()).write(format));
        solved.ok_or_else(refused)
    }

    /// The drawing as text or SVG; with a solution filled in, or with what is still possible.
    #[pyo3(signature = (format="text", *, solution=None, marks=false, ascii=false))]
    fn render(&self, format: &str, solution: Option<Vec<Vec<i32>>>, marks: bool, ascii: bool) -> PyResult<String> {
        let filled = solution.map(|rows| answer(&self.0, &rows)).transpose()?;
        let board = if marks { self.0.marked_board(&self.0.marks()) } else { self.0.board(filled.as_ref()) };
        match format {
            "text" => Ok(render::text(&board, &TextStyle { ascii, ..TextStyle::default() })),
            "svg" => {
                let style = SvgStyle { scheme: Scheme::Light, title: self.0.title(), ..SvgStyle::default() };
                Ok(render::svg(&board, &style))
            }
            _ => Err(error::setting(format!("a drawing cannot be `{format}`; choose text or svg"))),
        }
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.render("svg", None, false, false)
    }

    /// What is still possible in each cell, as rows of lists.
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.0.marks())
    }

    /// The puzzle as a dictionary: what `convert("json")` writes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::Value::Object(self.0.to_json()))
    }

    /// An equivalent puzzle: turned, reflected, renumbered.
    #[pyo3(signature = (seed=0, index=0))]
    fn vary(&self, seed: u64, index: u64) -> Self {
        Self(self.0.varied(seed, index))
    }

    /// The form that all equivalent puzzles have in common; None if it is not known.
    fn canonical(&self) -> Option<Self> {
        self.0.canonical().map(Self)
    }

    fn __str__(&self) -> PyResult<String> {
        self.render("text", None, false, false)
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle: {}>", self.0.title())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0.same_as(&other.get().0))
    }

    fn __hash__(&self) -> u64 {
        self.0.hash() as u64
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let parse = PyType::new::<Self>(py).getattr("_parse")?;
        Ok((parse, (serde_json::Value::Object(self.0.to_json()).to_string(),)))
    }

    /// For pickles.
    #[staticmethod]
    fn _parse(text: &str) -> PyResult<Self> {
        Inner::parse(text).map(Self).map_err(|error| error::parse(&error))
    }
}

/// Reads one puzzle from a text.
#[pyfunction]
#[pyo3(signature = (text, *, kind=None, format=None, **settings))]
pub(crate) fn parse(
    text: &str,
    kind: Option<String>,
    format: Option<String>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    let options = options::reading(kind, format, settings)?;
    Inner::parse_with("text", text, &options).map(Puzzle).map_err(|error| error::parse(&error))
}

/// Reads all puzzles of a file.
#[pyfunction]
#[pyo3(signature = (path, *, kind=None, format=None, **settings))]
pub(crate) fn read(
    path: PathBuf,
    kind: Option<String>,
    format: Option<String>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Puzzle>> {
    let options = options::reading(kind, format, settings)?;
    let (name, bytes) = (path.to_string_lossy().into_owned(), std::fs::read(&path)?);
    let text = reading::decode(&name, &bytes).map_err(|error| error::parse(&error))?;
    let puzzles = reading::read(&name, &text, &options);
    if puzzles.is_empty() {
        return Err(error::parse(&reading::no_puzzle(&name)));
    }
    puzzles.into_iter().map(|puzzle| puzzle.map(Puzzle).map_err(|error| error::parse(&error))).collect()
}

/// The puzzles of a built-in set, such as `sudoku/normal`.
#[pyfunction]
pub(crate) fn corpus(name: &str) -> PyResult<Vec<Puzzle>> {
    let known = || pencilmark::corpus::sets().map(pencilmark::corpus::Set::name).collect::<Vec<_>>().join(", ");
    let missing = || error::setting(format!("there is no built-in set `{name}`; choose one of {}", known()));
    Ok(pencilmark::corpus::set(name).ok_or_else(missing)?.into_iter().map(Puzzle).collect())
}

/// What a generator is asked, and by which kind.
pub(crate) fn spec(kind: &str, settings: &Settings) -> PyResult<(&'static registry::KindEntry, Spec)> {
    let entry = registry::kind(kind).ok_or_else(|| {
        let known = registry::kind_names().collect::<Vec<_>>().join(", ");
        error::setting(format!("there is no kind `{kind}`; choose one of {known}"))
    })?;
    let settings = registry::settings_to_generate(kind, settings).map_err(|error| error::generate(&error))?;
    settings.check(entry.info).map_err(|error| error::generate(&error.into()))?;
    Ok((entry, Spec { settings, ..Spec::default() }))
}

/// Makes `n` puzzles of a kind, on several threads.
#[pyfunction]
#[pyo3(signature = (kind, n, *, seed=0, skip=0, threads=0, seconds=None, progress=None, **settings))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn generate(
    py: Python<'_>,
    kind: &str,
    n: usize,
    seed: u64,
    skip: u64,
    threads: usize,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Puzzle>> {
    let stop = StopSignal::default();
    let (entry, spec) = spec(kind, &options::settings(settings)?)?;
    let time = seconds.map(options::duration).transpose()?;
    let spec = Spec { budget: Budget { time, stop: stop.clone(), ..Budget::default() }, ..spec };
    let mut puzzles = Vec::new();
    let tasks = Tasks { total: n, threads, stop: &stop, order: Order::Input };
    py.detach(|| {
        let make = |number: usize| registry::generate(entry, &spec, seed, skip.saturating_add(number as u64));
        tasks.run(make, |event, _| {
            let mut more = 0;
            if let Event::Result((_, puzzle)) = event {
                puzzles.push(Puzzle(puzzle.map_err(|error| error::generate(&error))?));
                more = 1;
            }
            Python::attach(|py| tell(py, progress.as_ref(), more))
        })
    })?;
    Ok(puzzles)
}
