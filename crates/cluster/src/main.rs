//! The command: queries and experiments here or on a cluster, and the processes of a cluster.

mod args;
mod print;

use std::io::{IsTerminal as _, Read as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser as _;
use datafusion::prelude::SessionContext;
use pencilmark::display::grouped;
use pencilmark_cluster::{Executor, Scheduler, compare, planned, session, sql};
use pencilmark_lab::{Folder, report};

use args::{Command, CompareArgs, ExecutorArgs, SchedulerArgs, SqlArgs, Verb, Where};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// How long a server may take to end when it is told to.
const GRACE: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> ExitCode {
    let verb = Command::parse().verb;
    let is_server = matches!(verb, Verb::Scheduler(_) | Verb::Executor(_));
    // A task of its own: planning evaluates what is constant, and may search for long without a break.
    let mut work = tokio::spawn(async { run(verb).await.map_err(|error| error.to_string()) });
    let done = tokio::select! {
        done = &mut work => done.unwrap_or_else(|error| Err(error.to_string())),
        () = stopped() => {
            if is_server {
                // An executor says good-bye to its scheduler.
                let _ = tokio::time::timeout(GRACE, &mut work).await;
            }
            // Half a file goes with the task.
            work.abort();
            let _ = tokio::time::timeout(Duration::from_secs(1), work).await;
            // Not a return: a search that goes on in a thread must not hold the process.
            std::process::exit(if is_server { 0 } else { 130 })
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Ends with Ctrl-C or SIGTERM.
async fn stopped() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

async fn run(verb: Verb) -> Result<(), AnyError> {
    match verb {
        Verb::Sql(args) => query(args).await,
        Verb::Compare(args) => experiment(args).await,
        Verb::Scheduler(SchedulerArgs { bind, port, executor_timeout }) => {
            eprintln!("scheduler at {bind}:{port}; Ctrl-C ends it");
            Ok(Scheduler { bind, port, executor_timeout }.run().await?)
        }
        Verb::Executor(ExecutorArgs { scheduler, bind, advertise, port, work_dir, tasks, heartbeat }) => {
            let (host, of) = &scheduler;
            eprintln!("executor at {bind}:{port} for the scheduler at {host}:{of}; Ctrl-C ends it");
            let advertise = advertise.unwrap_or_else(|| bind.clone());
            Ok(Executor { bind, advertise, port, scheduler, work_dir, tasks, heartbeat }.run().await?)
        }
    }
}

async fn open(place: &Where) -> Result<SessionContext, AnyError> {
    Ok(match &place.connect {
        Some(url) => session::connect(url, place.batch).await?,
        None => session::local(place.memory, place.batch)?,
    })
}

async fn query(args: SqlArgs) -> Result<(), AnyError> {
    let mut text = args.query;
    if text == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text)?;
    }
    let session = open(&args.place).await?;
    for table in &args.tables {
        sql::add_table(&session, table).await?;
    }
    let rows = session.sql(&text).await?;
    let Some(out) = args.out else { return print::print(rows, args.format).await };
    let (written, start) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let watched = Arc::clone(&written);
    let watch = tokio::spawn(async move {
        while std::io::stderr().is_terminal() {
            tokio::time::sleep(Duration::from_millis(250)).await;
            eprint!("\r\x1b[2K{}", so_far(watched.load(Ordering::Relaxed), start));
        }
    });
    let done = sql::write(rows, &out, &written).await;
    watch.abort();
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[2K");
    }
    done?;
    eprintln!("{out}: {}", so_far(written.load(Ordering::Relaxed), start));
    Ok(())
}

fn so_far(rows: u64, start: Instant) -> String {
    let seconds = start.elapsed().as_secs_f64();
    format!("{} rows in {seconds:.1} s, {} a second", grouped(rows), grouped((rows as f64 / seconds.max(1e-3)) as u64))
}

async fn experiment(args: CompareArgs) -> Result<(), AnyError> {
    let name = args.experiment.display().to_string();
    let text = std::fs::read_to_string(&args.experiment).map_err(|error| format!("{name}: {error}"))?;
    let plan = tokio::task::block_in_place(|| planned(&name, &text))?;
    let session = open(&args.place).await?;
    let folder = Folder::new(args.folder.unwrap_or_else(|| {
        let name = args.experiment.file_stem().unwrap_or_default();
        std::path::Path::new("pencilmark-lab").join(name)
    }));
    let (total, is_terminal) = (plan.runs.len(), std::io::stderr().is_terminal());
    let command: Vec<String> = std::env::args().collect();
    let records = compare(&session, &plan, &folder, &command, |done| {
        if is_terminal {
            eprint!("\r\x1b[2K{} of {} runs", grouped(done as u64), grouped(total as u64));
        }
    });
    if is_terminal {
        eprint!("\r\x1b[2K");
    }
    let Some(records) = records? else { return Err("not all runs came back; the same command goes on".into()) };
    let lines = report(&plan, &folder.manifest()?, &records).summary.terminal(100);
    print::say(&lines.into_iter().map(|(_, line)| line + "\n").collect::<String>())?;
    eprintln!("records and report: {}", folder.path().display());
    Ok(())
}
