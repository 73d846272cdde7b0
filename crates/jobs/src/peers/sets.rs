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

/// On nothing should we be slower than this times the fastest rival: on no puzzle, and for Sudoku on no file.
pub(super) const SLOWER: f64 = 1.2;

/// Files that are one set, told by how their names begin.
const SETS: &[&str] = &["star-battle/sblab_14-3"];

/// The set that `file` is a part of.
pub(super) fn set(file: &str) -> Option<&'static str> {
    SETS.iter().copied().find(|set| file.starts_with(set))
}

/// The ratio that a set, or a file that is none's part, should reach against a rival, in the median. They are told by how their names begin.
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

/// What a set or file should reach against `rival`.
pub(super) fn goal(name: &str, rival: Rival) -> Option<f64> {
    // Both encodings of clingo are held to the same.
    let named = if rival == Rival::ClingoPairs { Rival::Clingo } else { rival };
    GOALS.iter().find(|(start, of, _)| name.starts_with(start) && *of == named).map(|&(.., goal)| goal)
}

/// The files of Sudoku lines, each with what one call and what a batch should reach against the crate `sudoku`, if that is set.
pub(super) const SUDOKU: [(&str, Option<(f64, f64)>); 9] = [
    ("kids", Some((8.0, 15.0))),
    ("minimal", Some((2.2, 4.5))),
    ("17-clue", Some((2.2, 4.5))),
    ("magictour-top1465", Some((2.0, 3.5))),
    ("forum-hardest-1905", Some((2.0, 2.8))),
    ("forum-hardest-1106", Some((2.3, 3.2))),
    ("expert", None),
    ("norvig-top95", None),
    ("several-solutions", None),
];

/// What lesser instructions should reach on each of them.
pub(super) const AVX2: f64 = 1.2;
pub(super) const PORTABLE: f64 = 0.6;
