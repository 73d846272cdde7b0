//! Reruns the reports and prints them as Markdown: `cargo run --release --example reproduce -- [KIND]... [--quick]`.

use std::time::Instant;

use pencilmark::StopSignal;
use pencilmark_reproduce::{Context, KINDS, Run, chapter, document};

fn main() -> Result<(), pencilmark_lab::LabError> {
    let (flags, mut kinds): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    if kinds.is_empty() {
        kinds = KINDS.map(str::to_owned).to_vec();
    }
    let quick = flags.iter().any(|flag| flag == "--quick");
    let stop = StopSignal::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let start = Instant::now();
    let progress = |what: &str, done: usize, total: usize| {
        if done == total {
            eprintln!("{:6.1} s  {what}: {total}", start.elapsed().as_secs_f64());
        }
    };
    let chapters = kinds
        .iter()
        .map(|kind| chapter(kind, &Context::new(quick, threads, &stop, &progress)))
        .collect::<Result<Vec<_>, _>>()?;
    print!("{}", document(&chapters, &Run { quick, elapsed: start.elapsed(), command: None }).markdown());
    Ok(())
}
