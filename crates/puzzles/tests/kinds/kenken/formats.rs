//! Formats: examples, and writing then reading.

use pencilmark_csp::{Silent, Verdict};
use pencilmark_puzzles::{Cell, Grid, Sniff};
use pencilmark_search::{Parameters, Run};
use proptest::prelude::*;

use super::*;

/// Clues and first cells of a puzzle, as one line.
fn summary(puzzle: &KenKen) -> String {
    let cages = puzzle.cages().iter().map(|cage| {
        let cells: Vec<String> = cage.cells.iter().map(ToString::to_string).collect();
        format!("{}{} {}", cage.clue(), if cage.operator == Operator::Any { "?" } else { "" }, cells.join(" "))
    });
    cages.collect::<Vec<_>>().join("; ")
}

#[track_caller]
fn check(id: &str, text: &str, expected: &str, verdict: Verdict) {
    let parsed = read(id, text).unwrap();
    assert_eq!(summary(&parsed.puzzle), expected);
    let outcome = parsed.puzzle.exact(&Run::up_to(2), &mut Silent);
    assert_eq!(outcome.verdict(), verdict);
    for solution in outcome.solutions.iter().chain(parsed.carried.solution.as_deref()) {
        assert_eq!(parsed.puzzle.judge(solution), Ok(()));
    }
    // Line ends, blanks and remarks change nothing.
    let dressed = format!("\n# a remark\n{}\n\n", text.trim_end().replace('\n', "  \r\n"));
    if id != "json" {
        assert_eq!(read(id, &dressed).unwrap(), parsed);
        assert_eq!((format(id).sniff)(&Source::new("in", &dressed)), Sniff::Yes);
    }
}

#[test]
fn examples_read_as_they_look() {
    check(
        "tatham",
        VERIFIED,
        "1− r1c1 r1c2; 2÷ r1c3 r2c3; 6× r1c4 r1c5; 2÷ r1c6 r2c6; 13+ r2c1 r3c1 r4c1; 3− r2c2 r3c2; 12× r2c4 r3c4; \
         3÷ r2c5 r3c5; 1− r3c3 r4c3; 4− r3c6 r4c6; 9+ r4c2 r5c2; 1− r4c4 r4c5; 2÷ r5c1 r6c1; 12+ r5c3 r5c4 r6c4; \
         5+ r5c5 r5c6; 5× r6c2 r6c3; 24× r6c5 r6c6",
        Verdict::Unique,
    );
    check(
        "list",
        "3\n[(0,0),(1,0)] add 5\n[(0,1),(0,2)] sub 1\n[(1,1)] '' 1\n[ (2, 1), (2,0) ] div 3\n[(1,2),(2,2)] '' 6",
        "5+ r1c1 r2c1; 1− r1c2 r1c3; 1 r2c2; 6? r2c3 r3c3; 3÷ r3c1 r3c2",
        Verdict::Unique,
    );
    check(
        "janko",
        "[begin]\npuzzle kendoku\nauthor nobody\nsize 3\n[problem]\n5+ 1- -\n. 1 6\n3/ . .\n[areas]\n1 2 2\n1 x 3\n7 7 3\n\
         [solution]\n3 2 1\n2 1 3\n1 3 2\n[end]",
        "5+ r1c1 r2c1; 1− r1c2 r1c3; 1 r2c2; 6? r2c3 r3c3; 3÷ r3c1 r3c2",
        Verdict::Unique,
    );
    check(
        "json",
        r#"{"size": 3, "cages": [{"op": "+", "target": 6, "cells": [[0,0],[0,1],[0,2],[1,0]]},
            {"target": 3, "cells": [[2,2]]}, {"op": "×", "target": 9, "cells": [[1,1],[1,2],[2,1],[2,0]]}]}"#,
        "6+ r1c1 r1c2 r1c3 r2c1; 9× r2c2 r2c3 r3c1 r3c2; 3 r3c3",
        Verdict::Refuted,
    );
    check(
        "janko",
        KenKen::INFO.template,
        "1− r1c1 r2c1; 2 r1c2; 7+ r1c3 r1c4 r2c4; 9× r2c2 r2c3 r3c2; 8× r3c1 r4c1 r4c2 r4c3; 24× r3c3 r3c4 r4c4",
        Verdict::Unique,
    );
}

#[test]
fn game_ids_take_every_parameter() {
    let (_, rest) = VERIFIED.split_once(':').unwrap();
    let plain = read("tatham", VERIFIED).unwrap();
    for parameters in ["6", "6dn", "6de", "6dx", "6dum", "6m"] {
        assert_eq!(read("tatham", &format!("{parameters}:{rest}")).unwrap(), plain);
    }
    assert_eq!(write("tatham", &plain.puzzle).unwrap(), VERIFIED);
    // A single cell holds its target whatever its letter; − and ÷ over more cells are read, though Keen has none.
    check(
        "tatham",
        "3:_13,a1m2s3d2a3m1s3d1a2",
        "1 r1c1; 2 r1c2; 3 r1c3; 2 r2c1; 3 r2c2; 1 r2c3; 3 r3c1; 1 r3c2; 2 r3c3",
        Verdict::Unique,
    );
    check("tatham", "3:f_6,s0s0s0", "0− r1c1 r1c2 r1c3; 0− r2c1 r2c2 r2c3; 0− r3c1 r3c2 r3c3", Verdict::Several);
}

/// One cage over a whole board: 480 open edges at 16x16, the longest runs there are.
#[test]
fn long_runs_of_open_edges_come_back() {
    for size in KenKen::SIZES {
        let cells: Vec<Cell> = Grid::filled(size, size, ()).cells().collect();
        for cut in [0, 1, size * size / 2, size * size - 1] {
            let (one, two) = cells.split_at(cut);
            let cages = [one, two].into_iter().filter(|cells| !cells.is_empty());
            let cages = cages.map(|cells| Cage { operator: Operator::Add, target: 7, cells: cells.to_vec() });
            let puzzle = KenKen::new(size, cages.collect()).unwrap();
            let id = write("tatham", &puzzle).unwrap();
            assert_eq!(read("tatham", &id).unwrap().puzzle, puzzle, "{id}");
        }
    }
    // 2 x 4 x 3 = 24 open edges are one letter, 2 x 5 x 4 = 40 are 25 without a wall and 15.
    let whole = |size: usize| {
        let cells = Grid::filled(size, size, ()).cells().collect();
        KenKen::new(size, vec![Cage { operator: Operator::Add, target: 40, cells }]).unwrap()
    };
    assert_eq!(write("tatham", &whole(4)).unwrap(), "4:x,a40");
    assert_eq!(write("tatham", &whole(5)).unwrap(), "5:zo,a40");
    assert_eq!(write("tatham", &whole(16)).unwrap(), "16:z19e,a40");
}

#[test]
fn what_a_game_id_cannot_carry_is_not_written() {
    for (operator, carried) in [
        (Operator::Add, true),
        (Operator::Multiply, true),
        (Operator::Subtract, false),
        (Operator::Divide, false),
        (Operator::Any, false),
    ] {
        let cells = Grid::filled(3, 3, ()).cells().collect();
        let puzzle = KenKen::new(3, vec![Cage { operator, target: 1, cells }]).unwrap();
        assert_eq!(write("tatham", &puzzle).is_some(), carried, "{operator:?}");
    }
}

#[test]
fn a_glance_tells_formats_apart() {
    for (text, expected) in [
        ("6\n[(0,0),(1,0)] add 11", [Sniff::Yes, Sniff::No, Sniff::No, Sniff::No]),
        ("[(0,0),(1,0)] add 11", [Sniff::Yes, Sniff::No, Sniff::No, Sniff::No]),
        ("6\n[(0,0),(1,0)] plus 11", [Sniff::Maybe, Sniff::No, Sniff::No, Sniff::No]),
        ("[(0,0,1),(1,0,1)]", [Sniff::No, Sniff::No, Sniff::No, Sniff::No]),
        ("6 6\n1 2 3", [Sniff::No, Sniff::No, Sniff::No, Sniff::No]),
        (VERIFIED, [Sniff::No, Sniff::Yes, Sniff::No, Sniff::No]),
        ("6:a_a_13a,x1", [Sniff::No, Sniff::Maybe, Sniff::No, Sniff::No]),
        ("4:0,0,1,2", [Sniff::No, Sniff::No, Sniff::No, Sniff::No]),
        ("3x3:1d9_4b6a7_4b2", [Sniff::No, Sniff::No, Sniff::No, Sniff::No]),
        ("[begin]\npuzzle hitori\n[end]", [Sniff::No, Sniff::No, Sniff::No, Sniff::No]),
        ("[begin]\npuzzle Kendoku\n[end]", [Sniff::No, Sniff::No, Sniff::Yes, Sniff::No]),
        ("", [Sniff::No, Sniff::No, Sniff::No, Sniff::No]),
    ] {
        let sniffs: Vec<Sniff> =
            KenKen::formats().iter().map(|format| (format.sniff)(&Source::new("in", text))).collect();
        assert_eq!(sniffs, expected, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn what_is_written_is_read_back(size in KenKen::SIZES, seed: u64, likely: bool) {
        let puzzle = if likely { solvable(size, seed).0 } else { wild(size, seed) };
        for id in ["json", "list", "janko", "tatham"] {
            let Some(text) = write(id, &puzzle) else {
                prop_assert!(id == "tatham");
                continue;
            };
            prop_assert_eq!(&read(id, &text).unwrap().puzzle, &puzzle, "{}", text);
            for format in KenKen::formats() {
                let expected = if format.id == id { Sniff::Yes } else { Sniff::No };
                prop_assert_eq!((format.sniff)(&Source::new("in", &text)), expected);
            }
        }
    }

    #[test]
    fn a_solution_travels_with_it(size in KenKen::SIZES, seed: u64) {
        let (puzzle, square) = solvable(size, seed);
        let text = puzzle.write_answer(&square);
        prop_assert_eq!(&puzzle.read_answer(&Source::new("in", &text)).unwrap(), &square);
        let parsed = Parsed::new(puzzle).with_solution(Some(square));
        let text = format("janko").written(&parsed).unwrap();
        prop_assert_eq!(read("janko", &text).unwrap(), parsed);
    }

    /// Broken texts are errors, never panics.
    #[test]
    fn a_damaged_text_never_panics(size in 3usize..6, seed: u64, at in 0.0..1.0, with in "[ -~÷\n]{0,2}") {
        let (puzzle, _) = solvable(size, seed);
        for id in ["json", "list", "janko", "tatham"] {
            let Some(mut text) = write(id, &puzzle) else { continue };
            let place = (at * text.len() as f64) as usize;
            text.replace_range(place..=place, &with);
            let _ = read(id, &text);
            for format in KenKen::formats() {
                let _ = (format.sniff)(&Source::new("in", &text));
                let _ = (format.read)(&Source::new("in", &text), &Parameters::default());
            }
        }
    }
}
