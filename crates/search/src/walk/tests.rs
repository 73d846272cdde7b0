//! What a walk promises holds at every start and after every move, and the cost stays that of the board.

use std::sync::Arc;

use pencilmark_csp::rule::{AllDifferent, Allowed, Cage, Connected, Count, Graph, Operator, Pairs, Relation};
use pencilmark_csp::{Csp, Domain, Evaluator, Neighbourhood, Role, Rule, Value, Var, Walk, random};

use super::{Move, Walker, below, unary_domains};

const SIDE: u32 = 4;

fn line(row: u32) -> Vec<Var> {
    (0..SIDE).map(|col| Var(row * SIDE + col)).collect()
}

fn column(col: u32) -> Vec<Var> {
    (0..SIDE).map(|row| Var(row * SIDE + col)).collect()
}

/// A Latin square with two givens; rows are dealt, or squares of four cells make 10.
pub(crate) fn latin() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 4); 16]);
    csp.post(Allowed::given(Var(1), Value(2)), "given", Role::Hard);
    // A cell that may not hold all that is dealt.
    csp.post(Allowed { var: Var(6), set: Domain::range(1, 2) }, "narrow", Role::Hard);
    for index in 0..SIDE {
        csp.post(AllDifferent { vars: line(index) }, "row", Role::Goal);
        csp.post(AllDifferent { vars: column(index) }, "column", Role::Goal);
    }
    let first = csp.posted.len();
    for corner in [0, 2, 8, 10] {
        let vars = [0, 1, 4, 5].map(|cell| Var(corner + cell)).to_vec();
        csp.post(Cage { vars, operator: Operator::Add, target: 10 }, "square", Role::Goal);
    }
    let values: Vec<Value> = (1..=4).map(Value).collect();
    let deal = |row| Neighbourhood::Deal { vars: line(row), values: values.clone() };
    csp.walks = vec![
        Walk { name: "deal", parts: (0..SIDE).map(deal).collect() },
        Walk { name: "tuple", parts: (first..first + 4).map(|rule| Neighbourhood::Tuple { rule }).collect() },
    ];
    csp
}

fn near(a: u32, b: u32) -> bool {
    a != b && (a / SIDE).abs_diff(b / SIDE) <= 1 && (a % SIDE).abs_diff(b % SIDE) <= 1
}

/// The numbers from 1 to 16 on a square, three of them given; `ends` says whether the last one is.
pub(crate) fn path(ends: bool) -> Csp {
    let mut csp = Csp::new(vec![Domain::range(0, 15); 16]);
    let givens = [(0, 0), (6, 10), (15, 12)];
    for (number, cell) in givens.into_iter().take(if ends { 3 } else { 2 }) {
        csp.post(Allowed::given(Var(number), Value(cell)), "given", Role::Hard);
    }
    let beside = Relation::new(16, 16, |a, b| near(a.0.into(), b.0.into()));
    for left in 0..15 {
        csp.post(Pairs { left: Var(left), right: Var(left + 1), relation: beside.clone() }, "beside", Role::Hard);
    }
    csp.post(AllDifferent { vars: csp.vars().collect() }, "different", Role::Goal);
    csp.walks = vec![Walk { name: "chain", parts: vec![Neighbourhood::Chain { vars: csp.vars().collect() }] }];
    csp
}

/// Of each row's first and third cell, not both are white; shaded ones do not touch, white ones hang together.
pub(crate) fn shading() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(0, 1); 16]);
    let white = Domain::only(Value(0));
    for index in 0..SIDE {
        csp.post(Count::at_most(1, [line(index)[0], line(index)[2]], &white), "copies", Role::Goal);
    }
    let beside = |a: u32, b: u32| near(a, b) && (a / SIDE == b / SIDE || a % SIDE == b % SIDE);
    let apart = Relation::new(2, 2, |a, b| a.0 + b.0 < 2);
    for right in 0..16 {
        for left in (0..right).filter(|&left| beside(left, right)) {
            let pair = Pairs { left: Var(left), right: Var(right), relation: apart.clone() };
            csp.post(pair, "touching", Role::Hard);
        }
    }
    let neighbours = (0..16).map(|a| (0..16).filter(|&b| beside(a, b)).collect()).collect();
    let vars = csp.vars().collect();
    csp.post(Connected { vars, graph: Arc::new(Graph { neighbours }), inside: Value(0) }, "connected", Role::Hard);
    csp.walks = vec![Walk { name: "repair", parts: vec![Neighbourhood::Repair(csp.vars().collect())] }];
    csp.start = Some(vec![Value(0); 16]);
    csp
}

/// Each problem above that has a solution, with each of its ways to walk.
pub(crate) fn every_walk() -> Vec<(Csp, &'static str)> {
    let walks = [
        (latin(), &["deal", "tuple", "change"][..]),
        (path(true), &["chain"]),
        (path(false), &["chain"]),
        (shading(), &["repair", "change"]),
    ];
    walks.into_iter().flat_map(|(csp, names)| names.iter().map(move |&name| (csp.clone(), name))).collect()
}

/// What is wrong with a board of this walk.
fn broken_promise(csp: &Csp, walk: Option<&Walk>, board: &[Value]) -> Option<String> {
    if unary_domains(csp).iter().zip(board).any(|(domain, &value)| !domain.contains(value)) {
        return Some("a value that is not allowed".to_owned());
    }
    let holds = |rule: &Rule| rule.violation(board) == 0;
    walk?.parts.iter().find_map(|part| {
        let kept = match part {
            Neighbourhood::Change(_) => true,
            Neighbourhood::Deal { vars, values } => {
                let mut held: Vec<Value> = vars.iter().map(|var| board[var.index()]).collect();
                held.sort_unstable();
                held == *values
            }
            Neighbourhood::Tuple { rule } => holds(&csp.posted[*rule].rule),
            Neighbourhood::Chain { .. } => csp.posted.iter().all(|posted| match &posted.rule {
                Rule::Pairs(_) => holds(&posted.rule),
                _ => true,
            }),
            Neighbourhood::Repair(_) => {
                csp.posted.iter().filter(|posted| posted.role == Role::Hard).all(|posted| holds(&posted.rule))
            }
        };
        (!kept).then(|| format!("{part:?}"))
    })
}

fn check(csp: &Csp, name: &str, seed: u64) {
    let mut rng = random::stream(seed, &[]);
    let walk = csp.walks.iter().find(|walk| walk.name == name);
    let walker = Walker::new(csp, name, unary_domains(csp)).unwrap();
    let start = walker.start(&mut rng).unwrap();
    assert_eq!(broken_promise(csp, walk, &start), None, "{name}: the start, seed {seed}");
    let mut at = Evaluator::new(csp, &start);
    let mut moved = 0;
    for step in 0..150 {
        let before = at.board().to_vec();
        let mut moves = vec![Move::new()];
        match step % 3 {
            0 if walker.propose(&mut at, &mut rng, &mut moves[0]) => {}
            1 => moves = walker.all(&mut at, &mut rng),
            2 => {
                let free: Vec<Var> = walker.free().collect();
                moves = walker.around(free[below(&mut rng, free.len())], &mut at, &mut rng);
            }
            _ => moves.clear(),
        }
        assert_eq!(at.board(), before, "{name}: to look for moves changes nothing");
        for (index, changes) in moves.iter().enumerate() {
            assert!(
                changes.iter().any(|&(var, value)| before[var.index()] != value),
                "{name}: a move that moves nothing"
            );
            at.apply(changes);
            moved += 1;
            assert_eq!(at.cost(), csp.cost(at.board()), "{name}, seed {seed}, step {step}: {changes:?}");
            assert_eq!(broken_promise(csp, walk, at.board()), None, "{name}, seed {seed}, step {step}: {changes:?}");
            if index + 1 < moves.len() {
                at.undo();
                assert_eq!((at.board(), at.cost()), (&before[..], csp.cost(&before[..])), "{name}: undone");
            }
        }
    }
    assert!(moved > 100, "{name}: {moved} moves, seed {seed}");
}

#[test]
fn a_walk_keeps_its_promise_and_the_evaluator_its_count() {
    for seed in 0..6 {
        for (csp, name) in every_walk() {
            check(&csp, name, seed);
        }
        check(&path(true), "change", seed);
    }
}

#[test]
fn a_walk_that_the_problem_does_not_have_is_refused() {
    let refused = |csp: &Csp, name| Walker::new(csp, name, unary_domains(csp)).is_err();
    assert!(refused(&latin(), "chain") && refused(&path(true), "deal") && !refused(&latin(), "auto"));
    // A link is missing.
    let mut csp = path(true);
    csp.posted.retain(|posted| posted.rule.scope() != [Var(3), Var(4)]);
    assert!(refused(&csp, "chain"));
}
