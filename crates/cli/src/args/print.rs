//! Arguments of `print`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use pencilmark_print::{Paper, PerPage, Rules, Solutions};

use super::shared::{InputArgs, LimitArgs};

/// Arguments of `print`.
#[derive(Debug, Args)]
pub(crate) struct PrintArgs {
    /// The PDF file to write; `-` is standard output, which is the default if it is no terminal
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// A line above the puzzles, and the name of the document
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Puzzles on a page: 1, 2, 4, 6 or 9; if not set 2, and 1 in large print
    #[arg(long, value_name = "N", value_parser = parse_per_page)]
    pub(crate) per_page: Option<PerPage>,
    /// The paper [default: a4]
    #[arg(long, value_enum)]
    pub(crate) paper: Option<PaperArg>,
    /// Print large
    #[arg(long)]
    pub(crate) large: bool,
    /// Whether to say how hard each puzzle is [default: yes]
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub(crate) level: Option<LevelArg>,
    /// Where the solutions are printed [default: end]
    #[arg(long, value_enum)]
    pub(crate) solutions: Option<SolutionsArg>,
    /// How much of the rules is printed [default: short]
    #[arg(long, value_enum)]
    pub(crate) rules: Option<RulesArg>,
    /// Print a booklet with contents and chapters, as this TOML file describes it; other options come before what it says
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "text", "corpus"])]
    pub(crate) booklet: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl PrintArgs {
    /// The file, unless it is standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|out| *out != Path::new("-"))
    }

    /// Whether the document goes to standard output.
    pub(crate) fn writes_output(&self) -> bool {
        self.file().is_none()
    }
}

fn parse_per_page(text: &str) -> Result<PerPage, String> {
    text.parse().ok().and_then(PerPage::new).ok_or_else(|| "choose 1, 2, 4, 6 or 9".to_owned())
}

/// The paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperArg {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl From<PaperArg> for Paper {
    fn from(paper: PaperArg) -> Self {
        match paper {
            PaperArg::A4 => Self::A4,
            PaperArg::Letter => Self::Letter,
        }
    }
}

/// Whether levels are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelArg {
    /// Grade every puzzle, and print its level above it
    Yes,
    /// Print no levels
    No,
}

/// Where solutions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolutionsArg {
    /// Small, on pages of their own at the end
    End,
    /// Upside down on the same page: at its foot, or beside the puzzle
    Below,
    /// Not at all
    None,
}

impl From<SolutionsArg> for Solutions {
    fn from(solutions: SolutionsArg) -> Self {
        match solutions {
            SolutionsArg::End => Self::End,
            SolutionsArg::Below => Self::Below,
            SolutionsArg::None => Self::None,
        }
    }
}

/// How much of the rules is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesArg {
    /// A line for each kind on a page
    Short,
    /// All rules of each kind on a page
    Full,
    /// None
    None,
}

impl From<RulesArg> for Rules {
    fn from(rules: RulesArg) -> Self {
        match rules {
            RulesArg::Short => Self::Short,
            RulesArg::Full => Self::Full,
            RulesArg::None => Self::None,
        }
    }
}
