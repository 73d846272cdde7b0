//! Budgets: time, nodes, checks, evaluations, states held, and Ctrl-C, all polled in one place.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Raised by Ctrl-C or by another thread. Every search whose budget holds it gives up soon after.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicUsize>);

/// Set in a [`StopSignal`] that is raised for good. The bits below count those who raise it for a while.
const FOR_GOOD: usize = 1 << (usize::BITS - 1);

impl StopSignal {
    /// What to store in [`StopSignal::number`].
    pub const RAISED: usize = FOR_GOOD;

    /// Asks every search that holds this signal to stop, now and later.
    pub fn raise(&self) {
        self.0.fetch_or(FOR_GOOD, Ordering::Relaxed);
    }

    /// Asks the same until the guard is dropped: searches under way stop, and later ones may run.
    pub fn raise_for_now(&self) -> RaisedForNow {
        self.0.fetch_add(1, Ordering::Relaxed);
        RaisedForNow(self.clone())
    }

    /// The number behind it, for the handler of a system's signal, which may do no more than store one:
    /// [`StopSignal::RAISED`] raises it for good.
    pub fn number(&self) -> Arc<AtomicUsize> {
        self.0.clone()
    }

    /// Whether it is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}

/// Keeps a [`StopSignal`] raised while it lives.
#[derive(Debug)]
pub struct RaisedForNow(StopSignal);

impl Drop for RaisedForNow {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Bytes of solutions that searches hold at the same time, each beyond a [floor](Held::FLOOR) of its own. Budgets that are copies of each
/// other share one account, so that a limit holds for all workers of a batch together.
#[derive(Clone, Debug, Default)]
pub struct Account(Arc<AtomicUsize>);

impl Account {
    /// An entry of no bytes.
    pub fn open(&self) -> Held {
        Held { account: self.clone(), own: 0, shared: 0 }
    }
}

/// An entry in an [`Account`]; what is dropped is held no more.
#[derive(Debug, Default)]
pub struct Held {
    account: Account,
    own: usize,    // below the floor
    shared: usize, // in the account
}

impl Held {
    /// Bytes that every entry may hold, whatever the others do: the result of a small search must not depend on what happens to run beside
    /// it. All entries together hold at most the limit and this much for each.
    pub const FLOOR: usize = 1 << 20;

    /// Adds to the entry if it stays below the floor, or what all entries share within `limit`; whether it was added.
    pub fn add(&mut self, bytes: usize, limit: usize) -> bool {
        if bytes <= Self::FLOOR - self.own {
            self.own += bytes;
            return true;
        }
        if self.account.0.fetch_add(bytes, Ordering::Relaxed) + bytes > limit {
            self.account.0.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        self.shared += bytes;
        true
    }
}

impl Clone for Held {
    fn clone(&self) -> Self {
        self.account.0.fetch_add(self.shared, Ordering::Relaxed);
        Self { account: self.account.clone(), ..*self }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.account.0.fetch_sub(self.shared, Ordering::Relaxed);
    }
}

/// Why a search gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The time was up.
    Time,
    /// The nodes were spent.
    Nodes,
    /// The checks were spent.
    Checks,
    /// The evaluations were spent.
    Evaluations,
    /// More states would have to be held than allowed.
    Memory,
    /// The [`StopSignal`] was raised.
    Interrupted,
    /// The method is incomplete and has come to its end without a proof.
    Incomplete,
    /// The method, as it is set, does not fit this model.
    Unsuited,
}

impl Why {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Time,
        Self::Nodes,
        Self::Checks,
        Self::Evaluations,
        Self::Memory,
        Self::Interrupted,
        Self::Incomplete,
        Self::Unsuited,
    ];

    /// One word for it, as it stands in records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Checks => "checks",
            Self::Evaluations => "evaluations",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
            Self::Incomplete => "stopped",
            Self::Unsuited => "unsuited",
        }
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Time => "the time limit was reached",
            Self::Nodes => "the node limit was reached",
            Self::Checks => "the limit of checks was reached",
            Self::Evaluations => "the limit of evaluations was reached",
            Self::Memory => "the memory limit was reached",
            Self::Interrupted => "interrupted",
            Self::Incomplete => "the method stopped without a proof",
            Self::Unsuited => "the method, as it is set, does not fit this model",
        })
    }
}

/// What a search may spend. `None` is no limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Search states entered, as [`Counters::nodes`](crate::Counters) counts them.
    pub nodes: Option<u64>,
    /// Evaluations of one rule on one assignment.
    pub checks: Option<u64>,
    /// Complete boards whose cost is evaluated.
    pub evaluations: Option<u64>,
    /// States held at once by methods that hold many, and solutions held at once by any method; `None` leaves the limit to
    /// the method.
    pub states: Option<usize>,
    /// Bytes that held solutions may take if `states` sets no limit, those of all searches with the same `account` together, beyond a
    /// [floor](Held::FLOOR) for each; `None` leaves the limit to the method.
    pub memory: Option<usize>,
    /// What is held.
    pub account: Account,
    /// Ctrl-C.
    pub stop: StopSignal,
}

impl Budget {
    /// Starts the clock.
    pub fn start(&self) -> Meter {
        Meter {
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            nodes_left: self.nodes.unwrap_or(u64::MAX),
            checks_left: self.checks.unwrap_or(u64::MAX),
            evaluations_left: self.evaluations.unwrap_or(u64::MAX),
            ticks: 0,
            budget: self.clone(),
        }
    }
}

/// A budget being spent.
#[derive(Clone, Debug)]
pub struct Meter {
    deadline: Option<Instant>,
    nodes_left: u64,
    checks_left: u64,
    evaluations_left: u64,
    ticks: u32,
    budget: Budget,
}

impl Meter {
    /// Pays for one node.
    pub fn node(&mut self) -> Result<(), Why> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Why::Nodes)?;
        self.check()
    }

    /// Pays for one node of a search whose nodes are cheaper than a look at the clock.
    #[inline]
    pub fn quick_node(&mut self) -> Result<(), Why> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Why::Nodes)?;
        self.poll()
    }

    /// Pays for some checks.
    #[inline]
    pub fn checks(&mut self, count: u64) -> Result<(), Why> {
        self.checks_left = self.checks_left.checked_sub(count).ok_or(Why::Checks)?;
        Ok(())
    }

    /// Pays for evaluations of complete boards and the checks they took. Looks at the clock only now and then.
    #[inline]
    pub fn evaluations(&mut self, boards: u64, checks: u64) -> Result<(), Why> {
        self.evaluations_left = self.evaluations_left.checked_sub(boards).ok_or(Why::Evaluations)?;
        self.checks(checks)?;
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks & 63 == 1 { self.check() } else { Ok(()) }
    }

    /// Asks whether there is time left; looks at the clock only now and then.
    #[inline]
    pub fn poll(&mut self) -> Result<(), Why> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks & 15 == 1 { self.check() } else { Ok(()) }
    }

    /// Like [`Self::poll`], for loops whose turns are quicker than reading the clock.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Why> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks & 255 == 1 { self.check() } else { Ok(()) }
    }

    /// Asks whether `held` states may be held.
    pub fn states(&self, held: usize) -> Result<(), Why> {
        if self.budget.states.is_some_and(|limit| held > limit) { Err(Why::Memory) } else { Ok(()) }
    }

    /// Looks at the clock and the stop signal now.
    pub fn check(&self) -> Result<(), Why> {
        if self.budget.stop.is_raised() {
            return Err(Why::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Why::Time),
            _ => Ok(()),
        }
    }

    /// Returns a meter for a part of the work that may take at most `time` of what is left.
    #[must_use]
    pub fn at_most(&self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        Self { deadline: self.deadline.into_iter().chain(end).min(), ..self.clone() }
    }

    /// What is left, as a budget for a method that takes over.
    pub fn rest(&self) -> Budget {
        Budget {
            time: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            nodes: self.budget.nodes.map(|_| self.nodes_left),
            checks: self.budget.checks.map(|_| self.checks_left),
            evaluations: self.budget.evaluations.map(|_| self.evaluations_left),
            ..self.budget.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry whose floor is used up.
    fn above_its_floor(account: &Account) -> Held {
        let mut held = account.open();
        assert!(held.add(Held::FLOOR, 0));
        held
    }

    #[test]
    fn what_is_dropped_is_held_no_more() {
        let budget = Budget::default();
        let (mut one, mut other) = (above_its_floor(&budget.account), above_its_floor(&budget.clone().account));
        assert!(one.add(60, 100) && !other.add(60, 100) && other.add(40, 100) && !one.add(1, 100));
        let copy = one.clone();
        drop(one);
        assert!(!other.add(1, 100));
        drop(copy);
        assert!(other.add(60, 100));
    }

    #[test]
    fn every_entry_has_a_floor_of_its_own() {
        let account = Account::default();
        let mut large = above_its_floor(&account);
        assert!(large.add(100, 100) && !large.add(1, 100));
        let mut small = account.open();
        assert!(small.add(Held::FLOOR - 1, 100) && small.add(1, 100) && !small.add(1, 100));
    }

    #[test]
    fn a_signal_that_is_raised_for_now_is_lowered_again() {
        let signal = StopSignal::default();
        let (one, other) = (signal.raise_for_now(), signal.clone().raise_for_now());
        drop(one);
        assert!(signal.is_raised());
        drop(other);
        assert!(!signal.is_raised());
        // Ctrl-C meanwhile is not lost.
        let guard = signal.raise_for_now();
        signal.raise();
        signal.raise();
        drop(guard);
        assert!(signal.is_raised());
        // Nor is one that is stored over what was counted.
        let signal = StopSignal::default();
        let guard = signal.raise_for_now();
        signal.number().store(StopSignal::RAISED, Ordering::Relaxed);
        drop(guard);
        assert!(signal.is_raised());
    }
}
