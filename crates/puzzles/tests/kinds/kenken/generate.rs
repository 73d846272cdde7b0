//! The generator.

use std::time::Duration;

use pencilmark_csp::{Silent, StopSignal, Verdict};
use pencilmark_puzzles::{GenerateError, Spec};
use pencilmark_search::Run;

use super::*;

fn sized(size: usize) -> Spec {
    Spec::sized(size, size)
}

#[test]
fn puzzles_are_unique_and_replay() {
    for (size, count) in [(3, 12), (4, 12), (5, 6), (6, 6), (9, 1)] {
        let mut seen = Vec::new();
        for index in 0..count {
            let puzzle = KenKen::generate(&sized(size), 2026, index).unwrap();
            assert_eq!(puzzle.size(), size);
            assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
            assert_eq!(puzzle.contradiction(), None);
            assert_eq!(KenKen::generate(&sized(size), 2026, index).unwrap(), puzzle);
            for cage in puzzle.cages() {
                let pair = matches!(cage.operator, Operator::Subtract | Operator::Divide);
                assert!(cage.cells.len() <= 4 && (!pair || cage.cells.len() == 2));
            }
            assert!(!seen.contains(&puzzle));
            seen.push(puzzle);
        }
        assert_ne!(KenKen::generate(&sized(size), 2027, 0).unwrap(), seen[0]);
    }
    assert_eq!(KenKen::generate(&Spec::default(), 1, 0).unwrap().size(), 6);
}

#[test]
fn single_cells_are_few() {
    let singles = |index| {
        let puzzle = KenKen::generate(&sized(6), 5, index).unwrap();
        puzzle.cages().iter().filter(|cage| cage.cells.len() == 1).count()
    };
    let total: usize = (0..12).map(singles).sum();
    assert!(total <= 36, "{total} single cells in twelve boards of 36");
}

#[test]
fn puzzles_of_a_level_are_not_given_away() {
    for (size, level) in [(4, 1), (6, 1), (6, 2), (9, 1)] {
        let puzzle = KenKen::generate(&sized(size).with("level", level), 5, 0).unwrap();
        let singles = puzzle.cages().iter().filter(|cage| cage.cells.len() == 1).count();
        assert!(singles * 5 <= size * size, "{size}x{size}, level {level}: {singles} cells stand alone");
    }
}

#[test]
fn several_solutions_are_allowed_on_request() {
    let spec = sized(16).several_ok();
    let puzzle = KenKen::generate(&spec, 1, 0).unwrap();
    assert_eq!(puzzle.size(), 16);
}

#[test]
fn squares_are_latin_and_differ() {
    for size in KenKen::SIZES {
        let made = square(size, &mut stream(1, &[size as u64]));
        let cages = (0..size).map(|row| Cage {
            operator: Operator::Add,
            target: (size * (size + 1) / 2) as u64,
            cells: (0..size).map(|col| pencilmark_puzzles::Cell { row, col }).collect(),
        });
        assert_eq!(KenKen::new(size, cages.collect()).unwrap().judge(&made), Ok(()));
        assert!(size < 4 || made != square(size, &mut stream(2, &[size as u64])));
    }
    // All twelve squares of 3x3 come up.
    let all: std::collections::BTreeSet<Vec<i32>> =
        (0..400).map(|seed| square(3, &mut stream(seed, &[])).things().to_vec()).collect();
    assert_eq!(all.len(), 12);
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    // Every cage needs its target, so there is nothing to leave out.
    for (name, value) in [("missing", "0.5"), ("minimal", "yes"), ("stars", "2"), ("box", "3x3"), ("orthogonal", "yes")]
    {
        let expected = format!(
            "KenKen has no setting `{name}`; choose one of size, level, teach, score, operators, cages, no-operators, several-ok"
        );
        let foreign = Spec::default().with(name, value).settings.for_kind(&KenKen::INFO);
        assert_eq!(foreign.unwrap_err().to_string(), expected);
    }
    for (spec, what) in [
        (Spec::sized(4, 5), "a KenKen is square, not 4x5; ask for a size from 3 to 16"),
        (sized(2), "`size` cannot be `2x2`; it takes a size from 3x3 to 16x16"),
        (sized(17), "`size` cannot be `17x17`; it takes a size from 3x3 to 16x16"),
    ] {
        assert_eq!(KenKen::generate(&spec, 0, 0).unwrap_err().to_string(), what);
    }
}

#[test]
fn budgets_end_it() {
    let mut spec = sized(9);
    spec.budget.time = Some(Duration::ZERO);
    assert!(matches!(KenKen::generate(&spec, 0, 0), Err(GenerateError::NotFound { .. })));
    let stop = StopSignal::default();
    stop.raise();
    let mut spec = sized(9);
    spec.budget.stop = stop;
    assert_eq!(KenKen::generate(&spec, 0, 0), Err(GenerateError::Interrupted));
}
