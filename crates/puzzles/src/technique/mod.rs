//! Human techniques: how a person gets from one position to the next, and why.
//!
//! Glossary: a **mark** is a value that is still possible in a cell; a **position** is what has been entered and what is marked; a **sheet** is
//! a puzzle in a position, laid out as the techniques of its kind read it; a **step** is one deduction by a technique: marks removed, values placed,
//! and the **premises** that it rests on; a **ladder** is a list of techniques, the easiest first; a **tier** is how hard a technique is, from 1 to 6; 7 is what no technique
//! sees and [search](smallest_reason) has to find.
//!
//! **Law of steps** (tested by SAT, see [`proof`]): the premises of a step entail its conclusions, and none of them can be left out. A premise is
//! something that holds in the position, or a rule of the puzzle. That the puzzle has one solution is a premise of its own, which says what could be exchanged
//! if a conclusion were wrong; then the other premises have to entail that the exchange makes a second solution.
//!
//! # How to add a technique
//!
//! 1. Write a `static` [`TechniqueInfo`] and a function from the kind's sheet to steps in the kind's `techniques/` folder: one file per technique or small
//!    family. Look for the pattern, then call [`Finder::step`] with what follows from it and a closure that tells why. The closure runs only if
//!    somebody reads it, so it may be slow; the search for the pattern may not.
//! 2. Add it to the kind's table at its place in the order. Hints, grades, listings, pages and the law pick it up there.
//! 3. Return as soon as the finder says [`ControlFlow::Break`], and call `finder.poll()?` in every
//!    loop that may run long without a step. A closure that searches charges the meter that it is
//!    given.

pub mod audit;
mod climb;
mod exchange;
mod finder;
mod ladder;
pub mod proof;
mod smallest;
mod suppose;
pub mod words;

use std::fmt;
use std::ops::ControlFlow;

use pencilmark_csp::Label;
use schemars::JsonSchema;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::{Cell, Position};

pub use climb::Climb;
pub use finder::Finder;
pub use ladder::{Ladder, Rung, TIERS};
pub use smallest::{Next, SMALLEST_REASON, smallest_reason};
pub use suppose::{CONTRADICTION, NESTED_CONTRADICTION, conclusions, open, techniques};

/// Whether to look for more steps.
pub type Flow<T = ()> = ControlFlow<(), T>;

/// How hard a step is, in tenths: 4.2 is `Rating(42)`. In Sudoku it is Sudoku Explainer's scale, elsewhere one like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(pub u16);

impl Rating {
    /// The rating as a number: 4.2 for `Rating(42)`.
    pub fn number(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number())
    }
}

impl JsonSchema for Rating {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rating".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        f64::json_schema(generator)
    }
}

/// What a technique says about itself. Listings, pages and grades read this and nothing else.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct TechniqueInfo {
    /// Its name on the command line and in JSON: `naked-pair`.
    pub id: &'static str,
    /// Its name in prose: `Naked pair`.
    pub title: &'static str,
    /// How hard it is, from 1 to 6; 7 if it takes search.
    pub tier: u8,
    /// The rating of its easiest step; steps with long chains are rated higher.
    pub rating: Rating,
    /// Whether it assumes that the puzzle has one solution.
    pub assumes_uniqueness: bool,
    /// A sentence or two that teach it.
    pub about: &'static str,
    /// Other names that it goes by.
    pub aliases: &'static [&'static str],
}

/// The highest rating of the techniques up to a tier: a bound for their steps where all are rated as their techniques are.
pub(crate) fn highest_rating(techniques: &[&TechniqueInfo], tier: u8) -> Option<Rating> {
    techniques.iter().filter(|technique| technique.tier <= tier).map(|technique| technique.rating).max()
}

/// A technique of a kind whose sheet is `S`.
pub struct Technique<S> {
    /// What it says about itself.
    pub info: &'static TechniqueInfo,
    /// Shows the finder the steps that it sees, the simplest first, until the finder has enough.
    pub find: fn(&S, &mut Finder) -> Flow,
}

/// Returns the descriptions of the techniques in a table of `N`, in its order.
pub(crate) const fn descriptions<S, const N: usize>(table: &'static [Technique<S>]) -> [&'static TechniqueInfo; N] {
    let mut infos = [table[0].info; N];
    let mut place = 0;
    while place < N {
        infos[place] = table[place].info;
        place += 1;
    }
    infos
}

/// A puzzle in a position, laid out as the techniques of its kind read it.
///
/// # Contract
///
/// - It holds what has been entered and what is marked. A cell with one mark and no entry is not decided yet, in kinds that write numbers: to enter it
///   is a step.
/// - [`Sheet::apply`] enters and removes what the step says, and what a person would rub out without a thought: in Sudoku and KenKen the digit's marks in the
///   same row, column and box.
/// - Whatever stands on it, nothing panics: a sheet may be wrong.
pub trait Sheet: Send {
    /// What has been entered, and what is marked in all other cells.
    fn position(&self) -> Position;

    /// Whether every cell is decided.
    fn is_solved(&self) -> bool;

    /// Shows the finder the steps of a technique, by its place in [`KindInfo::techniques`](crate::KindInfo::techniques).
    fn find(&self, technique: usize, finder: &mut Finder) -> Flow;

    /// Takes a step.
    fn apply(&mut self, removes: &[Mark], places: &[Mark]);

    /// What a glance at the marks shows to be impossible; then something that has been entered or removed is wrong. It is asked after every step of a supposition,
    /// so it must be quick.
    fn dead_end(&self) -> Option<DeadEnd>;

    /// A copy.
    fn copied(&self) -> Box<dyn Sheet>;
}

/// What shows that a position is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadEnd {
    /// Nothing is left for this cell.
    Cell(Cell),
    /// No cell is left for this value, which has to be somewhere on the board.
    Value(u16),
    /// No cell is left for this value among those that this rule is about.
    Place(Label, u16),
    /// This rule can no longer hold.
    Rule(Label),
}

/// A value in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, JsonSchema)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The value, as in an answer.
    pub value: u16,
}

/// Something that a step rests on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Premise {
    /// The cell holds this value.
    Holds(Mark),
    /// The cell does not hold this value.
    Lacks(Mark),
    /// A rule of the puzzle, by the label that it has in the kind's first model.
    Rule(Label),
    /// All rules of this name: that no two shaded cells touch, wherever.
    Rules(&'static str),
    /// The puzzle has one solution, so it cannot be that each of these cells holds one of its two values and could as well hold the other.
    Unique(Vec<Exchange>),
}

/// A cell with two values, of which it would hold one in a solution and the other in a second one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, JsonSchema)]
pub struct Exchange {
    /// The cell.
    pub cell: Cell,
    /// The two values, as in an answer.
    pub values: [u16; 2],
}

/// One human deduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// By which technique.
    pub technique: &'static TechniqueInfo,
    /// How hard this one is.
    pub rating: Rating,
    /// The marks that go.
    pub removes: Vec<Mark>,
    /// The values that are now certain.
    pub places: Vec<Mark>,
    /// Why.
    pub why: Telling,
}

/// Why a step is right, for people, in stages: where to look, at which cells, and the whole reason. Empty if nobody asked for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telling {
    /// What it rests on, and nothing else.
    pub because: Vec<Premise>,
    /// Where to look, as it follows "Look at": `row 4`, `the 12+ cage at r1c2`.
    pub place: String,
    /// The cells of the pattern, to highlight.
    pub cells: Vec<Cell>,
    /// The marks that make up the pattern, where marks matter and not cells alone.
    pub marks: Vec<Mark>,
    /// The whole reason with its conclusion, in sentences.
    pub reason: String,
}

impl fmt::Display for Mark {
    /// `r4c2=5`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.value)
    }
}

impl Premise {
    /// That the cell lacks each of these values.
    pub fn lacks(cell: Cell, values: impl IntoIterator<Item = u16>) -> impl Iterator<Item = Self> {
        values.into_iter().map(move |value| Self::Lacks(Mark { cell, value }))
    }

    /// Whether it is that the puzzle has one solution.
    pub fn is_unique(&self) -> bool {
        matches!(self, Self::Unique(_))
    }
}

/// `{"cell": "r1c1", "holds": 5}`, `{"cell": "r1c1", "lacks": 5}`, `{"rule": "row", "text": "…"}`, `{"rule": "touch"}` or
/// `{"rule": "unique", "exchange": [{"cell": "r1c1", "values": [1, 2]}, …]}`.
impl Serialize for Premise {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Holds(mark) => {
                map.serialize_entry("cell", &mark.cell)?;
                map.serialize_entry("holds", &mark.value)?;
            }
            Self::Lacks(mark) => {
                map.serialize_entry("cell", &mark.cell)?;
                map.serialize_entry("lacks", &mark.value)?;
            }
            Self::Rule(label) => {
                map.serialize_entry("rule", label.rule())?;
                map.serialize_entry("text", label.as_str())?;
            }
            Self::Rules(rule) => map.serialize_entry("rule", rule)?,
            Self::Unique(exchange) => {
                map.serialize_entry("rule", "unique")?;
                map.serialize_entry("exchange", exchange)?;
            }
        }
        map.end()
    }
}

impl JsonSchema for Premise {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Premise".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let cell = generator.subschema_for::<Cell>();
        let exchange = generator.subschema_for::<Vec<Exchange>>();
        schemars::json_schema!({
            "type": "object",
            "description": "Something that a step rests on: what a cell holds or lacks, or a rule of the puzzle.",
            "properties": {
                "cell": cell,
                "holds": { "type": "integer" },
                "lacks": { "type": "integer" },
                "rule": { "type": "string", "description": "The name of the rule; `unique` is that the puzzle has one solution." },
                "text": { "type": "string", "description": "Which rule; without it, all rules of this name." },
                "exchange": exchange,
            },
        })
    }
}

/// Declares that a sheet has a table of techniques, and answers [`Sheet::find`] from it.
///
/// A sheet that is generic over its width has one table for each width.
pub trait Table: Sized + 'static {
    /// The techniques, the easiest first.
    const TECHNIQUES: &'static [Technique<Self>];

    /// Shows the finder the steps of a technique by its place in the table; nothing if there is no such place.
    fn look(&self, technique: usize, finder: &mut Finder) -> Flow {
        match Self::TECHNIQUES.get(technique) {
            Some(technique) => {
                finder.begin(technique.info);
                (technique.find)(self, finder)
            }
            None => Flow::Continue(()),
        }
    }
}
