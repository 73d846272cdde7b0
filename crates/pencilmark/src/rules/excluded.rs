//! Why a value is ruled out of a cell, where a single rule shows it.

use std::collections::BTreeMap;

use pencilmark_csp::{Level, Posted, Rule, Store, Value, Var};
use pencilmark_puzzles::technique::Mark;
use pencilmark_puzzles::technique::words::{and, or};
use pencilmark_puzzles::{Cell, Reading, Reason};

use super::entered::{Entered, LISTED};
use super::words::{cannot, names};
use crate::Puzzle;

impl Entered {
    /// Explains why marks are ruled out, where a single rule shows it. Groups marks with the same
    /// reason, and omits reasons that `text` already names.
    pub(super) fn out(&self, puzzle: &Puzzle, lacks: &[Mark], text: &str) -> Vec<Reason> {
        let Reading::Cells { cells, blank } = &self.lowered.reading else { return Vec::new() };
        let mut lowered = self.lowered.clone();
        lowered.keep_entries(&self.entries);
        let mut store = Store::new(&lowered.csp);
        for posted in lowered.csp.posted.iter().filter(|posted| matches!(posted.rule, Rule::Allowed(_))) {
            let _ = posted.rule.propagate(&mut store, Level::Arc);
        }
        let wanted: Vec<(Var, Mark)> = lacks
            .iter()
            .filter_map(|mark| {
                let at = cells.iter().position(|&place| place == blank.index(mark.cell))?;
                Some((Var(u32::try_from(at).ok()?), *mark))
            })
            .collect();
        // For each mark, its simplest reason.
        let mut found: BTreeMap<Mark, (usize, String, &'static str)> = BTreeMap::new();
        for posted in lowered.csp.posted.iter().filter(|posted| !matches!(posted.rule, Rule::Allowed(_))) {
            let scope = posted.rule.scope();
            let concerned: Vec<&(Var, Mark)> = wanted.iter().filter(|(var, _)| scope.contains(var)).collect();
            if concerned.is_empty() {
                continue;
            }
            let level =
                if matches!(posted.rule, Rule::AllDifferent(_)) { Level::ForwardSingletons } else { Level::Arc };
            store.push();
            let holds = posted.rule.propagate(&mut store, level).is_ok();
            let gone: Vec<Mark> = concerned
                .iter()
                .filter(|(var, mark)| holds && !store.contains(*var, Value(mark.value)))
                .map(|(_, mark)| *mark)
                .collect();
            store.pop();
            for mark in gone {
                let (order, why) = self.why_out(puzzle, posted, mark, text);
                let known = found.get(&mark).is_some_and(|(known, ..)| *known <= order);
                if !known {
                    found.insert(mark, (order, why, posted.label.rule()));
                }
            }
        }
        found.retain(|_, (_, why, _)| !why.is_empty());
        grouped(puzzle, &found)
    }

    /// Says why a rule excludes a mark, with a rank that is lower for simpler reasons. Empty if
    /// `text` already says so.
    fn why_out(&self, puzzle: &Puzzle, posted: &Posted, mark: Mark, text: &str) -> (usize, String) {
        let same = |cell: &Cell| *cell != mark.cell && self.entries[*cell] == Some(i32::from(mark.value));
        let holders: Vec<Cell> = self.scope_cells(&posted.rule).into_iter().filter(same).collect();
        match &posted.rule {
            Rule::AllDifferent(_) if holders.iter().any(|holder| names(text, *holder)) => (0, String::new()),
            Rule::AllDifferent(_) if !holders.is_empty() => (1, self.entries_text(puzzle, &holders[..1])),
            Rule::Count(_) if (1..=LISTED).contains(&holders.len()) => {
                (2, format!("{} ({})", self.entries_text(puzzle, &holders), posted.label))
            }
            _ if puzzle.kind().clues.contains(&posted.label.rule()) => {
                (3, format!("{} leaves no room for it", posted.label))
            }
            _ => (3, posted.label.to_string()),
        }
    }
}

/// The parts of a sentence: these cells cannot have these values, for these reasons.
struct Shared<'a> {
    cells: Vec<Cell>,
    values: Vec<u16>,
    reasons: Vec<&'a str>,
    rule: &'static str,
}

/// Turns marks and their reasons into sentences. Cells that lack a value for the same reason share
/// a sentence, and so do the values of one cell.
fn grouped(puzzle: &Puzzle, found: &BTreeMap<Mark, (usize, String, &'static str)>) -> Vec<Reason> {
    let mut by_reason: Vec<Shared<'_>> = Vec::new();
    for (mark, (_, why, rule)) in found {
        let is_same = |shared: &&mut Shared<'_>| shared.values == [mark.value] && shared.reasons == [why];
        match by_reason.iter_mut().find(is_same) {
            Some(shared) => shared.cells.push(mark.cell),
            None => {
                by_reason.push(Shared { cells: vec![mark.cell], values: vec![mark.value], reasons: vec![why], rule });
            }
        }
    }
    let mut sentences: Vec<Shared<'_>> = Vec::new();
    for next in by_reason {
        match sentences.iter_mut().find(|known| known.cells.len() == 1 && known.cells == next.cells) {
            Some(known) => {
                known.values.extend(next.values);
                let news = next.reasons.into_iter().filter(|why| !known.reasons.contains(why)).collect::<Vec<_>>();
                known.reasons.extend(news);
            }
            None => sentences.push(next),
        }
    }
    let told = |Shared { cells, values, reasons, rule }: Shared<'_>| {
        let words = match &values[..] {
            [value] => cannot(&puzzle.clues.tell_entry((*value).into())),
            _ => format!("cannot be {}", or(values)),
        };
        let text = format!("{} {words}: {}", and(&cells), and(reasons));
        Reason::new(rule, cells, text)
    };
    sentences.into_iter().map(told).collect()
}
