//! Experiments: methods on the same puzzles, seeds and budgets, with records and a report.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError};

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use pencilmark::guest::Guest;
use pencilmark::{MethodChoice, StopSignal};
use pencilmark_lab::document::Document;
use pencilmark_lab::{
    Arm, Experiment as Asked, ExperimentReport, Instance, LabError, Limits, Manifest, Plan, Record, columns, files,
    run_in_memory,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::column::{array, field};
use crate::error;
use crate::method::{Function, Shared};
use crate::options::wholes;
use crate::puzzle::Puzzle;
use crate::table::Table;
use crate::wait::{interruptible, tell};

/// An experiment that was run.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Experiment {
    plan: Plan,
    manifest: Manifest,
    records: Vec<Record>,
    table: PyOnceLock<Py<Table>>,
    report: OnceLock<ExperimentReport>,
}

impl Experiment {
    fn report(&self) -> &ExperimentReport {
        self.report.get_or_init(|| pencilmark_lab::report(&self.plan, &self.manifest, &self.records))
    }

    fn table(&self) -> PyResult<Table> {
        let factors: Vec<String> = self.plan.experiment.factors.keys().cloned().collect();
        let columns = columns(&factors);
        let fields: Vec<_> = columns.iter().map(field).collect();
        let arrays = columns.iter().map(|column| array(column, &column.values(&self.records))).collect();
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema.clone(), arrays).map_err(|error| Table::unfit(&error))?;
        Ok(Table::new(schema, vec![batch]))
    }
}

#[pymethods]
impl Experiment {
    /// A row for every run, in the order of the plan.
    #[getter]
    fn records(&self, py: Python<'_>) -> PyResult<Py<Table>> {
        let table = self.table.get_or_try_init(py, || Py::new(py, self.table()?))?;
        Ok(table.clone_ref(py))
    }

    /// What can be concluded, as text.
    #[getter]
    fn summary(&self, py: Python<'_>) -> String {
        py.detach(|| text(&self.report().summary))
    }

    /// The whole report: `html`, `markdown` or `text`.
    #[pyo3(signature = (format="markdown"))]
    fn report_as(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let written = |write: fn(&Document) -> String| py.detach(|| write(&self.report().full));
        match format {
            "html" => Ok(written(Document::html)),
            "markdown" => Ok(written(Document::markdown)),
            "text" => Ok(written(text)),
            _ => Err(error::setting(format!("a report cannot be `{format}`; choose html, markdown or text"))),
        }
    }

    /// Writes what the command would leave: records, puzzles, manifest and report. The folder must not have an experiment yet; if not all can be written,
    /// nothing is.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let mut records = self.records.clone();
        let made = py.detach(|| files(&self.plan, self.manifest.clone(), &mut records, &StopSignal::default()));
        let made = made.map_err(|error| error::lab(&error))?.1;
        std::fs::create_dir_all(&folder).map_err(|error| error::file(&folder, &error))?;
        for (place, file) in made.iter().enumerate() {
            let path = folder.join(file.name);
            let new = std::fs::File::create_new(&path);
            let is_new = new.is_ok();
            if let Err(error) = new.and_then(|mut new| std::io::Write::write_all(&mut new, &file.bytes)) {
                for written in &made[..place + usize::from(is_new)] {
                    // What cannot be removed either is not worth another exception.
                    let _ = std::fs::remove_file(folder.join(written.name));
                }
                return Err(error::file(&path, &error));
            }
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        let (arms, puzzles) = (self.plan.arms.len(), self.plan.instances.len());
        format!("<Experiment: {arms} arms on {puzzles} puzzles, {} runs>", self.records.len())
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        py.detach(|| self.report().summary.html_part())
    }
}

/// A document in lines of at most a hundred columns.
fn text(document: &Document) -> String {
    let lines: Vec<String> = document.terminal(100).into_iter().map(|(_, line)| line).collect();
    lines.join("\n")
}

/// The arm of a method: its name with settings, or a `Method` of the package.
fn arm(method: &Bound<'_, PyAny>, shared: &Shared) -> PyResult<Arm> {
    if let Ok(text) = method.cast::<PyString>() {
        return Arm::parse(&text.to_string()).map_err(|error| error::lab(&error));
    }
    let guest: Arc<dyn Guest> = Arc::new(Function::new(method, shared)?);
    Ok(Arm::of(MethodChoice::from(guest)))
}

/// The arms of methods, all with the same limits and seeds.
fn arms(
    methods: &[Bound<'_, PyAny>],
    (seeds, first_seed): (u64, u64),
    (checks, nodes, evaluations, seconds): Budget,
    prove: bool,
    shared: &Shared,
) -> PyResult<Vec<Arm>> {
    if prove && methods.iter().any(|method| !method.is_instance_of::<PyString>()) {
        return Err(error::experiment(
            "a function returns one board, which proves nothing; leave out prove=True, or the functions",
        ));
    }
    let limits = Limits { checks, nodes, evaluations, seconds, ..Limits::default() };
    let usual = Limits { checks: Some(pencilmark_lab::DEFAULT_CHECKS), ..Limits::default() };
    let limits = if limits.has_effort() { limits } else { limits.or(usual) };
    let solutions = if prove { 2 } else { 1 };
    let arm = |method| Ok(Arm { limits, seeds, first_seed, solutions, ..arm(method, shared)? });
    methods.iter().map(arm).collect()
}

/// Checks, nodes, evaluations and seconds.
pub(crate) type Budget = (Option<u64>, Option<u64>, Option<u64>, Option<f64>);

/// Runs methods on the same puzzles. `toml` is a file with a whole experiment instead of puzzles and methods.
#[pyfunction]
#[pyo3(signature = (puzzles, methods, *, toml=None, name, seeds, first_seed, limits, prove, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn compare(
    py: Python<'_>,
    puzzles: Vec<PyRef<'_, Puzzle>>,
    methods: Vec<Bound<'_, PyAny>>,
    toml: Option<PathBuf>,
    name: &str,
    #[pyo3(from_py_with = wholes::seeds)] seeds: u64,
    #[pyo3(from_py_with = wholes::seed)] first_seed: u64,
    #[pyo3(from_py_with = wholes::limits)] limits: Budget,
    prove: bool,
    #[pyo3(from_py_with = wholes::threads)] threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Experiment> {
    let shared = Shared::default();
    let stop = &shared.stop;
    let plan = if let Some(path) = toml {
        let (asked, text) = Asked::read(&path).map_err(|error| error::lab(&error))?;
        let name = path.display().to_string();
        interruptible(py, stop, || Plan::new(asked, (&name, &text), threads, stop, &|_| ()))?
    } else {
        let instances = puzzles.iter().enumerate().map(|(place, puzzle)| {
            let id = puzzle.0.id().map_or_else(|| format!("puzzle {}", place + 1), str::to_owned);
            Instance::new(id, puzzle.0.kind().id, puzzle.0.clone())
        });
        Plan::of(name, instances.collect(), arms(&methods, (seeds, first_seed), limits, prove, &shared)?)
    };
    let plan = plan.map_err(|error| error::lab(&error))?;
    let manifest = Manifest::new(&plan, threads, vec!["pencilmark_puzzles.compare".to_owned()]);
    let (mut told, mut raised) = (0, None);
    let ran = py.detach(|| {
        run_in_memory(&plan, threads, stop, |records| {
            let more = records.len() - std::mem::replace(&mut told, records.len());
            if raised.is_none() {
                raised = Python::attach(|py| tell(py, progress.as_ref(), more)).err();
            }
            if raised.is_some() {
                stop.raise();
            }
        })
    });
    // What a function or a handler of signals raised comes first: the rest follows from it.
    let failure = shared.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(error) = failure.or(raised) {
        return Err(error);
    }
    let records = ran.and_then(|records| records.ok_or(LabError::Interrupted)).map_err(|error| error::lab(&error))?;
    Ok(Experiment { plan, manifest, records, table: PyOnceLock::new(), report: OnceLock::new() })
}
