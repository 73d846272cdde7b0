//! What the tests share: puzzles by seed.

mod engine;
mod formats;
mod generate;
mod malformed;
mod rules;
mod techniques;

use pencilmark_csp::random::stream;
use pencilmark_csp::rule::Operator;
use pencilmark_puzzles::inside::kenken::{partition, square, target};
use pencilmark_puzzles::kenken::{Cage, KenKen};
use pencilmark_puzzles::text::json::{Object, read_value};
use pencilmark_puzzles::{Answer, Format, Kind as _, ParseError, Parsed, Source};
use pencilmark_search::Parameters;
use rand::RngExt as _;

/// What a cage of several cells may do with its numbers.
const FOUR: [Operator; 4] = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

/// The game ID of FORMATS, verified there to be unique.
const VERIFIED: &str = "6:a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24";

/// A puzzle with a known solution; its cages use every operator, over any number of cells.
fn solvable(size: usize, seed: u64) -> (KenKen, Answer) {
    let mut random = stream(seed, &[size as u64, 1]);
    let square = square(size, &mut random);
    let mut cages = Vec::new();
    for cells in partition(size, &(1..=4), &mut random) {
        let numbers: Vec<u64> = cells.iter().map(|&cell| u64::from(square[cell].unsigned_abs())).collect();
        let fitting: Vec<(Operator, u64)> =
            FOUR.iter().filter_map(|&operator| Some((operator, target(operator, &numbers)?))).collect();
        let (mut operator, target) = fitting[random.random_range(0..fitting.len())];
        if random.random_bool(0.2) {
            operator = Operator::Any;
        }
        cages.push(Cage { operator, target, cells });
    }
    (KenKen::new(size, cages).unwrap(), square)
}

/// A puzzle with random targets, most of them hopeless.
fn wild(size: usize, seed: u64) -> KenKen {
    let mut random = stream(seed, &[size as u64, 2]);
    let cages = partition(size, &(1..=4), &mut random).into_iter().map(|cells| {
        let operator = [Operator::Any, FOUR[0], FOUR[1], FOUR[2], FOUR[3]][random.random_range(0..5)];
        let most = if random.random_bool(0.1) { KenKen::LARGEST_TARGET } else { 3 * size as u64 };
        Cage { operator, target: random.random_range(0..=most), cells }
    });
    KenKen::new(size, cages.collect()).unwrap()
}

fn format(id: &str) -> &'static Format<KenKen> {
    KenKen::formats().iter().find(|format| format.id == id).unwrap()
}

/// Reads a text in one of the formats, or in JSON.
fn read(id: &str, text: &str) -> Result<Parsed<KenKen>, ParseError> {
    let source = Source::new("in", text);
    if id != "json" {
        return (format(id).read)(&source, &Parameters::default());
    }
    let (value, _) = read_value(&source)?;
    KenKen::from_json(&Object::new(source, &value)?, &Parameters::default()).map(Parsed::new)
}

fn write(id: &str, puzzle: &KenKen) -> Option<String> {
    if id == "json" {
        return serde_json::to_string(&puzzle.to_json()).ok();
    }
    format(id).written(&Parsed::new(puzzle.clone()))
}
