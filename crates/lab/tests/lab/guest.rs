//! Methods that exist only while the program runs: arms like all others, judged and counted.

use std::sync::Arc;

use pencilmark::guest::{Complete, Csp, Draws, Event, Family, Guest, MethodInfo, Observer, Run, Value};
use pencilmark::outcome::{End, Outcome, Why};
use pencilmark::{MethodChoice, StopSignal, corpus};
use pencilmark_lab::{
    Arm, Folder, Instance, LabError, Plan, Progress, Record, columns, read_csv, run_in_folder_by, run_in_memory,
    run_one,
};

static INFO: MethodInfo = MethodInfo {
    id: "mine",
    title: "Says what it was told to",
    family: Family::Tree,
    complete: Complete::No,
    draws: Draws::Never,
    parameters: &[],
    source: "a test",
};

/// Enters three states, and then says this of every variable, or nothing.
#[derive(Debug)]
struct Says(Option<Value>);

impl Guest for Says {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn solve(&self, csp: &Csp, _: &Run, watch: &mut dyn Observer) -> Outcome {
        for _ in 0..3 {
            watch.see(Event::Node);
        }
        match self.0 {
            None => Outcome::nothing(End::GaveUp(Why::Incomplete)),
            Some(value) => {
                Outcome { solutions: vec![vec![value; csp.domains.len()]], found: 1, ..Outcome::nothing(End::Limit) }
            }
        }
    }
}

fn run(guest: Says) -> Result<Vec<Record>, LabError> {
    let puzzles = corpus::set("sudoku/small").expect("a set").into_iter().take(2);
    let instances = puzzles.enumerate().map(|(place, puzzle)| Instance::new(place.to_string(), "x", puzzle)).collect();
    let guest: Arc<dyn Guest> = Arc::new(guest);
    let plan = Plan::of("guests", instances, vec![Arm::of(MethodChoice::from(guest)), Arm::parse("sat")?])?;
    Ok(run_in_memory(&plan, 1, &StopSignal::default(), |_| ())?.expect("nobody stopped it"))
}

#[test]
fn a_guest_is_an_arm_under_the_same_counters() {
    let records = run(Says(None)).expect("runs");
    let told: Vec<_> =
        records.iter().map(|record| (&*record.arm, record.counters.nodes == 3, record.is_solved())).collect();
    assert_eq!(told, [("mine", true, false), ("sat", false, true), ("mine", true, false), ("sat", false, true)]);
}

#[test]
fn a_guest_that_is_wrong_is_found_out() {
    let error = run(Says(Some(Value(1)))).expect_err("a board of ones");
    assert!(error.to_string().contains("mine"), "{error}");
}

/// Runs that others do, each as often as asked.
fn elsewhere(name: &str, times: usize) -> Result<Option<Vec<Record>>, LabError> {
    let puzzles = corpus::set("sudoku/small").expect("a set").into_iter().take(2);
    let instances = puzzles.enumerate().map(|(place, puzzle)| Instance::new(place.to_string(), "x", puzzle)).collect();
    let plan = Plan::of("elsewhere", instances, vec![Arm::parse("sat")?, Arm::parse("backtracking")?])?;
    // What goes over the wire is the experiment and its puzzles.
    let written = (plan.experiment.write(), plan.puzzles_as_lines());
    let there = pencilmark_lab::Experiment::parse("x", &written.0)?;
    let there = Plan::with_lines(there, ("x", &written.0), ("puzzles", &written.1))?;
    let mut run = |_: &[u64], take: &mut dyn FnMut(Progress) -> Result<(), LabError>| {
        for number in (0..there.runs.len()).rev() {
            for _ in 0..times {
                let record = run_one(&there, number, &StopSignal::default());
                assert_eq!(plan.mismatch(&record), None);
                take(Progress::Record(Box::new(record)))?;
            }
        }
        Ok(())
    };
    let path = std::env::temp_dir().join(format!("pencilmark-elsewhere-{name}-{}", std::process::id()));
    let ran = run_in_folder_by(&mut run, &Folder::new(&path), &plan, &[], 1, |_| ());
    let _ = std::fs::remove_dir_all(path);
    ran
}

#[test]
fn runs_that_others_do_leave_the_same_records_in_order() {
    let records = elsewhere("once", 1).expect("runs").expect("all of them");
    assert_eq!(records.iter().map(|record| record.run).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let error = elsewhere("twice", 2).expect_err("every run twice");
    assert!(error.to_string().contains("run 3 came back twice"), "{error}");
}

#[test]
fn rows_of_csv_that_another_program_wrote_are_records() {
    let table = columns(&[]);
    let head = table.iter().map(|column| &*column.name).collect::<Vec<_>>().join(",");
    assert_eq!(read_csv("rows", format!("{head}\n").as_bytes()).expect("a table without rows"), []);
    assert!(read_csv("rows", b"a,b\n1,2\n").is_err());
}
