//! The search with 256-bit instructions: two boards at a time.
//!
//! A guess makes two boards, and a proof of uniqueness visits both, so both are worked on at once ([`kernel`]). Two boards cost little more than
//! one, because the steps on a single board depend on each other. A batch puts two puzzles side by side. Solutions come in no particular
//! order; of several, [`Found::first`] is the smallest that was found.

mod guess;
mod kernel;
mod lanes;
mod node;

use super::loose::{givens_of_line, givens_of_marks, leaps};
use super::{Found, Marks};
use kernel::Pair;
use node::Node;
use std::arch::x86_64::_mm256_setzero_si256;
use std::slice;

/// Boards that wait for their turn, and where they come from.
type Waiting = Vec<(Node, Owner)>;

/// Memory that searches reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    waiting: [Waiting; 2], // for each half of the pair, what it put off
}

/// The puzzle of a board.
#[derive(Clone, Copy, Debug, Default)]
struct Owner {
    puzzle: usize,
    /// How many givens it has; counted when it needs the first guess.
    givens: usize,
}

impl Scratch {
    /// Looks for up to `limit` solutions of a line.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        let mut found = Found::NONE;
        let root = |_| Node::of_line(line);
        let givens = |_| givens_of_line(line);
        search(&mut self.waiting, root, givens, limit, u64::MAX, slice::from_mut(&mut found), &mut |_| ());
        found
    }

    /// Looks for up to `limit` solutions.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        let mut found = Found::NONE;
        let (root, givens) = (|_| Node::of_marks(marks), |_| givens_of_marks(marks));
        search(&mut self.waiting, root, givens, limit, u64::MAX, slice::from_mut(&mut found), see);
        found
    }

    /// Solves all lines, with up to `most` guesses each.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn solve_batch(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        let count = lines.len().min(found.len());
        found[..count].fill(Found::NONE);
        let root = |index: usize| Node::of_line(&lines[index]);
        let givens = |index: usize| givens_of_line(&lines[index]);
        search(&mut self.waiting, root, givens, limit, most, &mut found[..count], &mut |_| ());
    }
}

/// Solves the puzzles whose boards are `root(0)`, `root(1)` and so on, one for each entry of `found`, with `givens(0)` and so on; abandons those that take more than `most`
/// guesses.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn search(
    waiting: &mut [Waiting; 2],
    root: impl Fn(usize) -> Node,
    givens: impl Fn(usize) -> usize,
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
    let mut owners = [Owner::default(); 2];
    let mut busy = 0_u32;
    let mut started = 0;
    waiting.iter_mut().for_each(Vec::clear);
    loop {
        while busy != 0b11 {
            let half = (busy & 1) as usize;
            // Its own boards first, then another puzzle; one puzzle is shared if there are no others, unless its first solution will not be long.
            let next = match waiting[half].pop() {
                None if started < found.len() => {
                    started += 1;
                    Some((root(started - 1), Owner { puzzle: started - 1, givens: 0 }))
                }
                None => waiting[1 - half].pop_if(|(_, owner)| {
                    let found = &found[owner.puzzle];
                    busy == 0 || !leaps(owner.givens, found.guesses)
                }),
                own => own,
            };
            let Some((node, owner)) = next else { break };
            if is_over(&found[owner.puzzle]) {
                continue;
            }
            node.put(&mut pair, half);
            owners[half] = owner;
            busy |= 1 << half;
        }
        if busy == 0b10 {
            Node::of_half(&pair, 1).put(&mut pair, 0);
            owners[0] = owners[1];
            waiting.swap(0, 1);
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
            let owner = &mut owners[half];
            let found = &mut found[owner.puzzle];
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
                if found.guesses == 0 {
                    owner.givens = givens(owner.puzzle);
                }
                found.guesses += guess(&mut node, *owner, found.guesses, &mut waiting[half]);
                node.put(&mut pair, half);
                busy |= 1 << half;
            }
        }
    }
}

/// Guesses once, or several times at once, after so many guesses; returns how often. The board becomes the first to go on with, and the others wait.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn guess(node: &mut Node, owner: Owner, guesses: u64, waiting: &mut Waiting) -> u64 {
    let before = waiting.len();
    if leaps(owner.givens, guesses) {
        node.leap(|other| waiting.push((other, owner)));
    }
    if waiting.len() == before {
        waiting.push((node.split(), owner));
    }
    (waiting.len() - before) as u64
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
