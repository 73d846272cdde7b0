//! The exits of a batch, counted.

use crate::exit::Exit;
use crate::screen;

/// How often each exit occurred.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exits([usize; Exit::ALL.len()]);

impl Exits {
    /// One more.
    pub(super) fn count(&mut self, exit: Exit) {
        self.0[exit as usize] += 1;
    }

    /// Those of others, too.
    pub(super) fn add(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// How many there are.
    pub(super) fn total(&self) -> usize {
        self.0.iter().sum()
    }

    /// The exit of the whole.
    pub(super) fn gravest(&self) -> Exit {
        Exit::ALL.into_iter().find(|&exit| self.0[exit as usize] > 0).unwrap_or(Exit::Done)
    }

    /// "12 puzzles: 10 unique, 1 without solution, 1 malformed".
    pub(super) fn summary(&self, done: &str) -> String {
        let words = [
            (Exit::Done, done),
            (Exit::Several, "with several solutions"),
            (Exit::Refuted, "without solution"),
            (Exit::GaveUp, "given up"),
            (Exit::Mistaken, "with mistakes"),
            (Exit::Malformed, "malformed"),
            (Exit::Usage, "of kinds that the method is not for"),
        ];
        let counts = words.into_iter().map(|(exit, word)| (self.0[exit as usize], word));
        let parts: Vec<String> = counts
            .filter(|&(number, _)| number > 0)
            .map(|(number, word)| format!("{} {word}", screen::grouped(number as u64)))
            .collect();
        format!("{}: {}", screen::counted(self.total(), "puzzle"), parts.join(", "))
    }
}
