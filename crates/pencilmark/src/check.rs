//! Checking: is there one solution, what shows it if not, and is what somebody has entered right so far?

use std::collections::HashMap;
use std::time::{Duration, Instant};

use pencilmark_csp::{Budget, Csp, Domain, Label, Meter, Silent, Verdict, Why};
use pencilmark_puzzles::{Answer, Cell, Grid, Lowered, Marks, Position, Reason};
use pencilmark_search::{BacktrackingThenSat, ConflictSet, Run, conflict};
use schemars::JsonSchema;
use serde::Serialize;

use crate::corrections::Corrections;
use crate::{Options, Plan, Puzzle, Report, SolveError};

/// Whether a puzzle is a proper one, and whether what came with it is right.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Check {
    /// What the method found, up to two solutions.
    pub report: Report,
    /// What was found beyond the solutions.
    pub found: Findings,
}

/// What a check finds beyond the solutions.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Findings {
    /// The cells in which the two differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Cell>,
    /// Rules that cannot hold together, if there is no solution and no simple contradiction was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// The single-clue changes that give exactly one solution, if the puzzle has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrections: Option<Corrections>,
    /// Whether the solution that the text claims is right; absent if it claims none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Whether what has been entered so far is right; absent if nothing has been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
}

/// Rules that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Conflict {
    /// The rules, those about the fewest cells first.
    pub rules: Vec<Reason>,
    /// Whether each of them is needed.
    pub minimal: bool,
    /// Clues to blame: with any one of them changed, there is a solution.
    pub blamed: Vec<Reason>,
}

/// Whether what somebody has entered so far is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Progress {
    /// Whether everything is right; null if that is not known, because the puzzle has no solution or it was not found.
    pub right: Option<bool>,
    /// How many cells have an entry, not counting clues that were copied.
    pub entries: usize,
    /// How many cells have pencil marks.
    pub marks: usize,
    /// What is wrong.
    pub mistakes: Vec<Reason>,
}

/// Whether a solution that came with the puzzle is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Claim {
    /// Whether it is right.
    pub right: bool,
    /// The rule that it breaks, if it is wrong.
    pub reason: Option<Reason>,
}

/// How long to look for reasons when the budget has no time limit.
const TIME: Duration = Duration::from_secs(20);

/// Longest time for finding and shrinking a conflict, and its largest share of the limit. Readers
/// wait for the corrections that come after it, and a conflict that is still large by then has too
/// many rules to read.
const TIME_OF_CONFLICT: Duration = Duration::from_secs(3);
const SHARE_OF_CONFLICT: f64 = 0.7;

/// Decisions that finding out about one clue or a position may take.
const NODES: u64 = 20_000;

impl Puzzle {
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
        self.check_with(&options.clone().limit(2).plan(self.kind())?)
    }

    /// The same by a plan that was made before; it looks for two solutions, whatever the limit of the plan is.
    pub fn check_with(&self, plan: &Plan) -> Result<Check, SolveError> {
        if plan.run.limit != 2 {
            let run = Run { limit: 2, ..plan.run.clone() };
            return self.check_with(&Plan { run, ..plan.clone() });
        }
        if plan.from_position {
            // Whether the entries are right is the question, so the search must not start from them.
            return self.check_with(&Plan { from_position: false, ..plan.clone() });
        }
        let start = Instant::now();
        let report = self.solver().plan(plan).run()?;
        let mut check = Check::of(report);
        let judged = self.solution().map(|claimed| self.judge_by(plan.named_model.unwrap_or(""), claimed));
        check.found.claim = judged.map(|judged| Claim { right: judged.is_ok(), reason: judged.err() });
        let time = plan.run.budget.time.unwrap_or(TIME).saturating_sub(check.report.elapsed);
        let meter = Budget { time: Some(time), nodes: None, ..plan.run.budget.clone() }.start();
        match (check.report.outcome.verdict(), &check.report.outcome.solutions[..]) {
            (Verdict::Several, [first, second, ..]) => {
                check.found.differences = first.cells().filter(|&cell| first[cell] != second[cell]).collect();
            }
            (Verdict::Refuted, _) => {
                // Reserve time for corrections: they help more than a smaller conflict.
                let most = TIME_OF_CONFLICT.min(time.mul_f64(SHARE_OF_CONFLICT));
                let budget = Budget { time: Some(most), ..meter.rest() };
                check.found.conflict = self.conflict(plan.named_model, &budget)?;
                check.found.corrections = self.corrections_after(plan, check.found.conflict.as_ref(), &meter)?;
            }
            _ => {}
        }
        check.found.progress = self.position().map(|position| {
            let lowered = self.clues.lower(plan.model);
            self.progress(lowered, position, &check.report, &meter)
        });
        check.report.elapsed = start.elapsed();
        Ok(check)
    }

    /// A small set of rules that cannot hold together. `None`: there is a solution, or no such set was found in time.
    fn conflict(&self, model: Option<&str>, budget: &Budget) -> Result<Option<Conflict>, SolveError> {
        let lowered = self.clues.lower(crate::plan::model(self.kind(), model)?);
        let meter = budget.start();
        let set = conflict(&lowered.csp, budget).unwrap_or(None);
        Ok(set.map(|set| {
            let mut rules = reasons(&lowered, &set);
            let blamed = blamed(&lowered, &set, self.kind().clues, &meter);
            rules.sort_by_key(|reason| if reason.cells.is_empty() { usize::MAX } else { reason.cells.len() });
            Conflict { rules, minimal: set.minimal, blamed }
        }))
    }

    /// Finds corrections after the plan's model was refuted. `None` if that model is not faithful
    /// to the rules of the kind.
    fn corrections_after(
        &self,
        plan: &Plan,
        conflict: Option<&Conflict>,
        meter: &Meter,
    ) -> Result<Option<Corrections>, SolveError> {
        let models = self.kind().models;
        let at = plan.named_model.map_or(Some(0), |named| models.iter().position(|model| model.id == named));
        if !at.is_some_and(|at| models[at].faithful) {
            return Ok(None);
        }
        // Only the first model states every clue as a rule; others may encode one in their
        // variables.
        let rules = conflict.filter(|_| at == Some(0)).map(|conflict| conflict.rules.as_slice());
        self.corrections(rules, &meter.rest()).map(Some)
    }

    fn progress(&self, lowered: Lowered, position: &Position, report: &Report, meter: &Meter) -> Progress {
        let clues = clues(&lowered);
        let (entered, mut mistakes) = self.entered(&lowered, position, &clues);
        let entries = entered.len() + mistakes.len();
        let marked: Vec<Cell> = position.marks.cells().filter(|&cell| !position.marks[cell].is_empty()).collect();
        let mut right = (!mistakes.is_empty()).then_some(false);
        match (report.outcome.verdict(), report.solution()) {
            (Verdict::Unique, Some(solution)) => {
                mistakes.extend(self.wrong_entries(&entered, position, solution));
                mistakes.extend(self.wrong_marks(&marked, &position.marks, solution));
                right = Some(mistakes.is_empty());
            }
            (Verdict::Several | Verdict::Solved, _) if right.is_none() => {
                (right, mistakes) = fits(lowered, position, &entered, meter);
            }
            _ => {}
        }
        Progress { right, entries, marks: marked.len(), mistakes: crate::rules::explained(self, mistakes, meter) }
    }

    /// The cells that somebody has filled in beyond the clues, and the clues that were written over. What stands in a hole says
    /// nothing.
    fn entered(&self, lowered: &Lowered, position: &Position, clues: &Marks) -> (Vec<Cell>, Vec<Reason>) {
        let (mut entered, mut mistakes) = (Vec::new(), Vec::new());
        let blank = lowered.reading.blank();
        for cell in position.entries.cells().filter(|&cell| blank[cell] >= 0) {
            let Some(entry) = position.entries[cell] else { continue };
            match clues.certain(cell) {
                None => entered.push(cell),
                Some(clue) if clue == entry => {}
                Some(clue) => {
                    let (entry, clue) = (self.clues.write_entry(entry), self.clues.write_entry(clue));
                    mistakes.push(Reason::new(
                        "given",
                        [cell],
                        format!("{cell} is {entry}, but {clue} is given there"),
                    ));
                }
            }
        }
        (entered, mistakes)
    }

    fn wrong_entries(&self, entered: &[Cell], position: &Position, solution: &Answer) -> Vec<Reason> {
        let wrong = entered.iter().filter(|&&cell| position.entries[cell] != Some(solution[cell]));
        wrong
            .map(|&cell| {
                let entry = position.entries[cell].unwrap_or_default();
                let written = self.clues.write_entry(entry);
                // `r1c1 is not 5`, but `it is wrong that r1c1 is shaded`.
                let text = match written.parse::<i32>() {
                    Ok(_) => format!("{cell} is not {written}"),
                    Err(_) => format!("it is wrong that {cell} {}", self.clues.tell_entry(entry)),
                };
                Reason::new(Lowered::ENTRY, [cell], text)
            })
            .collect()
    }

    fn wrong_marks(&self, marked: &[Cell], marks: &Marks, solution: &Answer) -> Vec<Reason> {
        let wrong =
            marked.iter().filter(|&&cell| !marks.values(cell).iter().any(|&mark| i32::from(mark) == solution[cell]));
        wrong
            .map(|&cell| {
                let marks: Vec<String> =
                    marks.values(cell).into_iter().map(|mark| self.clues.write_entry(mark.into())).collect();
                Reason::new(
                    Lowered::PENCILLED,
                    [cell],
                    format!("none of the pencil marks in {cell} is right: {}", marks.join(", ")),
                )
            })
            .collect()
    }
}

/// Whether there is a solution with these entries and within these marks; if not, those that cannot hold together.
fn fits(mut lowered: Lowered, position: &Position, entered: &[Cell], meter: &Meter) -> (Option<bool>, Vec<Reason>) {
    let mut entries: Grid<Option<i32>> = position.entries.map(|_| None);
    for &cell in entered {
        entries[cell] = position.entries[cell];
    }
    let mut kept: HashMap<Label, Cell> = lowered.keep_entries(&entries).into_iter().collect();
    kept.extend(lowered.keep_marks(&position.marks));
    match has_solution(&lowered.csp, meter) {
        None => (None, Vec::new()),
        Some(true) => (Some(true), Vec::new()),
        Some(false) => {
            let set = conflict(&lowered.csp, &meter.rest()).ok().flatten();
            let labels: Vec<&Label> = set.iter().flat_map(ConflictSet::labels).collect();
            let mut cells: Vec<Cell> = labels.iter().filter_map(|&label| kept.get(label).copied()).collect();
            cells.sort_unstable();
            cells.dedup();
            let is_entry = labels.iter().any(|label| label.rule() == Lowered::ENTRY);
            let (rule, done) =
                if is_entry || cells.is_empty() { (Lowered::ENTRY, "entered") } else { (Lowered::PENCILLED, "marked") };
            let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
            let text = match names.as_slice() {
                [] => "what has been entered cannot all be right".to_owned(),
                [one] => format!("what is {done} at {one} is wrong"),
                several => format!("what is {done} at {} cannot all be right", several.join(", ")),
            };
            (Some(false), vec![Reason::new(rule, cells, text)])
        }
    }
}

/// What the clues alone leave in each cell.
pub(crate) fn clues(lowered: &Lowered) -> Marks {
    let mut domains = lowered.csp.unary_domains();
    // A variable whose clues contradict each other says nothing about a cell.
    for (domain, whole) in domains.iter_mut().zip(&lowered.csp.domains) {
        if *domain == Domain::empty() {
            domain.clone_from(whole);
        }
    }
    lowered.reading.marks(&domains)
}

/// Whether there is a solution; `None` if that takes too long to find out.
fn has_solution(csp: &Csp, meter: &Meter) -> Option<bool> {
    let run = Run { budget: Budget { nodes: Some(NODES), ..meter.rest() }, ..Run::up_to(1) };
    match BacktrackingThenSat::solve(csp, &run, &mut Silent).verdict() {
        Verdict::Refuted => Some(false),
        Verdict::Undecided => None,
        _ => Some(true),
    }
}

/// The rules of a conflict with the cells they are about.
fn reasons(lowered: &Lowered, set: &ConflictSet) -> Vec<Reason> {
    let domains = lowered.csp.unary_domains();
    set.labels().map(|label| reason(lowered, label, &domains)).collect()
}

fn reason(lowered: &Lowered, label: &Label, domains: &[Domain]) -> Reason {
    let rules = lowered.csp.posted.iter().filter(|posted| posted.label == *label);
    let cells = rules.flat_map(|posted| lowered.reading.cells_of(&posted.rule, domains));
    Reason::new(label.rule(), cells, label.as_str())
}

/// The clues of a conflict without any one of which there is a solution, as far as time allows to find out.
fn blamed(lowered: &Lowered, set: &ConflictSet, clues: &[&str], meter: &Meter) -> Vec<Reason> {
    let domains = lowered.csp.unary_domains();
    let clues = set.labels().filter(|label| clues.contains(&label.rule())).take_while(|_| meter.check().is_ok());
    let to_blame = clues.filter(|&label| {
        let mut csp = lowered.csp.clone();
        csp.posted.retain(|posted| posted.label != *label);
        has_solution(&csp, meter) == Some(true)
    });
    to_blame.map(|label| reason(lowered, label, &domains)).collect()
}

impl Check {
    /// A report with nothing to say beyond it.
    pub fn of(report: Report) -> Self {
        Self { report, found: Findings::default() }
    }

    /// Whether something that came with the puzzle is wrong: an entry, a pencil mark, or the solution that the text claims.
    pub fn has_mistakes(&self) -> bool {
        let is_wrong = |progress: &Progress| progress.right == Some(false);
        self.found.progress.as_ref().is_some_and(is_wrong)
            || self.found.claim.as_ref().is_some_and(|claim| !claim.right)
    }

    /// Why a search gave up, if it did.
    pub fn why(&self) -> Option<Why> {
        self.report.why()
    }
}
