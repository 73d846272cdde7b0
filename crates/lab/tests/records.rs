//! Records: kept safe while runs are open, complete and in order once they are done, the same however often it was stopped.

use std::fs;
use std::path::PathBuf;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::RowAccessor as _;
use pencilmark::StopSignal;
use pencilmark_lab::{Experiment, Folder, Holder, LabError, Manifest, Plan, Record, Remedy, run_and_record, verify};

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
    let manifest = Manifest::new(plan, 2, vec!["test".to_owned()]);
    folder.create(plan, &manifest).expect("a folder");
    run_and_record(&folder, plan, manifest, 2, &StopSignal::default(), |_| ()).expect("records").expect("all of them")
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
        assert_eq!(row.get_ulong(checks).expect("a count"), record.checks);
        assert_eq!(row.get_string(1).expect("a text"), &record.arm);
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
        let manifest = folder.manifest_for(&plan).expect("the same experiment");
        let mut first = None;
        let records = run_and_record(&folder, &plan, manifest, 2, &StopSignal::default(), |done| {
            first.get_or_insert(done);
        });
        let records = records.expect("records").expect("all of them");
        assert_eq!(timeless(&records), whole, "cut at {cut}");
        assert_eq!(first.is_some_and(|first| first == whole.len()), cut == text.len(), "cut at {cut}");
    }
}

#[test]
fn stopping_keeps_what_was_done() {
    // More runs than can wait to be recorded, so that stopping after three leaves some.
    let plan = plan_of(&SMALL.replace("seeds = 3", "seeds = 60"));
    let whole = timeless(&run_plan_in(&Scratch::new("unstopped"), &plan));
    let scratch = Scratch::new("stopped");
    let folder = Folder::new(&scratch.0).make_and_lock().expect("nobody else is here");
    let manifest = Manifest::new(&plan, 1, Vec::new());
    folder.create(&plan, &manifest).expect("a folder");
    let mut rounds = 0;
    loop {
        let stop = StopSignal::default();
        let before = folder.records(&plan).expect("records").len();
        let ended = run_and_record(&folder, &plan, manifest.clone(), 1, &stop, |done| {
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

/// A finished folder as it would be had the run not come to its end: nothing signs the records.
fn unsign(folder: &Folder) {
    let text = fs::read_to_string(folder.file("manifest.json")).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for key in ["finished", "records_digest", "table_digest"] {
        manifest[key] = serde_json::Value::Null;
    }
    fs::write(folder.file("manifest.json"), manifest.to_string()).expect("a manifest");
}

fn verified(folder: &Folder) -> (usize, String) {
    let found = verify(folder, 5, 1, &StopSignal::default(), &|_, _| ()).expect("records");
    (found.differences.len(), found.differences.join("\n"))
}

#[test]
fn rows_that_are_not_of_the_plan_are_refused() {
    let scratch = Scratch::new("foreign");
    let plan = plan();
    run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    unsign(&folder);
    assert_eq!(verified(&folder).0, 0);
    let text = fs::read_to_string(folder.file("records.csv")).expect("records");
    let lines: Vec<&str> = text.lines().collect();
    let cases = [
        ("run", "99999", "the plan has no run 99999"),
        ("run", "18446744073709551615", "the plan has no run"),
        ("run", "9", "run 9 has"),
        ("arm", "sat", "has `sat` as its arm"),
        ("method", "genetic", "as its method"),
        ("model", "cells2", "as its model"),
        ("group", "mine", "as its group"),
        ("id", "another", "as its id"),
        ("hash", "0123456789abcdef", "as its hash"),
        ("kind", "hidato", "as its kind"),
        ("size", "5x5", "as its size"),
        ("seed", "77", "as its seed"),
    ];
    for (column, value, word) in cases {
        let place = lines[0].split(',').position(|name| name == column).expect("a column");
        let mut cells: Vec<&str> = lines[4].split(',').collect();
        cells[place] = value;
        let edited = cells.join(",");
        let mut rows = lines.clone();
        rows[4] = &edited;
        fs::write(folder.file("records.csv"), rows.join("\n") + "\n").expect("an edit");
        let (count, found) = verified(&folder);
        assert!(count == 1 && found.contains("line 5") && found.contains(word), "{column}: {found}");
        let error = folder.records(&plan).expect_err(column);
        assert!(error.to_string().contains("records.csv:5:1: ") && error.to_string().contains(word), "{error}");
        assert_eq!(error.remedy(), Some(&Remedy::RemoveRowAndResume(scratch.0.clone())));
        let resumed = folder.lock().expect("nobody else is here").journal(&plan).expect_err(column);
        assert_eq!(resumed.to_string(), error.to_string());
    }
    // As many rows as runs, but not one for each.
    let rows: Vec<&str> = lines.iter().take(lines.len() - 1).chain(&lines[1..2]).copied().collect();
    fs::write(folder.file("records.csv"), rows.join("\n") + "\n").expect("an edit");
    let error = folder.records(&plan).expect_err("a run twice").to_string();
    assert!(error.contains("run 0 is already on line 2"), "{error}");
    assert!(verified(&folder).1.contains("run 0 has another row"));
    // What the remedy says: remove the row, and resume.
    fs::write(folder.file("records.csv"), lines[..lines.len() - 1].join("\n") + "\n").expect("an edit");
    let manifest = folder.manifest_to_resume(&plan).expect("the same experiment");
    let locked = folder.lock().expect("nobody else is here");
    let records = run_and_record(&locked, &plan, manifest, 1, &StopSignal::default(), |_| ()).expect("records");
    assert_eq!(records.map(|records| records.len()), Some(plan.runs.len()));
    assert_eq!(verified(&folder).0, 0);
}

#[test]
fn verifying_sees_a_changed_table_changed_puzzles_and_missing_records() {
    let scratch = Scratch::new("seen");
    let plan = plan();
    run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    let table = fs::read(folder.file("records.parquet")).expect("a table");
    for damaged in [Some(table[..table.len() / 2].to_vec()), Some(Vec::new()), None] {
        match damaged {
            Some(bytes) => fs::write(folder.file("records.parquet"), bytes).expect("damage"),
            None => fs::remove_file(folder.file("records.parquet")).expect("damage"),
        }
        let (count, found) = verified(&folder);
        assert!(count == 1 && found.contains("records.parquet"), "{found}");
        let manifest = folder.manifest_to_resume(&plan).expect("the same experiment");
        let locked = folder.lock().expect("nobody else is here");
        run_and_record(&locked, &plan, manifest, 1, &StopSignal::default(), |_| ()).expect("records");
        assert_eq!(fs::read(folder.file("records.parquet")).expect("a table"), table);
        assert_eq!(verified(&folder).0, 0);
    }

    let puzzles = fs::read_to_string(folder.file("instances.jsonl")).expect("puzzles");
    let (before, solution) = puzzles.split_once("\"solution\":[[").expect("a known solution");
    let digit = if solution.starts_with('1') { '2' } else { '1' };
    let edited = format!("{before}\"solution\":[[{digit}{}", &solution[1..]);
    fs::write(folder.file("instances.jsonl"), edited).expect("an edit");
    assert!(folder.manifest_for(&plan).expect_err("an edit").to_string().contains("have changed"));
    fs::write(folder.file("instances.jsonl"), puzzles).expect("as it was");

    // Signed, but short: what a run could end with when rows were counted and not checked.
    let text = fs::read_to_string(folder.file("records.csv")).expect("records");
    fs::write(folder.file("records.csv"), text.lines().take(6).map(|line| line.to_owned() + "\n").collect::<String>())
        .expect("an edit");
    let found = verified(&folder).1;
    assert!(found.contains("only 5 of 20 runs have a record"), "{found}");
}

#[test]
fn what_is_wrong_with_a_folder_is_told_with_its_place_and_a_remedy() {
    let scratch = Scratch::new("broken");
    let plan = plan();
    run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    let manifest = fs::read_to_string(folder.file("manifest.json")).expect("a manifest");
    let half = manifest.len() / 2;
    let broken = |from: &str, to: &[u8]| {
        let (before, after) = manifest.split_once(from).expect("a part");
        [before.as_bytes(), to, after.as_bytes()].concat()
    };
    let cases: [(Vec<u8>, &str, &str); 6] = [
        (Vec::new(), "manifest.json:1:1: this is not a manifest", "EOF"),
        (b"{}".to_vec(), "manifest.json:1:2: ", "missing field `name`"),
        (manifest.as_bytes()[..half].to_vec(), "manifest.json:", "EOF"),
        (broken("\"small\"", b"3"), "manifest.json:2:11: ", "expected a string"),
        (broken("small", b"sm\xe9ll"), "manifest.json:2:14: ", "byte 0xe9 is not UTF-8"),
        (broken("\"runs\"", b"\"rums\""), "manifest.json:", "missing field `runs`"),
    ];
    for (bytes, place, word) in cases {
        fs::write(folder.file("manifest.json"), bytes).expect("damage");
        let error = folder.manifest_for(&plan).expect_err(word);
        let text = error.to_string();
        assert!(text.contains(place) && text.contains(word) && !text.contains("at line"), "{text}");
        assert_eq!(error.remedy(), Some(&Remedy::RestoreFileOrUseAnotherFolder), "{text}");
    }
    fs::write(folder.file("manifest.json"), &manifest).expect("as it was");
    for name in ["records.csv", "instances.jsonl", "experiment.toml"] {
        let kept = fs::read(folder.file(name)).expect("a file");
        fs::remove_file(folder.file(name)).expect("a loss");
        let error = folder.plan().and_then(|plan| folder.records(&plan).map(|_| plan)).expect_err(name);
        assert!(error.to_string().ends_with(&format!("{name} is missing")), "{error}");
        assert_eq!(error.remedy(), Some(&Remedy::RestoreFileOrUseAnotherFolder), "{name}");
        fs::write(folder.file(name), kept).expect("as it was");
    }
    // Records whose manifest is gone are nobody's to continue.
    fs::remove_file(folder.file("manifest.json")).expect("a loss");
    let locked = folder.make_and_lock().expect("nobody else is here");
    let error = locked.create(&plan, &Manifest::new(&plan, 1, Vec::new())).expect_err("records of unknown origin");
    assert_eq!(error.remedy(), Some(&Remedy::UseAnotherFolder), "{error}");
}

#[test]
fn what_is_wrong_with_an_experiment_is_told_with_its_place() {
    let cases = [
        ("name = 3", "x.toml:1:8", "string"),
        ("name = \"a\"\nbudge = 1", "x.toml:2:1", "budge"),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/tiny\"\n[[arms]]\nmethod = \"sat\"",
            "x.toml:2:1",
            "sudoku/normal",
        ),
        ("name = \"a\"\n[[instances]]\ncount = 3\n[[arms]]\nmethod = \"sat\"", "x.toml:2:1", "corpus"),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"magic\"",
            "x.toml:4:1",
            "backtracking",
        ),
        ("name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"", "x.toml:1:1", "nothing to run"),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[factors]\norder = [\"mrv\"]",
            "x.toml:4:1",
            "[base]",
        ),
        (
            "name = \"a\"\n[[instances]]\nfiles = [\"nowhere\"]\n[[arms]]\nmethod = \"sat\"",
            "x.toml:2:1",
            "cannot read nowhere",
        ),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"sat\"\nmodel = \"magic\"",
            "x.toml:4:1",
            "no model",
        ),
        (
            "name = \"a\"\nseeds = 0\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"sat\"",
            "x.toml:2:1",
            "at least 1",
        ),
        (
            "name = \"a\"\n[budget]\nseconds = -1.0\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"sat\"",
            "x.toml:3:1",
            "from 0 to",
        ),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[base]\nmethod = \"genetic\"\n[factors]\n\
             population = [1,2,3,4,5,6,7,8,9,10,11]\ngenerations = [1,2,3,4,5,6,7,8,9,10]\ncontestants = [1,2,3,4,5,6,7,8,9,10]\n\
             elite = [1,2,3,4,5,6,7,8,9,10]\nstagnation = [1,2,3,4,5,6,7,8,9,10]",
            "x.toml:6:1",
            "more than 10000 arms",
        ),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[base]\nmethod = \"backtracking\"\n[factors]\norder = [\"magic\"]",
            "x.toml:4:1",
            "mrv-degree",
        ),
    ];
    for (text, place, word) in cases {
        let plan = Experiment::parse("x.toml", text)
            .and_then(|experiment| Plan::new(experiment, ("x.toml", text), 1, &StopSignal::default(), &|_| ()));
        let error = plan.expect_err(text).to_string();
        assert!(error.starts_with(place) && error.contains(word), "{text}\n{error}");
    }
}

#[test]
fn no_slip_of_the_keyboard_makes_it_panic() {
    let factorial = "name = \"x\"\nseeds = 2\n[budget]\nchecks = 9\nseconds = 1\n[[instances]]\nkind = \"sudoku\"\nsize = \"4\"\n\
        count = 1\nmissing = 0.5\n[base]\nmethod = \"backtracking\"\n[factors]\norder = [\"mrv\", \"in-order\"]\n";
    let (mut read, mut refused) = (0, 0);
    for text in [SMALL, factorial] {
        for (place, _) in text.char_indices() {
            for slip in ["", "9", "-", "\"", "]", "\n"] {
                let text = format!("{}{slip}{}", &text[..place], &text[place + 1..]);
                let plan = Experiment::parse("x.toml", &text).and_then(|experiment| {
                    Plan::new(experiment, ("x.toml", &text), 1, &StopSignal::default(), &|_| ())
                });
                match plan {
                    Ok(plan) => read += usize::from(!plan.runs.is_empty()),
                    Err(error) => refused += usize::from(!error.to_string().is_empty()),
                }
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}
