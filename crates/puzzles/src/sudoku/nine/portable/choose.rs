//! Where to guess.

use super::state::{ALL, State};

impl State {
    /// The cell to guess in, and its candidates (bit d - 1 is the digit d).
    pub(super) fn choose(&self) -> (usize, u16) {
        let mut best = (0, 0, usize::MAX);
        let mut some = (0, 0);
        for column in 0..3 {
            let words = self.lanes(column);
            let (mut once, mut twice, mut thrice, mut more) = (0, 0, 0, 0);
            for word in words {
                more |= thrice & word;
                thrice |= twice & word;
                twice |= once & word;
                once |= word;
            }
            let pairs = twice & !thrice & ALL;
            if pairs != 0 {
                let cell = pairs.trailing_zeros() as usize * 3 + column;
                return (cell, self.candidates(cell));
            }
            let triples = thrice & !more & ALL;
            let (set, rank) = if triples != 0 { (triples, 3) } else { (thrice, 4) };
            if set != 0 && rank < best.2 {
                best = (set.trailing_zeros() as usize * 3 + column, 0, rank);
                some = (best.0, rank);
            }
        }
        (some.0, self.candidates(some.0))
    }
}
