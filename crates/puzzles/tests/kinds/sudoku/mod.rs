//! What the tests share: puzzles in a few words, and puzzles by seed.

mod engine;
mod formats;
mod generate;
mod malformed;
mod rules;
mod techniques;

use pencilmark_csp::Silent;
use pencilmark_csp::random::key;
use pencilmark_puzzles::sudoku::{Candidates, ShapeError, Sudoku};
use pencilmark_puzzles::text::json::{Object, read_value};
use pencilmark_puzzles::{Answer, Cell, Format, Grid, Kind as _, ParseError, Parsed, Source, Spec};
use pencilmark_search::{Parameters, Run};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn generated(side: usize, missing: f64, seed: u64) -> Sudoku {
    let spec = Spec::sized(side, side).with("missing", missing).several_ok();
    Sudoku::generate(&spec, seed, 0).expect("a supported side")
}

fn answer_of(puzzle: &Sudoku) -> Answer {
    puzzle.exact(&Run::up_to(1), &mut Silent).solutions.remove(0)
}

fn from_line(text: &str) -> Sudoku {
    let line = Sudoku::formats().iter().find(|format| format.id == "line").expect("there");
    (line.read)(&Source::new("t", text), &Parameters::default()).expect("reads").puzzle
}

fn json(text: &str) -> Result<Sudoku, ParseError> {
    let source = Source::new("t", text);
    let (value, _) = read_value(&source)?;
    Sudoku::from_json(&Object::new(source, &value)?, &Parameters::default())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(2026), failure_persistence: None, ..ProptestConfig::default() }
}

/// A small puzzle with clues of all sorts, around a filled board so that many have solutions.
fn small_puzzle() -> impl Strategy<Value = (Sudoku, Answer)> {
    (prop::sample::select(vec![4, 4, 6, 9]), any::<u64>(), 2..9_u64).prop_map(|(side, seed, clues)| {
        let full = generated(side, 0.0, seed % 40);
        let answer = answer_of(&full);
        let mut cells = full.cells().clone();
        for place in 0..side * side {
            let draw = |purpose: u64| key(seed, &[place as u64, purpose]);
            let cell = cells.cell(place);
            if draw(0) % 10 >= clues {
                cells[cell] = if draw(1) % 4 == 0 {
                    let right = usize::try_from(answer[cell]).expect("a digit");
                    let others = (1..=side).filter(|&digit| draw(10 + digit as u64) % 2 == 0);
                    others.chain((draw(2) % 20 > 0).then_some(right)).collect()
                } else {
                    Candidates::all(side)
                };
            }
        }
        (Sudoku::new(full.box_shape(), cells).expect("digits in range"), answer)
    })
}

fn format(id: &str) -> &'static Format<Sudoku> {
    Sudoku::formats().iter().find(|format| format.id == id).expect("a format of the table")
}

fn read(id: &str, text: &str) -> Result<Parsed<Sudoku>, ParseError> {
    (format(id).read)(&Source::new("t", text), &Parameters::default())
}

const NINE_ROWS: &str =
    "..9.7..8.\n18.92..76\n......5.9\n571....64\n8..6..1.7\n6.3.....8\n.4..1.8.5\n..2.8.7..\n.5.7.461.\n";
