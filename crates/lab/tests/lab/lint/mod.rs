//! The linter: every rule catches its fault and leaves the fault's healthy twin alone, and a sound experiment hears nothing.

mod cases;

use std::collections::BTreeSet;

use cases::{CASES, Case, Shows};
use pencilmark::outcome::Why;
use pencilmark::{Puzzle, StopSignal};
use pencilmark_lab::lint::{RULES, Warning, lint, lint_plan};
use pencilmark_lab::{Arm, Experiment, Instance, Manifest, Plan, Record, RunOutcome, run_in_memory};

fn plan(text: &str) -> Plan {
    let text = format!("name = \"x\"\n{text}");
    let experiment = Experiment::parse("x.toml", &text).expect("an experiment");
    Plan::new(experiment, ("x.toml", &text), 1, &StopSignal::default(), &|_| ()).expect("a plan")
}

fn run(plan: &Plan) -> Vec<Record> {
    run_in_memory(plan, 2, &StopSignal::default(), |_| ()).expect("no error").expect("all records")
}

/// On one thread a core, whatever this machine has.
fn manifest(plan: &Plan) -> Manifest {
    Manifest { cores: 4, ..Manifest::new(plan, 4, Vec::new()) }
}

/// The records, with what a check costs set where a rule goes by it: on a busy machine it would depend on what else runs.
fn priced(rule: &str, mut records: Vec<Record>) -> Vec<Record> {
    for record in records.iter_mut().filter(|_| rule == "currencies") {
        let nanoseconds = if record.method == "exact" { 100.0 } else { 10.0 };
        record.seconds = record.counters.checks as f64 * nanoseconds / 1e9;
    }
    records
}

fn of<'a>(warnings: &'a [Warning], rule: &str) -> Vec<&'a Warning> {
    warnings.iter().filter(|warning| warning.rule == rule).collect()
}

#[test]
fn every_rule_catches_its_fault_and_not_its_healthy_twin() {
    for Case { rule, shows, fault, observed, healthy } in CASES {
        let sick = plan(fault);
        let seen = |warnings: &[Warning]| {
            of(warnings, rule).iter().any(|warning| observed.iter().all(|word| warning.observed.contains(word)))
        };
        let records = priced(rule, run(&sick));
        let (before, after) = (lint_plan(&sick), lint(&sick, &manifest(&sick), &records));
        assert!(seen(&after), "{rule}: {after:#?}");
        assert_eq!(seen(&before), *shows == Shows::InPlan, "{rule}: {before:#?}");
        assert!(after.iter().all(|warning| !warning.observed.is_empty() && !warning.remedy.is_empty()));
        let well = plan(healthy);
        let after = lint(&well, &manifest(&well), &priced(rule, run(&well)));
        assert!(of(&after, rule).is_empty(), "{rule}: {after:#?}");
    }
}

#[test]
fn every_rule_has_a_case() {
    let tested: BTreeSet<&str> = CASES.iter().map(|case| case.rule).chain(["timed-out", "busy-clock"]).collect();
    let known: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(tested, known);
    assert_eq!(known.len(), RULES.len());
}

#[test]
fn sound_experiments_hear_nothing() {
    let sound = [
        r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "backtracking" }, { method = "annealing" }]"#,
        r#"instances = [{ kind = "hidato", size = "5x5" }]
            arms = [{ method = "backtracking" }, { method = "min-conflicts" }]"#,
        r#"instances = [{ corpus = "star-battle/small" }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
        r#"tuned_on = ["hidato/small"]
            instances = [{ corpus = "hidato/normal" }]
            base = { method = "backtracking" }
            factors = { order = ["in-order", "mrv"], values = ["in-order", "lcv"], inference = ["forward", "mac"] }"#,
        // Kinds, sizes and budgets of other sorts.
        r#"instances = [{ corpus = "sudoku/hard" }]
            arms = [{ method = "backtracking", inference = "forward" }, { method = "backtracking", inference = "mac" }]"#,
        r#"solutions = 2
            budget = { nodes = 200_000 }
            instances = [{ kind = "kenken", size = 5, count = 24, seed = 3 }]
            base = { method = "backtracking" }
            factors = { inference = ["none", "forward", "mac"] }"#,
        r#"budget = { checks = 200_000 }
            instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "hill-climbing" }, { method = "annealing" }, { method = "min-conflicts" }]"#,
        r#"budget = { evaluations = 20_000 }
            measure = "evaluations"
            seeds = 30
            instances = [{ corpus = "kenken/small" }]
            arms = [{ method = "min-conflicts" }, { method = "hill-climbing" }]"#,
        r#"measure = "seconds"
            instances = [{ kind = "star-battle", size = 8, count = 20 }]
            arms = [{ method = "sat" }, { method = "exact" }, { method = "backtracking" }]"#,
        r#"measure = "nodes"
            instances = [{ kind = "sudoku", minimal = true, count = 25, seed = 5 }]
            base = { method = "backtracking", inference = "forward" }
            factors = { order = ["mrv", "mrv-degree"] }"#,
    ];
    for text in sound {
        let plan = plan(text);
        assert_eq!(lint_plan(&plan), [], "{text}");
        assert_eq!(lint(&plan, &manifest(&plan), &run(&plan)), [], "{text}");
    }
}

#[test]
fn time_wants_a_core_for_every_run() {
    let plan = |measure: &str| {
        plan(&format!(
            r#"measure = "{measure}"
            instances = [{{ corpus = "hidato/normal" }}]
            arms = [{{ method = "backtracking" }}, {{ method = "backtracking:order=in-order" }}]"#
        ))
    };
    let (seconds, nodes) = (plan("seconds"), plan("nodes"));
    let busy = |plan: &Plan| Manifest { cores: 2, ..Manifest::new(plan, 8, Vec::new()) };
    let warnings = lint(&seconds, &busy(&seconds), &run(&seconds));
    let [only] = &of(&warnings, "busy-clock")[..] else { panic!("{warnings:#?}") };
    assert!(only.observed.contains("8 runs ran at once on 2 cores"), "{only}");
    assert_eq!(lint(&seconds, &manifest(&seconds), &run(&seconds)), []);
    assert_eq!(lint(&nodes, &busy(&nodes), &run(&nodes)), []);
}

/// What the clock ends cannot be planted by running, so it is planted in records.
#[test]
fn runs_that_the_clock_ended() {
    let plan = plan(
        r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
    );
    let records = run(&plan);
    let late = |count: usize| {
        let mut records = records.clone();
        for record in records.iter_mut().filter(|record| record.arm == "sat").take(count) {
            (record.ended, record.counters.checks) = (RunOutcome::GaveUp(Why::Time), 5000);
        }
        records
    };
    let warnings = lint(&plan, &manifest(&plan), &late(11));
    let [only] = &of(&warnings, "timed-out")[..] else { panic!("{warnings:#?}") };
    assert!(only.observed.contains("11 of 20 runs of `sat`"), "{only}");
    assert!(only.remedy.contains("below 5000"), "{only}");
    assert_eq!(of(&warnings, "censored"), [] as [&Warning; 0], "text once");
    assert_eq!(lint(&plan, &manifest(&plan), &late(10)), []);
}

/// Runs that the clock ended do not replay, so they neither show nor hide that a treatment changes nothing.
#[test]
fn a_no_op_shows_through_runs_that_the_clock_ended() {
    let plan = plan(
        r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:preprocess=ac3" }]"#,
    );
    let mut records = run(&plan);
    let last = records.len() - 1;
    (records[last].ended, records[last].counters.checks) = (RunOutcome::GaveUp(Why::Time), 1);
    let warnings = lint(&plan, &manifest(&plan), &records);
    assert!(warnings.iter().any(|warning| warning.observed.contains("in all 19 runs that compare")), "{warnings:#?}");
    records[last].ended = RunOutcome::GaveUp(Why::Checks);
    assert_eq!(lint(&plan, &manifest(&plan), &records), []);
}

#[test]
fn a_heuristic_is_caught_without_a_known_solution() {
    let known = pencilmark::corpus::set("hitori/small").expect("a set");
    let instances = known.iter().take(3).enumerate().map(|(index, puzzle)| {
        let mut object = puzzle.to_json();
        object.remove("solution");
        let text = serde_json::Value::Object(object).to_string();
        let puzzle = Puzzle::parse(&text).expect("the same puzzle");
        assert!(puzzle.solution().is_none());
        Instance::new(format!("bare {index}"), "bare", puzzle)
    });
    let arm = |text| Arm::parse(text).expect("an arm");
    let plan = Plan::of("bare", instances.collect(), vec![arm("a-star/report"), arm("a-star")]).expect("a plan");
    let warnings = lint_plan(&plan);
    let [only] = &of(&warnings, "overestimates")[..] else { panic!("{warnings:#?}") };
    assert!(only.observed.contains("`a-star/report` expects 14 changes on `bare 0`, and 8 lead"), "{only}");
    assert!(!only.observed.contains("`a-star` "), "{only}");
}

#[test]
fn warnings_do_not_depend_on_the_order_of_records() {
    let plan = plan(
        r#"seeds = 2
            instances = [{ corpus = "hitori/small" }]
            arms = [
                { method = "ac-3" },
                { method = "backtracking" },
                { method = "backtracking:inference=full" },
                { method = "hill-climbing" },
                { method = "hill-climbing:tries=3,idle=100" },
            ]"#,
    );
    let mut records = run(&plan);
    let straight = lint(&plan, &manifest(&plan), &records);
    assert!(straight.len() > 3, "{straight:#?}");
    records.reverse();
    records.extend(records.clone());
    assert_eq!(lint(&plan, &manifest(&plan), &records), straight);
    let text: BTreeSet<String> = straight.iter().map(ToString::to_string).collect();
    assert_eq!(text.len(), straight.len(), "nothing is text twice");
}

/// A few boards with several solutions are found behind hundreds of sound ones, and copies are recognised under another name.
#[test]
fn faults_at_the_end_of_a_long_list_are_found() {
    let spoilt = |count: usize| {
        let text = format!(
            r#"instances = [
                {{ kind = "hidato", size = 4, count = {count} }},
                {{ kind = "hidato", size = 5, missing = 0.9, several_ok = true, count = 12, seed = 1 }},
            ]
            arms = [{{ method = "sat" }}]"#
        );
        plan(&text)
    };
    let warnings = lint_plan(&spoilt(210));
    let [only] = &of(&warnings, "several-solutions")[..] else { panic!("{warnings:#?}") };
    assert!(only.observed.contains("of a sample of 200 of the 222 puzzles"), "{only}");
    // Tuned on the test set with its digits renamed.
    let set = pencilmark::corpus::set("sudoku/normal").expect("a set");
    let renamed = set.iter().map(|puzzle| {
        let mut object = serde_json::Value::Object(puzzle.to_json());
        let fields = object.as_object_mut().expect("an object");
        fields.remove("solution");
        for cell in
            fields["grid"].as_array_mut().expect("rows").iter_mut().flat_map(|row| row.as_array_mut().expect("cells"))
        {
            *cell = cell.as_u64().map_or(cell.clone(), |digit| if digit > 0 { (10 - digit).into() } else { 0.into() });
        }
        object.to_string() + "\n"
    });
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("renamed.jsonl");
    std::fs::write(&file, renamed.collect::<String>()).expect("written");
    let tuned = plan(&format!(
        "tuned_on = [{:?}]\ninstances = [{{ corpus = \"sudoku/normal\" }}]\narms = [{{ method = \"sat\" }}]",
        file.to_string_lossy()
    ));
    let warnings = lint_plan(&tuned);
    let [only] = &of(&warnings, "tuned-on-test")[..] else { panic!("{warnings:#?}") };
    assert!(only.observed.contains("20 of the 20 puzzles here are among those"), "{only}");
}

/// Time is compared where checks are not comparable, and then it wants a core as well.
#[test]
fn time_that_stands_in_for_checks_wants_a_core_too() {
    let plan = plan(
        r#"measure = "checks"
            instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
    );
    let busy = Manifest { cores: 2, ..Manifest::new(&plan, 8, Vec::new()) };
    assert_eq!(of(&lint(&plan, &busy, &run(&plan)), "busy-clock").len(), 1);
}
