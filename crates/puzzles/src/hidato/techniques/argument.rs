//! What an argument about stretches of the path rests on, cut down to what it needs.
//!
//! An argument speaks of consecutive numbers only, so all others may be anywhere else: whether facts entail a conclusion is a small problem with one variable a
//! number of the stretch. SAT answers it, for people are told only what matters, and a fact that seems to matter may follow from others.

use pencilmark_csp::rule::{AllDifferent, Allowed, Count, Pairs, Relation, Term};
use pencilmark_csp::{Csp, Domain, Label, Meter, Role, Value, Var};
use pencilmark_search::Subsets;

use super::super::engine::board::Board;
use super::super::model;
use super::sheet::{Gap, HidatoSheet};
use crate::technique::Premise;

/// Something that an argument may rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// A number of the stretch is not marked in this cell.
    Lacks(usize, usize),
    /// The cell has an entry that is not of the stretch.
    Taken(usize),
    /// The number and the next are neighbours.
    Step(usize),
    /// A number of the stretch is entered in this cell.
    Entered(usize, usize),
    /// No number beyond the stretch is marked in this cell; whether this one is does not matter.
    Only(usize, Option<usize>),
    /// No two numbers share a cell.
    Once,
}

/// What would have to be possible if a conclusion did not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Denial {
    /// The number of the stretch stands there.
    At(usize, usize),
    /// It does not.
    NotAt(usize, usize),
    /// The stretch does not use this cell, because a number beyond it does.
    Avoided(usize),
}

/// Facts about stretches of the path, and conclusions from them.
pub(super) struct Argument<'a, const W: usize> {
    pub(super) sheet: &'a HidatoSheet<W>,
    /// The stretches that it is about, from end to end; two may share an end.
    pub(super) runs: Vec<(usize, usize)>,
    pub(super) facts: Vec<Fact>,
    pub(super) denials: Vec<Denial>,
    /// The numbers that cells are [avoided](Denial::Avoided) for.
    pub(super) strangers: Vec<usize>,
}

impl Fact {
    /// The number and the cell, if the fact is that it is entered there.
    pub(super) fn entered(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Entered(number, place) => Some((number, place)),
            _ => None,
        }
    }

    /// The order in which facts are left out: what is seen at a glance comes last.
    fn order(&self) -> usize {
        match self {
            Self::Lacks(..) => 0,
            Self::Taken(_) => 1,
            Self::Step(_) => 2,
            Self::Entered(..) => 3,
            Self::Only(..) => 4,
            Self::Once => 5,
        }
    }
}

impl<'a, const W: usize> Argument<'a, W> {
    /// The steps of these stretches.
    pub(super) fn of(sheet: &'a HidatoSheet<W>, runs: impl Iterator<Item = (usize, usize)>) -> Self {
        let runs: Vec<(usize, usize)> = runs.collect();
        let mut steps: Vec<usize> = runs.iter().flat_map(|&(low, high)| low..high).collect();
        steps.sort_unstable();
        steps.dedup();
        let facts = steps.into_iter().map(Fact::Step).chain([Fact::Once]).collect();
        Self { sheet, runs, facts, denials: Vec::new(), strangers: Vec::new() }
    }

    /// Everything that limits the ways of a gap.
    pub(super) fn about(sheet: &'a HidatoSheet<W>, gap: Gap) -> Self {
        let mut argument = Self::of(sheet, std::iter::empty());
        argument.add(gap);
        argument
    }

    /// The same for one more gap.
    pub(super) fn add(&mut self, gap: Gap) {
        let sheet = self.sheet;
        let mut facts = Vec::new();
        let (low, high) = (gap.start - usize::from(gap.below.is_some()), gap.end - usize::from(gap.above.is_none()));
        let near = sheet.near(gap);
        let mut zone = Board::EMPTY;
        for (number, &near) in (gap.start..gap.end).zip(&near) {
            zone |= near;
            let lacks = near & sheet.free & !sheet.places[number];
            facts.extend(lacks.iter().map(|place| Fact::Lacks(number, place)));
        }
        let ends: Vec<Fact> = [gap.below.map(|place| (low, place)), gap.above.map(|place| (high, place))]
            .into_iter()
            .flatten()
            .map(|(number, place)| Fact::Entered(number, place))
            .collect();
        let is_end = |place: usize| gap.below == Some(place) || gap.above == Some(place);
        facts.extend(sheet.taken(zone).iter().filter(|&place| !is_end(place)).map(Fact::Taken));
        facts.extend((low..high).map(Fact::Step));
        facts.extend(ends);
        facts.retain(|fact| !self.facts.contains(fact));
        self.facts.extend(facts);
        self.runs.push((low, high));
        // What ends one gap is not beyond another.
        let entered: Vec<usize> = self.facts.iter().filter_map(|fact| fact.entered().map(|(_, place)| place)).collect();
        self.facts.retain(|fact| !matches!(fact, Fact::Taken(place) if entered.contains(place)));
        self.facts.sort_by_key(Fact::order);
    }

    /// Whether a number is of one of the stretches.
    pub(super) fn is_about(&self, number: usize) -> bool {
        self.runs.iter().any(|&(low, high)| low <= number && number <= high)
    }

    /// The numbers of the stretches.
    pub(super) fn numbers(&self) -> Vec<usize> {
        (0..self.sheet.at.len()).filter(|&number| self.is_about(number)).collect()
    }

    /// Drops facts that the conclusions do not need, as far as the meter allows. Drops those that
    /// are plain to see last.
    pub(super) fn minimised(mut self, meter: &Meter) -> Self {
        let csp = self.csp();
        let Ok(mut subsets) = Subsets::new(&csp, meter) else { return self };
        // Whether the conclusions follow from these facts; if so, facts that did it.
        let mut follows = |facts: &[Fact]| -> Option<Vec<Label>> {
            let once = facts.contains(&Fact::Once);
            let mut used = Vec::new();
            for denial in &self.denials {
                let avoided = matches!(denial, Denial::Avoided(_));
                if !once && avoided {
                    return None;
                }
                let in_force = |fact: &&Fact| match fact {
                    Fact::Only(_, Some(_)) => once && avoided,
                    Fact::Taken(_) | Fact::Only(_, None) => once,
                    _ => true,
                };
                let labels: Vec<Label> = facts.iter().filter(in_force).map(label).collect();
                let denied = Label::new("denial", format!("{denial:?}"));
                if subsets.solve(labels.iter().chain([&denied])).ok()?.is_some() {
                    return None;
                }
                used.extend(subsets.core().into_iter().cloned());
            }
            Some(used)
        };
        let mut facts = self.facts.clone();
        let seen: Vec<Fact> = facts.iter().copied().filter(|fact| !matches!(fact, Fact::Lacks(..))).collect();
        if follows(&seen).is_some() {
            facts = seen;
        }
        // Whole sides of a number, and whole stretches, before single steps.
        let splits: Vec<(usize, usize)> = self.sides();
        for (low, high) in splits {
            let is_side = |fact: &Fact| matches!(*fact, Fact::Step(number) if low <= number && number < high);
            let fewer: Vec<Fact> = facts.iter().copied().filter(|fact| !is_side(fact)).collect();
            if follows(&fewer).is_some() {
                facts = fewer;
            }
        }
        if let Some(used) = follows(&facts) {
            let is_used = |fact: &Fact| *fact == Fact::Once || used.contains(&label(fact));
            let fewer: Vec<Fact> = facts.iter().copied().filter(is_used).collect();
            if follows(&fewer).is_some() {
                facts = fewer;
            }
        }
        for fact in facts.clone() {
            let fewer: Vec<Fact> = facts.iter().copied().filter(|other| *other != fact).collect();
            if follows(&fewer).is_some() {
                facts = fewer;
            }
        }
        // A single number that would take a cell from the stretch cannot stand elsewhere as well.
        if let [stranger] = self.strangers[..] {
            for at in 0..facts.len() {
                let mut weaker = facts.clone();
                if let Fact::Only(place, _) = weaker[at] {
                    weaker[at] = Fact::Only(place, Some(stranger));
                    if follows(&weaker).is_some() {
                        facts = weaker;
                    }
                }
            }
        }
        self.facts = facts;
        self
    }

    /// Parts of the stretches that may not matter: what is above or below the only number that the conclusions are about, and stretches that they are not
    /// about.
    fn sides(&self) -> Vec<(usize, usize)> {
        let number = |denial: &Denial| match *denial {
            Denial::At(number, _) | Denial::NotAt(number, _) => Some(number),
            Denial::Avoided(_) => None,
        };
        let mut numbers: Vec<usize> = self.denials.iter().filter_map(number).collect();
        numbers.dedup();
        match (numbers.as_slice(), self.runs.as_slice()) {
            (&[number], &[(low, high)]) => vec![(number, high), (low, number)],
            (_, [_]) => Vec::new(),
            (_, runs) => runs[1..].to_vec(),
        }
    }

    /// The stretch as a problem: a rule for each fact, and one for each denial.
    fn csp(&self) -> Csp {
        let steps = &self.sheet.geometry.steps;
        let value = |place: usize| Value(place as u16);
        let anywhere: Domain = steps.cells.iter().map(value).collect();
        let numbers = self.numbers();
        let mut csp = Csp::new(vec![anywhere.clone(); numbers.len()]);
        let var = |number: usize| Var(numbers.partition_point(|&other| other < number) as u32);
        let all_but = |place: usize| {
            let mut set = anywhere.clone();
            set.remove(value(place));
            set
        };
        let places = steps.around.len();
        let relation = Relation::new(places, places, |a, b| steps.around[a.index()].contains(b.index()));
        let vars: Vec<Var> = csp.vars().collect();
        let nobody_at = |csp: &mut Csp, place: usize, label: &Label| {
            for &var in &vars {
                csp.post(Allowed { var, set: all_but(place) }, label.clone(), Role::Hard);
            }
        };
        for fact in &self.facts {
            let label = label(fact);
            match *fact {
                Fact::Lacks(number, place) => {
                    csp.post(Allowed { var: var(number), set: all_but(place) }, label, Role::Hard);
                }
                Fact::Taken(place) => nobody_at(&mut csp, place, &label),
                Fact::Step(number) => {
                    let rule = Pairs { left: var(number), right: var(number + 1), relation: relation.clone() };
                    csp.post(rule, label, Role::Hard);
                }
                Fact::Entered(number, place) => csp.post(Allowed::given(var(number), value(place)), label, Role::Hard),
                Fact::Only(place, _) => {
                    let terms = vars.iter().map(|&var| Term { var, set: Domain::only(value(place)) }).collect();
                    csp.post(Count::some(terms), label, Role::Hard);
                }
                Fact::Once => csp.post(AllDifferent { vars: vars.clone() }, label, Role::Hard),
            }
        }
        for denial in &self.denials {
            let label = Label::new("denial", format!("{denial:?}"));
            match *denial {
                Denial::At(number, place) => csp.post(Allowed::given(var(number), value(place)), label, Role::Hard),
                Denial::NotAt(number, place) => {
                    csp.post(Allowed { var: var(number), set: all_but(place) }, label, Role::Hard);
                }
                Denial::Avoided(place) => nobody_at(&mut csp, place, &label),
            }
        }
        csp
    }

    /// The facts as premises.
    pub(super) fn premises(&self) -> Vec<Premise> {
        let sheet = self.sheet;
        let mut premises = Vec::new();
        for fact in &self.facts {
            match *fact {
                Fact::Lacks(number, place) => premises.push(Premise::Lacks(sheet.mark(number, place))),
                Fact::Taken(place) | Fact::Entered(_, place) => premises.push(sheet.holds(place)),
                Fact::Step(number) => premises.push(path(number)),
                Fact::Only(place, but) => {
                    // That a number stands elsewhere may be a fact already.
                    let is_told = |number: usize| {
                        but == Some(number) || sheet.at[number].is_some_and(|at| self.facts.contains(&Fact::Taken(at)))
                    };
                    let others = (0..sheet.at.len()).filter(|&number| !self.is_about(number) && !is_told(number));
                    premises.extend(others.map(|number| Premise::Lacks(sheet.mark(number, place))));
                }
                Fact::Once => premises.push(once()),
            }
        }
        premises
    }

    /// The cells that the facts name.
    pub(super) fn cells(&self) -> Board<W> {
        let mut cells = Board::EMPTY;
        for fact in &self.facts {
            if let Fact::Lacks(_, place) | Fact::Taken(place) | Fact::Entered(_, place) | Fact::Only(place, _) = *fact {
                cells.insert(place);
            }
        }
        cells
    }

    /// Whether a gap has a part in it.
    pub(super) fn is_told(&self, gap: Gap) -> bool {
        self.facts.iter().any(|fact| match *fact {
            Fact::Step(number) => gap.start <= number + 1 && number < gap.end,
            Fact::Lacks(number, _) => gap.start <= number && number < gap.end,
            _ => false,
        })
    }
}

impl<const W: usize> HidatoSheet<W> {
    /// For each number of a gap the cells that the steps alone leave it, whatever stands there.
    pub(super) fn near(&self, gap: Gap) -> Vec<Board<W>> {
        let all = self.geometry.steps.cells;
        let mut near = vec![all; gap.len()];
        if let Some(below) = gap.below {
            let mut cells = Board::single(below);
            for near in &mut near {
                cells = self.geometry.steps.from(cells) & all;
                *near &= cells;
            }
        }
        if let Some(above) = gap.above {
            let mut cells = Board::single(above);
            for near in near.iter_mut().rev() {
                cells = self.geometry.steps.from(cells) & all;
                *near &= cells;
            }
        }
        near
    }
}

fn label(fact: &Fact) -> Label {
    match *fact {
        Fact::Only(place, Some(_)) => label(&Fact::Only(place, None)),
        fact => Label::new("fact", format!("{fact:?}")),
    }
}

/// That a number, which counts from 0, and the next are neighbours.
pub(super) fn path(number: usize) -> Premise {
    Premise::Rule(model::path(number as u32 + 1))
}

/// That no two numbers share a cell.
pub(super) fn once() -> Premise {
    Premise::Rule(model::once())
}
