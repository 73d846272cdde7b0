//! `cargo xtask matrix`: every method, in every preset, on every kind over the built-in sets; writes benchmarks/matrix.md.

use std::fmt::Write as _;

use clap::Args;
use pencilmark::registry::{kinds, methods};
use pencilmark::{MethodChoice, corpus};

use super::{Contestant, Summary, bar, count, duration, measure, provenance};
use crate::root;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Matrix {
    /// Seconds for each run
    #[arg(long, default_value_t = 1.0)]
    timeout: f64,
    /// Seeds for each puzzle, for methods that draw
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Only cells whose "kind/set method" contains this; prints to the terminal and writes no file
    #[arg(long)]
    only: Option<String>,
}

impl Matrix {
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut cells = Vec::new();
        for set in corpus::sets().filter(|set| !set.is_printed()) {
            for contestant in contestants(set.kind) {
                let name = format!("{} {}", set.name(), contestant.name());
                if self.only.as_ref().is_none_or(|only| name.contains(only)) {
                    cells.push((set, contestant));
                }
            }
        }
        let runs = cells.iter().map(|(set, contestant)| {
            set.len() as u64 * if contestant.is_stochastic(&set.puzzles()) { self.seeds } else { 1 }
        });
        let bar = bar(runs.sum());
        let mut text = self.head();
        let mut last = String::new();
        for (set, contestant) in cells {
            if last != set.name() {
                last = set.name();
                let _ = write!(text, "\n## {last}: {}\n\n{HEAD}", set.about);
            }
            bar.set_message(format!("{last} {}", contestant.name()));
            let summary = measure(&contestant, &set.puzzles(), self.seeds, self.timeout, &bar)?;
            let _ = writeln!(text, "{}", row(&contestant, &summary));
        }
        bar.finish_and_clear();
        if self.only.is_some() {
            print!("{text}");
            return Ok(());
        }
        let path = root().join("benchmarks").join("matrix.md");
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("wrote benchmarks/matrix.md");
        Ok(())
    }

    fn head(&self) -> String {
        format!(
            "# Every method on every kind\n\n\
             `cargo xtask matrix`: the built-in sets (generated, each puzzle has one solution), every method with the kind's default \
             settings and with those of the report where it has any. {} s and 500 000 states a run; seeds a puzzle for \
             methods that draw: {}. Solved: by the judge, with Wilson's 95 % interval. Counters and time: medians over all runs, \
             those that gave up included. No run gave a wrong answer: one would have stopped the job. \
             Longer runs on hard puzzles: [rates.md](rates.md).\n\n{}\n",
            self.timeout,
            self.seeds,
            provenance()
        )
    }
}

const HEAD: &str = "\
| method | runs | solved | nodes | checks | evaluations | generated | time | gave up |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
";

/// Every method of a kind with its default settings, then with those of each other preset.
fn contestants(kind: &str) -> Vec<Contestant> {
    let mut all = Vec::new();
    let foreign = |id: &str| {
        kinds().iter().any(|entry| entry.info.id != kind && entry.info.methods.iter().any(|own| own.id == id))
    };
    let presets = kinds().iter().find(|entry| entry.info.id == kind).map_or(&[][..], |entry| entry.info.presets);
    for info in methods().filter(|info| !foreign(info.id)) {
        let method = MethodChoice::new(info);
        all.push(Contestant { method: method.clone(), preset: None });
        for preset in presets.iter().filter(|preset| preset.method == info.id && preset.name != "default") {
            all.push(Contestant { method: method.clone(), preset: Some(preset.name.to_owned()) });
        }
    }
    all
}

fn row(contestant: &Contestant, summary: &Summary) -> String {
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        contestant.name(),
        summary.runs(),
        summary.share(),
        count(summary.median(|counters| counters.nodes)),
        count(summary.median(|counters| counters.checks)),
        count(summary.median(|counters| counters.evaluations)),
        count(summary.median(|counters| counters.generated)),
        duration(summary.median_seconds()),
        summary.gave_up(),
    )
}
