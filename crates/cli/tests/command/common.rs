//! Running the command, and puzzles to give it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A Sudoku with one solution.
pub(crate) const UNIQUE: &str = ".1.....23.....3.";
/// The solution of [`UNIQUE`].
pub(crate) const UNIQUE_SOLVED: &str = "2143431234211234";
/// A Sudoku with several solutions.
pub(crate) const SEVERAL: &str = ".1.....23.......";
/// A Sudoku without solution: r1c3 must be 3 or 4, and its column has both already.
pub(crate) const NONE: &str = "12........3...4.";
/// A Sudoku with two equal digits in a row.
pub(crate) const PLAINLY_NONE: &str = "11..............";
/// A Sudoku without solution, of which no rule alone shows it.
pub(crate) const SUBTLY_NONE: &str = "..12....23..1...";
/// No puzzle of any kind.
pub(crate) const MALFORMED: &str = "what is this?";
/// A Latin square: a puzzle of more than one kind.
pub(crate) const AMBIGUOUS: &str = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";

/// An empty Sudoku of nine rows: nobody counts its solutions to the end.
pub(crate) fn endless() -> String {
    ".".repeat(81)
}

/// A puzzle as a line of JSON.
pub(crate) fn json_line(grid: &str) -> String {
    let side = grid.len().isqrt().max(1);
    let digits: Vec<u32> = grid.chars().map(|c| c.to_digit(10).unwrap_or(0)).collect();
    let rows: Vec<&[u32]> = digits.chunks(side).collect();
    serde_json::json!({ "kind": "sudoku", "id": grid, "grid": rows }).to_string()
}

/// What a run of the command gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The lines of standard output, each as JSON.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.out.lines().map(parse).collect()
    }
}

/// The command, ready for arguments. No terminal, and nothing from the environment that changes colours.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pencilmark"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command without standard input.
pub(crate) fn run(args: &[&str]) -> Ran {
    let output = command().args(args).output().expect("the command starts");
    ran(output)
}

/// Runs the command with these bytes on standard input.
pub(crate) fn run_with(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = command().args(args).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // In a thread of its own: the command may write much before it has read all. It may also not read at all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    ran(output)
}

fn ran(output: std::process::Output) -> Ran {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command writes UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// An empty folder for the test of this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder goes");
    }
    std::fs::create_dir_all(&folder).expect("a new folder comes");
    folder
}

/// A file with this content in a folder of its own.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder(name).join("puzzles.txt");
    std::fs::write(&path, content).expect("the file is written");
    path.to_str().expect("a plain path").to_owned()
}
