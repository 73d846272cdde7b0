//! Puts a kind's techniques to the proof on a puzzle: every step that they see on the way to its solution.

use std::collections::BTreeMap;
use std::sync::Arc;

use pencilmark_csp::{Meter, Value, Why};

use super::proof::{prove, survives};
use super::{CONTRADICTION, Ladder, Premise, Sheet, Step, TechniqueInfo, open, techniques};
use crate::{Answer, Kind, Position};

/// What an audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// How many steps of each technique were compared with the solution.
    pub seen: BTreeMap<&'static str, usize>,
    /// How many steps of each technique were proved by SAT.
    pub proved: BTreeMap<&'static str, usize>,
    /// Steps that are wrong, and what is wrong with them.
    pub faults: Vec<String>,
    /// How many puzzles the ladder solved.
    pub solved: usize,
    /// Puzzles on which the ladder came to an end.
    pub stuck: usize,
}

/// How closely to look at a technique in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Not at all, unless the easiest step is one of its: that is compared.
    Skipped,
    /// Its steps leave the solution possible, and say something new.
    Compared,
    /// They also tell where and why, and their premises hold.
    Told,
    /// They also keep the law of steps.
    Proved,
}

/// Says how closely to look at a technique, given its [count](Audit::count).
pub type Look<'a> = dyn FnMut(&'static TechniqueInfo, usize) -> Depth + 'a;

impl Audit {
    /// Walks through a puzzle with one solution, the easiest step first. At every position each technique shows up to `wanted` steps; all of them have
    /// to be told well, and those of techniques with fewer than `enough` proofs are proved.
    pub fn walk(
        &mut self,
        puzzle: &Arc<dyn Kind>,
        solution: &Answer,
        (wanted, enough): (usize, usize),
        meter: &Meter,
    ) -> Result<(), Why> {
        let mut look = |_, count| if count < enough { Depth::Proved } else { Depth::Told };
        self.walk_from(puzzle, None, solution, wanted, &mut look, meter)
    }

    /// Walks from a position, or from the start, and looks at each technique in each position as closely as it is told to.
    pub fn walk_from(
        &mut self,
        puzzle: &Arc<dyn Kind>,
        position: Option<&Position>,
        solution: &Answer,
        wanted: usize,
        look: &mut Look<'_>,
        meter: &Meter,
    ) -> Result<(), Why> {
        let ladder = Ladder::new(&techniques(puzzle.info()));
        let Some(mut sheet) = open(puzzle, position, Some(solution)) else { return Ok(()) };
        while !sheet.is_solved() {
            let position = sheet.position();
            // Contradictions take long to find, and are looked for where a person would: where nothing else is left.
            let next = ladder.next(sheet.as_ref(), false);
            let stuck = next.as_ref().map_or(u8::MAX, |step| step.technique.tier);
            let is_due = |tier: u8| tier < CONTRADICTION.tier || tier <= stuck;
            for &rung in ladder.rungs().iter().filter(|rung| is_due(rung.technique.tier)) {
                meter.check()?;
                let technique = rung.technique;
                let depth = look(technique, self.count(technique));
                if depth == Depth::Skipped {
                    next.iter().filter(|step| step.technique == technique).for_each(|step| {
                        self.compare(step, &position, solution);
                    });
                    continue;
                }
                let alone = ladder.clone().retain(|other| other == technique);
                for step in alone.steps(sheet.as_ref(), wanted, depth > Depth::Compared) {
                    self.compare(&step, &position, solution);
                    if depth > Depth::Compared {
                        self.hear(&step, &position);
                    }
                    if depth == Depth::Proved {
                        self.prove(puzzle.as_ref(), &step, meter)?;
                    }
                }
            }
            match next {
                Some(step) if survives(&step, solution) && is_news(&step, &position) => {
                    sheet.apply(&step.removes, &step.places);
                }
                Some(_) => return Ok(()), // A fault, and already noted.
                None => {
                    self.stuck += 1;
                    return Ok(());
                }
            }
        }
        self.solved += 1;
        self.agrees(sheet.as_ref(), solution);
        Ok(())
    }

    /// How many steps were compared with the solution.
    pub fn compared(&self) -> usize {
        self.seen.values().sum()
    }

    /// How many steps of the technique were compared with the solution.
    pub fn seen(&self, technique: &TechniqueInfo) -> usize {
        self.seen.get(technique.id).copied().unwrap_or(0)
    }

    /// How many steps of the technique were proved.
    pub fn count(&self, technique: &TechniqueInfo) -> usize {
        self.proved.get(technique.id).copied().unwrap_or(0)
    }

    /// Whether there was any.
    pub fn covers(&self, technique: &TechniqueInfo) -> bool {
        self.count(technique) > 0
    }

    /// Adds what another audit found.
    pub fn add(&mut self, other: Self) {
        for (into, from) in [(&mut self.seen, other.seen), (&mut self.proved, other.proved)] {
            for (technique, count) in from {
                *into.entry(technique).or_default() += count;
            }
        }
        self.faults.extend(other.faults);
        self.solved += other.solved;
        self.stuck += other.stuck;
    }

    fn fault(&mut self, step: &Step, what: &str) {
        self.faults.push(format!("{}: {what}: {step:?}", step.technique.id));
    }

    fn compare(&mut self, step: &Step, position: &Position, solution: &Answer) {
        *self.seen.entry(step.technique.id).or_default() += 1;
        if !survives(step, solution) {
            self.fault(step, "removes the solution");
        }
        if !is_news(step, position) {
            self.fault(step, "concludes what is known");
        }
    }

    fn hear(&mut self, step: &Step, position: &Position) {
        if let Some(premise) = step.why.because.iter().find(|premise| !is_true(premise, position)) {
            self.fault(step, &format!("the premise {premise:?} does not hold"));
        }
        if step.technique.assumes_uniqueness != step.why.because.iter().any(Premise::is_unique) {
            self.fault(step, "says about uniqueness what its technique does not");
        }
        if step.why.place.is_empty() || step.why.reason.is_empty() || step.why.cells.is_empty() {
            self.fault(step, "does not tell where and why");
        }
    }

    fn prove(&mut self, puzzle: &dyn Kind, step: &Step, meter: &Meter) -> Result<(), Why> {
        match prove(puzzle, step, meter)? {
            Ok(()) => *self.proved.entry(step.technique.id).or_default() += 1,
            Err(what) => self.fault(step, &what.to_string()),
        }
        Ok(())
    }

    fn agrees(&mut self, sheet: &dyn Sheet, solution: &Answer) {
        let entries = sheet.position().entries;
        let wrong = solution.cells().find(|&cell| solution[cell] >= 0 && entries[cell] != Some(solution[cell]));
        if let Some(cell) = wrong {
            self.faults.push(format!("a sheet that calls itself solved is wrong at {cell}"));
        }
    }
}

/// Whether a step says something that the position does not.
fn is_news(step: &Step, position: &Position) -> bool {
    let open = |mark: &super::Mark| {
        let marked = position.marks.values(mark.cell);
        position.entries[mark.cell].is_none() && marked.contains(&mark.value)
    };
    step.removes.iter().chain(&step.places).all(open)
}

/// Whether a premise about a cell holds in the position. Rules always do.
pub(super) fn is_true(premise: &Premise, position: &Position) -> bool {
    match premise {
        Premise::Holds(mark) => position.entries[mark.cell] == Some(i32::from(mark.value)),
        Premise::Lacks(mark) => match position.entries[mark.cell] {
            Some(entry) => entry != i32::from(mark.value),
            None => !position.marks[mark.cell].contains(Value(mark.value)),
        },
        Premise::Rule(_) | Premise::Rules(_) | Premise::Unique(_) => true,
    }
}
