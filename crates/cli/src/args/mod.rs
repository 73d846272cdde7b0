//! The arguments. What kinds, formats and methods there are comes from the registries.

mod lab;
mod making;
mod print;
mod shared;
mod studio;
mod teach;

use clap::{Arg, ArgAction, Args, Command, CommandFactory as _, Parser, Subcommand, ValueEnum};

pub(crate) use lab::{CompareArgs, DocumentFormat, ReportArgs, ReproduceArgs};
pub(crate) use making::{
    CanonicalArgs, ConvertArgs, DedupeArgs, DrawFormat, GenerateArgs, RenderArgs, VaryArgs, WrittenArgs,
};
pub(crate) use print::{LevelArg, PrintArgs};
pub(crate) use shared::{InputArgs, LimitArgs, ReadingArgs, WorkArgs};
pub(crate) use studio::StudioArgs;
pub(crate) use teach::{AskedArgs, ExplainArgs, ExplainFormat, GradeArgs, HintArgs, StageArg, YesNo};

use crate::exit::Exit;
use crate::setting_args::{Form, SettingArgs};
use crate::values::{Offered, kind_ids, listed_names, parse_positive};
use crate::watch::WatchArgs;

/// Solve, prove unique, generate and draw Sudoku, KenKen, Hitori, Hidato and Star Battle.
#[derive(Debug, Parser)]
#[command(
    name = "pencilmark",
    version,
    long_about = "One engine for five pencil-and-paper puzzles: Sudoku, KenKen, Hitori, Hidato and Star Battle.\n\n\
        Without a verb: a short tour.",
    subcommand_value_name = "VERB",
    subcommand_help_heading = "Verbs",
    after_help = "Exit codes, examples and more: pencilmark --help\n\
        All about a verb: pencilmark VERB --help",
    after_long_help = about_everything()
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    /// When to use colour
    #[arg(
        long = "color",
        alias = "colour",
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        display_order = 900
    )]
    pub(crate) colour: Colour,
}

/// Returns the examples and exit codes shown below the main help.
fn about_everything() -> String {
    let codes: Vec<String> =
        Exit::by_code().into_iter().map(|exit| format!("{:>4}  {}", exit.code(), exit.meaning())).collect();
    format!(
        "Examples:\n  \
        pencilmark                                a tour in a second or two\n  \
        pencilmark solve puzzle.txt               the solution, and whether it is the only one\n  \
        pencilmark check --format json many.jsonl one line of JSON a puzzle\n  \
        pencilmark generate kenken --size 6 -n 20 twenty puzzles with one solution each\n  \
        pencilmark template star-battle > my.txt  a form to type a newspaper puzzle into\n  \
        pencilmark studio --open                  play and watch in a browser\n\n\
        Exit codes:\n{}\n{}",
        codes.join("\n"),
        Exit::OF_BATCH
    )
}

impl Cli {
    /// Builds the command, with the parts that depend on all of its arguments.
    pub(crate) fn whole() -> Command {
        let mut command = Self::command();
        let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
        command = command.mut_subcommands(finished);
        command.mut_subcommand("man", |man| {
            man.mut_arg("verb", |verb| verb.value_parser(Offered::new(verbs)).hide_possible_values(true))
        })
    }
}

/// Hides the arguments that mean nothing to a verb and adds `--help-all`.
fn finished(verb: Command) -> Command {
    let has = |verb: &Command, name: &str| verb.get_arguments().any(|arg| arg.get_id() == name);
    let searches = has(&verb, "method") || has(&verb, "methods");
    let draws = searches || ["skip", "booklet"].into_iter().any(|name| has(&verb, name));
    let mut verb = verb.mut_args(|arg| {
        let arg = match arg.get_id().as_str() {
            // Every verb accepts all limits, so that scripts can share their arguments. Most limits
            // only apply to a search.
            "max_nodes" | "max_evaluations" | "max_checks" | "max_states" if !searches => arg.hide(true),
            "seed" if !draws => arg.hide(true),
            "timeout" if !searches => arg.help("Seconds for each puzzle; 0 is no limit; 60 if not set"),
            _ => arg,
        };
        if arg.get_action().takes_values() && !arg.get_possible_values().is_empty() {
            arg.ignore_case(true)
        } else {
            arg
        }
    });
    if verb.get_arguments().any(Arg::is_hide_long_help_set) {
        // Rewritten to --help before the arguments are parsed; declared here for help and
        // completions.
        let all = Arg::new("help_all").long("help-all").action(ArgAction::SetTrue).display_order(1000);
        verb = verb.arg(all.help("Print help with the settings of every method"));
    }
    verb
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Solve puzzles and say whether the solution is the only one
    #[command(after_long_help = "Examples:\n  \
        pencilmark solve puzzle.txt\n  \
        pencilmark solve --text '.1.....23.....3.'\n  \
        pencilmark solve --method backtracking --order in-order --stats puzzle.txt\n  \
        pencilmark solve --method annealing --animate puzzle.txt\n  \
        pencilmark solve --method annealing --trace search.jsonl puzzle.txt\n  \
        cat many.sdm | pencilmark solve --format line -")]
    Solve(SolveArgs),
    /// Say whether puzzles have one solution, several (and where they differ) or none (and why)
    #[command(
        after_help = "Am I right so far? See `# position` in pencilmark check --help",
        after_long_help = "Am I right so far?\n  \
        Below the puzzle, after a line `# position`, write the board with your entries (in Hitori B and W, in Star Battle * \
        and x), a dot for a cell that is still open, and pencil marks as {1,5}. What is wrong is told cell by cell, and the \
        exit code is 6. A whole solution after a line `# solution` is checked, too.\n\n    \
          . 1 . .\n    . . . 2\n    3 . . .\n    . . 3 .\n    \
          # position\n    2 1 {3,4} .\n    . . . 2\n    3 . . .\n    . . 3 .\n\n\
        Examples:\n  pencilmark check puzzle.txt\n  pencilmark check --format json - < many.jsonl"
    )]
    Check(CheckArgs),
    /// Count solutions up to a limit
    #[command(after_help = "Examples:\n  \
        pencilmark count puzzle.txt\n  pencilmark count --limit 2 --format json many.jsonl")]
    Count(CountArgs),
    /// Show somebody who is stuck where to look, and why
    #[command(
        after_long_help = "What has been entered so far is read after a line `# position` (see pencilmark check --help). Mistakes are told first, \
        and no hint builds on them.\n\n\
        Examples:\n  \
        pencilmark hint puzzle.txt                 the technique that helps, and where to look\n  \
        pencilmark hint --stage reason puzzle.txt  the whole reason\n  \
        pencilmark hint --stage apply puzzle.txt   the board after the step\n  \
        pencilmark hint --all puzzle.txt           every step that can be taken now\n  \
        pencilmark hint --without x-wing,swordfish --format json - < puzzle.txt"
    )]
    Hint(HintArgs),
    /// Explain the whole way to the solution, step by step
    #[command(after_long_help = "Examples:\n  \
        pencilmark explain puzzle.txt\n  \
        pencilmark explain --format html puzzle.txt > steps.html   a page with a board for every step\n  \
        pencilmark explain --from-position --boards puzzle.txt\n  \
        pencilmark explain --format markdown puzzle.txt")]
    Explain(ExplainArgs),
    /// Say how hard puzzles are: level, score, hardest technique
    #[command(after_long_help = "Examples:\n  \
        pencilmark grade puzzle.txt\n  \
        pencilmark grade --format json many.sdm > grades.jsonl\n  \
        pencilmark grade --without contradiction puzzle.txt")]
    Grade(GradeArgs),
    /// Make new puzzles, each with one solution
    #[command(after_long_help = "Examples:\n  \
        pencilmark generate sudoku\n  \
        pencilmark generate kenken --size 6 -n 200 --format json > kenken.jsonl\n  \
        pencilmark generate kenken --level 3 --operators +-x -n 200 > medium.jsonl\n  \
        pencilmark generate sudoku --teach x-wing -n 5\n  \
        pencilmark generate sudoku --level 2 --symmetry rotational --clues 26..30\n  \
        pencilmark generate --like puzzle.txt -n 10\n  \
        pencilmark generate hidato --size 8 --missing .6 --seed 7\n  \
        pencilmark generate hitori --seed random -n 12 --format svg --out pictures\n  \
        pencilmark generate star-battle --size 10 --stars 2 --format puzz-link\n\n\
        Levels:\n  \
        Without --level, a puzzle is as hard as it happens to be. Of 9x9 Sudoku, half\n  \
        are of level 1, a fifth of level 2, a sixth of level 4, a tenth of level 5,\n  \
        and few of level 3 or 6. docs/grades.md has the shares of every kind.")]
    Generate(GenerateArgs),
    /// Make equivalent puzzles: turned, reflected and renumbered, as the rules allow
    #[command(after_help = "Examples:\n  \
        pencilmark vary puzzle.txt -n 8 --seed random\n  pencilmark vary many.jsonl --format json > others.jsonl")]
    Vary(VaryArgs),
    /// Write puzzles in their canonical form, which all equivalent ones have in common; for 9x9 Sudoku the minlex form
    #[command(after_help = "Examples:\n  \
        pencilmark canonical --format line puzzles.txt\n  pencilmark canonical --hash puzzles.jsonl")]
    Canonical(CanonicalArgs),
    /// Leave out puzzles that are equivalent to one before
    #[command(after_help = "Example:\n  pencilmark dedupe many.jsonl more.jsonl > different.jsonl")]
    Dedupe(DedupeArgs),
    /// Rewrite puzzles in another format
    #[command(after_help = "Examples:\n  \
        pencilmark convert --to line puzzle.sdk\n  pencilmark convert --to json puzzles.txt > puzzles.jsonl")]
    Convert(ConvertArgs),
    /// Draw puzzles in the terminal, or as SVG or PNG
    #[command(after_long_help = "Examples:\n  \
        pencilmark render puzzle.txt\n  pencilmark render --format svg --solved puzzle.txt > puzzle.svg\n  \
        pencilmark render --format png --width 1200 puzzle.txt > puzzle.png\n  \
        pencilmark render --format svg --out pictures many.jsonl")]
    Render(RenderArgs),
    /// Print puzzles on paper: a sheet or a booklet as one PDF
    #[command(after_long_help = "Examples:\n  \
        pencilmark print puzzles.txt -o sheet.pdf\n  \
        pencilmark print --per-page 4 --paper letter --title 'Monday' --solutions below monday.jsonl -o monday.pdf\n  \
        pencilmark print --large --corpus sudoku/normal -o large.pdf\n  \
        pencilmark generate hitori -n 12 --format json | pencilmark print --per-page 6 -o hitori.pdf\n  \
        pencilmark print --booklet week.toml -o week.pdf\n\n\
        A booklet has a title, contents and chapters; their puzzles come from files, built-in sets or the generator:\n\n    \
          title = \"Puzzles of the week\"\n    per-page = 4\n\n    \
          [[chapter]]\n    title = \"Warming up\"\n    \
          puzzles = [{ kind = \"sudoku\", size = \"6x6\", count = 4, seed = 47 }]\n\n    \
          [[chapter]]\n    title = \"From our readers\"\n    puzzles = [{ files = [\"readers.jsonl\"] }]")]
    Print(PrintArgs),
    /// Compare methods: the same puzzles, the same seeds, the same effort, and how sure the answer is
    #[command(after_long_help = "Examples:\n  \
        pencilmark compare sudoku\n  \
        pencilmark compare hitori --methods greedy,a-star,hill-climbing\n  \
        pencilmark compare kenken --size 6 -n 40 --methods backtracking:inference=forward,backtracking:inference=mac\n  \
        pencilmark compare mine.jsonl --methods sat,exact --prove\n  \
        pencilmark compare experiment.toml --out runs/first\n  \
        pencilmark compare --resume runs/first")]
    Compare(CompareArgs),
    /// Report on a comparison: one page of HTML, a summary in Markdown; or verify its records by running them again
    #[command(after_help = "Examples:\n  \
        pencilmark report pencilmark-lab/sudoku\n  pencilmark report --verify pencilmark-lab/sudoku")]
    Report(ReportArgs),
    /// Rerun the five reports that Pencilmark grew out of: which of their claims hold?
    #[command(after_long_help = "Examples:\n  \
        pencilmark reproduce --quick\n  pencilmark reproduce hidato\n  \
        pencilmark reproduce --format markdown > reproduction.md")]
    Reproduce(ReproduceArgs),
    /// Open the studio: a local page on which to play, watch, compare and make puzzles
    #[command(
        after_long_help = "The page is served to this machine alone, and fetches nothing from outside. It stays open until Ctrl-C or a signal to \
        end closes it; the exit code is then 0.\n\n\
        Examples:\n  \
        pencilmark studio --open\n  \
        pencilmark studio --port 8080\n  \
        pencilmark studio --port 0 > address.txt   any port that is free"
    )]
    Studio(StudioArgs),
    /// List what there is: kinds, methods and their presets, formats, models, built-in puzzles, JSON Schemas
    #[command(after_help = "Examples:\n  \
        pencilmark list\n  pencilmark list methods backtracking\n  pencilmark list presets --format json\n  \
        pencilmark list schemas record > record.schema.json")]
    List(ListArgs),
    /// Tell the rules of a kind
    #[command(after_help = "Examples:\n  pencilmark rules hidato\n  pencilmark rules queens")]
    Rules(KindArgs),
    /// Print an empty form to type a puzzle into
    #[command(after_help = "Examples:\n  pencilmark template sudoku > mine.txt   # fill it in, then\n  \
        pencilmark solve mine.txt\n  pencilmark template queens --size 9\n  \
        pencilmark template kenken --size 6")]
    Template(TemplateArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Examples:\n  \
        pencilmark completions bash > pencilmark.bash   # then, in ~/.bashrc:\n  \
        source pencilmark.bash\n  \
        pencilmark completions zsh > ~/.zfunc/_pencilmark   # with fpath+=~/.zfunc\n  \
        pencilmark completions fish > ~/.config/fish/completions/pencilmark.fish")]
    Completions(CompletionArgs),
    /// Print the manual page, or that of one verb
    #[command(after_help = "Examples:\n  pencilmark man | man -l -\n  pencilmark man solve | man -l -")]
    Man(ManArgs),
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultFormat {
    /// Boards and words for people
    Text,
    /// One JSON object a puzzle
    Json,
    /// An SVG picture of one solution; `render --out` draws many
    Svg,
    /// The solution on one line
    Line,
    /// The solution in rows
    Grid,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// How to show results
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ResultFormat,
    /// Look for up to so many different solutions; 2 tells whether the first is the only one, and is the default for
    /// methods that can tell
    #[arg(long, value_name = "N", value_parser = parse_positive)]
    pub(crate) limit: Option<usize>,
    /// Print what the method did: nodes, checks, prunings and so on; in a batch also all together
    #[arg(long)]
    pub(crate) stats: bool,
    /// Keep what has been entered so far, rather than solve the puzzle alone
    #[arg(long)]
    pub(crate) from_position: bool,
    /// Leave out the boards
    #[arg(long)]
    pub(crate) brief: bool,
    #[command(flatten)]
    pub(crate) watch: WatchArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// How verdicts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictFormat {
    /// Words for people
    Text,
    /// One JSON object a puzzle
    Json,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// How to show results
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: VerdictFormat,
    /// Two are enough to tell, and more are never looked for; accepted so that scripts can share their arguments
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_positive, hide = true)]
    pub(crate) limit: usize,
    /// Leave out the boards and the rules: one line a puzzle
    #[arg(long)]
    pub(crate) brief: bool,
    /// List every rule of a conflict, even a long one
    #[arg(long, conflicts_with = "brief")]
    pub(crate) conflict: bool,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Arguments of `count`.
#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    /// How to show results
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: VerdictFormat,
    /// Stop counting here
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = parse_positive)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// What to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// The kinds of puzzle
    Kinds,
    /// The search methods and their settings
    Methods,
    /// The settings of methods that suit each kind, and those of the reports
    Presets,
    /// The text formats
    Formats,
    /// The ways to state each kind as constraints
    Models,
    /// The techniques that hint, explain and grade use
    Techniques,
    /// The built-in puzzles
    Puzzles,
    /// The JSON Schemas of what the command writes
    Schemas,
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// What to list; everything if not set
    #[arg(value_enum)]
    pub(crate) what: Option<Listing>,
    /// One of them in full: a method with its settings, a JSON Schema
    #[arg(value_name = "NAME", requires = "what", value_parser = listed_names(), hide_possible_values = true)]
    pub(crate) name: Option<String>,
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: VerdictFormat,
}

/// Arguments of `template`.
#[derive(Debug, Args)]
pub(crate) struct TemplateArgs {
    #[command(flatten)]
    pub(crate) kind: KindArgs,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<Form>,
}

/// A kind.
#[derive(Debug, Args)]
pub(crate) struct KindArgs {
    /// The kind
    #[arg(value_name = "KIND", value_parser = kind_ids())]
    pub(crate) kind: String,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The verb; all of them if not set
    #[arg(value_name = "VERB")]
    pub(crate) verb: Option<String>,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
