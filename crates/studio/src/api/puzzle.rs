//! Questions about one puzzle: what it is, whether it is right, what comes next, how hard it is.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use pencilmark::front::sketch::Sketch;
use pencilmark::front::view::View;
use pencilmark::read::{self as reading, ReadOptions};
pub(crate) use pencilmark::record::Record;
use pencilmark::record::{Goal, Origin};
use pencilmark::rules::BrokenRules;
use pencilmark::teach::{ExplainRecord, TeachOptions};
pub(crate) use pencilmark::teach::{GradeRecord, HintRecord};
use pencilmark::{
    Cell, Correction, Marks, MethodChoice, Options, ParseError, Position, Puzzle, Settings, corpus as builtin,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ApiError;
use super::error::{Body, ErrorBody};
use crate::workers::{Task, Workers};

type Answer<T> = Result<Json<T>, ApiError>;

/// A puzzle as JSON: what `convert --to json` writes, with `entries` and `marks` for what has been entered.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct PuzzleJson(Map<String, Value>);

impl PuzzleJson {
    pub(crate) fn read(&self) -> Result<Puzzle, ApiError> {
        let puzzle = Puzzle::from_json("puzzle", &self.0, &ReadOptions::default());
        puzzle.map_err(|error| ApiError::Refused(error.what, error.remedy))
    }
}

/// The puzzle as the page shows it. The page calls a puzzle by its kind, so that a menu and a title
/// agree; another name goes behind it: `Star Battle 7×7 · 1 star (Queens)`.
pub(crate) fn view(puzzle: &Puzzle) -> View {
    let (view, kind, called) = (View::of(puzzle), puzzle.kind().title, puzzle.called());
    match view.title.strip_prefix(called) {
        Some(rest) if called != kind => View { title: format!("{kind}{rest} ({called})"), ..view },
        _ => view,
    }
}

/// Settings by name.
pub(crate) fn settings(values: &BTreeMap<String, String>) -> Settings {
    values.iter().fold(Settings::default(), |settings, (name, value)| settings.with(name, value))
}

/// A text with puzzles.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    text: String,
    /// The kind, if it is not to be detected.
    kind: Option<String>,
    /// The format, if it is not to be detected.
    format: Option<String>,
    /// What the text leaves open.
    #[serde(default)]
    settings: BTreeMap<String, String>,
}

/// Puzzles that were read.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Views {
    puzzles: Vec<View>,
    /// What could not be read.
    errors: Vec<ParseError>,
    /// Puzzles beyond those that are taken at a time.
    left_out: usize,
}

pub(crate) async fn read(State(workers): State<Workers>, Body(request): Body<ReadRequest>) -> Answer<Views> {
    let work = move |task: &Task| {
        let ReadRequest { text, kind, format, settings: values } = request;
        let options = ReadOptions { kind, format, settings: settings(&values), ..ReadOptions::default() };
        let mut views = Views { puzzles: Vec::new(), errors: Vec::new(), left_out: 0 };
        for puzzle in reading::read("text", &text, &options) {
            match puzzle {
                _ if views.puzzles.len() + views.errors.len() >= task.limits.puzzles => views.left_out += 1,
                Ok(puzzle) => views.puzzles.push(view(&puzzle)),
                Err(error) => views.errors.push(error),
            }
        }
        Ok(views)
    };
    workers.quick(work).await.map(Json)
}

/// A built-in set.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CorpusRequest {
    /// Its kind.
    kind: String,
    /// Its name among those of the kind: `normal`.
    set: String,
}

pub(crate) async fn corpus(State(workers): State<Workers>, Body(request): Body<CorpusRequest>) -> Answer<Views> {
    let work = move |_: &Task| {
        let name = format!("{}/{}", request.kind, request.set);
        let puzzles = builtin::set(&name)
            .ok_or_else(|| ApiError::refused(format!("there is no built-in set `{name}`"), "/api/about lists them"))?;
        Ok(Views { puzzles: puzzles.iter().map(view).collect(), errors: Vec::new(), left_out: 0 })
    };
    workers.quick(work).await.map(Json)
}

/// The result of reading a drawing by hand: a puzzle, or why it is not one yet.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Drawn {
    view: Option<View>,
    /// Why it is not a puzzle yet. The page asks after every stroke, so this is a normal answer.
    error: Option<ErrorBody>,
}

pub(crate) async fn sketch(State(workers): State<Workers>, Body(request): Body<Sketch>) -> Answer<Drawn> {
    let work = move |_: &Task| {
        Ok(match request.read() {
            Ok(puzzle) => Drawn { view: Some(view(&puzzle)), error: None },
            Err(error) => Drawn { view: None, error: Some(ApiError::from(error).body().1) },
        })
    };
    workers.quick(work).await.map(Json)
}

/// A puzzle, and the format to write it in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteRequest {
    puzzle: PuzzleJson,
    format: String,
}

/// A text.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Text {
    text: String,
}

/// The drawing of a puzzle.
pub(crate) async fn drawing(State(workers): State<Workers>, Body(request): Body<PuzzleRequest>) -> Answer<Sketch> {
    workers.quick(move |_| Ok(Sketch::of(&request.puzzle.read()?))).await.map(Json)
}

/// A puzzle, and one of the corrections that a check or a hint suggests for it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CorrectRequest {
    puzzle: PuzzleJson,
    correction: CorrectionJson,
}

/// A suggested change of one clue, as it came.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CorrectionJson {
    rule: String,
    /// Their names, such as `r1c2`.
    cells: Vec<String>,
    from: String,
    to: String,
    text: String,
}

impl CorrectionJson {
    /// The correction; `None` if a puzzle cannot have it.
    fn read(&self) -> Option<Correction> {
        let rule = CORRECTED.into_iter().find(|&known| known == self.rule)?;
        let cells = self.cells.iter().map(|name| cell(name)).collect::<Option<Vec<Cell>>>()?;
        Some(Correction { rule, cells, from: self.from.clone(), to: self.to.clone(), text: self.text.clone() })
    }
}

/// The cell with this name: `r1c2`.
fn cell(name: &str) -> Option<Cell> {
    let (row, col) = name.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some(Cell { row: index(row)?, col: index(col)? })
}

/// What a correction can be about: see [`Correction::rule`].
const CORRECTED: [&str; 5] = ["given", "cage", "number", "region", "stars"];

pub(crate) async fn correct(State(workers): State<Workers>, Body(request): Body<CorrectRequest>) -> Answer<View> {
    let work = move |_: &Task| {
        let puzzle = request.puzzle.read()?;
        let corrected = request.correction.read().and_then(|correction| puzzle.corrected(&correction));
        let what = || format!("`{}` is not a correction of this puzzle", request.correction.text);
        corrected.map(|puzzle| view(&puzzle)).ok_or_else(|| ApiError::refused(what(), "/api/check lists corrections"))
    };
    workers.quick(work).await.map(Json)
}

pub(crate) async fn write(State(workers): State<Workers>, Body(request): Body<WriteRequest>) -> Answer<Text> {
    let work = move |task: &Task| {
        let (puzzle, format) = (request.puzzle.read()?, request.format);
        let is_known = puzzle.formats().contains(&format.as_str());
        let text = match format.as_str() {
            "candidates" => Some(puzzle.write_candidates()),
            // Some formats hold the solution, too.
            _ if is_known => match puzzle.write(&format) {
                Some(text) => Some(text),
                None => task.solution(&puzzle)?.and_then(|answer| puzzle.with_solution(answer).write(&format)),
            },
            _ => None,
        };
        let what = || format!("{} cannot be written as `{format}`", puzzle.title());
        text.map(|text| Text { text }).ok_or_else(|| ApiError::refused(what(), "choose another format"))
    };
    workers.quick(work).await.map(Json)
}

/// A puzzle alone.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleRequest {
    puzzle: PuzzleJson,
}

/// What is still possible in each cell.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MarksAnswer {
    marks: Marks,
}

pub(crate) async fn marks(State(workers): State<Workers>, Body(request): Body<PuzzleRequest>) -> Answer<MarksAnswer> {
    workers.quick(move |_| Ok(MarksAnswer { marks: request.puzzle.read()?.marks() })).await.map(Json)
}

/// Returns the rules that the entries break, without reference to the solution.
pub(crate) async fn broken(State(workers): State<Workers>, Body(request): Body<PuzzleRequest>) -> Answer<BrokenRules> {
    workers.quick(move |_| Ok(request.puzzle.read()?.broken_rules())).await.map(Json)
}

/// For every cell, the cells that a rule relates it to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Related {
    cells: Vec<Vec<Vec<Cell>>>,
}

pub(crate) async fn related(State(workers): State<Workers>, Body(request): Body<PuzzleRequest>) -> Answer<Related> {
    let work = move |_: &Task| {
        let related = request.puzzle.read()?.related_cells();
        Ok(Related { cells: related.iter_rows().map(<[Vec<Cell>]>::to_vec).collect() })
    };
    workers.quick(work).await.map(Json)
}

pub(crate) async fn check(State(workers): State<Workers>, Body(request): Body<PuzzleRequest>) -> Answer<Record> {
    let work = move |task: &Task| {
        let puzzle = request.puzzle.read()?;
        let options = Options::default().limit(2).budget(task.budget(None, task.limits.quick_time));
        let plan = options.plan(puzzle.kind())?;
        Ok(Record::of_check(Origin::default(), &puzzle, &puzzle.check_with(&plan)?, &plan))
    };
    workers.quick(work).await.map(Json)
}

/// A puzzle, and how to solve it.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    pub(crate) puzzle: PuzzleJson,
    /// The method with its settings, as in `backtracking:order=mrv`; the kind's own engine if not set.
    method: Option<String>,
    /// `default` or `report`.
    preset: Option<String>,
    model: Option<String>,
    #[serde(default)]
    seed: u64,
    /// The most solutions to look for.
    limit: Option<usize>,
    /// The most seconds.
    pub(crate) seconds: Option<f64>,
    /// The most nodes.
    nodes: Option<u64>,
    /// The most checks.
    checks: Option<u64>,
    /// Whether solutions have to keep what has been entered.
    #[serde(default)]
    from_position: bool,
}

/// Solutions that are looked for at most.
const MOST_SOLUTIONS: usize = 100;

impl SolveRequest {
    /// The options of the façade that these are.
    pub(crate) fn options(&self, budget: pencilmark::Budget) -> Result<Options, ApiError> {
        let method = self.method.as_deref().map(str::parse::<MethodChoice>).transpose()?.unwrap_or_default();
        Ok(Options::default()
            .method(method)
            .preset(self.preset.clone())
            .model(self.model.clone())
            .limit(self.limit.unwrap_or(1).min(MOST_SOLUTIONS))
            .budget(self.within(budget))
            .seed(self.seed)
            .from_position(self.from_position))
    }

    /// The budget with the limits of the request.
    pub(crate) fn within(&self, budget: pencilmark::Budget) -> pencilmark::Budget {
        pencilmark::Budget { nodes: self.nodes, checks: self.checks, ..budget }
    }
}

pub(crate) async fn solve(State(workers): State<Workers>, Body(request): Body<SolveRequest>) -> Answer<Record> {
    let work = move |task: &Task| {
        let puzzle = request.puzzle.read()?;
        let options = request.options(task.budget(request.seconds, task.limits.quick_time))?;
        let plan = options.plan(puzzle.kind())?;
        let report = puzzle.solver().plan(&plan).run()?;
        Ok(Record::of(Origin::default(), &puzzle, &report, Goal::of_limit(plan.run.limit), &plan))
    };
    workers.quick(work).await.map(Json)
}

/// A puzzle, and which techniques may be used on it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(crate) struct TeachRequest {
    puzzle: PuzzleJson,
    /// Every step that can be taken now.
    #[serde(default)]
    all: bool,
    /// These techniques alone, unless there are none.
    #[serde(default)]
    only: Vec<String>,
    /// All but these.
    #[serde(default)]
    without: Vec<String>,
    /// Whether to use techniques that assume that the puzzle has one solution.
    #[serde(default)]
    uniqueness: bool,
    /// Whether to begin with what has been entered.
    #[serde(default)]
    from_position: bool,
    /// The most seconds.
    seconds: Option<f64>,
    /// With `grade`: only level and score, without the ratings of other programs, which take
    /// longer.
    #[serde(default)]
    brief: bool,
}

impl TeachRequest {
    fn course(&self, task: &Task) -> Result<TeachOptions, ApiError> {
        let course = TeachOptions::default()
            .only(self.only.clone())
            .without(self.without.clone())
            .uniqueness(self.uniqueness)
            .budget(task.budget(self.seconds, task.limits.quick_time));
        course.check().map_err(|error| ApiError::refused(error.to_string(), "/api/about lists them"))?;
        Ok(course)
    }
}

pub(crate) async fn hint(State(workers): State<Workers>, Body(request): Body<TeachRequest>) -> Answer<HintRecord> {
    let work = move |task: &Task| {
        let (puzzle, course) = (request.puzzle.read()?, request.course(task)?);
        Ok(HintRecord::of(&puzzle, &puzzle.hint(&course, request.all)?, &course, request.all))
    };
    workers.quick(work).await.map(Json)
}

/// The way to the solution, and the positions on it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Explained {
    #[serde(flatten)]
    record: ExplainRecord,
    /// How it ends, in a sentence.
    ending: String,
    /// For each step and after the last one: the cells whose entry or marks differ from the position before, at first all that have any.
    positions: Vec<Vec<CellState>>,
}

/// A cell of a position.
#[derive(Serialize, JsonSchema)]
struct CellState {
    cell: Cell,
    entry: Option<i32>,
    marks: Vec<u16>,
}

fn changed(before: &Position, after: &Position) -> Vec<CellState> {
    let differs = |&cell: &Cell| before.entries[cell] != after.entries[cell] || before.marks[cell] != after.marks[cell];
    let state = |cell| CellState { cell, entry: after.entries[cell], marks: after.marks.values(cell) };
    after.entries.cells().filter(differs).map(state).collect()
}

pub(crate) async fn explain(State(workers): State<Workers>, Body(request): Body<TeachRequest>) -> Answer<Explained> {
    let work = move |task: &Task| {
        let (puzzle, course) = (request.puzzle.read()?, request.course(task)?);
        let explanation = puzzle.explain(&course, request.from_position)?;
        let empty = Position::empty(puzzle.shape());
        let on_the_way = explanation.steps.iter().map(|(position, _)| position).chain([&explanation.end]);
        let positions = std::iter::once(&empty).chain(on_the_way.clone()).zip(on_the_way);
        Ok(Explained {
            record: ExplainRecord::of(&explanation, &course),
            ending: explanation.ending(),
            positions: positions.map(|(before, after)| changed(before, after)).collect(),
        })
    };
    workers.quick(work).await.map(Json)
}

pub(crate) async fn grade(State(workers): State<Workers>, Body(request): Body<TeachRequest>) -> Answer<GradeRecord> {
    let work = move |task: &Task| {
        let (puzzle, mut course) = (request.puzzle.read()?, request.course(task)?);
        course.ratings = !request.brief;
        Ok(GradeRecord::of(&puzzle.grade(&course)?))
    };
    workers.quick(work).await.map(Json)
}
