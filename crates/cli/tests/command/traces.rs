//! `--trace`: valid JSON Lines with header, events and end, that replay to the solution.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::common::{MALFORMED, PLAINLY_NONE, UNIQUE, endless, folder, json_line, run, run_with};

/// Solves with a trace and answers its lines.
fn trace(name: &str, args: &[&str]) -> Vec<Value> {
    let path = folder(name).join("trace.jsonl");
    let path = path.to_str().expect("a plain path");
    let ran = run(&[&["solve", "--trace", path][..], args].concat());
    assert!(matches!(ran.code, 0 | 1 | 4), "{ran:?}");
    read(path)
}

fn read(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a trace");
    assert!(text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

fn of<'a>(lines: &'a [Value], event: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["e"] == event).collect()
}

/// The board that the steps since the last start lead to.
fn replayed(lines: &[Value]) -> Value {
    let start = lines.iter().rposition(|line| line["e"] == "start").expect("a start");
    let mut board = lines[start]["board"].clone();
    let place = |cell: &str| {
        let (row, col) = cell[1..].split_once('c').expect("a cell");
        (row.parse::<usize>().expect("a row") - 1, col.parse::<usize>().expect("a column") - 1)
    };
    let steps = lines[start..].iter().filter(|line| line["e"] == "step");
    let changes = steps.flat_map(|step| step["changes"].as_array().expect("changes"));
    if lines[0]["variables"] == "cells" {
        for change in changes {
            let (row, col) = place(change[0].as_str().expect("a cell"));
            board[row][col] = change[1].clone();
        }
        return board;
    }
    let places = lines[start]["places"].as_array().expect("places");
    let mut things = BTreeMap::new();
    for change in places.iter().chain(changes) {
        let thing = change[2].as_u64().expect("a thing");
        things.insert(thing, (place(change[0].as_str().expect("a cell")), change[1].clone()));
    }
    for value in board.as_array_mut().expect("rows").iter_mut().flat_map(|row| row.as_array_mut().expect("cells")) {
        if *value != -1 {
            *value = 0.into();
        }
    }
    for ((row, col), value) in things.into_values() {
        board[row][col] = value;
    }
    board
}

#[test]
fn steps_lead_from_the_last_start_to_the_solution() {
    for (kind, model) in [
        ("sudoku", "cells"),
        ("kenken", "cells"),
        ("hitori", "cells"),
        ("hidato", "cells"),
        ("hidato", "numbers"),
        ("star-battle", "region-stars"),
    ] {
        let set = format!("{kind}/small");
        let args = ["--corpus", &set, "--model", model, "--method", "annealing", "--iterations", "20000"];
        let lines = trace(&format!("traces_{kind}_{model}"), &args);
        let mut solved = 0;
        for part in lines.split_inclusive(|line| line["e"] == "end") {
            let (header, end) = (&part[0], &part[part.len() - 1]);
            assert_eq!((&header["trace"], &header["kind"], &header["model"]), (&json!(1), &json!(kind), &json!(model)));
            assert_eq!(header["settings"]["iterations"], "20000");
            assert_eq!(end["events"], part.len() - 2);
            if end["outcome"] == "solved" {
                solved += 1;
                assert_eq!(of(part, "solution").len(), 1);
                assert_eq!(of(part, "solution")[0]["board"], end["solution"]);
                assert_eq!(replayed(part), end["solution"], "{kind} {model}");
            }
        }
        assert!(solved > 0, "{kind} {model}");
    }
}

#[test]
fn decisions_stand_and_fall_like_a_stack() {
    for method in ["backtracking:inference=none,order=in-order", "backtracking:inference=forward", "exact"] {
        let lines = trace("traces_decisions", &["--method", method, "--limit", "1", "--text", UNIQUE]);
        let mut stack = Vec::new();
        for line in &lines {
            match line["e"].as_str() {
                Some("assign") => stack.push((line["cell"].clone(), line["value"].clone())),
                Some("backtrack") => {
                    assert_eq!(stack.pop(), Some((line["cell"].clone(), line["value"].clone())), "{method}");
                }
                _ => continue,
            }
            assert_eq!(line["depth"], stack.len());
        }
        let end = &lines[lines.len() - 1];
        assert_eq!(end["counters"]["assignments"], of(&lines, "assign").len());
        assert_eq!(end["counters"]["backtracks"], of(&lines, "backtrack").len());
        let prunings: u64 = of(&lines, "infer").iter().filter_map(|line| line["prunings"].as_u64()).sum();
        assert_eq!(end["counters"]["prunings"], prunings);
    }
}

#[test]
fn tries_are_told_on_demand_and_limits_are_kept() {
    let plain = trace("traces_plain", &["--method", "annealing", "--text", UNIQUE]);
    let all = trace("traces_all", &["--method", "annealing", "--trace-all", "--text", UNIQUE]);
    assert!(of(&plain, "try").is_empty() && !of(&all, "try").is_empty());
    let without: Vec<&Value> = all.iter().filter(|line| line["e"] != "try" && line["e"] != "end").collect();
    assert!(plain.iter().filter(|line| line["e"] != "end").eq(without));
    let short = trace("traces_short", &["--method", "annealing", "--trace-limit", "3", "--text", UNIQUE]);
    let events: Vec<&str> = short.iter().filter_map(|line| line["e"].as_str()).collect();
    assert_eq!(events[3..], ["left-out", "solution", "end"]);
    let left = &short[short.len() - 1]["left_out"];
    assert_eq!(left, &short[4]["events"]);
    assert_eq!(left.as_u64().map(|left| left + 4), plain[plain.len() - 1]["events"].as_u64());
}

#[test]
fn a_batch_is_traced_in_order_and_ends_whatever_happens() {
    let path = folder("traces_batch").join("trace.jsonl");
    let path = path.to_str().expect("a plain path");
    let batch = [json_line(UNIQUE), MALFORMED.to_owned(), json_line(PLAINLY_NONE), json_line(&endless())].join("\n");
    let args = ["solve", "--format", "json", "--max-nodes", "5", "--limit", "9", "-j", "4", "--trace", path, "-"];
    let ran = run_with(&args, batch);
    assert_eq!(ran.objects().len(), 4);
    let lines = read(path);
    let headers: Vec<&Value> = lines.iter().filter(|line| line["trace"] == 1).map(|line| &line["index"]).collect();
    assert_eq!(headers, [0, 2, 3]);
    let ends: Vec<(&Value, bool)> =
        of(&lines, "end").into_iter().map(|end| (&end["outcome"], end["reason"]["text"].is_string())).collect();
    assert_eq!(ends, [(&json!("solved"), false), (&json!("refuted"), true), (&json!("gave-up"), true)]);
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    let args = ["--method", "annealing", "--seed", "5", "--corpus", "star-battle/small"];
    let [mut one, mut two] = [trace("traces_once", &args), trace("traces_again", &args)];
    for line in one.iter_mut().chain(&mut two).filter(|line| line["e"] == "end") {
        line["seconds"] = Value::Null;
    }
    assert_eq!(one, two);
}

#[test]
fn standard_output_is_for_one_of_them() {
    let ran = run(&["solve", "--trace", "-", "--text", UNIQUE]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--format json"), "{}", ran.err);
    let ran = run(&["solve", "--trace", "-", "--format", "json", "--text", UNIQUE]);
    let lines = ran.objects();
    assert_eq!((ran.code, &lines[0]["trace"], &lines[lines.len() - 1]["e"]), (0, &json!(1), &json!("end")));
    assert!(lines[1..].iter().all(|line| line["e"].is_string()));
}

#[test]
fn traces_that_cannot_be_written_are_errors() {
    let ran = run(&["solve", "--trace", "/no/such/folder/trace", "--text", UNIQUE]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot write /no/such/folder/trace"), "{}", ran.err);
    let puzzle = crate::common::file("traces_over", UNIQUE);
    let ran = run(&["solve", "--trace", &puzzle, &puzzle]);
    assert_eq!((ran.code, std::fs::read_to_string(&puzzle).expect("a file").as_str()), (2, UNIQUE));
    assert!(ran.err.contains("overwrite"), "{}", ran.err);
    if cfg!(target_os = "linux") {
        let ran = run(&["solve", "--trace", "/dev/full", "--text", UNIQUE]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("cannot write the trace to /dev/full"), "{}", ran.err);
    }
    assert_eq!(run(&["solve", "--trace-all", "--text", UNIQUE]).code, 2);
}
