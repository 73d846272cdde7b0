//! Makes puzzles: fill a board at random, then take clues away while the solution stays unique.
//!
//! A clue can be spared exactly when the puzzle without it has no solution with another digit there. On a large board singles
//! alone often decide that, and the engine is asked only when they are stuck.

pub(super) mod singles;

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, End, Meter, Silent, Why};
use pencilmark_search::Run;

use crate::{GenerateError, Grid, Remedy, Settings, Spec};

use super::engine::{Layout, exact_on, fill as fill_any, fill_nine, marks};
use super::nine::Solver;
use super::parts::{BOX, resolve_shape};
use super::{Candidates, Sudoku};
use singles::{Singles, Units};

/// The share of clues left out by default.
const USUAL_SHARE: f64 = 0.57;
/// Boards tried before giving up on a share, on 9 x 9; fewer on larger boards, which take longer.
const ATTEMPTS: usize = 100;
/// Nodes after which filling a board starts again with other random values.
const FILL_NODES: u64 = 2_000;
/// How often it may start again.
const RESTARTS: u64 = 100;
/// Nodes after which a clue stays, where not every spare clue must go. Nodes, not time: the same on every machine.
const SPARE_NODES: u64 = 3_000;

/// The largest side at which every clue may be put to the search.
const LARGE: usize = 16;

// The purposes of random keys.
const FILL: u64 = 1;
const DIG: u64 = 2;

pub(super) fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Sudoku, GenerateError> {
    let blank = blank_board(spec)?;
    let total = blank.cells.len();
    let share = spec.missing().unwrap_or(USUAL_SHARE);
    let wanted = if spec.is_minimal() { total } else { (share * total as f64).round() as usize };
    let attempts = (ATTEMPTS * 81 / total).clamp(3, ATTEMPTS) as u64;
    let meter = spec.budget.start();
    let mut engine = Engine::of(&blank);
    let mut most = 0;
    for attempt in 0..attempts {
        let full = fill(&blank, &engine, seed, [index, attempt], &meter)?;
        let places = order(total, seed, [index, attempt]);
        let (puzzle, left_out) = if spec.is_unique() {
            let minimal = spec.is_minimal();
            let mut dig = Dig { puzzle: full, engine: &mut engine, meter: &meter, minimal, blanks: 0 };
            dig.run(wanted, minimal || spec.missing().is_some(), places)?;
            (dig.puzzle, dig.blanks)
        } else {
            (leave_out(full, &places[..wanted]), wanted)
        };
        // Without a share asked for, what one board allows is good enough.
        if left_out >= wanted || spec.missing().is_none() {
            return Ok(puzzle);
        }
        most = most.max(left_out);
    }
    let share = (most as f64 / total as f64 * 100.0).floor() / 100.0;
    let what = format!(
        "none of {attempts} boards allowed {wanted} of {total} clues to be left out; the most was {most}, a share of {share:.2}"
    );
    let remedy = Remedy::new("ask for less, or try another seed").or_set_to(Settings::MISSING, format!("{share:.2}"));
    Err(GenerateError::not_found(what, remedy))
}

/// The board to fill, if the request makes sense.
fn blank_board(spec: &Spec) -> Result<Sudoku, GenerateError> {
    spec.check_minimal()?;
    let asked = spec.settings.size(BOX).map(|(rows, cols)| rows.saturating_mul(cols));
    let (rows, cols) = spec.size().unwrap_or_else(|| asked.map_or((9, 9), |side| (side, side)));
    let built = if rows == cols {
        resolve_shape(rows, None, &spec.settings)
            .and_then(|shape| Sudoku::new(shape, Grid::filled(rows, rows, Candidates::all(rows))))
    } else {
        Err(super::ShapeError::NotSquare { rows, cols })
    };
    built.map_err(|error| GenerateError::spec(error.to_string(), error.remedy()))
}

/// A board full of givens: a random solution of the blank board.
fn fill(
    blank: &Sudoku,
    engine: &Engine,
    seed: u64,
    [index, attempt]: [u64; 2],
    meter: &Meter,
) -> Result<Sudoku, GenerateError> {
    for restart in 0..RESTARTS {
        go_on(meter)?;
        let seed = key(seed, &[FILL, index, attempt, restart]);
        let filled = match engine {
            Engine::Nine(_) => fill_nine(seed, FILL_NODES),
            Engine::Any(layout) | Engine::Large(_, layout) => {
                fill_any(layout, blank, seed, Budget { nodes: Some(FILL_NODES), ..meter.rest() })
            }
        };
        if let Some(answer) = filled {
            let digits = answer.things().iter().map(|&digit| Candidates::only(digit as usize)).collect();
            if let Some(cells) = Grid::new(blank.side(), blank.side(), digits) {
                return Ok(Sudoku { cells, ..blank.clone() });
            }
        }
    }
    Err(GenerateError::not_found("a board could not be filled", "try another seed"))
}

/// Cells in random order.
fn order(cells: usize, seed: u64, [index, attempt]: [u64; 2]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..cells).collect();
    places.sort_by_cached_key(|&place| key(seed, &[DIG, index, attempt, place as u64]));
    places
}

/// Blanks these cells without any check.
fn leave_out(mut puzzle: Sudoku, places: &[usize]) -> Sudoku {
    let all = Candidates::all(puzzle.side());
    for &place in places {
        let cell = puzzle.cells.cell(place);
        puzzle.cells[cell] = all;
    }
    puzzle
}

/// What decides whether a puzzle has no solution.
enum Engine {
    /// On the usual board.
    Nine(Solver),
    /// On others up to [`LARGE`].
    Any(Layout),
    /// On large ones.
    Large(Units, Layout),
}

impl Engine {
    fn of(blank: &Sudoku) -> Self {
        match blank.box_shape() {
            (3, 3) => Self::Nine(Solver::default()),
            _ if blank.side() > LARGE => Self::Large(Units::of(blank), Layout::of(blank)),
            _ => Self::Any(Layout::of(blank)),
        }
    }
}

/// A board from which clues are being taken.
struct Dig<'a> {
    puzzle: Sudoku,
    engine: &'a mut Engine,
    meter: &'a Meter,
    minimal: bool,
    blanks: usize,
}

impl Dig<'_> {
    /// Blanks cells that can be spared until enough are blank. One round is enough: a clue that cannot be spared now
    /// cannot be spared with fewer others. On a large board the search waits until singles have done what they can,
    /// and is not asked at all unless the puzzle must be minimal.
    fn run(&mut self, wanted: usize, insist: bool, places: Vec<usize>) -> Result<(), GenerateError> {
        let large = matches!(self.engine, Engine::Large(..));
        let mut put_off = Vec::new();
        for place in places {
            if self.blanks >= wanted {
                return Ok(());
            }
            if !self.spare(place, !large)? {
                put_off.push(place);
            }
        }
        for place in put_off.into_iter().filter(|_| large && insist) {
            if self.blanks >= wanted {
                return Ok(());
            }
            self.spare(place, true)?;
        }
        Ok(())
    }

    /// Blanks a cell if its clue can be spared; false if it stays.
    fn spare(&mut self, place: usize, search: bool) -> Result<bool, GenerateError> {
        go_on(self.meter)?;
        let all = Candidates::all(self.puzzle.side());
        let cell = self.puzzle.cells.cell(place);
        let clue = self.puzzle.cells[cell];
        self.puzzle.cells[cell] = all.without(clue);
        let minimal = self.minimal;
        let spare = match &mut *self.engine {
            Engine::Nine(solver) => solver.solve_marks(&marks(&self.puzzle), 1).solutions == 0,
            Engine::Any(layout) => is_refuted(&self.puzzle, layout, minimal, self.meter)?,
            Engine::Large(units, layout) => match units.apply(&mut self.puzzle.cells.things().to_vec()) {
                Singles::Refuted => true,
                Singles::Solved => false,
                Singles::Stuck => search && is_refuted(&self.puzzle, layout, minimal, self.meter)?,
            },
        };
        self.puzzle.cells[cell] = if spare { all } else { clue };
        self.blanks += usize::from(spare);
        Ok(spare)
    }
}

/// Whether there is no solution; if not all spare clues must go, an answer that takes too long counts as no.
fn is_refuted(puzzle: &Sudoku, layout: &Layout, minimal: bool, meter: &Meter) -> Result<bool, GenerateError> {
    let mut budget = meter.rest();
    if !minimal {
        budget.nodes = Some(SPARE_NODES);
    }
    let outcome = exact_on(layout, puzzle, &Run { budget, ..Run::up_to(1) }, &mut Silent);
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
    GenerateError::spent(why, "allow more, or ask for a smaller board or fewer missing clues")
}
