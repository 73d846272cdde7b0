//! Ctrl-C.

use pencilmark::StopSignal;

/// From now on Ctrl-C raises the signal; a second Ctrl-C ends the program at once.
pub(crate) fn stop_on_ctrl_c(signal: &StopSignal) {
    // The handler is a thread. One that cannot be started would leave Ctrl-C without any effect; without a handler, it ends the
    // program, only less gently.
    if std::thread::Builder::new().spawn(|| ()).map(std::thread::JoinHandle::join).is_err() {
        return;
    }
    let handler = signal.clone();
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
