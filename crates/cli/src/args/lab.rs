//! The arguments of `compare`, `report` and `reproduce`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::seed::{Seed, parse_seed};
use crate::setting_args::{Generating, SettingArgs};
use crate::values::{
    kind_ids, measures, method_ids, parse_positive, parse_seconds, parse_threads, parse_whole, set_names,
};

/// How a document is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocumentFormat {
    /// For a terminal
    Text,
    /// Markdown
    Markdown,
    /// One page of HTML
    Html,
    /// One JSON object, for programs
    Json,
}

/// What an experiment that was begun has settled.
const PLANNED: [&str; 17] = [
    "methods",
    "baseline",
    "measure",
    "prove",
    "corpus",
    "size",
    "missing",
    "minimal",
    "stars",
    "kind",
    "count",
    "seeds",
    "seed",
    "max_checks",
    "max_nodes",
    "max_evaluations",
    "timeout",
];

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// A kind (its built-in puzzles, or generated ones with --size), an experiment as TOML, or files with puzzles
    #[arg(value_name = "KIND|EXPERIMENT.toml|FILE", required_unless_present = "resume")]
    pub(crate) what: Vec<OsString>,
    /// Resume the experiment in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "what", conflicts_with_all = PLANNED)]
    pub(crate) resume: Option<PathBuf>,
    /// Where to keep records and report; a new folder under pencilmark-lab if not set
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    pub(crate) out: Option<PathBuf>,
    /// Say what would be run, and what is wrong with it, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DocumentFormat,
    #[command(flatten)]
    pub(crate) arms: ArmArgs,
    #[command(flatten)]
    pub(crate) puzzles: PuzzleArgs,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Runs at the same time; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub(crate) threads: usize,
}

/// What to compare.
#[derive(Debug, Args)]
#[command(next_help_heading = "Methods")]
pub(crate) struct ArmArgs {
    /// Methods with a comma between, each with settings after a colon and a preset after a slash, as in
    /// sat,annealing/report,backtracking:order=mrv,inference=mac; `model=` among the settings chooses the model. The first one is what the others are compared with. If not set: one of each sort
    #[arg(long, value_name = "LIST", value_parser = method_ids(), hide_possible_values = true)]
    pub(crate) methods: Option<String>,
    /// Compare with this one of the methods, as written there
    #[arg(
        long,
        value_name = "METHOD",
        requires = "methods",
        value_parser = method_ids(),
        hide_possible_values = true
    )]
    pub(crate) baseline: Option<String>,
    /// What answers are about: checks, nodes, assignments, evaluations, steps, generated, seconds. If not set: time (seconds) where the
    /// methods are of several families, or engines of a kind; nodes where all arms backtrack; checks for any other family
    #[arg(long, value_name = "COUNTER", value_parser = measures(), hide_possible_values = true)]
    pub(crate) measure: Option<String>,
    /// Look for a second solution too: the effort of a proof
    #[arg(long)]
    pub(crate) prove: bool,
}

/// What to compare on.
#[derive(Debug, Args)]
#[command(next_help_heading = "Puzzles")]
pub(crate) struct PuzzleArgs {
    /// One built-in set instead of the kind's normal and hard (or large) ones, such as `sudoku/small`
    #[arg(
        long,
        value_name = "KIND/SIZE",
        conflicts_with_all = ["size", "missing", "minimal"],
        value_parser = set_names(),
        hide_possible_values = true
    )]
    pub(crate) corpus: Option<String>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<Generating>,
    /// The kind of the puzzles in files, instead of detecting it
    #[arg(long, value_parser = kind_ids())]
    pub(crate) kind: Option<String>,
    /// How many puzzles: to generate, 20 if not set; of each built-in set or of the files, all if not set
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_positive)]
    pub(crate) count: Option<usize>,
}

/// What a run may spend, and how many there are.
#[derive(Debug, Args)]
#[command(next_help_heading = "Effort")]
pub(crate) struct EffortArgs {
    /// Seeds for each puzzle, for methods that draw [default: 30]
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) seeds: Option<u64>,
    /// The first seed, also of the generator; random draws one and says which
    #[arg(long, value_name = "N|random", default_value = "0", value_parser = parse_seed)]
    pub(crate) seed: Seed,
    /// Checks of rules for each run [default: 1,000,000 if no effort is set]
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) max_checks: Option<u64>,
    /// Nodes for each run
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) max_nodes: Option<u64>,
    /// Evaluations of complete boards for each run
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) max_evaluations: Option<u64>,
    /// States that informed search may hold [default: 500,000]
    #[arg(long, value_name = "N", value_parser = parse_whole::<usize>)]
    pub(crate) max_states: Option<usize>,
    /// Seconds for each run: a safety cap, for time does not replay [default: 30]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = parse_seconds)]
    pub(crate) timeout: Option<f64>,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The folder that `compare` has made
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Run records again and compare every counter; a difference exits with 1
    #[arg(long)]
    pub(crate) verify: bool,
    /// How many records to verify
    #[arg(long, value_name = "N", requires = "verify", default_value_t = pencilmark_lab::DEFAULT_SAMPLE, value_parser = parse_positive)]
    pub(crate) sample: usize,
    /// Also print it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DocumentFormat,
    /// Runs at the same time; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub(crate) threads: usize,
}

/// Arguments of `reproduce`.
#[derive(Debug, Args)]
pub(crate) struct ReproduceArgs {
    /// The kind; all five if not set
    #[arg(value_name = "KIND", value_parser = kind_ids())]
    pub(crate) kind: Option<String>,
    /// Fewer puzzles and seeds: an impression in a minute or two
    #[arg(long)]
    pub(crate) quick: bool,
    /// Leave the records in this folder: for each experiment a folder that `report` reads and verifies, CSV for the rest, and
    /// reproduction.md. Experiments that are finished there are not run again
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DocumentFormat,
    /// Runs at the same time; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = parse_threads)]
    pub(crate) threads: usize,
}
