//! Hill climbing on the objective of the report's code: the number of missing numbers that are not next to the previous
//! **missing** number, whatever stands between them. As in the report, a step swaps two missing numbers and is taken if
//! it gains; when none does, the climb starts again, ten times.

use pencilmark::{Answer, Cell, Puzzle};
use pencilmark_lab::{Arm, Instance, LabError};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::climbing_runs::{are_neighbours, errors, errors_of_the_code};
use crate::Context;
use crate::evidence::{each_run, numbers};
use crate::tasks::one_row;

/// Swaps in a row that gain nothing before it starts again, and the number of tries: those of the preset `report`.
const IDLE: u32 = 2000;
const TRIES: u32 = 11;

/// How a climb ended: the loss of its best board, by either definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnClimb {
    pub(super) board: usize,
    /// By that of the code, which was climbed.
    pub(super) loss_of_the_code: f64,
    /// By that of the text.
    pub(super) loss: f64,
}

one_row!(OwnClimb: loss_of_the_code, loss);

/// Climbs on every board with every seed.
pub(super) fn climbs(context: &Context<'_>, boards: &[Instance], seeds: u64) -> Result<Vec<OwnClimb>, LabError> {
    let arm = Arm { seeds, ..Arm::parse("hill-climbing/report")? };
    each_run(context, "the objective of the report's code", boards, &arm, |puzzle, board, options| {
        climb(puzzle, board, options.seed)
    })
}

fn climb(puzzle: &Puzzle, board: usize, seed: u64) -> Result<OwnClimb, LabError> {
    let givens = numbers(puzzle)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(board as u64);
    let places = best_of_tries(&givens, &mut random);
    let filled = filled(&givens, &places)?;
    let share = |errors: usize| errors as f64 / givens.len() as f64;
    Ok(OwnClimb {
        board,
        loss_of_the_code: share(errors_of_the_code(&givens, &filled)),
        loss: share(errors(&givens, &filled)),
    })
}

/// The cells of the missing numbers, in the order of the numbers, of the best board.
fn best_of_tries(givens: &Answer, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut places: Vec<Cell> = givens.cells().filter(|&cell| givens[cell] == 0).collect();
    let mut best = places.clone();
    for _ in 0..TRIES {
        for last in (1..places.len()).rev() {
            places.swap(last, below(random, last + 1));
        }
        descend(&mut places, random);
        if broken(&places) < broken(&best) {
            best.clone_from(&places);
        }
    }
    best
}

/// Swaps two missing numbers as long as that gains.
fn descend(places: &mut [Cell], random: &mut ChaCha8Rng) {
    let (mut cost, mut idle) = (broken(places), 0);
    while cost > 0 && idle < IDLE {
        let (one, other) = (below(random, places.len()), below(random, places.len()));
        places.swap(one, other);
        let after = broken(places);
        if after < cost {
            (cost, idle) = (after, 0);
        } else {
            places.swap(one, other);
            idle += 1;
        }
    }
}

/// The objective.
fn broken(places: &[Cell]) -> usize {
    places.windows(2).filter(|pair| !are_neighbours(pair[0], pair[1])).count()
}

/// The board with the missing numbers at these places.
fn filled(givens: &Answer, places: &[Cell]) -> Result<Answer, LabError> {
    let given: std::collections::HashSet<i32> = givens.things().iter().copied().collect();
    let missing = (1..=givens.len() as i32).filter(|number| !given.contains(number));
    let placed: std::collections::HashMap<(usize, usize), i32> =
        places.iter().map(|cell| (cell.row, cell.col)).zip(missing).collect();
    let last = givens.cells().last().map_or((0, 0), |cell| (cell.row, cell.col));
    let number = |row: usize, col: usize| {
        let given = givens.cells().find(|cell| (cell.row, cell.col) == (row, col)).map_or(0, |cell| givens[cell]);
        placed.get(&(row, col)).copied().unwrap_or(given)
    };
    let rows = (0..=last.0).map(|row| (0..=last.1).map(|col| number(row, col)).collect()).collect();
    Answer::from_rows(rows).ok_or_else(|| LabError::Request("a board without numbers".to_owned()))
}

/// A number below `bound`.
fn below(random: &mut ChaCha8Rng, bound: usize) -> usize {
    ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_climbs_what_the_code_counts() {
        let puzzle = pencilmark::corpus::set("hidato/normal").expect("a set").remove(0);
        let givens = numbers(&puzzle).expect("numbers");
        let places: Vec<Cell> = givens.cells().filter(|&cell| givens[cell] == 0).collect();
        let start = filled(&givens, &places).expect("a board");
        assert_eq!(broken(&places), errors_of_the_code(&givens, &start));
        let run = climb(&puzzle, 0, 3).expect("a climb");
        assert!(run.loss_of_the_code < errors_of_the_code(&givens, &start) as f64 / givens.len() as f64, "{run:?}");
        // What it climbs is not what the text defines.
        assert!(run.loss > run.loss_of_the_code, "{run:?}");
        assert_eq!(format!("{run:?}"), format!("{:?}", climb(&puzzle, 0, 3).expect("a climb")));
    }

    #[test]
    fn it_tries_as_often_as_the_preset() {
        let puzzle = pencilmark::corpus::set("hidato/normal").expect("a set").remove(0);
        let arm = Arm::parse("hill-climbing/report").expect("an arm");
        let settings = arm.plan(&puzzle).expect("a plan").settings(arm.method.info);
        let of = |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        assert_eq!((of("idle"), of("tries")), (Some(IDLE.to_string()), Some(TRIES.to_string())));
    }
}
