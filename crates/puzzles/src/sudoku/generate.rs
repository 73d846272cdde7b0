//! Makes puzzles: fill a board at random, then take clues away while the solution stays unique.
//!
//! A clue can be spared exactly when the puzzle without it has no solution with another digit there. Singles alone
//! often decide that; the exact engine is asked only when they are stuck.

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, End, Meter, Silent, Why};
use pencilmark_search::{Backtracking, Method as _, Parameters, Run};

use crate::{GenerateError, Grid, Kind as _, Spec};

use super::singles::{Singles, Units};
use super::{Candidates, Sudoku, model, shape};

/// The share of clues left out when nobody says.
const USUAL_SHARE: f64 = 0.57;
/// Boards tried before giving up on a share, on 9 x 9; fewer on larger boards, which take longer.
const ATTEMPTS: usize = 100;
/// Nodes after which filling a board starts again with other random values.
const FILL_NODES: u64 = 2_000;
/// Nodes after which a clue stays, where not every spare clue must go. Nodes, not time: the same on every machine.
const SPARE_NODES: u64 = 3_000;

// The purposes of random keys.
const FILL: u64 = 1;
const DIG: u64 = 2;

pub(super) fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Sudoku, GenerateError> {
    let blank = blank_board(spec)?;
    let total = blank.cells.len();
    let share = spec.missing.unwrap_or(USUAL_SHARE);
    let wanted = if spec.minimal { total } else { (share * total as f64).round() as usize };
    let attempts = (ATTEMPTS * 81 / total).clamp(3, ATTEMPTS) as u64;
    let meter = spec.budget.start();
    let units = Units::of(&blank);
    let mut most = 0;
    for attempt in 0..attempts {
        let mut puzzle = fill(&blank, seed, [index, attempt], &meter)?;
        let left_out = if spec.several_ok {
            leave_out(&mut puzzle, wanted, seed, [index, attempt])
        } else {
            dig(&mut puzzle, &units, wanted, spec.minimal, seed, [index, attempt], &meter)?
        };
        // Without a share asked for, what one board allows is good enough.
        if left_out >= wanted || spec.missing.is_none() {
            return Ok(puzzle);
        }
        most = most.max(left_out);
    }
    Err(GenerateError::NotFound(format!(
        "of {attempts} boards, none allowed to leave out {wanted} of {total} clues; the most was {most}, a share of {:.2}: \
         ask for less, or try another seed",
        (most as f64 / total as f64 * 100.0).floor() / 100.0
    )))
}

/// The board to fill, if the request makes sense.
fn blank_board(spec: &Spec) -> Result<Sudoku, GenerateError> {
    let refuse = |text: &str| Err(GenerateError::Spec(text.to_owned()));
    if spec.hints.stars.is_some() || spec.hints.orthogonal {
        return refuse("Sudoku has no stars and no steps; size, box, missing, minimal and several apply");
    }
    if spec.missing.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        return refuse("the share of clues to leave out goes from 0 to 1, such as 0.6");
    }
    if spec.minimal && spec.missing.is_some() {
        return refuse("`minimal` leaves out every clue that can be spared: give it or a share, not both");
    }
    if spec.minimal && spec.several_ok {
        return refuse("a minimal puzzle has one solution: leave out `minimal`, or do not allow several solutions");
    }
    let asked = spec.hints.box_shape.map(|(rows, cols)| rows.saturating_mul(cols));
    let (rows, cols) = spec.size.unwrap_or_else(|| asked.map_or((9, 9), |side| (side, side)));
    let built = if rows == cols {
        shape::resolve(rows, None, &spec.hints)
            .and_then(|shape| Sudoku::new(shape, Grid::filled(rows, rows, Candidates::all(rows))))
    } else {
        Err(super::ShapeError::NotSquare { rows, cols })
    };
    built.map_err(|error| GenerateError::Spec(format!("{error}: {}", error.remedy())))
}

/// A board full of givens.
fn fill(blank: &Sudoku, seed: u64, parts: [u64; 2], meter: &Meter) -> Result<Sudoku, GenerateError> {
    let lowered = model::lower(blank);
    let mut parameters = Parameters::default();
    for (name, value) in [("values", "random"), ("inference", "full"), ("order", "dom-wdeg")] {
        // Names of Backtracking's own table; a default would do as well.
        let _ = parameters.set(&Backtracking::INFO, name, value);
    }
    for restart in 0_u64.. {
        let budget = Budget { nodes: Some(FILL_NODES), ..meter.rest() };
        let seed = key(seed, &[FILL, parts[0], parts[1], restart]);
        let run = Run { limit: 1, budget, seed, parameters: parameters.clone() };
        let outcome = Backtracking::solve(&lowered.csp, &run, &mut Silent);
        if let Some(solution) = outcome.solutions.first() {
            let cells = solution.iter().map(|value| Candidates::only(value.index())).collect();
            if let Some(cells) = Grid::new(blank.side(), blank.side(), cells) {
                return Ok(Sudoku { cells, ..blank.clone() });
            }
        }
        go_on(meter)?;
    }
    Err(GenerateError::NotFound("a board could not be filled: try another seed".to_owned()))
}

/// Cells in random order.
fn order(cells: usize, seed: u64, parts: [u64; 2]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..cells).collect();
    places.sort_by_cached_key(|&place| key(seed, &[DIG, parts[0], parts[1], place as u64]));
    places
}

/// Blanks so many cells, come what may.
fn leave_out(puzzle: &mut Sudoku, wanted: usize, seed: u64, parts: [u64; 2]) -> usize {
    let all = Candidates::all(puzzle.side());
    for place in order(puzzle.cells.len(), seed, parts).into_iter().take(wanted) {
        let cell = puzzle.cells.cell(place);
        puzzle.cells[cell] = all;
    }
    wanted
}

/// Blanks cells that can be spared until so many are blank; answers how many are. One round is enough: a clue that
/// cannot be spared now cannot be spared with fewer others.
fn dig(
    puzzle: &mut Sudoku,
    units: &Units,
    wanted: usize,
    minimal: bool,
    seed: u64,
    parts: [u64; 2],
    meter: &Meter,
) -> Result<usize, GenerateError> {
    let all = Candidates::all(puzzle.side());
    let mut blanks = 0;
    for place in order(puzzle.cells.len(), seed, parts) {
        if blanks >= wanted {
            break;
        }
        go_on(meter)?;
        let cell = puzzle.cells.cell(place);
        let clue = puzzle.cells[cell];
        puzzle.cells[cell] = all.without(clue);
        let spare = match units.apply(&mut puzzle.cells.things().to_vec()) {
            Singles::Refuted => true,
            Singles::Solved => false,
            Singles::Stuck => is_refuted(puzzle, minimal, meter)?,
        };
        puzzle.cells[cell] = if spare { all } else { clue };
        blanks += usize::from(spare);
    }
    Ok(blanks)
}

fn is_refuted(puzzle: &Sudoku, minimal: bool, meter: &Meter) -> Result<bool, GenerateError> {
    let mut budget = meter.rest();
    if !minimal {
        budget.nodes = Some(SPARE_NODES);
    }
    let outcome = puzzle.exact(&Run { budget, ..Run::up_to(1) }, &mut Silent);
    match outcome.end {
        End::Exhausted => Ok(outcome.solutions.is_empty()),
        End::Limit => Ok(false),
        End::GaveUp(Why::Nodes) if !minimal => Ok(false),
        End::GaveUp(why) => Err(spent(why)),
    }
}

fn go_on(meter: &Meter) -> Result<(), GenerateError> {
    meter.check().map_err(spent)
}

fn spent(why: Why) -> GenerateError {
    match why {
        Why::Interrupted => GenerateError::Interrupted,
        why => GenerateError::NotFound(format!("{why}: allow more, or ask for a smaller board or fewer missing clues")),
    }
}
