//! The search with 256-bit instructions: two boards at a time.
//!
//! A guess makes two boards, and a proof of uniqueness visits both, so both are worked on at once ([`kernel`]). Two boards cost little more than
//! one, because the steps on a single board depend on each other. A batch puts two puzzles side by side. Solutions come in no particular
//! order; of several, [`Found::first`] is the smallest that was found.

mod guess;
mod kernel;
mod lanes;
mod node;

use super::{Found, Marks};
use kernel::Pair;
use node::Node;
use std::arch::x86_64::_mm256_setzero_si256;
use std::slice;

/// Boards that wait for their turn, and the numbers of their puzzles.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    waiting: Vec<(Node, usize)>,
}

impl Scratch {
    /// Looks for up to `limit` solutions of a line.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        let mut found = Found::NONE;
        let root = |_| Node::of_line(line);
        search(&mut self.waiting, root, limit, u64::MAX, slice::from_mut(&mut found), &mut |_| ());
        found
    }

    /// Looks for up to `limit` solutions.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        let mut found = Found::NONE;
        search(&mut self.waiting, |_| Node::of_marks(marks), limit, u64::MAX, slice::from_mut(&mut found), see);
        found
    }

    /// Solves all lines, with up to `most` guesses each.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn solve_batch(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        let count = lines.len().min(found.len());
        found[..count].fill(Found::NONE);
        let root = |index: usize| Node::of_line(&lines[index]);
        search(&mut self.waiting, root, limit, most, &mut found[..count], &mut |_| ());
    }
}

/// Solves the puzzles whose boards are `root(0)`, `root(1)` and so on, one for each entry of `found`; abandons those that take more than `most`
/// guesses.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn search(
    waiting: &mut Vec<(Node, usize)>,
    root: impl Fn(usize) -> Node,
    limit: usize,
    most: u64,
    found: &mut [Found],
    see: &mut dyn FnMut(&[u8; 81]),
) {
    if limit == 0 {
        return;
    }
    let is_over = |found: &Found| found.solutions >= limit || found.guesses > most;
    let mut pair = Pair::empty();
    let mut puzzles = [0; 2];
    let mut busy = 0_u32;
    let mut started = 0;
    waiting.clear();
    loop {
        while busy != 0b11 {
            let half = (busy & 1) as usize;
            if let Some((node, puzzle)) = waiting.pop() {
                if is_over(&found[puzzle]) {
                    continue;
                }
                node.put(&mut pair, half);
                puzzles[half] = puzzle;
            } else if started < found.len() {
                root(started).put(&mut pair, half);
                puzzles[half] = started;
                started += 1;
            } else {
                break;
            }
            busy |= 1 << half;
        }
        if busy == 0b10 {
            Node::of_half(&pair, 1).put(&mut pair, 0);
            puzzles[0] = puzzles[1];
            busy = 0b01;
        }
        if busy == 0 {
            return;
        }
        let (events, mut ready) = loop {
            let events =
                if busy == 0b11 { kernel::round::<false>(&mut pair) } else { kernel::round::<true>(&mut pair) };
            let ready = (events.dead | events.full | events.still) & busy;
            if ready != 0 {
                break (events, ready);
            }
        };
        while ready != 0 {
            let half = ready.trailing_zeros() as usize;
            ready &= ready - 1;
            let puzzle = puzzles[half];
            let found = &mut found[puzzle];
            busy &= !(1 << half);
            if events.dead >> half & 1 == 1 || is_over(found) {
                continue;
            }
            let mut node = Node::of_half(&pair, half);
            if events.full >> half & 1 == 1 {
                if node.is_solution() {
                    let solution = node.text();
                    if found.solutions == 0 || solution < found.first {
                        found.first = solution;
                    }
                    found.solutions += 1;
                    see(&solution);
                }
            } else {
                found.guesses += 1;
                let second = node.split();
                node.put(&mut pair, half);
                waiting.push((second, puzzle));
                busy |= 1 << half;
            }
        }
    }
}

impl Pair {
    /// A pair without boards.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn empty() -> Self {
        let zero = _mm256_setzero_si256();
        Self { eight: [[zero; 3]; 2], ninth: [zero; 3], single: zero }
    }
}
