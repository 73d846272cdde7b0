//! Solving: choose a method once, run it, and let the judge see every answer before anyone else does.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use pencilmark_csp::{Budget, Counters, End, Outcome, Verdict, Why};
use pencilmark_puzzles::{Answer, Cell};
use pencilmark_search::{Explanation, MethodInfo, ParameterError, Parameters, Run, explain};

use crate::{Puzzle, registry};

/// A method and its settings, as in `backtracking:order=mrv,inference=forward`.
#[derive(Clone, Debug)]
pub struct MethodChoice {
    /// Which method.
    pub info: &'static MethodInfo,
    /// Its settings.
    pub parameters: Parameters,
}

impl Default for MethodChoice {
    fn default() -> Self {
        Self { info: &registry::EXACT, parameters: Parameters::default() }
    }
}

impl std::str::FromStr for MethodChoice {
    type Err = SolveError;

    fn from_str(text: &str) -> Result<Self, SolveError> {
        let (id, settings) = text.split_once(':').unwrap_or((text, ""));
        let info = registry::method(id).ok_or_else(|| SolveError::Method {
            asked: id.to_owned(),
            known: registry::methods().map(|info| info.id).collect::<Vec<_>>().join(", "),
        })?;
        let mut choice = Self { info, parameters: Parameters::default() };
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
pub struct Options {
    /// By which method.
    pub method: MethodChoice,
    /// In which model of the kind; its first if not set.
    pub model: Option<String>,
    /// Stop after so many different solutions.
    pub limit: usize,
    /// What may be spent.
    pub budget: Budget,
    /// The key of all randomness.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { method: MethodChoice::default(), model: None, limit: 1, budget: Budget::default(), seed: 0 }
    }
}

impl Options {
    /// The kind's own engine, up to `limit` solutions.
    pub fn up_to(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }
}

/// What a method found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Solutions that passed the judge, and how the search ended.
    pub outcome: Outcome<Answer>,
    /// Why there is no solution, when a glance showed it.
    pub reason: Option<String>,
    /// What the method did.
    pub counters: Counters,
    /// How long it took.
    pub elapsed: Duration,
}

impl Report {
    /// The first solution.
    pub fn solution(&self) -> Option<&Answer> {
        self.outcome.solutions.first()
    }
}

/// Why a puzzle could not be given to a method, or its answer not be believed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SolveError {
    /// No such method.
    #[error("there is no method `{asked}`; choose one of {known}")]
    Method {
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// A setting that the method does not take.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// No such model.
    #[error("{kind} has no model `{asked}`; choose one of {known}")]
    Model {
        /// The kind.
        kind: &'static str,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// A bug: the method's answer broke a rule.
    #[error("method `{method}` gave a wrong answer on a {kind}: {broken}")]
    Wrong {
        /// The method.
        method: String,
        /// The kind.
        kind: &'static str,
        /// The rule that it breaks.
        broken: String,
    },
}

/// Whether a puzzle is a proper one.
#[derive(Clone, Debug)]
pub struct Check {
    /// What the method found, up to two solutions.
    pub report: Report,
    /// The cells where the two solutions differ.
    pub differences: Vec<Cell>,
    /// Rules that cannot hold together, when there is no solution and it is not plain at a glance.
    pub conflict: Option<Explanation>,
    /// Entries of the position that the one solution has otherwise.
    pub mistakes: Vec<Cell>,
    /// What is wrong with the solution that the text claims.
    pub claim: Option<String>,
}

impl Puzzle {
    /// Looks for up to `options.limit` different solutions; each has passed the judge.
    pub fn solve(&self, options: &Options) -> Result<Report, SolveError> {
        let model = self.model(options.model.as_deref())?;
        let start = Instant::now();
        let mut counters = Counters::default();
        let faithful = self.kind().models.iter().any(|known| known.id == model && known.faithful);
        if let Some(reason) = self.contradiction().filter(|_| faithful) {
            let outcome = Outcome::refuted();
            return Ok(Report { outcome, reason: Some(reason), counters, elapsed: start.elapsed() });
        }
        let run = Run {
            limit: options.limit,
            budget: options.budget.clone(),
            seed: options.seed,
            parameters: options.method.parameters.clone(),
        };
        let outcome = match pencilmark_search::method(options.method.info.id) {
            None if options.model.is_none() => self.0.exact(&run, &mut counters),
            None => {
                let lowered = self.0.lower(model);
                pencilmark_search::Tandem::solve(&lowered.csp, &run, &mut counters)
                    .map(|assignment| lowered.reading.decode(&assignment))
            }
            Some(entry) => {
                let lowered = self.0.lower(model);
                (entry.counted)(&lowered.csp, &run, &mut counters).map(|assignment| lowered.reading.decode(&assignment))
            }
        };
        let elapsed = start.elapsed();
        let mut seen = HashSet::new();
        for answer in &outcome.solutions {
            let twice = (!seen.insert(answer)).then(|| "the same solution twice".to_owned());
            let broken = twice.or_else(|| self.0.judge(model, answer).err().map(|broken| broken.0));
            if let Some(broken) = broken {
                let method = options.method.to_string();
                return Err(SolveError::Wrong { method, kind: self.kind().title, broken });
            }
        }
        Ok(Report { outcome, reason: None, counters, elapsed })
    }

    /// Whether there is exactly one solution; if not, what shows it.
    ///
    /// ```
    /// # use pencilmark::{Options, Puzzle, Verdict};
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let check = puzzle.check(&Options::default())?;
    /// assert_eq!(check.report.outcome.verdict(), Verdict::Unique);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, options: &Options) -> Result<Check, SolveError> {
        let report = self.solve(&Options { limit: 2, ..options.clone() })?;
        let mut check = Check { report, differences: Vec::new(), conflict: None, mistakes: Vec::new(), claim: None };
        let claimed =
            self.claimed_solution().map(|claimed| self.0.judge(options.model.as_deref().unwrap_or(""), claimed));
        check.claim = claimed.and_then(Result::err).map(|broken| broken.0);
        match (check.report.outcome.verdict(), &check.report.outcome.solutions[..]) {
            (Verdict::Several, [first, second, ..]) => {
                check.differences = first.cells().filter(|&cell| first[cell] != second[cell]).collect();
            }
            (Verdict::Unique, [solution]) => {
                if let Some(position) = self.position() {
                    let entries = &position.entries;
                    let wrong = |&cell: &Cell| entries[cell].is_some_and(|entry| entry != solution[cell]);
                    check.mistakes = entries.cells().filter(wrong).collect();
                }
            }
            (Verdict::Refuted, _) if check.report.reason.is_none() => {
                let time = options.budget.time.unwrap_or(Duration::from_secs(20));
                let left = time.saturating_sub(check.report.elapsed);
                let budget = Budget { time: Some(left), nodes: None, ..options.budget.clone() };
                check.conflict = self.conflict(options.model.as_deref(), &budget)?;
            }
            _ => {}
        }
        Ok(check)
    }

    /// A small set of rules that cannot hold together. `None`: there is a solution, or none was found in time.
    pub fn conflict(&self, model: Option<&str>, budget: &Budget) -> Result<Option<Explanation>, SolveError> {
        let lowered = self.0.lower(self.model(model)?);
        Ok(explain(&lowered.csp, budget).unwrap_or(None))
    }

    /// How many solutions there are, up to `limit`; the outcome says whether the number is exact.
    ///
    /// ```
    /// # use pencilmark::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("1..............4")?;
    /// let report = puzzle.count(1000, &Options::default())?;
    /// assert_eq!((report.outcome.solutions.len(), report.outcome.exhausted()), (18, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, limit: usize, options: &Options) -> Result<Report, SolveError> {
        self.solve(&Options { limit, ..options.clone() })
    }

    fn model(&self, asked: Option<&str>) -> Result<&'static str, SolveError> {
        let info = self.kind();
        let Some(asked) = asked else { return Ok(info.models[0].id) };
        let found = info.models.iter().find(|model| model.id == asked);
        found.map(|model| model.id).ok_or_else(|| SolveError::Model {
            kind: info.title,
            asked: asked.to_owned(),
            known: info.models.iter().map(|model| model.id).collect::<Vec<_>>().join(", "),
        })
    }
}

impl Check {
    /// One word: unique, several, none, undecided.
    pub fn word(&self) -> &'static str {
        match self.report.outcome.verdict() {
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::Refuted => "none",
            Verdict::Solved | Verdict::Undecided => "undecided",
        }
    }

    /// Why a search gave up, if it did.
    pub fn why(&self) -> Option<Why> {
        match self.report.outcome.end {
            End::GaveUp(why) => Some(why),
            _ => None,
        }
    }
}
