//! Rivals that are Python packages: installed below target, asked line by line.

use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use crate::root;

/// A Python that has `packages` (as pip names them) and can import `modules`, in the folder target/`name`.
pub(crate) fn with_packages(name: &str, packages: &[&str], modules: &str) -> Result<PathBuf, String> {
    let folder = root().join("target").join(name);
    let python = folder.join("bin").join("python");
    let works = || {
        let mut command = Command::new(&python);
        command.args(["-c", &format!("import {modules}")]).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if works() {
        return Ok(python);
    }
    let remedy = format!(
        "it needs Python with venv and pip: python3 -m venv target/{name} && target/{name}/bin/pip install {}",
        packages.join(" ")
    );
    let run = |program: &str, arguments: &[&str]| {
        let status = Command::new(program).args(arguments).status();
        status.ok().filter(ExitStatus::success).map(|_| ()).ok_or_else(|| remedy.clone())
    };
    run("python3", &["-m", "venv", &folder.to_string_lossy()])?;
    let install = [&["-m", "pip", "install", "--quiet"], packages].concat();
    run(&python.to_string_lossy(), &install)?;
    if works() { Ok(python) } else { Err(remedy) }
}

/// A script that answers every line with one of JSON.
pub(crate) struct Script {
    name: String,
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Script {
    pub(crate) fn start(python: &Path, script: &Path, arguments: &[&str]) -> Result<Self, String> {
        let name = script.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut command = Command::new(python);
        command.arg(script).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot start {name}: {error}"))?;
        let (to, Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name} has no pipes"));
        };
        Ok(Self { name, child, to, from: BufReader::new(from) })
    }

    pub(crate) fn ask(&mut self, line: &str) -> Result<serde_json::Value, String> {
        let failed = |error: std::io::Error| format!("cannot talk to {}: {error}", self.name);
        if let Some(to) = &mut self.to {
            writeln!(to, "{}", line.trim_end()).and_then(|()| to.flush()).map_err(failed)?;
        }
        let mut answer = String::new();
        self.from.read_line(&mut answer).map_err(failed)?;
        serde_json::from_str(&answer).map_err(|_| format!("{} did not answer; its error stands above", self.name))
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // It ends when its input does.
        self.to = None;
        let _ = self.child.wait();
    }
}
