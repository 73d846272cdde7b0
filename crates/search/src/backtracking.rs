//! Backtracking (AIMA figure 6.5): choose a variable, try its values, infer, undo.
//!
//! One closed loop; the strategies are parameters. Variable order: in order, fewest values left (MRV) with or without
//! ties to the highest degree, failures of rules (dom/wdeg), or random. Value order: in order, least constraining first
//! (LCV), or random. Inference: none, forward checking of two sorts, arc consistency maintained (MAC, with AC-3 as its loop), or the
//! strongest filter of every rule; and, with any of them, AC-3 once before the search.

use std::cmp::Reverse;

use pencilmark_csp::rule::{Pairs, Relation};
use pencilmark_csp::{
    Conflict, Csp, End, Event, Level, Meter, Observer, Outcome, Propagation, Role, Stopped, Store, Value, Var, Why,
    random,
};

use crate::{Complete, Draws, Family, Key, Method, MethodInfo, Run, Solutions, choices};

choices! {
    /// Which variable to decide next.
    pub(crate) enum Order {
        InOrder = "in-order": "the first open one",
        Mrv = "mrv": "the one with the fewest values left, ties to the first",
        MrvDegree = "mrv-degree": "fewest values left, ties to the one in most rules with others that are open",
        DomWdeg = "dom-wdeg": "fewest values over the failures its rules have caused (Boussemart et al. 2004)",
        Random = "random": "by a hash of seed and variable: the same order all the way",
    }
}

choices! {
    /// Which value to try first.
    pub(crate) enum Values {
        InOrder = "in-order": "the smallest",
        Lcv = "lcv": "the one that leaves the neighbours the most values",
        Random = "random": "by a hash of seed, variable and value",
    }
}

choices! {
    /// What may be inferred after a decision, in every method that infers.
    pub(crate) enum Inference {
        None = "none": "check what is decided",
        Forward = "forward": "forward checking, as in the textbook",
        ForwardSingletons = "forward-singletons": "forward checking that takes a variable with one value left as decided",
        Mac = "mac": "maintain arc consistency with AC-3",
        Full = "full": "the strongest filter each rule has",
    }
}

impl Inference {
    /// The parameter, with this default.
    pub(crate) const fn parameter(default: Self) -> Key<Self> {
        Self::key("inference", "what to infer after each decision", default)
    }

    pub(crate) fn level(self) -> Level {
        match self {
            Self::None => Level::None,
            Self::Forward => Level::Forward,
            Self::ForwardSingletons => Level::ForwardSingletons,
            Self::Mac => Level::Arc,
            Self::Full => Level::Full,
        }
    }
}

choices! {
    /// What may be inferred once before the search.
    pub enum Preprocess {
        None = "none": "nothing",
        Ac3 = "ac3": "arc consistency by AC-3",
        Full = "full": "the strongest filter each rule has",
    }
}

impl Preprocess {
    pub(crate) fn level(self) -> Level {
        match self {
            Self::None => Level::None,
            Self::Ac3 => Level::Arc,
            Self::Full => Level::Full,
        }
    }
}

const ORDER: Key<Order> = Order::key("order", "which variable to decide next", Order::Mrv);
const VALUES: Key<Values> = Values::key("values", "which value to try first", Values::Lcv);
const INFERENCE: Key<Inference> = Inference::parameter(Inference::Mac);
const PREPROCESS: Key<Preprocess> = Preprocess::key(
    "preprocess",
    "what to infer once before the search, beyond what `inference` does",
    Preprocess::None,
);

/// Complete depth-first search.
pub struct Backtracking;

impl Method for Backtracking {
    const INFO: MethodInfo = MethodInfo {
        id: "backtracking",
        title: "Backtracking search",
        family: Family::Tree,
        complete: Complete::Yes,
        draws: Draws::If(&[Order::Random.of(&ORDER), Values::Random.of(&VALUES)]),
        parameters: &[ORDER.parameter, VALUES.parameter, INFERENCE.parameter, PREPROCESS.parameter],
        source: "Russell and Norvig, Artificial Intelligence, figure 6.5",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let strategy = Strategy {
            order: ORDER.get(&run.parameters),
            values: VALUES.get(&run.parameters),
            level: INFERENCE.get(&run.parameters).level(),
            preprocess: PREPROCESS.get(&run.parameters).level(),
            most_idle_nodes: u64::MAX,
        };
        let (solutions, end) = search(csp, run, strategy, &mut run.budget.start(), watch);
        solutions.outcome(end, None)
    }
}

/// The three choices of the search, and when to stop trying.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strategy {
    pub(crate) order: Order,
    pub(crate) values: Values,
    pub(crate) level: Level,
    /// Inference once before the search; none if it is not above `level`.
    pub(crate) preprocess: Level,
    /// Nodes without a new solution after which to give up as [`Why::Incomplete`], if all solutions are kept.
    pub(crate) most_idle_nodes: u64,
}

/// A decision point: a variable, and the values not tried yet, last first.
struct Frame {
    var: Var,
    untried: Vec<Value>,
}

/// Looks for up to `run.limit` different solutions.
pub(crate) fn search<O: Observer>(
    csp: &Csp,
    run: &Run,
    strategy: Strategy,
    meter: &mut Meter,
    watch: &mut O,
) -> (Solutions, End) {
    let hands_over = strategy.most_idle_nodes < u64::MAX;
    let collect = if hands_over { Solutions::to_hand_over } else { Solutions::of };
    let mut solutions = collect(run, Solutions::bytes(csp));
    if run.limit == 0 {
        return (solutions, End::Limit);
    }
    let ordered = order_interchangeable(csp);
    let csp = ordered.as_ref().unwrap_or(csp);
    let mut search = Search {
        strategy,
        seed: run.seed,
        store: Store::new(csp),
        propagation: Propagation::new(csp, strategy.level),
        weights: vec![1; csp.posted.len()],
        csp,
    };
    let end = search.run(meter, &mut solutions, watch).unwrap_or_else(End::GaveUp);
    (solutions, end)
}

struct Search<'a> {
    csp: &'a Csp,
    strategy: Strategy,
    seed: u64,
    store: Store,
    propagation: Propagation<'a>,
    weights: Vec<u32>, // rule -> 1 + how often it failed
}

impl Search<'_> {
    fn run<O: Observer>(&mut self, meter: &mut Meter, solutions: &mut Solutions, watch: &mut O) -> Result<End, Why> {
        watch.see(Event::Node);
        meter.node()?;
        match self.infer_at_root(meter, watch) {
            Ok(()) => {}
            Err(Stopped::Conflict(_)) => return Ok(End::Exhausted),
            Err(Stopped::GaveUp(why)) => return Err(why),
        }
        self.look(watch);
        let mut frames: Vec<Frame> = Vec::new();
        let mut descend = true;
        let mut idle = 0;
        loop {
            if descend {
                if let Some(var) = self.choose_variable() {
                    let untried = self.order_values(var, meter, watch)?;
                    frames.push(Frame { var, untried });
                } else {
                    // ---- EVERYTHING IS DECIDED ----
                    if let Some(solution) = self.store.assignment() {
                        watch.see(Event::Solution(&solution));
                        idle = 0;
                        if let Err(end) = solutions.add(solution) {
                            return Ok(end);
                        }
                    }
                    let Some(last) = frames.last() else { return Ok(End::Exhausted) };
                    self.undo(last.var, watch);
                }
            }
            let Some(frame) = frames.last_mut() else { return Ok(End::Exhausted) };
            let (var, value) = (frame.var, frame.untried.pop());
            // ---- NO VALUE IS LEFT ----
            let Some(value) = value else {
                frames.pop();
                let Some(above) = frames.last() else { return Ok(End::Exhausted) };
                self.undo(above.var, watch);
                descend = false;
                continue;
            };
            // ---- TRY ONE ----
            idle += 1;
            if idle > self.strategy.most_idle_nodes && solutions.all_kept() {
                return Err(Why::Incomplete);
            }
            watch.see(Event::Node);
            watch.see(Event::Assign(var, value));
            meter.node()?;
            self.store.push();
            descend = match self.assume(var, value, meter, watch) {
                Ok(()) => {
                    self.look(watch);
                    true
                }
                Err(Stopped::GaveUp(why)) => return Err(why),
                Err(Stopped::Conflict(conflict)) => {
                    self.weights[conflict.rule] += 1;
                    watch.see(Event::Conflict(conflict));
                    self.undo(var, watch);
                    false
                }
            };
        }
    }

    fn infer_at_root<O: Observer>(&mut self, meter: &mut Meter, watch: &mut O) -> Result<(), Stopped> {
        if self.strategy.preprocess > self.strategy.level {
            Propagation::new(self.csp, self.strategy.preprocess).at_root(&mut self.store, meter, watch)?;
        }
        self.propagation.at_root(&mut self.store, meter, watch)
    }

    fn assume<O: Observer>(&mut self, var: Var, value: Value, meter: &mut Meter, watch: &mut O) -> Result<(), Stopped> {
        let rule = self.propagation.watchers(var).first().map_or(0, |&rule| rule as usize);
        self.store.decide(var, value).map_err(|_| Stopped::Conflict(Conflict { rule, var }))?;
        self.propagation.after(&mut self.store, var, meter, watch)
    }

    /// Shows what is decided and inferred to observers that want boards. Without inference the board is what the decisions
    /// say, and the domains are worth showing only if something was inferred before the search.
    fn look<O: Observer>(&self, watch: &mut O) {
        if !watch.wants_boards() {
            return;
        }
        if self.strategy.level.max(self.strategy.preprocess) >= Level::Forward {
            watch.see(Event::Domains(&self.store.domains()));
        }
        if self.strategy.level >= Level::Forward {
            let value = |var: Var| if self.store.is_assigned(var) { self.store.values(var).next() } else { None };
            let board: Vec<Option<Value>> = self.csp.vars().map(value).collect();
            watch.see(Event::Look(&board));
        }
    }

    fn undo<O: Observer>(&mut self, var: Var, watch: &mut O) {
        self.store.pop();
        watch.see(Event::Backtrack(var));
    }

    /// The next variable to decide. Inference decides a variable only at the levels that look at it again: below arc
    /// consistency, a variable with one value left still has to be visited.
    fn choose_variable(&self) -> Option<Var> {
        let inferred = self.strategy.level >= Level::Arc;
        let open = |&var: &Var| !(self.store.is_decided(var) || inferred && self.store.is_assigned(var));
        let mut open = self.csp.vars().filter(open);
        match self.strategy.order {
            Order::InOrder => open.next(),
            Order::Random => open.min_by_key(|&var| random::key(self.seed, &[u64::from(var.0)])),
            Order::Mrv => open.min_by_key(|&var| self.store.size(var)),
            Order::MrvDegree => open.min_by_key(|&var| (self.store.size(var), Reverse(self.degree(var)))),
            Order::DomWdeg => open.min_by(|&a, &b| {
                let (weight_a, weight_b) = (self.weight(a), self.weight(b));
                (self.store.size(a) as u64 * weight_b).cmp(&(self.store.size(b) as u64 * weight_a))
            }),
        }
    }

    /// How many rules link `var` to another variable that is open.
    fn degree(&self, var: Var) -> usize {
        let links = |rule: &&u32| {
            self.propagation.scope(**rule).iter().any(|&other| other != var && !self.store.is_assigned(other))
        };
        self.propagation.watchers(var).iter().filter(links).count()
    }

    fn weight(&self, var: Var) -> u64 {
        let open_rules = self.propagation.watchers(var).iter();
        1 + open_rules.map(|&rule| u64::from(self.weights[rule as usize])).sum::<u64>()
    }

    /// The values to try, the first one last.
    fn order_values<O: Observer>(&mut self, var: Var, meter: &mut Meter, watch: &mut O) -> Result<Vec<Value>, Why> {
        let mut values: Vec<Value> = self.store.values(var).collect();
        match self.strategy.values {
            Values::InOrder => values.reverse(),
            Values::Random => {
                values.sort_by_cached_key(|value| random::key(self.seed, &[u64::from(var.0), u64::from(value.0)]));
            }
            Values::Lcv => {
                let checks = (values.len() * self.propagation.watchers(var).len()) as u64;
                meter.checks(checks)?;
                watch.see(Event::Checks(checks));
                let mut ranked: Vec<(usize, Value)> =
                    values.into_iter().map(|value| (self.ruled_out(var, value), value)).collect();
                ranked.sort_by(|a, b| b.cmp(a));
                values = ranked.into_iter().map(|(_, value)| value).collect();
            }
        }
        Ok(values)
    }

    /// How many values of other variables `value` rules out at once (AIMA 6.3.1).
    fn ruled_out(&mut self, var: Var, value: Value) -> usize {
        let before = self.store.removed();
        self.store.push();
        let mut failed = self.store.assign(var, value).is_err();
        for index in 0..self.propagation.watchers(var).len() {
            let rule = self.propagation.watchers(var)[index] as usize;
            let posted = &self.csp.posted[rule];
            failed = failed || posted.rule.propagate(&mut self.store, Level::ForwardSingletons).is_err();
        }
        self.store.pop();
        if failed { usize::MAX } else { (self.store.removed() - before) as usize }
    }
}

/// The problem with interchangeable variables in increasing order, so that no solution is found twice.
pub(crate) fn order_interchangeable(csp: &Csp) -> Option<Csp> {
    if csp.interchangeable.is_empty() {
        return None;
    }
    let mut ordered = csp.clone();
    let width = csp.domains.iter().filter_map(pencilmark_csp::Domain::last).max().map_or(0, |last| last.index() + 1);
    let increasing = Relation::new(width, width, |a, b| a < b);
    for group in &csp.interchangeable {
        for pair in group.windows(2) {
            let rule = Pairs { left: pair[0], right: pair[1], relation: increasing.clone() };
            ordered.post(rule, ("order", "interchangeable variables are taken in order"), Role::Hard);
        }
    }
    Some(ordered)
}
