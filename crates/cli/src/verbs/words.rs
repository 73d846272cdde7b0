//! `rules`, `template`, `completions` and `man`: words that derive from the registries and the arguments.

use std::io::Write as _;

use clap::CommandFactory as _;

use super::print;
use crate::args::{Cli, CompletionArgs, KindArgs, ManArgs};
use crate::exit::{Exit, Failure};
use crate::screen::{self, BOLD, styled};

fn info(args: &KindArgs) -> Result<&'static pencilmark::registry::KindInfo, Failure> {
    let entry =
        pencilmark::registry::kind(&args.kind).ok_or_else(|| Failure::Usage(format!("no kind `{}`", args.kind)))?;
    Ok(entry.info)
}

pub(crate) fn rules(args: &KindArgs) -> Result<Exit, Failure> {
    let info = info(args)?;
    let width = screen::width().map_or(80, |width| width.min(100));
    let rules: Vec<String> = info.rules.trim().lines().map(|line| screen::wrap(line, width, 0)).collect();
    let sizes = screen::wrap(&format!("Sizes: {}", info.sizes), width, 0);
    let text = format!("{}\n\n{}\n\n{sizes}", styled(BOLD, info.title), rules.join("\n"));
    print(&mut anstream::stdout().lock(), &text)?;
    Ok(Exit::Done)
}

pub(crate) fn template(args: &KindArgs) -> Result<Exit, Failure> {
    let info = info(args)?;
    // The line keeps the form from being taken for another kind once it is filled in.
    let text = format!("# kind: {}\n{}", info.id, info.template.trim_end());
    print(&mut anstream::stdout().lock(), &text)?;
    Ok(Exit::Done)
}

pub(crate) fn completions(args: &CompletionArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pencilmark", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Exit::Done)
}

pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    let verbs: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    match args.verb.as_deref() {
        None => clap_mangen::Man::new(command.clone()).render(&mut page)?,
        Some(verb) if verbs.contains(&verb) => {}
        Some(verb) => {
            return Err(Failure::Usage(format!("there is no verb `{verb}`; choose one of {}", verbs.join(", "))));
        }
    }
    let wanted = |verb: &&clap::Command| args.verb.as_deref().is_none_or(|name| name == verb.get_name());
    for verb in command.get_subcommands().filter(wanted) {
        let verb = verb.clone().display_name(format!("pencilmark-{}", verb.get_name()));
        clap_mangen::Man::new(verb).render(&mut page)?;
    }
    std::io::stdout().lock().write_all(&page)?;
    Ok(Exit::Done)
}
