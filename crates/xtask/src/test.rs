//! `cargo xtask test`: everything that must pass before a change lands.

use crate::{cargo, root};

struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

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

pub(crate) fn run() -> Result<(), String> {
    std::env::set_current_dir(root()).map_err(|error| format!("cannot enter the workspace: {error}"))?;
    for step in STEPS {
        eprintln!("── {}: cargo {}", step.name, step.arguments.join(" "));
        cargo(step.arguments, step.environment)?;
    }
    eprintln!("── all good");
    Ok(())
}
