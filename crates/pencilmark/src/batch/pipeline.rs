//! The loop around the queue: starts workers as there is work for them, and shows results.

use pencilmark_csp::{RaisedForNow, StopSignal};

use super::queue::{Close, EndOfInput, Finished, Piece, Queue, Ready, Run};
use super::{Event, Progress, spare};

/// Runs `work` on what is pushed into the queue, on up to `threads` threads, and `show` on the results. Stops early when `stop` is
/// raised. When `show` fails, the rest is not wanted: `stop` is raised until all threads have ended, and then lowered again,
/// for the caller may use it for other work. Returns how far it came. A panic of `work` or `show` goes on to the caller, once
/// all threads have ended. Where no more threads can be started, those there are do the work; without any, the caller's does.
pub fn run<T: Send + Sync, R: Send, E>(
    queue: &Queue<T, R>,
    mut threads: usize,
    stop: &StopSignal,
    work: impl Fn(&Run<T>) -> Finished<R> + Sync,
    show: impl FnMut(Event<R>, &Progress) -> Result<(), E>,
) -> Result<Progress, E> {
    let mut consumer = Consumer { show, stop, result: Ok(()), unwanted: None };
    let (mut workers, mut length) = (0, 1);
    let progress = std::thread::scope(|scope| {
        // Before the threads of the scope are waited for.
        let _close = Close { queue, stop };
        loop {
            let ready = queue.take(stop);
            if ready.has_work && workers < threads {
                let work = &work;
                if spare::start(workers > 0, |builder| builder.spawn_scoped(scope, move || queue.work(stop, work))) {
                    workers += 1;
                } else {
                    threads = workers;
                }
            }
            let (over, progress, changes) = (ready.over, ready.progress, ready.changes);
            consumer.take(ready);
            if over {
                return progress;
            }
            if workers == 0 && queue.work_once(&mut length, stop, &work) {
                continue;
            }
            if !queue.is_ready() {
                consumer.hear(Event::Idle, &progress);
                queue.wait(changes);
            }
        }
    });
    consumer.result.map(|()| progress)
}

/// The same without any thread but the caller's: `feed` pushes a piece, and what can be done is done before the next.
pub fn run_alone<T, R, E>(
    queue: &Queue<T, R>,
    stop: &StopSignal,
    work: impl Fn(&Run<T>) -> Finished<R>,
    show: impl FnMut(Event<R>, &Progress) -> Result<(), E>,
    feed: impl FnOnce(&mut dyn FnMut(Piece<T>) -> bool),
) -> Result<Progress, E> {
    let mut consumer = Consumer { show, stop, result: Ok(()), unwanted: None };
    let mut length = 1;
    let mut catch_up = || {
        loop {
            let worked = queue.work_once(&mut length, stop, &work);
            let ready = queue.take(stop);
            let (over, progress) = (ready.over, ready.progress);
            consumer.take(ready);
            if over || !worked {
                consumer.hear(Event::Idle, &progress);
                return (over, progress);
            }
        }
    };
    let end = EndOfInput(queue);
    feed(&mut |piece| queue.push(piece) && !catch_up().0);
    drop(end);
    let (_, progress) = catch_up();
    consumer.result.map(|()| progress)
}

/// Who is shown the results, until showing fails.
struct Consumer<'a, F, E> {
    show: F,
    stop: &'a StopSignal,
    result: Result<(), E>,
    /// Raised once nothing more is wanted.
    unwanted: Option<RaisedForNow>,
}

impl<F, E> Consumer<'_, F, E> {
    fn take<R>(&mut self, ready: Ready<R>)
    where
        F: FnMut(Event<R>, &Progress) -> Result<(), E>,
    {
        for event in ready.results.into_iter().map(Event::Result).chain(ready.over.then_some(Event::Idle)) {
            self.hear(event, &ready.progress);
        }
        if self.result.is_err() {
            self.unwanted.get_or_insert_with(|| self.stop.raise_for_now());
        }
    }

    fn hear<R>(&mut self, event: Event<R>, progress: &Progress)
    where
        F: FnMut(Event<R>, &Progress) -> Result<(), E>,
    {
        if self.result.is_ok() {
            self.result = (self.show)(event, progress);
        }
    }
}
