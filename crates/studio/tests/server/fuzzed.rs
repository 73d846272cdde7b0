//! Requests that were right once: whatever becomes of them, they are answered as the document says.
//!
//! A request depends on its number alone. More of them: `PENCILMARK_FUZZ_REQUESTS=100000 cargo test -p pencilmark-studio --release fuzzed`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pencilmark_studio::{Limits, openapi};
use serde_json::{Value, json};

use crate::client::{Kept, Served, kinds};

/// Requests in the usual tests.
const REQUESTS: u64 = 2000;

/// A stream of numbers (Steele et al. 2014, splitmix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

const EXPERIMENT: &str = "name = \"x\"\nseeds = 2\nmeasure = \"checks\"\ntuned_on = [\"hitori/small\"]\n[budget]\nchecks = 2000\n\
    [[instances]]\ncorpus = \"sudoku/small\"\ncount = 2\n[[instances]]\nkind = \"kenken\"\nsize = [\"3\", \"4\"]\ncount = 1\n\
    [[arms]]\nmethod = \"sat\"\nlabel = \"one\"\n[base]\nmethod = \"backtracking\"\n[factors]\norder = [\"mrv\", \"random\"]\n";

/// A request to every route that takes one, for every kind.
fn right(studio: &Served) -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("/api/experiment", json!({ "toml": EXPERIMENT })),
        ("/api/experiment/plan", json!({ "toml": EXPERIMENT })),
    ];
    for kind in kinds() {
        let view = studio.sample(kind, "small");
        let mut puzzle = view["puzzle"].clone();
        let solution = puzzle["solution"].clone();
        puzzle["entries"] = solution.clone();
        puzzle["marks"] = studio.ask("/api/marks", &json!({ "puzzle": view["puzzle"] }))["marks"].clone();
        let form = &pencilmark::registry::kind(kind).expect("a kind").info.template;
        let faces = view["board"]["faces"].as_array().expect("rows").iter().map(|row| {
            let cell = |face: &Value| json!({ "text": face["text"].as_str().unwrap_or(""), "corner": "", "hole": false, "area": 1 });
            row.as_array().expect("cells").iter().map(cell).collect::<Value>()
        });
        all.extend([
            ("/api/corpus", json!({ "kind": kind, "set": "small" })),
            ("/api/read", json!({ "text": form, "kind": kind, "format": null, "settings": { "stars": "1" } })),
            ("/api/sketch", json!({ "kind": kind, "cells": faces.collect::<Value>(), "settings": { "stars": "1" } })),
            ("/api/drawing", json!({ "puzzle": puzzle })),
            (
                "/api/correct",
                json!({ "puzzle": puzzle, "correction": { "rule": "given", "cells": ["r1c1"], "from": "1", "to": "2", "text": "r1c1 = 2" } }),
            ),
            ("/api/write", json!({ "puzzle": puzzle, "format": "line" })),
            ("/api/marks", json!({ "puzzle": puzzle })),
            ("/api/broken", json!({ "puzzle": puzzle })),
            ("/api/related", json!({ "puzzle": puzzle })),
            ("/api/check", json!({ "puzzle": puzzle })),
            (
                "/api/solve",
                json!({ "puzzle": puzzle, "method": "backtracking:order=mrv", "preset": "default", "model": null, "seed": 1, "limit": 2,
                        "seconds": 0.1, "nodes": 1000, "checks": 100_000, "from_position": true }),
            ),
            ("/api/hint", json!({ "puzzle": puzzle, "all": true, "only": [], "without": ["x-wing"], "uniqueness": true })),
            ("/api/explain", json!({ "puzzle": puzzle, "from_position": true })),
            ("/api/grade", json!({ "puzzle": puzzle, "uniqueness": false, "seconds": 1.0, "brief": true })),
            ("/api/render", json!({ "puzzle": puzzle, "format": "png", "solved": true, "width": 200 })),
            (
                "/api/print",
                json!({ "puzzles": [puzzle], "title": "x", "paper": "a4", "per_page": 2, "solutions": "below", "rules": "short" }),
            ),
            ("/api/watch", json!({ "puzzle": puzzle, "method": "min-conflicts", "seconds": 0.1, "tries": true })),
            ("/api/eventful", json!({ "kind": kind, "methods": ["backtracking:order=mrv"], "least": 1, "most": 50 })),
            ("/api/make", json!({ "kind": kind, "settings": { "size": "5" }, "seed": 1, "from": 0, "count": 1, "seconds": 0.1 })),
        ]);
    }
    all
}

/// Values that are seldom expected.
fn strange(draw: &mut Draw) -> Value {
    let values = [
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(u64::MAX),
        json!(1e308),
        json!(0.5),
        json!(""),
        json!("\u{0}\n\u{fffd}★"),
        json!("a".repeat(3000)),
        json!("sudoku"),
        json!("star-battle"),
        json!("annealing:temperature=0"),
        json!("9999999999x9999999999"),
        json!("../../etc/passwd"),
        json!([]),
        json!({}),
        json!([[[[[[[[]]]]]]]]),
        json!([0, 1, 2, 3]),
        json!({ "kind": "hitori", "grid": [[1]] }),
        json!(vec![vec![0; 60]; 60]),
    ];
    values[draw.below(values.len())].clone()
}

/// A part of a value, somewhere in it.
fn part<'a>(value: &'a mut Value, draw: &mut Draw) -> &'a mut Value {
    let inner = match value {
        Value::Array(list) => list.len(),
        Value::Object(map) => map.len(),
        _ => 0,
    };
    if inner == 0 || draw.below(8) == 0 {
        return value;
    }
    let index = draw.below(inner);
    match value {
        Value::Array(list) => part(&mut list[index], draw),
        Value::Object(map) => part(map.values_mut().nth(index).expect("it is there"), draw),
        other => other,
    }
}

/// Another value somewhere, a field or an item more, twice or less.
fn change(value: &mut Value, other: &Value, draw: &mut Draw) {
    let (new, donor) = (strange(draw), part(&mut other.clone(), draw).clone());
    let chosen = part(value, draw);
    match (draw.below(5), chosen) {
        (0, chosen) => *chosen = donor,
        (1, Value::Array(list)) if !list.is_empty() => drop(list.remove(draw.below(list.len()))),
        (1, Value::Object(map)) if !map.is_empty() => {
            let name = map.keys().nth(draw.below(map.len())).expect("it is there").clone();
            map.remove(&name);
        }
        (2, Value::Array(list)) => list.push(list.first().cloned().unwrap_or(new)),
        (2, Value::Object(map)) => drop(map.insert("unknown".to_owned(), new)),
        (2 | 3, Value::String(text)) => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = draw.below(letters.len() + 1);
            match draw.below(3) {
                0 => letters.truncate(at),
                1 => letters.insert(at, ['"', '\n', '9', 'é', '[', '=', '.'][draw.below(7)]),
                _ => letters = letters[at..].iter().chain(&letters[..at]).copied().collect(),
            }
            *text = letters.into_iter().collect();
        }
        (_, chosen) => *chosen = new,
    }
}

/// A small change to what stands in some leaf, or two items in each other's place: often still a request that makes sense.
fn nudge(value: &mut Value, draw: &mut Draw) {
    const WORDS: [&str; 12] = [
        "sudoku",
        "hitori",
        "small",
        "hard",
        "line",
        "puzz-link",
        "svg",
        "4",
        "6x6",
        "annealing:temperature=0.5",
        "exact",
        "a-star",
    ];
    match part(value, draw) {
        Value::Number(number) => {
            let old = number.as_i64().unwrap_or(1);
            *number = (old + [-1, 1, 2, -old][draw.below(4)]).into();
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) if draw.below(2) == 0 => WORDS[draw.below(WORDS.len())].clone_into(text),
        Value::String(text) => {
            let at = text.char_indices().nth(draw.below(text.chars().count())).map_or(0, |(at, _)| at);
            text.insert_str(at, ["1", ".", "\n", "x", " "][draw.below(5)]);
        }
        Value::Array(list) if list.len() > 1 => {
            let (one, two) = (draw.below(list.len()), draw.below(list.len()));
            list.swap(one, two);
        }
        _ => {}
    }
}

/// The request of this number: its path and its bytes.
fn request(right: &[(&'static str, Value)], number: u64) -> (&'static str, Vec<u8>) {
    let mut draw = Draw(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let (path, body) = &right[draw.below(right.len())];
    let (mut body, other) = (body.clone(), right[draw.below(right.len())].1.clone());
    let is_rough = draw.below(3) == 0;
    for _ in 0..=draw.below(3) {
        if is_rough { change(&mut body, &other, &mut draw) } else { nudge(&mut body, &mut draw) }
    }
    let mut bytes = body.to_string().into_bytes();
    if is_rough && draw.below(3) == 0 {
        let at = draw.below(bytes.len());
        match draw.below(3) {
            0 => bytes.truncate(at),
            1 => bytes[at] ^= 1 << draw.below(8),
            _ => bytes.insert(at, draw.below(256) as u8),
        }
    }
    (path, bytes)
}

/// What is wrong with an answer, if anything is.
fn fault(status: u16, head: &str, body: &[u8]) -> Option<String> {
    let explains = |error: &Value| error["what"].as_str().is_some_and(|what| !what.is_empty());
    match status {
        200 if head.contains("text/event-stream") => {
            let text = String::from_utf8_lossy(body);
            let last = text.split("\n\n").filter(|event| event.starts_with("event: ")).last().unwrap_or("");
            let (name, data) = last.split_once("\ndata: ").unwrap_or(("", ""));
            let data: Value = serde_json::from_str(data).unwrap_or_default();
            let is_end = name == "event: end" || name == "event: failed" && explains(&data["error"]);
            (!is_end).then(|| format!("the stream ends with {last:?}"))
        }
        200 => None,
        400 | 408 | 413 | 415 | 422 | 429 => {
            let error: Value = serde_json::from_slice(body).unwrap_or_default();
            (!explains(&error)).then(|| format!("{status} without a reason: {error}"))
        }
        other => Some(format!("status {other}: {}", String::from_utf8_lossy(body))),
    }
}

#[test]
fn every_route_refuses_fields_that_it_does_not_know() {
    let studio = Served::new();
    for (path, mut body) in right(&studio) {
        body["zzz"] = json!(1);
        let reply = studio.post(path, &body);
        assert_eq!(reply.status, 422, "{path}: {}", reply.text());
        assert!(reply.json()["what"].as_str().is_some_and(|what| what.contains("unknown field `zzz`")), "{path}");
    }
}

#[test]
fn changed_requests_are_answered_or_refused_with_a_reason() {
    let requests = std::env::var("PENCILMARK_FUZZ_REQUESTS").ok().and_then(|count| count.parse().ok());
    let requests = requests.unwrap_or(REQUESTS);
    let limits = Limits {
        quick_time: Duration::from_millis(100),
        run_time: Duration::from_millis(100),
        plan_time: Duration::from_millis(50),
        frames: 60,
        states: 10_000,
        puzzles: 5,
        experiment_runs: 20,
        ..Limits::default()
    };
    let studio = Served::with(limits);
    let right = right(&studio);
    for (path, operations) in openapi()["paths"].as_object().expect("paths") {
        let is_there = right.iter().any(|(known, _)| known == path);
        assert_eq!(is_there, operations.get("post").is_some(), "{path} has a request to begin with");
    }
    let mut kept = Kept::new(&studio);
    for (path, body) in &right {
        let (status, head, answer) = kept.post(path, body.to_string().as_bytes()).expect("an answer");
        assert_eq!(fault(status, &head, &answer), None, "{path}");
    }
    let (next, fine) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut kept = Kept::new(&studio);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= requests {
                        break;
                    }
                    let (path, bytes) = request(&right, number);
                    let shown = || format!("request {number} to {path}: {}", String::from_utf8_lossy(&bytes));
                    let answer = kept.post(path, &bytes);
                    let (status, head, body) = answer.unwrap_or_else(|error| panic!("{error}: {}", shown()));
                    assert_eq!(fault(status, &head, &body), None, "{}", shown());
                    fine.fetch_add(u64::from(status == 200), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(studio.is_free_soon());
    // Requests that are all refused at the door, or all fine, would test little.
    let share = fine.into_inner() as f64 / requests as f64;
    assert!((0.15..0.85).contains(&share), "{share} of the requests are fine");
}
