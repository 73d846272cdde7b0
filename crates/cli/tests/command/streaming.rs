//! Long batches: piece by piece, in order, in bounded memory, and fast lines like all others.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Ran, UNIQUE, UNIQUE_SOLVED, command, endless, file, json_line, run, run_with};
#[cfg(unix)]
use crate::interruption::interrupt;

/// A 9x9 Sudoku with one solution, and that.
const NINE: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const NINE_SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// Lines of many sorts: unique, several, none, contradictory, malformed, comments, and boards of other sizes.
fn mixture(lines: usize) -> String {
    let unlike = [
        endless(),
        format!("{}11", &endless()[2..]),
        format!("5{}5{}", &NINE[1..8], &NINE[9..]),
        NINE.replace('.', "0"),
        NINE_SOLVED.to_owned(),
        format!("{}y{}", &NINE[..40], &NINE[41..]),
        "# a remark".to_owned(),
        NINE[..80].to_owned(),
        UNIQUE.to_owned(),
    ];
    let line = |index: usize| if index % 7 == 3 { unlike[index / 7 % unlike.len()].clone() } else { NINE.to_owned() };
    (0..lines).map(|index| line(index) + "\n").collect()
}

/// Output without what differs from run to run.
fn untimed(text: &str) -> String {
    let text = text.replace("\u{1b}[0m", "");
    let is_time = |line: &&str| line.ends_with("µs") || line.ends_with("ms") || line.ends_with(" s");
    let cut = |line: &str| line.rsplit_once(" · ").map_or(line, |(rest, _)| rest).to_owned() + "\n";
    text.lines().map(|line| if is_time(&line) { cut(line) } else { format!("{line}\n") }).collect()
}

#[test]
fn a_failure_does_not_take_back_what_was_found() {
    let text = format!("{{\"kind\":\"hitori\",\"grid\":[[1,1],[2,1]]}}\n{NINE}\n");
    let ran = run(&["solve", "--model", "weak", "--format", "line", &file("streaming_failure", text)]);
    assert_eq!((ran.code, ran.out.trim()), (2, "0100"), "{}", ran.err);
}

#[test]
fn fast_lines_look_like_all_others() {
    let path = file("streaming_fast", mixture(150));
    for args in [
        &["solve", "--format", "line"][..],
        &["solve", "--format", "line", "--limit", "1"],
        &["solve", "--format", "line", "--limit", "5"],
        &["solve", "--format", "text"],
        &["solve", "--format", "text", "--brief", "--limit", "1"],
        &["solve", "--format", "grid"],
        &["solve", "--format", "svg"],
        &["count", "--limit", "3"],
        &["count", "--limit", "1"],
        &["check"],
        &["check", "--color", "always"],
    ] {
        let fast = run(&[args, &[&path]].concat());
        // With a budget of effort, however large, every puzzle goes to the engine that counts it.
        let usual = run(&[args, &["--max-nodes", "1000000000", &path]].concat());
        assert_eq!(untimed(&fast.out), untimed(&usual.out), "{args:?}");
        assert_eq!((fast.err, fast.code), (usual.err, usual.code), "{args:?}");
        assert!(!fast.out.is_empty());
    }
}

#[test]
fn only_a_time_that_was_taken_is_told() {
    // The last of a list may be followed by its solution, and is solved alone.
    let lines = format!("{NINE}\n").repeat(20);
    for verb in ["solve", "count", "check"] {
        let words = |ran: &Ran| {
            let lines = ran.out.lines().filter(|line| line.contains(" · exact"));
            lines.map(|line| line.ends_with(" · exact")).collect::<Vec<bool>>()
        };
        let bare = words(&run_with(&[verb, "-"], &lines));
        assert_eq!((bare.len(), bare.iter().filter(|&&bare| bare).count()), (20, 19), "{verb}");
        let timed = words(&run_with(&[verb, "--max-nodes", "1000000000", "-"], &lines));
        assert_eq!(timed, [false; 20], "{verb}");
    }
    let ran = run_with(&["solve", "--format", "json", "-"], &lines);
    assert!(ran.objects().iter().all(|object| object["seconds"].as_f64().is_some_and(|time| time > 0.0)));
}

#[test]
fn a_blank_is_a_blank_on_every_way() {
    let lines = ['.', '0', '_'].map(|blank| NINE.replace('.', &blank.to_string()) + "\n").concat();
    let mixed = lines.repeat(4);
    for args in
        [&["solve", "--format", "line", "-"][..], &["solve", "--format", "line", "--max-nodes", "1000000000", "-"]]
    {
        let ran = run_with(args, &mixed);
        assert_eq!((ran.code, ran.out), (0, format!("{NINE_SOLVED}\n").repeat(12)), "{}", ran.err);
    }
}

#[test]
fn order_is_kept_behind_a_slow_puzzle() {
    // Counting up to so many solutions takes a while; the lines behind it do not.
    let slow = format!("{}\n{}", endless(), format!("{NINE}\n").repeat(3000));
    let ran = run_with(&["count", "--limit", "20000", "--timeout", "0", "-j", "2", "-"], slow);
    assert_eq!(ran.out.lines().count(), 3001);
    for (index, line) in ran.out.lines().enumerate() {
        let found = if index == 0 { "at least 20,000 solutions" } else { "1 solution ·" };
        assert!(line.starts_with(&format!("Sudoku 9×9 · #{}: {found}", index + 1)), "{line}");
    }
    assert!(ran.err.contains("3,001 puzzles: 3,001 counted"), "{}", ran.err);
}

#[test]
fn errors_far_below_have_their_place() {
    let broken = format!("{}y{}", &NINE[..9], &NINE[10..]);
    let text = format!("{NINE}\n").repeat(5000) + &format!("{broken}\n{NINE}\n");
    let path = file("streaming_errors", text);
    let ran = run(&["solve", "--format", "line", &path]);
    assert_eq!((ran.code, ran.out.lines().count()), (3, 5002));
    assert_eq!(ran.out.lines().nth(5000), Some(""));
    assert!(ran.err.contains("puzzles.txt:5001:10: "), "{}", ran.err);
}

#[test]
fn every_input_has_a_puzzle() {
    let (empty, full) = (file("streaming_empty", "# nothing\n"), file("streaming_full", NINE));
    let ran = run(&["solve", "--format", "line", &full, &empty, &full]);
    assert_eq!((ran.code, ran.out), (3, format!("{NINE_SOLVED}\n\n{NINE_SOLVED}\n")));
    assert!(ran.err.contains("puzzles.txt:1:1: there is no puzzle here"), "{}", ran.err);
    // Nothing is done if a file is missing.
    let ran = run(&["solve", &full, "no-such-file"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
}

#[test]
fn one_puzzle_has_no_number_and_several_have() {
    let one = run_with(&["count", "-"], format!("{NINE}\n"));
    assert!(one.out.starts_with("Sudoku 9×9: 1 solution"), "{}", one.out);
    assert_eq!(one.err, "");
    let two = run_with(&["count", "-"], format!("{NINE}\n\n\n{UNIQUE}\n"));
    let lines: Vec<&str> = two.out.lines().collect();
    assert!(lines[0].starts_with("Sudoku 9×9 · #1: ") && lines[1].starts_with("Sudoku 4×4 · #2: "), "{}", two.out);
}

/// Sends puzzles one by one, each after the answer to the one before, and hands every answer to `check` with the number of its puzzle.
#[track_caller]
fn converse(args: &[&str], puzzles: &[&str], lines: usize, check: impl Fn(usize, &str)) {
    let command_line = [args, &["--line-buffered", "-"]].concat();
    let mut child = command().args(command_line).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    for (index, puzzle) in puzzles.iter().enumerate() {
        stdin.write_all(format!("{puzzle}\n").as_bytes()).expect("it is taken");
        let mut answer = String::new();
        // Blank lines stand between answers, not behind them.
        while answer.lines().filter(|line| !line.is_empty()).count() < lines {
            assert_ne!(reader.read_line(&mut answer).expect("a line"), 0, "{args:?}: the answer to puzzle {index}");
        }
        check(index, answer.trim());
    }
    drop(stdin);
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("the rest");
    assert_eq!(rest, "", "{args:?}");
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    let json = json_line(NINE);
    for puzzle in [NINE, &json] {
        let puzzles = [puzzle; 3];
        converse(&["solve", "--format", "line"], &puzzles, 1, |_, answer| assert_eq!(answer, NINE_SOLVED));
        converse(&["solve", "--format", "json"], &puzzles, 1, |index, answer| {
            let object: serde_json::Value = serde_json::from_str(answer).expect("an object");
            assert_eq!((object["index"].as_u64(), object["solutions"].as_u64()), (Some(index as u64), Some(1)));
        });
        // A puzzle without a name of its own has a number from the first one on.
        let name = |index: usize| if puzzle == NINE { format!("#{}", index + 1) } else { NINE.to_owned() };
        let verdict = |word: &'static str| {
            move |index: usize, answer: &str| {
                assert!(answer.starts_with(&format!("Sudoku 9×9 · {}: {word} · exact", name(index))), "{answer}");
            }
        };
        converse(&["check"], &puzzles, 1, verdict("unique"));
        converse(&["count"], &puzzles, 1, verdict("1 solution"));
        converse(&["solve", "--brief"], &puzzles, 2, |index, answer| {
            let title = format!("Sudoku 9×9 · {}\nthe only solution · exact", name(index));
            assert!(answer.starts_with(&title), "{answer}");
        });
    }
    let small = [UNIQUE, UNIQUE];
    converse(&["solve", "--format", "line"], &small, 1, |_, answer| assert_eq!(answer, UNIQUE_SOLVED));
}

/// What the command writes about a text on standard input that comes in these pieces, with a pause after each.
fn with_pauses(args: &[&str], pieces: &[&str]) -> (Option<i32>, String, String) {
    let mut command = command();
    command.args(args).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    for piece in pieces {
        stdin.write_all(piece.as_bytes()).expect("it is taken");
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_pause_says_nothing() {
    let (nine, solved) = (format!("{NINE}\n"), format!("{NINE_SOLVED}\n"));
    let solution = [nine.as_str(), "# solution\n", &solved, &nine];
    let board = [".1..\n", "...2\n", "3...\n", "..", "3.\n"];
    for (pieces, args) in [(&solution[..], &["convert", "--to", "json"][..]), (&board, &["solve", "--format", "line"])]
    {
        for by_line in [&[][..], &["--line-buffered"]] {
            let args = [args, by_line].concat();
            let slowly = with_pauses(&args, pieces);
            assert_eq!(slowly, with_pauses(&args, &[&pieces.concat()]), "{args:?}");
            // A line is a puzzle by itself only if that is asked for.
            let puzzles = if by_line.is_empty() { pieces.len() / 2 } else { 3 };
            assert!(pieces.len() == 5 || slowly.1.lines().count() == puzzles, "{slowly:?}");
        }
    }
}

#[test]
fn a_reader_that_leaves_early_ends_a_long_batch() {
    let mut child =
        command().args(["solve", "--format", "line", "-"]).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines = format!("{NINE}\n").repeat(1000);
    // As long as somebody takes it.
    let writer = std::thread::spawn(move || while stdin.write_all(lines.as_bytes()).is_ok() {});
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
    let mut messages = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut messages).expect("messages");
    assert_eq!((line.trim_end(), messages.as_str()), (NINE_SOLVED, ""));
    writer.join().expect("the writer ends");
}

/// Gives the command an endless list of lines behind `first`, interrupts it when the first result appears, and answers how many bytes it had
/// taken by then.
#[cfg(unix)]
fn taken(first: &str, args: &[&str]) -> (usize, Ran) {
    let mut child = command().args(args).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let (lines, taken) = (format!("{NINE}\n").repeat(1000), Arc::new(AtomicUsize::new(0)));
    stdin.write_all(format!("{first}\n").as_bytes()).expect("it is taken");
    let count = taken.clone();
    let writer = std::thread::spawn(move || {
        while stdin.write_all(lines.as_bytes()).is_ok() {
            count.fetch_add(lines.len(), Ordering::Relaxed);
        }
    });
    let (mut out, mut err) = (String::new(), String::new());
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut out).expect("a line");
    let bytes = taken.load(Ordering::Relaxed);
    interrupt(&child);
    // It ends, or the test does not: nobody else closes this pipe, and the input has no end.
    reader.read_to_string(&mut out).expect("text");
    let status = child.wait().expect("the command ends");
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("messages");
    writer.join().expect("the writer ends");
    (bytes, Ran { code: status.code().unwrap_or(-1), out, err })
}

#[cfg(unix)]
#[test]
fn a_slow_puzzle_stops_the_reading_at_a_bound() {
    // It takes a while to count so many: what is behind them has to wait, and not in memory.
    let (bytes, ran) = taken(&endless(), &["count", "--limit", "1000000", "--timeout", "0", "-j", "2", "-"]);
    assert!(bytes < 16 << 20, "{bytes} bytes are taken");
    assert!(ran.out.starts_with("Sudoku 9×9 · #1: at least 1,000,000 solutions"), "{}", ran.err);
    assert_eq!(ran.code, 130);
    assert!(ran.err.contains("interrupted"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn an_endless_pipe_can_be_interrupted() {
    let (_, ran) = taken(NINE, &["solve", "--format", "line", "-"]);
    assert_eq!(ran.code, 130);
    assert!(ran.out.ends_with('\n') && ran.out.lines().all(|line| line == NINE_SOLVED));
    let ungrouped = ran.err.replace(',', "");
    assert!(ungrouped.contains(&format!("interrupted after {} puzzle", ran.out.lines().count())), "{}", ran.err);
}

#[test]
fn a_line_without_end_is_refused() {
    let long = "1".repeat(20 << 20);
    let ran = run_with(&["solve", "--format", "line", "-"], format!("{UNIQUE}\n\n{long}\n\n{UNIQUE}\n"));
    assert_eq!((ran.code, ran.out), (3, format!("{UNIQUE_SOLVED}\n\n{UNIQUE_SOLVED}\n")));
    assert!(ran.err.contains("-:3:1: this line has more than"), "{}", ran.err);
}
