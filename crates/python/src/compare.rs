//! Experiments: methods on the same puzzles, seeds and budgets, with records and a report.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use pencilmark::guest::Guest;
use pencilmark::{MethodChoice, StopSignal};
use pencilmark_lab::{
    Arm, Experiment as Asked, Instance, LabError, Limits, Manifest, Plan, Progress, Record, Values, columns, files,
    run_plan,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arrow::Table;
use crate::error;
use crate::method::Function;
use crate::puzzle::Puzzle;
use crate::wait::{interruptible, tell};

/// An experiment that was run.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Experiment {
    plan: Plan,
    manifest: Manifest,
    records: Vec<Record>,
}

impl Experiment {
    fn report(&self) -> pencilmark_lab::ExperimentReport {
        pencilmark_lab::report(&self.plan, &self.manifest, &self.records)
    }

    fn table(&self) -> PyResult<Table> {
        let factors: Vec<String> = self.plan.experiment.factors.keys().cloned().collect();
        let (mut fields, mut arrays): (Vec<Field>, Vec<ArrayRef>) = (Vec::new(), Vec::new());
        for (name, values) in columns(&self.records, &factors) {
            let (array, data_type, nullable): (ArrayRef, _, _) = match values {
                Values::Text(texts) => (Arc::new(StringArray::from(texts)), DataType::Utf8, false),
                Values::Integer(numbers) => (Arc::new(UInt64Array::from(numbers)), DataType::UInt64, false),
                Values::Optional(numbers) => (Arc::new(UInt64Array::from(numbers)), DataType::UInt64, true),
                Values::Float(numbers) => (Arc::new(Float64Array::from(numbers)), DataType::Float64, false),
            };
            fields.push(Field::new(name, data_type, nullable));
            arrays.push(array);
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema.clone(), arrays).map_err(|error| error::setting(error.to_string()))?;
        Ok(Table::new(schema, vec![batch]))
    }
}

#[pymethods]
impl Experiment {
    /// A row for every run, in the order of the plan.
    #[getter]
    fn records(&self) -> PyResult<Table> {
        self.table()
    }

    /// What can be concluded, as text.
    #[getter]
    fn summary(&self) -> String {
        text(&self.report().summary)
    }

    /// The whole report: `html`, `markdown` or `text`.
    #[pyo3(signature = (format="markdown"))]
    fn report_as(&self, format: &str) -> PyResult<String> {
        let full = self.report().full;
        match format {
            "html" => Ok(full.html()),
            "markdown" => Ok(full.markdown()),
            "text" => Ok(text(&full)),
            _ => Err(error::setting(format!("a report cannot be `{format}`; choose html, markdown or text"))),
        }
    }

    /// Writes what the command would leave: records, puzzles, manifest and report. The folder must not have an experiment yet.
    fn save(&self, folder: PathBuf) -> PyResult<()> {
        let mut records = self.records.clone();
        let made = files(&self.plan, self.manifest.clone(), &mut records, &StopSignal::default());
        std::fs::create_dir_all(&folder)?;
        for file in made.map_err(|error| error::lab(&error))?.1 {
            let mut new = std::fs::File::create_new(folder.join(file.name))?;
            std::io::Write::write_all(&mut new, &file.bytes)?;
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        let (arms, puzzles) = (self.plan.arms.len(), self.plan.instances.len());
        format!("<Experiment: {arms} arms on {puzzles} puzzles, {} runs>", self.records.len())
    }

    fn _repr_html_(&self) -> String {
        self.report().summary.html_part()
    }
}

/// A document in lines of at most a hundred columns.
fn text(document: &pencilmark_lab::document::Document) -> String {
    let lines: Vec<String> = document.terminal(100).into_iter().map(|(_, line)| line).collect();
    lines.join("\n")
}

/// The arm of a method: its name with settings, or a `Method` of the package.
fn arm(method: &Bound<'_, PyAny>, failure: &Arc<Mutex<Option<PyErr>>>, stop: &StopSignal) -> PyResult<Arm> {
    if let Ok(text) = method.cast::<PyString>() {
        return Arm::parse(&text.to_string()).map_err(|error| error::lab(&error));
    }
    let guest: Arc<dyn Guest> = Arc::new(Function::new(method, failure, stop)?);
    Ok(Arm::of(MethodChoice::from(guest)))
}

/// Runs methods on the same puzzles. `toml` is a whole experiment instead of puzzles and methods.
#[pyfunction]
#[pyo3(signature = (puzzles, methods, *, toml=None, name, seeds, first_seed, limits, prove, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn compare(
    py: Python<'_>,
    puzzles: Vec<PyRef<'_, Puzzle>>,
    methods: Vec<Bound<'_, PyAny>>,
    toml: Option<String>,
    name: &str,
    seeds: u64,
    first_seed: u64,
    limits: (Option<u64>, Option<u64>, Option<u64>, Option<f64>),
    prove: bool,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Experiment> {
    let (stop, failure) = (StopSignal::default(), Arc::new(Mutex::new(None)));
    let plan = if let Some(toml) = toml {
        let asked = Asked::parse("experiment", &toml).map_err(|error| error::lab(&error))?;
        interruptible(py, &stop, || Plan::new(asked, ("experiment", &toml), threads, &stop, &|_| ()))?
    } else {
        let (checks, nodes, evaluations, seconds) = limits;
        let limits = Limits { checks, nodes, evaluations, seconds, ..Limits::default() };
        let limits = if limits.has_effort() {
            limits
        } else {
            Limits { checks: Some(pencilmark_lab::DEFAULT_CHECKS), ..limits }
        };
        let mut arms = Vec::new();
        for method in &methods {
            let solutions = if prove { 2 } else { 1 };
            arms.push(Arm { limits, seeds, first_seed, solutions, ..arm(method, &failure, &stop)? });
        }
        let instances = puzzles.iter().enumerate().map(|(place, puzzle)| {
            let id = puzzle.0.id().map_or_else(|| format!("puzzle {}", place + 1), str::to_owned);
            Instance::new(id, puzzle.0.kind().id, puzzle.0.clone())
        });
        Plan::of(name, instances.collect(), arms)
    };
    let plan = plan.map_err(|error| error::lab(&error))?;
    let manifest = Manifest::new(&plan, threads, vec!["pencilmark_puzzles.compare".to_owned()]);
    let mut records: Vec<Record> = Vec::new();
    let mut signal = None;
    let ran = py.detach(|| {
        run_plan(&plan, &[], threads, &stop, |event| {
            let more = usize::from(matches!(event, Progress::Record(_)));
            if let Progress::Record(record) = event {
                records.push(*record);
            }
            Python::attach(|py| tell(py, progress.as_ref(), more)).map_err(|error| {
                signal = Some(error);
                LabError::Interrupted
            })
        })
    });
    // What a function or a handler of signals raised comes first: the rest follows from it.
    let raised = failure.lock().unwrap_or_else(PoisonError::into_inner).take().or(signal);
    if let Some(error) = raised {
        return Err(error);
    }
    ran.map_err(|error| error::lab(&error))?;
    records.sort_by_key(|record| record.run);
    pencilmark_lab::check_answers(&records).map_err(|error| error::lab(&error))?;
    Ok(Experiment { plan, manifest, records })
}
