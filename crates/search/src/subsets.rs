//! One problem, asked many times with different rules in force.
//!
//! Clauses are written once, with a selector for each label; which rules are in force is a set of assumptions. What the solver learns under one set of
//! rules serves it under the next.

use std::collections::HashMap;

use pencilmark_csp::{Assignment, Csp, Encoder, Label, Lit, Meter, Silent, Why};

use crate::sat::Session;

/// A problem whose rules can be put in and out of force.
pub struct Subsets<'a> {
    csp: &'a Csp,
    session: Session,
    selector_of: HashMap<Label, Lit>,
}

impl<'a> Subsets<'a> {
    /// Writes the clauses. Rules with the same label go together.
    pub fn new(csp: &'a Csp, meter: &Meter) -> Result<Self, Why> {
        let encoder = Encoder::labelled(csp, meter)?;
        let selector_of = encoder.selectors().iter().cloned().collect();
        Ok(Self { csp, session: Session::new(encoder, meter.clone()), selector_of })
    }

    /// An assignment that satisfies all rules with these labels; `None` if there is none. A label that the problem does not have says nothing.
    pub fn solve<'l>(&mut self, labels: impl IntoIterator<Item = &'l Label>) -> Result<Option<Assignment>, Why> {
        let assumed: Vec<Lit> = labels.into_iter().filter_map(|label| self.selector_of.get(label).copied()).collect();
        self.session.solve(self.csp, &assumed, &mut Silent)
    }

    /// Spends from `meter` from now on.
    pub fn set_meter(&mut self, meter: Meter) {
        self.session.set_meter(meter);
    }

    /// After [`Subsets::solve`] found nothing: labels among those asked for that cannot hold together. Not necessarily few.
    pub fn core(&self) -> Vec<&Label> {
        let core = self.session.core();
        let blamed = |lit: &Lit| core.iter().any(|other| other.var() == lit.var());
        self.selector_of.iter().filter(|(_, selector)| blamed(selector)).map(|(label, _)| label).collect()
    }
}
