//! `cargo xtask fuzz --coverage`: the jobs with a counter at every branch.
//!
//! LLVM's pass for it comes with the stable compiler. Build scripts and procedural macros must not be instrumented, since nothing in them knows what to do
//! with counters: hence an explicit target, though it is this machine's own. A build that differs in flags has a folder of its own.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, root};

/// A counter at every edge between blocks.
const INSTRUMENT: [&str; 3] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
];

/// What a release build would not notice is a finding as well; linking is quicker without a second optimisation.
const PROFILE: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true"),
    ("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
];

/// Starts a job of `crates/jobs` that is built with counters.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from).join("coverage");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    can_instrument(&folder)?;
    let host = host()?;
    let target_dir = folder.to_string_lossy();
    let start =
        ["run", "--release", "--package", "pencilmark-jobs", "--target", &host, "--target-dir", &target_dir, "--"];
    // Flags of the caller's own stay; this variable is the one that cargo looks at first.
    let own = env::var("RUSTFLAGS").unwrap_or_default();
    let flags: Vec<&str> = own.split_whitespace().chain(INSTRUMENT).chain(["--cfg", "pencilmark_coverage"]).collect();
    let flags = flags.join("\x1f");
    let environment: Vec<_> = PROFILE.into_iter().chain([("CARGO_ENCODED_RUSTFLAGS", &*flags)]).collect();
    cargo(&start.into_iter().chain(words.iter().copied()).collect::<Vec<_>>(), &environment)
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Whether this compiler has the pass, tried on an empty library.
fn can_instrument(folder: &Path) -> Result<(), String> {
    let (source, object) = (folder.join("probe.rs"), folder.join("probe.o"));
    fs::write(&source, "").map_err(|error| format!("cannot write {}: {error}", source.display()))?;
    let mut rustc = rustc();
    rustc.args(INSTRUMENT).args(["--crate-type", "lib", "--emit", "obj", "-o"]).arg(object).arg(source);
    let output = rustc.output().map_err(|error| format!("cannot start rustc: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let first = words.lines().find(|line| !line.trim().is_empty()).unwrap_or("it does not say why");
    Err(format!(
        "this compiler cannot count branches ({first})\nhelp: use a toolchain with the LLVM of rustup's stable one, or fuzz without --coverage"
    ))
}

/// The target that this compiler builds for unless told otherwise.
fn host() -> Result<String, String> {
    let output =
        rustc().arg("-vV").stderr(Stdio::inherit()).output().map_err(|error| format!("cannot start rustc: {error}"))?;
    let words = String::from_utf8_lossy(&output.stdout);
    let host = words.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(ToOwned::to_owned).ok_or_else(|| "rustc -vV names no host".to_owned())
}
