//! The limits, and that nobody waits for what is there, in one thread and step by step.

use super::state::{AHEAD, ROOM, WINDOW};
use super::*;
use crate::pipeline::tests::{Indices, piece};

/// What there is after everything was done that can be done behind a first puzzle that never ends.
#[derive(Debug)]
struct Behind {
    pieces: usize,
    worked: usize,
    state: State<Indices>,
}

/// Pieces of `size` puzzles, each with a result of so many bytes, until reader and workers have to wait.
fn behind_a_slow_one(size: usize, bytes: usize) -> Behind {
    let mut state = State::<Indices>::default();
    let (mut pieces, mut worked) = (0, 0);
    loop {
        while !state.is_full() {
            state.push(piece(size));
            pieces += 1;
        }
        match state.job(LONGEST_RUN.min(size), false, false) {
            Job::Read(group, piece) => state.read(group, Read::of(piece, &ReadOptions::default())),
            Job::Solve { place, .. } if place.first == 0 => {}
            Job::Solve { group, range, place, .. } => {
                worked += range.len();
                let indices = place.first..place.first + range.len();
                state.done(group, range.start, Indices(indices, bytes * range.len()));
            }
            Job::Wait => return Behind { pieces, worked, state },
            Job::End => panic!("there is more to read"),
        }
        assert!(state.take_due().is_empty(), "the first result is not there");
        assert!(pieces * size < 8 * WINDOW, "{pieces} pieces are taken");
    }
}

impl std::fmt::Debug for State<Indices> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("far", &self.far).finish_non_exhaustive()
    }
}

#[test]
fn what_waits_behind_a_slow_puzzle_is_bounded() {
    let Behind { pieces, worked, mut state } = behind_a_slow_one(1000, 100);
    assert!((WINDOW / 1000..WINDOW / 1000 + 2 * AHEAD).contains(&pieces), "{pieces} pieces are taken");
    assert!(worked > WINDOW / 2, "{worked} are worked on: others do not wait for it");
    // Once it is done, all come, in order.
    let first = LONGEST_RUN;
    state.done(0, 0, Indices(0..first, 1));
    let due = state.take_due();
    assert!(due.windows(2).all(|pair| pair[0].0.end == pair[1].0.start));
    assert_eq!(state.far.shown, first + worked);
    assert!(!matches!(state.job(1, false, false), Job::Wait | Job::End), "there is room again");
    // Large results fill the room long before the window is full.
    let Behind { worked, .. } = behind_a_slow_one(1000, 1 << 16);
    assert!((1..2 * (ROOM >> 16) + 4 * LONGEST_RUN).contains(&worked), "{worked} are worked on");
}

#[test]
fn a_group_without_puzzles_holds_nobody_up() {
    let mut state = State::<Indices>::default();
    let take = |state: &mut State<Indices>| match state.job(1, false, false) {
        Job::Read(group, piece) => state.read(group, Read::of(piece, &ReadOptions::default())),
        Job::Solve { group, range, .. } => state.done(group, range.start, Indices(range, 1)),
        Job::Wait | Job::End => panic!("there is something to do"),
    };
    for size in [0, 1, 0] {
        state.push(piece(size));
    }
    assert!(!state.is_due());
    // The first group is read: it is empty, and can leave.
    take(&mut state);
    assert!(state.is_due());
    assert!(state.take_due().is_empty() && !state.is_due());
    // Read and solved: its result is due, though an empty group stands before it.
    state.push(piece(0));
    (0..4).for_each(|_| take(&mut state));
    assert!(state.is_due());
    assert_eq!(state.take_due().len(), 1);
    state.ended = true;
    assert!(!state.is_due() && state.is_over(false));
}

#[test]
fn news_before_the_wait_is_not_missed() {
    let queue = Queue::<Indices>::new(ReadOptions::default(), false);
    let stop = StopSignal::default();
    let before = queue.due(&stop).news;
    assert!(queue.push(piece(1)));
    assert_ne!(queue.due(&stop).news, before);
    let before = queue.due(&stop).news;
    drop(End(&queue));
    assert_ne!(queue.due(&stop).news, before);
    // After the end of it all nobody is kept, and nothing is taken.
    let before = queue.due(&stop).news;
    drop(Close { queue: &queue, stop: &stop });
    assert_ne!(queue.due(&stop).news, before);
    assert!(!stop.is_raised() && !queue.push(piece(1)));
    queue.work(&stop, &|_, _| panic!("nobody works any more"));
}
