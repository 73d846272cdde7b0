//! What is compared with whom, and what we aim for.

/// A rival that answers lines of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rival {
    /// OR-tools CP-SAT from Python.
    CpSat,
    /// clingo from Python, with rules that ground in linear time.
    Clingo,
    /// clingo with the rules of a first draft: cells that touch are found by comparing all pairs.
    ClingoPairs,
}

impl Rival {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::CpSat => "CP-SAT",
            Self::Clingo => "clingo",
            Self::ClingoPairs => "clingo, all pairs",
        }
    }

    /// The script in peers/rivals, and its further arguments.
    pub(super) fn script(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::CpSat => ("cpsat.py", &[]),
            Self::Clingo => ("asp.py", &[]),
            Self::ClingoPairs => ("asp.py", &["pairs"]),
        }
    }

    /// The kinds that it is asked about.
    pub(super) fn plays(self, kind: &str) -> bool {
        match self {
            Self::CpSat => true,
            Self::Clingo => matches!(kind, "star-battle" | "hitori"),
            Self::ClingoPairs => kind == "star-battle",
        }
    }
}

pub(super) const RIVALS: [Rival; 3] = [Rival::CpSat, Rival::Clingo, Rival::ClingoPairs];

/// The ratio that a file should reach against a rival, in the median. Files are told by how their names begin.
const GOALS: &[(&str, Rival, f64)] = &[
    ("hitori/sgt_singles_25x25", Rival::CpSat, 300.0),
    ("hitori/sgt_singles_30x30", Rival::CpSat, 1000.0),
    ("hitori/sgt_singles_40x40", Rival::CpSat, 2000.0),
    ("star-battle/sblab_14-3", Rival::Clingo, 50.0),
    ("star-battle/sblab_17-4", Rival::Clingo, 20.0),
    ("star-battle/sblab_21-5", Rival::Clingo, 300.0),
    ("star-battle/sblab_25-6", Rival::Clingo, 100.0),
    ("kenken/sgt_keen_9du", Rival::CpSat, 200.0),
    ("kenken/sgt_keen_9dx", Rival::CpSat, 200.0),
    ("kenken/derived_noop", Rival::CpSat, 200.0),
    ("kenken/bparr", Rival::CpSat, 20.0),
    ("hidato/janko", Rival::CpSat, 100.0),
    ("hidato/generated_sparse", Rival::CpSat, 20.0),
    ("hidato/mayer", Rival::CpSat, 100.0),
];

/// What `file` should reach against `rival`.
pub(super) fn goal(file: &str, rival: Rival) -> Option<f64> {
    // Both encodings of clingo are held to the same.
    let named = if rival == Rival::ClingoPairs { Rival::Clingo } else { rival };
    GOALS.iter().find(|(name, of, _)| file.starts_with(name) && *of == named).map(|&(.., goal)| goal)
}

/// The files of Sudoku lines, each with what one call and what a batch should reach against the crate `sudoku`.
pub(super) const SUDOKU: [(&str, f64, f64); 6] = [
    ("kids", 8.0, 15.0),
    ("minimal", 2.2, 4.5),
    ("17-clue", 2.2, 4.5),
    ("magictour-top1465", 2.0, 3.5),
    ("forum-hardest-1905", 2.0, 2.8),
    ("forum-hardest-1106", 2.3, 3.2),
];

/// What lesser instructions should reach on each of them.
pub(super) const AVX2: f64 = 1.2;
pub(super) const PORTABLE: f64 = 0.6;
