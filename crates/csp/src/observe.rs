//! Watching a search. Methods tell an [`Observer`] what happens; [`Silent`] compiles to nothing.

use crate::{Conflict, Domain, Value, Var};

/// Variables with the values they get.
pub type Changes = [(Var, Value)];

/// Something a method did.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A search state was entered.
    Node,
    /// A variable got a value by decision.
    Assign(Var, Value),
    /// The last decision leaves a rule that cannot hold; its [`Event::Backtrack`] follows.
    Conflict(Conflict),
    /// A decision was undone.
    Backtrack(Var),
    /// Inference left this many further variables with one value.
    Propagated(u64),
    /// One rule was evaluated on one (partial) assignment, this many times.
    Checks(u64),
    /// This many arcs (rule, variable) were revised.
    Revisions(u64),
    /// Inference removed this many values.
    Prunings(u64),
    /// The cost of this many complete boards was evaluated.
    Evaluations(u64),
    /// Local search stands on this complete board now, of this cost: at its start and after every restart.
    Start(&'a [Value], u64),
    /// These changes are about to be evaluated.
    Try(&'a Changes),
    /// These changes were made, and the board now has this cost.
    Step(&'a Changes, u64),
    /// A search started again.
    Restart,
    /// This board has the lowest cost so far.
    Best(&'a [Value], u64),
    /// A generation is complete.
    Generation(Generation),
    /// Informed search generated this many states.
    Generated(u64),
    /// This many states are held now.
    Stored(u64),
    /// A search looks at this state now, with all that is inferred in it; sent only to those who
    /// [want boards](Observer::wants_boards).
    Look(&'a [Option<Value>]),
    /// What inference has left of every variable's domain, in the order of the variables; sent only to those who
    /// [want boards](Observer::wants_boards). Methods that prune send it before the [`Event::Look`] of the same state;
    /// AC-3 also sends it before its first revision and after every one that removed a value.
    Domains(&'a [Domain]),
    /// A clause learner made this many decisions, each entering a state.
    Decisions(u64),
    /// It ran into this many conflicts, each undoing decisions and teaching a clause.
    Conflicts(u64),
    /// A method handed over to another.
    HandOver,
    /// A solution was found.
    Solution(&'a [Value]),
}

/// The costs of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// The lowest.
    pub lowest: u64,
    /// The mean.
    pub mean: f64,
    /// The highest.
    pub highest: u64,
}

/// Watches a search.
///
/// # What a method promises
///
/// - Events come in the order in which things happen, from the thread that searches, and only between the start of
///   `solve` and its return.
/// - The events do not depend on the observer, except that [`Event::Look`] and [`Event::Domains`] are sent only if
///   [`Observer::wants_boards`] returns true. The same problem, run and version give the same events, unless time or a
///   stop signal ended the run.
/// - Events with a count carry what was added since the last such event, not a total, and the count may be 0.
///   [`Event::Stored`] is the exception: it is the number of states held now.
/// - [`Event::Solution`] is sent once for each different solution, when it is found, whether or not it is kept.
/// - A depth-first search sends [`Event::Node`], [`Event::Assign`], the counts of its inference, then [`Event::Domains`]
///   and [`Event::Look`], or [`Event::Conflict`] in their place; later [`Event::Backtrack`] for the same variable. Decisions are undone last in, first out; those
///   that stand when a search ends are not undone. A search that jumps from state to state, such as A*, sends `Assign`
///   for the states it generates and never `Backtrack`; only its `Look` says where it is.
/// - A local search sends [`Event::Start`], and from there on the board is that of `Start` with the changes of every
///   [`Event::Step`] applied. [`Event::Try`] comes before the evaluation of a move, and does not mean that it is made. The
///   step that ends the search comes before its `Solution`. [`Event::Restart`] comes before the next `Start`.
/// - After [`Event::HandOver`] another method goes on from the original problem: no decision stands any more, and
///   solutions that were found before are not sent again.
///
/// # What an observer promises
///
/// - It must not affect the search. To stop one, raise the [`StopSignal`](crate::StopSignal) of its budget.
/// - It must not panic, and should return soon: the search waits for it.
/// - It copies what it wants to keep: slices are valid during the call only.
/// - It ignores what it has no use for. A later version may have more kinds of events, and a method need not send all.
pub trait Observer {
    /// Called for every event.
    fn see(&mut self, event: Event<'_>);

    /// Whether to send [`Event::Look`] and [`Event::Domains`], which a method has to put together first. The answer must be
    /// the same throughout a run. Methods ask before they do the work, so that a constant `false` costs nothing.
    fn wants_boards(&self) -> bool {
        false
    }
}

/// The observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    #[inline(always)]
    fn see(&mut self, _: Event<'_>) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn see(&mut self, event: Event<'_>) {
        (**self).see(event);
    }

    fn wants_boards(&self) -> bool {
        (**self).wants_boards()
    }
}

impl<O: Observer> Observer for Option<O> {
    fn see(&mut self, event: Event<'_>) {
        if let Some(watch) = self {
            watch.see(event);
        }
    }

    fn wants_boards(&self) -> bool {
        self.as_ref().is_some_and(O::wants_boards)
    }
}
