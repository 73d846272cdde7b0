//! Every technique by the law of steps, what some of them say, and sheets that are wrong.

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, Value};
use pencilmark_puzzles::technique::audit::Audit;
use pencilmark_puzzles::technique::proof::prove;
use pencilmark_puzzles::technique::{Ladder, Sheet, Step};
use pencilmark_puzzles::{Marks, Position};

use super::*;
use crate::shared;

const SMALL: &str = include_str!("../../../../../corpus/hidato/small.jsonl");
const NORMAL: &str = include_str!("../../../../../corpus/hidato/normal.jsonl");
const HARD: &str = include_str!("../../../../../corpus/hidato/hard.jsonl");

fn puzzles(text: &str) -> impl Iterator<Item = Hidato> {
    text.lines().map(|line| read_json(line).unwrap())
}

fn orthogonal(size: usize, index: u64) -> Hidato {
    Hidato::generate(&spec(size, size).with("orthogonal", "yes").with("missing", 0.7), 24, index).unwrap()
}

/// The solution of a puzzle that has one.
fn solution(puzzle: &Hidato) -> Option<Answer> {
    let mut found = puzzle.exact(&Run::up_to(2), &mut Silent).solutions;
    found.pop().filter(|_| found.is_empty())
}

fn audit(puzzles: impl Iterator<Item = Hidato>, looks: (usize, usize)) -> Audit {
    let mut audit = Audit::default();
    for puzzle in puzzles {
        if let Some(solution) = solution(&puzzle) {
            audit.walk(&shared(&puzzle), &solution, looks, &Budget::default().start()).unwrap();
        }
    }
    assert_eq!(audit.faults, Vec::<String>::new());
    audit
}

/// What a person has who marks every missing number in every free cell.
fn all_marked(puzzle: &Hidato) -> Position {
    let (rows, cols) = puzzle.shape();
    let mut position = Position { entries: Grid::filled(rows, cols, None), marks: Marks::none(rows, cols) };
    let given: Vec<u16> = givens(puzzle).iter().map(|&(number, _)| number).collect();
    for cell in puzzle.squares().cells().filter(|&cell| puzzle.squares()[cell] == Square::Empty) {
        position.marks[cell].extend((1..=puzzle.last()).filter(|number| !given.contains(number)).map(Value));
    }
    position
}

fn steps(id: &str, puzzle: &Hidato, position: Option<&Position>) -> Vec<Step> {
    let sheet = puzzle.sheet(position).unwrap();
    Ladder::new(Hidato::INFO.techniques).retain(|technique| technique.id == id).steps(sheet.as_ref(), 1000, true)
}

#[test]
fn every_technique_keeps_the_law_of_steps() {
    let all =
        puzzles(SMALL).take(8).chain(puzzles(NORMAL).take(2)).chain(puzzles(HARD).take(1)).chain([orthogonal(5, 0)]);
    let audit = audit(all, (1, 3));
    // These have tests of their own, with marks as a person may have them.
    let by_hand = ["distance", "enclosed-cell", "hidden-pair"];
    for technique in Hidato::INFO.techniques.iter().filter(|technique| !by_hand.contains(&technique.id)) {
        assert!(audit.covers(technique), "{} is not proved", technique.id);
    }
}

/// The steps of a technique on the way to the solution of a puzzle, where all numbers are marked at the start.
fn on_the_way(id: &str, puzzle: &Hidato) -> Vec<Step> {
    let ladder = Ladder::new(Hidato::INFO.techniques);
    let mut sheet = puzzle.sheet(Some(&all_marked(puzzle))).unwrap();
    let mut found = Vec::new();
    while let Some(step) = ladder.next(sheet.as_ref(), false) {
        found.extend(ladder.clone().retain(|technique| technique.id == id).steps(sheet.as_ref(), 3, true));
        sheet.apply(&step.removes, &step.places);
    }
    found
}

#[test]
fn what_deeper_thought_shows_to_be_idle_is_no_premise() {
    // Board 13: a number that would take a cell from a gap cannot stand elsewhere too. Board 76: without one of the neighbours, the next step fails.
    for (id, size, index) in [("blocked-ways", 6, 13), ("enclosed-cell", 5, 76)] {
        let puzzle = Hidato::generate(&spec(size, size), 15, index).unwrap();
        let steps = on_the_way(id, &puzzle);
        assert!(!steps.is_empty(), "{id}");
        for step in steps {
            assert_eq!(prove(&puzzle, &step, &Budget::default().start()), Ok(Ok(())), "{step:?}");
        }
    }
}

#[test]
fn generated_puzzles_of_several_sizes_keep_the_law_of_steps() {
    let king = [4, 5, 6, 7].into_iter().flat_map(|size| (0..2).map(move |index| (size, index)));
    let king = king.map(|(size, index)| Hidato::generate(&spec(size, size).with("missing", 0.6), 24, index).unwrap());
    let audit = audit(king.chain((1..4).map(|index| orthogonal(5, index))), (1, 2));
    assert!(audit.solved >= 10, "only {} solved", audit.solved);
}

/// Proves all steps of a technique in a position, of which there is at least one.
fn proved(id: &str, puzzle: &Hidato, position: &Position) {
    let steps = steps(id, puzzle, Some(position));
    assert!(!steps.is_empty(), "no {id}");
    for step in steps {
        assert_eq!(prove(puzzle, &step, &Budget::default().start()).unwrap(), Ok(()), "{step:?}");
    }
}

#[test]
fn marks_that_a_person_left_go_for_a_proved_reason() {
    for puzzle in [puzzle(super::SMALL), orthogonal(4, 0)] {
        proved("distance", &puzzle, &all_marked(&puzzle));
    }
    proved("colours", &orthogonal(4, 0), &all_marked(&orthogonal(4, 0)));
    let corner = puzzle(". 3 .\n1 4 .\n. . .");
    proved("enclosed-cell", &corner, &all_marked(&corner));
    let board = puzzle("1 . .\n. . .\n. . 9");
    let mut position = all_marked(&board);
    for cell in [Cell { row: 0, col: 1 }, Cell { row: 1, col: 0 }] {
        position.marks[cell] = [Value(2), Value(3)].into_iter().collect();
    }
    proved("hidden-pair", &board, &position);
}

#[test]
fn techniques_are_listed_the_easiest_first() {
    for pair in Hidato::INFO.techniques.windows(2) {
        let order = [(pair[0].tier, pair[0].rating), (pair[1].tier, pair[1].rating)];
        assert!(order[0] <= order[1], "{} before {}", pair[0].id, pair[1].id);
    }
}

#[test]
fn a_sheet_keeps_the_marks_that_its_entries_leave() {
    for puzzle in puzzles(SMALL).take(5).chain([orthogonal(5, 1)]) {
        let mut sheet = puzzle.sheet(None).unwrap();
        assert_eq!(marked(sheet.as_ref()), marked_by(&puzzle, &sheet.position().entries));
        // Singles alone rule nothing out, so the marks stay those of the entries.
        let singles = ["one-number-gap", "only-exit", "hidden-single", "naked-single"];
        let ladder = Ladder::new(Hidato::INFO.techniques).retain(|technique| singles.contains(&technique.id));
        while let Some(step) = ladder.next(sheet.as_ref(), false) {
            sheet.apply(&step.removes, &step.places);
            assert_eq!(marked(sheet.as_ref()), marked_by(&puzzle, &sheet.position().entries));
        }
    }
}

fn marked(sheet: &dyn Sheet) -> Vec<Vec<u16>> {
    let Position { entries, marks } = sheet.position();
    entries.cells().filter(|&cell| entries[cell].is_none()).map(|cell| marks.values(cell)).collect()
}

fn marked_by(puzzle: &Hidato, entries: &Grid<Option<i32>>) -> Vec<Vec<u16>> {
    let marks = puzzle.marks(Some(entries));
    entries.cells().filter(|&cell| entries[cell].is_none()).map(|cell| marks.values(cell)).collect()
}

#[test]
fn reasons_name_every_cell_and_number() {
    let cases = [
        (
            "one-number-gap",
            "1 . 3\n6 5 4",
            "1 is at r1c1 and 3 at r1c3; 2 is a neighbour of both, and r1c2 is the only free cell that is, so 2 goes there.",
        ),
        (
            "only-exit",
            "1 . .\n8 9 .\n7 . 5",
            "2 is a neighbour of 1 at r1c1. The only free neighbour of r1c1 is r1c2, so 2 goes there.",
        ),
        (
            "hidden-single",
            super::SMALL,
            "2 comes 1 step after 1 (r3c4) and 2 steps before 4 (r1c1). The only cell left for 2 is r2c3, so it goes there.",
        ),
    ];
    for (id, text, reason) in cases {
        assert_eq!(steps(id, &puzzle(text), None)[0].why.reason, reason);
    }
    let corner = puzzle(". 3 .\n1 4 .\n. . .");
    let enclosed = &steps("enclosed-cell", &corner, Some(&all_marked(&corner)))[0];
    assert_eq!(
        enclosed.why.reason,
        "All neighbours of r1c1 are filled: 3 (r1c2), 1 (r2c1) and 4 (r2c2). The numbers before and after the one in r1c1 must be \
         among them. Of what was possible in r1c1, that leaves 2."
    );
}

#[test]
fn wrong_sheets_do_not_panic() {
    for seed in 0..60 {
        let draw = |parts: &[u64], below: u64| key(seed, parts) % below;
        let (rows, cols) = (1 + draw(&[0], 5) as usize, 1 + draw(&[1], 5) as usize);
        let squares = Grid::new(
            rows,
            cols,
            (0..rows * cols)
                .map(|place| match draw(&[2, place as u64], 8) {
                    0 => Square::Hole,
                    _ => Square::Empty,
                })
                .collect(),
        )
        .unwrap();
        let moves = if draw(&[3], 2) == 0 { Moves::King } else { Moves::Orthogonal };
        let Ok(puzzle) = Hidato::new(squares, moves) else { continue };
        let last = u64::from(puzzle.last());
        let mut position = Position::empty((rows, cols));
        for (place, cell) in puzzle.squares().cells().enumerate() {
            let place = place as u64;
            position.entries[cell] = match draw(&[4, place], 4) {
                0 => Some(draw(&[5, place], last + 3) as i32 - 1),
                _ => None,
            };
            position.marks[cell]
                .extend((1..=puzzle.last() + 1).filter(|&n| draw(&[6, place, n.into()], 3) == 0).map(Value));
        }
        let mut sheet = puzzle.sheet(Some(&position)).unwrap();
        let ladder = Ladder::new(Hidato::INFO.techniques);
        for _ in 0..40 {
            let Some(step) = ladder.steps(sheet.as_ref(), 8, true).pop() else { break };
            sheet.apply(&step.removes, &step.places);
        }
        let _ = (sheet.position(), sheet.is_solved(), sheet.copied());
    }
}

#[test]
fn an_only_visitor_is_named_with_its_cell() {
    let reasons: Vec<String> = puzzles(include_str!("../../../../../corpus/hidato/hard.jsonl"))
        .take(6)
        .flat_map(|puzzle| on_the_way("only-visitor", &puzzle))
        .map(|step| step.why.reason)
        .collect();
    assert!(reasons.iter().any(|reason| reason.contains("so one of them is there. With ")), "{reasons:?}");
    assert!(reasons.iter().all(|reason| !reason.contains("such")), "{reasons:?}");
}
