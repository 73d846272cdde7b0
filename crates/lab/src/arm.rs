//! An arm of an experiment: a method with its settings.

use std::fmt::Write as _;

use pencilmark::registry::Scalar;
use pencilmark::{MethodChoice, Options, Plan as SolvePlan, Puzzle, SolveError, StopSignal};

use crate::experiment::ArmSpec;
use crate::{LabError, Limits};

/// A method with its settings, its budget and its seeds.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its name in tables.
    pub label: String,
    /// The method with its settings.
    pub method: MethodChoice,
    /// Settings of the kind for the method.
    pub preset: Option<String>,
    /// The model of the kind.
    pub model: Option<String>,
    /// The factors of a factorial with the level of this arm.
    pub levels: Vec<(String, String)>,
    /// What a run may spend.
    pub limits: Limits,
    /// The first seed.
    pub first_seed: u64,
    /// How many seeds, if it is stochastic.
    pub seeds: u64,
    /// How many solutions to look for.
    pub solutions: usize,
    /// Whether its settings were tuned, as the experiment says.
    pub is_tuned: bool,
}

impl Arm {
    /// Parses `METHOD`, `METHOD/PRESET`, `METHOD:NAME=VALUE,...` or `METHOD/PRESET:NAME=VALUE,...`; the settings may
    /// include `model=` and `preset=`.
    ///
    /// ```
    /// let arm = pencilmark_lab::Arm::parse("backtracking:model=numbers,inference=forward")?;
    /// assert_eq!((arm.method.to_string().as_str(), arm.model.as_deref()), ("backtracking:inference=forward",
    /// Some("numbers")));
    /// # Ok::<(), pencilmark_lab::LabError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, LabError> {
        let (head, settings) = text.split_once(':').unwrap_or((text, ""));
        let (id, preset) = match head.split_once('/') {
            Some((id, preset)) => (id, Some(preset.to_owned())),
            None => (head, None),
        };
        let mut arm = Self { preset, ..Self::of(id.trim().parse().map_err(request_error)?) };
        for setting in settings.split(',').filter(|setting| !setting.trim().is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            arm.set(name.trim(), value.trim())?;
        }
        arm.label = arm.described();
        Ok(arm)
    }

    /// An arm of this method, called like it, without limits.
    pub fn of(method: MethodChoice) -> Self {
        let mut arm = Self {
            label: String::new(),
            method,
            preset: None,
            model: None,
            levels: Vec::new(),
            limits: Limits::default(),
            first_seed: 0,
            seeds: crate::experiment::DEFAULT_SEEDS,
            solutions: 1,
            is_tuned: false,
        };
        arm.label = arm.described();
        arm
    }

    /// Sets a parameter of the method, the model or the preset.
    pub fn set(&mut self, name: &str, value: impl Into<Scalar>) -> Result<(), LabError> {
        let value = value.into();
        match name {
            "model" => self.model = Some(value.to_string()),
            "preset" => self.preset = Some(value.to_string()),
            _ => self
                .method
                .parameters
                .set(self.method.info, name, value)
                .map_err(|error| request_error(error.into()))?,
        }
        Ok(())
    }

    /// The arm as written; an error comes with the field that is wrong.
    pub(crate) fn from_spec(spec: &ArmSpec) -> Result<Self, (String, LabError)> {
        let mut arm = Self::parse(&spec.method).map_err(|error| ("method".to_owned(), error))?;
        arm.preset = spec.preset.clone().or(arm.preset);
        arm.model = spec.model.clone().or(arm.model);
        for (name, value) in spec.settings.iter() {
            arm.set(name, value.clone()).map_err(|error| (name.to_owned(), error))?;
        }
        arm.is_tuned = spec.tuned;
        arm.label = crate::instance::one_line(&spec.label.clone().unwrap_or_else(|| arm.described()));
        Ok(arm)
    }

    /// The text that [`Arm::parse`] reads.
    pub fn described(&self) -> String {
        let mut text = self.method.info.id.to_owned();
        if let Some(preset) = &self.preset {
            text.push('/');
            text.push_str(preset);
        }
        for (index, (name, value)) in self.set_by_hand().enumerate() {
            let _ = write!(text, "{}{name}={value}", if index == 0 { ':' } else { ',' });
        }
        text
    }

    /// The model and the parameters that were set, each with its value.
    pub(crate) fn set_by_hand(&self) -> impl Iterator<Item = (&'static str, String)> {
        let model = self.model.iter().map(|model| ("model", model.clone()));
        model.chain(self.method.parameters.iter().map(|(name, value)| (name, value.to_string())))
    }

    /// The options for a run of this arm.
    pub fn options(&self, seed: u64, stop: &StopSignal) -> Options {
        Options::default()
            .method(self.method.clone())
            .preset(self.preset.clone())
            .model(self.model.clone())
            .limit(self.solutions)
            .budget(self.limits.budget(stop))
            .seed(seed)
    }

    /// The seeds it runs with on a puzzle that it solves by this plan: a single one if the seed makes no difference.
    pub(crate) fn seeds_on(&self, puzzle: &Puzzle, plan: &SolvePlan) -> std::ops::Range<u64> {
        let seeds = if pencilmark::front::draws(puzzle, plan) { self.seeds } else { 1 };
        self.first_seed..self.first_seed.saturating_add(seeds)
    }

    /// Its settings on a puzzle, with presets and defaults filled in.
    pub fn plan(&self, puzzle: &Puzzle) -> Result<SolvePlan, LabError> {
        puzzle.plan(&self.options(0, &StopSignal::default())).map_err(request_error)
    }
}

/// The methods to compare by default: one of each sort, with the settings that suit the kind.
pub fn default_methods() -> Vec<String> {
    let methods = [
        "backtracking",
        "backtracking:inference=forward",
        "greedy",
        "a-star",
        "hill-climbing",
        "min-conflicts",
        "annealing",
        "genetic",
        "genetic:improvement=none",
        "sat",
        "exact",
    ];
    methods.into_iter().map(str::to_owned).collect()
}

/// Splits `greedy,backtracking:order=mrv,inference=mac,sat` into three arms: a part with `=` and without `:` belongs
/// to the arm before it.
pub fn split_methods(text: &str) -> Vec<String> {
    let mut arms: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match arms.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => {
                last.push(if last.contains(':') { ',' } else { ':' });
                last.push_str(part);
            }
            _ => arms.push(part.to_owned()),
        }
    }
    arms
}

/// Labels for arms written like this: if all are of one method, its settings alone.
pub fn labels(methods: &[String]) -> Vec<String> {
    let id = |method: &str| method.split([':', '/']).next().unwrap_or(method).to_owned();
    let rest = |method: &String| method[id(method).len()..].trim_start_matches([':', '/']).to_owned();
    let same =
        methods.len() > 1 && methods.iter().all(|method| id(method) == id(&methods[0]) && !rest(method).is_empty());
    if same { methods.iter().map(rest).collect() } else { methods.to_vec() }
}

#[allow(clippy::needless_pass_by_value)] // for map_err
pub(crate) fn request_error(error: SolveError) -> LabError {
    LabError::Request(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_cut_where_a_new_one_begins() {
        assert_eq!(
            split_methods("greedy, backtracking:order=mrv,inference=mac,sat,annealing/report"),
            ["greedy", "backtracking:order=mrv,inference=mac", "sat", "annealing/report"]
        );
    }

    #[test]
    fn arms_of_one_method_are_called_by_what_they_set() {
        let labels = |text: &str| labels(&split_methods(text));
        assert_eq!(labels("backtracking:order=mrv,backtracking:order=in-order"), ["order=mrv", "order=in-order"]);
        assert_eq!(labels("annealing/report,annealing:focus=1"), ["report", "focus=1"]);
        assert_eq!(labels("backtracking,backtracking:order=mrv"), ["backtracking", "backtracking:order=mrv"]);
    }

    #[test]
    fn what_is_described_is_read_back() {
        for text in ["sat", "annealing/report", "hill-climbing/report:model=weak,tries=3", "backtracking:order=mrv"] {
            assert_eq!(Arm::parse(text).expect("an arm").described(), text);
        }
        assert!(Arm::parse("backtracking:order=magic").is_err_and(|error| error.to_string().contains("mrv")));
        assert!(Arm::parse("magic").is_err_and(|error| error.to_string().contains("backtracking")));
    }
}
