//! Hints, explanations and grades, as people and programs get them.

use crate::common::{MALFORMED, NONE, SEVERAL, SUBTLY_NONE, UNIQUE, run, run_with};

/// The solved corner that `UNIQUE` begins with, and something wrong.
fn with_position(first_row: &str) -> String {
    format!("{UNIQUE}\n# position\n{first_row}\n. . . 2\n3 . . .\n. . 3 .\n")
}

#[test]
fn a_hint_tells_more_at_every_stage() {
    let told = |stage| run(&["hint", "--stage", stage, "--text", UNIQUE]).out;
    assert!(told("technique").contains("Hidden single") && !told("technique").contains("box 2"));
    assert!(told("where").contains("Look at box 2.") && !told("where").contains("r2c3"));
    assert!(told("cells").contains("r2c3") && !told("cells").contains("So r2c3 is 1."));
    assert!(told("reason").contains("So r2c3 is 1.") && !told("reason").contains('┃'));
    assert!(told("apply").contains('┃'), "{}", told("apply"));
    // Where to look is what somebody who is stuck wants to know first.
    assert_eq!(run(&["hint", "--text", UNIQUE]).out, told("where"));
}

#[test]
fn a_hint_is_an_object_for_programs() {
    let ran = run(&["hint", "--format", "json", "--text", UNIQUE]);
    let hint = &ran.objects()[0];
    assert_eq!((ran.code, hint["outcome"].as_str()), (0, Some("step")));
    let step = &hint["step"];
    assert_eq!(step["technique"], "hidden-single");
    assert_eq!(step["places"], serde_json::json!([{ "cell": "r2c3", "value": 1 }]));
    assert!(step["because"].as_array().is_some_and(|because| !because.is_empty()), "{step}");
    assert!(step["text"][3].as_str().is_some_and(|text| text.ends_with("So r2c3 is 1.")), "{step}");
}

#[test]
fn mistakes_come_first_and_nothing_is_built_on_them() {
    let ran = run_with(&["hint", "-"], with_position("3 1 . ."));
    assert_eq!(ran.code, 6, "{ran:?}");
    assert!(ran.out.contains("r1c1 cannot be 3: r3c1 is 3"), "{}", ran.out);
    // A rule that others break is no reason against a cell.
    let ran = run_with(&["hint", "-"], with_position("3 1 . 1"));
    for reason in ["r1c1 cannot be 3: r3c1 is 3", "r1c4 cannot be 1: r1c2 is 1"] {
        assert!(ran.out.contains(reason), "{}", ran.out);
    }
    let ran = run_with(&["hint", "--format", "json", "-"], with_position("4 1 . ."));
    let hint = &ran.objects()[0];
    assert!(hint.get("step").is_none() && hint["mistakes"][0]["cells"] == serde_json::json!(["r1c1"]), "{hint}");
    // Marks without the right value are a mistake, too.
    assert_eq!(run_with(&["hint", "-"], with_position("{3,4} 1 . .")).code, 6);
}

#[test]
fn a_hint_starts_from_what_has_been_entered() {
    let ran = run_with(&["hint", "--stage", "reason", "-"], with_position("2 1 4 ."));
    assert!(ran.out.contains("Full house") && ran.out.contains("So r1c4 is 3."), "{}", ran.out);
    let solved = format!("{UNIQUE}\n# position\n2 1 4 3\n4 3 1 2\n3 4 2 1\n1 2 3 4\n");
    let ran = run_with(&["hint", "-"], solved);
    assert!(ran.code == 0 && ran.out.contains("Everything is filled in"), "{ran:?}");
}

#[test]
fn an_explanation_is_not_built_on_mistakes() {
    let ran = run_with(&["explain", "--from-position", "-"], with_position("3 1 . ."));
    assert_eq!(ran.code, 6, "{ran:?}");
    assert!(ran.out.contains("What has been entered is wrong: r1c1 cannot be 3: r3c1 is 3."), "{}", ran.out);
    let ran = run_with(&["explain", "--from-position", "--format", "json", "-"], with_position("{3,4} 1 . ."));
    let explained = &ran.objects()[0];
    assert_eq!(
        (ran.code, explained["solved"].as_bool(), explained["verdict"].as_str()),
        (6, Some(false), Some("unique"))
    );
    assert!(
        explained["steps"] == serde_json::json!([]) && explained["mistakes"][0]["cells"][0] == "r1c1",
        "{explained}"
    );
    let right = run_with(&["explain", "--from-position", "-"], with_position("2 1 4 ."));
    assert!(right.code == 0 && right.out.contains("Solved in "), "{}", right.out);
    let none = run(&["explain", "--text", NONE]);
    assert!(none.code == 1 && none.out.contains("There is no solution: "), "{}", none.out);
}

/// One of the hardest: neither its rating nor its steps are found in an instant.
const HARD: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn what_is_not_found_out_in_time_is_not_called_search() {
    let ran = run(&["grade", "--timeout", "0.02", "--format", "json", "--text", HARD]);
    let grade = &ran.objects()[0];
    assert_eq!((ran.code, grade["needs_search"].as_bool()), (4, Some(false)), "{grade}");
    assert!(grade["gave_up"].is_string() && grade.get("er").is_none(), "{grade}");
    let ran = run(&["explain", "--timeout", "0.02", "--text", HARD]);
    assert!(ran.code == 4 && ran.out.contains("Given up after "), "{}", ran.out);
}

#[test]
fn a_technique_that_is_moved_is_shown_where_it_is_now() {
    let moved = |args: &[&str]| run(&[args, &["--tier", "hidden-single=3", "--text", UNIQUE]].concat());
    assert!(moved(&["hint", "--only", "hidden-single"]).out.contains("(tier 3, rated"));
    assert_eq!(moved(&["hint", "--only", "hidden-single", "--format", "json"]).objects()[0]["step"]["tier"], 3);
    assert!(
        moved(&["explain", "--only", "hidden-single", "--format", "markdown"])
            .out
            .contains("**Hidden single** (tier 3)")
    );
    // A listing writes names with their kind, and so may a user.
    assert!(run(&["hint", "--only", "sudoku/naked-single", "--text", UNIQUE]).out.contains("Naked single"));
}

#[test]
fn techniques_can_be_left_out_and_moved() {
    let technique = |more: &[&str]| {
        let args = [&["hint", "--format", "json", "--text", UNIQUE][..], more].concat();
        run(&args).objects()[0]["step"]["technique"].as_str().map(str::to_owned)
    };
    assert_eq!(technique(&["--without", "hidden-single"]).as_deref(), Some("naked-single"));
    assert_eq!(technique(&["--only", "Naked Single"]).as_deref(), Some("naked-single"));
    assert_eq!(technique(&["--only", "jellyfish"]), None);
    assert_eq!(technique(&["--only", "smallest-reason"]).as_deref(), Some("smallest-reason"));
    assert_eq!(technique(&["--tier", "hidden-single=5"]).as_deref(), Some("naked-single"));
    let ran = run(&["hint", "--only", "single", "--text", UNIQUE]);
    assert!(
        ran.code == 2 && ran.err.contains("there is no technique `single`") && ran.err.contains("naked-single"),
        "{ran:?}"
    );
    let ran = run(&["hint", "--tier", "hidden-single=9", "--text", UNIQUE]);
    assert!(ran.code == 2 && ran.err.contains("from 1 to 6"), "{ran:?}");
}

#[test]
fn all_steps_are_listed() {
    let ran = run(&["hint", "--all", "--text", UNIQUE]);
    assert!(ran.out.contains("can be taken now, the easiest first:\n- Hidden single: r2c3 is 1; "), "{}", ran.out);
}

#[test]
fn puzzles_without_one_solution_are_told_apart() {
    let ran = run(&["hint", "--text", NONE]);
    assert!(ran.code == 1 && ran.out.contains("no solution"), "{ran:?}");
    let ran = run(&["hint", "--format", "json", "--text", "1..............4"]);
    assert_eq!((ran.code, ran.objects()[0]["outcome"].as_str()), (5, Some("fork")));
    // Reported before any step, and quickly even on an empty board.
    let ran = run(&["hint", "--text", SEVERAL]);
    let (first, step) = ran.out.split_once(" in another. This still follows:\n").expect("a step");
    assert!(
        ran.code == 5
            && first.contains("The puzzle has several solutions: r")
            && first.contains(" in one and ")
            && step.contains("Look at "),
        "{ran:?}"
    );
    let several = &run(&["hint", "--format", "json", "--text", SEVERAL]).objects()[0];
    assert!(several["outcome"] == "step" && several["several"]["values"].as_array().is_some_and(|all| all.len() == 2));
    let open = run(&["hint", "--kind", "sudoku", "--text", &".".repeat(256)]);
    assert!(open.code == 5 && open.out.contains("several solutions") && open.out.contains("No easy step"), "{open:?}");
    assert_eq!(run(&["hint", "--text", MALFORMED]).code, 3);
    // So does an explanation, in text and in Markdown.
    for format in ["text", "markdown"] {
        let ran = run(&["explain", "--format", format, "--text", SEVERAL]);
        let (_, steps) =
            ran.out.split_once("The puzzle has several solutions. This still follows:\n").expect("a warning");
        assert!(ran.code == 5 && steps.trim_start().starts_with("1. "), "{}", ran.out);
    }
    assert!(!run(&["explain", "--text", UNIQUE]).out.contains("several solutions"));
    for (puzzle, code, verdict) in [(UNIQUE, 0, "unique"), (SEVERAL, 5, "several"), (NONE, 1, "none")] {
        let ran = run(&["grade", "--format", "json", "--text", puzzle]);
        let grade = &ran.objects()[0];
        assert_eq!((ran.code, grade["verdict"].as_str()), (code, Some(verdict)));
        assert_eq!(grade["level"].is_null(), code != 0, "{grade}");
    }
}

#[test]
fn a_puzzle_without_a_solution_points_to_the_search_for_slips() {
    const POINTER: &str = "`pencilmark check` lists single changes that give one solution";
    for puzzle in [NONE, SUBTLY_NONE] {
        for verb in ["solve", "count", "grade", "explain"] {
            let ran = run(&[verb, "--text", puzzle]);
            assert!(ran.code == 1 && ran.out.contains(POINTER), "{verb}: {ran:?}");
        }
    }
    // Entries may be what is wrong.
    let ran = run_with(&["solve", "--from-position", "-"], with_position("3 1 . ."));
    assert!(ran.code == 1 && !ran.out.contains(POINTER) && ran.out.contains("judges the entries"), "{ran:?}");
}

#[test]
fn an_explanation_leads_to_the_solution() {
    let ran = run(&["explain", "--text", UNIQUE]);
    assert!(ran.code == 0 && ran.out.contains("\n 12. ") && ran.out.contains("Solved in 12 steps."), "{}", ran.out);
    for kind in pencilmark::registry::kinds() {
        let set = format!("{}/small", kind.info.id);
        let ran = run(&["explain", "--format", "json", "--corpus", &set]);
        assert!(ran.objects().iter().all(|explained| explained["solved"] == true), "{set}");
        assert!(ran.objects().iter().all(|explained| explained["beyond"] == serde_json::json!([])), "{set}");
    }
    // It goes on from what has been entered if it is asked to.
    let count =
        |args: &[&str]| run_with(args, with_position("2 1 4 .")).objects()[0]["steps"].as_array().map_or(0, Vec::len);
    let whole = count(&["explain", "--format", "json", "-"]);
    assert_eq!(count(&["explain", "--format", "json", "--from-position", "-"]) + 2, whole);
}

#[test]
fn a_page_stands_on_its_own() {
    let page = run(&["explain", "--format", "html", "--text", UNIQUE]).out;
    assert_eq!(page.matches("<section").count(), 13, "a board for each step and one for the end");
    assert_eq!(page.matches("<svg").count(), 13);
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("src="), "it needs nothing from elsewhere");
    let ran = run_with(&["explain", "--format", "html", "-"], format!("{UNIQUE}\n\n{UNIQUE}\n"));
    assert!(ran.code == 2 && ran.err.contains("only the first one was written"), "{ran:?}");
    let markdown = run(&["explain", "--format", "markdown", "--text", UNIQUE]).out;
    assert!(
        markdown.starts_with("# Sudoku 4×4\n\n```\n    1   2   3   4\n  ┏")
            && markdown.contains("\n12. **Full house**"),
        "{markdown}"
    );
}

#[test]
fn grades_come_in_input_order_with_a_summary() {
    let ran = run(&["grade", "--format", "json", "--corpus", "sudoku/normal"]);
    let grades = ran.objects();
    assert!(grades.len() > 5 && grades.iter().enumerate().all(|(index, grade)| grade["index"] == index), "{grades:?}");
    for grade in &grades {
        assert!(grade["level"].as_u64().is_some_and(|level| (1..=6).contains(&level)), "{grade}");
        assert!(["score", "er", "ep", "ed"].iter().all(|field| grade[*field].is_number()), "{grade}");
        assert!(grade["tiers"].as_array().is_some_and(|tiers| tiers.len() == 6), "{grade}");
    }
    let without = run(&["grade", "--no-ratings", "--format", "json", "--corpus", "sudoku/normal"]);
    assert!(without.objects().iter().all(|grade| grade.get("er").is_none()));
    let text = run(&["grade", "--corpus", "sudoku/normal"]);
    assert!(text.out.contains(": level ") && text.out.contains(" · ER ") && text.err.contains("graded"), "{text:?}");
}

#[test]
fn what_the_techniques_do_not_reach_needs_search() {
    let grade =
        |more: &[&str]| run(&[&["grade", "--format", "json", "--text", UNIQUE], more].concat()).objects()[0].clone();
    let [plain, stuck] = [grade(&[]), grade(&["--only", "jellyfish"])];
    assert_eq!((&plain["needs_search"], &plain["level"]), (&false.into(), &1.into()), "{plain}");
    assert_eq!((&stuck["needs_search"], stuck["level"].is_null()), (&true.into(), true), "{stuck}");
    assert!(stuck["score"].as_f64() > plain["score"].as_f64(), "{stuck}");
}

#[test]
fn bottlenecks_are_positions_with_one_step() {
    // One cell is open; two are, which do not see each other; row 1 has its last cell alone, then box 3 has naked singles, and at the end one cell is left.
    for (text, tiers, bottlenecks) in
        [(".143431234211234", [1, 0], 1), (".14343123421123.", [2, 0], 1), (".1434312..21..34", [4, 1], 2)]
    {
        let args = ["grade", "--format", "json", "--only", "full-house", "--only", "naked-single", "--text", text];
        let grade = &run(&args).objects()[0];
        assert_eq!(grade["bottlenecks"], bottlenecks, "{grade}");
        assert!(tiers.iter().enumerate().all(|(tier, steps)| grade["tiers"][tier] == *steps), "{grade}");
    }
}

#[test]
fn steps_that_no_technique_sees_are_counted() {
    let args = ["explain", "--format", "json", "--only", "full-house", "--only", "smallest-reason", "--text", UNIQUE];
    let explained = &run(&args).objects()[0];
    let steps = explained["steps"].as_array().expect("steps");
    let is_beyond = |at: &usize| steps[*at]["technique"] == "smallest-reason";
    let beyond: Vec<usize> = (0..steps.len()).filter(is_beyond).collect();
    assert!(!beyond.is_empty() && beyond.len() < steps.len(), "{explained}");
    assert_eq!((&explained["beyond"], &explained["solved"]), (&serde_json::json!(beyond), &true.into()));
}

/// A way to its solution has a unique rectangle, if that may be used.
const WITH_RECTANGLE: &str = ".....58...81..96..9......7.2.....56.3....4....9...6......75.3..5.9.2.....1......4";

#[test]
fn one_solution_is_assumed_where_that_is_asked_for() {
    let object = |verb: &str, more: &[&str]| {
        let args = [&[verb, "--format", "json", "--text", WITH_RECTANGLE], more].concat();
        run(&args).objects()[0].clone()
    };
    let rectangles = |more: &[&str]| -> Vec<serde_json::Value> {
        let explained = object("explain", more);
        let steps = explained["steps"].as_array().expect("steps").iter();
        let is_unique = |step: &&serde_json::Value| {
            step["because"].as_array().is_some_and(|because| because.iter().any(|premise| premise["rule"] == "unique"))
        };
        steps.filter(is_unique).cloned().collect()
    };
    assert!(rectangles(&[]).is_empty() && rectangles(&["--uniqueness", "no"]).is_empty());
    let found = rectangles(&["--uniqueness", "yes"]);
    let because = found[0]["because"].as_array().expect("premises");
    let unique = because.iter().find(|premise| premise["rule"] == "unique").expect("the premise");
    assert_eq!(unique["exchange"].as_array().map(Vec::len), Some(4), "{unique}");
    // A grade assumes it unless told not to.
    let grade = |more: &[&str]| object("grade", &[&["--no-ratings"], more].concat())["tiers"].clone();
    assert_eq!(grade(&[]), grade(&["--uniqueness", "yes"]));
    assert_ne!(grade(&[]), grade(&["--uniqueness", "no"]));
}

#[test]
fn techniques_are_listed() {
    let listed = run(&["list", "techniques"]).out;
    for kind in pencilmark::registry::kinds() {
        assert!(listed.matches(&format!("{}/", kind.info.id)).count() > 5, "{}", kind.info.id);
    }
    let one = run(&["list", "techniques", "x-wing"]).out;
    assert!(one.contains("sudoku/x-wing") && one.contains("rated 3.2"), "{one}");
    let wrong = run(&["list", "techniques", "nonsense"]);
    assert!(wrong.code == 2 && wrong.err.contains("there is no `nonsense` among the techniques"), "{wrong:?}");
}
