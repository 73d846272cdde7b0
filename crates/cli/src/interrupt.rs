//! Ctrl-C.

use pencilmark::StopSignal;

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
