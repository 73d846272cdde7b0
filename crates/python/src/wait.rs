//! Work without the interpreter's lock that Ctrl-C can stop.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use pencilmark::StopSignal;
use pyo3::prelude::*;

/// How often the interpreter is asked whether a signal came.
pub(crate) const PACE: Duration = Duration::from_millis(50);

/// Does `work` on another thread, while this one, without the lock, looks after signals. An exception of a signal handler, such as
/// `KeyboardInterrupt`, raises `stop`, and is the result once the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopSignal,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let ended = py.detach(|| {
        std::thread::scope(|scope| {
            let (send, receive) = channel();
            let worker = std::thread::Builder::new().spawn_scoped(scope, move || {
                // Nobody waits any more only if this scope is being left by a panic.
                let _ = send.send(work());
            })?;
            let mut failure = None;
            loop {
                match receive.recv_timeout(PACE) {
                    Ok(result) => return failure.map_or(Ok(Some(result)), Err),
                    Err(RecvTimeoutError::Disconnected) => {
                        return worker.join().map(|()| None).or_else(|panic| std::panic::resume_unwind(panic));
                    }
                    Err(RecvTimeoutError::Timeout) if failure.is_none() => {
                        failure = Python::attach(|py| tell(py, None, 0)).err();
                        if failure.is_some() {
                            stop.raise();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })?;
    ended.ok_or_else(|| crate::error::other("the work ended without a result"))
}

/// Waits until the other end of a channel is dropped. Whoever presses Ctrl-C does not wait.
pub(crate) fn until_dropped(py: Python<'_>, mut receive: Receiver<()>) -> PyResult<()> {
    loop {
        let receive = &mut receive;
        match py.detach(move || receive.recv_timeout(PACE)) {
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            _ => return Ok(()),
        }
    }
}

/// Tells whoever waits that so many more are done, and asks whether a signal came.
pub(crate) fn tell(py: Python<'_>, progress: Option<&Py<PyAny>>, more: usize) -> PyResult<()> {
    if let Some(progress) = progress.filter(|_| more > 0) {
        progress.call1(py, (more,))?;
    }
    py.check_signals()
}
