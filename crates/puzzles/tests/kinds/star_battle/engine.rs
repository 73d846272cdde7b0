//! The kind's own engine: the same solutions as SAT on any board, what it pays, and what it tells.

use std::collections::HashSet;

use pencilmark_csp::random::stream;
use pencilmark_csp::{Budget, End, Event, Observer, Tally, Value, Var, Why};
use pencilmark_puzzles::inside::star_battle::{Geometry, ROWS, State, Unions, filter_strip};
use pencilmark_puzzles::{Cell, EXACT};
use pencilmark_search::{Method as _, Sat};
use rand::RngExt as _;

use super::*;

/// The solutions as a set; none of them comes twice, and the judge accepts each.
fn found(puzzle: &StarBattle, run: &Run) -> (HashSet<Vec<i32>>, End) {
    let outcome = puzzle.exact(run, &mut Silent);
    assert!(outcome.solutions.iter().all(|solution| puzzle.judge(solution).is_ok()), "{puzzle:?}");
    let set: HashSet<Vec<i32>> = outcome.solutions.iter().map(|solution| solution.things().to_vec()).collect();
    assert_eq!(set.len(), outcome.solutions.len(), "a solution was found twice: {puzzle:?}");
    (set, outcome.end)
}

/// The engine, with and without patience, finds what SAT finds.
fn check(puzzle: &StarBattle) -> usize {
    const LIMIT: usize = 40;
    let lowered = puzzle.lower("cells");
    let sat = Sat::solve(&lowered.csp, &Run::up_to(LIMIT), &mut Silent);
    let expected: HashSet<Vec<i32>> =
        sat.solutions.iter().map(|solution| lowered.reading.decode(solution).things().to_vec()).collect();
    let mut impatient = Run::up_to(LIMIT);
    impatient.parameters.set(&EXACT, "patience", "1").unwrap();
    for run in [Run::up_to(LIMIT), impatient] {
        let (set, end) = found(puzzle, &run);
        assert_eq!((set.len(), end), (expected.len(), sat.end), "{puzzle:?}");
        assert!(set.len() == LIMIT || set == expected, "{puzzle:?}");
    }
    expected.len()
}

/// Regions of any shape: grown around seeds at random, then some cells change their region or become holes.
fn random_board(seed: u64) -> StarBattle {
    let mut random = stream(seed, &[]);
    let stars = [1, 1, 2, 2, 3][random.random_range(0..5)];
    let size = random.random_range(4 * stars - 1..=[0, 9, 10, 13][stars]);
    let solvable = StarBattle::generate(&spec(size.max(4 * stars), stars).several_ok(), seed, 0);
    let mut labels = solvable.unwrap().regions().clone();
    for _ in 0..[0, 0, 1, 3, 8, 2 * size][random.random_range(0..6)] {
        let cell = labels.cell(random.random_range(0..labels.len()));
        let other = labels.cell(random.random_range(0..labels.len()));
        labels[cell] = if random.random_range(0..4) == 0 { None } else { labels[other] };
    }
    StarBattle::new(&labels, stars).unwrap()
}

#[test]
fn it_finds_what_sat_finds() {
    let counts: Vec<usize> = (0..200).map(|seed| check(&random_board(seed))).collect();
    let share = |test: fn(usize) -> bool| counts.iter().filter(|&&count| test(count)).count();
    // The boards are of all sorts.
    assert!(share(|count| count == 0) > 20 && share(|count| count == 1) > 20 && share(|count| count > 1) > 20);
}

proptest! {
    #[test]
    fn it_finds_what_sat_finds_on_any_board(puzzle in any_board()) {
        check(&puzzle);
    }
}

#[test]
fn odd_boards_are_solved() {
    let rows = |size: usize| -> Grid<Option<usize>> {
        Grid::new(size, size, (0..size * size).map(|index| Some(index / size)).collect()).unwrap()
    };
    let solutions = |labels: &Grid<Option<usize>>, stars: usize, limit: usize| {
        found(&StarBattle::new(labels, stars).unwrap(), &Run::up_to(limit))
    };
    // One cell; no room for two stars; regions that are the rows, so that only stars that touch are forbidden.
    assert_eq!(solutions(&rows(1), 1, usize::MAX).0.len(), 1);
    for (size, stars) in [(1, 2), (1, 6), (2, 1), (3, 1), (7, 2), (22, 6), (25, 7 - 1)] {
        let (set, end) = solutions(&rows(size), stars, 3);
        let room = size >= 4 * stars;
        assert_eq!((set.len(), end), if room { (3, End::Limit) } else { (0, End::Exhausted) }, "{size} {stars}");
    }
    assert_eq!(solutions(&rows(4), 1, usize::MAX).0.len(), 2);
    assert_eq!(solutions(&rows(6), 1, usize::MAX).0.len(), 90);
    assert_eq!(solutions(&rows(8), 2, usize::MAX).0.len(), 2);
    for stars in 1..=6 {
        assert_eq!(solutions(&rows(25), stars, 40).0.len(), 40, "{stars}");
    }
    assert_eq!(solutions(&rows(10), 1, 0), (HashSet::new(), End::Limit));
    // A region for each cell; one region for all; a line of holes.
    let each = Grid::new(25, 25, (0..625).map(Some).collect()).unwrap();
    let one = Grid::filled(25, 25, Some(0));
    let mut gap = rows(12);
    for row in 0..12 {
        gap[pencilmark_puzzles::Cell { row, col: 5 }] = None;
    }
    for labels in [each, one, gap] {
        assert_eq!(solutions(&labels, 1, 2), (HashSet::new(), End::Exhausted));
    }
}

/// What a search tells: decisions nest, and a state looked at contradicts neither them nor a solution below it.
#[derive(Default)]
struct Log {
    boards: bool,
    tally: Tally,
    decided: Vec<(Var, Value)>,
    looked: Vec<Option<Value>>,
    solutions: usize,
}

impl Observer for Log {
    fn see(&mut self, event: Event<'_>) {
        self.tally.see(event);
        match event {
            Event::Assign(var, value) => {
                assert!(self.decided.iter().all(|&(earlier, _)| earlier != var));
                self.decided.push((var, value));
            }
            Event::Backtrack(var) => assert_eq!(self.decided.pop().map(|(last, _)| last), Some(var)),
            Event::Look(board) => {
                assert!(self.decided.iter().all(|&(var, value)| board[var.0 as usize] == Some(value)));
                self.looked = board.to_vec();
            }
            Event::Solution(values) => {
                self.solutions += 1;
                assert!(self.decided.iter().all(|&(var, value)| values[var.0 as usize] == value));
                assert!(!self.boards || self.looked.iter().zip(values).all(|(known, value)| *known == Some(*value)));
            }
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        self.boards
    }
}

#[test]
fn what_it_tells_is_consistent() {
    for seed in 0..40 {
        let puzzle = random_board(seed);
        let mut logs = [false, true].map(|boards| Log { boards, ..Log::default() });
        for log in &mut logs {
            let outcome = puzzle.exact(&Run::up_to(30), log);
            assert_eq!(outcome.solutions.len(), log.solutions);
            assert!(outcome.end == End::Limit || log.decided.is_empty());
            // Some decisions are made twice: for a trial, and for good.
            assert!(log.tally.counters.nodes <= 1 + log.tally.counters.assignments);
            assert!(!log.boards || !log.looked.is_empty() || outcome.solutions.is_empty());
        }
        assert_eq!(logs[0].tally, logs[1].tally, "who watches changes nothing");
    }
}

#[test]
fn budgets_and_signals_end_it() {
    let bands = Grid::new(20, 20, (0..400).map(|index| Some(index / 20)).collect()).unwrap();
    let puzzle = StarBattle::new(&bands, 2).unwrap();
    let end = |budget: Budget| {
        let outcome = puzzle.exact(&Run { budget, ..Run::up_to(usize::MAX) }, &mut Silent);
        assert!(outcome.solutions.iter().all(|solution| puzzle.judge(solution).is_ok()));
        outcome.end
    };
    assert_eq!(end(Budget { nodes: Some(500), ..Budget::default() }), End::GaveUp(Why::Nodes));
    assert_eq!(end(Budget { checks: Some(5000), ..Budget::default() }), End::GaveUp(Why::Checks));
    let time = Some(std::time::Duration::from_millis(20));
    assert_eq!(end(Budget { time, ..Budget::default() }), End::GaveUp(Why::Time));
    let stopped = Budget::default();
    stopped.stop.raise();
    assert_eq!(end(stopped), End::GaveUp(Why::Interrupted));
}

/// Every way to fill both rows, tried out: the cells that some way uses, and those that all use.
fn tried_out(open: [u32; 2], stars: usize) -> Option<[[u32; 2]; 2]> {
    let fits = |row: u32, open: u32| row & !open == 0 && row & row << 1 == 0 && row.count_ones() == stars as u32;
    let mut found = None;
    for first in (0..1 << 12).filter(|&row| fits(row, open[0])) {
        let beside = first | first << 1 | first >> 1;
        for second in (0..1 << 12).filter(|&row| row & beside == 0 && fits(row, open[1])) {
            let [some, all] = found.unwrap_or([[0, 0], [u32::MAX, u32::MAX]]);
            found = Some([[some[0] | first, some[1] | second], [all[0] & first, all[1] & second]]);
        }
    }
    found
}

#[test]
fn a_strip_keeps_exactly_what_some_way_to_fill_it_uses() {
    let mut refuted = 0;
    for seed in 0..400 {
        let mut random = stream(seed, &[]);
        let (size, stars) = (random.random_range(3..=11), random.random_range(1..=3));
        let mut labels = Grid::filled(size, size, Some(0));
        for _ in 0..random.random_range(0..size) {
            let (row, col) = (random.random_range(0..2), random.random_range(0..size));
            labels[Cell { row, col }] = None;
        }
        let geometry = Geometry::new(&StarBattle::new(&labels, stars).unwrap());
        let mut state = State::new(&geometry);
        let expected = tried_out([state.open[ROWS][1], state.open[ROWS][2]], stars);
        let alive = filter_strip(&mut state, &geometry, ROWS, 1).is_ok();
        let lines = [state.open, state.starred].map(|lines| [lines[ROWS][1], lines[ROWS][2]]);
        assert_eq!(alive.then_some(lines), expected, "{size} {stars} {labels:?}");
        refuted += usize::from(!alive);
    }
    assert!((40..360).contains(&refuted), "{refuted}");
}

/// What is known about the cells of two rows.
fn rows(state: &State) -> [[u32; 2]; 2] {
    [state.open, state.starred].map(|lines| [lines[ROWS][1], lines[ROWS][2]])
}

#[test]
fn unions_say_what_walking_along_a_strip_says() {
    let (mut refuted, mut settled) = (0, 0);
    for (seed, (size, stars)) in
        (0..600).zip([(14, 3), (17, 4), (21, 5), (25, 6), (11, 3), (10, 2), (8, 1)].into_iter().cycle())
    {
        let mut random = stream(seed, &[]);
        let geometry = Geometry::new(&StarBattle::new(&Grid::filled(size, size, Some(0)), stars).unwrap());
        let unions = Unions::of(size, stars).unwrap();
        let mut state = State::new(&geometry);
        // Cells go and stars come one by one; what is remembered in between must not matter.
        let alive = loop {
            let mut walked = state;
            let expected = filter_strip(&mut walked, &geometry, ROWS, 1).is_ok();
            let alive = unions.filter(&mut state, &geometry, ROWS, 1).is_ok();
            assert_eq!(alive, expected, "{seed}");
            if !alive {
                break false;
            }
            assert_eq!(rows(&state), rows(&walked), "{seed}");
            let undecided = |row: usize| state.free(ROWS, row);
            if undecided(1) | undecided(2) == 0 {
                break true;
            }
            let row = if undecided(1) == 0 || undecided(2) != 0 && random.random_range(0..2) == 0 { 2 } else { 1 };
            let cells: Vec<usize> = (0..u32::BITS as usize).filter(|at| undecided(row) >> at & 1 == 1).collect();
            let at = cells[random.random_range(0..cells.len())];
            let _ = match random.random_range(0..8) {
                0 => state.star(&geometry, ROWS, row, at),
                1 => state.clear(&geometry, ROWS, row, 15 << at),
                _ => state.clear(&geometry, ROWS, row, 1 << at),
            };
        };
        *if alive { &mut settled } else { &mut refuted } += 1;
    }
    assert!(refuted > 20 && settled > 20, "{refuted} {settled}");
}
