//! Passes the commit to the program, for the manifests of its records.

use std::process::Command;

fn main() {
    let commit = git(&["rev-parse", "HEAD"]).unwrap_or_default();
    // What nobody committed: then a commit alone does not say what ran.
    let changes = git(&["status", "--porcelain", "--untracked-files=no"]);
    let dirty = changes.is_some_and(|changes| !changes.is_empty());
    println!("cargo::rustc-env=PENCILMARK_COMMIT={commit}");
    println!("cargo::rustc-env=PENCILMARK_DIRTY={dirty}");
    for path in ["HEAD", "index"] {
        if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", path]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-changed=..");
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
