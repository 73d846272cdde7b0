//! Which branches an input reaches: counters at every edge between blocks, in a build of `cargo xtask fuzz --coverage`.
//!
//! They are counters of the whole process: only one input is tried at a time. A counter has a byte and starts again after 255; as in libFuzzer, eight ranges of it are
//! told apart, so that a loop is worth trying once, twice and often.

/// Whether this build has counters.
pub(super) fn is_on() -> bool {
    counters::length() > 0
}

/// Sets all counters to zero, does something, and copies what they say then.
pub(super) fn counted<T>(counters: &mut Vec<u8>, run: impl FnOnce() -> T) -> T {
    counters.resize(counters::length(), 0);
    counters::reset();
    let value = run();
    counters::copy(counters);
    value
}

#[cfg(pencilmark_coverage)]
mod counters {
    use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

    static START: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
    static LENGTH: AtomicUsize = AtomicUsize::new(0);

    // SAFETY: the instrumentation has this name and signature for it, and nothing else here is called so.
    #[expect(unsafe_code, reason = "the instrumentation calls it by name, before main")]
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
        START.store(start, Ordering::Relaxed);
        LENGTH.store(stop.addr() - start.addr(), Ordering::Relaxed);
    }

    pub(super) fn length() -> usize {
        LENGTH.load(Ordering::Relaxed)
    }

    pub(super) fn reset() {
        // SAFETY: the counters are a writable section of this program, of this length. No reference to it exists, and no other thread
        // runs meanwhile.
        #[expect(unsafe_code, reason = "the counters are known by their address alone")]
        unsafe {
            START.load(Ordering::Relaxed).write_bytes(0, length());
        }
    }

    pub(super) fn copy(into: &mut [u8]) {
        let most = length().min(into.len());
        // SAFETY: as above; the copy is another piece of memory, and at least this long.
        #[expect(unsafe_code, reason = "the counters are known by their address alone")]
        unsafe {
            START.load(Ordering::Relaxed).copy_to_nonoverlapping(into.as_mut_ptr(), most);
        }
    }
}

#[cfg(not(pencilmark_coverage))]
mod counters {
    pub(super) fn length() -> usize {
        0
    }

    pub(super) fn reset() {}

    pub(super) fn copy(_: &mut [u8]) {}
}

/// An edge, and how often it was passed: a bit for one of eight ranges.
type Passed = (usize, u8);

/// What has been reached so far.
#[derive(Default)]
pub(super) struct Seen {
    /// For every edge, the ranges of its counter.
    ranges: Vec<u8>,
    edges: usize,
}

impl Seen {
    /// Notes what an input reaches; answers what none before it has.
    pub(super) fn add(&mut self, counters: &[u8]) -> Vec<Passed> {
        self.ranges.resize(counters.len().max(self.ranges.len()), 0);
        let new: Vec<Passed> = passed(counters).filter(|&(edge, range)| self.ranges[edge] & range == 0).collect();
        for &(edge, range) in &new {
            self.edges += usize::from(self.ranges[edge] == 0);
            self.ranges[edge] |= range;
        }
        new
    }

    /// How many edges have been reached.
    pub(super) fn edges(&self) -> usize {
        self.edges
    }
}

/// Whether an input reaches all of this.
pub(super) fn reaches(counters: &[u8], all: &[Passed]) -> bool {
    all.iter().all(|&(edge, of)| range(counters[edge]) == of)
}

/// What an input reaches.
pub(super) fn passed(counters: &[u8]) -> impl Iterator<Item = Passed> {
    // Nearly all are zero: many are looked at together.
    let pieces = counters.chunks(32).enumerate();
    let pieces = pieces.filter(|(_, piece)| piece.iter().fold(0, |all, count| all | count) != 0);
    let each =
        pieces.flat_map(|(at, piece)| piece.iter().enumerate().map(move |(index, &count)| (32 * at + index, count)));
    each.filter(|&(_, count)| count > 0).map(|(edge, count)| (edge, range(count)))
}

fn range(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128.. => 128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_is_an_edge_or_another_range_of_its_counter() {
        let mut seen = Seen::default();
        let mut counters = vec![0; 70];
        (counters[3], counters[69]) = (1, 5);
        assert_eq!(seen.add(&counters), [(3, 1), (69, 8)]);
        assert_eq!(seen.add(&counters), []);
        (counters[3], counters[69]) = (2, 7);
        assert!(!reaches(&counters, &[(3, 1)]) && reaches(&counters, &[(69, 8)]));
        assert_eq!((seen.add(&counters), seen.edges()), (vec![(3, 2)], 2));
    }
}
