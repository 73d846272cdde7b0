//! The engine of Hitori against the methods over constraints, and what it owes its caller.

use std::collections::HashSet;
use std::time::Duration;

use pencilmark_csp::random::stream;
use pencilmark_csp::{Budget, Counters, End, Event, Observer, Silent, Value, Why};
use pencilmark_puzzles::hitori::Hitori;
use pencilmark_puzzles::{Answer, EXACT, Grid, Kind as _, Spec};
use pencilmark_search::{Backtracking, Method as _, Run, Sat};
use rand::RngExt as _;

/// A board of random numbers up to `largest`; one cell in `blanks` has none.
fn random_board(seed: u64, rows: usize, cols: usize, largest: u16, blanks: u32) -> Hitori {
    let mut random = stream(seed, &[rows as u64, cols as u64, u64::from(largest)]);
    let numbers = (0..rows * cols)
        .map(|_| (random.random_range(0..blanks) > 0).then(|| random.random_range(1..=largest)))
        .collect();
    Hitori::new(Grid::new(rows, cols, numbers).expect("a rectangle")).expect("a puzzle")
}

fn filled(rows: usize, cols: usize, number: impl Fn(usize) -> Option<u16>) -> Hitori {
    let numbers = (0..rows * cols).map(number).collect();
    Hitori::new(Grid::new(rows, cols, numbers).expect("a rectangle")).expect("a puzzle")
}

fn patient(limit: usize, patience: &str) -> Run {
    let mut run = Run::up_to(limit);
    run.parameters.set(&EXACT, "patience", patience).expect("a parameter");
    run
}

/// Different answers, all accepted by the judge.
fn judged(puzzle: &Hitori, answers: &[Answer]) -> HashSet<Vec<i32>> {
    for answer in answers {
        assert_eq!(puzzle.judge(answer), Ok(()), "{puzzle:?}");
    }
    let set: HashSet<Vec<i32>> = answers.iter().map(|answer| answer.things().to_vec()).collect();
    assert_eq!(set.len(), answers.len(), "twice the same: {puzzle:?}");
    set
}

/// The engine, also with little patience, finds what another method finds.
fn check(puzzle: &Hitori, limit: usize, other: impl Fn(&Hitori, &Run) -> (HashSet<Vec<i32>>, End)) -> usize {
    let (expected, end) = other(puzzle, &Run::up_to(limit));
    for run in [Run::up_to(limit), patient(limit, "1"), patient(limit, "3")] {
        let outcome = puzzle.exact(&run, &mut Silent);
        assert_eq!(outcome.end, end, "{puzzle:?}");
        let found = judged(puzzle, &outcome.solutions);
        if end == End::Exhausted {
            assert_eq!(found, expected, "{puzzle:?}");
        } else {
            assert_eq!(found.len(), expected.len(), "{puzzle:?}");
        }
    }
    expected.len()
}

fn by_sat(puzzle: &Hitori, run: &Run) -> (HashSet<Vec<i32>>, End) {
    let lowered = puzzle.lower("cells");
    let outcome = Sat::solve(&lowered.csp, run, &mut Silent);
    let answers: Vec<Answer> = outcome.solutions.iter().map(|found| lowered.reading.decode(found)).collect();
    (judged(puzzle, &answers), outcome.end)
}

fn by_backtracking(puzzle: &Hitori, run: &Run) -> (HashSet<Vec<i32>>, End) {
    let lowered = puzzle.lower("cells");
    let outcome = Backtracking::solve(&lowered.csp, run, &mut Silent);
    let answers: Vec<Answer> = outcome.solutions.iter().map(|found| lowered.reading.decode(found)).collect();
    (judged(puzzle, &answers), outcome.end)
}

#[test]
fn it_finds_what_other_methods_find() {
    let shapes =
        [(1, 1), (1, 2), (2, 1), (1, 3), (1, 7), (6, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (5, 4), (5, 5)];
    let mut counts = HashSet::new();
    for (rows, cols) in shapes {
        for largest in [2, 4, 6, 9, 15, 40] {
            for seed in 0..4 {
                let puzzle = random_board(seed, rows, cols, largest, if seed % 2 == 0 { 6 } else { 1000 });
                counts.insert(check(&puzzle, 5000, by_backtracking));
            }
        }
    }
    assert!(counts.contains(&0) && counts.contains(&1) && counts.len() > 20, "too much alike: {counts:?}");
}

#[test]
fn it_agrees_with_sat_on_larger_boards() {
    let mut counts = HashSet::new();
    for (rows, cols, largest, limit) in [
        (6, 6, 12, 500),
        (6, 6, 15, 500),
        (7, 6, 18, 500),
        (8, 8, 24, 200),
        (9, 5, 18, 200),
        (3, 20, 40, 40),
        (12, 12, 48, 40),
        (16, 16, 80, 20),
    ] {
        for seed in 0..8 {
            counts.insert(check(&random_board(seed, rows, cols, largest, 1000), limit, by_sat));
        }
    }
    assert!(counts.contains(&0) && counts.contains(&500) && counts.len() > 8, "too much alike: {counts:?}");
}

#[test]
fn a_number_less_or_more_in_a_unique_puzzle() {
    let mut counts = HashSet::new();
    for index in 0..12 {
        let (rows, cols) = [(5, 5), (7, 6), (9, 9), (12, 10)][index as usize % 4];
        let puzzle = Hitori::generate(&Spec::sized(rows, cols), 3, index).expect("a puzzle");
        assert_eq!(check(&puzzle, 2, by_sat), 1);
        let mut random = stream(3, &[index]);
        for _ in 0..4 {
            let mut numbers = puzzle.numbers().clone();
            for _ in 0..2 {
                let (to, from) = (random.random_range(0..numbers.len()), random.random_range(0..numbers.len()));
                let (to, from) = (numbers.cell(to), numbers.cell(from));
                numbers[to] = if random.random_range(0..3) > 0 { numbers[from] } else { None };
            }
            counts.insert(check(&Hitori::new(numbers).expect("a puzzle"), 30, by_sat));
        }
    }
    assert!(counts.contains(&0) && counts.contains(&1) && counts.len() > 4, "too much alike: {counts:?}");
}

#[test]
fn boards_at_the_limits_end_as_they_should() {
    let different = |index: usize| Some(index as u16 + 1);
    let equal = |_: usize| Some(9999);
    for (puzzle, limit, count, end) in [
        (filled(1, 1, equal), 10, 2, End::Exhausted),
        (filled(1, 50, different), 10, 4, End::Exhausted),
        (filled(50, 1, |_| None), 10, 4, End::Exhausted),
        (filled(1, 50, equal), 10, 0, End::Exhausted),
        (filled(2, 2, equal), 10, 0, End::Exhausted),
        (filled(2, 50, |_| None), 1000, 1000, End::Limit),
        (filled(50, 50, different), 1000, 1000, End::Limit),
        (filled(50, 50, |_| None), 1, 1, End::Limit),
        (filled(50, 50, equal), 1000, 0, End::Exhausted),
        (filled(50, 50, |index| Some(1 + (index % 50 / 2 + index / 50) as u16)), 2, 0, End::Exhausted),
        (filled(4, 4, different), usize::MAX, 562, End::Exhausted),
        (filled(4, 4, different), 0, 0, End::Limit),
    ] {
        let mut counters = Counters::default();
        let outcome = puzzle.exact(&Run::up_to(limit), &mut counters);
        assert_eq!((outcome.solutions.len(), outcome.end), (count, end), "{:?}", puzzle.shape());
        assert_eq!(counters.hand_overs, 0, "{:?}", puzzle.shape());
        judged(&puzzle, &outcome.solutions);
    }
}

#[test]
fn budgets_and_the_stop_signal_are_obeyed() {
    let puzzle = filled(20, 20, |_| None);
    let with = |budget: Budget| puzzle.exact(&Run { budget, ..Run::up_to(1000) }, &mut Silent);
    let nodes = with(Budget { nodes: Some(500), ..Budget::default() });
    assert_eq!(nodes.end, End::GaveUp(Why::Nodes));
    assert!(!nodes.solutions.is_empty());
    judged(&puzzle, &nodes.solutions);
    let time = with(Budget { time: Some(Duration::ZERO), ..Budget::default() });
    assert_eq!((time.solutions.len(), time.end), (0, End::GaveUp(Why::Time)));
    let stopped = Budget::default();
    stopped.stop.raise();
    assert_eq!(with(stopped).end, End::GaveUp(Why::Interrupted));
    let probed = random_board(1, 30, 30, 150, 1000);
    let run = Run { budget: Budget { checks: Some(3), ..Budget::default() }, ..Run::up_to(2) };
    assert_eq!(probed.exact(&run, &mut Silent).end, End::GaveUp(Why::Checks));
}

/// Follows the decisions and holds every board to them.
#[derive(Default)]
struct Follower {
    wants_boards: bool,
    decided: Vec<(usize, Value)>,
    looks: u64,
    solutions: u64,
    counters: Counters,
}

impl Observer for Follower {
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        match event {
            Event::Assign(var, value) => {
                assert!(self.decided.iter().all(|&(other, _)| other != var.index()), "decided twice");
                self.decided.push((var.index(), value));
            }
            Event::Backtrack(var) => assert_eq!(self.decided.pop().map(|(last, _)| last), Some(var.index())),
            Event::Look(board) => {
                self.looks += 1;
                assert!(self.decided.iter().all(|&(var, value)| board[var] == Some(value)));
            }
            Event::Solution(values) => {
                self.solutions += 1;
                assert!(self.decided.iter().all(|&(var, value)| values[var] == value));
            }
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        self.wants_boards
    }
}

#[test]
fn a_search_can_be_followed() {
    let puzzle = random_board(5, 6, 6, 14, 1000);
    let follow = |wants_boards| {
        let mut follower = Follower { wants_boards, ..Follower::default() };
        let outcome = puzzle.exact(&Run::up_to(usize::MAX), &mut follower);
        assert_eq!(outcome.end, End::Exhausted);
        assert_eq!(follower.solutions, outcome.solutions.len() as u64);
        assert!(follower.decided.is_empty());
        follower
    };
    let (shown, blind) = (follow(true), follow(false));
    assert!(shown.solutions > 1 && shown.looks > shown.solutions && blind.looks == 0);
    assert_eq!(shown.counters, blind.counters);
    assert_eq!(shown.counters.nodes, shown.counters.assignments + 1);
    assert_eq!(shown.counters.assignments, shown.counters.backtracks);
}
