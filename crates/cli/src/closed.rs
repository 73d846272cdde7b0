//! Whether standard output was closed when the program began: `pencilmark … >&-`.
//!
//! The runtime of Rust opens `/dev/null` in its place before `main`, and from then on everything that is written goes well. So it takes a look
//! before that, from `.init_array`. How `/dev/null` was opened does not tell: other programs hand it on for reading and writing, too.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed from the start.
pub(crate) fn is_output_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

extern "C" fn look() {
    // SAFETY: number 1 is only asked about; if nothing is open there, the copy fails.
    #[expect(unsafe_code, reason = "there is no other way to name a stream that may not be open")]
    let output = unsafe { BorrowedFd::borrow_raw(1) };
    CLOSED.store(output.try_clone_to_owned().is_err(), Ordering::Relaxed);
}

// SAFETY: the C runtime calls the functions that stand in this section, once, before any thread is started.
#[expect(unsafe_code, reason = "a section for code that runs before main")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
