//! What a person sees on a terminal: typing that is not disturbed, progress that goes away, lines that fit.
#![cfg(unix)]

mod pty;

use std::time::{Duration, Instant};

use crate::common::{SEVERAL, UNIQUE, endless, file};
use crate::interruption::interrupt;
use pty::{Terminal, plain, run};

/// Ctrl-D.
const END: &str = "\u{4}";
/// Clears a line.
const CLEAR: &str = "\u{1b}[2K";
/// Longer than progress waits before it comes up.
const WHILE: Duration = Duration::from_millis(800);

#[test]
fn nothing_is_drawn_over_what_somebody_types() {
    let mut terminal = Terminal::start(80, &["check", "--kind", "sudoku", "-"]);
    terminal.wait_for("Ctrl-D on a line of its own");
    terminal.wait_for("\n");
    let prompt = terminal.seen.clone();
    for (row, digits) in [". 1 . .", ". . . 2", "3 . . .", ". . 3 ."].into_iter().enumerate() {
        terminal.type_in(&format!("{digits}\n"));
        if row == 1 {
            terminal.watch(WHILE);
            assert_eq!(terminal.seen, format!("{prompt}. 1 . .\r\n. . . 2\r\n"));
        }
    }
    terminal.type_in(END);
    let (code, seen) = terminal.end();
    assert!(code == 0 && plain(&seen).contains("Sudoku 4×4: unique · exact"), "{seen:?}");
}

#[test]
fn a_long_search_shows_progress_and_clears_it() {
    let args = ["count", "--limit", "1000000000", "--timeout", "0"];
    for typed in [false, true] {
        let (start, endless) = (Instant::now(), endless());
        let source = if typed { &["-"][..] } else { &["--text", &endless] };
        let mut terminal = Terminal::start(80, &[&args[..], source].concat());
        if typed {
            terminal.type_in(&format!("{endless}\n{END}"));
        }
        terminal.wait_for(" working · ");
        terminal.wait_for("s");
        let shown = terminal.seen.split(" working · ").nth(1).expect("seconds");
        let seconds: u64 = shown[..shown.find('s').expect("seconds")].parse().expect("a whole number");
        // Never more than have passed.
        assert!(seconds <= start.elapsed().as_secs(), "{seconds}: {:?}", terminal.seen);
        interrupt(&terminal.child);
        let (code, seen) = terminal.end();
        let after = seen.rsplit("working").next().unwrap_or("");
        assert!(code == 130 && after.contains(CLEAR) && after.contains("interrupted"), "{seen:?}");
    }
}

#[test]
fn no_time_is_left_before_anything_is_done() {
    let file = file("terminal_left", format!("{0}\n{0}\n", endless()));
    let mut terminal = Terminal::start(80, &["count", "--limit", "1000000000", "--timeout", "0", &file]);
    // The share of the file, or puzzles of puzzles if both are read by then.
    terminal.wait_for("puzzles · 0.0/s");
    terminal.watch(Duration::from_millis(200));
    interrupt(&terminal.child);
    let (code, seen) = terminal.end();
    assert!(code == 130 && !seen.contains("s left"), "{seen:?}");
}

#[test]
fn the_time_of_a_search_is_not_that_of_its_playback() {
    // So hot that it wanders about, for more frames than the search may be ahead of the player.
    let method = ["--method", "annealing", "--temperature", "1000", "--max-evaluations", "600"];
    let args = ["solve", "--animate", "--speed", "500", "--format", "json", "--text", &endless()];
    let start = Instant::now();
    let mut terminal = Terminal::start(80, &[&args[..], &method].concat());
    terminal.wait_for("■ gave up");
    let playback = start.elapsed().as_secs_f64();
    terminal.type_in("q");
    let (code, seen) = terminal.end();
    let record =
        plain(&seen).lines().find_map(|line| line.find('{').map(|at| line[at..].to_owned())).expect("a record");
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let seconds = record["seconds"].as_f64().expect("seconds");
    assert!(code == 4 && seconds < playback / 2.0, "{seconds} of {playback}");
}

#[test]
fn help_lists_and_drawings_fit_the_terminal() {
    let table: &[&[&str]] = &[
        &["--help"],
        &["solve", "-h"],
        &["solve", "--help"],
        &["generate", "--help"],
        &["list", "kinds"],
        &["list", "methods"],
        &["rules", "kenken"],
        &["solve", "--text", UNIQUE],
        &["solve", "--corpus", "hitori/small"],
        &["generate", "hitori", "--size", "12", "--solved"],
        &["generate", "hidato", "--size", "10"],
        &["generate", "sudoku", "--solved"],
        &["generate", "kenken", "--size", "6"],
        &["solve", "--corpus", "star-battle/normal"],
        &["grade", "--text", UNIQUE],
        &["hint", "--stage", "reason", "--text", UNIQUE],
    ];
    for columns in [40, 80] {
        for args in table {
            let (code, lines) = run(columns, args);
            assert!(code == 0 && !lines.is_empty(), "{args:?} at {columns}");
            // clap does not break the line of usage.
            for line in lines.iter().filter(|line| !line.starts_with("Usage:")) {
                assert!(line.chars().count() <= columns.into(), "{args:?} at {columns}: {line}");
            }
        }
    }
}

#[test]
fn boards_stand_side_by_side_where_there_is_room() {
    for args in [&["generate", "sudoku", "--solved"][..], &["check", "--text", SEVERAL]] {
        let frames = |columns: u16| run(columns, args).1.iter().filter(|line| line.starts_with('┏')).count();
        assert_eq!(frames(80), 1, "{args:?}");
        assert_eq!(frames(40), if args[0] == "generate" { 2 } else { 1 }, "{args:?}");
    }
}

#[test]
fn without_input_somebody_at_a_terminal_gets_a_built_in_puzzle_of_each_kind() {
    let (code, lines) = run(200, &["count"]);
    assert_eq!(code, 0, "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("no input: taking a built-in puzzle of each kind")), "{lines:?}");
    let counted = lines.iter().filter(|line| line.contains(": 1 solution")).count();
    assert_eq!(counted, pencilmark::registry::kinds().len(), "{lines:?}");
}
