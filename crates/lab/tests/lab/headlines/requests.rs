//! What an experiment may ask for, and what it is told if it cannot.

use super::*;

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
    assert!(error.starts_with("x.toml:7:1: `sat` never spends evaluations"), "{error}");
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

#[test]
fn errors_point_at_the_field() {
    let puzzles = "instances = [{ corpus = \"hidato/small\" }]\n";
    let base = "[base]\nmethod = \"backtracking\"\n[factors]\n";
    for (text, expected) in [
        ("[[arms]]\nmethod = \"sat\"\n[[arms]]\nmethod = \"backtracking\"\ninference = \"mak\"", "x.toml:7:1: "),
        (
            "[[arms]]\nmethod = \"backtracking\"\ninference = [\"mac\", \"forward\"]",
            "x.toml:5:1: `inference` takes one value",
        ),
        (
            "[[arms]]\nmethod = \"sat\"\nseeds = \"many\"",
            "x.toml:5:1: `seeds` takes a whole number, 0 or more, not \"many\"",
        ),
        ("[[arms]]\nmethod = \"backtracking\"\nmodel = \"none\"", "x.toml:5:1: Hidato has no model"),
        ("[[arms]]\nmethod = \"sat\"\n[budget]\nchecks = 0", "x.toml:6:1: `checks` must be at least 1"),
        (
            "[[arms]]\nmethod = \"sat\"\n[budget]\nchecks = -1",
            "x.toml:6:10: invalid value: integer `-1`, expected a whole number, 0 or more",
        ),
        (&format!("{base}order = []"), "x.toml:6:1: the factor `order` has no levels"),
        (&format!("{base}order = [\"mrv\", \"mrv\"]"), "x.toml:6:17: the factor `order` has the level `mrv` twice"),
        (&format!("{base}order = [\"mrv\", \"best\"]"), "x.toml:6:17: "),
    ] {
        let error = planned(&format!("{puzzles}{text}")).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}\n{error}");
    }
    let empty = planned("instances = [{ kind = \"hidato\", size = [] }]\narms = [{ method = \"sat\" }]");
    assert!(empty.expect_err("no size").to_string().starts_with("x.toml:2:33: `size` has no value"));
    let error = Experiment::parse("empty.toml", "").expect_err("nothing in it").to_string();
    assert!(error.starts_with("empty.toml:1:1: "), "{error}");
}
