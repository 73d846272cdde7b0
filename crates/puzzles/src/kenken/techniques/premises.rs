//! What a step about cages rests on, and nothing else: which of the marks that are gone it needs, and which lines.
//!
//! A cage of four cells has a dozen marks that are gone, and a step needs some of them. Which ones is found by leaving out what can be left out, with
//! SAT as the judge: that is what the law of steps asks for. It is only done for steps that somebody reads.

use std::collections::HashSet;

use pencilmark_csp::rule::Allowed;
use pencilmark_csp::{Csp, Domain, Label, Meter, Role, Value, Var, Why};
use pencilmark_search::Subsets;

use super::sheet::{KenKenSheet, mark, values};
use crate::kenken::model::lower;
use crate::technique::{Mark, Premise};

/// What a step may rest on.
pub(super) struct Grounds<'a> {
    sheet: &'a KenKenSheet,
    premises: Vec<Premise>,
}

impl<'a> Grounds<'a> {
    pub(super) fn new(sheet: &'a KenKenSheet) -> Self {
        Self { sheet, premises: Vec::new() }
    }

    fn add(&mut self, premise: Premise) {
        if !self.premises.contains(&premise) {
            self.premises.push(premise);
        }
    }

    /// The rule of a row or column.
    pub(super) fn line(mut self, line: usize) -> Self {
        self.add(Premise::Rule(self.sheet.line_label(line)));
        self
    }

    /// The rule of a cage, those of the lines with several of its cells, and what is known about its cells.
    pub(super) fn cage(mut self, cage: usize) -> Self {
        self.add(Premise::Rule(self.sheet.cage_label(cage)));
        for part in self.sheet.geometry.parts[cage].iter().filter(|part| part.members.count_ones() > 1) {
            self = self.line(part.line);
        }
        let cells = self.sheet.cells(cage);
        self.cells(cells)
    }

    /// What is known about these cells.
    pub(super) fn cells<'c>(mut self, cells: impl IntoIterator<Item = &'c u8>) -> Self {
        for &cell in cells {
            let marks = self.sheet.marks(cell);
            if self.sheet.is_entered(cell) {
                self.add(Premise::Holds(mark(cell, marks.trailing_zeros() as u16 + 1)));
            } else {
                for number in values(self.sheet.full() & !marks) {
                    self.add(Premise::Lacks(mark(cell, number)));
                }
            }
        }
        self
    }

    /// That these cells do not hold the number.
    pub(super) fn lack(mut self, cells: impl IntoIterator<Item = u8>, number: u16) -> Self {
        for cell in cells {
            self.add(Premise::Lacks(mark(cell, number)));
        }
        self
    }

    /// Drops premises that the conclusions do not need: first what cells hold or lack, then rules.
    /// Keeps all if the conclusions do not follow, or once the meter is spent.
    pub(super) fn minimised(self, meter: &Meter, removes: &[Mark], places: &[Mark]) -> Vec<Premise> {
        let (mut premises, cells): (Vec<Premise>, Vec<Premise>) =
            self.premises.into_iter().partition(|premise| matches!(premise, Premise::Rule(_)));
        premises.extend(cells);
        match needed(self.sheet, &premises, removes, places, meter) {
            Ok(needed) => needed.into_iter().map(|index| premises[index].clone()).collect(),
            Err(_) => premises,
        }
    }
}

/// The places of the premises that are needed, in increasing order.
fn needed(
    sheet: &KenKenSheet,
    premises: &[Premise],
    removes: &[Mark],
    places: &[Mark],
    meter: &Meter,
) -> Result<Vec<usize>, Why> {
    let mut csp = lower(&sheet.geometry.puzzle).csp;
    csp.walks.clear();
    csp.posted.retain(|posted| {
        premises.iter().any(|premise| matches!(premise, Premise::Rule(rule) if *rule == posted.label))
    });
    let labels: Vec<Label> = (premises.iter().enumerate())
        .map(|(index, premise)| match premise {
            Premise::Rule(rule) => rule.clone(),
            Premise::Holds(mark) => post(&mut csp, sheet, format!("premise {index}"), *mark, true),
            Premise::Lacks(mark) => post(&mut csp, sheet, format!("premise {index}"), *mark, false),
            Premise::Rules(_) | Premise::Unique(_) => Label::new("premise", "none"),
        })
        .collect();
    // What is removed is supposed to be right, what is placed to be wrong.
    let conclusions = removes.iter().map(|&mark| (mark, true)).chain(places.iter().map(|&mark| (mark, false)));
    let denials: Vec<Label> = conclusions
        .enumerate()
        .map(|(index, (mark, holds))| post(&mut csp, sheet, format!("denial {index}"), mark, holds))
        .collect();
    let mut subsets = Subsets::new(&csp, meter)?;
    let mut kept: Vec<usize> = Vec::new();
    for denial in &denials {
        if subsets.solve(labels.iter().chain([denial]))?.is_some() {
            return Ok((0..premises.len()).collect());
        }
        let blamed: HashSet<&Label> = subsets.core().into_iter().collect();
        kept.extend((0..labels.len()).filter(|&index| blamed.contains(&labels[index])));
    }
    kept.sort_unstable();
    kept.dedup();
    for index in kept.clone().into_iter().rev() {
        let without: Vec<&Label> = kept.iter().filter(|&&other| other != index).map(|&other| &labels[other]).collect();
        let mut follows = true;
        for denial in &denials {
            if subsets.solve(without.iter().copied().chain([denial]))?.is_some() {
                follows = false;
                break;
            }
        }
        if follows {
            kept.retain(|&other| other != index);
        }
    }
    Ok(kept)
}

/// Makes it a rule that the cell holds this number, or that it does not.
fn post(csp: &mut Csp, sheet: &KenKenSheet, name: String, mark: Mark, holds: bool) -> Label {
    let var = Var((mark.cell.row * sheet.size() + mark.cell.col) as u32);
    let mut set = Domain::only(Value(mark.value));
    if !holds {
        set = Domain::range(1, sheet.size() as u16);
        set.remove(Value(mark.value));
    }
    let label = Label::new("premise", name);
    csp.post(Allowed { var, set }, label.clone(), Role::Hard);
    label
}
