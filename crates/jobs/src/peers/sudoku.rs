//! Sudoku 9x9 against the crate `sudoku`, both in one binary.

use std::path::Path;
use std::process::Command;

use pencilmark_nine::Instructions;

use super::sets::{AVX2, PORTABLE, SLOWER, SUDOKU};
use super::{Page, Peers, against, median, range, times};
use crate::root;

/// Compares all files; answers on how many we were slower with the best instructions of this machine, one by one or in a batch.
pub(super) fn compare(peers: &Peers, page: &mut Page) -> Result<usize, String> {
    let files: Vec<String> = SUDOKU
        .iter()
        .map(|(name, _)| format!("sudoku/{name}"))
        .filter(|file| peers.only.as_deref().is_none_or(|only| file.contains(only)))
        .map(|file| peers.folder.join(file).with_extension("txt").to_string_lossy().into_owned())
        .collect();
    if files.is_empty() {
        return Ok(0);
    }
    page.line(
        "## Sudoku 9x9, against the crate `sudoku` 0.8\n\nFrom 81 characters to the proof that the solution is the only one, or that there are others \
         (several-solutions): up to two solutions. Both stand in one binary and are timed alike: a round is all lines of a file from the first to the last, \
         again and again until 40 ms are over; the two take turns, round by round, and the average over the file counts. No line is repeated by itself, \
         but a short file is met hot. Thousand puzzles a second; the ratio is the median over rounds, with the range.\n\n\
         | file | instructions | call | puzzles | crate, k/s | Pencilmark, k/s | ratio | range | goal |\n\
         | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    );
    let mut arguments = vec![(peers.runs * 3).to_string()];
    arguments.extend(files);
    let best = format!("{:?}", Instructions::best());
    let mut slower = Vec::new();
    for line in run(&arguments)?.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[path, instructions, way, puzzles, theirs, ours] = fields.as_slice() else { continue };
        let stem = Path::new(path).file_stem();
        let Some(&(name, goals)) = SUDOKU.iter().find(|(name, _)| stem == Some(name.as_ref())) else { continue };
        let (theirs, ours, puzzles) = (numbers(theirs), numbers(ours), puzzles.parse::<f64>().unwrap_or(0.0));
        let ratios: Vec<f64> = theirs.iter().zip(&ours).map(|(theirs, ours)| theirs / ours).collect();
        let goal = match (instructions, way) {
            ("Avx512", "one") => goals.map(|(one, _)| one),
            ("Avx512", _) => goals.map(|(_, batch)| batch),
            ("Avx2", _) => Some(AVX2),
            _ => Some(PORTABLE),
        };
        let rate = |seconds: &[f64]| puzzles / median(seconds) / 1e3;
        let (low, high) = range(&ratios);
        let ratio = median(&ratios);
        page.line(&format!(
            "| {name} | {instructions} | {way} | {puzzles} | {:.1} | {:.1} | {} | {}-{} | {} |",
            rate(&theirs),
            rate(&ours),
            times(ratio),
            times(low),
            times(high),
            against(ratio, goal)
        ));
        if instructions == best && ratio * SLOWER < 1.0 && !slower.contains(&name) {
            slower.push(name);
        }
    }
    let names = if slower.is_empty() { String::new() } else { format!(" ({})", slower.join(", ")) };
    page.line(&format!(
        "\nFiles on which the crate was faster by more than {SLOWER} than {best}, one by one or in a batch: {}{names}.\n",
        slower.len()
    ));
    Ok(slower.len())
}

/// Builds the rival's binary, which holds both, and runs it.
pub(super) fn run(arguments: &[String]) -> Result<String, String> {
    let manifest = root().join("peers").join("sudoku").join("Cargo.toml");
    let target = root().join("target").join("peers");
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "--manifest-path"]).arg(manifest).arg("--").args(arguments);
    let output = command
        .env("CARGO_TARGET_DIR", target)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err("peers/sudoku failed; its error stands above".to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Numbers with commas between them.
pub(super) fn numbers(text: &str) -> Vec<f64> {
    text.split(',').filter_map(|number| number.parse().ok()).collect()
}
