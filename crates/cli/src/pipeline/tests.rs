//! Order, and how a pipeline ends before its time.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};

use super::*;
use crate::input::Piece;

/// What a run came to: the indices of its puzzles.
pub(super) struct Indices(pub(super) Range<usize>, pub(super) usize);

impl Held for Indices {
    fn bytes(&self) -> usize {
        self.1
    }
    fn puzzles(&self) -> usize {
        self.0.len()
    }
}

/// A piece of so many puzzles.
pub(super) fn piece(size: usize) -> Piece {
    Piece::Items((0..size).map(|_| Item::Nine([b'.'; 81])).collect())
}

fn work(place: Place, items: &[Item]) -> Indices {
    Indices(place.first..place.first + items.len(), 1)
}

/// Pieces without end. The receiver is cut off once nobody takes them any more.
fn endless() -> (Feed, Receiver<()>) {
    let (held, watched) = channel();
    let pieces = (0_usize..).map(move |_| {
        let _ = &held;
        piece(100)
    });
    (Feed::of_pieces(pieces), watched)
}

/// Runs with a feed that never ends; it must, and by a panic, and the reader must be let out.
#[track_caller]
fn falls(work: impl Fn(Place, &[Item]) -> Indices + Sync, show: impl FnMut(Turn<Indices>, Far) -> Result<(), Failure>) {
    let (feed, watched) = endless();
    let stop = StopSignal::default();
    let fallen = catch_unwind(AssertUnwindSafe(|| run(feed, 2, &stop, false, work, show)));
    assert!(fallen.is_err() && stop.is_raised());
    assert!(watched.recv().is_err(), "the reader is gone");
}

#[test]
fn results_come_in_order() {
    // Pieces of all sizes, and empty ones everywhere.
    let sizes = (0..500).map(|n| if n % 3 == 0 { 0 } else { n * 37 % 101 });
    let total: usize = sizes.clone().sum();
    for threads in [1, 3] {
        let mut next = 0;
        let far =
            run(Feed::of_pieces(sizes.clone().map(piece)), threads, &StopSignal::default(), true, work, |turn, far| {
                if let Turn::Result(Indices(range, _)) = turn {
                    assert_eq!(range.start, next);
                    next = range.end;
                    assert!(far.shown >= next);
                }
                Ok(())
            });
        assert!(far.is_ok_and(|far| far.shown == total && far.total == Some(total)));
        assert_eq!(next, total);
    }
}

#[test]
fn a_failure_to_show_ends_the_run() {
    let (feed, watched) = endless();
    let stop = StopSignal::default();
    let failed = run(feed, 2, &stop, true, work, |turn, _| match turn {
        Turn::Result(_) => Err(Failure::ClosedPipe),
        Turn::Dry => Ok(()),
    });
    assert!(matches!(failed, Err(Failure::ClosedPipe)) && stop.is_raised());
    assert!(watched.recv().is_err(), "the reader is gone");
}

#[test]
fn a_worker_that_falls_does_not_hang_the_rest() {
    let falling = |place: Place, items: &[Item]| {
        assert!(place.first < 5000, "a worker falls");
        work(place, items)
    };
    falls(falling, |_, _| Ok(()));
}

#[test]
fn who_falls_while_showing_does_not_hang_the_rest() {
    falls(work, |turn, _| {
        assert!(!matches!(turn, Turn::Result(Indices(range, _)) if range.end > 5000), "showing falls");
        Ok(())
    });
}

#[test]
fn a_reader_that_falls_is_no_end_of_the_input() {
    let pieces = (0..10).map(|n| {
        assert!(n < 5, "the reader falls");
        piece(100)
    });
    let mut shown = 0;
    let failed = run(Feed::of_pieces(pieces), 2, &StopSignal::default(), false, work, |turn, _| {
        shown += if let Turn::Result(indices) = turn { indices.puzzles() } else { 0 };
        Ok(())
    });
    assert!(matches!(failed, Err(Failure::Wrong(_))));
    assert_eq!(shown, 500, "what was read before is shown");
}
