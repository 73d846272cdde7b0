//! Unique rectangles and unique loops (4.5 to 5.0, and up to .6 more with a set): cells around a loop that share two candidates and would have two
//! fillings if they had nothing else.
//!
//! Glossary: a **loop** visits each house it touches twice, once from an even and once from an odd cell; its **extra** cells have more than the two
//! **shared** digits. Type 1 has one extra cell, which cannot hold a shared digit. Type 2: all extra cells have the same third digit, so one of them
//! holds it. Type 3: two extra cells make a naked or hidden set with others of their house. Type 4: a shared digit is locked in two extra cells, so the
//! other one leaves them.

use super::houses::{BOARD, CELLS, HOUSES, PEERS, SPOTS, bits, each};
use super::state::State;

/// The candidates that a step removes, with what decides between steps: the easier one, then the lower type, then the first.
struct Best {
    rating: f64,
    kind: u8,
    removed: [(u8, u16); 20],
    len: usize,
}

impl Best {
    fn offer(&mut self, state: &State, rating: f64, kind: u8, removed: impl Iterator<Item = (usize, u16)>) {
        if (rating, kind) >= (self.rating, self.kind) {
            return;
        }
        let mut len = 0;
        let mut list = [(0, 0); 20];
        for (cell, digits) in removed.map(|(cell, digits)| (cell, digits & state.marks[cell])) {
            if digits != 0 && len < list.len() {
                list[len] = (cell as u8, digits);
                len += 1;
            }
        }
        if len > 0 {
            *self = Self { rating, kind, removed: list, len };
        }
    }
}

/// Removes the candidates of the easiest unique rectangle or loop.
pub(super) fn unique_loop(state: &mut State) -> Option<u8> {
    let mut best = Best { rating: f64::INFINITY, kind: 0, removed: [(0, 0); 20], len: 0 };
    for start in each(state.cells_with(2)) {
        let shared = state.marks[start];
        let both = bits(shared).fold(state.empty, |both, digit| both & state.boards[digit]);
        let mut walk = Walk { state, shared, both, cells: [0; 81], len: 0, extra: [0; 81], best: &mut best };
        walk.step(start, 2, 0, 3, [0, 0], 0);
    }
    for &(cell, digits) in &best.removed[..best.len] {
        state.remove_all(usize::from(cell), digits);
    }
    (best.len > 0).then(|| tenths(best.rating))
}

/// A rating as it is printed.
pub(super) fn tenths(rating: f64) -> u8 {
    ((rating + 0.05) * 10.0) as u8
}

/// A walk from cell to cell that may close to a loop.
struct Walk<'a> {
    state: &'a State,
    shared: u16,
    /// The cells with both shared digits.
    both: u128,
    cells: [u8; 81],
    len: usize,
    /// Where the extra cells of the walk are noted once it is closed.
    extra: [u8; 81],
    best: &'a mut Best,
}

impl Walk<'_> {
    /// Goes on from `cell`, which was reached within a house of type `last`. `allowed` more cells with several extra digits may follow; `extra` are the
    /// extra digits so far, with those of the cells that were looked at from here, which is how Sudoku Explainer counts them. `seen` are the houses
    /// visited from even and odd cells.
    fn step(&mut self, cell: usize, allowed: i32, extra: u16, last: usize, seen: [u32; 2], visited: u128) {
        let parity = self.len % 2;
        let houses = HOUSES[cell].iter().fold(0, |set, &house| set | 1u32 << house);
        if seen[parity] & houses != 0 {
            return;
        }
        let mut seen = seen;
        seen[parity] |= houses;
        let visited = visited | 1 << cell;
        self.cells[self.len] = cell as u8;
        self.len += 1;
        let start = usize::from(self.cells[0]);
        let mut extra = extra;
        for kind in (0..3).filter(|&kind| kind != last) {
            let house = usize::from(HOUSES[cell][kind]);
            let closes = if self.len >= 4 { 1 << start } else { 0 };
            for next in each(BOARD[house] & (self.both & !visited | closes)) {
                if next == start {
                    if seen[0] == seen[1] {
                        self.close();
                    }
                    continue;
                }
                let marks = self.state.marks[next];
                extra |= marks & !self.shared;
                let more = marks != self.shared;
                if !more || extra.is_power_of_two() || allowed > 0 {
                    self.step(next, allowed - i32::from(more), extra, kind, seen, visited);
                }
            }
        }
        self.len -= 1;
    }

    /// Looks for steps in the loop that is closed.
    fn close(&mut self) {
        let state = self.state;
        let (mut count, mut union) = (0, 0);
        for &cell in &self.cells[..self.len] {
            let marks = state.marks[usize::from(cell)];
            if marks != self.shared {
                self.extra[count] = cell;
                count += 1;
                union |= marks & !self.shared;
            }
        }
        let mut rating = 4.5;
        if self.len >= 10 {
            rating += 0.3;
        }
        if self.len >= 8 {
            rating += 0.2;
        } else if self.len >= 6 {
            rating += 0.1;
        }
        match count {
            0 => {}
            1 => {
                let cell = usize::from(self.extra[0]);
                self.best.offer(state, rating, 1, [(cell, self.shared)].into_iter());
            }
            2 => {
                let pair = [usize::from(self.extra[0]), usize::from(self.extra[1])];
                if union.is_power_of_two() {
                    self.same_extra_digit(rating, count);
                } else {
                    self.sets(rating, pair, union);
                }
                self.locked(rating, pair);
            }
            _ => self.same_extra_digit(rating, count),
        }
    }

    /// Type 2.
    fn same_extra_digit(&mut self, rating: f64, count: usize) {
        let extra = &self.extra[..count];
        let digits = self.state.marks[usize::from(extra[0])] & !self.shared;
        let digit = digits.trailing_zeros() as usize;
        let seen = extra.iter().fold(self.state.boards[digit], |seen, &cell| seen & PEERS[usize::from(cell)]);
        self.best.offer(self.state, rating, 2, each(seen).map(|cell| (cell, 1 << digit)));
    }

    /// Type 3: the two extra cells count as one cell that holds one of the extra digits.
    fn sets(&mut self, rating: f64, [first, second]: [usize; 2], extra: u16) {
        let state = self.state;
        for size in extra.count_ones()..=7 {
            for kind in 0..3 {
                let house = usize::from(HOUSES[first][kind]);
                if house != usize::from(HOUSES[second][kind]) {
                    continue;
                }
                let empty = u32::from(state.empty_in[house]);
                let spots = [1 << SPOTS[first][kind], 1 << SPOTS[second][kind]];
                if size * 2 <= empty {
                    self.naked(rating, house, spots, size, extra, state.marks[first] & state.marks[second] & extra);
                }
                if size * 2 < empty {
                    self.hidden(rating, house, spots, size, extra);
                }
            }
        }
    }

    fn naked(&mut self, rating: f64, house: usize, spots: [u16; 2], size: u32, extra: u16, common: u16) {
        let state = self.state;
        let rating = rating + f64::from(size - 1) * 0.1;
        let marks = CELLS[house].map(|cell| state.marks[usize::from(cell)]);
        for set in (0u16..1 << 9).filter(|set| set.count_ones() == size) {
            if set & spots[0] == 0 || set & spots[1] != 0 {
                continue;
            }
            let others = set & !spots[0];
            let digits = bits(others).fold(common, |union, spot| union | marks[spot]);
            let fits = bits(others).all(|spot| marks[spot].count_ones() > 1);
            if fits && digits.count_ones() == size && (digits | extra).count_ones() == size {
                let rest = 0x1ff & !set & !spots[1];
                let removed = bits(rest).map(|spot| (usize::from(CELLS[house][spot]), digits));
                self.best.offer(state, rating, 3, removed);
            }
        }
    }

    fn hidden(&mut self, rating: f64, house: usize, spots: [u16; 2], size: u32, extra: u16) {
        let state = self.state;
        let rest = 0x1ff & !self.shared & !extra;
        for set in (0u16..1 << 9).filter(|set| set & !rest == 0 && set.count_ones() + 2 == size) {
            let digits = set | self.shared;
            let mut union = 0;
            let mut fits = true;
            for digit in bits(digits) {
                let places = state.spots[house][digit] & !spots[1];
                fits &= places != 0;
                union |= places;
            }
            if fits && union.count_ones() == size {
                let others = union & !spots[0];
                let rating = rating + (f64::from(others.count_ones()) - 1.0) * 0.1;
                let removed = bits(others).map(|spot| (usize::from(CELLS[house][spot]), !digits));
                self.best.offer(state, rating, 3, removed);
            }
        }
    }

    /// Type 4.
    fn locked(&mut self, rating: f64, pair: [usize; 2]) {
        let others = !(1 << pair[0] | 1 << pair[1]);
        let locked = |digit: usize| {
            (0..3)
                .filter(|&kind| HOUSES[pair[0]][kind] == HOUSES[pair[1]][kind])
                .any(|kind| self.state.boards[digit] & BOARD[usize::from(HOUSES[pair[0]][kind])] & others == 0)
        };
        let Some(digit) = bits(self.shared).find(|&digit| locked(digit)) else { return };
        let removed = self.shared & !(1 << digit);
        self.best.offer(self.state, rating, 4, pair.into_iter().map(|cell| (cell, removed)));
    }
}
