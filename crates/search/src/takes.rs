//! What a parameter takes: data that flags, forms and listings are made from.

use crate::names;

/// What a parameter takes.
#[derive(Debug, PartialEq)]
pub enum Takes {
    /// One of these words, each with its meaning.
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

    /// A range as [`Takes::Wholes`] and [`Takes::Numbers`] read it; an end that is left open is `None`.
    pub fn range<T: std::str::FromStr + Copy>(text: &str) -> Option<(Option<T>, Option<T>)> {
        let end = |text: &str| if text.trim().is_empty() { Some(None) } else { text.trim().parse().ok().map(Some) };
        match text.split_once("..") {
            Some((least, most)) => Some((end(least)?, end(most.trim_start_matches('='))?)),
            None => text.trim().parse().ok().map(|number| (Some(number), Some(number))),
        }
    }

    /// The range that was meant, if the larger end was written first: `2..5` for `5..2`.
    ///
    /// ```
    /// # use pencilmark_search::Takes;
    /// assert_eq!(Takes::Wholes(1, 6).swapped("5..2").as_deref(), Some("2..5"));
    /// assert_eq!(Takes::Wholes(1, 6).swapped("9..2"), None);
    /// ```
    pub fn swapped(&self, text: &str) -> Option<String> {
        let (most, least) = text.split_once("..")?;
        let written = format!("{}..{}", least.trim_start_matches('=').trim(), most.trim());
        let is_range = matches!(self, Self::Wholes(..) | Self::Numbers(..));
        (is_range && !self.accepts(text) && self.accepts(&written)).then_some(written)
    }

    /// Rows and columns as [`Takes::Size`] reads them.
    pub fn size(text: &str) -> Option<(usize, usize)> {
        match text.split_once(['x', 'X', '×']) {
            Some((rows, cols)) => Some((rows.trim().parse().ok()?, cols.trim().parse().ok()?)),
            None => text.trim().parse().ok().map(|side| (side, side)),
        }
    }

    /// Returns a value in the canonical spelling that names and records use: `.6` becomes `0.6`,
    /// the size `6` becomes `6x6`, and the range `2 ..= 4` becomes `2..4`.
    ///
    /// ```
    /// # use pencilmark_search::Takes;
    /// let levels = Takes::Wholes(1, 6);
    /// let written = ["3", "03..3", "..4", "2 ..= 4", ".."].map(|text| levels.canonical(text));
    /// assert_eq!(written, ["3", "3", "..4", "2..4", ".."]);
    /// ```
    pub fn canonical(&self, text: &str) -> String {
        let written = match *self {
            Self::Whole(..) => text.parse::<u64>().ok().map(|number| number.to_string()),
            Self::Number(..) => text.parse::<f64>().ok().map(|number| number.to_string()),
            Self::Size(..) => Self::size(text).map(|(rows, cols)| format!("{rows}x{cols}")),
            Self::Wholes(..) => Self::canonical_range::<u64>(text),
            Self::Numbers(..) => Self::canonical_range::<f64>(text),
            Self::Word(_) => self.word(text).map(str::to_owned),
            Self::Flag | Self::Text(_) => None,
        };
        written.unwrap_or_else(|| text.to_owned())
    }

    /// Returns the word that a text stands for, in any spelling: see [`names`]. `None` if it is not
    /// one of the words.
    ///
    /// ```
    /// # use pencilmark_search::Takes;
    /// let takes = Takes::Word(&[("ac3", "arc consistency"), ("full", "the strongest filter")]);
    /// assert_eq!((takes.word("AC-3"), takes.word("none")), (Some("ac3"), None));
    /// ```
    pub fn word(&self, text: &str) -> Option<&'static str> {
        let Self::Word(words) = *self else { return None };
        names::find(text, words.iter().map(|&(word, _)| word))
    }

    /// Returns an accepted value in its own spelling; words may be spelt otherwise, see [`names`].
    ///
    /// ```
    /// # use pencilmark_search::Takes;
    /// let takes = Takes::Word(&[("half-turn", "turned by half"), ("none", "as it comes")]);
    /// assert_eq!((takes.accepted("Half Turn"), takes.accepted("half")), (Some("half-turn"), None));
    /// assert_eq!(Takes::Flag.accepted("yes"), Some("yes"));
    /// ```
    pub fn accepted<'a>(&self, text: &'a str) -> Option<&'a str> {
        let text = self.word(text).unwrap_or(text);
        self.accepts(text).then_some(text)
    }

    /// Advises on a value that it does not accept: which word was probably meant, or what it takes.
    ///
    /// ```
    /// # use pencilmark_search::Takes;
    /// let takes = Takes::Word(&[("mrv", "the fewest values"), ("in-order", "as they come")]);
    /// assert_eq!(takes.advice("mvr"), "did you mean `mrv`? choose one of mrv, in-order");
    /// assert_eq!(Takes::Whole(1, 4).advice("5"), "it takes a whole number from 1 to 4");
    /// ```
    pub fn advice(&self, value: &str) -> String {
        match *self {
            Self::Word(words) => names::choices(value, words.iter().map(|&(word, _)| word)),
            _ => format!("it takes {}", self.in_words()),
        }
    }

    /// Returns a range without blanks, or one number if both ends are equal. Open ends stay open.
    fn canonical_range<T: std::str::FromStr + Copy + PartialEq + std::fmt::Display>(text: &str) -> Option<String> {
        let (from, to) = Self::range::<T>(text)?;
        let end = |end: Option<T>| end.map(|end| end.to_string()).unwrap_or_default();
        let is_one = from.is_some() && from == to;
        Some(if is_one { end(from) } else { format!("{}..{}", end(from), end(to)) })
    }

    /// Whether a text is such a value.
    pub fn accepts(&self, text: &str) -> bool {
        match *self {
            Self::Word(words) => words.iter().any(|(word, _)| *word == text),
            Self::Whole(least, most) => text.parse().is_ok_and(|number| (least..=most).contains(&number)),
            Self::Number(least, most) => {
                text.parse().is_ok_and(|number: f64| number.is_finite() && (least..=most).contains(&number))
            }
            Self::Flag => matches!(text, "yes" | "no"),
            Self::Size(least, most) => {
                let fits = |number| (least..=most).contains(&number);
                Self::size(text).is_some_and(|(rows, cols)| fits(rows) && fits(cols))
            }
            Self::Wholes(least, most) => Self::is_range_within(text, least, most),
            Self::Numbers(least, most) => Self::is_range_within(text, least, most),
            Self::Text(_) => !text.trim().is_empty(),
        }
    }

    fn is_range_within<T: std::str::FromStr + Copy + PartialOrd>(text: &str, least: T, most: T) -> bool {
        Self::range::<T>(text).is_some_and(|(from, to)| {
            let (from, to) = (from.unwrap_or(least), to.unwrap_or(most));
            least <= from && from <= to && to <= most
        })
    }
}
