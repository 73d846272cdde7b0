//! Solutions as they are found: all are counted, and as many are kept as were asked for and fit into memory.

use pencilmark_csp::{Assignment, Csp, End, Held, Outcome, Value, Why};

use crate::Run;

/// Bytes that the solutions of a search may take, and those of all searches with one account beyond their floors, unless their budget says
/// otherwise.
const MEMORY: usize = 64 << 20;

/// Bytes that a vector takes beyond its contents.
const OVERHEAD: usize = 48;

/// Different solutions.
#[derive(Clone, Debug)]
pub struct Solutions<A = Assignment> {
    limit: usize,
    keep: usize,
    hold: usize, // as many as are kept during the search
    room: usize, // as many as can be held
    holds_all: bool,
    found: usize,
    kept: Vec<A>,
    each: usize,   // bytes of one, if memory is what limits them
    memory: usize, // bytes that all searches together may hold beyond their floors
    held: Held,
}

impl<A> Solutions<A> {
    /// No solutions so far; each takes `bytes` bytes.
    pub fn of(run: &Run, bytes: usize) -> Self {
        // Two are always held: they show that the first is not the only one.
        let memory = run.budget.memory.unwrap_or(MEMORY);
        let room = run.budget.states.unwrap_or(memory / (bytes + OVERHEAD)).max(2);
        let (limit, keep) = (run.limit, run.keep);
        let each = if run.budget.states.is_none() { bytes + OVERHEAD } else { 0 };
        let (kept, held) = (Vec::new(), run.budget.account.open());
        Self { limit, keep, hold: keep, room, holds_all: false, found: 0, kept, each, memory, held }
    }

    /// The same for a method that holds every solution in some way of its own, so that not keeping them saves no memory.
    pub fn holding_all(run: &Run, bytes: usize) -> Self {
        Self { holds_all: true, ..Self::of(run, bytes) }
    }

    /// The same for a method that may hand over: it keeps some that were not asked for, so that the next method can
    /// exclude them.
    pub fn to_hand_over(run: &Run, bytes: usize) -> Self {
        let this = Self::of(run, bytes);
        Self { hold: this.keep.max(this.room / 8).max(2), ..this }
    }

    /// The same with solutions that are known already.
    pub fn with(mut self, known: Vec<A>) -> Self {
        self.held.add(known.len() * self.each, usize::MAX);
        Self { found: known.len(), kept: known, ..self }
    }

    /// A solution that was not found before; `Err` if the search is to end with it.
    pub fn add(&mut self, solution: A) -> Result<(), End> {
        self.found += 1;
        let (held, wanted) = (self.kept.len(), self.kept.len() < self.hold);
        let mut fits = if self.holds_all { self.found <= self.room } else { !wanted || held < self.room };
        if fits && (wanted || self.holds_all) {
            fits = self.held.add(self.each, self.memory) || self.found <= 2;
        }
        if wanted && fits {
            self.kept.push(solution);
        }
        if self.found >= self.limit {
            Err(End::Limit)
        } else if fits {
            Ok(())
        } else {
            Err(End::GaveUp(Why::Memory))
        }
    }

    /// How many were found.
    #[inline]
    pub fn found(&self) -> usize {
        self.found
    }

    /// Whether all that were found are kept, so that another method can go on from there.
    #[inline]
    pub fn all_kept(&self) -> bool {
        self.found == self.kept.len()
    }

    /// Those that are kept.
    pub fn kept(&self) -> &[A] {
        &self.kept
    }

    /// The same for a method that takes over.
    pub fn into_kept(self) -> Vec<A> {
        self.kept
    }

    /// The outcome of a search that ends like this.
    pub fn outcome(mut self, end: End, best: Option<(A, u64)>) -> Outcome<A> {
        self.kept.truncate(self.keep);
        Outcome { solutions: self.kept, found: self.found, best, held: self.held, ..Outcome::nothing(end) }
    }
}

impl Solutions {
    /// Bytes that an assignment takes.
    pub(crate) fn bytes(csp: &Csp) -> usize {
        csp.domains.len() * size_of::<Value>()
    }
}

#[cfg(test)]
mod tests {
    use pencilmark_csp::Budget;

    use super::*;

    type Of = fn(&Run, usize) -> Solutions<u8>;

    /// What `of` makes of ten solutions: how many are kept and found, and how it ends.
    fn ten(of: Of, limit: usize, keep: usize, room: usize) -> (usize, usize, End) {
        let budget = Budget { states: Some(room), ..Budget::default() };
        let mut solutions = of(&Run { keep, budget, ..Run::up_to(limit) }, 1);
        let end = (0..10).try_for_each(|solution| solutions.add(solution)).err().unwrap_or(End::Exhausted);
        let outcome = solutions.outcome(end, None);
        assert!(outcome.solutions.iter().copied().eq(0..outcome.solutions.len() as u8));
        (outcome.solutions.len(), outcome.found, end)
    }

    #[test]
    fn memory_holds_more_of_what_is_small() {
        for (bytes, found) in [(1, 21), (52, 11), (100_000, 3)] {
            let budget = Budget { memory: Some(1000), ..Budget::default() };
            let mut solutions = Solutions::of(&Run { budget, ..Run::up_to(usize::MAX) }, bytes);
            let end = (0..1000).try_for_each(|solution| solutions.add(solution));
            assert_eq!((solutions.found(), end), (found, Err(End::GaveUp(Why::Memory))), "{bytes}");
        }
    }

    /// What a search keeps that finds `solutions` solutions of a kibibyte each, and how it ends.
    fn fill(run: &Run, solutions: usize) -> (Outcome<usize>, End) {
        let mut found = Solutions::of(run, 1024 - OVERHEAD);
        let end = (0..solutions).try_for_each(|solution| found.add(solution)).err().unwrap_or(End::Exhausted);
        (found.outcome(end, None), end)
    }

    #[test]
    fn searches_at_the_same_time_share_the_memory() {
        let (floor, memory) = (Held::FLOOR / 1024, 4 * Held::FLOOR);
        let run = Run { budget: Budget { memory: Some(memory), ..Budget::default() }, ..Run::up_to(usize::MAX) };
        let full = End::GaveUp(Why::Memory);
        let ((one, end), (other, other_end), (third, _)) = (fill(&run, 9999), fill(&run, 9999), fill(&run, 9999));
        assert_eq!((end, other_end), (full, full));
        // Each has its floor, and the first leaves a quarter of what is shared.
        assert_eq!([&one, &other, &third].map(|kept| kept.solutions.len()), [4 * floor, 2 * floor, floor]);
        drop(one.map(|_| ()));
        assert_eq!(fill(&run, 9999).0.solutions.len(), 4 * floor);
    }

    #[test]
    fn a_small_search_ends_the_same_whatever_runs_beside_it() {
        let run = Run { budget: Budget { memory: Some(4 << 20), ..Budget::default() }, ..Run::up_to(usize::MAX) };
        let small = || {
            let (kept, end) = fill(&run, 72);
            (kept.solutions.len(), end)
        };
        let alone = small();
        let large = [fill(&run, 9999), fill(&run, 9999)];
        assert_eq!((alone, small()), ((72, End::Exhausted), (72, End::Exhausted)));
        drop(large);
    }

    #[test]
    fn all_are_counted_and_as_many_kept_as_are_asked_for_and_fit() {
        let memory = End::GaveUp(Why::Memory);
        let (some, all, hand_over): (Of, Of, Of) = (Solutions::of, Solutions::holding_all, Solutions::to_hand_over);
        for (of, limit, keep, room, expected) in [
            (some, 99, 99, 99, (10, 10, End::Exhausted)),
            (some, 5, 99, 99, (5, 5, End::Limit)),
            (some, 99, 3, 99, (3, 10, End::Exhausted)),
            (some, 7, 0, 99, (0, 7, End::Limit)),
            (some, 99, 3, 3, (3, 10, End::Exhausted)),
            (some, 99, 99, 10, (10, 10, End::Exhausted)),
            (some, 99, 99, 4, (4, 5, memory)),
            (some, 2, 2, 0, (2, 2, End::Limit)),
            (all, 99, 3, 99, (3, 10, End::Exhausted)),
            (all, 99, 3, 10, (3, 10, End::Exhausted)),
            (all, 99, 3, 9, (3, 10, memory)),
            (all, 99, 1, 4, (1, 5, memory)),
            (hand_over, 99, 1, 4, (1, 10, End::Exhausted)),
            (hand_over, 99, 99, 4, (4, 5, memory)),
        ] {
            assert_eq!(ten(of, limit, keep, room), expected, "limit {limit}, keep {keep}, room {room}");
        }
    }
}
