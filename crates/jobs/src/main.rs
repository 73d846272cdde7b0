//! Developer jobs that run the engines. `cargo xtask` starts them in release mode; `cargo xtask help` lists them.

mod agree;
mod conformance;
mod corpus;
mod corrections;
mod fuzz;
mod instructions;
mod limits;
mod measure;
mod memory;
mod peers;
mod python;
mod ratings;
mod studio;
mod teach;
mod techniques;

use std::path::Path;
use std::process::ExitCode;

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
    /// Run every puzzle of a corpora folder through the complete methods and compare with the known answers
    Conformance(conformance::Conformance),
    /// Compare every kind's engine with SAT on random puzzles
    Agree(agree::Agree),
    /// Run every method on every kind over the built-in sets and write benchmarks/matrix.md
    Matrix(measure::matrix::Matrix),
    /// Measure how often each method solves the puzzles of a corpora folder and write benchmarks/rates.md
    Rates(measure::rates::Rates),
    /// Compare the ratings of 9x9 Sudoku with a table of those of Sudoku Explainer
    Ratings(ratings::Ratings),
    /// Measure how the cost of a proof grows with the board and write benchmarks/growth.md with a chart a kind
    Growth(measure::growth::Growth),
    /// Compare the time a node of backtracking with aima-python's and write benchmarks/aima.md
    Aima,
    /// Time Pencilmark and its rivals in turns on a corpora folder and write benchmarks/DATE-CPU.md
    Peers(peers::Peers),
    /// Hunt for inputs that break a reader, the stream, the fast Sudoku lines or the lab
    Fuzz(fuzz::Fuzz),
    /// Put the studio under load and under attack and write benchmarks/studio.md
    StudioLoad(studio::StudioLoad),
    /// Prove steps of every technique by SAT, and compare all steps with the solutions
    Steps(teach::steps::Steps),
    /// Measure how far the techniques reach and how they order puzzles, and write benchmarks/grades.md
    Grades(teach::grades::Grades),
    /// Write docs/techniques/ anew: a page for each technique
    TechniquePages(teach::pages::Pages),
    /// Compare the techniques of Sudoku with a file of positions, or of puzzles, whose techniques are known
    Techniques(techniques::Techniques),
    /// Run every verb on the boards of a corpora folder and on large generated ones, and check that
    /// each ends soon after its limit
    Limits(limits::Limits),
    /// Mistype one clue of many puzzles, count how often the right correction is listed, and write
    /// benchmarks/corrections.md
    Corrections(corrections::Corrections),
    /// Write corpus/ anew: the puzzles that travel with the program
    Corpus,
}

fn main() -> ExitCode {
    let result = match Cli::parse().job {
        Job::Conformance(job) => job.run(),
        Job::Agree(job) => job.run(),
        Job::Matrix(job) => job.run(),
        Job::Rates(job) => job.run(),
        Job::Ratings(job) => job.run(),
        Job::Growth(job) => job.run(),
        Job::Aima => measure::aima::run(),
        Job::Peers(job) => job.run(),
        Job::Fuzz(job) => job.run(),
        Job::StudioLoad(job) => job.run(),
        Job::Steps(job) => job.run(),
        Job::Grades(job) => job.run(),
        Job::TechniquePages(job) => job.run(),
        Job::Techniques(job) => job.run(),
        Job::Limits(job) => job.run(),
        Job::Corrections(job) => job.run(),
        Job::Corpus => corpus::run(),
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
