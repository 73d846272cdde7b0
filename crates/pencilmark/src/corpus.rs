//! Puzzles that travel with the program, so that every verb has something to run on. Pencilmark made them itself, and
//! `cargo xtask corpus` writes them anew; but for those printed in the reports that it began as, which stay as they are.

use pencilmark_search::names;

use crate::Puzzle;
use crate::read::{ReadOptions, read};

/// A fixed set of built-in puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// The kind.
    pub kind: &'static str,
    /// small, normal, large or hard; levels for some of each level, report for what a report printed.
    pub size: &'static str,
    /// What is in it.
    pub about: &'static str,
    text: &'static str,
}

macro_rules! set {
    ($kind:literal, $size:literal, $about:expr) => {
        Set {
            kind: $kind,
            size: $size,
            about: $about,
            text: include_str!(concat!("../../../corpus/", $kind, "/", $size, ".jsonl")),
        }
    };
}

static SETS: &[Set] = &[
    set!("sudoku", "small", "4x4 and 6x6"),
    set!("sudoku", "normal", "9x9"),
    set!("sudoku", "levels", "9x9, four of each level from 1 to 5"),
    set!("sudoku", "large", "12x12 and 16x16"),
    set!("sudoku", "hard", "9x9 without a spare clue, the 20 hardest of 4,000 for backtracking"),
    set!("kenken", "small", "4x4"),
    set!("kenken", "normal", "6x6"),
    set!("kenken", "levels", "6x6, four of each level from 1 to 5"),
    set!("kenken", "large", "9x9"),
    set!("hitori", "small", "5x5"),
    set!("hitori", "normal", "8x8"),
    set!("hitori", "levels", "8x8, four of each level from 2 to 5; there is no Hitori of level 1"),
    set!("hitori", "large", "15x15"),
    set!(
        "hitori",
        "report",
        "9x9 and 3x3, as printed in “Solving Hitori Grid game using informed and local search algorithms and \
         comparing their time and space complexities”"
    ),
    set!("hidato", "small", "5x5"),
    set!("hidato", "normal", "8x8"),
    set!("hidato", "levels", "8x8, four of each level from 1 to 5"),
    set!("hidato", "large", "12x12"),
    set!("hidato", "hard", "8x8 without a spare clue, hard for backtracking"),
    set!("hidato", "report", "8x8, as printed in “Hidato: A Tale of Love & Numbers”: it has no solution"),
    set!("star-battle", "small", "6x6, one star"),
    set!("star-battle", "normal", "10x10, two stars"),
    set!("star-battle", "levels", "8x8 with one star, four of level 1; 10x10 with two, four of each level from 2 to 5"),
    set!("star-battle", "large", "14x14, three stars"),
];

impl Set {
    /// Its name on the command line: `sudoku/small`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.kind, self.size)
    }

    /// Whether a report printed its puzzles: they need not be solvable, and there may be few.
    pub fn is_printed(&self) -> bool {
        self.size == "report"
    }

    /// How many puzzles it has.
    pub fn len(&self) -> usize {
        self.text.lines().filter(|line| !line.trim().is_empty()).count()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its puzzles, each with its solution if it has one.
    pub fn puzzles(&self) -> Vec<Puzzle> {
        // A test reads every set, so nothing is lost here.
        read(&self.name(), self.text, &ReadOptions::default()).into_iter().filter_map(Result::ok).collect()
    }
}

/// All sets.
pub fn sets() -> impl Iterator<Item = &'static Set> {
    SETS.iter()
}

/// Returns the puzzles of a built-in set. Case, blanks and hyphens in its name do not matter.
pub fn set(name: &str) -> Option<Vec<Puzzle>> {
    let named = sets().find(|set| set.name() == name);
    named.or_else(|| sets().find(|set| names::is_same(&set.name(), name))).map(Set::puzzles)
}

/// Returns advice about an unknown set name: see [`choices`](crate::registry::choices).
pub fn choices(name: &str) -> String {
    let known: Vec<String> = sets().map(Set::name).collect();
    names::choices(name, known.iter().map(String::as_str))
}

/// One puzzle of each kind, of everyday size.
pub fn samples() -> Vec<Puzzle> {
    sets().filter(|set| set.size == "normal").filter_map(|set| set.puzzles().into_iter().next()).collect()
}
