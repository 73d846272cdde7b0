//! Random puzzles of every kind, of varied size and worth: proper ones, spoilt ones, and nonsense. One file a kind, with its small boards and its large ones:
//! large are those that SAT still decides soon because little is open, or little is left to choose.

mod hidato;
mod hitori;
mod kenken;
mod star_battle;
mod sudoku;

use pencilmark::read::ReadOptions;
use pencilmark::{Puzzle, Spec};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use serde_json::Value as Json;

type Cell = (usize, usize);
pub(super) type Dice = ChaCha8Rng;

/// The dice of puzzle number `index` of this seed.
pub(super) fn dice(seed: u64, index: u64) -> Dice {
    Dice::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index)
}

/// A puzzle of usual size.
pub(super) fn small(kind: &str, dice: &mut Dice) -> Result<Puzzle, String> {
    if dice.random_bool(0.15) {
        let side = match kind {
            "sudoku" => *pick(dice, &[4, 6, 8, 9, 12, 16]),
            "hitori" => dice.random_range(6..=16),
            "star-battle" => dice.random_range(8..=11),
            "hidato" => dice.random_range(5..=9),
            _ => dice.random_range(4..=9),
        };
        let several_ok = dice.random_bool(0.2);
        return generated(kind, dice, side, None, several_ok);
    }
    match kind {
        "sudoku" => read(&sudoku::small(dice)),
        "kenken" => read(&kenken::small(dice)),
        "hitori" => read(&hitori::small(dice)),
        "hidato" => read(&hidato::small(dice)),
        "star-battle" => read(&star_battle::small(dice)),
        _ => Err(format!("no random puzzles of {kind}")),
    }
}

/// A large one.
pub(super) fn large(kind: &str, dice: &mut Dice) -> Result<Puzzle, String> {
    match kind {
        "sudoku" => read(&sudoku::large(dice)),
        "kenken" => read(&kenken::large(dice)),
        "hitori" => read(&hitori::large(dice)?),
        "hidato" => read(&hidato::large(dice)),
        "star-battle" => read(&star_battle::large(dice)?),
        _ => Err(format!("no random puzzles of {kind}")),
    }
}

/// Numbers below `length` in random order.
pub(super) fn order(dice: &mut Dice, length: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.shuffle(dice);
    order
}

/// What the generator makes.
fn generated(
    kind: &str,
    dice: &mut Dice,
    side: usize,
    stars: Option<usize>,
    several_ok: bool,
) -> Result<Puzzle, String> {
    let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
    let spec = Spec::sized(side, side).with_if("stars", stars).with_if("several-ok", several_ok.then_some("yes"));
    pencilmark::registry::generate(entry, &spec, dice.random(), 0).map_err(|error| error.to_string())
}

/// A puzzle as an object, to be changed.
fn object(puzzle: &Puzzle) -> Result<Json, String> {
    let text = puzzle.write("json").ok_or("not written as JSON")?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn read(object: &Json) -> Result<Puzzle, String> {
    let object = object.as_object().ok_or("not an object")?;
    Puzzle::from_json("random", object, &ReadOptions::default()).map_err(|error| error.to_string())
}

/// All cells, row by row.
fn cells(rows: usize, cols: usize) -> impl Iterator<Item = Cell> {
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

fn touches(a: Cell, b: Cell, orthogonal: bool) -> bool {
    let (down, across) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    if orthogonal { down + across == 1 } else { down.max(across) == 1 }
}

fn pick<'a, T>(dice: &mut Dice, from: &'a [T]) -> &'a T {
    &from[dice.random_range(0..from.len())]
}
