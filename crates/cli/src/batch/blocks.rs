//! Standard output: lines close together, longer things apart.

use std::collections::HashSet;
use std::io::{IsTerminal as _, Write};

use crate::exit::Failure;
use crate::screen;

/// So much is written at once.
const FULL: usize = 1 << 16;

/// Writes to standard output what may take several lines, with a blank line before all but the first.
#[expect(clippy::struct_excessive_bools, reason = "each says another thing about the stream")]
pub(crate) struct Blocks<W> {
    out: W,
    first: bool,
    after_long: bool,
    buffer: String,
    /// Whether writing waits for [`Blocks::flush`].
    is_held: bool,
    is_terminal: bool,
    /// Keys of what was written once.
    written: HashSet<u128>,
    /// How often something was left out because of that.
    repeated: usize,
}

impl<W: Write> Blocks<W> {
    /// Writes to `out`.
    pub(crate) fn new(out: W) -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        Self {
            out,
            first: true,
            after_long: false,
            buffer: String::new(),
            is_held: false,
            is_terminal,
            written: HashSet::new(),
            repeated: 0,
        }
    }

    /// Text with a blank line before it.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        if !std::mem::take(&mut self.first) {
            self.buffer.push('\n');
        }
        self.print_line(text.trim_end())
    }

    /// The same without a blank line.
    pub(crate) fn print_line(&mut self, text: &str) -> Result<(), Failure> {
        self.first = false;
        self.buffer.push_str(text);
        self.buffer.push('\n');
        if self.is_held { Ok(()) } else { self.flush() }
    }

    /// Text of one line stands close to other such text, longer text apart.
    pub(super) fn print_verdict(&mut self, text: &str) -> Result<(), Failure> {
        let text = text.trim_end();
        let is_long = text.contains('\n');
        let was_long = std::mem::replace(&mut self.after_long, is_long);
        if is_long || was_long { self.print(text) } else { self.print_line(text) }
    }

    /// The same, unless something with this key was written before.
    pub(super) fn print_once(&mut self, key: u128, text: &str) -> Result<(), Failure> {
        if self.written.insert(key) {
            return self.print_verdict(text);
        }
        self.repeated += 1;
        Ok(())
    }

    /// How often something was left out because of its key.
    pub(super) fn repeated(&self) -> usize {
        self.repeated
    }

    /// Whether writing waits from now on.
    pub(super) fn hold(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.out.write_all(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(self.out.flush()?)
    }

    /// Writes what waits, if somebody looks on or it is much.
    pub(super) fn flush_if_due(&mut self, progress: &screen::Progress) -> Result<(), Failure> {
        if self.is_terminal || self.buffer.len() > FULL { self.flush_with(progress) } else { Ok(()) }
    }

    /// Writes what waits.
    pub(super) fn flush_with(&mut self, progress: &screen::Progress) -> Result<(), Failure> {
        if self.buffer.is_empty() { Ok(()) } else { progress.suspend(|| self.flush()) }
    }
}
