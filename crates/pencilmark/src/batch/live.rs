//! Input from a sender that may wait for an answer before sending more: a pipe, a terminal, a socket.
//!
//! A thread of its own reads, so that a pause can be told from the end. How long a pause has to be is a compromise: a sender that writes a
//! puzzle and its solution in two steps, or one puzzle and then closes the pipe, should not be cut short; one that waits should not
//! wait for long.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::spare;

/// How much is read at once.
const STEP: usize = 1 << 16;

/// Pieces that may wait to be taken: enough that reading and cutting need not take turns.
const AHEAD: usize = 32;

/// The first silence that is taken for a pause.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The same after the first one: by then it is known that the sender waits.
const NEXT_PAUSE: Duration = Duration::from_millis(10);

/// Reads from another thread. Fails with [`ErrorKind::WouldBlock`], once, when something came and then nothing more for a while; the next read
/// waits for as long as it takes.
pub(super) struct Live {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    /// How much of the piece is taken.
    taken: usize,
    /// Whether something came since the last pause.
    heard: bool,
    pause: Duration,
}

impl Live {
    /// Where no thread can be started, the input itself: then pauses are not noticed.
    pub(super) fn read(input: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        let (send, pieces) = sync_channel(AHEAD);
        // Shared, because a thread that cannot be started does not give back what it was to take along.
        let input = Arc::new(Mutex::new(Some(input)));
        let taken = Arc::clone(&input);
        let take = |input: &Mutex<Option<_>>| input.lock().unwrap_or_else(PoisonError::into_inner).take();
        let read = move || {
            let (Some(mut input), mut buffer): (Option<Box<dyn Read + Send>>, _) = (take(&taken), vec![0; STEP]) else {
                return;
            };
            loop {
                let read = match input.read(&mut buffer) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    read => read.map(|length| buffer[..length].to_vec()),
                };
                let goes_on = read.as_ref().is_ok_and(|bytes| !bytes.is_empty());
                if send.send(read).is_err() || !goes_on {
                    return;
                }
            }
        };
        // Not joined: a thread that waits for standard input cannot be called back.
        if spare::start(false, |builder| builder.spawn(read)) {
            Box::new(Self { pieces, piece: Vec::new(), taken: 0, heard: false, pause: FIRST_PAUSE })
        } else {
            take(&input).unwrap_or_else(|| Box::new(io::empty()))
        }
    }
}

impl Read for Live {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.piece.len() {
            let next = if self.heard {
                self.pieces.recv_timeout(self.pause)
            } else {
                self.pieces.recv().map_err(|_| RecvTimeoutError::Disconnected)
            };
            self.piece = match next {
                Ok(piece) => piece?,
                Err(RecvTimeoutError::Disconnected) => Vec::new(),
                Err(RecvTimeoutError::Timeout) => {
                    (self.heard, self.pause) = (false, NEXT_PAUSE);
                    return Err(ErrorKind::WouldBlock.into());
                }
            };
            (self.taken, self.heard) = (0, true);
        }
        let length = buffer.len().min(self.piece.len() - self.taken);
        buffer[..length].copy_from_slice(&self.piece[self.taken..self.taken + length]);
        self.taken += length;
        Ok(length)
    }
}
