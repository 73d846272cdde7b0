//! The smallest reason for a claim: the fewest units (rules that stand and fall together, by label) that entail it.
//!
//! A reason is an unsatisfiable set together with the denial of the claim; the smallest one is found by its dual (Ignatiev et al., *Smallest MUS extraction with
//! minimal hitting set dualization*, 2015; Gamba, Bogaerts and Guns, *Efficiently explaining CSPs with unsatisfiable subset optimization*, 2021). The units that
//! an assignment breaks are a **correction set** of every claim that it denies: a reason for that claim contains one of them. So a reason hits all correction
//! sets, and a set of units that hits all known ones is either a reason or is satisfied by an assignment that shows one more.
//!
//! All claims share what is found out: bounds rise for all of them together, and the first claim to have a reason has one of the smallest there are.

mod hitting;
mod repair;

use std::collections::HashMap;

use pencilmark_csp::{Assignment, Budget, Csp, Encoder, Label, Lit, Meter, Silent, Value, Var, Why};

use self::hitting::{Answer, Family, Oracle, Set};
use self::repair::Repair;
use crate::sat::Session;

/// That a variable holds a value, or that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// The variable.
    pub var: Var,
    /// The value.
    pub value: Value,
    /// Whether it holds it.
    pub holds: bool,
}

impl Claim {
    fn is_denied_by(self, assignment: &[Value]) -> bool {
        (assignment[self.var.index()] == self.value) != self.holds
    }
}

/// A claim and the units that entail it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The claim's place among those asked about.
    pub claim: usize,
    /// The units by their places in [`Reasons::units`], in increasing order.
    pub units: Vec<usize>,
    /// Whether it is proved that no claim has a smaller one. If not, some of the units may not be needed.
    pub smallest: bool,
}

/// How many of the first cores are shrunk at once.
const FIRST_BOUNDS: usize = 4;

/// A reason of so many units is a good enough bound.
const FEW: usize = 5;

/// How many times units are chosen anew to find a good reason for one claim.
const CHOICES: usize = 16;

/// Correction sets with more members than this are worth the time of SAT to make them minimal.
const LARGE: usize = 10;

/// A problem whose labels are units, of which some entail a claim.
pub struct Reasons<'a> {
    csp: &'a Csp,
    session: Session,
    units: Vec<Label>,
    selectors: Vec<Lit>,
    repair: Repair<'a>,
    meter: Meter,
}

impl<'a> Reasons<'a> {
    /// Writes the clauses. Assignments that break few units are found sooner near a solution of all of them. SAT calls and choices of units count as
    /// nodes of the meter.
    pub fn new(csp: &'a Csp, solution: &[Value], meter: &Meter) -> Result<Self, Why> {
        let encoder = Encoder::labelled(csp, meter)?;
        let (units, selectors): (Vec<Label>, Vec<Lit>) = encoder.selectors().iter().cloned().unzip();
        let place: HashMap<&Label, usize> = units.iter().enumerate().map(|(place, label)| (label, place)).collect();
        let rules = csp.posted.iter().map(|posted| (place[&posted.label], &posted.rule));
        let repair = Repair::new(csp, units.len(), rules, solution);
        let mut session = Session::new(encoder, meter.clone());
        session.stay_near(csp, solution);
        Ok(Self { csp, session, units, selectors, repair, meter: meter.clone() })
    }

    /// The labels of the problem.
    pub fn units(&self) -> &[Label] {
        &self.units
    }

    /// Spends from `meter` from now on.
    pub fn set_meter(&mut self, meter: Meter) {
        self.meter = meter;
    }

    /// Which of the claims these units are known to entail: all that they do, unless the budget is spent before.
    pub fn entailed(&mut self, units: &[usize], claims: &[Claim]) -> Vec<bool> {
        let mut open = vec![true; claims.len()];
        for index in 0..claims.len() {
            if open[index] {
                match self.deny(claims[index], units.iter().copied()) {
                    Ok(None) => {}
                    Ok(Some(model)) => {
                        open.iter_mut().zip(claims).for_each(|(open, claim)| *open &= !claim.is_denied_by(&model));
                    }
                    Err(_) => open[index] = false,
                }
            }
        }
        open
    }

    /// Some of these units, which entail all of the claims; those that are left do so as well, and each of them is needed for it, unless the budget is spent before
    /// that is known.
    pub fn minimal(&mut self, units: &[usize], claims: &[Claim]) -> Vec<usize> {
        let mut kept = units.to_vec();
        let mut needed = Set::none(self.units.len());
        while let Some(&unit) = kept.iter().rev().find(|&&unit| !needed.contains(unit)) {
            let rest: Vec<usize> = kept.iter().copied().filter(|&other| other != unit).collect();
            let mut used = needed.clone();
            for &claim in claims {
                match self.deny(claim, rest.iter().copied()) {
                    Ok(None) => self.core().into_iter().for_each(|unit| used.insert(unit)),
                    Ok(Some(_)) => {
                        needed.insert(unit);
                        break;
                    }
                    Err(_) => return kept,
                }
            }
            if !needed.contains(unit) {
                kept.retain(|&unit| used.contains(unit));
            }
        }
        kept
    }

    /// The smallest reason that any of the claims has; of several, that of the first claim. `None` if the units entail none of them.
    ///
    /// When the budget is spent, the best reason so far; an error only if there is none yet.
    pub fn smallest(&mut self, claims: &[Claim]) -> Result<Option<Reason>, Why> {
        let families = vec![Family::default(); claims.len()];
        let mut hunt = Hunt { reasons: self, claims, families, follows: vec![true; claims.len()], best: None };
        let end = hunt.bound().and_then(|()| hunt.raise());
        match (hunt.best, end) {
            (None, Err(why)) => Err(why),
            (best, _) => Ok(best),
        }
    }

    /// An assignment that satisfies these units and denies the claim.
    fn deny(&mut self, claim: Claim, units: impl IntoIterator<Item = usize>) -> Result<Option<Assignment>, Why> {
        self.meter.node()?;
        let is = self.session.encoder.is(claim.var, claim.value);
        let mut assumed = vec![if claim.holds { !is } else { is }];
        assumed.extend(units.into_iter().map(|unit| self.selectors[unit]));
        self.session.set_meter(Budget { nodes: None, ..self.meter.rest() }.start());
        self.session.solve(self.csp, &assumed, &mut Silent)
    }

    /// Satisfies one broken unit after another without losing any; what cannot be satisfied is a minimal correction set.
    fn grow(&mut self, claim: Claim, mut model: Assignment, mut broken: Set) -> Result<(Assignment, Set), Why> {
        for unit in broken.clone().iter() {
            if broken.contains(unit) {
                let mut kept = broken.complement(self.units.len());
                kept.insert(unit);
                if let Some(better) = self.deny(claim, kept.iter())? {
                    broken = self.repair.broken_by(&better);
                    model = better;
                }
            }
        }
        Ok((model, broken))
    }

    /// After [`Reasons::deny`] found nothing: units among those asked for that entail the claim.
    fn core(&self) -> Vec<usize> {
        let blamed: std::collections::HashSet<_> = self.session.core().iter().map(|lit| lit.var()).collect();
        (0..self.units.len()).filter(|&unit| blamed.contains(&self.selectors[unit].var())).collect()
    }
}

/// The search for the smallest reason of some claims.
struct Hunt<'h, 'a> {
    reasons: &'h mut Reasons<'a>,
    claims: &'h [Claim],
    families: Vec<Family>, // claim -> correction sets
    follows: Vec<bool>,    // claim -> whether all units together entail it
    best: Option<Reason>,
}

impl Hunt<'_, '_> {
    /// Finds out which claims follow, and reasons that are minimal, though perhaps not smallest.
    fn bound(&mut self) -> Result<(), Why> {
        let mut cores: Vec<(Vec<usize>, usize)> = Vec::new();
        for (index, &claim) in self.claims.iter().enumerate() {
            if !self.follows[index] {
                continue;
            }
            match self.reasons.deny(claim, 0..self.reasons.units.len()) {
                Ok(None) => {
                    let core = self.reasons.core();
                    self.offer(index, core.clone());
                    cores.push((core, index));
                }
                Ok(Some(model)) => {
                    let claims = self.follows.iter_mut().zip(self.claims);
                    claims.for_each(|(follows, claim)| *follows &= !claim.is_denied_by(&model));
                }
                Err(why) => return Err(why),
            }
        }
        cores.sort_by_key(|(core, claim)| (core.len(), *claim));
        for (core, claim) in cores.iter().take(FIRST_BOUNDS) {
            self.shrink(*claim, core.clone())?;
        }
        cores.into_iter().try_for_each(|(_, claim)| self.cover(claim))
    }

    /// Looks for a good reason of a claim: takes the units that hit most correction sets, until they entail it or are as many as the best reason has.
    fn cover(&mut self, claim: usize) -> Result<(), Why> {
        let width = self.reasons.units.len();
        for _ in 0..CHOICES {
            let chosen = self.families[claim].greedy(width);
            if self.best.as_ref().is_none_or(|best| best.units.len() <= chosen.len().max(FEW)) {
                return Ok(());
            }
            match (Question { hunt: self, claim }).ask(&chosen)? {
                Answer::Misses(set) => self.families[claim].insert(&set),
                Answer::Enough(core) => return self.shrink(claim, core.iter().collect()),
            }
        }
        // It takes more, but those that hit most are likely to be among them: they are left out last.
        let gains = self.families[claim].gains(width);
        let mut units: Vec<usize> = (0..width).collect();
        units.sort_by_key(|&unit| (std::cmp::Reverse(gains[unit]), unit));
        let _ = self.reasons.deny(self.claims[claim], units.iter().copied())?;
        let core = self.reasons.core();
        units.retain(|unit| core.contains(unit));
        self.shrink(claim, units)
    }

    /// Leaves out one unit after another, the last first, unless it gets clear that the rest is no better than what is known.
    fn shrink(&mut self, claim: usize, mut core: Vec<usize>) -> Result<(), Why> {
        self.offer(claim, core.clone());
        let mut needed: Vec<usize> = Vec::new();
        while let Some(unit) = core.pop() {
            if self.best.as_ref().is_some_and(|best| needed.len() + 1 >= best.units.len()) {
                return Ok(());
            }
            let rest: Vec<usize> = core.iter().chain(&needed).copied().collect();
            if let Some(model) = self.reasons.deny(self.claims[claim], rest)? {
                needed.push(unit);
                let (model, broken) = self.reasons.repair.grow(self.claims[claim], &model);
                self.note(&model, &broken);
            } else {
                let smaller = self.reasons.core();
                core.retain(|unit| smaller.contains(unit));
                self.offer(claim, smaller);
            }
        }
        Ok(())
    }

    fn offer(&mut self, claim: usize, mut units: Vec<usize>) {
        if self.best.as_ref().is_none_or(|best| units.len() < best.units.len()) {
            units.sort_unstable();
            self.best = Some(Reason { claim, units, smallest: false });
        }
    }

    /// Proves for one number of units after the other that nobody has a reason of so few, until somebody has.
    fn raise(&mut self) -> Result<(), Why> {
        for most in 1.. {
            let Some(best) = &mut self.best else { break };
            best.smallest = best.units.len() == most;
            let asked = if best.smallest { best.claim } else { self.claims.len() };
            for claim in 0..asked {
                if self.follows[claim]
                    && let Some(units) = self.within(claim, most)?
                {
                    self.best = Some(Reason { claim, units: units.iter().collect(), smallest: true });
                    return Ok(());
                }
            }
            if asked < self.claims.len() {
                break;
            }
        }
        Ok(())
    }

    /// A reason of up to `most` units for a claim.
    fn within(&mut self, claim: usize, most: usize) -> Result<Option<Set>, Why> {
        let width = self.reasons.units.len();
        let mut family = std::mem::take(&mut self.families[claim]);
        let found = family.hit(width, most, &mut Question { hunt: self, claim });
        self.families[claim] = family;
        found
    }

    /// A correction set of all claims that the assignment denies.
    fn note(&mut self, model: &[Value], broken: &Set) {
        for (claim, family) in self.claims.iter().zip(&mut self.families) {
            if claim.is_denied_by(model) {
                family.insert(broken);
            }
        }
    }
}

/// Whether units entail a claim.
struct Question<'q, 'h, 'a> {
    hunt: &'q mut Hunt<'h, 'a>,
    claim: usize,
}

impl Oracle for Question<'_, '_, '_> {
    fn ask(&mut self, chosen: &Set) -> Result<Answer, Why> {
        let claim = self.hunt.claims[self.claim];
        let reasons = &mut *self.hunt.reasons;
        let near = match reasons.repair.deny(claim, chosen) {
            None => reasons.deny(claim, chosen.iter())?.map(|model| reasons.repair.grow(claim, &model)),
            near => near,
        };
        let Some((model, broken)) = near else {
            let core = reasons.core();
            return Ok(Answer::Enough(Set::of(reasons.units.len(), core)));
        };
        let (model, broken) = if broken.len() > LARGE { reasons.grow(claim, model, broken)? } else { (model, broken) };
        self.hunt.note(&model, &broken);
        Ok(Answer::Misses(broken))
    }

    fn pay(&mut self) -> Result<(), Why> {
        self.hunt.reasons.meter.quick_node()
    }
}
