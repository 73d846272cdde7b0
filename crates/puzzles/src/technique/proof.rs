//! The law of steps: the premises of a step entail its conclusions, and each premise is needed.
//!
//! The puzzle's rules are lowered as always; a premise that names rules puts them in force, a premise about a cell becomes a rule of its own, and nothing
//! else is assumed, not even the givens. Then SAT has to find no assignment in which a conclusion is wrong, and one when any premise is left out.
//!
//! If the step assumes one solution, a wrong conclusion need not be impossible: it may also lead to a second solution (`exchange.rs`).

use std::collections::HashSet;
use std::fmt;

use pencilmark_csp::rule::Allowed;
use pencilmark_csp::{Domain, Label, Meter, Role, Value, Why};
use pencilmark_search::Subsets;

use super::exchange::ways_out;
use super::{Mark, Premise, Step};
use crate::{Kind, Lowered};

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The premises do not entail this conclusion: that the value stands there, or that it does not.
    NotEntailed(Mark),
    /// All conclusions follow without this premise.
    NotNeeded(Premise),
    /// The puzzle has no rule with this label, or name.
    NoSuchRule(String),
    /// It has no conclusion.
    Nothing,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEntailed(mark) => write!(f, "the premises do not entail the conclusion about {mark}"),
            Self::NotNeeded(premise) => write!(f, "the conclusions follow without {premise:?}"),
            Self::NoSuchRule(rule) => write!(f, "the puzzle has no rule `{rule}`"),
            Self::Nothing => write!(f, "it concludes nothing"),
        }
    }
}

/// Whether the law holds for this step. A reason that says it was [cut short](CUT_SHORT) may have idle premises.
///
/// `Err`: the budget was spent.
pub fn prove(puzzle: &dyn Kind, step: &Step, meter: &Meter) -> Result<Result<(), Fault>, Why> {
    if step.removes.is_empty() && step.places.is_empty() {
        return Ok(Err(Fault::Nothing));
    }
    let case = match Case::new(puzzle, step) {
        Ok(case) => case,
        Err(fault) => return Ok(Err(fault)),
    };
    let mut subsets = Subsets::new(&case.lowered.csp, meter)?;
    let all: Vec<usize> = (0..case.premises.len()).collect();
    if let Some(mark) = case.open(&mut subsets, &all)? {
        return Ok(Err(Fault::NotEntailed(mark)));
    }
    if step.why.reason.contains(CUT_SHORT) {
        return Ok(Ok(()));
    }
    for left_out in &all {
        let rest: Vec<usize> = all.iter().copied().filter(|premise| premise != left_out).collect();
        if case.open(&mut subsets, &rest)?.is_none() {
            return Ok(Err(Fault::NotNeeded(step.why.because[*left_out].clone())));
        }
    }
    Ok(Ok(()))
}

/// What a reason says if there was no time to leave out every premise that is not needed; then some of them may be idle.
pub const CUT_SHORT: &str = "There was no time to find out whether all that this rests on is needed.";

/// The premises that a step needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The premises, without those that were found idle.
    pub premises: Vec<Premise>,
    /// Whether each of them is needed; if not, the search was cut short.
    pub is_complete: bool,
}

/// The premises of a step without those that it does not need; `None` if all of them together do not entail its conclusions. Where one of two would do,
/// the later one goes. `Err`: the budget was spent before it was known whether they do.
pub fn needed(puzzle: &dyn Kind, step: &Step, meter: &Meter) -> Result<Option<Needed>, Why> {
    let Ok(case) = Case::new(puzzle, step) else { return Ok(None) };
    let mut subsets = Subsets::new(&case.lowered.csp, meter)?;
    let mut kept: Vec<usize> = (0..case.premises.len()).collect();
    if case.open(&mut subsets, &kept)?.is_some() {
        return Ok(None);
    }
    case.keep_core(&subsets, &mut kept);
    let mut is_complete = true;
    for premise in kept.clone().into_iter().rev() {
        let rest: Vec<usize> = kept.iter().copied().filter(|&other| other != premise).collect();
        if rest.len() == kept.len() {
            continue;
        }
        match case.open(&mut subsets, &rest) {
            Ok(None) => {
                kept = rest;
                case.keep_core(&subsets, &mut kept);
            }
            Ok(Some(_)) => {}
            Err(_) => {
                is_complete = false;
                break;
            }
        }
    }
    let premises = kept.into_iter().map(|premise| step.why.because[premise].clone()).collect();
    Ok(Some(Needed { premises, is_complete }))
}

/// A step as a problem: its premises and the denials of its conclusions as rules that can be put in and out of force.
struct Case {
    lowered: Lowered,
    premises: Vec<Vec<Label>>,
    denials: Vec<(Mark, Label)>,
    /// Which premise is that there is one solution, and what would keep a wrong conclusion from leading to a second one.
    unique: Option<(usize, Vec<Vec<Label>>)>,
}

/// Without that premise, nothing needs to.
const NO_EXCHANGE: &[Vec<Label>] = &[Vec::new()];

impl Case {
    fn new(puzzle: &dyn Kind, step: &Step) -> Result<Self, Fault> {
        let mut lowered = puzzle.lower(puzzle.info().models[0].id);
        let rules = lowered.csp.posted.clone();
        lowered.csp.posted.retain(|posted| named(&posted.label, step));
        let mut premises: Vec<Vec<Label>> = Vec::new();
        let mut unique = None;
        for (index, premise) in step.why.because.iter().enumerate() {
            let labels = match premise {
                Premise::Rule(rule) => labels(&lowered, |label| label == rule),
                Premise::Rules(name) => labels(&lowered, |label| label.rule() == *name),
                Premise::Holds(mark) => vec![post(&mut lowered, "premise", index, *mark, true)],
                Premise::Lacks(mark) => vec![post(&mut lowered, "premise", index, *mark, false)],
                Premise::Unique(pattern) => {
                    unique = Some((index, ways_out(&mut lowered, &rules, pattern)));
                    premises.push(Vec::new());
                    continue;
                }
            };
            if labels.is_empty() {
                let name = match premise {
                    Premise::Rule(label) => label.as_str().to_owned(),
                    other => format!("{other:?}"),
                };
                return Err(Fault::NoSuchRule(name));
            }
            premises.push(labels);
        }
        // A removed mark is refuted by supposing that it is right, a placed one by supposing that it is not.
        let removed = step.removes.iter().map(|&mark| (mark, true));
        let conclusions = removed.chain(step.places.iter().map(|&mark| (mark, false))).enumerate();
        let denials = conclusions
            .map(|(index, (mark, holds))| (mark, post(&mut lowered, "denial", index, mark, holds)))
            .collect();
        Ok(Self { lowered, premises, denials, unique })
    }

    /// Keeps what the proof just found rests on. With one question, that leaves out most of what is not needed at once.
    fn keep_core(&self, subsets: &Subsets<'_>, kept: &mut Vec<usize>) {
        if self.denials.len() == 1 && self.unique.is_none() {
            let core: HashSet<&Label> = subsets.core().into_iter().collect();
            kept.retain(|&premise| self.premises[premise].iter().any(|label| core.contains(label)));
        }
    }

    /// A conclusion that does not follow from these premises, if there is one.
    fn open(&self, subsets: &mut Subsets<'_>, premises: &[usize]) -> Result<Option<Mark>, Why> {
        let ways_out = match &self.unique {
            Some((unique, ways_out)) if premises.contains(unique) => ways_out,
            _ => NO_EXCHANGE,
        };
        for (mark, denial) in &self.denials {
            for way_out in ways_out {
                let labels =
                    premises.iter().flat_map(|&premise| &self.premises[premise]).chain([denial]).chain(way_out);
                if subsets.solve(labels)?.is_some() {
                    return Ok(Some(*mark));
                }
            }
        }
        Ok(None)
    }
}

/// The labels that `is` picks, each once.
fn labels(lowered: &Lowered, is: impl Fn(&Label) -> bool) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    for posted in lowered.csp.posted.iter().filter(|posted| is(&posted.label)) {
        if !labels.contains(&posted.label) {
            labels.push(posted.label.clone());
        }
    }
    labels
}

/// Whether the step leaves this solution possible.
pub fn survives(step: &Step, solution: &crate::Answer) -> bool {
    let holds = |mark: &Mark| solution[mark.cell] == i32::from(mark.value);
    step.places.iter().all(holds) && !step.removes.iter().any(holds)
}

fn named(label: &Label, step: &Step) -> bool {
    step.why.because.iter().any(|premise| match premise {
        Premise::Rule(rule) => rule == label,
        Premise::Rules(name) => *name == label.rule(),
        _ => false,
    })
}

/// Makes it a rule that the cell holds this value, or that it does not, and nothing more: no other cell is bound by it.
fn post(lowered: &mut Lowered, role: &'static str, index: usize, mark: Mark, holds: bool) -> Label {
    let label = Label::new(role, format!("{role} {index}"));
    let Lowered { csp, reading } = lowered;
    let mut rules = Vec::new();
    for (var, domain) in csp.vars().zip(&csp.domains) {
        let stands = |&value: &Value| reading.cell(var, value) == Some((mark.cell, i32::from(mark.value)));
        if let Some(value) = domain.iter().find(stands) {
            let mut set = Domain::only(value);
            if !holds {
                set = domain.clone();
                set.remove(value);
            }
            rules.push(Allowed { var, set });
        }
    }
    for rule in rules {
        csp.post(rule, label.clone(), Role::Hard);
    }
    label
}
