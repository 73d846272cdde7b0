//! Ctrl-C: complete lines, code 130, soon.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{SEVERAL, UNIQUE, UNIQUE_SOLVED, command, endless, folder, json_line};

/// Generous: a loaded machine needs more than the tenth of a second that it takes.
const SOON: Duration = Duration::from_secs(10);

/// Ctrl-C.
pub(crate) fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

fn ends_soon(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    while start.elapsed() < SOON {
        if let Some(status) = child.try_wait().expect("the command is there") {
            return status;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("the command is there");
    panic!("still running {SOON:?} after the interrupt");
}

#[test]
fn a_long_count_stops_with_complete_lines() {
    for threads in ["1", "2"] {
        let mut child = command()
            .args(["count", "--limit", "100000000", "--timeout", "0", "--format", "json", "-j", threads, "-"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let batch = [json_line(UNIQUE), json_line(&endless()), json_line(&endless()), json_line(UNIQUE)];
        child.stdin.take().expect("a pipe").write_all(batch.join("\n").as_bytes()).expect("the batch is taken");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut text = String::new();
        // The first result shows that the work has begun.
        reader.read_line(&mut text).expect("a line");
        interrupt(&child);
        let status = ends_soon(&mut child);
        reader.read_to_string(&mut text).expect("the rest");
        assert_eq!(status.code(), Some(130));
        assert!(text.ends_with('\n'));
        let objects: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("a complete line of JSON")).collect();
        assert_eq!(objects[0]["outcome"], "solved");
        assert!(objects.iter().enumerate().all(|(index, object)| object["index"] == index));
        for object in objects.iter().filter(|object| object["id"] == endless()) {
            assert_eq!((&object["outcome"], &object["exhausted"]), (&"gave-up".into(), &false.into()));
            assert_eq!(object["reason"]["text"], "interrupted");
        }
    }
}

#[test]
fn a_long_generation_stops_with_complete_lines() {
    let args = ["generate", "sudoku", "-n", "100000000", "--format", "json"];
    let mut child = command().args(args).spawn().expect("the command starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    reader.read_line(&mut text).expect("a line");
    interrupt(&child);
    // Somebody must read, or the command would wait for the pipe.
    let rest = std::thread::spawn(move || {
        let mut rest = String::new();
        reader.read_to_string(&mut rest).map(|_| rest)
    });
    assert_eq!(ends_soon(&mut child).code(), Some(130));
    text.push_str(&rest.join().expect("the reader ends").expect("text"));
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    let mut messages = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut messages).expect("messages");
    assert!(messages.contains("interrupted after"), "{messages}");
}

/// `timeout` sends its signal to the command, and then to the group, of which the command is one.
fn end_twice(mut child: Child) -> String {
    let twice = format!("kill -TERM {0}; kill -TERM {0}; kill -TERM {0}", child.id());
    Command::new("sh").args(["-c", &twice]).status().expect("kill runs");
    assert_eq!(ends_soon(&mut child).code(), Some(130));
    let mut messages = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut messages).expect("messages");
    messages
}

#[test]
fn the_same_signal_twice_leaves_time_for_the_last_words() {
    // The second one need not come before the last words.
    for _ in 0..5 {
        let args = ["count", "--limit", "100000000", "--timeout", "0", "--format", "json", "-"];
        let mut child = command().args(args).stdin(Stdio::piped()).spawn().expect("the command starts");
        let batch = [json_line(UNIQUE), json_line(&endless()), json_line(UNIQUE)].join("\n");
        child.stdin.take().expect("a pipe").write_all(batch.as_bytes()).expect("the batch is taken");
        let mut first = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut first).expect("a line");
        let messages = end_twice(child);
        assert!(messages.contains("interrupted after "), "{messages}");

        let folder = folder("ended_twice").join("runs");
        let args = ["compare", "sudoku", "--methods", "annealing", "--seeds", "100000", "--out"];
        let child = command().args(args).arg(&folder).spawn().expect("the command starts");
        let start = Instant::now();
        while !folder.join("records.csv").exists() && start.elapsed() < SOON {
            std::thread::sleep(Duration::from_millis(10));
        }
        let messages = end_twice(child);
        assert!(messages.contains("Continue with: pencilmark compare --resume"), "{messages}");
    }
}

#[test]
fn waiting_for_input_can_be_interrupted() {
    let args = ["solve", "--format", "line", "-"];
    let mut child = command().args(args).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(format!("{UNIQUE}\n\n{UNIQUE}\n\n").as_bytes()).expect("it is taken");
    let mut line = String::new();
    // With the first result the command is at work, and nothing more comes as long as the pipe is open.
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    assert_eq!(line.trim_end(), UNIQUE_SOLVED);
    interrupt(&child);
    assert_eq!(ends_soon(&mut child).code(), Some(130));
    drop(stdin);
}

#[test]
fn an_interrupted_trace_is_whole() {
    let path = folder("interrupted_trace").join("trace.jsonl");
    let name = path.to_str().expect("a plain path");
    let args = ["solve", "--method", "annealing", "--temperature", "1000", "--timeout", "0", "--trace", name];
    let mut child = command().args(args).args(["--text", &endless()]).spawn().expect("the command starts");
    let start = Instant::now();
    while std::fs::metadata(&path).map_or(0, |about| about.len()) == 0 && start.elapsed() < SOON {
        std::thread::sleep(Duration::from_millis(10));
    }
    interrupt(&child);
    assert_eq!(ends_soon(&mut child).code(), Some(130));
    let text = std::fs::read_to_string(&path).expect("a trace");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let end = &lines[lines.len() - 1];
    assert_eq!(
        (&end["e"], &end["outcome"], &end["reason"]["text"]),
        (&"end".into(), &"gave-up".into(), &"interrupted".into())
    );
}

/// Boards whose solutions take minutes to find: they were made with a solution, which is then looked for anew.
const SLOW_TO_SOLVE: [&str; 11] = [
    "generate",
    "hidato",
    "--size",
    "30",
    "--missing",
    "0.99",
    "--several-ok",
    "--orthogonal",
    "--solved",
    "--seed",
    "5",
];

#[test]
fn looking_for_the_solutions_of_new_puzzles_stops_too() {
    let mut child =
        command().args(SLOW_TO_SOLVE).args(["-n", "5", "--timeout", "0"]).spawn().expect("the command starts");
    std::thread::sleep(Duration::from_secs(1));
    interrupt(&child);
    assert_eq!(ends_soon(&mut child).code(), Some(130));
}

#[test]
fn looking_for_the_solutions_of_new_puzzles_keeps_to_the_time() {
    let mut child =
        command().args(SLOW_TO_SOLVE).args(["-n", "2", "--timeout", "1"]).spawn().expect("the command starts");
    assert_eq!(ends_soon(&mut child).code(), Some(4));
}

#[test]
fn a_document_is_written_whole_or_not_at_all() {
    let path = folder("interruption_print").join("sheet.pdf");
    std::fs::write(&path, "the last one").expect("a file");
    let mut child = command()
        .args(["print", "--line-buffered", "-o"])
        .arg(&path)
        .arg("-")
        .stdin(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(json_line(SEVERAL).as_bytes()).and_then(|()| stdin.write_all(b"\n")).expect("a puzzle is taken");
    stdin.flush().expect("a pipe");
    // What is said about the first puzzle shows that the work has begun.
    let mut said = String::new();
    BufReader::new(child.stderr.as_mut().expect("a pipe")).read_line(&mut said).expect("a line");
    assert!(said.contains("several solutions"), "{said}");
    interrupt(&child);
    assert_eq!(ends_soon(&mut child).code(), Some(130));
    drop(stdin);
    assert_eq!(std::fs::read(&path).ok().as_deref(), Some(&b"the last one"[..]));
    let beside = std::fs::read_dir(path.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(beside, 1);
}
