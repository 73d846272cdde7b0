//! Where to guess.

use std::array::from_fn;

use super::super::loose::LEAP;
use super::lanes::{Dozen, LANES};
use super::quad::Quad;
use super::state::State;

/// The cells that see a cell.
const PEERS: [[u32; 4]; 81] = {
    let mut peers = [[0; 4]; 81];
    let mut pair = 0;
    while pair < 81 * 81 {
        let (a, b) = (pair / 81, pair % 81);
        let in_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
        if a != b && (a / 9 == b / 9 || a % 9 == b % 9 || in_box) {
            peers[a][b % 3] |= 1 << (b / 3);
        }
        pair += 1;
    }
    peers
};

/// How many cells with two candidates are compared before the best is taken.
const COMPARED: u32 = 10;

impl<Q: Quad> State<Q> {
    /// The cell to guess in, and its candidates (bit d - 1 is the digit d).
    ///
    /// It is the cell with two candidates whose digits have the most other places in its units. Places in cells with two candidates count six times,
    /// because a guess settles them at once. If no cell has two candidates, it is the first with three, or else with more.
    pub(super) fn choose(&self) -> (usize, u16) {
        let words = self.words.map(Dozen::words);
        let (mut pairs, mut triples, mut more) = ([0; 4], [0; 3], [0; 3]);
        for column in 0..3 {
            let (mut once, mut twice, mut thrice, mut four) = (0, 0, 0, 0);
            for word in &words[column][..9] {
                four |= thrice & word;
                thrice |= twice & word;
                twice |= once & word;
                once |= word;
            }
            pairs[column] = twice & !thrice;
            triples[column] = thrice & !four;
            more[column] = four;
        }
        if pairs != [0; 4] {
            return self.best_of(pairs, &words);
        }
        let first = |cells: [u32; 3]| {
            let column = cells.iter().position(|&cells| cells != 0)?;
            Some(3 * cells[column].trailing_zeros() as usize + column)
        };
        // A board that inference left open has such a cell.
        let cell = first(triples).or_else(|| first(more)).unwrap_or(0);
        (cell, self.candidates(cell))
    }

    /// The first cells with two candidates, each in a band and a stack of its own, with their candidates, and how many there are.
    pub(super) fn scattered(&self) -> ([(usize, u16); LEAP], usize) {
        let mut pairs = self.words.map(Dozen::exactly_two);
        let mut cells = [(0, 0); LEAP];
        let mut count = 0;
        while count < LEAP {
            let Some(column) = pairs.iter().position(|&cells| cells != 0) else { break };
            let cell = 3 * pairs[column].trailing_zeros() as usize + column;
            cells[count] = (cell, self.candidates(cell));
            count += 1;
            let near = 0o777 << (cell / 27 * 9) | 0o111_111_111 << (cell / 3 % 3);
            pairs = pairs.map(|cells| cells & !near);
        }
        (cells, count)
    }

    fn best_of(&self, pairs: [u32; 4], words: &[[u32; LANES]; 3]) -> (usize, u16) {
        let digits: [Q; 9] = from_fn(|digit| Q::of([words[0][digit], words[1][digit], words[2][digit], 0]));
        let all_pairs = Q::of(pairs);
        let (mut best, mut most, mut left) = ((0, 0), 0, COMPARED);
        for (column, mut cells) in pairs.into_iter().enumerate() {
            while cells != 0 && left > 0 {
                let cell = 3 * cells.trailing_zeros() as usize + column;
                cells &= cells - 1;
                left -= 1;
                let set = self.candidates(cell);
                let (low, high) = (set.trailing_zeros() as usize, 15 - set.leading_zeros() as usize);
                let peers = Q::of(PEERS[cell]);
                let (a, b) = (digits[low % 9] & peers, digits[high % 9] & peers);
                let weight = 1 + weigh(a, b, (a | b) & all_pairs);
                if weight > most {
                    (best, most) = ((cell, set), weight);
                }
            }
        }
        best
    }
}

/// The number of bits of a and of b, and five times that of c.
#[inline]
fn weigh<Q: Quad>(a: Q, b: Q, c: Q) -> u32 {
    let nibbles = |x: Q| {
        let x = x - (x >> 1 & Q::all(0x5555_5555));
        (x & Q::all(0x3333_3333)) + (x >> 2 & Q::all(0x3333_3333))
    };
    let bytes = |x: Q| (x & Q::all(0x0f0f_0f0f)) + (x >> 4 & Q::all(0x0f0f_0f0f));
    let few = bytes(nibbles(a) + nibbles(b));
    let many = bytes(nibbles(c));
    (few + many + (many << 2)).sum_of_bytes()
}
