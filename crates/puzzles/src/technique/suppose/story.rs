//! How a failure is told: what led to it, and what that rests on.

use std::fmt::Write as _;
use std::time::Duration;

use pencilmark_csp::{Label, Meter, Rule};

use super::super::audit::is_true as holds;
use super::super::proof::needed;
use super::super::{DeadEnd, Mark, Premise, Step, Telling};
use super::trial::Failed;
use super::{CONTRADICTION, SIMPLE, Supposing, conclusions};
use crate::{Cell, Kind, Lowered, Position};

/// How long to look for premises that are not needed.
const PREMISE_TIME: Duration = Duration::from_secs(2);

impl Supposing {
    /// The steps that lead to the failure, with what matters of their conclusions.
    pub(super) fn story(&self, failed: &Failed, start: &Position) -> Vec<Step> {
        let end = &failed.end;
        let mut matters: Vec<Premise> = Vec::new();
        for (cell, value) in self.blamed(&failed.what, start) {
            let values = value.map_or_else(|| start.marks.values(cell), |value| vec![value]);
            matters.extend(values.into_iter().map(|value| Premise::Lacks(Mark { cell, value })));
            if let Some(entry) = end.entries[cell].and_then(|entry| u16::try_from(entry).ok()) {
                matters.push(Premise::Holds(Mark { cell, value: entry }));
            }
        }
        matters.retain(|fact| holds(fact, end));
        let mut story = Vec::new();
        for (place, (step, before)) in failed.steps.iter().enumerate().rev() {
            let after = failed.steps.get(place + 1).map_or(end, |(_, position)| position);
            let news: Vec<&Premise> =
                matters.iter().filter(|fact| !holds(fact, before) && holds(fact, after)).collect();
            if news.is_empty() {
                continue;
            }
            let mut told = step.clone();
            let is_news = |mark: &Mark| news.iter().any(|fact| about(fact) == Some(mark.cell));
            let is_removal = |mark: &Mark| news.contains(&&Premise::Lacks(*mark));
            if step.places.iter().any(is_news) || step.removes.iter().any(is_removal) {
                told.places.retain(is_news);
                told.removes.retain(is_removal);
            }
            story.push(told);
            matters.extend(step.why.because.iter().filter(|premise| about(premise).is_some()).cloned());
        }
        story.reverse();
        story
    }

    /// The cells that a failure is about, and the value that none of them can hold if it is about one.
    fn blamed(&self, what: &DeadEnd, start: &Position) -> Vec<(Cell, Option<u16>)> {
        let everywhere = |value| start.marks.cells().map(|cell| (cell, value)).collect();
        let about = |label: &Label, value| {
            let Lowered { csp, reading } = self.shared.lowered();
            let rules = csp.posted.iter().filter(|posted| posted.label == *label);
            let cells: Vec<Cell> = rules.flat_map(|posted| reading.cells_of(&posted.rule, &csp.domains)).collect();
            if cells.is_empty() { everywhere(value) } else { cells.into_iter().map(|cell| (cell, value)).collect() }
        };
        match what {
            DeadEnd::Cell(cell) => vec![(*cell, None)],
            DeadEnd::Value(value) => everywhere(Some(*value)),
            DeadEnd::Place(label, value) => about(label, Some(*value)),
            DeadEnd::Rule(label) => about(label, None),
        }
    }

    pub(super) fn tell(&self, failed: &Failed, steps: &[Step], start: &Position, meter: &Meter) -> Telling {
        let Mark { cell, value } = failed.mark;
        let puzzle = self.shared.puzzle.as_ref();
        let mut reason = format!("Suppose that {cell} {}.", puzzle.tell_entry(value.into()));
        for (index, step) in steps.iter().enumerate() {
            reason.push(' ');
            reason.push_str(&step_text(puzzle, step, index == 0));
        }
        let (removes, places) = self.conclusion(failed.mark, start);
        let why = Telling::default();
        let mut told = Step { technique: &CONTRADICTION, rating: CONTRADICTION.rating, removes, places, why };
        let _ = write!(reason, " But then {}. So {}.", fails(puzzle, &failed.what), conclusions(puzzle, &told));
        // What a sheet sees at a glance, such as a wall that closes, may rest on more than the cells that changed.
        let mut found = None;
        let mut is_complete = true;
        for everywhere in [false, true] {
            told.why.because = self.premises(failed, steps, start, everywhere);
            match needed(puzzle, &told, &meter.at_most(PREMISE_TIME)) {
                Ok(Some(needed)) => {
                    is_complete = needed.is_complete;
                    found = Some(needed.premises);
                    break;
                }
                Ok(None) => {}
                Err(_) => is_complete = false,
            }
        }
        let because = found.unwrap_or(told.why.because);
        let mut cells = vec![cell];
        cells.extend(steps.iter().flat_map(|step| step.places.iter().chain(&step.removes)).map(|mark| mark.cell));
        if let DeadEnd::Cell(empty) = failed.what {
            cells.push(empty);
        }
        let mut why = Telling { because, place: cell.to_string(), cells, marks: vec![failed.mark], reason };
        if !is_complete {
            why.cut_short();
        }
        why
    }

    /// Everything that the story may rest on: what its steps rest on as far as it held at the start, and facts and rules about the cells that changed, or about all.
    fn premises(&self, failed: &Failed, steps: &[Step], start: &Position, everywhere: bool) -> Vec<Premise> {
        let mut because: Vec<Premise> = Vec::new();
        let mut add = |premise: Premise| {
            if !because.contains(&premise) {
                because.push(premise);
            }
        };
        let mut touched: Vec<Cell> = vec![failed.mark.cell];
        for premise in steps.iter().flat_map(|step| &step.why.because) {
            match premise {
                Premise::Holds(mark) | Premise::Lacks(mark) if !holds(premise, start) => touched.push(mark.cell),
                Premise::Unique(_) | Premise::Rules(_) => {}
                _ => add(premise.clone()),
            }
        }
        if let DeadEnd::Rule(label) | DeadEnd::Place(label, _) = &failed.what {
            add(Premise::Rule(label.clone()));
        }
        let Lowered { csp, reading } = self.shared.lowered();
        let everything = reading.marks(&csp.domains);
        touched.extend(steps.iter().flat_map(|step| step.places.iter().chain(&step.removes)).map(|mark| mark.cell));
        let mut facts = self.blamed(&failed.what, start);
        if !matches!(failed.what, DeadEnd::Value(_)) {
            touched.extend(facts.iter().map(|(cell, _)| *cell));
        }
        if everywhere {
            touched.extend(start.marks.cells());
        }
        touched.sort_unstable();
        touched.dedup();
        facts.extend(touched.iter().map(|&cell| (cell, None)));
        for (cell, value) in facts {
            let values = value.map_or_else(|| everything.values(cell), |value| vec![value]);
            for lacks in Premise::lacks(cell, values) {
                if start.entries[cell].is_none() && holds(&lacks, start) {
                    add(lacks);
                }
            }
            if let Some(entry) = start.entries[cell].and_then(|entry| u16::try_from(entry).ok()) {
                add(Premise::Holds(Mark { cell, value: entry }));
            }
        }
        let clues = self.shared.puzzle.info().clues;
        for posted in csp
            .posted
            .iter()
            .filter(|posted| !matches!(posted.rule, Rule::Allowed(_)) || !clues.contains(&posted.label.rule()))
        {
            let cells = reading.cells_of(&posted.rule, &csp.domains);
            if cells.is_empty() || cells.iter().filter(|cell| touched.contains(cell)).count() > 1 {
                add(Premise::Rule(posted.label.clone()));
            }
        }
        because
    }
}

/// The cell that a fact is about.
fn about(fact: &Premise) -> Option<Cell> {
    match fact {
        Premise::Holds(mark) | Premise::Lacks(mark) => Some(mark.cell),
        _ => None,
    }
}

/// A step within a story: a simple one by its name, any other with its whole reason.
fn step_text(puzzle: &dyn Kind, step: &Step, first: bool) -> String {
    if *step.technique == CONTRADICTION {
        return step.why.reason.replacen("Suppose that", "Suppose further that", 1);
    }
    if step.technique.tier > SIMPLE {
        return step.why.reason.clone();
    }
    let then = if first { "Then" } else { "So" };
    let place = &step.why.place;
    let is_said = step.places.iter().chain(&step.removes).any(|mark| mark.cell.to_string() == *place);
    let place = if is_said { String::new() } else { format!(": {place}") };
    format!("{then} {} ({}{place}).", conclusions(puzzle, step), lower_first(step.technique.title))
}

/// What cannot be, as it follows "But then".
fn fails(puzzle: &dyn Kind, what: &DeadEnd) -> String {
    match what {
        DeadEnd::Cell(cell) => format!("nothing is left for {cell}"),
        DeadEnd::Value(value) => format!("no cell is left for {}", puzzle.write_entry((*value).into())),
        DeadEnd::Place(label, value) => {
            let name = label.as_str().split(" holds ").next().unwrap_or(label.as_str());
            format!("{name} has no place left for {}", puzzle.write_entry((*value).into()))
        }
        DeadEnd::Rule(label) => format!("this rule can no longer hold: {}", label.as_str()),
    }
}

fn lower_first(title: &str) -> String {
    // `X-wing` keeps its letter: only words are written small.
    let second = title.chars().nth(1);
    if second.is_some_and(char::is_lowercase) {
        title
            .chars()
            .next()
            .map_or_else(String::new, |first| first.to_lowercase().chain(title.chars().skip(1)).collect())
    } else {
        title.to_owned()
    }
}
