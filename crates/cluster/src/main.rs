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
use pencilmark::front::display::grouped;
use pencilmark_cluster::{Executor, Scheduler, compare, job, planned, session, sql};
use pencilmark_lab::{Folder, report};
use tokio::runtime::Builder;

use args::{Command, CompareArgs, ExecutorArgs, SchedulerArgs, SqlArgs, Verb, Where};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// How long a server may take to end when it is told to.
const GRACE: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let verb = Command::parse().verb;
    let is_executor = matches!(verb, Verb::Executor(_));
    let is_server = is_executor || matches!(verb, Verb::Scheduler(_));
    let url = match &verb {
        Verb::Sql(SqlArgs { place, .. }) | Verb::Compare(CompareArgs { place, .. }) => place.connect.clone(),
        Verb::Scheduler(_) | Verb::Executor(_) => None,
    };
    let out = if let Verb::Sql(args) = &verb { args.out.clone() } else { None };
    // Signals have a runtime of their own: searches keep the threads of the other one, and nobody there would hear.
    let runtimes = Builder::new_multi_thread().enable_all().build().and_then(|work| {
        let signals = Builder::new_current_thread().enable_all().build()?;
        Ok((work, signals))
    });
    let (worker, signals) = match runtimes {
        Ok(runtimes) => runtimes,
        Err(error) => return failed(&error.to_string()),
    };
    let mut work = worker.spawn(async { run(verb).await.map_err(|error| error.to_string()) });
    let done = signals.block_on(async {
        tokio::select! {
            done = &mut work => Some(done),
            () = stopped() => {
                if is_executor {
                    // It says good-bye to its scheduler.
                    let _ = tokio::time::timeout(GRACE, &mut work).await;
                }
                if let Some(url) = url {
                    let _ = tokio::time::timeout(GRACE, job::cancel(&url)).await;
                }
                None
            }
        }
    });
    match done {
        Some(Ok(Ok(()))) => ExitCode::SUCCESS,
        Some(Ok(Err(error))) => failed(&error),
        Some(Err(error)) => failed(&error.to_string()),
        None => {
            if let Some(out) = out {
                sql::discard(&out);
            }
            // Not a return: a search that goes on in a thread must not hold the process.
            std::process::exit(if is_server { 0 } else { 130 })
        }
    }
}

fn failed(error: &str) -> ExitCode {
    eprintln!("error: {error}");
    if let Some((_, help)) = HELP.iter().find(|(word, _)| error.contains(word)) {
        eprintln!("help: {help}");
    }
    ExitCode::from(2)
}

/// What to do about errors that the engines word for their own developers.
const HELP: [(&str, &str); 6] = [
    ("tcp connect error", "nobody listens there; start `pencilmark-cluster scheduler`, or look at --connect"),
    ("relative URL without a base", "write --connect df://HOST:PORT"),
    ("Address already in use", "choose another one with --port; an executor takes two"),
    ("Nested type Struct", "take a field, such as solve(…)['solution'], or write .json or .parquet"),
    ("Dot access not supported", "a field is taken like this: solve(…)['solution']"),
    ("kind and text being strings", "cast a column of digits: CAST(text AS VARCHAR)"),
];

/// Fails if somebody else listens there: the engines would say so after they have begun.
fn must_be_free(bind: &str, ports: &[u16]) -> Result<(), AnyError> {
    for port in ports {
        let socket = std::net::TcpListener::bind((bind, *port));
        socket.map_err(|error| format!("{bind}:{port}: {error}"))?;
    }
    Ok(())
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
            must_be_free(&bind, &[port])?;
            eprintln!("scheduler at {bind}:{port}; Ctrl-C ends it");
            Ok(Scheduler { bind, port, executor_timeout }.run().await?)
        }
        Verb::Executor(ExecutorArgs { scheduler, bind, advertise, port, work_dir, tasks, heartbeat }) => {
            must_be_free(&bind, &[port, port + 1])?;
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
    let mut done = sql::write(rows.clone(), &out, &written).await;
    // Rows are fetched from executors when all are done. One that is lost then takes its rows with it.
    if args.place.connect.is_some() && matches!(&done, Err(error) if error.is_lost()) {
        eprintln!("an executor was lost while its rows were fetched; once more");
        written.store(0, Ordering::Relaxed);
        done = sql::write(rows, &out, &written).await;
    }
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
