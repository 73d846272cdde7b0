//! A cluster of processes on this machine, which loses some of them.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::DataFusionError;
use datafusion::prelude::SessionContext;
use pencilmark_cluster::{compare, planned, session, sql};
use pencilmark_lab::{Folder as LabFolder, run_in_folder};

use crate::{MEMORY, saved};

/// A folder that goes when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pencilmark-cluster-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process that ends with SIGKILL when it is dropped.
struct Process(Child);

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pencilmark-cluster"));
        Self(command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that is free, and so is the next.
fn free_port() -> u16 {
    let is_free = |port| TcpListener::bind(("127.0.0.1", port)).is_ok();
    let any = || TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port").port();
    std::iter::repeat_with(any).find(|&port| port < 65000 && is_free(port + 1)).expect("a free port")
}

struct Cluster {
    folder: Folder,
    port: String,
    scheduler: Option<Process>,
}

impl Cluster {
    async fn new(name: &str) -> Self {
        let mut cluster = Self { folder: Folder::new(name), port: free_port().to_string(), scheduler: None };
        cluster.start_scheduler().await;
        cluster
    }

    async fn start_scheduler(&mut self) {
        self.scheduler = None;
        self.scheduler = Some(Process::start(&["scheduler", "--port", &self.port, "--executor-timeout", "3"]));
        let address = format!("127.0.0.1:{}", self.port);
        let until = Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(&address).is_err() {
            assert!(Instant::now() < until, "the scheduler does not listen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn executor(&self, name: &str) -> Process {
        let (scheduler, own, work) =
            (format!("127.0.0.1:{}", self.port), free_port().to_string(), self.folder.file(name));
        std::fs::create_dir_all(&work).expect("a folder");
        let common = ["executor", "--scheduler", &scheduler, "--port", &own, "--work-dir", &work];
        Process::start(&[&common[..], &["--tasks", "1", "--heartbeat", "1"]].concat())
    }

    async fn session(&self) -> SessionContext {
        session::connect(&format!("df://127.0.0.1:{}", self.port), session::BATCH).await.expect("a cluster")
    }
}

/// What a query answers; an error as its text.
async fn answer(session: &SessionContext, query: &str) -> Result<String, String> {
    let run = async { session.sql(query).await?.collect().await };
    let batches = tokio::time::timeout(Duration::from_mins(2), run).await.expect("in time");
    let shown = batches.and_then(|batches| pretty_format_batches(&batches).map_err(DataFusionError::from));
    shown.map(|table| table.to_string()).map_err(|error| error.to_string())
}

const FILES: usize = 8;
const EACH: usize = 1000;

#[tokio::test(flavor = "multi_thread")]
async fn queries_survive_losses_and_hostile_rows() {
    let mut cluster = Cluster::new("losses").await;
    let (first, _second) = (cluster.executor("first"), cluster.executor("second"));
    let local = session::local(MEMORY, session::BATCH).expect("a session");
    let puzzles = cluster.folder.file("puzzles");
    std::fs::create_dir_all(&puzzles).expect("a folder");
    // A file is a task: with several, both executors have work.
    for file in 0..FILES {
        let (from, to) = (file * EACH, (file + 1) * EACH);
        let query =
            format!("SELECT \"index\" AS id, kind, text FROM generate('sudoku', 7, {from}, {to}, 'missing=.57')");
        saved(&local, &query, &format!("{puzzles}/{file}.parquet")).await;
    }
    sql::add_table(&local, &format!("p={puzzles}")).await.expect("a table");
    let remote = cluster.session().await;
    sql::add_table(&remote, &format!("p={puzzles}")).await.expect("a table");

    // Explanations take long enough for the loss to come in the middle. Every row says which it is.
    let slow = "SELECT id, explain(kind, text)['solved'] AS solved FROM p";
    let out = cluster.folder.file("explained.parquet");
    let (session, query, target) = (remote.clone(), slow.to_owned(), out.clone());
    let explained = tokio::spawn(async move { saved(&session, &query, &target).await });
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(!explained.is_finished(), "the loss would come too late");
    drop(first);
    tokio::time::timeout(Duration::from_mins(2), explained).await.expect("in time").expect("no panic");
    let counted = "SELECT count(*), count(DISTINCT id), sum(CASE WHEN solved THEN 1 ELSE 0 END) FROM";
    sql::add_table(&local, &format!("explained={out}")).await.expect("a table");
    let shown = answer(&local, &format!("{counted} explained")).await.expect("an answer");
    assert_eq!(shown.matches(&(FILES * EACH).to_string()).count(), 3, "{shown}");

    // Rows that nobody should be given, one of 100 MB among them, and queries that fail while they run.
    let bad = cluster.folder.file("bad.parquet");
    let values = "VALUES (1, NULL), (2, ''), (3, repeat('1', 100000000)), (4, '1..............4'), (5, '{\"kind\":')";
    saved(&local, &format!("SELECT column1 AS id, column2 AS text FROM ({values})"), &bad).await;
    for session in [&local, &remote] {
        sql::add_table(session, &format!("bad={bad}")).await.expect("a table");
    }
    let query = "SELECT id, solve('', text)['outcome'] AS outcome, grade('sudoku', text)['error'] IS NULL AS fine FROM bad ORDER BY id";
    let hostile = answer(&remote, query).await.expect("rows with errors");
    assert_eq!(hostile, answer(&local, query).await.expect("rows with errors"));
    assert_eq!(hostile.matches("malformed").count(), 3, "{hostile}");
    let failing = "SELECT count_solutions('', text, id - 3) FROM bad";
    let error = answer(&remote, failing).await.expect_err("a limit below 0");
    assert!(error.contains("-2"), "{error}");
    // A row that takes longer than an executor may be silent: heartbeats go on.
    let long =
        "SELECT count_solutions('', repeat('.', 77 + id), 1000000000000, 5)['outcome'] AS o FROM bad WHERE id = 4";
    assert!(answer(&remote, long).await.is_ok_and(|table| table.contains("gave-up")));
    let unknown = "SELECT generate_puzzle('chess', id, id) FROM bad";
    assert!(answer(&remote, unknown).await.is_err_and(|error| error.contains("chess")));

    // A scheduler that comes back knows nothing, and its executor finds it again.
    let fast = "SELECT id, solve(kind, text)['solution'] AS s FROM p ORDER BY id LIMIT 50";
    let expected = answer(&local, fast).await.expect("an answer");
    assert_eq!(answer(&remote, fast).await.as_ref(), Ok(&expected));
    cluster.start_scheduler().await;
    let again = cluster.session().await;
    sql::add_table(&again, &format!("p={puzzles}")).await.expect("a table");
    assert_eq!(answer(&again, fast).await, Ok(expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_leaves_the_records_of_the_lab() {
    const TEXT: &str = "name = \"x\"\nseeds = 3\n[budget]\nchecks = 20000\n[[instances]]\ncorpus = \"sudoku/small\"\ncount = 4\n\
        [[instances]]\nkind = \"kenken\"\nsize = \"4\"\ncount = 3\n[base]\nmethod = \"backtracking\"\n[factors]\n\
        inference = [\"forward\", \"mac\"]\norder = [\"mrv\", \"random\"]\n[[arms]]\nmethod = \"annealing\"\n";
    let cluster = Cluster::new("experiment").await;
    let _executors = [cluster.executor("first"), cluster.executor("second")];
    let plan = planned("x.toml", TEXT).expect("a plan");
    let stop = pencilmark::StopSignal::default();
    let here = LabFolder::new(cluster.folder.file("here"));
    let command = ["test".to_owned()];
    run_in_folder(&here, &plan, &command, 2, &stop, |_| ()).expect("no error").expect("all runs");
    let remote = cluster.session().await;
    let there = LabFolder::new(cluster.folder.file("there"));
    let mut most = 0;
    let records = compare(&remote, &plan, &there, &command, |done| most = done).expect("no error").expect("all runs");
    assert_eq!((records.len(), most), (plan.runs.len(), plan.runs.len()));
    // Byte for byte, but for the last column that is not a factor.
    let text = |folder: &LabFolder| {
        let text = std::fs::read_to_string(folder.file("records.csv")).expect("records");
        let records = folder.records(&plan).expect("records of the plan");
        records.iter().fold(text, |text, record| text.replacen(&format!(",{},", record.seconds), ",,", 1))
    };
    assert_eq!(text(&here), text(&there));
    // The same as a table, and puzzles that are made there.
    let local = session::local(MEMORY, session::BATCH).expect("a session");
    for query in [
        format!("SELECT run, arm, checks FROM experiment('{TEXT}') ORDER BY run"),
        "SELECT * FROM generate('hidato', 3, 10, 40, 'size=4') ORDER BY index".to_owned(),
        "SELECT count(*) FROM generate('sudoku', 3, 0, 1000)".to_owned(),
    ] {
        assert_eq!(answer(&remote, &query).await, answer(&local, &query).await, "{query}");
    }
}

/// Sends a signal, and waits for the end; the exit code.
async fn ended(process: &mut Process, signal: &str) -> Option<i32> {
    let sent = Command::new("kill").args([signal, &process.0.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        if let Some(status) = process.0.try_wait().expect("a process") {
            return status.code();
        }
        assert!(Instant::now() < until, "{signal} did not end it");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signals_end_every_process_and_its_work() {
    let mut cluster = Cluster::new("signals").await;
    let mut executor = cluster.executor("first");
    // Longer than anybody waits, on every thread, and in one case before the query begins.
    let puzzle = "count_solutions('', repeat('.', 81), 1000000000000, 2 + index / 1000)";
    let long = format!("SELECT {puzzle}['outcome'] FROM generate('sudoku', 1, 0, 200)");
    let out = cluster.folder.file("never.csv");
    let url = format!("df://127.0.0.1:{}", cluster.port);
    let constant = "SELECT count_solutions('', repeat('.', 81), 1000000000000, 100)['outcome']";
    for (words, signal) in [
        (vec!["sql", &long, "--batch", "1", "--out", &out], "-INT"),
        (vec!["sql", constant], "-TERM"),
        (vec!["sql", &long, "--batch", "1", "--connect", &url], "-TERM"),
    ] {
        let mut query = Process::start(&words);
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(query.0.try_wait().expect("a process"), None, "{words:?}");
        assert_eq!(ended(&mut query, signal).await, Some(130), "{words:?}");
    }
    // The executor has nothing more to do with the last one.
    let session = cluster.session().await;
    let quick = answer(&session, "SELECT count(*) FROM generate('sudoku', 1, 0, 3)");
    let quick = tokio::time::timeout(Duration::from_secs(20), quick).await.expect("the executor is free");
    assert!(quick.is_ok_and(|table| table.contains('3')));
    let left: Vec<_> = std::fs::read_dir(&cluster.folder.0).expect("a folder").flatten().collect();
    assert!(left.iter().all(|file| !file.file_name().to_string_lossy().contains("never")), "{left:?}");
    assert_eq!(ended(&mut executor, "-TERM").await, Some(0));
    let mut scheduler = cluster.scheduler.take().expect("a scheduler");
    assert_eq!(ended(&mut scheduler, "-INT").await, Some(0));
}
