//! Which techniques to use, in which order: data, and the loop that takes the easiest step.

use super::{Finder, Flow, Sheet, Step, TechniqueInfo};

/// A technique on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its place in the kind's table.
    pub place: usize,
    /// What it says about itself.
    pub technique: &'static TechniqueInfo,
}

/// Techniques in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    rungs: Vec<Rung>,
}

/// Why a ladder cannot be changed that way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no technique `{name}`")]
pub struct LadderError {
    /// The name that was asked for.
    pub name: String,
    /// The technique whose name is most like it.
    pub like: Option<&'static str>,
}

impl Ladder {
    /// All of these techniques, in their order.
    pub fn new(techniques: &[&'static TechniqueInfo]) -> Self {
        let rung = |(place, &technique)| Rung { place, technique };
        Self { rungs: techniques.iter().enumerate().map(rung).collect() }
    }

    /// The techniques, in order.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// Keeps the techniques that `keep` likes.
    #[must_use]
    pub fn retain(mut self, keep: impl Fn(&TechniqueInfo) -> bool) -> Self {
        self.rungs.retain(|rung| keep(rung.technique));
        self
    }

    /// The easiest step: the first that the first technique to see one sees.
    pub fn next(&self, sheet: &dyn Sheet, tells: bool) -> Option<Step> {
        self.steps(sheet, 1, tells).pop()
    }

    /// Steps with different conclusions, up to `wanted`, in the order of the ladder.
    pub fn steps(&self, sheet: &dyn Sheet, wanted: usize, tells: bool) -> Vec<Step> {
        let mut finder = Finder::new(wanted, tells);
        for rung in &self.rungs {
            if sheet.find(rung.place, &mut finder) == Flow::Break(()) {
                break;
            }
        }
        finder.take()
    }
}
