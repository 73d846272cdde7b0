//! Reruns of the experiments in five student reports: the same questions, on many puzzles with one solution each, with
//! enough runs, and with one factor changed at a time. Each claim gets a row: what was reported, what we measure,
//! whether it holds, and by which rule.
//!
//! A claim is about the report's **program**, measured with the settings that the report describes, or about the
//! **method**, measured with what the method can do. One that is about both has two rows. What was found when a report's
//! code was rerun is not a claim of that report: it has a table of its own.

mod context;
mod document;
mod evidence;
mod hidato;
mod hitori;
mod kenken;
mod star_battle;
mod sudoku;
mod tasks;
#[cfg(test)]
mod tests;
mod verdict;

use pencilmark_lab::document::Table;
use pencilmark_lab::{Arm, LabError, Limits, Record};

pub use context::Context;
pub use document::{Run, document};
pub use verdict::{Ruling, Verdict};

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The report's program: as the report describes it, with its settings.
    Program,
    /// The method: what it can do.
    Method,
}

impl About {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Program => "its program",
            Self::Method => "the method",
        }
    }
}

/// A claim of a report, and whether it holds.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is claimed, in our words.
    pub claim: String,
    /// Of what.
    pub about: About,
    /// The figures that the report gives.
    pub reported: String,
    /// What we measure, with intervals and the number of puzzles and runs.
    pub measured: String,
    /// Whether it holds, and the rule that decides.
    pub ruling: Ruling,
    /// Why, in a sentence.
    pub reason: String,
}

/// The rerun of one report.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The kind.
    pub kind: &'static str,
    /// What was run: puzzles, arms, seeds, budgets.
    pub setting: String,
    /// The claims.
    pub claims: Vec<Claim>,
    /// What was found when the report's code was rerun, which the report does not claim.
    pub found: Vec<Claim>,
    /// Tables in the report's own form.
    pub tables: Vec<Table>,
}

/// The time after which a run is ended, in seconds, for safety only: budgets are of effort, and no run should come near
/// it. Claims that rest on a run that does get no verdict.
const TIME_CAP: f64 = 3600.0;

/// An arm with a label, a budget of effort and a number of seeds.
pub(crate) fn arm(label: &str, method: &str, limits: Limits, seeds: u64) -> Result<Arm, LabError> {
    let mut arm = Arm::parse(method)?;
    label.clone_into(&mut arm.label);
    arm.limits = Limits { seconds: Some(TIME_CAP), ..limits };
    arm.seeds = seeds;
    Ok(arm)
}

/// The records of an arm.
pub(crate) fn of<'a>(records: &'a [Record], label: &str) -> Vec<&'a Record> {
    records.iter().filter(|record| record.arm == label).collect()
}

/// A name as the name of a file: lower case, with hyphens.
pub(crate) fn file_name(name: &str) -> String {
    let plain = name.to_lowercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// The kinds that have a report, in the order of their chapters.
pub const KINDS: [&str; 5] = ["hidato", "kenken", "hitori", "sudoku", "star-battle"];

/// Reruns the experiments of the report about a kind.
pub fn chapter(kind: &str, context: &Context<'_>) -> Result<Chapter, LabError> {
    let made = match kind {
        "hidato" => hidato::chapter(context),
        "kenken" => kenken::chapter(context),
        "hitori" => hitori::chapter(context),
        "sudoku" => sudoku::chapter(context),
        "star-battle" => star_battle::chapter(context),
        _ => Err(LabError::Request(format!("there is no report about `{kind}`; choose one of {}", KINDS.join(", ")))),
    };
    // An interrupted run is not a result, wherever it was interrupted.
    if context.stop.is_raised() { Err(LabError::Interrupted) } else { made }
}
