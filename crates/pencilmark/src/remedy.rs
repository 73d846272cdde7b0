//! Why a search gave up, and what would help: as data, for a front end to put into its own words.

pub use pencilmark_puzzles::Choice;

use pencilmark_csp::Why;
use pencilmark_puzzles::{Reason, Remedy};

use crate::front::display::grouped;
use crate::watch::BoardMap;
use crate::{Plan, Puzzle};

/// The options of a solve that a remedy may name: fields of [`Options`](crate::Options) and of its [`Budget`](crate::Budget).
pub mod option {
    /// [`Options::method`](crate::Options::method).
    pub const METHOD: &str = "method";
    /// [`Options::model`](crate::Options::model).
    pub const MODEL: &str = "model";
    /// [`Budget::time`](crate::Budget::time).
    pub const TIME: &str = "time";
    /// [`Budget::nodes`](crate::Budget::nodes).
    pub const NODES: &str = "nodes";
    /// [`Budget::checks`](crate::Budget::checks).
    pub const CHECKS: &str = "checks";
    /// [`Budget::evaluations`](crate::Budget::evaluations).
    pub const EVALUATIONS: &str = "evaluations";
    /// [`Budget::states`](crate::Budget::states).
    pub const STATES: &str = "states";
}

/// Returns why a search by this plan gave up, and what would help.
pub fn gave_up(puzzle: &Puzzle, why: Why, plan: &Plan) -> (Reason, Remedy) {
    let budget = &plan.run.budget;
    let spent = |limit: Option<u64>, what: (&str, &str), option: &'static str| {
        let (one, many) = what;
        let limit = limit.map_or_else(
            || format!("the most {many}"),
            |limit| format!("{} {}", grouped(limit), if limit == 1 { one } else { many }),
        );
        let text = format!("gave up after {limit}");
        (text, Remedy::new("allow more").or_set(option))
    };
    let (text, remedy) = match why {
        Why::Time => {
            let time = budget.time.map_or_else(|| "its time".to_owned(), |time| format!("{} s", time.as_secs_f64()));
            (format!("gave up after {time}"), Remedy::new("allow more time").or_set(option::TIME))
        }
        Why::Nodes => spent(budget.nodes, ("node", "nodes"), option::NODES),
        Why::Checks => spent(budget.checks, ("check", "checks"), option::CHECKS),
        Why::Evaluations => spent(budget.evaluations, ("evaluation", "evaluations"), option::EVALUATIONS),
        Why::Memory if budget.states.is_some() => {
            let states = budget.states.map(|states| states as u64);
            spent(states, ("state or solution held at once", "states or solutions held at once"), option::STATES)
        }
        Why::Memory => {
            let remedy = Remedy::new("say how many states or solutions may be held").or_set(option::STATES);
            (format!("gave up: {why}"), remedy)
        }
        Why::Interrupted => ("interrupted".to_owned(), Remedy::default()),
        Why::Incomplete => {
            (format!("gave up: {why}"), Remedy::new("try a complete method").or_set_to(option::METHOD, "exact"))
        }
        Why::Unsuited => unsuited(puzzle, plan),
    };
    (Reason::new(why.word(), [], text), remedy)
}

fn unsuited(puzzle: &Puzzle, plan: &Plan) -> (String, Remedy) {
    let model = plan.model;
    let moves = BoardMap::of_model(puzzle.clues.lower(model)).moves().join(", ");
    let text = format!("gave up: the method, as it is set, does not fit model `{model}`, which has the moves {moves}");
    let others = puzzle.kind().models.iter().map(|known| known.id).filter(|&known| known != model);
    let remedy = others.fold(Remedy::default(), |remedy, id| remedy.or_set_to(option::MODEL, id));
    (
        text,
        Remedy {
            text: if remedy.is_empty() { "choose other moves" } else { "choose other moves or another model" }.into(),
            ..remedy
        },
    )
}
