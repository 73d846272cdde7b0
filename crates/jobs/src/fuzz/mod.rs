//! Hunts for inputs that break something: small changes to good inputs, in process, for as long as asked.
//!
//! An input depends on the seed and its number alone, so a finding can be repeated. With `--coverage` it depends on what the inputs before it reached as well,
//! and those of `folder` are made from records of this run, with its times.
//! What is found is made small and written to a file, which repeats it (`--file`); its place is then in the tests.

mod coverage;
mod found;
mod guided;
mod kept;
mod mutate;
mod targets;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::Args;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::memory;
use found::{Case, Finding, Found, Name, tell_of_other_panics};
use guided::Pool;
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
    /// Make inputs from those that reached new branches as well, on one thread, in a build that counts branches and checks for overflow
    #[arg(long, conflicts_with = "threads")]
    coverage: bool,
    /// Write the kept inputs of each target anew: few and small ones that reach what this run has reached
    #[arg(long, requires = "coverage")]
    keep: bool,
    /// Try the bytes of this file and nothing else, to repeat a finding (with --coverage if it was found so)
    #[arg(long, value_name = "FILE", conflicts_with = "keep")]
    file: Option<PathBuf>,
}

/// The memory that a target may take beyond what was resident before it, in KiB.
const MOST_MEMORY: u64 = 256 * 1024;

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
        if self.coverage && !coverage::is_on() {
            return Err("this build counts no branches\nhelp: start it with `cargo xtask fuzz --coverage`, on a toolchain and a system where LLVM can \
                 instrument programs, or fuzz without --coverage"
                .to_owned());
        }
        tell_of_other_panics();
        if let Some(file) = &self.file {
            return repeat(&chosen, file);
        }
        let guided = if self.coverage { format!("{:>7} {:>8} ", "joined", "edges") } else { String::new() };
        println!(
            "{:<10} {:>12} {:>10} {:>10} {:>12} {:>10} {:>10} {guided}{:>9}  about",
            "target", "inputs", "MB", "per s", "slowest, ms", "which", "peak, MB", "findings"
        );
        let mut findings = 0;
        for target in chosen {
            memory::forget_peak();
            let resident = memory::resident_memory();
            let start = Instant::now();
            let (found, pool) = self.fuzz(target);
            let seconds = start.elapsed().as_secs_f64();
            let guided = pool.as_ref().map(|pool| format!("{:>7} {:>8} ", pool.joined(), pool.edges()));
            let peak = memory::peak();
            let excess = excess(resident, peak);
            let (slowest, which) =
                found.slowest.map_or((0.0, String::new()), |(took, name)| (took.as_secs_f64() * 1e3, name.to_string()));
            println!(
                "{:<10} {:>12} {:>10.1} {:>10.0} {:>12.1} {:>10} {:>10} {}{:>9}  {}",
                target.name,
                found.inputs,
                found.bytes as f64 / 1e6,
                found.inputs as f64 / seconds,
                slowest,
                which,
                peak.map_or("?".to_owned(), |peak| (peak / 1024).to_string()),
                guided.unwrap_or_default(),
                found.findings.len() + usize::from(excess.is_some()),
                target.about,
            );
            findings += found.findings.len() + usize::from(excess.is_some());
            if let Some(excess) = excess {
                println!("  it took {} MB more than before it; {} are allowed", excess / 1024, MOST_MEMORY / 1024);
            }
            for finding in found.findings.iter().take(5) {
                let (name, file) = self.write(target, finding)?;
                println!("  {name}: {}\n  as small as it gets, in {file}", finding.what);
            }
            if let Some(pool) = pool.filter(|_| self.keep && target.kept.is_some()) {
                let (cases, covered, of) = pool.cover(target);
                let file = format!("crates/jobs/src/fuzz/kept/{}.txt", target.name);
                let text = kept::file(target, &cases);
                std::fs::write(crate::root().join(&file), text).map_err(|error| format!("{file}: {error}"))?;
                println!("  kept {} inputs, which reach {covered} of {of} edges, in {file}", cases.len());
            }
        }
        if findings == 0 { Ok(()) } else { Err(format!("{findings} findings")) }
    }

    /// Tries the kept inputs of a target, then others.
    fn fuzz(&self, target: &Target) -> (Found, Option<Pool>) {
        let kept = kept::of(target);
        let mut found = Found::default();
        for (index, case) in kept.iter().enumerate() {
            found.attempt(target, Name::Kept(index + 1), case);
        }
        if self.coverage {
            let mut pool = Pool::new(target);
            pool.fuzz(self, target, &mut found);
            return (found, Some(pool));
        }
        let mut seeds = (target.seeds)();
        seeds.extend(kept.into_iter().map(|case| case.bytes));
        let threads =
            if self.threads > 0 { self.threads } else { std::thread::available_parallelism().map_or(1, usize::from) };
        let (next, all) = (AtomicU64::new(self.from), Mutex::new(found));
        let start = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut own = Found::default();
                    while start.elapsed().as_secs() < self.seconds && !own.is_enough() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number - self.from >= self.count {
                            break;
                        }
                        own.attempt(target, Name::Numbered(number), &self.case(&seeds, number));
                    }
                    all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(own);
                });
            }
        });
        (all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner), None)
    }

    /// What the input with a number is drawn from.
    fn draw(&self, number: u64) -> ChaCha8Rng {
        let mut draw = ChaCha8Rng::seed_from_u64(self.seed);
        draw.set_stream(number);
        draw
    }

    /// The input with a number.
    fn case(&self, seeds: &[Vec<u8>], number: u64) -> Case {
        let mut draw = self.draw(number);
        let pick = |draw: &mut ChaCha8Rng| &seeds[draw.random_range(0..seeds.len().max(1))][..];
        let (one, other) = (pick(&mut draw), pick(&mut draw));
        Case { bytes: mutated(one, other, &mut draw), draw: draw.random() }
    }

    /// Makes a finding small and writes it to a file; says what it is called, and where it is.
    fn write(&self, target: &Target, finding: &Finding) -> Result<(String, String), String> {
        let Case { bytes, draw } = finding.case.clone();
        let bytes = made_small(bytes, usize::MAX, |bytes| Case { bytes: bytes.to_vec(), draw }.tried(target).is_err());
        let (name, file) = match finding.name {
            Name::Kept(number) => (format!("kept input {number}"), format!("{}-kept-{number}.txt", target.name)),
            Name::Numbered(number) => {
                (format!("input {number} of seed {}", self.seed), format!("{}-{}-{number}.txt", target.name, self.seed))
            }
        };
        let folder = crate::root().join("target").join("fuzz");
        let file = folder.join(file);
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&file, bytes))
            .map_err(|error| error.to_string())?;
        Ok((name, file.display().to_string()))
    }
}

/// By how much memory has grown, in KiB, if that is more than a target may take.
fn excess(before: Option<u64>, peak: Option<u64>) -> Option<u64> {
    peak?.checked_sub(before?).filter(|&grown| grown > MOST_MEMORY)
}

/// Tries a file with everything that a check may draw.
fn repeat(targets: &[&Target], file: &PathBuf) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut findings = 0;
    for target in targets {
        let mut found = Found::default();
        for draw in 0..=u8::MAX {
            found.attempt(target, Name::Numbered(draw.into()), &Case { bytes: bytes.clone(), draw });
        }
        let first = found.findings.first().map_or("all is well", |finding| &finding.what);
        println!("{:<10} {:>3} of {} fail; {first}", target.name, found.findings.len(), found.inputs);
        findings += found.findings.len();
    }
    if findings == 0 { Ok(()) } else { Err(format!("{findings} findings")) }
}

/// Leaves out ever smaller pieces of an input while it still `does`, and tries at most so many times.
fn made_small(mut bytes: Vec<u8>, mut tries: usize, mut does: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut size = bytes.len() / 2;
    // What is not repeated cannot be made smaller.
    if size == 0 || !does(&bytes) {
        return bytes;
    }
    while size > 0 {
        let mut at = 0;
        while at < bytes.len() {
            if tries == 0 {
                return bytes;
            }
            tries -= 1;
            let rest: Vec<u8> = [&bytes[..at], &bytes[(at + size).min(bytes.len())..]].concat();
            if does(&rest) {
                bytes = rest;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small part of what `cargo xtask fuzz` does, kept inputs first.
    #[test]
    fn no_target_has_a_finding() {
        for target in TARGETS {
            let count = if target.name == "folder" { 100 } else { 300 };
            let job = Fuzz {
                targets: Vec::new(),
                seconds: 60,
                count,
                seed: 7,
                from: 0,
                threads: 1,
                coverage: false,
                keep: false,
                file: None,
            };
            let (found, _) = job.fuzz(target);
            assert_eq!(found.inputs, count + kept::of(target).len() as u64, "{}: {}", target.name, target.about);
            let findings: Vec<&String> = found.findings.iter().map(|finding| &finding.what).collect();
            assert!(findings.is_empty(), "{}: {findings:?}", target.name);
        }
    }

    #[test]
    fn memory_beyond_the_bound_is_a_finding() {
        assert_eq!(excess(Some(1000), Some(1000 + MOST_MEMORY)), None);
        assert_eq!(excess(Some(1000), Some(1001 + MOST_MEMORY)), Some(MOST_MEMORY + 1));
        assert_eq!((excess(Some(1000), Some(10)), excess(None, Some(MOST_MEMORY * 2))), (None, None));
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        let has = |bytes: &[u8]| bytes.contains(&b'x') && bytes.contains(&b'y');
        assert_eq!(made_small(b"a long x and a short y".to_vec(), usize::MAX, has), b"xy");
        assert_eq!(made_small(b"nothing".to_vec(), usize::MAX, has), b"nothing");
    }
}
