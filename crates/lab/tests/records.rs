//! Records: kept safe while runs are open, complete and in order once they are done, the same however often it was stopped.

use std::fs;
use std::path::PathBuf;

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::RowAccessor as _;
use pencilmark::StopSignal;
use pencilmark_lab::{Experiment, Folder, Manifest, Plan, Record, Remedy, run_and_record};

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
    let folder = Folder::new(&scratch.0);
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
    assert_eq!(folder.records().expect("records"), records);
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
    let folder = Folder::new(&scratch.0);
    let manifest = Manifest::new(&plan, 1, Vec::new());
    folder.create(&plan, &manifest).expect("a folder");
    let mut rounds = 0;
    loop {
        let stop = StopSignal::default();
        let before = folder.records().expect("records").len();
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
    let folder = Folder::new(&scratch.0);
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
