//! Generation against the crate `sudoku` and sgt-puzzles, on one thread.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use pencilmark::Spec;

use super::{Page, median, times};
use crate::root;

/// What is generated: program and parameters of sgt-puzzles, our kind and size.
const SETS: [(&str, &str, &str, usize); 8] = [
    ("sgt-keen", "6dn", "kenken", 6),
    ("sgt-keen", "9dn", "kenken", 9),
    ("sgt-keen", "9dx", "kenken", 9),
    ("sgt-singles", "8x8dk", "hitori", 8),
    ("sgt-singles", "12x12dk", "hitori", 12),
    ("sgt-singles", "20x20dk", "hitori", 20),
    ("sgt-solo", "3x3db", "sudoku", 9),
    ("sgt-solo", "4x4db", "sudoku", 16),
];
/// Each side works at least so long, and this often.
const SECONDS: f64 = 0.5;
const ROUNDS: u64 = 3;

pub(super) fn compare(page: &mut Page) -> Result<(), String> {
    page.line(
        "## Generation, puzzles a second\n\nUnique puzzles; no grades on our side, so a rival that also sees to a level does more. \
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
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            theirs.push(rate(|count, _| {
                let program = games.join(program);
                let mut command = Command::new(&program);
                command
                    .args(["--generate", &count.to_string(), &format!("{parameters}#{round}")])
                    .stdout(Stdio::null());
                let status =
                    command.status().map_err(|error| format!("cannot start {}: {error}", program.display()))?;
                if status.success() { Ok(()) } else { Err(format!("{} failed", program.display())) }
            })?);
            let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
            let spec = Spec::sized(side, side);
            ours.push(rate(|count, from| {
                for index in from..from + count {
                    pencilmark::registry::generate(entry, &spec, round, index).map_err(|error| error.to_string())?;
                }
                Ok(())
            })?);
        }
        row(page, &format!("{kind} {side}x{side}"), &format!("{program} {parameters}"), &theirs, &ours);
    }
    page.line("");
    Ok(())
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
