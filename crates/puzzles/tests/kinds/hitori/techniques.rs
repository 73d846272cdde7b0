//! The techniques of Hitori: the law of steps, what they say, and sheets that are wrong.

use pencilmark_csp::{Budget, Silent};
use pencilmark_puzzles::hitori::Hitori;
use pencilmark_puzzles::technique::audit::Audit;
use pencilmark_puzzles::technique::proof::prove;
use pencilmark_puzzles::technique::{Finder, Ladder, Mark, Sheet, Step};
use pencilmark_puzzles::{Answer, Cell, Grid, Kind as _, Spec};
use pencilmark_search::Run;

use super::puzzle;
use crate::shared;

/// Puzzles that travel with the program.
const CORPUS: [&str; 3] = [
    include_str!("../../../../../corpus/hitori/small.jsonl"),
    include_str!("../../../../../corpus/hitori/report.jsonl"),
    include_str!("../../../../../corpus/hitori/normal.jsonl"),
];

fn corpus() -> impl Iterator<Item = Hitori> {
    CORPUS.into_iter().flat_map(|text| text.lines().take(20)).map(|line| {
        let json: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let rows: Vec<Vec<u16>> = serde_json::from_value(json["grid"].clone()).expect("rows of numbers");
        puzzle(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
    })
}

fn solution(puzzle: &Hitori) -> Answer {
    let outcome = puzzle.exact(&Run::up_to(2), &mut Silent);
    assert_eq!(outcome.solutions.len(), 1, "{puzzle:?}");
    outcome.solutions.into_iter().next().expect("a solution")
}

fn generated() -> impl Iterator<Item = Hitori> {
    let sizes = [(1, 7), (2, 6), (6, 2), (3, 5), (6, 6), (7, 10), (12, 12)];
    let seeds = sizes.into_iter().flat_map(|(rows, cols)| (0..2).map(move |index| (Spec::sized(rows, cols), index)));
    seeds.map(|(spec, index)| Hitori::generate(&spec, 5, index).expect("a puzzle"))
}

/// The only step of a technique at the start of a puzzle.
fn first(puzzle: &Hitori, id: &str) -> Step {
    let ladder = Ladder::new(Hitori::INFO.techniques).retain(|technique| technique.id == id);
    let sheet = puzzle.sheet(None).expect("a sheet");
    ladder.next(sheet.as_ref(), true).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn steps_keep_the_law_and_solve_the_corpus() {
    let mut audit = Audit::default();
    let meter = Budget::default().start();
    for puzzle in corpus().chain(generated()) {
        audit.walk(&shared(&puzzle), &solution(&puzzle), (2, 12), &meter).expect("no limit");
    }
    assert_eq!(audit.faults, Vec::<String>::new());
    assert_eq!(audit.stuck, 0, "{audit:?}");
    for technique in Hitori::INFO.techniques {
        assert!(audit.covers(technique), "{} never seen: {:?}", technique.id, audit.proved);
    }
}

#[test]
fn techniques_come_in_the_order_of_their_tiers() {
    let order: Vec<_> = Hitori::INFO.techniques.iter().map(|technique| (technique.tier, technique.rating)).collect();
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn reasons_are_told_in_full() {
    let sandwich = first(&puzzle(&[&[2, 1, 2], &[3, 4, 5], &[6, 7, 8]]), "sandwich");
    assert_eq!(sandwich.why.place, "row 1");
    assert_eq!(
        sandwich.why.reason,
        "r1c2 lies between two 2s (r1c1 and r1c3). One of them is shaded, and shaded cells cannot touch, so r1c2 stays white."
    );
    let pair = first(&puzzle(&[&[2, 2, 1, 2, 2], &[3, 4, 5, 6, 7]]), "pair-in-line");
    assert_eq!(
        pair.why.reason,
        "r1c1 and r1c2 touch, so one of them stays white. Both show 2, so row 1 has its white 2 there, and r1c4 and r1c5 are shaded."
    );
    let double = first(&puzzle(&[&[2, 2, 1], &[3, 4, 5], &[6, 7, 8]]), "corner-double");
    assert_eq!(
        double.why.reason,
        "If r2c1 were shaded, r1c1 and r2c2 would be white, as they touch it. r1c2 shows 2 like r1c1, so r1c2 would be shaded. \
         Then both ways out of the corner r1c1 would be shut, and r1c1 and r2c2 would not be connected. So r2c1 stays white."
    );
    let thin = first(&puzzle(&[&[1, 2, 3]]), "cut");
    assert_eq!(
        thin.why.reason,
        "If r1c2 were shaded, r1c2 would be a wall across the board and cut r1c1 (white because it touches r1c2) off from r1c3 (white because it \
         touches r1c2). All white cells must be connected, so r1c2 stays white."
    );
}

#[test]
fn walls_that_either_of_two_cells_joins_count_as_joined() {
    let puzzle = puzzle(&[
        &[1, 2, 3, 2, 4],
        &[5, 6, 7, 8, 9],
        &[10, 11, 12, 13, 14],
        &[15, 16, 17, 18, 19],
        &[20, 21, 22, 23, 24],
    ]);
    let mut sheet = puzzle.sheet(None).expect("a sheet");
    let shaded = [Mark { cell: Cell { row: 1, col: 2 }, value: 1 }, Mark { cell: Cell { row: 2, col: 3 }, value: 1 }];
    sheet.apply(&[], &shaded);
    let ladder = Ladder::new(Hitori::INFO.techniques).retain(|technique| technique.id == "wall-fork");
    let steps = ladder.steps(sheet.as_ref(), 9, true);
    let white = |row, col| vec![Mark { cell: Cell { row, col }, value: 0 }];
    assert_eq!(steps.iter().map(|step| step.places.clone()).collect::<Vec<_>>(), [white(1, 4), white(3, 4)]);
    assert_eq!(
        steps[1].why.reason,
        "If r1c2 were shaded, it would join r2c3 and the edge. If r1c2 were white, r1c4, another 2 in row 1, would be shaded. Then r1c4 would join them. So they will be \
         joined in any case. Now suppose r4c5 were shaded. With those walls joined, r2c3, r3c4 and r4c5 would form a wall from edge to edge and cut the board in two. All white cells \
         must be connected, so r4c5 stays white."
    );
    let meter = Budget::default().start();
    for step in &steps {
        assert_eq!(prove(&puzzle, step, &meter), Ok(Ok(())));
    }
}

/// Every technique at every position on the way from a start to wherever its steps lead.
fn exhaust(mut sheet: Box<dyn Sheet>) -> Box<dyn Sheet> {
    let ladder = Ladder::new(Hitori::INFO.techniques);
    for _ in 0..200 {
        for place in 0..=Hitori::INFO.techniques.len() {
            let mut finder = Finder::new(3, true);
            let _ = sheet.find(place, &mut finder);
        }
        match ladder.next(sheet.as_ref(), false) {
            Some(step) => sheet.apply(&step.removes, &step.places),
            None => break,
        }
    }
    sheet
}

#[test]
fn wrong_positions_are_no_reason_to_panic() {
    for puzzle in corpus().take(6).chain(generated().take(4)) {
        let (rows, cols) = puzzle.shape();
        let right = solution(&puzzle);
        let answers = [Grid::filled(rows, cols, 0), Grid::filled(rows, cols, 1), right.map(|&shade| 1 - shade)];
        for (answer, every) in answers.iter().flat_map(|answer| [(answer, 1), (answer, 2), (answer, 3)]) {
            let mut sheet = puzzle.sheet(None).expect("a sheet");
            for (index, cell) in answer.cells().enumerate().filter(|(index, _)| index % every == 0) {
                let mark = Mark { cell, value: answer[cell] as u16 };
                if index % 2 == 0 {
                    sheet.apply(&[], &[mark]);
                } else {
                    sheet.apply(&[Mark { value: 1 - mark.value, ..mark }], &[]);
                }
            }
            let sheet = exhaust(sheet);
            let again = puzzle.sheet(Some(&sheet.position())).expect("a sheet");
            exhaust(again);
        }
    }
}

#[test]
fn a_broken_rule_leaves_a_cell_without_marks() {
    let puzzle = puzzle(&[&[1, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11]]);
    let shaded = |row, col| Mark { cell: Cell { row, col }, value: 1 };
    let white = |row, col| Mark { cell: Cell { row, col }, value: 0 };
    for marks in [
        [shaded(0, 0), shaded(0, 1)],
        [white(0, 0), white(0, 1)],
        [shaded(0, 1), shaded(1, 0)],
        [white(2, 2), shaded(2, 2)],
    ] {
        let mut sheet = puzzle.sheet(None).expect("a sheet");
        sheet.apply(&[], &marks);
        let (cell, position) = (marks[1].cell, sheet.position());
        assert!(position.entries[cell].is_none() && position.marks.values(cell).is_empty(), "{marks:?}");
        assert!(!sheet.is_solved());
    }
}

#[test]
fn a_cell_that_cuts_the_board_itself_closes_nothing() {
    let told = |sheet: &dyn Sheet, is: fn(&str) -> bool| {
        Ladder::new(Hitori::INFO.techniques).retain(|technique| is(technique.id)).steps(sheet, usize::MAX, true)
    };
    let (mut cuts, mut closings) = (0, 0);
    for puzzle in corpus() {
        let mut sheet = puzzle.sheet(None).expect("a sheet");
        let ladder = Ladder::new(Hitori::INFO.techniques);
        while let Some(step) = ladder.next(sheet.as_ref(), false) {
            let plain: Vec<Vec<Mark>> =
                told(sheet.as_ref(), |id| id == "cut").into_iter().map(|cut| cut.places).collect();
            for closing in told(sheet.as_ref(), |id| id.starts_with("closing-")) {
                assert!(!plain.contains(&closing.places), "{closing:?}");
                assert!(!closing.why.reason.contains("  "), "{}", closing.why.reason);
                closings += 1;
            }
            cuts += plain.len();
            sheet.apply(&step.removes, &step.places);
        }
    }
    assert!(cuts > 0 && closings > 0);
}
