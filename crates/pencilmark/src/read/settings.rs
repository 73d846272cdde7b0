//! Whether the settings of a read make sense. A kind looks at its own settings alone and takes what it cannot read as unset,
//! so a slip would change the rules of the puzzle without a word.

use pencilmark_puzzles::Remedy;
use pencilmark_puzzles::text::rows::shown;

use super::ReadOptions;
use super::reading::Refused;
use crate::registry::{Applies, Parameter, Registry, Setting, choices};

/// Fails if no kind has one of the settings, or none that has it takes its value.
pub(super) fn check(options: &ReadOptions) -> Result<(), Refused> {
    for (name, value) in options.settings.iter() {
        let known: Vec<&Parameter> = all(&options.registry)
            .map(|setting| &setting.parameter)
            .filter(|parameter| parameter.name == name)
            .collect();
        let Some(first) = known.first() else {
            let what = format!("no kind has a setting {}", shown(name));
            return Err(Refused { what, remedy: choices(name, names(&options.registry)).into() });
        };
        if !known.iter().any(|parameter| parameter.takes.parse(value).is_some()) {
            let value = value.to_string();
            let what = format!("the setting `{name}` cannot be {}", shown(&value));
            let remedy = Remedy::new(first.takes.advice(&value)).or_set(first.name);
            return Err(Refused { what, remedy });
        }
    }
    Ok(())
}

fn all(registry: &Registry) -> impl Iterator<Item = &'static Setting> {
    registry.kinds().iter().flat_map(|entry| entry.info.settings)
}

/// The settings that a text may leave open.
fn names(registry: &Registry) -> Vec<&'static str> {
    let of_reading = all(registry).filter(|setting| setting.applies == Applies::ReadingAndGenerating);
    let mut names: Vec<&str> = of_reading.map(|setting| setting.parameter.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}
