//! Signals: Ctrl-C and others to end, and the one that a limit of file sizes sends.

#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};
use std::time::{Duration, Instant};

use pencilmark::StopSignal;

use crate::exit::Exit;

/// So soon after the first one, a signal is the same one again: `timeout` sends it to the command and then to its group.
const SAME: Duration = Duration::from_secs(1);

/// From now on Ctrl-C raises the signal; another one later ends the program at once.
pub(crate) fn stop_on_ctrl_c(signal: &StopSignal) {
    // The handler is a thread. One that cannot be started would leave Ctrl-C without any effect.
    if std::thread::Builder::new().spawn(|| ()).map(std::thread::JoinHandle::join).is_err() {
        #[cfg(unix)]
        stop_without_threads(signal);
        return;
    }
    let handler = signal.clone();
    let mut first = None;
    let _ = ctrlc::set_handler(move || {
        let now = Instant::now();
        if ends_at_once(*first.get_or_insert(now), now) {
            std::process::exit(Exit::Interrupted.code().into());
        }
        handler.raise();
    });
}

/// The same where no thread can be started: then any other signal ends the program at once, however soon it comes.
#[cfg(unix)]
fn stop_without_threads(signal: &StopSignal) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    let is_another = Arc::new(AtomicBool::new(false));
    for number in [SIGINT, SIGTERM, SIGHUP] {
        // In this order: what is registered first looks first.
        let _ = flag::register_conditional_shutdown(number, i32::from(Exit::Interrupted.code()), is_another.clone())
            .and_then(|_| flag::register(number, is_another.clone()))
            .and_then(|_| flag::register_usize(number, signal.number(), StopSignal::RAISED));
    }
}

/// Whether a signal that comes now is another one than the first.
fn ends_at_once(first: Instant, now: Instant) -> bool {
    now.duration_since(first) > SAME
}

/// From now on a file that may not grow any more (`ulimit -f`) is an error of whoever writes to it, as a full disk is, and not the end of
/// the program in the middle of it.
#[cfg(unix)]
pub(crate) fn outlive_file_limits() {
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// How many threads `-j N` asks for.
pub(crate) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_signal_ends_at_once_unless_it_is_the_first_again() {
        let first = Instant::now();
        for (after, ends) in [(0, false), (1, false), (1000, false), (1001, true), (60_000, true)] {
            assert_eq!(ends_at_once(first, first + Duration::from_millis(after)), ends, "after {after} ms");
        }
    }
}
