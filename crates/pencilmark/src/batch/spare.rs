//! Threads where there may be none to spare: a container limits processes, a shell memory.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

/// Address space that has to be left for the work once a thread more is started. A thread takes two megabytes for its stack, and on
/// Linux up to 64 for its heap.
const ROOM: usize = 64 << 20;

static LACKED: AtomicBool = AtomicBool::new(false);

/// Whether fewer threads than wanted could be started so far, by this process. The work was done all the same, on fewer.
pub fn lacked_threads() -> bool {
    LACKED.load(Ordering::Relaxed)
}

/// Starts a thread; whether that went well. An extra one, where there are others already, is only started where there is memory to
/// spare: a thread that finds none as it begins ends the process.
pub(super) fn start<H>(is_extra: bool, spawn: impl FnOnce(Builder) -> io::Result<H>) -> bool {
    let started = (!is_extra || has_room()) && spawn(Builder::new()).is_ok();
    if !started {
        LACKED.store(true, Ordering::Relaxed);
    }
    started
}

/// Whether there is memory to spare now.
fn has_room() -> bool {
    let mut room = Vec::<u8>::new();
    let reserved = room.try_reserve_exact(ROOM).is_ok();
    // Memory that nobody looks at need not be asked for.
    std::hint::black_box(&room);
    reserved
}
