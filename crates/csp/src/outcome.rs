//! How a search ends: solved, refuted, gave up. Never merged.

use crate::{Assignment, Domain, Held, Why};

/// Why the search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Everything was looked at: there are no further solutions.
    Exhausted,
    /// As many solutions as were asked for.
    Limit,
    /// The budget was spent, or the method is incomplete.
    GaveUp(Why),
}

/// What a search found, and how it ended.
#[derive(Clone, Debug)]
pub struct Outcome<A = Assignment> {
    /// Different solutions, in the order found: all of them, or the first ones if no more were asked for or fitted into
    /// memory.
    pub solutions: Vec<A>,
    /// How many different solutions were found, kept or not.
    pub found: usize,
    /// How it ended.
    pub end: End,
    /// The best board, and its cost, of a method that works with boards that break rules.
    pub best: Option<(A, u64)>,
    /// What is left of every variable's domain, if a method that only prunes ended undecided. Every solution lies within
    /// these domains; of interchangeable variables, the solution that takes them in increasing order.
    pub domains: Option<Vec<Domain>>,
    /// What the solutions take in the account of the budget, until the outcome is dropped.
    pub held: Held,
}

/// What an outcome says about the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Exactly one solution.
    Unique,
    /// At least two solutions.
    Several,
    /// One solution is known; whether there are more is not.
    Solved,
    /// Proved: no solution.
    Refuted,
    /// Nothing is known.
    Undecided,
}

impl<A> Outcome<A> {
    /// Nothing found.
    pub fn nothing(end: End) -> Self {
        Self { solutions: Vec::new(), found: 0, end, best: None, domains: None, held: Held::default() }
    }

    /// Nothing found, and that is a proof.
    pub fn refuted() -> Self {
        Self::nothing(End::Exhausted)
    }

    /// What is known now.
    pub fn verdict(&self) -> Verdict {
        match (self.found, self.end) {
            (0, End::Exhausted) => Verdict::Refuted,
            (0, _) => Verdict::Undecided,
            (1, End::Exhausted) => Verdict::Unique,
            (1, _) => Verdict::Solved,
            _ => Verdict::Several,
        }
    }

    /// Whether the number of solutions found is exact.
    pub fn exhausted(&self) -> bool {
        self.end == End::Exhausted
    }

    /// The same outcome over another type of answer.
    pub fn map<B>(self, mut f: impl FnMut(A) -> B) -> Outcome<B> {
        Outcome {
            solutions: self.solutions.into_iter().map(&mut f).collect(),
            found: self.found,
            end: self.end,
            best: self.best.map(|(answer, cost)| (f(answer), cost)),
            domains: self.domains,
            held: self.held,
        }
    }
}
