//! Batches: order, bad puzzles in the middle, several files, generation.

use serde_json::Value;

use crate::common::{MALFORMED, NONE, SEVERAL, SUBTLY_NONE, UNIQUE, UNIQUE_SOLVED, file, json_line, run, run_with};

#[test]
fn results_come_in_input_order() {
    let generated = run(&["generate", "sudoku", "-n", "60", "--seed", "5"]);
    let ids: Vec<String> = (0..60).map(|index| format!("sudoku-5-{index}")).collect();
    // Small and large boards mixed, so that threads overtake each other.
    let small = json_line(UNIQUE);
    let batch: Vec<String> = generated.out.lines().flat_map(|line| [line.to_owned(), small.clone()]).collect();
    for verb in ["solve", "check", "count"] {
        let one = run_with(&[verb, "--format", "json", "-j", "1", "-"], batch.join("\n"));
        let many = run_with(&[verb, "--format", "json", "-j", "4", "-"], batch.join("\n"));
        for ran in [&one, &many] {
            let found: Vec<String> =
                ran.objects().iter().step_by(2).map(|object| object["id"].as_str().unwrap_or("").to_owned()).collect();
            assert_eq!(found, ids);
        }
        let plain = |ran: &crate::common::Ran| {
            let mut objects = ran.objects();
            for object in &mut objects {
                object["seconds"] = 0.into();
            }
            objects
        };
        assert_eq!(plain(&one), plain(&many), "{verb}");
    }
}

#[test]
fn a_bad_puzzle_does_not_stop_the_batch() {
    let bad_json = "{\"kind\": \"sudoku\", \"grid\": [[1, 2}";
    let lines = [json_line(UNIQUE), bad_json.to_owned(), json_line(NONE), "{}".to_owned(), json_line(SEVERAL)];
    let ran = run_with(&["count", "--limit", "2", "--format", "json", "-"], lines.join("\n"));
    assert_eq!(ran.code, 3);
    let outcomes: Vec<_> = ran.objects().iter().map(|object| object["outcome"].clone()).collect();
    assert_eq!(outcomes, ["solved", "malformed", "refuted", "malformed", "solved"]);
    let errors: Vec<_> = ran.objects().iter().map(|object| object["error"].clone()).collect();
    for (index, line) in [(1, 2), (3, 4)] {
        assert_eq!((errors[index]["file"].as_str(), errors[index]["line"].as_u64()), (Some("-"), Some(line)));
    }

    let lines = [UNIQUE, "1234y.......!...", UNIQUE];
    let ran = run_with(&["solve", "--format", "line", "--kind", "sudoku", "--from", "line", "-"], lines.join("\n"));
    assert_eq!((ran.code, ran.out), (3, format!("{UNIQUE_SOLVED}\n\n{UNIQUE_SOLVED}\n")));
    assert!(ran.err.contains("-:2:5: "), "{}", ran.err);

    let blocks = format!("{UNIQUE}\n\n{MALFORMED}\n\n{UNIQUE}\n");
    let ran = run_with(&["check", "-"], blocks);
    assert_eq!(ran.code, 3);
    assert_eq!(ran.out.matches("unique").count(), 2, "{}", ran.out);
    assert!(ran.err.contains("-:3:1: "), "{}", ran.err);
    assert!(ran.err.contains("3 puzzles: 2 unique, 1 malformed"), "{}", ran.err);
}

#[test]
fn results_without_a_solution_keep_in_step() {
    let input = [UNIQUE, NONE, UNIQUE].join("\n");
    let line = run_with(&["solve", "--format", "line", "-"], &input);
    assert_eq!((line.code, line.out.lines().count()), (1, 3));
    assert_eq!(line.out.lines().nth(1), Some(""));
    let grid = run_with(&["solve", "--format", "grid", "-"], &input);
    let blocks: Vec<&str> = grid.out.trim_end().split("\n\n").collect();
    assert_eq!((blocks.len(), blocks[1]), (3, "# puzzle 2: refuted"), "{}", grid.out);
}

#[test]
fn several_files_and_standard_input_make_one_batch() {
    let first = file("batches_first", format!("{UNIQUE}\n{SEVERAL}\n"));
    let last = file("batches_last", json_line(UNIQUE));
    let ran = run_with(&["check", "--format", "json", &first, "-", &last], NONE);
    let verdicts: Vec<_> = ran.objects().iter().map(|object| object["verdict"].clone()).collect();
    assert_eq!(verdicts, ["unique", "several", "none", "unique"]);
    let indices: Vec<_> = ran.objects().iter().map(|object| object["index"].clone()).collect();
    assert_eq!(indices, [0, 1, 2, 3]);
}

#[test]
fn text_results_have_blank_lines_between_them_alone() {
    let input = [UNIQUE, SEVERAL].join("\n");
    for args in [&["solve", "-"][..], &["render", "-"], &["check", "-"], &["solve", "--format", "grid", "-"]] {
        let out = run_with(args, &input).out;
        assert!(!out.starts_with('\n') && !out.ends_with("\n\n") && !out.contains("\n\n\n"), "{args:?}\n{out}");
        assert!(out.contains("\n\n"), "{args:?}\n{out}");
    }
    for args in [&["count", "-"][..], &["convert", "--to", "line", "-"], &["solve", "--format", "line", "-"]] {
        let out = run_with(args, &input).out;
        assert_eq!(out.lines().count(), 2, "{args:?}\n{out}");
    }
}

#[test]
fn generated_puzzles_depend_on_seed_and_index_alone() {
    for entry in pencilmark::registry::kinds() {
        let kind = entry.info.id;
        let made = |args: &[&str]| run(&[&["generate", kind, "--size", "5"][..], args].concat());
        // Five rows are no Sudoku: take what is served.
        let made = |args: &[&str]| {
            if kind == "sudoku" { run(&[&["generate", kind, "--size", "6"][..], args].concat()) } else { made(args) }
        };
        let (one, many) = (made(&["-n", "6", "-j", "1"]), made(&["-n", "6", "-j", "3"]));
        assert_eq!(one.code, 0, "{kind}: {}", one.err);
        assert_eq!(one.out, many.out, "{kind}");
        assert_eq!(one.out.lines().count(), 6);
        assert!(made(&["-n", "2"]).out.lines().eq(one.out.lines().take(2)), "{kind}");
        assert_ne!(made(&["-n", "1", "--seed", "1"]).out, made(&["-n", "1"]).out, "{kind}");
        assert_eq!(run_with(&["check", "-"], &one.out).code, 0, "{kind}");
        for object in made(&["--solved"]).objects() {
            assert!(object["solution"].is_array(), "{object}");
        }
    }
}

#[test]
fn a_method_for_one_kind_answers_its_own_and_names_the_others() {
    let regions = "# kind: star-battle\n4 1\nAABB\nABBC\nDDCC\nDDDC\n";
    let name = file("one_kind", format!("{UNIQUE}\n\n{regions}\n{UNIQUE}\n"));
    let ran = run(&["solve", "--method", "merge", "--limit", "1", "--brief", &name]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let foreign = "method `merge` works on Star Battle alone, and this is a Sudoku";
    for line in [1, 10] {
        assert!(ran.err.contains(&format!("error: {name}:{line}:1: {foreign}\n")), "{}", ran.err);
    }
    assert!(ran.out.contains("Queens 4×4 · 1 star"), "{}", ran.out);
    assert!(
        ran.err.contains("3 puzzles: ") && ran.err.contains("2 of kinds that the method is not for"),
        "{}",
        ran.err
    );
    for verb in ["solve", "check", "count"] {
        let objects = run(&[verb, "--method", "merge", "--format", "json", &name]).objects();
        let kinds: Vec<&Value> = objects.iter().map(|object| &object["kind"]).collect();
        assert_eq!(kinds, ["sudoku", "star-battle", "sudoku"], "{verb}");
        assert_eq!((&objects[2]["error"]["line"], &objects[2]["outcome"]), (&10.into(), &"gave-up".into()), "{verb}");
        assert_eq!(objects[2]["error"]["what"], foreign, "{verb}");
        assert!(objects[1]["error"].is_null(), "{verb}");
    }
    let lines = run(&["solve", "--method", "merge", "--limit", "1", "--format", "line", &name]).out;
    assert_eq!(lines.lines().map(str::len).collect::<Vec<_>>(), [0, 16, 0], "results keep in step with puzzles");
    // What suits no kind is told once.
    let ran = run(&["solve", "--preset", "nonsense", &name]);
    assert_eq!((ran.code, ran.err.matches("error: ").count()), (2, 1), "{}", ran.err);
}

#[test]
fn a_brief_check_takes_one_line_a_puzzle() {
    let boards = [
        UNIQUE.to_owned(),
        NONE.to_owned(),
        SUBTLY_NONE.to_owned(),
        SEVERAL.to_owned(),
        format!("{UNIQUE}\n# solution\n{UNIQUE_SOLVED}"),
        format!("{UNIQUE}\n# solution\n{}", UNIQUE_SOLVED.replace('4', "3")),
        format!("{UNIQUE}\n# position\n11.{}", &UNIQUE[3..]),
        format!("{UNIQUE}\n# position\n3 1 {{1,2}} .\n. . . 2\n3 . . .\n. . 3 ."),
    ];
    let name = file("brief", boards.join("\n\n"));
    let ran = run(&["check", "--brief", &name]);
    assert_eq!((ran.code, ran.out.lines().count()), (6, boards.len()), "{}", ran.out);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines.iter().all(|line| line.contains(": ") && line.contains(" · exact")), "{}", ran.out);
    assert!(lines[4].contains("unique; the solution in the text is right · "), "{}", lines[4]);
    assert!(lines[5].contains("unique; the solution in the text is wrong: "), "{}", lines[5]);
    assert!(lines[6].contains("unique; your entry is wrong: "), "{}", lines[6]);
    assert!(lines[7].contains("unique; both your notes are wrong: r1c1 cannot be 3: r3c1 is 3, "), "{}", lines[7]);
}

#[test]
fn what_has_no_solution_is_named_by_its_place() {
    let named = |id: &str, grid: &str| json_line(grid).replace(grid, id);
    let name = file("places", [named("twin", UNIQUE), named("twin", NONE)].join("\n"));
    for format in ["line", "grid"] {
        let ran = run(&["solve", "--format", format, &name]);
        assert!(ran.err.starts_with(&format!("{name}:2: no solution")), "{}", ran.err);
    }
    for verb in ["check", "count", "solve"] {
        let ran = run(&[verb, &name]);
        for line in [1, 2] {
            assert!(ran.out.contains(&format!("Sudoku 4×4 · twin · {name}:{line}")), "{}", ran.out);
        }
    }
    // One puzzle alone needs no place.
    let ran = run(&["check", &file("place", named("twin", UNIQUE))]);
    assert!(ran.out.starts_with("Sudoku 4×4 · twin: unique"), "{}", ran.out);
}
