//! The contract for programs: one JSON object a puzzle, field by field.

use serde_json::{Value, json};

use crate::common::{MALFORMED, NONE, PLAINLY_NONE, SEVERAL, SUBTLY_NONE, UNIQUE, endless, json_line, run, run_with};

/// The fields that every object has, in this order.
const FIELDS: [&str; 19] = [
    "index",
    "file",
    "line",
    "id",
    "kind",
    "outcome",
    "solutions",
    "exhausted",
    "solution",
    "best",
    "method",
    "counters",
    "seconds",
    "error",
    "reason",
    "remedy",
    "model",
    "preset",
    "settings",
];

fn fields(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn every_object_has_every_field() {
    let batch = [json_line(UNIQUE), json_line(NONE), json_line(PLAINLY_NONE), json_line(""), json_line(&endless())];
    for verb in ["solve", "check", "count"] {
        let ran = run_with(&[verb, "--limit", "2", "--max-nodes", "20", "--format", "json", "-"], batch.join("\n"));
        let objects = ran.objects();
        assert_eq!(objects.len(), batch.len());
        for (index, object) in objects.iter().enumerate() {
            assert_eq!(fields(object)[..FIELDS.len()], FIELDS, "{verb}");
            assert_eq!(object["index"], index);
            assert_eq!((&object["file"], &object["line"]), (&json!("-"), &json!(index + 1)), "{verb}");
            assert_eq!(object["method"], "exact");
            assert!(object["seconds"].as_f64().expect("seconds") >= 0.0);
            assert!(object["exhausted"].is_boolean());
            assert!(object["best"].is_null());
        }
        let outcomes: Vec<&str> = objects.iter().filter_map(|object| object["outcome"].as_str()).collect();
        assert_eq!(outcomes, ["solved", "refuted", "refuted", "malformed", "gave-up"], "{verb}");
    }
}

#[test]
fn numbers_and_solutions_are_as_promised() {
    struct Row<'a> {
        puzzle: &'a str,
        limit: &'a str,
        outcome: &'a str,
        solutions: u64,
        /// `None`: the limit is the exact number, and a method may or may not know that there is nothing further.
        exhausted: Option<bool>,
    }
    let endless = endless();
    let row = |puzzle, limit, outcome, solutions, exhausted| Row { puzzle, limit, outcome, solutions, exhausted };
    let table = [
        row(UNIQUE, "1", "solved", 1, None),
        row(UNIQUE, "2", "solved", 1, Some(true)),
        row(SEVERAL, "1", "solved", 1, Some(false)),
        row(SEVERAL, "2", "solved", 2, Some(false)),
        row("................", "1000", "solved", 288, Some(true)),
        row("................", "288", "solved", 288, None),
        row("................", "100", "solved", 100, Some(false)),
        row(NONE, "2", "refuted", 0, Some(true)),
        row(PLAINLY_NONE, "2", "refuted", 0, Some(true)),
        row(&endless, "5", "solved", 5, Some(false)),
    ];
    for method in ["exact", "backtracking", "sat"] {
        for Row { puzzle, limit, outcome, solutions, exhausted } in &table {
            let args = ["count", "--limit", limit, "--method", method, "--format", "json", "--text", puzzle];
            let object = &run(&args).objects()[0];
            assert!(exhausted.is_none_or(|exhausted| object["exhausted"] == exhausted), "{args:?}: {object}");
            assert_eq!(object["outcome"], *outcome, "{args:?}");
            assert_eq!(object["solutions"], *solutions, "{args:?}");
            assert_eq!(object["solution"].is_array(), *solutions > 0, "{args:?}");
            assert_eq!(object["kind"], "sudoku");
            assert_eq!(object["method"], method);
            assert!(object["id"].is_null() && object["error"].is_null());
            assert!(object["counters"]["nodes"].is_u64(), "{object}");
        }
    }
}

#[test]
fn the_solution_is_an_array_of_rows() {
    let object = &run(&["solve", "--format", "json", "--text", UNIQUE]).objects()[0];
    assert_eq!(object["solution"], json!([[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]]));
    assert_eq!(object["solutions"], 1);
    assert_eq!(object["exhausted"], true);
}

#[test]
fn every_kind_has_its_solution_judged_and_shaped() {
    for entry in pencilmark::registry::kinds() {
        let set = format!("{}/small", entry.info.id);
        let puzzles = pencilmark::corpus::set(&set).expect("a built-in set");
        let objects = run(&["count", "--limit", "2", "--format", "json", "--corpus", &set]).objects();
        assert_eq!(objects.len(), puzzles.len());
        for (object, puzzle) in objects.iter().zip(&puzzles) {
            assert_eq!(object["kind"], entry.info.id);
            assert_eq!(object["id"].as_str(), puzzle.id());
            assert_eq!((&object["solutions"], &object["exhausted"]), (&json!(1), &json!(true)), "{object}");
            let claimed = puzzle.solution().expect("a built-in solution");
            let rows: Value = claimed.iter_rows().map(|row| Value::from(row.to_vec())).collect();
            assert_eq!(object["solution"], rows);
        }
    }
}

#[test]
fn malformed_puzzles_have_their_error_inside() {
    for verb in ["solve", "check", "count"] {
        let ran = run(&[verb, "--format", "json", "--text", MALFORMED]);
        assert_eq!((ran.code, ran.err.as_str()), (3, ""));
        let object = &ran.objects()[0];
        assert_eq!(object["outcome"], "malformed");
        let error = &object["error"];
        assert_eq!(fields(error), ["file", "line", "column", "what", "remedy"]);
        assert_eq!((&error["file"], &error["line"], &error["column"]), (&json!("--text"), &json!(1), &json!(1)));
        assert!(error["what"].as_str().is_some_and(|what| !what.is_empty()), "{object}");
        assert!(error["remedy"]["text"].is_string() && error["remedy"]["options"].is_array(), "{object}");
        assert_eq!((&object["file"], &object["line"]), (&error["file"], &error["line"]));
        for field in ["id", "kind", "solution", "best", "counters"] {
            assert!(object[field].is_null(), "{field}");
        }
        assert_eq!((&object["solutions"], &object["exhausted"]), (&json!(0), &json!(false)));
    }
}

#[test]
fn check_adds_its_verdict_and_what_shows_it() {
    let check = |puzzle: &str| run(&["check", "--format", "json", "--text", puzzle]).objects().remove(0);
    assert_eq!(check(UNIQUE)["verdict"], "unique");
    let several = check(SEVERAL);
    assert_eq!(several["verdict"], "several");
    assert!(several["second_solution"].is_array());
    assert_ne!(several["second_solution"], several["solution"]);
    let differences = several["differences"].as_array().expect("cells");
    assert!(differences.iter().all(|cell| cell.as_str().is_some_and(|name| name.starts_with('r'))), "{several}");
    let none = check(NONE);
    assert_eq!(none["verdict"], "none");
    assert_eq!(none["reason"]["cells"], json!(["r1c3"]), "{none}");
    let none = check(SUBTLY_NONE);
    let conflict = &none["conflict"];
    assert_eq!(fields(conflict), ["rules", "minimal", "blamed"]);
    assert_eq!(fields(&conflict["rules"][0]), ["rule", "cells", "text"]);
    assert!(none["reason"].is_null() && conflict["minimal"].is_boolean(), "{none}");
    let reason = json!({ "rule": "row", "cells": ["r1c1", "r1c2"], "text": "row 1 has 1 given twice: r1c1 and r1c2" });
    assert_eq!(check(PLAINLY_NONE)["reason"], reason);
    let position = format!("{UNIQUE}\n# position\n2 1 3 .\n. . . .\n. . . .\n. . . {{1,2}}\n");
    let progress = &check(&position)["progress"];
    assert_eq!((&progress["right"], &progress["entries"], &progress["marks"]), (&json!(false), &json!(2), &json!(1)));
    let cells: Vec<&Value> =
        progress["mistakes"].as_array().expect("mistakes").iter().map(|mistake| &mistake["cells"]).collect();
    assert_eq!(cells, [&json!(["r1c3"]), &json!(["r4c4"])]);
    let claim = |solution: &str| check(&format!("{UNIQUE}\n# solution\n{solution}\n"))["claim"].clone();
    assert_eq!(claim("2 1 4 3\n4 3 1 2\n3 4 2 1\n1 2 3 4"), json!({ "right": true, "reason": null }));
    let wrong = claim("2 1 4 3\n4 3 1 2\n3 4 2 1\n1 2 3 3");
    assert_eq!((&wrong["right"], &wrong["reason"]["rule"]), (&json!(false), &json!("row")), "{wrong}");
}

#[test]
fn the_method_is_named_with_its_settings() {
    let args = ["solve", "--format", "json", "--order", "in-order", "--inference", "forward", "--text", UNIQUE];
    let by_flags = &run(&args).objects()[0];
    let by_name = &run(&[
        "solve",
        "--format",
        "json",
        "--method",
        "backtracking:order=in-order,inference=forward",
        "--text",
        UNIQUE,
    ])
    .objects()[0];
    assert_eq!(by_flags["method"], "backtracking:inference=forward,order=in-order");
    assert_eq!(by_flags["method"], by_name["method"]);
    assert_eq!(by_flags["counters"], by_name["counters"]);
}
