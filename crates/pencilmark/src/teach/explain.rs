//! The whole way to the solution.

use pencilmark_csp::{Meter, Verdict, Why};
use pencilmark_puzzles::technique::{self, CONTRADICTION, Ladder, Next, Premise, Sheet, Step, TIERS, TechniqueInfo};
use pencilmark_puzzles::{Answer, Cell, Position, Reason};

use super::TeachOptions;
use super::ladder::{smallest_reason, solving};
use crate::check::Check;
use crate::front::display::counted;
use crate::{Puzzle, Report, SolveError};

/// How to solve a puzzle, step by step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// What the search for solutions found.
    pub report: Report,
    /// The steps, and the position before each.
    pub steps: Vec<(Position, Step)>,
    /// The position after the last step.
    pub end: Position,
    /// Whether the steps lead to the solution.
    pub solved: bool,
    /// What is wrong with what has been entered. Nothing is built on it.
    pub mistakes: Vec<Reason>,
    /// What was spent before the end, if anything was.
    pub ended: Option<Why>,
}

impl Explanation {
    /// Returns the warning that there are several solutions, to show before the first step. `None` if
    /// there is one solution, or no step.
    pub fn opening(&self) -> Option<&'static str> {
        let several = self.report.outcome.verdict() == Verdict::Several && !self.steps.is_empty();
        several.then_some("The puzzle has several solutions. This still follows:")
    }

    /// How it ends, in a sentence: `Solved in 26 steps.`
    pub fn ending(&self) -> String {
        let steps = counted(self.steps.len(), "step");
        if !self.mistakes.is_empty() {
            let list: Vec<&str> = self.mistakes.iter().map(|mistake| mistake.text.as_str()).collect();
            return format!("What has been entered is wrong: {}.", list.join("; "));
        }
        match (self.report.outcome.verdict(), self.ended) {
            (Verdict::Refuted, _) => match &self.report.reason {
                Some(reason) => format!("There is no solution: {reason}."),
                None => "There is no solution.".to_owned(),
            },
            _ if self.solved => {
                let beyond = self.steps.iter().filter(|(_, step)| !TIERS.contains(&step.technique.tier)).count();
                let beyond =
                    if beyond > 0 { format!(", {beyond} of them beyond what people see") } else { String::new() };
                format!("Solved in {steps}{beyond}.")
            }
            (_, Some(why)) => format!("Given up after {steps}: {why}."),
            (Verdict::Several, _) => format!("After {steps} nothing more follows: there are several solutions."),
            _ => format!("After {steps} the techniques see nothing more."),
        }
    }
}

/// How many steps of one technique to choose among.
const CHOICE: usize = 6;

impl Puzzle {
    /// The way to the solution, as far as the techniques lead. It begins with the clues, or, with `from_position`, with what has been entered, if that is right.
    pub fn explain(&self, course: &TeachOptions, from_position: bool) -> Result<Explanation, SolveError> {
        let meter = course.budget.start();
        let options = solving(&meter);
        let start = self.position().filter(|_| from_position);
        let check =
            if start.is_some() { self.check(&options)? } else { Check::of(self.solver().options(&options).run()?) };
        let (mut ended, mut mistakes) = (check.why(), Vec::new());
        let end = start.cloned().unwrap_or_else(|| Position::empty(self.shape()));
        let mut is_right = check.report.solution().is_some();
        if let Some(progress) = check.found.progress.filter(|progress| progress.right != Some(true)) {
            is_right = false;
            mistakes = progress.mistakes;
            ended = ended.or(progress.right.is_none().then_some(Why::Time));
        }
        let (report, mut steps) = (check.report, Vec::new());
        let Some(mut sheet) = technique::open(&self.clues, start, report.solution()).filter(|_| is_right) else {
            return Ok(Explanation { report, steps, end, solved: false, mistakes, ended });
        };
        // What is unique is the puzzle: entries that leave one solution of several do not make it so.
        let ladder = course.ladder(self.kind(), report.outcome.verdict() == Verdict::Unique);
        let mut recent: Vec<Cell> = Vec::new();
        while !sheet.is_solved() {
            if let Err(why) = meter.check() {
                ended = Some(why);
                break;
            }
            let next = match choose(&ladder, sheet.as_ref(), &recent, &meter) {
                Ok(None) => self.beyond(course, sheet.as_ref(), report.solution(), &meter),
                chosen => chosen,
            };
            let step = match next {
                Ok(Some(step)) => step,
                Ok(None) => break,
                Err(why) => {
                    ended = Some(why);
                    break;
                }
            };
            recent = step.places.iter().chain(&step.removes).map(|mark| mark.cell).collect();
            let before = sheet.position();
            sheet.apply(&step.removes, &step.places);
            steps.push((before, step));
        }
        self.judge_sheet(sheet.as_ref(), &report, steps.last().map(|(_, step)| step.technique))?;
        Ok(Explanation { report, steps, end: sheet.position(), solved: sheet.is_solved(), mistakes, ended })
    }

    /// The step that takes a search, where no technique sees one: a nested contradiction, or the step with the smallest reason.
    fn beyond(
        &self,
        course: &TeachOptions,
        sheet: &dyn Sheet,
        solution: Option<&Answer>,
        meter: &Meter,
    ) -> Result<Option<Step>, Why> {
        let (mut steps, ended) = course.beyond(self.kind()).steps_within(sheet, 1, true, meter);
        match (steps.pop(), ended) {
            (Some(step), _) => return Ok(Some(step)),
            (None, Some(why)) => return Err(why),
            (None, None) if !course.goes_beyond() => return Ok(None),
            (None, None) => {}
        }
        match smallest_reason(self, &sheet.position(), solution, meter)? {
            Next::Step { step, .. } => Ok(Some(*step)),
            _ => Ok(None),
        }
    }
}

/// The easiest step; among several of the same technique one that goes on from the step before, so that a reader's eyes need not wander.
fn choose(ladder: &Ladder, sheet: &dyn Sheet, recent: &[Cell], meter: &Meter) -> Result<Option<Step>, Why> {
    // A contradiction takes long to find and to tell, and goes on from nothing: it is told at once, and there is nothing to choose among.
    let alone = |technique: &TechniqueInfo| *technique == CONTRADICTION;
    let only = |technique: &TechniqueInfo| ladder.clone().retain(|other| other == technique);
    for technique in ladder.rungs().iter().map(|rung| rung.technique) {
        let (mut found, ended) = only(technique).steps_within(sheet, 1, alone(technique), meter);
        let Some(first) = found.pop() else {
            ended.map_or(Ok(()), Err)?;
            continue;
        };
        if alone(technique) {
            return Ok(Some(first));
        }
        let (mut steps, ended) = only(technique).steps_within(sheet, CHOICE, true, meter);
        let goes_on = |step: &Step| {
            let rests_on = |premise: &Premise| match premise {
                Premise::Holds(mark) | Premise::Lacks(mark) => recent.contains(&mark.cell),
                _ => false,
            };
            step.rating <= first.rating && step.why.because.iter().any(rests_on)
        };
        let at = steps.iter().position(goes_on).unwrap_or(0);
        return match ended {
            Some(why) if steps.is_empty() => Err(why),
            _ => Ok((at < steps.len()).then(|| steps.swap_remove(at))),
        };
    }
    Ok(None)
}
