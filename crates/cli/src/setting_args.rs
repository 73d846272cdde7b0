//! A flag for every setting of every kind, straight from the registry.

use std::marker::PhantomData;
use std::path::Path;

use clap::builder::{StyledStr, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pencilmark::Settings;
use pencilmark::registry::{Applies, KindInfo, Parameter, Scalar, Setting, Takes};

use crate::values::{Names, technique_ids};

/// Settings as typed, limited to those that a [`Scope`] wants.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingArgs<S>(pub(crate) Settings, PhantomData<S>);

/// Which settings a verb has flags for.
pub(crate) trait Scope: Clone + Send + Sync + 'static {
    fn wants(setting: &Setting) -> bool;
}

/// Settings that a text may leave open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading;

/// Settings of an empty form: its size, and those that a text may leave open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form;

/// All settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generating;

impl Scope for Reading {
    fn wants(setting: &Setting) -> bool {
        setting.applies == Applies::ReadingAndGenerating
    }
}

impl Scope for Form {
    fn wants(setting: &Setting) -> bool {
        Reading::wants(setting) || setting.parameter.name == Settings::SIZE
    }
}

impl Scope for Generating {
    fn wants(_: &Setting) -> bool {
        true
    }
}

/// A setting, and the kinds that have it.
struct Shared<'a> {
    setting: &'a Setting,
    kinds: Vec<&'a KindInfo>,
}

/// The settings of these kinds, each once.
fn shared<'a, S: Scope>(kinds: &[&'a KindInfo]) -> Vec<Shared<'a>> {
    let mut all: Vec<Shared<'a>> = Vec::new();
    for &kind in kinds {
        for setting in kind.settings.iter().filter(|setting| S::wants(setting)) {
            match all.iter_mut().find(|known| known.setting.parameter.name == setting.parameter.name) {
                Some(known) => known.kinds.push(kind),
                None => all.push(Shared { setting, kinds: vec![kind] }),
            }
        }
    }
    all
}

impl Shared<'_> {
    /// What the setting takes in any of its kinds.
    fn accepts(name: &'static str) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
        move |text: &str| {
            let settings = pencilmark::registry::kinds().iter().flat_map(|entry| entry.info.settings);
            let takes: Vec<&Takes> =
                settings.filter(|known| known.parameter.name == name).map(|known| &known.parameter.takes).collect();
            let given = Scalar::from(text);
            if let Some(value) = takes.iter().find_map(|takes| takes.parse(&given)) {
                return Ok(value.to_string());
            }
            Err(match takes.first() {
                Some(Takes::Size(..)) => format!("it takes {}", Self::in_words(&takes)),
                Some(first) => first.advice(text),
                // A kind that no registry has.
                None => return Ok(text.to_owned()),
            })
        }
    }

    /// The same in words. Kinds have boards of different sizes.
    fn in_words(takes: &[&Takes]) -> String {
        let sizes =
            || takes.iter().filter_map(|takes| if let Takes::Size(a, b) = **takes { Some((a, b)) } else { None });
        let bounds = sizes().map(|size| size.0).min().zip(sizes().map(|size| size.1).max());
        match bounds {
            Some((least, most)) => Takes::Size(least, most).in_words(),
            None => takes.first().map_or_else(String::new, |takes| takes.in_words()),
        }
    }

    fn flag(&self, everywhere: bool) -> Arg {
        let parameter = &self.setting.parameter;
        let arg = Arg::new(parameter.name).long(parameter.name).help(self.help(everywhere));
        match &parameter.takes {
            Takes::Flag => arg.action(ArgAction::SetTrue),
            Takes::Word(words) => {
                let words = words.iter().map(|(word, _)| *word);
                arg.value_name("HOW").value_parser(Names::new(words.collect::<Vec<_>>()))
            }
            Takes::Whole(..) => arg.value_name("N").value_parser(ValueParser::new(Self::accepts(parameter.name))),
            Takes::Number(..) => {
                let arg = arg.value_name("X").allow_negative_numbers(true);
                arg.value_parser(ValueParser::new(Self::accepts(parameter.name)))
            }
            Takes::Size(..) => arg.value_name("N|RxC").value_parser(ValueParser::new(Self::accepts(parameter.name))),
            Takes::Wholes(..) | Takes::Numbers(..) => {
                arg.value_name("N|A..B").value_parser(ValueParser::new(Self::accepts(parameter.name)))
            }
            Takes::Text(what @ "TECHNIQUE") => {
                arg.value_name(*what).value_parser(technique_ids()).hide_possible_values(true)
            }
            Takes::Text(what) => arg.value_name(*what).allow_hyphen_values(true),
        }
    }

    /// What it does, and in which kinds.
    fn help(&self, everywhere: bool) -> StyledStr {
        let Parameter { help, takes, .. } = &self.setting.parameter;
        let range = match takes {
            Takes::Whole(..) | Takes::Number(..) => format!(", {}", takes.in_words()),
            Takes::Text("MASK" | "SHAPE") => "; @FILE reads it from a file".to_owned(),
            Takes::Word(_)
            | Takes::Flag
            | Takes::Size(..)
            | Takes::Wholes(..)
            | Takes::Numbers(..)
            | Takes::Text(_) => String::new(),
        };
        let (first, rest) = help.split_at(help.chars().next().map_or(0, char::len_utf8));
        let titles: Vec<&str> = self.kinds.iter().map(|kind| kind.title).collect();
        let whose = if everywhere { String::new() } else { format!(" ({})", titles.join(", ")) };
        format!("{}{rest}{range}{whose}", first.to_uppercase()).into()
    }
}

/// The flags of the settings of these kinds.
fn flags<S: Scope>(kinds: &[&KindInfo]) -> Vec<Arg> {
    shared::<S>(kinds).iter().map(|shared| shared.flag(shared.kinds.len() == kinds.len())).collect()
}

fn all_kinds() -> Vec<&'static KindInfo> {
    pencilmark::registry::kinds().iter().map(|entry| entry.info).collect()
}

impl<S: Scope> Args for SettingArgs<S> {
    fn augment_args(command: Command) -> Command {
        command.args(flags::<S>(&all_kinds()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Scope> FromArgMatches for SettingArgs<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut settings = Settings::default();
        for Shared { setting, .. } in shared::<S>(&all_kinds()) {
            let name = setting.parameter.name;
            if matches!(setting.parameter.takes, Takes::Flag) {
                if matches.get_flag(name) {
                    settings.set(name, true);
                }
            } else if let Some(value) = matches.get_one::<String>(name) {
                settings.set(name, value);
            }
        }
        Ok(Self(settings, PhantomData))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The settings, with those that are written `@FILE` read from files below this folder.
pub(crate) fn read_files(settings: Settings, folder: &Path) -> Result<Settings, String> {
    let named: Vec<(String, String)> = settings
        .iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value.to_string().strip_prefix('@')?.to_owned())))
        .collect();
    named.into_iter().try_fold(settings, |settings, (name, file)| {
        let text = std::fs::read_to_string(folder.join(&file))
            .map_err(|error| format!("{name}: cannot read {file}: {error}"))?;
        Ok(settings.with(name, text))
    })
}

#[cfg(test)]
mod tests {
    use pencilmark::registry::Key;

    use super::*;

    const SYMBOLS: Key<()> = Key::new(
        Parameter {
            name: "symbols",
            help: "what stands in the cells",
            takes: Takes::Word(&[("digits", ""), ("letters", "")]),
            default: None,
        },
        (),
    );

    /// A kind that no registry has, with a setting that no other kind has.
    static SIXTH: KindInfo = KindInfo {
        id: "latin",
        title: "Latin square",
        summary: "",
        short_rules: "",
        rules: "",
        sizes: "",
        square: true,
        holes: false,
        template: "",
        models: &[],
        presets: &[],
        clues: &[],
        aliases: &[],
        methods: &[],
        techniques: &[],
        hardest_step: |_| None,
        first_marks: None,
        report: None,
        settings: &[
            Setting::size(1, 9, (5, 5)),
            Setting::reading(&SYMBOLS),
            Setting::generating(&Key::flag("symmetric", "givens in symmetric places", false)),
        ],
    };

    #[test]
    fn a_setting_of_a_sixth_kind_becomes_a_flag() {
        let mut kinds = all_kinds();
        kinds.push(&SIXTH);
        let help = |flags| {
            let mut command = Command::new("test").disable_help_flag(true).args(flags);
            command.render_long_help().to_string()
        };
        let all = help(flags::<Generating>(&kinds));
        assert!(all.contains("--symmetric\n          Givens in symmetric places (Latin square)"), "{all}");
        // What every kind has needs no list of kinds.
        assert!(all.contains("Rows and columns of the board\n"), "{all}");
        let form = help(flags::<Form>(&kinds));
        assert!(form.contains("--symbols <HOW>") && form.contains("--size") && !form.contains("--symmetric"), "{form}");
        let reading = help(flags::<Reading>(&kinds));
        assert!(reading.contains("--symbols <HOW>") && !reading.contains("--size"), "{reading}");
        let command = Command::new("test").args(flags::<Generating>(&kinds));
        let matches = command.try_get_matches_from(["test", "--symmetric", "--symbols", "letters"]).unwrap();
        assert!(matches.get_flag("symmetric"));
        assert_eq!(matches.get_one::<String>("symbols").map(String::as_str), Some("letters"));
    }
}
