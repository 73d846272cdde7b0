//! Ratings of 9x9 Sudoku against sukaku-forge and skfr, on one thread.
//!
//! Neither is in a registry: they are cloned into target/peers and built there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::{Page, Peers, against, median, times};
use crate::root;

/// The files, and how many puzzles of each: every side works for a second or so.
const SETS: [(&str, usize); 4] = [("kids", 20_000), ("minimal", 1_000), ("17-clue", 3_000), ("magictour-top1465", 60)];
const ROUNDS: usize = 3;

/// What our own program is asked for, and what it should reach against the faster rival: ER, EP and ED, and level and score alone.
const WAYS: [(&[&str], f64); 2] = [(&[], 2.0), (&["--no-ratings"], 20.0)];

/// A program that rates the lines of a file.
struct Rival {
    name: &'static str,
    repository: &'static str,
    /// How it is built in its folder, by a shell.
    build: &'static str,
    /// The program, below its folder.
    program: &'static str,
    /// Runs it on a file of this name, without the ending `.txt`, and answers what it says about every line.
    rate: fn(&mut Command, &Path) -> Result<Vec<String>, String>,
}

const RIVALS: [Rival; 2] = [
    Rival {
        name: "sukaku-forge",
        repository: "https://github.com/SlowLarry/sukaku-forge",
        // Its own choice of a toolchain would have to be downloaded.
        build: "rm -f rust-toolchain.toml && CARGO_TARGET_DIR=target RUSTFLAGS='-C target-cpu=native' \
                cargo build --quiet -p sukaku-forge-classic-rater --profile rater",
        program: "target/rater/sukaku-forge-rate",
        rate: |command, file| {
            let input = std::fs::File::open(file.with_extension("txt")).map_err(|error| error.to_string())?;
            let output = command.arg("--allow-uniqueness").stdin(input).stderr(Stdio::null()).output();
            let output = output.map_err(|error| error.to_string())?;
            Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
        },
    },
    Rival {
        name: "skfr",
        repository: "https://github.com/dobrichev/skfr",
        build: "cd src && g++ -O3 -march=native -fopenmp -w -o ../skfr utilities.cpp opsudo.cpp puzzle.cpp fsss.cpp t_128.cpp \
                flog.cpp skfr.cpp ratingengine.cpp bitfields.cpp 2>/dev/null",
        program: "skfr",
        rate: |command, file| {
            command.arg(format!("--input={}", file.display())).env("OMP_NUM_THREADS", "1");
            let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
            status.map_err(|error| error.to_string())?;
            let rated = file.with_file_name(format!("{}_rat.txt", file.file_name().unwrap_or_default().display()));
            let text = std::fs::read_to_string(rated).map_err(|error| error.to_string())?;
            Ok(text.lines().filter_map(|line| line.split_once("ED=")).map(|(_, rating)| rating.to_owned()).collect())
        },
    },
];

pub(super) fn compare(peers: &Peers, page: &mut Page) -> Result<(), String> {
    let folder = root().join("target").join("peers");
    let mut rivals: Vec<(&Rival, PathBuf)> = Vec::new();
    page.line(
        "## Raters of 9x9 Sudoku, puzzles a second\n\nPuzzles spread over a file, one thread, in turns; medians over rounds. The rivals are programs that read a file and \
         write ER, EP and ED, built for this machine; Pencilmark is `grade --format json`, which also has level, score, techniques and bottlenecks, with ER, EP and ED and without. \
         Starting them is a part of their time. The ratio is that to the faster rival.\n",
    );
    for rival in &RIVALS {
        match built(rival, &folder) {
            Ok(program) => rivals.push((rival, program)),
            Err(remedy) => page.line(&format!("Not compared with {}: {remedy}\n", rival.name)),
        }
    }
    if rivals.is_empty() {
        return Ok(());
    }
    let own = pencilmark()?;
    let names: Vec<&str> = rivals.iter().map(|(rival, _)| rival.name).collect();
    let names = names.join(" | same ratings | ");
    page.line(&format!(
        "| file | puzzles | {names} | same ratings | Pencilmark | ratio | goal | without ER | ratio | goal |"
    ));
    page.line(&format!(
        "| --- | ---: |{} ---: | ---: | --- | ---: | ---: | --- |",
        " ---: | ---: |".repeat(rivals.len())
    ));
    for (name, wanted) in SETS {
        let path = peers.folder.join("sudoku").join(name).with_extension("txt");
        let text =
            std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let lines: Vec<&str> = text.lines().filter(|line| line.len() >= 81).collect();
        let taken = wanted.min(lines.len());
        let lines: Vec<&str> = (0..taken).map(|index| &lines[index * lines.len() / taken][..81]).collect();
        page.line(&row(name, &lines, &own, &rivals, &folder)?);
    }
    page.line("");
    Ok(())
}

/// One file, all raters in turns.
fn row(name: &str, lines: &[&str], own: &Path, rivals: &[(&Rival, PathBuf)], folder: &Path) -> Result<String, String> {
    let file = folder.join("raters");
    std::fs::write(file.with_extension("txt"), lines.join("\n") + "\n").map_err(|error| error.to_string())?;
    let rate = |start: Instant| lines.len() as f64 / start.elapsed().as_secs_f64();
    let mut theirs = vec![Vec::new(); rivals.len()];
    let mut same = vec![0; rivals.len()];
    let mut ours = [const { Vec::new() }; WAYS.len()];
    for _ in 0..ROUNDS {
        let mut told = Vec::new();
        for (rates, (options, _)) in ours.iter_mut().zip(WAYS) {
            let start = Instant::now();
            told.push(graded(own, &file, options)?);
            rates.push(rate(start));
        }
        let ratings: Vec<String> = told[0].lines().filter_map(ratings).collect();
        for (index, (rival, program)) in rivals.iter().enumerate() {
            let start = Instant::now();
            let found = (rival.rate)(&mut Command::new(program), &file)?;
            theirs[index].push(rate(start));
            same[index] = found.iter().zip(&ratings).filter(|(their, our)| their == our).count();
        }
    }
    let best = theirs.iter().map(|rates| median(rates)).fold(0.0, f64::max);
    let mut row = format!("| {name} | {} |", lines.len());
    for (rates, same) in theirs.iter().zip(same) {
        let _ = write!(row, " {:.0} | {same} |", median(rates));
    }
    for (rates, (_, goal)) in ours.iter().zip(WAYS) {
        let ratio = median(rates) / best;
        let _ = write!(row, " {:.0} | {} | {} |", median(rates), times(ratio), against(ratio, Some(goal)));
    }
    Ok(row)
}

/// Grades a file with our own program.
fn graded(program: &Path, file: &Path, options: &[&str]) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(["grade", "--format", "json", "--threads", "1"]).args(options).arg(file.with_extension("txt"));
    let output = command.stderr(Stdio::null()).output().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// `ER/EP/ED` of a record.
fn ratings(line: &str) -> Option<String> {
    let record: serde_json::Value = serde_json::from_str(line).ok()?;
    let ratings = ["er", "ep", "ed"].map(|name| record[name].as_f64().map(|rating| format!("{rating:.1}")));
    Some(ratings.into_iter().flatten().collect::<Vec<_>>().join("/"))
}

/// Our own program, as its users build it.
fn pencilmark() -> Result<PathBuf, String> {
    let status = Command::new("cargo")
        .args(["build", "--release", "--quiet", "-p", "pencilmark-cli"])
        .current_dir(root())
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("release").join("pencilmark");
    if status.success() { Ok(program) } else { Err("pencilmark did not build".to_owned()) }
}

/// The rival's program, cloned and built if it is not there yet; else the remedy.
fn built(rival: &Rival, folder: &Path) -> Result<PathBuf, String> {
    let source = folder.join(rival.name);
    let program = source.join(rival.program);
    if program.exists() {
        return Ok(program);
    }
    let remedy = format!("clone {} into {} and run the job again", rival.repository, source.display());
    if !source.exists() {
        let mut clone = Command::new("git");
        clone.args(["clone", "--quiet", "--depth", "1", rival.repository]).arg(&source).stderr(Stdio::null());
        if !clone.env("GIT_TERMINAL_PROMPT", "0").status().is_ok_and(|status| status.success()) {
            return Err(remedy);
        }
    }
    let status = Command::new("sh").args(["-c", rival.build]).current_dir(&source).status();
    let is_built = status.is_ok_and(|status| status.success()) && program.exists();
    if is_built { Ok(program) } else { Err(format!("it did not build in {}", source.display())) }
}
