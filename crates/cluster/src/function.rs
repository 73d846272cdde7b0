//! The scalar functions over texts of puzzles.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use datafusion::arrow::array::StructArray;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{DataFusionError, Result, ScalarValue, exec_datafusion_err, plan_err};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};
use pencilmark::batch::{BatchError, Item, Job, Plans, Session};
use pencilmark::read::ReadOptions;
use pencilmark::record::{CHECK, Goal, Read, Row, SEARCH, TEXT, place};
use pencilmark::table::Table;
use pencilmark::teach::{EXPLAIN, ExplainRecord, GRADE, GradeRecord, TeachOptions};
use pencilmark::{Budget, Options, Puzzle, registry};

use crate::argument::{Numbers, Reals, Texts, is_text};
use crate::column::{fields, structs};

/// How long a row may take, unless the last argument says otherwise.
const SECONDS: f64 = 60.0;

/// The longest time that may be requested.
const MOST_SECONDS: f64 = 1e6;

/// Longer texts are malformed without being read: no format of a board of 50 x 50 comes near.
const LONGEST_TEXT: usize = 1 << 20;

/// Every scalar function over texts.
pub(crate) fn functions() -> impl Iterator<Item = ScalarUDF> {
    let all = [What::Solve, What::Check, What::Count, What::Grade, What::Explain, What::Convert];
    all.into_iter().map(|what| Function { what, signature: Signature::variadic_any(Volatility::Immutable) }.into())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum What {
    Solve,
    Check,
    Count,
    Grade,
    Explain,
    Convert,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Check => "check",
            Self::Count => "count_solutions",
            Self::Grade => "grade",
            Self::Explain => "explain",
            Self::Convert => "convert",
        }
    }

    /// What comes between the text and the seconds.
    fn middle(self) -> Option<&'static str> {
        match self {
            Self::Count => Some("limit"),
            Self::Convert => Some("format"),
            _ => None,
        }
    }

    /// How many arguments it has at least; one more may say how many seconds a row may take.
    fn least(self) -> usize {
        2 + usize::from(self.middle().is_some())
    }

    fn usage(self) -> String {
        let middle = self.middle().map_or(String::new(), |name| format!(", {name}"));
        format!("{}(kind, text{middle} [, seconds])", self.name())
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    what: What,
    signature: Signature,
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.what.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        let least = self.what.least();
        if !(least..=least + 1).contains(&types.len()) || !types[..2].iter().all(is_text) {
            return plan_err!("call {}, kind and text being strings", self.what.usage());
        }
        let is_number = |kind: &DataType| kind.is_null() || kind.is_numeric();
        let is_middle = |kind| if self.what == What::Convert { is_text(kind) } else { is_number(kind) };
        if types[2..least].iter().any(|kind| !is_middle(kind)) || types[least..].iter().any(|kind| !is_number(kind)) {
            return plan_err!("call {}: limit and seconds are numbers, format is a string", self.what.usage());
        }
        Ok(DataType::Struct(match self.what {
            What::Solve | What::Count => fields(SEARCH),
            What::Check => fields(CHECK),
            What::Grade => fields(GRADE),
            What::Explain => fields(EXPLAIN),
            What::Convert => fields(TEXT),
        }))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        guarded(self.name(), &args, |rows| Batch::new(self.what, &args.args, rows)?.run())
    }
}

/// The value of a call whose rows `work` makes. A panic in a thread of an executor would take the whole task with it, without a
/// word about the reason: here it is an error of the query.
pub(crate) fn guarded(
    name: &str,
    args: &ScalarFunctionArgs,
    work: impl FnOnce(usize) -> Result<StructArray>,
) -> Result<ColumnarValue> {
    let scalar = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
    let rows = if scalar { 1 } else { args.number_rows };
    let structs = catch_unwind(AssertUnwindSafe(|| work(rows)))
        .unwrap_or_else(|_| Err(exec_datafusion_err!("a bug in {name}: it panicked on a row")))?;
    if scalar {
        return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&structs, 0)?));
    }
    Ok(ColumnarValue::Array(Arc::new(structs)))
}

/// The arguments of a call, row by row.
struct Batch {
    what: What,
    rows: usize,
    kinds: Texts,
    texts: Texts,
    limits: Option<Numbers>,
    formats: Option<Texts>,
    seconds: Option<Reals>,
}

/// A request about a text. Consecutive rows with the same request are worked on together.
#[derive(Clone, Copy, PartialEq)]
struct Request<'a> {
    kind: Option<&'a str>,
    limit: usize,
    format: &'a str,
    seconds: f64,
}

impl Batch {
    fn new(what: What, args: &[ColumnarValue], rows: usize) -> Result<Self> {
        let least = what.least();
        Ok(Self {
            what,
            rows,
            kinds: Texts::new(&args[0], rows)?,
            texts: Texts::new(&args[1], rows)?,
            limits: (what == What::Count).then(|| Numbers::new(&args[2], rows)).transpose()?,
            formats: (what == What::Convert).then(|| Texts::new(&args[2], rows)).transpose()?,
            seconds: args.get(least).map(|arg| Reals::new(arg, rows)).transpose()?,
        })
    }

    fn request(&self, row: usize) -> Request<'_> {
        let seconds = self.seconds.as_ref().and_then(|seconds| seconds.get(row)).filter(|seconds| !seconds.is_nan());
        let limit = self.limits.as_ref().and_then(|limits| limits.get(row)).unwrap_or(1);
        Request {
            kind: self.kinds.get(row).filter(|kind| !kind.is_empty()),
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            format: self.formats.as_ref().and_then(|formats| formats.get(row)).unwrap_or_default(),
            seconds: seconds.unwrap_or(SECONDS).clamp(0.0, MOST_SECONDS),
        }
    }

    fn run(&self) -> Result<StructArray> {
        let row = |job, goal| {
            move |item: &Item<'_>, _: &Request<'_>, plans: &Plans<'_>| {
                item.row(job, goal, plans).map_err(BatchError::from)
            }
        };
        match self.what {
            What::Solve => self.each(Table::new(SEARCH), row(Job::Solve, Goal::Solution), Row::malformed),
            What::Check => self.each(Table::new(CHECK), row(Job::Check, Goal::Number), Row::malformed),
            What::Count => self.each(Table::new(SEARCH), row(Job::Solve, Goal::Number), Row::malformed),
            What::Grade => self.each(
                Table::new(GRADE),
                |item, request, _| match item.grade(&request.course()) {
                    Some(grade) => Ok(Ok(GradeRecord::of(&grade?))),
                    None => Ok(Err(item.puzzle().err().map(place).unwrap_or_default())),
                },
                Err,
            ),
            What::Explain => self.each(
                Table::new(EXPLAIN),
                |item, request, _| {
                    let course = request.course();
                    let puzzle = match item.puzzle() {
                        Ok(puzzle) => puzzle,
                        Err(error) => return Ok(Err(place(error))),
                    };
                    Ok(Ok(ExplainRecord::of(&puzzle.explain(&course, false)?, &course)))
                },
                Err,
            ),
            What::Convert => self.each(
                Table::new(TEXT),
                |item, request, _| {
                    Ok(item.puzzle().map_err(place).and_then(|puzzle| converted(puzzle, request.format)))
                },
                Err,
            ),
        }
    }

    /// Does the work of every row; what `malformed` makes stands for a text that is too long.
    fn each<R>(
        &self,
        mut rows: Table<R>,
        work: impl Fn(&Item<'_>, &Request<'_>, &Plans<'_>) -> Result<R, BatchError>,
        malformed: impl Fn(String) -> R,
    ) -> Result<StructArray> {
        let is_asked = |row| {
            self.limits.as_ref().is_none_or(|limits| limits.get(row).is_some())
                && self.formats.as_ref().is_none_or(|formats| formats.get(row).is_some())
        };
        let given = |row| self.texts.get(row).filter(|_| is_asked(row));
        let text = |row| given(row).filter(|text: &&str| text.len() <= LONGEST_TEXT);
        let all_ask_the_same = self.kinds.is_one()
            && self.limits.as_ref().is_none_or(Numbers::is_one)
            && self.formats.as_ref().is_none_or(Texts::is_one)
            && self.seconds.as_ref().is_none_or(Reals::is_one);
        let mut row = 0;
        while row < self.rows {
            let Some(_) = text(row) else {
                let long = given(row).map(|text| {
                    let bytes = text.len();
                    malformed(format!("1:1: {bytes} bytes are too long for one puzzle; give one puzzle in each row"))
                });
                rows.push(long.as_ref());
                row += 1;
                continue;
            };
            let request = self.request(row);
            let (from, same) =
                (row, |&row: &usize| text(row).is_some() && (all_ask_the_same || self.request(row) == request));
            row = (row + 1..self.rows).take_while(same).last().unwrap_or(row) + 1;
            let plans = Plans::of(Options::default().limit(self.limit(&request)).budget(request.budget()).keep(2));
            let reading = ReadOptions { kind: request.kind.map(str::to_owned), ..ReadOptions::default() };
            let lines = (self.what != What::Convert && self.what != What::Explain).then_some(&plans);
            let session = Session { reading, plans: lines, ..Session::default() };
            session
                .run_here((from..row).filter_map(text), |item| {
                    rows.push(Some(&work(item, &request, &plans)?));
                    Ok::<(), BatchError>(())
                })
                .map_err(|error| DataFusionError::External(Box::new(error)))?;
        }
        Ok(structs(&rows))
    }

    /// How many solutions are looked for.
    fn limit(&self, request: &Request<'_>) -> usize {
        match self.what {
            What::Solve | What::Convert | What::Explain => 1,
            What::Count => request.limit,
            What::Check | What::Grade => 2,
        }
    }
}

impl Request<'_> {
    fn budget(&self) -> Budget {
        Budget { time: Some(Duration::from_secs_f64(self.seconds)), ..Budget::default() }
    }

    fn course(&self) -> TeachOptions {
        TeachOptions::default().budget(self.budget())
    }
}

fn converted(puzzle: &Puzzle, format: &str) -> Read<String> {
    let known = || {
        let entry = registry::kind(puzzle.kind().id);
        entry.map_or(String::new(), |entry| entry.written_formats().collect::<Vec<_>>().join(", "))
    };
    let text = if format == "candidates" { Some(puzzle.write_candidates()) } else { puzzle.write(format) };
    text.ok_or_else(|| format!("format `{format}` cannot carry this puzzle; choose one of {}", known()))
}
