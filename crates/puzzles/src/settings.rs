//! Settings of a kind: what a text may leave open, and what a generator can be asked for.
//!
//! A kind declares its settings in a table, as a method declares its parameters. Flags of the command, keys of the lab's TOML,
//! forms and arguments of other languages all derive from that table.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use pencilmark_search::{Key, Parameter, ParameterValue, Parameters, Scalar, Takes, ValueError, names};

use crate::text::Remedy;
use crate::{GenerateError, KindInfo};

/// A setting of a kind.
#[derive(Debug)]
pub struct Setting {
    /// Its name, what it takes and what it means. An empty default means that it is unset.
    pub parameter: Parameter,
    /// When it matters.
    pub applies: Applies,
}

/// When a setting matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// It applies to generating, and to reading a text that leaves it open.
    ReadingAndGenerating,
    /// It applies to generating.
    Generating,
}

impl Setting {
    /// A setting for the generator.
    pub const fn generating<T>(key: &Key<T>) -> Self {
        Self { parameter: key.parameter, applies: Applies::Generating }
    }

    /// A setting for the generator that a text may leave open, too.
    pub const fn reading<T>(key: &Key<T>) -> Self {
        Self { parameter: key.parameter, applies: Applies::ReadingAndGenerating }
    }

    /// The setting of a kind with this name.
    fn of(kind: &KindInfo, name: &str) -> Option<&'static Self> {
        let settings: &'static [Self] = kind.settings;
        settings.iter().find(|setting| setting.parameter.name == name)
    }

    /// Rows and columns of a board, each from `least` to `most`, and what is usual.
    pub const fn size(least: usize, most: usize, usual: (usize, usize)) -> Self {
        let (takes, default) = (Takes::Size(least, most), Some(ParameterValue::Size(usual.0, usual.1)));
        Self { parameter: Parameter { takes, default, ..Self::SIZE.parameter }, applies: Applies::Generating }
    }

    /// Rows and columns of the board. A kind limits them with [`Setting::size`].
    pub const SIZE: Key<Option<(usize, usize)>> =
        Key::open_size(Settings::SIZE, "rows and columns of the board", 1, usize::MAX);

    /// The share of clues to leave out.
    pub const MISSING: Key<Option<f64>> =
        Key::open_number(Settings::MISSING, "the share of clues to leave out", 0.0, 1.0);

    /// Whether to leave out every clue that can be spared.
    pub const MINIMAL: Key<bool> = Key::flag(Settings::MINIMAL, "leave out every clue that can be spared", false);

    /// How hard the puzzle is to be.
    pub const LEVEL: Key<Option<(Option<u64>, Option<u64>)>> = Key::open_wholes(
        Settings::LEVEL,
        "the level, or the levels, as `grade` tells them: 1 is the easiest, 6 the hardest",
        1,
        6,
    );

    /// The technique that it has to need.
    pub const TEACH: Key<Option<&'static str>> =
        Key::open_text(Settings::TEACH, "puzzles that need this technique, and nothing harder", "TECHNIQUE");

    /// How hard it is to be within its level.
    pub const SCORE: Key<Option<(Option<f64>, Option<f64>)>> = Key::open_numbers(
        Settings::SCORE,
        "the score, as `grade` tells it: a range such as 3.5..4.2; one number stands for a tenth more or less",
        0.0,
        12.0,
    );

    /// How many clues it is to have.
    pub const CLUES: Key<Option<(Option<u64>, Option<u64>)>> =
        Key::open_wholes(Settings::CLUES, "how many clues, or a range of them", 0, u64::MAX);

    /// Whether more than one solution is fine.
    pub const SEVERAL_OK: Key<bool> = Key::flag(Settings::SEVERAL_OK, "do not insist on a unique solution", false);
}

/// Whether the solution of a puzzle with these settings has to be the only one.
pub(crate) fn is_unique(settings: &Parameters) -> bool {
    !Setting::SEVERAL_OK.get(settings)
}

/// A range of whole numbers. An end that was left open is the least or the most there is.
pub(crate) fn wholes((from, to): (Option<u64>, Option<u64>)) -> RangeInclusive<usize> {
    let end = |end: u64| usize::try_from(end).unwrap_or(usize::MAX);
    from.map_or(0, end)..=to.map_or(usize::MAX, end)
}

/// A range of numbers. The same holds for its ends.
pub(crate) fn numbers((from, to): (Option<f64>, Option<f64>)) -> RangeInclusive<f64> {
    from.unwrap_or(f64::NEG_INFINITY)..=to.unwrap_or(f64::INFINITY)
}

/// Settings as a caller gives them, by name, before the kind is known. They need not belong to one kind: a caller that
/// reads a text of unknown kind may set both the stars of a Star Battle and the boxes of a Sudoku.
///
/// Once the kind is known, [`Settings::for_kind`] parses them by its table, and everything behind that reads typed values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(BTreeMap<String, Scalar>);

impl Settings {
    /// Rows and columns of a board to generate.
    pub const SIZE: &str = "size";
    /// The share of clues that a generator leaves out.
    pub const MISSING: &str = "missing";
    /// Whether a generator leaves out every clue that can be spared.
    pub const MINIMAL: &str = "minimal";
    /// Whether a generated puzzle may have several solutions.
    pub const SEVERAL_OK: &str = "several-ok";
    /// The levels that a generated puzzle may have.
    pub const LEVEL: &str = "level";
    /// The technique that a generated puzzle needs.
    pub const TEACH: &str = "teach";
    /// The scores that a generated puzzle may have.
    pub const SCORE: &str = "score";
    /// How many clues a generated puzzle has.
    pub const CLUES: &str = "clues";

    /// The same settings with this value added or replaced.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Scalar>) -> Self {
        self.set(name, value);
        self
    }

    /// Gives a setting a value. Whether a kind has it, and takes the value, shows once the kind is known.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Scalar>) {
        self.0.insert(name.into(), value.into());
    }

    /// What was set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Scalar)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether nothing was set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a setting was set to, if it was set.
    pub fn get(&self, name: &str) -> Option<&Scalar> {
        self.0.get(name)
    }

    /// Parses the settings by the table of a kind. Fails if the kind lacks one of them, or does not take a value.
    ///
    /// ```
    /// # use pencilmark_puzzles::{Setting, Settings, kinds};
    /// let sudoku = kinds()[0].info;
    /// let settings = Settings::default().with("size", "8 x 8").with("minimal", true).for_kind(sudoku)?;
    /// assert_eq!((Setting::SIZE.get(&settings), Setting::MINIMAL.get(&settings)), (Some((8, 8)), true));
    /// assert!(Settings::default().with("symmetry", "rotatonal").for_kind(sudoku).is_err());
    /// # Ok::<(), pencilmark_puzzles::SettingError>(())
    /// ```
    pub fn for_kind(&self, kind: &KindInfo) -> Result<Parameters, SettingError> {
        let mut parsed = Parameters::default();
        for (name, value) in self.iter() {
            let Some(setting) = Setting::of(kind, name) else {
                let known = kind.settings.iter().map(|setting| setting.parameter.name).collect();
                return Err(SettingError::Unknown { kind: kind.title, name: name.to_owned(), known });
            };
            parsed.put(&setting.parameter, value)?;
        }
        Ok(parsed)
    }

    /// Parses those of the settings that a kind has, for a text of this kind. The caller has made sure that some kind
    /// takes each of them; for a kind that does not take a value, it is not set.
    pub(crate) fn for_reading(&self, kind: &KindInfo) -> Parameters {
        let mut parsed = Parameters::default();
        for (name, value) in self.iter() {
            if let Some(setting) = Setting::of(kind, name) {
                let _ = parsed.put(&setting.parameter, value);
            }
        }
        parsed
    }
}

/// A table of names and values. Numbers and truth values are taken as they are, and `several_ok` is `several-ok`.
impl<'de> serde::Deserialize<'de> for Settings {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A value as it may stand in a configuration file.
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Written {
            Flag(bool),
            Whole(i64),
            Number(f64),
            Text(String),
        }
        let table = BTreeMap::<String, Written>::deserialize(deserializer)?;
        let scalar = |value| match value {
            Written::Flag(flag) => Scalar::Flag(flag),
            Written::Whole(number) => Scalar::Whole(number),
            Written::Number(number) => Scalar::Number(number),
            Written::Text(text) => Scalar::Text(text),
        };
        Ok(Self(table.into_iter().map(|(name, value)| (name.replace('_', "-"), scalar(value))).collect()))
    }
}

/// Names and values as they were set.
impl serde::Serialize for Settings {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, value)| (name, value.to_string())))
    }
}

/// Why a setting was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// No such setting.
    #[error("{kind} has no setting `{name}`; {}", names::choices(name, known.iter().copied()))]
    Unknown {
        /// The kind.
        kind: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// No such value.
    #[error(transparent)]
    Value(#[from] ValueError),
}

impl From<SettingError> for GenerateError {
    fn from(error: SettingError) -> Self {
        Self::Spec { what: error.to_string(), remedy: Remedy::default() }
    }
}
