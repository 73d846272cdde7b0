//! Completions of positional arguments for fish. `clap_complete` writes none, so fish would offer
//! files for them.

use std::fmt::Write as _;

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// Returns the lines that complete every positional argument whose values are known. Where a verb has two, the second is
/// offered once a value of the first is there.
pub(super) fn positionals(command: &Command) -> String {
    let mut script = String::new();
    for verb in command.get_subcommands() {
        let lists: Vec<Vec<PossibleValue>> =
            verb.get_positionals().map(Arg::get_possible_values).filter(|values| !values.is_empty()).collect();
        for (number, list) in lists.iter().enumerate() {
            let mut condition = format!("__fish_pencilmark_using_subcommand {}", verb.get_name());
            let seen = |list: &[PossibleValue]| format!("__fish_seen_subcommand_from {}", names(list));
            if let Some(before) = number.checked_sub(1).and_then(|before| lists.get(before)) {
                let _ = write!(condition, "; and {}", seen(before));
            }
            if number + 1 < lists.len() {
                let _ = write!(condition, "; and not {}", seen(list));
            }
            let values: Vec<String> = list.iter().map(value).collect();
            let _ = writeln!(script, "complete -c pencilmark -n \"{condition}\" -f -a \"{}\"", values.join("\n"));
        }
    }
    script
}

fn names(values: &[PossibleValue]) -> String {
    values.iter().map(PossibleValue::get_name).collect::<Vec<_>>().join(" ")
}

/// A value and what it means, as `-a` takes them.
fn value(value: &PossibleValue) -> String {
    let help = value.get_help().map(|help| help.to_string().replace(['\'', '"', '$', '\\'], "")).unwrap_or_default();
    format!("{}\\t'{help}'", value.get_name())
}
