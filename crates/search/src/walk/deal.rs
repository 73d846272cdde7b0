//! A deal: variables that hold given values in some order. A move swaps two.

use std::collections::HashMap;

use pencilmark_csp::{Assignment, Domain, Evaluator, Value, Var, Why};
use rand_chacha::ChaCha8Rng;

use super::{Move, Moves, below, shuffle};

#[derive(Debug)]
pub(super) struct Deal {
    free: Vec<Var>,
    values: Vec<Value>,  // what is dealt to them
    narrow: Vec<Domain>, // what each may hold, if that is not everything that is dealt; else empty
    place: HashMap<Var, usize>,
}

/// How often to draw a pair before giving up on finding one that may be swapped.
const DRAWS: usize = 64;

impl Deal {
    pub(super) fn new(vars: &[Var], values: &[Value], domains: &[Domain]) -> Result<Self, Why> {
        let mut free: Vec<Var> = vars.to_vec();
        let mut values = values.to_vec();
        // What inference has decided takes its value out of the deal.
        let fixed: Vec<Var> = free.iter().copied().filter(|var| domains[var.index()].len() == 1).collect();
        for var in fixed {
            let value = domains[var.index()].first();
            let dealt = values.iter().position(|&dealt| Some(dealt) == value).ok_or(Why::Incomplete)?;
            values.remove(dealt);
            free.retain(|&other| other != var);
        }
        let all_fit = free.iter().all(|var| values.iter().all(|&value| domains[var.index()].contains(value)));
        let narrow = if all_fit { Vec::new() } else { free.iter().map(|var| domains[var.index()].clone()).collect() };
        let place = free.iter().enumerate().map(|(place, &var)| (var, place)).collect();
        Ok(Self { free, values, narrow, place })
    }

    pub(super) fn free(&self) -> &[Var] {
        &self.free
    }

    pub(super) fn can_move(&self) -> bool {
        self.free.len() > 1 && self.values.iter().any(|value| *value != self.values[0])
    }

    fn may_hold(&self, place: usize, value: Value) -> bool {
        self.narrow.get(place).is_none_or(|domain| domain.contains(value))
    }

    fn may_swap(&self, left: usize, right: usize, at: &Evaluator<'_>) -> bool {
        let (a, b) = (at.value(self.free[left]), at.value(self.free[right]));
        a != b && self.may_hold(left, b) && self.may_hold(right, a)
    }

    /// Deals in random order; where variables cannot hold everything, by augmenting paths (Kuhn 1955).
    pub(super) fn start(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        let mut cards = self.values.clone();
        shuffle(rng, &mut cards);
        if self.narrow.is_empty() {
            for (var, &value) in self.free.iter().zip(&cards) {
                board[var.index()] = value;
            }
            return Ok(());
        }
        let mut holder: Vec<Option<usize>> = vec![None; cards.len()];
        let mut order: Vec<usize> = (0..self.free.len()).collect();
        shuffle(rng, &mut order);
        for place in order {
            let mut seen = vec![false; cards.len()];
            if !self.seat(place, &cards, &mut holder, &mut seen) {
                return Err(Why::Incomplete);
            }
        }
        for (card, holder) in cards.iter().zip(holder) {
            if let Some(place) = holder {
                board[self.free[place].index()] = *card;
            }
        }
        Ok(())
    }

    fn seat(&self, place: usize, cards: &[Value], holder: &mut [Option<usize>], seen: &mut [bool]) -> bool {
        for card in 0..cards.len() {
            if !seen[card] && self.may_hold(place, cards[card]) {
                seen[card] = true;
                if holder[card].is_none_or(|other| self.seat(other, cards, holder, seen)) {
                    holder[card] = Some(place);
                    return true;
                }
            }
        }
        false
    }

    #[allow(clippy::needless_pass_by_ref_mut)] // as the other parts
    pub(super) fn propose(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        if self.free.len() < 2 {
            return false;
        }
        for _ in 0..DRAWS {
            let left = below(rng, self.free.len());
            let right = (left + 1 + below(rng, self.free.len() - 1)) % self.free.len();
            if self.may_swap(left, right, at) {
                self.swap(left, right, at, into);
                return true;
            }
        }
        false
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    pub(super) fn propose_around(
        &self,
        var: Var,
        at: &mut Evaluator<'_>,
        rng: &mut ChaCha8Rng,
        into: &mut Move,
    ) -> bool {
        let left = self.place[&var];
        for _ in 0..DRAWS {
            let right = below(rng, self.free.len());
            if self.may_swap(left, right, at) {
                self.swap(left, right, at, into);
                return true;
            }
        }
        false
    }

    fn swap(&self, left: usize, right: usize, at: &Evaluator<'_>, into: &mut Move) {
        let (left, right) = (self.free[left], self.free[right]);
        into.extend([(left, at.value(right)), (right, at.value(left))]);
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    pub(super) fn all(&self, at: &mut Evaluator<'_>, _: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        for left in 0..self.free.len() {
            for right in 0..left {
                self.add_swap(left, right, at, into);
            }
        }
    }

    #[allow(clippy::needless_pass_by_ref_mut)]
    pub(super) fn around(&self, var: Var, at: &mut Evaluator<'_>, _: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        let left = self.place[&var];
        for right in (0..self.free.len()).filter(|&right| right != left) {
            self.add_swap(left, right, at, into);
        }
    }

    pub(super) fn list(&self, at: &Evaluator<'_>, into: &mut Moves) {
        for left in 0..self.free.len() {
            for right in 0..left {
                if self.may_swap(left, right, at) {
                    let (left, right) = (self.free[left], self.free[right]);
                    into.push(&[(left, at.value(right)), (right, at.value(left))]);
                }
            }
        }
    }

    /// Replaces values that are held too often by those that are missing.
    pub(super) fn mend(&self, rng: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        let mut missing = self.values.clone();
        let mut open = Vec::new();
        let mut order: Vec<usize> = (0..self.free.len()).collect();
        shuffle(rng, &mut order);
        for place in order {
            match missing.iter().position(|&value| value == board[self.free[place].index()]) {
                Some(index) => drop(missing.swap_remove(index)),
                None => open.push(place),
            }
        }
        if open.iter().zip(&missing).any(|(&place, &value)| !self.may_hold(place, value)) {
            return self.start(rng, board);
        }
        for (place, value) in open.into_iter().zip(missing) {
            board[self.free[place].index()] = value;
        }
        Ok(())
    }

    fn add_swap(&self, left: usize, right: usize, at: &Evaluator<'_>, into: &mut Vec<Move>) {
        if self.may_swap(left, right, at) {
            let mut swap = Vec::with_capacity(2);
            self.swap(left, right, at, &mut swap);
            into.push(swap);
        }
    }
}
