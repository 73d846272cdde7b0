//! Why there is no solution: a small set of rules that cannot hold together, in the puzzle's words.

use pencilmark_csp::{Budget, Csp, Encoder, Label, Lit, Silent, Why};

use crate::sat::Session;

/// A set of rules that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Their labels, in the order they were posted.
    pub labels: Vec<Label>,
    /// Whether dropping any one of them would leave the rest satisfiable (as far as the budget allowed to check).
    pub minimal: bool,
}

/// Finds such a set and shrinks it by dropping one rule after the other. `None` if there is a solution after all.
pub fn explain(csp: &Csp, budget: &Budget) -> Result<Option<Explanation>, Why> {
    let meter = budget.start();
    let encoder = Encoder::labelled(csp, &meter)?;
    let selectors: Vec<(Label, Lit)> = encoder.selectors().to_vec();
    let mut session = Session::new(encoder, meter);
    let mut core: Vec<Lit> = selectors.iter().map(|&(_, selector)| selector).collect();
    if session.solve(csp, &core, &mut Silent)?.is_some() {
        return Ok(None);
    }
    core = named(&selectors, &session.core(), &core);
    let mut minimal = true;
    let mut needed: Vec<Lit> = Vec::new();
    // Deletion: a rule is needed if the rest, without it, has a model.
    while let Some(candidate) = core.pop() {
        let assumed: Vec<Lit> = needed.iter().chain(&core).copied().collect();
        match session.solve(csp, &assumed, &mut Silent) {
            Ok(Some(_)) => needed.push(candidate),
            Ok(None) => {
                let smaller = named(&selectors, &session.core(), &assumed);
                core.retain(|lit| smaller.contains(lit));
            }
            Err(_) => {
                needed.push(candidate);
                needed.append(&mut core);
                minimal = false;
            }
        }
    }
    let in_order = selectors.into_iter().filter(|(_, selector)| needed.contains(selector));
    Ok(Some(Explanation { labels: in_order.map(|(label, _)| label).collect(), minimal }))
}

/// The assumptions that the core names, whichever sign it gives them.
fn named(selectors: &[(Label, Lit)], core: &[Lit], assumed: &[Lit]) -> Vec<Lit> {
    let blamed = |lit: &Lit| core.iter().any(|other| other.var() == lit.var());
    selectors.iter().map(|&(_, selector)| selector).filter(|lit| assumed.contains(lit) && blamed(lit)).collect()
}
