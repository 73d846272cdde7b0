//! Arguments of the verbs that teach: `hint`, `explain` and `grade`.

use clap::{Args, ValueEnum};

use super::{InputArgs, LimitArgs, VerdictFormat};
use crate::values::{parse_tier, technique_ids};

/// Which techniques may be used.
#[derive(Debug, Args)]
#[command(next_help_heading = "Techniques")]
pub(crate) struct CourseArgs {
    /// Only these techniques (see `pencilmark list techniques`)
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        value_parser = technique_ids(),
        hide_possible_values = true
    )]
    pub(crate) only: Vec<String>,
    /// All techniques but these
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        value_parser = technique_ids(),
        hide_possible_values = true
    )]
    pub(crate) without: Vec<String>,
    /// Count a technique as easier or harder, as in --tier x-wing=2
    #[arg(long, value_name = "TECHNIQUE=TIER", value_delimiter = ',', value_parser = parse_tier)]
    pub(crate) tier: Vec<(String, u8)>,
    /// Whether to use techniques that assume one solution, where that is proved; grade does if not set, hint and explain do not
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) uniqueness: Option<YesNo>,
}

/// What `hint`, `explain` and `grade` all take.
#[derive(Debug, Args)]
pub(crate) struct AskedArgs {
    // First, so that help does not list FILE under the techniques' heading.
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) course: CourseArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    /// Use them
    Yes,
    /// Leave them out
    No,
}

/// How much of a hint to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum StageArg {
    /// Which technique helps
    Technique,
    /// Where to look
    Where,
    /// At which cells
    Cells,
    /// The whole reason
    Reason,
    /// The board after the step
    Apply,
}

/// Arguments of `hint`.
#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    /// How much to tell: each stage tells more than the one before
    #[arg(long, value_enum, default_value = "where")]
    pub(crate) stage: StageArg,
    /// List every step that can be taken now
    #[arg(long)]
    pub(crate) all: bool,
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: VerdictFormat,
    #[command(flatten)]
    pub(crate) asked: AskedArgs,
}

/// How an explanation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// Numbered steps
    Text,
    /// One JSON object a puzzle
    Json,
    /// Numbered steps and boards in Markdown
    Markdown,
    /// One page with a board for every step
    Html,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ExplainFormat,
    /// Go on from what has been entered, rather than from the clues alone
    #[arg(long)]
    pub(crate) from_position: bool,
    /// Draw the board before every step
    #[arg(long)]
    pub(crate) boards: bool,
    #[command(flatten)]
    pub(crate) asked: AskedArgs,
}

/// Arguments of `grade`.
#[derive(Debug, Args)]
pub(crate) struct GradeArgs {
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: VerdictFormat,
    /// Leave out the ratings of Sudoku Explainer (9x9 Sudoku), which take most of the time
    #[arg(long)]
    pub(crate) no_ratings: bool,
    /// Include each puzzle in its record, as `puzzle` (with --format json)
    #[arg(long)]
    pub(crate) with_puzzle: bool,
    #[command(flatten)]
    pub(crate) asked: AskedArgs,
}
