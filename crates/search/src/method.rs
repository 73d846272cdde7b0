//! What a method is, what it is asked, and the table of all methods.

use std::collections::BTreeMap;

use pencilmark_csp::{Budget, Csp, Observer, Outcome, Silent, Tally};

use crate::{
    AStar, Annealing, ArcConsistency, Backtracking, Genetic, Greedy, HillClimbing, MinConflicts, Sat, Takes,
    UniformCost, names,
};

/// What a method says about itself. Listings, help texts and menus read this and nothing else.
#[derive(Debug)]
pub struct MethodInfo {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// What it spends its effort on: counts are compared within a family only.
    pub family: Family,
    /// Whether it finds a solution if there is one, and proves it when there is none.
    pub complete: Complete,
    /// Whether another seed can make a difference.
    pub draws: Draws,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Where it comes from.
    pub source: &'static str,
}

/// What a method spends its effort on. A check costs about the same for all methods of a family; across families it may
/// cost a thousand times as much, so that only time can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A tree of partial boards: decide, infer, undo.
    Tree,
    /// A walk among complete boards, or several at once.
    Walk,
    /// A frontier of states in memory, the most promising first.
    Frontier,
    /// Clauses, and what is learnt about them.
    Clauses,
    /// An engine written for one kind.
    Engine,
}

impl Family {
    /// Its name in prose, for several methods.
    pub fn title(self) -> &'static str {
        match self {
            Self::Tree => "tree searches",
            Self::Walk => "walks among complete boards",
            Self::Frontier => "searches with a frontier",
            Self::Clauses => "clause learning",
            Self::Engine => "engines of a kind",
        }
    }

    /// The counters that a search of this family may spend; all others stay 0.
    pub fn spends(self) -> &'static [&'static str] {
        match self {
            Self::Tree | Self::Clauses => &["checks", "nodes", "assignments"],
            Self::Walk => &["checks", "evaluations", "steps"],
            Self::Frontier => &["checks", "nodes", "assignments", "evaluations", "generated"],
            Self::Engine => &["checks", "nodes", "assignments", "generated", "evaluations"],
        }
    }
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
    /// `has_start` is asked only if it matters whether the problem has a natural start.
    pub fn draws(&'static self, parameters: &Parameters, has_start: impl FnOnce() -> bool) -> bool {
        let is = |name, value| parameters.get(self, name) == value;
        match self.draws {
            Draws::Always => true,
            Draws::Never => false,
            Draws::If(settings) => settings.iter().any(|&(name, value)| is(name, value)),
            Draws::Start(name, value) => is(name, value) && !(is("moves", "change") && has_start()),
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
    /// Its value if it is not set.
    pub default: &'static str,
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
    #[error("`{name}` cannot be `{value}`; {}", takes.advice(value))]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// What it takes.
        takes: &'static Takes,
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
        let named = names::find(name, info.parameters.iter().map(|parameter| parameter.name));
        let Some(parameter) = info.parameters.iter().find(|parameter| Some(parameter.name) == named) else {
            let known = info.parameters.iter().map(|parameter| parameter.name).collect();
            return Err(ParameterError::Unknown { method: info.id, name: name.to_owned(), known });
        };
        let Some(value) = parameter.takes.accepted(value) else {
            let (name, value, takes) = (parameter.name, value.to_owned(), &parameter.takes);
            return Err(ParameterError::Value { name, value, takes });
        };
        self.0.insert(parameter.name, value.to_owned());
        Ok(())
    }

    /// What a parameter is: as set, or its default.
    pub fn get(&self, info: &'static MethodInfo, name: &str) -> &str {
        let default = || info.parameters.iter().find(|parameter| parameter.name == name).map_or("", |p| p.default);
        self.0.get(name).map_or_else(default, String::as_str)
    }

    /// The same as a whole number; 0 if it is not one.
    pub fn whole(&self, info: &'static MethodInfo, name: &str) -> u64 {
        self.get(info, name).parse().unwrap_or(0)
    }

    /// The same as a number; 0 if it is not one.
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
    /// Stop after this many different solutions; to check uniqueness, ask for 2.
    pub limit: usize,
    /// Keep this many of them; the others are only counted.
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

/// A search method over any [`Csp`].
///
/// # Contract
///
/// - **It reads the problem and nothing else**: no puzzle, no clock but the budget's, no global state.
/// - **It cannot fail.** Whatever happens, it returns an [`Outcome`]. [`End::Exhausted`](pencilmark_csp::End) is a proof
///   that there are no further solutions, [`End::Limit`](pencilmark_csp::End) means that `run.limit` solutions were found
///   (a limit of 0 ends at once), and everything else is [`End::GaveUp`](pencilmark_csp::End) with the reason. An
///   incomplete method never returns `Exhausted` for want of ideas.
/// - **Every solution it returns is one** ([`Csp::is_solution`]), and no two are the same; of
///   [interchangeable](Csp::interchangeable) variables, another order is not another solution. It keeps the first
///   `run.keep` and counts all; [`Solutions`](crate::Solutions) does that.
/// - **It stays within `run.budget`**: it starts a [`Meter`](pencilmark_csp::Meter) and pays for nodes, checks,
///   evaluations and states as it goes. It polls often enough that a stop signal ends it within a fraction of a second.
/// - **A seed replays.** Randomness comes from [`random`](pencilmark_csp::random) keyed by `run.seed`. With the same
///   problem and run, the outcome and all counters are the same on every machine, unless time ended the run.
/// - **It tells the observer what it does** as [`Observer`] describes, and does the same under any observer. A loop must not
///   allocate for events: [`Silent`] has to be free.
/// - **Settings are those of its table**: it reads `run.parameters` through [`Parameters::get`], which knows the
///   defaults, and `INFO.complete` and `INFO.draws` are true for every combination of them.
pub trait Method: 'static {
    /// What it says about itself.
    const INFO: MethodInfo;

    /// Looks for up to `run.limit` different solutions.
    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome;
}

/// A method in the table: chosen once by name, monomorphised for each way of watching.
#[derive(Debug)]
pub struct Entry {
    /// What it says about itself.
    pub info: &'static MethodInfo,
    /// Runs it unobserved.
    pub silent: fn(&Csp, &Run, &mut Silent) -> Outcome,
    /// Runs it with counters only.
    pub counted: fn(&Csp, &Run, &mut Tally) -> Outcome,
    /// Runs it with any observer.
    pub watched: fn(&Csp, &Run, &mut dyn Observer) -> Outcome,
}

/// The entry of a method, for the table or from outside:
/// `static MINE: Entry = entry::<Mine>();`
pub const fn entry<M: Method>() -> Entry {
    Entry { info: &M::INFO, silent: M::solve::<Silent>, counted: M::solve::<Tally>, watched: watched::<M> }
}

fn watched<M: Method>(csp: &Csp, run: &Run, mut watch: &mut dyn Observer) -> Outcome {
    M::solve(csp, run, &mut watch)
}

/// A method that exists only while the program runs, such as a function that was written in another language. It keeps the contract of
/// [`Method`]; an [`Entry`] cannot carry it, since that is made of functions without a state.
pub trait Guest: std::fmt::Debug + Send + Sync {
    /// What it says about itself.
    fn info(&self) -> &'static MethodInfo;

    /// Looks for up to `run.limit` different solutions.
    fn solve(&self, csp: &Csp, run: &Run, watch: &mut dyn Observer) -> Outcome;
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

/// Returns the method with exactly this name.
pub fn method(id: &str) -> Option<&'static Entry> {
    METHODS.iter().find(|entry| entry.info.id == id)
}
