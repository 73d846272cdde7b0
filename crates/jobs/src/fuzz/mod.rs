//! Hunts for inputs that break something: small changes to good inputs, in process, for as long as asked.
//!
//! An input depends on the seed and its number alone, so a finding can be repeated. What is found is made small and written to a file; its place is then
//! in the tests.

mod mutate;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::memory;
use mutate::mutated;
use targets::{TARGETS, Target};

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Fuzz {
    /// The targets: texts, addresses, positions, json, stream, nine, toml, folder; all if none is named
    targets: Vec<String>,
    /// How long to fuzz each target
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// At most this many inputs of each target
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    count: u64,
    /// The seed; another one gives other inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first input, to repeat a finding
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// On how many threads; 0 for as many as there are cores
    #[arg(long, short = 'j', default_value_t = 0)]
    threads: usize,
}

/// The longest that an input of up to 64 KB may take. Most take less than a thousandth of that.
const PATIENCE: Duration = Duration::from_secs(2);

/// What came of a target.
#[derive(Default)]
struct Found {
    inputs: u64,
    bytes: u64,
    slowest: (Duration, u64),
    findings: Vec<(u64, String)>,
}

impl Fuzz {
    pub(crate) fn run(&self) -> Result<(), String> {
        let named = |target: &&Target| self.targets.is_empty() || self.targets.iter().any(|name| name == target.name);
        let chosen: Vec<&Target> = TARGETS.iter().filter(named).collect();
        if let Some(unknown) =
            self.targets.iter().find(|name| TARGETS.iter().all(|target| target.name != name.as_str()))
        {
            let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            return Err(format!("there is no target {unknown}; choose among {}", known.join(", ")));
        }
        // A panic is a finding, and told as such.
        std::panic::set_hook(Box::new(|_| ()));
        println!(
            "{:<10} {:>12} {:>10} {:>10} {:>12} {:>10} {:>9}  about",
            "target", "inputs", "MB", "per s", "slowest, ms", "peak, MB", "findings"
        );
        let mut findings = 0;
        for target in chosen {
            memory::forget_peak();
            let start = Instant::now();
            let found = self.fuzz(target);
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{:<10} {:>12} {:>10.1} {:>10.0} {:>12.1} {:>10} {:>9}  {}",
                target.name,
                found.inputs,
                found.bytes as f64 / 1e6,
                found.inputs as f64 / seconds,
                found.slowest.0.as_secs_f64() * 1e3,
                memory::peak().map_or("?".to_owned(), |peak| (peak / 1024).to_string()),
                found.findings.len(),
                target.about,
            );
            findings += found.findings.len();
            for (number, what) in found.findings.iter().take(5) {
                let file = self.keep(target, *number)?;
                println!("  input {number} of seed {}: {what}\n  kept, as small as it gets, in {file}", self.seed);
            }
        }
        if findings == 0 { Ok(()) } else { Err(format!("{findings} findings")) }
    }

    fn fuzz(&self, target: &Target) -> Found {
        let seeds = (target.seeds)();
        let threads =
            if self.threads > 0 { self.threads } else { std::thread::available_parallelism().map_or(1, usize::from) };
        let (next, all) = (AtomicU64::new(self.from), Mutex::new(Found::default()));
        let start = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut own = Found::default();
                    while start.elapsed().as_secs() < self.seconds && own.findings.len() < 20 {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number - self.from >= self.count {
                            break;
                        }
                        let (input, mut draw) = self.input(&seeds, number);
                        let begun = Instant::now();
                        let outcome = tried(target, &input, &mut draw);
                        let took = begun.elapsed();
                        own.inputs += 1;
                        own.bytes += input.len() as u64;
                        own.slowest = own.slowest.max((took, number));
                        let outcome = outcome
                            .and_then(|()| if took > PATIENCE { Err(format!("it took {took:?}")) } else { Ok(()) });
                        own.findings.extend(outcome.err().map(|what| (number, what)));
                    }
                    let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    all.inputs += own.inputs;
                    all.bytes += own.bytes;
                    all.slowest = all.slowest.max(own.slowest);
                    all.findings.extend(own.findings);
                });
            }
        });
        all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The input with a number, and what the check may draw.
    fn input(&self, seeds: &[Vec<u8>], number: u64) -> (Vec<u8>, ChaCha8Rng) {
        let mut draw = ChaCha8Rng::seed_from_u64(self.seed);
        draw.set_stream(number);
        let pick = |draw: &mut ChaCha8Rng| &seeds[draw.random_range(0..seeds.len().max(1))][..];
        let (one, other) = (pick(&mut draw), pick(&mut draw));
        (mutated(one, other, &mut draw), draw)
    }

    /// Makes a finding small, by leaving out ever smaller pieces while it is still one, and writes it to a file.
    fn keep(&self, target: &Target, number: u64) -> Result<String, String> {
        let seeds = (target.seeds)();
        let (mut input, draw) = self.input(&seeds, number);
        let fails = |input: &[u8]| tried(target, input, &mut draw.clone()).is_err();
        let mut size = input.len() / 2;
        while size > 0 && fails(&input) {
            let mut at = 0;
            while at < input.len() {
                let rest: Vec<u8> = [&input[..at], &input[(at + size).min(input.len())..]].concat();
                if fails(&rest) {
                    input = rest;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        let folder = crate::root().join("target").join("fuzz");
        let file = folder.join(format!("{}-{}-{number}.txt", target.name, self.seed));
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&file, &input))
            .map_err(|error| error.to_string())?;
        Ok(file.display().to_string())
    }
}

/// A panic is an error like any other.
fn tried(target: &Target, input: &[u8], draw: &mut ChaCha8Rng) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| (target.check)(input, draw))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        Err(format!(
            "it panics: {}",
            words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small part of what `cargo xtask fuzz` does.
    #[test]
    fn no_target_has_a_finding() {
        for target in TARGETS {
            let count = if target.name == "folder" { 100 } else { 300 };
            let job = Fuzz { targets: Vec::new(), seconds: 60, count, seed: 7, from: 0, threads: 1 };
            let found = job.fuzz(target);
            assert_eq!(found.inputs, count, "{}: {}", target.name, target.about);
            assert!(found.findings.is_empty(), "{}: {:?}", target.name, found.findings);
        }
    }
}
