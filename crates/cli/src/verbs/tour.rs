//! `pencilmark` without a verb: a tour in a second or two.

use pencilmark::{MethodChoice, Options, Puzzle, Verdict};

use super::drawing::{columns, draw};
use super::{print, seconds, title, verdict};
use crate::exit::{Exit, Failure};
use crate::screen::{self, BOLD, DIM, GOOD, styled};

/// The methods that are compared on one puzzle.
const COMPARED: [&str; 3] = ["backtracking:inference=forward", "backtracking:inference=mac", "sat"];

pub(crate) fn run() -> Result<Exit, Failure> {
    let mut out = screen::stdout();
    let intro = styled(BOLD, "Pencilmark: one engine for five pencil-and-paper puzzles");
    print(&mut out, &wrapped(&format!("{intro}\n"), 0))?;
    let samples = pencilmark::corpus::samples();
    if !samples.is_empty() {
        print(
            &mut out,
            &wrapped("A built-in puzzle of each kind, solved, and proved to have no other solution:\n", 0),
        )?;
    }
    for puzzle in &samples {
        let plan = Options::default().limit(2).plan(puzzle.kind())?;
        let report = puzzle.solver().plan(&plan).run()?;
        let verdict = match report.outcome.verdict() {
            Verdict::Unique => styled(GOOD, "✓ the only solution"),
            _ => verdict::verdict(puzzle, &report, &plan, false),
        };
        let nodes = screen::counted(report.counters.nodes as usize, "node");
        let took = styled(DIM, format_args!("{nodes} · {}", seconds(report.elapsed)));
        let before = draw(&puzzle.board(None));
        let after = draw(&puzzle.board(report.solution()));
        let boards = side_by_side(&before, &after).unwrap_or(after);
        let head = wrapped(&format!("{}  {verdict} · {took}", title(puzzle)), 2);
        print(&mut out, &format!("{head}\n{boards}"))?;
    }
    // The last kind is the one that tells methods apart best.
    if let Some(puzzle) = samples.last() {
        compare(&mut out, puzzle)?;
    }
    let next = [
        ("pencilmark generate kenken --size 6", "make a puzzle"),
        ("pencilmark template sudoku > mine.txt", "a form to type a newspaper puzzle into"),
        ("pencilmark solve mine.txt", "solve it, or say what is wrong with it"),
        ("pencilmark check mine.txt", "one solution, several, or none and why"),
        ("pencilmark hint mine.txt", "the next step, and why"),
        ("pencilmark grade mine.txt", "how hard it is"),
        ("pencilmark studio --open", "play, watch and make puzzles in a browser"),
        ("pencilmark solve --method annealing --animate", "watch a method at work"),
        ("pencilmark compare sudoku", "methods side by side, and how sure the answer is"),
        ("pencilmark list", "kinds, methods, formats, built-in puzzles"),
        ("pencilmark help", "everything else"),
    ];
    print(&mut out, &styled(BOLD, "Try next"))?;
    for (command, what) in next {
        let what = styled(DIM, what);
        let line = if is_narrow() { format!("  {command}\n      {what}") } else { format!("  {command:<46} {what}") };
        print(&mut out, &wrapped(&line, if is_narrow() { 6 } else { 49 }))?;
    }
    Ok(Exit::Done)
}

fn compare(out: &mut impl std::io::Write, puzzle: &Puzzle) -> Result<(), Failure> {
    let heading =
        format!("Three methods on the same {}, each proving that its solution is the only one:", puzzle.called());
    print(out, &wrapped(&heading, 0))?;
    for text in COMPARED {
        let method: MethodChoice = text.parse()?;
        let report = puzzle.solver().options(&Options::default().limit(2).method(method)).run()?;
        let (nodes, time) = (report.counters.nodes, seconds(report.elapsed));
        let name = if is_narrow() { format!("  {text}\n     ") } else { format!("  {text:<32}") };
        print(out, &format!("{name} {nodes:>8} nodes {time:>9}"))?;
    }
    print(out, "")
}

/// Whether columns of text do not fit side by side.
fn is_narrow() -> bool {
    screen::width().is_some_and(|width| width < 72)
}

/// In a terminal: broken between words.
fn wrapped(text: &str, indent: usize) -> String {
    let Some(width) = screen::width() else { return text.to_owned() };
    let lines: Vec<String> = text.split('\n').map(|line| screen::wrap(line, width, indent)).collect();
    lines.join("\n")
}

/// Two drawings side by side, if the screen is wide enough.
fn side_by_side(left: &str, right: &str) -> Option<String> {
    let width = columns(left);
    let gap = [4, 2, 1].into_iter().find(|gap| width + gap + columns(right) <= screen::width().unwrap_or(100))?;
    let mut rows = String::new();
    let (mut left, mut right) = (left.lines(), right.lines());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return Some(rows),
            (a, b) => {
                let a = a.unwrap_or_default();
                let blanks = " ".repeat(width - columns(a) + gap);
                rows.push_str(format!("{a}{blanks}{}", b.unwrap_or_default()).trim_end());
                rows.push('\n');
            }
        }
    }
}
