//! Order, numbers and places of items, and how a batch ends before its time.

mod inputs;
mod nine;
mod queue;
mod rows;
mod tasks;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use pencilmark::StopSignal;
use pencilmark::batch::{BatchError, Event, Input, Item, Progress, Session};
use pencilmark::inside::queue::{EndOfInput, Finished, LONGEST_RUN, Numbers, Piece, Queue, Run, run};

const NINE: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

/// What a run came to: the indices of its items.
type Indices = Range<usize>;

/// A piece of `size` items.
fn piece(size: usize) -> Piece<()> {
    Piece::Text { name: None, bytes: 0, read: Box::new(move || (vec![(); size], size)) }
}

fn work(run: &Run<()>) -> Finished<Indices> {
    let items = run.items().len();
    Finished { result: run.first..run.first + items, items, bytes: 1 }
}

/// Runs a queue that is fed with pieces.
fn run_pieces<I: Iterator<Item = Piece<()>> + Send + 'static>(
    pieces: I,
    threads: usize,
    stop: &StopSignal,
    work: impl Fn(&Run<()>) -> Finished<Indices> + Sync,
    show: impl FnMut(Event<Indices>, &Progress) -> Result<(), BatchError>,
) -> Result<Progress, BatchError> {
    let queue = Arc::new(Queue::new(Numbers::Awaited, LONGEST_RUN));
    let reader = queue.clone();
    std::thread::spawn(move || {
        let end = EndOfInput(&reader);
        let mut pieces = pieces;
        pieces.all(|piece| reader.push(piece));
        drop(end);
    });
    let progress = run(&queue, threads, stop, work, show)?;
    queue.failure().map_or(Ok(progress), Err)
}

/// Pieces without end. The receiver is cut off once they are not taken any more.
fn endless() -> (impl Iterator<Item = Piece<()>> + Send + 'static, Receiver<()>) {
    let (held, watched) = channel();
    let pieces = (0_usize..).map(move |_| {
        let _ = &held;
        piece(100)
    });
    (pieces, watched)
}

/// Runs with input that never ends; it must end by a panic, and so must the reader's thread.
#[track_caller]
fn panics(
    work: impl Fn(&Run<()>) -> Finished<Indices> + Sync,
    show: impl FnMut(Event<Indices>, &Progress) -> Result<(), BatchError>,
) {
    let (pieces, watched) = endless();
    let stop = StopSignal::default();
    let ended = catch_unwind(AssertUnwindSafe(|| run_pieces(pieces, 2, &stop, work, show)));
    assert!(ended.is_err() && stop.is_raised());
    assert!(watched.recv().is_err(), "the reader is gone");
}

#[test]
fn results_come_in_order() {
    // Pieces of all sizes, and empty ones everywhere.
    let sizes = (0..500).map(|n| if n % 3 == 0 { 0 } else { n * 37 % 101 });
    let total: usize = sizes.clone().sum();
    for threads in [1, 3] {
        let mut next = 0;
        let pieces = sizes.clone().map(piece);
        let ran = run_pieces(pieces, threads, &StopSignal::default(), work, |event, progress| {
            if let Event::Result(range) = event {
                assert_eq!(range.start, next);
                next = range.end;
                assert!(progress.shown >= next);
            }
            Ok(())
        });
        assert!(ran.is_ok_and(|progress| progress.shown == total && progress.total == Some(total)));
        assert_eq!(next, total);
    }
}

#[test]
fn a_failure_to_show_ends_the_batch() {
    let (pieces, watched) = endless();
    let stop = StopSignal::default();
    let failed = run_pieces(pieces, 2, &stop, work, |event, _| match event {
        Event::Result(_) => Err(BatchError::Reader),
        Event::Idle => Ok(()),
    });
    assert!(matches!(failed, Err(BatchError::Reader)));
    assert!(watched.recv().is_err(), "the reader is gone");
}

#[test]
fn after_a_failure_to_show_a_session_can_run_again() {
    let session = Session { threads: 2, ..Session::default() };
    let work = |item: &Item<'_>, _: &mut inputs::Words| {
        // The second item waits until its result is not wanted any more.
        while item.index() > 0 && !session.stop.is_raised() {
            std::thread::yield_now();
        }
        Ok::<(), BatchError>(())
    };
    let text = format!("{NINE}\n{NINE}\n");
    let failed = session.run(Input::text("t", &text), work, |event, _| match event {
        Event::Result(_) => Err(BatchError::Reader),
        Event::Idle => Ok(()),
    });
    assert!(matches!(failed, Err(BatchError::Reader)) && !session.stop.is_raised());
    let again = session.run(Input::text("t", NINE), work, |_, _| Ok(()));
    assert_eq!(again.expect("a batch").shown, 1);
}

#[test]
fn a_worker_that_panics_does_not_hang_the_rest() {
    let panicking = |run: &Run<()>| {
        assert!(run.first < 5000, "a worker panics");
        work(run)
    };
    panics(panicking, |_, _| Ok(()));
}

#[test]
fn a_panic_while_showing_does_not_hang_the_rest() {
    panics(work, |event, _| {
        assert!(!matches!(event, Event::Result(range) if range.end > 5000), "showing panics");
        Ok(())
    });
}

#[test]
fn a_reader_that_panics_is_not_the_end_of_the_input() {
    let pieces = (0..10).map(|n| {
        assert!(n < 5, "the reader panics");
        piece(100)
    });
    let mut shown = 0;
    let failed = run_pieces(pieces, 2, &StopSignal::default(), work, |event, _| {
        shown += if let Event::Result(indices) = event { indices.len() } else { 0 };
        Ok(())
    });
    assert!(matches!(failed, Err(BatchError::Reader)));
    assert_eq!(shown, 500, "what was read before is shown");
}
