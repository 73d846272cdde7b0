//! Forcing chains and bidirectional cycles, in a position that does not change (6.5 and up).
//!
//! A **cycle** leads from a candidate that is on back to it, and works both ways round: every link of it is strong in one of them, so what sees both
//! ends of a link is off. A **forcing chain** leads from a candidate to its opposite. X-cycles and Y-cycles are rated 6.5, X-chains 6.6 (with six
//! literals: the turbot fish), and cycles and chains that mix links 7.0, plus what their length adds.
//!
//! The search goes breadth first by strides, from one candidate that is on to the next. Cycles are told apart by the way they were reached, so the order
//! of links counts; for forcing chains only the number of strides does.

use super::super::houses::{PEERS, bits, each};
use super::super::state::State;
use super::hint::{Cause, Effect, Hint, Needs, Proof, Sink, length_rating, split};
use super::links::{Links, Mode, Stride};
use super::reach::Reach;

/// A candidate that was reached, by which stride, and from which other one.
#[derive(Clone, Copy)]
struct Reached {
    on: u16,
    from: u16,
    stride: Stride,
}

/// What the search works with, kept from one search to the next.
#[derive(Default)]
pub(super) struct Cycles {
    links: Links,
    reach: Reach,
    reached: Vec<Reached>,
    /// When each candidate was reached last: the number of the walk.
    met: Vec<u32>,
    walk: u32,
}

/// What is being looked for, and where.
struct Search<'a, S> {
    state: &'a State,
    /// The position before the chain around this one, if there is one.
    before: &'a State,
    mode: Mode,
    sink: &'a mut S,
}

impl<S> Search<'_, S> {
    fn base(&self, cycle: bool) -> f64 {
        match (self.mode, cycle) {
            (Mode::XY, _) => 7.0,
            (_, true) => 6.5,
            (_, false) => 6.6,
        }
    }

    fn rank(&self) -> u8 {
        match self.mode {
            Mode::X => 2,
            Mode::Y => 3,
            Mode::XY => 4,
        }
    }
}

impl Cycles {
    /// Gives all cycles and chains of a position to `sink`.
    pub(super) fn search(&mut self, state: &State, before: &State, sink: &mut impl Sink) {
        self.met.resize(729, 0);
        for mode in [Mode::X, Mode::Y, Mode::XY] {
            let mut search = Search { state, before, mode, sink: &mut *sink };
            if !search.sink.wants(search.base(true), 4, search.rank()) {
                continue;
            }
            self.links.list(state, mode);
            self.reach.list(state, &self.links, mode);
            for cell in each(state.empty) {
                let count = state.count(cell);
                if count < 2 || mode == Mode::Y && count > 2 {
                    continue;
                }
                for digit in bits(state.marks[cell]) {
                    let source = (cell * 9 + digit) as u16;
                    let chain = mode != Mode::Y && self.reach.refutes_itself(source);
                    if chain || self.reach.leads(&self.links, source, source) {
                        self.through(source, &mut search);
                    }
                    let mut links = self.links.strong(source).iter();
                    if mode != Mode::Y && links.any(|link| self.reach.leads(&self.links, link.on, source)) {
                        self.towards(source, &mut search);
                    }
                }
            }
        }
    }

    /// What can be reached in the position that was searched last, with all links.
    pub(super) fn reach(&self) -> &Reach {
        &self.reach
    }

    fn begin(&mut self) {
        self.walk += 1;
        self.reached.clear();
    }

    fn visit(&mut self, stride: Stride, from: usize) {
        if self.met[usize::from(stride.on)] != self.walk {
            self.met[usize::from(stride.on)] = self.walk;
            self.reached.push(Reached { on: stride.on, from: from as u16, stride });
        }
    }

    /// Whether the way to a candidate leads over this other one, off.
    fn passes(&self, mut at: usize, off: u16) -> bool {
        while at > 0 {
            if self.reached[at].stride.off == off {
                return true;
            }
            at = usize::from(self.reached[at].from);
        }
        false
    }

    /// The cycles through a candidate, and the shortest chain that turns it off.
    fn through<S: Sink>(&mut self, source: u16, search: &mut Search<S>) {
        self.begin();
        let start = Stride { off: source, on: source, why_off: Cause::Assumed, why_on: Cause::Assumed };
        self.visit(start, 0);
        let (cell, digit) = split(source);
        let (mut cycles, mut chains) = (true, search.mode != Mode::Y);
        let mut chain = None;
        let mut level = 0..1;
        let mut complexity = 2;
        while !level.is_empty() {
            // A wanted hint of this length, or a longer one?
            if complexity > 2 {
                cycles = cycles && search.sink.wants(search.base(true), complexity, search.rank());
                chains = chains && search.sink.wants(search.base(false), complexity, search.rank());
                if !cycles && !chains {
                    break;
                }
            }
            let next = self.reached.len();
            for at in level.clone() {
                let on = self.reached[at].on;
                if chains && at > 0 {
                    let (other, value) = split(on);
                    let seen = value == digit && PEERS[cell] >> other & 1 == 1;
                    if seen || other == cell && search.mode == Mode::XY {
                        chain = Some((at, complexity));
                        chains = false;
                    }
                }
                for index in 0..self.links.strides(on).len() {
                    let stride = self.links.strides(on)[index];
                    if stride.on != source {
                        self.visit(stride, at);
                    } else if at > 0 && cycles && !self.passes(at, stride.off) {
                        // Of the cycles of this length, the first that removes something is the one to take.
                        cycles = !self.cycle(at, stride, complexity, search) || S::PROOFS;
                    }
                }
            }
            level = next..self.reached.len();
            complexity += 2;
        }
        let wanted = |complexity| search.sink.wants(search.base(false), complexity, search.rank());
        if let Some((at, complexity)) = chain.filter(|&(_, complexity)| wanted(complexity)) {
            let needs = |needs: &mut Needs| self.list(at, Some(2 * source), None, needs);
            Self::take(Effect::Off(source), false, complexity, search, needs);
        }
    }

    /// The shortest chain that turns a candidate on.
    fn towards<S: Sink>(&mut self, source: u16, search: &mut Search<S>) {
        self.begin();
        let start = Stride { off: source, on: source, why_off: Cause::Assumed, why_on: Cause::Assumed };
        self.reached.push(Reached { on: source, from: 0, stride: start });
        for index in 0..self.links.strong(source).len() {
            let link = self.links.strong(source)[index];
            self.visit(Stride { off: source, on: link.on, why_off: Cause::Assumed, why_on: link.why }, 0);
        }
        let mut level = 1..self.reached.len();
        let mut complexity = 4;
        while !level.is_empty() && search.sink.wants(search.base(false), complexity, search.rank()) {
            let next = self.reached.len();
            for at in level.clone() {
                for index in 0..self.links.strides(self.reached[at].on).len() {
                    let stride = self.links.strides(self.reached[at].on)[index];
                    if stride.on == source {
                        let needs = |needs: &mut Needs| self.list(at, None, Some(stride), needs);
                        Self::take(Effect::On(source), false, complexity, search, needs);
                        return;
                    }
                    self.visit(stride, at);
                }
            }
            level = next..self.reached.len();
            complexity += 2;
        }
    }

    /// Takes the cycle that closes from `at` by a stride to the source, if it removes anything.
    fn cycle<S: Sink>(&mut self, at: usize, last: Stride, complexity: u32, search: &mut Search<S>) -> bool {
        let mut cells = 1u128 << (last.on / 9) | 1 << (last.off / 9);
        let mut back = at;
        while back > 0 {
            let Reached { on, from, stride } = self.reached[back];
            cells |= 1 << (on / 9) | 1 << (stride.off / 9);
            back = usize::from(from);
        }
        // What sees a candidate of the cycle that is on, and one that is off, of the same digit.
        let (mut on, mut off) = ([0u128; 9], [0u128; 9]);
        let mut mark = |on_cand: u16, off_cand: u16| {
            let (cell, digit) = split(on_cand);
            on[digit] |= PEERS[cell];
            let (cell, digit) = split(off_cand);
            off[digit] |= PEERS[cell];
        };
        mark(last.on, last.off);
        back = at;
        while back > 0 {
            let reached = self.reached[back];
            mark(reached.on, reached.stride.off);
            back = usize::from(reached.from);
        }
        let mut removed = Vec::new();
        let mut any = 0;
        for digit in 0..9 {
            on[digit] &= off[digit] & search.state.boards[digit] & !cells;
            any |= on[digit];
        }
        if any == 0 {
            return false;
        }
        for cell in each(any) {
            let digits = (0..9).fold(0, |digits, digit| digits | ((on[digit] >> cell & 1) as u16) << digit);
            removed.push((cell as u8, digits));
        }
        let needs = |needs: &mut Needs| self.list_cycle(at, last, needs);
        Self::take(Effect::Many(removed), true, complexity, search, needs);
        true
    }

    fn take<S: Sink>(
        effect: Effect,
        cycle: bool,
        complexity: u32,
        search: &mut Search<S>,
        list: impl FnOnce(&mut Needs),
    ) {
        let rating = search.base(cycle) + length_rating(complexity);
        let mut needs = Needs { before: search.before, now: search.state, proof: Proof::default() };
        if S::PROOFS {
            list(&mut needs);
        }
        search.sink.take(Hint { rating, complexity, rank: search.rank(), effect, proof: needs.proof });
    }

    /// Lists a chain from its end to its start. It ends with the literal `end`, or with the stride `last`, after what was reached at `at`.
    fn list(&self, at: usize, end: Option<u16>, last: Option<Stride>, needs: &mut Needs) {
        if let Some(literal) = end {
            needs.literal(literal);
        }
        let mut pair = |on: u16, stride: &Stride, first: bool| {
            needs.literal(2 * on + 1);
            needs.on(on, stride.why_on);
            if !first {
                needs.literal(2 * stride.off);
            }
        };
        if let Some(stride) = last {
            pair(stride.on, &stride, false);
        }
        let mut at = at;
        loop {
            let reached = self.reached[at];
            let first = at == 0;
            if first && reached.stride.off == reached.on && last.is_some() {
                // A chain from off to on starts with its source off, which the literal before it has named.
                break;
            }
            pair(reached.on, &reached.stride, first);
            if first {
                break;
            }
            at = usize::from(reached.from);
        }
        needs.end();
    }

    /// Lists a cycle from its end to its start, and the other way round with all literals turned.
    fn list_cycle(&self, at: usize, last: Stride, needs: &mut Needs) {
        let mut ways = vec![last];
        let mut back = at;
        while back > 0 {
            ways.push(self.reached[back].stride);
            back = usize::from(self.reached[back].from);
        }
        for stride in &ways {
            needs.literal(2 * stride.on + 1);
            needs.on(stride.on, stride.why_on);
            needs.literal(2 * stride.off);
        }
        needs.end();
        needs.literal(2 * last.on);
        for stride in ways.iter().rev() {
            needs.literal(2 * stride.off + 1);
            needs.on(stride.off, stride.why_off);
            needs.literal(2 * stride.on);
        }
        needs.end();
    }
}
