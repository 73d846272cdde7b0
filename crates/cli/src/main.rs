//! The `pencilmark` command: thin. It reads arguments and files, calls the façade, and prints.

mod args;
mod ascii;
mod batch;
#[cfg(target_os = "linux")]
mod closed;
mod exit;
mod input;
mod interrupt;
mod method_args;
mod remedy;
mod schemas;
mod screen;
mod seed;
mod setting_args;
mod unpack;
mod values;
mod verbs;
mod watch;

use std::io::Write as _;

use clap::FromArgMatches as _;

use args::{Cli, Verb};
use exit::{Exit, Failure};

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    interrupt::outlive_file_limits();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                screen::show_usage_error(&error);
                return Exit::Usage.into();
            }
            // Help and version go to stdout and are no failure, unless they cannot be written.
            let printed = output_is_open().and_then(|()| {
                let mut out = screen::stdout();
                write!(out, "{}", error.render().ansi())?;
                Ok(out.flush()?)
            });
            return printed.map_or_else(|failure| failed(&failure), |()| Exit::Done.into());
        }
    };
    cli.colour.apply();
    let opened = if cli.writes_output() { output_is_open() } else { Ok(()) };
    let ran = opened.and_then(|()| run(cli));
    if pencilmark::batch::lacked_threads() {
        screen::warn("the system let fewer threads start than were wanted; the work was done on fewer");
    }
    match ran {
        Ok(exit) => exit.into(),
        Err(failure) => failed(&failure),
    }
}

/// Everything that is written to a stream that was closed from the start would vanish without an error.
fn output_is_open() -> Result<(), Failure> {
    #[cfg(target_os = "linux")]
    if closed::is_output_closed() {
        return Err(Failure::Usage("cannot write the output: it is closed".to_owned()));
    }
    Ok(())
}

fn failed(failure: &Failure) -> std::process::ExitCode {
    if !failure.is_closed_pipe() {
        screen::complain(&failure.to_string());
    }
    failure.exit().into()
}

impl Cli {
    /// Whether what is asked for goes to standard output, and not into files.
    fn writes_output(&self) -> bool {
        match &self.verb {
            Some(Verb::Generate(args)) => args.out.is_none(),
            Some(Verb::Render(args)) => args.out.is_none(),
            Some(Verb::Print(args)) => args.writes_output(),
            _ => true,
        }
    }

    fn try_parse() -> Result<Self, clap::Error> {
        let mut words: Vec<_> = std::env::args_os().collect();
        screen::colour_of(&words).apply();
        let mut command = Self::whole();
        // `--timeout -1` is a wrong number, which the option explains better than that there is no flag `-1`.
        let takes_value = |arg: &clap::Arg| arg.get_long().is_some() && arg.get_action().takes_values();
        command = command.mut_subcommands(|verb| {
            verb.mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
        });
        let options = words.iter().position(|word| word == "--").unwrap_or(words.len());
        if let Some(all) = words[..options].iter().position(|word| word == "--help-all") {
            words[all] = "--help".into();
            command = command.mut_subcommands(|verb| verb.mut_args(|arg| arg.hide_long_help(false)));
        }
        let matches = command.try_get_matches_from(words).map_err(values::suggested)?;
        Self::from_arg_matches(&matches).map_err(values::suggested)
    }
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.verb {
        None => verbs::tour::run(),
        Some(Verb::Solve(args)) => verbs::solve::run(&args),
        Some(Verb::Check(args)) => verbs::check::run(&args),
        Some(Verb::Count(args)) => verbs::count::run(&args),
        Some(Verb::Hint(args)) => verbs::hint::run(&args),
        Some(Verb::Explain(args)) => verbs::explain::run(&args),
        Some(Verb::Grade(args)) => verbs::grade::run(&args),
        Some(Verb::Generate(args)) => verbs::generate::run(&args),
        Some(Verb::Vary(args)) => verbs::equivalent::vary(&args),
        Some(Verb::Canonical(args)) => verbs::equivalent::canonical(&args),
        Some(Verb::Dedupe(args)) => verbs::equivalent::dedupe(&args),
        Some(Verb::Convert(args)) => verbs::convert::run(&args),
        Some(Verb::Render(args)) => verbs::render::run(&args),
        Some(Verb::Print(args)) => verbs::print::run(&args),
        Some(Verb::Compare(args)) => verbs::compare::run(&args),
        Some(Verb::Report(args)) => verbs::report::run(&args),
        Some(Verb::Reproduce(args)) => verbs::reproduce::run(&args),
        Some(Verb::Studio(args)) => verbs::studio::run(&args),
        Some(Verb::List(args)) => verbs::list::run(&args),
        Some(Verb::Rules(args)) => verbs::words::rules(&args),
        Some(Verb::Template(args)) => verbs::words::template(&args),
        Some(Verb::Completions(args)) => verbs::words::completions(&args),
        Some(Verb::Man(args)) => verbs::words::man(&args),
    }
}
