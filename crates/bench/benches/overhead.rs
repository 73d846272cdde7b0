//! What the lab adds to the time of the methods it runs: the same runs of about a millisecond by calls to the façade in a row, and
//! through the lab, with a journal on disk and a report's worth of records at the end.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use pencilmark::StopSignal;
use pencilmark_lab::{Experiment, Folder, Manifest, Plan, run_and_record, run_plan};

const EXPERIMENT: &str = r#"
name = "a millisecond a run"
seeds = 200
[budget]
checks = 80_000
[[instances]]
corpus = "sudoku/large"
[[arms]]
method = "hill-climbing"
"#;

fn overhead(criterion: &mut Criterion) {
    let stop = StopSignal::default();
    let experiment = Experiment::parse("bench", EXPERIMENT).expect("an experiment");
    let plan = Plan::new(experiment, ("bench", EXPERIMENT), 1, &stop, &|_| ()).expect("a plan");
    let mut group = criterion.benchmark_group(format!("{} runs", plan.runs.len()));
    group.sample_size(10);
    group.bench_function("façade", |bench| {
        bench.iter(|| {
            // In an order as scattered as the lab's: a puzzle that was not just solved is colder.
            for index in 0..plan.runs.len() {
                let run = &plan.runs[index * 1237 % plan.runs.len()];
                let options = plan.arms[run.arm].options(run.seed, &stop);
                black_box(plan.instances[run.instance].puzzle.solver().options(&options).run()).expect("a run");
            }
        });
    });
    group.bench_function("lab, in memory", |bench| {
        bench.iter(|| {
            run_plan(&plan, &[], 1, &stop, |event| {
                black_box(event);
                Ok(())
            })
        });
    });
    group.bench_function("lab, in a folder", |bench| {
        let path = std::env::temp_dir().join(format!("pencilmark-bench-{}", std::process::id()));
        bench.iter(|| {
            let _ = std::fs::remove_dir_all(&path);
            let mut manifest = Manifest::new(&plan, 1, Vec::new());
            let folder = Folder::new(&path).make_and_lock().expect("a folder");
            folder.create(&plan, &manifest).expect("a folder");
            run_and_record(&folder, &plan, &mut manifest, 1, &stop, |_| ()).expect("records")
        });
        let _ = std::fs::remove_dir_all(&path);
    });
    group.finish();
}

criterion_group!(benches, overhead);
criterion_main!(benches);
