//! The generator.

use std::time::Duration;

use pencilmark_csp::{Budget, StopSignal, Verdict};
use pencilmark_puzzles::GenerateError;

use super::*;

#[test]
fn generated_puzzles_are_as_asked_unique_and_replay() {
    let cases = [
        (Spec::default(), 32),
        (spec(6, 9), 27),
        (spec(7, 6).with("orthogonal", "yes").with("missing", 0.7), 29),
        (spec(5, 5).with("missing", 0), 0),
        (spec(5, 5).with("missing", 1).several_ok(), 25),
        (spec(10, 10).with("missing", 0.8).several_ok(), 80),
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
            assert!(spec.settings.get("several-ok").is_some() || verdict == Verdict::Unique, "{verdict:?} {puzzle:?}");
        }
        let last = made[0].last();
        let ends: Vec<u16> =
            givens(&made[0]).iter().map(|&(number, _)| number).filter(|n| [1, last].contains(n)).collect();
        assert!(usize::from(last) < missing + 2 || ends == [1, last], "{ends:?}");
        assert!(made[0].squares().len() < 20 || missing == 25 || made[0] != made[1]);
    }
}

#[test]
fn in_a_minimal_puzzle_every_given_counts() {
    for orthogonal in [false, true] {
        let spec = spec(5, 6).with("minimal", "yes").with("orthogonal", if orthogonal { "yes" } else { "no" });
        let puzzle = Hidato::generate(&spec, 1, 0).unwrap();
        assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
        for (_, cell) in givens(&puzzle) {
            let mut squares = puzzle.squares().clone();
            squares[cell] = Square::Empty;
            let fewer = Hidato::new(squares, puzzle.moves()).unwrap();
            assert_eq!(fewer.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Several, "{cell}");
        }
    }
}

#[test]
fn what_cannot_be_generated_is_refused() {
    let check = |spec: Spec, expected: &str| {
        assert_eq!(Hidato::generate(&spec, 0, 0).unwrap_err().to_string(), expected);
    };
    check(spec(31, 5), "`size` cannot be `31x5`; it takes a size from 1x1 to 30x30");
    check(spec(0, 5), "`size` cannot be `0x5`; it takes a size from 1x1 to 30x30");
    check(spec(5, 5).with("missing", 1.5), "`missing` cannot be `1.5`; it takes a number from 0 to 1");
    check(spec(5, 5).with("missing", f64::NAN), "`missing` cannot be `NaN`; it takes a number from 0 to 1");
    let has =
        "choose one of orthogonal, size, level, teach, score, clues, holes, shape, ends, missing, minimal, several-ok";
    check(spec(5, 5).with("stars", 1), &format!("Hidato has no setting `stars`; {has}"));
    check(spec(5, 5).with("box", "3x3"), &format!("Hidato has no setting `box`; {has}"));
    let both = "a minimal puzzle leaves out what it can; do not set the share missing as well";
    check(spec(5, 5).with("minimal", "yes").with("missing", 0.5), both);
    let several = "a minimal puzzle has one solution; do not allow several as well";
    check(spec(5, 5).with("minimal", "yes").several_ok(), several);
    let stop = StopSignal::default();
    stop.raise();
    check(Spec { budget: Budget { stop, ..Budget::default() }, ..spec(9, 9) }, "interrupted");
    let no_time = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    let late = Hidato::generate(&Spec { budget: no_time, ..spec(9, 9) }, 0, 0).unwrap_err();
    assert!(matches!(late, GenerateError::NotFound { .. }), "{late}");
    let all = Hidato::generate(&spec(4, 4).with("missing", 1), 0, 0).unwrap_err().to_string();
    assert!(
        all.ends_with("16 were asked for; ask for a smaller share, or allow several solutions (several-ok = yes)"),
        "{all}"
    );
}
