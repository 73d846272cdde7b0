//! The law of steps: the premises of a step entail its conclusions, and each premise is needed.
//!
//! The puzzle's rules are lowered as always; a premise that names rules puts them in force, a premise about a cell becomes a rule of its own, and nothing
//! else is assumed, not even the givens. Then SAT has to find no assignment in which a conclusion is wrong, and one when any premise is left out.

use std::fmt;

use pencilmark_csp::rule::Allowed;
use pencilmark_csp::{Domain, Label, Meter, Role, Value, Why};
use pencilmark_search::Subsets;

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

/// Whether the law holds for this step. A step that assumes uniqueness is not a matter of entailment: see [`survives`].
///
/// `Err`: the budget was spent.
pub fn prove<K: Kind>(puzzle: &K, step: &Step, meter: &Meter) -> Result<Result<(), Fault>, Why> {
    if step.removes.is_empty() && step.places.is_empty() {
        return Ok(Err(Fault::Nothing));
    }
    if step.why.because.contains(&Premise::Unique) {
        return Ok(Ok(()));
    }
    let mut lowered = puzzle.lower(K::INFO.models[0].id);
    lowered.csp.posted.retain(|posted| named(&posted.label, step));
    let mut premises: Vec<(&Premise, Vec<Label>)> = Vec::new();
    for (index, premise) in step.why.because.iter().enumerate() {
        let rules = |is: &dyn Fn(&Label) -> bool| -> Vec<Label> {
            let mut labels: Vec<Label> = Vec::new();
            for posted in lowered.csp.posted.iter().filter(|posted| is(&posted.label)) {
                if !labels.contains(&posted.label) {
                    labels.push(posted.label.clone());
                }
            }
            labels
        };
        let labels = match premise {
            Premise::Rule(rule) => rules(&|label| label == rule),
            Premise::Rules(name) => rules(&|label| label.rule() == *name),
            Premise::Holds(mark) => vec![post(&mut lowered, "premise", index, *mark, true)],
            Premise::Lacks(mark) => vec![post(&mut lowered, "premise", index, *mark, false)],
            Premise::Unique => Vec::new(),
        };
        if labels.is_empty() {
            let name = match premise {
                Premise::Rule(label) => label.as_str().to_owned(),
                other => format!("{other:?}"),
            };
            return Ok(Err(Fault::NoSuchRule(name)));
        }
        premises.push((premise, labels));
    }
    // A removed mark is refuted by supposing that it is right, a placed one by supposing that it is not.
    let removed = step.removes.iter().map(|&mark| (mark, true));
    let denials: Vec<(Mark, Label)> = removed
        .chain(step.places.iter().map(|&mark| (mark, false)))
        .enumerate()
        .map(|(index, (mark, holds))| (mark, post(&mut lowered, "denial", index, mark, holds)))
        .collect();
    let mut subsets = Subsets::new(&lowered.csp, meter)?;
    let mut follows = |left_out: Option<usize>, denial: &Label| {
        let kept = premises.iter().enumerate().filter(|&(index, _)| Some(index) != left_out);
        let labels = kept.flat_map(|(_, (_, labels))| labels).chain([denial]);
        subsets.solve(labels).map(|found| found.is_none())
    };
    for (mark, denial) in &denials {
        if !follows(None, denial)? {
            return Ok(Err(Fault::NotEntailed(*mark)));
        }
    }
    for (index, (premise, _)) in premises.iter().enumerate() {
        let mut needed = false;
        for (_, denial) in &denials {
            if !follows(Some(index), denial)? {
                needed = true;
                break;
            }
        }
        if !needed {
            return Ok(Err(Fault::NotNeeded((*premise).clone())));
        }
    }
    Ok(Ok(()))
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

#[cfg(test)]
mod tests {
    use pencilmark_csp::Budget;

    use super::super::{Rating, TechniqueInfo, Telling};
    use super::*;
    use crate::sudoku::Sudoku;
    use crate::{Cell, Grid, Settings, Source};

    static PAIR: TechniqueInfo = TechniqueInfo {
        id: "naked-pair",
        title: "Naked pair",
        tier: 3,
        rating: Rating(30),
        assumes_uniqueness: false,
        about: "",
        aliases: &[],
    };

    fn mark(row: usize, col: usize, value: u16) -> Mark {
        Mark { cell: Cell { row, col }, value }
    }

    /// In row 1 of a 4x4 Sudoku, r1c1 and r1c2 are 1 or 2.
    fn pair() -> Step {
        let because = [mark(0, 0, 3), mark(0, 0, 4), mark(0, 1, 3), mark(0, 1, 4)].map(Premise::Lacks).to_vec();
        let row = Premise::Rule(Label::new("row", "row 1 holds each digit once"));
        let why = Telling { because: [because, vec![row]].concat(), ..Telling::default() };
        let removes = vec![mark(0, 2, 1), mark(0, 2, 2), mark(0, 3, 1)];
        Step { technique: &PAIR, rating: PAIR.rating, removes, places: Vec::new(), why }
    }

    fn proved(step: &Step) -> Result<(), Fault> {
        let source = Source::new("test", "1...\n....\n....\n....\n");
        let puzzle = (Sudoku::formats().iter())
            .find_map(|format| (format.read)(&source, &Settings::default()).ok())
            .expect("a Sudoku")
            .puzzle;
        prove(&puzzle, step, &Budget::default().start()).expect("no limit")
    }

    #[test]
    fn a_pair_is_proved_from_its_marks_and_its_row() {
        assert_eq!(proved(&pair()), Ok(()));
    }

    #[test]
    fn too_little_and_too_much_are_faults() {
        let mut wrong = pair();
        wrong.removes.push(mark(1, 0, 1));
        assert_eq!(proved(&wrong), Err(Fault::NotEntailed(mark(1, 0, 1))));
        let mut less = pair();
        less.why.because.remove(1);
        assert_eq!(proved(&less), Err(Fault::NotEntailed(mark(0, 2, 1))));
        let mut more = pair();
        let idle = Premise::Holds(mark(3, 3, 1));
        more.why.because.push(idle.clone());
        assert_eq!(proved(&more), Err(Fault::NotNeeded(idle)));
        let mut nowhere = pair();
        nowhere.why.because.push(Premise::Rules("cage"));
        assert!(matches!(proved(&nowhere), Err(Fault::NoSuchRule(_))));
        let nothing = Step { removes: Vec::new(), ..pair() };
        assert_eq!(proved(&nothing), Err(Fault::Nothing));
    }

    #[test]
    fn a_solution_survives_what_it_does_not_contradict() {
        let solution = Grid::new(1, 2, vec![1, 2]).expect("two cells");
        let removing = |removes| Step { removes, ..pair() };
        assert!(survives(&removing(vec![mark(0, 0, 2)]), &solution));
        assert!(!survives(&removing(vec![mark(0, 0, 1)]), &solution));
    }
}
