//! The limits, and that no thread waits for what is there, in one thread and step by step.

use super::piece;
use pencilmark::StopSignal;
use pencilmark::inside::queue::{
    AHEAD, Close, EndOfInput, Finished, Job, LONGEST_RUN, Numbers, Piece, Queue, ROOM, Run, State, WINDOW,
};

/// A result: the index of its first item and of the first one behind it.
type Indices = std::ops::Range<usize>;

fn state() -> State<(), Indices> {
    State::new(Numbers::AsFarAsKnown)
}

fn finished(result: Indices, bytes: usize) -> Finished<Indices> {
    Finished { items: result.len(), result, bytes }
}

/// What there is after everything was done that can be done behind a first puzzle that never ends.
struct Behind {
    pieces: usize,
    worked: usize,
    state: State<(), Indices>,
    /// The run that never ends.
    slow: Run<()>,
}

/// Pieces of `size` puzzles, each with a result of `bytes` bytes, until reader and workers have to wait.
fn behind_a_slow_one(size: usize, bytes: usize) -> Behind {
    let mut state = state();
    let (mut pieces, mut worked, mut slow) = (0, 0, None);
    loop {
        while !state.is_full() {
            state.push(piece(size));
            pieces += 1;
        }
        match state.job(LONGEST_RUN.min(size)) {
            Job::Read(group, piece) => state.read(group, piece.read()),
            Job::Work(run) if run.first == 0 => slow = Some(run),
            Job::Work(run) => {
                let length = run.items().len();
                worked += length;
                state.done(&run, finished(run.first..run.first + length, bytes * length));
            }
            Job::Wait => return Behind { pieces, worked, state, slow: slow.expect("the first run") },
            Job::End => panic!("there is more to read"),
        }
        assert!(state.take_ready().is_empty(), "the first result is not there");
        assert!(pieces * size < 8 * WINDOW, "{pieces} pieces are taken");
    }
}

#[test]
fn what_waits_behind_a_slow_puzzle_is_bounded() {
    let Behind { pieces, worked, mut state, slow } = behind_a_slow_one(1000, 100);
    assert!((WINDOW / 1000..WINDOW / 1000 + 2 * AHEAD).contains(&pieces), "{pieces} pieces are taken");
    assert!(worked > WINDOW / 2, "{worked} are worked on: others do not wait for it");
    // Once it is done, all come, in order.
    let first = LONGEST_RUN;
    state.done(&slow, finished(0..first, 1));
    let ready = state.take_ready();
    assert!(ready.windows(2).all(|pair| pair[0].end == pair[1].start));
    assert_eq!(state.progress.shown, first + worked);
    assert!(!matches!(state.job(1), Job::Wait | Job::End), "there is room again");
    // Large results fill the room long before the window is full.
    let Behind { worked, .. } = behind_a_slow_one(1000, 1 << 16);
    assert!((1..2 * (ROOM >> 16) + 4 * LONGEST_RUN).contains(&worked), "{worked} are worked on");
}

#[test]
fn a_group_without_puzzles_holds_nothing_up() {
    let mut state = state();
    let take = |state: &mut State<(), Indices>| match state.job(1) {
        Job::Read(group, piece) => state.read(group, piece.read()),
        Job::Work(run) => state.done(&run, finished(run.first..run.first + 1, 1)),
        Job::Wait | Job::End => panic!("there is something to do"),
    };
    for size in [0, 1, 0] {
        state.push(piece(size));
    }
    assert!(!state.is_ready());
    // The first group is read: it is empty, and can leave.
    take(&mut state);
    assert!(state.is_ready());
    assert!(state.take_ready().is_empty() && !state.is_ready());
    // Read and solved: its result is ready, though an empty group stands before it.
    state.push(piece(0));
    (0..4).for_each(|_| take(&mut state));
    assert!(state.is_ready());
    assert_eq!(state.take_ready().len(), 1);
    state.ended = true;
    assert!(!state.is_ready() && state.is_over(false));
}

#[test]
fn a_change_before_the_wait_is_not_missed() {
    let queue = Queue::<(), Indices>::new(Numbers::AsFarAsKnown, LONGEST_RUN);
    let stop = StopSignal::default();
    let before = queue.take(&stop).changes;
    assert!(queue.push(piece(1)));
    assert_ne!(queue.take(&stop).changes, before);
    let before = queue.take(&stop).changes;
    drop(EndOfInput(&queue));
    assert_ne!(queue.take(&stop).changes, before);
    // After the end no thread is kept waiting, and nothing is taken.
    let before = queue.take(&stop).changes;
    drop(Close { queue: &queue, stop: &stop });
    assert_ne!(queue.take(&stop).changes, before);
    assert!(!stop.is_raised() && !queue.push(piece(1)));
    queue.work(&stop, &|_| panic!("no work begins any more"));
}

#[test]
fn the_first_item_waits_until_it_is_known_whether_there_are_more() {
    let after = |pieces: Vec<Piece<()>>, ended: bool, numbers: Numbers| {
        let mut state = State::<(), Indices>::new(numbers);
        for piece in pieces {
            state.push(piece);
        }
        state.ended = ended;
        loop {
            match state.job(1) {
                Job::Read(group, piece) => state.read(group, piece.read()),
                Job::Work(run) => return Some(run.several),
                Job::Wait | Job::End => return None,
            }
        }
    };
    assert_eq!(after(vec![piece(1)], false, Numbers::Awaited), None);
    assert_eq!(after(vec![piece(1)], true, Numbers::Awaited), Some(false));
    assert_eq!(after(vec![piece(1), piece(1)], false, Numbers::Awaited), Some(true));
    // Its sender may wait for an answer.
    assert_eq!(after(vec![piece(1)], false, Numbers::FromTheFirst), Some(true));
    assert_eq!(after(vec![piece(1)], true, Numbers::FromTheFirst), Some(true));
    assert_eq!(after(vec![piece(1)], false, Numbers::AsFarAsKnown), Some(false));
}
