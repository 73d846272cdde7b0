//! What a report says first: only what its records support.

use pencilmark::StopSignal;
use pencilmark_lab::document::Document;
use pencilmark_lab::{
    Analysis, Experiment, LabError, Manifest, Measure, Plan, Record, conclusions, report, run_in_memory,
};

fn planned(text: &str) -> Result<Plan, LabError> {
    let text = format!("name = \"x\"\n{text}");
    let experiment = Experiment::parse("x.toml", &text)?;
    Plan::new(experiment, ("x.toml", &text), 1, &StopSignal::default(), &|_| ())
}

fn plan(text: &str) -> Plan {
    planned(text).expect("a plan")
}

fn run(plan: &Plan) -> Vec<Record> {
    run_in_memory(plan, 2, &StopSignal::default(), |_| ()).expect("no error").expect("all records")
}

/// The records with other numbers of nodes.
fn with_nodes(records: &[Record], nodes: impl Fn(&Record) -> u64) -> Vec<Record> {
    records.iter().map(|record| Record { nodes: nodes(record), ..record.clone() }).collect()
}

fn said(plan: &Plan, records: &[Record]) -> Vec<String> {
    conclusions(plan, &Analysis::of(plan, &records.iter().collect::<Vec<_>>()))
}

fn shown(plan: &Plan, records: &[Record]) -> String {
    let summary: Document = report(plan, &Manifest::new(plan, 1, Vec::new()), records).summary;
    summary.markdown()
}

const TWO: &str = r#"instances = [{ corpus = "hidato/normal" }]
    arms = [{ method = "backtracking", label = "one" }, { method = "backtracking", order = "in-order", label = "two" }]"#;

/// A number that looks drawn, but is the same on every run.
fn drawn(record: &Record) -> u64 {
    u64::from_str_radix(&record.hash[..4], 16).expect("digits")
}

#[test]
fn best_takes_a_test() {
    let plan = plan(TWO);
    let records = run(&plan);
    let clear = with_nodes(&records, |run| (100 + drawn(run)) * if run.arm == "two" { 1 } else { 2 });
    let first = &said(&plan, &clear)[0];
    assert!(first.starts_with("Best here, by nodes: two, which solves 20 of 20"), "{first}");
    assert!(first.contains("It does better than one (p < .001)."), "{first}");
    // Now the one and now the other needs a little more.
    let level = with_nodes(&records, |run| 1000 + (drawn(run) + u64::from(run.arm == "two")) % 2);
    let first = &said(&plan, &level)[0];
    assert!(first.starts_with("Not to be told apart, by nodes: "), "{first}");
    assert!(first.contains("puzzles instead of 20 would tell") || first.contains("hardly differ"), "{first}");
    let same = with_nodes(&records, |_| 1000);
    assert!(said(&plan, &same)[0].contains("hardly differ: more puzzles would not tell"), "{:?}", said(&plan, &same));
}

#[test]
fn sentences_and_tables_say_the_same_ratio() {
    let plan = plan(TWO);
    let records = with_nodes(&run(&plan), |run| if run.arm == "two" { 250 } else { 1000 });
    assert!(said(&plan, &records)[1].starts_with("two visits 0.25 times the nodes of one on these 20 puzzles"));
    let analysis = Analysis::of(&plan, &records.iter().collect::<Vec<_>>());
    assert_eq!(analysis.comparisons[0].ratio.map(|ratio| ratio.value), Some(0.25));
}

#[test]
fn an_interaction_comes_before_the_effects_that_it_contradicts() {
    let plan = plan(
        r#"instances = [{ corpus = "hidato/normal" }]
            base = { method = "backtracking" }
            factors = { order = ["in-order", "mrv"], inference = ["forward", "mac"] }"#,
    );
    let records = run(&plan);
    let helps_under_forward = with_nodes(&records, |run| match run.arm.as_str() {
        "mrv + forward" => 1000 + drawn(run) % 7,
        "in-order + forward" => 3000 + drawn(run) % 5,
        // Without a clear direction.
        "mrv + mac" => 500 + drawn(run) % 2,
        _ => 500 + (drawn(run) / 2) % 2,
    });
    let said_then = said(&plan, &helps_under_forward);
    let place = |words: &str| said_then.iter().position(|sentence| sentence.starts_with(words));
    let interaction = place("The effect of order depends on inference").expect("an interaction");
    assert!(
        said_then[interaction].contains("under forward mrv visits 0.33 times the nodes of in-order"),
        "{said_then:#?}"
    );
    assert!(
        said_then[interaction].contains("under mac") && said_then[interaction].contains("no clear direction"),
        "{said_then:#?}"
    );
    assert_eq!(place("order:"), None, "{said_then:#?}");
    assert!(place("inference:").is_some_and(|effect| effect > interaction), "{said_then:#?}");
    // The same effect under both: it is said as such.
    let helps = with_nodes(&records, |run| if run.arm.starts_with("mrv") { 1000 } else { 3000 + drawn(run) % 5 });
    let said_then = said(&plan, &helps);
    assert!(said_then.iter().any(|sentence| sentence.starts_with("order: mrv visits 0.33 times")), "{said_then:#?}");
    assert!(!said_then.iter().any(|sentence| sentence.starts_with("The effect of")), "{said_then:#?}");
}

#[test]
fn families_are_compared_by_time_alone() {
    let arms = r#"instances = [{ corpus = "hidato/small", count = 8 }]
        arms = [{ method = "backtracking" }, { method = "backtracking", order = "in-order" }, { method = "greedy" }]"#;
    let by_default = plan(arms);
    assert_eq!(by_default.measure(), Measure::Seconds);
    let by_checks = plan(&format!("measure = \"checks\"\n{arms}"));
    let records = run(&by_checks);
    let sentences = said(&by_checks, &records);
    assert!(sentences[0].contains(", by time: "), "{sentences:#?}");
    assert!(sentences[1].contains(", by checks, among tree searches: "), "{sentences:#?}");
    let greedy = sentences.iter().find(|sentence| sentence.starts_with("greedy takes")).expect("a comparison");
    assert!(
        greedy.contains("times the time of backtracking") && greedy.contains("not comparable by checks"),
        "{greedy}"
    );
    // Within a family, a count will do.
    assert_eq!(plan(TWO).measure(), Measure::Nodes);
    assert!(shown(&by_checks, &records).contains("ns/check"));
}

#[test]
fn a_measure_that_an_arm_never_spends_is_refused() {
    let refused = planned(
        r#"measure = "evaluations"
instances = [{ corpus = "hidato/small", count = 8 }]
[[arms]]
method = "annealing"
[[arms]]
method = "sat"
"#,
    );
    let error = refused.expect_err("sat evaluates no boards").to_string();
    assert!(error.starts_with("x.toml:6:1: `sat` never spends evaluations"), "{error}");
}

#[test]
fn a_run_that_is_not_finished_says_so_first() {
    let plan = plan(TWO);
    let records = run(&plan);
    let part = &records[..9];
    let text = shown(&plan, part);
    let (banner, best) = (text.find("9 of 40 runs have ended"), text.find("by nodes"));
    assert!(
        banner.is_some() && banner < best && text.contains("the 4 of 20 puzzles on which every arm has ended"),
        "{text}"
    );
    // An arm without runs has no share.
    let one: Vec<Record> = records.iter().filter(|record| record.arm == "one").cloned().collect();
    let analysis = Analysis::of(&plan, &one.iter().collect::<Vec<_>>());
    assert!(analysis.arm("two").is_some_and(|arm| arm.share.is_none() && arm.runs == 0));
    let text = shown(&plan, &one);
    assert!(text.contains("the 0 of 20 puzzles") && !text.contains("NaN") && !text.contains("0 %"), "{text}");
}

#[test]
fn lists_make_groups_and_arms_take_settings_as_fields() {
    let plan = plan(
        r#"instances = [{ kind = "kenken", size = [3, 4], count = 2 }]
            arms = [{ method = "backtracking", inference = "forward", order = "mrv-degree" }]"#,
    );
    assert_eq!(plan.groups(), ["kenken 3", "kenken 4"]);
    let sizes: Vec<String> = plan.instances.iter().map(pencilmark_lab::Instance::size).collect();
    assert_eq!(sizes, ["3x3", "3x3", "4x4", "4x4"]);
    assert_eq!(plan.arms[0].described(), "backtracking:inference=forward,order=mrv-degree");
    let again = Experiment::parse("x.toml", &plan.experiment.write()).expect("what is written is read");
    assert_eq!(again.write(), plan.experiment.write());
    let error = planned("instances = [{ corpus = \"kenken/small\" }]\narms = [{ method = \"sat\", order = \"mrv\" }]");
    let error = error.expect_err("sat has no order").to_string();
    assert!(error.starts_with("x.toml:3:") && error.contains("order"), "{error}");
    let settings = &Manifest::new(&plan, 1, Vec::new()).arms[0].settings;
    assert_eq!(settings.get("inference").map(String::as_str), Some("forward"));
}
