//! The judge, the constraints and the drawing.

use pencilmark_csp::{Neighbourhood, Value, Verdict};
use pencilmark_puzzles::{Edge, Lowered, Position, Tone};
use pencilmark_search::{Backtracking, BacktrackingThenSat, Method as _, Sat};

use super::*;
use crate::told;

#[test]
fn every_engine_finds_the_one_solution() {
    let puzzle = puzzle(SMALL);
    assert_eq!(puzzle.last(), 11);
    assert_eq!(puzzle.contradiction(), None);
    for model in ["numbers", "cells"] {
        let Lowered { csp, reading } = puzzle.lower(model);
        for outcome in [
            Backtracking::solve(&csp, &Run::up_to(2), &mut Silent),
            Sat::solve(&csp, &Run::up_to(2), &mut Silent),
            BacktrackingThenSat::solve(&csp, &Run::up_to(2), &mut Silent),
        ] {
            assert_eq!(outcome.verdict(), Verdict::Unique);
            assert_eq!(reading.decode(&outcome.solutions[0]), small_solution());
        }
        let start = reading.encode(&csp, &small_solution()).unwrap();
        assert!(csp.is_solution(&start), "{model}");
    }
}

#[test]
fn the_judge_names_the_rule_and_the_cells() {
    let check = |puzzle: &Hidato, numbers: &[&[i32]], (rule, cells, text): (&str, &str, &str)| {
        assert_eq!(told(&puzzle.judge(&answer(numbers)).unwrap_err()), (rule, cells.to_owned(), text));
    };
    let small = puzzle(SMALL);
    assert_eq!(small.judge(&small_solution()), Ok(()));
    check(&small, &[&[4, 3, 9, 11]], ("board", "", "the board has 3 rows and 4 columns, the answer has 1 and 4"));
    check(&small, &[&[4, 3, 9, 11], &[5, 8, 2, 10], &[7, 6, 12, 1]], ("board", "r3c3", "r3c3 is a hole, but holds 12"));
    for (value, expected) in [
        (HOLE, "r2c4 holds -1, which is not a number from 1 to 11"),
        (12, "r2c4 holds 12, which is not a number from 1 to 11"),
    ] {
        check(&small, &[&[4, 3, 9, 11], &[5, 8, 2, value], &[7, 6, HOLE, 1]], ("board", "r2c4", expected));
    }
    check(
        &small,
        &[&[3, 4, 9, 11], &[5, 8, 2, 10], &[7, 6, HOLE, 1]],
        ("given", "r1c1", "r1c1 holds 3, but 4 is given there"),
    );
    check(
        &small,
        &[&[4, 3, 9, 11], &[5, 8, 2, 9], &[7, 6, HOLE, 1]],
        ("once", "r1c3 r2c4", "9 stands twice: at r1c3 and r2c4"),
    );
    check(
        &small,
        &[&[4, 3, 10, 11], &[5, 8, 2, 9], &[7, 6, HOLE, 1]],
        ("path", "r2c2 r2c4", "9 at r2c4 is not next to 8 at r2c2"),
    );
    let numbrix = puzzle("2 2 orthogonal\n1 .\n. .");
    assert_eq!(numbrix.judge(&answer(&[&[1, 2], &[4, 3]])), Ok(()));
    let diagonal = "3 at r2c1 is not directly above, below or beside 2 at r1c2";
    check(&numbrix, &[&[1, 2], &[3, 4]], ("path", "r1c2 r2c1", diagonal));
}

#[test]
fn contradictions_are_seen_and_true() {
    let check = |text: &str, rule: &str, cells: &str, expected: &str| {
        let puzzle = puzzle(text);
        assert_eq!(told(&puzzle.contradiction().unwrap()), (rule, cells.to_owned(), expected), "{text}");
        assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Refuted, "{text}");
    };
    check("1 . .\n. 5 .\n. . 5", "once", "r2c2 r3c3", "5 is given twice: at r2c2 and r3c3");
    check("1 . x .\n. . x .", "path", "r1c1 r1c4", "the board is in pieces: no steps lead from r1c1 to r1c4");
    check("1 . 2\n. . .", "path", "r1c1 r1c3", "1 at r1c1 and 2 at r1c3 are not neighbours");
    check(
        "1 . . .\n. . . 3",
        "path",
        "r1c1 r2c4",
        "1 at r1c1 and 3 at r2c4 are 3 steps apart over empty cells, too far for numbers 2 apart",
    );
    check("1 5 . .\n6 2 . .\n. . . 3", "path", "r2c2 r3c4", "2 at r2c2 and 3 at r3c4 are not neighbours");
    check("1 6 .\n7 8 .\n. . 4", "path", "r1c1 r3c3", "no way over empty cells joins 1 at r1c1 and 4 at r3c3");
    check(
        ". 3 .\n7 4 .\n. . .",
        "path",
        "r1c1",
        "no missing number fits r1c1: for none is there a place next to r1c1 for both the number before and the number \
         after it",
    );
    check(
        "5 1 .\n9 2 .\n. . .",
        "path",
        "",
        "4 fits no empty cell: none has both the number before and the number after next to it",
    );
    check(
        "3 3 orthogonal\nx . x\n. . .\nx . x",
        "path",
        "r1c2 r2c1 r2c3",
        "r1c2, r2c1 and r2c3 have one neighbour each, so the path would have to end in all three",
    );
    check(
        "2 3 orthogonal\n1 . .\n. . 3",
        "path",
        "r1c1 r2c3",
        "1 at r1c1 and 3 at r2c3 are 3 steps apart over empty cells, too far for numbers 2 apart",
    );
    check(
        "2 3 orthogonal\n1 . .\n. . 5",
        "path",
        "r1c1 r2c3",
        "1 at r1c1 and 5 at r2c3 cannot be 4 steps apart: every orthogonal way between these cells has an odd number \
         of steps",
    );
    check(
        "3 3 orthogonal\n. 1 .\n. . .\n. . .",
        "path",
        "",
        "coloured like a chessboard, the board has 4 dark and 5 light cells; orthogonal steps alternate, which needs 5 \
         cells for odd numbers and 4 for even ones, not 4 and 5",
    );
}

#[test]
fn a_state_with_errors_is_a_puzzle_and_is_refuted() {
    let full = puzzle("1 2 3\n9 5 4\n6 8 7");
    let expected = ("path", "r3c1 r3c3".to_owned(), "6 at r3c1 and 7 at r3c3 are not neighbours");
    assert_eq!(told(&full.contradiction().unwrap()), expected);
}

#[test]
fn neighbourhoods_follow_the_model() {
    let parts = |text: &str, model: &str| {
        puzzle(text).lower(model).csp.walks.into_iter().flat_map(|walk| walk.parts).collect::<Vec<Neighbourhood>>()
    };
    assert!(matches!(&parts(SMALL, "numbers")[..], [Neighbourhood::Chain { vars }] if vars.len() == 11));
    let dealt = parts(SMALL, "cells").remove(0);
    let Neighbourhood::Deal { vars, values } = dealt else { panic!("{dealt:?}") };
    assert_eq!((vars.len(), values), (7, [2, 3, 5, 7, 8, 9, 10].map(Value).to_vec()));
    assert!(parts("1 1\n. .", "cells").is_empty(), "a number given twice cannot be dealt");
}

#[test]
fn labels_are_in_the_words_of_the_puzzle() {
    let labels = |model: &str| -> Vec<String> {
        puzzle("1 .\n. 4").lower(model).csp.posted.iter().map(|posted| posted.label.to_string()).collect()
    };
    let givens = ["r1c1 holds 1 (given)", "r2c2 holds 4 (given)"];
    let steps = ["1 and 2 are neighbours", "2 and 3 are neighbours", "3 and 4 are neighbours"];
    assert_eq!(labels("numbers"), [&givens[..], &steps, &["no two numbers share a cell"]].concat());
    let rest = ["no number stands in two cells", "each number is a neighbour of the next"];
    assert_eq!(labels("cells"), [&givens[..], &rest].concat());
}

#[test]
fn a_board_shows_givens_holes_entries_and_marks() {
    let puzzle = puzzle(SMALL);
    let at = |row, col| Cell { row, col };
    let board = puzzle.board(Some(&small_solution()), None);
    assert_eq!((board.faces[at(0, 0)].text.as_str(), board.faces[at(0, 0)].given), ("4", true));
    assert_eq!((board.faces[at(0, 1)].text.as_str(), board.faces[at(0, 1)].given), ("3", false));
    assert_eq!((board.faces[at(2, 2)].text.as_str(), board.faces[at(2, 2)].tone), ("", Tone::Hole));
    assert_eq!((board.vertical[at(2, 2)], board.vertical[at(0, 1)]), (Edge::Thick, Edge::Thin));
    let mut position = Position::empty((3, 4));
    position.entries[at(0, 1)] = Some(3);
    position.marks[at(1, 0)] = [3, 5, 7].into_iter().map(Value).collect();
    let board = puzzle.board(None, Some(&position));
    assert_eq!((board.faces[at(0, 1)].text.as_str(), board.faces[at(1, 0)].text.as_str()), ("3", ""));
    assert_eq!((&board.faces[at(1, 0)].marks[..], board.mark_shape), (&[3, 5, 7][..], (2, 2)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// At every complete assignment within the domains, the judge and the rules agree.
    #[test]
    fn the_judge_and_the_models_agree((puzzle, solution) in some_puzzle(), changes in 0..3usize, wild: bool, seed: u64) {
        prop_assert_eq!(puzzle.judge(&solution), Ok(()));
        prop_assert_eq!(puzzle.contradiction(), None);
        let key = |parts: &[u64]| pencilmark_csp::random::key(seed, parts) as usize;
        for model in ["numbers", "cells"] {
            let Lowered { csp, reading } = puzzle.lower(model);
            let mut assignment = reading.encode(&csp, &solution).unwrap();
            prop_assert!(csp.is_solution(&assignment));
            let vars = assignment.len();
            for change in 0..if wild { vars } else { changes } {
                let var = if wild { change } else { key(&[change as u64]) % vars };
                let values: Vec<Value> = csp.domains[var].iter().collect();
                assignment[var] = values[key(&[change as u64, 1]) % values.len()];
            }
            let swap = (key(&[7]) % vars, key(&[8]) % vars);
            if changes == 1 {
                assignment.swap(swap.0, swap.1);
            }
            let judged = puzzle.judge(&reading.decode(&assignment));
            prop_assert_eq!(judged.is_ok(), csp.is_solution(&assignment), "{} {:?} {:?}", model, judged, assignment);
        }
    }

    /// Two models, three engines, one number of solutions.
    #[test]
    fn engines_and_models_count_alike((puzzle, _) in some_puzzle()) {
        let mut counts = Vec::new();
        for model in ["numbers", "cells"] {
            let Lowered { csp, reading } = puzzle.lower(model);
            for outcome in [
                Backtracking::solve(&csp, &Run::up_to(50), &mut Silent),
                Sat::solve(&csp, &Run::up_to(50), &mut Silent),
                BacktrackingThenSat::solve(&csp, &Run::up_to(50), &mut Silent),
            ] {
                for solution in &outcome.solutions {
                    prop_assert_eq!(puzzle.judge(&reading.decode(solution)), Ok(()));
                }
                counts.push(outcome.solutions.len());
            }
        }
        prop_assert!(counts[0] > 0 && counts.iter().all(|&count| count == counts[0]), "{:?}", counts);
    }

    /// Whatever a glance refutes has no solution: random givens, mostly wrong.
    #[test]
    fn contradictions_are_proofs(rows in 1..4usize, cols in 1..5usize, orthogonal: bool, seed: u64, share in 2..9u64) {
        let cells = (rows * cols) as u64;
        let square = |place: u64| {
            let drawn = pencilmark_csp::random::key(seed, &[place]);
            if drawn.is_multiple_of(share) { Square::Given((drawn / share % cells) as u16 + 1) } else { Square::Empty }
        };
        let squares = Grid::new(rows, cols, (0..cells).map(square).collect()).unwrap();
        let moves = if orthogonal { Moves::Orthogonal } else { Moves::King };
        let puzzle = Hidato::new(squares, moves).unwrap();
        if let Some(reason) = puzzle.contradiction() {
            let verdict = puzzle.exact(&Run::up_to(1), &mut Silent).verdict();
            prop_assert_eq!(verdict, Verdict::Refuted, "{} {:?}", reason, puzzle);
        }
    }
}

#[test]
fn marks_are_the_numbers_that_arrive_in_time() {
    let marks_of = |puzzle: &Hidato, entries: Option<&Grid<Option<i32>>>| -> Vec<Vec<u16>> {
        let marks = puzzle.marks(entries);
        marks.cells().map(|cell| marks.values(cell)).collect()
    };
    // 2 and 3 have one way from 1 to 4; 5 and 6 may go to either side of 4, where nothing above stops them.
    let strip = puzzle("1 6\n1 . . 4 . .");
    assert_eq!(marks_of(&strip, None), [vec![1], vec![2, 6], vec![3, 5, 6], vec![4], vec![5, 6], vec![6]]);
    // With an entry, less is left open; the entry itself is certain.
    let square = puzzle("3 3 orthogonal\n1 . .\n. . .\n. . 9");
    let all = marks_of(&square, None);
    assert_eq!((&all[0], &all[1], &all[4], &all[8]), (&vec![1], &vec![2, 3, 4, 5, 6], &vec![3, 4, 5, 6, 7], &vec![9]));
    let mut entries = Grid::filled(3, 3, None);
    entries[Cell { row: 0, col: 1 }] = Some(2);
    let after = marks_of(&square, Some(&entries));
    assert_eq!((&after[1], &after[2], &after[3]), (&vec![2], &vec![3, 4, 5, 6, 7], &vec![4, 5, 6]));
    // The way round a hole is longer than the way across.
    let round = puzzle("3 3 orthogonal\n1 x .\n. x .\n. . .");
    assert_eq!(
        marks_of(&round, None),
        [
            vec![1],
            vec![],
            vec![7],
            vec![2, 3, 4, 5, 6, 7],
            vec![],
            vec![6, 7],
            vec![3, 4, 5, 6, 7],
            vec![4, 5, 6, 7],
            vec![5, 6, 7],
        ]
    );
    // Nonsense that somebody may enter: twice the same number, one out of range, one over a given, one in a hole.
    let mut entries = Grid::filled(3, 3, Some(-3));
    entries[Cell { row: 2, col: 0 }] = Some(700);
    entries[Cell { row: 1, col: 0 }] = Some(1);
    let nonsense = marks_of(&round, Some(&entries));
    assert_eq!((&nonsense[0], &nonsense[1], &nonsense[3], &nonsense[6]), (&vec![1], &vec![], &vec![1], &vec![700]));
}
