//! The engine against SAT and backtracking, and what it owes to budgets and observers.

use std::collections::BTreeSet;

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, Counters, End, Event, Observer, Silent, StopSignal, Value, Var, Why};
use pencilmark_puzzles::sudoku::{Candidates, Sudoku};
use pencilmark_puzzles::{Answer, EXACT, Grid, Kind as _, Spec};
use pencilmark_search::{Backtracking, Method as _, Run, Sat};

/// Boxes and how many puzzles with them.
const SHAPES: [((usize, usize), u64); 11] = [
    ((2, 2), 60),
    ((2, 3), 40),
    ((3, 2), 40),
    ((2, 4), 20),
    ((4, 2), 20),
    ((3, 3), 50),
    ((5, 2), 10),
    ((3, 4), 8),
    ((6, 2), 8),
    ((2, 7), 3),
    ((4, 4), 3),
];

/// A board with clues of all sorts around a solution; at times one of them is wrong, and there is no solution.
fn puzzle(shape: (usize, usize), seed: u64) -> Sudoku {
    let (rows, cols) = shape;
    let spec = Spec::default().with("box", format!("{rows}x{cols}")).with("missing", 0).several_ok();
    let full = Sudoku::generate(&spec, seed % 3, 0).expect("a supported shape");
    let side = full.side();
    let draw = |purpose: &[u64]| key(seed, purpose);
    // The larger the board, the more clues, so that counting ends.
    let clues = 25 + draw(&[0]) % 30 + 2 * side as u64;
    let mut cells = full.cells().clone();
    for place in 0..side * side {
        let cell = cells.cell(place);
        let draw = |purpose: u64| key(seed, &[1, place as u64, purpose]);
        if draw(0) % 100 >= clues {
            let others = (1..=side).filter(|&digit| draw(digit as u64) % 3 > 0).collect();
            cells[cell] = if draw(0) % 4 == 0 { cells[cell].union(others) } else { Candidates::all(side) };
        } else if draw(0) == 0 || (draw(1) % 150 == 0) {
            cells[cell] = Candidates::only(draw(2) as usize % side + 1);
        }
    }
    Sudoku::new(shape, cells).expect("digits in range")
}

fn puzzles() -> impl Iterator<Item = (String, Sudoku)> {
    let named = |shape, seed| (format!("boxes {shape:?}, seed {seed}"), puzzle(shape, seed));
    SHAPES.into_iter().flat_map(move |(shape, count)| (0..count).map(move |seed| named(shape, seed)))
}

fn set(solutions: &[Answer]) -> BTreeSet<Vec<i32>> {
    let set: BTreeSet<Vec<i32>> = solutions.iter().map(|answer| answer.things().to_vec()).collect();
    assert_eq!(set.len(), solutions.len(), "a solution twice");
    set
}

fn with_patience(run: Run) -> Run {
    let mut run = run;
    run.parameters.set(&EXACT, "patience", "1").expect("a parameter of the engine");
    run
}

#[test]
fn it_finds_the_solutions_that_sat_and_backtracking_find() {
    const LIMIT: usize = 50;
    let mut kinds = [0; 3];
    for (name, puzzle) in puzzles() {
        let lowered = puzzle.lower("cells");
        let run = Run::up_to(LIMIT);
        let ours = puzzle.exact(&run, &mut Silent);
        let solutions = set(&ours.solutions);
        kinds[solutions.len().min(2)] += 1;
        for answer in &ours.solutions {
            assert_eq!(puzzle.judge(answer), Ok(()), "{name}");
        }
        let mut others = vec![Sat::solve(&lowered.csp, &run, &mut Silent)];
        if puzzle.side() <= 9 {
            others.push(Backtracking::solve(&lowered.csp, &run, &mut Silent));
        }
        for other in others {
            let other = other.map(|assignment| lowered.reading.decode(&assignment));
            assert_eq!((ours.end, solutions.len()), (other.end, other.solutions.len()), "{name}");
            assert!(solutions.len() == LIMIT || solutions == set(&other.solutions), "{name}");
        }
        let handed = puzzle.exact(&with_patience(run), &mut Silent);
        assert_eq!((handed.end, handed.solutions.len()), (ours.end, ours.solutions.len()), "{name}");
        assert!(solutions.len() == LIMIT || solutions == set(&handed.solutions), "{name}");
    }
    assert!(kinds.iter().all(|&count| count > 20), "none, one, several: {kinds:?}");
}

#[test]
fn contradictory_clues_have_no_solution() {
    for shape in [(2, 2), (3, 3), (2, 5), (5, 5)] {
        let side = shape.0 * shape.1;
        let mut cells = Grid::filled(side, side, Candidates::all(side));
        let corners = [cells.cell(0), cells.cell(side - 1)];
        for clue in [Candidates::NONE, Candidates::only(1)] {
            for corner in corners {
                cells[corner] = clue;
            }
            let puzzle = Sudoku::new(shape, cells.clone()).expect("digits in range");
            let outcome = puzzle.exact(&Run::up_to(2), &mut Silent);
            assert_eq!((outcome.end, outcome.solutions.len()), (End::Exhausted, 0), "{shape:?} {clue}");
        }
    }
}

/// Follows a search and holds every event to those before it.
#[derive(Default)]
struct Follow {
    counters: Counters,
    decisions: Vec<(Var, Value)>,
    solutions: Vec<Vec<Value>>,
}

impl Observer for Follow {
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        match event {
            Event::Assign(var, value) => self.decisions.push((var, value)),
            Event::Backtrack(var) => assert_eq!(self.decisions.pop().map(|(var, _)| var), Some(var)),
            Event::Look(board) => {
                for &(var, value) in &self.decisions {
                    assert_eq!(board[var.index()], Some(value));
                }
            }
            Event::Solution(values) => {
                assert!(self.decisions.iter().all(|&(var, value)| values[var.index()] == value));
                self.solutions.push(values.to_vec());
            }
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

#[test]
fn what_it_tells_fits_together() {
    for (name, puzzle) in puzzles().filter(|(_, puzzle)| puzzle.side() < 15) {
        let mut follow = Follow::default();
        let outcome = puzzle.exact(&Run::up_to(20), &mut follow);
        let mut counters = Counters::default();
        assert_eq!(puzzle.exact(&Run::up_to(20), &mut counters).solutions, outcome.solutions, "{name}");
        assert_eq!(counters, follow.counters, "{name}: who watches must not matter");
        assert_eq!(counters.nodes, counters.assignments + 1, "{name}");
        assert_eq!(follow.decisions.is_empty(), outcome.end == End::Exhausted || counters.nodes == 1, "{name}");
        let told = follow.solutions.iter().map(|values| values.iter().map(|value| i32::from(value.0)).collect());
        assert_eq!(told.collect::<BTreeSet<Vec<i32>>>(), set(&outcome.solutions), "{name}");
    }
}

#[test]
fn budgets_and_signals_end_it() {
    for shape in [(3, 3), (4, 4), (2, 3)] {
        let side = shape.0 * shape.1;
        let empty = Sudoku::new(shape, Grid::filled(side, side, Candidates::all(side))).expect("digits in range");
        let stop = StopSignal::default();
        stop.raise();
        let cases = [
            (Budget { nodes: Some(10), ..Budget::default() }, Why::Nodes, 11),
            (Budget { checks: Some(500), ..Budget::default() }, Why::Checks, 500),
            (Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() }, Why::Time, 1),
            (Budget { stop, ..Budget::default() }, Why::Interrupted, 1),
        ];
        for (budget, why, most) in cases {
            let mut counters = Counters::default();
            let outcome = empty.exact(&Run { budget, ..Run::up_to(usize::MAX) }, &mut counters);
            assert_eq!(outcome.end, End::GaveUp(why), "{shape:?}");
            assert!(counters.nodes <= most, "{shape:?} {why:?}: {} nodes", counters.nodes);
        }
        let mut counters = Counters::default();
        let outcome = empty.exact(&with_patience(Run::up_to(3)), &mut counters);
        assert_eq!((outcome.end, outcome.solutions.len(), counters.hand_overs), (End::Limit, 3, 1), "{shape:?}");
    }
}

#[test]
fn large_and_empty_boards_are_filled() {
    for (shape, limit) in [((2, 2), 1000), ((2, 3), 1000), ((3, 3), 1000), ((4, 4), 100), ((2, 7), 10), ((5, 5), 1)] {
        let side = shape.0 * shape.1;
        let empty = Sudoku::new(shape, Grid::filled(side, side, Candidates::all(side))).expect("digits in range");
        let mut counters = Counters::default();
        let outcome = empty.exact(&Run::up_to(limit), &mut counters);
        assert_eq!(set(&outcome.solutions).len(), if side == 4 { 288 } else { limit }, "{shape:?}");
        assert!(outcome.solutions.iter().all(|answer| empty.judge(answer).is_ok()), "{shape:?}");
        assert_eq!(counters.hand_overs, 0, "{shape:?}");
    }
}
