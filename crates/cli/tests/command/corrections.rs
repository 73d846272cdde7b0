//! Mistyped clues, and slips in puzzles that can still be read.

use serde_json::json;

use crate::common::*;

/// A Sudoku with one mistyped digit: r1c3 was 7.
const MISTYPED: &str = "6.15.9......3..8..3.41..7.5243.1...9...9.234.......18.7596.12...2.78....8...95.7.";
const FOUND: &str = "Probably one clue is wrong. Each of these changes gives exactly one solution: r1c3 = 2 or 7.";

#[test]
fn a_check_says_first_which_change_helps_and_folds_the_conflict() {
    let ran = run(&["check", "--text", MISTYPED]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((ran.code, lines[1]), (1, format!("  {FOUND}").as_str()), "{}", ran.out);
    let folded = "  9 rules cannot all hold (each of them is needed); --conflict lists them.";
    assert_eq!(lines[2..], [folded], "{}", ran.out);
    let ran = run(&["check", "--conflict", "--text", MISTYPED]);
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("  - ")).count(), 9, "{}", ran.out);
    assert!(ran.out.contains(FOUND), "{}", ran.out);
    let ran = run(&["check", "--brief", "--text", MISTYPED]);
    assert!(ran.out.contains(": no solution; probably one clue is wrong: r1c3 = 2 or 7 · "), "{}", ran.out);
}

#[test]
fn a_hint_says_the_same_and_takes_no_rule_for_the_reason() {
    let ran = run(&["hint", "--text", MISTYPED]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(&format!("The puzzle has no solution.\n{FOUND}\n")), "{}", ran.out);
    assert!(!ran.out.contains("(given)"), "{}", ran.out);
    let hint = run(&["hint", "--format", "json", "--text", MISTYPED]).objects().remove(0);
    assert_eq!((&hint["outcome"], &hint["reason"]), (&json!("none"), &json!(null)), "{hint}");
    let change = json!({ "rule": "given", "cells": ["r1c3"], "from": "1", "to": "2", "text": "r1c3 = 2" });
    assert_eq!((&hint["corrections"]["changes"][0], &hint["corrections"]["text"]), (&change, &json!(FOUND)));
}

#[test]
fn warnings_go_to_standard_error_with_their_place() {
    let pieces = "# two\n4 1\nAABB\nCABB\nCCDD\nCADD\n";
    let text = "warning: -:2: region A is in 2 pieces: r4c2 is apart from its other 3 cells";
    for verb in ["check", "solve", "hint"] {
        let ran = run_with(&[verb, "-"], pieces);
        assert!(ran.err.contains(text) && !ran.out.contains("pieces"), "{verb}: {ran:?}");
    }
    let ran = run_with(&["check", "--format", "json", "-"], pieces);
    let warning = json!({ "rule": "region", "cells": ["r4c2"], "text": &text["warning: -:2: ".len()..] });
    assert_eq!(ran.objects()[0]["warnings"], json!([warning]));
    let none = run(&["check", "--format", "json", "--text", MISTYPED]);
    assert!(none.objects()[0].get("warnings").is_none());
}
