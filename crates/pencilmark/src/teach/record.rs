//! The contract for programs: hints, explanations and grades, as values with Serde.

use pencilmark_puzzles::technique::{Mark, Premise, Rating, SMALLEST_REASON, Step};
use pencilmark_puzzles::{Cell, ParseError, Reason};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Explanation, Grade, Hint, TeachOptions};
use crate::check::Conflict;
use crate::record::{Origin, Read};
use crate::table::Cell::{Flag, Real, Steps, Text, Whole};
use crate::table::Column;
use crate::{Corrections, Puzzle};

/// Which puzzle of a batch it is about.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Placed<T> {
    /// Where it came from.
    #[serde(flatten)]
    pub origin: Origin,
    /// Its name.
    pub id: Option<String>,
    /// Its kind; null if it could not be read.
    pub kind: Option<&'static str>,
    /// What is wrong with a text that could not be read.
    pub error: Option<ParseError>,
    /// Likely slips in the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Reason>>,
    /// What is known about it; nothing if it could not be read.
    #[serde(flatten)]
    pub what: Option<T>,
}

impl<T: Serialize> Placed<T> {
    /// Something about a puzzle.
    pub fn new(origin: Origin, puzzle: &Puzzle, what: T) -> Self {
        Self {
            origin,
            id: puzzle.id().map(str::to_owned),
            kind: Some(puzzle.kind().id),
            error: None,
            warnings: Some(puzzle.warnings()).filter(|warnings| !warnings.is_empty()),
            what: Some(what),
        }
    }

    /// On one line of JSON.
    pub fn line(&self) -> String {
        // Maps with keys of text and finite numbers always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Placed<()> {
    /// A text that could not be read.
    pub fn malformed(origin: Origin, error: &ParseError) -> Self {
        Self { origin: origin.of_error(error), error: Some(error.clone()), ..Self::default() }
    }
}

/// A step.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepRecord {
    /// The technique.
    pub technique: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// Its tier, from 1 to 6; 7 for a reason beyond all techniques.
    pub tier: u8,
    /// How hard this step is.
    pub rating: Rating,
    /// What it rests on.
    pub because: Vec<Premise>,
    /// The marks that go.
    pub removes: Vec<Mark>,
    /// The values that are now certain.
    pub places: Vec<Mark>,
    /// The technique, where to look, at which cells, and the whole reason: each tells more than the one before.
    pub text: Vec<String>,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// The marks of the pattern: those that it starts from, for a drawing to show.
    pub marks: Vec<Mark>,
    /// The cells of the place to look at. Only hints have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<Vec<Cell>>,
    /// Reasons for the eliminations that the step relies on in cells without pencil marks, where a
    /// single rule shows them. Only hints have these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwritten: Option<Vec<Reason>>,
}

impl StepRecord {
    /// The record of a step.
    pub fn of(step: &Step, course: &TeachOptions) -> Self {
        let why = &step.why;
        Self {
            technique: step.technique.id,
            title: step.technique.title,
            tier: course.tier(step.technique),
            rating: step.rating,
            because: why.because.clone(),
            removes: step.removes.clone(),
            places: step.places.clone(),
            text: stages(step).into(),
            cells: why.cells.clone(),
            marks: why.marks.clone(),
            area: None,
            unwritten: None,
        }
    }
}

/// The columns of a step.
pub const STEP: &[Column<StepRecord>] = &[
    Column::required("technique", Text(|step| Some(step.technique))),
    Column::required("tier", Whole(|step| Some(step.tier.into()))),
    Column::required("rating", Real(|step| Some(step.rating.number()))),
    Column::required("text", Text(|step| step.text.last().map(String::as_str))),
];

/// What a hint says at each stage: the technique, where to look, at which cells, the whole reason.
pub fn stages(step: &Step) -> [String; 4] {
    let cells: Vec<String> = step.why.cells.iter().map(ToString::to_string).collect();
    [
        step.technique.title.to_owned(),
        format!("Look at {}.", step.why.place),
        format!("The cells that matter: {}.", cells.join(", ")),
        step.why.reason.clone(),
    ]
}

/// A hint.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct HintRecord {
    /// `step`, `mistakes`, `solved`, `none` (the puzzle has no solution), `fork` (there are several solutions, and no easy step follows), `stuck` or `gave-up`.
    pub outcome: &'static str,
    /// The easiest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepRecord>,
    /// All steps, where all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepRecord>>,
    /// Why there may be more steps than these, where all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// What is wrong on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistakes: Option<Vec<Reason>>,
    /// Why there is no solution, if one rule shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Rules that cannot hold together, if there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// The single-clue changes that give exactly one solution, if the puzzle has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrections: Option<Corrections>,
    /// A cell that differs between solutions, with its values, if no easy step follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// Which budget ran out before a step was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    /// If the puzzle has several solutions, even beside a step: a cell in which two of them differ,
    /// with its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub several: Option<Fork>,
}

/// A cell that differs between solutions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fork {
    /// The cell.
    pub cell: Cell,
    /// Its values in two of the solutions.
    pub values: Vec<u16>,
}

impl HintRecord {
    /// The record of a hint for this puzzle; with `all`, of all steps.
    pub fn of(puzzle: &Puzzle, hint: &Hint, course: &TeachOptions, all: bool) -> Self {
        let empty = Self::default();
        let record = |step: &Step| StepRecord::of(step, course);
        match hint {
            Hint::Mistakes(mistakes) => Self { outcome: "mistakes", mistakes: Some(mistakes.clone()), ..empty },
            Hint::Steps { steps, left_out, several } => Self {
                outcome: "step",
                step: steps.first().map(|step| StepRecord {
                    area: Some(puzzle.area(step)),
                    unwritten: Some(puzzle.unwritten(step)).filter(|reasons| !reasons.is_empty()),
                    ..record(step)
                }),
                steps: all.then(|| steps.iter().map(record).collect()),
                left_out: left_out.map(|why| why.to_string()),
                several: several.clone().map(|(cell, values)| Fork { cell, values }),
                ..empty
            },
            Hint::Solved => Self { outcome: "solved", ..empty },
            Hint::NoSolution { reason, conflict, corrections } => Self {
                outcome: "none",
                reason: reason.clone(),
                conflict: conflict.clone(),
                corrections: corrections.clone(),
                ..empty
            },
            Hint::Fork { cell, values } => {
                let fork = Some(Fork { cell: *cell, values: values.clone() });
                Self { outcome: "fork", several: fork.clone(), fork, ..empty }
            }
            Hint::Stuck => Self { outcome: "stuck", steps: all.then(Vec::new), ..empty },
            Hint::GaveUp(why) => Self { outcome: "gave-up", gave_up: Some(why.to_string()), ..empty },
        }
    }
}

/// A way to the solution.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplainRecord {
    /// `unique`, `several`, `none` or `undecided`.
    pub verdict: &'static str,
    /// The steps.
    pub steps: Vec<StepRecord>,
    /// Whether they lead to the solution.
    pub solved: bool,
    /// What is wrong with what has been entered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Reason>,
    /// What was spent before the end: `time limit reached`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    /// The places, from 0, of the steps that no technique sees and that rest on a smallest reason.
    pub beyond: Vec<usize>,
}

impl ExplainRecord {
    /// The record of an explanation.
    pub fn of(explanation: &Explanation, course: &TeachOptions) -> Self {
        let is_beyond = |(at, (_, step)): (usize, &(_, Step))| (*step.technique == SMALLEST_REASON).then_some(at);
        Self {
            verdict: explanation.report.word(),
            steps: explanation.steps.iter().map(|(_, step)| StepRecord::of(step, course)).collect(),
            solved: explanation.solved,
            mistakes: explanation.mistakes.clone(),
            gave_up: explanation.ended.filter(|_| !explanation.solved).map(|why| why.to_string()),
            beyond: explanation.steps.iter().enumerate().filter_map(is_beyond).collect(),
        }
    }
}

/// The columns of an explanation.
pub const EXPLAIN: &[Column<Read<ExplainRecord>>] = &[
    Column::new("verdict", Text(|row| Some(row.as_ref().ok()?.verdict))),
    Column::new("solved", Flag(|row| Some(row.as_ref().ok()?.solved))),
    Column::new("gave_up", Text(|row| row.as_ref().ok()?.gave_up.as_deref())),
    Column::new("steps", Steps(|row| Some(&row.as_ref().ok()?.steps))),
    Column::new("error", Text(|row| row.as_ref().err().map(String::as_str))),
];

/// A grade.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GradeRecord {
    /// `unique`, `several`, `none` or `undecided`; only a puzzle with one solution has a grade.
    pub verdict: &'static str,
    /// From 1 to 6; null if the techniques do not solve it.
    pub level: Option<u8>,
    /// Whether it has one solution that the techniques do not lead to.
    pub needs_search: bool,
    /// Orders puzzles of a kind within a level: the rating of the hardest step, and a little more for every step.
    pub score: Option<f64>,
    /// The hardest technique that is needed.
    pub hardest: Option<&'static str>,
    /// How many steps of each tier there are, from 1 to 6.
    pub tiers: [usize; 6],
    /// Positions in which the easiest tier with a step has only one.
    pub bottlenecks: usize,
    /// What was spent before the end; then there is no level, and perhaps no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    /// Elapsed time, including the search for solutions.
    pub seconds: f64,
    /// 9x9 Sudoku: the rating of the hardest step by Sudoku Explainer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er: Option<Rating>,
    /// The same up to the first digit that is placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ep: Option<Rating>,
    /// The same for the first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ed: Option<Rating>,
    /// The puzzle, if asked for: an object as `convert --to json` writes it; see
    /// `puzzle.schema.json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<serde_json::Map<String, serde_json::Value>>,
}

impl GradeRecord {
    /// The record of a grade.
    pub fn of(grade: &Grade) -> Self {
        let rating = |name| grade.ratings.iter().find(|(known, _)| *known == name).map(|&(_, rating)| rating);
        Self {
            verdict: grade.report.word(),
            level: grade.level,
            needs_search: grade.needs_search(),
            score: grade.score,
            hardest: grade.hardest.map(|technique| technique.id),
            tiers: grade.tiers,
            bottlenecks: grade.bottlenecks,
            gave_up: grade.ended.or(grade.report.why()).map(|why| why.to_string()),
            seconds: grade.elapsed.as_secs_f64(),
            er: rating("er"),
            ep: rating("ep"),
            ed: rating("ed"),
            puzzle: None,
        }
    }

    /// Adds the puzzle to the record.
    pub fn with_puzzle(self, puzzle: &Puzzle) -> Self {
        Self { puzzle: Some(puzzle.to_json()), ..self }
    }
}

/// The columns of a grade.
pub const GRADE: &[Column<Read<GradeRecord>>] = &[
    Column::new("verdict", Text(|row| Some(row.as_ref().ok()?.verdict))),
    Column::new("level", Whole(|row| row.as_ref().ok()?.level.map(u64::from))),
    Column::new("needs_search", Flag(|row| Some(row.as_ref().ok()?.needs_search))),
    Column::new("score", Real(|row| row.as_ref().ok()?.score)),
    Column::new("hardest", Text(|row| row.as_ref().ok()?.hardest)),
    Column::new("bottlenecks", Whole(|row| Some(row.as_ref().ok()?.bottlenecks as u64))),
    Column::new("er", Real(|row| Some(row.as_ref().ok()?.er?.number()))),
    Column::new("ep", Real(|row| Some(row.as_ref().ok()?.ep?.number()))),
    Column::new("ed", Real(|row| Some(row.as_ref().ok()?.ed?.number()))),
    Column::new("gave_up", Text(|row| row.as_ref().ok()?.gave_up.as_deref())),
    Column::new("error", Text(|row| row.as_ref().err().map(String::as_str))),
];

/// The JSON Schema of what is written about each puzzle of a batch.
pub fn schema<T: JsonSchema>() -> serde_json::Value {
    schemars::schema_for!(Placed<T>).to_value()
}
