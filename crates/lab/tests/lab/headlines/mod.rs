//! What a report says first: only what its records support.

mod requests;
mod unfinished;

use pencilmark::StopSignal;
use pencilmark::outcome::Why;
use pencilmark_lab::document::Document;
use pencilmark_lab::{
    Analysis, Experiment, LabError, Manifest, Measure, Plan, Record, RunOutcome, conclusions, report, run_in_memory,
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
    records
        .iter()
        .map(|record| {
            let mut record = record.clone();
            record.counters.nodes = nodes(&record);
            record
        })
        .collect()
}

fn said(plan: &Plan, records: &[Record]) -> Vec<String> {
    conclusions(plan, &Analysis::of(plan, &records.iter().collect::<Vec<_>>()), &[], &[])
}

/// What a report says, with what its warnings forbid.
fn reported(plan: &Plan, records: &[Record]) -> Vec<String> {
    let json = report(plan, &Manifest::new(plan, 1, Vec::new()), records).json;
    json["conclusions"]
        .as_array()
        .expect("sentences")
        .iter()
        .map(|said| said.as_str().expect("text").to_owned())
        .collect()
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
    // mac visits fewer either way, but not by the same factor.
    let other = place("The effect of inference depends on order").expect("an interaction of size");
    assert!(
        said_then[other].contains("under in-order mac visits 0.17 times")
            && said_then[other].contains("under mrv visits 0.50 times"),
        "{said_then:#?}"
    );
    assert_eq!(place("inference:"), None, "{said_then:#?}");
    // The same effect under both: it is said as such.
    let helps = with_nodes(&records, |run| if run.arm.starts_with("mrv") { 1000 } else { 3000 + drawn(run) % 5 });
    let said_then = said(&plan, &helps);
    assert!(said_then.iter().any(|sentence| sentence.starts_with("order: mrv visits 0.33 times")), "{said_then:#?}");
    assert!(!said_then.iter().any(|sentence| sentence.starts_with("The effect of")), "{said_then:#?}");
    // 0.88 and 0.87 differ surely, but that is no story.
    let little = with_nodes(&records, |run| match run.arm.as_str() {
        "mrv + forward" => 8800 + drawn(run) % 9,
        "mrv + mac" => 8700 + drawn(run) % 9,
        _ => 10_000 + drawn(run) % 9,
    });
    let said_then = said(&plan, &little);
    let analysis = Analysis::of(&plan, &little.iter().collect::<Vec<_>>());
    assert!(analysis.interactions[0].p < 0.001);
    assert!(!said_then.iter().any(|sentence| sentence.starts_with("The effect of")), "{said_then:#?}");
    // Each change has its ratio with all else given, on the screen and for programs.
    let text = shown(&plan, &little);
    let row = "| order: mrv over in-order | forward | 20 | 0.88 | 0.88–0.88 | < .001 |";
    assert!(text.contains(row), "{text}");
    let json = report(&plan, &Manifest::new(&plan, 1, Vec::new()), &little).json;
    let simple = &json["analysis"]["effects"][0]["by_combination"][1];
    assert_eq!(simple["given"], "mac");
    assert!(simple["ratio"]["value"].as_f64().is_some_and(|ratio| (ratio - 0.87).abs() < 0.001), "{simple}");
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
    assert!(sentences[0].contains(", by time (not comparable by checks): "), "{sentences:#?}");
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

const WALKS: &str = r#"seeds = 4
    instances = [{ corpus = "hidato/small", count = 10 }]
    arms = [{ method = "hill-climbing" }, { method = "min-conflicts" }]"#;

/// The records with other endings: whether a run solves its puzzle.
fn with_ends(records: &[Record], solves: impl Fn(&Record) -> bool) -> Vec<Record> {
    let ended = |record: &Record| {
        let ended = if solves(record) { RunOutcome::Solved } else { RunOutcome::GaveUp(Why::Checks) };
        Record { ended, ..record.clone() }
    };
    records.iter().map(ended).collect()
}

/// The number of a puzzle in its set.
fn number(record: &Record) -> usize {
    record.instance.rsplit('-').next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn shares_are_compared_where_no_effort_is_typical() {
    let plan = plan(WALKS);
    let records = run(&plan);
    // A puzzle in two is solved once in four runs, and only by the one.
    let rarely =
        with_ends(&records, |run| run.arm == "hill-climbing" && run.seed == 1 && number(run).is_multiple_of(2));
    let sentences = said(&plan, &rarely);
    let last = sentences.last().expect("a comparison");
    assert!(last.starts_with("min-conflicts solves 0 of 40 (0 %"), "{sentences:#?}");
    assert!(last.contains("and hill-climbing 5 of 40 (12 %"), "{sentences:#?}");
    assert!(last.contains("Neither solves any puzzle in half of its runs."), "{sentences:#?}");
    assert!(!sentences.concat().contains("neither solved any puzzle"), "{sentences:#?}");
    // One puzzle of ten in most runs: no ratio, and the same test as for the best.
    let one = with_ends(&records, |run| run.arm == "min-conflicts" && (run.seed < 2 || number(run) == 3));
    let analysis = Analysis::of(&plan, &one.iter().collect::<Vec<_>>());
    let comparison = &analysis.comparisons[0];
    assert!(comparison.ratio.is_none() && comparison.time_ratio.is_none() && comparison.pairs == 10, "{comparison:?}");
    assert!((comparison.p - analysis.leads[0].rivals[0].p).abs() < 1e-12 && comparison.p < 0.05, "{analysis:#?}");
    let sentences = said(&plan, &one);
    assert!(sentences[1].contains("min-conflicts does better (PAR2 in checks on these 10 puzzles"), "{sentences:#?}");
    assert!(sentences[1].ends_with("Only 1 puzzle is solved by one of them in half of its runs."), "{sentences:#?}");
}

#[test]
fn the_best_by_a_count_may_be_slow_and_that_is_said() {
    let plan = plan(TWO);
    let slow = |records: &[Record], factor: f64| -> Vec<Record> {
        let records = with_nodes(records, |run| (1000 + drawn(run)) * if run.arm == "two" { 19 } else { 20 });
        let seconds = |run: &Record| (1000 + drawn(run)) as f64 * 1e-6 * if run.arm == "two" { factor } else { 1.0 };
        records.iter().map(|run| Record { seconds: seconds(run), ..run.clone() }).collect()
    };
    let first = &said(&plan, &slow(&run(&plan), 1.68))[0];
    assert!(first.starts_with("Best here, by nodes: two"), "{first}");
    assert!(first.contains("But one takes 0.60 times the time of two (95 % interval 0.60-0.60, p < .001)."), "{first}");
    assert!(!said(&plan, &slow(&run(&plan), 1.05))[0].contains("But one"));
}

#[test]
fn more_solved_and_less_time_are_two_things() {
    let plan = plan(TWO);
    let records = with_nodes(&run(&plan), |run| (1000 + drawn(run)) * if run.arm == "two" { 1 } else { 20 });
    let records = with_ends(&records, |run| run.arm == "one" || number(run) > 0);
    let first = &said(&plan, &records)[0];
    assert!(first.starts_with("No arm is best, by nodes: one solves 20 of 20"), "{first}");
    assert!(first.contains("and two 19 of 20") && first.contains("but two visits 0.05"), "{first}");
    // Half of the puzzles solved, and fewer nodes on those: no test of PAR2 is sure, but that of the shares is.
    let half = with_ends(&records, |run| run.arm == "one" || !number(run).is_multiple_of(2));
    let first = &said(&plan, &half)[0];
    assert!(first.starts_with("Best here, by nodes: one") && first.contains("than two (p = .00"), "{first}");
    assert!(
        said(&plan, &half)[1].contains("two solves less (shares on these 20 puzzles, p = .00"),
        "{:?}",
        said(&plan, &half)
    );
}

#[test]
fn arms_that_are_the_same_are_not_told_apart_by_the_clock() {
    let plan = plan(
        r#"measure = "seconds"
            instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "greedy" }, { method = "a-star" }, { method = "backtracking" }]"#,
    );
    let time = |run: &Record| 1e-3 * (1000 + drawn(run)) as f64 * if run.arm == "a-star" { 0.94 } else { 1.0 };
    let records: Vec<Record> = run(&plan).iter().map(|run| Record { seconds: time(run), ..run.clone() }).collect();
    let sentences = reported(&plan, &records);
    let same = "a-star and greedy do the same here: they have the same counters in every run.";
    assert!(sentences.iter().any(|sentence| sentence == same), "{sentences:#?}");
    assert!(!sentences.concat().contains("0.94"), "{sentences:#?}");
    assert!(sentences[0].contains("a-star (greedy does the same here)"), "{sentences:#?}");
}

#[test]
fn groups_that_differ_come_before_what_they_have_in_common() {
    let plan = plan(
        r#"instances = [{ corpus = "hidato/normal", group = "hidato" }, { corpus = "sudoku/hard", group = "sudoku" }]
            arms = [{ method = "backtracking", label = "one" }, { method = "backtracking", order = "in-order", label = "two" }]"#,
    );
    let records = with_nodes(&run(&plan), |run| {
        let saves = run.arm == "two" && run.group == "hidato";
        (10_000 + drawn(run)) * if saves { 77 } else { 100 } - u64::from(run.arm == "two")
    });
    let sentences = reported(&plan, &records);
    let by_group =
        sentences.iter().position(|said| said.starts_with("two against one, by group of puzzles: on hidato 0.77"));
    let pooled = sentences.iter().position(|said| said.starts_with("All groups together: "));
    assert!(by_group.is_some() && by_group < pooled, "{sentences:#?}");
    assert!(sentences[by_group.unwrap_or(0)].contains("sudoku 1.00 times the nodes"), "{sentences:#?}");
    // The same in both: said once.
    let records = with_nodes(&records, |run| (10_000 + drawn(run)) * if run.arm == "two" { 77 } else { 100 });
    assert!(!reported(&plan, &records).concat().contains("group"), "{:#?}", reported(&plan, &records));
}

#[test]
fn about_as_many_is_not_significant() {
    let plan = plan(TWO);
    let records = with_nodes(&run(&plan), |run| 100_000 + drawn(run) - 200 * u64::from(run.arm == "two"));
    let sentences = said(&plan, &records);
    assert!(sentences[1].starts_with("two visits slightly fewer nodes than one on these 20 puzzles"), "{sentences:#?}");
    assert!(sentences[1].contains("p < .001"), "{sentences:#?}");
}

#[test]
fn arms_with_other_budgets_have_no_best() {
    for (own, word) in [("budget = { checks = 500 }", "may spend"), ("first_seed = 7", "not paired")] {
        let plan = plan(&format!(
            r#"seeds = 2
            instances = [{{ corpus = "hidato/small" }}]
            arms = [{{ method = "hill-climbing" }}, {{ method = "annealing", {own} }}]"#
        ));
        let sentences = reported(&plan, &run(&plan));
        assert!(sentences[0].starts_with("The arms are not comparable, so none is called best: "), "{sentences:#?}");
        assert!(sentences[0].contains(word) && !sentences.concat().contains("Best here"), "{sentences:#?}");
    }
}

#[test]
fn what_was_not_spent_and_what_costs_more_is_not_compared() {
    // Steps that were never made.
    let walks = plan(&format!("measure = \"steps\"\n{WALKS}"));
    let mut records = run(&walks);
    for run in &mut records {
        run.counters.steps = if run.arm == "min-conflicts" { 0 } else { run.counters.steps.max(5) };
    }
    let sentences = said(&walks, &records);
    assert!(sentences[0].contains("by time (not comparable by steps)"), "{sentences:#?}");
    assert!(!sentences.concat().contains("1 step"), "{sentences:#?}");
    assert!(shown(&walks, &records).contains("| min-conflicts | 40 | "));
    for (method, counter) in
        [("ac-3", "nodes"), ("genetic:improvement=none", "steps"), ("greedy:space=repair", "assignments")]
    {
        let text = format!(
            "measure = \"{counter}\"\ninstances = [{{ corpus = \"hitori/small\" }}]\n[[arms]]\nmethod = \"{method}\""
        );
        let error = planned(&text).expect_err("never spent").to_string();
        assert!(error.starts_with("x.toml:5:1") && error.contains(&format!("never spends {counter}")), "{error}");
    }
    // Checks that cost five times as much.
    let two = plan(&format!("measure = \"checks\"\n{TWO}"));
    let dear = |factor: f64| -> Vec<Record> {
        let cost = |run: &Record| 1e-7 * if run.arm == "two" { factor } else { 1.0 };
        let checks = |run: &Record| 1000 + drawn(run) - if run.arm == "two" { 500 } else { 0 };
        let with = |run: &Record| {
            let mut run = Record { seconds: cost(run) * checks(run) as f64, ..run.clone() };
            run.counters.checks = checks(&run);
            run
        };
        run(&two).iter().map(with).collect()
    };
    assert!(said(&two, &dear(5.0))[0].starts_with("Best here, by time (not comparable by checks): one"));
    assert!(said(&two, &dear(2.0))[0].starts_with("Best here, by checks: two"));
}

#[test]
fn one_arm_alone_is_said_to_be_alone() {
    let plan = plan("instances = [{ corpus = \"hidato/small\" }]\narms = [{ method = \"backtracking\" }]");
    assert!(reported(&plan, &run(&plan))[0].ends_with("There is no other arm to compare it with."));
}
