//! `cargo xtask studio-load`: the studio under load and under attack; writes benchmarks/studio.md.
//!
//! The server is a process of its own, so that its memory is its own; the clients are threads of this one, over the loopback interface.

mod client;
mod hostile;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use pencilmark::corpus;
use serde_json::{Value, json};

use crate::measure::provenance;
use crate::{memory, root};
use client::{Client, connect, request};

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct StudioLoad {
    /// Seconds of load
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Clients at a time
    #[arg(long, default_value_t = 200)]
    clients: usize,
    /// Event streams to open at a time
    #[arg(long, default_value_t = 10_000)]
    streams: usize,
}

/// The studio as a process.
struct Studio {
    child: Child,
    host: String,
}

impl Studio {
    fn open() -> Result<Self, String> {
        let here = std::env::current_exe().map_err(|error| error.to_string())?;
        let program = here.with_file_name("pencilmark");
        let mut child = Command::new(&program)
            .args(["studio", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}\nhelp: build it with `cargo build --release`", program.display()))?;
        let mut line = String::new();
        let out = child.stdout.as_mut().ok_or("no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Self { child, host })
    }

    /// What is resident now and what was at most, in MiB.
    fn memory(&self) -> (u64, u64) {
        let mib = |field: Option<u64>| field.unwrap_or_default() / 1024;
        let of = self.child.id();
        (mib(memory::resident_of(of)), mib(memory::peak_of(of)))
    }

    /// How long it takes until all workers are free.
    fn free_after(&self) -> Option<Duration> {
        let (start, mut client) = (Instant::now(), Client::new(&self.host));
        while start.elapsed() < Duration::from_secs(20) {
            if client.ask("/api/status", None).is_ok_and(|(_, body)| body == br#"{"free":true}"#) {
                return Some(start.elapsed());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Ends it; what it said that it should not have.
    fn close(mut self) -> Result<String, String> {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().map_err(|error| error.to_string())?;
        let status = self.child.wait().map_err(|error| error.to_string())?;
        let mut said = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut said).map_err(|error| error.to_string())?;
        }
        if !status.success() || said.contains("panicked") {
            return Err(format!("the studio ended with {status}:\n{said}"));
        }
        Ok(said)
    }
}

/// What threads share; none of them panics.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same when they are done.
fn taken<T>(shared: Mutex<T>) -> T {
    shared.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Answers by status, and failures by what failed.
type Tally = BTreeMap<String, u64>;

fn count(tally: &mut Tally, name: impl Into<String>) {
    *tally.entry(name.into()).or_default() += 1;
}

fn in_words(tally: &Tally) -> String {
    let parts: Vec<String> =
        tally.iter().map(|(name, count)| format!("{name}: {}", pencilmark::front::display::grouped(*count))).collect();
    parts.join(", ")
}

/// Requests about the puzzles of a set, without their solutions.
fn bodies(set: &str) -> Vec<Value> {
    let puzzles = corpus::set(set).unwrap_or_default();
    let bare = puzzles.iter().map(|puzzle| {
        let mut object = puzzle.to_json();
        object.remove("solution");
        json!({ "puzzle": object })
    });
    bare.collect()
}

impl StudioLoad {
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut text = format!(
            "# The studio under load and under attack\n\n`cargo xtask studio-load`: `pencilmark studio` as a process, and clients on threads of another one on the \
             same machine, over the loopback interface. {}\n",
            provenance()
        );
        let studio = Studio::open()?;
        let _ = writeln!(text, "\n## Load\n\n{}", self.load(&studio)?);
        let _ = writeln!(text, "\n## A hint on 9x9, 20 clients\n\n{}", hints(&studio)?);
        let _ = writeln!(text, "\n## Hostile clients\n\n{}", hostile::run(&studio, self.streams)?);
        let (resident, peak) = studio.memory();
        studio.close()?;
        let _ = writeln!(
            text,
            "\nIn the end {resident} MiB are resident, at most {peak} MiB were. It closed with code 0 and never panicked."
        );
        std::fs::write(root().join("benchmarks/studio.md"), &text).map_err(|error| error.to_string())?;
        print!("{text}");
        Ok(())
    }

    /// Solves, hints and runs that are given up, by many clients at a time.
    fn load(&self, studio: &Studio) -> Result<String, String> {
        let kinds = pencilmark::registry::kinds().iter().map(|entry| entry.info.id);
        let asked: Vec<Value> = kinds.flat_map(|kind| bodies(&format!("{kind}/normal"))).collect();
        let (before, _) = studio.memory();
        let tally = Mutex::new(BTreeMap::<&str, Tally>::new());
        let until = Instant::now() + Duration::from_secs(self.seconds);
        std::thread::scope(|scope| {
            for number in 0..self.clients {
                let (asked, tally) = (&asked, &tally);
                scope.spawn(move || {
                    let mut client = Client::new(&studio.host);
                    let mut own: BTreeMap<&str, Tally> = BTreeMap::new();
                    for turn in (number..).take_while(|_| Instant::now() < until) {
                        let body = &asked[turn * 7 % asked.len()];
                        let (what, answer) = match turn % 5 {
                            0 | 1 => ("solves", client.ask("/api/solve", Some(&body.to_string())).map(|it| it.0)),
                            2 | 3 => ("hints", client.ask("/api/hint", Some(&body.to_string())).map(|it| it.0)),
                            _ => ("runs given up", given_up(&studio.host, body)),
                        };
                        let name = answer.as_ref().map_or_else(|error| format!("error: {error}"), u16::to_string);
                        count(own.entry(what).or_default(), name);
                        if !matches!(answer, Ok(200)) {
                            std::thread::sleep(Duration::from_millis(50));
                        }
                    }
                    let mut all = locked(tally);
                    for (what, answers) in own {
                        for (name, times) in answers {
                            *all.entry(what).or_default().entry(name).or_default() += times;
                        }
                    }
                });
            }
        });
        let free = studio.free_after().ok_or("workers are not free")?;
        let (after, peak) = studio.memory();
        let tally = taken(tally);
        let other = |name: &&String| !matches!(name.as_str(), "200" | "429");
        if let Some(wrong) = tally.values().flat_map(BTreeMap::keys).find(other) {
            return Err(format!("an answer that is neither 200 nor 429: {wrong} ({tally:?})"));
        }
        let mut text = format!(
            "{} clients for {} s, over connections that they keep; a client that is refused waits 50 ms.\n\n| requests | answers by status |\n| --- | --- |\n",
            self.clients, self.seconds
        );
        for (what, answers) in &tally {
            let _ = writeln!(text, "| {what} | {} |", in_words(answers));
        }
        let _ = write!(
            text,
            "\nNo other error. Resident: {before} MiB before, {after} MiB after, {peak} MiB at most. All workers were free {} ms after the last client.",
            free.as_millis()
        );
        Ok(text)
    }
}

/// Begins to watch a search that would take a minute, and goes away.
fn given_up(host: &str, body: &Value) -> std::io::Result<u16> {
    let mut asked = body.clone();
    asked["method"] = "annealing:temperature=1000".into();
    asked["seconds"] = 60.into();
    let mut reader = BufReader::new(connect(host)?);
    reader.get_mut().write_all(&request(host, "/api/watch", Some(&asked.to_string())))?;
    let Some((status, _)) = client::head(&mut reader)? else { return Err(std::io::ErrorKind::UnexpectedEof.into()) };
    if status == 200 {
        reader.read_exact(&mut [0; 1000])?;
    }
    Ok(status)
}

/// How long a hint takes.
fn hints(studio: &Studio) -> Result<String, String> {
    let mut text =
        "| puzzles | hints | per s | median, ms | 99 %, ms | most, ms |\n| --- | ---: | ---: | ---: | ---: | ---: |"
            .to_owned();
    for set in ["sudoku/normal", "sudoku/hard"] {
        let asked: Vec<String> = bodies(set).iter().map(Value::to_string).collect();
        let times = Mutex::new(Vec::new());
        let (start, time) = (Instant::now(), Duration::from_secs(10));
        let failure = Mutex::new(None);
        std::thread::scope(|scope| {
            for number in 0..20 {
                let (asked, times, failure) = (&asked, &times, &failure);
                scope.spawn(move || {
                    let mut client = Client::new(&studio.host);
                    let mut own = Vec::new();
                    for turn in (number..).take_while(|_| start.elapsed() < time) {
                        let begun = Instant::now();
                        match client.ask("/api/hint", Some(&asked[turn % asked.len()])) {
                            Ok((200, _)) => own.push(begun.elapsed().as_secs_f64() * 1e3),
                            other => {
                                let other = other.map(|answer| answer.0);
                                locked(failure).replace(other);
                            }
                        }
                    }
                    locked(times).extend(own);
                });
            }
        });
        if let Some(other) = taken(failure) {
            return Err(format!("a hint was answered with {other:?}"));
        }
        let mut times = taken(times);
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
        let _ = write!(
            text,
            "\n| {set} | {} | {:.0} | {:.1} | {:.1} | {:.1} |",
            pencilmark::front::display::grouped(times.len() as u64),
            times.len() as f64 / time.as_secs_f64(),
            at(0.5),
            at(0.99),
            times.last().copied().unwrap_or(f64::NAN)
        );
    }
    Ok(text + "\n\nWanted: 99 % under 50 ms.")
}
