//! The table function `generate(kind, seed, from, to, 'name=value', …)`: puzzles number `from` to `to - 1` of a seed.
//!
//! It is a view: [`Numbers`] with a scalar function over them, so that they are made wherever there is a core for them.

use std::sync::Arc;
use std::time::Duration;

use datafusion::arrow::datatypes::DataType;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_err};
use datafusion::datasource::{ViewTable, provider_as_source};
use datafusion::functions::core::expr_fn::get_field;
use datafusion::logical_expr::{
    ColumnarValue, Expr, LogicalPlanBuilder, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility, col,
    lit,
};
use pencilmark::record::{Read, TEXT};
use pencilmark::registry::{self, Generator, KindEntry};
use pencilmark::table::Table;
use pencilmark::{Budget, GenerateError, Puzzle, Settings, Spec};

use crate::argument;
use crate::column::{fields, structs};
use crate::function::guarded;
use crate::numbers::{Numbers, VALUE};

/// How long the search for a puzzle may take.
const TIME: Duration = Duration::from_mins(1);

/// Puzzles that are made without a break.
const TOGETHER: u64 = 128;

/// The most puzzles of a query.
const MOST: u64 = 10_000_000_000_000;

const USAGE: &str = "call generate(kind, seed, from, to, 'name=value', …): seed, from and to are whole numbers from 0";

/// The table function.
#[derive(Debug)]
pub(crate) struct Generate;

impl TableFunctionImpl for Generate {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [kind, seed, from, to, settings @ ..] = args.exprs() else { return plan_err!("{USAGE}") };
        let (Some(kind), Some(seed), Some(from), Some(to)) = (text(kind), number(seed), number(from), number(to))
        else {
            return plan_err!("{USAGE}");
        };
        let Some(settings) = settings.iter().map(text).collect::<Option<Vec<&str>>>() else {
            return plan_err!("{USAGE}");
        };
        generator(kind, &settings)?;
        if to.saturating_sub(from) > MOST {
            return plan_err!("{} puzzles are too many for a query; ask for at most {MOST}", to - from);
        }
        let numbers = Numbers { range: from..to.max(from), batch: TOGETHER, is_spread: false };
        let made = [kind].into_iter().map(lit).chain([lit(seed), col(VALUE)]).chain(settings.into_iter().map(lit));
        let plan = LogicalPlanBuilder::scan("numbers", provider_as_source(Arc::new(numbers)), None)?
            .project(vec![
                col(VALUE).alias("index"),
                lit(kind).alias("kind"),
                function().call(made.collect()).alias("made"),
            ])?
            .project(vec![
                col("index"),
                col("kind"),
                get_field(col("made"), "text").alias("text"),
                get_field(col("made"), "error").alias("error"),
            ])?
            .build()?;
        Ok(Arc::new(ViewTable::new(plan, None)))
    }
}

/// The text of a literal.
pub(crate) fn text(expr: &Expr) -> Option<&str> {
    if let Expr::Literal(value, _) = expr { value.try_as_str().flatten() } else { None }
}

fn number(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Literal(ScalarValue::Int64(Some(number)), _) => u64::try_from(*number).ok(),
        Expr::Literal(ScalarValue::UInt64(Some(number)), _) => Some(*number),
        _ => None,
    }
}

/// The generator of a kind. Settings are `name=value`, by the table of the kind.
fn generator(name: &str, given: &[&str]) -> Result<Generator> {
    let Some(kind) = registry::kind(name) else {
        let known = registry::kind_names().collect::<Vec<_>>().join(", ");
        return plan_err!("there is no kind `{name}`; choose one of {known}");
    };
    let mut settings = Settings::default();
    for setting in given {
        let Some((name, value)) = setting.split_once('=') else {
            return plan_err!("`{setting}` is no setting; write 'name=value'");
        };
        settings.set(name.trim(), value.trim());
    }
    let settings = registry::settings_to_generate(name, &settings).map_err(outside)?;
    let budget = Budget { time: Some(TIME), ..Budget::default() };
    let made = Generator::new(kind, &Spec { settings, budget, ..Spec::default() });
    made.map_err(|error| DataFusionError::Plan(error.to_string()))
}

fn outside(error: GenerateError) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// `generate_puzzle(kind, seed, index, 'name=value', …)`.
pub(crate) fn function() -> ScalarUDF {
    GeneratePuzzle { signature: Signature::variadic_any(Volatility::Immutable) }.into()
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct GeneratePuzzle {
    signature: Signature,
}

impl ScalarUDFImpl for GeneratePuzzle {
    fn name(&self) -> &'static str {
        "generate_puzzle"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        let is_right = |(place, kind): (usize, &DataType)| {
            if matches!(place, 1 | 2) { kind.is_null() || kind.is_numeric() } else { argument::is_text(kind) }
        };
        if types.len() < 3 || !types.iter().enumerate().all(is_right) {
            return plan_err!("call generate_puzzle(kind, seed, index, 'name=value', …)");
        }
        Ok(DataType::Struct(fields(TEXT)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        guarded(self.name(), &args, |rows| {
            let of = |place: usize| argument::Texts::new(&args.args[place], rows);
            let (kinds, settings) = (of(0)?, (3..args.args.len()).map(of).collect::<Result<Vec<_>>>()?);
            let seeds = argument::Numbers::new(&args.args[1], rows)?;
            let indices = argument::Numbers::new(&args.args[2], rows)?;
            let mut made = Table::new(TEXT);
            let mut asked: Option<(Vec<&str>, Generator)> = None;
            for row in 0..rows {
                let (Some(kind), Some(seed), Some(index)) = (kinds.get(row), seeds.get(row), indices.get(row)) else {
                    made.push(None);
                    continue;
                };
                let given = settings.iter().map(|texts| texts.get(row)).collect::<Option<Vec<&str>>>();
                let Some(given) = given else {
                    made.push(None);
                    continue;
                };
                let words: Vec<&str> = [kind].into_iter().chain(given).collect();
                // Mostly the same for all rows.
                let known = asked.take().filter(|(known, _)| *known == words);
                let (_, generator) = match known {
                    Some(known) => asked.insert(known),
                    None => asked.insert((words.clone(), self::generator(words[0], &words[1..])?)),
                };
                match generator.generate(seed, index) {
                    Ok(new) => made.push(Some(&Ok(written(generator.kind(), &new.puzzle)))),
                    Err(error @ GenerateError::NotFound { .. }) => {
                        let row: Read<String> = Err(error.to_string());
                        made.push(Some(&row));
                    }
                    Err(error) => return Err(outside(error)),
                }
            }
            Ok(structs(&made))
        })
    }
}

/// A text of the puzzle: on one line if a format of the kind has that.
fn written(kind: &KindEntry, puzzle: &Puzzle) -> String {
    let on_a_line = kind.formats.iter().filter(|format| format.one_line && format.is_written).map(|format| format.id);
    // The last of them, JSON, carries every puzzle.
    on_a_line.chain(kind.written_formats()).find_map(|format| puzzle.write(format)).unwrap_or_default()
}
