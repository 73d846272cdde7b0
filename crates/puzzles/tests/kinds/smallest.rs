//! Smallest reasons on every kind: a puzzle is solved by them alone, each step keeps the law of steps, and a puzzle with several solutions forks.

use pencilmark_csp::{Budget, Domain, Silent, Value};
use pencilmark_puzzles::star_battle::StarBattle;
use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::technique::proof::{prove, survives};
use pencilmark_puzzles::technique::{Mark, Next, Premise, Rating, SMALLEST_REASON, Step, smallest_reason};
use pencilmark_puzzles::{Answer, Cell, Kind, KindEntry, Lowered, Position, Settings, Source, Spec, kinds};
use pencilmark_search::{Method as _, Parameters, Run, Sat};

fn next(puzzle: &dyn Kind, position: &Position) -> Next {
    smallest_reason(puzzle, position, None, &Budget::default()).expect("no limit")
}

fn apply(position: &mut Position, step: &Step) {
    for mark in &step.removes {
        assert!(position.marks[mark.cell].remove(Value(mark.value)), "{mark} is not marked: {step:?}");
    }
    for mark in &step.places {
        assert!(position.marks[mark.cell].contains(Value(mark.value)), "{mark} is not marked: {step:?}");
        position.entries[mark.cell] = Some(mark.value.into());
        position.marks[mark.cell] = Domain::empty();
    }
}

fn is_true(premise: &Premise, position: &Position) -> bool {
    match premise {
        Premise::Holds(mark) => position.entries[mark.cell] == Some(mark.value.into()),
        Premise::Lacks(mark) => match position.entries[mark.cell] {
            Some(entry) => entry != i32::from(mark.value),
            None => !position.marks[mark.cell].contains(Value(mark.value)),
        },
        _ => true,
    }
}

/// From the start to the end by smallest reasons alone.
fn solves(puzzle: &dyn Kind, solution: &Answer) {
    let mut position = puzzle.marks(None).position();
    loop {
        let found = next(puzzle, &position);
        let Next::Step { step, smallest } = found.clone() else {
            assert_eq!(found, Next::Solved, "{puzzle:?}");
            break;
        };
        assert!(smallest && survives(&step, solution), "{step:?}");
        assert_eq!(prove(puzzle, &step, &Budget::default().start()), Ok(Ok(())), "{step:?}");
        assert!(step.why.because.iter().all(|premise| is_true(premise, &position)), "{step:?}");
        assert!(!step.why.place.is_empty() && !step.why.cells.is_empty() && step.technique == &SMALLEST_REASON);
        if position.entries.things().iter().flatten().count() % 5 == 0 {
            assert_eq!(next(puzzle, &position), found, "another reason the second time");
        }
        apply(&mut position, &step);
    }
    assert!(solution.cells().all(|cell| solution[cell] < 0 || position.entries[cell] == Some(solution[cell])));
}

fn side(kind: &KindEntry) -> usize {
    if kind.info.id == StarBattle::INFO.id { 5 } else { 4 }
}

fn solve_generated(kind: &KindEntry) {
    for index in 0..3 {
        let puzzle = kind.generate(&Spec::sized(side(kind), side(kind)), 24, index).expect("a small puzzle");
        let solution = puzzle.exact(&Run::up_to(1), &mut Silent).solutions.remove(0);
        solves(puzzle.as_ref(), &solution);
    }
}

/// Follows what follows until nothing does. Then each value at the fork is part of a solution.
fn fork_generated(kind: &KindEntry) {
    let mut forks = 0;
    for index in 0..4 {
        let mut spec = Spec::sized(side(kind), side(kind)).several_ok();
        if kind.info.settings.iter().any(|setting| setting.parameter.name == Settings::MISSING) {
            spec = spec.with(Settings::MISSING, 0.8);
        }
        let puzzle = kind.generate(&spec, 5, index).expect("a small puzzle");
        if puzzle.exact(&Run::up_to(2), &mut Silent).solutions.len() < 2 {
            continue;
        }
        let mut position = puzzle.marks(None).position();
        let (cell, values) = loop {
            // Small enough will do here: the smallest takes its time.
            let budget = Budget { nodes: Some(1_000), ..Budget::default() };
            match smallest_reason(puzzle.as_ref(), &position, None, &budget).expect("enough") {
                Next::Step { step, .. } => apply(&mut position, &step),
                Next::Fork { cell, values } => break (cell, values),
                other => panic!("{other:?}: {puzzle:?}"),
            }
        };
        assert!(values.len() > 1);
        for value in values {
            let mut entries = position.entries.clone();
            entries[cell] = Some(value.into());
            let mut lowered: Lowered = puzzle.lower(kind.info.models[0].id);
            let _ = (lowered.keep_entries(&entries), lowered.keep_marks(&position.marks));
            assert_eq!(Sat::solve(&lowered.csp, &Run::up_to(1), &mut Silent).solutions.len(), 1, "{cell} is {value}");
        }
        forks += 1;
    }
    assert!(forks > 0, "no {} with several solutions", kind.info.id);
}

#[test]
fn smallest_reasons_solve_every_kind() {
    kinds().iter().for_each(solve_generated);
}

#[test]
fn what_does_not_follow_forks() {
    kinds().iter().for_each(fork_generated);
}

fn sudoku(text: &str) -> Sudoku {
    let source = Source::new("test", text);
    let read = Sudoku::formats().iter().find_map(|format| (format.read)(&source, &Parameters::default()).ok());
    read.expect("a Sudoku").puzzle
}

#[test]
fn a_pair_is_two_facts_and_a_rule() {
    let puzzle = sudoku("....\n....\n....\n....\n");
    let mut position = puzzle.marks(None).position();
    let marks = [2, 3].map(Value).into_iter().collect::<Domain>();
    for col in [0, 2] {
        position.marks[Cell { row: 1, col }] = marks.clone();
    }
    let Next::Step { step, smallest: true } = next(&puzzle, &position) else { panic!("a step") };
    let removed = [(1, 2), (1, 3), (3, 2), (3, 3)].map(|(col, value)| Mark { cell: Cell { row: 1, col }, value });
    assert_eq!((&step.removes[..], step.rating), (&removed[..], Rating(103)));
    assert_eq!(
        step.why.reason,
        "r2c1 can only be 2 or 3; r2c3 can only be 2 or 3; row 2 holds each digit once. Together this means that \
         r2c2 is not 2 or 3 and r2c4 is not 2 or 3. No smaller set of facts and rules says anything new."
    );
    assert_eq!(step.why.because.len(), 5);
}

#[test]
fn a_spent_budget_and_a_wrong_position_are_told() {
    let puzzle = sudoku(".....6....59.....82....8....45........3........6..3.54...325..6..................");
    let position = puzzle.marks(None).position();
    let nodes = |nodes| smallest_reason(&puzzle, &position, None, &Budget { nodes: Some(nodes), ..Budget::default() });
    assert!(nodes(1).is_err());
    let short = (1..20).find_map(|hundreds| match nodes(hundreds * 100) {
        Ok(Next::Step { step, smallest: false }) => Some(step),
        _ => None,
    });
    let step = short.expect("a step that is not proved smallest");
    assert!(step.why.reason.ends_with("There may be a smaller reason: the search for one was cut short."));
    assert_eq!(prove(&puzzle, &step, &Budget::default().start()), Ok(Ok(())));
    let mut wrong = sudoku("1...\n....\n....\n....\n").marks(None).position();
    wrong.entries[Cell { row: 0, col: 1 }] = Some(1);
    assert_eq!(next(&sudoku("1...\n....\n....\n....\n"), &wrong), Next::Wrong);
}
