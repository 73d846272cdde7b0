//! Methods that exist only while the program runs: arms like all others, judged and counted.

use std::sync::Arc;

use pencilmark::guest::{Complete, Csp, Draws, Event, Family, Guest, MethodInfo, Observer, Run, Value};
use pencilmark::outcome::{End, Outcome, Why};
use pencilmark::{MethodChoice, StopSignal, corpus};
use pencilmark_lab::{Arm, Instance, LabError, Plan, Record, run_in_memory};

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
    let told: Vec<_> = records.iter().map(|record| (&*record.arm, record.nodes == 3, record.is_solved())).collect();
    assert_eq!(told, [("mine", true, false), ("sat", false, true), ("mine", true, false), ("sat", false, true)]);
}

#[test]
fn a_guest_that_is_wrong_is_found_out() {
    let error = run(Says(Some(Value(1)))).expect_err("a board of ones");
    assert!(error.to_string().contains("mine"), "{error}");
}
