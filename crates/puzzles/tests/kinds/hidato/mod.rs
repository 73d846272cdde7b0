//! What the tests share: boards in a few words, and boards with a known solution.

mod engine;
mod formats;
mod generate;
mod malformed;
mod rules;
mod techniques;

use pencilmark_csp::Silent;
use pencilmark_puzzles::hidato::{Hidato, Moves, Square};
use pencilmark_puzzles::text::json::{Object, read_value};
use pencilmark_puzzles::{Answer, Cell, Format, Grid, Kind as _, ParseError, Parsed, Source, Spec};
use pencilmark_search::{Parameters, Run};
use proptest::prelude::*;

/// What an answer holds at a hole.
const HOLE: i32 = -1;

fn puzzle(text: &str) -> Hidato {
    let read = Hidato::formats()[0].read;
    read(&Source::new("test", text), &Parameters::default()).unwrap().puzzle
}

/// The givens, by number.
fn givens(puzzle: &Hidato) -> Vec<(u16, Cell)> {
    let given = |cell| match puzzle.squares()[cell] {
        Square::Given(number) => Some((number, cell)),
        _ => None,
    };
    let mut givens: Vec<_> = puzzle.squares().cells().filter_map(given).collect();
    givens.sort_by_key(|&(number, _)| number);
    givens
}

fn answer(rows: &[&[i32]]) -> Answer {
    Grid::from_rows(rows.iter().map(|row| row.to_vec()).collect()).unwrap()
}

fn spec(rows: usize, cols: usize) -> Spec {
    Spec::sized(rows, cols)
}

/// A board of 12 squares with a hole, and its one solution.
const SMALL: &str = "4 . . 11\n. . . .\n. 6 # 1";

fn small_solution() -> Answer {
    answer(&[&[4, 3, 9, 11], &[5, 8, 2, 10], &[7, 6, HOLE, 1]])
}

/// A small board with some holes and a path over it; of the squares on the path, those marked are given.
fn some_puzzle() -> impl Strategy<Value = (Hidato, Answer)> {
    (1..6usize, 1..6usize, any::<u64>(), any::<bool>(), 0.0..1.0f64, 0..4usize).prop_map(
        |(rows, cols, seed, orthogonal, missing, holes)| {
            let full = spec(rows, cols).with("missing", 0).with("orthogonal", if orthogonal { "yes" } else { "no" });
            let mut squares = Hidato::generate(&full, seed, 0).unwrap().squares().clone();
            let last = squares.len() as u16;
            // A path that loses its tail is still a path.
            let last = last - (holes as u16).min(last - 1);
            let mut solution = Grid::filled(rows, cols, HOLE);
            for cell in squares.cells() {
                let Square::Given(number) = squares[cell] else { continue };
                let drawn = pencilmark_csp::random::key(seed, &[number.into()]) as f64 / u64::MAX as f64;
                squares[cell] = match number {
                    _ if number > last => Square::Hole,
                    _ if drawn < missing => Square::Empty,
                    _ => Square::Given(number),
                };
                if number <= last {
                    solution[cell] = number.into();
                }
            }
            let moves = if orthogonal { Moves::Orthogonal } else { Moves::King };
            (Hidato::new(squares, moves).unwrap(), solution)
        },
    )
}

fn format(id: &str) -> &'static Format<Hidato> {
    Hidato::formats().iter().find(|format| format.id == id).unwrap()
}

fn read_json(text: &str) -> Result<Hidato, ParseError> {
    let source = Source::new("test", text);
    let (value, _) = read_value(&source)?;
    Hidato::from_json(&Object::new(source, &value)?, &Parameters::default())
}

fn read(id: &str, text: &str) -> Result<Hidato, ParseError> {
    if id == "json" {
        read_json(text)
    } else {
        (format(id).read)(&Source::new("test", text), &Parameters::default()).map(|parsed| parsed.puzzle)
    }
}
