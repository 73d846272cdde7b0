//! Informed search and AC-3 alone: shortest repairs, heuristics that never overestimate, memory that is bounded.

use std::collections::{HashMap, VecDeque};

use pencilmark_csp::rule::{AllDifferent, Allowed, Count, Pairs, Relation};
use pencilmark_csp::{Budget, Counters, Csp, Domain, End, Event, Observer, Role, Silent, Value, Var, Why, random};
use pencilmark_search::{AStar, ArcConsistency, Greedy, Method, Run, UniformCost};

/// Like Hitori: cells on a line, 0 at the start; of some groups at most a given number stay 0, and neighbours are not both 1.
/// Some have a third value, which is as good as 1 for the groups and clashes with nothing.
fn shading(seed: u64) -> Csp {
    let draw = |parts: &[u64], bound: u64| random::key(seed, parts) % bound;
    let cells = 5 + draw(&[0], 4) as u32;
    let high = 1 + u16::from(draw(&[1], 4) == 0);
    let mut csp = Csp::new(vec![Domain::range(0, high); cells as usize]);
    for group in 0..2 + draw(&[2], 3) {
        let vars: Vec<Var> = csp.vars().filter(|var| draw(&[3, group, var.0.into()], 2) == 0).collect();
        if vars.len() > 1 {
            let most = 1 + draw(&[4, group], 2) as usize;
            csp.post(
                Count::at_most(most, vars, &Domain::only(Value(0))),
                ("group", format!("group {group}")),
                Role::Goal,
            );
        }
    }
    let apart = Relation::new(3, 3, |left, right| !(left == Value(1) && right == Value(1)));
    for left in 0..cells - 1 {
        let pair = Pairs { left: Var(left), right: Var(left + 1), relation: apart.clone() };
        csp.post(pair, ("pair", format!("{left} and the next")), Role::Hard);
    }
    csp.start = Some(vec![Value(0); cells as usize]);
    csp
}

fn all_boards(csp: &Csp) -> Vec<Vec<Value>> {
    csp.domains.iter().fold(vec![Vec::new()], |boards, domain| {
        let longer = |board: &Vec<Value>| -> Vec<Vec<Value>> {
            domain.iter().map(|value| [board.clone(), vec![value]].concat()).collect()
        };
        boards.iter().flat_map(longer).collect()
    })
}

/// The fewest changes that lead from the start to a solution over boards that keep every hard rule.
fn shortest_repair(csp: &Csp) -> Option<u32> {
    let legal = |board: &[Value]| {
        csp.posted.iter().all(|posted| posted.role == Role::Goal || posted.rule.violation(board) == 0)
    };
    let start = csp.start.clone()?;
    let mut distance: HashMap<Vec<Value>, u32> = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([start]);
    while let Some(board) = open.pop_front() {
        let steps = distance[&board];
        if csp.is_solution(&board) {
            return Some(steps);
        }
        for (var, domain) in csp.domains.iter().enumerate() {
            for value in domain.iter() {
                let mut next = board.clone();
                next[var] = value;
                if legal(&next) && !distance.contains_key(&next) {
                    distance.insert(next.clone(), steps + 1);
                    open.push_back(next);
                }
            }
        }
    }
    None
}

fn run<M: Method>(settings: &[(&str, &str)]) -> Run {
    let mut run = Run::up_to(1);
    let info = const { &M::INFO };
    for (name, value) in settings {
        run.parameters.set(info, name, *value).unwrap();
    }
    run
}

fn changed(csp: &Csp, board: &[Value]) -> u32 {
    csp.start.iter().flatten().zip(board).filter(|(then, now)| then != now).count() as u32
}

#[test]
fn a_star_with_an_admissible_heuristic_finds_a_shortest_repair() {
    let mut repaired = 0;
    for seed in 0..300 {
        let csp = shading(seed);
        let shortest = shortest_repair(&csp);
        let runs = [
            ("a-star disjoint", AStar::solve(&csp, &run::<AStar>(&REPAIR_DISJOINT), &mut Silent)),
            ("a-star zero", AStar::solve(&csp, &run::<AStar>(&REPAIR_ZERO), &mut Silent)),
            ("uniform cost", UniformCost::solve(&csp, &run::<UniformCost>(&REPAIR_ANY), &mut Silent)),
        ];
        for (name, outcome) in runs {
            let found = outcome.solutions.first();
            assert!(found.is_none_or(|board| csp.is_solution(board)), "seed {seed}: {name}");
            assert_eq!(found.map(|board| changed(&csp, board)), shortest, "seed {seed}: {name} on {csp:?}");
            let end = if shortest.is_some() { End::Limit } else { End::GaveUp(Why::Incomplete) };
            assert_eq!(outcome.end, end, "seed {seed}: {name}");
        }
        repaired += u32::from(shortest.is_some_and(|steps| steps > 1));
    }
    assert!(repaired > 100, "only {repaired} of 300 take more than one step");
}

const REPAIR_DISJOINT: [(&str, &str); 3] = [("space", "repair"), ("heuristic", "disjoint"), ("mend", "any")];
const REPAIR_ZERO: [(&str, &str); 3] = [("space", "repair"), ("heuristic", "zero"), ("mend", "any")];
const REPAIR_ANY: [(&str, &str); 2] = [("space", "repair"), ("mend", "any")];

#[test]
fn shading_repairs_are_shortest_over_one_rule_at_a_time_too() {
    for seed in (0..300).filter(|&seed| shading(seed).domains[0].len() == 2) {
        let csp = shading(seed);
        let settings = [("space", "repair"), ("heuristic", "disjoint"), ("mend", "fewest")];
        let found = AStar::solve(&csp, &run::<AStar>(&settings), &mut Silent).solutions;
        assert_eq!(found.first().map(|board| changed(&csp, board)), shortest_repair(&csp), "seed {seed}");
    }
}

/// Different units and counts over three values, from a random start.
fn mixed(seed: u64) -> Csp {
    let draw = |parts: &[u64], bound: u64| random::key(seed, parts) % bound;
    let mut csp = Csp::new(vec![Domain::range(1, 3); 5]);
    for rule in 0..3 {
        let vars: Vec<Var> = csp.vars().filter(|var| draw(&[1, rule, var.0.into()], 3) > 0).collect();
        match draw(&[2, rule], 4) {
            0 => csp.post(
                AllDifferent { vars: vars.into_iter().take(3).collect() },
                ("different", "different"),
                Role::Goal,
            ),
            1 => {
                let wanted = draw(&[3, rule], 4) as usize;
                csp.post(Count::exactly(wanted, vars, &Domain::range(1, 2)), ("count", "count"), Role::Goal);
            }
            2 => csp.post(
                Allowed { var: Var(rule as u32), set: Domain::range(2, 3) },
                ("allowed", "allowed"),
                Role::Goal,
            ),
            _ => {
                let relation = Relation::new(4, 4, |left, right| left < right);
                csp.post(Pairs { left: Var(0), right: Var(1 + rule as u32), relation }, ("less", "less"), Role::Goal);
            }
        }
    }
    csp
}

#[test]
fn the_disjoint_heuristic_never_overestimates() {
    let mut tight = 0;
    for seed in 0..400 {
        let csp = if seed % 2 == 0 { mixed(seed) } else { shading(seed) };
        let boards = all_boards(&csp);
        let solutions: Vec<&Vec<Value>> = boards.iter().filter(|board| csp.is_solution(board)).collect();
        for board in boards.iter().step_by(3) {
            let distance = |solution: &&&Vec<Value>| solution.iter().zip(board).filter(|(a, b)| a != b).count() as u64;
            let Some(nearest) = solutions.iter().map(|solution| distance(&solution)).min() else { continue };
            let estimate = pencilmark_search::disjoint(&csp, board);
            assert!(estimate <= nearest, "seed {seed}: {estimate} > {nearest} at {board:?} of {csp:?}");
            assert_eq!(estimate == 0, csp.cost(&board[..]) == 0, "seed {seed}: {board:?}");
            tight += u32::from(estimate == nearest && estimate > 1);
        }
    }
    assert!(tight > 1000, "exact above 1 at {tight} boards only");
}

/// More pigeons than holes.
fn pigeons() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 9); 10]);
    let unequal = Relation::new(10, 10, |a, b| a != b);
    for left in csp.vars() {
        for right in csp.vars().filter(|&right| right < left) {
            csp.post(Pairs { left, right, relation: unequal.clone() }, ("differ", "differ"), Role::Goal);
        }
    }
    csp
}

#[test]
fn a_memory_limit_is_kept_and_said() {
    let csp = pigeons();
    for space in ["construct", "repair"] {
        let mut counters = Counters::default();
        let settings = [("space", space), ("heuristic", "zero")];
        let limited = Budget { states: Some(200), ..Budget::default() };
        let outcome = AStar::solve(&csp, &Run { budget: limited, ..run::<AStar>(&settings) }, &mut counters);
        assert_eq!((outcome.end, outcome.solutions.len()), (End::GaveUp(Why::Memory), 0), "{space}");
        assert_eq!(counters.peak_stored, 200, "{space}");
        assert!(counters.generated > 200 && counters.nodes > 1, "{space}: {counters:?}");
        assert_eq!(
            outcome.best.is_some_and(|(board, cost)| cost == csp.cost(&board[..]) && cost > 0),
            space == "repair"
        );
    }
}

/// Looks at boards as an animation does.
#[derive(Default)]
struct Viewer {
    looks: Vec<Vec<Option<Value>>>,
    solutions: usize,
}

impl Observer for Viewer {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Look(board) => self.looks.push(board.to_vec()),
            Event::Solution(_) => self.solutions += 1,
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

#[test]
fn watching_changes_nothing_and_runs_repeat() {
    let csp = (0..100).map(shading).find(|csp| shortest_repair(csp).is_some_and(|steps| steps > 2)).unwrap();
    for space in ["construct", "repair"] {
        let run = run::<Greedy>(&[("space", space), ("heuristic", "conflicts"), ("inference", "none")]);
        let (mut first, mut second, mut viewer) = (Counters::default(), Counters::default(), Viewer::default());
        let outcome = Greedy::solve(&csp, &run, &mut first);
        Greedy::solve(&csp, &run, &mut second);
        assert_eq!(first, second);
        assert_eq!(Greedy::solve(&csp, &run, &mut viewer).solutions, outcome.solutions);
        assert_eq!((viewer.looks.len() as u64, viewer.solutions), (first.nodes, 1), "{space}");
        let last: Option<Vec<Value>> = viewer.looks.last().and_then(|board| board.iter().copied().collect());
        assert_eq!(last.as_ref(), outcome.solutions.first(), "the last board looked at is the solution");
    }
}

/// A Sudoku of four by four with these givens, 0 for none.
fn small_sudoku(givens: [u16; 16]) -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 4); 16]);
    for unit in 0..4 {
        let cells = |place: &dyn Fn(u32) -> u32| AllDifferent { vars: (0..4).map(|i| Var(place(i))).collect() };
        csp.post(cells(&|i| unit * 4 + i), ("row", format!("row {unit}")), Role::Goal);
        csp.post(cells(&|i| i * 4 + unit), ("column", format!("column {unit}")), Role::Goal);
        csp.post(
            cells(&|i| unit / 2 * 8 + unit % 2 * 2 + i / 2 * 4 + i % 2),
            ("box", format!("box {unit}")),
            Role::Goal,
        );
    }
    for (cell, &given) in givens.iter().enumerate().filter(|(_, given)| **given > 0) {
        csp.post(Allowed::given(Var(cell as u32), Value(given)), ("given", format!("given {cell}")), Role::Hard);
    }
    csp
}

#[test]
fn arc_consistency_alone_solves_refutes_or_says_that_it_cannot() {
    let solved = [1, 0, 0, 4, 0, 4, 1, 0, 2, 0, 0, 3, 0, 3, 2, 0];
    let open = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
    let broken = [1, 2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0];
    for level in ["ac3", "full"] {
        let run = Run { limit: 2, ..run::<ArcConsistency>(&[("level", level)]) };
        let alone = |givens| {
            let mut counters = Counters::default();
            let outcome = ArcConsistency::solve(&small_sudoku(givens), &run, &mut counters);
            (outcome.solutions.len(), outcome.end, counters)
        };
        let (found, end, counters) = alone(solved);
        assert_eq!((found, end), (1, End::Exhausted));
        // Three values go from each of 16 cells, and those of the 8 givens are no work of inference.
        assert_eq!((counters.prunings, counters.propagated, counters.nodes), (24, 8, 0));
        assert!(counters.revisions >= 8);
        let (found, end, counters) = alone(open);
        assert_eq!((found, end), (0, End::GaveUp(Why::Incomplete)));
        // The given takes its digit from seven cells, as does the other one.
        assert!(counters.prunings >= 14, "{counters:?}");
        let (found, end, _) = alone(broken);
        assert_eq!((found, end), (0, End::Exhausted));
    }
}
