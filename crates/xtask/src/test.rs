//! `cargo xtask test`: everything that must pass before a change lands.

use crate::{cargo, root};

pub(crate) fn run() -> Result<(), String> {
    std::env::set_current_dir(root()).map_err(|error| format!("cannot enter the workspace: {error}"))?;
    let steps: [(&str, &[&str], &[(&str, &str)]); 4] = [
        ("format", &["fmt", "--all", "--check"], &[]),
        ("lints", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[]),
        ("tests and doc tests", &["test", "--workspace"], &[]),
        (
            "docs",
            &["doc", "--workspace", "--no-deps", "--document-private-items"],
            &[("RUSTDOCFLAGS", "--deny warnings")],
        ),
    ];
    for (name, arguments, environment) in steps {
        eprintln!("── {name}: cargo {}", arguments.join(" "));
        cargo(arguments, environment)?;
    }
    eprintln!("── all good");
    Ok(())
}
