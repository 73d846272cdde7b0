//! The words for what an argument rests on.

use super::super::engine::board::Board;
use super::argument::{Argument, Fact};
use super::sheet::HidatoSheet;
use crate::technique::words;

impl<const W: usize> Argument<'_, W> {
    /// `10 (r2c3)`, if it is a fact that the number is entered there.
    fn end(&self, number: usize) -> Option<String> {
        let is = |fact: &Fact| fact.entered().filter(|&(entered, _)| entered == number);
        self.facts.iter().find_map(is).map(|(number, place)| self.sheet.named(number, place))
    }

    /// `12 comes 2 steps after 10 (r2c3) and 1 step before 13 (r4c4).`, as far as it matters.
    pub(super) fn position_of(&self, number: usize) -> String {
        let (low, high) = self.runs[0];
        let has_steps = |low: usize, high: usize| (low..high).all(|number| self.facts.contains(&Fact::Step(number)));
        let after = self.end(low).filter(|_| number > low && has_steps(low, number));
        let after = after.map(|end| format!("{} after {end}", steps(number - low)));
        let before = self.end(high).filter(|_| number < high && has_steps(number, high));
        let before = before.map(|end| format!("{} before {end}", steps(high - number)));
        let parts: Vec<String> = after.into_iter().chain(before).collect();
        if parts.is_empty() { String::new() } else { format!("{} comes {}. ", number + 1, words::and(parts)) }
    }

    /// `The path leads from 10 (r2c3) to 14 (r5c5) in 4 steps.`, or from one end, or from several ends to several ends.
    pub(super) fn way(&self) -> String {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for number in self.numbers().into_iter().filter(|&number| self.facts.contains(&Fact::Step(number))) {
            match runs.last_mut() {
                Some((_, high)) if *high == number && self.end(number).is_none() => *high = number + 1,
                _ => runs.push((number, number + 1)),
            }
        }
        let ways = runs.iter().map(|&(low, high)| match (self.end(low), self.end(high)) {
            (Some(from), Some(to)) => format!("from {from} to {to} in {}", steps(high - low)),
            (Some(from), None) => format!("from {from} to {} in {}", high + 1, steps(high - low)),
            (None, Some(to)) => format!("from {} to {to} in {}", low + 1, steps(high - low)),
            (None, None) => format!("from {} to {} in {}", low + 1, high + 1, steps(high - low)),
        });
        let ways: Vec<String> = ways.collect();
        if ways.is_empty() { String::new() } else { format!("The path leads {}. ", words::and(ways)) }
    }

    /// `In r6c8 the path could not go on. `: cells that the other sentences do not rule out for a number.
    pub(super) fn dead_ends(&self, number: usize, place: usize) -> String {
        let (low, high) = self.runs[0];
        let has_steps = |low: usize, high: usize| (low..high).all(|number| self.facts.contains(&Fact::Step(number)));
        let at = |number: usize| self.facts.iter().filter_map(Fact::entered).find(|&(entered, _)| entered == number);
        let mut taken = Board::EMPTY;
        for fact in &self.facts {
            match *fact {
                Fact::Taken(place) | Fact::Entered(_, place) => taken.insert(place),
                _ => {}
            }
        }
        let near = |end: usize, away: usize| {
            let mut near = Board::single(end);
            (0..away)
                .for_each(|_| near |= self.sheet.geometry.steps.from(near) & self.sheet.geometry.steps.cells & !taken);
            near & !taken
        };
        let after = at(low).filter(|_| number > low && has_steps(low, number)).map(|(_, end)| near(end, number - low));
        let before =
            at(high).filter(|_| number < high && has_steps(number, high)).map(|(_, end)| near(end, high - number));
        let reached = match (after, before) {
            (Some(after), Some(before)) => after & before,
            (Some(near), None) | (None, Some(near)) => near,
            (None, None) => return String::new(),
        };
        let is_out = |other: &usize| *other != place && !self.facts.contains(&Fact::Lacks(number, *other));
        let cells: Vec<_> = reached.iter().filter(is_out).map(|other| self.sheet.cell(other)).collect();
        if cells.is_empty() {
            return String::new();
        }
        let on = if before.is_some() { "have come there in time" } else { "go on from there" };
        format!("If {} were in {}, the path could not {on}. ", number + 1, words::or(cells))
    }

    /// `The cell r3c3 is taken, and 12 has been ruled out in r3c5. `
    pub(super) fn limits(&self) -> String {
        let mut parts = Vec::new();
        let is_idle_end = |fact: &Fact| match *fact {
            // An end from which no steps are counted only takes up its cell.
            Fact::Entered(number, _) => {
                let step = |number: usize| self.facts.contains(&Fact::Step(number));
                !step(number) && !number.checked_sub(1).is_some_and(step)
            }
            _ => false,
        };
        let taken = |fact: &Fact| match *fact {
            Fact::Taken(place) => Some(place),
            Fact::Entered(_, place) if is_idle_end(fact) => Some(place),
            _ => None,
        };
        let taken: Vec<_> = self.facts.iter().filter_map(taken).map(|place| self.sheet.cell(place)).collect();
        if !taken.is_empty() {
            let (cells, are) = if taken.len() == 1 { ("cell", "is") } else { ("cells", "are") };
            parts.push(format!("the {cells} {} {are} taken", words::and(taken)));
        }
        for number in self.numbers() {
            let lacks = |fact: &Fact| match *fact {
                Fact::Lacks(lacking, place) if lacking == number => Some(self.sheet.cell(place)),
                _ => None,
            };
            let cells: Vec<_> = self.facts.iter().filter_map(lacks).collect();
            if !cells.is_empty() {
                parts.push(format!("{} has been ruled out in {}", number + 1, words::or(cells)));
            }
        }
        if parts.is_empty() { String::new() } else { format!("{}. ", words::sentence(&parts.join("; "))) }
    }
}

impl<const W: usize> HidatoSheet<W> {
    /// `10 (r2c3)`
    pub(super) fn named(&self, number: usize, place: usize) -> String {
        format!("{} ({})", number + 1, self.cell(place))
    }
}

/// `1 step`, `2 steps`
pub(super) fn steps(count: usize) -> String {
    format!("{count} step{}", if count == 1 { "" } else { "s" })
}
