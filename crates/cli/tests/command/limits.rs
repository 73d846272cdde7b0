//! Where the system gives little: no threads, names that are not UTF-8, an output that takes nothing.
#![cfg(unix)]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output, Stdio};

use crate::common::{UNIQUE, command, folder};

/// Runs the command in a shell that has done `first`; as somebody else than root, whom limits of processes do not bind.
fn after(first: &str, args: &[&str]) -> Option<Output> {
    let shell = |user: Option<u32>| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{first}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_pencilmark")]).args(args);
        if let Some(user) = user {
            shell.uid(user);
        }
        shell.stdin(Stdio::null()).output()
    };
    let ran = shell(Some(65534)).or_else(|_| shell(None)).expect("the shell starts");
    // The folder of the build may be closed to others.
    (ran.status.code() != Some(126)).then_some(ran)
}

#[test]
fn without_threads_everything_is_done_on_one() {
    let corpus = ["--corpus", "sudoku/small"];
    for args in [
        [&["solve", "--format", "line", "-j", "4"], &corpus[..]].concat(),
        [&["count"], &corpus[..]].concat(),
        [&["convert", "--to", "json"], &corpus[..]].concat(),
        [&["generate", "sudoku", "--count", "20"], &[][..]].concat(),
    ] {
        let Some(ran) = after("ulimit -u 1 2>/dev/null", &args) else { return };
        let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!((ran.status.code(), out.lines().count()), (Some(0), 20), "{args:?}: {err}");
        // Some systems do not limit threads by processes.
        assert!(err.matches("warning: the system let fewer threads start").count() <= 1, "{args:?}: {err}");
    }
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
    for option in ["--timeout", "--max-nodes", "--seed"] {
        let ran = command().args(["solve", option, "-1", "--text", UNIQUE]).output().expect("the command starts");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{err}");
        assert!(err.contains("invalid value '-1'") && !err.contains("-- -1"), "{err}");
    }
}

#[test]
fn solutions_are_written_while_there_is_time() {
    let args = ["solve", "--limit", "1000000000", "--max-states", "1000000000", "--timeout", ".05", "--text"];
    let ran = command().args(args).arg(".".repeat(81)).output().expect("the command starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(4), "{err}");
    assert!(out.contains("gave up after"), "{}", &out[out.len().saturating_sub(300)..]);
    assert!(err.is_empty() || err.contains("solutions found are written; there was no time for more"), "{err}");
}
