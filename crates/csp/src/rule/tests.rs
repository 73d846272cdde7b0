//! The law of rules, by brute force on small problems: what a rule says, checked against a definition written apart
//! from it, at every assignment; and what its propagation removes, against what is in no solution.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng as _;

use super::*;
use crate::{Csp, Domain, Propagation, Role, Silent, random};

type Holds = Box<dyn Fn(&[u16]) -> bool>;

/// A rule over a few small variables, and what it means.
struct Case {
    domains: Vec<Domain>,
    rule: Rule,
    holds: Holds,
    exact: bool, // the strongest level leaves exactly the supported values
}

fn below(draw: &mut ChaCha8Rng, bound: u32) -> u32 {
    draw.next_u32() % bound
}

fn domains(draw: &mut ChaCha8Rng, count: usize, low: u16, high: u16) -> Vec<Domain> {
    let one = |draw: &mut ChaCha8Rng| {
        let mut set: Domain = (low..=high).filter(|_| below(draw, 4) > 0).map(Value).collect();
        set.insert(Value(low + below(draw, u32::from(high - low) + 1) as u16));
        set
    };
    (0..count).map(|_| one(draw)).collect()
}

fn vars(count: usize) -> Vec<Var> {
    (0..count as u32).map(Var).collect()
}

fn graph(draw: &mut ChaCha8Rng, nodes: usize) -> std::sync::Arc<Graph> {
    let mut neighbours = vec![Vec::new(); nodes];
    for a in 0..nodes {
        for b in 0..a {
            if below(draw, 5) < 2 {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
    }
    std::sync::Arc::new(Graph { neighbours })
}

fn case(name: &str, draw: &mut ChaCha8Rng) -> Case {
    let count = 2 + below(draw, 3) as usize;
    match name {
        "allowed" => {
            let set = Domain::range(2, 3);
            let rule = Allowed { var: Var(0), set }.into();
            Case { domains: domains(draw, 1, 1, 4), rule, holds: Box::new(|a| a[0] == 2 || a[0] == 3), exact: true }
        }
        "all-different" => Case {
            domains: domains(draw, count, 1, 5),
            rule: AllDifferent { vars: vars(count) }.into(),
            holds: Box::new(|a| (0..a.len()).all(|i| !a[..i].contains(&a[i]))),
            exact: true,
        },
        "cage" => {
            let operator = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Any]
                [below(draw, 5) as usize];
            let target = u64::from(below(draw, 14));
            let holds = move |a: &[u16]| {
                let largest = u64::from(*a.iter().max().unwrap());
                let sum: u64 = a.iter().map(|&v| u64::from(v)).sum();
                let product: u64 = a.iter().map(|&v| u64::from(v)).product();
                let rest = product / largest;
                let by = [
                    sum == target,
                    largest >= sum - largest && largest - (sum - largest) == target,
                    product == target,
                    largest % rest == 0 && largest / rest == target,
                ];
                match operator {
                    Operator::Add => by[0],
                    Operator::Subtract => by[1],
                    Operator::Multiply => by[2],
                    Operator::Divide => by[3],
                    _ => by.contains(&true),
                }
            };
            let rule = Cage { vars: vars(count), operator, target }.into();
            Case { domains: domains(draw, count, 1, 5), rule, holds: Box::new(holds), exact: true }
        }
        "count" => {
            let terms: Vec<Term> =
                vars(count).into_iter().zip(domains(draw, count, 0, 3)).map(|(var, set)| Term { var, set }).collect();
            let min = below(draw, 3) as usize;
            let max = min + below(draw, 3) as usize;
            let counted = terms.clone();
            let holds = move |a: &[u16]| {
                let held = counted.iter().zip(a).filter(|(term, value)| term.set.contains(Value(**value))).count();
                (min..=max).contains(&held)
            };
            let rule = Count { terms, min, max }.into();
            Case { domains: domains(draw, count, 0, 3), rule, holds: Box::new(holds), exact: true }
        }
        "pairs" => {
            let allowed: Vec<bool> = (0..25).map(|_| below(draw, 2) == 0).collect();
            let table = allowed.clone();
            let relation = Relation::new(5, 5, move |a, b| allowed[a.index() * 5 + b.index()]);
            let rule = Pairs { left: Var(0), right: Var(1), relation }.into();
            let holds = move |a: &[u16]| table[usize::from(a[0]) * 5 + usize::from(a[1])];
            Case { domains: domains(draw, 2, 0, 4), rule, holds: Box::new(holds), exact: true }
        }
        "connected" => {
            let nodes = 3 + below(draw, 5) as usize;
            let graph = graph(draw, nodes);
            let edges = graph.clone();
            let holds = move |a: &[u16]| {
                let inside: Vec<usize> = (0..a.len()).filter(|&i| a[i] == 1).collect();
                let Some(&start) = inside.first() else { return true };
                let mut reached = vec![start];
                for _ in 0..a.len() {
                    let more: Vec<usize> = reached
                        .iter()
                        .flat_map(|&i| edges.neighbours[i].iter().map(|&j| j as usize))
                        .filter(|j| a[*j] == 1 && !reached.contains(j))
                        .collect();
                    reached.extend(more);
                }
                inside.iter().all(|i| reached.contains(i))
            };
            let rule = Connected { vars: vars(nodes), graph, inside: Value(1) }.into();
            // With no sure cell yet the filter stays silent, so it may keep more than is supported.
            Case { domains: domains(draw, nodes, 0, 1), rule, holds: Box::new(holds), exact: false }
        }
        _ => {
            let nodes = 2 + below(draw, 3) as usize;
            let graph = graph(draw, nodes);
            let edges = graph.clone();
            let length = nodes as u16;
            let holds = move |a: &[u16]| {
                (0..a.len()).all(|i| {
                    let beside = |n: u16| edges.neighbours[i].iter().any(|&j| a[j as usize] == n);
                    (a[i] == 1 || beside(a[i] - 1)) && (a[i] == length || beside(a[i] + 1))
                })
            };
            let rule = Path { vars: vars(nodes), graph, length }.into();
            Case { domains: domains(draw, nodes, 1, length), rule, holds: Box::new(holds), exact: false }
        }
    }
}

fn assignments(domains: &[Domain]) -> Vec<Vec<Value>> {
    domains.iter().fold(vec![Vec::new()], |all, domain| {
        all.iter()
            .flat_map(|start| {
                domain.iter().map(move |value| {
                    let mut longer = start.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect()
    })
}

const NAMES: [&str; 7] = ["allowed", "all-different", "cage", "count", "pairs", "connected", "path"];
const LEVELS: [Level; 5] = [Level::None, Level::Forward, Level::ForwardSingletons, Level::Arc, Level::Full];

fn check(name: &str, seed: u64) {
    let mut draw = random::stream(seed, &[name.len() as u64]);
    let case = case(name, &mut draw);
    let context = || format!("{name} seed {seed}: {:?} over {:?}", case.rule, case.domains);
    let mut csp = Csp::new(case.domains.clone());
    csp.post(case.rule.clone(), ("case", name), Role::Goal);
    let mut supported = vec![Domain::empty(); case.domains.len()];
    for assignment in assignments(&case.domains) {
        let numbers: Vec<u16> = assignment.iter().map(|value| value.0).collect();
        let holds = (case.holds)(&numbers);
        assert_eq!(case.rule.violation(&assignment[..]) == 0, holds, "violation at {numbers:?}, {}", context());
        if holds {
            for (set, &value) in supported.iter_mut().zip(&assignment) {
                set.insert(value);
            }
        }
        // Every level decides once the scope is decided, and those that look at single values do without decisions.
        for level in LEVELS {
            let (mut decided, mut single) = (Store::new(&csp), Store::new(&csp));
            for (var, &value) in csp.vars().zip(&assignment) {
                decided.decide(var, value).unwrap();
                single.assign(var, value).unwrap();
            }
            let result = case.rule.propagate(&mut decided, level);
            assert_eq!(result.is_ok(), holds, "{level:?} at {numbers:?}, {}", context());
            // The unary rule is applied at every level but the lowest.
            let looks = level >= Level::ForwardSingletons || name == "allowed" && level == Level::Forward;
            let result = case.rule.propagate(&mut single, level);
            assert_eq!(result.is_ok(), holds || !looks, "{level:?}, undecided, at {numbers:?}, {}", context());
        }
    }
    for level in LEVELS {
        let mut store = Store::new(&csp);
        let result =
            Propagation::new(&csp, level).at_root(&mut store, &mut crate::Budget::default().start(), &mut Silent);
        let possible = supported.iter().all(|set| !set.is_empty());
        assert!(result.is_ok() || !possible, "{level:?} refutes a solvable {}", context());
        if result.is_err() {
            continue;
        }
        for (var, set) in csp.vars().zip(&supported) {
            let left = store.domain(var);
            assert!(set.iter().all(|value| left.contains(value)), "{level:?} removes a solution of {}", context());
            if level == Level::Full && case.exact {
                assert_eq!(left, *set, "{level:?} leaves too much of {}", context());
            }
        }
    }
}

#[test]
fn every_rule_means_what_its_definition_says() {
    for name in NAMES {
        for seed in 0..400 {
            check(name, seed);
        }
    }
}

#[test]
fn a_partial_violation_is_never_mended() {
    for name in NAMES {
        for seed in 0..60 {
            let mut draw = random::stream(seed, &[7]);
            let case = case(name, &mut draw);
            for assignment in assignments(&case.domains) {
                let partial: Vec<Option<Value>> =
                    assignment.iter().map(|&value| (below(&mut draw, 2) == 0).then_some(value)).collect();
                let (part, whole) = (case.rule.violation(&partial[..]), case.rule.violation(&assignment[..]));
                assert!(part == 0 || whole > 0, "{name} {:?}: {partial:?} then {assignment:?}", case.rule);
            }
        }
    }
}

/// Some variables decided, some left with one value, the rest as they are.
fn half_way(csp: &Csp, draw: &mut ChaCha8Rng) -> Store {
    let mut store = Store::new(csp);
    for var in csp.vars() {
        let values: Vec<Value> = store.values(var).collect();
        let value = values[below(draw, values.len() as u32) as usize];
        match below(draw, 6) {
            0 | 1 => store.decide(var, value).map(drop).unwrap(),
            2 => store.assign(var, value).map(drop).unwrap(),
            _ => {}
        }
    }
    store
}

#[test]
fn a_higher_level_removes_what_a_lower_one_does() {
    let mut stronger = [0; LEVELS.len()];
    for name in NAMES {
        for seed in 0..400 {
            let mut draw = random::stream(seed, &[name.len() as u64, 1]);
            let case = case(name, &mut draw);
            let csp = Csp::new(case.domains.clone());
            let before = half_way(&csp, &mut draw);
            // A path looks one number ahead and leaves it to all-different, which is posted beside it, that a number is
            // in one cell alone.
            let mut rules = vec![case.rule.clone()];
            if let Rule::Path(path) = &case.rule {
                rules.push(AllDifferent { vars: path.vars.clone() }.into());
            }
            let left = LEVELS.map(|level| {
                let mut store = before.clone();
                // One run of a path may not be enough.
                for rule in rules.iter().cycle().take(10 * rules.len()) {
                    rule.propagate(&mut store, level).ok()?;
                }
                Some(store.domains())
            });
            for (index, pair) in left.windows(2).enumerate() {
                let context = || format!("{name} seed {seed}: {:?} over {:?}", case.rule, before.domains());
                let (Some(lower), higher) = (&pair[0], &pair[1]) else {
                    assert!(
                        pair[1].is_none(),
                        "{:?} refutes what {:?} does not: {}",
                        LEVELS[index],
                        LEVELS[index + 1],
                        context()
                    );
                    continue;
                };
                stronger[index + 1] += usize::from(higher.as_ref() != Some(lower));
                let Some(higher) = higher else { continue };
                for (low, high) in lower.iter().zip(higher) {
                    assert!(
                        high.iter().all(|value| low.contains(value)),
                        "{:?} removes more: {}",
                        LEVELS[index],
                        context()
                    );
                }
            }
        }
    }
    // Only all-different is stronger at the highest level, and seldom among so few variables.
    assert!(stronger[1..4].iter().all(|&times| times > 100) && stronger[4] > 0, "{stronger:?}");
}

#[test]
fn the_textbook_checks_against_decided_variables_alone() {
    let csp = Csp::new(vec![Domain::range(1, 3); 4]);
    let rule: Rule = AllDifferent { vars: csp.vars().take(3).collect() }.into();
    let mut store = Store::new(&csp);
    store.decide(Var(0), Value(1)).unwrap();
    store.assign(Var(1), Value(2)).unwrap();
    rule.propagate(&mut store, Level::Forward).unwrap();
    assert_eq!(store.domain(Var(2)), Domain::range(2, 3));
    rule.propagate(&mut store, Level::ForwardSingletons).unwrap();
    assert_eq!(store.domain(Var(2)), Domain::only(Value(3)));
    // A sum of two, one of them left with one value: the other is filtered only once that is decided.
    let sum: Rule = Cage { vars: vec![Var(1), Var(3)], operator: Operator::Add, target: 5 }.into();
    sum.propagate(&mut store, Level::Forward).unwrap();
    assert_eq!(store.size(Var(3)), 3);
    store.decide(Var(1), Value(2)).unwrap();
    sum.propagate(&mut store, Level::Forward).unwrap();
    assert_eq!(store.domain(Var(3)), Domain::only(Value(3)));
}

#[test]
fn a_variable_without_a_value_left_does_not_count_as_left_with_one() {
    let mut store = Store::new(&Csp::new(vec![Domain::range(1, 3); 2]));
    let sum: Rule = Cage { vars: vec![Var(0), Var(1)], operator: Operator::Add, target: 9 }.into();
    store.decide(Var(0), Value(2)).unwrap();
    let before = (store.removed(), store.fixed());
    assert_eq!(sum.propagate(&mut store, Level::Forward), Err(Wipeout(Var(1))));
    assert_eq!((store.removed(), store.fixed()), (before.0 + 3, before.1));
}
