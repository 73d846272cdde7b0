//! Groups of arguments that several verbs share: where puzzles come from, what texts leave open, what may be spent.

use std::path::PathBuf;

use clap::Args;

use crate::method_args::MethodArgs;
use crate::seed::{Seed, parse_seed};
use crate::setting_args::{Reading, SettingArgs};
use crate::values::{kind_ids, parse_seconds, parse_threads, parse_whole, read_formats, set_names};

/// The heading above all that says where puzzles come from and how to read them.
const INPUT: &str = "Input";

/// Where puzzles come from.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Files with puzzles in any format; `-` is standard input. Without any: standard input, or, if that is a
    /// terminal, a built-in puzzle of each kind
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// A puzzle given right here
    #[arg(long, value_name = "PUZZLE", conflicts_with = "files", help_heading = INPUT)]
    pub(crate) text: Option<String>,
    /// A built-in set, such as `sudoku/small` (see `pencilmark list puzzles`)
    #[arg(
        long,
        value_name = "KIND/SIZE",
        conflicts_with_all = ["files", "text"],
        value_parser = set_names(),
        hide_possible_values = true,
        help_heading = INPUT
    )]
    pub(crate) corpus: Option<String>,
    /// Take each line as an entry of its own, and answer it as soon as it comes
    ///
    /// This is for a program that waits for an answer before it sends the next line. Blank lines and comments get no
    /// answer; of these, the last `# kind: NAME` and the last line that names the columns of a table count for the lines
    /// below. Without this flag, a puzzle may have several lines, and an answer may wait for the lines below.
    #[arg(long, help_heading = INPUT)]
    pub(crate) line_buffered: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What the texts leave open.
#[derive(Debug, Args)]
#[command(next_help_heading = INPUT)]
pub(crate) struct ReadingArgs {
    /// The kind, instead of detecting it
    #[arg(long, value_parser = kind_ids())]
    pub(crate) kind: Option<String>,
    /// The format, instead of detecting it
    #[arg(long, value_name = "FORMAT", value_parser = read_formats())]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<Reading>,
}

/// What may be spent.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Seconds for each puzzle; 0 is no limit; 60 if not set, 10 for methods that prove nothing
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = parse_seconds)]
    pub(crate) timeout: Option<f64>,
    /// Nodes for each puzzle
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) max_nodes: Option<u64>,
    /// Evaluations of complete boards for each puzzle
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) max_evaluations: Option<u64>,
    /// Checks of rules for each puzzle
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) max_checks: Option<u64>,
    /// States that informed search may hold (500,000 if not set), and solutions that any method may (if not set: 64 MiB for all
    /// puzzles worked on at the same time, or less if they take much to write)
    #[arg(long, value_name = "N", value_parser = parse_whole::<usize>)]
    pub(crate) max_states: Option<usize>,
    /// The key of all randomness; random draws one and says which
    #[arg(long, value_name = "N|random", default_value = "0", value_parser = parse_seed)]
    pub(crate) seed: Seed,
    /// Puzzles worked on at the same time; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub(crate) threads: usize,
}

/// What to work on, how, and for how long.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
