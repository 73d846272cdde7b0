//! Work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Runs `work` on 0..total, and `take` on each result as it comes, in no order. Stops handing out work when `take` says
/// `false` or `stop` does so.
pub(crate) fn each<R: Send>(
    total: usize,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    work: impl Fn(usize) -> R + Sync,
    mut take: impl FnMut(Beat<R>) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::sync_channel::<(usize, R)>(64 * threads.max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(total).max(1) {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                while !stop() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= total || send.send((index, work(index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        loop {
            let beat = match receive.recv_timeout(BEAT) {
                Ok((index, result)) => Beat::Done(index, result),
                Err(mpsc::RecvTimeoutError::Timeout) => Beat::Idle,
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            };
            if !take(beat) {
                next.store(total, Ordering::Relaxed);
            }
        }
    });
}

/// What a wait for results ends with.
pub(crate) enum Beat<R> {
    /// A result, and whose.
    Done(usize, R),
    /// Nothing for a while.
    Idle,
}

const BEAT: std::time::Duration = std::time::Duration::from_millis(100);

/// `work` on 0..total, results in order. `tell` hears how many are done.
pub(crate) fn map<R: Send>(
    total: usize,
    threads: usize,
    tell: &(dyn Fn(usize) + Sync),
    work: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = (0..total).map(|_| None).collect();
    let mut done = 0;
    each(total, threads, &|| false, work, |beat| {
        if let Beat::Done(index, result) = beat {
            results[index] = Some(result);
            done += 1;
            tell(done);
        }
        true
    });
    results.into_iter().flatten().collect()
}
