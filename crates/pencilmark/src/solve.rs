//! Solving: choose a method once, run it, and let the judge see every answer before anyone else does.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use pencilmark_csp::{Budget, Counters, End, Improvement, Observer, Outcome, Tally, Verdict, Why};
use pencilmark_puzzles::{Answer, EXACT, Marks, Reason};
use pencilmark_search::names::choices;
use pencilmark_search::{BacktrackingThenSat, ParameterError};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::watch::Counted;
use crate::{Options, Plan, Puzzle};

/// What a method found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Solutions that passed the judge, and how the search ended.
    pub outcome: Outcome<Answer>,
    /// Solutions that were found and asked for, but are not among those of the outcome.
    pub left_out: Option<LeftOut>,
    /// Why there is no solution, when a glance showed it.
    pub reason: Option<Reason>,
    /// What is still possible in each cell, from a method that rules values out and ended without an answer.
    pub marks: Option<Marks>,
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

    /// Why the search gave up, if it did.
    pub fn why(&self) -> Option<Why> {
        match self.outcome.end {
            End::GaveUp(why) => Some(why),
            _ => None,
        }
    }

    /// What it says about the number of solutions, in one word: unique, several, none, undecided.
    pub fn word(&self) -> &'static str {
        match self.outcome.verdict() {
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::Refuted => "none",
            Verdict::Solved | Verdict::Undecided => "undecided",
        }
    }
}

/// Solutions that were found and asked for, but are not handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOut {
    /// How many.
    pub solutions: usize,
    /// `time` if there was none left to judge them, `memory` if they could not be kept.
    #[serde(serialize_with = "in_a_word")]
    #[schemars(with = "String")]
    pub why: Why,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn in_a_word<S: Serializer>(why: &Why, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(why.word())
}

/// Why a puzzle could not be given to a method, or its answer not be believed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// No such method.
    #[error("there is no method `{asked}`; {}", choices(asked, known.iter().copied()))]
    Method {
        /// What was asked for.
        asked: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// A setting that the method does not take.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// No such model.
    #[error("{kind} has no model `{asked}`; {}", choices(asked, known.iter().copied()))]
    Model {
        /// The kind.
        kind: &'static str,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// No such preset.
    #[error("{method} on {kind} has no preset `{asked}`; {}", choices(asked, known.iter().copied()))]
    Preset {
        /// The method.
        method: &'static str,
        /// The kind.
        kind: &'static str,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: Vec<&'static str>,
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
    /// A method that works on the puzzle as it is printed, and was asked to keep what is entered.
    #[error("method `{method}` cannot start from a position: it looks at the clues alone; choose another method")]
    Position {
        /// The method.
        method: &'static str,
    },
    /// A plan that was made for another kind.
    #[error("the plan is for kind `{planned}`, and this is a {kind}")]
    Plan {
        /// The kind that it was made for.
        planned: &'static str,
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

/// Solves one puzzle; see [`Puzzle::solver`]. `How` is what the search is made from: [`Options`], or a
/// [`Plan`] that was made before.
#[must_use = "a solver does nothing until it runs"]
pub struct Solver<'a, How = Options> {
    puzzle: &'a Puzzle,
    how: How,
    watch: Option<&'a mut dyn Observer>,
}

impl<'a> Solver<'a> {
    /// Sets the method by its name, with settings after a colon:
    /// `backtracking:order=mrv,inference=forward`.
    ///
    /// # Errors
    ///
    /// An unknown method or setting, with the names that exist.
    pub fn method(mut self, method: &str) -> Result<Self, SolveError> {
        self.how.method = method.parse()?;
        Ok(self)
    }

    /// Finds at most `limit` different solutions; 1 by default. Two are enough to prove uniqueness.
    pub fn limit(mut self, limit: usize) -> Self {
        self.how.limit = limit;
        self
    }

    /// Keeps at most `keep` of the solutions and only counts the others, in
    /// [`found`](crate::outcome::Outcome::found).
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// let puzzle = Puzzle::parse("1..............4")?;
    /// let report = puzzle.solver().limit(1000).keep(1).run()?;
    /// assert_eq!((report.outcome.found, report.outcome.exhausted()), (18, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep(mut self, keep: usize) -> Self {
        self.how.keep = keep;
        self
    }

    /// Sets what the search may spend; without limits by default.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.how.budget = budget;
        self
    }

    /// Sets the seed of all random choices.
    pub fn seed(mut self, seed: u64) -> Self {
        self.how.seed = seed;
        self
    }

    /// Replaces all options that were set so far.
    pub fn options(self, options: &Options) -> Self {
        Self { how: options.clone(), ..self }
    }

    /// Solves by a plan that was made before, in place of all options. Make a [`Plan`] once to solve
    /// many puzzles of one kind.
    ///
    /// ```
    /// # use pencilmark::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let plan = Options::default().limit(2).plan(puzzle.kind())?;
    /// assert_eq!(puzzle.solver().plan(&plan).run()?.outcome.found, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan<'b>(self, plan: &'b Plan) -> Solver<'b, &'b Plan>
    where
        'a: 'b,
    {
        Solver { puzzle: self.puzzle, how: plan, watch: self.watch.map(|watch| watch as &mut dyn Observer) }
    }

    /// Runs the search. Every solution in the report has passed the judge.
    ///
    /// # Errors
    ///
    /// Options that do not fit the kind. [`SolveError::Wrong`] is a bug in the method.
    pub fn run(self) -> Result<Report, SolveError> {
        let plan = self.how.plan(self.puzzle.kind())?;
        self.puzzle.solve(&plan, self.watch)
    }
}

impl Solver<'_, &Plan> {
    /// Runs the search. Every solution in the report has passed the judge.
    ///
    /// # Errors
    ///
    /// A plan for another kind. [`SolveError::Wrong`] is a bug in the method.
    pub fn run(self) -> Result<Report, SolveError> {
        self.puzzle.solve(self.how, self.watch)
    }
}

impl<'a, How> Solver<'a, How> {
    /// Reports every event of the search to an observer. A [`BoardMap`](crate::watch::BoardMap) says what
    /// events mean on the board.
    pub fn watch(mut self, observer: &'a mut dyn Observer) -> Self {
        self.watch = Some(observer);
        self
    }
}

impl Puzzle {
    /// Starts a solve. Without options it runs the kind's own engine until it has one solution.
    ///
    /// ```
    /// # use pencilmark::{Budget, Puzzle, Verdict};
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let budget = Budget { nodes: Some(1000), ..Budget::default() };
    /// let report = puzzle.solver().method("backtracking:order=mrv")?.limit(2).budget(budget).run()?;
    /// assert_eq!(report.outcome.verdict(), Verdict::Unique);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solver(&self) -> Solver<'_> {
        Solver { puzzle: self, how: Options::default(), watch: None }
    }

    fn solve(&self, plan: &Plan, watch: Option<&mut dyn Observer>) -> Result<Report, SolveError> {
        if plan.kind != self.kind().id {
            return Err(SolveError::Plan { planned: plan.kind, kind: self.kind().title });
        }
        let start = Instant::now();
        let mut tally = Tally::default();
        let faithful = self.kind().models.iter().any(|known| known.id == plan.model && known.faithful);
        let glance = || self.contradiction().filter(|_| faithful);
        // An engine needs no glance before it hands over, where it asks for one itself; people want to know why there is no solution.
        let engine = plan.has_engine(self.kind());
        let mut reason = if engine { None } else { glance() };
        let mut outcome = Outcome::refuted();
        if reason.is_none() {
            outcome = self.run(plan, &mut tally, watch);
            if engine && outcome.verdict() == Verdict::Refuted {
                reason = glance();
            }
        }
        let elapsed = start.elapsed();
        let (mut seen, several) = (HashSet::new(), outcome.solutions.len() > 1);
        // If many solutions are asked for, only those that can be judged in time are returned.
        let until = plan.hand_out_until(start);
        let mut judged = 0;
        for answer in &outcome.solutions {
            if judged % 64 == 63 && until.is_some_and(|until| Instant::now() > until) {
                break;
            }
            judged += 1;
            let twice = (several && !seen.insert(answer)).then(|| "the same solution twice".to_owned());
            let broken = twice.or_else(|| self.judge_by(plan.model, answer).err().map(|reason| reason.text));
            if let Some(broken) = broken {
                let method = plan.method.to_string();
                return Err(SolveError::Wrong { method, kind: self.kind().title, broken });
            }
        }
        drop(seen);
        let why = if judged < outcome.solutions.len() { Why::Time } else { Why::Memory };
        outcome.solutions.truncate(judged);
        let solutions = outcome.found.min(plan.run.keep).saturating_sub(judged);
        let left_out = (solutions > 0).then_some(LeftOut { solutions, why });
        let marks = outcome.domains.take().map(|domains| self.lower(plan).reading.marks(&domains));
        let Tally { counters, improvements } = tally;
        Ok(Report { outcome, left_out, reason, marks, counters, improvements, elapsed })
    }

    fn run(&self, plan: &Plan, tally: &mut Tally, watch: Option<&mut dyn Observer>) -> Outcome<Answer> {
        let (method, run) = (plan.method.info.id, &plan.run);
        match (plan.method.runner(), watch) {
            (Some(runner), watch) => {
                let lowered = self.lower(plan);
                let outcome = runner.run(&lowered.csp, run, tally, watch);
                outcome.map(|assignment| lowered.reading.decode(&assignment))
            }
            (None, watch) if method != EXACT.id => {
                let own = match watch {
                    None => self.clues.run_own(method, run, tally),
                    Some(watch) => self.clues.run_own(method, run, &mut Counted { tally, watch }),
                };
                own.unwrap_or_else(|| Outcome::nothing(End::GaveUp(Why::Unsuited)))
            }
            (None, watch) if plan.has_engine(self.kind()) => match watch {
                None => self.clues.exact_counted(run, tally),
                Some(watch) => self.clues.exact(run, &mut Counted { tally, watch }),
            },
            (None, watch) => {
                let lowered = self.lower(plan);
                let outcome = match watch {
                    None => BacktrackingThenSat::solve(&lowered.csp, run, tally),
                    Some(watch) => BacktrackingThenSat::solve(&lowered.csp, run, &mut Counted { tally, watch }),
                };
                outcome.map(|assignment| lowered.reading.decode(&assignment))
            }
        }
    }

    /// Returns a solution that the kind's own engine finds, without limits; `None` if there is none.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// let puzzle = Puzzle::parse("sudoku/4/4/g1k23k3g")?;
    /// let solution = puzzle.solve_one()?.expect("it has one");
    /// assert_eq!(puzzle.write_answer(&solution).lines().next(), Some("2 1 4 3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_one(&self) -> Result<Option<Answer>, SolveError> {
        Ok(self.solver().run()?.outcome.solutions.into_iter().next())
    }

    /// Returns whether there is exactly one solution, proved by the kind's own engine without limits.
    /// [`Puzzle::check`] says more, and within a budget.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// assert!(Puzzle::parse("sudoku/4/4/g1k23k3g")?.prove_unique()?);
    /// assert!(!Puzzle::parse("1...............")?.prove_unique()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove_unique(&self) -> Result<bool, SolveError> {
        Ok(self.solver().limit(2).run()?.outcome.verdict() == Verdict::Unique)
    }
}
