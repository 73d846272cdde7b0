//! Contradiction, for every kind: suppose that a value is right, follow the simple techniques, and see it fail.
//!
//! It is made once, from the sheet and the easy rungs of the kind's own ladder. A supposition fails when the sheet has a [dead end](DeadEnd) or some rule of the
//! puzzle can no longer hold. What is told is only what leads there: starting from the failure, a step is kept if something that is needed later came from it.
//!
//! All suppositions are followed at once, a **round** at a time, so that nobody waits for the longest before the one that fails soonest is found. Where none of them
//! fails, the next [`Depth`] follows them further.

mod story;
mod trial;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use pencilmark_csp::{Meter, Store, Tally};
use pencilmark_search::Run;

use self::trial::Failed;
use super::words::{and, clauses, or};
use super::{DeadEnd, Finder, Flow, Ladder, Mark, Rating, Sheet, Step, TechniqueInfo};
use crate::{Answer, Cell, Kind, KindInfo, Lowered, Position};

/// The technique that all kinds have.
pub static CONTRADICTION: TechniqueInfo = TechniqueInfo {
    id: "contradiction",
    title: "Contradiction",
    tier: 6,
    rating: Rating(75),
    assumes_uniqueness: false,
    about: "Suppose that a value is right and follow what the simple techniques make of it. If that ends where some cell or rule has no way left, the value is wrong. \
            Where no value fails this way, techniques up to tier 4 are used as well.",
    aliases: &["Nishio", "Forcing chain", "Bifurcation", "Trial and error"],
};

/// The same with suppositions inside. It is beyond the ladders of grades: it takes a search to find one.
pub static NESTED_CONTRADICTION: TechniqueInfo = TechniqueInfo {
    id: "nested-contradiction",
    title: "Nested contradiction",
    tier: 7,
    rating: Rating(95),
    assumes_uniqueness: false,
    about: "A contradiction in which some of the steps are contradictions themselves: a value is supposed to be right, and with it a second one that soon fails, so that the second \
            is wrong if the first is right. In the end the first one fails.",
    aliases: &["Nested forcing chain", "Dynamic forcing chain"],
};

/// How far suppositions are followed.
struct Depth {
    /// In cells with at most so many marks.
    marks: usize,
    /// The hardest tier of what follows from one.
    tier: u8,
    /// How many suppositions may fail within.
    nested: usize,
    /// Longer chains than this, in steps that matter, nobody follows.
    steps: usize,
    /// The rating, to which each step adds a tenth.
    rating: Rating,
}

/// What people call a contradiction, and what comes next where that shows nothing.
static PLAIN: [Depth; 2] = [
    Depth { marks: usize::MAX, tier: SIMPLE, nested: 0, steps: 12, rating: CONTRADICTION.rating },
    Depth { marks: usize::MAX, tier: 4, nested: 0, steps: 12, rating: Rating(85) },
];

/// Cells with two marks first: there are few of them, and a mark less settles such a cell.
static NESTED: [Depth; 2] = [
    Depth { marks: 2, tier: SIMPLE, nested: 4, steps: 20, rating: NESTED_CONTRADICTION.rating },
    Depth { marks: usize::MAX, tier: SIMPLE, nested: 4, steps: 20, rating: NESTED_CONTRADICTION.rating },
];

/// The hardest tier of what everybody sees: such steps are taken many at a time.
const SIMPLE: u8 = 2;

/// A supposition within is looked for in every position that another one leads to: that may take too long.
const NESTED_TIME: Duration = Duration::from_secs(1);

/// Time limit of the search for a solution.
const SOLUTION_TIME: Duration = Duration::from_secs(1);

/// All techniques of a kind: its own, and contradictions.
pub fn techniques(kind: &KindInfo) -> Vec<&'static TechniqueInfo> {
    kind.techniques.iter().copied().chain([&CONTRADICTION, &NESTED_CONTRADICTION]).collect()
}

/// Lays a puzzle out for all of them, in a position if there is one. A known
/// solution saves a search. `None`: the kind has no techniques.
pub fn open(puzzle: &Arc<dyn Kind>, position: Option<&Position>, solution: Option<&Answer>) -> Option<Box<dyn Sheet>> {
    let sheet = puzzle.sheet(position)?;
    let solution = solution.map_or_else(OnceLock::new, |known| OnceLock::from(Some(known.clone())));
    let shared = Shared { puzzle: puzzle.clone(), rules: OnceLock::new(), solution };
    Some(Box::new(Supposing { shared: Arc::new(shared), sheet, inside: false }))
}

/// What all sheets of a puzzle have in common.
struct Shared {
    puzzle: Arc<dyn Kind>,
    rules: OnceLock<(Lowered, Store)>,
    solution: OnceLock<Option<Answer>>,
}

impl Shared {
    /// The puzzle as constraints, with a store of all values.
    fn rules(&self) -> &(Lowered, Store) {
        self.rules.get_or_init(|| {
            let lowered = self.puzzle.lower(self.puzzle.info().models[0].id);
            let store = Store::new(&lowered.csp);
            (lowered, store)
        })
    }

    fn lowered(&self) -> &Lowered {
        &self.rules().0
    }

    /// A solution, if one is found at once. What agrees with it cannot fail, so it need not be tried; nothing else is taken from it.
    fn solution(&self, meter: &Meter) -> Option<&Answer> {
        let find = || {
            let budget = meter.at_most(SOLUTION_TIME).rest();
            self.puzzle.exact_counted(&Run { budget, ..Run::up_to(1) }, &mut Tally::default()).solutions.pop()
        };
        self.solution.get_or_init(find).as_ref()
    }
}

/// A kind's sheet that can also suppose.
struct Supposing {
    shared: Arc<Shared>,
    sheet: Box<dyn Sheet>,
    /// Whether something has been supposed already.
    inside: bool,
}

impl Sheet for Supposing {
    fn position(&self) -> Position {
        self.sheet.position()
    }

    fn is_solved(&self) -> bool {
        self.sheet.is_solved()
    }

    fn find(&self, technique: usize, finder: &mut Finder) -> Flow {
        let (technique, depths) = match technique.checked_sub(self.shared.puzzle.info().techniques.len()) {
            None => return self.sheet.find(technique, finder),
            Some(0) => (&CONTRADICTION, if self.inside { &PLAIN[..1] } else { &PLAIN }),
            Some(_) => (&NESTED_CONTRADICTION, &NESTED[..]),
        };
        finder.begin(technique);
        for depth in depths {
            if self.suppose(depth, finder)? {
                break;
            }
        }
        Flow::Continue(())
    }

    fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        self.sheet.apply(removes, places);
    }

    fn dead_end(&self) -> Option<DeadEnd> {
        self.sheet.dead_end()
    }

    fn copied(&self) -> Box<dyn Sheet> {
        Box::new(Self { shared: self.shared.clone(), sheet: self.sheet.copied(), inside: self.inside })
    }
}

impl Supposing {
    /// Shows suppositions that fail, those that fail soonest first; whether there are any.
    fn suppose(&self, depth: &Depth, finder: &mut Finder) -> Flow<bool> {
        let position = self.sheet.position();
        let ladder = Ladder::new(&techniques(self.shared.puzzle.info())).retain(|technique| {
            let nested = depth.nested > 0 && *technique == CONTRADICTION;
            nested || technique.tier <= depth.tier && !technique.assumes_uniqueness
        });
        let meter = finder.meter().clone();
        let follows = if depth.nested > 0 { meter.at_most(NESTED_TIME) } else { meter.clone() };
        let mut follower = Finder::new(1, false).within(follows);
        let mut teller = Finder::new(1, true).within(meter);
        let mut trials = self.trials(&position, depth, finder)?;
        let mut aside = Vec::new();
        let mut any = false;
        while !trials.is_empty() || !aside.is_empty() {
            finder.check()?;
            let failed = if !trials.is_empty() {
                Self::round(&mut trials, &mut aside, &ladder, depth, &mut follower)
            } else if any {
                break;
            } else {
                // What a glance does not show takes longer to see, for people as well.
                let mut broken = Vec::new();
                for trial in std::mem::take(&mut aside) {
                    finder.check()?;
                    broken.extend(self.breaks_a_rule(&trial).then_some(trial.mark));
                }
                broken
            };
            let mut stories: Vec<(usize, Failed, Vec<Step>)> = Vec::new();
            for mark in failed {
                finder.check()?;
                // What led to the failure is found again with words, and told only if it is short enough.
                let Some(failed) = self.try_out(mark, &ladder, depth, &mut teller) else { continue };
                let story = self.story(&failed, &position);
                let length = story.iter().map(length).sum();
                if length <= depth.steps {
                    stories.push((length, failed, story));
                }
            }
            finder.check()?;
            stories.sort_by_key(|(length, failed, _)| (*length, failed.mark));
            for (length, failed, story) in stories {
                any = true;
                let rating = Rating(depth.rating.0 + length as u16);
                let (removes, places) = self.conclusion(failed.mark, &position);
                finder.rated(rating, &removes, &places, |meter| self.tell(&failed, &story, &position, meter))?;
            }
        }
        Flow::Continue(any)
    }

    /// That the mark is wrong: where one other mark is left in a cell of two values, that is what stands there.
    fn conclusion(&self, mark: Mark, position: &Position) -> (Vec<Mark>, Vec<Mark>) {
        let others: Vec<u16> =
            position.marks.values(mark.cell).into_iter().filter(|&other| other != mark.value).collect();
        let lowered = self.shared.lowered();
        let binary = lowered.reading.marks(&lowered.csp.domains)[mark.cell].len() == 2;
        match others[..] {
            [other] if binary => (Vec::new(), vec![Mark { cell: mark.cell, value: other }]),
            _ => (vec![mark], Vec::new()),
        }
    }
}

/// How long it takes to tell a step: a supposition takes as long as its own steps.
fn length(step: &Step) -> usize {
    let inner = if *step.technique == CONTRADICTION { step.rating.0 - CONTRADICTION.rating.0 } else { 0 };
    1 + usize::from(inner)
}

/// What a step concludes, in words: `r1c4 is 3, and r2c2 and r2c5 are not 5 or 6`.
pub fn conclusions(puzzle: &dyn Kind, step: &Step) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut holders: BTreeMap<u16, Vec<Cell>> = BTreeMap::new();
    step.places.iter().for_each(|mark| holders.entry(mark.value).or_default().push(mark.cell));
    for (value, cells) in holders {
        let told = puzzle.tell_entry(value.into());
        parts.push(match (cells.len(), told.split_once(' ')) {
            (2.., Some(("is", what))) => format!("{} are {what}", and(cells)),
            (2.., Some(("has", what))) => format!("{} have {what}", and(cells)),
            _ => clauses(cells.iter().map(|cell| format!("{cell} {told}"))),
        });
    }
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
