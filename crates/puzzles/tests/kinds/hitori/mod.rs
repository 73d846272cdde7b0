//! Tests of the Hitori kind: engine, formats, malformed texts, rules, generator, techniques.

mod engine;
mod formats;
mod generate;
mod malformed;
mod rules;
mod techniques;

use pencilmark_puzzles::hitori::{Hitori, LARGEST};
use pencilmark_puzzles::{Answer, Grid};
use proptest::prelude::*;

/// A puzzle from rows of numbers, 0 for none.
fn puzzle(rows: &[&[u16]]) -> Hitori {
    let numbers = rows.iter().map(|row| row.iter().map(|&number| (number > 0).then_some(number)).collect());
    Hitori::new(Grid::from_rows(numbers.collect()).expect("a rectangle")).expect("a puzzle")
}

/// An answer from rows of `W` and `B`.
fn answer(rows: &[&str]) -> Answer {
    let cells = rows.iter().map(|row| row.chars().map(|c| i32::from(c == 'B')).collect());
    Grid::from_rows(cells.collect()).expect("a rectangle")
}

/// Puzzles of any shape up to `side` with numbers up to `largest`, now and then a cell without one.
fn puzzles(side: usize, largest: u16) -> impl Strategy<Value = Hitori> {
    let largest = largest.min(LARGEST);
    (1..=side, 1..=side).prop_flat_map(move |(rows, cols)| {
        let number = prop_oneof![1 => Just(None), 30 => (1..=largest).prop_map(Some)];
        prop::collection::vec(number, rows * cols).prop_map(move |numbers| {
            Hitori::new(Grid::new(rows, cols, numbers).expect("a rectangle")).expect("a puzzle")
        })
    })
}

/// A puzzle and some shading of it, right or wrong.
fn shaded_puzzles(side: usize, largest: u16) -> impl Strategy<Value = (Hitori, Answer)> {
    puzzles(side, largest).prop_flat_map(|puzzle| {
        let (rows, cols) = (puzzle.numbers().rows(), puzzle.numbers().cols());
        let shade = prop_oneof![3 => Just(0), 1 => Just(1)];
        (Just(puzzle), prop::collection::vec(shade, rows * cols))
            .prop_map(move |(puzzle, shades)| (puzzle, Grid::new(rows, cols, shades).expect("a rectangle")))
    })
}
