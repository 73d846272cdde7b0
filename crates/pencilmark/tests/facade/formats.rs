//! Every example of every format: it reads as what it shows, whatever its line ends; what is known to be unique is; and
//! it survives every format that can carry it.

use crate::common::examples::{Example, all};
use crate::common::{options, read_bytes, round_trips};
use pencilmark::registry::{JSON, kinds};
use pencilmark::{Options, Puzzle, Verdict};
use serde_json::Value;

fn read(example: &Example, bytes: &[u8]) -> Puzzle {
    let mut found = read_bytes(bytes, &options(example.ask));
    assert_eq!(found.len(), 1, "{}: one puzzle in\n{}", example.name, String::from_utf8_lossy(bytes));
    found.remove(0).unwrap_or_else(|error| panic!("{}: {error}\n{}", example.name, String::from_utf8_lossy(bytes)))
}

fn shown(puzzle: &Puzzle) -> Value {
    Value::Object(puzzle.to_json())
}

#[test]
fn examples_read_as_what_they_show() {
    for example in all() {
        assert_eq!(shown(&read(&example, example.text.as_bytes())), example.json, "{}", example.name);
    }
}

#[test]
fn every_format_has_an_example() {
    let examples = all();
    for entry in kinds() {
        for id in entry.formats.iter().map(|format| format.id).chain([JSON.0]) {
            let shows = |example: &Example| example.json["kind"] == entry.info.id && example.format == id;
            assert!(examples.iter().any(shows), "{} has no example of {id}", entry.info.id);
        }
    }
}

#[test]
fn examples_read_with_their_format_named() {
    for example in all() {
        let kind = example.json["kind"].as_str().expect("a kind");
        let named = options(&format!("{kind}/{}", example.format));
        let puzzle = Puzzle::parse_with("t", &example.text, &named);
        assert_eq!(shown(&puzzle.unwrap_or_else(|error| panic!("{error}"))), example.json, "{}", example.name);
    }
}

#[test]
fn line_ends_and_surroundings_change_nothing() {
    for example in all() {
        let text = &example.text;
        let crlf = text.replace('\n', "\r\n");
        let texts = [
            crlf.clone(),
            format!("{crlf}\r\n"),
            format!("\u{feff}{text}\n"),
            format!("{text}\n"),
            format!("\n\n  \n{text}\n\n\t\n"),
            format!("# a remark about it\n{text}\n# the end of it\n"),
            format!("\u{feff}# a remark about it\r\n\r\n{crlf}\r\n\r\n# the end of it"),
            format!("{}  \t", text.replace('\n', "  \t\n")),
        ];
        for text in texts {
            assert_eq!(shown(&read(&example, text.as_bytes())), example.json, "{}: {text:?}", example.name);
        }
    }
}

#[test]
fn what_is_known_to_be_unique_is() {
    for example in all() {
        let puzzle = read(&example, example.text.as_bytes());
        let solved = puzzle.check(&Options::default()).unwrap_or_else(|error| panic!("{}: {error}", example.name));
        if example.unique {
            assert_eq!(solved.report.outcome.verdict(), Verdict::Unique, "{}", example.name);
        }
        if let Some(claimed) = puzzle.solution() {
            assert_eq!(puzzle.judge(claimed), Ok(()), "{}", example.name);
        }
    }
}

#[test]
fn examples_survive_every_format_that_carries_them() {
    for example in all() {
        let carried = round_trips(&read(&example, example.text.as_bytes()));
        // Drawings are made by `render`; `people` reads them back.
        let drawn = example.format == "drawing";
        assert!(drawn || carried.contains(&example.format), "{}: {} of {carried:?}", example.name, example.format);
        assert!(carried.contains(&JSON.0), "JSON carries every puzzle");
    }
}
