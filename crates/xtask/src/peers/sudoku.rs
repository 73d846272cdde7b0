//! Sudoku 9x9 against the crate `sudoku`, both in one binary.

use std::process::Command;

use super::sets::{AVX2, PORTABLE, SUDOKU};
use super::{Page, Peers, against, median, range, times};
use crate::root;

pub(super) fn compare(peers: &Peers, page: &mut Page) -> Result<(), String> {
    page.line(
        "## Sudoku 9x9, against the crate `sudoku` 0.8\n\nFrom 81 characters to the proof that the solution is the only one. Thousand puzzles a \
         second; the ratio is the median over rounds, with the range.\n\n\
         | file | instructions | call | puzzles | crate, k/s | Pencilmark, k/s | ratio | range | goal |\n\
         | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    );
    let files = SUDOKU.map(|(name, ..)| peers.folder.join("sudoku").join(format!("{name}.txt")));
    let mut arguments = vec![(peers.runs * 3).to_string()];
    arguments.extend(files.iter().map(|file| file.to_string_lossy().into_owned()));
    for line in run(&arguments)?.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[path, instructions, way, puzzles, theirs, ours] = fields.as_slice() else { continue };
        let Some(&(name, one, batch)) = SUDOKU.iter().find(|(name, ..)| path.contains(name)) else { continue };
        let (theirs, ours, puzzles) = (numbers(theirs), numbers(ours), puzzles.parse::<f64>().unwrap_or(0.0));
        let ratios: Vec<f64> = theirs.iter().zip(&ours).map(|(theirs, ours)| theirs / ours).collect();
        let goal = match (instructions, way) {
            ("Avx512", "one") => one,
            ("Avx512", _) => batch,
            ("Avx2", _) => AVX2,
            _ => PORTABLE,
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
            against(ratio, Some(goal))
        ));
    }
    page.line("");
    Ok(())
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
