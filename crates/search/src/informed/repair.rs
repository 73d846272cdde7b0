//! The space of complete boards: a state is a board, and a step changes a variable that has a part in a broken rule.
//!
//! The first board is the problem's natural start, all white in Hitori, or else one that the walk draws. By default one
//! variable changes at a time, and no rule of [`Role::Hard`] that held may break; a walk of the model makes its own moves
//! instead. g counts the variables changed on the way. Boards that were reached before are recognised by their Zobrist
//! hash (1970), and compared in full. Where no step is left nothing is proved: solutions may lie beyond broken hard rules.

use pencilmark_csp::{Assignment, Csp, End, Evaluator, Event, Meter, Observer, Outcome, Role, Value, Var, Why, random};
use rand_chacha::ChaCha8Rng;

use super::disjoint::disjoint;
use super::frontier::{Frontier, Id, Known, ROOT, Space, Weights, best_first};
use super::{Heuristic, Mend};
use crate::Run;
use crate::local::MoveChoice;
use crate::walk::{Move, Walker};

#[derive(Debug)]
pub(super) struct Settings {
    pub(super) heuristic: Heuristic,
    pub(super) mend: Mend,
    pub(super) moves: MoveChoice,
}

pub(super) fn search<O: Observer>(
    csp: &Csp,
    run: &Run,
    settings: &Settings,
    weights: Weights,
    watch: &mut O,
) -> Outcome {
    match Repair::new(csp, settings, run.seed) {
        Ok(repair) => best_first(csp, run, weights, repair, watch),
        Err(why) => Outcome::nothing(End::GaveUp(why)),
    }
}

/// The first board, and h there.
pub(super) fn first_estimate(csp: &Csp, settings: &Settings) -> Option<(Assignment, u64)> {
    let repair = Repair::new(csp, settings, 0).ok()?;
    let h = repair.estimate();
    Some((repair.start, h))
}

struct Repair<'a> {
    csp: &'a Csp,
    settings: &'a Settings,
    walker: Walker<'a>,
    rng: ChaCha8Rng,
    seed: u64,
    start: Assignment,
    at: Evaluator<'a>,
    board: Assignment, // the board of the state that is expanded
    other: Assignment, // a board that it is compared with
    told: u64,         // checks that were paid for
    best: Option<(Assignment, u64)>,
    pool: Vec<Candidate>,
}

/// A move that may be made.
struct Candidate {
    var: Var,
    changes: Move,
    cost: u64,
    hash: u64,
}

impl<'a> Repair<'a> {
    fn new(csp: &'a Csp, settings: &'a Settings, seed: u64) -> Result<Self, Why> {
        let mut rng = random::stream(seed, &[0]);
        let walker = Walker::new(csp, settings.moves, csp.unary_domains())?;
        let start: Assignment = match &csp.start {
            // Where the start breaks a given, the given goes first.
            Some(start) if settings.moves == MoveChoice::Change => {
                let allowed = |(var, &value)| {
                    let domain = walker.domain(var);
                    if domain.contains(value) { value } else { domain.first().unwrap_or(value) }
                };
                csp.vars().zip(start).map(allowed).collect()
            }
            _ => walker.natural_start(&mut rng)?,
        };
        Ok(Self {
            csp,
            settings,
            walker,
            rng,
            seed,
            at: Evaluator::new(csp, &start),
            board: start.clone(),
            other: start.clone(),
            start,
            told: 0,
            best: None,
            pool: Vec::new(),
        })
    }
}

impl<O: Observer> Space<O> for Repair<'_> {
    const EXHAUSTED: End = End::GaveUp(Why::Incomplete);

    fn root(&mut self, frontier: &mut Frontier, meter: &mut Meter, watch: &mut O) -> Result<(), Why> {
        self.evaluated(meter, watch)?;
        let h = if frontier.use_h() { self.estimate() } else { 0 };
        frontier.count();
        let id = frontier.add(ROOT, &[], 0, h, meter)?;
        frontier.know(0, id);
        Ok(())
    }

    fn expand(
        &mut self,
        id: Id,
        frontier: &mut Frontier,
        meter: &mut Meter,
        watch: &mut O,
    ) -> Result<Option<Assignment>, Why> {
        let hash = self.go_to(id, frontier);
        if watch.wants_boards() {
            let board: Vec<Option<Value>> = self.board.iter().copied().map(Some).collect();
            watch.see(Event::Look(&board));
        }
        if self.at.cost() == 0 {
            return Ok(Some(self.board.clone()));
        }
        let mut broken = self.at.broken().to_vec();
        broken.sort_unstable();
        let blamed: Vec<Vec<Var>> = broken.iter().map(|&rule| self.blamed(rule)).collect();
        let mut vars: Vec<Var> = blamed.concat();
        vars.sort_unstable();
        vars.dedup();
        self.pool.clear();
        for &var in &vars {
            self.look_around(var, hash, meter, watch)?;
        }
        if self.settings.mend == Mend::Fewest {
            let mut ways = vec![0; self.board.len()];
            self.pool.iter().for_each(|way| ways[way.var.index()] += 1);
            if let Some(vars) = blamed.iter().min_by_key(|vars| vars.iter().map(|var| ways[var.index()]).sum::<usize>())
            {
                self.pool.retain(|way| vars.contains(&way.var));
            }
        }
        let pool = std::mem::take(&mut self.pool);
        for way in &pool {
            // There may be a million, and h may be costly.
            meter.poll()?;
            self.add(id, way, frontier, meter)?;
        }
        self.pool = pool;
        Ok(None)
    }

    fn best(&mut self) -> Option<(Assignment, u64)> {
        self.best.take()
    }
}

impl Repair<'_> {
    /// Brings the evaluator to a state and returns the hash of its board.
    fn go_to(&mut self, id: Id, frontier: &Frontier) -> u64 {
        self.board.clone_from(&self.start);
        frontier.replay(id, &mut self.board);
        let changed = |board: &[Value], from: &[Value]| -> Move {
            let vars = (0..board.len()).filter(|&var| board[var] != from[var]);
            vars.map(|var| (Var(var as u32), board[var])).collect()
        };
        let changes = changed(&self.board, self.at.board());
        self.at.apply(&changes);
        self.hash_after(0, &changed(&self.board, &self.start), &self.start)
    }

    /// The hash of a board after some changes. That of the start is 0.
    fn hash_after(&self, hash: u64, changes: &Move, from: &[Value]) -> u64 {
        let zobrist = |var: Var, value: Value| random::key(self.seed, &[u64::from(var.0), u64::from(value.0)]);
        let flips = changes.iter().map(|&(var, value)| zobrist(var, from[var.index()]) ^ zobrist(var, value));
        flips.fold(hash, |hash, flip| hash ^ flip)
    }

    /// The variables that have a part in the violation of a rule.
    fn blamed(&self, rule: u32) -> Vec<Var> {
        self.at.scope(rule).iter().copied().filter(|&var| self.at.blames(rule, var)).collect()
    }

    /// Adds to the pool what may be done with a variable.
    fn look_around<O: Observer>(&mut self, var: Var, hash: u64, meter: &mut Meter, watch: &mut O) -> Result<(), Why> {
        let own_moves = self.settings.moves != MoveChoice::Change;
        let hard = self.hard_cost();
        for changes in self.walker.around(var, &mut self.at, &mut self.rng) {
            watch.see(Event::Try(&changes));
            self.at.apply(&changes);
            if own_moves || self.hard_cost() <= hard {
                let (cost, hash) = (self.at.cost(), self.hash_after(hash, &changes, &self.board));
                self.pool.push(Candidate { var, changes, cost, hash });
            }
            let paid = self.evaluated(meter, watch);
            self.at.undo();
            paid?;
        }
        Ok(())
    }

    fn hard_cost(&self) -> u32 {
        let hard = self.at.broken().iter().filter(|&&rule| self.csp.posted[rule as usize].role == Role::Hard);
        hard.map(|&rule| self.at.rule_cost(rule)).sum()
    }

    /// Generates the state that a move leads to.
    fn add(&mut self, from: Id, way: &Candidate, frontier: &mut Frontier, meter: &Meter) -> Result<(), Why> {
        frontier.count();
        let g = frontier.g(from) + way.changes.len() as u32;
        let (start, board, other) = (&self.start, &mut self.board, &mut self.other);
        let before: Move = way.changes.iter().map(|&(var, _)| (var, board[var.index()])).collect();
        for &(var, value) in &way.changes {
            board[var.index()] = value;
        }
        let known = frontier.look_up(way.hash, |frontier, id| {
            other.clone_from(start);
            frontier.replay(id, other);
            other == board
        });
        for &(var, value) in &before {
            board[var.index()] = value;
        }
        match known {
            Known::New(place) => {
                let h = self.estimate_after(way, frontier);
                let id = frontier.add(from, &way.changes, g, h, meter)?;
                frontier.know(place, id);
            }
            Known::State(id) if g < frontier.g(id) => {
                let h = self.estimate_after(way, frontier);
                frontier.reopen(id, from, &way.changes, g, h);
            }
            Known::State(_) => {}
        }
        Ok(())
    }

    /// h after a move. It is computed only once the state is known to be new, because it may be costly.
    fn estimate_after(&mut self, way: &Candidate, frontier: &Frontier) -> u64 {
        match self.settings.heuristic {
            _ if !frontier.use_h() => 0,
            Heuristic::Conflicts => way.cost,
            Heuristic::Zero => 0,
            _ => {
                self.at.apply(&way.changes);
                let h = self.estimate();
                self.at.undo();
                h
            }
        }
    }

    /// Counts and pays for the evaluation of the board that the evaluator stands on, and notes it if it is the best.
    fn evaluated<O: Observer>(&mut self, meter: &mut Meter, watch: &mut O) -> Result<(), Why> {
        let checks = self.at.checks() - self.told;
        self.told = self.at.checks();
        watch.see(Event::Evaluations(1));
        watch.see(Event::Checks(checks));
        // An evaluation may take long: a look at the clock every 64 would be too seldom.
        meter.evaluations(1, checks).and_then(|()| meter.poll())?;
        let cost = self.at.cost();
        if self.best.as_ref().is_none_or(|(_, best)| cost < *best) {
            watch.see(Event::Best(self.at.board(), cost));
            self.best = Some((self.at.board().to_vec(), cost));
        }
        Ok(())
    }

    /// h where the evaluator stands.
    fn estimate(&self) -> u64 {
        match self.settings.heuristic {
            Heuristic::Conflicts => self.at.cost(),
            Heuristic::Unassigned => {
                // If nothing is broken, nothing is left to do.
                let as_at_start = self.at.board().iter().zip(&self.start).filter(|(now, then)| now == then).count();
                if self.at.cost() == 0 { 0 } else { as_at_start as u64 }
            }
            Heuristic::Candidates => {
                let mut vars: Vec<Var> = self.at.broken().iter().flat_map(|&rule| self.blamed(rule)).collect();
                vars.sort_unstable();
                vars.dedup();
                vars.len() as u64
            }
            Heuristic::Disjoint => disjoint(self.csp, &self.at),
            Heuristic::Zero => 0,
        }
    }
}
