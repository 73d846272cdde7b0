//! What a kind of puzzle is.

use std::fmt::Debug;
use std::sync::Arc;

use pencilmark_csp::{Meter, Observer, Outcome, Tally, Why};
use pencilmark_search::{BacktrackingThenSat, MethodInfo, ParameterError, Parameters, Run};
use serde_json::{Map, Value as Json};

use crate::technique::{Rating, Sheet, TechniqueInfo};
use crate::text::Remedy;
use crate::{
    Alternatives, Answer, Board, Carried, Cell, Correction, Grid, Lowered, Marks, ParseError, Position, Reason,
    Setting, Settings, Source, Symmetry,
};

/// What a kind says about itself. Listings, help texts and menus read this and nothing else.
#[derive(Debug)]
pub struct KindInfo {
    /// Its name on the command line and in JSON.
    pub id: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// All that a solver has to keep to, in a sentence or two: what stands above puzzles on paper.
    pub short_rules: &'static str,
    /// The rules, in a few plain sentences.
    pub rules: &'static str,
    /// Which sizes are supported.
    pub sizes: &'static str,
    /// Whether every board has as many rows as columns.
    pub square: bool,
    /// Whether a board may have holes: cells that are not part of it.
    pub holes: bool,
    /// An empty form to type a newspaper puzzle into, with comments that say how.
    pub template: &'static str,
    /// The ways to state it as constraints; the first is the default.
    pub models: &'static [ModelInfo],
    /// Settings of methods that suit this kind; see [`Preset`].
    pub presets: &'static [Preset],
    /// What can be set about its puzzles: what a text may leave open, what the generator can be asked for.
    pub settings: &'static [Setting],
    /// The rule names of its clues, in labels and reasons: what a setter may have got wrong. All others are rules of the kind.
    pub clues: &'static [&'static str],
    /// Other names that it goes by.
    pub aliases: &'static [Alias],
    /// The methods for this kind alone, beside [`Kind::exact`].
    pub methods: &'static [&'static MethodInfo],
    /// The techniques that people use on it, the easiest first.
    pub techniques: &'static [&'static TechniqueInfo],
    /// Returns the rating that no step of a technique up to a tier exceeds. `None` if there is no
    /// such bound, as where longer chains are rated higher.
    pub hardest_step: fn(u8) -> Option<Rating>,
    /// A sentence about the pencil marks with which an explanation begins, for kinds whose clues rule
    /// out more than rows, columns and boxes do.
    pub first_marks: Option<&'static str>,
    /// The student report about it, if there is one.
    pub report: Option<StudentReport>,
}

impl KindInfo {
    /// Returns the comments of its form, which say how to fill it in.
    pub fn form_comments(&self) -> String {
        self.template.split_inclusive('\n').filter(|line| line.starts_with('#')).collect()
    }

    /// Returns its form without the comments.
    pub fn form_board(&self) -> String {
        self.template.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect()
    }
}

/// A student report about a kind. Presets named `report` have its settings, and `pencilmark-reproduce` reruns its experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudentReport {
    /// Its title.
    pub title: &'static str,
    /// The year it was written, where it says so.
    pub year: Option<u16>,
}

/// Another name for a kind, under which some of its settings are known.
#[derive(Debug)]
pub struct Alias {
    /// The name on the command line and in JSON.
    pub name: &'static str,
    /// The name in prose.
    pub title: &'static str,
    /// Settings and their values, for all that neither the text nor the caller sets.
    pub settings: &'static [(&'static str, &'static str)],
    /// Whether every puzzle with these settings has this name in its title, however it was asked
    /// for.
    pub titles: bool,
    /// Its own wording of the rules; that of the kind if not set.
    pub rules: Option<AliasRules>,
    /// The comments above its empty form; those of the kind if not set.
    pub form: Option<&'static str>,
}

/// The rules of a kind, perhaps in the words of another name.
#[derive(Clone, Copy, Debug)]
pub struct AliasRules {
    /// See [`KindInfo::short_rules`].
    pub short: &'static str,
    /// See [`KindInfo::rules`].
    pub full: &'static str,
    /// See [`KindInfo::sizes`].
    pub sizes: &'static str,
}

impl Alias {
    /// Creates another name for a kind, without settings.
    pub const fn new(name: &'static str, title: &'static str) -> Self {
        Self::with(name, title, &[])
    }

    /// Creates another name for a kind with these settings.
    pub const fn with(
        name: &'static str,
        title: &'static str,
        settings: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { name, title, settings, titles: false, rules: None, form: None }
    }

    /// Whether these settings include those that the name stands for.
    pub fn fits(&self, settings: &Settings) -> bool {
        self.settings.iter().all(|(name, value)| settings.get(name).is_some_and(|set| set.to_string() == *value))
    }
}

/// Settings of a method for a kind. They override the method's defaults, and what the user sets overrides them.
#[derive(Debug)]
pub struct Preset {
    /// `default`: ours, used unless another is asked for. `report`: as in the report that the kind is based on.
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
        self.settings.iter().try_for_each(|(name, value)| parameters.set(info, name, *value))?;
        Ok(parameters)
    }
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

/// Why no puzzle could be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The request makes no sense for this kind.
    #[error("{what}{}", after(remedy))]
    Spec {
        /// What is wrong with it.
        what: String,
        /// What to ask for instead.
        remedy: Remedy,
    },
    /// None was found within the budget.
    #[error("no such puzzle was found: {what}{}", after(remedy))]
    NotFound {
        /// How far the search got.
        what: String,
        /// What to ask for instead.
        remedy: Remedy,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// A remedy, as it follows the description of the error.
fn after(remedy: &Remedy) -> String {
    if remedy.is_empty() { String::new() } else { format!("; {remedy}") }
}

impl GenerateError {
    /// The request makes no sense; the remedy says what would.
    pub(crate) fn spec(what: impl Into<String>, remedy: impl Into<Remedy>) -> Self {
        Self::Spec { what: what.into(), remedy: remedy.into() }
    }

    /// None was found; the remedy says what to ask for instead.
    pub(crate) fn not_found(what: impl Into<String>, remedy: impl Into<Remedy>) -> Self {
        Self::NotFound { what: what.into(), remedy: remedy.into() }
    }

    /// A budget was spent; `remedy` says what to ask for instead.
    pub(crate) fn spent(why: Why, remedy: impl Into<Remedy>) -> Self {
        match why {
            Why::Interrupted => Self::Interrupted,
            _ => Self::not_found(why.to_string(), remedy),
        }
    }
}

/// A puzzle of some kind: well-formed (it can be drawn), not necessarily solvable.
///
/// The kind's [`KindEntry`](crate::KindEntry) has what needs no puzzle: formats, reading, forms and
/// the generator.
///
/// # Contract
///
/// - **Nothing panics on input**, prints or exits. Text and JSON that cannot be drawn as a puzzle of the kind are a
///   [`ParseError`] with line and column; a puzzle that can be drawn but contradicts itself is read.
/// - **Print, then parse, is the identity**: what a format, [`Kind::to_json`], [`Kind::write_answer`] or
///   [`Kind::write_entry`] writes is read back as the same value.
/// - **The judge is independent**: [`Kind::judge`] is written from the rule book and never looks at [`Kind::lower`]. For
///   every assignment of a faithful model, the judge accepts the decoded board exactly if every rule holds (the law of
///   models, a property test for each kind).
/// - **A contradiction is a proof**: if [`Kind::contradiction`] returns a reason, there is no solution.
/// - **Marks are safe**: [`Kind::marks`] never excludes a solution.
/// - **`exact` is complete**: it finds the solutions that `sat` finds, each once, in an order that depends on the puzzle
///   alone, and keeps the contract of [`Method`](pencilmark_search::Method) about limits, budgets and observers.
/// - **Steps are proved**: what a technique concludes follows from its premises (see [`crate::technique`]).
/// - **Generation replays**: the entry's generator depends on its arguments alone, and unless several solutions are allowed the
///   puzzle has exactly one solution.
///
/// `crates/pencilmark/tests/facade/sixth_kind.rs` implements a whole kind in one file.
pub trait Kind: Debug + Send + Sync + 'static {
    /// Returns what its kind says about itself.
    fn info(&self) -> &'static KindInfo;

    /// Rows and columns.
    fn shape(&self) -> (usize, usize);

    /// What a drawing does not show and a reader has to know, in a word or two: `2 stars`. It stands in the title above a drawing, and is read
    /// back from there.
    fn variant(&self) -> Option<String> {
        None
    }

    /// Writes the kind's own fields of a JSON object (`grid`, `cages`, …). The caller writes `kind`,
    /// `id`, the solution and the position.
    fn to_json(&self) -> Map<String, Json>;

    /// Writes the puzzle and what came with it in one of the kind's formats. `None` if the format is
    /// unknown, is only read, or cannot carry the puzzle.
    fn write(&self, format: &str, carried: &Carried) -> Option<String>;

    /// Reads an answer as it stands after `# solution`: see [`crate::text::rows::read_answer`].
    fn read_answer(&self, text: &Source<'_>) -> Result<Answer, ParseError>;

    /// Writes an answer as [`Kind::read_answer`] reads it.
    fn write_answer(&self, answer: &Answer) -> String;

    /// Reads what a person entered in a cell, or marked there as possible. `None`: no such entry. 0 stands for an empty cell
    /// unless the kind says otherwise.
    fn read_entry(&self, symbol: &str) -> Option<i32> {
        symbol.parse::<u16>().ok().map(i32::from).filter(|&entry| entry > 0)
    }

    /// Writes it.
    fn write_entry(&self, entry: i32) -> String {
        entry.to_string()
    }

    /// What an entry says about its cell, as it follows the cell's name: `is 7`, `is shaded`, `has a star`.
    fn tell_entry(&self, entry: i32) -> String {
        format!("is {entry}")
    }

    /// What a reader has to know before names in the texts about this puzzle mean something: where the regions are that have letters.
    fn legend(&self) -> Option<String> {
        None
    }

    /// Returns the area names that texts use and the drawing does not show, each with the area's
    /// first cell.
    fn area_names(&self) -> Vec<(Cell, String)> {
        Vec::new()
    }

    /// The puzzle as constraints, by the model with this name (one of its kind's; the first if unknown).
    fn lower(&self, model: &str) -> Lowered;

    /// The rule book: whether `answer` solves the puzzle. Written from the rules, independent of [`Kind::lower`].
    fn judge(&self, answer: &Answer) -> Result<(), Reason>;

    /// The judge of a model that is not faithful.
    fn judge_model(&self, model: &str, answer: &Answer) -> Result<(), Reason> {
        let _ = model;
        self.judge(answer)
    }

    /// A contradiction that a glance shows, with the reason: two 9s in a row, nine regions for ten rows. Whatever this
    /// returns is a proof that there is no solution. `None` proves nothing.
    fn contradiction(&self) -> Option<Reason>;

    /// Returns likely slips in a puzzle that can be read and drawn: a region in two pieces, a cell
    /// without its number.
    fn warnings(&self) -> Vec<Reason> {
        Vec::new()
    }

    /// Returns single-clue changes that may give a solution to a puzzle without one, clue by clue. If `conflict` names rules that cannot all hold, only their clues are
    /// changed; without it, any clue.
    ///
    /// If the first alternative [removes](Correction::is_removal) the clue and there is still no
    /// solution, no other alternative gives one.
    fn corrections(&self, conflict: Option<&[Reason]>) -> Box<dyn Iterator<Item = Alternatives> + '_> {
        let _ = conflict;
        Box::new(std::iter::empty())
    }

    /// Applies one of its [corrections](Kind::corrections); `None` if it is not one of them.
    fn corrected(&self, correction: &Correction) -> Option<Arc<dyn Kind>> {
        let _ = correction;
        None
    }

    /// Returns links to sites that show the puzzle, besides those that are formats.
    fn links(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns what a drawing by hand still lacks before it makes sense to look for solutions.
    fn unfinished(&self) -> Option<Reason> {
        None
    }

    /// The marks that a person would write down before any reasoning, given the clues and `entries`. They contain every
    /// solution that agrees with the entries. A cell with a clue or an entry has that as its only mark, and a hole has none.
    fn marks(&self, entries: Option<&Grid<Option<i32>>>) -> Marks {
        let mut lowered = self.lower(self.info().models[0].id);
        if let Some(entries) = entries {
            let _ = lowered.keep_entries(entries);
        }
        lowered.marks()
    }

    /// The puzzle with these marks as clues, for a kind whose clues may be marks.
    fn with_marks(&self, marks: &Marks) -> Option<Arc<dyn Kind>> {
        let _ = marks;
        None
    }

    /// The puzzle as a drawing, with an answer filled in if there is one and a position otherwise.
    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board;

    /// Solves by the fastest complete method for this kind. Until the kind has an engine of its own:
    /// backtracking, then SAT.
    fn exact(&self, run: &Run, mut watch: &mut dyn Observer) -> Outcome<Answer> {
        backtracking_then_sat(&self.lower(self.info().models[0].id), run, &mut watch)
    }

    /// Solves like [`Kind::exact`] for an observer that only counts, which is faster.
    fn exact_counted(&self, run: &Run, tally: &mut Tally) -> Outcome<Answer> {
        backtracking_then_sat(&self.lower(self.info().models[0].id), run, tally)
    }

    /// Solves by one of the kind's own [methods](KindInfo::methods). `None` if it is not one of them.
    fn run_own(&self, method: &str, run: &Run, watch: &mut dyn Observer) -> Option<Outcome<Answer>> {
        let _ = (method, run, watch);
        None
    }

    /// The puzzle laid out for its techniques, in a position if there is one and at the start otherwise. Cells without pencil marks have all
    /// [marks](Kind::marks) that the clues and entries leave.
    fn sheet(&self, position: Option<&Position>) -> Option<Box<dyn Sheet>> {
        let _ = position;
        None
    }

    /// How hard the puzzle is on scales of other programs, by name: `er`, `ep` and `ed` of Sudoku Explainer. None where there is no such scale, and if
    /// the budget is spent before.
    fn ratings(&self, meter: &Meter) -> Vec<(&'static str, Rating)> {
        let _ = meter;
        Vec::new()
    }

    /// A random symmetry of the puzzle: what it [leads to](Kind::moved) is as good a puzzle of the same size.
    fn symmetry(&self, seed: u64) -> Symmetry {
        let _ = seed;
        Symmetry::turned(self.shape(), 0)
    }

    /// All symmetries that [`Kind::symmetry`] draws from; `None` if they are too many to be listed.
    fn symmetries(&self) -> Option<Vec<Symmetry>> {
        Some(vec![Symmetry::turned(self.shape(), 0)])
    }

    /// The symmetry that leads to the canonical form, which all equivalent puzzles have in common. `None`: there is none, or it would take too long.
    fn canonical(&self) -> Option<Symmetry> {
        Some(Symmetry::turned(self.shape(), 0))
    }

    /// Returns the puzzle after one of its symmetries.
    fn moved(&self, symmetry: &Symmetry) -> Arc<dyn Kind>;

    /// What becomes of an entry under a symmetry.
    fn moved_entry(&self, symmetry: &Symmetry, entry: i32) -> i32 {
        u16::try_from(entry).map_or(entry, |value| symmetry.value(value).into())
    }

    /// The settings of a generator whose puzzles are like this one: of its size and variant.
    fn like(&self) -> Settings {
        let (rows, cols) = self.shape();
        Settings::default().with(Settings::SIZE, format!("{rows}x{cols}"))
    }
}

/// Whether two puzzles are of the same kind, with the same clues.
impl PartialEq for dyn Kind {
    fn eq(&self, other: &Self) -> bool {
        self.info().id == other.info().id && self.to_json() == other.to_json()
    }
}

fn backtracking_then_sat<O: Observer>(lowered: &Lowered, run: &Run, watch: &mut O) -> Outcome<Answer> {
    BacktrackingThenSat::solve(&lowered.csp, run, watch).map(|assignment| lowered.reading.decode(&assignment))
}
