//! What a search has come to so far, on a line.

use pencilmark::outcome::Counters;
use pencilmark::watch::{Frame, Generation};

use super::player::Player;
use crate::screen::{counted, grouped};

/// The figures at a moment of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) counters: Counters,
    pub(crate) cost: Option<u64>,
    pub(crate) depth: usize,
    pub(crate) generation: Option<Generation>,
}

impl From<&Frame> for Tally {
    fn from(frame: &Frame) -> Self {
        Self { counters: frame.counters, cost: frame.cost, depth: frame.depth, generation: frame.generation }
    }
}

impl Tally {
    /// Those that a player shows: of its frame, or at the end those of the whole search.
    pub(crate) fn of(player: &Player) -> Self {
        let tally = player.recording.frame().map(Self::from).unwrap_or_default();
        match &player.ended {
            Some(ended) if player.recording.is_at_end() => Self { counters: ended.counters, ..tally },
            _ => tally,
        }
    }

    /// The figures that this kind of search has.
    pub(crate) fn words(&self) -> Vec<String> {
        let counters = &self.counters;
        let mut words = Vec::new();
        if let Some(cost) = self.cost {
            words.push(format!("cost {}", grouped(cost)));
        }
        if let Some((best, _)) = counters.best {
            words.push(format!("best {}", grouped(best)));
        }
        if self.depth > 0 {
            words.push(format!("depth {}", self.depth));
        }
        let all = [
            ("nodes", counters.nodes),
            ("backtracks", counters.backtracks),
            ("prunings", counters.prunings),
            ("evaluations", counters.evaluations),
            ("steps", counters.steps),
            ("restarts", counters.restarts),
            ("generated", counters.generated),
            ("stored", counters.peak_stored),
        ];
        let all = all.into_iter().filter(|&(_, count)| count > 0);
        words.extend(all.map(|(name, count)| match name.strip_suffix('s') {
            Some(name) => counted(count as usize, name),
            None => format!("{} {name}", grouped(count)),
        }));
        words
    }

    /// The line of a generation, if there are generations.
    pub(crate) fn generation(&self) -> Option<String> {
        let Generation { lowest, mean, highest } = self.generation?;
        let number = grouped(self.counters.generations);
        Some(format!("generation {number}: cost {lowest} to {highest}, mean {mean:.1}"))
    }
}
