//! Which cells are given together: symmetry, or a pattern that was asked for.

use pencilmark_search::{Key, Parameters, choices};

use crate::{GenerateError, Setting};

choices! {
    /// How the clues lie.
    pub(in crate::sudoku) enum Symmetry {
        None = "none": "anywhere",
        Rotational = "rotational": "as after half a turn",
        Mirror = "mirror": "as in a mirror beside the board",
        Diagonal = "diagonal": "as in a mirror along the diagonal",
        Full = "full": "as after every turn and in every mirror",
    }
}

/// How the clues lie.
pub(in crate::sudoku) const SYMMETRY: Key<Symmetry> = Symmetry::key("symmetry", "how the clues lie", Symmetry::None);

/// Where the clues lie.
pub(in crate::sudoku) const MASK: Key<Option<&'static str>> = Key::open_text(
    "mask",
    "where the clues lie: a character for each cell, row by row, a full stop for an empty one",
    "MASK",
);

/// Which cells are given together.
pub(super) struct Pattern {
    /// The cells that are given or empty together, as places in reading order.
    pub(super) orbits: Vec<Vec<usize>>,
    /// The orbit of each cell.
    pub(super) of: Vec<usize>,
    /// The cells that are given, if they were said one by one.
    pub(super) mask: Option<Vec<bool>>,
}

impl Pattern {
    /// The pattern of a request for a board of `side` rows.
    pub(super) fn of(settings: &Parameters, side: usize) -> Result<Self, GenerateError> {
        let symmetry = SYMMETRY.get(settings);
        let mask = MASK.get(settings).map(|text| read_mask(text, side)).transpose()?;
        if mask.is_some() {
            let others = [
                (SYMMETRY.name(), symmetry != Symmetry::None),
                (Setting::CLUES.name(), Setting::CLUES.get(settings).is_some()),
                (Setting::MISSING.name(), Setting::MISSING.get(settings).is_some()),
                (Setting::MINIMAL.name(), Setting::MINIMAL.get(settings)),
            ];
            if let Some((other, _)) = others.into_iter().find(|(_, is_set)| *is_set) {
                let what = format!("a mask says which clues there are, so `{other}` has nothing left to say");
                return Err(GenerateError::spec(what, "set one of the two"));
            }
        }
        let last = side - 1;
        let half: &[Image] = &[|row, col, last| (last - row, last - col)];
        let mirror: &[Image] = &[|row, col, last| (row, last - col)];
        let diagonal: &[Image] = &[|row, col, _| (col, row)];
        let full: &[Image] = &[|row, col, last| (row, last - col), |row, col, _| (col, row)];
        let images = match symmetry {
            Symmetry::None => &[],
            Symmetry::Rotational => half,
            Symmetry::Mirror => mirror,
            Symmetry::Diagonal => diagonal,
            Symmetry::Full => full,
        };
        let mut of = vec![usize::MAX; side * side];
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for place in 0..side * side {
            if of[place] != usize::MAX {
                continue;
            }
            of[place] = orbits.len();
            let mut orbit = vec![place];
            let mut next = 0;
            while let Some(&at) = orbit.get(next) {
                next += 1;
                for image in images {
                    let (row, col) = image(at / side, at % side, last);
                    let there = row * side + col;
                    if of[there] == usize::MAX {
                        of[there] = orbits.len();
                        orbit.push(there);
                    }
                }
            }
            orbits.push(orbit);
        }
        Ok(Self { orbits, of, mask })
    }

    /// Whether some of the orbits have so many cells together.
    pub(super) fn can_hold(&self, cells: usize) -> bool {
        let mut sums = vec![false; self.of.len() + 1];
        sums[0] = true;
        for orbit in &self.orbits {
            for sum in (orbit.len()..sums.len()).rev() {
                sums[sum] |= sums[sum - orbit.len()];
            }
        }
        sums.get(cells).copied().unwrap_or(false)
    }
}

/// Where a cell goes, given the last row and column.
type Image = fn(usize, usize, usize) -> (usize, usize);

/// Which cells are given.
fn read_mask(text: &str, side: usize) -> Result<Vec<bool>, GenerateError> {
    let is_empty = |symbol: char| matches!(symbol, '.' | '0' | '_' | '-' | '*');
    let is_between = |symbol: &char| symbol.is_whitespace() || matches!(symbol, '/' | '|' | '+');
    let mask: Vec<bool> = text.chars().filter(|symbol| !is_between(symbol)).map(|symbol| !is_empty(symbol)).collect();
    if mask.len() == side * side {
        return Ok(mask);
    }
    let what = format!("the mask has {} cells, and the board {}", mask.len(), side * side);
    Err(GenerateError::spec(what, "write one character for each cell, a full stop where nothing is given"))
}
