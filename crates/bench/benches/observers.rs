//! What it costs to watch: annealing without an observer, against the same loop with every call of an observer taken out by
//! hand; then with counters, and through a dynamic observer.
//!
//! Both walk the same boards with the same draws, so they do the same work: the bench checks that their best costs agree.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use pencilmark_csp::rule::{AllDifferent, Allowed};
use pencilmark_csp::{Budget, Counters, Csp, Domain, Evaluator, Neighbourhood, Role, Silent, Value, Var, Walk, random};
use pencilmark_search::{Annealing, Method as _, Run};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

const MOVES: u64 = 100_000;

/// A 9x9 Sudoku without givens but one row, dealt box by box: never solved within the moves allowed, or seldom.
fn problem() -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 9); 81]);
    let var = |row: u32, col: u32| Var(row * 9 + col);
    for unit in 0..9 {
        let row = (0..9).map(|col| var(unit, col)).collect();
        let col = (0..9).map(|row| var(row, unit)).collect();
        let cell = |index: u32| var(unit / 3 * 3 + index / 3, unit % 3 * 3 + index % 3);
        let cells: Vec<Var> = (0..9).map(cell).collect();
        for vars in [row, col, cells] {
            csp.post(AllDifferent { vars }, ("different", "different"), Role::Goal);
        }
    }
    // Two givens that cannot stand together keep the search from ending.
    csp.post(Allowed::given(Var(0), Value(1)), ("given", "given"), Role::Hard);
    csp.post(Allowed::given(Var(8), Value(1)), ("given", "given"), Role::Hard);
    let parts = (0..9).map(|unit: u32| {
        let cell = |index: u32| var(unit / 3 * 3 + index / 3, unit % 3 * 3 + index % 3);
        let vars: Vec<Var> = (0..9).map(cell).filter(|var| ![Var(0), Var(8)].contains(var)).collect();
        let values = (if vars.len() < 9 { 2..=9 } else { 1..=9 }).map(Value).collect();
        Neighbourhood::Deal { vars, values }
    });
    csp.walks = vec![Walk { name: "deal", parts: parts.collect() }];
    csp
}

fn run() -> Run {
    let mut run = Run { budget: Budget { evaluations: Some(MOVES), ..Budget::default() }, seed: 1, ..Run::default() };
    for (name, value) in [("temperature", "0.4"), ("iterations", "0")] {
        run.parameters.set(&Annealing::INFO, name, value).expect("a parameter of annealing");
    }
    run
}

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// The loop of annealing without an observer anywhere: the same draws in the same order.
fn stripped(csp: &Csp) -> u64 {
    let mut rng = random::stream(1, &[0]);
    let mut board = vec![Value(1); 81];
    let parts: Vec<(&[Var], &[Value])> = csp.walks[0]
        .parts
        .iter()
        .map(|part| match part {
            Neighbourhood::Deal { vars, values } => (&vars[..], &values[..]),
            _ => unreachable!("only deals here"),
        })
        .collect();
    for (vars, values) in &parts {
        let mut cards = values.to_vec();
        for index in (1..cards.len()).rev() {
            cards.swap(index, below(&mut rng, index + 1));
        }
        for (var, value) in vars.iter().zip(cards) {
            board[var.index()] = value;
        }
    }
    let mut meter = run().budget.start();
    let mut at = Evaluator::new(csp, &board);
    let mut best = (at.cost(), board);
    let odds: Vec<f64> = (0..16).map(|rise| (-f64::from(rise) / 0.4).exp()).collect();
    let mut sums: Vec<u32> = Vec::new();
    for (vars, _) in &parts {
        sums.push(sums.last().copied().unwrap_or(0) + vars.len() as u32);
    }
    let mut checks = at.checks();
    if meter.evaluations(1, checks).is_err() {
        return best.0;
    }
    loop {
        let draw = below(&mut rng, *sums.last().expect("nine parts") as usize) as u32;
        let (vars, _) = parts[sums.partition_point(|&sum| sum <= draw)];
        let (left, right) = loop {
            let left = below(&mut rng, vars.len());
            let right = (left + 1 + below(&mut rng, vars.len() - 1)) % vars.len();
            if at.value(vars[left]) != at.value(vars[right]) {
                break (vars[left], vars[right]);
            }
        };
        let changes = [(left, at.value(right)), (right, at.value(left))];
        let before = at.cost();
        at.attempt(&changes);
        if at.cost() < best.0 {
            best = (at.cost(), at.board().to_vec());
        }
        let paid = at.checks() - checks;
        checks = at.checks();
        if meter.evaluations(1, paid).is_err() {
            return best.0;
        }
        let after = at.cost();
        let likely = |rise: u64| odds.get(rise as usize).copied().unwrap_or(0.0);
        if after <= before || f64::from(rng.next_u32()) / 4_294_967_296.0 < likely(after - before) {
            at.settle();
        } else {
            at.undo();
        }
    }
}

fn watching(criterion: &mut Criterion) {
    let (csp, run) = (problem(), run());
    let silent = Annealing::solve(&csp, &run, &mut Silent).best.map(|(_, cost)| cost);
    assert_eq!(Some(stripped(&csp)), silent, "the stripped loop walks another way");
    let mut group = criterion.benchmark_group("100k evaluations of annealing");
    group.sample_size(20);
    group.bench_function("stripped by hand", |bench| bench.iter(|| stripped(black_box(&csp))));
    group.bench_function("silent", |bench| bench.iter(|| Annealing::solve(black_box(&csp), &run, &mut Silent)));
    group.bench_function("counted", |bench| {
        bench.iter(|| Annealing::solve(black_box(&csp), &run, &mut Counters::default()));
    });
    group.bench_function("watched", |bench| {
        let entry = pencilmark_search::method("annealing").expect("annealing");
        bench.iter(|| (entry.watched)(black_box(&csp), &run, &mut Counters::default()));
    });
    group.finish();
}

criterion_group!(benches, watching);
criterion_main!(benches);
