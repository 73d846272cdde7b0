//! Work in parallel, results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use pencilmark::StopSignal;

use crate::exit::Failure;
use crate::screen::Progress;

/// From now on Ctrl-C raises the signal; a second Ctrl-C ends the program at once.
pub(crate) fn stop_on_ctrl_c(signal: &StopSignal) {
    let handler = signal.clone();
    // Without a handler Ctrl-C still ends the program, only less gently.
    let _ = ctrlc::set_handler(move || {
        if handler.is_raised() {
            std::process::exit(130);
        }
        handler.raise();
    });
}

/// How many threads `-j N` asks for.
pub(crate) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// How long to wait for a result before looking at the clock again.
const BEAT: Duration = Duration::from_millis(100);

/// How many results may wait for one before them; beyond that workers wait, too.
const WINDOW: usize = 4096;

/// Runs `work` on 0..total, and `show` on each result in order. Stops early when `stop` is raised; when `show` fails, it
/// raises `stop` itself, for nobody wants the rest.
pub(crate) fn in_order<R: Send>(
    total: usize,
    threads: usize,
    stop: &StopSignal,
    progress: &mut Progress,
    work: impl Fn(usize) -> R + Sync,
    mut show: impl FnMut(usize, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (next, shown) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (send, receive) = mpsc::sync_channel::<(usize, R)>(4 * threads);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(total).max(1) {
            let (send, next, shown, work) = (send.clone(), &next, &shown, &work);
            scope.spawn(move || {
                while !stop.is_raised() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    while index > shown.load(Ordering::Relaxed) + WINDOW && !stop.is_raised() {
                        std::thread::sleep(BEAT / 20);
                    }
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
        let mut received = 0;
        loop {
            match receive.recv_timeout(BEAT) {
                Ok((index, done)) => {
                    received += 1;
                    early.insert(index, done);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.show(received);
            while let Some(done) = early.remove(&due) {
                if result.is_ok() {
                    result = progress.suspend(|| show(due, done));
                    if result.is_err() {
                        stop.raise();
                    }
                }
                due += 1;
                shown.store(due, Ordering::Relaxed);
            }
        }
        progress.finish();
        result
    })
}
