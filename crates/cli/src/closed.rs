//! Whether standard output was closed when the program began: `pencilmark … >&-`.
//!
//! The runtime of Rust opens `/dev/null` in its place before `main`, and from then on everything that is written goes well. So it takes a look
//! before that, from `.init_array`. How `/dev/null` was opened does not tell: other programs hand it on for reading and writing, too.

use std::io::Error;
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed from the start.
pub(crate) fn is_output_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

extern "C" fn look() {
    // SAFETY: it takes a number, which need not be open, and changes nothing.
    #[expect(unsafe_code, reason = "safe functions ask for a stream that is open")]
    let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
    let is_closed = flags == -1 && Error::last_os_error().raw_os_error() == Some(libc::EBADF);
    CLOSED.store(is_closed, Ordering::Relaxed);
}

// SAFETY: the C runtime calls the functions that stand in this section, once, before any thread is started.
#[expect(unsafe_code, reason = "a section for code that runs before main")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
