//! Settings of a kind: what a text may leave open, and what a generator can be asked for.
//!
//! A kind declares its settings in a table, as a method declares its parameters. Flags of the command, keys of the lab's TOML,
//! forms and arguments of other languages all derive from that table.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use pencilmark_search::{Parameter, Takes, names};

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
    pub const fn generating(name: &'static str, help: &'static str, takes: Takes, default: &'static str) -> Self {
        Self { parameter: Parameter { name, help, takes, default }, applies: Applies::Generating }
    }

    /// A setting for the generator that a text may leave open, too.
    pub const fn reading(name: &'static str, help: &'static str, takes: Takes, default: &'static str) -> Self {
        Self { parameter: Parameter { name, help, takes, default }, applies: Applies::ReadingAndGenerating }
    }

    /// The setting of a kind with this name.
    fn of(kind: &KindInfo, name: &str) -> Option<&'static Self> {
        let settings: &'static [Self] = kind.settings;
        settings.iter().find(|setting| setting.parameter.name == name)
    }

    /// Rows and columns of a board, each from `least` to `most`.
    pub const fn size(least: usize, most: usize, default: &'static str) -> Self {
        Self::generating(Settings::SIZE, "rows and columns of the board", Takes::Size(least, most), default)
    }

    /// The share of clues to leave out.
    pub const MISSING: Self =
        Self::generating(Settings::MISSING, "the share of clues to leave out", Takes::Number(0.0, 1.0), "");

    /// Whether to leave out every clue that can be spared.
    pub const MINIMAL: Self =
        Self::generating(Settings::MINIMAL, "leave out every clue that can be spared", Takes::Flag, "no");

    /// How hard the puzzle is to be.
    pub const LEVEL: Self = Self::generating(
        Settings::LEVEL,
        "the level, or the levels, as `grade` tells them: 1 is the easiest, 6 the hardest",
        Takes::Wholes(1, 6),
        "",
    );

    /// The technique that it has to need.
    pub const TEACH: Self = Self::generating(
        Settings::TEACH,
        "puzzles that need this technique, and nothing harder",
        Takes::Text("TECHNIQUE"),
        "",
    );

    /// How hard it is to be within its level.
    pub const SCORE: Self = Self::generating(
        Settings::SCORE,
        "the score, as `grade` tells it: a range such as 3.5..4.2; one number stands for a tenth more or less",
        Takes::Numbers(0.0, 12.0),
        "",
    );

    /// How many clues it is to have.
    pub const CLUES: Self =
        Self::generating(Settings::CLUES, "how many clues, or a range of them", Takes::Wholes(0, u64::MAX), "");

    /// Whether more than one solution is fine.
    pub const SEVERAL_OK: Self =
        Self::generating(Settings::SEVERAL_OK, "do not insist on a unique solution", Takes::Flag, "no");
}

/// Values of settings, by name.
///
/// They need not belong to one kind: a caller that reads a text of unknown kind may set both the stars of a Star Battle and
/// the boxes of a Sudoku, and each kind reads its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(BTreeMap<String, String>);

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
    ///
    /// ```
    /// # use pencilmark_puzzles::Settings;
    /// let settings = Settings::default().with("size", "8x10").with("minimal", true);
    /// assert_eq!((settings.size("size"), settings.flag("minimal")), (Some((8, 10)), true));
    /// ```
    pub fn with(mut self, name: impl Into<String>, value: impl Into<SettingValue>) -> Self {
        self.set(name, value);
        self
    }

    /// Gives a setting a value. Whether a kind has it, and takes the value, is checked where settings are used: see
    /// [`Settings::check`].
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<SettingValue>) {
        self.0.insert(name.into(), value.into().0);
    }

    /// What was set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether nothing was set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a setting, if it was set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A whole number.
    pub fn whole(&self, name: &str) -> Option<usize> {
        self.get(name)?.parse().ok()
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok()
    }

    /// Rows and columns; one number stands for both.
    pub fn size(&self, name: &str) -> Option<(usize, usize)> {
        Takes::size(self.get(name)?)
    }

    /// A range of whole numbers; an end that was left open is the least or the most there is.
    pub fn wholes(&self, name: &str) -> Option<RangeInclusive<usize>> {
        let (least, most) = Takes::range(self.get(name)?)?;
        Some(least.unwrap_or(0)..=most.unwrap_or(usize::MAX))
    }

    /// A range of numbers; the same holds for its ends.
    pub fn numbers(&self, name: &str) -> Option<RangeInclusive<f64>> {
        let (least, most) = Takes::range(self.get(name)?)?;
        Some(least.unwrap_or(f64::NEG_INFINITY)..=most.unwrap_or(f64::INFINITY))
    }

    /// Whether a flag is set.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Some("yes")
    }

    /// Fails if the kind lacks one of the settings, or a setting does not take its value.
    pub fn check(&self, kind: &KindInfo) -> Result<(), SettingError> {
        for (name, value) in self.iter() {
            let Some(setting) = Setting::of(kind, name) else {
                let known = kind.settings.iter().map(|setting| setting.parameter.name).collect();
                return Err(SettingError::Unknown { kind: kind.title, name: name.to_owned(), known });
            };
            let takes = &setting.parameter.takes;
            if let Some(meant) = takes.swapped(value) {
                return Err(SettingError::Swapped { name: setting.parameter.name, value: value.to_owned(), meant });
            }
            if takes.accepted(value).is_none() {
                let (name, value) = (setting.parameter.name, value.to_owned());
                return Err(SettingError::Value { name, value, takes });
            }
        }
        Ok(())
    }

    /// The same settings with the words that a kind takes in its own spelling: `half-turn` for `Half Turn`.
    pub fn spelt_for(&self, kind: &KindInfo) -> Cow<'_, Self> {
        let mut spelt = Cow::Borrowed(self);
        for (name, value) in self.iter() {
            let word = Setting::of(kind, name).and_then(|setting| setting.parameter.takes.word(value));
            if let Some(word) = word.filter(|word| *word != value) {
                spelt.to_mut().set(name, word);
            }
        }
        spelt
    }
}

/// The value of a setting: a number, a text, or a truth value, which is kept as `yes` or `no`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingValue(String);

impl From<bool> for SettingValue {
    fn from(flag: bool) -> Self {
        Self::from(if flag { "yes" } else { "no" })
    }
}

macro_rules! as_written {
    ($($value:ty),*) => {
        $(impl From<$value> for SettingValue {
            fn from(value: $value) -> Self {
                Self(value.to_string())
            }
        })*
    };
}

as_written!(&str, String, &String, i32, i64, u32, u64, usize, f64);

/// A table of names and values. Numbers and truth values are taken as they are, and `several_ok` is `several-ok`.
impl<'de> serde::Deserialize<'de> for Settings {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A value as it may stand in a configuration file.
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Scalar {
            Flag(bool),
            Whole(i64),
            Number(f64),
            Text(String),
        }
        let table = BTreeMap::<String, Scalar>::deserialize(deserializer)?;
        let mut settings = Self::default();
        for (name, value) in table {
            let name = name.replace('_', "-");
            match value {
                Scalar::Flag(flag) => settings.set(name, flag),
                Scalar::Whole(number) => settings.set(name, number),
                Scalar::Number(number) => settings.set(name, number),
                Scalar::Text(text) => settings.set(name, text),
            }
        }
        Ok(settings)
    }
}

/// Names and values as they were set.
impl serde::Serialize for Settings {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
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
    #[error("`{name}` cannot be `{value}`; {}", takes.advice(value))]
    Value {
        /// The setting.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// What it takes.
        takes: &'static Takes,
    },
    /// A range whose larger end comes first.
    #[error("`{name}` cannot be `{value}`: its ends are swapped; write {meant}")]
    Swapped {
        /// The setting.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// The range with its ends in order.
        meant: String,
    },
}

impl From<SettingError> for GenerateError {
    fn from(error: SettingError) -> Self {
        Self::Spec { what: error.to_string(), remedy: Remedy::default() }
    }
}
