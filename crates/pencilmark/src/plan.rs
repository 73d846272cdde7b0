//! The plan of a solve: method, model, preset, settings, budget. Decided once, before anything runs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pencilmark_csp::{Budget, Csp, Observer, Outcome, Tally};
use pencilmark_puzzles::{EXACT, KindInfo, Lowered, Preset};
use pencilmark_search::{Guest, MethodEntry, MethodInfo, Parameter, ParameterError, Parameters, Run, names};

use crate::watch::Counted;
use crate::{Puzzle, SolveError, registry};

/// A method and its settings, as in `backtracking:order=mrv,inference=forward`.
#[derive(Clone, Debug)]
pub struct MethodChoice {
    /// Which method.
    pub info: &'static MethodInfo,
    /// Its settings.
    pub parameters: Parameters,
    /// How to run it, if the registry does not know it.
    outside: Option<Runner>,
}

/// How to run a method over constraints.
#[derive(Clone, Debug)]
pub(crate) enum Runner {
    Entry(&'static MethodEntry),
    Guest(Arc<dyn Guest>),
}

impl Runner {
    /// Runs it with counters, and with an observer if there is one.
    pub(crate) fn run(&self, csp: &Csp, run: &Run, tally: &mut Tally, watch: Option<&mut dyn Observer>) -> Outcome {
        match (self, watch) {
            (Self::Entry(entry), None) => (entry.counted)(csp, run, tally),
            (Self::Entry(entry), Some(watch)) => (entry.watched)(csp, run, &mut Counted { tally, watch }),
            (Self::Guest(guest), None) => guest.solve(csp, run, tally),
            (Self::Guest(guest), Some(watch)) => guest.solve(csp, run, &mut Counted { tally, watch }),
        }
    }
}

impl MethodChoice {
    /// A method of the registry with its defaults.
    pub fn new(info: &'static MethodInfo) -> Self {
        Self { info, parameters: Parameters::default(), outside: None }
    }

    /// How to run it, unless it is a kind's own method.
    pub(crate) fn runner(&self) -> Option<Runner> {
        self.outside.clone().or_else(|| pencilmark_search::method(self.info.id).map(Runner::Entry))
    }

    /// Whether the registry does not know it: then no text can name it.
    pub fn is_outside(&self) -> bool {
        self.outside.is_some()
    }
}

impl Default for MethodChoice {
    fn default() -> Self {
        Self::new(&EXACT)
    }
}

/// A method that the registry does not know, with its defaults; see `examples/outside-method`.
impl From<&'static MethodEntry> for MethodChoice {
    fn from(entry: &'static MethodEntry) -> Self {
        Self { outside: Some(Runner::Entry(entry)), ..Self::new(entry.info) }
    }
}

/// A method that exists only while the program runs, with its defaults.
impl From<Arc<dyn Guest>> for MethodChoice {
    fn from(guest: Arc<dyn Guest>) -> Self {
        let info = guest.info();
        Self { outside: Some(Runner::Guest(guest)), ..Self::new(info) }
    }
}

impl std::str::FromStr for MethodChoice {
    type Err = SolveError;

    fn from_str(text: &str) -> Result<Self, SolveError> {
        let (id, settings) = text.split_once(':').unwrap_or((text, ""));
        let info = registry::method(id).ok_or_else(|| SolveError::Method {
            asked: id.to_owned(),
            known: registry::methods().map(|info| info.id).collect(),
        })?;
        let mut choice = Self::new(info);
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let Some((name, value)) = setting.split_once('=') else {
                return Err(ParameterError::Form(setting.to_owned()).into());
            };
            choice.parameters.set(info, name.trim(), value.trim())?;
        }
        Ok(choice)
    }
}

impl std::fmt::Display for MethodChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.info.id)?;
        for (index, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

/// How to solve; by default by the kind's own engine, up to one solution, without limits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// By which method.
    pub method: MethodChoice,
    /// With which settings of the kind where the method's own are not set: `default` or `report`.
    pub preset: Option<String>,
    /// In which model of the kind; the preset's or the first if not set.
    pub model: Option<String>,
    /// Stop after this many different solutions.
    pub limit: usize,
    /// Keep this many of them; the others are counted.
    pub keep: usize,
    /// What may be spent.
    pub budget: Budget,
    /// The key of all randomness.
    pub seed: u64,
    /// Whether solutions have to keep what has been entered.
    pub from_position: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: MethodChoice::default(),
            preset: None,
            model: None,
            limit: 1,
            keep: usize::MAX,
            budget: Budget::default(),
            seed: 0,
            from_position: false,
        }
    }
}

impl Options {
    /// How long after the time limit solutions that were found in time are still judged, and as long again they may be written.
    pub const TIME_TO_WRITE: Duration = Duration::from_millis(250);

    /// How long a method that proves nothing tries, unless its budget says otherwise.
    pub const TIME_WITHOUT_PROOF: Duration = Duration::from_secs(10);

    /// Sets the method and its settings.
    #[must_use]
    pub fn method(self, method: MethodChoice) -> Self {
        Self { method, ..self }
    }

    /// Sets the preset by its name; `None` for the default.
    #[must_use]
    pub fn preset(self, preset: impl Into<Option<String>>) -> Self {
        Self { preset: preset.into(), ..self }
    }

    /// Sets the model by its name; `None` for that of the preset.
    #[must_use]
    pub fn model(self, model: impl Into<Option<String>>) -> Self {
        Self { model: model.into(), ..self }
    }

    /// Finds at most `limit` different solutions.
    #[must_use]
    pub fn limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// Keeps at most `keep` of the solutions and only counts the others.
    #[must_use]
    pub fn keep(self, keep: usize) -> Self {
        Self { keep, ..self }
    }

    /// Sets what may be spent.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Sets the seed of all random choices.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Says whether solutions have to keep what has been entered.
    #[must_use]
    pub fn from_position(self, from_position: bool) -> Self {
        Self { from_position, ..self }
    }

    /// The plan that these options resolve to for puzzles of a kind: presets and defaults filled in. Make a plan once and solve many puzzles
    /// with it.
    ///
    /// ```
    /// # use pencilmark::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let plan = Options::default().limit(2).plan(puzzle.kind())?;
    /// assert_eq!(puzzle.solver().plan(&plan).run()?.outcome.found, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self, kind: &'static KindInfo) -> Result<Plan, SolveError> {
        let info = self.method.info;
        if let Some(owner) =
            registry::kinds().iter().find(|entry| entry.info.methods.iter().any(|own| own.id == info.id))
        {
            if owner.info.id != kind.id {
                return Err(SolveError::Foreign { method: info.id, owner: owner.info.title, kind: kind.title });
            }
            // A kind's own method sees the puzzle and nothing else.
            if self.from_position {
                return Err(SolveError::Position { method: info.id });
            }
        }
        let asked = self.preset.as_deref().unwrap_or(Preset::DEFAULT);
        let mut presets = kind.presets.iter().filter(|preset| preset.method == info.id);
        let asked =
            names::find(asked, presets.clone().map(|preset| preset.name).chain([Preset::DEFAULT])).unwrap_or(asked);
        let preset = presets.clone().find(|preset| preset.name == asked);
        if preset.is_none() && asked != Preset::DEFAULT {
            let others = presets.by_ref().map(|preset| preset.name).filter(|name| *name != Preset::DEFAULT);
            let known = std::iter::once(Preset::DEFAULT).chain(others).collect();
            return Err(SolveError::Preset { method: info.id, kind: kind.title, asked: asked.to_owned(), known });
        }
        let mut parameters = self.method.parameters.clone();
        if let Some(preset) = preset {
            parameters = parameters.or(&preset.parameters(info)?);
        }
        let named_model = self.model.as_deref().map(|asked| model(kind, Some(asked))).transpose()?;
        let model = named_model.map_or_else(|| model(kind, preset.and_then(|preset| preset.model)), Ok)?;
        let mut budget = self.budget.clone();
        // A method that proves nothing spends no nodes, so a limit of nodes alone would never stop it.
        let limited = budget.time.is_some() || budget.checks.or(budget.evaluations).is_some();
        if !limited && !info.is_complete(&parameters) {
            budget.time = Some(Self::TIME_WITHOUT_PROOF);
        }
        let run = Run { limit: self.limit, keep: self.keep, budget, seed: self.seed, parameters };
        let (kind, method, from_position) = (kind.id, self.method.clone(), self.from_position);
        Ok(Plan { kind, method, model, named_model, preset, run, from_position })
    }
}

/// How to solve puzzles of one kind, with presets and defaults filled in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The kind that it is for.
    pub kind: &'static str,
    /// The method, with the settings that were asked for.
    pub method: MethodChoice,
    /// The model.
    pub model: &'static str,
    /// The model if the options name it; a preset may choose another for the method, which says nothing about the puzzle's rules.
    pub(crate) named_model: Option<&'static str>,
    /// The preset, if the kind has one for the method.
    pub preset: Option<&'static Preset>,
    /// What the method is asked, its settings included.
    pub run: Run,
    /// Whether solutions have to keep what has been entered.
    pub from_position: bool,
}

impl Plan {
    /// The same with another seed.
    pub fn with_seed(&self, seed: u64) -> Self {
        let mut plan = self.clone();
        plan.run.seed = seed;
        plan
    }

    /// Until when solutions of a search that began at `start` may be handed on: [some time](Options::TIME_TO_WRITE) after the time limit, or
    /// from now if that has passed, so that a slow step before leaves time for the next. `None` if there is no limit.
    pub fn hand_out_until(&self, start: Instant) -> Option<Instant> {
        let limit = start.checked_add(self.run.budget.time?)?;
        limit.max(Instant::now()).checked_add(Options::TIME_TO_WRITE)
    }

    /// Whether it runs the kind's own engine.
    pub(crate) fn has_engine(&self, kind: &KindInfo) -> bool {
        self.method.info.id == EXACT.id && self.model == kind.models[0].id && !self.from_position
    }

    /// Every setting of the method with the value it has.
    pub fn settings(&self, info: &'static MethodInfo) -> Vec<(&'static str, String)> {
        let value = |known: &Parameter| {
            self.run.parameters.get(known.name).map_or_else(|| known.default_text(), ToString::to_string)
        };
        info.parameters.iter().map(|known| (known.name, value(known))).collect()
    }
}

impl Puzzle {
    /// The puzzle as constraints, with what has been entered if the plan says so.
    pub(crate) fn lower(&self, plan: &Plan) -> Lowered {
        let mut lowered = self.clues.lower(plan.model);
        if let Some(position) = self.position().filter(|_| plan.from_position) {
            let _ = lowered.keep_entries(&position.entries);
        }
        lowered
    }

    /// The plan that `options` resolve to for this puzzle: presets and defaults filled in.
    pub fn plan(&self, options: &Options) -> Result<Plan, SolveError> {
        options.plan(self.kind())
    }
}

/// The model of a kind with this name; its first one if no name is given.
pub(crate) fn model(kind: &'static KindInfo, asked: Option<&str>) -> Result<&'static str, SolveError> {
    let Some(asked) = asked else { return Ok(kind.models[0].id) };
    names::find(asked, kind.models.iter().map(|model| model.id)).ok_or_else(|| SolveError::Model {
        kind: kind.title,
        asked: asked.to_owned(),
        known: kind.models.iter().map(|model| model.id).collect(),
    })
}
