//! Work in parallel, results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use indicatif::ProgressBar;
use pencilmark::StopSignal;

use crate::exit::Failure;

/// A signal that Ctrl-C raises; a second Ctrl-C ends the program at once.
pub(crate) fn stop_on_ctrl_c() -> StopSignal {
    let signal = StopSignal::default();
    let handler = signal.clone();
    // Without a handler Ctrl-C still ends the program, only less gently.
    let _ = ctrlc::set_handler(move || {
        if handler.is_raised() {
            std::process::exit(130);
        }
        handler.raise();
    });
    signal
}

/// How many threads `-j N` asks for.
pub(crate) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Runs `work` on 0..total, and `show` on each result in order. Stops early when `show` fails or `stop` is raised.
pub(crate) fn in_order<R: Send>(
    total: usize,
    threads: usize,
    stop: &StopSignal,
    bar: &ProgressBar,
    work: impl Fn(usize) -> R + Sync,
    mut show: impl FnMut(usize, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let enough = AtomicBool::new(false);
    let (send, receive) = mpsc::sync_channel::<(usize, R)>(4 * threads);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(total).max(1) {
            let (send, next, enough, work) = (send.clone(), &next, &enough, &work);
            scope.spawn(move || {
                while !enough.load(Ordering::Relaxed) && !stop.is_raised() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= total || send.send((index, work(index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut early: BTreeMap<usize, R> = BTreeMap::new();
        let mut due = 0;
        let mut result = Ok(());
        for (index, done) in receive {
            bar.inc(1);
            early.insert(index, done);
            while let Some(done) = early.remove(&due) {
                if result.is_ok() {
                    result = bar.suspend(|| show(due, done));
                    enough.store(result.is_err(), Ordering::Relaxed);
                }
                due += 1;
            }
        }
        bar.finish_and_clear();
        result
    })
}
