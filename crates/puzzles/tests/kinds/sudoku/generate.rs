//! The generator.

use pencilmark_csp::{Budget, StopSignal, Verdict};

use super::*;

#[test]
fn generated_puzzles_are_unique_and_replay() {
    let sizes = [(4, 4), (6, 4), (8, 2), (9, 4), (12, 2), (16, 1)];
    for (side, puzzles) in sizes {
        let spec = Spec::sized(side, side);
        let mut seen = Vec::new();
        for index in 0..puzzles {
            let puzzle = Sudoku::generate(&spec, 11, index).expect("a puzzle");
            assert_eq!(Sudoku::generate(&spec, 11, index).as_ref(), Ok(&puzzle));
            assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
            let blanks = puzzle.cells().things().iter().filter(|cell| cell.single().is_none()).count();
            // Boards up to 9x9 draw their share; small ones may fall short of it.
            let shares = if side <= 9 { 0.5..0.71 } else { 0.5..0.6 };
            assert!(shares.contains(&(blanks as f64 / (side * side) as f64)), "{side}: {blanks}");
            assert!(!seen.contains(&puzzle));
            seen.push(puzzle);
        }
    }
}

#[test]
fn a_minimal_puzzle_needs_every_clue() {
    for side in [4, 6, 9] {
        let spec = Spec::sized(side, side).with("minimal", "yes");
        let puzzle = Sudoku::generate(&spec, 5, 0).expect("a puzzle");
        assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
        for cell in puzzle.cells().cells().filter(|&cell| puzzle.cells()[cell].single().is_some()) {
            let mut fewer = puzzle.cells().clone();
            fewer[cell] = Candidates::all(side);
            let poorer = Sudoku::new(puzzle.box_shape(), fewer).expect("digits in range");
            assert_eq!(poorer.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Several, "{cell}");
        }
    }
}

#[test]
fn shares_boxes_and_large_boards_are_generated() {
    let count = |puzzle: &Sudoku| puzzle.cells().things().iter().filter(|cell| cell.single().is_none()).count();
    let nine = Spec::default().with("missing", 0.65);
    assert_eq!(Sudoku::generate(&nine, 1, 0).map(|puzzle| count(&puzzle)), Ok(53));
    let odd = Spec::default().with("box", "4x2");
    assert_eq!(Sudoku::generate(&odd, 1, 0).map(|puzzle| puzzle.box_shape()), Ok((4, 2)));
    let loose = Spec::sized(25, 25).several_ok().with("missing", 0.8);
    assert_eq!(Sudoku::generate(&loose, 1, 0).map(|puzzle| count(&puzzle)), Ok(500));
    let all = Spec::default().with("missing", 1).several_ok();
    assert_eq!(Sudoku::generate(&all, 1, 0).map(|puzzle| count(&puzzle)), Ok(81));
}

#[test]
fn the_generator_refuses_what_makes_no_sense() {
    let spec = Spec::default;
    let stop = StopSignal::default();
    stop.raise();
    let no_time = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    let cases = [
        (Spec::sized(9, 8), "the board has 9 rows and 8 columns; make it a square; write `.` for an empty cell"),
        (
            Spec::sized(14, 14),
            "a board of 14 x 14 cells has no usual shape of boxes; say how many rows and columns a box has (box = 2x7 or box = 7x2)",
        ),
        (
            Spec::sized(9, 9).with("box", "2x3"),
            "boxes of 2 rows and 3 columns do not fit a board of 9 x 9 cells; say how many rows and columns a box has (box = 3x3)",
        ),
        (
            spec().with("stars", 2),
            "Sudoku has no setting `stars`; choose one of box, size, level, teach, score, clues, missing, symmetry, mask, minimal, several-ok",
        ),
        (spec().with("missing", f64::NAN), "`missing` cannot be `NaN`; it takes a number from 0 to 1"),
        (
            spec().with("missing", 0.5).with("minimal", "yes"),
            "a minimal puzzle leaves out what it can; do not set the share missing as well",
        ),
        (spec().several_ok().with("minimal", "yes"), "a minimal puzzle has one solution; do not allow several as well"),
        (
            Spec::sized(4, 4).with("missing", 0.81),
            "no such puzzle was found: none of 100 boards allowed 13 of 16 clues to be left out; the most was 12, a share of 0.75; ask for less, or try another seed (missing = 0.75)",
        ),
        (Spec { budget: Budget { stop, ..Budget::default() }, ..spec() }, "interrupted"),
        (
            Spec { budget: no_time, ..spec() },
            "no such puzzle was found: the time limit was reached; allow more, or ask for a smaller board or fewer missing clues",
        ),
    ];
    for (spec, expected) in cases {
        let refused = Sudoku::generate(&spec, 1, 0).expect_err(expected);
        assert_eq!(refused.to_string(), expected);
    }
}
