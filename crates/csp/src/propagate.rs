//! The propagation loop: which rules to run after a change, until nothing changes (AIMA figure 6.3, AC-3).

use std::collections::VecDeque;

use crate::{Csp, Event, Level, Meter, Observer, Store, Var, Why, Wipeout};

/// A rule that cannot hold any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its place in [`Csp::posted`].
    pub rule: usize,
    /// The variable that ran out of values.
    pub var: Var,
}

/// Why inference stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// A rule cannot hold: proved.
    Conflict(Conflict),
    /// The budget was spent: nothing is proved.
    GaveUp(Why),
}

/// Inference at one level over one problem.
pub struct Propagation<'a> {
    csp: &'a Csp,
    level: Level,
    scopes: Vec<Vec<Var>>,   // rule -> its variables
    watchers: Vec<Vec<u32>>, // variable -> rules about it
    cheap: VecDeque<u32>,    // rules to run
    costly: VecDeque<u32>,   // rules to run once no cheap one is left
    queued: Vec<bool>,       // rule -> it is in one of the two
    off: Vec<bool>,          // rule -> it is left out
    shows_revisions: bool,   // whether domains are shown while the loop runs
}

impl<'a> Propagation<'a> {
    /// Prepares propagation: finds the scope of every rule once.
    pub fn new(csp: &'a Csp, level: Level) -> Self {
        let scopes: Vec<Vec<Var>> = csp.posted.iter().map(|posted| posted.rule.scope()).collect();
        let mut watchers = vec![Vec::new(); csp.domains.len()];
        for (rule, scope) in scopes.iter().enumerate() {
            for var in scope {
                watchers[var.index()].push(rule as u32);
            }
        }
        Self {
            csp,
            level,
            watchers,
            queued: vec![false; scopes.len()],
            off: vec![false; scopes.len()],
            scopes,
            cheap: VecDeque::new(),
            costly: VecDeque::new(),
            shows_revisions: false,
        }
    }

    /// Sends [`Event::Domains`] before the first revision and after every one that removed a value, to an observer that
    /// wants boards: for a method whose propagation is the whole search.
    pub fn show_revisions(mut self) -> Self {
        self.shows_revisions = true;
        self
    }

    /// Leaves out the rules for which `keep` is false, to find out which ones matter.
    pub fn keep_rules(&mut self, keep: impl Fn(usize) -> bool) {
        for (rule, off) in self.off.iter_mut().enumerate() {
            *off = !keep(rule);
        }
    }

    /// The rules about a variable.
    pub fn watchers(&self, var: Var) -> &[u32] {
        &self.watchers[var.index()]
    }

    /// The variables of a rule.
    pub fn scope(&self, rule: u32) -> &[Var] {
        &self.scopes[rule as usize]
    }

    /// Propagates before any decision: unary rules at every level, which leave the givens decided, then all rules.
    pub fn at_root<O: Observer>(&mut self, store: &mut Store, meter: &mut Meter, watch: &mut O) -> Result<(), Stopped> {
        let fresh = store.removed() == 0;
        if let Some(var) = self.csp.vars().find(|&var| store.size(var) == 0) {
            return Err(Stopped::Conflict(Conflict { rule: 0, var }));
        }
        for (rule, posted) in self.csp.posted.iter().enumerate() {
            if let crate::Rule::Allowed(given) = &posted.rule
                && !self.off[rule]
            {
                let kept = store.keep(given.var, given.set.words());
                kept.map_err(|Wipeout(var)| Stopped::Conflict(Conflict { rule, var }))?;
            }
        }
        // After another propagation a variable may have one value left without being given.
        if fresh {
            store.decide_givens();
        }
        (0..self.csp.posted.len() as u32).for_each(|rule| self.enqueue(rule));
        self.run(store, meter, watch)
    }

    /// Propagates after `var` was [decided](Store::decide) in `store`.
    pub fn after<O: Observer>(
        &mut self,
        store: &mut Store,
        var: Var,
        meter: &mut Meter,
        watch: &mut O,
    ) -> Result<(), Stopped> {
        for index in 0..self.watchers[var.index()].len() {
            self.enqueue(self.watchers[var.index()][index]);
        }
        store.forget_changes();
        self.run(store, meter, watch)
    }

    fn run<O: Observer>(&mut self, store: &mut Store, meter: &mut Meter, watch: &mut O) -> Result<(), Stopped> {
        let (removed, fixed) = (store.removed(), store.fixed());
        store.forget_changes();
        let (mut checks, mut revisions) = (0, 0);
        // For an observer that never wants boards this is a constant, and the loop below is free of it.
        let shows = self.shows_revisions && watch.wants_boards();
        let mut shown = removed;
        if shows {
            watch.see(Event::Domains(&store.domains()));
        }
        let mut result = Ok(());
        while let Some(rule) = self.cheap.pop_front().or_else(|| self.costly.pop_front()) {
            self.queued[rule as usize] = false;
            let index = rule as usize;
            if let Err(why) = meter.checks(1).and_then(|()| meter.poll()) {
                result = Err(Stopped::GaveUp(why));
                break;
            }
            checks += 1;
            revisions += self.scopes[index].iter().filter(|&&var| !store.is_assigned(var)).count() as u64;
            let narrowed = self.csp.posted[index].rule.propagate(store, self.level);
            if shows && store.removed() > shown {
                shown = store.removed();
                watch.see(Event::Domains(&store.domains()));
            }
            if let Err(Wipeout(var)) = narrowed {
                result = Err(Stopped::Conflict(Conflict { rule: index, var }));
                break;
            }
            if self.level >= Level::Arc {
                self.wake(store, rule);
            }
        }
        self.clear();
        watch.see(Event::Checks(checks));
        if self.level >= Level::Arc {
            watch.see(Event::Revisions(revisions));
        }
        watch.see(Event::Prunings(store.removed() - removed));
        watch.see(Event::Propagated(store.fixed() - fixed));
        result
    }

    /// Queues the rules about the variables that `ran` changed, and `ran` itself only if one run may not be enough.
    fn wake(&mut self, store: &mut Store, ran: u32) {
        let again = matches!(self.csp.posted[ran as usize].rule, crate::Rule::Path(_));
        while let Some(var) = store.take_changed() {
            for index in 0..self.watchers[var.index()].len() {
                let rule = self.watchers[var.index()][index];
                if rule != ran || again {
                    self.enqueue(rule);
                }
            }
        }
    }

    fn enqueue(&mut self, rule: u32) {
        if !self.off[rule as usize] && !std::mem::replace(&mut self.queued[rule as usize], true) {
            let costly = self.csp.posted[rule as usize].rule.is_costly(self.level);
            if costly { self.costly.push_back(rule) } else { self.cheap.push_back(rule) }
        }
    }

    fn clear(&mut self) {
        for rule in self.cheap.drain(..).chain(self.costly.drain(..)) {
            self.queued[rule as usize] = false;
        }
    }
}
