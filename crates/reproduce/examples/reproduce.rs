//! Reruns the reports and prints their chapters as Markdown: `cargo run --release --example reproduce -- [KIND]... [--quick]`.

use std::time::Instant;

use pencilmark::StopSignal;
use pencilmark_reproduce::{Chapter, Context, KINDS, chapter};

fn main() -> Result<(), pencilmark_lab::LabError> {
    let (flags, mut kinds): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    if kinds.is_empty() {
        kinds = KINDS.map(str::to_owned).to_vec();
    }
    let stop = StopSignal::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for kind in kinds {
        let start = Instant::now();
        let context = Context {
            quick: flags.iter().any(|flag| flag == "--quick"),
            threads,
            stop: &stop,
            progress: &|what, done, total| {
                if done == total {
                    eprintln!("{:6.1} s  {what}: {total}", start.elapsed().as_secs_f64());
                }
            },
        };
        print(&chapter(&kind, &context)?);
    }
    Ok(())
}

fn print(chapter: &Chapter) {
    println!("## {}\n\n{}\n", chapter.kind, chapter.setting);
    println!("| claim | reported | measured | verdict | why |\n| --- | --- | --- | --- | --- |");
    for claim in &chapter.claims {
        let verdict = claim.verdict.word();
        println!("| {} | {} | {} | {verdict} | {} |", claim.claim, claim.reported, claim.measured, claim.reason);
    }
    for table in &chapter.tables {
        println!("\n### {}\n\n| {} |", table.title, table.head.join(" | "));
        println!("|{}", " --- |".repeat(table.head.len()));
        for row in &table.rows {
            println!("| {} |", row.join(" | "));
        }
        println!("\n{}", table.note);
    }
    println!();
}
