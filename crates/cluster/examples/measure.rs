//! Measures what the cluster is for: Sudoku from Parquet to Parquet on this machine, against the command and in how much
//! memory; then on a scheduler and executors on loopback, one of which is killed in the middle.
//!
//! `measure PENCILMARK [MILLIONS] [MILLIONS-ON-A-CLUSTER]`. The puzzles are made in the folder that `PENCILMARK_MEASURE` names, and
//! taken from there the next time.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

type AnyError = Box<dyn Error>;

/// Tasks of a query on the cluster: a file is one.
const FILES: u64 = 16;
const PORT: u16 = 50150;

/// The program beside this one.
fn cluster() -> Command {
    let here = std::env::current_exe().unwrap_or_default();
    let folder = here.ancestors().nth(2).map_or_else(PathBuf::new, Path::to_path_buf);
    Command::new(folder.join("pencilmark-cluster"))
}

/// How a program ended.
struct Ran {
    seconds: f64,
    /// The most memory that it held, in MiB.
    memory: u64,
}

/// Runs a program to its end.
fn run(command: &mut Command) -> Result<Ran, AnyError> {
    let start = Instant::now();
    let mut child = command.stderr(Stdio::null()).spawn()?;
    let mut memory = 0;
    let status = loop {
        memory = peak(&child).unwrap_or(memory);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    if !status.success() {
        return Err(format!("{command:?} failed").into());
    }
    Ok(Ran { seconds: start.elapsed().as_secs_f64(), memory })
}

fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

/// A query with the tables `name=path`.
fn sql(query: &str, tables: &[String], out: Option<&Path>, connect: bool) -> Command {
    let mut command = cluster();
    command.args(["sql", query]);
    for table in tables {
        command.args(["--table", table]);
    }
    match out {
        Some(out) => command.arg("--out").arg(out),
        None => command.args(["--format", "csv"]),
    };
    if connect {
        command.args(["--connect", &format!("df://127.0.0.1:{PORT}")]);
    }
    command
}

/// What a query prints below its head.
fn answer(query: &str, tables: &[String], connect: bool) -> Result<String, AnyError> {
    let output = sql(query, tables, None, connect).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{query} failed").into());
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().skip(1).collect::<Vec<_>>().join("\n"))
}

fn table(name: &str, path: &Path) -> Vec<String> {
    vec![format!("{name}={}", path.display())]
}

/// A process that ends with SIGKILL when it is dropped.
struct Server(Child);

impl Server {
    fn start(words: &[&str]) -> Result<Self, AnyError> {
        let child = cluster().args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        std::thread::sleep(Duration::from_secs(2));
        Ok(Self(child))
    }

    fn scheduler() -> Result<Self, AnyError> {
        Self::start(&["scheduler", "--port", &PORT.to_string(), "--executor-timeout", "5"])
    }

    /// One with one task at a time.
    fn executor(number: u16, folder: &Path) -> Result<Self, AnyError> {
        let work = folder.join(format!("executor-{number}"));
        std::fs::create_dir_all(&work)?;
        let (scheduler, port) = (format!("127.0.0.1:{PORT}"), (PORT + 2 * number).to_string());
        let words = ["executor", "--scheduler", &scheduler, "--port", &port, "--tasks", "1", "--heartbeat", "1"];
        Self::start(&[&words[..], &["--work-dir", &work.display().to_string()]].concat())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const SOLVE: &str = "SELECT id, solve('sudoku', text)['solution'] AS solution FROM p";
const GRADE: &str = "SELECT sum(grade('sudoku', text)['level']) FROM p WHERE id < 2000000";

fn main() -> Result<(), AnyError> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let program = words.first().ok_or("usage: measure PENCILMARK [MILLIONS] [MILLIONS-ON-A-CLUSTER]")?;
    let millions = |place: usize, usual: u64| words.get(place).map_or(Ok(usual), |word| word.parse());
    let (here, there) = (1_000_000 * millions(1, 100)?, 1_000_000 * millions(2, 10)?);
    let folder = std::env::var_os("PENCILMARK_MEASURE").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("pencilmark-measure"));
    std::fs::create_dir_all(&folder)?;
    locally(program, here, &folder)?;
    if there > 0 {
        on_a_cluster(there, &folder)?;
    }
    Ok(())
}

fn locally(program: &str, count: u64, folder: &Path) -> Result<(), AnyError> {
    let (puzzles, lines) = (folder.join(format!("{count}.parquet")), folder.join("lines.txt"));
    if !puzzles.exists() {
        let query = format!("SELECT index AS id, text FROM generate('sudoku', 1, 0, {count}, 'missing=0.57')");
        let ran = run(&mut sql(&query, &[], Some(&puzzles), false))?;
        println!(
            "generate {count}: {:.0} s, {:.0} a second, {} MiB",
            ran.seconds,
            count as f64 / ran.seconds,
            ran.memory
        );
    }
    let p = table("p", &puzzles);
    let mut texts = sql("SELECT text FROM p", &p, None, false).stdout(Stdio::piped()).spawn()?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&lines)?);
    let input = texts.stdout.take().ok_or("no output")?;
    for line in BufReader::with_capacity(1 << 20, input).split(b'\n').skip(1) {
        out.write_all(&line?)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    texts.wait()?;
    let solved = folder.join("solved.parquet");
    println!("\n| from {count} puzzles | seconds | a second | MiB at most |\n| --- | ---: | ---: | ---: |");
    let mut best = [f64::INFINITY; 2];
    for _ in 0..2 {
        let mut command = Command::new(program);
        command.args(["solve", "--format", "line"]).arg(&lines).stdout(File::create(folder.join("solved.txt"))?);
        let runs = [
            ("command, lines to lines", run(&mut command)?),
            ("SQL, Parquet to Parquet", run(&mut sql(SOLVE, &p, Some(&solved), false))?),
        ];
        for ((name, ran), best) in runs.iter().zip(&mut best) {
            println!("| {name} | {:.1} | {:.0} | {} |", ran.seconds, count as f64 / ran.seconds, ran.memory);
            *best = best.min(ran.seconds);
        }
    }
    println!("\nSQL at {:.2} of the command's speed", best[0] / best[1]);
    let sum = u128::from(count) * u128::from(count - 1) / 2;
    let wrong = format!(
        "SELECT count(*) = {count}, sum(id) = {sum} AND min(id) = 0 AND max(id) = {count} - 1, count(*) - count(solution) FROM s"
    );
    println!("all rows there, every id, rows without a solution: {}", answer(&wrong, &table("s", &solved), false)?);
    std::fs::remove_file(&lines)?;
    std::fs::remove_file(folder.join("solved.txt"))?;
    Ok(())
}

fn on_a_cluster(count: u64, folder: &Path) -> Result<(), AnyError> {
    let (puzzles, parts) = (folder.join(format!("{count}.parquet")), folder.join(format!("{count}-parts")));
    if !puzzles.exists() {
        let query = format!("SELECT index AS id, text FROM generate('sudoku', 1, 0, {count}, 'missing=0.57')");
        run(&mut sql(&query, &[], Some(&puzzles), false))?;
    }
    std::fs::create_dir_all(&parts)?;
    for part in 0..FILES {
        let query = format!(
            "SELECT id, text FROM p WHERE id >= {} AND id < {}",
            count * part / FILES,
            count * (part + 1) / FILES
        );
        run(&mut sql(&query, &table("p", &puzzles), Some(&parts.join(format!("{part:02}.parquet"))), false))?;
    }
    let p = table("p", &parts);
    let (here, there) = (folder.join("here.parquet"), folder.join("there.parquet"));
    let local = run(&mut sql(SOLVE, &p, Some(&here), false))?;
    let grades = answer(GRADE, &p, false)?;
    println!("\n| {count} puzzles in {FILES} files | seconds | sum of grades, seconds |\n| --- | ---: | ---: |");
    println!("| this process, both cores | {:.1} | |", local.seconds);
    let compare = [table("a", &here), table("b", &there)].concat();
    let same = "SELECT (SELECT count(*) FROM b) AS there, (SELECT count(*) FROM a JOIN b ON a.id = b.id AND a.solution = b.solution) AS equal";

    let mut scheduler = Server::scheduler()?;
    let mut executors = vec![Server::executor(1, folder)?];
    let mut times = Vec::new();
    for name in ["one executor, one task at a time", "two executors"] {
        if executors.len() < 2 && !times.is_empty() {
            executors.push(Server::executor(2, folder)?);
        }
        let solved = run(&mut sql(SOLVE, &p, Some(&there), true))?;
        let start = Instant::now();
        let equal = answer(GRADE, &p, true)? == grades;
        times.push((solved.seconds, start.elapsed().as_secs_f64()));
        println!("| {name} | {:.1} | {:.1} |", solved.seconds, start.elapsed().as_secs_f64());
        println!(
            "rows there, rows equal: {} ({})",
            answer(same, &compare, false)?,
            if equal { "grades equal" } else { "GRADES DIFFER" }
        );
    }
    if let [one, two] = times[..] {
        println!("\nspeed-up by a second executor: {:.2} for solving, {:.2} for grading", one.0 / two.0, one.1 / two.1);
    }

    // One is killed when a third of the time has passed.
    let start = Instant::now();
    let mut query = sql(SOLVE, &p, Some(&there), true).spawn()?;
    std::thread::sleep(Duration::from_secs_f64(times[1].0 / 3.0));
    let is_running = query.try_wait()?.is_none();
    drop(executors.remove(0));
    let status = query.wait()?;
    println!(
        "\none of two executors killed after {:.1} s (query running: {is_running}): {status}, {:.1} s in all",
        times[1].0 / 3.0,
        start.elapsed().as_secs_f64()
    );
    println!("rows there, rows equal: {}", answer(same, &compare, false)?);

    drop(scheduler);
    scheduler = Server::scheduler()?;
    let again = run(&mut sql(SOLVE, &p, Some(&there), true))?;
    println!(
        "\nscheduler restarted, one executor left: {:.1} s; rows there, rows equal: {}",
        again.seconds,
        answer(same, &compare, false)?
    );
    drop(scheduler);
    Ok(())
}
