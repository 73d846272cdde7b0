//! Puts a kind's techniques to the proof on a puzzle: every step that they see on the way to its solution.

use std::collections::BTreeMap;

use pencilmark_csp::{Meter, Value, Why};

use super::proof::{prove, survives};
use super::{CONTRADICTION, Ladder, Premise, Sheet, Step, open, techniques};
use crate::{Answer, Kind, Position};

/// What an audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// How many steps of each technique were proved by SAT.
    pub proved: BTreeMap<&'static str, usize>,
    /// How many steps were compared with the solution.
    pub compared: usize,
    /// Steps that are wrong, and what is wrong with them.
    pub faults: Vec<String>,
    /// How many puzzles the ladder solved, and how many it did not.
    pub solved: usize,
    /// Puzzles on which the ladder came to an end.
    pub stuck: usize,
}

impl Audit {
    /// Walks through a puzzle with one solution, the easiest step first. At every position each technique shows up to `wanted` steps; all of them have
    /// to leave the solution possible and to tell something new, and those of techniques with fewer than `enough` proofs are proved.
    pub fn walk<K: Kind>(
        &mut self,
        puzzle: &K,
        solution: &Answer,
        (wanted, enough): (usize, usize),
        meter: &Meter,
    ) -> Result<(), Why> {
        let ladder = Ladder::new(&techniques::<K>());
        let Some(mut sheet) = open(puzzle, None) else { return Ok(()) };
        while !sheet.is_solved() {
            meter.check()?;
            let position = sheet.position();
            // Contradictions take long to find, and are looked for where a person would: where nothing else is left.
            let next = ladder.next(sheet.as_ref(), false);
            let stuck = next.as_ref().map_or(u8::MAX, |step| step.technique.tier);
            let is_due = |tier: u8| tier < CONTRADICTION.tier || tier <= stuck;
            for &rung in ladder.rungs().iter().filter(|rung| is_due(rung.technique.tier)) {
                for step in ladder.clone().retain(|other| other == rung.technique).steps(sheet.as_ref(), wanted, true) {
                    self.step(puzzle, &step, &position, solution, enough, meter)?;
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

    fn step<K: Kind>(
        &mut self,
        puzzle: &K,
        step: &Step,
        position: &Position,
        solution: &Answer,
        enough: usize,
        meter: &Meter,
    ) -> Result<(), Why> {
        self.compared += 1;
        let id = step.technique.id;
        let mut fault = |what: String| self.faults.push(format!("{id}: {what}: {step:?}"));
        if !survives(step, solution) {
            fault("removes the solution".to_owned());
        }
        if !is_news(step, position) {
            fault("concludes what is known".to_owned());
        }
        if let Some(premise) = step.why.because.iter().find(|premise| !is_true(premise, position)) {
            fault(format!("the premise {premise:?} does not hold"));
        }
        if step.technique.assumes_uniqueness != step.why.because.contains(&Premise::Unique) {
            fault("says about uniqueness what its technique does not".to_owned());
        }
        if step.why.place.is_empty() || step.why.reason.is_empty() || step.why.cells.is_empty() {
            fault("does not tell where and why".to_owned());
        }
        if *self.proved.entry(id).or_default() < enough {
            match prove(puzzle, step, meter)? {
                Ok(()) => *self.proved.entry(id).or_default() += 1,
                Err(what) => self.faults.push(format!("{id}: {what}: {step:?}")),
            }
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
        Premise::Rule(_) | Premise::Rules(_) | Premise::Unique => true,
    }
}
