//! Contradiction, for every kind: suppose that a value is right, follow the simple techniques, and see it fail.
//!
//! It is made once, from the sheet and the easy rungs of the kind's own ladder. A supposition fails when some cell has nothing left or some rule of the
//! puzzle can no longer hold. What is told is only what leads there: starting from the failure, a step is kept if something that is needed later came from it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use pencilmark_csp::{Budget, Domain, Label, Level, Meter, Rule, Store};

use super::proof::needed;
use super::words::{and, clauses, or};
use super::{Finder, Flow, Ladder, Mark, Premise, Rating, Sheet, Step, TechniqueInfo, Telling};
use crate::{Cell, Kind, Lowered, Position};

/// The technique that all kinds have.
pub static CONTRADICTION: TechniqueInfo = TechniqueInfo {
    id: "contradiction",
    title: "Contradiction",
    tier: 6,
    rating: Rating(75),
    assumes_uniqueness: false,
    about: "Suppose that a value is right and follow what the simple techniques make of it. If that ends where some cell or rule has no way left, the value is wrong.",
    aliases: &["Nishio", "Forcing chain", "Bifurcation", "Trial and error"],
};

/// The hardest tier of what follows from a supposition.
const MOST_TIER: u8 = 2;

/// Longer chains than this, in steps that matter, nobody follows.
const MOST_STEPS: usize = 12;

/// So many steps are taken from a supposition before it is given up.
const MOST_TRIED: usize = 80;

/// All techniques of a kind: its own, and contradiction.
pub fn techniques<K: Kind>() -> Vec<&'static TechniqueInfo> {
    K::techniques().iter().copied().chain([&CONTRADICTION]).collect()
}

/// The puzzle laid out for all of them, in a position if there is one. `None`: the kind has no techniques.
pub fn open<K: Kind>(puzzle: &K, position: Option<&Position>) -> Option<Box<dyn Sheet>> {
    let sheet = puzzle.sheet(position)?;
    let shared = Arc::new(Shared { puzzle: puzzle.clone(), lowered: OnceLock::new() });
    Some(Box::new(Supposing { shared, sheet }))
}

struct Shared<K> {
    puzzle: K,
    lowered: OnceLock<Lowered>,
}

/// A kind's sheet that can also suppose.
struct Supposing<K> {
    shared: Arc<Shared<K>>,
    sheet: Box<dyn Sheet>,
}

impl<K: Kind> Sheet for Supposing<K> {
    fn position(&self) -> Position {
        self.sheet.position()
    }

    fn is_solved(&self) -> bool {
        self.sheet.is_solved()
    }

    fn find(&self, technique: usize, finder: &mut Finder) -> Flow {
        if technique == K::techniques().len() {
            finder.begin(&CONTRADICTION);
            self.suppose(finder)
        } else {
            self.sheet.find(technique, finder)
        }
    }

    fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        self.sheet.apply(removes, places);
    }

    fn contradiction(&self) -> Option<Cell> {
        self.sheet.contradiction()
    }

    fn is_on_board(&self, cell: Cell) -> bool {
        self.sheet.is_on_board(cell)
    }

    fn copied(&self) -> Box<dyn Sheet> {
        Box::new(Self { shared: self.shared.clone(), sheet: self.sheet.copied() })
    }
}

/// A supposition that failed.
struct Failed {
    mark: Mark,
    /// The steps that were taken, and the position before and after each. The first one is the supposition itself.
    steps: Vec<(Option<Step>, Position)>,
    what: Failure,
}

/// What a supposition fails at.
enum Failure {
    /// Nothing is left for this cell.
    Cell(Cell),
    /// This rule can no longer hold.
    Rule(Label, Vec<Cell>),
}

impl<K: Kind> Supposing<K> {
    /// Shows suppositions that fail, those that fail soonest first.
    fn suppose(&self, finder: &mut Finder) -> Flow {
        let ladder = Ladder::new(K::techniques())
            .retain(|technique| technique.tier <= MOST_TIER && !technique.assumes_uniqueness);
        let position = self.sheet.position();
        let mut failed: Vec<(usize, Mark)> = Vec::new();
        for cell in position.marks.cells().filter(|&cell| position.entries[cell].is_none()) {
            for value in position.marks.values(cell) {
                let mark = Mark { cell, value };
                if let Some(found) = self.try_out(mark, &position, &ladder, false) {
                    failed.push((found.steps.len(), mark));
                }
            }
        }
        failed.sort_by_key(|&(length, mark)| (length, mark));
        for (_, mark) in failed {
            // What led to the failure is told again with words, and only if it is short enough.
            let Some(found) = self.try_out(mark, &position, &ladder, true) else { continue };
            let story = Self::story(&found);
            if story.len() > MOST_STEPS {
                continue;
            }
            let rating = Rating(CONTRADICTION.rating.0 + story.len() as u16);
            let (removes, places) = self.conclusion(mark, &position);
            finder.rated(rating, &removes, &places, || self.tell(&found, &story, &position))?;
        }
        Flow::Continue(())
    }

    /// That the mark is wrong: where one other mark is left in a cell of two values, that is what stands there.
    fn conclusion(&self, mark: Mark, position: &Position) -> (Vec<Mark>, Vec<Mark>) {
        let others: Vec<u16> =
            position.marks.values(mark.cell).into_iter().filter(|&other| other != mark.value).collect();
        let lowered = self.lowered();
        let binary = lowered.reading.marks(&lowered.csp.domains)[mark.cell].len() == 2;
        match others[..] {
            [other] if binary => (Vec::new(), vec![Mark { cell: mark.cell, value: other }]),
            _ => (vec![mark], Vec::new()),
        }
    }

    fn lowered(&self) -> &Lowered {
        self.shared.lowered.get_or_init(|| self.shared.puzzle.lower(K::INFO.models[0].id))
    }

    /// Follows a supposition until it fails, or nothing more follows.
    fn try_out(&self, mark: Mark, position: &Position, ladder: &Ladder, tells: bool) -> Option<Failed> {
        let mut sheet = self.sheet.copied();
        sheet.apply(&[], &[mark]);
        let mut steps = vec![(None, position.clone())];
        for _ in 0..MOST_TRIED {
            if let Some(cell) = sheet.contradiction() {
                steps.push((None, sheet.position()));
                return Some(Failed { mark, steps, what: Failure::Cell(cell) });
            }
            let Some(step) = ladder.next(sheet.as_ref(), tells) else { break };
            let before = if tells { sheet.position() } else { Position::empty((0, 0)) };
            sheet.apply(&step.removes, &step.places);
            steps.push((Some(step), before));
        }
        let after = sheet.position();
        let (label, cells) = self.broken_rule(&after)?;
        steps.push((None, after));
        Some(Failed { mark, steps, what: Failure::Rule(label, cells) })
    }

    /// A rule that can no longer hold, and the cells that it is about.
    fn broken_rule(&self, position: &Position) -> Option<(Label, Vec<Cell>)> {
        let Lowered { csp, reading } = self.lowered();
        let mut now = csp.clone();
        for (var, domain) in csp.vars().zip(&mut now.domains) {
            let possible = |value| {
                reading.cell(var, value).is_none_or(|(cell, thing)| match position.entries[cell] {
                    Some(entry) => entry == thing,
                    None => position.marks.values(cell).iter().any(|&mark| i32::from(mark) == thing),
                })
            };
            *domain = domain.iter().filter(|&value| possible(value)).collect();
        }
        if now.domains.iter().any(Domain::is_empty) {
            return None;
        }
        let mut store = Store::new(&now);
        let broken = now.posted.iter().find(|posted| {
            store.push();
            let fails = posted.rule.propagate(&mut store, Level::Full).is_err();
            store.pop();
            fails
        })?;
        Some((broken.label.clone(), reading.cells_of(&broken.rule, &csp.domains)))
    }

    /// The steps that lead to the failure, by their places.
    fn story(failed: &Failed) -> Vec<usize> {
        let last = failed.steps.len() - 1;
        let end = &failed.steps[last].1;
        let cells: Vec<Cell> = match &failed.what {
            Failure::Cell(cell) => vec![*cell],
            Failure::Rule(_, cells) if cells.is_empty() => end.marks.cells().collect(),
            Failure::Rule(_, cells) => cells.clone(),
        };
        // Everything that changed in these cells matters.
        let mut matters: Vec<Premise> = Vec::new();
        for cell in cells {
            let lacks = failed.steps[0].1.marks.values(cell).into_iter();
            matters.extend(lacks.map(|value| Premise::Lacks(Mark { cell, value })).filter(|fact| holds(fact, end)));
            if let Some(entry) = end.entries[cell].and_then(|entry| u16::try_from(entry).ok()) {
                matters.push(Premise::Holds(Mark { cell, value: entry }));
            }
        }
        let mut story = Vec::new();
        for place in (1..last).rev() {
            let (Some(step), before) = &failed.steps[place] else { continue };
            let after = &failed.steps[place + 1].1;
            if matters.iter().any(|fact| !holds(fact, before) && holds(fact, after)) {
                story.push(place);
                let facts =
                    step.why.because.iter().filter(|premise| matches!(premise, Premise::Holds(_) | Premise::Lacks(_)));
                matters.extend(facts.cloned());
            }
        }
        story.reverse();
        story
    }

    fn tell(&self, failed: &Failed, story: &[usize], start: &Position) -> Telling {
        let steps: Vec<&Step> = story.iter().filter_map(|&place| failed.steps[place].0.as_ref()).collect();
        let Mark { cell, value } = failed.mark;
        let supposed = K::tell_entry(value.into());
        let mut reason = format!("Suppose that {cell} {supposed}.");
        for (index, step) in steps.iter().enumerate() {
            let then = if index == 0 { "Then" } else { "So" };
            let _ = write!(reason, " {then} {} ({}).", conclusions::<K>(step), lower_first(step.technique.title));
        }
        let fails = match &failed.what {
            Failure::Cell(empty) => format!("nothing is left for {empty}"),
            Failure::Rule(label, _) => format!("it can no longer be that {}", label.as_str()),
        };
        let (removes, places) = self.conclusion(failed.mark, start);
        let told = Step {
            technique: &CONTRADICTION,
            rating: CONTRADICTION.rating,
            removes: removes.clone(),
            places: places.clone(),
            why: Telling { because: self.premises(failed, &steps, start), ..Telling::default() },
        };
        let _ = write!(reason, " But then {fails}, so {}.", conclusions::<K>(&told));
        let because = match needed(&self.shared.puzzle, &told, &meter()) {
            Ok(Some(because)) => because,
            Ok(None) | Err(_) => told.why.because,
        };
        let mut cells = vec![cell];
        cells.extend(steps.iter().flat_map(|step| step.places.iter().chain(&step.removes)).map(|mark| mark.cell));
        if let Failure::Cell(empty) = failed.what {
            cells.push(empty);
        }
        Telling { because, place: cell.to_string(), cells, marks: vec![failed.mark], reason }
    }

    /// Everything that the story may rest on: what its steps rest on as far as it held at the start, and the rules about the cells that changed.
    fn premises(&self, failed: &Failed, steps: &[&Step], start: &Position) -> Vec<Premise> {
        let mut because: Vec<Premise> = Vec::new();
        let mut add = |premise: Premise| {
            if !because.contains(&premise) {
                because.push(premise);
            }
        };
        for premise in steps.iter().flat_map(|step| &step.why.because) {
            match premise {
                Premise::Holds(_) | Premise::Lacks(_) if !holds(premise, start) => {}
                Premise::Unique | Premise::Rules(_) => {}
                _ => add(premise.clone()),
            }
        }
        let end = &failed.steps[failed.steps.len() - 1].1;
        let mut touched: Vec<Cell> = vec![failed.mark.cell];
        touched.extend(steps.iter().flat_map(|step| step.places.iter().chain(&step.removes)).map(|mark| mark.cell));
        match &failed.what {
            Failure::Cell(cell) => touched.push(*cell),
            Failure::Rule(label, cells) => {
                add(Premise::Rule(label.clone()));
                if cells.is_empty() {
                    touched.extend(end.marks.cells());
                } else {
                    touched.extend(cells);
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let Lowered { csp, reading } = self.lowered();
        let everything = reading.marks(&csp.domains);
        for &cell in &touched {
            for value in everything.values(cell) {
                let lacks = Premise::Lacks(Mark { cell, value });
                if start.entries[cell].is_none() && holds(&lacks, start) {
                    add(lacks);
                }
            }
            if let Some(entry) = start.entries[cell].and_then(|entry| u16::try_from(entry).ok()) {
                add(Premise::Holds(Mark { cell, value: entry }));
            }
        }
        let clues = K::INFO.clues;
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

/// How long it may take to find out which premises are needed.
fn meter() -> Meter {
    Budget { time: Some(std::time::Duration::from_secs(5)), ..Budget::default() }.start()
}

/// Whether a fact about a cell holds in a position.
fn holds(premise: &Premise, position: &Position) -> bool {
    super::audit::is_true(premise, position)
}

/// What a step concludes, in words: `r1c4 is 3, and r2c2 and r2c5 are not 5 or 6`.
pub fn conclusions<K: Kind>(step: &Step) -> String {
    let is = |mark: &Mark| format!("{} {}", mark.cell, K::tell_entry(mark.value.into()));
    let mut parts: Vec<String> = step.places.iter().map(is).collect();
    let mut values_of: BTreeMap<Cell, Vec<u16>> = BTreeMap::new();
    for mark in &step.removes {
        values_of.entry(mark.cell).or_default().push(mark.value);
    }
    // Cells that lose the same values are named together.
    let mut cells_of: BTreeMap<&[u16], Vec<Cell>> = BTreeMap::new();
    for (cell, values) in &values_of {
        cells_of.entry(values).or_default().push(*cell);
    }
    for (values, cells) in cells_of {
        let verb = if cells.len() == 1 { "is" } else { "are" };
        parts.push(format!("{} {verb} not {}", and(cells), or(values)));
    }
    clauses(parts)
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
