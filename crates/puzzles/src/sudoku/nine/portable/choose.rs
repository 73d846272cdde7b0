//! Where to guess.

use super::lanes::Quad;
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

impl State {
    /// The cell to guess in, and its candidates (bit d - 1 is the digit d).
    ///
    /// Of the cells with two candidates, the one whose digits have the most candidates in its units, where cells with two candidates
    /// count six times: they are settled at once.
    #[inline(never)]
    pub(super) fn choose(&self) -> (usize, u16) {
        let lanes = self.words.map(super::lanes::Dozen::words);
        let mut pairs = [0; 4];
        let mut triples = [0; 3];
        let mut more = [0; 3];
        for column in 0..3 {
            let (mut once, mut twice, mut thrice, mut four) = (0, 0, 0, 0);
            for word in &lanes[column][..9] {
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
            return self.best_of(pairs, &lanes);
        }
        for set in [triples, more] {
            for (column, &set) in set.iter().enumerate() {
                if set != 0 {
                    let cell = set.trailing_zeros() as usize * 3 + column;
                    return (cell, self.candidates(cell));
                }
            }
        }
        (0, 0)
    }

    fn best_of(&self, pairs: [u32; 4], lanes: &[[u32; 12]; 3]) -> (usize, u16) {
        let mut digits = [Quad::all(0); 9];
        for digit in 0..9 { digits[digit] = Quad::of([lanes[0][digit], lanes[1][digit], lanes[2][digit], 0]); }
        let pairs_quad = Quad::of(pairs);
        let mut best = (0, 0, 0);
        for column in 0..3 {
            let mut left = pairs[column];
            while left != 0 {
                let cell = left.trailing_zeros() as usize * 3 + column;
                left &= left - 1;
                let set = self.candidates(cell);
                let a = set.trailing_zeros() as usize % 9;
                let b = 15 - set.leading_zeros() as usize;
                let peers = Quad::of(PEERS[cell]);
                let (x, y) = (digits[a] & peers, digits[b % 9] & peers);
                let score = 1 + weigh(x, y, (x | y) & pairs_quad);
                if score > best.2 {
                    best = (cell, set, score);
                }
            }
        }
        (best.0, best.1)
    }
}

/// The number of bits of a and of b, and five times that of c.
#[inline(always)]
fn weigh(a: Quad, b: Quad, c: Quad) -> u32 {
    let nibbles = |x: Quad| {
        let x = x - (x >> 1 & Quad::all(0x5555_5555));
        (x & Quad::all(0x3333_3333)) + (x >> 2 & Quad::all(0x3333_3333))
    };
    let bytes = |x: Quad| (x & Quad::all(0x0f0f_0f0f)) + (x >> 4 & Quad::all(0x0f0f_0f0f));
    let few = bytes(nibbles(a) + nibbles(b));
    let many = bytes(nibbles(c));
    (few + many + (many << 2)).sum_of_bytes()
}
