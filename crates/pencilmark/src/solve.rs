//! Solving: choose a method once, run it, and let the judge see every answer before anyone else does.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use pencilmark_csp::{Budget, Counters, End, Improvement, Observer, Outcome, Tally, Verdict, Why};
use pencilmark_puzzles::{Answer, Cell, EXACT};
use pencilmark_search::{Explanation, ParameterError, Tandem, explain};

use crate::watch::Counted;
use crate::{Options, Plan, Puzzle};

/// What a method found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Solutions that passed the judge, and how the search ended.
    pub outcome: Outcome<Answer>,
    /// Why there is no solution, when a glance showed it.
    pub reason: Option<String>,
    /// What the method did.
    pub counters: Counters,
    /// How the lowest cost came down, for methods that work with broken boards.
    pub improvements: Vec<Improvement>,
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
    /// No such preset.
    #[error("{method} on {kind} has no preset `{asked}`; it has {known}")]
    Preset {
        /// The method.
        method: &'static str,
        /// The kind.
        kind: &'static str,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// A method that works on another kind alone.
    #[error("method `{method}` works on {owner} alone, and this is a {kind}")]
    Foreign {
        /// The method.
        method: &'static str,
        /// The kind it is for.
        owner: &'static str,
        /// The kind at hand.
        kind: &'static str,
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

fn report(outcome: Outcome<Answer>, reason: Option<String>, tally: Tally, elapsed: Duration) -> Report {
    Report { outcome, reason, counters: tally.counters, improvements: tally.improvements, elapsed }
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
    /// Looks for up to `options.limit` different solutions; each that is kept has passed the judge.
    pub fn solve(&self, options: &Options) -> Result<Report, SolveError> {
        self.solve_seen_by(options, None)
    }

    /// The same, seen by an observer. [`Puzzle::scene`] says what its events mean on the board.
    pub fn solve_watched(&self, options: &Options, watch: &mut dyn Observer) -> Result<Report, SolveError> {
        self.solve_seen_by(options, Some(watch))
    }

    fn solve_seen_by(&self, options: &Options, watch: Option<&mut dyn Observer>) -> Result<Report, SolveError> {
        let plan = self.plan(options)?;
        let start = Instant::now();
        let mut tally = Tally::default();
        let faithful = self.kind().models.iter().any(|known| known.id == plan.model && known.faithful);
        let glance = || self.contradiction().filter(|_| faithful);
        // An engine needs no glance before it hands over, where it asks for one itself; people want to know why there is no solution.
        let engine = self.has_engine(options, &plan);
        let mut reason = if engine { None } else { glance() };
        let mut outcome = Outcome::refuted();
        if reason.is_none() {
            outcome = self.run(options, &plan, &mut tally, watch);
            if engine && outcome.verdict() == Verdict::Refuted {
                reason = glance();
            }
        }
        let elapsed = start.elapsed();
        let (mut seen, several) = (HashSet::new(), outcome.solutions.len() > 1);
        for answer in &outcome.solutions {
            let twice = (several && !seen.insert(answer)).then(|| "the same solution twice".to_owned());
            let broken = twice.or_else(|| self.0.judge(plan.model, answer).err().map(|broken| broken.0));
            if let Some(broken) = broken {
                let method = options.method.to_string();
                return Err(SolveError::Wrong { method, kind: self.kind().title, broken });
            }
        }
        Ok(report(outcome, reason, tally, elapsed))
    }

    /// Whether the kind's own engine is what a plan comes to.
    fn has_engine(&self, options: &Options, plan: &Plan) -> bool {
        options.method.info.id == EXACT.id && plan.model == self.kind().models[0].id && !plan.from_position
    }

    fn run(
        &self,
        options: &Options,
        plan: &Plan,
        tally: &mut Tally,
        watch: Option<&mut dyn Observer>,
    ) -> Outcome<Answer> {
        let (method, run) = (options.method.info.id, &plan.run);
        match (pencilmark_search::method(method), watch) {
            (Some(entry), watch) => {
                let lowered = self.lower(plan);
                let outcome = match watch {
                    None => (entry.counted)(&lowered.csp, run, tally),
                    Some(watch) => (entry.watched)(&lowered.csp, run, &mut Counted { tally, watch }),
                };
                outcome.map(|assignment| lowered.reading.decode(&assignment))
            }
            (None, watch) if method != EXACT.id => {
                let own = match watch {
                    // The puzzle alone is all that these methods see.
                    _ if plan.from_position => None,
                    None => self.0.own(method, run, tally),
                    Some(watch) => self.0.own(method, run, &mut Counted { tally, watch }),
                };
                own.unwrap_or_else(|| Outcome::nothing(End::GaveUp(Why::Unsuited)))
            }
            (None, watch) if self.has_engine(options, plan) => match watch {
                None => self.0.exact(run, tally),
                Some(watch) => self.0.exact_watched(run, &mut Counted { tally, watch }),
            },
            (None, watch) => {
                let lowered = self.lower(plan);
                let outcome = match watch {
                    None => Tandem::solve(&lowered.csp, run, tally),
                    Some(watch) => Tandem::solve(&lowered.csp, run, &mut Counted { tally, watch }),
                };
                outcome.map(|assignment| lowered.reading.decode(&assignment))
            }
        }
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
        let mut check = Check::of(report);
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

    /// How many solutions there are, up to `limit`: the outcome's `found`, of which it keeps the first. The outcome says whether
    /// the number is exact.
    ///
    /// ```
    /// # use pencilmark::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("1..............4")?;
    /// let report = puzzle.count(1000, &Options::default())?;
    /// assert_eq!((report.outcome.found, report.outcome.exhausted()), (18, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, limit: usize, options: &Options) -> Result<Report, SolveError> {
        self.solve(&Options { limit, keep: 1, ..options.clone() })
    }
}

impl Check {
    /// A report with nothing to say beyond it.
    pub fn of(report: Report) -> Self {
        Self { report, differences: Vec::new(), conflict: None, mistakes: Vec::new(), claim: None }
    }

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
