//! Following suppositions until they fail.

use pencilmark_csp::{Domain, Level, Value};

use super::super::{DeadEnd, Finder, Flow, Ladder, Mark, Sheet, Step};
use super::{CONTRADICTION, Depth, SIMPLE, Supposing};
use crate::{Answer, Lowered, Position};

/// So many steps are taken from a supposition before it is given up.
const MOST_TRIED: usize = 80;

/// A supposition that is being followed.
pub(super) struct Trial {
    pub(super) mark: Mark,
    sheet: Box<dyn Sheet>,
    steps: usize,
    nested: usize,
}

/// A supposition that failed.
pub(super) struct Failed {
    pub(super) mark: Mark,
    /// The steps that were taken, and the position before each.
    pub(super) steps: Vec<(Step, Position)>,
    pub(super) end: Position,
    pub(super) what: DeadEnd,
}

impl Supposing {
    /// All marks that may be wrong, in reading order.
    pub(super) fn trials(&self, position: &Position, depth: &Depth, finder: &mut Finder) -> Flow<Vec<Trial>> {
        let solution = self.shared.solution(finder.meter()).filter(|solution| agrees(position, solution));
        let is_open = |mark: &Mark| solution.is_none_or(|solution| solution[mark.cell] != i32::from(mark.value));
        let cells = position.marks.cells().filter(|&cell| position.entries[cell].is_none());
        let cells = cells.filter(|&cell| position.marks[cell].len() <= depth.marks);
        let marks =
            cells.flat_map(|cell| position.marks.values(cell).into_iter().map(move |value| Mark { cell, value }));
        // A step makes a sheet forget what it has worked out about its position, which is not worth copying.
        let mut bare = self.sheet.copied();
        bare.apply(&[], &[]);
        let mut trials = Vec::new();
        for mark in marks.filter(is_open) {
            finder.poll()?;
            trials.push(Trial { mark, sheet: self.supposed(bare.as_ref(), mark, depth), steps: 0, nested: 0 });
        }
        Flow::Continue(trials)
    }

    fn supposed(&self, sheet: &dyn Sheet, mark: Mark, depth: &Depth) -> Box<dyn Sheet> {
        let mut sheet = sheet.copied();
        sheet.apply(&[], &[mark]);
        if depth.nested > 0 {
            return Box::new(Self { shared: self.shared.clone(), sheet, inside: true });
        }
        sheet
    }

    /// Follows each supposition a little further and returns those that fail. Puts aside those that
    /// lead nowhere, or that the finder has no time for.
    pub(super) fn round(
        trials: &mut Vec<Trial>,
        aside: &mut Vec<Trial>,
        ladder: &Ladder,
        depth: &Depth,
        finder: &mut Finder,
    ) -> Vec<Mark> {
        let mut failed = Vec::new();
        for mut trial in std::mem::take(trials) {
            let sheet = trial.sheet.as_mut();
            if sheet.dead_end().is_some() {
                failed.push(trial.mark);
                continue;
            }
            let goes_on = trial.steps < MOST_TRIED && trial.nested <= depth.nested;
            let steps = if goes_on { next(ladder, sheet, finder) } else { Vec::new() };
            for step in &steps {
                sheet.apply(&step.removes, &step.places);
                trial.nested += usize::from(*step.technique == CONTRADICTION);
            }
            trial.steps += steps.len();
            let list = if steps.is_empty() { &mut *aside } else { &mut *trials };
            list.push(trial);
        }
        failed
    }

    /// Whether a supposition that leads nowhere leaves some rule without a way to hold.
    pub(super) fn breaks_a_rule(&self, trial: &Trial) -> bool {
        !trial.sheet.is_solved() && self.broken_rule(&trial.sheet.position()).is_some()
    }

    /// Follows a failing supposition to its end, with the finder's steps in words. `None` if the
    /// budget is spent first.
    pub(super) fn try_out(&self, mark: Mark, ladder: &Ladder, depth: &Depth, finder: &mut Finder) -> Option<Failed> {
        let mut sheet = self.supposed(self.sheet.as_ref(), mark, depth);
        let mut steps = Vec::new();
        let mut before = sheet.position();
        let mut what = loop {
            if let Some(what) = sheet.dead_end() {
                break what;
            }
            let found = if steps.len() < MOST_TRIED { next(ladder, sheet.as_ref(), finder) } else { Vec::new() };
            if finder.ended().is_some() {
                return None;
            }
            if found.is_empty() {
                break self.broken_rule(&before)?;
            }
            for step in found {
                sheet.apply(&step.removes, &step.places);
                let after = sheet.position();
                steps.push((step, std::mem::replace(&mut before, after)));
            }
        };
        // Of a cell with two states, one is what follows: then it is the rule against it that fails.
        if let DeadEnd::Cell(cell) = what {
            let places = || steps.iter().rev().flat_map(|(step, _)| &step.places).chain([&mark]);
            let mut after = before.clone();
            after.entries[cell] = places().find(|mark| mark.cell == cell).map(|mark| i32::from(mark.value));
            if after.entries[cell].is_some()
                && let Some(rule) = self.broken_rule(&after)
            {
                (what, before) = (rule, after);
            }
        }
        Some(Failed { mark, steps, end: before, what })
    }

    /// A rule that can no longer hold.
    fn broken_rule(&self, position: &Position) -> Option<DeadEnd> {
        let (Lowered { csp, reading }, store) = self.shared.rules();
        let mut store = store.clone();
        for (var, domain) in csp.vars().zip(&csp.domains) {
            let possible = |&value: &Value| {
                reading.cell(var, value).is_none_or(|(cell, thing)| match position.entries[cell] {
                    Some(entry) => entry == thing,
                    None => u16::try_from(thing).is_ok_and(|thing| position.marks[cell].contains(Value(thing))),
                })
            };
            let left: Domain = domain.iter().filter(possible).collect();
            store.keep(var, left.words()).ok()?;
        }
        let broken = csp.posted.iter().find(|posted| {
            store.push();
            let fails = posted.rule.propagate(&mut store, Level::Full).is_err();
            store.pop();
            fails
        })?;
        Some(DeadEnd::Rule(broken.label.clone()))
    }
}

/// Returns the next steps from the first technique that sees any: all of its steps if it is a
/// simple one, else one. No two of them fill the same cell. Returns none if the finder's budget is
/// spent.
fn next(ladder: &Ladder, sheet: &dyn Sheet, finder: &mut Finder) -> Vec<Step> {
    for rung in ladder.rungs() {
        finder.want(if rung.technique.tier <= SIMPLE { usize::MAX } else { 1 });
        finder.restart();
        let _ = sheet.find(rung.place, finder);
        if finder.ended().is_some() || finder.poll() == Flow::Break(()) {
            break;
        }
        let mut steps = finder.take();
        if !steps.is_empty() {
            let mut taken = Vec::new();
            steps.retain(|step| {
                let is_free = !step.places.iter().any(|mark| taken.contains(&mark.cell));
                taken.extend(step.places.iter().map(|mark| mark.cell));
                is_free
            });
            return steps;
        }
    }
    Vec::new()
}

/// Whether a solution is one of the position's.
fn agrees(position: &Position, solution: &Answer) -> bool {
    solution.cells().all(|cell| match (position.entries[cell], u16::try_from(solution[cell])) {
        (Some(entry), _) => entry == solution[cell],
        (None, Ok(value)) => position.marks[cell].contains(Value(value)),
        (None, Err(_)) => true,
    })
}
