//! Every technique by the law of steps, what some of them say, and sheets that are wrong.

use pencilmark_csp::rule::Operator;
use pencilmark_csp::{Budget, Silent};
use pencilmark_puzzles::kenken::{Cage, KenKen};
use pencilmark_puzzles::technique::audit::Audit;
use pencilmark_puzzles::technique::{Ladder, Mark, Step};
use pencilmark_puzzles::{Answer, Cell, Kind as _, Position, Spec};
use pencilmark_search::Run;

use super::{read, solvable, wild};
use crate::shared;

const SMALL: &str = include_str!("../../../../../corpus/kenken/small.jsonl");
const NORMAL: &str = include_str!("../../../../../corpus/kenken/normal.jsonl");

fn puzzles(text: &str) -> impl Iterator<Item = KenKen> {
    text.lines().map(|line| read("json", line).unwrap().puzzle)
}

/// The solution of a puzzle that has one.
fn solution(puzzle: &KenKen) -> Option<Answer> {
    let mut found = puzzle.exact(&Run::up_to(2), &mut Silent).solutions;
    found.pop().filter(|_| found.is_empty())
}

fn audit(puzzles: impl Iterator<Item = KenKen>, looks: (usize, usize)) -> Audit {
    let mut audit = Audit::default();
    for puzzle in puzzles {
        if let Some(solution) = solution(&puzzle) {
            audit.walk(&shared(&puzzle), &solution, looks, &Budget::default().start()).unwrap();
        }
    }
    assert_eq!(audit.faults, Vec::<String>::new());
    audit
}

#[test]
fn every_technique_keeps_the_law_of_steps() {
    let audit = audit(puzzles(SMALL).chain(puzzles(NORMAL).take(6)), (1, 3));
    for technique in KenKen::INFO.techniques {
        assert!(audit.covers(technique), "{} is not proved", technique.id);
    }
}

#[test]
fn generated_puzzles_of_several_sizes_keep_the_law_of_steps() {
    let generated = [3, 4, 5, 6, 7, 8]
        .into_iter()
        .flat_map(|size| (0..2).map(move |index| KenKen::generate(&Spec::sized(size, size), 24, index).unwrap()));
    let audit = audit(generated, (1, 1));
    assert!(audit.solved >= 8, "only {} solved", audit.solved);
}

#[test]
fn all_operators_and_cages_without_one_keep_the_law_of_steps() {
    let audit = audit((3..7).flat_map(|size| (0..12).map(move |seed| solvable(size, seed).0)), (1, 3));
    assert!(audit.solved > 0 && audit.compared() > 300, "{audit:?}");
}

#[test]
fn techniques_are_listed_the_easiest_first() {
    let techniques = KenKen::INFO.techniques;
    for pair in techniques.windows(2) {
        assert!(
            (pair[0].tier, pair[0].rating) <= (pair[1].tier, pair[1].rating),
            "{} before {}",
            pair[0].id,
            pair[1].id
        );
    }
}

/// The first step of a technique.
fn first(id: &str, puzzle: &KenKen, position: Option<&Position>) -> Option<Step> {
    let sheet = puzzle.sheet(position)?;
    Ladder::new(KenKen::INFO.techniques).retain(|technique| technique.id == id).next(sheet.as_ref(), true)
}

#[test]
fn reasons_name_cells_lines_and_numbers() {
    let puzzle = read("tatham", super::VERIFIED).unwrap().puzzle;
    let told = |id: &str| {
        let why = first(id, &puzzle, None).unwrap().why;
        format!("Look at {}. {}", why.place, why.reason)
    };
    assert_eq!(
        told("cage-claims-number"),
        "Look at the 5× cage at r6c2 and row 6. The 5× cage at r6c2 can only be 1×5, and it holds 1 and 5 in row 6. No other cell of row 6 can hold \
these numbers: 1 can be removed from r6c1, and 1 and 5 from r6c4."
    );
    assert_eq!(
        told("line-claims-number"),
        "Look at row 1 and the 1− cage at r1c1. In row 1, 5 is possible only in r1c1 and r1c2, inside the 1− cage at r1c1, so the cage holds 5 there. \
So the 1− cage at r1c1 can only be 5−4 or 6−5. None of these has a 1, 2 or 3. So 1, 2 and 3 can be removed from r1c1 and r1c2."
    );
    assert_eq!(
        told("cage-against-cage"),
        "Look at the 1− cage at r1c1 and the 6× cage at r1c4. The 6× cage at r1c4 can only be 1×6 or 2×3. It meets the 1− cage at r1c1 in row 1. If the 1− \
cage at r1c1 were 2−1, every way to fill the 6× cage at r1c4 would repeat one of its numbers there. So the 1− cage at r1c1 can only be 3−2, 4−3, 5−4 or \
6−5. None of these has a 1. So 1 can be removed from r1c1 and r1c2."
    );
}

/// Looks for everything and does it, told in words, until nothing is left to do.
fn follow(puzzle: &KenKen, position: Option<&Position>) {
    let ladder = Ladder::new(KenKen::INFO.techniques);
    let mut sheet = puzzle.sheet(position).unwrap();
    for _ in 0..40 {
        let steps = ladder.steps(sheet.as_ref(), 3, true);
        let Some(step) = steps.last() else { return };
        assert!(!step.why.reason.is_empty());
        sheet.apply(&step.removes, &step.places);
        let _ = (sheet.is_solved(), sheet.copied().position());
    }
}

#[test]
fn wrong_positions_do_not_panic() {
    for size in [3, 4, 6] {
        for seed in 0..4 {
            follow(&wild(size, seed), None);
            let (puzzle, _) = solvable(size, seed);
            let mut position = Position::empty((size, size));
            for (index, cell) in position.entries.cells().enumerate().filter(|(index, _)| index % 4 == 0) {
                position.entries[cell] = Some((index as i32 + seed as i32) % (size as i32 + 3) - 1);
            }
            follow(&puzzle, Some(&position));
        }
    }
}

#[test]
fn steps_off_the_board_are_ignored() {
    let (puzzle, _) = solvable(4, 1);
    let mut sheet = puzzle.sheet(None).unwrap();
    let before = sheet.position();
    let off = [Mark { cell: Cell { row: 4, col: 0 }, value: 1 }, Mark { cell: Cell { row: 0, col: 0 }, value: 5 }];
    sheet.apply(&off, &off);
    assert_eq!(sheet.position(), before);
}

#[test]
fn a_cage_with_too_many_fillings_is_left_out_until_it_has_fewer() {
    // One cage of 16 cells and single cells below it.
    let size = 16;
    let answer = |cell: Cell| ((cell.row + cell.col) % size + 1) as u64;
    let cells: Vec<Cell> = (0..size * size).map(|index| Cell { row: index / size, col: index % size }).collect();
    let (large, singles): (Vec<Cell>, Vec<Cell>) = cells.into_iter().partition(|cell| cell.row < 2 && cell.col < 8);
    let sum = large.iter().map(|&cell| answer(cell)).sum();
    let mut cages = vec![Cage { operator: Operator::Add, target: sum, cells: large }];
    cages.extend(singles.into_iter().map(|cell| Cage {
        operator: Operator::Equal,
        target: answer(cell),
        cells: vec![cell],
    }));
    let puzzle = KenKen::new(size, cages).unwrap();
    let ladder = Ladder::new(KenKen::INFO.techniques);
    let mut sheet = puzzle.sheet(None).unwrap();
    while let Some(step) = ladder.next(sheet.as_ref(), false) {
        sheet.apply(&step.removes, &step.places);
    }
    let open = sheet.position().entries.things().iter().filter(|entry| entry.is_none()).count();
    assert!(open <= 16, "{open} cells are open");
}

#[test]
fn a_position_keeps_its_pencil_marks() {
    let (puzzle, answer) = solvable(4, 2);
    let sheet = puzzle.sheet(None).unwrap();
    let start = sheet.position();
    let cell = start.entries.cells().find(|&cell| start.marks.values(cell).len() > 2).unwrap();
    let gone = start.marks.values(cell).into_iter().find(|&value| i32::from(value) != answer[cell]).unwrap();
    let mut marked = Position::empty((4, 4));
    marked.marks[cell] =
        start.marks.values(cell).into_iter().filter(|&value| value != gone).map(pencilmark_csp::Value).collect();
    let narrowed = puzzle.sheet(Some(&marked)).unwrap().position();
    assert!(!narrowed.marks.values(cell).contains(&gone));
    for other in start.entries.cells().filter(|&other| other != cell) {
        assert_eq!(narrowed.marks.values(other), start.marks.values(other));
    }
}

#[test]
fn what_a_cage_can_be_follows_from_the_clash_before_it() {
    let mut told = 0;
    for puzzle in puzzles(include_str!("../../../../../corpus/kenken/large.jsonl")) {
        let mut sheet = puzzle.sheet(None).expect("a sheet");
        let ladder = Ladder::new(KenKen::INFO.techniques);
        let against = |id: &str| id == "cage-against-cage" || id == "combination-against-cell";
        let clashes = ladder.clone().retain(|technique| against(technique.id));
        while let Some(step) = ladder.next(sheet.as_ref(), false) {
            for step in clashes.steps(sheet.as_ref(), 2, true) {
                assert!(!step.why.reason.contains("Then"), "{}", step.why.reason);
                told += 1;
            }
            sheet.apply(&step.removes, &step.places);
        }
    }
    assert!(told > 0);
}
