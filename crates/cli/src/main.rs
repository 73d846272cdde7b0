//! The `pencilmark` command: thin. It reads arguments and files, calls the façade, and prints.

mod args;
mod batch;
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

use clap::{CommandFactory as _, FromArgMatches as _};

use args::{Cli, Verb};
use exit::{Exit, Failure};

fn main() -> std::process::ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to stdout and are no failure.
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Done };
            let _ = error.print();
            return code.into();
        }
    };
    cli.colour.apply();
    match run(cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            if !failure.is_closed_pipe() {
                screen::complain(&failure.to_string());
            }
            failure.exit().into()
        }
    }
}

impl Cli {
    fn try_parse() -> Result<Self, clap::Error> {
        // Help and usage errors come before the arguments are known, but `--color` is meant for them too.
        let mut words: Vec<_> = std::env::args_os().collect();
        let mut command = Self::command().color(screen::colour_of_help(&words));
        let options = words.iter().position(|word| word == "--").unwrap_or(words.len());
        if let Some(all) = words[..options].iter().position(|word| word == "--help-all") {
            words[all] = "--help".into();
            command = command.mut_subcommands(|verb| verb.mut_args(|arg| arg.hide_long_help(false)));
        }
        let matches = command.try_get_matches_from(words)?;
        Self::from_arg_matches(&matches)
    }
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.verb {
        None => verbs::tour::run(),
        Some(Verb::Solve(args)) => verbs::solve::run(&args),
        Some(Verb::Check(args)) => verbs::check::run(&args),
        Some(Verb::Count(args)) => verbs::count::run(&args),
        Some(Verb::Generate(args)) => verbs::generate::run(&args),
        Some(Verb::Convert(args)) => verbs::convert::run(&args),
        Some(Verb::Render(args)) => verbs::render::run(&args),
        Some(Verb::Compare(args)) => verbs::compare::run(&args),
        Some(Verb::Report(args)) => verbs::report::run(&args),
        Some(Verb::Reproduce(args)) => verbs::reproduce::run(&args),
        Some(Verb::List(args)) => verbs::list::run(&args),
        Some(Verb::Rules(args)) => verbs::words::rules(&args),
        Some(Verb::Template(args)) => verbs::words::template(&args),
        Some(Verb::Completions(args)) => verbs::words::completions(&args),
        Some(Verb::Man(args)) => verbs::words::man(&args),
    }
}
