//! The search of many boards at once.
//!
//! A lane whose board is done takes the next from a stack; when that runs low, more puzzles are read. A board that needs a guess leaves its lane
//! and waits until sixteen of them can branch together. Boards are pushed and popped at the top, so the stack grows only about as deep as sixteen
//! depth-first searches.

use super::super::Found;
use super::board::{Board, Candidate};
use super::lanes::{Words, board, boards, lanes, pairs, pass, twice_in_a_box};
use super::logic::{but, whole_groups};
use super::score::best;
use super::stack::Stack;
use super::{tell, text};
use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_cmpeq_epi32_mask, _mm512_mask_andnot_epi32, _mm512_mask_cmpeq_epi32_mask,
    _mm512_mask_mov_epi32, _mm512_mask_or_epi32, _mm512_mask_set1_epi32, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_sub_epi32, _mm512_test_epi32_mask,
};

/// How many lanes must be free before they are refilled.
const FREE: u32 = 4;

/// The owner of boards that were found to have no solution while they waited.
const NOBODY: u32 = u32::MAX;

/// Memory that searches reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Many {
    stack: Stack,
    pending: Stack,
}

/// Sixteen numbers, one per lane.
fn numbers(a: __m512i) -> [u32; 16] {
    super::board::words(a)
}

/// The lanes of a mask.
fn each(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < 16).then_some(lane)
    })
}

impl Many {
    /// Solves all lines, with up to `most` guesses each.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    pub(super) fn solve(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        found.fill(Found::NONE);
        if limit == 0 {
            return;
        }
        let mut next = 0;
        let more = |stack: &mut Stack| {
            let count = (lines.len() - next).min(16);
            if count == 0 {
                return false;
            }
            let boards: [Board; 16] = std::array::from_fn(|n| text::read(&lines[next + n.min(count - 1)]));
            let owners = super::board::register(std::array::from_fn(|n| (next + n) as u32));
            stack.push(&lanes(&boards), owners, ((1u32 << count) - 1) as u16);
            next += count;
            true
        };
        self.stack.clear();
        self.pending.clear();
        self.search(more, limit, most, found, |_| ());
    }

    /// Searches the boards of one puzzle, and adds to what is found.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    pub(super) fn finish(&mut self, rest: &[Board], limit: usize, found: &mut Found, see: impl FnMut(&[u8; 81])) {
        self.stack.clear();
        self.pending.clear();
        for boards in rest.chunks(16) {
            let boards16: [Board; 16] = std::array::from_fn(|n| boards[n.min(boards.len() - 1)]);
            self.stack.push(&lanes(&boards16), _mm512_setzero_si512(), ((1u32 << boards.len()) - 1) as u16);
        }
        self.search(|_| false, limit, u64::MAX, std::slice::from_mut(found), see);
    }

    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    fn search(
        &mut self,
        mut more: impl FnMut(&mut Stack) -> bool,
        limit: usize,
        most: u64,
        found: &mut [Found],
        mut see: impl FnMut(&[u8; 81]),
    ) {
        let zero = _mm512_setzero_si512();
        let mut w: Words = [[zero; 3]; 9];
        let mut owners = zero;
        let mut placed = [zero; 3];
        let mut active = 0u16;
        loop {
            let free = (!active).count_ones();
            if free >= FREE || active == 0 {
                if self.pending.len() >= 16 {
                    self.branch(found);
                }
                if self.stack.len() < free as usize
                    && !more(&mut self.stack)
                    && self.pending.len() > (16 - free) as usize
                {
                    self.branch(found);
                }
                if self.stack.len() > 0 {
                    let fresh = self.stack.pop(&mut w, &mut owners, !active);
                    placed = placed.map(|placed| _mm512_mask_set1_epi32(placed, fresh, -1));
                    let owner = numbers(owners);
                    let is_open = |found: &Found| found.solutions < limit && found.guesses <= most;
                    for lane in each(fresh) {
                        if found.get(owner[lane] as usize).is_some_and(is_open) {
                            active |= 1 << lane;
                        }
                    }
                }
                if active == 0 {
                    if self.stack.len() + self.pending.len() == 0 && !more(&mut self.stack) {
                        return;
                    }
                    continue;
                }
            }
            let states = pass(&mut w, &mut placed);
            active &= !states.dead;
            let solved = states.solved & active;
            if solved != 0 {
                active &= !solved;
                let owner = numbers(owners);
                let mut emit = |board: &Board, lane: usize| {
                    let found = &mut found[owner[lane] as usize];
                    if found.solutions == limit {
                        return;
                    }
                    tell(board, found, &mut see);
                    if found.solutions == limit {
                        active &= !_mm512_cmpeq_epi32_mask(owners, _mm512_set1_epi32(owner[lane] as i32));
                    }
                };
                if solved.count_ones() > 3 {
                    let boards = boards(&w);
                    each(solved).for_each(|lane| emit(&boards[lane], lane));
                } else {
                    each(solved).for_each(|lane| emit(&board(&w, lane), lane));
                }
            }
            let stuck = states.stuck & active;
            if stuck != 0 {
                self.pending.push(&w, owners, stuck);
                active &= !stuck;
            }
        }
    }

    /// Branches on boards that are stuck, up to sixteen.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    fn branch(&mut self, found: &mut [Found]) {
        let zero = _mm512_setzero_si512();
        let mut owners = zero;
        let mut w: Words = [[zero; 3]; 9];
        let stuck = self.pending.pop(&mut w, &mut owners, u16::MAX);
        let mut left = stuck;
        let mut hopeless = twice_in_a_box(&w) & stuck;
        let mut place = _mm512_set1_epi32(-1);
        let mut group = zero;
        for (n, pairs) in best(&w, &pairs(&w)).into_iter().enumerate() {
            let here = _mm512_test_epi32_mask(pairs, pairs) & left;
            left &= !here;
            place = _mm512_mask_set1_epi32(place, here, n as i32);
            group = _mm512_mask_mov_epi32(group, here, pairs);
        }
        let group = whole_groups(lowest(group));
        let mut digit = [zero; 3];
        for (n, w) in w.iter().enumerate() {
            let here = _mm512_mask_cmpeq_epi32_mask(stuck, place, _mm512_set1_epi32(n as i32));
            for k in 0..3 {
                digit[k] = _mm512_mask_mov_epi32(digit[k], here, _mm512_and_si512(w[k], group));
            }
        }
        let second = _mm512_test_epi32_mask(digit[0], digit[0]);
        let third = second | _mm512_test_epi32_mask(digit[1], digit[1]);
        let mut digit = [
            lowest(digit[0]),
            _mm512_mask_mov_epi32(lowest(digit[1]), second, zero),
            _mm512_mask_mov_epi32(lowest(digit[2]), third, zero),
        ];
        let mut group = group;
        for lane in each(left) {
            match board(&w, lane).choose(false) {
                None => hopeless |= 1 << lane,
                Some(Candidate { row, column, triple, bit }) => {
                    let one = 1 << lane;
                    place = _mm512_mask_set1_epi32(place, one, (3 * row + column) as i32);
                    group = _mm512_mask_set1_epi32(group, one, 7 << (bit.trailing_zeros() / 3 * 3));
                    digit[triple] = _mm512_mask_set1_epi32(digit[triple], one, bit as i32);
                }
            }
        }
        let here: [u16; 9] = std::array::from_fn(|n| _mm512_cmpeq_epi32_mask(place, _mm512_set1_epi32(n as i32)));
        let owner = numbers(owners);
        for lane in each(stuck & !hopeless) {
            found[owner[lane] as usize].guesses += 1;
        }
        let owners = _mm512_mask_set1_epi32(owners, hopeless, NOBODY as i32);
        self.stack.push_both(stuck.count_ones() as usize, owners, |n, k| {
            let word = w[n][k];
            let no = _mm512_mask_andnot_epi32(word, here[n], digit[k], word);
            (no, _mm512_mask_or_epi32(word, here[n], but(word, group), digit[k]))
        });
    }
}

/// The lowest bit.
#[inline]
#[target_feature(enable = "avx512f")]
fn lowest(a: __m512i) -> __m512i {
    _mm512_and_si512(a, _mm512_sub_epi32(_mm512_setzero_si512(), a))
}
