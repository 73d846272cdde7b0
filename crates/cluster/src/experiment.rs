//! Experiments of the lab as rows: the table function `experiment(text)`, and records for a folder of the lab.
//!
//! A run needs the experiment, its puzzles and its number. The first two are texts that a task carries once, as the
//! folder of an experiment holds them; so a run is the same wherever it is done, and no machine needs the files.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::array::StructArray;
use datafusion::arrow::datatypes::{DataType, Fields};
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{DataFusionError, Result, exec_datafusion_err, plan_err};
use datafusion::datasource::{ViewTable, provider_as_source};
use datafusion::functions::core::expr_fn::get_field;
use datafusion::logical_expr::{
    ColumnarValue, Expr, LogicalPlan, LogicalPlanBuilder, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    Volatility, col, lit,
};
use pencilmark::StopSignal;
use pencilmark_lab::{Experiment, LabError, Plan, columns, run_one};

use crate::argument;
use crate::column::{array, fields};
use crate::function::guarded;
use crate::generate::text as literal;
use crate::numbers::{Numbers, VALUE};

/// The table function.
#[derive(Debug)]
pub(crate) struct Runs;

impl TableFunctionImpl for Runs {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let text = if let [text] = args.exprs() { literal(text) } else { None };
        let Some(text) = text else {
            return plan_err!("call experiment('an experiment in TOML'): its text, not the name of its file");
        };
        let plan = planned("experiment", text).map_err(outside)?;
        Ok(Arc::new(ViewTable::new(rows(&plan, 0..plan.runs.len() as u64)?, None)))
    }
}

fn outside(error: LabError) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// The plan of an experiment; its puzzles are read or made here.
pub fn planned(name: &str, text: &str) -> std::result::Result<Plan, LabError> {
    Plan::new(Experiment::parse(name, text)?, (name, text), 0, &StopSignal::default(), &|_| ())
}

/// These runs of a plan, a row for each, with the columns of the lab's records.
pub(crate) fn rows(plan: &Plan, runs: Range<u64>) -> Result<LogicalPlan> {
    // What settings were tuned on is for the linter, and may name files.
    let experiment = Experiment { tuned_on: Vec::new(), ..plan.experiment.clone() }.write();
    let numbers = Numbers { range: runs, batch: 1, is_spread: false };
    let builder = LogicalPlanBuilder::scan("runs", provider_as_source(Arc::new(numbers)), None)?;
    let run = function().call(vec![lit(experiment), lit(plan.puzzles_as_lines()), col(VALUE)]);
    let field = |name: &str| get_field(col("record"), name.to_owned()).alias(name);
    let columns: Vec<Expr> = record_fields().iter().map(|column| field(column.name())).collect();
    builder.project(vec![run.alias("record")])?.project(columns)?.build()
}

/// `run_experiment(experiment, puzzles, run)`: a run of the lab.
pub(crate) fn function() -> ScalarUDF {
    RunExperiment { signature: Signature::any(3, Volatility::Immutable) }.into()
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct RunExperiment {
    signature: Signature,
}

/// The columns of a record, as the lab has them.
fn record_fields() -> Fields {
    fields(&columns(&[]))
}

impl ScalarUDFImpl for RunExperiment {
    fn name(&self) -> &'static str {
        "run_experiment"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        if !(types[0].is_string() && types[1].is_string() && types[2].is_numeric()) {
            return plan_err!("call run_experiment(experiment, puzzles, run): two texts and a number");
        }
        Ok(DataType::Struct(record_fields()))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        guarded(self.name(), &args, |rows| {
            let experiments = argument::Texts::new(&args.args[0], rows)?;
            let puzzles = argument::Texts::new(&args.args[1], rows)?;
            let numbers = argument::Numbers::new(&args.args[2], rows)?;
            let mut records = Vec::with_capacity(rows);
            for row in 0..rows {
                let (Some(experiment), Some(puzzles), Some(number)) =
                    (experiments.get(row), puzzles.get(row), numbers.get(row))
                else {
                    return Err(exec_datafusion_err!("run_experiment needs an experiment, puzzles and a number"));
                };
                let plan = known_plan(experiment, puzzles)?;
                let number = usize::try_from(number).ok().filter(|&number| number < plan.runs.len());
                let Some(number) = number else {
                    return Err(exec_datafusion_err!("the experiment has {} runs", plan.runs.len()));
                };
                records.push(run_one(&plan, number, &StopSignal::default()));
            }
            let columns = columns(&[]);
            let arrays = columns.iter().map(|column| array(&column.values(&records))).collect();
            Ok(StructArray::new(fields(&columns), arrays, None))
        })
    }
}

/// Plans that were made last: a task makes one for its first run and finds it for the others.
fn known_plan(experiment: &str, puzzles: &str) -> Result<Arc<Plan>> {
    struct Known {
        experiment: String,
        puzzles: String,
        plan: Arc<Plan>,
    }
    const KEPT: usize = 4;
    static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.iter().find(|known| known.experiment == experiment && known.puzzles == puzzles) {
        return Ok(Arc::clone(&found.plan));
    }
    let read = Experiment::parse("experiment", experiment);
    let plan = read.and_then(|read| {
        // No file of this machine is read for somebody else.
        let read = Experiment { tuned_on: Vec::new(), ..read };
        Plan::with_lines(read, ("experiment", experiment), ("puzzles", puzzles))
    });
    let plan = Arc::new(plan.map_err(outside)?);
    if known.len() == KEPT {
        known.remove(0);
    }
    let (experiment, puzzles) = (experiment.to_owned(), puzzles.to_owned());
    known.push(Known { experiment, puzzles, plan: Arc::clone(&plan) });
    Ok(plan)
}
