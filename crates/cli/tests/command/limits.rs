//! Where the system gives little: no threads, names that are not UTF-8, an output that takes nothing.
#![cfg(unix)]

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output, Stdio};

use crate::common::{SEVERAL, UNIQUE, command, endless, file, folder, json_line, run, run_with};

/// Somebody who may do nothing in particular.
const NOBODY: u32 = 65534;

/// A shell that does `first` and then becomes the command; as somebody else than root, whom limits of processes do not bind. `None` if such a
/// user cannot run it.
fn shell(first: &str, args: &[&str]) -> Option<Command> {
    let shell = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_pencilmark")]).stdin(Stdio::null()).stderr(Stdio::piped());
        shell
    };
    let runs = |shell: &mut Command| shell.output().map(|ran| ran.status.success());
    let reads = "test -x \"$0\"";
    let may_become_nobody = match runs(shell(reads).uid(NOBODY)) {
        // The folder of the build may be closed to others.
        Ok(false) => {
            eprintln!("skipped: the command cannot be run by another user");
            return None;
        }
        became => became.is_ok(),
    };
    let mut shell = shell(&format!("{first}; exec \"$0\" \"$@\""));
    if may_become_nobody {
        shell.uid(NOBODY);
    }
    shell.args(args);
    Some(shell)
}

/// Runs the command in such a shell.
fn after(first: &str, args: &[&str]) -> Option<Output> {
    shell(first, args).map(|mut shell| shell.output().expect("the shell starts"))
}

/// No more processes, and so no threads: the letter depends on the shell.
const NO_THREADS: &str = "ulimit -u 1 2>/dev/null || ulimit -p 1 2>/dev/null";

/// Whether that binds here: some systems do not limit threads by processes, and some users nothing does.
fn lacks_threads() -> bool {
    let forks = format!("{NO_THREADS}; (:) && exit 42");
    let binds = after(&forks, &["--version"]).is_some_and(|ran| ran.status.code() != Some(42));
    if !binds {
        eprintln!("skipped: nothing limits the threads of a process here");
    }
    binds
}

#[test]
fn without_threads_everything_is_done_on_one() {
    let corpus = ["--corpus", "sudoku/small"];
    let lacks_threads = lacks_threads();
    for args in [
        [&["solve", "--format", "line", "-j", "4"], &corpus[..]].concat(),
        [&["count"], &corpus[..]].concat(),
        [&["convert", "--to", "json"], &corpus[..]].concat(),
        [&["generate", "sudoku", "--count", "20"], &[][..]].concat(),
    ] {
        let Some(ran) = after(NO_THREADS, &args) else { return };
        let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!((ran.status.code(), out.lines().count()), (Some(0), 20), "{args:?}: {err}");
        let warnings = err.matches("warning: the system let fewer threads start").count();
        assert_eq!(warnings, usize::from(lacks_threads), "{args:?}: {err}");
    }
}

#[test]
fn without_threads_a_signal_leaves_time_for_the_last_words() {
    let args = ["count", "--limit", "100000000", "--timeout", "0", "--format", "json", "-"];
    let Some(mut shell) = shell(NO_THREADS, &args).filter(|_| lacks_threads()) else { return };
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the shell starts");
    let batch = [json_line(UNIQUE), json_line(&endless()), json_line(UNIQUE)].join("\n");
    child.stdin.take().expect("a pipe").write_all(batch.as_bytes()).expect("the batch is taken");
    let mut first = String::new();
    // The first result shows that the work has begun.
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut first).expect("a line");
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let ran = child.wait_with_output().expect("the command ends");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(130), "{err}");
    assert!(err.contains("interrupted after "), "{err}");
}

#[test]
fn an_output_may_have_any_name() {
    let folder = folder("any-name");
    for args in [
        &["compare", "sudoku", "--corpus", "sudoku/small", "--count", "1", "--methods", "exact", "--out"][..],
        &["generate", "sudoku", "--out"],
        &["render", "--text", UNIQUE, "--out"],
    ] {
        let out = folder.join(args[0]).join(OsStr::from_bytes(b"\xff"));
        let ran = command().args(args).arg(&out).output().expect("the command starts");
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(out.is_dir(), "{args:?}");
    }
}

#[test]
fn an_output_that_takes_nothing_is_an_error() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let corpus = ["--corpus", "sudoku/small"];
    for args in [&["--help"][..], &["solve", "--help"], &["--version"], &["list", "kinds"], &["rules", "sudoku"]]
        .into_iter()
        .chain([&[&["solve"], &corpus[..]].concat()[..], &["generate", "sudoku"]])
    {
        for first in ["exec >/dev/full", "exec >&-"] {
            let Some(ran) = after(first, args) else { return };
            let err = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(2), "{first}: {args:?}: {err}");
            assert!(err.contains("error: cannot write the output: "), "{err}");
        }
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = folder("whole-files");
    // No file of more than 512 bytes.
    let first = format!("cd '{}'; ulimit -f 1", folder.display());
    let shell = format!("{first}; exec \"$0\" \"$@\"");
    for args in [
        &["render", "--format", "svg", "--text", UNIQUE, "--out", "."][..],
        &["generate", "sudoku", "--size", "25", "--out", "."],
    ] {
        let ran = Command::new("sh").args(["-c", &shell, env!("CARGO_BIN_EXE_pencilmark")]).args(args).output();
        let ran = ran.expect("the shell starts");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && err.contains("cannot write "), "{args:?}: {err}");
        let left = std::fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(left, 0, "{args:?}");
    }
    let shell = format!("cd '{}'; ulimit -f 1; exec \"$0\" \"$@\" > out", folder.display());
    for args in [&["list"][..], &["solve", "--corpus", "sudoku/small"], &["generate", "sudoku", "-n", "20"]] {
        let ran = Command::new("sh").args(["-c", &shell, env!("CARGO_BIN_EXE_pencilmark")]).args(args).output();
        let ran = ran.expect("the shell starts");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && err.contains("cannot write the output: "), "{args:?}: {err}");
    }
}

#[test]
fn a_negative_limit_is_a_wrong_number() {
    let (solve, generate, compare) = (&["solve"], &["generate", "sudoku"], &["compare", "sudoku"]);
    let cases: [(&[&str], &str, &str, &str); 10] = [
        (solve, "--timeout", "-1", "write seconds"),
        (solve, "--timeout", "-inf", "write seconds"),
        (compare, "--timeout", "-inf", "write seconds"),
        (solve, "--seed", "-1", "write a whole number"),
        (solve, "--max-nodes", "-1", "write a whole number"),
        (solve, "--max-states", "1e3", "write a whole number"),
        (generate, "--count", "-1", "write a whole number"),
        (generate, "--skip", "99999999999999999999", "the number is too large"),
        (compare, "--count", "-1", "write a whole number"),
        (compare, "--seeds", "-1", "write a whole number"),
    ];
    for (verb, option, value, help) in cases {
        let ran = run(&[verb, &[option, value]].concat());
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(&format!("invalid value '{value}'")) && ran.err.contains(help), "{}", ran.err);
    }
}

/// A Sudoku with 72 solutions.
const MANY: &str = "..1.............";

/// The numbers in "N of the M solutions found are written; …".
fn written_and_found(err: &str) -> Option<(usize, usize)> {
    let (before, after) = err.split_once(" of the ")?;
    let number = |text: &str| text.replace(',', "").parse().expect("a number");
    Some((number(before.rsplit(' ').next()?), number(after.split(' ').next()?)))
}

#[test]
fn solutions_are_written_while_there_is_time() {
    let args = ["solve", "--limit", "1000000000", "--max-states", "1000000000", "--timeout", ".3", "--text"];
    let boards: fn(&str) -> usize = |out| out.matches('\u{250f}').count();
    let lines: fn(&str) -> usize = |out| out.lines().count();
    let blocks: fn(&str) -> usize = |out| out.split("\n\n").count();
    for (format, count) in [("text", boards), ("line", lines), ("grid", blocks)] {
        let ran = run(&[&args[..], &[&endless(), "--format", format]].concat());
        let (out, err) = (&ran.out, &ran.err);
        assert_eq!(ran.code, 4, "{format}: {err}");
        let verdict = if format == "text" { out } else { err };
        let (_, found) = verdict.rsplit_once("at least ").expect("how many were found");
        let found = found.split(' ').next().expect("a number").replace(',', "").parse().expect("a number");
        // Either all are there, or it is said how many are.
        let (written, of) = written_and_found(err).unwrap_or((found, found));
        assert_eq!((count(out), of), (written, found), "{format}: {err}");
        assert_eq!(written < found, err.contains("written; there was no time for more"), "{format}: {err}");
    }
    let ran = run(&[&args[..], &[&endless(), "--format", "json"]].concat());
    let object = &ran.objects()[0];
    let all = object["all_solutions"].as_array().map_or(0, Vec::len);
    let left_out = object["left_out"]["solutions"].as_u64().unwrap_or(0) as usize;
    assert_eq!(object["solutions"], all + left_out, "{}", ran.err);
    assert_eq!(left_out > 0, object["left_out"]["why"] == "time");
}

#[test]
fn solutions_that_could_not_be_held_are_not_late() {
    let args = ["solve", "--limit", "100", "--max-states", "5", "--text", MANY, "--format"];
    for format in ["text", "line", "grid"] {
        let ran = run(&[&args[..], &[format]].concat());
        assert_eq!(ran.code, 4, "{}", ran.err);
        assert_eq!(written_and_found(&ran.err), Some((5, 6)), "{}", ran.err);
        assert!(ran.err.contains("written; --max-states allows no more to be held"), "{}", ran.err);
    }
    let ran = run(&[&args[..], &["json"]].concat());
    assert_eq!(ran.objects()[0]["left_out"], serde_json::json!({ "solutions": 1, "why": "memory" }));
    // Nobody asked for more than one.
    let ran = run(&["solve", "--text", SEVERAL, "--format", "json"]);
    assert!(ran.objects()[0].get("left_out").is_none(), "{}", ran.out);
}

#[test]
fn a_small_puzzle_has_room_whatever_is_solved_beside_it() {
    // One with more solutions than fit, and many with 72, which are worked on meanwhile.
    let (large, small) = (".".repeat(625), format!("{MANY}\n").repeat(1500));
    let batch = file("small-beside-large", format!("{large}\n{small}{large}\n{small}"));
    let args = ["solve", "--limit", "100000000", "--timeout", "5", "--format", "json", &batch, "-j"];
    for threads in ["1", "2"] {
        let ran = run(&[&args[..], &[threads]].concat());
        let objects = ran.objects();
        assert_eq!(objects.len(), 3002);
        for object in objects.iter().filter(|object| object["index"].as_u64().is_some_and(|index| index % 1501 > 0)) {
            let found = (&object["outcome"], &object["solutions"]);
            assert_eq!(found, (&"solved".into(), &72.into()), "-j {threads}: {object}");
        }
    }
}

#[test]
fn a_long_name_is_no_reason_not_to_write() {
    let folder = folder("long-names");
    let id = "\u{20000}".repeat(60);
    let puzzle = json_line(UNIQUE).replace(&format!("\"id\":\"{UNIQUE}\""), &format!("\"id\":\"{id}\""));
    let out = folder.to_str().expect("a plain path");
    let ran = run_with(&["render", "--out", out], puzzle);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let names: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, [format!("001-{id}.txt").as_str()]);
}

#[test]
fn compare_takes_files_of_any_name() {
    let folder = folder("any-input");
    let puzzles = folder.join(OsStr::from_bytes(b"b\xff.txt"));
    let experiment = folder.join(OsStr::from_bytes(b"b\xff.TOML"));
    std::fs::write(&puzzles, format!("{UNIQUE}\n")).expect("the file is written");
    let text = "name = \"small\"\n[[instances]]\ncorpus = \"sudoku/small\"\ncount = 1\n[[arms]]\nmethod = \"exact\"\n";
    std::fs::write(&experiment, text).expect("the file is written");
    for (input, more) in [(&puzzles, &["--methods", "exact"][..]), (&experiment, &[])] {
        let out = folder.join("out").join(input.extension().expect("an ending"));
        let ran = command().arg("compare").arg(input).args(more).arg("--out").arg(&out).output().expect("it starts");
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        // The name is not kept as it is, but nothing else depends on it.
        let ran = command().args(["compare", "--resume"]).arg(&out).output().expect("it starts");
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    for name in [&b"none\xff.txt"[..], b"none\xff.toml"] {
        let ran = command().arg("compare").arg(folder.join(OsStr::from_bytes(name))).output().expect("it starts");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && err.contains("none\u{fffd}."), "{err}");
    }
}

#[test]
fn a_closed_output_only_matters_to_what_is_written_there() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = folder("closed-output");
    let out = folder.to_str().expect("a plain path");
    let closed = |args: &[&str]| {
        let shell = "exec >&-; exec \"$0\" \"$@\"";
        let ran = Command::new("sh").args(["-c", shell, env!("CARGO_BIN_EXE_pencilmark")]).args(args).output();
        let ran = ran.expect("the shell starts");
        (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    for args in [&["nonsense"][..], &["solve", "--nonsense"]] {
        let (code, err) = closed(args);
        assert!(code == Some(2) && err.contains("nonsense") && !err.contains("closed"), "{err}");
    }
    for args in [&["render", "--text", UNIQUE, "--out", out][..], &["generate", "sudoku", "--out", out]] {
        let (code, err) = closed(args);
        assert!(code == Some(0) && err.contains("wrote 1 file"), "{err}");
    }
}
