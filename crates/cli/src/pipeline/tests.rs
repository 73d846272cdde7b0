//! Order, bounds, and how a pipeline ends before its time.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::queue::{AHEAD, LONGEST_RUN, ROOM, WINDOW};
use super::*;
use crate::input::Piece;

/// What a run came to: the indices of its puzzles.
struct Indices(Range<usize>, usize);

impl Held for Indices {
    fn bytes(&self) -> usize {
        self.1
    }
    fn puzzles(&self) -> usize {
        self.0.len()
    }
}

/// Pieces of `size` puzzles, and how many of them were taken.
fn source(pieces: usize, size: usize) -> (Feed, Arc<AtomicUsize>) {
    let taken = Arc::new(AtomicUsize::new(0));
    let count = taken.clone();
    let piece = move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Piece::Items((0..size).map(|_| Item::Nine([b'.'; 81])).collect())
    };
    (Feed::of_pieces((0..pieces).map(piece)), taken)
}

/// Runs pieces of `size` puzzles behind a first one that waits until nothing moves any more; answers how many pieces were taken,
/// and how many puzzles worked on, by then. Every puzzle has a result of so many bytes.
fn behind_a_slow_one(size: usize, bytes: usize) -> (usize, usize) {
    let pieces = 4 * WINDOW / size;
    let (feed, taken) = source(pieces, size);
    let (worked, seen) = (AtomicUsize::new(0), Mutex::new((0, 0)));
    let mut next = 0;
    let far = run(
        feed,
        3,
        &StopSignal::default(),
        false,
        |place, items| {
            let now = || (taken.load(Ordering::Relaxed), worked.load(Ordering::Relaxed));
            while place.first == 0 && *seen.lock().expect("nobody fell") != now() {
                *seen.lock().expect("nobody fell") = now();
                std::thread::sleep(Duration::from_millis(300));
            }
            worked.fetch_add(items.len(), Ordering::Relaxed);
            Indices(place.first..place.first + items.len(), bytes * items.len())
        },
        |turn, _| {
            if let Turn::Result(Indices(range, _)) = turn {
                assert_eq!(range.start, next, "results come in order");
                next = range.end;
            }
            Ok(())
        },
    );
    assert!(far.is_ok_and(|far| far.shown == pieces * size && far.total == Some(pieces * size)));
    assert_eq!(next, pieces * size);
    seen.into_inner().expect("nobody fell")
}

#[test]
fn what_waits_behind_a_slow_puzzle_is_bounded() {
    let (pieces, puzzles) = behind_a_slow_one(1000, 100);
    assert!((WINDOW / 1000..WINDOW / 1000 + 2 * AHEAD).contains(&pieces), "{pieces} pieces are taken");
    assert!(puzzles > WINDOW / 2, "{puzzles} are worked on: others do not wait for it");
    // Large results fill the room long before the window is full.
    let (_, puzzles) = behind_a_slow_one(1000, 1 << 16);
    assert!((1..2 * (ROOM >> 16) + 4 * LONGEST_RUN).contains(&puzzles), "{puzzles} are worked on");
}

#[test]
fn a_failure_to_show_ends_the_run() {
    let (feed, _) = source(1000, 100);
    let stop = StopSignal::default();
    let work = |place: Place, items: &[Item]| Indices(place.first..place.first + items.len(), 1);
    let failed = run(feed, 2, &stop, true, work, |turn, _| match turn {
        Turn::Result(_) => Err(Failure::ClosedPipe),
        Turn::Dry => Ok(()),
    });
    assert!(matches!(failed, Err(Failure::ClosedPipe)) && stop.is_raised());
}

#[test]
fn a_worker_that_falls_does_not_hang_the_rest() {
    let (feed, _) = source(1000, 100);
    let fallen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        run(
            feed,
            2,
            &StopSignal::default(),
            false,
            |place, items| {
                assert!(place.first < 5000, "a worker falls");
                Indices(place.first..place.first + items.len(), 1)
            },
            |_, _| Ok(()),
        )
    }));
    assert!(fallen.is_err());
}
