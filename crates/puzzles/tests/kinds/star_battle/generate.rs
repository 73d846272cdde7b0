//! The generator of Star Battle.

use std::time::Duration;

use pencilmark_csp::Budget;
use pencilmark_puzzles::GenerateError;

use super::*;

#[test]
fn puzzles_are_unique_and_replay() {
    for (size, stars) in [(4, 1), (6, 1), (8, 1), (9, 2), (10, 2)] {
        let make = |index| StarBattle::generate(&spec(size, stars), 7, index).unwrap();
        let puzzle = make(0);
        assert_eq!((puzzle.size(), puzzle.stars(), puzzle.region_count()), (size, stars, size));
        assert_eq!(puzzle.contradiction(), None);
        assert_eq!(puzzle, make(0));
        assert!(size < 6 || puzzle != make(1));
        let outcome = puzzle.exact(&Run::up_to(2), &mut Silent);
        assert!(outcome.exhausted() && outcome.solutions.len() == 1);
        assert!(
            StarBattle::formats()
                .iter()
                .filter(|format| format.id != "drawing")
                .all(|format| format.written(&pencilmark_puzzles::Parsed::new(puzzle.clone())).is_some())
        );
    }
}

#[test]
fn large_boards_hold_their_stars() {
    for (size, stars) in [(12, 3), (14, 3), (17, 4), (25, 6)] {
        let puzzle = StarBattle::generate(&spec(size, stars).several_ok(), 3, 0).unwrap();
        assert_eq!(puzzle.region_count(), size);
        assert!(!puzzle.exact(&Run::up_to(1), &mut Silent).solutions.is_empty());
    }
}

#[test]
fn defaults_are_the_usual_sizes() {
    let check = |size: Option<usize>, stars: Option<usize>, expected: (usize, usize)| {
        let spec = Spec::default().several_ok().with_if("size", size).with_if("stars", stars);
        let puzzle = StarBattle::generate(&spec, 1, 0).unwrap();
        assert_eq!((puzzle.size(), puzzle.stars()), expected);
    };
    check(None, None, (10, 2));
    check(None, Some(1), (8, 1));
    check(None, Some(3), (14, 3));
    check(Some(5), None, (5, 1));
    check(Some(8), None, (8, 1));
    check(Some(9), None, (9, 2));
    check(Some(13), None, (13, 2));
    check(Some(14), None, (14, 3));
    check(Some(25), None, (25, 6));
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let check = |spec: &Spec, expected: &str| {
        assert_eq!(StarBattle::generate(spec, 1, 0).unwrap_err().to_string(), expected);
    };
    // A Star Battle has no clues, so there is nothing to leave out.
    for (name, value) in [("missing", "0.5"), ("minimal", "yes"), ("box", "3x3"), ("orthogonal", "yes")] {
        let expected = format!(
            "Star Battle has no setting `{name}`; choose one of stars, size, level, teach, score, regions, several-ok"
        );
        let foreign = Spec::default().with(name, value).settings.for_kind(&StarBattle::INFO);
        assert_eq!(foreign.unwrap_err().to_string(), expected);
    }
    check(&Spec::sized(8, 9), "a Star Battle of 8 x 9 is not supported; a board has 4 to 25 rows and as many columns");
    check(&spec(26, 2), "`size` cannot be `26x26`; it takes a size from 4x4 to 25x25");
    check(&spec(10, 7), "`stars` cannot be `7`; it takes a whole number from 1 to 6");
    check(&spec(7, 2), "7 rows have no room for 2 stars each; ask for 8 rows or more, or fewer stars");
}

#[test]
fn budgets_stop_it() {
    let spent = Spec { budget: Budget { time: Some(Duration::ZERO), ..Budget::default() }, ..spec(10, 2) };
    assert!(matches!(StarBattle::generate(&spent, 1, 0), Err(GenerateError::NotFound { .. })));
    let stopped = spec(10, 2);
    stopped.budget.stop.raise();
    assert_eq!(StarBattle::generate(&stopped, 1, 0), Err(GenerateError::Interrupted));
}
