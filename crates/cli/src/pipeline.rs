//! A batch of any length: one thread reads, some work, and results come out in input order.
//!
//! Pieces of input wait in a **queue** in groups. A group is first text, then puzzles, then results; its puzzles are claimed in runs,
//! and the runs of a group may be with several threads. Two limits keep the memory in bounds when a slow puzzle holds up
//! all results behind it: how much is read but not yet shown, and how many bytes of results wait. Beyond them the reader and the
//! workers wait, too.

mod queue;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use pencilmark::{Item, StopSignal};

use crate::exit::Failure;
use crate::input::Feed;
use queue::{Close, End, Queue};

/// What is known about a run's place in the batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The index of its first puzzle.
    pub(crate) first: usize,
    /// Whether there is more than one puzzle in the batch; only if that was asked for.
    pub(crate) several: bool,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Far {
    /// Puzzles whose results are shown.
    pub(crate) shown: usize,
    /// Of how many, once that is known.
    pub(crate) total: Option<usize>,
    /// How many bytes of input they were.
    pub(crate) bytes: u64,
}

/// What the pipeline gives back, in order.
pub(crate) enum Turn<R> {
    /// The result of a run.
    Result(R),
    /// Nothing is ready: a time to show what is there.
    Dry,
}

/// The result of a run.
pub(crate) trait Held {
    /// How much memory it takes.
    fn bytes(&self) -> usize;
    /// How many puzzles it is about: fewer than there were, if it was stopped.
    fn puzzles(&self) -> usize;
}

/// Runs `work` on the puzzles of a feed, in parallel, and `show` on the results in order. Stops early when `stop` is raised; when
/// `show` fails, it raises `stop` itself, for nobody wants the rest. With `wants_several`, the first puzzle waits until it is
/// known whether there are more. Answers how far it came. A panic of `work` or `show` goes on to the caller, once everybody is out.
pub(crate) fn run<R: Held + Send + 'static>(
    feed: Feed,
    threads: usize,
    stop: &StopSignal,
    wants_several: bool,
    work: impl Fn(Place, &[Item]) -> R + Sync,
    mut show: impl FnMut(Turn<R>, Far) -> Result<(), Failure>,
) -> Result<Far, Failure> {
    let queue = Arc::new(Queue::new(feed.options.clone(), wants_several));
    let reader = queue.clone();
    // Not waited for: nobody can call a thread back that waits for standard input.
    std::thread::spawn(move || {
        let end = End(&reader);
        feed.run(&mut |piece| reader.push(piece));
        drop(end);
    });
    let mut result = Ok(());
    let mut workers = 0;
    let far = std::thread::scope(|scope| {
        // Before the threads of the scope are waited for.
        let _close = Close { queue: &queue, stop };
        loop {
            let due = queue.due(stop);
            if due.hungry && workers < threads {
                workers += 1;
                let (queue, work) = (&queue, &work);
                scope.spawn(move || queue.work(stop, work));
            }
            let turns = due.results.into_iter().map(Turn::Result).chain(due.over.then_some(Turn::Dry));
            for turn in turns {
                if result.is_ok() {
                    result = show(turn, due.far);
                }
            }
            if result.is_err() {
                stop.raise();
            }
            if due.over {
                return due.far;
            }
            if !queue.is_due() {
                if result.is_ok() {
                    result = show(Turn::Dry, due.far);
                }
                queue.wait(due.news);
            }
        }
    });
    result?;
    queue.failure().map_or(Ok(far), Err)
}
