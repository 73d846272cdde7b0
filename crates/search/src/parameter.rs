//! Parameters: rows of the tables that methods and kinds declare, and the values that callers give them.
//!
//! A [`Key`] declares a parameter once, with the Rust type of its values. A table lists its row, and the code behind reads
//! its value by the same key, so that no name is spelt and no value parsed twice.

use std::collections::BTreeMap;

use crate::{MethodInfo, ParameterValue, Scalar, Takes, names};

/// Something that can be set: a row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Its value if it is not set; `None` if it is then open.
    pub default: Option<ParameterValue<&'static str>>,
}

impl Parameter {
    /// Returns its default as it is written; an empty text if it has none.
    pub fn default_text(&self) -> String {
        self.default.map(|value| value.to_string()).unwrap_or_default()
    }
}

/// A parameter whose values have this type. It is the only way to read them.
///
/// ```
/// # use pencilmark_search::{Key, Parameters};
/// const NOISE: Key<f64> = Key::number("noise", "the chance of any move", 0.0, 1.0, 0.1);
/// let mut parameters = Parameters::default();
/// assert_eq!(NOISE.get(&parameters), 0.1);
/// parameters.put(&NOISE.parameter, &"0.5".into()).unwrap();
/// assert_eq!(NOISE.get(&parameters), 0.5);
/// assert!(parameters.put(&NOISE.parameter, &"2".into()).is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Key<T> {
    /// Its row.
    pub parameter: Parameter,
    default: T,
}

impl<T: Copy> Key<T> {
    /// Returns the value that was set, or the default.
    pub fn get<'a>(&self, values: &'a Parameters) -> T
    where
        T: FromValue<'a>,
    {
        values.get(self.parameter.name).and_then(T::from_value).unwrap_or(self.default)
    }

    /// Returns the name of the parameter.
    pub const fn name(&self) -> &'static str {
        self.parameter.name
    }

    /// Creates a key from a row and the value that stands for the row's default.
    pub const fn new(parameter: Parameter, default: T) -> Self {
        Self { parameter, default }
    }
}

/// Defines constructors of keys: one for a parameter with a default, and one for a parameter that may stay open.
macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident, $open:ident: $type:ty = |$default:ident| $value:expr, ($($bound:ident: $of:ty),*) $takes:expr;)+) => {
        $(
            impl Key<$type> {
                $(#[$doc])*
                pub const fn $name(name: &'static str, help: &'static str, $($bound: $of,)* $default: $type) -> Self {
                    Self::new(Parameter { name, help, takes: $takes, default: Some($value) }, $default)
                }
            }

            impl Key<Option<$type>> {
                $(#[$doc])*
                /// It may stay open.
                pub const fn $open(name: &'static str, help: &'static str, $($bound: $of),*) -> Self {
                    Self::new(Parameter { name, help, takes: $takes, default: None }, None)
                }
            }
        )+
    };
}

keys! {
    /// Declares a flag.
    flag, open_flag: bool = |default| ParameterValue::Flag(default), () Takes::Flag;
    /// Declares a whole number within bounds.
    whole, open_whole: u64 = |default| ParameterValue::Whole(default),
        (least: u64, most: u64) Takes::Whole(least, most);
    /// Declares a number within bounds.
    number, open_number: f64 = |default| ParameterValue::Number(default),
        (least: f64, most: f64) Takes::Number(least, most);
    /// Declares a size; its rows and columns are within bounds.
    size, open_size: (usize, usize) = |default| ParameterValue::Size(default.0, default.1),
        (least: usize, most: usize) Takes::Size(least, most);
    /// Declares a range of whole numbers within bounds.
    wholes, open_wholes: (Option<u64>, Option<u64>) = |default| ParameterValue::Wholes(default.0, default.1),
        (least: u64, most: u64) Takes::Wholes(least, most);
    /// Declares a range of numbers within bounds.
    numbers, open_numbers: (Option<f64>, Option<f64>) = |default| ParameterValue::Numbers(default.0, default.1),
        (least: f64, most: f64) Takes::Numbers(least, most);
    /// Declares a text; `what` says what it is, as in a help text: `TECHNIQUE`.
    text, open_text: &'static str = |default| ParameterValue::Text(default), (what: &'static str) Takes::Text(what);
}

/// The type of a parameter's values.
pub trait FromValue<'a>: Sized {
    /// Returns a value of this type; `None` if it is of another.
    fn from_value(value: &'a ParameterValue) -> Option<Self>;
}

/// Reads a value of each type from its variant.
macro_rules! from_value {
    ($($type:ty: $pattern:pat => $value:expr;)+) => {
        $(impl<'a> FromValue<'a> for $type {
            fn from_value(value: &'a ParameterValue) -> Option<Self> {
                if let $pattern = value { Some($value) } else { None }
            }
        })+
    };
}

from_value! {
    bool: ParameterValue::Flag(flag) => *flag;
    u64: ParameterValue::Whole(number) => *number;
    f64: ParameterValue::Number(number) => *number;
    (usize, usize): ParameterValue::Size(rows, cols) => (*rows, *cols);
    (Option<u64>, Option<u64>): ParameterValue::Wholes(from, to) => (*from, *to);
    (Option<f64>, Option<f64>): ParameterValue::Numbers(from, to) => (*from, *to);
    &'a str: ParameterValue::Text(text) => text;
}

impl<'a, T: FromValue<'a>> FromValue<'a> for Option<T> {
    fn from_value(value: &'a ParameterValue) -> Option<Self> {
        T::from_value(value).map(Some)
    }
}

/// Declares the choices of a parameter: an enum, and for every variant its word and its meaning. The table, the parser and
/// the listings read this list, so that there is no word without a variant and no variant without a word.
///
/// ```
/// use pencilmark_search::{Key, Parameters, choices};
///
/// choices! {
///     /// How to break ties.
///     pub enum Ties {
///         Random = "random": "any",
///         First = "first": "the first",
///     }
/// }
///
/// const TIES: Key<Ties> = Ties::key("ties", "which of several best moves to take", Ties::Random);
/// let mut parameters = Parameters::default();
/// assert_eq!(TIES.get(&parameters), Ties::Random);
/// parameters.put(&TIES.parameter, &"First".into()).unwrap();
/// assert_eq!(TIES.get(&parameters), Ties::First);
/// ```
#[macro_export]
macro_rules! choices {
    ($(#[$doc:meta])* $vis:vis enum $name:ident {
        $($variant:ident = $word:literal: $meaning:literal,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        // Variants are called like their words.
        #[allow(clippy::enum_variant_names)]
        $vis enum $name {
            $(#[doc = $meaning] $variant,)+
        }

        impl $name {
            /// Declares a parameter that takes one of these.
            $vis const fn key(name: &'static str, help: &'static str, default: Self) -> $crate::Key<Self> {
                const WORDS: &[(&str, &str)] = &[$(($word, $meaning)),+];
                let (takes, value) = ($crate::Takes::Word(WORDS), $crate::ParameterValue::Word(default.word()));
                $crate::Key::new($crate::Parameter { name, help, takes, default: Some(value) }, default)
            }

            /// Its word.
            $vis const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// The condition that a parameter has this value.
            #[allow(dead_code)]
            $vis const fn of(self, key: &$crate::Key<Self>) -> $crate::Condition {
                $crate::Condition { name: key.parameter.name, word: self.word() }
            }
        }

        impl $crate::FromValue<'_> for $name {
            fn from_value(value: &$crate::ParameterValue) -> Option<Self> {
                let $crate::ParameterValue::Word(word) = value else { return None };
                [$(Self::$variant),+].into_iter().find(|choice| choice.word() == *word)
            }
        }
    };
}

/// A parameter and the word that it has to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The name of the parameter.
    pub name: &'static str,
    /// The word.
    pub word: &'static str,
}

impl Condition {
    /// Whether it holds for these values, where `table` has the defaults.
    pub fn holds(&self, table: &[Parameter], values: &Parameters) -> bool {
        if let Some(value) = values.get(self.name) {
            return *value == ParameterValue::Word(self.word);
        }
        let row = table.iter().find(|parameter| parameter.name == self.name);
        row.is_some_and(|row| row.default == Some(ParameterValue::Word(self.word)))
    }
}

/// Why a parameter cannot be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// No such parameter.
    #[error("method `{method}` has no parameter `{name}`; {}", names::choices(name, known.iter().copied()))]
    Unknown {
        /// The method.
        method: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// No such value.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// Not of the form NAME=VALUE.
    #[error("`{0}` is not of the form NAME=VALUE, such as `order=mrv`")]
    Form(String),
}

/// A parameter does not take a value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`{name}` cannot be `{value}`; {}", takes.advice(value))]
pub struct ValueError {
    /// The parameter.
    pub name: &'static str,
    /// What was asked for.
    pub value: String,
    /// What it takes.
    pub takes: Takes,
}

/// Values of parameters that were set. Each was parsed by the row of its parameter, once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters(BTreeMap<&'static str, ParameterValue>);

impl Parameters {
    /// Sets one, if the method has it and it takes this value.
    pub fn set(&mut self, info: &MethodInfo, name: &str, value: impl Into<Scalar>) -> Result<(), ParameterError> {
        let named = names::find(name, info.parameters.iter().map(|parameter| parameter.name));
        let Some(parameter) = info.parameters.iter().find(|parameter| Some(parameter.name) == named) else {
            let known = info.parameters.iter().map(|parameter| parameter.name).collect();
            return Err(ParameterError::Unknown { method: info.id, name: name.to_owned(), known });
        };
        Ok(self.put(parameter, &value.into())?)
    }

    /// Sets a parameter, if it takes this value.
    pub fn put(&mut self, parameter: &Parameter, value: &Scalar) -> Result<(), ValueError> {
        let &Parameter { name, takes, .. } = parameter;
        let parsed = takes.parse(value).ok_or_else(|| ValueError { name, value: value.to_string(), takes })?;
        self.0.insert(name, parsed);
        Ok(())
    }

    /// What was set by this name.
    pub fn get(&self, name: &str) -> Option<&ParameterValue> {
        self.0.get(name)
    }

    /// These settings where they are set, and those of `other` where they are not.
    pub fn or(mut self, other: &Self) -> Self {
        for (&name, value) in &other.0 {
            self.0.entry(name).or_insert_with(|| value.clone());
        }
        self
    }

    /// What was set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &ParameterValue)> {
        self.0.iter().map(|(&name, value)| (name, value))
    }
}
