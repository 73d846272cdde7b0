//! The search with 256-bit instructions: two boards at a time.
//!
//! A guess makes two boards, and a proof that a solution is the only one visits both, so both are worked on at once ([`kernel`]): two boards
//! cost little more than one, whose steps wait for each other. A batch puts two puzzles side by side.

mod kernel;
mod node;

use super::{Found, Marks};
use kernel::Pair;
use node::Node;
use std::arch::x86_64::_mm256_setzero_si256;

/// Boards that wait for their turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    waiting: Vec<Node>,
}

/// Whether this machine has what is used here.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Looks for up to `limit` solutions of a puzzle of 81 characters, if [`is_available`].
#[expect(unsafe_code, reason = "instructions that not every machine has")]
pub(super) fn solve(scratch: &mut Scratch, line: &[u8; 81], limit: usize) -> Found {
    // SAFETY: a solver uses these instructions only where they are available.
    unsafe { of_line(scratch, line, limit) }
}

/// The same from pencil marks, and `see` gets every solution.
#[expect(unsafe_code, reason = "instructions that not every machine has")]
pub(super) fn each_solution(
    scratch: &mut Scratch,
    marks: &Marks,
    limit: usize,
    see: &mut dyn FnMut(&[u8; 81]),
) -> Found {
    // SAFETY: a solver uses these instructions only where they are available.
    unsafe { of_marks(scratch, marks, limit, see) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn of_line(scratch: &mut Scratch, line: &[u8; 81], limit: usize) -> Found {
    search(&mut scratch.waiting, &Node::of_line(line), limit, &mut |_| ())
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn of_marks(scratch: &mut Scratch, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    search(&mut scratch.waiting, &Node::of_marks(marks), limit, see)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn search(waiting: &mut Vec<Node>, root: &Node, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
    let mut found = Found::NONE;
    if limit == 0 {
        return found;
    }
    let mut pair = Pair::empty();
    waiting.clear();
    root.put(&mut pair, 0);
    let mut busy = 0b01;
    loop {
        let events = kernel::round(&mut pair);
        let mut ready = (events.dead | events.still) & busy;
        if ready == 0 {
            continue;
        }
        while ready != 0 {
            let half = ready.trailing_zeros() as usize;
            ready &= ready - 1;
            if events.dead >> half & 1 == 1 {
                busy &= !(1 << half);
            } else if events.full >> half & 1 == 1 {
                let solution = Node::of_half(&pair, half).text();
                if found.solutions == 0 {
                    found.first = solution;
                }
                found.solutions += 1;
                see(&solution);
                if found.solutions == limit {
                    return found;
                }
                busy &= !(1 << half);
            } else {
                found.guesses += 1;
                let (first, second) = Node::of_half(&pair, half).split();
                first.put(&mut pair, half);
                waiting.push(second);
            }
        }
        while busy != 0b11 {
            let Some(node) = waiting.pop() else { break };
            let half = (!busy).trailing_zeros() as usize;
            node.put(&mut pair, half);
            busy |= 1 << half;
        }
        if busy == 0 {
            return found;
        }
    }
}

impl Pair {
    /// Nothing in either half.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn empty() -> Self {
        let zero = _mm256_setzero_si256();
        Self { eight: [[zero; 3]; 2], ninth: [zero; 3], single: zero }
    }
}
