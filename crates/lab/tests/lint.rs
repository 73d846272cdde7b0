//! The linter: every rule catches its fault and leaves the fault's healthy twin alone, and a sound experiment hears nothing.

use std::collections::BTreeSet;

use pencilmark::{Puzzle, StopSignal};
use pencilmark_lab::lint::{RULES, Warning, lint, lint_plan};
use pencilmark_lab::{Arm, Ended, Experiment, Instance, Plan, Record, conduct_in_memory};

fn plan(text: &str) -> Plan {
    let text = format!("name = \"x\"\n{text}");
    let experiment = Experiment::parse("x.toml", &text).expect("an experiment");
    Plan::new(experiment, ("x.toml", &text), 1, &StopSignal::default(), &|_| ()).expect("a plan")
}

fn run(plan: &Plan) -> Vec<Record> {
    conduct_in_memory(plan, 2, &StopSignal::default(), |_| ()).expect("no error").expect("all records")
}

fn of<'a>(warnings: &'a [Warning], rule: &str) -> Vec<&'a Warning> {
    warnings.iter().filter(|warning| warning.rule == rule).collect()
}

/// When a fault shows.
#[derive(PartialEq, Eq)]
enum Shows {
    InPlan,
    InRecords,
}
use Shows::{InPlan, InRecords};

struct Case {
    rule: &'static str,
    shows: Shows,
    fault: &'static str,
    /// What the warning names.
    saw: &'static [&'static str],
    healthy: &'static str,
}

const CASES: &[Case] = &[
    Case {
        rule: "one-run",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small", count = 1 }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
        saw: &["one run: an anecdote, not evidence", "`backtracking` and `sat`", "`sudoku-4-0`"],
        healthy: r#"instances = [{ corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
    },
    Case {
        rule: "one-run",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small", count = 1 }]
            arms = [{ method = "annealing" }]"#,
        saw: &["the seeds of `annealing`", "one puzzle alone"],
        healthy: r#"instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "annealing" }]"#,
    },
    Case {
        rule: "few-runs",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small", count = 19 }]
            arms = [{ method = "sat" }]"#,
        saw: &["19 puzzles"],
        healthy: r#"instances = [{ corpus = "sudoku/small", count = 20 }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "few-runs",
        shows: InPlan,
        fault: r#"seeds = 1
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:values=random" }, { method = "annealing", seeds = 5 }, { method = "sat" }]"#,
        saw: &["1 seed for `backtracking:values=random`", "5 seeds for `annealing`"],
        healthy: r#"seeds = 30
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:values=random" }, { method = "sat", seeds = 1 }]"#,
    },
    Case {
        rule: "duplicates",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small" }, { corpus = "sudoku/small", count = 1 }]
            arms = [{ method = "sat" }]"#,
        saw: &["21 puzzles, but 20 different", "`sudoku-4-0 (2)` is `sudoku-4-0`"],
        healthy: r#"instances = [{ corpus = "sudoku/small" }, { corpus = "sudoku/normal" }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "rules",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "exact" }, { method = "exact:model=weak" }]"#,
        saw: &["`exact:model=weak`", "other rules"],
        healthy: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "exact:model=weak" }, { method = "sat:model=weak" }]"#,
    },
    Case {
        rule: "unsolvable",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hidato/report" }, { corpus = "hidato/small" }]
            arms = [{ method = "exact" }]"#,
        saw: &["1 puzzle proved to have no solution", "report-title-page"],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "exact" }]"#,
    },
    Case {
        rule: "tuned-on-test",
        shows: InPlan,
        fault: r#"tuned_on = ["sudoku/small"]
            instances = [{ corpus = "sudoku/normal", count = 3 }, { corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "sat" }]"#,
        saw: &["tuned on `sudoku/small`", "2 of the 5 puzzles", "`sudoku-4-0`"],
        healthy: r#"tuned_on = ["sudoku/small"]
            instances = [{ corpus = "sudoku/normal" }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "changed-seeds",
        shows: InPlan,
        fault: r#"seeds = 2
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "annealing" }, { method = "min-conflicts", first_seed = 7 }, { method = "hill-climbing" }]"#,
        saw: &["seeds 0 to 1 for `annealing` and `hill-climbing`", "seeds 7 to 8 for `min-conflicts`"],
        healthy: r#"seeds = 2
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "annealing" }, { method = "min-conflicts" }, { method = "sat", first_seed = 7 }]"#,
    },
    Case {
        rule: "budgets",
        shows: InPlan,
        fault: r#"budget = { checks = 20_000 }
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "sat" }, { method = "exact", budget = { checks = 40_000 } }, { method = "backtracking" }]"#,
        saw: &["`sat` and `backtracking` may spend 20,000 checks", "`exact` may spend 40,000 checks"],
        healthy: r#"budget = { checks = 20_000, seconds = 30.0 }
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "sat" }, { method = "exact", budget = { checks = 20_000 } }]"#,
    },
    Case {
        rule: "budgets",
        shows: InRecords,
        fault: r#"seeds = 2
            budget = { nodes = 1000 }
            instances = [{ corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "annealing" }, { method = "backtracking" }]"#,
        saw: &["nothing but time stops `annealing`", "1,000 nodes"],
        healthy: r#"seeds = 2
            budget = { nodes = 1000, evaluations = 1000 }
            instances = [{ corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "annealing" }, { method = "backtracking" }]"#,
    },
    Case {
        rule: "several-factors",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "kenken/small" }]
            arms = [{ method = "backtracking/report" }, { method = "backtracking/report-basic" }]"#,
        saw: &["order (mrv, in-order)", "inference (forward, none)", "preprocess (ac3, none)"],
        healthy: r#"instances = [{ corpus = "kenken/small" }]
            arms = [
                { method = "backtracking/report" },
                { method = "backtracking/report:preprocess=none" },
                { method = "backtracking/report-basic" },
                { method = "backtracking/report-basic:inference=forward" },
                { method = "annealing" },
            ]"#,
    },
    Case {
        rule: "several-factors",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "backtracking:model=cells,order=mrv" }, { method = "backtracking:model=numbers,order=in-order" }]"#,
        saw: &["model (cells, numbers)", "order (mrv, in-order)"],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            base = { method = "backtracking" }
            factors = { model = ["cells", "numbers"], order = ["mrv", "in-order"], inference = ["mac", "forward"] }"#,
    },
    Case {
        rule: "overestimates",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hitori/small", count = 3 }]
            arms = [{ method = "a-star/report" }, { method = "a-star" }, { method = "greedy/report" }]"#,
        saw: &["`a-star/report` expects 14 changes on `hitori-5-0`, and 8 lead"],
        healthy: r#"instances = [{ corpus = "hitori/small" }, { corpus = "sudoku/small" }]
            arms = [{ method = "a-star" }, { method = "greedy:heuristic=conflicts" }]"#,
    },
    Case {
        rule: "overestimates",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hitori/small", count = 3 }]
            arms = [{ method = "a-star:weight=3" }]"#,
        saw: &["`a-star:weight=3`"],
        healthy: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "a-star:weight=0.5" }]"#,
    },
    Case {
        rule: "no-op",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:inference=mac" }]"#,
        saw: &[
            "`backtracking` and `backtracking:inference=mac` come to the same settings",
            "with `inference=mac` or without",
        ],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:inference=forward" }]"#,
    },
    Case {
        rule: "no-op",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hidato/small" }]
            base = { method = "backtracking" }
            factors = { order = ["mrv", "in-order"], preprocess = ["none", "ac3"] }"#,
        saw: &[
            "preprocess (none, ac3) changes nothing",
            "`mrv + none` and `mrv + ac3` in all 20 runs; `in-order + none` and",
        ],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            base = { method = "backtracking", model = "numbers" }
            factors = { inference = ["none", "forward"], preprocess = ["none", "ac3"] }"#,
    },
    Case {
        rule: "no-op",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:order=in-order" }]"#,
        saw: &["order (mrv, in-order) changes nothing", "every puzzle falls before any decision"],
        healthy: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:order=in-order" }]"#,
    },
    Case {
        rule: "no-op",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "ac-3" }, { method = "a-star" }]"#,
        saw: &["inference removes no value in any run: AC-3 of `ac-3` in 20 runs"],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "ac-3" }, { method = "a-star" }]"#,
    },
    Case {
        rule: "censored",
        shows: InRecords,
        fault: r#"seeds = 2
            budget = { checks = 2_000 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "annealing" }, { method = "ac-3" }, { method = "exact", budget = { checks = 100_000 } }]"#,
        saw: &["`annealing` answers 0 of 40 runs", "bound"],
        healthy: r#"seeds = 2
            budget = { checks = 20_000 }
            instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "annealing" }, { method = "exact" }]"#,
    },
    Case {
        rule: "floor",
        shows: InRecords,
        fault: r#"budget = { checks = 100 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "backtracking" }, { method = "greedy" }]"#,
        saw: &["no arm answers anything: 0 of 40 runs"],
        healthy: r#"budget = { checks = 100_000 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "backtracking" }, { method = "greedy" }]"#,
    },
    Case {
        rule: "floor",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "sudoku/normal" }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
        saw: &["without any search", "of 40 runs"],
        healthy: r#"instances = [{ corpus = "sudoku/normal" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:inference=none" }]"#,
    },
    Case {
        rule: "floor",
        shows: InRecords,
        fault: r#"measure = "assignments"
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:inference=forward" }, { method = "backtracking" }]"#,
        saw: &["in 40 of 40 runs"],
        healthy: r#"measure = "assignments"
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:inference=none,order=in-order" }, { method = "backtracking:order=in-order" }]"#,
    },
    Case {
        rule: "ceiling",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "greedy" }, { method = "a-star" }]"#,
        saw: &["every arm answers all of 40 runs", "the same checks on every puzzle"],
        healthy: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "greedy" }, { method = "backtracking" }]"#,
    },
];

#[test]
fn every_rule_catches_its_fault_and_not_its_healthy_twin() {
    for Case { rule, shows, fault, saw, healthy } in CASES {
        let sick = plan(fault);
        let seen = |warnings: &[Warning]| {
            of(warnings, rule).iter().any(|warning| saw.iter().all(|word| warning.saw.contains(word)))
        };
        let (before, after) = (lint_plan(&sick), lint(&sick, &run(&sick)));
        assert!(seen(&after), "{rule}: {after:#?}");
        assert_eq!(seen(&before), *shows == InPlan, "{rule}: {before:#?}");
        assert!(after.iter().all(|warning| !warning.saw.is_empty() && !warning.remedy.is_empty()));
        let well = plan(healthy);
        let after = lint(&well, &run(&well));
        assert!(of(&after, rule).is_empty(), "{rule}: {after:#?}");
    }
}

#[test]
fn every_rule_has_a_case() {
    let tested: BTreeSet<&str> = CASES.iter().map(|case| case.rule).chain(["timed-out"]).collect();
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
    ];
    for text in sound {
        let plan = plan(text);
        assert_eq!(lint_plan(&plan), [], "{text}");
        assert_eq!(lint(&plan, &run(&plan)), [], "{text}");
    }
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
            (record.ended, record.why, record.checks) = (Ended::GaveUp, "time".to_owned(), 5000);
        }
        records
    };
    let warnings = lint(&plan, &late(11));
    let [only] = &of(&warnings, "timed-out")[..] else { panic!("{warnings:#?}") };
    assert!(only.saw.contains("11 of 20 runs of `sat`"), "{only}");
    assert!(only.remedy.contains("below 5000"), "{only}");
    assert_eq!(of(&warnings, "censored"), [] as [&Warning; 0], "told once");
    assert_eq!(lint(&plan, &late(10)), []);
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
    (records[last].ended, records[last].why, records[last].checks) = (Ended::GaveUp, "time".to_owned(), 1);
    let warnings = lint(&plan, &records);
    assert!(warnings.iter().any(|warning| warning.saw.contains("in all 19 runs that compare")), "{warnings:#?}");
    records[last].why = "checks".to_owned();
    assert_eq!(lint(&plan, &records), []);
}

#[test]
fn a_heuristic_is_caught_without_a_known_solution() {
    let known = pencilmark::corpus::set("hitori/small").expect("a set");
    let instances = known.iter().take(3).enumerate().map(|(index, puzzle)| {
        let mut object = puzzle.to_json();
        object.remove("solution");
        let text = serde_json::Value::Object(object).to_string();
        let puzzle = Puzzle::parse(&text).expect("the same puzzle");
        assert!(puzzle.claimed_solution().is_none());
        Instance::new(format!("bare {index}"), "bare", puzzle)
    });
    let arm = |text| Arm::parse(text).expect("an arm");
    let plan = Plan::of("bare", instances.collect(), vec![arm("a-star/report"), arm("a-star")]).expect("a plan");
    let warnings = lint_plan(&plan);
    let [only] = &of(&warnings, "overestimates")[..] else { panic!("{warnings:#?}") };
    assert!(only.saw.contains("`a-star/report` expects 14 changes on `bare 0`, and 8 lead"), "{only}");
    assert!(!only.saw.contains("`a-star` "), "{only}");
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
    let straight = lint(&plan, &records);
    assert!(straight.len() > 3, "{straight:#?}");
    records.reverse();
    records.extend(records.clone());
    assert_eq!(lint(&plan, &records), straight);
    let told: BTreeSet<String> = straight.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), straight.len(), "nothing is told twice");
}
