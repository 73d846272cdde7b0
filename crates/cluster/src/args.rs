//! What the command takes.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use pencilmark_cluster::session::BATCH;

/// Solve, check, count, grade and explain puzzles in SQL, on one machine or on many.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
pub(crate) struct Command {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

const EXAMPLES: &str = "\
Functions: solve(kind, text), check(kind, text), count_solutions(kind, text, limit), grade(kind, text), explain(kind, text),
convert(kind, text, format); each takes seconds as one more argument, and a kind of '' is detected.
Tables: generate(kind, seed, from, to, 'name=value', ...), experiment('an experiment in TOML'). docs/cluster.md has their columns.

Examples:
  pencilmark-cluster sql \"SELECT index, text FROM generate('sudoku', 7, 0, 1000000)\" --out puzzles.parquet
  pencilmark-cluster sql \"SELECT index, solve('sudoku', text)['solution'] AS s FROM p\" --table p=puzzles.parquet --out solved.parquet
  pencilmark-cluster sql \"SELECT index, grade(kind, text)['level'] FROM generate('hitori', 7, 0, 10, 'size=8')\"
  pencilmark-cluster scheduler
  pencilmark-cluster executor
  pencilmark-cluster sql \"SELECT count(*) FROM p\" --table p=/shared/puzzles.parquet --connect df://127.0.0.1:50050
  pencilmark-cluster compare experiments/hidato-factorial.toml --connect df://127.0.0.1:50050";

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Run one query.
    Sql(SqlArgs),
    /// Run an experiment of the lab: the records that `pencilmark compare` leaves.
    Compare(CompareArgs),
    /// Hand out tasks to executors.
    Scheduler(SchedulerArgs),
    /// Work for a scheduler.
    Executor(ExecutorArgs),
}

/// Where queries run.
#[derive(Args)]
pub(crate) struct Where {
    /// Run on a cluster, not here.
    #[arg(long, value_name = "df://HOST:PORT")]
    pub(crate) connect: Option<String>,
    /// What sorts and joins may hold in memory before they go on on disk, such as 500M or 4G.
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, conflicts_with = "connect")]
    pub(crate) memory: usize,
    /// Rows that are worked on without a break: fewer where each takes seconds, so that a query can be stopped.
    #[arg(long, value_name = "ROWS", default_value_t = BATCH, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) batch: usize,
}

#[derive(Args)]
pub(crate) struct SqlArgs {
    /// The query; - for standard input.
    pub(crate) query: String,
    /// A file, or a folder of files, as a table: .parquet, .csv, .json or .jsonl.
    #[arg(long = "table", value_name = "NAME=PATH")]
    pub(crate) tables: Vec<String>,
    /// Write the rows to this file: .parquet, .csv, .json or .jsonl.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<String>,
    /// How to print the rows.
    #[arg(long, default_value = "table", conflicts_with = "out")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) place: Where,
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// The experiment.
    #[arg(value_name = "EXPERIMENT.toml")]
    pub(crate) experiment: PathBuf,
    /// Where records and report go; an unfinished experiment there is gone on with. [default: pencilmark-lab/NAME]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: Where,
}

#[derive(Args)]
pub(crate) struct SchedulerArgs {
    /// The address to listen on. Nobody has to log in, so keep it to networks you trust.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) bind: String,
    /// The port.
    #[arg(long, default_value_t = 50050, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) port: u16,
    /// Give up an executor after so many seconds of silence.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) executor_timeout: u64,
}

#[derive(Args)]
pub(crate) struct ExecutorArgs {
    /// The scheduler.
    #[arg(long, default_value = "127.0.0.1:50050", value_name = "HOST:PORT", value_parser = host_and_port)]
    pub(crate) scheduler: (String, u16),
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) bind: String,
    /// The name or address by which the others reach it, if that is another one.
    #[arg(long, value_name = "HOST")]
    pub(crate) advertise: Option<String>,
    /// The port for results; the next one is used, too.
    #[arg(long, default_value_t = 50051, value_parser = clap::value_parser!(u16).range(1..65535))]
    pub(crate) port: u16,
    /// Where to keep results between stages.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work_dir: Option<String>,
    /// How many tasks run at once; as many as there are cores by default.
    #[arg(long, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) tasks: Option<usize>,
    /// Seconds between heartbeats.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) heartbeat: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Table,
    Csv,
    Json,
}

fn host_and_port(text: &str) -> Result<(String, u16), String> {
    let parts = text.rsplit_once(':').and_then(|(host, port)| Some((host.to_owned(), port.parse().ok()?)));
    parts.ok_or_else(|| "write host:port".to_owned())
}

fn size(text: &str) -> Result<usize, String> {
    let (number, unit) = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(number) => (number, text.chars().last()),
        None => (text, None),
    };
    let shift = unit.map_or(0, |unit| match unit {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        _ => 40,
    });
    let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes > 0).ok_or_else(|| "write a number of bytes, or one with K, M, G or T".to_owned())
}
