//! The Python package: its wheel, built into a scratch environment below `target/`, and its tests there.
//!
//! What this needs beside Rust is Python 3.9 or later with `venv` and pip, which install the rest: maturin, pytest, mypy, and the libraries that tables are tested with.
//! Without Python the tests of the workspace pass, and say what they skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::studio::{run, target};
use crate::{cargo, root};

/// The oldest Python that the wheel is for.
const OLDEST: (u32, u32) = (3, 9);
/// What the tests need.
const PACKAGES: [&str; 8] =
    ["maturin>=1.9,<2", "pytest>=8,<10", "mypy>=1.15,<3", "pyarrow", "polars", "numpy", "pandas", "tqdm"];

/// What is built, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// With the settings for tests.
    Tests,
    /// Optimised, for measurements.
    Release,
}

/// Whether there is a Python to test with; if not, what is to be said.
pub(crate) fn missing() -> Option<String> {
    let help = "install Python 3.9 or later with venv (`apt-get install python3-venv`), then `cargo xtask python`";
    let (major, minor) = OLDEST;
    let code = format!("import sys, venv, ensurepip; sys.exit(sys.version_info < ({major}, {minor}))");
    let is_there = Command::new("python3").args(["-c", &code]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if is_there.is_ok_and(|status| status.success()) { None } else { Some(help.to_owned()) }
}

/// Builds the wheel, installs it into an environment of its own, and returns the environment's Python.
pub(crate) fn install(build: Build) -> Result<PathBuf, String> {
    let folder = target().join("python");
    let python = folder.join("venv/bin/python");
    let (marker, wanted) = (folder.join("installed-for"), PACKAGES.join("\n"));
    if !(python.is_file() && fs::read_to_string(&marker).is_ok_and(|known| known == wanted)) {
        eprintln!("── installing what the tests in Python need: pip install {}", PACKAGES.join(" "));
        run(Command::new("python3").args(["-m", "venv"]).arg(folder.join("venv")))?;
        let mut pip = Command::new(&python);
        run(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES))?;
        fs::write(&marker, wanted).map_err(|error| format!("cannot write {}: {error}", marker.display()))?;
    }
    let wheels = folder.join("wheels");
    // An old wheel is not to be taken for the new one.
    let _ = fs::remove_dir_all(&wheels);
    let mut maturin = Command::new(folder.join("venv/bin/maturin"));
    maturin.args(["build", "--quiet", "--profile", if build == Build::Tests { "dev" } else { "release" }, "--out"]);
    run(maturin.arg(&wheels).args(["--interpreter"]).arg(&python).current_dir(root().join("crates/python")))?;
    let wheel = fs::read_dir(&wheels)
        .map_err(|error| format!("cannot read {}: {error}", wheels.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .ok_or_else(|| "maturin made no wheel".to_owned())?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"]);
    run(pip.arg(wheel))?;
    Ok(python)
}

/// Builds the wheel, checks the types of the package, and runs its tests.
pub(crate) fn test() -> Result<(), String> {
    let python = install(Build::Tests)?;
    let folder: &Path = &root().join("crates/python");
    run(Command::new(&python).args(["-m", "mypy", "python/pencilmark_puzzles", "tests"]).current_dir(folder))?;
    run(Command::new(&python).args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).current_dir(folder))
}

/// Rivals that pip installs, for measurements alone.
const RIVALS: [&str; 4] = ["py-sudoku", "dokusan", "ortools", "python-constraint2"];

/// Measures the optimised package against the command and against rivals; `words` go to the script.
pub(crate) fn peers(words: &[&str]) -> Result<(), String> {
    missing().map_or(Ok(()), Err)?;
    cargo(&["build", "--release"], &[])?;
    let python = install(Build::Release)?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(RIVALS))?;
    let program = target().join("release/pencilmark");
    run(Command::new(&python).arg(root().join("peers/python.py")).arg(program).args(words))
}
