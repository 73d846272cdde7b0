//! What the rules alone say about a position, in every kind.

use std::time::Duration;

use cpu_time::ThreadTime;
use pencilmark::read::ReadOptions;
use pencilmark::teach::{Hint, TeachOptions};
use pencilmark::{Budget, Cell, Options, Position, Puzzle, Spec, registry};

/// Reads a puzzle whose kind is on its first line, or in its JSON.
fn read(text: &str) -> Puzzle {
    let (kind, rest) = if text.starts_with('{') { ("kenken", text) } else { text.split_once('\n').expect("a kind") };
    let options = ReadOptions { kind: Some(kind.to_owned()), ..ReadOptions::default() };
    Puzzle::parse_with("text", rest, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
}

const SUDOKU: &str = "sudoku\n.1.....23.....3.\n";
const HITORI: &str = "hitori\n2 3 1 1\n1 4 2 3\n3 3 4 2\n4 1 1 3\n";
const HIDATO: &str = "hidato\n3 3\n1 . .\n. 9 .\n. . 5\n";
const STARS: &str = "star-battle\n5 1\nAAAAB\nCADAB\nCCDBB\nCDDEE\nCDEEE\n";
const CAGES: &str = r#"{"kind": "kenken", "size": 3, "cages": [
    {"op": "*", "target": 6, "cells": [[0, 0], [1, 0]]}, {"op": "+", "target": 3, "cells": [[0, 1], [0, 2]]},
    {"op": "+", "target": 9, "cells": [[1, 1], [1, 2], [2, 1], [2, 2]]}, {"op": "=", "target": 1, "cells": [[2, 0]]}]"#;

/// A row in which two cages leave only one cell for a 3.
const ROOM: &str = r#"{"kind": "kenken", "size": 4, "cages": [
    {"op": "/", "target": 4, "cells": [[0, 0], [0, 1]]},
    {"op": "+", "target": 9, "cells": [[0, 2], [1, 2], [2, 2]]},
    {"op": "*", "target": 8, "cells": [[0, 3], [1, 3], [2, 3]]},
    {"op": "*", "target": 6, "cells": [[1, 0], [1, 1]]},
    {"op": "-", "target": 1, "cells": [[2, 0], [3, 0]]},
    {"op": "*", "target": 12, "cells": [[2, 1], [3, 1]]},
    {"op": "/", "target": 3, "cells": [[3, 2], [3, 3]]}]}"#;

/// Reads a puzzle together with a position.
fn with(text: &str, position: &str) -> Puzzle {
    if text.starts_with('{') {
        read(&format!("{text}, \"entries\": {position}}}"))
    } else {
        read(&format!("{text}# position\n{position}\n"))
    }
}

#[test]
fn entries_that_break_a_rule_are_named_with_it() {
    let cases: &[(&str, &str, &[&str])] = &[
        (SUDOKU, "2 1 . .\n. . . .\n. . . .\n. . . .", &[]),
        (SUDOKU, "3 1 . .\n. . . .\n. . . .\n. . . .", &["r1c1 and r3c1 are 3: column 1 holds each digit once"]),
        (SUDOKU, "4 1 . .\n. . . .\n. . . .\n. . . .", &[]),
        (HITORI, "B B . .\n. . . .\n. . . .\n. . . .", &["r1c1 and r1c2 touch, so they are not both shaded"]),
        (HITORI, "W W W W\n. . . .\n. . . .\n. . . .", &["the two 1s of row 1 (r1c3, r1c4) are not both white"]),
        (HIDATO, "3 3\n1 . 2\n. 9 .\n. . 5", &["r1c1 is 1 and r1c3 is 2: 1 and 2 are neighbours"]),
        (HIDATO, "3 3\n1 . .\n. 9 3\n. 3 5", &["r2c3 and r3c2 are 3: no number stands in two cells"]),
        (STARS, "*.*..\n.....\n.....\n.....\n.....", &["r1c1 and r1c3 have a star: row 1 has 1 star"]),
        (CAGES, "[[2, null, null], [2, null, null], [1, null, null]]", &["r1c1 and r2c1 are 2: column 1"]),
        (
            CAGES,
            "[[null, 1, 3], [null, null, null], [null, null, null]]",
            &["r1c2 is 1 and r1c3 is 3: cage 3+ at r1c2"],
        ),
    ];
    for (text, position, expected) in cases {
        let broken = with(text, position).broken_rules();
        let texts: Vec<&str> = broken.rules.iter().map(|reason| reason.text.as_str()).collect();
        assert!(!broken.full, "{position}");
        assert_eq!(texts.is_empty(), expected.is_empty(), "{position}: {texts:?}");
        for wanted in *expected {
            assert!(texts.iter().any(|text| text.starts_with(wanted)), "{position}: {texts:?} without {wanted}");
        }
    }
}

#[test]
fn a_full_board_is_solved_or_breaks_a_rule() {
    for kind in ["sudoku", "kenken", "hitori", "hidato", "star-battle"] {
        let set = pencilmark::corpus::set(&format!("{kind}/small")).expect("a built-in set");
        let puzzle = &set[0];
        let report = puzzle.solver().run().expect("no wrong answer");
        let solution = report.solution().expect("a solution");
        let mut position = Position::empty(puzzle.shape());
        for cell in solution.cells() {
            position.entries[cell] = Some(solution[cell]);
        }
        let right = puzzle.with_position(position.clone()).broken_rules();
        assert!(right.full && right.rules.is_empty(), "{kind}: {right:?}");
        let clues = puzzle.marks();
        let mut open = solution.cells().filter(|&cell| clues[cell].len() > 1);
        let first = open.next().expect("an open cell");
        let other = open.find(|&cell| solution[cell] != solution[first]).expect("another value");
        position.entries[first] = Some(solution[other]);
        position.entries[other] = Some(solution[first]);
        let wrong = puzzle.with_position(position).broken_rules();
        assert!(wrong.full && !wrong.rules.is_empty(), "{kind}: {wrong:?}");
        assert!(wrong.rules.iter().all(|reason| !reason.text.is_empty()), "{kind}: {wrong:?}");
    }
}

#[test]
fn a_mistake_says_what_it_contradicts() {
    let told = |text: &str, position: &str| {
        let puzzle = with(text, position);
        let progress = puzzle.check(&Options::default()).expect("no wrong answer").found.progress.expect("entries");
        let texts = progress.mistakes.into_iter().map(|mistake| mistake.text).collect::<Vec<_>>();
        match puzzle.hint(&TeachOptions::default(), false).expect("no wrong answer") {
            Hint::Mistakes(hinted) => assert_eq!(
                hinted.iter().map(|mistake| &mistake.text).collect::<Vec<_>>(),
                texts.iter().collect::<Vec<_>>()
            ),
            hint => panic!("{hint:?}"),
        }
        texts
    };
    assert_eq!(told(SUDOKU, "3 1 . .\n. . . .\n. . . .\n. . . ."), ["r1c1 cannot be 3: r3c1 is 3"]);
    assert_eq!(
        told(SUDOKU, "4 1 . .\n. . . .\n. . . .\n. . . ."),
        ["r1c1 is not 4 in the solution (no rule is broken yet)"]
    );
}

/// A Hidato of 30 x 30 cells whose path runs to and fro along the rows. The odd numbers and the last one
/// are given.
fn snake() -> Puzzle {
    let number = |row: usize, col: usize| row * 30 + if row.is_multiple_of(2) { col + 1 } else { 30 - col };
    let shown =
        |number: usize| if number.is_multiple_of(2) && number < 900 { ".".to_owned() } else { number.to_string() };
    let row = |row: usize| (0..30).map(|col| shown(number(row, col))).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (0..30).map(row).collect();
    read(&format!("hidato\n30 30\n{}\n", rows.join("\n")))
}

#[test]
fn many_mistakes_are_explained_within_the_limit() {
    type Entered<'a> = &'a dyn Fn(Cell) -> Option<i32>;
    let hitori = registry::kind("hitori").expect("a kind");
    let hitori = registry::generate(hitori, &Spec::sized(30, 30), 31, 1).expect("a board");
    let checkered = |cell: Cell| Some(i32::from((cell.row + cell.col).is_multiple_of(2)));
    let cases: [(Puzzle, Entered<'_>); 2] = [(hitori, &checkered), (snake(), &|_| Some(5))];
    let (limit, grace) = (Duration::from_secs(3), Duration::from_secs(1));
    for (puzzle, entry) in cases {
        let clues = puzzle.with_candidates().position().expect("candidates").clone();
        let mut position = Position::empty(puzzle.shape());
        for cell in clues.entries.cells().filter(|&cell| clues.entries[cell].is_none()) {
            position.entries[cell] = entry(cell);
        }
        let puzzle = puzzle.with_position(position);
        let timed = |what: &str, most: Duration, ask: &dyn Fn()| {
            let clock = ThreadTime::now();
            ask();
            let took = clock.elapsed();
            assert!(took < most, "{what} of {}: {took:?}", puzzle.title());
        };
        let options = Options::default().limit(2).budget(Budget { time: Some(limit), ..Budget::default() });
        timed("check", limit + grace, &|| {
            let progress = puzzle.check(&options).expect("a check").found.progress.expect("entries");
            assert!(progress.mistakes.len() > 200, "{progress:?}");
        });
        timed("broken rules", limit + grace, &|| assert!(!puzzle.broken_rules().rules.is_empty()));
        timed("related cells", limit + grace, &|| drop(puzzle.related_cells()));
    }
}

#[test]
fn cells_that_a_rule_relates_are_known() {
    let related = |text: &str, row: usize, col: usize| {
        let names: Vec<String> = read(text).related_cells()[Cell { row, col }].iter().map(Cell::to_string).collect();
        names.join(" ")
    };
    assert_eq!(related(SUDOKU, 0, 0), "r1c2 r1c3 r1c4 r2c1 r2c2 r3c1 r4c1");
    assert_eq!(related(HITORI, 0, 3), "r1c3 r2c4");
    assert_eq!(related(HIDATO, 0, 0), "r1c2 r2c1 r2c2");
    assert_eq!(related(&format!("{CAGES}}}"), 2, 0), "r1c1 r2c1 r3c2 r3c3");
}

#[test]
fn a_hint_points_at_a_place_of_the_board() {
    for kind in ["sudoku", "kenken", "hitori", "hidato", "star-battle"] {
        let puzzle = &pencilmark::corpus::set(&format!("{kind}/small")).expect("a built-in set")[1];
        let Hint::Steps { steps, .. } = puzzle.hint(&TeachOptions::default(), false).expect("no wrong answer") else {
            panic!("{kind}: no step");
        };
        assert!(!puzzle.area(&steps[0]).is_empty(), "{kind}: {}", steps[0].why.place);
    }
    let names: Vec<String> =
        read(STARS).area_names().into_iter().map(|(cell, name)| format!("{name} {cell}")).collect();
    assert_eq!(names, ["A r1c1", "B r1c5", "C r2c1", "D r2c3", "E r4c4"]);
}

#[test]
fn a_hint_says_why_marks_are_out_that_nobody_has_written() {
    let course = TeachOptions::default().only(vec!["hidden-single".to_owned()]);
    let hint = |puzzle: &Puzzle| match puzzle.hint(&course, false).expect("no wrong answer") {
        Hint::Steps { mut steps, .. } => steps.remove(0),
        hint => panic!("{hint:?}"),
    };
    let puzzle = read(ROOM);
    let step = hint(&puzzle);
    assert!(step.why.reason.starts_with("Row 1 needs a 3"), "{}", step.why.reason);
    let names: Vec<String> = puzzle.area(&step).iter().map(Cell::to_string).collect();
    assert_eq!(names, ["r1c1", "r1c2", "r1c3", "r1c4"]);
    let texts: Vec<String> = puzzle.unwritten(&step).into_iter().map(|reason| reason.text).collect();
    let expected = [
        "r1c1 and r1c2 cannot be 3: cage 4÷ at r1c1 leaves no room for it",
        "r1c4 cannot be 3: cage 8× at r1c4 leaves no room for it",
    ];
    assert_eq!(texts, expected);
    // Marks that are written down need no reason, and neither does what the text itself names.
    let written = puzzle.with_candidates();
    assert_eq!(written.unwritten(&hint(&written)), []);
    let named = read(SUDOKU);
    assert_eq!(named.unwritten(&hint(&named)), []);
}
