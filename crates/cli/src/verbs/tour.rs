//! `pencilmark` without a verb: a tour in a second or two.

use pencilmark::{MethodChoice, Options, Puzzle, Verdict};

use super::{draw, print, seconds, title, verdict};
use crate::exit::{Exit, Failure};
use crate::screen::{self, BOLD, DIM, GOOD, styled};

/// The methods that are compared on one puzzle.
const COMPARED: [&str; 3] = ["backtracking:inference=forward", "backtracking:inference=mac", "sat"];

pub(crate) fn run() -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    let intro = styled(BOLD, "Pencilmark: one engine for five pencil-and-paper puzzles");
    print(&mut out, &format!("{intro}\n"))?;
    let samples = pencilmark::corpus::samples();
    if !samples.is_empty() {
        print(&mut out, "A built-in puzzle of each kind, solved, and proved to have no other solution:\n")?;
    }
    for puzzle in &samples {
        let options = Options::up_to(2);
        let (report, plan) = (puzzle.solve(&options)?, puzzle.plan(&options)?);
        let verdict = match report.outcome.verdict() {
            Verdict::Unique => styled(GOOD, "✓ the only solution"),
            _ => verdict::verdict(puzzle, &report, &plan, false),
        };
        let nodes = screen::counted(report.counters.nodes as usize, "node");
        let took = styled(DIM, format_args!("{nodes} · {}", seconds(report.elapsed)));
        let before = draw(&puzzle.board(None));
        let after = draw(&puzzle.board(report.solution()));
        let boards = beside(&before, &after).unwrap_or(after);
        print(&mut out, &format!("{}  {verdict} · {took}\n{boards}", title(puzzle, None)))?;
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
        ("pencilmark solve --method annealing --animate", "watch a method at work"),
        ("pencilmark compare sudoku", "methods side by side, and how sure the answer is"),
        ("pencilmark list", "kinds, methods, formats, built-in puzzles"),
        ("pencilmark help", "everything else"),
    ];
    print(&mut out, &styled(BOLD, "Try next"))?;
    for (command, what) in next {
        print(&mut out, &format!("  {command:<46} {}", styled(DIM, what)))?;
    }
    Ok(Exit::Done)
}

fn compare(out: &mut impl std::io::Write, puzzle: &Puzzle) -> Result<(), Failure> {
    let heading =
        format!("Three methods on the same {}, each proving that its solution is the only one:", puzzle.kind().title);
    print(out, &heading)?;
    for text in COMPARED {
        let method: MethodChoice = text.parse()?;
        let report = puzzle.solve(&Options { method, ..Options::up_to(2) })?;
        let (nodes, time) = (report.counters.nodes, seconds(report.elapsed));
        print(out, &format!("  {text:<32} {nodes:>8} nodes {time:>9}"))?;
    }
    print(out, "")
}

/// Two drawings side by side, if the screen is wide enough.
fn beside(left: &str, right: &str) -> Option<String> {
    let widest = |text: &str| text.lines().map(visible_width).max().unwrap_or(0);
    let width = widest(left);
    let gap = [4, 2, 1].into_iter().find(|gap| width + gap + widest(right) <= screen::width().unwrap_or(100))?;
    let mut rows = String::new();
    let (mut left, mut right) = (left.lines(), right.lines());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return Some(rows),
            (a, b) => {
                let a = a.unwrap_or_default();
                let blanks = " ".repeat(width - visible_width(a) + gap);
                rows.push_str(format!("{a}{blanks}{}", b.unwrap_or_default()).trim_end());
                rows.push('\n');
            }
        }
    }
}

/// How wide a line is on the screen: escapes take no room.
fn visible_width(line: &str) -> usize {
    anstream::adapter::strip_str(line).to_string().chars().count()
}
