//! Malformed texts: each error says where it is, what is wrong and what to do. One table over all kinds and formats;
//! then every prefix and many mutations of the good examples; then texts of ten megabytes.

mod hidato;
mod hitori;
mod json;
mod kenken;
mod star_battle;
mod sudoku;
mod texts;

use std::time::Duration;

use crate::common::examples::all;
use crate::common::{Random, options, read_bytes};
use pencilmark::read::ReadOptions;
use pencilmark::registry::kinds;
use pencilmark::{ParseError, Puzzle};
use serde_json::{Map, Value};

/// A text and the errors it is answered with, one after the other.
struct Case {
    name: &'static str,
    /// `kind/format`, as far as they are named.
    options: &'static str,
    text: &'static [u8],
    error: &'static str,
}

const TABLE: [&[Case]; 7] =
    [texts::CASES, sudoku::CASES, kenken::CASES, hitori::CASES, hidato::CASES, star_battle::CASES, json::CASES];

fn errors(bytes: &[u8], options: &ReadOptions) -> Vec<ParseError> {
    read_bytes(bytes, options).into_iter().filter_map(Result::err).collect()
}

#[test]
fn every_error_says_where_what_and_what_to_do() {
    let mut wrong = Vec::new();
    for case in TABLE.iter().copied().flatten() {
        let found: Vec<String> = errors(case.text, &options(case.options)).iter().map(ParseError::to_string).collect();
        if found.join("\n") != case.error {
            wrong.push(format!("{}\n  expected: {}\n  found: {}", case.name, case.error, found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(TABLE.iter().map(|cases| cases.len()).sum::<usize>() >= 200);
}

/// Objects that were read before get the same errors as their texts, with the path to the value in place of its line and column.
#[test]
fn an_object_has_the_errors_of_its_text() {
    let mut compared = 0;
    for case in TABLE.iter().copied().flatten().filter(|case| !case.error.contains("is there twice")) {
        let Ok(object) = serde_json::from_slice::<Map<String, Value>>(case.text) else { continue };
        let options = options(case.options);
        if options.format.is_some() {
            continue;
        }
        let of_text = errors(case.text, &options);
        let error = Puzzle::from_json("t", &object, &options).expect_err(case.name);
        let (path, what) = match error.what.strip_prefix('`').and_then(|rest| rest.split_once("`: ")) {
            Some((path, what)) if of_text[0].column > 1 => (Some(path), what),
            _ => (None, error.what.as_str()),
        };
        // The fields of an object have an order in a text alone.
        let order = |what: &str| what.split_once("; there are").map_or(what, |(what, _)| what).to_owned();
        assert_eq!((order(what), &error.remedy), (order(&of_text[0].what), &of_text[0].remedy), "{}", case.name);
        assert_eq!((error.name.as_str(), error.line, error.column), ("t", 1, 1));
        let pointer = path.map(|path| format!("/{}", path.replace(['[', '.'], "/").replace(']', "")));
        let found = pointer.map(|pointer| Value::Object(object.clone()).pointer(&pointer).is_some());
        assert_eq!(found, (of_text[0].column > 1).then_some(true), "{}: {}", case.name, error.what);
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

/// Reads bytes in every way; whatever comes of it, nothing panics and every error is complete.
fn survives(bytes: &[u8]) {
    let named = kinds().iter().map(|entry| options(entry.info.id));
    for options in named.chain([ReadOptions::default(), options("/json")]) {
        for error in errors(bytes, &options) {
            let shown = String::from_utf8_lossy(bytes);
            let complete = error.line >= 1 && error.column >= 1 && !error.what.is_empty() && !error.remedy.is_empty();
            assert!(complete, "{error} {error:?}\n{shown}");
            assert!(error.what.chars().count() < 300, "{error}\n{shown}");
            let text = shown.strip_prefix('\u{feff}').unwrap_or(&shown);
            let line = text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r')).nth(error.line - 1);
            let length = line.map(|line| line.chars().count());
            assert!(length.is_some_and(|length| error.column <= length + 1), "{error} {length:?}\n{shown}");
        }
    }
}

#[test]
fn every_prefix_is_read_or_refused() {
    for example in all().iter().filter(|example| example.text.len() < 1500) {
        // Of long texts, the prefixes at every third byte, so that the test stays quick.
        let step = if example.text.len() > 300 { 3 } else { 1 };
        for length in (0..example.text.len()).step_by(step) {
            survives(&example.text.as_bytes()[..length]);
        }
    }
}

#[test]
fn every_mutation_is_read_or_refused() {
    let strange: &[&[u8]] = &[
        b"\0",
        b"\n",
        b"\n\n",
        b"\r",
        b"#",
        b"# ",
        b"[",
        b"]",
        b"[]",
        b"{",
        b"}",
        b"(",
        b")",
        b"\"",
        b"'",
        b",",
        b":",
        b"/",
        b"?",
        b"-",
        b"-1",
        b"_",
        b".",
        b"0",
        b"99999999999999999999",
        b"18446744073709551616",
        b"1e999",
        b"%",
        b"&",
        b"=",
        b"x",
        b"z",
        b"Z",
        b"W",
        b"B",
        b"*",
        b"@",
        b"|",
        b"+",
        b" ",
        b"\t",
        b"\xc3\xa9",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xe2\x82\xac",
        b"# solution\n",
        b"# position\n",
        b"[begin]\n",
        b"[end]\n",
        b"[State]\n",
        b"stars",
        b"orthogonal",
        b"true",
        b"null",
        b"\\u",
        b"\\ud800",
    ];
    let examples = all();
    for seed in 0..2500 {
        let mut draw = Random::new(seed);
        let mut bytes = examples[draw.below(examples.len())].text.clone().into_bytes();
        for _ in 0..=draw.below(3) {
            let (from, to) = (draw.below(bytes.len() + 1), draw.below(bytes.len() + 1));
            let (from, to) = (from.min(to), from.max(to));
            match draw.below(5) {
                // Cut a piece out, say one twice, or put something strange in place of a few bytes.
                0 => drop(bytes.drain(from..to)),
                1 => {
                    let piece = bytes[from..to].to_vec();
                    drop(bytes.splice(from..from, piece));
                }
                _ => {
                    let end = (from + draw.below(3)).min(bytes.len());
                    drop(bytes.splice(from..end, strange[draw.below(strange.len())].iter().copied()));
                }
            }
        }
        survives(&bytes);
    }
}

/// The errors, and how long this thread was at work on them: other work on the machine is not the reader's fault.
fn timed(bytes: &[u8], options: &ReadOptions) -> (Vec<ParseError>, Duration) {
    let clock = cpu_time::ThreadTime::now();
    (errors(bytes, options), clock.elapsed())
}

#[test]
fn long_texts_are_answered_quickly() {
    const LENGTH: usize = 10_000_000;
    let many = |text: &str| text.repeat(LENGTH / text.len());
    let unknown = |start: &str| format!("t:1:1: `{start}…` is not a puzzle in any format known here");
    let cases = [
        (many("7"), unknown(&"7".repeat(24))),
        (many("."), unknown(&".".repeat(24))),
        (many("a"), unknown(&"a".repeat(24))),
        (many("["), unknown(&"[".repeat(24))),
        (many("("), unknown(&"(".repeat(24))),
        (many("é"), unknown(&"é".repeat(24))),
        (many("1 "), unknown(&"1 ".repeat(12))),
        (many("1,"), unknown(&"1,".repeat(12))),
        (many(" "), "t:1:1: there is no puzzle here".to_owned()),
        (many("         \n"), "t:1:1: there is no puzzle here".to_owned()),
        (many("# a remark\n"), "t:1:1: there is no puzzle here".to_owned()),
        (many("{"), "t:1:2: expected a field name in quotes, found `{`".to_owned()),
        (many("{\"a\":"), "t:1:86: nested too deeply".to_owned()),
        (format!("{{\"a\":[{}", many("1,")), "t:1:8199: more than 4096 items in an array".to_owned()),
        (
            format!("{{{}", (0..LENGTH / 10).map(|i| format!("\"{i}\":1")).collect::<Vec<_>>().join(",")),
            "t:1:440: more than 64 fields in an object".to_owned(),
        ),
        (format!("sudoku/4/4/{}", many("g")), "t:1:28: more than the 16 cells of the board".to_owned()),
        (format!("hitori/4/4/{}", many("1")), "t:1:28: more than 16 cells".to_owned()),
        (format!("6:a9{},a1", many("9")), "t:1:3: the walls run past the 60 inner edges of a 6x6 board".to_owned()),
        (format!("3\n[{}", many("(0,0),")), "t:2:9999998: expected `(`, but the line ends here".to_owned()),
        (
            format!("[begin]\npuzzle kendoku\nsize 3\n[problem]\n{}", many("1\n")),
            "t:105:1: more than 100 rows in [problem]".to_owned(),
        ),
        (
            format!(".1..\n...2\n3...\n..3.\n# position\n{}", many(". ")),
            "t:6:1: the board has 4 rows and 4 columns, this position has 1 and 5000000".to_owned(),
        ),
    ];
    for (text, expected) in cases {
        let (found, elapsed) = timed(text.as_bytes(), &ReadOptions::default());
        let shown: String = text.chars().take(40).collect();
        assert!(elapsed < Duration::from_secs(2), "{elapsed:?} for {shown}");
        assert_eq!(found.len(), 1, "{shown}");
        assert_eq!(found[0].to_string().lines().next(), Some(expected.as_str()), "{shown}");
    }
}

#[test]
fn long_texts_are_answered_quickly_by_every_kind() {
    let texts = ["7", "a", "[", "(", "1 ", "1,", "_"].map(|text| text.repeat(3_000_000 / text.len()));
    for entry in kinds() {
        for text in &texts {
            let (found, elapsed) = timed(text.as_bytes(), &options(entry.info.id));
            assert_eq!(found.len(), 1, "{} {}", entry.info.id, &text[..2]);
            assert!(elapsed < Duration::from_secs(1), "{} {}: {elapsed:?}", entry.info.id, &text[..2]);
        }
    }
}
