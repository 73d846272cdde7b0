//! Informed search (AIMA 3.5): best-first search, which always expands the state of lowest f.
//!
//! - **g**: what the way to a state has cost; **h**: an estimate of what is left; **f**: what the open list is sorted by;
//! - **greedy**: f = h; **A\***: f = g + h, with a shortest way where h never overestimates; **uniform cost**: f = g;
//! - **open list**: states generated and not yet expanded; among equals of f the one of larger g goes first, then the
//!   one generated first;
//! - **construct** ([`construct`]): from the empty board, give variables values one by one; a tree;
//! - **repair** ([`repair`]): from a complete board, change what is broken; a graph.
//!
//! Every state generated is held as its parent and what changed, so that memory is what limits these methods: they give
//! up at `Budget::states`, or at [`STATES`] where that is not set.

mod construct;
mod disjoint;
mod frontier;
mod repair;

use pencilmark_csp::{Assignment, Csp, Evaluator, Observer, Outcome, Value};

use crate::local::MOVES;
use crate::{Complete, Draws, Family, Method, MethodInfo, Parameter, Parameters, Run, Takes};
use frontier::Weights;

/// States held at most unless the budget says otherwise.
const STATES: usize = 500_000;

const SPACE: Parameter = Parameter {
    name: "space",
    help: "what a state is, and what leads from one to the next",
    takes: Takes::Word(&[
        ("construct", "a partial board: give the next variable a value"),
        ("repair", "a complete board: change what is broken"),
    ]),
    default: "construct",
};

const HEURISTIC: Parameter = Parameter {
    name: "heuristic",
    help: "h, the estimate of what is left to do",
    takes: Takes::Word(&[
        ("conflicts", "the cost of the board: duplicates left in Hitori; 0 while constructing"),
        ("unassigned", "variables without a value; repairing: those as at the start, the white cells of Hitori"),
        ("candidates", "values left beyond one per variable; repairing: variables with a part in a broken rule"),
        ("disjoint", "changes that broken rules without a common variable need: never too many; 0 while constructing"),
        ("zero", "none"),
    ]),
    default: "candidates",
};

const ORDER: Parameter = Parameter {
    name: "order",
    help: "which variable to decide next",
    takes: Takes::Word(&[
        ("in-order", "the first open one"),
        ("static", "the one with the fewest values, then the most rules, before the search"),
        ("mrv", "the one with the fewest values left, ties to the first"),
        ("dom-wdeg", "fewest values over the failures its rules have caused (Boussemart et al. 2004)"),
    ]),
    default: "mrv",
};

const INFERENCE: Parameter = Parameter {
    name: "inference",
    help: "what to infer after each decision",
    takes: Takes::Word(crate::backtracking::INFERENCE),
    // Memory limits these methods, so the default infers more to hold fewer states.
    default: "full",
};

const MEND: Parameter = Parameter {
    name: "mend",
    help: "repairing: which broken rules lead to the next states",
    takes: Takes::Word(&[
        ("any", "all of them"),
        ("fewest", "the one that can be mended in the fewest ways, and none where that is impossible"),
    ]),
    default: "fewest",
};

/// When repairing, variables change one at a time unless a walk of the model is asked for.
const REPAIR_MOVES: Parameter = Parameter { default: "change", ..MOVES };

/// Greedy best-first search.
pub struct Greedy;

impl Method for Greedy {
    const INFO: MethodInfo = MethodInfo {
        id: "greedy",
        title: "Greedy best-first search",
        family: Family::Frontier,
        complete: Complete::If(SPACE.name, "construct"),
        draws: Draws::Start(SPACE.name, "repair"),
        parameters: &[SPACE, HEURISTIC, ORDER, INFERENCE, MEND, REPAIR_MOVES],
        source: "Russell and Norvig, Artificial Intelligence, section 3.5.1; “Solving Hitori Grid game using \
                 informed and local search algorithms and comparing their time and space complexities”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        search(csp, run, &Self::INFO, Weights::new(0.0, 1.0), watch)
    }
}

/// A* search.
pub struct AStar;

impl Method for AStar {
    const INFO: MethodInfo = MethodInfo {
        id: "a-star",
        title: "A* search",
        family: Family::Frontier,
        complete: Complete::If(SPACE.name, "construct"),
        draws: Draws::Start(SPACE.name, "repair"),
        parameters: &[
            SPACE,
            HEURISTIC,
            Parameter {
                name: "weight",
                help: "what h is multiplied by; above 1 the way found may be longer than the shortest (Pohl 1970)",
                takes: Takes::Number(0.0, 1000.0),
                default: "1",
            },
            ORDER,
            INFERENCE,
            MEND,
            REPAIR_MOVES,
        ],
        source: "Hart, Nilsson and Raphael 1968; Russell and Norvig, section 3.5.2; “Solving Hitori Grid game \
                 using informed and local search algorithms and comparing their time and space complexities”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let weight = run.parameters.number(&Self::INFO, "weight");
        search(csp, run, &Self::INFO, Weights::new(1.0, weight), watch)
    }
}

/// Uniform-cost search: A* without a heuristic.
pub struct UniformCost;

impl Method for UniformCost {
    const INFO: MethodInfo = MethodInfo {
        id: "uniform-cost",
        title: "Uniform-cost search",
        family: Family::Frontier,
        complete: Complete::If(SPACE.name, "construct"),
        draws: Draws::Start(SPACE.name, "repair"),
        parameters: &[SPACE, ORDER, INFERENCE, MEND, REPAIR_MOVES],
        source: "Dijkstra 1959; Russell and Norvig, section 3.4.2; “Solving Hitori Grid game using informed \
                 and local search algorithms and comparing their time and space complexities”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        search(csp, run, &Self::INFO, Weights::new(1.0, 0.0), watch)
    }
}

/// What h is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heuristic {
    Conflicts,
    Unassigned,
    Candidates,
    Disjoint,
    Zero,
}

fn heuristic(word: &str) -> Heuristic {
    match word {
        "conflicts" => Heuristic::Conflicts,
        "unassigned" => Heuristic::Unassigned,
        "candidates" => Heuristic::Candidates,
        "disjoint" => Heuristic::Disjoint,
        _ => Heuristic::Zero,
    }
}

/// What A* with these settings expects to change before anything is changed, and the board it says so of. A solution with
/// fewer changes shows that its heuristic overestimates. `None`: it does not repair, or the model has no natural start.
pub fn first_estimate(csp: &Csp, parameters: &Parameters) -> Option<(Assignment, u64)> {
    let setting = |parameter: &Parameter| parameters.get(&AStar::INFO, parameter.name);
    csp.start.as_ref().filter(|_| setting(&SPACE) == "repair" && setting(&REPAIR_MOVES) == "change")?;
    let settings = repair::Settings {
        heuristic: heuristic(setting(&HEURISTIC)),
        fewest: false,
        moves: setting(&REPAIR_MOVES).to_owned(),
    };
    repair::first_estimate(csp, &settings)
}

fn search<O: Observer>(csp: &Csp, run: &Run, info: &'static MethodInfo, weights: Weights, watch: &mut O) -> Outcome {
    let setting = |parameter: &Parameter| run.parameters.get(info, parameter.name);
    let heuristic = heuristic(setting(&HEURISTIC));
    if setting(&SPACE) == "repair" {
        let settings = repair::Settings {
            heuristic,
            fewest: setting(&MEND) == "fewest",
            moves: setting(&REPAIR_MOVES).to_owned(),
        };
        repair::search(csp, run, &settings, weights, watch)
    } else {
        let settings = construct::Settings {
            heuristic,
            order: match setting(&ORDER) {
                "in-order" => construct::Order::First,
                "static" => construct::Order::Static,
                "dom-wdeg" => construct::Order::DomWdeg,
                _ => construct::Order::Mrv,
            },
            level: crate::backtracking::level(setting(&INFERENCE)),
        };
        construct::search(csp, run, &settings, weights, watch)
    }
}

/// The heuristic `disjoint` of a complete board: at most as many changes as lead from there to a solution.
pub fn disjoint(csp: &Csp, board: &[Value]) -> u64 {
    disjoint::disjoint(csp, &Evaluator::new(csp, board))
}
