//! Makes puzzles: fill a board at random, then take clues away while the solution stays unique.
//!
//! A clue can be spared exactly when the puzzle without it has no solution with another digit there. On a large board singles
//! alone often decide that, and the engine is asked only when they are stuck.

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, End, Meter, Silent, Why};
use pencilmark_search::Run;

use crate::{GenerateError, Grid, Spec};

use super::engine::{Layout, exact_on, fill as fill_any, fill_nine, marks};
use super::nine::Solver;
use super::singles::{Singles, Units};
use super::{Candidates, Sudoku, shape};

/// The share of clues left out when nobody says.
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
    let share = spec.missing.unwrap_or(USUAL_SHARE);
    let wanted = if spec.minimal { total } else { (share * total as f64).round() as usize };
    let attempts = (ATTEMPTS * 81 / total).clamp(3, ATTEMPTS) as u64;
    let meter = spec.budget.start();
    let mut engine = Engine::of(&blank);
    let mut most = 0;
    for attempt in 0..attempts {
        let full = fill(&blank, &engine, seed, [index, attempt], &meter)?;
        let places = order(total, seed, [index, attempt]);
        let (puzzle, left_out) = if spec.several_ok {
            (leave_out(full, &places[..wanted]), wanted)
        } else {
            let mut dig = Dig { puzzle: full, engine: &mut engine, meter: &meter, minimal: spec.minimal, blanks: 0 };
            dig.run(wanted, spec.minimal || spec.missing.is_some(), places)?;
            (dig.puzzle, dig.blanks)
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
        return refuse(
            "Sudoku has no stars and no steps; what applies is --size, --box, --missing, --minimal and --several-ok",
        );
    }
    if spec.missing.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        return refuse("the share of clues to leave out goes from 0 to 1, such as 0.6");
    }
    if spec.minimal && spec.missing.is_some() {
        return refuse("`minimal` leaves out every clue that can be spared: give it or a share, not both");
    }
    if spec.minimal && spec.several_ok {
        return refuse("a minimal puzzle has one solution: choose either --minimal or --several-ok");
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
    Err(GenerateError::NotFound("a board could not be filled: try another seed".to_owned()))
}

/// Cells in random order.
fn order(cells: usize, seed: u64, [index, attempt]: [u64; 2]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..cells).collect();
    places.sort_by_cached_key(|&place| key(seed, &[DIG, index, attempt, place as u64]));
    places
}

/// Blanks these cells, come what may.
fn leave_out(mut puzzle: Sudoku, places: &[usize]) -> Sudoku {
    let all = Candidates::all(puzzle.side());
    for &place in places {
        let cell = puzzle.cells.cell(place);
        puzzle.cells[cell] = all;
    }
    puzzle
}

/// Whoever says that a puzzle has no solution.
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
    /// Blanks cells that can be spared until so many are blank. One round is enough: a clue that cannot be spared now
    /// cannot be spared with fewer others. On a large board the search waits until singles have done what they can,
    /// and is not asked at all unless somebody insists.
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

#[cfg(test)]
mod tests {
    use pencilmark_csp::{Budget, Silent, StopSignal, Verdict};
    use pencilmark_search::Run;

    use super::super::{Candidates, Sudoku};
    use crate::{Hints, Kind as _, Spec};

    #[test]
    fn generated_puzzles_are_unique_and_replay() {
        let sizes = [(4, 4), (6, 4), (8, 2), (9, 4), (12, 2), (16, 1)];
        for (side, puzzles) in sizes {
            let spec = Spec { size: Some((side, side)), ..Spec::default() };
            let mut seen = Vec::new();
            for index in 0..puzzles {
                let puzzle = Sudoku::generate(&spec, 11, index).expect("a puzzle");
                assert_eq!(Sudoku::generate(&spec, 11, index).as_ref(), Ok(&puzzle));
                assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
                let blanks = puzzle.cells.things().iter().filter(|cell| cell.single().is_none()).count();
                assert!((0.5..0.6).contains(&(blanks as f64 / (side * side) as f64)), "{side}: {blanks}");
                assert!(!seen.contains(&puzzle));
                seen.push(puzzle);
            }
        }
    }

    #[test]
    fn a_minimal_puzzle_needs_every_clue() {
        for side in [4, 6, 9] {
            let spec = Spec { size: Some((side, side)), minimal: true, ..Spec::default() };
            let puzzle = Sudoku::generate(&spec, 5, 0).expect("a puzzle");
            assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
            for cell in puzzle.cells.cells().filter(|&cell| puzzle.cells[cell].single().is_some()) {
                let mut poorer = puzzle.clone();
                poorer.cells[cell] = Candidates::all(side);
                assert_eq!(poorer.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Several, "{cell}");
            }
        }
    }

    #[test]
    fn shares_boxes_and_large_boards_are_served() {
        let count = |puzzle: &Sudoku| puzzle.cells.things().iter().filter(|cell| cell.single().is_none()).count();
        let nine = Spec { missing: Some(0.65), ..Spec::default() };
        assert_eq!(Sudoku::generate(&nine, 1, 0).map(|puzzle| count(&puzzle)), Ok(53));
        let odd = Spec { hints: Hints { box_shape: Some((4, 2)), ..Hints::default() }, ..Spec::default() };
        assert_eq!(Sudoku::generate(&odd, 1, 0).map(|puzzle| puzzle.box_shape()), Ok((4, 2)));
        let loose = Spec { size: Some((25, 25)), several_ok: true, missing: Some(0.8), ..Spec::default() };
        assert_eq!(Sudoku::generate(&loose, 1, 0).map(|puzzle| count(&puzzle)), Ok(500));
        let all = Spec { missing: Some(1.0), several_ok: true, ..Spec::default() };
        assert_eq!(Sudoku::generate(&all, 1, 0).map(|puzzle| count(&puzzle)), Ok(81));
    }

    #[test]
    fn the_generator_refuses_what_makes_no_sense() {
        let spec = Spec::default;
        let hints = |box_shape| Hints { box_shape, ..Hints::default() };
        let stars = Hints { stars: Some(2), ..Hints::default() };
        let stop = StopSignal::default();
        stop.raise();
        let no_time = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
        let cases = [
            (
                Spec { size: Some((9, 8)), ..spec() },
                "the board has 9 rows and 8 columns: make it a square; write `.` for an empty cell",
            ),
            (
                Spec { size: Some((14, 14)), ..spec() },
                "a board of 14 x 14 cells has no usual shape of boxes: say the rows and columns of a box, --box RxC: 2x7 or 7x2",
            ),
            (
                Spec { size: Some((9, 9)), hints: hints(Some((2, 3))), ..spec() },
                "boxes of 2 rows and 3 columns do not fit a board of 9 x 9 cells: say the rows and columns of a box, --box RxC: 3x3",
            ),
            (
                Spec { hints: stars, ..spec() },
                "Sudoku has no stars and no steps; what applies is --size, --box, --missing, --minimal and --several-ok",
            ),
            (
                Spec { missing: Some(f64::NAN), ..spec() },
                "the share of clues to leave out goes from 0 to 1, such as 0.6",
            ),
            (
                Spec { missing: Some(0.5), minimal: true, ..spec() },
                "`minimal` leaves out every clue that can be spared: give it or a share, not both",
            ),
            (
                Spec { several_ok: true, minimal: true, ..spec() },
                "a minimal puzzle has one solution: choose either --minimal or --several-ok",
            ),
            (
                Spec { size: Some((4, 4)), missing: Some(0.9), ..spec() },
                "no such puzzle was found: of 100 boards, none allowed to leave out 14 of 16 clues; the most was 12, a share of 0.75: ask for less, or try another seed",
            ),
            (Spec { budget: Budget { stop, ..Budget::default() }, ..spec() }, "interrupted"),
            (
                Spec { budget: no_time, ..spec() },
                "no such puzzle was found: the time limit was reached; allow more, or ask for a smaller board or fewer missing clues",
            ),
        ];
        for (spec, expected) in cases {
            assert_eq!(Sudoku::generate(&spec, 1, 0).expect_err(expected).to_string(), expected);
        }
    }
}
