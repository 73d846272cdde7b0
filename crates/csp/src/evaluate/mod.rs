//! The cost of a complete board, kept up to date change by change.
//!
//! All-different rules keep a tally of their values and counts keep their number, so that a change costs a few additions;
//! pairs, cages and paths are evaluated from scratch; connected sets are searched, but once for all changes of one
//! variable from the same board. The law, tested: after any sequence of changes and undoings, [`Evaluator::cost`] is [`Csp::cost`] of the
//! board.
//!
//! Most changes are tried only to be taken back, so their bookkeeping comes in two halves: [`Evaluator::attempt`] finds the
//! cost, [`Evaluator::settle`] brings the list of broken rules up to date.

mod links;
mod pieces;

use links::{Held, Link, Links, in_mask};
use pieces::Pieces;

use crate::{Changes, Csp, Rule, Value, Var};

/// A complete board with its cost.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    csp: &'a Csp,
    links: Vec<Link>,        // the rules about each variable, one variable after the other
    first: Vec<u32>,         // variable -> its first link
    scopes: Vec<Vec<Var>>,   // rule -> its variables
    values: Vec<Value>,      // the board
    bases: Vec<u32>,         // all-different rule -> where its tallies begin
    tallies: Vec<u16>,       // all-different rule, value -> how many variables hold it
    counts: Vec<Held>,       // count rule -> how many terms hold
    costs: Vec<u32>,         // rule -> its violation
    broken: Vec<u32>,        // rules that are violated
    place: Vec<u32>,         // rule -> its place in `broken`, if there
    cost: u64,               // the sum of `costs`
    checks: u64,             // rules evaluated so far
    boards: u64,             // boards evaluated so far
    dirty: Vec<u32>,         // rules to look at afresh
    undo: Vec<(Var, Value)>, // what the last changes overwrote
    rises: Vec<(u32, i32)>,  // by how much they raised the violations of rules, step by step
    settled: bool,           // `costs` and `broken` reflect those
    pieces: Vec<Pieces>,     // of each connected rule
    sets: Vec<(u32, Value)>, // connected rules, each with the value that hangs together
    flips: Vec<(u32, u32)>,  // connected rule, node: what the last changes took in or out
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Evaluator<'a> {
    /// Evaluates a board.
    pub fn new(csp: &'a Csp, board: &[Value]) -> Self {
        let width = csp.domains.iter().filter_map(crate::Domain::last).max().map_or(1, |last| last.index() + 1);
        let width = width.max(board.iter().map(|value| value.index() + 1).max().unwrap_or(1));
        let Links { all: links, first, scopes, bases, tallies, sets } = Links::new(csp, width);
        let rules = csp.posted.len();
        let mut this = Self {
            csp,
            links,
            first,
            scopes,
            values: board.to_vec(),
            bases,
            tallies: vec![0; tallies as usize],
            counts: csp.posted.iter().map(|posted| Held::new(&posted.rule)).collect(),
            costs: vec![0; rules],
            broken: Vec::new(),
            place: vec![NOWHERE; rules],
            cost: 0,
            checks: 0,
            boards: 0,
            dirty: Vec::new(),
            undo: Vec::new(),
            rises: Vec::new(),
            settled: true,
            pieces: vec![Pieces::default(); sets.len()],
            sets,
            flips: Vec::new(),
        };
        this.reset(board);
        this
    }

    /// Starts over from another board.
    pub fn reset(&mut self, board: &[Value]) {
        self.boards += 1;
        self.values.copy_from_slice(board);
        self.tallies.fill(0);
        for count in &mut self.counts {
            count.now = 0;
        }
        self.undo.clear();
        self.settle();
        self.rises.clear();
        self.flips.clear();
        self.pieces.iter_mut().for_each(Pieces::forget);
        for var in 0..self.values.len() {
            let value = self.values[var];
            for link in &self.links[self.first[var] as usize..self.first[var + 1] as usize] {
                match *link {
                    Link::Different { base, .. } => self.tallies[base as usize + value.index()] += 1,
                    Link::Count { rule, mask } => self.counts[rule as usize].now += i32::from(in_mask(mask, value)),
                    Link::CountWide { rule, term } => {
                        self.counts[rule as usize].now += i32::from(self.in_term(rule, term, value));
                    }
                    Link::Node { .. } | Link::Afresh { .. } => {}
                }
            }
        }
        self.cost = 0;
        for rule in 0..self.costs.len() as u32 {
            self.checks += 1;
            let cost = self.csp.posted[rule as usize].rule.violation(&self.values[..]) as u32;
            self.cost += u64::from(cost);
            self.put(rule, cost);
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &[Value] {
        &self.values
    }

    /// What a variable holds.
    #[inline]
    pub fn value(&self, var: Var) -> Value {
        self.values[var.index()]
    }

    /// The sum of the violations of all rules.
    #[inline]
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// The violation of one rule.
    pub fn rule_cost(&self, rule: u32) -> u32 {
        self.costs[rule as usize]
    }

    /// The rules that are violated, in no order.
    pub fn broken(&self) -> &[u32] {
        &self.broken
    }

    /// The variables of a rule.
    pub fn scope(&self, rule: u32) -> &[Var] {
        &self.scopes[rule as usize]
    }

    /// How many variables of a rule hold `value`, if it is an all-different rule.
    #[inline]
    pub fn tally(&self, rule: u32, value: Value) -> u16 {
        self.tallies[self.bases[rule as usize] as usize + value.index()]
    }

    /// How many rules were evaluated so far.
    #[inline]
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// How many boards were evaluated so far: whenever one was set and whenever changes were made.
    #[inline]
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// How many violated rules `var` has a part in, by the value it holds.
    pub fn blame(&self, var: Var) -> u32 {
        self.links_of(var).iter().map(|link| u32::from(self.is_to_blame(link, self.values[var.index()]))).sum()
    }

    /// Whether `var`, by the value it holds, has a part in the violation of this rule.
    pub fn blames(&self, rule: u32, var: Var) -> bool {
        let mut links = self.links_of(var).iter().filter(|link| link.rule() == rule);
        links.any(|link| self.is_to_blame(link, self.values[var.index()]))
    }

    fn is_to_blame(&self, link: &Link, value: Value) -> bool {
        let side = |rule: u32, inside: bool| {
            let Held { now: held, min, max } = self.counts[rule as usize];
            if inside { held > max } else { held < min }
        };
        match *link {
            Link::Different { base, .. } => self.tallies[base as usize + value.index()] > 1,
            Link::Count { rule, mask } => self.costs[rule as usize] > 0 && side(rule, in_mask(mask, value)),
            Link::CountWide { rule, term } => {
                self.costs[rule as usize] > 0 && side(rule, self.in_term(rule, term, value))
            }
            Link::Node { rule, .. } | Link::Afresh { rule } => self.costs[rule as usize] > 0,
        }
    }

    /// Makes changes. [`Evaluator::undo`] takes back the last ones.
    pub fn apply(&mut self, changes: &Changes) {
        self.attempt(changes);
        self.settle();
    }

    /// Makes changes and returns the cost they lead to. What is known of single rules stays as it was before, until
    /// [`Evaluator::settle`] or the next changes; [`Evaluator::undo`] takes the changes back.
    pub fn attempt(&mut self, changes: &Changes) -> u64 {
        self.settle();
        self.boards += 1;
        self.undo.clear();
        self.rises.clear();
        self.settled = false;
        self.stand();
        for &(var, value) in changes {
            let old = self.values[var.index()];
            self.undo.push((var, old));
            if old != value {
                self.set(var, old, value);
            }
        }
        while let Some(rule) = self.dirty.pop() {
            self.checks += 1;
            let cost = match &self.csp.posted[rule as usize].rule {
                Rule::Pairs(pair) => {
                    let (left, right) = (self.values[pair.left.index()], self.values[pair.right.index()]);
                    (!pair.relation.allows(left, right)).into()
                }
                Rule::Connected(_) => self.pieces_now(rule),
                other => other.violation(&self.values[..]) as u32,
            };
            self.raise(rule, cost as i32 - self.costs[rule as usize] as i32);
        }
        self.cost
    }

    /// Brings what is known of single rules up to date with the changes last attempted.
    pub fn settle(&mut self) {
        if !self.settled {
            self.settled = true;
            for index in 0..self.rises.len() {
                let (rule, rise) = self.rises[index];
                self.put(rule, self.costs[rule as usize].wrapping_add_signed(rise));
            }
        }
    }

    /// Takes back the changes of the last [`Evaluator::apply`] or [`Evaluator::attempt`].
    pub fn undo(&mut self) {
        while let Some((var, value)) = self.undo.pop() {
            let now = self.values[var.index()];
            if now != value {
                self.reset_one(var, now, value);
            }
        }
        while let Some((rule, rise)) = self.rises.pop() {
            self.cost = self.cost.wrapping_add_signed(-i64::from(rise));
            if self.settled {
                self.put(rule, self.costs[rule as usize].wrapping_add_signed(-rise));
            }
        }
        self.settled = true;
        self.flips.clear();
    }

    fn raise(&mut self, rule: u32, rise: i32) {
        if rise != 0 {
            self.rises.push((rule, rise));
            self.cost = self.cost.wrapping_add_signed(i64::from(rise));
        }
    }

    /// Accepts the last changes: what is cached about connected sets described the board before them.
    fn stand(&mut self) {
        for (set, _) in self.flips.drain(..) {
            self.pieces[set as usize].forget();
        }
    }

    fn pieces_now(&mut self, rule: u32) -> u32 {
        let Rule::Connected(connected) = &self.csp.posted[rule as usize].rule else { return 0 };
        let Some(set) = self.sets.iter().position(|(other, _)| *other == rule) else { return 0 };
        let mut flips = self.flips.iter().filter(|(other, _)| *other as usize == set);
        let pieces = &mut self.pieces[set];
        match (flips.next(), flips.next()) {
            (None, _) => self.costs[rule as usize],
            (Some(&(_, node)), None) => pieces.violation_by_one(connected, &self.values, node),
            _ => pieces.violation(connected, &self.values),
        }
    }

    fn set(&mut self, var: Var, old: Value, new: Value) {
        self.values[var.index()] = new;
        let (from, to) = (self.first[var.index()] as usize, self.first[var.index() + 1] as usize);
        for index in from..to {
            match self.links[index] {
                Link::Different { rule, base } => {
                    let base = base as usize;
                    let left = &mut self.tallies[base + old.index()];
                    *left -= 1;
                    let mended = i32::from(*left > 0);
                    let joined = &mut self.tallies[base + new.index()];
                    let worse = i32::from(*joined > 0);
                    *joined += 1;
                    self.checks += 1;
                    self.raise(rule, worse - mended);
                }
                Link::Count { rule, mask } => self.recount(rule, in_mask(mask, old), in_mask(mask, new)),
                Link::CountWide { rule, term } => {
                    let (was, is) = (self.in_term(rule, term, old), self.in_term(rule, term, new));
                    self.recount(rule, was, is);
                }
                Link::Node { rule, set, node } => {
                    let inside = self.sets[set as usize].1;
                    if old == inside || new == inside {
                        self.flips.push((set, node));
                        if !self.dirty.contains(&rule) {
                            self.dirty.push(rule);
                        }
                    }
                }
                Link::Afresh { rule } => {
                    if !self.dirty.contains(&rule) {
                        self.dirty.push(rule);
                    }
                }
            }
        }
    }

    fn recount(&mut self, rule: u32, was: bool, is: bool) {
        self.checks += 1;
        if was != is {
            let count = &mut self.counts[rule as usize];
            let before = count.violation();
            count.now += i32::from(is) - i32::from(was);
            let rise = count.violation() - before;
            self.raise(rule, rise);
        }
    }

    /// Restores the value of a variable. The caller restores the costs.
    fn reset_one(&mut self, var: Var, now: Value, value: Value) {
        self.values[var.index()] = value;
        let (from, to) = (self.first[var.index()] as usize, self.first[var.index() + 1] as usize);
        for index in from..to {
            match self.links[index] {
                Link::Different { base, .. } => {
                    self.tallies[base as usize + now.index()] -= 1;
                    self.tallies[base as usize + value.index()] += 1;
                }
                Link::Count { rule, mask } => {
                    self.counts[rule as usize].now += i32::from(in_mask(mask, value)) - i32::from(in_mask(mask, now));
                }
                Link::CountWide { rule, term } => {
                    let (was, is) = (self.in_term(rule, term, now), self.in_term(rule, term, value));
                    self.counts[rule as usize].now += i32::from(is) - i32::from(was);
                }
                Link::Node { .. } | Link::Afresh { .. } => {}
            }
        }
    }

    fn put(&mut self, rule: u32, cost: u32) {
        let at = rule as usize;
        let old = std::mem::replace(&mut self.costs[at], cost);
        if (old == 0) == (cost == 0) {
            return;
        }
        if cost > 0 {
            self.place[at] = self.broken.len() as u32;
            self.broken.push(rule);
        } else {
            let hole = std::mem::replace(&mut self.place[at], NOWHERE) as usize;
            self.broken.swap_remove(hole);
            if let Some(&moved) = self.broken.get(hole) {
                self.place[moved as usize] = hole as u32;
            }
        }
    }

    fn links_of(&self, var: Var) -> &[Link] {
        &self.links[self.first[var.index()] as usize..self.first[var.index() + 1] as usize]
    }

    fn in_term(&self, rule: u32, term: u32, value: Value) -> bool {
        let Rule::Count(count) = &self.csp.posted[rule as usize].rule else { return false };
        count.terms[term as usize].set.contains(value)
    }
}
