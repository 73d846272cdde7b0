//! The search with 512 bits at a time, in two ways.
//!
//! - One board in three registers ([`board`]): least time from a puzzle to its solution.
//! - Sixteen boards in 27 registers ([`many`], [`lanes`]): most boards a second. Batches start here, and a single puzzle comes here when its
//!   tree grows.
//!
//! Both hold the same words. A word has a bit for each box and each digit of a triple; which place in the box and which triple makes 27 words. Of
//! the ways to split the six indices of a candidate (band, row, stack, column, triple, digit) into words and bits this one takes least work: joins over
//! the places of a box are joins of registers, and only joins over the digits of a triple, or over boxes, need shifts.

mod board;
mod lanes;
mod logic;
mod many;
mod score;
mod stack;
mod text;

use super::{Found, Marks};
use board::{Board, State};

/// Dead ends and solutions on one board at a time before the search goes on with sixteen at a time.
const PATIENCE: usize = 12;

/// The most puzzles at a time: their numbers have 32 bits.
const MOST: usize = 1 << 31;

/// What searches keep.
#[derive(Clone, Debug, Default)]
pub(super) struct Engine {
    stack: Vec<Board>,
    many: many::Many,
}

/// Whether this machine has all that is used here.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
}

impl Engine {
    /// Looks for up to `limit` solutions of a line.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    pub(super) fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        self.search(text::read(line), limit, |_| ())
    }

    /// Looks for up to `limit` solutions.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    pub(super) fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        self.search(text::from_marks(marks), limit, see)
    }

    /// Solves all lines, with up to `most` guesses each.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    pub(super) fn solve_batch(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        for (lines, found) in lines.chunks(MOST).zip(found.chunks_mut(MOST)) {
            self.many.solve(lines, limit, most, found);
        }
    }

    /// Depth first, one board at a time.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    fn search(&mut self, root: Board, limit: usize, mut see: impl FnMut(&[u8; 81])) -> Found {
        let mut found = Found::NONE;
        if limit == 0 {
            return found;
        }
        self.stack.clear();
        let mut board = root;
        let mut leaves = 0;
        loop {
            match board.deduce() {
                State::Dead => {}
                State::Solved => {
                    tell(&board, &mut found, &mut see);
                    if found.solutions == limit {
                        return found;
                    }
                }
                State::Open if leaves >= PATIENCE => {
                    self.stack.push(board);
                    self.many.finish(&self.stack, limit, &mut found, see);
                    return found;
                }
                State::Open => {
                    // As long as a dive meets no dead end, any pair will do.
                    let careful = leaves > 0 || found.guesses < 3;
                    if let Some(candidate) = board.choose(careful) {
                        found.guesses += 1;
                        let (yes, no) = board.branch(candidate);
                        self.stack.push(no);
                        board = yes;
                        continue;
                    }
                }
            }
            leaves += 1;
            match self.stack.pop() {
                Some(next) => board = next,
                None => return found,
            }
        }
    }
}

/// One more solution.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn tell(board: &Board, found: &mut Found, see: &mut impl FnMut(&[u8; 81])) {
    let mut further = [0; 81];
    let solution = if found.solutions == 0 { &mut found.first } else { &mut further };
    text::write(board, solution);
    see(solution);
    found.solutions += 1;
}
