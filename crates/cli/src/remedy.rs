//! Remedies in the words of the command: what a library names as data becomes a flag or a verb here.

use pencilmark::registry::Takes;
use pencilmark::remedy::Choice;
use pencilmark::remedy::option;
use pencilmark::{ParseError, Remedy};

/// A remedy on one line, with flags.
pub(crate) fn in_flags(remedy: &Remedy) -> String {
    remedy.written(flag)
}

/// What is wrong, and below it what to do.
pub(crate) fn advised(what: &str, remedy: &Remedy) -> String {
    if remedy.is_empty() { what.to_owned() } else { format!("{what}\n  help: {}", in_flags(remedy)) }
}

/// An error in a text: file, line, column, what is wrong, and what to do.
pub(crate) fn explained(error: &ParseError) -> String {
    let what = format!("{}:{}:{}: {}", error.name, error.line, error.column, error.what);
    advised(&what, &error.remedy)
}

fn flag(choice: &Choice) -> String {
    let Choice { name, value } = choice;
    let with = |flag: &str, placeholder: &str| format!("--{flag} {}", value.as_deref().unwrap_or(placeholder));
    match *name {
        Remedy::KIND => with("kind", "KIND"),
        Remedy::FORMAT if value.is_none() => "see `pencilmark list formats`".to_owned(),
        Remedy::FORMAT => with("from", "FORMAT"),
        Remedy::TEMPLATE => format!("`pencilmark template {}`", value.as_deref().unwrap_or("KIND")),
        option::TIME => with("timeout", "SECONDS"),
        option::NODES | option::CHECKS | option::EVALUATIONS | option::STATES => with(&format!("max-{name}"), "N"),
        option::METHOD => with(name, "METHOD"),
        option::MODEL => with(name, "MODEL"),
        _ => match takes(name) {
            Some(Takes::Flag) => format!("--{name}"),
            Some(Takes::Size(..)) => with(name, "RxC"),
            Some(Takes::Text(what)) => with(name, what),
            _ => with(name, "N"),
        },
    }
}

/// What a setting of a kind takes.
fn takes(name: &str) -> Option<&'static Takes> {
    let settings = pencilmark::registry::kinds().iter().flat_map(|entry| entry.info.settings);
    settings.map(|setting| &setting.parameter).find(|parameter| parameter.name == name).map(|known| &known.takes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_flags() {
        let cases = [
            (Remedy::new("say how many").or_set("stars"), "say how many (--stars N)"),
            (Remedy::new("allow several").or_set_to("several-ok", "yes"), "allow several (--several-ok)"),
            (Remedy::default().or_set_to("box", "2x3").or_set_to("box", "3x2"), "--box 2x3 or --box 3x2"),
            (Remedy::new("name it").or_set(Remedy::KIND), "name it (--kind KIND)"),
            (Remedy::new("choose").or_set_to(Remedy::FORMAT, "grid"), "choose (--from grid)"),
            (Remedy::new("allow more time").or_set(option::TIME), "allow more time (--timeout SECONDS)"),
            (Remedy::new("allow more").or_set(option::NODES), "allow more (--max-nodes N)"),
            (Remedy::new("allow more").or_set_to(option::STATES, "9"), "allow more (--max-states 9)"),
            (Remedy::new("look").or_set(Remedy::TEMPLATE), "look (`pencilmark template KIND`)"),
            (Remedy::new("words alone"), "words alone"),
        ];
        for (remedy, expected) in cases {
            assert_eq!(in_flags(&remedy), expected);
        }
    }
}
