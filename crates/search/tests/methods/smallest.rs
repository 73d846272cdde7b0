//! The smallest reason is as small as brute force over all sets of units says, and of the first claim that has one so small.

use std::sync::Arc;

use pencilmark_csp::rule::{AllDifferent, Allowed, Connected, Count, Graph, Pairs, Relation};
use pencilmark_csp::{Budget, Csp, Domain, Label, Role, Rule, Value, Var, random};
use pencilmark_search::{Claim, Reasons};

const VARS: u32 = 4;

/// Four variables with three values; up to ten units, some of two rules.
fn random_problem(seed: u64) -> Csp {
    let draw = |parts: &[u64], bound: u64| random::key(seed, parts) % bound;
    let mut csp = Csp::new(vec![Domain::range(0, 2); VARS as usize]);
    for unit in 0..7 + draw(&[0], 4) {
        for rule in 0..=draw(&[1, unit], 2) {
            let var = |index: u64| Var(draw(&[2, unit, rule, index], u64::from(VARS)) as u32);
            let number = draw(&[3, unit, rule], 3);
            let first = var(0);
            let second = Var((first.0 + 1 + number as u32) % VARS);
            let posted: Rule = match draw(&[4, unit, rule], 7) {
                0 => AllDifferent { vars: vec![Var(0), Var(1), Var(2)] }.into(),
                1 => AllDifferent { vars: vec![first, second] }.into(),
                2 => {
                    let relation = Relation::new(3, 3, move |a, b| (u64::from(a.0 + 2 * b.0) + number) % 3 > 0);
                    Pairs { left: first, right: second, relation }.into()
                }
                3 => Count::exactly(1 + number as usize % 2, csp.vars(), &Domain::only(Value(number as u16))).into(),
                4 => {
                    let neighbours = vec![vec![1], vec![0, 2], vec![1, 3], vec![2]];
                    Connected { vars: csp.vars().collect(), graph: Arc::new(Graph { neighbours }), inside: Value(1) }
                        .into()
                }
                _ => {
                    let mut set = Domain::range(0, 2);
                    set.remove(Value(number as u16));
                    Allowed { var: first, set }.into()
                }
            };
            csp.post(posted, Label::new("unit", format!("unit {unit}")), Role::Hard);
        }
    }
    csp
}

/// Assignments, each with the units that it breaks as bits.
fn assignments(csp: &Csp, units: &[Label]) -> Vec<(Vec<Value>, u32)> {
    let mut all = vec![Vec::new()];
    for domain in &csp.domains {
        all = all
            .iter()
            .flat_map(|start: &Vec<Value>| domain.iter().map(|value| [start.clone(), vec![value]].concat()))
            .collect();
    }
    let breaks = |assignment: &Vec<Value>| {
        let broken = csp.posted.iter().filter(|posted| posted.rule.violation(assignment.as_slice()) > 0);
        broken.fold(0, |bits, posted| bits | 1 << units.iter().position(|unit| *unit == posted.label).expect("a unit"))
    };
    all.into_iter().map(|assignment| (assignment.clone(), breaks(&assignment))).collect()
}

fn claims(csp: &Csp) -> Vec<Claim> {
    let both = |(var, value)| [true, false].map(|holds| Claim { var, value, holds });
    csp.vars().flat_map(|var| (0..3).map(move |value| (var, Value(value)))).flat_map(both).collect()
}

fn entails(all: &[(Vec<Value>, u32)], units: u32, claim: Claim) -> bool {
    let denied = |assignment: &[Value]| (assignment[claim.var.index()] == claim.value) != claim.holds;
    !all.iter().any(|(assignment, broken)| broken & units == 0 && denied(assignment))
}

#[test]
fn no_smaller_set_entails_any_claim() {
    let (mut sizes, mut none) = ([0; 12], 0);
    for seed in 0..600 {
        let csp = random_problem(seed);
        let meter = Budget::default().start();
        let mut units: Vec<Label> = Vec::new();
        csp.posted.iter().for_each(|posted| {
            if !units.contains(&posted.label) {
                units.push(posted.label.clone());
            }
        });
        let all = assignments(&csp, &units);
        let Some((solution, _)) = all.iter().find(|(_, broken)| *broken == 0) else { continue };
        // Without those that few units entail, so that there is something to look for.
        let easy = |claim| {
            (0..1u32 << units.len()).any(|set| u64::from(set.count_ones()) <= seed % 4 && entails(&all, set, claim))
        };
        let claims: Vec<Claim> = claims(&csp).into_iter().filter(|&claim| !easy(claim)).collect();
        let expected = (0..1u32 << units.len())
            .filter_map(|set| Some((set.count_ones(), claims.iter().position(|&claim| entails(&all, set, claim))?)))
            .min();
        let mut reasons = Reasons::new(&csp, solution, &meter).expect("no limit");
        assert_eq!(reasons.units(), units);
        let found = reasons.smallest(&claims).expect("no limit");
        let Some(reason) = found else {
            assert_eq!(expected, None, "seed {seed}");
            none += 1;
            continue;
        };
        let set = reason.units.iter().fold(0, |bits, unit| bits | 1 << unit);
        assert!(entails(&all, set, claims[reason.claim]) && reason.smallest, "seed {seed}: {reason:?}");
        assert_eq!(Some((reason.units.len() as u32, reason.claim)), expected, "seed {seed}: {reason:?}");
        assert_eq!(Some(&reason), Reasons::new(&csp, solution, &meter).unwrap().smallest(&claims).unwrap().as_ref());
        let entailed: Vec<bool> = claims.iter().map(|&claim| entails(&all, set, claim)).collect();
        assert_eq!(reasons.entailed(&reason.units, &claims), entailed, "seed {seed}");
        sizes[reason.units.len()] += 1;
    }
    assert!(none > 5 && sizes[1..5].iter().all(|&count| count > 5), "{none} {sizes:?}");
}

#[test]
fn a_minimal_set_entails_its_claims_and_needs_each_unit() {
    for seed in 0..200 {
        let csp = random_problem(seed);
        let meter = Budget::default().start();
        let units: Vec<Label> = Reasons::new(&csp, &[Value(0); VARS as usize], &meter).unwrap().units().to_vec();
        let all = assignments(&csp, &units);
        let Some((solution, _)) = all.iter().find(|(_, broken)| *broken == 0) else { continue };
        let whole = (1 << units.len()) - 1;
        let claims: Vec<Claim> = claims(&csp).into_iter().filter(|&claim| entails(&all, whole, claim)).collect();
        let numbers: Vec<usize> = (0..units.len()).collect();
        let kept = Reasons::new(&csp, solution, &meter).unwrap().minimal(&numbers, &claims);
        let set: u32 = kept.iter().fold(0, |bits, unit| bits | 1 << unit);
        let entails_all = |set: u32| claims.iter().all(|&claim| entails(&all, set, claim));
        assert!(entails_all(set), "seed {seed}");
        assert!(kept.iter().all(|unit| !entails_all(set & !(1 << unit))), "seed {seed}");
    }
}

#[test]
fn a_spent_budget_is_told() {
    let (mut proved, mut cut_short, mut nothing) = (0, 0, 0);
    for seed in 0..100 {
        let csp = random_problem(seed);
        let free = Budget::default().start();
        let units: Vec<Label> = Reasons::new(&csp, &[Value(0); VARS as usize], &free).unwrap().units().to_vec();
        let all = assignments(&csp, &units);
        let Some((solution, _)) = all.iter().find(|(_, broken)| *broken == 0) else { continue };
        let claims = claims(&csp);
        let best = Reasons::new(&csp, solution, &free).unwrap().smallest(&claims).expect("no limit");
        for nodes in [1, 10, 20, 40] {
            let meter = Budget { nodes: Some(nodes), ..Budget::default() }.start();
            match Reasons::new(&csp, solution, &meter).and_then(|mut reasons| reasons.smallest(&claims)) {
                Err(_) => nothing += 1,
                Ok(None) => assert_eq!(best, None),
                Ok(Some(reason)) => {
                    let set = reason.units.iter().fold(0, |bits, unit| bits | 1 << unit);
                    assert!(entails(&all, set, claims[reason.claim]), "seed {seed}: {reason:?}");
                    let least = best.as_ref().map_or(0, |best| best.units.len());
                    assert!(reason.units.len() >= least && (!reason.smallest || reason.units.len() == least));
                    *(if reason.smallest { &mut proved } else { &mut cut_short }) += 1;
                }
            }
        }
    }
    assert!(proved > 10 && cut_short > 10 && nothing > 10, "{proved} {cut_short} {nothing}");
}

#[test]
fn a_spent_budget_leaves_what_is_known() {
    let seeds = (0..200).map(random_problem);
    let csp = seeds.into_iter().find(|csp| csp.posted.len() > 3).expect("a problem with rules");
    let mut reasons = Reasons::new(&csp, &[Value(0); VARS as usize], &Budget::default().start()).unwrap();
    let (units, claims): (Vec<usize>, Vec<Claim>) = ((0..reasons.units().len()).collect(), claims(&csp));
    reasons.set_meter(Budget { nodes: Some(0), ..Budget::default() }.start());
    assert_eq!(reasons.minimal(&units, &claims), units);
    assert_eq!(reasons.entailed(&units, &claims), vec![false; claims.len()]);
}
