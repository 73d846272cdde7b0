//! One puzzle of any kind.

use pencilmark::read::ReadOptions;
use pencilmark::record::{Goal, Origin, Record};
use pencilmark::render::{self, Board, Scheme, SvgStyle, TextStyle};
use pencilmark::teach::{ExplainRecord, GradeRecord, HintRecord};
use pencilmark::{Answer, Grid, Options, Plan, Puzzle as Inner, SolveError, StopSignal, registry};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use serde::Serialize;
use serde_json::{Value, json};

use crate::object::{from_json, object, record};
use crate::options::wholes;
use crate::wait::interruptible;
use crate::{data, error, options, paper};

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

impl Puzzle {
    /// Draws the board, with a solution filled in or with the remaining candidates.
    fn drawn(&self, solution: Option<Vec<Vec<i32>>>, marks: bool) -> PyResult<Board> {
        let filled = solution.map(|rows| answer(&self.0, &rows)).transpose()?;
        Ok(if marks { self.0.marked_board(&self.0.marks()) } else { self.0.board(filled.as_ref()) })
    }

    /// Wraps a report about this puzzle, so that a notebook shows it as a solved board.
    fn report<'py>(&self, py: Python<'py>, of: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
        let report = record(py, "Report", of)?;
        report.setattr("_puzzle", Self(self.0.clone()))?;
        Ok(report)
    }

    /// Makes the plan of a solve, and works by it; Ctrl-C stops that.
    fn by_plan<T: Send>(
        &self,
        py: Python<'_>,
        options: &Options,
        work: impl FnOnce(&Plan) -> Result<T, SolveError> + Send,
    ) -> PyResult<(T, Plan)> {
        let plan = options.plan(self.0.kind()).map_err(|error| error::solve(&error))?;
        let done = interruptible(py, &options.budget.stop, || work(&plan))?.map_err(|error| error::solve(&error))?;
        Ok((done, plan))
    }
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

    /// Looks for solutions, up to `limit`: two show that a puzzle has several.
    ///
    /// `method` is one of `methods()`, and its settings are keyword arguments. So are what it may spend (`seconds`, `nodes`, `checks`, `evaluations`,
    /// `states`), `seed`, `model`, `preset`, and `from_position`, with which it goes on from what has been entered.
    ///
    /// >>> puzzle = parse("sudoku/4/4/g1k23k3g")
    /// >>> report = puzzle.solve()
    /// >>> report.outcome, report.is_unique, report.solution
    /// ('solved', True, [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]])
    /// >>> puzzle.solve("backtracking", order="in-order", inference="none", nodes=5).outcome
    /// 'gave-up'
    /// >>> puzzle.solve("backtracking", ordre="mrv")
    /// Traceback (most recent call last):
    ///     ...
    /// pencilmark_puzzles.errors.SettingError: method `backtracking` has no parameter `ordre`; ...
    #[pyo3(signature = (method="exact", *, limit=2, **settings))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        #[pyo3(from_py_with = wholes::limit)] limit: usize,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let options = options::solving(method, limit, settings, &stop)?;
        let (report, plan) = self.by_plan(py, &options, |plan| self.0.solver().plan(plan).run())?;
        self.report(py, &Record::of(Origin::default(), &self.0, &report, Goal::of_limit(limit), &plan))
    }

    /// Counts solutions, up to `limit`. Keyword arguments are those of `solve`.
    ///
    /// >>> report = parse("1..............4").count()
    /// >>> report.solutions, report.exhausted
    /// (18, True)
    #[pyo3(signature = (limit=1000, method="exact", **settings))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = wholes::limit)] limit: usize,
        method: &str,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let options = options::solving(method, limit, settings, &stop)?.keep(1);
        let (report, plan) = self.by_plan(py, &options, |plan| self.0.solver().plan(plan).run())?;
        self.report(py, &Record::of(Origin::default(), &self.0, &report, Goal::Number, &plan))
    }

    /// Says whether the puzzle has one solution, several (and where two differ) or none (and why). Keyword arguments are those of `solve`.
    ///
    /// >>> parse("sudoku/4/4/g1k23k3g").check().verdict
    /// 'unique'
    /// >>> parse("11..............").check().verdict
    /// 'none'
    #[pyo3(signature = (method="exact", **settings))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let options = options::solving(method, 2, settings, &stop)?;
        let (check, plan) = self.by_plan(py, &options, |plan| self.0.check_with(plan))?;
        self.report(py, &Record::of_check(Origin::default(), &self.0, &check, &plan))
    }

    /// Says whether an answer, given as rows of cells, solves the puzzle by the rule book. The result is true if it does, and has the `reason` if not.
    ///
    /// >>> judgement = parse("sudoku/4/4/g1k23k3g").judge([[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 3]])
    /// >>> bool(judgement), judgement.reason.text
    /// (False, 'row 4 has 3 twice: r4c3 and r4c4')
    fn judge<'py>(&self, py: Python<'py>, solution: Vec<Vec<i32>>) -> PyResult<Bound<'py, PyAny>> {
        let reason = self.0.judge(&answer(&self.0, &solution)?).err();
        record(py, "Judgement", &json!({ "right": reason.is_none(), "reason": reason }))
    }

    /// For `Report.solution_text`.
    fn _write(&self, solution: Vec<Vec<i32>>) -> PyResult<String> {
        Ok(pencilmark::record::answer_text(&self.0, &answer(&self.0, &solution)?))
    }

    /// The easiest next step for somebody who is stuck, or with `all` every step of the easiest technique that helps; or the mistakes made so far.
    ///
    /// `only` and `without` are lists of techniques that may and may not be used, `uniqueness` allows those that assume a single solution, and `seconds`
    /// limits the time.
    ///
    /// >>> step = parse("sudoku/4/4/g1k23k3g").hint().step
    /// >>> step.technique, step.text[-1]
    /// ('hidden-single', 'Box 2 needs a 1. The 1 in r1c2 rules out every other empty cell of the box. So r2c3 is 1.')
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
        record(py, "Hint", &HintRecord::of(&self.0, &hint, &course, all))
    }

    /// The way to the solution, step by step: the easiest at every point. Keyword arguments are those of `hint`.
    ///
    /// >>> explanation = parse("sudoku/4/4/g1k23k3g").explain()
    /// >>> explanation.solved, len(explanation.steps) > 5
    /// (True, True)
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

    /// How hard the puzzle is: a level from 1 to 6 and a score; for 9x9 Sudoku also the ratings of Sudoku Explainer, unless `ratings` is False. Other keyword
    /// arguments are those of `hint`.
    ///
    /// >>> parse("sudoku/4/4/g1k23k3g").grade().level
    /// 1
    #[pyo3(signature = (*, ratings=true, **settings))]
    fn grade<'py>(
        &self,
        py: Python<'py>,
        ratings: bool,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopSignal::default();
        let course = options::course(settings, &stop)?.ratings(ratings);
        let grade = interruptible(py, &stop, || self.0.grade(&course))?.map_err(|error| error::solve(&error))?;
        record(py, "Grade", &GradeRecord::of(&grade))
    }

    /// The puzzle in one of its `formats`.
    ///
    /// >>> parse("sudoku/4/4/g1k23k3g").convert("line")
    /// '.1.....23.....3.'
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
        let report = interruptible(py, &stop, || self.0.solver().options(&options).run())?
            .map_err(|error| error::solve(&error))?;
        let solved = report.solution().and_then(|solution| self.0.with_solution(solution.clone()).write(format));
        solved.ok_or_else(refused)
    }

    /// The drawing as text or SVG; with a solution filled in, or with what is still possible.
    #[pyo3(signature = (format="text", *, solution=None, marks=false, ascii=false))]
    fn render(&self, format: &str, solution: Option<Vec<Vec<i32>>>, marks: bool, ascii: bool) -> PyResult<String> {
        let board = self.drawn(solution, marks)?;
        match format {
            "text" => Ok(render::text(&board, &TextStyle { ascii, ..TextStyle::default() })),
            "svg" => {
                let style = SvgStyle { scheme: Scheme::Light, title: self.0.title(), ..SvgStyle::default() };
                Ok(render::svg(&board, &style))
            }
            _ => Err(error::setting(format!("a drawing cannot be `{format}`; choose text or svg, or call to_png()"))),
        }
    }

    /// Draws the board as a PNG file, `width` pixels wide, with a solution filled in or with the
    /// remaining candidates.
    ///
    /// >>> parse("sudoku/4/4/g1k23k3g").to_png(width=200)[1:4]
    /// b'PNG'
    #[pyo3(signature = (*, solution=None, marks=false, width=None))]
    fn to_png<'py>(
        &self,
        py: Python<'py>,
        solution: Option<Vec<Vec<i32>>>,
        marks: bool,
        #[pyo3(from_py_with = wholes::width)] width: Option<u32>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let board = self.drawn(solution, marks)?;
        Ok(PyBytes::new(py, &py.detach(|| paper::png(&board, width))?))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.render("svg", None, false, false)
    }

    /// What is still possible in each cell, as rows of lists.
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.0.marks())
    }

    /// Makes a puzzle of a dictionary, as `to_dict` returns it and `docs/schema/puzzle.schema.json` describes it. Boards may be lists or numpy arrays; in a
    /// `grid`, 0, None and NaN are empty cells. For a grid alone, see `parse`.
    ///
    /// >>> Puzzle.from_dict({"kind": "kenken", "size": 3, "cages": [
    /// ...     {"op": "+", "target": 6, "cells": [[row, 0], [row, 1], [row, 2]]} for row in range(3)]})
    /// <Puzzle: KenKen 3×3>
    /// >>> Puzzle.from_dict({"kind": "hitori", "grid": [[1, 2], [2, "?"]]})
    /// Traceback (most recent call last):
    ///     ...
    /// pencilmark_puzzles.errors.ParseError: `grid[1][1]`: ...
    #[staticmethod]
    fn from_dict(data: &Bound<'_, PyDict>) -> PyResult<Self> {
        let object = data::object(data)?;
        Inner::from_json("data", &object, &ReadOptions::default()).map(Self).map_err(|error| error::data(&error))
    }

    /// The puzzle as a dictionary: what `convert("json")` writes and `from_dict` reads.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &Value::Object(self.0.to_json()))
    }

    /// An equivalent puzzle: turned, reflected, renumbered.
    #[pyo3(signature = (seed=0, index=0))]
    fn vary(
        &self,
        #[pyo3(from_py_with = wholes::seed)] seed: u64,
        #[pyo3(from_py_with = wholes::index)] index: u64,
    ) -> Self {
        Self(self.0.transformed(seed, index))
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
        other.cast::<Self>().is_ok_and(|other| self.0.has_same_clues(&other.get().0))
    }

    fn __hash__(&self) -> u64 {
        self.0.digest() as u64
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((PyType::new::<Self>(py).getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}
