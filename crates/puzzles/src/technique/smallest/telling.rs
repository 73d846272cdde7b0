//! A reason in words, and the premises that it comes to.

use std::collections::BTreeSet;

use pencilmark_csp::rule::Allowed;
use pencilmark_csp::{Csp, Domain, Label, Meter, Role, Value};
use pencilmark_search::{Claim, Reasons};

use super::super::{Mark, Premise, Rating, Step, Telling, words};
use super::SMALLEST_REASON;
use super::facts::Known;
use crate::{Cell, Kind};

impl Known {
    /// The premises of these units, without those that none of the conclusions needs, as far as the time allows to find out.
    pub(super) fn needed(
        &self,
        units: &[Label],
        concluded: &[Claim],
        solution: &[Value],
        meter: &Meter,
    ) -> Vec<Premise> {
        let mut csp = Csp { posted: Vec::new(), ..self.lowered.csp.clone() };
        let mut premises: Vec<(Label, Premise)> = Vec::new();
        for unit in units {
            let Some(fact) = self.facts.get(unit) else {
                csp.posted.extend(self.lowered.csp.posted.iter().filter(|posted| posted.label == *unit).cloned());
                premises.push((unit.clone(), Premise::Rule(unit.clone())));
                continue;
            };
            for premise in &fact.premises {
                if premises.iter().any(|(_, other)| other == premise) {
                    continue;
                }
                let label = Label::new("premise", format!("premise {}", premises.len()));
                let (mark, holds) = match premise {
                    Premise::Holds(mark) => (*mark, true),
                    Premise::Lacks(mark) => (*mark, false),
                    _ => continue,
                };
                for var in self.lowered.csp.vars() {
                    let domain = &self.lowered.csp.domains[var.index()];
                    if let Some(value) = domain.iter().find(|&value| self.mark(var, value) == Some(mark)) {
                        let mut set = Domain::only(value);
                        if !holds {
                            set = domain.clone();
                            set.remove(value);
                        }
                        csp.post(Allowed { var, set }, label.clone(), Role::Hard);
                    }
                }
                premises.push((label, premise.clone()));
            }
        }
        if let Ok(mut reasons) = Reasons::new(&csp, solution, meter) {
            let all: Vec<usize> = (0..reasons.units().len()).collect();
            let minimal = reasons.minimal(&all, concluded);
            let kept: BTreeSet<&Label> = minimal.iter().map(|&unit| &reasons.units()[unit]).collect();
            premises.retain(|(label, _)| kept.contains(label));
        }
        premises.into_iter().map(|(_, premise)| premise).collect()
    }

    pub(super) fn tell(
        &self,
        puzzle: &dyn Kind,
        units: &[Label],
        because: Vec<Premise>,
        target: Claim,
        concluded: &[Claim],
        smallest: bool,
    ) -> Step {
        let marks = |holds: bool| -> Vec<Mark> {
            let claims = concluded.iter().filter(|claim| claim.holds == holds);
            let mut marks: Vec<Mark> = claims.filter_map(|claim| self.mark(claim.var, claim.value)).collect();
            marks.sort_unstable();
            marks
        };
        let places = marks(true);
        let mut removes = marks(false);
        // A cell that is filled has no marks to remove.
        removes.retain(|mark| !places.iter().any(|place| place.cell == mark.cell));
        let at = self.mark(target.var, target.value).map(|mark| mark.cell);
        let ordered = self.in_order(units, at.into_iter().collect());
        let conclusion = conclusion(puzzle, &places, &removes);
        let list: Vec<&str> = ordered.iter().map(|unit| unit.as_str()).collect();
        let so = if list.len() == 1 { ", so" } else { ". Together this means that" };
        let end = if smallest {
            "No smaller set of facts and rules says anything new."
        } else {
            "There may be a smaller reason: the search for one was cut short."
        };
        let mut reason = format!("{}{so} {conclusion}. {end}", list.join("; "));
        // The names of cells stay as they are.
        if !reason.starts_with('r') || !reason[1..].starts_with(|second: char| second.is_ascii_digit()) {
            reason = words::sentence(&reason);
        }
        let facts = units.iter().filter_map(|unit| self.facts.get(unit));
        let mut marks: Vec<Mark> = facts.flat_map(|fact| fact.marks.iter().copied()).collect();
        marks.sort_unstable();
        marks.dedup();
        let mut cells: Vec<Cell> = marks.iter().chain(&places).chain(&removes).map(|mark| mark.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let place = at.map(|cell| cell.to_string()).unwrap_or_default();
        let why = Telling { because, place, cells, marks, reason };
        let rating = Rating(SMALLEST_REASON.rating.0 + units.len() as u16);
        Step { technique: &SMALLEST_REASON, rating, removes, places, why }
    }

    /// The units as a person follows them: facts before rules, and each from the cell in question outwards.
    fn in_order<'u>(&self, units: &'u [Label], mut seen: BTreeSet<Cell>) -> Vec<&'u Label> {
        let mut rest: Vec<(&Label, Vec<Cell>)> = units.iter().map(|unit| (unit, self.cells_of(unit))).collect();
        let mut ordered = Vec::new();
        while !rest.is_empty() {
            let rank = |(unit, cells): &(&Label, Vec<Cell>)| {
                let unseen = cells.iter().filter(|cell| !seen.contains(cell)).count();
                (unseen == cells.len(), !self.facts.contains_key(*unit), unseen)
            };
            let next = (0..rest.len()).min_by_key(|&index| rank(&rest[index])).unwrap_or(0);
            let (unit, cells) = rest.remove(next);
            seen.extend(cells);
            ordered.push(unit);
        }
        ordered.sort_by_key(|unit| !self.facts.contains_key(*unit));
        ordered
    }

    /// The cells that a unit is about; of a rule about the whole board, none.
    fn cells_of(&self, unit: &Label) -> Vec<Cell> {
        if let Some(fact) = self.facts.get(unit) {
            return fact.marks.iter().map(|mark| mark.cell).collect();
        }
        let rules = self.lowered.csp.posted.iter().filter(|posted| posted.label == *unit);
        rules.flat_map(|posted| self.lowered.reading.cells_of(&posted.rule, &self.left)).collect()
    }
}

fn conclusion(puzzle: &dyn Kind, places: &[Mark], removes: &[Mark]) -> String {
    let mut parts: Vec<String> =
        places.iter().map(|mark| format!("{} {}", mark.cell, puzzle.tell_entry(mark.value.into()))).collect();
    for together in removes.chunk_by(|a, b| a.cell == b.cell) {
        let values = together.iter().map(|mark| puzzle.write_entry(mark.value.into()));
        parts.push(format!("{} is not {}", together[0].cell, words::or(values)));
    }
    words::and(parts)
}
