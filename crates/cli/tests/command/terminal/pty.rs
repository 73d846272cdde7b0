//! A terminal to run the command on.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};

use crate::common::command;

/// Generous: nothing that a test waits for takes that long.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command on a terminal.
pub(super) struct Terminal {
    pub(super) child: Child,
    keyboard: File,
    output: Receiver<String>,
    /// All that was written so far, escapes too.
    pub(super) seen: String,
}

impl Terminal {
    /// Starts the command on a terminal with so many columns.
    pub(super) fn start(columns: u16, args: &[&str]) -> Self {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let ends = openpty(&size, None).expect("a terminal");
        // Clones are closed in commands that other tests start meanwhile; the ends themselves are not.
        let (keyboard, slave) = (ends.master.try_clone().expect("a clone"), ends.slave.try_clone().expect("a clone"));
        drop(ends);
        let stream = || Stdio::from(slave.try_clone().expect("a clone"));
        let mut command = command();
        command.env("TERM", "xterm-256color").args(args).stdin(stream()).stdout(stream()).stderr(stream());
        let child = command.spawn().expect("the command starts");
        let keyboard = File::from(keyboard);
        let mut screen = keyboard.try_clone().expect("a clone");
        let (send, output) = channel();
        std::thread::spawn(move || {
            let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
            // When the command has ended, reading fails or ends, as the system likes.
            while let Ok(length @ 1..) = screen.read(&mut buffer) {
                bytes.extend_from_slice(&buffer[..length]);
                // What is cut within a character waits for the rest of it.
                let whole = std::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
                let rest = bytes.split_off(whole);
                let text = String::from_utf8(std::mem::replace(&mut bytes, rest)).expect("UTF-8");
                if send.send(text).is_err() {
                    return;
                }
            }
        });
        Self { child, keyboard, output, seen: String::new() }
    }

    pub(super) fn type_in(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).expect("the terminal takes it");
    }

    /// Waits until this has been written.
    pub(super) fn wait_for(&mut self, text: &str) {
        let start = Instant::now();
        while !self.seen.contains(text) {
            let more = self.output.recv_timeout(PATIENCE.saturating_sub(start.elapsed()));
            assert!(more.is_ok(), "{text:?} was not written: {:?}", self.seen);
            self.seen.extend(more);
        }
    }

    /// Looks on for a while.
    pub(super) fn watch(&mut self, time: Duration) {
        let start = Instant::now();
        while let Ok(more) = self.output.recv_timeout(time.saturating_sub(start.elapsed())) {
            self.seen.push_str(&more);
        }
    }

    /// Waits for the end: the exit code, and all that was written.
    pub(super) fn end(mut self) -> (i32, String) {
        let start = Instant::now();
        loop {
            match self.output.recv_timeout(PATIENCE.saturating_sub(start.elapsed())) {
                Ok(more) => self.seen.push_str(&more),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the command does not end: {:?}", self.seen),
            }
        }
        let status = self.child.wait().expect("the command ends");
        (status.code().unwrap_or(-1), std::mem::take(&mut self.seen))
    }
}

/// A test that fails leaves nothing running.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Runs the command on a terminal with so many columns: the exit code and the lines, without escapes.
pub(super) fn run(columns: u16, args: &[&str]) -> (i32, Vec<String>) {
    let (code, seen) = Terminal::start(columns, args).end();
    (code, plain(&seen).lines().map(|line| line.trim_end().to_owned()).collect())
}

/// A text without escapes.
pub(super) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
