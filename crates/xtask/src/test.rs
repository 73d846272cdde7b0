//! `cargo xtask test`: everything that must pass before a change lands.

use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Read, Write};
use std::process::Stdio;

use crate::{cargo, cluster, command, python, root, studio, succeeded};

struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

/// What a test that could not run begins its line on standard error with.
const SKIPPED: &str = "skipped:";

const STEPS: &[Step] = &[
    Step { name: "format", arguments: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        name: "lints",
        arguments: &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"],
        environment: &[],
    },
    Step { name: "tests and doc tests", arguments: &["test", "--workspace"], environment: &[] },
    Step {
        name: "docs",
        arguments: &["doc", "--workspace", "--no-deps", "--document-private-items"],
        environment: &[("RUSTDOCFLAGS", "--deny warnings")],
    },
];

/// `all`: with what takes long to build.
pub(crate) fn run(all: bool) -> Result<(), String> {
    std::env::set_current_dir(root()).map_err(|error| format!("cannot enter the workspace: {error}"))?;
    let mut skipped = Vec::new();
    for step in STEPS {
        eprintln!("── {}: cargo {}", step.name, step.arguments.join(" "));
        if step.arguments.contains(&"test") {
            skipped = run_tests(step)?;
        } else {
            cargo(step.arguments, step.environment)?;
        }
    }
    eprintln!("── the studio in a browser: cargo xtask studio-test");
    studio::test()?;
    if let Some(help) = python::missing() {
        skipped.push(format!("{SKIPPED} the Python package: {help}"));
    } else {
        eprintln!("── the Python package: cargo xtask python");
        python::test()?;
    }
    if all {
        eprintln!("── the cluster: cargo xtask cluster");
        cluster::test()?;
    } else {
        skipped.push(format!("{SKIPPED} the cluster, which takes long to build: cargo xtask cluster"));
    }
    // Among the output of all other tests nobody would see them.
    for line in skipped {
        eprintln!("{line}");
    }
    eprintln!("── all good");
    Ok(())
}

/// Runs the tests; answers the lines of those that were skipped. Only standard error, where these are, goes through a pipe: what the tests
/// print keeps its colours, and what cargo prints is asked to.
fn run_tests(step: &Step) -> Result<Vec<String>, String> {
    let mut cargo = command(step.arguments, step.environment);
    let is_set = |name| std::env::var_os(name).is_some();
    if io::stderr().is_terminal() && !is_set("CARGO_TERM_COLOR") && !is_set("NO_COLOR") {
        cargo.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = cargo.stderr(Stdio::piped()).spawn().map_err(|error| format!("cannot start cargo: {error}"))?;
    let skipped = child.stderr.take().map_or_else(|| Ok(Vec::new()), |output| pass_on(output, io::stderr()));
    succeeded(step.arguments, child.wait())?;
    skipped.map_err(|error| format!("cannot pass on what the tests print: {error}"))
}

/// Copies line by line; answers the lines of skipped tests.
fn pass_on(input: impl Read, mut output: impl Write) -> io::Result<Vec<String>> {
    let (mut input, mut line, mut skipped) = (BufReader::new(input), Vec::new(), Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(&line)?;
        if line.starts_with(SKIPPED.as_bytes()) {
            skipped.push(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        line.clear();
    }
    Ok(skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_passed_on_and_kept() {
        let text =
            "   Compiling x\nskipped: one: no AVX-512\n\u{1b}[1mRunning\u{1b}[0m y\nskipped: two\nnot skipped: z";
        let mut copied = Vec::new();
        let skipped = pass_on(text.as_bytes(), &mut copied).expect("copies");
        assert_eq!(
            (copied.as_slice(), skipped),
            (text.as_bytes(), vec!["skipped: one: no AVX-512".to_owned(), "skipped: two".to_owned()])
        );
    }
}
