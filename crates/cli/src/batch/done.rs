//! What comes of puzzles: things to write, exits, and what was spent.

use std::io::Write;
use std::time::Duration;

use pencilmark::ParseError;
use pencilmark::batch::Results;
use pencilmark::outcome::Counters;

use super::{Blocks, Exits};
use crate::exit::{Exit, Failure};
use crate::{remedy, screen};

/// What came of a run of puzzles: things to write, in order, and numbers.
#[derive(Default)]
pub(crate) struct Done {
    parts: Vec<Part>,
    pub(super) exits: Exits,
    /// What methods did, and how long they took.
    pub(super) spent: (Counters, Duration),
}

/// A thing to write.
enum Part {
    /// Lines of data, each with its end.
    Lines(String),
    /// Something apart from what stands above.
    Block(String),
    /// A line close to others, or something longer apart from them.
    Verdict(String),
    /// A line, or something longer, unless something with the same key was written before.
    Once(u128, String),
    Remark(String),
    Warning(String),
    Complaint(String),
}

impl Done {
    /// A line on standard output.
    pub(crate) fn line(&mut self, text: &str) {
        if !matches!(self.parts.last(), Some(Part::Lines(_))) {
            self.parts.push(Part::Lines(String::new()));
        }
        if let Some(Part::Lines(lines)) = self.parts.last_mut() {
            lines.push_str(text);
            lines.push('\n');
        }
    }

    /// What may take several lines, with a blank line before.
    pub(crate) fn block(&mut self, text: String) {
        self.parts.push(Part::Block(text));
    }

    /// Lines stand close together, longer things apart.
    pub(crate) fn verdict(&mut self, text: String) {
        self.parts.push(Part::Verdict(text));
    }

    /// The same, unless something with this key was written before.
    pub(crate) fn once(&mut self, key: u128, text: String) {
        self.parts.push(Part::Once(key, text));
    }

    /// A remark on standard error.
    pub(crate) fn remark(&mut self, text: String) {
        self.parts.push(Part::Remark(text));
    }

    /// Queues a warning for standard error.
    pub(crate) fn warn(&mut self, text: String) {
        self.parts.push(Part::Warning(text));
    }

    /// An error on standard error.
    pub(crate) fn complain(&mut self, text: String) {
        self.parts.push(Part::Complaint(text));
    }

    /// A malformed puzzle in text output: the error goes to standard error, the batch goes on.
    pub(crate) fn complain_about(&mut self, error: &ParseError) -> Exit {
        self.complain(remedy::explained(error));
        Exit::Malformed
    }

    /// What a method did, and how long it took.
    pub(crate) fn spend(&mut self, counters: &Counters, time: Duration) {
        self.spent.0.add(counters);
        self.spent.1 += time;
    }

    /// Writes it.
    pub(super) fn write<W: Write>(self, out: &mut Blocks<W>, progress: &screen::Progress) -> Result<(), Failure> {
        for part in self.parts {
            match part {
                Part::Lines(lines) => out.print_line(lines.strip_suffix('\n').unwrap_or(&lines))?,
                Part::Block(text) => out.print(&text)?,
                Part::Verdict(text) => out.print_verdict(&text)?,
                Part::Once(key, text) => out.print_once(key, &text)?,
                Part::Remark(text) => {
                    out.flush_with(progress)?;
                    progress.suspend(|| screen::remark(&text));
                }
                Part::Warning(text) => {
                    out.flush_with(progress)?;
                    progress.suspend(|| screen::warn(&text));
                }
                Part::Complaint(text) => {
                    out.flush_with(progress)?;
                    progress.suspend(|| screen::complain(&text));
                }
            }
        }
        out.flush_if_due(progress)
    }
}

impl Results for Done {
    fn bytes(&self) -> usize {
        let text = |part: &Part| match part {
            Part::Lines(text)
            | Part::Block(text)
            | Part::Once(_, text)
            | Part::Verdict(text)
            | Part::Remark(text)
            | Part::Warning(text)
            | Part::Complaint(text) => text.len(),
        };
        size_of::<Self>() + self.parts.iter().map(|part| size_of::<Part>() + text(part)).sum::<usize>()
    }
}
