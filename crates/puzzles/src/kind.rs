//! What a kind of puzzle is.

use std::fmt::Debug;

use pencilmark_csp::{Observer, Outcome, Why};
use pencilmark_search::{MethodInfo, ParameterError, Parameters, Run, Tandem};
use serde_json::{Map, Value as Json};

use crate::text::json::Object;
use crate::{Answer, Board, Format, Lowered, ParseError, Position, Source};

/// What a kind says about itself. Listings, help texts and menus read this and nothing else.
#[derive(Debug)]
pub struct KindInfo {
    /// Its name on the command line and in JSON.
    pub id: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The rules, in a few plain sentences.
    pub rules: &'static str,
    /// Which sizes are served.
    pub sizes: &'static str,
    /// An empty form to type a newspaper puzzle into, with comments that say how.
    pub template: &'static str,
    /// The ways to state it as constraints; the first is the default.
    pub models: &'static [ModelInfo],
    /// Settings of methods that suit this kind; see [`Preset`].
    pub presets: &'static [Preset],
}

/// Settings of a method for a kind. What the user sets goes before them, and they go before the method's defaults.
#[derive(Debug)]
pub struct Preset {
    /// `default`: ours, used unless another is asked for. `report`: as the report that the kind began with describes it.
    pub name: &'static str,
    /// The method.
    pub method: &'static str,
    /// The model; the kind's first if not set.
    pub model: Option<&'static str>,
    /// Parameters and their values.
    pub settings: &'static [(&'static str, &'static str)],
    /// One line about it.
    pub about: &'static str,
}

impl Preset {
    /// The name of the preset that is used unless another is asked for.
    pub const DEFAULT: &str = "default";

    /// Its settings as parameters of its method.
    pub fn parameters(&self, info: &MethodInfo) -> Result<Parameters, ParameterError> {
        let mut parameters = Parameters::default();
        self.settings.iter().try_for_each(|(name, value)| parameters.set(info, name, value))?;
        Ok(parameters)
    }
}

/// A method that works on one kind of puzzle alone.
pub struct OwnMethod<K> {
    /// What it says about itself.
    pub info: &'static MethodInfo,
    /// Looks for up to `run.limit` different solutions.
    pub solve: fn(&K, &Run, &mut dyn Observer) -> Outcome<Answer>,
}

/// A way to state a kind as constraints.
#[derive(Debug)]
pub struct ModelInfo {
    /// Its name.
    pub id: &'static str,
    /// What the variables are.
    pub title: &'static str,
    /// Whether it states the rules of the kind; if not, it has rules and a judge of its own.
    pub faithful: bool,
}

/// What a text may leave open, answered by the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Star Battle: stars a row.
    pub stars: Option<usize>,
    /// Sudoku: rows and columns of a box.
    pub box_shape: Option<(usize, usize)>,
    /// Hidato: steps go only up, down, left and right (Numbrix).
    pub orthogonal: bool,
}

/// What to generate.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Rows and columns; the kind's usual size if not set.
    pub size: Option<(usize, usize)>,
    /// Star Battle: stars a row. Sudoku: the shape of a box. Hidato: orthogonal steps.
    pub hints: Hints,
    /// The share of clues to leave out, from 0 to 1.
    pub missing: Option<f64>,
    /// Leave out every clue that can be spared.
    pub minimal: bool,
    /// Do not insist on a unique solution.
    pub several_ok: bool,
    /// How hard to try before giving up; also carries Ctrl-C.
    pub budget: pencilmark_csp::Budget,
}

/// Why there is no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The request makes no sense for this kind; the text says what would.
    #[error("{0}")]
    Spec(String),
    /// None was found within the budget; the text says what to try.
    #[error("no such puzzle was found: {0}")]
    NotFound(String),
    /// Somebody wanted to stop.
    #[error("interrupted")]
    Interrupted,
}

impl GenerateError {
    /// A budget was spent; `remedy` says what to ask for instead.
    pub(crate) fn spent(why: Why, remedy: &str) -> Self {
        match why {
            Why::Interrupted => Self::Interrupted,
            _ => Self::NotFound(format!("{why}; {remedy}")),
        }
    }
}

/// A rule that an answer breaks, in the puzzle's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// A kind of puzzle. A value of the type is one puzzle: well-formed (it can be drawn), not necessarily solvable.
pub trait Kind: Sized + Clone + PartialEq + Debug + Send + Sync + 'static {
    /// What it says about itself.
    const INFO: KindInfo;

    /// The text formats of the kind; JSON is not among them, it is the same for all.
    fn formats() -> &'static [Format<Self>];

    /// Rows and columns.
    fn shape(&self) -> (usize, usize);

    /// Reads the kind's own fields of a JSON object (`grid`, `cages`, ...); `kind`, `id`, `solution` and positions are
    /// read by the caller.
    fn from_json(object: &Object<'_>, hints: &Hints) -> Result<Self, ParseError>;

    /// Writes those fields.
    fn to_json(&self) -> Map<String, Json>;

    /// Reads an answer as it stands after `# solution`: see [`crate::text::rows::read_answer`].
    fn read_answer(&self, text: &Source<'_>) -> Result<Answer, ParseError>;

    /// Writes an answer as [`Kind::read_answer`] reads it.
    fn write_answer(&self, answer: &Answer) -> String;

    /// Reads what a person entered in a cell.
    fn read_entry(symbol: &str) -> Option<i32> {
        symbol.parse::<u16>().ok().map(i32::from)
    }

    /// Writes it.
    fn write_entry(entry: i32) -> String {
        entry.to_string()
    }

    /// The puzzle as constraints, by the model with this name (one of `INFO.models`; the first if unknown).
    fn lower(&self, model: &str) -> Lowered;

    /// The rule book: whether `answer` solves the puzzle. Written from the rules, independent of [`Kind::lower`].
    fn judge(&self, answer: &Answer) -> Result<(), Broken>;

    /// The judge of a model that is not faithful.
    fn judge_model(&self, model: &str, answer: &Answer) -> Result<(), Broken> {
        let _ = model;
        self.judge(answer)
    }

    /// A contradiction that a glance shows, with the reason: two 9s in a row, nine regions for ten rows. Whatever this
    /// returns is a proof that there is no solution. `None` proves nothing.
    fn contradiction(&self) -> Option<String>;

    /// The puzzle as a drawing, with an answer filled in if there is one and a position otherwise.
    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board;

    /// The fastest complete method for this kind. Until the kind has an engine of its own: backtracking, then SAT.
    fn exact<O: Observer>(&self, run: &Run, watch: &mut O) -> Outcome<Answer> {
        let lowered = self.lower(Self::INFO.models[0].id);
        Tandem::solve(&lowered.csp, run, watch).map(|assignment| lowered.reading.decode(&assignment))
    }

    /// Methods for this kind alone, beside [`Kind::exact`].
    fn own_methods() -> &'static [OwnMethod<Self>] {
        &[]
    }

    /// Puzzle number `index` of this seed: it depends on `spec`, `seed` and `index` alone.
    fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Self, GenerateError>;
}
