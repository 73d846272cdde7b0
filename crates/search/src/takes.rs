//! What a parameter takes, and the values that it may have: data that flags, forms and listings are made from.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::names;

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// One of these words, each with its meaning. [`choices!`](crate::choices) declares them.
    Word(&'static [(&'static str, &'static str)]),
    /// A whole number between these two.
    Whole(u64, u64),
    /// A number between these two.
    Number(f64, f64),
    /// `yes` or `no`.
    Flag,
    /// Rows and columns, such as `8x10`, each between these two; one number stands for both.
    Size(usize, usize),
    /// A whole number between these two, or a range of them such as `2..4`, `2..` or `..4`; both ends belong to it.
    Wholes(u64, u64),
    /// The same with numbers that need not be whole.
    Numbers(f64, f64),
    /// Any text; what it is, as it stands in a help text: `TECHNIQUE`.
    Text(&'static str),
}

/// A value that a parameter has. [`Takes::parse`] makes it once; nothing in it has to be parsed
/// again. Its text is the canonical spelling that names and records use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterValue<Text = String> {
    /// One of the words of [`Takes::Word`].
    Word(&'static str),
    /// A whole number.
    Whole(u64),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Rows and columns.
    Size(usize, usize),
    /// A range of whole numbers; an end that is left open is `None`.
    Wholes(Option<u64>, Option<u64>),
    /// A range of numbers; the same holds for its ends.
    Numbers(Option<f64>, Option<f64>),
    /// A text.
    Text(Text),
}

impl<Text: Display> Display for ParameterValue<Text> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Whole(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Size(rows, cols) => write!(f, "{rows}x{cols}"),
            Self::Wholes(from, to) => write_range(f, *from, *to),
            Self::Numbers(from, to) => write_range(f, *from, *to),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// Writes a range, or one number if both ends are equal. Open ends stay open.
fn write_range<T: Display + PartialEq>(f: &mut fmt::Formatter<'_>, from: Option<T>, to: Option<T>) -> fmt::Result {
    if let Some(number) = from.as_ref().filter(|_| from == to) {
        return number.fmt(f);
    }
    let end = |end: Option<T>| end.map(|end| end.to_string()).unwrap_or_default();
    write!(f, "{}..{}", end(from), end(to))
}

/// A value as a caller gives it, before it is known what takes it: a text, or a scalar of a
/// configuration file or of another language.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Whole(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

macro_rules! scalars {
    ($($variant:ident: $($value:ty),+;)+) => {
        $($(impl From<$value> for Scalar {
            fn from(value: $value) -> Self {
                Self::$variant(value.into())
            }
        })+)+
    };
}

scalars! {
    Flag: bool;
    Whole: i32, i64, u32;
    Number: f64;
    Text: &str, String, &String;
}

macro_rules! large_scalars {
    ($($value:ty),+) => {
        $(impl From<$value> for Scalar {
            fn from(value: $value) -> Self {
                i64::try_from(value).map_or_else(|_| Self::Text(value.to_string()), Self::Whole)
            }
        })+
    };
}

large_scalars!(u64, usize);

impl Takes {
    /// What it takes, in words.
    pub fn in_words(&self) -> String {
        match *self {
            Self::Word(words) => {
                format!("one of {}", words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "))
            }
            Self::Whole(least, u64::MAX) => format!("a whole number, {least} or more"),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Number(least, most) if most.is_infinite() => format!("a number, {least} or more"),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Flag => "yes or no".to_owned(),
            Self::Size(least, most) => format!("a size from {least}x{least} to {most}x{most}"),
            Self::Wholes(least, u64::MAX) => format!("a whole number or a range such as 2..4, {least} or more"),
            Self::Wholes(least, most) => format!("a whole number or a range such as 2..4, from {least} to {most}"),
            Self::Numbers(least, most) => {
                format!("a number or a range such as {least}..{most}, from {least} to {most}")
            }
            Self::Text(what) => format!("a {}", what.to_lowercase()),
        }
    }

    /// Parses a value. Words may be spelt otherwise, see [`names`]. `None`: it does not take this
    /// value, and [`Takes::advice`] says what it takes.
    ///
    /// ```
    /// # use pencilmark_search::{ParameterValue, Takes};
    /// let takes = Takes::Word(&[("half-turn", "turned by half"), ("none", "as it comes")]);
    /// assert_eq!(takes.parse(&"Half Turn".into()), Some(ParameterValue::Word("half-turn")));
    /// assert_eq!(takes.parse(&"half".into()), None);
    /// let levels = Takes::Wholes(1, 6);
    /// let written = ["3", "03..3", "..4", "2 ..= 4", ".."].map(|text| levels.parse(&text.into()).unwrap().to_string());
    /// assert_eq!(written, ["3", "3", "..4", "2..4", ".."]);
    /// ```
    pub fn parse(&self, given: &Scalar) -> Option<ParameterValue> {
        match (*self, given) {
            (_, Scalar::Text(text)) => self.parse_text(text),
            (Self::Flag, Scalar::Flag(flag)) => Some(ParameterValue::Flag(*flag)),
            (Self::Number(least, most), Scalar::Number(number)) => {
                (number.is_finite() && (least..=most).contains(number)).then_some(ParameterValue::Number(*number))
            }
            (Self::Whole(least, most), Scalar::Whole(number)) => {
                let number = u64::try_from(*number).ok()?;
                (least..=most).contains(&number).then_some(ParameterValue::Whole(number))
            }
            (_, Scalar::Flag(_) | Scalar::Whole(_) | Scalar::Number(_)) => self.parse_text(&given.to_string()),
        }
    }

    fn parse_text(&self, text: &str) -> Option<ParameterValue> {
        match *self {
            Self::Word(words) => names::find(text, words.iter().map(|&(word, _)| word)).map(ParameterValue::Word),
            Self::Whole(least, most) => {
                text.parse().ok().filter(|number| (least..=most).contains(number)).map(ParameterValue::Whole)
            }
            Self::Number(least, most) => {
                let number: f64 = text.parse().ok()?;
                (number.is_finite() && (least..=most).contains(&number)).then_some(ParameterValue::Number(number))
            }
            Self::Flag => match text {
                "yes" => Some(ParameterValue::Flag(true)),
                "no" => Some(ParameterValue::Flag(false)),
                _ => None,
            },
            Self::Size(least, most) => {
                let (rows, cols) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
                let side = |side: &str| side.trim().parse().ok().filter(|side| (least..=most).contains(side));
                Some(ParameterValue::Size(side(rows)?, side(cols)?))
            }
            Self::Wholes(least, most) => range(text, least, most).map(|(from, to)| ParameterValue::Wholes(from, to)),
            Self::Numbers(least, most) => range(text, least, most).map(|(from, to)| ParameterValue::Numbers(from, to)),
            Self::Text(_) => (!text.trim().is_empty()).then(|| ParameterValue::Text(text.to_owned())),
        }
    }

    /// Advises on a value that it does not take: which word was probably meant, that the ends of a
    /// range are swapped, or what it takes.
    ///
    /// ```
    /// # use pencilmark_search::Takes;
    /// let takes = Takes::Word(&[("mrv", "the fewest values"), ("in-order", "as they come")]);
    /// assert_eq!(takes.advice("mvr"), "did you mean `mrv`? choose one of mrv, in-order");
    /// assert_eq!(Takes::Whole(1, 4).advice("5"), "it takes a whole number from 1 to 4");
    /// assert_eq!(Takes::Wholes(1, 6).advice("5..2"), "its ends are swapped; write 2..5");
    /// ```
    pub fn advice(&self, value: &str) -> String {
        if let Self::Word(words) = *self {
            return names::choices(value, words.iter().map(|&(word, _)| word));
        }
        match self.swapped(value) {
            Some(meant) => format!("its ends are swapped; write {meant}"),
            None => format!("it takes {}", self.in_words()),
        }
    }

    /// Returns the range that was meant, if the larger end was written first: `2..5` for `5..2`.
    fn swapped(&self, text: &str) -> Option<String> {
        let (most, least) = text.split_once("..")?;
        let is_range = matches!(self, Self::Wholes(..) | Self::Numbers(..));
        let meant = format!("{}..{}", least.trim_start_matches('=').trim(), most.trim());
        (is_range && self.parse_text(&meant).is_some()).then_some(meant)
    }
}

/// Reads a range within these bounds. An end that is left open is `None`, and one number is both ends.
fn range<T: FromStr + Copy + PartialOrd>(text: &str, least: T, most: T) -> Option<(Option<T>, Option<T>)> {
    let end = |text: &str| if text.trim().is_empty() { Some(None) } else { text.trim().parse().ok().map(Some) };
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (end(from)?, end(to.trim_start_matches('='))?),
        None => text.trim().parse().ok().map(|number| (Some(number), Some(number)))?,
    };
    let (first, last) = (from.unwrap_or(least), to.unwrap_or(most));
    (least <= first && first <= last && last <= most).then_some((from, to))
}
