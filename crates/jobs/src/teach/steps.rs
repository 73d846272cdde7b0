//! `cargo xtask steps`: the law of steps on generated puzzles and on those of a corpora folder.
//!
//! Every step that a technique sees on the way to a solution has to leave that solution possible, and to rest on what holds. So many steps of each technique are
//! also proved by SAT: their premises entail their conclusions, and none can be left out.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use pencilmark::batch::map;
use pencilmark::teach::Audit;
use pencilmark::{Budget, Puzzle, registry};

use super::{generated, only_solution, puzzles, sample};
use crate::conformance::files;
use crate::measure::bar;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Steps {
    /// A folder with corpora; without it, generated puzzles alone
    folder: Option<PathBuf>,
    /// Generated puzzles of each kind
    #[arg(long, default_value_t = 300)]
    generated: u64,
    /// Puzzles of each file
    #[arg(long, default_value_t = 300)]
    sample: usize,
    /// Steps of each technique to prove on each puzzle
    #[arg(long, default_value_t = 2)]
    proofs: usize,
    /// Steps of each technique to look at in each position
    #[arg(long, default_value_t = 3)]
    wanted: usize,
    /// Seconds for each puzzle
    #[arg(long, default_value_t = 60.0)]
    timeout: f64,
    /// Only this kind
    #[arg(long)]
    kind: Option<String>,
}

/// What became of the puzzles of a kind.
#[derive(Default)]
struct Tally {
    audit: Audit,
    puzzles: usize,
    out_of_time: usize,
}

impl Steps {
    pub(crate) fn run(&self) -> Result<(), String> {
        let all = self.puzzles()?;
        let bar = bar(all.len() as u64);
        let tallies: Mutex<BTreeMap<&'static str, Tally>> = Mutex::default();
        let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
        let one = |index: usize| {
            let puzzle = &all[index];
            let Some(solution) = only_solution(puzzle) else { return };
            let mut audit = Audit::default();
            let ended = puzzle.audit(&mut audit, &solution, (self.wanted, self.proofs), &budget);
            for fault in &audit.faults {
                bar.suspend(|| eprintln!("{}: {fault}", puzzle.id().unwrap_or(puzzle.kind().id)));
            }
            if let Ok(mut tallies) = tallies.lock() {
                let tally = tallies.entry(puzzle.kind().id).or_default();
                tally.puzzles += 1;
                tally.out_of_time += usize::from(ended.is_err());
                tally.add(audit);
            }
        };
        map(all.len(), 0, &|count| bar.set_position(count as u64), one);
        bar.finish_and_clear();
        let tallies = tallies.into_inner().unwrap_or_default();
        for (kind, tally) in &tallies {
            tally.report(kind);
        }
        let faults: usize = tallies.values().map(|tally| tally.audit.faults.len()).sum();
        if faults == 0 { Ok(()) } else { Err(format!("{faults} faults")) }
    }

    fn puzzles(&self) -> Result<Vec<Puzzle>, String> {
        let is_wanted = |kind: &str| self.kind.as_deref().is_none_or(|only| only == kind);
        let mut all = Vec::new();
        for kind in registry::kinds().iter().filter(|kind| is_wanted(kind.info.id)) {
            all.extend((0..self.generated).filter_map(|index| generated(kind, index)));
        }
        if let Some(folder) = &self.folder {
            for path in files(folder)? {
                let kind = path.parent().and_then(|folder| folder.file_name()).unwrap_or_default().to_string_lossy();
                let ending = path.extension().unwrap_or_default();
                if registry::kind(&kind).is_some() && is_wanted(&kind) && (ending == "txt" || ending == "jsonl") {
                    all.extend(sample(puzzles(&path)?, self.sample));
                }
            }
        }
        Ok(all)
    }
}

impl Tally {
    fn add(&mut self, other: Audit) {
        for (technique, proved) in other.proved {
            *self.audit.proved.entry(technique).or_default() += proved;
        }
        self.audit.compared += other.compared;
        self.audit.solved += other.solved;
        self.audit.stuck += other.stuck;
        self.audit.faults.extend(other.faults);
    }

    fn report(&self, kind: &str) {
        let Audit { proved, compared, faults, solved, stuck } = &self.audit;
        let all: usize = proved.values().sum();
        println!(
            "{kind}: {} puzzles ({solved} solved, {stuck} stuck, {} out of time), {compared} steps compared, {all} proved, {} faults",
            self.puzzles,
            self.out_of_time,
            faults.len()
        );
        for (technique, proved) in proved {
            println!("  {technique:<32} {proved:>7}");
        }
    }
}
