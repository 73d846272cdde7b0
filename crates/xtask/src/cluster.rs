//! The cluster: a workspace of its own, which is built below `target/cluster`.

use std::process::Command;

use crate::root;
use crate::studio::{run, target};

fn cargo(words: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(words).env("CARGO_TARGET_DIR", target().join("cluster")).current_dir(root().join("crates/cluster"));
    command
}

/// Its tests.
pub(crate) fn test() -> Result<(), String> {
    run(&mut cargo(&["fmt", "--check"]))?;
    // Without the program that measures.
    run(&mut cargo(&["test", "--locked", "--test", "cluster"]))
}

/// Format and lints. They compile all dependencies once more, so that they are not part of the tests.
pub(crate) fn lint() -> Result<(), String> {
    run(&mut cargo(&["fmt", "--check"]))?;
    run(&mut cargo(&["clippy", "--locked", "--all-targets", "--", "--deny", "warnings"]))
}

/// Measures it, optimised, against the command; `words` go to the program that does it.
pub(crate) fn measure(words: &[&str]) -> Result<(), String> {
    crate::cargo(&["build", "--release"], &[])?;
    run(&mut cargo(&["build", "--locked", "--release", "--bins", "--examples"]))?;
    let program = target().join("cluster/release/examples/measure");
    run(Command::new(program).arg(target().join("release/pencilmark")).args(words))
}
