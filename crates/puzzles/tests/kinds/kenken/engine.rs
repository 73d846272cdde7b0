//! The parts of the engine against plain enumeration, and the engine against SAT.

use std::collections::BTreeSet;

use pencilmark_csp::random::stream;
use pencilmark_csp::rule::Operator;
use pencilmark_csp::{Budget, Counters, End, Event, Observer, Outcome, Silent, StopSignal, Var, Why};
use pencilmark_puzzles::inside::kenken::{
    ALONE, Geometry, Lister, Partial, Shape, Spot, State, WIDTH, all_different, cell_of, makes, singles, square, target,
};
use pencilmark_puzzles::kenken::{Cage, KenKen};
use pencilmark_puzzles::{Answer, Cell, EXACT, Grid, Kind as _};
use pencilmark_search::{Method as _, Run, Sat};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::FOUR;

/// A connected piece of a board, in reading order.
fn piece(size: usize, cells: usize, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let board = Grid::filled(size, size, ());
    let mut piece = vec![Cell { row: random.random_range(0..size), col: random.random_range(0..size) }];
    while piece.len() < cells {
        let from = piece[random.random_range(0..piece.len())];
        let beside: Vec<Cell> = board.beside(from).filter(|cell| !piece.contains(cell)).collect();
        if !beside.is_empty() {
            piece.push(beside[random.random_range(0..beside.len())]);
        }
    }
    piece.sort_unstable();
    piece
}

/// A board cut into pieces of up to `largest` cells.
fn pieces(size: usize, largest: usize, random: &mut ChaCha8Rng) -> Vec<Vec<Cell>> {
    let mut free = Grid::filled(size, size, true);
    let mut order: Vec<Cell> = free.cells().collect();
    order.shuffle(random);
    let mut pieces = Vec::new();
    for first in order {
        if !free[first] {
            continue;
        }
        free[first] = false;
        let mut piece = vec![first];
        let wanted = random.random_range(1..=largest);
        while piece.len() < wanted {
            let beside = piece.iter().flat_map(|&cell| free.beside(cell)).find(|&cell| free[cell]);
            let Some(next) = beside else { break };
            free[next] = false;
            piece.push(next);
        }
        pieces.push(piece);
    }
    pieces
}

/// A puzzle whose cages are of any size; most have a solution, targets of the others are off by a little.
fn puzzle(size: usize, largest: usize, seed: u64) -> KenKen {
    let mut random = stream(seed, &[size as u64, largest as u64]);
    let square = square(size, &mut random);
    let wrong = random.random_bool(0.2);
    let cages = pieces(size, largest, &mut random).into_iter().map(|cells| {
        let numbers: Vec<u64> = cells.iter().map(|&cell| u64::from(square[cell].unsigned_abs())).collect();
        let fitting: Vec<(Operator, u64)> =
            FOUR.iter().filter_map(|&operator| Some((operator, target(operator, &numbers)?))).collect();
        let (mut operator, mut target) = fitting[random.random_range(0..fitting.len())];
        if random.random_bool(0.2) {
            operator = Operator::Any;
        }
        if wrong && random.random_bool(0.1) {
            target += random.random_range(0..3);
        }
        Cage { operator, target: target.min(KenKen::LARGEST_TARGET), cells }
    });
    KenKen::new(size, cages.collect()).unwrap()
}

fn by_sat(puzzle: &KenKen, run: &Run) -> Outcome<Answer> {
    let lowered = puzzle.lower("cells");
    Sat::solve(&lowered.csp, run, &mut Silent).map(|assignment| lowered.reading.decode(&assignment))
}

/// The engine finds what SAT finds, each once.
fn agrees(puzzle: &KenKen, run: &Run) -> usize {
    let sat = by_sat(puzzle, run);
    let ours = puzzle.exact(run, &mut Silent);
    let set = |outcome: &Outcome<Answer>| -> BTreeSet<Vec<i32>> {
        outcome.solutions.iter().map(|answer| answer.things().to_vec()).collect()
    };
    assert_eq!(set(&ours).len(), ours.solutions.len(), "{puzzle:?}");
    assert_eq!(ours.solutions.len(), sat.solutions.len(), "{puzzle:?}");
    assert_eq!(ours.end, sat.end, "{puzzle:?}");
    if sat.exhausted() {
        assert_eq!(set(&ours), set(&sat), "{puzzle:?}");
    }
    for answer in &ours.solutions {
        assert_eq!(puzzle.judge(answer), Ok(()));
    }
    ours.solutions.len()
}

#[test]
fn finds_what_sat_finds() {
    let mut counts = [0; 3]; // no solution, one, several
    for (size, largest, seeds, limit) in [
        (3, 9, 60, 20),
        (4, 4, 80, 30),
        (4, 16, 40, 30),
        (5, 4, 60, 50),
        (5, 12, 30, 20),
        (6, 4, 40, 50),
        (6, 20, 8, 5),
        (7, 3, 20, 30),
        (9, 3, 10, 5),
        (10, 2, 10, 5),
        (12, 3, 4, 2),
        (16, 2, 3, 2),
    ] {
        for seed in 0..seeds {
            counts[agrees(&puzzle(size, largest, seed), &Run::up_to(limit)).min(2)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn a_cage_may_be_the_whole_board() {
    for (size, operator, target, expected) in [
        (3, Operator::Add, 18, 12),
        (4, Operator::Add, 40, 30),
        (4, Operator::Add, 41, 0),
        (4, Operator::Multiply, 331_776, 30),
        (4, Operator::Multiply, 331_777, 0),
        (4, Operator::Any, 40, 30),
        (4, Operator::Subtract, 1, 0),
        (9, Operator::Add, 405, 30),
        (9, Operator::Add, 404, 0),
        (16, Operator::Add, 2176, 30),
        (16, Operator::Add, 2175, 0),
        (16, Operator::Multiply, KenKen::LARGEST_TARGET, 0),
        (16, Operator::Any, 2176, 30),
    ] {
        let cells = Grid::filled(size, size, ()).cells().collect();
        let puzzle = KenKen::new(size, vec![Cage { operator, target, cells }]).unwrap();
        let outcome = puzzle.exact(&Run::up_to(30), &mut Silent);
        assert_eq!(outcome.solutions.len(), expected, "{size} {operator:?} {target}");
        assert_eq!(outcome.exhausted(), expected < 30);
        assert!(outcome.solutions.iter().all(|answer| puzzle.judge(answer).is_ok()));
    }
}

#[test]
fn all_squares_of_a_size_are_found_once() {
    // Every cell but one in a cage of its row: nothing is asked but a Latin square.
    let cages = (0..4).map(|row| Cage {
        operator: Operator::Add,
        target: 10,
        cells: (0..4).map(|col| Cell { row, col }).collect(),
    });
    let puzzle = KenKen::new(4, cages.collect()).unwrap();
    let outcome = puzzle.exact(&Run::up_to(usize::MAX), &mut Silent);
    let different: BTreeSet<&[i32]> = outcome.solutions.iter().map(Grid::things).collect();
    assert_eq!((outcome.solutions.len(), different.len(), outcome.end), (576, 576, End::Exhausted));
}

#[test]
fn sat_takes_over_when_patience_ends() {
    let mut run = Run::up_to(40);
    run.parameters.set(&EXACT, "patience", "1").unwrap();
    let mut handed = 0;
    for seed in 0..30 {
        let puzzle = puzzle(5, 4, seed);
        agrees(&puzzle, &run);
        let mut counters = Counters::default();
        puzzle.exact(&run, &mut counters);
        handed += counters.hand_overs;
    }
    assert!(handed > 5, "{handed}");
}

#[test]
fn budgets_and_signals_are_obeyed() {
    let puzzle = puzzle(9, 9, 1);
    for nodes in [0, 1, 3] {
        let run = Run { budget: Budget { nodes: Some(nodes), ..Budget::default() }, ..Run::up_to(1_000) };
        let mut counters = Counters::default();
        let outcome = puzzle.exact(&run, &mut counters);
        assert_eq!(outcome.end, End::GaveUp(Why::Nodes));
        assert!(counters.nodes <= nodes + 1);
    }
    let run = Run { budget: Budget { checks: Some(5), ..Budget::default() }, ..Run::up_to(1_000) };
    assert_eq!(puzzle.exact(&run, &mut Silent).end, End::GaveUp(Why::Checks));
    let stop = StopSignal::default();
    stop.raise();
    let run = Run { budget: Budget { stop, ..Budget::default() }, ..Run::up_to(1_000) };
    assert_eq!(puzzle.exact(&run, &mut Silent).end, End::GaveUp(Why::Interrupted));
}

/// Follows the decisions.
#[derive(Default)]
struct Follower {
    made: Vec<(Var, u16)>,
    counters: Counters,
    boards: bool,
}

impl Observer for Follower {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Assign(var, value) => self.made.push((var, value.0)),
            Event::Backtrack(var) => assert_eq!(self.made.pop().map(|(made, _)| made), Some(var)),
            Event::Look(board) => {
                for &(var, value) in &self.made {
                    assert_eq!(board[var.index()].map(|value| value.0), Some(value));
                }
            }
            Event::Solution(values) => {
                for &(var, value) in &self.made {
                    assert_eq!(values[var.index()].0, value);
                }
            }
            _ => {}
        }
        self.counters.see(event);
    }

    fn wants_boards(&self) -> bool {
        self.boards
    }
}

#[test]
fn decisions_can_be_followed() {
    for seed in 0..20 {
        let puzzle = puzzle(6, 6, seed);
        let mut quiet = Follower::default();
        let mut curious = Follower { boards: true, ..Follower::default() };
        let outcome = puzzle.exact(&Run::up_to(100), &mut quiet);
        assert_eq!(outcome.solutions, puzzle.exact(&Run::up_to(100), &mut curious).solutions);
        assert_eq!(quiet.counters.rows(), curious.counters.rows());
        if outcome.exhausted() {
            assert!(quiet.made.is_empty());
            assert_eq!(quiet.counters.nodes, quiet.counters.assignments + 1);
        }
    }
}

/// A mark for every number.
fn full(size: usize) -> u16 {
    u16::MAX >> (WIDTH - size)
}

/// A state with random marks; no cell is empty.
fn scribbled(size: usize, random: &mut ChaCha8Rng) -> (Geometry, State) {
    let geometry = Geometry { size, full: full(size), owner: [ALONE; WIDTH * WIDTH] };
    let mut state = State::new(&geometry, 1);
    for cell in Grid::filled(size, size, ()).cells() {
        let marks = &mut state.marks[cell.row * WIDTH + cell.col];
        let some = random.random_range(1..=u32::from(geometry.full)) as u16 | 1 << random.random_range(0..size);
        *marks = if random.random_bool(0.3) { *marks } else { some };
    }
    (geometry, state)
}

/// Calls `act` with every choice of a mark in each of some cells.
fn choices(marks: &[u16], numbers: &mut Vec<u64>, act: &mut impl FnMut(&[u64])) {
    let Some(&here) = marks.get(numbers.len()) else { return act(numbers) };
    for number in (1..=16).filter(|number| here >> (number - 1) & 1 == 1) {
        numbers.push(number);
        choices(marks, numbers, act);
        numbers.pop();
    }
}

#[test]
fn fillings_and_sums_are_those_of_the_rules() {
    let (mut some, mut partly) = (0, 0);
    for seed in 0..600 {
        let mut random = stream(seed, &[7]);
        let size = random.random_range(3..=9);
        let cells = piece(size, random.random_range(2..=if size > 6 { 4 } else { 5 }), &mut random);
        let (_, state) = scribbled(size, &mut random);
        let square = square(size, &mut random);
        let numbers: Vec<u64> = cells.iter().map(|&cell| u64::from(square[cell].unsigned_abs())).collect();
        let operator = [FOUR[0], FOUR[1], FOUR[2], FOUR[3], Operator::Any][random.random_range(0..5)];
        let made = target(if operator == Operator::Any { Operator::Add } else { operator }, &numbers);
        let cage = Cage { operator, target: made.unwrap_or_else(|| random.random_range(0..30)), cells };
        let shape = Shape::new(&cage, size);
        let marks: Vec<u16> = shape.cells.iter().map(|&cell| state.marks[cell as usize]).collect();
        let (mut expected, mut loose) = (BTreeSet::new(), vec![0u16; marks.len()]);
        choices(&marks, &mut Vec::new(), &mut |numbers| {
            if !makes(cage.operator, cage.target, numbers) {
                return;
            }
            for (loose, number) in loose.iter_mut().zip(numbers) {
                *loose |= 1 << (number - 1);
            }
            let clash = |a: usize, b: usize| {
                let (one, two) = (cage.cells[a], cage.cells[b]);
                numbers[a] == numbers[b] && (one.row == two.row || one.col == two.col)
            };
            if !(0..numbers.len()).any(|b| (0..b).any(|a| clash(a, b))) {
                expected.insert(numbers.to_vec());
            }
        });
        let mut found = Vec::new();
        assert!(Lister::new(&shape, &state.marks, &mut found, u32::MAX).list());
        let read = |spot: &Spot, cells: &[u64]| {
            let bits = (cells[spot.plane as usize] >> spot.shift) as u16 & full(size);
            assert_eq!(bits.count_ones(), 1);
            u64::from(bits.trailing_zeros()) + 1
        };
        let listed: BTreeSet<Vec<u64>> =
            found.iter().map(|filling| shape.spots.iter().map(|spot| read(spot, &filling.cells)).collect()).collect();
        assert_eq!(listed, expected, "{cage:?}");
        some += usize::from(!expected.is_empty());
        let partial = match operator {
            Operator::Add => Partial::sum(&shape, size),
            Operator::Multiply => Partial::product(&shape, size),
            _ => None,
        };
        if let Some(partial) = partial {
            let mut supported = vec![0; marks.len()];
            partial.support(&shape, &state, &mut Vec::new(), &mut supported);
            // A line that lies wholly in the cage counts as filled, so less is left of the other cells.
            let whole = |line: usize| (0..size).all(|place| shape.cells.contains(&(cell_of(line, place) as u8)));
            if (0..size).any(|line| whole(line) || whole(WIDTH + line)) {
                for numbers in &expected {
                    assert!(
                        numbers.iter().zip(&supported).all(|(number, supported)| supported >> (number - 1) & 1 == 1)
                    );
                }
            } else {
                assert_eq!(supported, loose, "{cage:?}");
                partly += usize::from(loose[0] != 0);
            }
        }
    }
    assert!(some > 150 && partly > 50, "{some} {partly}");
}

#[test]
fn lines_keep_what_some_filling_uses() {
    let mut open = 0;
    for seed in 0..400 {
        let mut random = stream(seed, &[8]);
        let size = random.random_range(3..=6);
        let (geometry, state) = scribbled(size, &mut random);
        let line = if random.random_bool(0.5) { random.random_range(0..size) } else { WIDTH };
        let marks: Vec<u16> = (0..size).map(|place| state.marks[cell_of(line, place)]).collect();
        let mut expected = vec![0u16; size];
        choices(&marks, &mut Vec::new(), &mut |numbers| {
            if numbers.iter().collect::<BTreeSet<_>>().len() == size {
                for (expected, number) in expected.iter_mut().zip(numbers) {
                    *expected |= 1 << (number - 1);
                }
            }
        });
        let possible = expected.iter().all(|&marks| marks != 0);
        let mut matched = state.clone();
        assert_eq!(all_different(&mut matched, &geometry, line, &mut [0; WIDTH]), possible);
        let mut single = state.clone();
        let kept = singles(&mut single, &geometry, line);
        assert!(kept || !possible);
        if possible {
            open += 1;
            for (place, &expected) in expected.iter().enumerate() {
                let cell = cell_of(line, place);
                assert_eq!(matched.marks[cell], expected);
                assert_eq!(single.marks[cell] & expected, expected);
            }
        }
    }
    assert!(open > 100, "{open}");
}
