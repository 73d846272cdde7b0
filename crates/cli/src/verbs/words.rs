//! `rules`, `template`, `completions` and `man`: words that derive from the registries and the arguments.

use std::io::Write as _;

use pencilmark::GenerateError;
use pencilmark::registry::{self, Alias, AliasRules, KindInfo};

use super::{fish, manual, print};
use crate::args::{Cli, CompletionArgs, KindArgs, ManArgs, TemplateArgs};
use crate::exit::{Exit, Failure};
use crate::remedy::advised;
use crate::screen::{self, BOLD, styled};

pub(crate) fn rules(args: &KindArgs) -> Result<Exit, Failure> {
    let entry =
        registry::kind(&args.kind).ok_or_else(|| Failure::Usage(format!("there is no kind `{}`", args.kind)))?;
    let (info, alias) = (entry.info, registry::alias(&args.kind));
    let AliasRules { full, sizes, .. } = registry::rules(info, alias);
    let title = alias.map_or(info.title, |alias| alias.title);
    let also = alias.filter(|alias| alias.rules.is_none()).map(|alias| also_called(alias, info)).unwrap_or_default();
    let text = format!("{full}\n{also}");
    let width = screen::width().map_or(80, |width| width.min(100));
    let text: Vec<String> = text.trim().lines().map(|line| screen::wrap(line, width, 0)).collect();
    let sizes = screen::wrap(&format!("Sizes: {sizes}"), width, 0);
    print(&mut screen::stdout(), &format!("{}\n\n{}\n\n{sizes}", styled(BOLD, title), text.join("\n")))?;
    Ok(Exit::Done)
}

/// "Two Not Touch is Star Battle with stars 2."
fn also_called(alias: &Alias, info: &KindInfo) -> String {
    let settings: Vec<String> = alias.settings.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let with = if settings.is_empty() { String::new() } else { format!(" with {}", settings.join(", ")) };
    format!("{} is another name for {}{with}.", alias.title, info.title)
}

pub(crate) fn template(args: &TemplateArgs) -> Result<Exit, Failure> {
    // Only some kinds have a size, so each kind reports a missing or unknown setting itself.
    let form = registry::form(&args.kind.kind, &args.settings.0).map_err(|error| match error {
        GenerateError::Spec { what, remedy } => Failure::Usage(advised(&what, &remedy)),
        other => Failure::Usage(other.to_string()),
    })?;
    print(&mut std::io::stdout().lock(), form.trim_end())?;
    Ok(Exit::Done)
}

pub(crate) fn completions(args: &CompletionArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::whole(), "pencilmark", &mut script);
    if args.shell == clap_complete::Shell::Fish {
        script.extend(fish::positionals(&Cli::whole()).into_bytes());
    }
    std::io::stdout().lock().write_all(&script)?;
    Ok(Exit::Done)
}

pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command = Cli::whole();
    command.build();
    let verbs: Vec<&str> =
        command.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help").collect();
    let wanted = match &args.verb {
        None => None,
        Some(verb) => {
            let known = registry::find(verb, verbs.iter().copied());
            Some(known.ok_or_else(|| {
                let choices = registry::choices(verb, verbs);
                Failure::Usage(format!("there is no verb `{verb}`; {choices}"))
            })?)
        }
    };
    let mut pages = String::new();
    if wanted.is_none() {
        pages += &manual::page(&command)?;
    }
    let is_wanted = |verb: &&clap::Command| wanted.map_or(verb.get_name() != "help", |name| name == verb.get_name());
    for verb in command.get_subcommands().filter(is_wanted) {
        pages += &manual::page(verb)?;
    }
    std::io::stdout().lock().write_all(pages.as_bytes())?;
    Ok(Exit::Done)
}
