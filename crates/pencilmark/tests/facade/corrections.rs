//! Corrections of a mistyped clue: which changes are listed, and that each gives exactly one
//! solution.

use std::time::Duration;

use pencilmark::teach::{Hint, TeachOptions};
use pencilmark::{Budget, Check, Corrections, MethodChoice, Options, Puzzle, StopSignal, Verdict};

use crate::common::options;

/// Puzzles with one mistyped clue, and the corrections expected for each.
const MISTYPED: [(&str, &str, &[&str]); 11] = [
    ("sudoku", "..4....2.1.42.13", &["r1c3 = 3", "r2c4 = 1", "r3c2 = 3", "r4c1 = 4"]),
    ("sudoku", "..12....23..1...", &["r1c3 = 4", "r1c4 = 3", "r4c1 = 4"]),
    (
        "kenken",
        "4\n[(0,0),(0,1)] mult 12\n[(0,2),(1,2),(2,2),(2,3)] add 9\n[(0,3),(1,3)] div 4\n\
         [(1,0),(1,1),(2,0),(3,0)] add 8\n[(2,1),(3,1),(3,2),(3,3)] mult 24\n",
        &["cage at r1c3 = 10+", "cage at r3c2 = 32× or 48×"],
    ),
    (
        "kenken",
        "4\n[(0,0),(1,0)] div 4\n[(0,1)] '' 3\n[(0,2),(1,2)] mult 3\n[(0,3),(1,3)] div 2\n[(1,1),(2,0),(2,1)] add 7\n\
         [(2,2)] '' 4\n[(2,3),(3,2),(3,3)] add 8\n[(3,0),(3,1)] add 5\n",
        &["cage at r1c3 = 6×"],
    ),
    ("hitori", "4 3 3 2 4\n1 4 2 4 3\n3 2 5 4 2\n1 5 4 3 1\n2 2 3 4 5\n", &["r4c1 = 4", "r5c1 = 4", "r5c2 = 1"]),
    ("hitori", "1 4 2 3 4\n5 5 4 2 4\n2 2 5 4 5\n5 3 5 1 3\n5 2 3 5 1\n", &["r3c3 = 1", "r3c5 = 3"]),
    ("hidato", ". 16 . 11\n2 . 14 10\n. 1 6 .\n. . . 8\n", &["r1c2 = 13 or 15", "r2c3 = 12 or 13"]),
    ("hidato", ". . . 13\n10 . 14 16\n5 . 1 15\n. 6 . .\n", &["r3c1 = 7", "r3c3 = 7", "r4c2 = 4"]),
    ("star-battle", "6 1\nAAAAAB\nCACAAB\nCACABB\nCCCDEB\nFCDDDD\nFCCEDD\n", &["r6c4 in region D", "r4c5 in region D"]),
    // The only letter of region F became a D.
    (
        "star-battle",
        "7 1\nAAABBCC\nAAAABBC\nDDDBBBC\nEEDBBCC\nEEEBBBC\nEEDBBGC\nEEGGGGC\n",
        &["r6c1 in a new region F", "r6c3 in a new region F", "r7c1 in a new region F", "r7c2 in a new region F"],
    ),
    // A letter for a region of its own.
    ("star-battle", "4 1\nAABB\nAXBB\nCCDD\nCCDD\n", &[]),
];

fn check(puzzle: &Puzzle) -> Check {
    puzzle.check(&Options::default()).expect("no wrong answer")
}

fn mistyped() -> impl Iterator<Item = (Puzzle, &'static [&'static str])> {
    MISTYPED
        .into_iter()
        .map(|(kind, text, expected)| (Puzzle::parse_with("t", text, &options(kind)).expect(text), expected))
}

#[test]
fn the_changes_that_give_one_solution_are_listed() {
    for (puzzle, expected) in mistyped() {
        let check = check(&puzzle);
        assert_eq!(check.report.outcome.verdict(), Verdict::Refuted, "{puzzle:?}");
        let found = check.found.corrections.expect("there is no solution");
        let mut words = found.words();
        let mut expected = expected.to_vec();
        words.sort_unstable();
        expected.sort_unstable();
        assert_eq!(
            (words, found.complete),
            (expected.iter().map(|&text| text.to_owned()).collect(), true),
            "{found:?}"
        );
        assert!(found.tried >= found.changes.len() + found.several);
    }
}

/// Each listed change can be applied, gives exactly one solution by another method, and touches no
/// other clue.
#[test]
fn every_listed_change_gives_one_solution() {
    let sat = || Options::default().limit(2).method("sat".parse::<MethodChoice>().expect("a method"));
    for (puzzle, _) in mistyped() {
        for change in check(&puzzle).found.corrections.expect("there is no solution").changes {
            assert_eq!(format!("{}{}", change.place(), change.to), change.text);
            let mended = puzzle.corrected(&change).expect("it can be made");
            let verdict = mended.solver().options(&sat()).run().expect("no wrong answer").outcome.verdict();
            assert_eq!(verdict, Verdict::Unique, "{change:?}");
            // Undoing it restores the puzzle: only this clue differs.
            let back = pencilmark::Correction { from: change.to.clone(), to: change.from.clone(), ..change.clone() };
            assert!(mended.corrected(&back).is_some_and(|back| back.has_same_clues(&puzzle)), "{back:?}");
        }
    }
}

#[test]
fn a_change_that_is_none_of_the_puzzle_is_refused() {
    for (puzzle, _) in mistyped() {
        let changes = check(&puzzle).found.corrections.expect("there is no solution").changes;
        let Some(change) = changes.first() else { continue };
        let far = vec![pencilmark::Cell { row: 99, col: 0 }];
        for wrong in [
            pencilmark::Correction { to: "what?".to_owned(), ..change.clone() },
            pencilmark::Correction { cells: far, ..change.clone() },
            pencilmark::Correction { cells: Vec::new(), ..change.clone() },
        ] {
            assert!(puzzle.corrected(&wrong).is_none(), "{wrong:?}");
        }
    }
}

#[test]
fn what_was_found_is_said() {
    let text = |text: &str| check(&Puzzle::parse(text).expect("reads")).found.corrections.map(|found| found.text);
    let one =
        "Probably one clue is wrong. Each of these changes gives exactly one solution: r1c3 = 4, r1c4 = 3, r4c1 = 4.";
    assert_eq!(text("..12....23..1...").as_deref(), Some(one));
    // r1c3 must be 3 or 4, and its column has both.
    let none = "No single change of a clue gives exactly one solution. 8 changes give several solutions; a clue may be missing as well.";
    assert_eq!(text("12........3...4.").as_deref(), Some(none));
    assert_eq!(text("1...............").as_deref(), None, "several solutions need no correction");
}

#[test]
fn budgets_end_the_list() {
    let (puzzle, expected) = mistyped().next().expect("a puzzle");
    let find = |budget: &Budget| puzzle.corrections(None, budget).expect("no wrong answer");
    let all = find(&Budget::default());
    assert_eq!((all.words().len(), all.complete), (expected.len(), true), "the conflict only saves time");
    let none = find(&Budget { time: Some(Duration::ZERO), ..Budget::default() });
    let stop = StopSignal::default();
    stop.raise();
    let stopped = find(&Budget { stop, ..Budget::default() });
    for Corrections { changes, complete, text, .. } in [none, stopped] {
        assert!(changes.is_empty() && !complete && text.contains("there are more"), "{text}");
    }
}

/// A single rule of a conflict is not the reason: without the others it proves nothing.
#[test]
fn a_hint_gives_corrections_and_no_rule_of_the_conflict_as_the_reason() {
    let puzzle = Puzzle::parse("..12....23..1...").expect("reads");
    let hint = puzzle.hint(&TeachOptions::default(), false).expect("no wrong answer");
    let Hint::NoSolution { reason, conflict, corrections } = hint else { panic!("{hint:?}") };
    assert!(reason.is_none() && conflict.is_some_and(|conflict| conflict.rules.len() > 1));
    assert_eq!(corrections.map(|found| found.changes.len()), Some(3));
}

/// Models with rules of their own refute puzzles that have solutions.
#[test]
fn models_with_rules_of_their_own_have_no_corrections() {
    let kinds = ["sudoku", "hitori", "star-battle"];
    for (puzzle, _) in mistyped().filter(|(puzzle, _)| kinds.contains(&puzzle.kind().id)) {
        for model in puzzle.kind().models {
            let options = Options::default().model(model.id.to_owned());
            let check = puzzle.check(&options).expect("no wrong answer");
            let refuted = check.report.outcome.verdict() == Verdict::Refuted;
            assert_eq!(check.found.corrections.is_some(), refuted && model.faithful, "{}", model.id);
        }
    }
}

#[test]
fn slips_that_can_be_read_are_warned_of() {
    let warnings = |kind: &str, text: &str| {
        let puzzle = Puzzle::parse_with("t", text, &options(kind)).expect(text);
        puzzle.warnings().into_iter().map(|warning| (warning.text, warning.cells.len())).collect::<Vec<_>>()
    };
    for (kind, text, expected) in [
        (
            "star-battle",
            "4 1\nAABB\nCABB\nCCDD\nCADD",
            Some(("region A is in 2 pieces: r4c2 is apart from its other 3 cells", 1)),
        ),
        ("star-battle", "4 1\nAABB\nCABB\nCCDD\nCCDD", None),
        (
            "star-battle",
            "4 1\nAAAC\nBBBC\nAADC\nABDD",
            Some(("region A is in 2 pieces: r3c1, r3c2, r4c1 are apart from its other 3 cells", 3)),
        ),
        ("hitori", "1 2 3\n2 . 1\n3 1 2", Some(("r2c2 has no number; every cell of a Hitori usually has one", 1))),
        (
            "hitori",
            "1 . 3\n2 . 1\n3 1 2",
            Some(("2 cells have no number, r1c2, r2c2; every cell of a Hitori usually has one", 2)),
        ),
        ("hitori", "1 2 3\n2 3 1\n3 1 2", None),
        // A form with a first number, and one without any.
        ("hitori", ". . .\n. . 1\n. . .", None),
        ("hitori", ". .\n. .", Some(("no cell has a number; every cell of a Hitori usually has one", 0))),
    ] {
        let found = warnings(kind, text);
        let found = found.first().map(|(text, cells)| (text.as_str(), *cells));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_stray_letter_names_its_cell() {
    let puzzle = Puzzle::parse_with("t", "4 1\nAABB\nAXBB\nCCDD\nCCDD\n", &options("star-battle")).expect("reads");
    let reason = puzzle.contradiction().expect("five regions for four rows");
    assert_eq!(reason.text, "4 rows of 1 star make 4, 5 regions of 1 make 5; region X is r2c2 alone");
    assert_eq!(reason.cells, [pencilmark::Cell { row: 1, col: 1 }]);
}
