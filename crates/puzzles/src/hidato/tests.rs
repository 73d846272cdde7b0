//! Rules, models, engines and generator. Texts are tested beside the formats.

use std::time::Duration;

use pencilmark_csp::{Budget, Neighbourhood, Silent, StopSignal, Value, Verdict};
use pencilmark_search::{Backtracking, Method as _, Run, Sat, Tandem};
use proptest::prelude::*;

use super::{HOLE, Hidato, Moves, Square};
use crate::{Answer, Cell, Edge, GenerateError, Grid, Hints, Kind, Lowered, Position, Source, Spec, Tone};

pub(super) fn puzzle(text: &str) -> Hidato {
    let read = Hidato::formats()[0].read;
    read(&Source::new("test", text), &Hints::default()).unwrap().puzzle
}

fn answer(rows: &[&[i32]]) -> Answer {
    Grid::from_rows(rows.iter().map(|row| row.to_vec()).collect()).unwrap()
}

fn spec(rows: usize, cols: usize) -> Spec {
    Spec { size: Some((rows, cols)), ..Spec::default() }
}

/// A board of 12 squares with a hole, and its one solution.
const SMALL: &str = "4 . . 11\n. . . .\n. 6 # 1";

fn small_solution() -> Answer {
    answer(&[&[4, 3, 9, 11], &[5, 8, 2, 10], &[7, 6, HOLE, 1]])
}

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
            Tandem::solve(&csp, &Run::up_to(2), &mut Silent),
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
    let check = |numbers: &[&[i32]], expected: &str| {
        assert_eq!(puzzle(SMALL).judge(&answer(numbers)).unwrap_err().to_string(), expected);
    };
    assert_eq!(puzzle(SMALL).judge(&small_solution()), Ok(()));
    check(&[&[4, 3, 9, 11]], "the board has 3 rows and 4 columns, the answer has 1 and 4");
    check(&[&[4, 3, 9, 11], &[5, 8, 2, 10], &[7, 6, 12, 1]], "r3c3 is a hole, but holds 12");
    check(&[&[4, 3, 9, 11], &[5, 8, 2, HOLE], &[7, 6, HOLE, 1]], "r2c4 holds -1, which is not a number from 1 to 11");
    check(&[&[4, 3, 9, 11], &[5, 8, 2, 12], &[7, 6, HOLE, 1]], "r2c4 holds 12, which is not a number from 1 to 11");
    check(&[&[3, 4, 9, 11], &[5, 8, 2, 10], &[7, 6, HOLE, 1]], "r1c1 holds 3, but 4 is given there");
    check(&[&[4, 3, 9, 11], &[5, 8, 2, 9], &[7, 6, HOLE, 1]], "9 stands twice: at r1c3 and r2c4");
    check(&[&[4, 3, 10, 11], &[5, 8, 2, 9], &[7, 6, HOLE, 1]], "9 at r2c4 is not next to 8 at r2c2");
    let numbrix = puzzle("2 2 orthogonal\n1 .\n. .");
    assert_eq!(numbrix.judge(&answer(&[&[1, 2], &[4, 3]])), Ok(()));
    assert_eq!(
        numbrix.judge(&answer(&[&[1, 2], &[3, 4]])).unwrap_err().to_string(),
        "3 at r2c1 is not directly above, below or beside 2 at r1c2"
    );
}

#[test]
fn contradictions_are_seen_and_true() {
    let check = |text: &str, expected: &str| {
        let puzzle = puzzle(text);
        assert_eq!(puzzle.contradiction().as_deref(), Some(expected), "{text}");
        assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Refuted, "{text}");
    };
    check("1 . .\n. 5 .\n. . 5", "5 is given twice: at r2c2 and r3c3");
    check("1 . x .\n. . x .", "the board is in pieces: no steps lead from r1c1 to r1c4");
    check("1 . 2\n. . .", "1 at r1c1 and 2 at r1c3 are not neighbours");
    check(
        "1 . . .\n. . . 3",
        "1 at r1c1 and 3 at r2c4 are 3 steps apart over empty cells, too far for numbers 2 apart",
    );
    check("1 5 . .\n6 2 . .\n. . . 3", "2 at r2c2 and 3 at r3c4 are not neighbours");
    check("1 6 .\n7 8 .\n. . 4", "no way over empty cells joins 1 at r1c1 and 4 at r3c3");
    check(
        ". 3 .\n7 4 .\n. . .",
        "no missing number fits r1c1: for none is there a place next to r1c1 for both the number before and the number \
         after it",
    );
    check(
        "5 1 .\n9 2 .\n. . .",
        "4 fits no empty cell: none has both the number before and the number after next to it",
    );
    check(
        "3 3 orthogonal\nx . x\n. . .\nx . x",
        "r1c2, r2c1 and r2c3 have one neighbour each, so the path would have to end in all three",
    );
    check(
        "2 3 orthogonal\n1 . .\n. . 3",
        "1 at r1c1 and 3 at r2c3 are 3 steps apart over empty cells, too far for numbers 2 apart",
    );
    check(
        "2 3 orthogonal\n1 . .\n. . 5",
        "1 at r1c1 and 5 at r2c3 cannot be 4 steps apart: every orthogonal way between these cells has an odd number \
         of steps",
    );
    check(
        "3 3 orthogonal\n. 1 .\n. . .\n. . .",
        "coloured like a chessboard, the board has 4 dark and 5 light cells; orthogonal steps alternate, which needs 5 \
         cells for odd numbers and 4 for even ones, not 4 and 5",
    );
}

#[test]
fn a_state_with_errors_is_a_puzzle_and_is_refuted() {
    let full = puzzle("1 2 3\n9 5 4\n6 8 7");
    assert_eq!(full.contradiction().as_deref(), Some("6 at r3c1 and 7 at r3c3 are not neighbours"));
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
    let mut position = Position { entries: Grid::filled(3, 4, None), marks: Grid::filled(3, 4, Vec::new()) };
    position.entries[at(0, 1)] = Some(3);
    position.marks[at(1, 0)] = vec![3, 5, 7];
    let board = puzzle.board(None, Some(&position));
    assert_eq!((board.faces[at(0, 1)].text.as_str(), board.faces[at(1, 0)].text.as_str()), ("3", ""));
    assert_eq!((&board.faces[at(1, 0)].marks[..], board.mark_shape), (&[3, 5, 7][..], (2, 2)));
}

#[test]
fn generated_puzzles_are_as_asked_unique_and_replay() {
    let orthogonal = Hints { orthogonal: true, ..Hints::default() };
    let cases = [
        (Spec::default(), 32),
        (spec(6, 9), 27),
        (Spec { hints: orthogonal, missing: Some(0.7), ..spec(7, 6) }, 29),
        (Spec { missing: Some(0.0), ..spec(5, 5) }, 0),
        (Spec { missing: Some(1.0), several_ok: true, ..spec(5, 5) }, 25),
        (Spec { missing: Some(0.8), several_ok: true, ..spec(10, 10) }, 80),
        (spec(1, 1), 1),
        (spec(1, 7), 4),
        (spec(2, 1), 1),
    ];
    for (spec, missing) in cases {
        let made: Vec<Hidato> = (0..3).map(|index| Hidato::generate(&spec, 5, index).unwrap()).collect();
        for (index, puzzle) in made.iter().enumerate() {
            assert_eq!(puzzle, &Hidato::generate(&spec, 5, index as u64).unwrap());
            assert_eq!(puzzle.contradiction(), None);
            let empty = puzzle.squares().things().iter().filter(|&&square| square == Square::Empty).count();
            assert_eq!(empty, missing, "{puzzle:?}");
            let verdict = puzzle.exact(&Run::up_to(2), &mut Silent).verdict();
            assert!(spec.several_ok || verdict == Verdict::Unique, "{verdict:?} {puzzle:?}");
        }
        let last = made[0].last();
        let ends: Vec<u16> =
            made[0].givens().iter().map(|&(number, _)| number).filter(|n| [1, last].contains(n)).collect();
        assert!(usize::from(last) < missing + 2 || ends == [1, last], "{ends:?}");
        assert!(made[0].squares().len() < 20 || missing == 25 || made[0] != made[1]);
    }
}

#[test]
fn in_a_minimal_puzzle_every_given_counts() {
    for orthogonal in [false, true] {
        let hints = Hints { orthogonal, ..Hints::default() };
        let puzzle = Hidato::generate(&Spec { minimal: true, hints, ..spec(5, 6) }, 1, 0).unwrap();
        assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
        for (_, cell) in puzzle.givens() {
            let mut fewer = puzzle.clone();
            fewer.squares[cell] = Square::Empty;
            assert_eq!(fewer.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Several, "{cell}");
        }
    }
}

#[test]
fn what_cannot_be_generated_is_refused() {
    let check = |spec: Spec, expected: &str| {
        assert_eq!(Hidato::generate(&spec, 0, 0).unwrap_err().to_string(), expected);
    };
    check(spec(31, 5), "no Hidato has 31 rows and 5 columns; ask for 1 x 1 to 30 x 30");
    check(spec(0, 5), "no Hidato has 0 rows and 5 columns; ask for 1 x 1 to 30 x 30");
    check(Spec { missing: Some(1.5), ..spec(5, 5) }, "the share missing is 1.5; ask for 0 to 1");
    check(Spec { missing: Some(f64::NAN), ..spec(5, 5) }, "the share missing is NaN; ask for 0 to 1");
    let can = "its size, the share missing and orthogonal moves can be set";
    let stars = Hints { stars: Some(1), ..Hints::default() };
    check(Spec { hints: stars, ..spec(5, 5) }, &format!("a Hidato has no stars; {can}"));
    let boxes = Hints { box_shape: Some((3, 3)), ..Hints::default() };
    check(Spec { hints: boxes, ..spec(5, 5) }, &format!("a Hidato has no boxes; {can}"));
    let both = "a minimal puzzle leaves out what it can: do not set the share missing as well";
    check(Spec { minimal: true, missing: Some(0.5), ..spec(5, 5) }, both);
    let several = "a minimal puzzle has one solution: do not allow several as well";
    check(Spec { minimal: true, several_ok: true, ..spec(5, 5) }, several);
    let stop = StopSignal::default();
    stop.raise();
    check(Spec { budget: Budget { stop, ..Budget::default() }, ..spec(9, 9) }, "interrupted");
    let no_time = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    let late = Hidato::generate(&Spec { budget: no_time, ..spec(9, 9) }, 0, 0).unwrap_err();
    assert!(matches!(late, GenerateError::NotFound(_)), "{late}");
    let all = Hidato::generate(&Spec { missing: Some(1.0), ..spec(4, 4) }, 0, 0).unwrap_err().to_string();
    assert!(
        all.ends_with("16 were asked for; ask for a smaller share, or allow several solutions with --several-ok"),
        "{all}"
    );
}

/// A small board with some holes and a path over it; of the squares on the path, those marked are given.
pub(super) fn some_puzzle() -> impl Strategy<Value = (Hidato, Answer)> {
    (1..6usize, 1..6usize, any::<u64>(), any::<bool>(), 0.0..1.0f64, 0..4usize).prop_map(
        |(rows, cols, seed, orthogonal, missing, holes)| {
            let hints = Hints { orthogonal, ..Hints::default() };
            let full = Spec { hints, missing: Some(0.0), ..spec(rows, cols) };
            let mut squares = Hidato::generate(&full, seed, 0).unwrap().squares().clone();
            let last = squares.len() as u16;
            // A path that loses its tail is still a path.
            let last = last - (holes as u16).min(last - 1);
            let mut solution = Grid::filled(rows, cols, HOLE);
            for cell in squares.cells() {
                let Square::Given(number) = squares[cell] else { continue };
                let drawn = pencilmark_csp::random::key(seed, &[number.into()]) as f64 / u64::MAX as f64;
                squares[cell] = match number {
                    _ if number > last => Square::Hole,
                    _ if drawn < missing => Square::Empty,
                    _ => Square::Given(number),
                };
                if number <= last {
                    solution[cell] = number.into();
                }
            }
            let moves = if orthogonal { Moves::Orthogonal } else { Moves::King };
            (Hidato::new(squares, moves).unwrap(), solution)
        },
    )
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
                Tandem::solve(&csp, &Run::up_to(50), &mut Silent),
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
