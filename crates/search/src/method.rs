//! What a method is, what it is asked, and the table of all methods.

use pencilmark_csp::{Budget, Csp, Observer, Outcome, Silent, Tally};

use crate::{
    AStar, Annealing, ArcConsistency, Backtracking, Condition, Genetic, Greedy, HillClimbing, MinConflicts, Parameter,
    Parameters, Sat, UniformCost,
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
    /// It does under this condition.
    If(Condition),
}

/// Whether a method draws random numbers: if not, one run says all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// It does.
    Always,
    /// It does not.
    Never,
    /// It does under one of these conditions.
    If(&'static [Condition]),
    /// It does under the first condition, unless the model has a natural start and the second holds:
    /// moves change single variables.
    Start(Condition, Condition),
}

impl MethodInfo {
    /// Whether another seed can make a difference with these settings on this problem.
    /// `has_start` is asked only if it matters whether the problem has a natural start.
    pub fn draws(&'static self, parameters: &Parameters, has_start: impl FnOnce() -> bool) -> bool {
        let holds = |condition: &Condition| condition.holds(self.parameters, parameters);
        match &self.draws {
            Draws::Always => true,
            Draws::Never => false,
            Draws::If(conditions) => conditions.iter().any(holds),
            Draws::Start(condition, unless) => holds(condition) && !(holds(unless) && has_start()),
        }
    }

    /// Whether the method is complete with these settings.
    pub fn is_complete(&'static self, parameters: &Parameters) -> bool {
        match self.complete {
            Complete::Yes => true,
            Complete::No => false,
            Complete::If(condition) => condition.holds(self.parameters, parameters),
        }
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
/// - **Settings are those of its table**: it reads `run.parameters` by the [keys](crate::Key) that its table is made of, in
///   one place at the start, and `INFO.complete` and `INFO.draws` are true for every combination of them.
pub trait Method: 'static {
    /// What it says about itself.
    const INFO: MethodInfo;

    /// Looks for up to `run.limit` different solutions.
    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome;
}

/// A method in the table: chosen once by name, monomorphised for each way of watching.
#[derive(Debug)]
pub struct MethodEntry {
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
/// `static MINE: MethodEntry = entry::<Mine>();`
pub const fn entry<M: Method>() -> MethodEntry {
    MethodEntry { info: &M::INFO, silent: M::solve::<Silent>, counted: M::solve::<Tally>, watched: watched::<M> }
}

fn watched<M: Method>(csp: &Csp, run: &Run, mut watch: &mut dyn Observer) -> Outcome {
    M::solve(csp, run, &mut watch)
}

/// A method that exists only while the program runs, such as a function that was written in another language. It keeps the contract of
/// [`Method`]; an [`MethodEntry`] cannot carry it, since that is made of functions without a state.
pub trait Guest: std::fmt::Debug + Send + Sync {
    /// What it says about itself.
    fn info(&self) -> &'static MethodInfo;

    /// Looks for up to `run.limit` different solutions.
    fn solve(&self, csp: &Csp, run: &Run, watch: &mut dyn Observer) -> Outcome;
}

/// Every method over a [`Csp`].
pub static METHODS: &[MethodEntry] = &[
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
pub fn method(id: &str) -> Option<&'static MethodEntry> {
    METHODS.iter().find(|entry| entry.info.id == id)
}
