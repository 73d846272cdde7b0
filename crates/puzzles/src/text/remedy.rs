//! What to do about an error, as data.

use std::fmt;

/// What to do about an error.
///
/// A library cannot know how its caller takes options: the command has flags, Python has arguments, the studio has a form.
/// So a remedy names what to set, and the front end says how.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Remedy {
    /// What to do, in words that suit every front end.
    pub text: String,
    /// What the caller could set instead; any one of these helps.
    pub options: Vec<Choice>,
}

/// Something that the caller could set, or look at.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Choice {
    /// Its name. For reading and generating: `kind`, `format`, or a setting of a kind such as `stars`. For solving: `method`,
    /// `model`, or the limit of a budget: `time` (in seconds), `nodes`, `checks`, `evaluations`, `states`. `template` is not an
    /// option: it refers to the kind's empty form, as an example.
    pub name: &'static str,
    /// The value that helps, if there is a particular one.
    pub value: Option<String>,
}

impl Remedy {
    /// The option that names the kind of a text.
    pub const KIND: &str = "kind";
    /// The option that names the format of a text.
    pub const FORMAT: &str = "format";
    /// The empty form of a kind, as an example: see [`KindInfo::template`](crate::KindInfo::template).
    pub const TEMPLATE: &str = "template";

    /// Words alone.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), options: Vec::new() }
    }

    /// The same with one more option: setting `name` to a suitable value.
    pub fn or_set(mut self, name: &'static str) -> Self {
        self.options.push(Choice { name, value: None });
        self
    }

    /// The same with one more option: setting `name` to `value`.
    pub fn or_set_to(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.options.push(Choice { name, value: Some(value.into()) });
        self
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.options.is_empty()
    }

    /// The whole remedy on one line, with each option in the words of the front end.
    pub fn written(&self, option: impl Fn(&Choice) -> String) -> String {
        let options: Vec<String> = self.options.iter().map(option).collect();
        match (self.text.as_str(), options.as_slice()) {
            (text, []) => text.to_owned(),
            ("", _) => options.join(" or "),
            (text, _) => format!("{text} ({})", options.join(" or ")),
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let option = |set: &Choice| match &set.value {
            Some(value) => format!("{} = {value}", set.name),
            None => format!("{} = …", set.name),
        };
        f.write_str(&self.written(option))
    }
}

impl From<&str> for Remedy {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Remedy {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}
