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

use crate::backtracking::Inference;
use crate::local::MoveChoice;
use crate::{Complete, Draws, Family, Key, Method, MethodInfo, Parameters, Run, choices};
use frontier::Weights;

/// States held at most unless the budget says otherwise.
const STATES: usize = 500_000;

choices! {
    /// What a state is.
    enum StateSpace {
        Construct = "construct": "a partial board: give the next variable a value",
        Repair = "repair": "a complete board: change what is broken",
    }
}

choices! {
    /// What h is.
    enum Heuristic {
        Conflicts = "conflicts": "the cost of the board: duplicates left in Hitori; 0 while constructing",
        Unassigned = "unassigned":
            "variables without a value; repairing: those as at the start, the white cells of Hitori",
        Candidates = "candidates":
            "values left beyond one per variable; repairing: variables with a part in a broken rule",
        Disjoint = "disjoint":
            "changes that broken rules without a common variable need: never too many; 0 while constructing",
        Zero = "zero": "none",
    }
}

choices! {
    /// Which variable to decide next.
    enum Order {
        InOrder = "in-order": "the first open one",
        Static = "static": "the one with the fewest values, then the most rules, before the search",
        Mrv = "mrv": "the one with the fewest values left, ties to the first",
        DomWdeg = "dom-wdeg": "fewest values over the failures its rules have caused (Boussemart et al. 2004)",
    }
}

choices! {
    /// Which broken rules lead to the next states.
    enum Mend {
        Any = "any": "all of them",
        Fewest = "fewest": "the one that can be mended in the fewest ways, and none where that is impossible",
    }
}

const SPACE: Key<StateSpace> =
    StateSpace::key("space", "what a state is, and what leads from one to the next", StateSpace::Construct);
const HEURISTIC: Key<Heuristic> =
    Heuristic::key("heuristic", "h, the estimate of what is left to do", Heuristic::Candidates);
const ORDER: Key<Order> = Order::key("order", "which variable to decide next", Order::Mrv);
/// Memory limits these methods, so the default infers more to hold fewer states.
const INFERENCE: Key<Inference> = Inference::parameter(Inference::Full);
const MEND: Key<Mend> = Mend::key("mend", "repairing: which broken rules lead to the next states", Mend::Fewest);
/// When repairing, variables change one at a time unless a walk of the model is asked for.
const REPAIR_MOVES: Key<MoveChoice> = MoveChoice::parameter(MoveChoice::Change);

/// All of them construct, and prove something, unless they are asked to repair.
const COMPLETE: Complete = Complete::If(StateSpace::Construct.of(&SPACE));
const DRAWS: Draws = Draws::Start(StateSpace::Repair.of(&SPACE), MoveChoice::Change.of(&REPAIR_MOVES));

/// Greedy best-first search.
pub struct Greedy;

impl Method for Greedy {
    const INFO: MethodInfo = MethodInfo {
        id: "greedy",
        title: "Greedy best-first search",
        family: Family::Frontier,
        complete: COMPLETE,
        draws: DRAWS,
        parameters: &[
            SPACE.parameter,
            HEURISTIC.parameter,
            ORDER.parameter,
            INFERENCE.parameter,
            MEND.parameter,
            REPAIR_MOVES.parameter,
        ],
        source: "Russell and Norvig, Artificial Intelligence, section 3.5.1; “Solving Hitori Grid game using \
                 informed and local search algorithms and comparing their time and space complexities”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        search(csp, run, Weights::new(0.0, 1.0), watch)
    }
}

/// A* search.
pub struct AStar;

impl AStar {
    /// What h is multiplied by.
    pub const WEIGHT: Key<f64> = Key::number(
        "weight",
        "what h is multiplied by; above 1 the way found may be longer than the shortest (Pohl 1970)",
        0.0,
        1000.0,
        1.0,
    );
}

impl Method for AStar {
    const INFO: MethodInfo = MethodInfo {
        id: "a-star",
        title: "A* search",
        family: Family::Frontier,
        complete: COMPLETE,
        draws: DRAWS,
        parameters: &[
            SPACE.parameter,
            HEURISTIC.parameter,
            Self::WEIGHT.parameter,
            ORDER.parameter,
            INFERENCE.parameter,
            MEND.parameter,
            REPAIR_MOVES.parameter,
        ],
        source: "Hart, Nilsson and Raphael 1968; Russell and Norvig, section 3.5.2; “Solving Hitori Grid game \
                 using informed and local search algorithms and comparing their time and space complexities”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        search(csp, run, Weights::new(1.0, Self::WEIGHT.get(&run.parameters)), watch)
    }
}

/// Uniform-cost search: A* without a heuristic.
pub struct UniformCost;

impl Method for UniformCost {
    const INFO: MethodInfo = MethodInfo {
        id: "uniform-cost",
        title: "Uniform-cost search",
        family: Family::Frontier,
        complete: COMPLETE,
        draws: DRAWS,
        parameters: &[SPACE.parameter, ORDER.parameter, INFERENCE.parameter, MEND.parameter, REPAIR_MOVES.parameter],
        source: "Dijkstra 1959; Russell and Norvig, section 3.4.2; “Solving Hitori Grid game using informed \
                 and local search algorithms and comparing their time and space complexities”",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        search(csp, run, Weights::new(1.0, 0.0), watch)
    }
}

/// What A* with these settings expects to change before anything is changed, and the board it says so of. A solution with
/// fewer changes shows that its heuristic overestimates. `None`: it does not repair, or the model has no natural start.
pub fn first_estimate(csp: &Csp, parameters: &Parameters) -> Option<(Assignment, u64)> {
    let settings = repair::Settings { mend: Mend::Any, ..repair_settings(parameters) };
    let repairs = SPACE.get(parameters) == StateSpace::Repair && settings.moves == MoveChoice::Change;
    csp.start.as_ref().filter(|_| repairs)?;
    repair::first_estimate(csp, &settings)
}

fn repair_settings(parameters: &Parameters) -> repair::Settings {
    repair::Settings {
        heuristic: HEURISTIC.get(parameters),
        mend: MEND.get(parameters),
        moves: REPAIR_MOVES.get(parameters),
    }
}

fn search<O: Observer>(csp: &Csp, run: &Run, weights: Weights, watch: &mut O) -> Outcome {
    match SPACE.get(&run.parameters) {
        StateSpace::Repair => repair::search(csp, run, &repair_settings(&run.parameters), weights, watch),
        StateSpace::Construct => {
            let settings = construct::Settings {
                heuristic: HEURISTIC.get(&run.parameters),
                order: ORDER.get(&run.parameters),
                level: INFERENCE.get(&run.parameters).level(),
            };
            construct::search(csp, run, &settings, weights, watch)
        }
    }
}

/// The heuristic `disjoint` of a complete board: at most as many changes as lead from there to a solution.
pub fn disjoint(csp: &Csp, board: &[Value]) -> u64 {
    disjoint::disjoint(csp, &Evaluator::new(csp, board))
}
