//! The search with 512-bit instructions, in two ways.
//!
//! - One board in three registers ([`board`]): the shortest time for one puzzle.
//! - Sixteen boards in 27 registers ([`many`], [`lanes`]): the most boards per second. Batches start here, and a single puzzle moves here when its
//!   search tree grows.
//!
//! Both use the same words. A word has a bit for each box and each digit of a triple; nine places in a box and three triples make 27 words. Of
//! the ways to split the six indices of a candidate (band, row, stack, column, triple, digit) into words and bits, this one takes the fewest instructions: to
//! combine the places of a box is to combine registers, and only combining the digits of a triple, or boxes, takes shifts.

mod board;
mod lanes;
mod logic;
mod many;
mod score;
mod stack;
mod text;

use super::loose::{givens_of_line, givens_of_marks, leaps};
use super::{Found, Marks};
use board::{Board, State};

/// How many dead ends and solutions a search meets on one board at a time before it continues with sixteen at a time.
const PATIENCE: usize = 12;

/// The most puzzles in one search: their numbers must fit into 32 bits.
const MOST: usize = 1 << 31;

/// Memory that searches reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Engine {
    stack: Vec<Board>,
    many: many::Many,
}

impl Engine {
    /// Looks for up to `limit` solutions of a line.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    pub(super) fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        self.search(text::read(line), || givens_of_line(line), limit, |_| ())
    }

    /// Looks for up to `limit` solutions.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    pub(super) fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        self.search(text::from_marks(marks), || givens_of_marks(marks), limit, see)
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
    fn search(
        &mut self,
        root: Board,
        givens: impl Fn() -> usize,
        limit: usize,
        mut see: impl FnMut(&[u8; 81]),
    ) -> Found {
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
                    if found.guesses == 0 {
                        let givens = givens();
                        if leaps(givens, 0) {
                            return self.dive(givens, board, limit, see);
                        }
                    }
                    // Until the first dead end, any cell with two digits will do.
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

    /// The same from an open board that probably has many solutions.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,popcnt")]
    fn dive(&mut self, givens: usize, mut board: Board, limit: usize, mut see: impl FnMut(&[u8; 81])) -> Found {
        let mut found = Found::NONE;
        let mut state = State::Open;
        self.stack.clear();
        loop {
            match state {
                State::Dead => {}
                State::Solved => {
                    tell(&board, &mut found, &mut see);
                    if found.solutions == limit {
                        return found;
                    }
                }
                State::Open if leaps(givens, found.guesses) => found.guesses += board.leap(&mut self.stack),
                State::Open => {
                    self.stack.push(board);
                    self.many.finish(&self.stack, limit, &mut found, see);
                    return found;
                }
            }
            let Some(next) = self.stack.pop() else { return found };
            board = next;
            state = board.deduce();
        }
    }
}

/// Records and reports one more solution.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn tell(board: &Board, found: &mut Found, see: &mut impl FnMut(&[u8; 81])) {
    let mut further = [0; 81];
    let solution = if found.solutions == 0 { &mut found.first } else { &mut further };
    text::write(board, solution);
    see(solution);
    found.solutions += 1;
}
