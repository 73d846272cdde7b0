//! Arguments of the verbs whose results are puzzles: new ones, equivalent ones, the same in other formats, drawings.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::shared::{InputArgs, LimitArgs};
use crate::seed::{Seed, parse_seed};
use crate::setting_args::{Generating, SettingArgs};
use crate::values::{drawn_or_written, generated_formats, kind_ids, parse_threads, parse_whole, written_formats};

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The kind
    #[arg(value_name = "KIND", value_parser = kind_ids(), required_unless_present = "like")]
    pub(crate) kind: Option<String>,
    /// Make puzzles like the first one in this file: of its kind, size and level
    #[arg(long, value_name = "FILE", conflicts_with = "kind")]
    pub(crate) like: Option<PathBuf>,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = parse_whole::<u64>)]
    pub(crate) count: u64,
    /// Begin with the puzzle of this index, from 0: --skip 100 goes on where -n 100 ended
    #[arg(long, alias = "from-index", value_name = "N", default_value_t = 0, value_parser = parse_whole::<u64>)]
    pub(crate) skip: u64,
    /// Write the solutions as well (JSON has them anyway, except with --several-ok)
    #[arg(long)]
    pub(crate) solved: bool,
    /// Leave level, score and hardest technique out of JSON. Grading takes longer than making a
    /// Sudoku; it stops after 5 seconds a puzzle
    #[arg(long)]
    pub(crate) no_grade: bool,
    /// Write one file a puzzle into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// text, svg, png (with --out), json or a format of the kind; text on a terminal and json in a pipe if not set
    #[arg(long, value_name = "FORMAT", value_parser = generated_formats(), hide_possible_values = true)]
    pub(crate) format: Option<String>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<Generating>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Puzzles in, puzzles out.
#[derive(Debug, Args)]
pub(crate) struct WrittenArgs {
    /// The format to write; a drawing on a terminal and json in a pipe if not set
    #[arg(long, alias = "to", value_name = "FORMAT", value_parser = drawn_or_written())]
    pub(crate) format: Option<String>,
    /// Puzzles worked on at the same time; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub(crate) threads: usize,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Arguments of `vary`.
#[derive(Debug, Args)]
pub(crate) struct VaryArgs {
    /// How many of each puzzle, all different; where there are fewer, as with the few symmetries of some kinds, all of them
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = parse_whole::<u64>)]
    pub(crate) count: u64,
    /// Begin with the one of this index, from 0: --skip 100 goes on where -n 100 ended
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole::<u64>)]
    pub(crate) skip: u64,
    /// The key of all randomness; random draws one and says which
    #[arg(long, value_name = "N|random", default_value = "0", value_parser = parse_seed)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

/// Arguments of `canonical`.
#[derive(Debug, Args)]
pub(crate) struct CanonicalArgs {
    /// Write a hash of each form alone, 32 hexadecimal digits
    #[arg(long)]
    pub(crate) hash: bool,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

/// Arguments of `dedupe`.
#[derive(Debug, Args)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The format to write; `candidates` marks what is possible in each cell
    #[arg(long, visible_alias = "format", value_name = "FORMAT", value_parser = written_formats())]
    pub(crate) to: String,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// How a drawing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawFormat {
    /// Box-drawing characters
    Text,
    /// Plain characters
    Ascii,
    /// SVG
    Svg,
    /// PNG
    Png,
}

/// Arguments of `render`.
#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    /// How to draw
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DrawFormat,
    /// Draw the solution
    #[arg(long)]
    pub(crate) solved: bool,
    /// Draw what is possible in each cell next to the clues and what has been entered
    #[arg(long, conflicts_with = "solved")]
    pub(crate) candidates: bool,
    /// The width of a PNG picture in pixels; 96 for each column, and some for the margin, if not set
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    pub(crate) width: Option<u32>,
    /// Write one file a puzzle into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
