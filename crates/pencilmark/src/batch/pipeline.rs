//! The loop around the queue: starts workers as there is work for them, and shows results.

use pencilmark_csp::StopSignal;

use super::queue::{Close, Finished, Queue, Run};
use super::{Event, Progress};

/// Runs `work` on what is pushed into the queue, on up to `threads` threads, and `show` on the results. Stops early when `stop` is
/// raised. When `show` fails, the rest is not wanted: `stop` is raised until all threads have ended, and then lowered again,
/// for the caller may use it for other work. Returns how far it came. A panic of `work` or `show` goes on to the caller, once
/// all threads have ended.
pub(super) fn run<T: Send + Sync, R: Send, E>(
    queue: &Queue<T, R>,
    threads: usize,
    stop: &StopSignal,
    work: impl Fn(&Run<T>) -> Finished<R> + Sync,
    mut show: impl FnMut(Event<R>, &Progress) -> Result<(), E>,
) -> Result<Progress, E> {
    let mut result = Ok(());
    let mut unwanted = None;
    let mut workers = 0;
    let progress = std::thread::scope(|scope| {
        // Before the threads of the scope are waited for.
        let _close = Close { queue, stop };
        loop {
            let ready = queue.take(stop);
            if ready.has_work && workers < threads {
                workers += 1;
                let work = &work;
                scope.spawn(move || queue.work(stop, work));
            }
            let events = ready.results.into_iter().map(Event::Result).chain(ready.over.then_some(Event::Idle));
            for event in events {
                if result.is_ok() {
                    result = show(event, &ready.progress);
                }
            }
            if result.is_err() {
                unwanted.get_or_insert_with(|| stop.raise_for_now());
            }
            if ready.over {
                return ready.progress;
            }
            if !queue.is_ready() {
                if result.is_ok() {
                    result = show(Event::Idle, &ready.progress);
                }
                queue.wait(ready.changes);
            }
        }
    });
    drop(unwanted);
    result.map(|()| progress)
}
