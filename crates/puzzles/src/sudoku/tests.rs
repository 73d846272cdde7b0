//! Judge, constraints and boards of Sudoku.

use pencilmark_csp::random::key;
use pencilmark_csp::{Neighbourhood, Role, Silent, Value};
use pencilmark_search::{Backtracking, Method as _, Run, Sat, Tandem};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::singles::{Singles, Units};
use super::*;
use crate::Parsed;
use crate::text::json::{Object, read_value};

pub(super) fn generated(side: usize, missing: f64, seed: u64) -> Sudoku {
    let spec = Spec { size: Some((side, side)), missing: Some(missing), several_ok: true, ..Spec::default() };
    Sudoku::generate(&spec, seed, 0).expect("a side that is served")
}

pub(super) fn answer_of(puzzle: &Sudoku) -> Answer {
    puzzle.exact(&Run::up_to(1), &mut Silent).solutions.remove(0)
}

pub(super) fn from_line(text: &str) -> Sudoku {
    let line = Sudoku::formats().iter().find(|format| format.id == "line").expect("there");
    (line.read)(&Source::new("t", text), &Hints::default()).expect("reads").puzzle
}

pub(super) fn json(text: &str) -> Result<Sudoku, ParseError> {
    let source = Source::new("t", text);
    let (value, _) = read_value(&source)?;
    Sudoku::from_json(&Object::new(source, &value)?, &Hints::default())
}

pub(super) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(2026), failure_persistence: None, ..ProptestConfig::default() }
}

/// A small puzzle with clues of all sorts, around a filled board so that many have solutions.
pub(super) fn small_puzzle() -> impl Strategy<Value = (Sudoku, Answer)> {
    (prop::sample::select(vec![4, 4, 6, 9]), any::<u64>(), 2..9_u64).prop_map(|(side, seed, clues)| {
        let full = generated(side, 0.0, seed % 40);
        let answer = answer_of(&full);
        let mut puzzle = full;
        for place in 0..side * side {
            let draw = |purpose: u64| key(seed, &[place as u64, purpose]);
            let cell = puzzle.cells.cell(place);
            if draw(0) % 10 >= clues {
                puzzle.cells[cell] = if draw(1) % 4 == 0 {
                    let right = usize::try_from(answer[cell]).expect("a digit");
                    let others = (1..=side).filter(|&digit| draw(10 + digit as u64) % 2 == 0);
                    others.chain((draw(2) % 20 > 0).then_some(right)).collect()
                } else {
                    Candidates::all(side)
                };
            }
        }
        (puzzle, answer)
    })
}

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
    fn the_methods_count_alike((puzzle, _) in small_puzzle()) {
        let lowered = puzzle.lower("cells");
        let run = Run::up_to(50);
        let outcomes = [
            Tandem::solve(&lowered.csp, &run, &mut Silent),
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
        match Units::of(&puzzle).apply(&mut puzzle.cells.things().to_vec()) {
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
        let impossible = puzzle.cells.things().iter().filter(|cell| cell.is_empty()).count() as u64;
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
        let open = (0..start.len()).filter(|&place| puzzle.cells.things()[place].single().is_none());
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
fn answers_are_read_as_they_are_written() {
    for side in [4, 9, 16] {
        let puzzle = generated(side, 0.5, 3);
        let answer = answer_of(&puzzle);
        let line: String =
            answer.things().iter().map(|&digit| candidates::symbol(usize::try_from(digit).expect("a digit"))).collect();
        for text in [puzzle.write_answer(&answer), line] {
            assert_eq!(puzzle.read_answer(&Source::new("t", &text)), Ok(answer.clone()), "{text}");
        }
    }
    let four = from_line(&".".repeat(16));
    let cases = [
        ("1234341221434.21", "t:1:14: a solution has no empty cells\n  help: write a digit from 1 to 4"),
        (
            "1 2 3 4\n3 4 1 2\n2 1 5 3\n4 3 2 1",
            "t:3:5: `5` cannot stand in a cell of a 4 x 4 Sudoku\n  help: write a digit from 1 to 4, or `.` for an empty cell",
        ),
        (
            "123434122143432",
            "t:1:1: the solution has 1 rows, the board 4\n  help: give the solution in the shape of the puzzle above it",
        ),
    ];
    for (text, expected) in cases {
        let error = four.read_answer(&Source::new("t", text)).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn the_template_reads_as_it_is() {
    let grid = Sudoku::formats().iter().find(|format| format.id == "grid").expect("there");
    let parsed = (grid.read)(&Source::new("t", Sudoku::INFO.template), &Hints::default());
    assert_eq!(parsed.expect("reads").puzzle, from_line(&".".repeat(81)));
}

#[test]
fn what_cannot_be_drawn_is_not_a_puzzle() {
    let five = Grid::filled(4, 4, Candidates::only(5));
    assert_eq!(Sudoku::new((2, 2), five), Err(ShapeError::Digit { digit: 5, side: 4 }));
    let oblong = Grid::filled(4, 6, Candidates::NONE);
    assert_eq!(Sudoku::new((2, 2), oblong), Err(ShapeError::NotSquare { rows: 4, cols: 6 }));
    assert!(Sudoku::new((3, 2), Grid::filled(6, 6, Candidates::NONE)).is_ok());
}

#[test]
fn a_name_survives_in_sdk() {
    let sdk = Sudoku::formats().iter().find(|format| format.id == "sdk").expect("there");
    let parsed = Parsed { id: Some("Monday 7".to_owned()), ..Parsed::new(generated(9, 0.5, 1)) };
    let text = (sdk.write)(&parsed).expect("nine rows");
    assert_eq!((sdk.read)(&Source::new("t", &text), &Hints::default()), Ok(parsed));
}
