//! The functions against the façade's own answers, hostile rows, plans, files, and a cluster that loses an executor.

mod processes;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use datafusion::arrow::array::{Array as _, AsArray as _, RecordBatch};
use datafusion::prelude::SessionContext;
use pencilmark_cluster::{session, sql};

/// What a session may hold.
const MEMORY: usize = 1 << 30;

const LINE: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

async fn rows(session: &SessionContext, query: &str) -> Vec<RecordBatch> {
    let rows = session.sql(query).await.unwrap_or_else(|error| panic!("{query}: {error}"));
    rows.collect().await.unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The rows of a query, in a file.
async fn saved(session: &SessionContext, query: &str, path: &str) {
    let rows = session.sql(query).await.unwrap_or_else(|error| panic!("{query}: {error}"));
    let written = Arc::new(AtomicU64::new(0));
    sql::write(rows, path, &written).await.unwrap_or_else(|error| panic!("{query}: {error}"));
    assert!(written.load(Ordering::Relaxed) > 0, "{query}");
}

/// The first cell as text; nothing for a NULL.
async fn cell(session: &SessionContext, query: &str) -> Option<String> {
    let query = format!("SELECT CAST(({query}) AS VARCHAR)");
    let batches = rows(session, &query).await;
    let text = datafusion::arrow::compute::cast(batches[0].column(0), &datafusion::arrow::datatypes::DataType::Utf8);
    let text = text.expect("text");
    text.is_valid(0).then(|| text.as_string::<i32>().value(0).to_owned())
}

#[tokio::test]
async fn every_kind_is_solved_as_the_facade_solves_it() {
    let session = session::local(MEMORY, session::BATCH).expect("a session");
    let mut kinds = std::collections::HashSet::new();
    for puzzle in pencilmark::corpus::samples() {
        let (kind, text) = (puzzle.kind().id, puzzle.write("json").expect("JSON carries all").replace('\'', "''"));
        let report = puzzle.solver().limit(2).run().expect("solved");
        let answer = puzzle.write_answer(report.solution().expect("a solution"));
        let is_line = kind == "sudoku" && puzzle.shape().0 <= 9;
        let wanted = if is_line { answer.split_whitespace().collect() } else { answer };
        let found = cell(&session, &format!("solve('{kind}', '{text}')['solution']")).await;
        assert_eq!(found.as_deref(), Some(wanted.as_str()), "{kind}");
        kinds.insert(kind);
    }
    assert_eq!(kinds.len(), pencilmark::registry::kinds().len());
}

#[tokio::test]
async fn functions_say_what_the_facade_says() {
    let session = session::local(MEMORY, session::BATCH).expect("a session");
    for (query, wanted) in [
        (format!("solve('', '{LINE}')['outcome']"), Some("solved")),
        (format!("solve('hitori', '{LINE}')['outcome']"), Some("malformed")),
        (format!("check(NULL, '{LINE}')['verdict']"), Some("unique")),
        ("check('', '1..............4')['verdict']".to_owned(), Some("several")),
        ("count_solutions('sudoku', '1..............4', 100)['solutions']".to_owned(), Some("18")),
        ("count_solutions('sudoku', '1..............4', 5)['exhausted']".to_owned(), Some("false")),
        ("convert('', 'sudoku/4/4/g1k23k3g', 'line')['text']".to_owned(), Some(".1.....23.....3.")),
        ("explain('', 'sudoku/4/4/g1k23k3g')['steps'][1]['technique']".to_owned(), Some("hidden-single")),
        // A comma before a word that is also a statement.
        ("SELECT t FROM (SELECT 1, explain('', 'sudoku/4/4/g1k23k3g')['verdict'] AS t)".to_owned(), Some("unique")),
        ("SELECT count(*) FROM generate('hidato', 3, 5, 5)".to_owned(), Some("0")),
        ("SELECT count(DISTINCT text) FROM generate('sudoku', 3, 0, 300)".to_owned(), Some("300")),
        ("SELECT max(index) FROM generate('kenken', 3, 7, 9, 'size=4')".to_owned(), Some("8")),
        ("grade('', 'sudoku/4/4/g1k23k3g')['level']".to_owned(), Some("1")),
        ("solve('sudoku', NULL)['outcome']".to_owned(), None),
        ("solve('sudoku', '')['outcome']".to_owned(), Some("malformed")),
        ("solve('sudoku', repeat('1', 100000000))['outcome']".to_owned(), Some("malformed")),
        ("solve('no such kind', '1')['outcome']".to_owned(), Some("malformed")),
        ("convert('', 'sudoku/4/4/g1k23k3g', 'none')['text']".to_owned(), None),
    ] {
        assert_eq!(cell(&session, &query).await.as_deref(), wanted, "{query}");
    }
}

#[tokio::test]
async fn wrong_calls_are_errors_of_the_query() {
    let session = session::local(MEMORY, session::BATCH).expect("a session");
    for query in [
        "SELECT solve()",
        "SELECT solve(1, 2)",
        "SELECT count_solutions('', '')",
        "SELECT convert('', '', 1)",
        "SELECT * FROM generate('chess', 1, 0, 1)",
        "SELECT * FROM generate('sudoku', 1, -1, 1)",
        "SELECT count_solutions('', '1..............4', -1)",
    ] {
        let ran = match session.sql(query).await {
            Ok(rows) => rows.collect().await.map(|_| ()),
            Err(error) => Err(error),
        };
        assert!(ran.is_err(), "{query}");
    }
}

#[tokio::test]
async fn files_go_in_and_out_and_filters_go_below_the_functions() {
    let folder = processes::Folder::new("files");
    let session = session::local(MEMORY, session::BATCH).expect("a session");
    for format in ["parquet", "csv", "json", "jsonl"] {
        let (puzzles, solved) = (folder.file(&format!("p.{format}")), folder.file(&format!("s.{format}")));
        saved(&session, "SELECT \"index\" AS id, kind, text FROM generate('sudoku', 7, 0, 50)", &puzzles).await;
        sql::add_table(&session, &format!("p_{format}={puzzles}")).await.expect("a table");
        let query = format!("SELECT id, solve(kind, text)['solution'] AS s FROM p_{format} ORDER BY id");
        saved(&session, &query, &solved).await;
        sql::add_table(&session, &format!("s_{format}={solved}")).await.expect("a table");
        let count = cell(&session, &format!("SELECT count(DISTINCT s) FROM s_{format}")).await;
        assert_eq!(count.as_deref(), Some("50"), "{format}");
    }
    // In the plan that runs, from top to bottom: the function, the filter, the file. And one call for two fields.
    let query = "EXPLAIN SELECT s['solution'], s['outcome'] FROM (SELECT id, solve(kind, text) AS s FROM p_parquet) WHERE id < 5";
    let plan = physical(&session, query).await;
    let (function, filter) = (plan.find("solve("), plan.find("FilterExec"));
    assert!(function.is_some() && function < filter && filter < plan.find("DataSourceExec"), "{plan}");
    let experiment = "name=\"x\"\n[[instances]]\ncorpus=\"sudoku/small\"\n[[arms]]\nmethod=\"sat\"\n";
    for (query, calls) in [
        (format!("EXPLAIN SELECT * FROM experiment('{experiment}')"), "run_experiment("),
        (
            "EXPLAIN SELECT text, error FROM generate('sudoku', 1, 0, 1000) WHERE error IS NULL".to_owned(),
            "generate_puzzle(",
        ),
        ("EXPLAIN SELECT * FROM generate('sudoku', 1, 0, 1000) WHERE index < 3".to_owned(), "generate_puzzle("),
    ] {
        let plan = physical(&session, &query).await;
        assert_eq!(plan.matches(calls).count(), 1, "{plan}");
    }
}

/// The plan that runs.
async fn physical(session: &SessionContext, query: &str) -> String {
    let batches = rows(session, query).await;
    let (kinds, plans) = (batches[0].column(0).as_string::<i32>(), batches[0].column(1).as_string::<i32>());
    (0..kinds.len()).filter(|&row| kinds.value(row) == "physical_plan").map(|row| plans.value(row)).collect()
}
