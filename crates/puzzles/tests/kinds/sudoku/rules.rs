//! The judge, the constraints, the drawing, and what a puzzle is made of.

use pencilmark_csp::{Neighbourhood, Role, Value, Verdict};
use pencilmark_puzzles::inside::sudoku::{Singles, Units, digit_of, resolve_shape, symbol};
use pencilmark_puzzles::{Edge, Position};
use pencilmark_search::{Backtracking, BacktrackingThenSat, Method as _, Sat};

use super::*;
use crate::told;

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn the_judge_and_the_constraints_agree((puzzle, answer) in small_puzzle(), draws in any::<u64>()) {
        let lowered = puzzle.lower("cells");
        let right = lowered.reading.encode(&lowered.csp, &answer).expect("digits in range");
        let side = puzzle.side() as u64;
        for round in 0..30 {
            let mut assignment = right.clone();
            let draw = |purpose: u64| key(draws, &[round, purpose]);
            let digit = |purpose: u64| Value((draw(purpose) % side + 1) as u16);
            match round % 3 {
                // Up to two changes, and at times none.
                0 => for change in 0..draw(0) % 3 {
                    assignment[(draw(1 + change) % (side * side)) as usize] = digit(5 + change);
                },
                // Two digits exchanged everywhere: breaks clues and nothing else.
                1 => {
                    let (a, b) = (digit(1), digit(2));
                    for value in &mut assignment {
                        *value = if *value == a { b } else if *value == b { a } else { *value };
                    }
                }
                _ => for (place, value) in assignment.iter_mut().enumerate() {
                    *value = digit(place as u64);
                },
            }
            let decoded = lowered.reading.decode(&assignment);
            prop_assert_eq!(puzzle.judge(&decoded).is_ok(), lowered.csp.is_solution(&assignment));
        }
    }

    #[test]
    fn marks_are_what_the_givens_leave((puzzle, answer) in small_puzzle()) {
        prop_assume!(puzzle.judge(&answer).is_ok());
        let marks = puzzle.marks(None);
        let (box_rows, box_cols) = puzzle.box_shape();
        let in_one_unit = |a: Cell, b: Cell| {
            a.row == b.row || a.col == b.col || (a.row / box_rows, a.col / box_cols) == (b.row / box_rows, b.col / box_cols)
        };
        for cell in puzzle.cells().cells() {
            let mut left = puzzle.cells()[cell];
            if left.single().is_none() {
                for other in puzzle.cells().cells().filter(|&other| in_one_unit(cell, other)) {
                    left = puzzle.cells()[other].single().map_or(left, |digit| left.without(Candidates::only(digit)));
                }
            }
            let expected: Vec<u16> = left.digits().map(|digit| digit as u16).collect();
            prop_assert_eq!(marks.values(cell), expected, "{}", cell);
        }
    }

    #[test]
    fn the_methods_count_alike((puzzle, _) in small_puzzle()) {
        let lowered = puzzle.lower("cells");
        let run = Run::up_to(50);
        let outcomes = [
            BacktrackingThenSat::solve(&lowered.csp, &run, &mut Silent),
            Sat::solve(&lowered.csp, &run, &mut Silent),
            Backtracking::solve(&lowered.csp, &run, &mut Silent),
        ];
        let sorted = |index: usize| {
            let mut solutions = outcomes[index].solutions.clone();
            solutions.sort_unstable();
            solutions.dedup();
            solutions
        };
        let first = sorted(0);
        for (index, outcome) in outcomes.iter().enumerate() {
            prop_assert_eq!(outcome.exhausted(), first.len() < 50);
            prop_assert_eq!(sorted(index).len(), outcome.solutions.len());
            prop_assert_eq!(outcome.solutions.len(), first.len());
            prop_assert!(first.len() == 50 || sorted(index) == first);
            for solution in &outcome.solutions {
                prop_assert_eq!(puzzle.judge(&lowered.reading.decode(solution)), Ok(()));
            }
        }
        if puzzle.contradiction().is_some() {
            prop_assert!(first.is_empty());
        }
        match Units::of(&puzzle).apply(&mut puzzle.cells().things().to_vec()) {
            Singles::Refuted => prop_assert!(first.is_empty()),
            Singles::Solved => prop_assert_eq!(first.len(), 1),
            Singles::Stuck => {}
        }
    }

    #[test]
    fn the_start_obeys_hard_rules_and_deals_are_the_missing_digits((puzzle, _) in small_puzzle()) {
        let csp = puzzle.lower("cells").csp;
        let start = csp.start.clone().expect("a start");
        let hard = csp.posted.iter().filter(|posted| posted.role == Role::Hard);
        let impossible = puzzle.cells().things().iter().filter(|cell| cell.is_empty()).count() as u64;
        prop_assert_eq!(hard.map(|posted| posted.rule.violation(start.as_slice())).sum::<u64>(), impossible);
        let mut moved: Vec<usize> = Vec::new();
        for neighbourhood in csp.walks.iter().flat_map(|walk| &walk.parts) {
            match neighbourhood {
                Neighbourhood::Deal { vars, values } => {
                    let mut dealt: Vec<Value> = vars.iter().map(|var| start[var.index()]).collect();
                    dealt.sort_unstable();
                    prop_assert_eq!(&dealt, values);
                    moved.extend(vars.iter().map(|var| var.index()));
                }
                Neighbourhood::Change(vars) => moved.extend(vars.iter().map(|var| var.index())),
                other => prop_assert!(false, "{:?}", other),
            }
        }
        moved.sort_unstable();
        let open = (0..start.len()).filter(|&place| puzzle.cells().things()[place].single().is_none());
        prop_assert_eq!(moved, open.collect::<Vec<_>>());
    }
}

#[test]
fn rules_speak_of_rows_and_cells() {
    let text = r#"{"box": [2, 3], "grid": [[5,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]],
        "candidates": [[null,[1,2],[],null,null,null],[null,null,null,null,null,null],[null,null,null,null,null,null],
        [null,null,null,null,null,null],[null,null,null,null,null,null],[null,null,null,null,null,null]]}"#;
    let csp = json(text).expect("reads").lower("cells").csp;
    let labels: Vec<&str> = csp.posted.iter().map(|posted| posted.label.as_str()).collect();
    assert_eq!(
        labels[..3],
        ["r1c1 is 5 (given)", "r1c2 is one of 1, 2 (pencil marks)", "r1c3 has no candidate (pencil marks)"]
    );
    assert_eq!(labels[3], "row 1 holds each digit once");
    assert_eq!(labels[9], "column 1 holds each digit once");
    assert_eq!(labels[20], "box 6 holds each digit once");
    let scope: Vec<u32> = csp.posted[20].rule.scope().iter().map(|var| var.0).collect();
    assert_eq!(scope, [27, 28, 29, 33, 34, 35]);
}

#[test]
fn sides_have_their_usual_boxes() {
    let is_refused =
        |side| matches!(resolve_shape(side, None, None), Err(ShapeError::Side(_) | ShapeError::Indivisible(_)));
    let supported: Vec<usize> = (0..40).filter(|&side| !is_refused(side)).collect();
    assert_eq!(supported, [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25]);
    assert_eq!(resolve_shape(12, None, None), Ok((3, 4)));
    assert_eq!(resolve_shape(12, None, Some((2, 6))), Ok((2, 6)));
    assert_eq!(resolve_shape(12, Some((4, 3)), None), Ok((4, 3)));
    assert_eq!(resolve_shape(12, Some((4, 3)), Some((4, 3))), Ok((4, 3)));
    let cases = [
        (3, None, None, ShapeError::Side(3)),
        (26, None, None, ShapeError::Side(26)),
        (7, None, Some((1, 7)), ShapeError::Indivisible(7)),
        (14, None, None, ShapeError::Open(14)),
        (6, None, Some((1, 6)), ShapeError::Misfit { side: 6, rows: 1, cols: 6 }),
        (6, None, Some((usize::MAX, 2)), ShapeError::Misfit { side: 6, rows: usize::MAX, cols: 2 }),
        (6, Some((2, 3)), Some((3, 2)), ShapeError::Disagree { stated: (2, 3), asked: (3, 2) }),
    ];
    for (side, stated, asked, error) in cases {
        assert_eq!(resolve_shape(side, stated, asked), Err(error));
    }
    let remedy = ShapeError::Open(12).remedy();
    assert_eq!(remedy.text, "say how many rows and columns a box has");
    let options: Vec<_> = remedy.options.iter().map(|option| (option.name, option.value.as_deref())).collect();
    assert_eq!(options, ["2x6", "3x4", "4x3", "6x2"].map(|shape| ("box", Some(shape))));
}

#[test]
fn the_judge_names_the_rule_and_the_cells() {
    let puzzle = from_line("1.........2.....");
    let check = |rows: &[&[i32]], rule: &str, cells: &str, text: &str| {
        let answer = Grid::from_rows(rows.iter().map(|row| row.to_vec()).collect()).expect("a rectangle");
        assert_eq!(told(&puzzle.judge(&answer).expect_err(text)), (rule, cells.to_owned(), text));
    };
    let right = vec![1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3];
    assert_eq!(puzzle.judge(&Grid::new(4, 4, right).expect("a square")), Ok(()));
    check(
        &[&[3, 2, 1, 4], &[1, 4, 3, 2], &[4, 1, 2, 3], &[2, 3, 4, 1]],
        "given",
        "r1c1",
        "r1c1 holds 3, but 1 is given there",
    );
    check(
        &[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 1], &[2, 1, 3, 3]],
        "row",
        "r4c3 r4c4",
        "row 4 has 3 twice: r4c3 and r4c4",
    );
    check(
        &[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 1], &[2, 1, 3, 4]],
        "column",
        "r1c3 r4c3",
        "column 3 has 3 twice: r1c3 and r4c3",
    );
    check(
        &[&[1, 2, 3, 4], &[2, 1, 4, 3], &[4, 3, 2, 1], &[3, 4, 1, 2]],
        "box",
        "r1c2 r2c1",
        "box 1 has 2 twice: r1c2 and r2c1",
    );
    check(
        &[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 0], &[2, 1, 4, 3]],
        "board",
        "r3c4",
        "r3c4 holds 0, which is not a digit from 1 to 4",
    );
    check(
        &[&[1, 2, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 5], &[2, 1, 4, 3]],
        "board",
        "r3c4",
        "r3c4 holds 5, which is not a digit from 1 to 4",
    );
    check(
        &[&[1, -7, 3, 4], &[3, 4, 1, 2], &[4, 3, 2, 1], &[2, 1, 4, 3]],
        "board",
        "r1c2",
        "r1c2 holds -7, which is not a digit from 1 to 4",
    );
    check(&[&[1, 2, 3, 4]], "board", "", "the board has 4 rows and columns, the answer has 1 rows and 4 columns");
    let marked = json(
        r#"{"grid": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]], "candidates":
        [[[2,3],null,null,null],[null,null,null,null],[null,null,null,null],[null,null,null,[]]]}"#,
    );
    let marked = marked.expect("reads");
    let answer = answer_of(&puzzle);
    let reason = marked.judge(&answer).expect_err("a mark that is not there");
    assert_eq!(told(&reason), ("marks", "r1c1".to_owned(), "r1c1 holds 1, but its pencil marks are 2, 3"));
    let reason = marked.contradiction().expect("a cell without candidates");
    assert_eq!(told(&reason), ("cell", "r4c4".to_owned(), "r4c4 has no candidate"));
}

#[test]
fn contradictions_are_seen_at_a_glance() {
    let cases = [
        ("1..1............", "row", "r1c1 r1c4", "row 1 has 1 given twice: r1c1 and r1c4"),
        ("1...........1...", "column", "r1c1 r4c1", "column 1 has 1 given twice: r1c1 and r4c1"),
        ("1....1..........", "box", "r1c1 r2c2", "box 1 has 1 given twice: r1c1 and r2c2"),
        (
            "123.....4......4",
            "cell",
            "r1c4",
            "r1c4 cannot hold any digit: the givens in its row, column and box exclude all its candidates",
        ),
        ("1.....23........", "row", "r2c1 r2c2 r2c3 r2c4", "row 2 has no place left for 1"),
    ];
    for (text, rule, cells, expected) in cases {
        let puzzle = from_line(text);
        let reason = puzzle.contradiction().expect(text);
        assert_eq!(told(&reason), (rule, cells.to_owned(), expected), "{text}");
        assert_eq!(puzzle.exact(&Run::up_to(1), &mut Silent).verdict(), Verdict::Refuted, "{text}");
    }
    for text in ["12......4..3....", "1..............."] {
        assert_eq!(from_line(text).contradiction(), None, "{text}");
    }
}

#[test]
fn the_blank_board_of_four_has_288_solutions() {
    let outcome = from_line(&".".repeat(16)).exact(&Run::up_to(1000), &mut Silent);
    assert_eq!((outcome.solutions.len(), outcome.exhausted()), (288, true));
}

#[test]
fn the_board_shows_givens_entries_and_marks() {
    let puzzle = from_line(&format!("5{}", ".".repeat(35)));
    let mut position = Position::empty((6, 6));
    position.entries[Cell { row: 0, col: 1 }] = Some(2);
    position.marks[Cell { row: 0, col: 1 }] = [2, 3].into_iter().map(Value).collect();
    position.marks[Cell { row: 0, col: 2 }] = [1, 6].into_iter().map(Value).collect();
    let board = puzzle.board(None, Some(&position));
    let face = |col: usize| board.faces[Cell { row: 0, col }].clone();
    assert_eq!((face(0).text.as_str(), face(0).given), ("5", true));
    assert_eq!((face(1).text.as_str(), face(1).given, face(1).marks), ("2", false, vec![]));
    assert_eq!((face(2).text.as_str(), face(2).marks), ("", vec![1, 6]));
    assert_eq!(board.mark_shape, (2, 3));
    let thick = |edges: &Grid<Edge>, at: &dyn Fn(usize) -> Cell| -> Vec<usize> {
        (0..7).filter(|&index| edges[at(index)] == Edge::Thick).collect()
    };
    assert_eq!(thick(&board.vertical, &|col| Cell { row: 0, col }), [0, 3, 6]);
    assert_eq!(thick(&board.horizontal, &|row| Cell { row, col: 0 }), [0, 2, 4, 6]);
    let solved = puzzle.board(Some(&answer_of(&puzzle)), None);
    assert!(solved.faces.things().iter().all(|face| !face.text.is_empty()));
    assert_eq!(solved.faces.things().iter().filter(|face| face.given).count(), 1);
}

#[test]
fn symbols_and_digits_are_inverse() {
    for digit in 1..=25 {
        assert_eq!(digit_of(symbol(digit)), Some(digit));
        assert_eq!(digit_of(symbol(digit).to_ascii_lowercase()), Some(digit));
        assert_eq!(Candidates::only(digit).single(), Some(digit));
    }
    assert_eq!([symbol(0), symbol(26)], ['?', '?']);
    assert_eq!(['0', 'Q', '.', 'é'].map(digit_of), [None; 4]);
}

#[test]
fn a_set_of_digits_is_a_set() {
    let set: Candidates = [3, 25, 3, 1, 0, 26].into_iter().collect();
    assert_eq!((set.len(), set.to_string().as_str(), set.single()), (3, "1, 3, 25", None));
    assert_eq!(Candidates::all(25).without(set).union(set), Candidates::all(25));
    assert!(set.without(set).is_empty() && set.contains(25) && !set.contains(2));
}
