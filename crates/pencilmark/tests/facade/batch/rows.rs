//! Results as rows of a table, on the caller's thread: the same as the records of the contract.

use std::collections::BTreeSet;

use pencilmark::batch::{BatchError, Job, Plans, Session};
use pencilmark::outcome::Counters;
use pencilmark::record::{ANSWER, CHECK, Goal, Origin, Record, Row, SEARCH};
use pencilmark::table::{Column, Table, Values};
use pencilmark::teach::{EXPLAIN, ExplainRecord, GRADE, GradeRecord, STEP, TeachOptions};
use pencilmark::{Options, corpus};

use super::NINE;

fn all_rows(texts: &[&str], job: Job, limit: usize) -> Vec<Row> {
    let plans = Plans::of(Options::default().limit(limit));
    let session = Session { plans: Some(&plans), ..Session::default() };
    let mut all = Vec::new();
    let ran = session.run_here(texts.iter().copied(), |item| {
        assert_eq!(item.index(), all.len());
        all.push(item.row(job, Goal::of_limit(limit), &plans).map_err(BatchError::from)?);
        Ok::<(), BatchError>(())
    });
    ran.expect("no wrong answer");
    all
}

#[test]
fn rows_say_what_records_say() {
    let puzzles = corpus::samples();
    let texts: Vec<String> = puzzles.iter().map(|puzzle| puzzle.write("json").expect("JSON carries all")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (puzzle, row) in puzzles.iter().zip(all_rows(&texts, Job::Check, 2)) {
        let options = Options::default().limit(2);
        let plan = puzzle.plan(&options).expect("a plan");
        let check = puzzle.check_with(&plan).expect("checked");
        let record = Record::of_check(Origin::default(), puzzle, &check, &plan);
        assert_eq!((row.kind, row.outcome), (record.kind, record.outcome));
        assert_eq!((row.solutions, row.exhausted), (record.solutions as u64, record.exhausted));
        assert_eq!(row.verdict, record.check.map(|findings| findings.verdict));
        let counters = record.counters.expect("counters");
        assert_eq!(row.counters.map(|own| own.rows().into_iter().collect()), Some(counters));
        let written = puzzle.write_answer(check.report.solution().expect("a solution"));
        let on_a_line = row.kind == Some("sudoku");
        let wanted = if on_a_line { written.split_whitespace().collect() } else { written };
        assert_eq!(row.solution.as_deref(), Some(wanted.as_str()));
    }
}

#[test]
fn rows_of_lines_of_contradictions_and_of_what_is_no_puzzle() {
    let twice = format!("55{}", ".".repeat(79));
    let empty = ".".repeat(81);
    let texts = [NINE, "no puzzle", &twice, &empty, "", NINE];
    let found = all_rows(&texts, Job::Check, 2);
    let words: Vec<_> = found.iter().map(|row| (row.outcome.word(), row.verdict)).collect();
    let (unique, malformed) = (("solved", Some("unique")), ("malformed", None));
    let several = ("solved", Some("several"));
    assert_eq!(words, [unique, malformed, ("refuted", Some("none")), several, malformed, unique]);
    assert_eq!(found[0].solution, found[5].solution);
    assert!(found[1].error.as_ref().is_some_and(|error| error.starts_with("1:1: ")));
    assert!(found[2].reason.as_ref().is_some_and(|reason| reason.contains('5')), "{:?}", found[2].reason);
    assert!(found[3].second_solution.is_some() && found[3].second_solution.as_deref() != found[3].solution.as_deref());
    // A first solution says nothing about a second.
    let one = all_rows(&texts[..1], Job::Solve, 1);
    assert_eq!((one[0].solutions, one[0].exhausted, one[0].verdict), (1, false, None));
}

/// The names of all properties of a schema that have a description.
fn described(schema: &serde_json::Value, into: &mut BTreeSet<String>) {
    let parts: Vec<&serde_json::Value> = match schema {
        serde_json::Value::Object(map) => map.values().collect(),
        serde_json::Value::Array(list) => list.iter().collect(),
        _ => return,
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    into.extend(properties.filter(|(_, property)| property["description"].is_string()).map(|(name, _)| name.clone()));
    for part in parts {
        described(part, into);
    }
}

#[test]
fn columns_have_the_names_of_the_contract_which_says_what_they_hold() {
    fn compare<R>(columns: &[Column<R>], schema: &serde_json::Value) {
        let mut known: BTreeSet<String> = Counters::LIST.iter().map(|info| info.name.to_owned()).collect();
        described(schema, &mut known);
        for Column { name, .. } in columns {
            assert!(known.contains(&**name), "`{name}` is not in the contract");
        }
    }
    let record = pencilmark::record::schema();
    compare(ANSWER, &record);
    compare(SEARCH, &record);
    compare(CHECK, &record);
    compare(GRADE, &pencilmark::teach::schema::<GradeRecord>());
    compare(EXPLAIN, &pencilmark::teach::schema::<ExplainRecord>());
    compare(STEP, &pencilmark::teach::schema::<ExplainRecord>());
}

#[test]
fn a_table_has_the_cells_of_its_rows() {
    let rows = all_rows(&[NINE, "no puzzle", &".".repeat(81)], Job::Check, 2);
    let (mut first, mut rest) = (Table::new(CHECK), Table::new(CHECK));
    first.push(Some(&rows[0]));
    first.push(None);
    rest.push(Some(&rows[1]));
    rest.push(Some(&rows[2]));
    first.append(rest);
    assert_eq!(first.there(), [true, false, true, true]);
    for (column, values) in first.columns().iter().zip(first.values()) {
        let cell = |row: usize| column.value(&rows[row]).map(pencilmark::table::Value::text);
        let found: Vec<Option<String>> = match values {
            Values::Text(texts) => texts.iter().map(|text| text.map(str::to_owned)).collect(),
            Values::Whole(numbers) => numbers.iter().map(|number| number.map(|number| number.to_string())).collect(),
            Values::Real(numbers) => numbers.iter().map(|number| number.map(|number| number.to_string())).collect(),
            Values::Flag(flags) => flags.iter().map(|flag| flag.map(|flag| flag.to_string())).collect(),
            Values::Steps { .. } => panic!("a check has no steps"),
        };
        assert_eq!(found, [cell(0), None, cell(1), cell(2)], "{}", column.name);
        assert!(!column.required || rows.iter().all(|row| column.value(row).is_some()), "{}", column.name);
    }
    let object = first.object(2).expect("a row");
    assert_eq!((object["kind"].as_str(), object["outcome"].as_str()), (None, Some("malformed")));
    assert_eq!(first.object(3).expect("a row")["verdict"], "several");
    assert!(first.object(4).is_none());

    // Each explanation has its own steps.
    let puzzle = pencilmark::Puzzle::parse("sudoku/4/4/g1k23k3g").expect("a puzzle");
    let explained = || {
        ExplainRecord::of(&puzzle.explain(&TeachOptions::default(), false).expect("steps"), &TeachOptions::default())
    };
    let mut table = Table::new(EXPLAIN);
    for row in [Ok(explained()), Err("no puzzle".to_owned()), Ok(explained())] {
        table.push(Some(&row));
    }
    let steps = explained().steps;
    for (row, wanted) in [(0, steps.len()), (2, steps.len())] {
        let object = table.object(row).expect("a row");
        let told: Vec<&str> =
            object["steps"].as_array().expect("steps").iter().filter_map(|step| step["text"].as_str()).collect();
        assert_eq!(told.len(), wanted);
        assert!(told.iter().zip(&steps).all(|(text, step)| step.text.last().is_some_and(|last| last == text)));
    }
    assert!(table.object(1).expect("a row")["steps"].is_null());
}
