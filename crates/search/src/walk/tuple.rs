//! A cage: its variables always hold one of the tuples that it allows. A move takes another one.

use pencilmark_csp::{Assignment, Csp, Domain, Evaluator, Rule, Value, Var, Why};
use rand_chacha::ChaCha8Rng;

use super::{Move, below};

#[derive(Debug)]
pub(super) struct Tuple {
    free: Vec<Var>,
    tuples: Vec<Vec<Value>>,
}

/// The most tuples that are listed.
const MOST: usize = 20_000;

impl Tuple {
    /// `None` if the rule is not a cage, or has no tuple or too many.
    pub(super) fn new(csp: &Csp, rule: usize, domains: &[Domain]) -> Option<Self> {
        let Rule::Cage(cage) = &csp.posted[rule].rule else { return None };
        let differ = |a: Var, b: Var| {
            csp.posted.iter().any(|posted| match &posted.rule {
                Rule::AllDifferent(rule) => rule.vars.contains(&a) && rule.vars.contains(&b),
                _ => false,
            })
        };
        let vars = &cage.vars;
        let clash: Vec<Vec<usize>> =
            (0..vars.len()).map(|last| (0..last).filter(|&other| differ(vars[other], vars[last])).collect()).collect();
        let fits = |values: &[Value]| {
            let last = values.len() - 1;
            clash[last].iter().all(|&other| values[other] != values[last])
        };
        let own: Vec<Domain> = vars.iter().map(|var| domains[var.index()].clone()).collect();
        let tuples = cage.tuples(&own, fits, MOST)?;
        (!tuples.is_empty()).then(|| Self { free: vars.clone(), tuples })
    }

    pub(super) fn free(&self) -> &[Var] {
        &self.free
    }

    pub(super) fn can_move(&self) -> bool {
        self.tuples.len() > 1
    }

    #[allow(clippy::unnecessary_wraps)] // as the other parts
    pub(super) fn start(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        let tuple = &self.tuples[below(rng, self.tuples.len())];
        for (var, &value) in self.free.iter().zip(tuple) {
            board[var.index()] = value;
        }
        Ok(())
    }

    /// Takes the nearest tuple, unless it is one already.
    pub(super) fn mend(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        let off = |tuple: &Vec<Value>| {
            self.free.iter().zip(tuple).filter(|(var, value)| board[var.index()] != **value).count()
        };
        let first = below(rng, self.tuples.len());
        let (before, after) = self.tuples.split_at(first);
        let nearest = after.iter().chain(before).min_by_key(|tuple| off(tuple)).ok_or(Why::Incomplete)?;
        for (var, &value) in self.free.iter().zip(nearest) {
            board[var.index()] = value;
        }
        Ok(())
    }

    fn changes(&self, tuple: &[Value], at: &Evaluator<'_>) -> Move {
        let pairs = self.free.iter().copied().zip(tuple.iter().copied());
        pairs.filter(|&(var, value)| at.value(var) != value).collect()
    }

    #[allow(clippy::needless_pass_by_ref_mut)] // as the other parts
    pub(super) fn propose(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        into.extend(self.changes(&self.tuples[below(rng, self.tuples.len())], at));
        !into.is_empty()
    }

    /// Another tuple; the cage moves as a whole.
    pub(super) fn propose_around(&self, _: Var, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        self.propose(at, rng, into)
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    pub(super) fn all(&self, at: &mut Evaluator<'_>, _: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        into.extend(self.tuples.iter().map(|tuple| self.changes(tuple, at)).filter(|changes| !changes.is_empty()));
    }

    /// Every other tuple, whether or not it changes `var`; the cage moves as a whole.
    pub(super) fn around(&self, _: Var, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        self.all(at, rng, into);
    }
}
