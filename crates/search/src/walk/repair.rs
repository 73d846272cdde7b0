//! Repair: change one variable of a broken goal, then reset to the natural start what now breaks a hard rule.

use pencilmark_csp::{Assignment, Csp, Domain, Evaluator, Role, Value, Var, Why};
use rand_chacha::ChaCha8Rng;

use super::{Move, below};

#[derive(Debug)]
pub(super) struct Repair {
    free: Vec<Var>,
    values: Vec<Vec<Value>>, // variable -> what it may hold
    start: Assignment,
    goal: Vec<bool>, // rule -> it is a goal
}

impl Repair {
    pub(super) fn new(csp: &Csp, vars: &[Var], domains: &[Domain]) -> Result<Self, Why> {
        let mut start = csp.start.clone().ok_or(Why::Unsuited)?;
        for (value, domain) in start.iter_mut().zip(domains) {
            if !domain.contains(*value) {
                *value = domain.first().ok_or(Why::Incomplete)?;
            }
        }
        let free: Vec<Var> = vars.iter().copied().filter(|var| domains[var.index()].len() > 1).collect();
        let mut values = vec![Vec::new(); domains.len()];
        for var in &free {
            values[var.index()] = domains[var.index()].iter().collect();
        }
        let goal = csp.posted.iter().map(|posted| posted.role == Role::Goal).collect();
        Ok(Self { free, values, start, goal })
    }

    pub(super) fn free(&self) -> &[Var] {
        &self.free
    }

    #[allow(clippy::unnecessary_wraps)] // as the other parts
    pub(super) fn start(&self, _: &mut ChaCha8Rng, board: &mut Assignment) -> Result<(), Why> {
        board.clone_from(&self.start);
        Ok(())
    }

    pub(super) fn propose(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Move) -> bool {
        let broken: Vec<u32> = at.broken().iter().copied().filter(|&rule| self.goal[rule as usize]).collect();
        if broken.is_empty() {
            return false;
        }
        let rule = broken[below(rng, broken.len())];
        let movable = |var: &Var| at.blames(rule, *var) && self.values[var.index()].len() > 1;
        let blamed: Vec<Var> = at.scope(rule).iter().copied().filter(movable).collect();
        if blamed.is_empty() {
            return false;
        }
        self.propose_around(blamed[below(rng, blamed.len())], at, rng, into)
    }

    pub(super) fn propose_around(
        &self,
        var: Var,
        at: &mut Evaluator<'_>,
        rng: &mut ChaCha8Rng,
        into: &mut Move,
    ) -> bool {
        let others: Vec<Value> = self.values[var.index()].iter().copied().filter(|&v| v != at.value(var)).collect();
        into.push((var, others[below(rng, others.len())]));
        self.mend(at, rng, into, 1);
        true
    }

    /// Adds to a move that changes one variable the resets that make every hard rule hold again.
    ///
    /// Among the variables of a broken hard rule that differ from the start, except the first `kept` changes, it resets one
    /// that repairs something, or any one if none does alone.
    fn mend(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, changes: &mut Move, kept: usize) {
        loop {
            at.apply(changes);
            let hard = at.broken().iter().copied().filter(|&rule| !self.goal[rule as usize]).min();
            let Some(rule) = hard else { break };
            let is_kept = |var: Var| changes[..kept].iter().any(|&(changed, _)| changed == var);
            let off = |var: &Var| !is_kept(*var) && at.value(*var) != self.start[var.index()];
            let candidates: Vec<Var> = at.scope(rule).iter().copied().filter(off).collect();
            let before = at.rule_cost(rule);
            at.undo();
            if candidates.is_empty() {
                return;
            }
            let mut better = Vec::new();
            if candidates.len() > 1 {
                for &var in &candidates {
                    changes.push((var, self.start[var.index()]));
                    at.apply(changes);
                    if at.rule_cost(rule) < before {
                        better.push(var);
                    }
                    at.undo();
                    changes.pop();
                }
            }
            let among = if better.is_empty() { &candidates } else { &better };
            let var = among[below(rng, among.len())];
            changes.push((var, self.start[var.index()]));
        }
        at.undo();
    }

    /// Makes every hard rule hold on a board that was put together from others.
    pub(super) fn mend_board(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, board: &mut Assignment) {
        at.reset(board);
        let mut changes = Move::new();
        self.mend(at, rng, &mut changes, 0);
        for (var, value) in changes {
            board[var.index()] = value;
        }
    }

    /// Every change of a variable of a broken goal, each with its resets.
    pub(super) fn all(&self, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        let mut vars: Vec<Var> = Vec::new();
        for &rule in at.broken().iter().filter(|&&rule| self.goal[rule as usize]) {
            vars.extend(at.scope(rule).iter().copied().filter(|&var| at.blames(rule, var)));
        }
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            self.around(var, at, rng, into);
        }
    }

    pub(super) fn around(&self, var: Var, at: &mut Evaluator<'_>, rng: &mut ChaCha8Rng, into: &mut Vec<Move>) {
        for &value in &self.values[var.index()] {
            if value != at.value(var) {
                let mut changes = vec![(var, value)];
                self.mend(at, rng, &mut changes, 1);
                into.push(changes);
            }
        }
    }
}
