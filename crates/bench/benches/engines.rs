//! The exact engines on the built-in sets: a whole set solved and proved unique, kind by kind; and the solver for Sudoku lines with every set
//! of instructions, one call a puzzle and in a batch.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pencilmark::{Puzzle, corpus};
use pencilmark_nine::{Found, Instructions, Solver};

fn sets(c: &mut Criterion) {
    for kind in pencilmark::registry::kinds() {
        let mut group = c.benchmark_group(format!("exact/{}", kind.info.id));
        for set in corpus::sets().map(corpus::Set::name).filter(|name| name.starts_with(kind.info.id)) {
            let puzzles = corpus::set(&set).expect("a built-in set");
            group.throughput(Throughput::Elements(puzzles.len() as u64));
            group.bench_with_input(BenchmarkId::from_parameter(&set), &puzzles, |bench, puzzles| {
                bench.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(puzzle.solver().limit(2).run()))));
            });
        }
        group.finish();
    }
}

fn lines(c: &mut Criterion) {
    let line = |puzzle: &Puzzle| puzzle.write("line").and_then(|line| line.trim().as_bytes().try_into().ok());
    let lines: Vec<[u8; 81]> = corpus::set("sudoku/hard").expect("a built-in set").iter().filter_map(line).collect();
    let lines = lines.repeat(1000_usize.div_ceil(lines.len().max(1)));
    let mut found = vec![Found::NONE; lines.len()];
    let mut group = c.benchmark_group("sudoku lines");
    group.throughput(Throughput::Elements(lines.len() as u64));
    for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
        let mut solver = Solver::new(instructions);
        group.bench_function(BenchmarkId::new("one", format!("{instructions:?}")), |bench| {
            bench.iter(|| lines.iter().map(|line| solver.solve(black_box(line), 2).solutions).sum::<usize>());
        });
        group.bench_function(BenchmarkId::new("batch", format!("{instructions:?}")), |bench| {
            bench.iter(|| solver.solve_batch(black_box(&lines), 2, black_box(&mut found)));
        });
    }
    group.finish();
}

criterion_group!(benches, sets, lines);
criterion_main!(benches);
