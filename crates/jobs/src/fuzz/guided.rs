//! Inputs that reach something new become seeds themselves.

use std::time::Instant;

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::coverage::{Seen, counted, passed, reaches};
use super::mutate::mutated;
use super::targets::Target;
use super::{Case, Found, Fuzz, Name, kept, made_small};

/// The most inputs that join the seeds in a pool.
const POOL: usize = 4000;

/// The longest input that joins it, in bytes: long ones take long.
const LONGEST: usize = 1 << 13;

/// How often an input that joins is tried with a piece left out; never more often, all together, than inputs are tried.
const TRIES: usize = 48;

/// The most inputs that are kept in the repository for a target, and the longest, in bytes.
const KEPT: (usize, usize) = (60, 400);

/// Inputs to make others from, and what they reach.
pub(super) struct Pool {
    cases: Vec<Case>,
    /// Which of them have been there from the start.
    seeds: Vec<usize>,
    /// Which of them joined because they reached a new edge.
    edges: Vec<usize>,
    seen: Seen,
    /// How many tries to make inputs smaller are left.
    spare: usize,
}

impl Pool {
    /// The seeds and the kept inputs of a target; beside a long seed, a smaller one that reaches what it adds.
    pub(super) fn new(target: &Target) -> Self {
        let mut seeds = kept::of(target);
        seeds.extend((target.seeds)().into_iter().map(|bytes| Case { bytes, draw: 0 }));
        seeds.sort_by_key(|case| case.bytes.len());
        let mut pool =
            Self { cases: Vec::new(), seeds: Vec::new(), edges: Vec::new(), seen: Seen::default(), spare: 0 };
        for case in seeds {
            let mut counters = Vec::new();
            let _ = counted(&mut counters, || case.tried(target));
            pool.add(target, &case, &counters);
            pool.seeds.push(pool.cases.len());
            pool.cases.push(case);
        }
        pool
    }

    /// How many inputs have joined.
    pub(super) fn joined(&self) -> usize {
        self.cases.len() - self.seeds.len()
    }

    /// How many edges have been reached.
    pub(super) fn edges(&self) -> usize {
        self.seen.edges()
    }

    /// Fuzzes a target for as long as asked.
    pub(super) fn fuzz(&mut self, job: &Fuzz, target: &Target, found: &mut Found) {
        let (start, mut counters) = (Instant::now(), Vec::new());
        for number in (job.from..).take(usize::try_from(job.count).unwrap_or(usize::MAX)) {
            if start.elapsed().as_secs() >= job.seconds || found.is_enough() {
                break;
            }
            let case = self.next(&mut job.draw(number));
            let is_good = counted(&mut counters, || found.attempt(target, Name::Numbered(number), &case));
            if is_good {
                self.add(target, &case, &counters);
            }
        }
    }

    fn next(&self, draw: &mut ChaCha8Rng) -> Case {
        // A seed, an input that reached an edge lately, or any of them: seeds are few, and have most structure.
        let newest = self.edges.len() - self.edges.len().div_ceil(4);
        let among = [&self.seeds[..], &self.edges[newest..], &[]][draw.random_range(0..3)];
        let any = |draw: &mut ChaCha8Rng| draw.random_range(0..self.cases.len());
        let one = if among.is_empty() { any(draw) } else { among[draw.random_range(0..among.len())] };
        let (one, other) = (&self.cases[one], &self.cases[any(draw)]);
        let bytes = mutated(&one.bytes, &other.bytes, draw);
        Case { bytes, draw: if draw.random_bool(0.5) { one.draw } else { draw.random() } }
    }

    /// Lets an input join, made smaller, if it reaches something new.
    fn add(&mut self, target: &Target, case: &Case, counters: &[u8]) {
        self.spare += 1;
        let before = self.seen.edges();
        let new = self.seen.add(counters);
        let is_edge = self.seen.edges() > before;
        // Half of the places are for those that reach new edges.
        let room = if is_edge { POOL } else { POOL / 2 };
        if new.is_empty() || self.joined() >= room {
            return;
        }
        let (mut counters, mut used) = (Vec::new(), 0);
        let bytes = made_small(case.bytes.clone(), self.spare.min(TRIES), |bytes| {
            used += 1;
            let case = Case { bytes: bytes.to_vec(), draw: case.draw };
            counted(&mut counters, || case.tried(target)).is_ok() && reaches(&counters, &new)
        });
        self.spare = self.spare.saturating_sub(used);
        if bytes.len() <= LONGEST {
            self.edges.extend(is_edge.then_some(self.cases.len()));
            self.cases.push(Case { bytes, draw: case.draw });
        }
    }

    /// Few and small inputs that together reach the edges which the pool reaches, as far as there is room for them; how many edges that is, and how
    /// many the whole pool reaches.
    pub(super) fn cover(&self, target: &Target) -> (Vec<Case>, usize, usize) {
        let mut all: Vec<(Case, Vec<usize>)> =
            self.cases.iter().map(|case| (case.clone(), edges(target, case))).collect();
        let reached = |all: &[(Case, Vec<usize>)]| {
            let mut edges: Vec<usize> = all.iter().flat_map(|(_, edges)| edges).copied().collect();
            edges.sort_unstable();
            edges.dedup();
            edges.len()
        };
        let of = reached(&all);
        all.retain(|(case, _)| case.bytes.len() <= KEPT.1);
        let mut chosen = Vec::new();
        while chosen.len() < KEPT.0 {
            // The one that adds most; of several, the smallest.
            let most = all.iter().max_by_key(|(case, edges)| (edges.len(), usize::MAX - case.bytes.len()));
            let Some((case, adds)) = most.filter(|(_, edges)| !edges.is_empty()).cloned() else { break };
            let bytes = made_small(case.bytes, usize::MAX, |bytes| {
                let edges = edges(target, &Case { bytes: bytes.to_vec(), draw: case.draw });
                adds.iter().all(|edge| edges.binary_search(edge).is_ok())
            });
            let case = Case { bytes, draw: case.draw };
            let covered = edges(target, &case);
            for (_, edges) in &mut all {
                edges.retain(|edge| covered.binary_search(edge).is_err() && adds.binary_search(edge).is_err());
            }
            chosen.push((case, covered));
        }
        let covered = reached(&chosen);
        let mut cases: Vec<Case> = chosen.into_iter().map(|(case, _)| case).collect();
        cases.sort_by(|one, other| {
            (one.bytes.len(), &one.bytes, one.draw).cmp(&(other.bytes.len(), &other.bytes, other.draw))
        });
        (cases, covered, of)
    }
}

/// The edges that a good input reaches, in order: those of two runs, because a hash table is another one each time.
fn edges(target: &Target, case: &Case) -> Vec<usize> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let is_good =
        counted(&mut first, || case.tried(target)).is_ok() && counted(&mut second, || case.tried(target)).is_ok();
    let both = passed(&first).map(|(edge, _)| edge).filter(|&edge| second[edge] > 0);
    if is_good { both.collect() } else { Vec::new() }
}
