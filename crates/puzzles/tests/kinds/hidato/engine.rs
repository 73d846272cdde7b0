//! The engine against SAT and backtracking on the model, on boards of all sorts, and against known counts.

use std::collections::{BTreeSet, HashSet};

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, Counters, End, Event, Observer, Outcome, Silent, StopSignal, Value, Var, Verdict, Why};
use pencilmark_puzzles::hidato::{Hidato, Moves, Square};
use pencilmark_puzzles::inside::hidato::exact_with_walk_after;
use pencilmark_puzzles::{Answer, EXACT, Grid, Kind as _, Spec};
use pencilmark_search::{Backtracking, Method as _, Parameters, Run, Sat};

use super::puzzle;

/// More than that many solutions are not compared one by one.
const MANY: usize = 60;

fn board(rows: usize, cols: usize, orthogonal: bool, square: impl Fn(usize) -> Square) -> Option<Hidato> {
    let moves = if orthogonal { Moves::Orthogonal } else { Moves::King };
    Hidato::new(Grid::new(rows, cols, (0..rows * cols).map(square).collect())?, moves).ok()
}

fn blank(rows: usize, cols: usize, orthogonal: bool) -> Hidato {
    board(rows, cols, orthogonal, |_| Square::Empty).unwrap()
}

/// A board with holes whose givens are drawn from anywhere: mostly without a solution.
fn wild(seed: u64) -> Option<Hidato> {
    let draw = |parts: &[u64], below: u64| key(seed, parts) % below;
    let (rows, cols) = (1 + draw(&[0], 5), 1 + draw(&[1], 5));
    let (holes, givens) = (draw(&[2], 4), draw(&[3], 5));
    let square = |place: usize| {
        let place = place as u64;
        match draw(&[4, place], 12) {
            drawn if drawn < holes => Square::Hole,
            drawn if drawn < holes + givens => Square::Given(1 + draw(&[5, place], rows * cols) as u16),
            _ => Square::Empty,
        }
    };
    board(rows as usize, cols as usize, draw(&[6], 2) == 1, square)
}

/// A path over the whole board, the end of it cut off, and few of its numbers given.
fn tame(seed: u64) -> Hidato {
    let draw = |parts: &[u64], below: u64| key(seed, parts) % below;
    let (rows, cols) = (1 + draw(&[0], 5) as usize, 1 + draw(&[1], 6) as usize);
    let orthogonal = draw(&[2], 2) == 1;
    let spec = Spec::sized(rows, cols).with("missing", 0).with("orthogonal", if orthogonal { "yes" } else { "no" });
    let full = Hidato::generate(&spec, seed, 0).unwrap();
    let last = (full.last() - draw(&[3], 4).min(u64::from(full.last()) - 1) as u16).max(1);
    let share = 30 + draw(&[4], 60);
    let square = |place: usize| match full.squares().things()[place] {
        Square::Given(number) if number > last => Square::Hole,
        Square::Given(number) if draw(&[5, number.into()], 100) >= share => Square::Given(number),
        _ => Square::Empty,
    };
    board(rows, cols, orthogonal, square).unwrap()
}

/// The solutions, each once, all accepted by the judge.
fn set(puzzle: &Hidato, outcome: &Outcome<Answer>) -> BTreeSet<Vec<i32>> {
    let set: BTreeSet<Vec<i32>> = outcome.solutions.iter().map(|solution| solution.things().to_vec()).collect();
    assert_eq!(set.len(), outcome.solutions.len(), "a solution is found twice: {puzzle:?}");
    for solution in &outcome.solutions {
        assert_eq!(puzzle.judge(solution), Ok(()), "{puzzle:?}");
    }
    set
}

fn agree(puzzle: &Hidato, run: &Run) {
    let lowered = puzzle.lower("numbers");
    let engine = puzzle.exact(run, &mut Silent);
    let limit = Run::up_to(run.limit);
    for other in [Sat::solve(&lowered.csp, &limit, &mut Silent), Backtracking::solve(&lowered.csp, &limit, &mut Silent)]
    {
        let other = other.map(|assignment| lowered.reading.decode(&assignment));
        assert_eq!(engine.verdict(), other.verdict(), "{puzzle:?}");
        assert_eq!(engine.end, other.end, "{puzzle:?}");
        let (ours, theirs) = (set(puzzle, &engine), set(puzzle, &other));
        if other.end == End::Exhausted {
            assert_eq!(ours, theirs, "{puzzle:?}");
        } else {
            assert_eq!(ours.len(), theirs.len(), "{puzzle:?}");
        }
    }
}

#[test]
fn it_finds_what_the_other_methods_find() {
    (0..300).map(tame).for_each(|puzzle| agree(&puzzle, &Run::up_to(MANY)));
    (0..600).filter_map(wild).for_each(|puzzle| agree(&puzzle, &Run::up_to(MANY)));
}

#[test]
fn it_finds_the_same_when_it_hands_over() {
    let mut parameters = Parameters::default();
    parameters.set(&EXACT, "patience", "1").unwrap();
    let run = Run { parameters, ..Run::up_to(MANY) };
    (300..360).map(tame).for_each(|puzzle| agree(&puzzle, &run));
    let mut counters = Counters::default();
    blank(4, 4, false).exact(&run, &mut counters);
    assert_eq!(counters.hand_overs, 1);
}

#[test]
fn all_paths_over_blank_boards_are_counted_once() {
    // The orthogonal squares: OEIS A096969.
    let cases = [(1, 1, true, 1), (1, 7, false, 2), (2, 2, false, 24), (3, 3, false, 784), (4, 4, true, 552)];
    for (rows, cols, orthogonal, expected) in cases.into_iter().chain([(5, 5, true, 8648)]) {
        let puzzle = blank(rows, cols, orthogonal);
        let outcome = puzzle.exact(&Run::up_to(usize::MAX), &mut Silent);
        assert_eq!(outcome.end, End::Exhausted);
        assert_eq!(set(&puzzle, &outcome).len(), expected, "{rows} x {cols}, orthogonal: {orthogonal}");
    }
}

#[test]
fn more_paths_than_are_known_are_counted_once() {
    // The king's ways over 4x4 from a corner, counted by walking them.
    let puzzle = board(4, 4, false, |place| if place == 0 { Square::Given(1) } else { Square::Empty }).unwrap();
    let mut told = Told::default();
    let outcome = puzzle.exact(&Run { keep: 1, ..Run::up_to(usize::MAX) }, &mut told);
    assert_eq!((outcome.found, outcome.end, outcome.solutions.len()), (37_948, End::Exhausted, 1));
    assert_eq!((told.different.len(), told.times), (37_948, 37_948));
}

/// Notes the solutions it is told.
#[derive(Default)]
struct Told {
    different: HashSet<Vec<Value>>,
    times: usize,
    hand_overs: usize,
}

impl Observer for Told {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Solution(values) => {
                self.different.insert(values.to_vec());
                self.times += 1;
            }
            Event::HandOver => self.hand_overs += 1,
            _ => {}
        }
    }
}

#[test]
fn where_starts_find_nothing_a_walk_does_and_more_is_next_door() {
    // With so few givens there are more solutions than can be counted, and each start goes wrong somewhere.
    let spec = Spec::sized(16, 16).with("missing", 0.8).several_ok();
    let puzzle = Hidato::generate(&spec, 0, 3).unwrap();
    let mut told = Told::default();
    let mut counters = Counters::default();
    let outcome = puzzle.exact(&Run::up_to(20), &mut told);
    assert_eq!((outcome.found, outcome.end), (20, End::Limit));
    assert_eq!((set(&puzzle, &outcome).len(), told.different.len(), told.times), (20, 20, 20));
    puzzle.exact(&Run::up_to(20), &mut counters);
    assert!(counters.hand_overs == 2 && counters.steps > 0, "{counters:?}");
    // Who has enough does not come back: a film ends with the solution.
    let mut counters = Counters::default();
    puzzle.exact(&Run::up_to(1), &mut counters);
    assert_eq!(counters.hand_overs, 1);
}

#[test]
fn walks_and_windows_change_no_count() {
    let corner = |place| if place == 0 { Square::Given(1) } else { Square::Empty };
    let cases = [
        (blank(1, 7, false), 2),
        (blank(3, 3, false), 784),
        (blank(5, 5, true), 8648),
        // More than are known, so that windows and the last start meet the bound.
        (board(4, 4, false, corner).unwrap(), 37_948),
    ];
    for (puzzle, expected) in cases {
        for states in [None, Some(1), Some(500)] {
            let mut told = Told::default();
            let budget = Budget { states, ..Budget::default() };
            let run = Run { keep: 1, budget, ..Run::up_to(usize::MAX) };
            let outcome = exact_with_walk_after(&puzzle, &run, &mut told, 0);
            assert_eq!((outcome.found, outcome.end), (expected, End::Exhausted), "{states:?}");
            assert_eq!((told.different.len(), told.times, told.hand_overs), (expected, expected, 2), "{states:?}");
        }
    }
}

#[test]
fn a_walk_is_paid_for() {
    let mut checks = 0;
    for most in [0, 100, 10_000] {
        let mut counters = Counters::default();
        let budget = Budget { checks: Some(most), ..Budget::default() };
        exact_with_walk_after(&tame(5), &Run { budget, ..Run::up_to(usize::MAX) }, &mut counters, 0);
        assert!(counters.checks <= most + 1000, "{} of {most}", counters.checks);
        checks = counters.checks;
    }
    assert!(checks > 0);
}

#[test]
fn the_largest_boards_need_no_other_method() {
    for (rows, cols, orthogonal) in [(30, 30, false), (30, 30, true), (30, 1, false), (1, 30, true), (29, 29, true)] {
        let puzzle = blank(rows, cols, orthogonal);
        let mut counters = Counters::default();
        let outcome = puzzle.exact(&Run::up_to(2), &mut counters);
        assert_eq!(outcome.verdict(), Verdict::Several, "{rows} x {cols}");
        assert_eq!(set(&puzzle, &outcome).len(), 2);
        assert_eq!(counters.hand_overs, 0);
    }
}

#[test]
fn what_cannot_be_is_refuted_without_a_decision() {
    let cases = [
        "1 1\n. .",
        "1 . .\n. 5 .\n. . 5",
        "1 . x .\n. . x .",
        "3 3 orthogonal\n. 1 .\n. . .\n. . .",
        "3 3 orthogonal\n. x .\n. . .\n. x .",
        "1 3 . 2",
    ];
    for text in cases {
        let mut counters = Counters::default();
        let outcome = puzzle(text).exact(&Run::up_to(2), &mut counters);
        assert_eq!((outcome.verdict(), counters.nodes), (Verdict::Refuted, 1), "{text}");
    }
}

#[test]
fn what_a_glance_refutes_is_not_searched_for_ever() {
    // Three corners with one neighbour each, on a board that never hands over and on one that does.
    for side in [25, 9] {
        let last = side - 1;
        let holes = [(0, 1), (1, 0), (0, last - 1), (1, last), (last, 1), (last - 1, 0)];
        let cell = |row, col| if holes.contains(&(row, col)) { "x" } else { "." };
        let row = |row| (0..side).map(|col| cell(row, col)).collect::<Vec<_>>().join(" ");
        let text = (0..side).map(row).collect::<Vec<_>>().join("\n");
        let few = Budget { nodes: Some(100), ..Budget::default() };
        let outcome = puzzle(&text).exact(&Run { budget: few, ..Run::up_to(2) }, &mut Silent);
        assert_eq!(outcome.verdict(), Verdict::Refuted, "{side}");
    }
}

#[test]
fn budgets_and_stop_signals_are_obeyed() {
    let few = Budget { nodes: Some(5), ..Budget::default() };
    let mut counters = Counters::default();
    let outcome = blank(8, 8, false).exact(&Run { budget: few, ..Run::up_to(2) }, &mut counters);
    assert_eq!((outcome.end, counters.nodes), (End::GaveUp(Why::Nodes), 6));
    let few = Budget { checks: Some(50), ..Budget::default() };
    let outcome = blank(8, 8, false).exact(&Run { budget: few, ..Run::up_to(2) }, &mut Silent);
    assert_eq!(outcome.end, End::GaveUp(Why::Checks));
    let stop = StopSignal::default();
    stop.raise();
    let stopped = Budget { stop, ..Budget::default() };
    let outcome = blank(20, 20, false).exact(&Run { budget: stopped, ..Run::up_to(2) }, &mut Silent);
    assert_eq!(outcome.end, End::GaveUp(Why::Interrupted));
    assert_eq!(blank(3, 3, false).exact(&Run::up_to(0), &mut Silent).end, End::Limit);
}

/// Follows the decisions and compares them with the boards that are shown.
#[derive(Default)]
struct Follower {
    decisions: Vec<(Var, Value)>,
    boards: usize,
    solutions: usize,
}

impl Observer for Follower {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Assign(var, value) => self.decisions.push((var, value)),
            Event::Backtrack(var) => assert_eq!(self.decisions.pop().map(|(decided, _)| decided), Some(var)),
            Event::Look(board) => {
                self.boards += 1;
                assert!(self.decisions.iter().all(|&(var, value)| board[var.index()] == Some(value)));
            }
            Event::Solution(values) => {
                self.solutions += 1;
                assert!(self.decisions.iter().all(|&(var, value)| values[var.index()] == value));
            }
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

#[test]
fn a_search_can_be_watched_and_does_not_mind() {
    for puzzle in (400..440).map(tame).chain([blank(4, 5, true), blank(6, 6, false)]) {
        let run = Run::up_to(500);
        let mut follower = Follower::default();
        let watched = puzzle.exact(&run, &mut follower);
        assert_eq!(follower.solutions, watched.solutions.len());
        assert!(follower.boards >= watched.solutions.len());
        assert!(watched.end == End::Limit || follower.decisions.is_empty());
        assert_eq!(puzzle.exact(&run, &mut Silent).solutions, watched.solutions);
    }
}
