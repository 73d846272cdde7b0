//! Results as rows of a table, on the caller's thread: the same as the records of the contract.

use pencilmark::batch::{BatchError, Job, Plans, Session};
use pencilmark::record::{Goal, Origin, Record, Row};
use pencilmark::{Options, corpus};

use super::NINE;

fn all_rows(texts: &[&str], job: Job, limit: usize) -> Vec<Row> {
    let plans = Plans::of(Options::up_to(limit));
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
        let options = Options::up_to(2);
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
