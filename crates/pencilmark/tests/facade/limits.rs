//! Every verb ends soon after its time limit or a stop signal, on boards that would take far
//! longer. `cargo xtask limits` tests many more boards.

use std::time::Duration;

use cpu_time::ThreadTime;
use pencilmark::teach::{Hint, TeachOptions};
use pencilmark::{Budget, Cell, Options, Position, Puzzle, Spec, StopSignal, registry};

/// Boards whose steps take long, each by kind, size and stars.
const LARGE: [(&str, &str, &str); 6] = [
    ("star-battle", "14", "3"),
    ("star-battle", "17", "4"),
    ("hitori", "30", ""),
    ("hidato", "16", ""),
    ("kenken", "12", ""),
    ("sudoku", "16x16", ""),
];

/// How much CPU time of its thread a verb may take beyond its limit on a busy machine.
const GRACE: Duration = Duration::from_millis(500);

fn spec(size: &str, stars: &str) -> Spec {
    let spec = Spec::default().with("size", size);
    if stars.is_empty() { spec } else { spec.with("stars", stars) }
}

fn board((kind, size, stars): (&str, &str, &str)) -> Puzzle {
    let entry = registry::kind(kind).expect("a kind");
    registry::generate(entry, &spec(size, stars), 31, 1).expect("a board")
}

/// The board with every other cell filled in, many of them wrongly.
fn mistaken(puzzle: &Puzzle) -> Puzzle {
    let report = puzzle.solver().run().expect("no wrong answer");
    let solution = report.solution().expect("a generated board has one");
    let mut position = Position::empty(puzzle.shape());
    let inside: Vec<Cell> = solution.cells().filter(|&cell| solution[cell] >= 0).collect();
    for pair in inside.windows(2).step_by(2) {
        position.entries[pair[0]] = Some(solution[pair[1]]);
    }
    puzzle.with_position(position)
}

/// Runs every verb on a board, each with this budget.
fn ask_all(puzzle: &Puzzle, budget: &Budget, mut each: impl FnMut(&str, Duration)) {
    let mut timed = |verb: &str, ask: &dyn Fn()| {
        let clock = ThreadTime::now();
        ask();
        each(verb, clock.elapsed());
    };
    let options = Options::default().limit(2).budget(budget.clone());
    let course = TeachOptions::default().budget(budget.clone()).uniqueness(true).ratings(true);
    timed("solve", &|| drop(puzzle.solver().options(&options).run().expect("a report")));
    timed("check", &|| drop(puzzle.check(&options).expect("a check")));
    timed("count", &|| drop(puzzle.solver().options(&options).limit(1_000_000).keep(1).run().expect("a report")));
    timed("hint", &|| drop(puzzle.hint(&course, false).expect("a hint")));
    let wrong = mistaken(puzzle);
    timed("check of mistakes", &|| drop(wrong.check(&options).expect("a check")));
    timed("hint about mistakes", &|| drop(wrong.hint(&course, false).expect("a hint")));
    timed("all hints", &|| drop(puzzle.hint(&course, true).expect("hints")));
    timed("explain", &|| {
        let told = puzzle.explain(&course, false).expect("an explanation");
        assert!(told.solved || told.ended.is_some(), "{}", told.ending());
    });
    timed("grade", &|| {
        let grade = puzzle.grade(&course).expect("a grade");
        assert!(grade.level.is_none() || grade.ended.is_none(), "{grade:?}");
    });
}

#[test]
fn every_verb_ends_soon_after_its_limit() {
    let limit = Duration::from_millis(25);
    let budget = Budget { time: Some(limit), ..Budget::default() };
    for size in LARGE {
        let puzzle = board(size);
        ask_all(&puzzle, &budget, |verb, took| assert!(took < limit + GRACE, "{verb} of {size:?}: {took:?}"));
        let entry = registry::kind(size.0).expect("a kind");
        let hard = Spec { budget: budget.clone(), ..spec(size.1, size.2).with("level", 5) };
        let clock = ThreadTime::now();
        let _ = registry::generate(entry, &hard, 7, 0);
        assert!(clock.elapsed() < limit + GRACE, "generate {size:?}: {:?}", clock.elapsed());
    }
}

/// On this board, a step below a supposition counts many stars. Finding out which of its premises
/// are needed is infeasible for resolution.
#[test]
fn a_proof_beyond_resolution_ends_with_the_limit() {
    let entry = registry::kind("star-battle").expect("a kind");
    let puzzle = registry::generate(entry, &spec("14", "3"), 5, 75).expect("a board");
    let limit = Duration::from_millis(400);
    let course = TeachOptions::default().budget(Budget { time: Some(limit), ..Budget::default() });
    let clock = ThreadTime::now();
    puzzle.explain(&course, false).expect("an explanation");
    assert!(clock.elapsed() < limit + GRACE, "{:?}", clock.elapsed());
}

#[test]
fn what_is_told_to_stop_says_so() {
    let stop = StopSignal::default();
    stop.raise();
    let budget = Budget { stop, ..Budget::default() };
    for size in LARGE {
        let puzzle = board(size);
        ask_all(&puzzle, &budget, |verb, took| assert!(took < GRACE, "{verb} of {size:?}: {took:?}"));
        let course = TeachOptions::default().budget(budget.clone());
        assert!(matches!(puzzle.hint(&course, false).expect("a hint"), Hint::GaveUp(_)), "{size:?}");
    }
}
