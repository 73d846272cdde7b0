//! Streams: data on standard output, messages on standard error, colour only where it is wanted, closed pipes.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use crate::common::{MALFORMED, NONE, SEVERAL, UNIQUE, command, run, run_with};

#[test]
fn no_escapes_off_a_terminal() {
    let table: &[&[&str]] = &[
        &[],
        &["--help"],
        &["solve", "--text", SEVERAL],
        &["solve", "--stats", "--text", NONE],
        &["check", "--text", SEVERAL],
        &["check", "--text", MALFORMED],
        &["count", "--text", UNIQUE],
        &["render", "--corpus", "hitori/small", "--solved"],
        &["generate", "kenken", "--format", "text"],
        &["list"],
        &["rules", "sudoku"],
        &["solve", "--nonsense"],
    ];
    for args in table {
        let ran = run(args);
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{args:?}");
        let coloured = run(&[&["--color", "always"][..], args].concat());
        assert!(coloured.out.contains('\u{1b}') || coloured.err.contains('\u{1b}'), "{args:?}");
        let never = run(&[&["--color", "never"][..], args].concat());
        assert!(!never.out.contains('\u{1b}') && !never.err.contains('\u{1b}'), "{args:?}");
        // Colour adds nothing but escapes. The tour and the verbs that solve also say how long it took.
        if args.is_empty() || matches!(args[0], "list" | "rules" | "generate" | "--help") {
            let shape = |text: &str| text.lines().count();
            assert_eq!(shape(&coloured.out), shape(&ran.out), "{args:?}");
        }
    }
}

#[test]
fn data_never_has_escapes() {
    for args in [
        &["solve", "--format", "json", "--text", UNIQUE][..],
        &["solve", "--format", "line", "--text", UNIQUE],
        &["solve", "--format", "svg", "--text", UNIQUE],
        &["convert", "--to", "grid", "--text", UNIQUE],
        &["list", "--format", "json"],
        &["template", "kenken"],
        &["completions", "fish"],
    ] {
        let ran = run(&[args, &["--color", "always"]].concat());
        assert!(!ran.out.contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn the_environment_may_ask_for_colour_or_not() {
    let out = |name: &str, value: &str, args: &[&str]| {
        let output = command().env(name, value).args(args).output().expect("the command starts");
        String::from_utf8(output.stdout).expect("text")
    };
    let args = ["check", "--text", SEVERAL];
    assert!(out("CLICOLOR_FORCE", "1", &args).contains('\u{1b}'));
    assert!(!out("NO_COLOR", "1", &args).contains('\u{1b}'));
    assert!(!out("CLICOLOR_FORCE", "1", &["check", "--color", "never", "--text", SEVERAL]).contains('\u{1b}'));
    assert!(out("NO_COLOR", "1", &["check", "--color", "always", "--text", SEVERAL]).contains('\u{1b}'));
}

#[test]
fn data_and_messages_stay_apart() {
    // (arguments, whether there is data, whether there are messages)
    let table: &[(&[&str], bool, bool)] = &[
        (&["solve", "--text", UNIQUE], true, false),
        (&["solve", "--text", NONE], true, false),
        (&["solve", "--text", MALFORMED], false, true),
        (&["solve", "--format", "json", "--text", MALFORMED], true, false),
        (&["check", "--text", SEVERAL], true, false),
        (&["check", "--corpus", "sudoku/small"], true, true),
        (&["check", "--corpus", "sudoku/small", "--format", "json"], true, false),
        (&["count", "no-such-file"], false, true),
        (&["generate", "sudoku"], true, false),
        (&["generate", "sudoku", "--stars", "1"], false, true),
        (&["convert", "--to", "sbn", "--text", UNIQUE], false, true),
        (&["list"], true, false),
        (&["--help"], true, false),
        (&["--nonsense"], false, true),
    ];
    for (args, data, messages) in table {
        let ran = run(args);
        assert_eq!((!ran.out.is_empty(), !ran.err.is_empty()), (*data, *messages), "{args:?}: {ran:?}");
        assert!(ran.out.is_empty() || ran.out.ends_with('\n'), "{args:?}");
    }
}

/// Reads one line of what the command writes, closes the pipe, and answers how it ends and what it says.
fn after_one_line(args: &[&str]) -> (Option<i32>, String, String) {
    let mut child = command().args(args).spawn().expect("the command starts");
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let status = child.wait().expect("the command ends");
    let mut messages = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut messages).expect("messages");
    (status.code(), line, messages)
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    for args in [
        &["generate", "sudoku", "--size", "4", "-n", "100000000"][..],
        &["generate", "sudoku", "--size", "4", "-n", "100000000", "-j", "1", "--format", "text"],
        &[],
        &["list"],
    ] {
        let (code, line, messages) = after_one_line(args);
        assert!(!line.is_empty());
        assert_eq!((code, messages.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["list"][..], &["man"], &["completions", "bash"], &["solve", "--text", UNIQUE]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
        let output = command().args(args).stdout(Stdio::from(full)).output().expect("the command starts");
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {messages}");
        assert!(messages.contains("cannot write the output"), "{args:?}: {messages}");
    }
}

#[test]
fn what_a_format_has_no_room_for_is_told() {
    let several = "1 puzzle has several solutions; the first one found is written\n";
    for format in ["line", "grid", "svg"] {
        let ran = run(&["solve", "--format", format, "--text", SEVERAL]);
        assert_eq!((ran.code, ran.err.as_str()), (0, several), "{format}");
        assert_eq!(run(&["solve", "--format", format, "--text", UNIQUE]).err, "");
    }
    let batch = [SEVERAL, UNIQUE, SEVERAL].join("\n");
    let ran = run_with(&["solve", "--format", "line", "-"], &batch);
    assert_eq!(ran.err, "2 puzzles have several solutions; the first one found of each is written\n");
    // Who asks for more gets them all.
    assert_eq!(run(&["solve", "--format", "line", "--limit", "100", "--text", SEVERAL]).err, "");
    let ran = run_with(&["solve", "--stats", "--format", "line", "-"], &batch);
    assert_eq!(ran.out.lines().count(), 3);
    assert!(ran.err.matches("  nodes ").count() == 4 && ran.err.contains("All together"), "{}", ran.err);
}

#[test]
fn no_progress_off_a_terminal() {
    let endless = crate::common::endless();
    for args in [
        &["count", "--limit", "1000000000", "--timeout", ".8", "--text", &endless][..],
        &["solve", "--limit", "1000000000", "--timeout", ".8", "--brief", "--text", &endless],
    ] {
        assert_eq!(run(args).err, "", "{args:?}");
    }
}

#[test]
fn counts_say_whether_they_include_the_proof() {
    let words = "The counts include the proof that there is no other solution";
    let stats = |limit: &str| run(&["solve", "--stats", "--limit", limit, "--text", UNIQUE]).out;
    assert!(stats("2").contains(words) && !stats("1").contains(words), "{}", stats("2"));
    let out = crate::common::folder("streams_compare");
    for (name, more, words) in [
        ("first", &[][..], "Counts end at the first solution."),
        ("prove", &["--prove"], "Counts include the proof that there is no other solution"),
    ] {
        let out = out.join(name);
        let args = ["compare", "sudoku", "--corpus", "sudoku/small", "-n", "2", "--methods", "exact,sat", "--out"];
        let ran = run(&[&args[..], &[out.to_str().expect("a plain path")], more].concat());
        let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn numbers_and_nouns_agree() {
    let out = |args: &[&str]| run(args).out;
    assert!(out(&["count", "--text", UNIQUE]).contains(": 1 solution "));
    assert!(out(&["count", "--text", "................"]).contains(": 288 solutions "));
    assert!(out(&["count", "--limit", "1", "--text", SEVERAL]).contains(": at least 1 solution (--limit)"));
    assert!(out(&["count", "--text", NONE]).contains(": 0 solutions"));
    let ran = run_with(&["check", "--kind", "hitori", "-"], "1 2 3\n2 3 1\n3 1 2\n");
    assert!(ran.out.contains("marked cell"), "{}", ran.out);
    assert!(!ran.out.contains("the 1 marked cells"), "{}", ran.out);
}
