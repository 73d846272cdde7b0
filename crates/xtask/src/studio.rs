//! The studio in a real browser: its scripts type-checked, its pages driven by `crates/studio/e2e`.
//!
//! What this needs beside Rust is Node.js, the packages of `e2e/package-lock.json` and Chromium. Packages are installed when they are missing. Chromium is looked for,
//! and installed where that is possible without asking (as root, by apt); otherwise the command that installs it is named.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, root};

/// The oldest Node.js whose test runner does.
const NODE: u32 = 20;
/// Names under which Chromium is installed, or a browser that is as good.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Says for which lock file the packages were installed.
const INSTALLED: &str = "node_modules/.installed-for";

/// Checks the types of the studio's scripts and runs its end-to-end tests.
pub(crate) fn test() -> Result<(), String> {
    let folder = root().join("crates/studio/e2e");
    prepare(&folder)?;
    let browser = browser()?;
    run(Command::new("node").arg("node_modules/typescript/bin/tsc").args(["--project", "."]).current_dir(&folder))?;
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    let program = target().join("debug/pencilmark");
    // Browsers are large: one file after the other.
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).args(files).current_dir(&folder);
    run(node.env("PENCILMARK", program).env("CHROMIUM", browser))
}

/// Pictures of every page of the studio, by the optimised program.
pub(crate) fn gallery(pictures: &str) -> Result<(), String> {
    let folder = root().join("crates/studio/e2e");
    prepare(&folder)?;
    let browser = browser()?;
    cargo(&["build", "--release"], &[])?;
    let pictures = env::current_dir().map_err(|error| format!("there is no current folder: {error}"))?.join(pictures);
    let mut node = Command::new("node");
    node.arg("gallery.mjs").arg(pictures).current_dir(&folder);
    run(node.env("PENCILMARK", target().join("release/pencilmark")).env("CHROMIUM", browser))
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Makes sure that Node.js and the packages are there.
fn prepare(folder: &Path) -> Result<(), String> {
    let help = format!("help: install Node.js {NODE} or later with npm, e.g. `apt-get install nodejs npm`");
    let version = output(Command::new("node").arg("--version"))
        .ok_or_else(|| format!("the studio's tests need Node.js, which is not there\n{help}"))?;
    let major: u32 = version.trim_start_matches('v').split('.').next().and_then(|text| text.parse().ok()).unwrap_or(0);
    if major < NODE {
        return Err(format!("the studio's tests need a newer Node.js than {}\n{help}", version.trim()));
    }
    let lock = fs::read_to_string(folder.join("package-lock.json"))
        .map_err(|error| format!("cannot read the lock file of the studio's tests: {error}"))?;
    let marker = folder.join(INSTALLED);
    if fs::read_to_string(&marker).is_ok_and(|known| known == lock) {
        return Ok(());
    }
    eprintln!("── installing what the studio's tests need: npm ci");
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder))?;
    fs::write(&marker, lock).map_err(|error| format!("cannot write {}: {error}", marker.display()))
}

/// A browser to test with: `CHROMIUM` names one.
fn browser() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    let is_root = || output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    if let Some(found) = find(&BROWSERS) {
        return Ok(found);
    }
    if find(&["apt-get"]).is_some() && is_root() {
        eprintln!("── installing what the studio's tests need: apt-get install chromium");
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        run(Command::new("apt-get").args(["install", "-y", "-qq", "chromium"]).stdout(Stdio::null()))?;
    }
    find(&BROWSERS).ok_or_else(|| {
        "the studio's tests need Chromium, which is not there\nhelp: `sudo apt-get install chromium`, or set CHROMIUM to the program of a Chromium or Chrome"
            .to_owned()
    })
}

/// The first of these programs that is on the path.
fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|program| program.is_file()))
}

/// What a command prints, if it succeeds.
fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Runs a command and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("cannot start {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{name}` failed")) }
}
