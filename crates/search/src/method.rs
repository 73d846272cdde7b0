//! The seam: what a method is, what it is asked, and the table of all of them.

use std::collections::BTreeMap;

use pencilmark_csp::{Budget, Csp, Observer, Outcome, Silent, Tally};

use crate::{
    AStar, Annealing, ArcConsistency, Backtracking, Genetic, Greedy, HillClimbing, MinConflicts, Sat, UniformCost,
};

/// What a method says about itself. Listings, help texts and menus read this and nothing else.
#[derive(Debug)]
pub struct MethodInfo {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// Whether it finds a solution if there is one, and proves it when there is none.
    pub complete: Complete,
    /// Whether another seed can make a difference.
    pub draws: Draws,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Where it comes from.
    pub source: &'static str,
}

/// Whether a method finds a solution if there is one, and proves it when there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complete {
    /// It does, given time and memory.
    Yes,
    /// It may find one, and proves nothing by not finding one.
    No,
    /// It does if this parameter has this value.
    If(&'static str, &'static str),
}

/// Whether a method draws random numbers: if not, one run says all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// It does.
    Always,
    /// It does not.
    Never,
    /// It does if one of these parameters has this value.
    If(&'static [(&'static str, &'static str)]),
    /// It does if this parameter has this value, unless the model has a natural start and moves change single variables.
    Start(&'static str, &'static str),
}

impl MethodInfo {
    /// Whether another seed can make a difference with these settings on this problem.
    pub fn draws(&'static self, parameters: &Parameters, csp: &Csp) -> bool {
        let is = |name, value| parameters.get(self, name) == value;
        match self.draws {
            Draws::Always => true,
            Draws::Never => false,
            Draws::If(settings) => settings.iter().any(|&(name, value)| is(name, value)),
            Draws::Start(name, value) => is(name, value) && !(csp.start.is_some() && is("moves", "change")),
        }
    }

    /// Whether the method is complete with these settings.
    pub fn is_complete(&'static self, parameters: &Parameters) -> bool {
        match self.complete {
            Complete::Yes => true,
            Complete::No => false,
            Complete::If(name, value) => parameters.get(self, name) == value,
        }
    }
}

/// Something that can be set.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is if not set.
    pub default: &'static str,
}

/// What a parameter takes.
#[derive(Debug)]
pub enum Takes {
    /// One of these words, each with its meaning.
    Word(&'static [(&'static str, &'static str)]),
    /// A whole number between these two.
    Whole(u64, u64),
    /// A number between these two.
    Number(f64, f64),
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
        }
    }

    fn accepts(&self, text: &str) -> bool {
        match *self {
            Self::Word(words) => words.iter().any(|(word, _)| *word == text),
            Self::Whole(least, most) => text.parse().is_ok_and(|number| (least..=most).contains(&number)),
            Self::Number(least, most) => {
                text.parse().is_ok_and(|number: f64| number.is_finite() && (least..=most).contains(&number))
            }
        }
    }
}

/// A parameter that cannot be set like that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// No such parameter.
    #[error("method `{method}` has no parameter `{name}`; it has {known}")]
    Unknown {
        /// The method.
        method: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// No such value.
    #[error("`{name}` cannot be `{value}`; it is {choices}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// What it takes.
        choices: String,
    },
    /// Not of the form NAME=VALUE.
    #[error("`{0}` is not of the form NAME=VALUE, such as `order=mrv`")]
    Form(String),
}

/// Values of parameters that were set, checked against a method's table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(BTreeMap<&'static str, String>);

impl Parameters {
    /// Sets one, if the method has it and it takes this value.
    pub fn set(&mut self, info: &MethodInfo, name: &str, value: &str) -> Result<(), ParameterError> {
        let Some(parameter) = info.parameters.iter().find(|parameter| parameter.name == name) else {
            let names: Vec<&str> = info.parameters.iter().map(|parameter| parameter.name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(ParameterError::Unknown { method: info.id, name: name.to_owned(), known });
        };
        if !parameter.takes.accepts(value) {
            let choices = parameter.takes.in_words();
            return Err(ParameterError::Value { name: parameter.name, value: value.to_owned(), choices });
        }
        self.0.insert(parameter.name, value.to_owned());
        Ok(())
    }

    /// What a parameter is: as set, or its default.
    pub fn get(&self, info: &'static MethodInfo, name: &str) -> &str {
        let default = || info.parameters.iter().find(|parameter| parameter.name == name).map_or("", |p| p.default);
        self.0.get(name).map_or_else(default, String::as_str)
    }

    /// The same as a whole number; 0 if it is none.
    pub fn whole(&self, info: &'static MethodInfo, name: &str) -> u64 {
        self.get(info, name).parse().unwrap_or(0)
    }

    /// The same as a number; 0 if it is none.
    pub fn number(&self, info: &'static MethodInfo, name: &str) -> f64 {
        self.get(info, name).parse().unwrap_or(0.0)
    }

    /// These settings where they are set, and those of `other` where they are not.
    pub fn or(mut self, other: &Self) -> Self {
        for (&name, value) in &other.0 {
            self.0.entry(name).or_insert_with(|| value.clone());
        }
        self
    }

    /// What was set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(&name, value)| (name, value.as_str()))
    }
}

/// What a method is asked.
#[derive(Clone, Debug)]
pub struct Run {
    /// Stop after so many different solutions; uniqueness is `limit 2`.
    pub limit: usize,
    /// Keep so many of them; the others are counted.
    pub keep: usize,
    /// What it may spend.
    pub budget: Budget,
    /// The key of all its randomness.
    pub seed: u64,
    /// Its settings.
    pub parameters: Parameters,
}

impl Default for Run {
    fn default() -> Self {
        Self { limit: 1, keep: usize::MAX, budget: Budget::default(), seed: 0, parameters: Parameters::default() }
    }
}

impl Run {
    /// Up to `limit` solutions, no budget, seed 0.
    pub fn up_to(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }
}

/// A search method.
pub trait Method: 'static {
    /// What it says about itself.
    const INFO: MethodInfo;

    /// Looks for up to `run.limit` different solutions.
    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome;
}

/// A method in the table: chosen once by name, monomorphised for each way of watching.
pub struct Entry {
    /// What it says about itself.
    pub info: &'static MethodInfo,
    /// Nobody watches.
    pub silent: fn(&Csp, &Run, &mut Silent) -> Outcome,
    /// Only counting.
    pub counted: fn(&Csp, &Run, &mut Tally) -> Outcome,
    /// Somebody watches.
    pub watched: fn(&Csp, &Run, &mut dyn Observer) -> Outcome,
}

const fn entry<M: Method>() -> Entry {
    Entry { info: &M::INFO, silent: M::solve::<Silent>, counted: M::solve::<Tally>, watched: watched::<M> }
}

fn watched<M: Method>(csp: &Csp, run: &Run, mut watch: &mut dyn Observer) -> Outcome {
    M::solve(csp, run, &mut watch)
}

/// Every method over a [`Csp`].
pub static METHODS: &[Entry] = &[
    entry::<Backtracking>(),
    entry::<ArcConsistency>(),
    entry::<Greedy>(),
    entry::<AStar>(),
    entry::<UniformCost>(),
    entry::<HillClimbing>(),
    entry::<MinConflicts>(),
    entry::<Annealing>(),
    entry::<Genetic>(),
    entry::<Sat>(),
];

/// The method with this name.
pub fn method(id: &str) -> Option<&'static Entry> {
    METHODS.iter().find(|entry| entry.info.id == id)
}
