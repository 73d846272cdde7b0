//! `--animate` where there is no terminal, what settings may be, and what results say about them.

use serde_json::json;

use crate::common::{UNIQUE, endless, run};

#[test]
fn in_a_pipe_animation_is_plain_progress() {
    for method in ["annealing", "backtracking", "sat", "exact"] {
        let plain = run(&["solve", "--method", method, "--limit", "1", "--format", "grid", "--text", UNIQUE]);
        let args = ["solve", "--method", method, "--animate", "--speed", "1", "--format", "grid", "--text", UNIQUE];
        let ran = run(&args);
        assert_eq!((ran.code, &ran.out), (0, &plain.out), "{method}");
        assert!(ran.err.contains("--animate needs a terminal"), "{}", ran.err);
        assert!(ran.err.contains(&format!("{method} after ")), "{}", ran.err);
        assert!(!ran.err.contains('\u{1b}') && !ran.out.contains('\u{1b}'), "{}", ran.err);
    }
    let ran = run(&["solve", "--method", "annealing", "--animate", "--text", UNIQUE]);
    let last = ran.err.lines().last().unwrap_or("");
    assert!(last.contains("cost 0 · best 0 · ") && last.contains(" evaluations · "), "{last}");
    let ran = run(&["solve", "--animate", "--format", "json", "--corpus", "sudoku/small"]);
    assert_eq!(ran.objects().len(), 1);
    assert!(ran.err.contains("--animate shows the first of "), "{}", ran.err);
}

#[test]
fn wrong_speeds_and_lonely_flags_are_refused() {
    for args in [&["--speed", "5"][..], &["--animate", "--speed", "0"], &["--animate", "--speed", "fast"]] {
        assert_eq!(run(&[&["solve", "--text", UNIQUE][..], args].concat()).code, 2, "{args:?}");
    }
}

#[test]
fn errors_about_settings_name_what_there_is() {
    let table: &[(&[&str], &[&str])] = &[
        (
            &["--method", "sat", "--order", "mrv"],
            &["has no parameter `order`", "there is none", "setting of backtracking"],
        ),
        (&["--method", "annealing:order=mrv"], &["choose one of temperature, alpha", "setting of backtracking"]),
        (&["--method", "annealing:heat=1"], &["has no parameter `heat`", "choose one of temperature, alpha"]),
        (&["--method", "annealing", "--temperature", "hot"], &["`temperature` cannot be `hot`", "a number, 0 or more"]),
        (&["--method", "annealing", "--alpha", "2"], &["a number from 0 to 1"]),
        (&["--method", "annealing", "--iterations", "1.5"], &["a whole number"]),
        (&["--method", "backtracking", "--order", "best"], &["in-order", "mrv"]),
        (&["--method", "nonsense"], &["exact", "backtracking", "annealing"]),
        (&["--preset", "nonsense"], &["has no preset `nonsense`"]),
        (&["--model", "nonsense"], &["has no model `nonsense`", "cells"]),
    ];
    for (args, wanted) in table {
        let ran = run(&[&["solve", "--text", UNIQUE][..], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        for wanted in *wanted {
            assert!(ran.err.contains(wanted), "{args:?}: {}", ran.err);
        }
    }
}

#[test]
fn giving_up_says_what_would_help() {
    let endless = endless();
    // So hot that it only wanders about.
    let hot = ["solve", "--method", "annealing", "--temperature", "1000", "--text", &endless];
    let table: &[(&[&str], &str)] = &[
        (&["--timeout", ".1"], "gave up after 0.1 s; allow more time (--timeout SECONDS)"),
        (&["--max-evaluations", "5000"], "gave up after 5,000 evaluations; allow more (--max-evaluations N"),
        (&["--max-checks", "9"], "gave up after 9 checks; allow more (--max-checks N)"),
        (&["--tries", "2", "--iterations", "10"], "gave up: the method stopped without a proof"),
        (&["--moves", "chain"], "does not fit model `cells`, which has the moves deal, change"),
    ];
    for (args, wanted) in table {
        let ran = run(&[&hot[..], args].concat());
        assert_eq!(ran.code, 4, "{args:?}");
        assert!(ran.out.contains(wanted), "{args:?}: {}", ran.out);
        let brief = run(&[&hot[..], &["--brief"], args].concat());
        assert!(!brief.out.contains("above"), "{}", brief.out);
    }
    let ran = run(&["count", "--max-nodes", "9", "--limit", "99999", "--text", &endless]);
    assert!(ran.out.contains("gave up after 9 nodes; allow more (--max-nodes N)"), "{}", ran.out);
}

#[test]
fn statistics_say_how_the_method_was_set() {
    let args = ["solve", "--method", "annealing", "--temperature", ".6", "--brief", "--stats", "--text", UNIQUE];
    let out = run(&args).out;
    for wanted in ["\n  model        cells\n", "temperature 0.6", "\n  evaluations ", "\n  best cost "] {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
    let out = run(&["solve", "--method", "annealing", "--stats", "--corpus", "sudoku/normal"]).out;
    let together = out.split("All together").nth(1).expect("a sum");
    assert!(together.contains(','), "thousands stand apart: {together}");
    let object = &run(&["solve", "--format", "json", "--temperature", ".6", "--text", UNIQUE]).objects()[0];
    assert_eq!((&object["model"], &object["method"]), (&json!("cells"), &json!("annealing:temperature=0.6")));
    let settings = object["settings"].as_object().expect("settings");
    let info = pencilmark::registry::method("annealing").expect("a method");
    assert!(info.parameters.iter().all(|parameter| settings.contains_key(parameter.name)), "{settings:?}");
    assert_eq!(settings["temperature"], "0.6");
}
