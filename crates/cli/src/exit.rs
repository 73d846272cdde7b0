//! Exit codes, and the failures that end the whole command.

use std::process::ExitCode;

use pencilmark::batch::BatchError;
use pencilmark_lab::{LabError, Remedy};

/// How the command ends. A batch ends with the first of these, in this order, that occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// An answer failed the judge: a bug.
    Wrong,
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// Another program writes to the folder.
    Busy,
    /// Wrong usage, or a file that cannot be read.
    Usage,
    /// A malformed or ambiguous puzzle.
    Malformed,
    /// Something that came with the puzzle is wrong: an entry, a pencil mark or a solution.
    Mistaken,
    /// A budget was spent.
    GaveUp,
    /// Proved: no solution.
    Refuted,
    /// Several solutions, where one was wanted.
    Several,
    /// Done.
    Done,
}

impl Exit {
    /// All of them, the gravest first.
    pub(crate) const ALL: [Self; 10] = [
        Self::Wrong,
        Self::Interrupted,
        Self::Busy,
        Self::Usage,
        Self::Malformed,
        Self::Mistaken,
        Self::GaveUp,
        Self::Refuted,
        Self::Several,
        Self::Done,
    ];

    /// Returns its meaning, for help and manual.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Done => "done; solve: a solution; check: the only one",
            Self::Refuted => "proved to have no solution",
            Self::Usage => "wrong usage, or a file that cannot be read completely",
            Self::Malformed => "a malformed or ambiguous puzzle",
            Self::GaveUp => "gave up within its limits; solve --limit N: before it had N solutions, or all",
            Self::Several => "several solutions (check, hint)",
            Self::Mistaken => "a wrong entry, pencil mark or solution (check)",
            Self::Wrong => "a wrong answer: a bug",
            Self::Busy => "another program is writing to the folder (compare)",
            Self::Interrupted => "interrupted",
        }
    }

    /// Returns all of them in order of their codes.
    pub(crate) fn by_code() -> Vec<Self> {
        let mut all = Self::ALL.to_vec();
        all.sort_by_key(|exit| exit.code());
        all
    }

    /// Which code a batch exits with, for help and manual.
    pub(crate) const OF_BATCH: &str = "A batch ends with the first of 70, 130, 2, 3, 6, 4, 1, 5, 0 that occurred.";

    /// The number that the shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refuted => 1,
            Self::Usage => 2,
            Self::Malformed => 3,
            Self::GaveUp => 4,
            Self::Several => 5,
            Self::Mistaken => 6,
            Self::Wrong => 70,
            Self::Busy => 75,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// Something that ends the whole command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong usage, or a file that cannot be read.
    Usage(String),
    /// Another program writes to the folder.
    Busy(String),
    /// A malformed puzzle.
    Malformed(String),
    /// Somebody pressed Ctrl-C.
    Interrupted(String),
    /// An answer failed the judge.
    Wrong(String),
    /// Nobody reads our output any more.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Busy(_) => Exit::Busy,
            Self::Malformed(_) => Exit::Malformed,
            Self::Interrupted(_) => Exit::Interrupted,
            Self::Wrong(_) => Exit::Wrong,
            Self::ClosedPipe => Exit::Done,
        }
    }

    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::ClosedPipe)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(text) | Self::Busy(text) | Self::Malformed(text) | Self::Interrupted(text) => f.write_str(text),
            Self::Wrong(text) => {
                write!(f, "{text}\n  help: this is a bug; please report it with the puzzle and this command line")
            }
            Self::ClosedPipe => Ok(()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Usage(format!("cannot write the output: {error}"))
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        let text = match error.remedy() {
            Some(remedy) => format!("{error}\n  help: {}", help(remedy)),
            None => error.to_string(),
        };
        match error {
            LabError::Wrong(_) => Self::Wrong(text),
            LabError::Puzzle(_) => Self::Malformed(text),
            LabError::Interrupted => Self::Interrupted(text),
            LabError::Busy { .. } => Self::Busy(text),
            _ => Self::Usage(text),
        }
    }
}

/// A remedy of the lab as a command to type.
fn help(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Resume(folder) => format!(
            "what was recorded is kept; when the folder can be written to, continue with `pencilmark compare --resume {}`",
            folder.display()
        ),
        Remedy::ResumeOrUseAnotherFolder(folder) => format!(
            "continue with `pencilmark compare --resume {}`, or choose another folder with `--out`",
            folder.display()
        ),
        Remedy::UseAnotherFolder => "start again in another folder: `pencilmark compare … --out DIR`".to_owned(),
        Remedy::RunExperiment => {
            "`pencilmark compare … --out DIR` runs an experiment and writes its records to DIR".to_owned()
        }
        Remedy::Verify(folder) => {
            format!("`pencilmark report --verify {}` shows which records differ", folder.display())
        }
        Remedy::RemoveRowAndResume(folder) => {
            format!("remove the row, then run `pencilmark compare --resume {}`", folder.display())
        }
        Remedy::RestoreFileOrUseAnotherFolder => {
            "restore the file, or start again in another folder: `pencilmark compare … --out DIR`".to_owned()
        }
        Remedy::SaveAsUtf8 => "save the file as UTF-8".to_owned(),
        Remedy::WaitForOtherProgram => "wait until it is done, or stop it".to_owned(),
    }
}

impl From<BatchError> for Failure {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Reader => Self::Wrong(error.to_string()),
            BatchError::Solve(error) => error.into(),
        }
    }
}

impl From<pencilmark::SolveError> for Failure {
    fn from(error: pencilmark::SolveError) -> Self {
        match error {
            pencilmark::SolveError::Wrong { .. } => Self::Wrong(error.to_string()),
            _ => Self::Usage(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_prefers_the_gravest() {
        let mut all = Exit::ALL;
        assert!(all.iter().enumerate().all(|(index, &exit)| exit as usize == index));
        all.reverse();
        assert!(all.is_sorted_by(|milder, graver| milder > graver));
        assert_eq!(all.map(Exit::code), [0, 5, 1, 4, 6, 3, 2, 75, 130, 70]);
    }

    #[test]
    fn a_remedy_of_the_lab_becomes_a_command() {
        let folder = std::env::temp_dir().join("pencilmark-no-experiment-here");
        let error = pencilmark_lab::Folder::new(folder).plan().expect_err("no such folder");
        assert!(!error.to_string().contains("--"), "{error}");
        let failure = Failure::from(error);
        assert_eq!(failure.exit(), Exit::Usage);
        assert!(failure.to_string().contains("help: `pencilmark compare … --out DIR`"), "{failure}");
        let resume = help(&Remedy::ResumeOrUseAnotherFolder("runs/one".into()));
        assert!(resume.contains("--resume runs/one") && resume.contains("--out"), "{resume}");
        assert!(help(&Remedy::Verify("runs/one".into())).contains("report --verify runs/one"));
    }

    #[test]
    fn a_wrong_answer_is_a_bug_to_report() {
        let wrong = pencilmark::SolveError::Wrong {
            method: "exact".to_owned(),
            kind: "Sudoku",
            broken: "row 1 has 1 twice".to_owned(),
        };
        let failure = Failure::from(wrong);
        assert_eq!(failure.exit().code(), 70);
        assert!(failure.to_string().contains("row 1 has 1 twice") && failure.to_string().contains("please report it"));
    }
}
