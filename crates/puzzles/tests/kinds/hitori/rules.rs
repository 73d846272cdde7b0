//! Judge, constraints and boards of Hitori.

use pencilmark_csp::{Csp, End, Outcome, Role, Silent, Verdict};
use pencilmark_puzzles::hitori::Hitori;
use pencilmark_puzzles::{Answer, Cell, Grid, Kind as _, Position, Tone};
use pencilmark_search::{Backtracking, BacktrackingThenSat, Method as _, Run, Sat};
use proptest::prelude::*;

use super::{answer, puzzle, puzzles, shaded_puzzles};
use crate::told;

const BOARD: &[&[u16]] = &[&[1, 1, 3], &[1, 2, 3], &[1, 3, 3]];

#[test]
fn the_judge_names_the_rule_and_the_cells() {
    let board = puzzle(BOARD);
    for (rows, expected) in [
        (&["BWB", "WWW", "BWW"][..], ("copies", "r3c2 r3c3", "row 3 has a white 3 twice: r3c2 and r3c3")),
        (&["WBW", "WWW", "BWB"], ("copies", "r1c1 r2c1", "column 1 has a white 1 twice: r1c1 and r2c1")),
        (&["BBW", "WWB", "BWB"], ("touch", "r1c1 r1c2", "the shaded cells r1c1 and r1c2 touch")),
        (
            &["BWB", "WBW", "BWB"],
            ("connected", "r1c2 r2c1", "the white cells are not connected: there is no way from r1c2 to r2c1"),
        ),
        (&["BWB", "WWW"], ("board", "", "the board has 3 rows and 3 columns, the answer 2 and 3")),
    ] {
        let (rule, cells, text) = expected;
        assert_eq!(told(&board.judge(&answer(rows)).unwrap_err()), (rule, cells.to_owned(), text), "{rows:?}");
    }
    assert_eq!(board.judge(&answer(&["BWB", "WWW", "BWB"])), Ok(()));
    for (value, expected) in
        [(2, "r1c2 is 2: a cell is 1 (shaded) or 0 (white)"), (-1, "r1c2 is -1: a cell is 1 (shaded) or 0 (white)")]
    {
        let mut wrong = answer(&["BWB", "WWW", "BWB"]);
        wrong[Cell { row: 0, col: 1 }] = value;
        let reason = board.judge(&wrong).expect_err("a wrong value");
        assert_eq!(told(&reason), ("board", "r1c2".to_owned(), expected));
    }
}

#[test]
fn the_weak_rule_only_wants_company() {
    let board = puzzle(&[&[1, 2, 3, 4], &[2, 1, 4, 3], &[3, 4, 1, 2], &[4, 3, 2, 1]]);
    let halves = answer(&["WWBW", "WBWW", "BWWW", "WWWW"]);
    let alone = answer(&["WBWW", "BWWW", "WWWW", "WWWW"]);
    assert_eq!(board.judge_model("weak", &halves), Ok(()));
    let text = "the white cells are not connected: there is no way from r1c1 to r1c4";
    let reason = board.judge_model("cells", &halves).expect_err("two pieces");
    assert_eq!(told(&reason), ("connected", "r1c1 r1c4".to_owned(), text));
    let text = "r1c1 is white, but all cells beside it are shaded";
    let reason = board.judge_model("weak", &alone).expect_err("a cell alone");
    assert_eq!(told(&reason), ("neighbour", "r1c1 r1c2 r2c1".to_owned(), text));
}

#[test]
fn labels_speak_of_the_puzzle() {
    let lowered = puzzle(&[&[7, 2, 7], &[7, 5, 1], &[7, 6, 3]]).lower("cells");
    let labels: Vec<&str> = lowered.csp.posted.iter().map(|posted| posted.label.as_str()).collect();
    for expected in [
        "the two 7s of row 1 (r1c1, r1c3) are not both white",
        "at most one of the 7s of column 1 (r1c1, r2c1, r3c1) is white",
        "r1c1 and r2c1 touch, so they are not both shaded",
        "the white cells are connected",
    ] {
        assert!(labels.contains(&expected), "{expected} is not among {labels:?}");
    }
    let weak = puzzle(&[&[1, 2]]).lower("weak");
    assert!(weak.csp.posted.iter().any(|posted| posted.label.as_str() == "r1c2 is shaded or has a white neighbour"));
}

#[test]
fn repair_starts_where_the_hard_rules_hold() {
    for model in ["cells", "weak"] {
        let csp = puzzle(BOARD).lower(model).csp;
        let start = csp.start.as_deref().expect("a start");
        for posted in &csp.posted {
            let broken = posted.rule.violation(start) > 0;
            assert_eq!(broken, posted.role == Role::Goal, "{}", posted.label);
        }
    }
}

#[test]
fn a_glance_shows_some_contradictions() {
    let four = puzzle(&[&[1, 7, 7, 7, 7], &[2, 1, 3, 4, 5]]);
    let reason = "in row 1, r1c2 and r1c3 both show 7, so one of them stays white, as they may not both be shaded; \
                  the same goes for r1c4 and r1c5: 7 would stand twice";
    assert_eq!(told(&four.contradiction().unwrap()), ("copies", "r1c2 r1c3 r1c4 r1c5".to_owned(), reason));
    assert_eq!(four.exact(&Run::up_to(1), &mut Silent).verdict(), Verdict::Refuted);
    assert_eq!(puzzle(&[&[7, 7, 7, 1, 7]]).contradiction(), None);
    assert_eq!(puzzle(BOARD).contradiction(), None);
}

#[test]
fn shaded_cells_keep_their_number() {
    let board = puzzle(&[&[1, 10], &[0, 1]]);
    let drawn = board.board(Some(&answer(&["BW", "WW"])), None);
    let faces = drawn.faces.things();
    assert_eq!(faces.iter().map(|face| face.text.as_str()).collect::<Vec<_>>(), ["1", "10", "", "1"]);
    assert_eq!(faces.iter().map(|face| face.tone == Tone::Shaded).collect::<Vec<_>>(), [true, false, false, false]);
    assert_eq!(faces.iter().map(|face| face.given).collect::<Vec<_>>(), [true, true, false, true]);
    assert!(faces.iter().all(|face| face.corner.is_empty()));
    let entries = Grid::new(2, 2, vec![Some(0), Some(1), None, None]).expect("a rectangle");
    let position = Position { entries, ..Position::empty((2, 2)) };
    let drawn = board.board(None, Some(&position));
    let faces = drawn.faces.things();
    assert_eq!(faces.iter().map(|face| face.tone == Tone::Shaded).collect::<Vec<_>>(), [false, true, false, false]);
    assert_eq!(faces.iter().map(|face| face.corner.as_str()).collect::<Vec<_>>(), ["○", "", "", ""]);
}

/// The law of models: the judge accepts a board exactly when all rules hold there.
fn check_law(board: &Hitori, shading: &Answer) -> Result<(), TestCaseError> {
    for model in Hitori::INFO.models {
        let lowered = board.lower(model.id);
        let assignment = lowered.reading.encode(&lowered.csp, shading).expect("every shading can be encoded");
        prop_assert_eq!(&lowered.reading.decode(&assignment), shading);
        let judged = board.judge_model(model.id, shading);
        prop_assert_eq!(judged.is_ok(), lowered.csp.is_solution(&assignment), "{}: {:?}", model.id, judged);
    }
    Ok(())
}

fn sorted(board: &Hitori, model: &str, solve: impl Fn(&Csp, &Run) -> Outcome) -> (Vec<Vec<i32>>, End) {
    let lowered = board.lower(model);
    let outcome = solve(&lowered.csp, &Run::up_to(50));
    let mut found: Vec<Vec<i32>> =
        outcome.solutions.iter().map(|a| lowered.reading.decode(a).things().to_vec()).collect();
    found.sort();
    (found, outcome.end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_judge_and_the_models_agree_on_any_shading((board, shading) in shaded_puzzles(5, 30)) {
        check_law(&board, &shading)?;
    }

    #[test]
    fn the_judge_and_the_models_agree_near_solutions(board in puzzles(6, 9), flips in prop::collection::vec(0_usize..36, 0..3)) {
        for model in Hitori::INFO.models {
            let lowered = board.lower(model.id);
            for solution in Sat::solve(&lowered.csp, &Run::up_to(3), &mut Silent).solutions {
                let mut shading = lowered.reading.decode(&solution);
                prop_assert_eq!(board.judge_model(model.id, &shading), Ok(()));
                for &flip in &flips {
                    let cell = shading.cell(flip % shading.len());
                    shading[cell] = 1 - shading[cell];
                }
                check_law(&board, &shading)?;
            }
        }
    }

    #[test]
    fn methods_agree(board in puzzles(5, 5)) {
        for model in Hitori::INFO.models {
            let sat = sorted(&board, model.id, |csp, run| Sat::solve(csp, run, &mut Silent));
            let backtracking_then_sat = sorted(&board, model.id, |csp, run| BacktrackingThenSat::solve(csp, run, &mut Silent));
            let backtracking = sorted(&board, model.id, |csp, run| Backtracking::solve(csp, run, &mut Silent));
            prop_assert_eq!(sat.1, backtracking_then_sat.1);
            prop_assert_eq!(sat.1, backtracking.1);
            prop_assert_eq!(sat.0.len(), backtracking.0.len());
            if sat.1 == End::Exhausted {
                prop_assert_eq!(&sat.0, &backtracking_then_sat.0);
                prop_assert_eq!(&sat.0, &backtracking.0);
            }
        }
    }

    #[test]
    fn a_contradiction_is_a_proof(board in puzzles(6, 2)) {
        if board.contradiction().is_some() {
            prop_assert_eq!(board.exact(&Run::up_to(1), &mut Silent).verdict(), Verdict::Refuted);
        }
    }

    #[test]
    fn a_solution_with_one_change_is_rejected(seed in 0_u64..1000, flip in 0_usize..36) {
        let board = Hitori::generate(&pencilmark_puzzles::Spec::sized(6, 6), seed, 0).expect("a puzzle");
        let mut solution = board.exact(&Run::up_to(1), &mut Silent).solutions.remove(0);
        prop_assert_eq!(board.judge(&solution), Ok(()));
        let cell = solution.cell(flip);
        solution[cell] = 1 - solution[cell];
        prop_assert!(board.judge(&solution).is_err());
    }
}
