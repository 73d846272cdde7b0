//! Records: kept safe while runs are open, complete and in order once they are done, the same however often it was stopped.

mod edited;
mod experiments;

use std::fs;
use std::path::PathBuf;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::RowAccessor as _;
use pencilmark::StopSignal;
use pencilmark::outcome::Why;
use pencilmark_lab::{
    Arm, Experiment, Folder, Holder, LabError, Limits, Manifest, Plan, Record, Remedy, RunOutcome, read_csv,
    run_and_record, run_in_folder, verify,
};

const SMALL: &str = r#"
name = "small"
seeds = 3
[budget]
checks = 20_000
[[instances]]
corpus = "sudoku/small"
count = 4
[[arms]]
method = "backtracking:inference=forward"
[[arms]]
method = "annealing"
[[arms]]
method = "sat"
"#;

fn plan() -> Plan {
    plan_of(SMALL)
}

fn plan_of(text: &str) -> Plan {
    let experiment = Experiment::parse("small.toml", text).expect("an experiment");
    Plan::new(experiment, ("small.toml", text), 1, &StopSignal::default(), &|_| ()).expect("a plan")
}

/// A folder of its own for a test, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pencilmark-lab-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn timeless(records: &[Record]) -> Vec<Record> {
    records.iter().map(|record| Record { seconds: 0.0, ..record.clone() }).collect()
}

fn run_in(scratch: &Scratch) -> Vec<Record> {
    run_plan_in(scratch, &plan())
}

fn run_plan_in(scratch: &Scratch, plan: &Plan) -> Vec<Record> {
    let folder = Folder::new(&scratch.0).make_and_lock().expect("nobody else is here");
    let mut manifest = Manifest::new(plan, 2, vec!["test".to_owned()]);
    folder.create(plan, &manifest).expect("a folder");
    let records = run_and_record(&folder, plan, &mut manifest, 2, &StopSignal::default(), |_| ());
    assert_eq!(folder.manifest().expect("a manifest"), manifest, "what is kept is what is written");
    records.expect("records").expect("all of them")
}

#[test]
fn a_folder_holds_all_that_is_needed_to_go_on() {
    let scratch = Scratch::new("whole");
    let records = run_in(&scratch);
    assert_eq!(records.len(), 4 * (1 + 3 + 1));
    let folder = Folder::new(&scratch.0);
    let again = folder.plan().expect("the plan as it was");
    assert_eq!(again.runs, plan().runs);
    let manifest = folder.manifest_for(&again).expect("the same experiment");
    assert!(manifest.finished.is_some() && manifest.runs == records.len());
    assert_eq!(folder.records(&plan()).expect("records"), records);
    assert!(records.windows(2).all(|pair| pair[0].run < pair[1].run));
    assert!(records.iter().all(Record::is_solved));
    let table = fs::File::open(folder.file("records.parquet")).expect("a table");
    let table = SerializedFileReader::new(table).expect("Parquet");
    let columns: Vec<String> =
        table.metadata().file_metadata().schema().get_fields().iter().map(|field| field.name().to_owned()).collect();
    let head = fs::read_to_string(folder.file("records.csv")).expect("records");
    assert_eq!(columns.join(","), head.lines().next().expect("a head"));
    let rows: Vec<_> = table.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(&records) {
        let checks = columns.iter().position(|name| name == "checks").expect("a column");
        assert_eq!(row.get_ulong(checks).expect("a count"), record.counters.checks);
        assert_eq!(row.get_string(1).expect("a text"), &record.arm);
    }
}

/// Arms with budgets, seeds and labels of their own.
fn plan_of_arms() -> Plan {
    let limits = |checks| Limits { checks: Some(checks), seconds: Some(3600.0), ..Limits::default() };
    let arm = |label: &str, method: &str, limits, seeds| Arm {
        label: label.to_owned(),
        limits,
        seeds,
        ..Arm::parse(method).expect("an arm")
    };
    let states = Limits { states: Some(500), ..Limits::default() };
    let arms = vec![
        arm("hill climbing", "hill-climbing", limits(9_000), 3),
        arm("annealing", "annealing:focus=0.5", limits(20_000), 2),
        arm("A*", "a-star", states, 1),
    ];
    Plan::of("arms", plan().instances, arms).expect("a plan")
}

#[test]
fn a_plan_of_arms_can_be_planned_again_from_its_folder() {
    let (scratch, plan) = (Scratch::new("arms"), plan_of_arms());
    let records = run_plan_in(&scratch, &plan);
    let folder = Folder::new(&scratch.0);
    let again = folder.plan().expect("the plan as it was");
    assert_eq!(again.runs, plan.runs);
    assert_eq!(
        again.arms.iter().map(|arm| arm.limits).collect::<Vec<_>>(),
        plan.arms.iter().map(|arm| arm.limits).collect::<Vec<_>>()
    );
    folder.manifest_for(&again).expect("the same experiment");
    let found = verify(&folder, 50, 2, &StopSignal::default(), &|_, _| ()).expect("a verification");
    assert_eq!((found.replayed, found.differences), (records.len(), Vec::new()));
}

#[test]
fn a_finished_folder_is_read_and_an_unfinished_one_is_gone_on_with() {
    let (scratch, plan) = (Scratch::new("again"), plan_of_arms());
    let folder = Folder::new(&scratch.0);
    let run = || {
        let mut calls = 0;
        let records = run_in_folder(&folder, &plan, &["test".to_owned()], 2, &StopSignal::default(), |_| calls += 1);
        (records.expect("no error").expect("all records"), calls)
    };
    let (records, _) = run();
    let manifest = folder.manifest().expect("a manifest");
    assert!(folder.file("report.md").exists() && folder.file("report.html").exists());
    assert_eq!(run(), (records.clone(), 0));
    assert_eq!(folder.manifest().expect("a manifest"), manifest);
    // Cut off: as a kill leaves it.
    let text = fs::read_to_string(folder.file("records.csv")).expect("records");
    let half = text.split_inclusive('\n').take(4).collect::<String>();
    fs::write(folder.file("records.csv"), half).expect("written");
    let open = Manifest { finished: None, records_digest: None, table_digest: None, ..manifest };
    fs::write(folder.file("manifest.json"), serde_json::to_string(&open).expect("JSON")).expect("written");
    let (again, calls) = run();
    assert!(calls > 0);
    assert_eq!(timeless(&again), timeless(&records));
}

/// The rows of records.csv with other cells in one row.
fn with_cells(text: &str, row: usize, cells: &[(&str, &str)]) -> String {
    let head: Vec<&str> = text.lines().next().expect("a head").split(',').collect();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut row_cells: Vec<&str> = lines[row].split(',').collect();
    for (name, cell) in cells {
        row_cells[head.iter().position(|column| column == name).expect("a column")] = cell;
    }
    lines[row] = row_cells.join(",");
    lines.join("\n") + "\n"
}

#[test]
fn rows_are_read_as_they_were_written_and_told_apart_from_what_no_run_writes() {
    let scratch = Scratch::new("typed");
    let records = run_in(&scratch);
    let text = fs::read_to_string(Folder::new(&scratch.0).file("records.csv")).expect("records");
    let read = |text: &str| read_csv("rows", text.as_bytes());
    assert_eq!(read(&text).expect("records"), records);
    assert!(records.iter().any(|record| record.improvements.len() > 1 && record.counters.best.is_some()));
    for why in Why::ALL {
        let text = with_cells(&text, 1, &[("outcome", "gave-up"), ("why", why.word())]);
        assert_eq!(read(&text).expect("records")[0].ended, RunOutcome::GaveUp(why));
    }
    let wrong = with_cells(&text, 1, &[("outcome", "wrong"), ("why", "r1c1 is not 5")]);
    assert_eq!(read(&wrong).expect("records")[0].ended, RunOutcome::Wrong("r1c1 is not 5".to_owned()));
    let cases: [(&[(&str, &str)], &str); 6] = [
        (&[("outcome", "dissolved")], "rows:3:1: this is not a record: `outcome`: no run ends as `dissolved`"),
        (&[("outcome", "gave-up"), ("why", "tired")], "`outcome`: no run ends as `gave-up tired`"),
        (&[("why", "time")], "`outcome`: no run ends as `solved time`"),
        (&[("checks", "many")], "`checks`: invalid digit found in string"),
        (&[("best_cost", "-1")], "`best_cost`: invalid digit found in string"),
        (&[("trajectory", "1:2")], "`trajectory`: `1:2` is not `checks:evaluations:cost`"),
    ];
    for (cells, what) in cases {
        let error = read(&with_cells(&text, 2, cells)).expect_err(what).to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn a_torn_journal_goes_on_where_it_was_cut() {
    let whole = timeless(&run_in(&Scratch::new("uncut")));
    let scratch = Scratch::new("torn");
    run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    let text = fs::read(folder.file("records.csv")).expect("records");
    for cut in [0, 10, text.len() / 3, text.len() / 2 + 7, text.len() - 1, text.len()] {
        fs::write(folder.file("records.csv"), &text[..cut]).expect("a cut");
        let folder = folder.lock().expect("nobody else is here");
        let plan = folder.plan().expect("a plan");
        let mut manifest = folder.manifest_for(&plan).expect("the same experiment");
        let mut first = None;
        let records = run_and_record(&folder, &plan, &mut manifest, 2, &StopSignal::default(), |done| {
            first.get_or_insert(done);
        });
        let records = records.expect("records").expect("all of them");
        assert_eq!(timeless(&records), whole, "cut at {cut}");
        assert_eq!(first.is_some_and(|first| first == whole.len()), cut == text.len(), "cut at {cut}");
    }
}

#[test]
fn stopping_keeps_what_was_done() {
    // So many runs that the stop comes before the last of them, even on a busy machine.
    let plan = plan_of(&SMALL.replace("seeds = 3", "seeds = 250"));
    let whole = timeless(&run_plan_in(&Scratch::new("unstopped"), &plan));
    let scratch = Scratch::new("stopped");
    let folder = Folder::new(&scratch.0).make_and_lock().expect("nobody else is here");
    let mut manifest = Manifest::new(&plan, 1, Vec::new());
    folder.create(&plan, &manifest).expect("a folder");
    let mut rounds = 0;
    loop {
        let stop = StopSignal::default();
        let before = folder.records(&plan).expect("records").len();
        let ended = run_and_record(&folder, &plan, &mut manifest, 1, &stop, |done| {
            if done >= before + 3 {
                stop.raise();
            }
        });
        rounds += 1;
        if let Some(records) = ended.expect("no error") {
            assert_eq!(timeless(&records), whole);
            break;
        }
        // Every round records three or more.
        assert!(rounds <= whole.len() / 3 + 1, "it gets no further");
    }
    assert!(rounds > 1);
}

#[test]
fn a_folder_is_not_begun_twice_and_not_gone_on_with_when_it_has_changed() {
    let scratch = Scratch::new("twice");
    run_in(&scratch);
    let folder = Folder::new(&scratch.0).lock().expect("nobody else is here");
    let manifest = folder.manifest().expect("a manifest");
    let again = folder.create(&plan(), &manifest).expect_err("it is there already");
    assert_eq!(again.remedy(), Some(&Remedy::ResumeOrUseAnotherFolder(folder.path().to_owned())));
    assert!(!again.to_string().contains("--"), "{again}: what to type is up to the front end");
    let text = fs::read_to_string(folder.file("experiment.toml")).expect("an experiment");
    fs::write(folder.file("experiment.toml"), text.replace("seeds = 3", "seeds = 4")).expect("a change");
    let changed = folder.plan().expect("a plan");
    assert!(folder.manifest_for(&changed).expect_err("it has changed").to_string().contains("changed"));
}

#[test]
fn one_program_at_a_time_writes_to_a_folder() {
    let scratch = Scratch::new("locked");
    let folder = Folder::new(&scratch.0);
    assert!(folder.lock().expect_err("nothing to lock").to_string().contains("no experiment"));
    let locked = folder.make_and_lock().expect("nobody else is here");
    let busy = folder.make_and_lock().expect_err("somebody is");
    assert_eq!(busy.remedy(), Some(&Remedy::WaitForOtherProgram));
    let LabError::Busy { holder: Some(Holder { process, since }), .. } = &busy else { panic!("{busy:?}") };
    assert_eq!(*process, std::process::id());
    assert!(busy.to_string().contains(since) && since.ends_with('Z'), "{busy}");
    drop(locked);
    drop(folder.make_and_lock().expect("it is free again"));
    // A program that was killed leaves its name and no lock.
    fs::write(folder.file(".lock"), "4294967295 2001-01-01T00:00:00Z\n").expect("a file");
    let locked = folder.make_and_lock().expect("its holder is gone");
    assert!(folder.make_and_lock().expect_err("somebody is").to_string().contains(&std::process::id().to_string()));
    drop(locked);
    let numbered: Vec<PathBuf> =
        (0..3).map(|_| Folder::make_new_and_lock(&scratch.0, "new").expect("a folder").path().to_owned()).collect();
    assert_eq!(numbered, ["new", "new-2", "new-3"].map(|name| scratch.0.join(name)));
}
