//! Generation against the crate `sudoku` and sgt-puzzles, on one thread.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use pencilmark::Spec;
use pencilmark::read::{ReadOptions, read};
use pencilmark::registry::Generator;
use pencilmark::teach::TeachOptions;

use super::{Page, median, times};
use crate::root;

/// What is generated: program and parameters of sgt-puzzles, our kind and size.
const SETS: [(&str, &str, &str, usize); 11] = [
    ("sgt-keen", "6dn", "kenken", 6),
    ("sgt-keen", "9dn", "kenken", 9),
    ("sgt-keen", "9dx", "kenken", 9),
    ("sgt-keen", "9du", "kenken", 9),
    ("sgt-singles", "8x8dk", "hitori", 8),
    ("sgt-singles", "12x12dk", "hitori", 12),
    ("sgt-singles", "20x20dk", "hitori", 20),
    ("sgt-solo", "3x3db", "sudoku", 9),
    ("sgt-solo", "3x3di", "sudoku", 9),
    ("sgt-solo", "3x3da", "sudoku", 9),
    ("sgt-solo", "4x4db", "sudoku", 16),
];
/// Puzzles of a rival that are graded to find the level that is closest to its own.
const GRADED: u64 = 200;
/// What nobody else makes: kind, settings.
const ALONE: [(&str, &[(&str, &str)]); 4] = [
    ("hidato", &[("size", "10x10"), ("level", "3")]),
    ("star-battle", &[("size", "8x8"), ("stars", "1"), ("level", "3")]),
    ("star-battle", &[("size", "10x10"), ("stars", "2"), ("level", "3")]),
    ("star-battle", &[("size", "14x14"), ("stars", "3"), ("level", "3")]),
];
/// Each side works at least so long, and this often.
const SECONDS: f64 = 0.5;
const ROUNDS: u64 = 3;

pub(super) fn compare(page: &mut Page) -> Result<(), String> {
    page.line(
        "## Generation, puzzles a second\n\nUnique puzzles. Against sgt-puzzles twice: without a level, and with the level that most of 200 puzzles of the rival have when we grade them. \
         The crate makes them in the same binary, as many a round. sgt-puzzles are programs, started for 1, 2, 4, … puzzles until half a second is over: \
         starting them is a part of their time. Pencilmark is called in the same numbers within this process. Medians over rounds.\n\n\
         | puzzle | rival | rival, a second | Pencilmark, a second | ratio |\n| --- | --- | ---: | ---: | ---: |",
    );
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for line in super::sudoku::run(&["--generate".to_owned(), "1000".to_owned()])?.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let &[_, _, _, count, crate_seconds, own_seconds] = fields.as_slice() {
            let [count, crate_seconds, own_seconds] =
                [count, crate_seconds, own_seconds].map(|n| n.parse().unwrap_or(f64::NAN));
            theirs.push(count / crate_seconds);
            ours.push(count / own_seconds);
        }
    }
    row(page, "Sudoku 9x9, minimal", "crate `sudoku`", &theirs, &ours);
    let games = match sgt() {
        Ok(games) => games,
        Err(remedy) => {
            page.line(&format!("\nNot compared with sgt-puzzles: {remedy}\n"));
            return Ok(());
        }
    };
    for (program, parameters, kind, side) in SETS {
        let program = games.join(program);
        let level = usual_level(&program, parameters)?;
        let (mut theirs, mut ours, mut graded) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            theirs.push(rate(|count, _| start(&program, parameters, count, round, Stdio::null()).map(|_| ()))?);
            ours.push(rate(|count, from| make(kind, &Spec::sized(side, side), round, from..from + count))?);
            let spec = Spec::sized(side, side).with("level", u64::from(level));
            graded.push(rate(|count, from| make(kind, &spec, round, from..from + count))?);
        }
        let rival = format!("{} {parameters}", program.file_name().unwrap_or_default().to_string_lossy());
        row(page, &format!("{kind} {side}x{side}"), &rival, &theirs, &ours);
        row(page, &format!("{kind} {side}x{side}, level {level}"), &rival, &theirs, &graded);
    }
    for (kind, settings) in ALONE {
        let spec = settings.iter().fold(Spec::default(), |spec, (name, value)| spec.with(*name, *value));
        let rates = (0..ROUNDS).map(|round| rate(|count, from| make(kind, &spec, round, from..from + count)));
        let rates = rates.collect::<Result<Vec<f64>, String>>()?;
        let words: Vec<String> = settings.iter().map(|(name, value)| format!("{name} {value}")).collect();
        page.line(&format!("| {kind}, {} | | | {:.0} | |", words.join(", "), median(&rates)));
    }
    page.line("");
    Ok(())
}

/// Makes puzzles of ours.
fn make(kind: &str, spec: &Spec, seed: u64, indices: std::ops::Range<u64>) -> Result<(), String> {
    let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
    let generator = Generator::new(entry, spec).map_err(|error| error.to_string())?;
    indices
        .into_iter()
        .try_for_each(|index| generator.generate(seed, index).map(|_| ()).map_err(|error| error.to_string()))
}

/// Lets a rival make puzzles, and returns what it writes.
fn start(program: &Path, parameters: &str, count: u64, seed: u64, out: Stdio) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(["--generate", &count.to_string(), &format!("{parameters}#{seed}")]).stdout(out);
    let output = command.output().map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{} failed", program.display()))
    }
}

/// The level that most puzzles of a rival have.
fn usual_level(program: &Path, parameters: &str) -> Result<u8, String> {
    let text = start(program, parameters, GRADED, 2026, Stdio::piped())?;
    let course = TeachOptions::default().uniqueness(true);
    let mut levels = [0; 7];
    for puzzle in
        read("sgt-puzzles", &text, &ReadOptions { format: Some("tatham".to_owned()), ..ReadOptions::default() })
    {
        let puzzle = puzzle.map_err(|error| error.to_string())?;
        let grade = puzzle.grade(&course).map_err(|error| error.to_string())?;
        levels[usize::from(grade.level.unwrap_or(0))] += 1;
    }
    eprintln!("{} {parameters}: levels without, 1 to 6: {levels:?}", program.display());
    let most = (1..levels.len()).max_by_key(|&level| (levels[level], std::cmp::Reverse(level)));
    Ok(most.unwrap_or(1) as u8)
}

fn row(page: &mut Page, puzzle: &str, rival: &str, theirs: &[f64], ours: &[f64]) {
    let (theirs, ours) = (median(theirs), median(ours));
    page.line(&format!("| {puzzle} | {rival} | {theirs:.0} | {ours:.0} | {} |", times(ours / theirs)));
}

/// Puzzles a second: `make` gets a number to make and the index of the first.
fn rate(mut make: impl FnMut(u64, u64) -> Result<(), String>) -> Result<f64, String> {
    let (mut made, mut count) = (0, 1);
    let start = Instant::now();
    loop {
        make(count, made)?;
        made += count;
        let seconds = start.elapsed().as_secs_f64();
        if seconds >= SECONDS {
            return Ok(made as f64 / seconds);
        }
        count *= 2;
    }
}

/// The folder with the programs of sgt-puzzles: installed, or unpacked below target.
fn sgt() -> Result<PathBuf, String> {
    let folder = root().join("target").join("peers-sgt");
    let unpacked = folder.join("usr").join("games");
    let works = |games: &PathBuf| {
        let mut command = Command::new(games.join("sgt-keen"));
        command.args(["--generate", "1", "4dn"]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    for games in [PathBuf::from("/usr/games"), unpacked.clone()] {
        if works(&games) {
            return Ok(games);
        }
    }
    let remedy = "install Debian's package sgt-puzzles: apt-get install sgt-puzzles".to_owned();
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let fetch =
        Command::new("apt-get").args(["download", "sgt-puzzles"]).current_dir(&folder).stderr(Stdio::null()).status();
    if !fetch.is_ok_and(|status| status.success()) {
        return Err(remedy);
    }
    let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().ends_with(".deb")) {
        let _ = Command::new("dpkg").arg("-x").arg(entry.path()).arg(&folder).status();
    }
    if works(&unpacked) { Ok(unpacked) } else { Err(remedy) }
}
