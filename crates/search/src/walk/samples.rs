//! Small problems, one for each neighbourhood, each with a solution; and a way to run a method on them.

use std::sync::Arc;

use pencilmark_csp::rule::{AllDifferent, Allowed, Cage, Connected, Count, Graph, Operator, Pairs, Relation};
use pencilmark_csp::{Budget, Counters, Csp, Domain, Neighbourhood, Outcome, Role, Tally, Value, Var, Walk};

use crate::{MethodInfo, Parameters, Run, Takes, method};

/// Every sample with the name of its walk.
pub(crate) fn all() -> [(&'static str, Csp); 5] {
    [("change", queens()), ("deal", boxes()), ("tuple", cages()), ("chain", numbers()), ("repair", shading())]
}

/// What a method is asked: these settings, within a budget of evaluations.
pub(crate) fn ask(info: &'static MethodInfo, settings: &[(&str, &str)], seed: u64, evaluations: u64) -> Run {
    let mut parameters = Parameters::default();
    for (name, value) in settings {
        parameters.set(info, name, *value).expect("a setting");
    }
    let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
    Run { budget, seed, parameters, ..Run::up_to(1) }
}

/// Runs a method within a budget of evaluations.
pub(crate) fn run(id: &str, settings: &[(&str, &str)], csp: &Csp, seed: u64, evaluations: u64) -> (Outcome, Counters) {
    let entry = method(id).expect("a method");
    let mut tally = Tally::default();
    let outcome = (entry.counted)(csp, &ask(entry.info, settings, seed, evaluations), &mut tally);
    (outcome, tally.counters)
}

/// Runs a method on every sample with every word of every parameter, on top of `settings`.
pub(crate) fn check_every_word(id: &str, settings: &[(&str, &str)]) {
    for (name, csp) in all() {
        for parameter in method(id).expect("a method").info.parameters {
            let Takes::Word(words) = parameter.takes else { continue };
            for (word, _) in words {
                let settings = [settings, &[(parameter.name, *word)]].concat();
                let (outcome, counters) = run(id, &settings, &csp, 3, 2000);
                assert!(outcome.solutions.iter().all(|board| csp.is_solution(board)), "{name} {settings:?}");
                assert!(parameter.name == "moves" || counters.evaluations > 0, "{name} {settings:?}");
            }
        }
    }
}

fn vars(indices: impl IntoIterator<Item = usize>) -> Vec<Var> {
    indices.into_iter().map(|index| Var(index as u32)).collect()
}

/// Six queens.
fn queens() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(0, 5); 6]);
    csp.post(AllDifferent { vars: vars(0..6) }, ("columns", "columns"), Role::Goal);
    for right in 1..6u32 {
        for left in 0..right {
            let relation = Relation::new(6, 6, |a, b| u32::from(a.0.abs_diff(b.0)) != right - left);
            csp.post(Pairs { left: Var(left), right: Var(right), relation }, ("diagonals", "diagonals"), Role::Goal);
        }
    }
    csp
}

/// A 4 x 4 Sudoku of which the boxes are dealt.
fn boxes() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 4); 16]);
    for (place, value) in [(0, 1), (6, 4), (9, 2), (15, 3)] {
        csp.post(Allowed::given(Var(place), Value(value)), ("given", "a given"), Role::Hard);
    }
    let corner = |index: usize| index / 2 * 8 + index % 2 * 2;
    for unit in 0..4 {
        for scope in [
            vars((0..4).map(|col| 4 * unit + col)),
            vars((0..4).map(|row| 4 * row + unit)),
            vars([0, 1, 4, 5].map(|step| corner(unit) + step)),
        ] {
            csp.post(AllDifferent { vars: scope }, ("once", "each once"), Role::Goal);
        }
    }
    let deal = |unit: usize| Neighbourhood::Deal {
        vars: vars([0, 1, 4, 5].map(|step| corner(unit) + step)),
        values: (1..=4).map(Value).collect(),
    };
    csp.walks = vec![Walk { name: "deal", parts: (0..4).map(deal).collect() }];
    csp
}

/// A 3 x 3 Latin square with cages.
fn cages() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 3); 9]);
    // 1 2 3 / 2 3 1 / 3 1 2
    for (cells, operator, target) in [
        (vec![0, 1], Operator::Add, 3),
        (vec![2, 5], Operator::Subtract, 2),
        (vec![3, 4, 6], Operator::Add, 8),
        (vec![7, 8], Operator::Multiply, 2),
    ] {
        csp.post(Cage { vars: vars(cells), operator, target }, ("cage", "a cage"), Role::Goal);
    }
    for line in 0..3 {
        csp.post(AllDifferent { vars: vars((0..3).map(|step| 3 * line + step)) }, ("row", "a row"), Role::Goal);
        csp.post(AllDifferent { vars: vars((0..3).map(|step| 3 * step + line)) }, ("column", "a column"), Role::Goal);
    }
    csp.walks = vec![Walk { name: "tuple", parts: (0..4).map(|rule| Neighbourhood::Tuple { rule }).collect() }];
    csp
}

/// A king's tour of 3 x 3 with three numbers given.
fn numbers() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(0, 8); 9]);
    for (number, place) in [(0, 0), (4, 4), (8, 8)] {
        csp.post(Allowed::given(Var(number), Value(place)), ("given", "a given"), Role::Hard);
    }
    let beside = |a: Value, b: Value| a != b && (a.0 / 3).abs_diff(b.0 / 3) <= 1 && (a.0 % 3).abs_diff(b.0 % 3) <= 1;
    let relation = Relation::new(9, 9, beside);
    for left in 0..8 {
        let pair = Pairs { left: Var(left), right: Var(left + 1), relation: Arc::clone(&relation) };
        csp.post(pair, ("neighbours", "neighbours"), Role::Hard);
    }
    csp.post(AllDifferent { vars: vars(0..9) }, ("once", "no two share a cell"), Role::Goal);
    csp.walks = vec![Walk { name: "chain", parts: vec![Neighbourhood::Chain { vars: vars(0..9) }] }];
    csp
}

/// A 4 x 4 Hitori.
fn shading() -> Csp {
    let numbers = [[1, 1, 2, 3], [2, 3, 3, 4], [2, 4, 1, 4], [3, 2, 4, 1]];
    let mut csp = Csp::new(vec![Domain::range(0, 1); 16]);
    let white = Domain::only(Value(0));
    let lines = (0..4).flat_map(|line| {
        [(0..4).map(|step| 4 * line + step).collect::<Vec<_>>(), (0..4).map(|step| 4 * step + line).collect()]
    });
    for line in lines {
        for number in 1..=4 {
            let copies = vars(line.iter().copied().filter(|cell| numbers[cell / 4][cell % 4] == number));
            if copies.len() > 1 {
                csp.post(Count::at_most(1, copies, &white), ("copies", "copies"), Role::Goal);
            }
        }
    }
    let beside = |a: usize, b: usize| (a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4) == 1;
    let relation = Relation::new(2, 2, |left, right| left == Value(0) || right == Value(0));
    for right in 0..16 {
        for left in (0..right).filter(|&left| beside(left, right)) {
            let pair = Pairs { left: Var(left as u32), right: Var(right as u32), relation: Arc::clone(&relation) };
            csp.post(pair, ("touching", "touching"), Role::Hard);
        }
    }
    let near = |cell: usize| (0..16).filter(|&other| beside(cell, other)).map(|other| other as u32).collect();
    let graph = Arc::new(Graph { neighbours: (0..16).map(near).collect() });
    csp.post(Connected { vars: vars(0..16), graph, inside: Value(0) }, ("connected", "connected"), Role::Hard);
    csp.walks = vec![Walk { name: "repair", parts: vec![Neighbourhood::Repair(vars(0..16))] }];
    csp.start = Some(vec![Value(0); 16]);
    csp
}

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
    csp.post(Allowed::given(Var(1), Value(2)), ("given", "given"), Role::Hard);
    // A cell that may not hold all that is dealt.
    csp.post(Allowed { var: Var(6), set: Domain::range(1, 2) }, ("narrow", "narrow"), Role::Hard);
    for index in 0..SIDE {
        csp.post(AllDifferent { vars: line(index) }, ("row", "row"), Role::Goal);
        csp.post(AllDifferent { vars: column(index) }, ("column", "column"), Role::Goal);
    }
    let first = csp.posted.len();
    for corner in [0, 2, 8, 10] {
        let vars = [0, 1, 4, 5].map(|cell| Var(corner + cell)).to_vec();
        csp.post(Cage { vars, operator: Operator::Add, target: 10 }, ("square", "square"), Role::Goal);
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
        csp.post(Allowed::given(Var(number), Value(cell)), ("given", "given"), Role::Hard);
    }
    let beside = Relation::new(16, 16, |a, b| near(a.0.into(), b.0.into()));
    for left in 0..15 {
        csp.post(
            Pairs { left: Var(left), right: Var(left + 1), relation: beside.clone() },
            ("beside", "beside"),
            Role::Hard,
        );
    }
    csp.post(AllDifferent { vars: csp.vars().collect() }, ("different", "different"), Role::Goal);
    csp.walks = vec![Walk { name: "chain", parts: vec![Neighbourhood::Chain { vars: csp.vars().collect() }] }];
    csp
}

/// Problems of more than one sort, with each of their ways to walk.
pub(crate) fn every_walk() -> Vec<(Csp, &'static str)> {
    let walks = [
        (latin(), &["deal", "tuple", "change"][..]),
        (path(true), &["chain"]),
        (path(false), &["chain"]),
        (shading(), &["repair", "change"]),
    ];
    walks.into_iter().flat_map(|(csp, names)| names.iter().map(move |&name| (csp.clone(), name))).collect()
}
