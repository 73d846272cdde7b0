//! Developer jobs. `cargo xtask help` lists them.

mod agree;
mod conformance;
mod corpus;
mod measure;
mod peers;
mod python;
mod test;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

/// Jobs for those who work on Pencilmark.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    job: Job,
}

/// What to do.
#[derive(Subcommand)]
enum Job {
    /// Everything that must pass: format, lints, tests, doc tests, docs
    Test,
    /// Run every puzzle of a corpora folder through the complete methods and compare with the known answers
    Conformance(conformance::Conformance),
    /// Compare every kind's engine with SAT on random puzzles
    Agree(agree::Agree),
    /// Run every method on every kind over the built-in sets and write benchmarks/matrix.md
    Matrix(measure::matrix::Matrix),
    /// Measure how often each method solves the puzzles of a corpora folder and write benchmarks/rates.md
    Rates(measure::rates::Rates),
    /// Measure how the cost of a proof grows with the board and write benchmarks/growth.md with a chart a kind
    Growth(measure::growth::Growth),
    /// Compare the time a node of backtracking with aima-python's and write benchmarks/aima.md
    Aima,
    /// Run the criterion benches: engines, observers, lab
    Bench,
    /// Time Pencilmark and its rivals in turns on a corpora folder and write benchmarks/DATE-CPU.md
    Peers(peers::Peers),
    /// Write corpus/ anew: the puzzles that travel with the program
    Corpus,
}

fn main() -> ExitCode {
    let result = match Cli::parse().job {
        Job::Test => test::run(),
        Job::Conformance(job) => optimised().unwrap_or_else(|| job.run()),
        Job::Agree(job) => optimised().unwrap_or_else(|| job.run()),
        Job::Matrix(job) => optimised().unwrap_or_else(|| job.run()),
        Job::Rates(job) => optimised().unwrap_or_else(|| job.run()),
        Job::Growth(job) => optimised().unwrap_or_else(|| job.run()),
        Job::Aima => optimised().unwrap_or_else(measure::aima::run),
        Job::Bench => {
            cargo(&["bench", "--workspace", "--bench", "engines", "--bench", "observers", "--bench", "overhead"], &[])
        }
        Job::Peers(job) => optimised().unwrap_or_else(|| job.run()),
        Job::Corpus => optimised().unwrap_or_else(corpus::run),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Measuring jobs run optimised: starts the same job again in release mode, unless this is it.
fn optimised() -> Option<Result<(), String>> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let arguments = ["run", "--quiet", "--release", "--package", "xtask", "--"].map(String::from);
    let arguments: Vec<String> = arguments.into_iter().chain(std::env::args().skip(1)).collect();
    Some(cargo(&arguments, &[]))
}

/// Runs cargo and fails if it fails.
fn cargo<S: AsRef<str>>(arguments: &[S], environment: &[(&str, &str)]) -> Result<(), String> {
    let program = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let mut command = Command::new(program);
    command.args(arguments.iter().map(AsRef::as_ref)).envs(environment.iter().copied());
    let status = command.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    let shown: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
    if status.success() { Ok(()) } else { Err(format!("`cargo {}` failed", shown.join(" "))) }
}
