//! Developer jobs. `cargo xtask help` lists them.
//!
//! This package has no dependencies: `cargo xtask test` must not build the engines for one package with the features
//! that this package needs, and then again for the workspace with the features that all packages need together. Jobs
//! that run the engines are in `crates/jobs`, which is built, optimised, when one of them is asked for.

mod cluster;
mod coverage;
mod python;
mod studio;
mod test;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::{env, io};

const HELP: &str = "\
Usage: cargo xtask <JOB>

Jobs:
  test [--all] Everything that must pass: format, lints, tests, doc tests, docs, the studio in a browser, the Python package;
               with --all, or where CI=true, the cluster, too
  studio-test  The studio in a browser alone (builds the command first)
  studio-gallery [FOLDER]
               Pictures of every page of the studio, kind, colour scheme and width
  python       The Python package alone: its wheel, types and tests
  cluster      The functions in SQL alone: their tests, here and on a cluster of processes
  cluster-lint The same for format and lints
  cluster-measure [MILLIONS] [MILLIONS-ON-A-CLUSTER]
               Puzzles from Parquet to Parquet against the command, then on a cluster that loses an executor
  peers --python [N]
               The Python package, optimised, against the command on N puzzles and against rivals
  bench        Run the criterion benches: engines, observers, lab
  help         Print this list and the jobs that run the engines

Jobs that run the engines (built in release mode first):
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test"] => test::run(std::env::var_os("CI").is_some_and(|value| value == "true")),
        ["test", "--all"] => test::run(true),
        ["studio-test"] => cargo(&["build"], &[]).and_then(|()| studio::test()),
        ["studio-gallery"] => studio::gallery("target/studio-gallery"),
        ["studio-gallery", folder] => studio::gallery(folder),
        ["python"] => python::missing().map_or_else(python::test, Err),
        ["cluster"] => cluster::test(),
        ["cluster-lint"] => cluster::lint(),
        ["cluster-measure", ref counts @ ..] => cluster::measure(counts),
        ["peers", "--python", ref count @ ..] => python::peers(count),
        ["bench"] => cargo(&["bench", "--package", "pencilmark-bench"], &[]),
        [] | ["help" | "--help" | "-h"] => {
            eprint!("{HELP}");
            jobs(&["--help"])
        }
        ["fuzz", ..] if words.contains(&"--coverage") => coverage::run(&words),
        _ => jobs(&words),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Starts a job of `crates/jobs`. Measurements are made with the release build.
fn jobs(words: &[&str]) -> Result<(), String> {
    let start = ["run", "--release", "--package", "pencilmark-jobs", "--"];
    cargo(&start.into_iter().chain(words.iter().copied()).collect::<Vec<_>>(), &[])
}

/// The root of the workspace.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Runs cargo and fails if it fails.
fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    succeeded(arguments, command(arguments, environment).status())
}

/// Cargo with these arguments.
fn command(arguments: &[&str], environment: &[(&str, &str)]) -> Command {
    let program = env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let mut command = Command::new(program);
    command.args(arguments).envs(environment.iter().copied());
    command
}

/// Fails if cargo with these arguments did not start or has failed.
fn succeeded(arguments: &[&str], status: io::Result<ExitStatus>) -> Result<(), String> {
    let status = status.map_err(|error| format!("cannot start cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`cargo {}` failed", arguments.join(" "))) }
}
