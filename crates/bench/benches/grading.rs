//! Grading without the ratings of Sudoku Explainer, and the next step with its check for mistakes: the built-in sets of Sudoku.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pencilmark::corpus;
use pencilmark::teach::TeachOptions;

fn sets(c: &mut Criterion) {
    let course = TeachOptions::default().uniqueness(true);
    for set in corpus::sets().map(corpus::Set::name).filter(|name| name.starts_with("sudoku")) {
        let puzzles = corpus::set(&set).expect("a built-in set");
        let mut group = c.benchmark_group(format!("teach/{set}"));
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter("grade"), &puzzles, |bench, puzzles| {
            bench.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(puzzle.grade(&course)))));
        });
        group.bench_with_input(BenchmarkId::from_parameter("hint"), &puzzles, |bench, puzzles| {
            bench.iter(|| puzzles.iter().for_each(|puzzle| drop(black_box(puzzle.hint(&course, false)))));
        });
        group.finish();
    }
}

criterion_group!(benches, sets);
criterion_main!(benches);
