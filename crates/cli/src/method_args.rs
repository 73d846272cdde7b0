//! `--method` and a flag for every setting of every method, straight from the registry.

use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use pencilmark::registry::{MethodInfo, Parameter, ParameterError, Takes};
use pencilmark::{MethodChoice, SolveError};

use crate::exit::Failure;
use crate::values::{Names, method_ids, model_ids, preset_names};

/// A method, its settings and its model, as typed.
#[derive(Debug, Default)]
pub(crate) struct MethodArgs {
    method: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) preset: Option<String>,
    settings: Vec<(&'static str, String)>,
}

impl MethodArgs {
    /// The method with its settings. Settings alone imply the first method that has them all.
    pub(crate) fn choice(&self) -> Result<MethodChoice, Failure> {
        let mut choice = match &self.method {
            Some(text) => text.parse::<MethodChoice>().map_err(explained)?,
            None => MethodChoice::default(),
        };
        if self.method.is_none()
            && let Some((name, _)) = self.settings.first()
        {
            let has_all = |info: &&MethodInfo| {
                let has = |name: &str| info.parameters.iter().any(|parameter| parameter.name == name);
                self.settings.iter().all(|(name, _)| has(name))
            };
            let info = users(name).find(has_all).ok_or_else(|| {
                let flags: Vec<String> = self.settings.iter().map(|(name, _)| format!("--{name}")).collect();
                Failure::Usage(format!("no method has all of {}; say which one with --method", flags.join(", ")))
            })?;
            choice.info = info;
        }
        for (name, value) in &self.settings {
            choice.parameters.set(choice.info, name, value).map_err(|error| explained(error.into()))?;
        }
        Ok(choice)
    }
}

/// The error, and who has the setting that the method lacks.
fn explained(error: SolveError) -> Failure {
    let SolveError::Parameter(ParameterError::Unknown { name, .. }) = &error else { return error.into() };
    let users: Vec<&str> = users(name).map(|info| info.id).collect();
    if users.is_empty() {
        return error.into();
    }
    Failure::Usage(format!("{error}\n  help: `{name}` is a setting of {}", users.join(", ")))
}

/// The methods that have a setting.
fn users(name: &str) -> impl Iterator<Item = &'static MethodInfo> + use<'_> {
    pencilmark::registry::methods().filter(move |info| info.parameters.iter().any(|parameter| parameter.name == name))
}

/// Every setting of every method, once each.
fn parameters() -> Vec<&'static Parameter> {
    let mut all: Vec<&'static Parameter> = Vec::new();
    for parameter in pencilmark::registry::methods().flat_map(|info| info.parameters) {
        if !all.iter().any(|known| known.name == parameter.name) {
            all.push(parameter);
        }
    }
    all
}

/// All words that a setting takes in any method; none if some method takes a number.
fn words(name: &str) -> Vec<(&'static str, &'static str)> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    for parameter in pencilmark::registry::methods().flat_map(|info| info.parameters).filter(|known| known.name == name)
    {
        let Takes::Word(words) = parameter.takes else { return Vec::new() };
        for &(word, meaning) in words {
            if !all.iter().any(|(known, _)| *known == word) {
                all.push((word, meaning));
            }
        }
    }
    all
}

/// The flag of a setting: under the heading of its method, and in the help with everything alone, for there are many.
fn flag(parameter: &'static Parameter) -> Arg {
    let users: Vec<&MethodInfo> = users(parameter.name).collect();
    let heading = match users.as_slice() {
        [one] => format!("Settings of {}", one.id),
        _ => "Settings of several methods".to_owned(),
    };
    let mut defaults: Vec<String> = Vec::new();
    for own in users.iter().flat_map(|info| info.parameters).filter(|own| own.name == parameter.name) {
        let default = own.default_text();
        if !defaults.contains(&default) {
            defaults.push(default);
        }
    }
    let mut help = parameter.help.to_owned();
    if let [first, ..] = help.as_str().split(' ').collect::<Vec<_>>()[..] {
        let mut letters = first.chars();
        let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        help = format!("{capital}{}", &help[first.len()..]);
    }
    if users.len() > 1 {
        let ids: Vec<&str> = users.iter().map(|info| info.id).collect();
        help = format!("{help} ({})", ids.join(", "));
    }
    let arg = Arg::new(parameter.name)
        .long(parameter.name)
        .help_heading(heading)
        .hide_short_help(true)
        .hide_long_help(true)
        .help(format!("{help} [default: {}]", defaults.join(" or ")));
    let words = words(parameter.name);
    if words.is_empty() {
        return arg.value_name("N").allow_negative_numbers(true);
    }
    let values = words.into_iter().map(|(word, meaning)| PossibleValue::new(word).help(meaning));
    arg.value_name("HOW").value_parser(Names::new(values))
}

impl Args for MethodArgs {
    fn augment_args(command: Command) -> Command {
        let ids: Vec<&str> = pencilmark::registry::methods().map(|info| info.id).collect();
        let heading = "Method";
        let arg =
            |name: &'static str, value: &'static str| Arg::new(name).long(name).value_name(value).help_heading(heading);
        let method = arg("method", "METHOD").help(format!(
            "How to solve: {}; settings may follow, as in backtracking:order=mrv, or as flags (see --help-all). Flags alone imply the first method that has them",
            ids.join(", ")
        ));
        let method = method.value_parser(method_ids()).hide_possible_values(true);
        let preset = arg("preset", "NAME")
            .help("Settings of the kind for the method: default, or report (see `pencilmark list presets`)")
            .value_parser(preset_names())
            .hide_possible_values(true);
        let model = arg("model", "MODEL")
            .help("How to state the puzzle as constraints (see `pencilmark list models`)")
            .value_parser(model_ids())
            .hide_possible_values(true);
        command.arg(method).arg(preset).arg(model).args(parameters().into_iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MethodArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        Ok(Self {
            method: text("method"),
            model: text("model"),
            preset: text("preset"),
            settings: parameters()
                .into_iter()
                .filter_map(|parameter| Some((parameter.name, text(parameter.name)?)))
                .collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
