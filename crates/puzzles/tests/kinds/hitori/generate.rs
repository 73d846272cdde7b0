//! The generator of Hitori.

use std::time::Duration;

use pencilmark_csp::{Budget, Silent, Verdict};
use pencilmark_puzzles::hitori::Hitori;
use pencilmark_puzzles::{GenerateError, Kind as _, Spec};
use pencilmark_search::{Method as _, Run, Sat};

#[test]
fn puzzles_are_unique_and_depend_on_seed_and_index_alone() {
    for (rows, cols) in [(1, 3), (3, 1), (2, 2), (1, 9), (2, 7), (5, 5), (8, 8), (7, 11), (12, 12), (20, 20)] {
        for index in 0..4 {
            let spec = Spec::sized(rows, cols);
            let puzzle = Hitori::generate(&spec, 7, index).unwrap_or_else(|error| panic!("{rows} x {cols}: {error}"));
            assert_eq!(puzzle.shape(), (rows, cols));
            assert_eq!(Hitori::generate(&spec, 7, index).as_ref(), Ok(&puzzle));
            let csp = puzzle.lower("cells").csp;
            assert_eq!(Sat::solve(&csp, &Run::up_to(2), &mut Silent).verdict(), Verdict::Unique, "{rows} x {cols}");
            let largest = rows.max(cols) as u16;
            assert!(puzzle.numbers().things().iter().all(|number| number.is_some_and(|number| number <= largest)));
        }
    }
    let usual = Hitori::generate(&Spec::default(), 7, 0).expect("a puzzle");
    assert_eq!(usual.shape(), (8, 8));
    assert_ne!(Hitori::generate(&Spec::default(), 7, 1), Ok(usual.clone()));
    assert_ne!(Hitori::generate(&Spec::default(), 8, 0), Ok(usual));
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    // Every cell of a Hitori has its number, so there is nothing to leave out.
    for (name, value) in [("missing", "0.5"), ("minimal", "yes"), ("stars", "2"), ("box", "3x3"), ("orthogonal", "yes")]
    {
        let expected =
            format!("Hitori has no setting `{name}`; choose one of size, level, teach, score, shaded, several-ok");
        let foreign = Spec::default().with(name, value).settings.for_kind(&Hitori::INFO);
        assert_eq!(foreign.unwrap_err().to_string(), expected);
    }
    for (spec, what, remedy) in [
        (Spec::sized(51, 3), "`size` cannot be `51x3`; it takes a size from 1x1 to 50x50", ""),
        (Spec::sized(0, 0), "`size` cannot be `0x0`; it takes a size from 1x1 to 50x50", ""),
        (Spec::sized(1, 2), "no Hitori of 1 x 2 has a unique solution", "ask for three cells or more"),
    ] {
        assert_eq!(
            Hitori::generate(&spec, 1, 0),
            Err(GenerateError::Spec { what: what.to_owned(), remedy: remedy.into() })
        );
    }
    for (rows, cols) in [(1, 1), (1, 2), (6, 6)] {
        assert!(Hitori::generate(&Spec::sized(rows, cols).several_ok(), 1, 0).is_ok(), "{rows} x {cols}");
    }
}

#[test]
fn the_budget_is_kept() {
    let spec = Spec { budget: Budget { time: Some(Duration::ZERO), ..Budget::default() }, ..Spec::default() };
    let late = GenerateError::NotFound {
        what: "the time limit was reached".to_owned(),
        remedy: "allow more time, or ask for a smaller board".into(),
    };
    assert_eq!(Hitori::generate(&spec, 1, 0), Err(late));
    let spec = Spec::default();
    spec.budget.stop.raise();
    assert_eq!(Hitori::generate(&spec, 1, 0), Err(GenerateError::Interrupted));
}
