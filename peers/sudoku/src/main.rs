//! Times Pencilmark's 9x9 Sudoku solver and the crate `sudoku` in turns on the same lines.
//!
//! `peer-sudoku ROUNDS FILE...` prints a line for each file and way: file, way, puzzles, then seconds a round of the crate and of Pencilmark, as
//! tab-separated values. A round that takes less than a few tens of milliseconds is repeated inside. Ends with an error if the two disagree.
//! `peer-sudoku --generate COUNT` does the same for minimal puzzles.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use pencilmark::{Settings, Spec, registry};
use pencilmark_nine::{Found, Instructions, Solver};
use sudoku::Sudoku;

/// A round lasts at least so long.
const LEAST: f64 = 0.04;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((first, rest)) if first == "--generate" => {
            generate(rest.first().and_then(|n| n.parse().ok()).unwrap_or(1000))
        }
        Some((rounds, files)) if rounds.parse::<usize>().is_ok() => {
            files.iter().try_for_each(|file| measure(file, rounds.parse().unwrap_or(1)))
        }
        _ => Err("usage: peer-sudoku ROUNDS FILE... | --generate COUNT".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn measure(file: &str, rounds: usize) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let lines: Vec<[u8; 81]> = text.lines().filter_map(|line| line.trim().as_bytes().try_into().ok()).collect();
    if lines.is_empty() {
        return Err(format!("no puzzle of 81 characters in {file}"));
    }
    for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
        agree(file, &lines, instructions)?;
        let mut solver = Solver::new(instructions);
        let mut found = vec![Found::NONE; lines.len()];
        let mut seconds = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..rounds {
            seconds[0].push(time(|| {
                for line in &lines {
                    let text = std::str::from_utf8(line).unwrap_or_default();
                    black_box(Sudoku::from_str_line(text).ok().and_then(|sudoku| sudoku.solution()));
                }
            }));
            seconds[1].push(time(|| {
                for line in &lines {
                    black_box(solver.solve(black_box(line), 2));
                }
            }));
            seconds[2].push(time(|| solver.solve_batch(black_box(&lines), 2, black_box(&mut found))));
        }
        for (way, ours) in [("one", &seconds[1]), ("batch", &seconds[2])] {
            let list = |seconds: &[f64]| seconds.iter().map(|s| format!("{s:.9}")).collect::<Vec<_>>().join(",");
            println!("{file}\t{instructions:?}\t{way}\t{}\t{}\t{}", lines.len(), list(&seconds[0]), list(ours));
        }
    }
    Ok(())
}

/// Whether both find the same solution and the same verdict, one by one and in a batch.
fn agree(file: &str, lines: &[[u8; 81]], instructions: Instructions) -> Result<(), String> {
    let mut solver = Solver::new(instructions);
    let mut batch = vec![Found::NONE; lines.len()];
    solver.solve_batch(lines, 2, &mut batch);
    for (index, line) in lines.iter().enumerate() {
        let text = std::str::from_utf8(line).unwrap_or_default();
        let theirs = Sudoku::from_str_line(text).map_err(|error| format!("{file}:{}: {error}", index + 1))?.solution();
        for found in [solver.solve(line, 2), batch[index]] {
            let ours = (found.solutions == 1).then_some(found.first);
            if ours.as_ref().map(<[u8; 81]>::as_slice)
                != theirs.as_ref().map(|s| s.to_str_line().as_bytes().to_vec()).as_deref()
            {
                return Err(format!("{file}:{}: {instructions:?} and the crate `sudoku` disagree", index + 1));
            }
        }
    }
    Ok(())
}

fn generate(count: u64) -> Result<(), String> {
    let kind = registry::kind("sudoku").ok_or("no Sudoku")?;
    let spec = Spec::default().with(Settings::MINIMAL, true);
    let generator = registry::Generator::new(kind, &spec).map_err(|error| error.to_string())?;
    for round in 0..5 {
        let start = Instant::now();
        for _ in 0..count {
            black_box(Sudoku::generate());
        }
        let theirs = start.elapsed().as_secs_f64();
        let start = Instant::now();
        for index in 0..count {
            black_box(generator.generate(round, index).map_err(|error| error.to_string())?);
        }
        println!("generate\tminimal\tone\t{count}\t{theirs:.9}\t{:.9}", start.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Seconds that `job` takes; repeated until it is worth measuring.
fn time(mut job: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut times = 0;
    loop {
        job();
        times += 1;
        let seconds = start.elapsed().as_secs_f64();
        if seconds >= LEAST {
            return seconds / f64::from(times);
        }
    }
}
