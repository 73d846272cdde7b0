//! The judge, the constraints and the drawing.

use std::collections::BTreeSet;

use pencilmark_csp::{Outcome, Rule, Silent, Value};
use pencilmark_puzzles::inside::kenken::makes;
use pencilmark_puzzles::{Cell, Edge, Grid, Position};
use pencilmark_search::{Backtracking, BacktrackingThenSat, Method as _, Run, Sat};
use proptest::prelude::*;

use super::*;
use crate::told;

fn grid(rows: &[&[i32]]) -> Answer {
    Grid::from_rows(rows.iter().map(|row| row.to_vec()).collect()).unwrap()
}

#[test]
fn the_judge_names_rule_and_cells() {
    let puzzle = read(
        "list",
        "3\n[(0,0),(1,0)] add 5\n[(0,1),(0,2)] sub 1\n[(1,1)] '' 1\n[(2,1),(2,0)] div 2\n[(1,2),(2,2)] '' 6",
    );
    let puzzle = puzzle.unwrap().puzzle;
    let divided = "cage 2÷ at r3c1: 1, 3 do not leave the target when the largest is divided by all the others";
    for (answer, (rule, cells, text)) in [
        (grid(&[&[3, 2, 1], &[2, 1, 3], &[1, 3, 2]]), ("cage", "r3c1 r3c2", divided)),
        (
            grid(&[&[3, 2], &[2, 1]]),
            ("board", "", "the board has 3 rows and columns, the answer has 2 rows and 2 columns"),
        ),
        (grid(&[]), ("board", "", "the board has 3 rows and columns, the answer has 0 rows and 0 columns")),
        (
            grid(&[&[3, 2, 0], &[2, 1, 3], &[1, 3, 2]]),
            ("board", "r1c3", "r1c3 holds 0: only the numbers from 1 to 3 are allowed"),
        ),
        (
            grid(&[&[3, 2, -1], &[2, 1, 3], &[1, 3, 2]]),
            ("board", "r1c3", "r1c3 holds -1: only the numbers from 1 to 3 are allowed"),
        ),
        (
            grid(&[&[3, 2, i32::MIN], &[2, 1, 3], &[1, 3, 2]]),
            ("board", "r1c3", "r1c3 holds -2147483648: only the numbers from 1 to 3 are allowed"),
        ),
        (
            grid(&[&[4, 2, 1], &[2, 1, 3], &[1, 3, 2]]),
            ("board", "r1c1", "r1c1 holds 4: only the numbers from 1 to 3 are allowed"),
        ),
        (grid(&[&[3, 2, 3], &[2, 1, 3], &[1, 3, 2]]), ("row", "r1c1 r1c3", "row 1 has 3 twice: r1c1 and r1c3")),
        (grid(&[&[3, 2, 1], &[3, 1, 2], &[1, 3, 2]]), ("column", "r1c1 r2c1", "column 1 has 3 twice: r1c1 and r2c1")),
        (
            grid(&[&[1, 2, 3], &[2, 3, 1], &[3, 1, 2]]),
            ("cage", "r1c1 r2c1", "cage 5+ at r1c1: 1, 2 do not add up to the target"),
        ),
        (grid(&[&[3, 1, 2], &[2, 3, 1], &[1, 2, 3]]), ("cage", "r2c2", "cage 1 at r2c2: 3 is not the target")),
    ] {
        assert_eq!(told(&puzzle.judge(&answer).unwrap_err()), (rule, cells.to_owned(), text));
    }
}

#[test]
fn arithmetic_is_that_of_the_rules() {
    use Operator::{Add, Any, Divide, Equal, Multiply, Subtract};
    for (operator, target, numbers, expected) in [
        (Add, 6, &[1, 2, 3][..], true),
        (Add, 7, &[1, 2, 3], false),
        (Multiply, 16, &[2, 4, 2], true),
        (Multiply, 0, &[2, 4, 2], false),
        (Subtract, 1, &[2, 3], true),
        (Subtract, 1, &[1, 4, 2], true),
        (Subtract, 0, &[1, 3, 2], true),
        (Subtract, 3, &[3, 3, 6], false),
        (Subtract, 0, &[3, 3], true),
        (Subtract, 1, &[2, 3, 2], false),
        (Divide, 2, &[3, 6], true),
        (Divide, 1, &[2, 3, 6], true),
        (Divide, 1, &[6, 6], true),
        (Divide, 2, &[3, 7], false),
        (Divide, 0, &[3, 7], false),
        (Equal, 4, &[4], true),
        (Equal, 4, &[3], false),
        (Any, 5, &[2, 3], true),
        (Any, 6, &[2, 3], true),
        (Any, 1, &[2, 3], true),
        (Any, 2, &[4, 2], true),
        (Any, 4, &[2, 3], false),
    ] {
        assert_eq!(makes(operator, target, numbers), expected, "{operator:?} {target} {numbers:?}");
    }
}

#[test]
fn contradictions_are_named() {
    let read = |text: &str| read("list", text).unwrap().puzzle;
    let check = |puzzle: &KenKen, (rule, cells, text): (&str, &str, &str)| {
        assert_eq!(told(&puzzle.contradiction().unwrap()), (rule, cells.to_owned(), text));
    };
    let rest = "[(1,0),(1,1),(1,2)] add 6\n[(2,0),(2,1),(2,2)] add 6";
    let row = "r1c1 r1c2 r1c3";
    for (first, expected) in [
        ("[(0,0),(0,1),(0,2)] add 7", ("cage", row, "cage 7+ at r1c1 cannot be made: its cells make at most 6")),
        ("[(0,0),(0,1),(0,2)] mult 8", ("cage", row, "cage 8× at r1c1 cannot be made: its cells make at most 6")),
        (
            "[(0,0),(0,1),(0,2)] div 0",
            ("cage", row, "cage 0÷ at r1c1 cannot be made: no numbers from 1 to 3 in its cells give 0"),
        ),
        (
            "[(0,0),(0,1)] sub 3\n[(0,2)] '' 2",
            ("cage", "r1c1 r1c2", "cage 3− at r1c1 cannot be made: no numbers from 1 to 3 in its cells give 3"),
        ),
        (
            "[(0,0),(0,1),(0,2)] '' 7",
            ("cage", row, "cage 7 without operator at r1c1 cannot be made: no numbers from 1 to 3 in its cells give 7"),
        ),
        ("[(0,0),(0,1)] sub 2\n[(0,2)] '' 4", ("cage", "r1c3", "r1c3 is given as 4: only 1 to 3 are allowed")),
        ("[(0,0),(0,1)] sub 2\n[(0,2)] '' 0", ("cage", "r1c3", "r1c3 is given as 0: only 1 to 3 are allowed")),
        (
            "[(0,0)] '' 1\n[(0,1)] '' 2\n[(0,2)] '' 1",
            ("row", "r1c1 r1c3", "row 1 has 1 twice: r1c1 and r1c3 are given"),
        ),
    ] {
        let puzzle = read(&format!("3\n{first}\n{rest}"));
        check(&puzzle, expected);
        assert!(puzzle.exact(&Run::up_to(1), &mut Silent).solutions.is_empty(), "{first}");
    }
    for first in ["[(0,0),(0,1),(0,2)] add 6", "[(0,0),(0,1)] sub 2\n[(0,2)] '' 2", "[(0,0),(0,1),(0,2)] sub 0"] {
        let puzzle = read(&format!("3\n{first}\n{rest}"));
        assert_eq!(puzzle.contradiction(), None, "{first}");
        assert!(!puzzle.exact(&Run::up_to(1), &mut Silent).solutions.is_empty(), "{first}");
    }
    let gap = read(
        "4\n[(0,0),(0,1)] mult 5\n[(0,2),(0,3),(1,0),(1,1),(1,2),(1,3)] add 15\n[(2,0),(2,1),(2,2),(2,3)] add 10\n[(3,0),(3,1),(3,2),(3,3)] mult 24",
    );
    let text = "cage 5× at r1c1 cannot be made: no numbers from 1 to 4 in its cells give 5";
    check(&gap, ("cage", "r1c1 r1c2", text));
    // Far too many numbers to try: the lines alone tell.
    let cells: Vec<Cell> = Grid::filled(16, 16, ()).cells().collect();
    for (operator, target, expected) in [
        (Operator::Add, 2176, None),
        (Operator::Add, 2177, Some("cage 2177+ at r1c1 cannot be made: its cells make at most 2176")),
        (Operator::Add, 2175, Some("cage 2175+ at r1c1 cannot be made: its cells make at least 2176")),
        (Operator::Subtract, 1, Some("cage 1− at r1c1 cannot be made: no numbers from 1 to 16 in its cells give 1")),
    ] {
        let puzzle = KenKen::new(16, vec![Cage { operator, target, cells: cells.clone() }]).unwrap();
        let reason = puzzle.contradiction();
        assert_eq!(reason.as_ref().map(|reason| reason.text.as_str()), expected);
        assert!(reason.is_none_or(|reason| (reason.rule, reason.cells) == ("cage", cells.clone())));
    }
    let columns = read("3\n[(0,0)] '' 1\n[(1,0),(1,1)] add 3\n[(2,0)] '' 1\n[(0,1),(0,2),(1,2),(2,2),(2,1)] add 9");
    check(&columns, ("column", "r1c1 r3c1", "column 1 has 1 twice: r1c1 and r3c1 are given"));
}

#[test]
fn rules_have_labels_in_the_words_of_the_puzzle() {
    let puzzle = read("list", "3\n[(0,0),(1,0),(2,0)] add 6\n[(0,1)] '' 1\n[(0,2),(1,2),(2,2),(1,1),(2,1)] '' 6");
    let lowered = puzzle.unwrap().puzzle.lower("cells");
    let labels: Vec<&str> = lowered.csp.posted.iter().map(|posted| posted.label.as_str()).collect();
    assert_eq!(labels[..3], ["cage 6+ at r1c1", "r1c2 is 1 (a cage of one cell)", "cage 6 without operator at r1c3"]);
    assert_eq!(labels[3], "row 1 holds each number from 1 to 3 once");
    assert_eq!(labels[8], "column 3 holds each number from 1 to 3 once");
    assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len());
}

#[test]
fn the_board_shows_cages_clues_and_entries() {
    let puzzle = read("tatham", VERIFIED).unwrap().puzzle;
    let board = puzzle.board(None, None);
    let corners: Vec<&str> = board.faces.things()[..12].iter().map(|face| face.corner.as_str()).collect();
    assert_eq!(corners, ["1−", "", "2÷", "6×", "", "2÷", "13+", "3−", "", "12×", "3÷", ""]);
    assert_eq!(board.mark_shape, (2, 3));
    for (line, expected) in [((0, 0), Edge::Thick), ((0, 1), Edge::Thin), ((0, 2), Edge::Thick), ((0, 6), Edge::Thick)]
    {
        assert_eq!(board.vertical.get(line.0, line.1), Some(&expected), "{line:?}");
    }
    for (line, expected) in [((0, 0), Edge::Thick), ((1, 0), Edge::Thick), ((1, 2), Edge::Thin), ((6, 2), Edge::Thick)]
    {
        assert_eq!(board.horizontal.get(line.0, line.1), Some(&expected), "{line:?}");
    }
    let mut position = Position::empty((6, 6));
    position.entries[Cell { row: 0, col: 0 }] = Some(4);
    position.marks[Cell { row: 0, col: 0 }] = [4, 5].into_iter().map(Value).collect();
    position.marks[Cell { row: 0, col: 1 }] = [1, 2].into_iter().map(Value).collect();
    let board = puzzle.board(None, Some(&position));
    let face = |col| &board.faces[Cell { row: 0, col }];
    assert_eq!((face(0).text.as_str(), &face(0).marks, face(0).given), ("4", &vec![], false));
    assert_eq!((face(1).text.as_str(), &face(1).marks), ("", &vec![1, 2]));
    let answer = Grid::filled(6, 6, 3);
    let board = puzzle.board(Some(&answer), Some(&position));
    assert!(board.faces.things().iter().all(|face| face.text == "3" && face.marks.is_empty() && !face.given));
}

/// Every Latin square of a size, by plain recursion: the oracle of oracles.
fn latin_squares(size: usize) -> Vec<Answer> {
    fn fill(size: usize, numbers: &mut Vec<i32>, into: &mut Vec<Answer>) {
        let place = numbers.len();
        if place == size * size {
            into.extend(Grid::new(size, size, numbers.clone()));
            return;
        }
        for number in 1..=size as i32 {
            let row = &numbers[place / size * size..];
            let mut column = numbers.iter().skip(place % size).step_by(size);
            if !row.contains(&number) && !column.any(|&held| held == number) {
                numbers.push(number);
                fill(size, numbers, into);
                numbers.pop();
            }
        }
    }
    let mut squares = Vec::new();
    fill(size, &mut Vec::new(), &mut squares);
    squares
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    /// The judge accepts a board exactly when every constraint holds.
    #[test]
    fn judge_and_constraints_agree(size in KenKen::SIZES, seed: u64, likely: bool) {
        let mut random = stream(seed, &[3]);
        let (mut puzzle, square) = solvable(size, seed);
        if !likely {
            puzzle = wild(size, seed);
        }
        let lowered = puzzle.lower("cells");
        let solution = lowered.reading.encode(&lowered.csp, &square).unwrap();
        prop_assert!(!likely || lowered.csp.is_solution(&solution));
        let mut boards = vec![solution.clone()];
        for changes in [1, 2, 2, size * size] {
            let mut board = solution.clone();
            for _ in 0..changes {
                let place = random.random_range(0..board.len());
                board[place] = Value(random.random_range(1..=size as u16));
            }
            boards.push(board);
        }
        // A swap of two rows, of two columns and of two numbers keep the square Latin: only cages can object.
        let (a, b) = (random.random_range(0..size), random.random_range(0..size));
        boards.push((0..size * size).map(|i| solution[match i / size { r if r == a => b, r if r == b => a, r => r } * size + i % size]).collect());
        boards.push((0..size * size).map(|i| solution[i / size * size + match i % size { c if c == a => b, c if c == b => a, c => c }]).collect());
        boards.push(solution.iter().map(|value| match value.index() - 1 { v if v == a => Value(b as u16 + 1), v if v == b => Value(a as u16 + 1), _ => *value }).collect());
        for board in boards {
            let answer = lowered.reading.decode(&board);
            prop_assert_eq!(puzzle.judge(&answer).is_ok(), lowered.csp.is_solution(&board), "{:?}", puzzle.judge(&answer));
            prop_assert_eq!(lowered.reading.encode(&lowered.csp, &answer), Some(board.clone()));
            // Cage by cage: a board is seldom wrong in one rule alone.
            for posted in &lowered.csp.posted {
                let Rule::Cage(cage) = &posted.rule else { continue };
                let numbers: Vec<u64> = cage.vars.iter().map(|var| u64::from(board[var.index()].0)).collect();
                prop_assert_eq!(posted.rule.violation(board.as_slice()) == 0, makes(cage.operator, cage.target, &numbers));
            }
        }
    }

    /// Any one change of a solution is noticed.
    #[test]
    fn a_changed_solution_is_rejected(size in KenKen::SIZES, seed: u64, place: prop::sample::Index, by in 1i32..16) {
        let (puzzle, mut square) = solvable(size, seed);
        prop_assert_eq!(puzzle.judge(&square), Ok(()));
        let cell = square.cell(place.index(size * size));
        square[cell] += by;
        prop_assert!(puzzle.judge(&square).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    /// All methods find the solutions that plain enumeration finds.
    #[test]
    fn methods_agree_on_all_solutions(size in 3usize..=4, seed: u64, likely in prop::bool::weighted(0.8)) {
        let puzzle = if likely { solvable(size, seed).0 } else { wild(size, seed) };
        let squares = latin_squares(size);
        prop_assert_eq!(squares.len(), if size == 3 { 12 } else { 576 });
        let all: BTreeSet<Vec<i32>> =
            squares.iter().filter(|square| puzzle.judge(square).is_ok()).map(|square| square.things().to_vec()).collect();
        let lowered = puzzle.lower("cells");
        let run = Run::up_to(50);
        for outcome in [
            BacktrackingThenSat::solve(&lowered.csp, &run, &mut Silent),
            Sat::solve(&lowered.csp, &run, &mut Silent),
            Backtracking::solve(&lowered.csp, &run, &mut Silent),
        ] {
            let outcome: Outcome<Answer> = outcome.map(|assignment| lowered.reading.decode(&assignment));
            let found: BTreeSet<Vec<i32>> = outcome.solutions.iter().map(|square| square.things().to_vec()).collect();
            prop_assert_eq!(found.len(), outcome.solutions.len());
            prop_assert_eq!(found.len(), all.len().min(50));
            prop_assert!(found.is_subset(&all));
            prop_assert!(outcome.exhausted() || found.len() == 50);
        }
        if let Some(reason) = puzzle.contradiction() {
            prop_assert!(all.is_empty(), "{}", reason);
        }
    }
}
