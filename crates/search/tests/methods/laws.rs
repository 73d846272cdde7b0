//! Every complete method finds exactly the solutions that brute force finds, on random small problems with rules of
//! every sort; and a conflict set is a proof that cannot be shortened.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use pencilmark_csp::rule::{AllDifferent, Allowed, Cage, Connected, Count, Graph, Operator, Pairs, Path, Relation};
use pencilmark_csp::{
    Budget, Counters, Csp, Domain, End, Event, Observer, Role, Rule, Silent, Tally, Value, Var, Verdict, Why, random,
};
use pencilmark_search::{
    Backtracking, BacktrackingThenSat, Complete, ConflictingRule, METHODS, Method as _, Run, Sat, Takes, conflict,
};

fn random_problem(seed: u64) -> Csp {
    let draw = |parts: &[u64], bound: u64| random::key(seed, parts) % bound;
    // Few wide variables, many narrow ones, or some of each: encodings change with the number of literals.
    let (count, low, high) = match seed % 3 {
        0 => (3 + draw(&[0], 3) as usize, 1, 2 + draw(&[1], 3) as u16),
        1 => (3, 0, 5 + draw(&[1], 4) as u16),
        _ => (7 + draw(&[0], 2) as usize, 0, 1),
    };
    let mut csp = Csp::new((0..count).map(|_| Domain::range(low, high)).collect());
    let some_vars = |rule: u64| -> Vec<Var> {
        let chosen: Vec<Var> = csp.vars().filter(|var| draw(&[2, rule, var.0.into()], 3) > 0).collect();
        if chosen.len() < 2 { vec![Var(0), Var(1)] } else { chosen }
    };
    let grid = |vars: &[Var]| {
        let neighbours = (0..vars.len() as u32)
            .map(|i| (0..vars.len() as u32).filter(|&j| i != j && (i.abs_diff(j) == 1 || (i + j) % 5 == 0)).collect());
        Arc::new(Graph { neighbours: neighbours.collect() })
    };
    let mut rules: Vec<Rule> = Vec::new();
    for rule in 0..2 + draw(&[3], 3) {
        let vars = some_vars(rule);
        let target = draw(&[4, rule], 9);
        rules.push(match draw(&[5, rule], 8) {
            0 | 1 => AllDifferent { vars }.into(),
            2 => {
                let operators =
                    [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Any];
                Cage { operator: operators[draw(&[6, rule], 5) as usize], vars, target }.into()
            }
            3 => {
                let (min, max) = (target as usize % 3, 1 + draw(&[7, rule], 3) as usize);
                Count { min, max, ..Count::exactly(1, vars, &Domain::range(1, 1)) }.into()
            }
            4 => {
                let relation = Relation::new(9, 9, move |a, b| (u64::from(a.0) * 3 + u64::from(b.0) + target) % 3 > 0);
                Pairs { left: vars[0], right: vars[1], relation }.into()
            }
            5 => Connected { graph: grid(&vars), vars, inside: Value(1) }.into(),
            6 => Path { graph: grid(&vars), length: vars.len() as u16, vars }.into(),
            _ => Allowed { var: vars[0], set: Domain::range(1, 2) }.into(),
        });
    }
    for (index, rule) in rules.into_iter().enumerate() {
        csp.post(rule, ("rule", format!("rule {index}")), Role::Goal);
    }
    csp
}

fn brute_force(csp: &Csp) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for domain in &csp.domains {
        all = all
            .iter()
            .flat_map(|start: &Vec<Value>| domain.iter().map(|value| [start.clone(), vec![value]].concat()))
            .collect();
    }
    all.retain(|assignment| csp.is_solution(assignment));
    all
}

/// Every method with every combination of words that makes it complete; of those with more than `most`, a keyed sample.
fn every_run(most: usize) -> Vec<(&'static pencilmark_search::MethodEntry, Run)> {
    let mut runs = Vec::new();
    for entry in METHODS.iter().filter(|entry| entry.info.complete != Complete::No) {
        let mut settings = vec![Run::up_to(usize::MAX)];
        for parameter in entry.info.parameters {
            // Without words, it keeps its default.
            let Takes::Word(words) = parameter.takes else { continue };
            let set = |run: &Run, value: &str| {
                let mut run = run.clone();
                run.parameters.set(entry.info, parameter.name, value).unwrap();
                run
            };
            settings = settings.iter().flat_map(|run| words.iter().map(|(word, _)| set(run, word))).collect();
        }
        settings.retain(|run| entry.info.is_complete(&run.parameters));
        let mut ranked: Vec<(u64, Run)> =
            settings.into_iter().enumerate().map(|(index, run)| (random::key(0, &[index as u64]), run)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        runs.extend(ranked.into_iter().take(most).map(|(_, run)| (entry, run)));
    }
    runs
}

#[test]
fn every_complete_method_agrees_with_brute_force() {
    let runs = every_run(200);
    let mut solvable = 0;
    for seed in 0..300 {
        let csp = random_problem(seed);
        let expected = brute_force(&csp);
        solvable += usize::from(!expected.is_empty());
        // There are many settings: each has its turn at every eighth problem.
        for (entry, run) in runs.iter().skip(seed as usize % 8).step_by(8) {
            let outcome = (entry.silent)(&csp, run, &mut Silent);
            let mut found = outcome.solutions;
            found.sort();
            assert_eq!(outcome.end, End::Exhausted);
            assert_eq!(found, expected, "seed {seed} {} {:?} on {csp:?}", entry.info.id, run.parameters);
        }
        let mut found = BacktrackingThenSat::solve(&csp, &Run::up_to(usize::MAX), &mut Silent).solutions;
        found.sort();
        assert_eq!(found, expected, "seed {seed} backtracking then SAT on {csp:?}");
    }
    assert!((60..240).contains(&solvable), "{solvable} of 300 are solvable: the sample is lopsided");
}

#[test]
fn a_limit_is_kept_and_said() {
    let csp = Csp::new(vec![Domain::range(1, 5); 4]);
    for (entry, run) in every_run(24) {
        for limit in [0, 1, 2, 7] {
            let outcome = (entry.silent)(&csp, &Run { limit, ..run.clone() }, &mut Silent);
            assert_eq!((outcome.solutions.len(), outcome.end), (limit, End::Limit), "{}", entry.info.id);
        }
    }
}

#[test]
fn solutions_that_nobody_keeps_are_counted() {
    let csp = Csp::new(vec![Domain::range(1, 5); 3]);
    for (entry, run) in every_run(24) {
        let solve = |keep, limit| (entry.silent)(&csp, &Run { keep, limit, ..run.clone() }, &mut Silent);
        let all = solve(usize::MAX, 1000);
        assert_eq!((all.solutions.len(), all.found), (125, 125), "{}", entry.info.id);
        for (keep, limit, found, end) in
            [(0, 1000, 125, End::Exhausted), (3, 1000, 125, all.end), (3, 10, 10, End::Limit)]
        {
            let outcome = solve(keep, limit);
            assert_eq!((outcome.found, outcome.end), (found, end), "{}", entry.info.id);
            assert_eq!(outcome.solutions, all.solutions[..keep], "{}", entry.info.id);
            assert_eq!(outcome.verdict(), Verdict::Several);
        }
    }
}

#[test]
fn too_many_solutions_to_hold_are_giving_up() {
    let csp = Csp::new(vec![Domain::range(1, 5); 3]);
    for (entry, run) in every_run(24) {
        let solve = |keep, states| {
            let budget = Budget { states: Some(states), ..Budget::default() };
            (entry.silent)(&csp, &Run { keep, budget, limit: 1000, ..run.clone() }, &mut Silent)
        };
        let outcome = solve(usize::MAX, 20);
        assert_eq!(outcome.end, End::GaveUp(Why::Memory), "{}", entry.info.id);
        assert!(outcome.solutions.len() <= 20 && outcome.found <= 21, "{}", entry.info.id);
        match entry.info.id {
            "backtracking" => {
                assert_eq!((outcome.solutions.len(), outcome.found), (20, 21));
                let counted = solve(1, 20);
                assert_eq!((counted.solutions.len(), counted.found, counted.end), (1, 125, End::Exhausted));
            }
            // Each is held as a clause, kept or not.
            "sat" => {
                assert_eq!((outcome.solutions.len(), outcome.found), (20, 21));
                let counted = solve(1, 20);
                assert_eq!((counted.solutions.len(), counted.found, counted.end), (1, 21, outcome.end));
                assert_eq!((solve(1, 125).found, solve(1, 125).end), (125, End::Exhausted));
            }
            _ => {}
        }
    }
}

/// Notes the solutions it is told.
#[derive(Default)]
struct Told(Vec<Vec<Value>>);

impl Observer for Told {
    fn see(&mut self, event: Event<'_>) {
        if let Event::Solution(values) = event {
            self.0.push(values.to_vec());
        }
    }
}

#[test]
fn sat_goes_on_from_what_is_known() {
    for seed in 0..200 {
        let csp = random_problem(seed);
        let all = brute_force(&csp);
        let known: Vec<Vec<Value>> = all.iter().step_by(2 + seed as usize % 3).cloned().collect();
        for limit in [known.len() + 1, known.len() + 3, 1000] {
            let mut told = Told::default();
            let outcome = Sat::beyond(&csp, &Run::up_to(limit), known.clone(), &mut told);
            assert_eq!(outcome.found, all.len().min(limit), "seed {seed}");
            assert_eq!(outcome.end, if all.len() >= limit { End::Limit } else { End::Exhausted }, "seed {seed}");
            assert_eq!(outcome.solutions, [known.clone(), told.0].concat(), "seed {seed}");
            let mut different = outcome.solutions.clone();
            different.sort();
            different.dedup();
            assert!(
                different.len() == outcome.found && different.iter().all(|found| all.contains(found)),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn what_is_known_stays_when_there_is_no_room_for_more() {
    let csp = Csp::new(vec![Domain::range(1, 5); 3]);
    let known: Vec<Vec<Value>> = brute_force(&csp).into_iter().take(30).collect();
    let budget = Budget { states: Some(20), ..Budget::default() };
    let outcome = Sat::beyond(&csp, &Run { budget, ..Run::up_to(1000) }, known.clone(), &mut Silent);
    assert_eq!((outcome.found, outcome.end), (31, End::GaveUp(Why::Memory)));
    assert_eq!(outcome.solutions, known);
}

#[test]
fn interchangeable_variables_give_no_solution_twice() {
    let mut csp = Csp::new(vec![Domain::range(1, 6); 3]);
    csp.post(AllDifferent { vars: csp.vars().collect() }, ("different", "different"), Role::Goal);
    csp.interchangeable = vec![csp.vars().collect()];
    for (entry, run) in every_run(24) {
        assert_eq!((entry.silent)(&csp, &run, &mut Silent).solutions.len(), 20, "{}", entry.info.id);
    }
}

/// More pigeons than holes, stated pair by pair.
fn pigeons(holes: u16) -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, holes); usize::from(holes) + 1]);
    let unequal = Relation::new(12, 12, |a, b| a != b);
    for left in csp.vars() {
        for right in csp.vars().filter(|&right| right < left) {
            let label = ("differ", format!("{left:?} and {right:?} differ"));
            csp.post(Pairs { left, right, relation: unequal.clone() }, label, Role::Goal);
        }
    }
    csp
}

#[test]
fn a_spent_budget_is_giving_up_and_never_a_refutation() {
    let csp = pigeons(11);
    let stopped = Budget::default();
    stopped.stop.raise();
    let budgets = [
        (Budget { nodes: Some(50), ..Budget::default() }, Why::Nodes),
        (Budget { time: Some(Duration::from_millis(20)), ..Budget::default() }, Why::Time),
        (stopped, Why::Interrupted),
    ];
    for (budget, why) in budgets {
        for (entry, run) in every_run(24) {
            let run = Run { budget: budget.clone(), ..run };
            let outcome = (entry.silent)(&csp, &run, &mut Silent);
            assert_eq!((outcome.solutions.len(), outcome.end), (0, End::GaveUp(why)), "{}", entry.info.id);
        }
        let run = Run { budget: budget.clone(), ..Run::up_to(2) };
        assert_eq!(BacktrackingThenSat::solve(&csp, &run, &mut Silent).end, End::GaveUp(why));
    }
}

#[test]
fn a_run_needs_what_it_counts_and_not_one_less() {
    for seed in 0..60 {
        let csp = random_problem(seed);
        for (entry, run) in every_run(200).iter().skip(seed as usize % 8).step_by(8) {
            let solve = |budget| {
                let mut tally = Tally::default();
                let run = Run { budget, ..run.clone() };
                let outcome = (entry.counted)(&csp, &run, &mut tally);
                (outcome.end, outcome.found, tally.counters)
            };
            let free = solve(Budget::default());
            let context = || format!("seed {seed} {} {:?}: {:?}", entry.info.id, run.parameters, free.2);
            let nodes = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
            let checks = |checks| Budget { checks: Some(checks), ..Budget::default() };
            assert_eq!(solve(nodes(free.2.nodes)), free, "{}", context());
            assert_eq!(solve(checks(free.2.checks)), free, "{}", context());
            for less in [1, 2, free.2.nodes / 2].into_iter().filter(|&less| 0 < less && less <= free.2.nodes) {
                let limit = free.2.nodes - less;
                let (end, _, counters) = solve(nodes(limit));
                // The node that could not be paid for is counted, too.
                assert_eq!((end, counters.nodes), (End::GaveUp(Why::Nodes), limit + 1), "{}", context());
            }
            if entry.info.id == "sat" {
                continue; // its checks are known only at the end
            }
            for less in [1, 2, free.2.checks / 2].into_iter().filter(|&less| 0 < less && less <= free.2.checks) {
                let limit = free.2.checks - less;
                let (end, _, counters) = solve(checks(limit));
                assert_eq!(end, End::GaveUp(Why::Checks), "{}", context());
                assert!(counters.checks <= limit, "{} of {limit}: {}", counters.checks, context());
            }
        }
    }
}

#[test]
fn backtracking_hands_over_to_sat_and_keeps_what_it_has_found() {
    let csp = pigeons(7);
    let mut counters = Counters::default();
    let outcome = BacktrackingThenSat::solve(&csp, &Run::up_to(2), &mut counters);
    assert_eq!((outcome.solutions.len(), outcome.end, counters.hand_overs), (0, End::Exhausted, 1));
    // One free variable makes twelve pigeons solvable or not: value 1 switches the rules off.
    let mut csp = pigeons(11);
    let switch = Var(csp.domains.len() as u32);
    csp.domains.push(Domain::range(1, 2));
    csp.decisions.push(switch);
    for pigeon in 0..12 {
        csp.domains[pigeon].insert(Value(12));
        let relation = Relation::new(3, 13, |switch, hole| (switch == Value(1)) == (hole == Value(12)));
        let rule = Pairs { left: switch, right: Var(pigeon as u32), relation };
        csp.post(rule, ("switch", format!("switch {pigeon}")), Role::Goal);
    }
    for posted in &mut csp.posted {
        if let Rule::Pairs(pairs) = &mut posted.rule
            && pairs.left != switch
        {
            pairs.relation = Relation::new(13, 13, |a, b| a != b || a == Value(12));
        }
    }
    let budget = Budget { time: Some(Duration::from_millis(300)), ..Budget::default() };
    let mut told = Told::default();
    let outcome = BacktrackingThenSat::solve(&csp, &Run { budget, ..Run::up_to(2) }, &mut told);
    assert_eq!((outcome.found, outcome.end), (1, End::GaveUp(Why::Time)));
    assert_eq!(outcome.solutions, told.0);
}

#[test]
fn a_conflict_set_cannot_hold_and_every_part_of_it_is_needed() {
    let mut conflicts = 0;
    for seed in 0..300 {
        let csp = random_problem(seed);
        let refuted = brute_force(&csp).is_empty();
        let set = conflict(&csp, &Budget::default()).unwrap();
        assert_eq!(set.is_some(), refuted, "seed {seed}");
        let Some(set) = set else { continue };
        conflicts += 1;
        assert!(set.minimal);
        let only = |keep: &dyn Fn(&str) -> bool| {
            let mut part = csp.clone();
            part.posted.retain(|posted| keep(posted.label.as_str()));
            brute_force(&part).len()
        };
        let named = |label: &str| set.labels().any(|other| other.as_str() == label);
        assert_eq!(only(&named), 0, "seed {seed}: {:?} is no conflict", set.rules);
        for ConflictingRule { label: spared, vars } in &set.rules {
            let posted = csp.posted.iter().find(|posted| posted.label == *spared).unwrap();
            let scope: BTreeSet<Var> = posted.rule.scope().into_iter().collect();
            assert!(vars.iter().eq(&scope), "seed {seed}: {spared} is about {scope:?}");
            let rest = only(&|label| named(label) && label != spared.as_str());
            assert!(rest > 0, "seed {seed}: {spared} is not needed in {:?}", set.rules);
        }
    }
    assert!(conflicts > 60, "only {conflicts} problems had a conflict");
}

#[test]
fn inference_prunes_and_saves_nodes() {
    let mut csp = Csp::new(vec![Domain::range(1, 6); 6]);
    csp.post(AllDifferent { vars: csp.vars().collect() }, ("different", "different"), Role::Goal);
    csp.post(Cage { vars: vec![Var(4), Var(5)], operator: Operator::Add, target: 11 }, ("sum", "sum"), Role::Goal);
    csp.post(
        Cage { vars: vec![Var(3), Var(0)], operator: Operator::Multiply, target: 12 },
        ("product", "product"),
        Role::Goal,
    );
    let mut nodes = Vec::new();
    for level in ["none", "forward", "forward-singletons", "mac", "full"] {
        let mut run = Run::up_to(usize::MAX);
        run.parameters.set(&Backtracking::INFO, "inference", level).unwrap();
        run.parameters.set(&Backtracking::INFO, "order", "in-order").unwrap();
        let mut counters = Counters::default();
        let found = Backtracking::solve(&csp, &run, &mut counters).solutions.len();
        assert_eq!(found, 8, "{level}");
        assert_eq!(counters.prunings > 0, level != "none", "{level}: {counters:?}");
        nodes.push(counters.nodes);
    }
    assert!(nodes.is_sorted_by(|less, more| less >= more), "{nodes:?}");
    assert!(nodes[..4].is_sorted_by(|less, more| less > more), "{nodes:?}");
}
