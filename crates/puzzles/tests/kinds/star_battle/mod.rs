//! Tests of the kind, as tables through one `check` function each.

mod engine;
mod formats;
mod generate;
mod malformed;
mod merge;
mod rules;
mod techniques;

use pencilmark_csp::Silent;
use pencilmark_puzzles::star_battle::StarBattle;
use pencilmark_puzzles::{Answer, Format, Grid, Kind as _, Source, Spec};
use pencilmark_search::Run;
use proptest::prelude::*;

/// A puzzle from rows of letters.
fn puzzle(rows: &str, stars: usize) -> StarBattle {
    let rows: Vec<Vec<Option<char>>> =
        rows.split_whitespace().map(|row| row.chars().map(|c| (c != '@').then_some(c)).collect()).collect();
    StarBattle::new(&Grid::from_rows(rows).unwrap(), stars).unwrap()
}

/// A unique puzzle and its solution.
fn solved() -> (StarBattle, Answer) {
    let puzzle = puzzle("AABB AABB CABD CCCD", 1);
    let mut found = puzzle.exact(&Run::up_to(2), &mut Silent);
    assert!(found.exhausted() && found.solutions.len() == 1);
    let solution = found.solutions.remove(0);
    (puzzle, solution)
}

fn format(id: &str) -> &'static Format<StarBattle> {
    StarBattle::formats().iter().find(|format| format.id == id).unwrap()
}

fn spec(size: usize, stars: usize) -> Spec {
    Spec::sized(size, size).with("stars", stars)
}

fn source(text: &str) -> Source<'_> {
    Source::new("-", text)
}

/// Boards of any regions, with and without holes, right and wrong numbers of regions.
fn any_board() -> impl Strategy<Value = StarBattle> {
    (1..=7usize, 1..=2usize, 1..=8u8, 0..=2u8).prop_flat_map(|(size, stars, labels, holes)| {
        let label = prop_oneof![
            u32::from(holes) => Just(None),
            12 => (0..labels).prop_map(Some),
        ];
        let cells = proptest::collection::vec(label, size * size);
        cells.prop_filter_map("only holes", move |cells| {
            StarBattle::new(&Grid::new(size, size, cells).unwrap(), stars).ok()
        })
    })
}

/// Connected regions around a placement of stars: at least one solution.
fn any_solvable() -> impl Strategy<Value = StarBattle> {
    let shapes = prop_oneof![Just((4, 1)), Just((5, 1)), Just((6, 1)), Just((8, 2)), Just((9, 2))];
    (shapes, any::<u64>())
        .prop_map(|((size, stars), seed)| StarBattle::generate(&spec(size, stars).several_ok(), seed, 0).unwrap())
}
