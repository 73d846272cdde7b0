//! `--method` and a flag for every setting of every method, straight from the registry.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use pencilmark::{MethodChoice, MethodInfo, Takes};

use crate::exit::Failure;

/// A method, its settings and its model, as typed.
#[derive(Debug, Default)]
pub(crate) struct MethodArgs {
    method: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) preset: Option<String>,
    settings: Vec<(&'static str, String)>,
}

impl MethodArgs {
    /// The method with its settings. A setting alone implies the first method that has it.
    pub(crate) fn choice(&self) -> Result<MethodChoice, Failure> {
        let mut choice = match &self.method {
            Some(text) => text.parse::<MethodChoice>()?,
            None => MethodChoice::default(),
        };
        if self.method.is_none()
            && let Some((name, _)) = self.settings.first()
            && let Some(info) = pencilmark::methods().find(|info| has(info, name))
        {
            choice.info = info;
        }
        for (name, value) in &self.settings {
            choice.parameters.set(choice.info, name, value).map_err(pencilmark::SolveError::from)?;
        }
        Ok(choice)
    }
}

fn has(info: &MethodInfo, name: &str) -> bool {
    info.parameters.iter().any(|parameter| parameter.name == name)
}

/// Every setting of every method, once each.
fn parameters() -> Vec<&'static pencilmark::Parameter> {
    let mut all: Vec<&'static pencilmark::Parameter> = Vec::new();
    for parameter in pencilmark::methods().flat_map(|info| info.parameters) {
        if !all.iter().any(|known| known.name == parameter.name) {
            all.push(parameter);
        }
    }
    all
}

impl Args for MethodArgs {
    fn augment_args(command: Command) -> Command {
        let ids: Vec<&str> = pencilmark::methods().map(|info| info.id).collect();
        let heading = "Method";
        let method = Arg::new("method").long("method").value_name("METHOD").help_heading(heading).help(format!(
            "How to solve: {}; settings may follow, as in backtracking:order=mrv,inference=forward",
            ids.join(", ")
        ));
        let model = Arg::new("model")
            .long("model")
            .value_name("MODEL")
            .help_heading(heading)
            .help("How to state the puzzle as constraints (see `pencilmark list models`)");
        let preset = Arg::new("preset")
            .long("preset")
            .value_name("NAME")
            .help_heading(heading)
            .help("Settings of the kind for the method: default, or report (see `pencilmark list presets`)");
        parameters().into_iter().fold(command.arg(method).arg(model).arg(preset), |command, parameter| {
            let users: Vec<&str> =
                pencilmark::methods().filter(|info| has(info, parameter.name)).map(|info| info.id).collect();
            let arg = Arg::new(parameter.name)
                .long(parameter.name)
                .value_name("HOW")
                .help_heading(heading)
                .help(format!("{}: {} (default {})", users.join(", "), parameter.help, parameter.default));
            // Where methods share a name but not its values, the method chosen has the last word.
            let mut words: Vec<(&str, &str)> = Vec::new();
            for known in pencilmark::methods().flat_map(|info| info.parameters) {
                if let (true, Takes::Word(more)) = (known.name == parameter.name, &known.takes) {
                    words.extend(more.iter().filter(|(word, _)| !words.iter().any(|(other, _)| other == word)).copied().collect::<Vec<_>>());
                }
            }
            command.arg(if words.is_empty() {
                arg.value_name("N")
            } else {
                arg.value_parser(PossibleValuesParser::new(
                    words.into_iter().map(|(word, meaning)| clap::builder::PossibleValue::new(word).help(meaning)),
                ))
            })
        })
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
