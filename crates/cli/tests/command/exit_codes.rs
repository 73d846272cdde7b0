//! Exit codes: 0 done, 1 no solution, 2 usage, 3 malformed, 4 gave up, 5 several, 6 mistakes; which one a batch ends with.

use crate::common::{
    AMBIGUOUS, MALFORMED, NONE, PLAINLY_NONE, SEVERAL, UNIQUE, command, endless, file, folder, json_line, run, run_with,
};

#[test]
fn every_verb_ends_with_its_code() {
    let endless = endless();
    let out = folder("exit_codes_render");
    let out = out.to_str().expect("a plain path");
    let pdf = &format!("{out}/sheet.pdf");
    let table: &[(i32, &[&str])] = &[
        (0, &[]),
        (0, &["--help"]),
        (0, &["--version"]),
        (0, &["help", "solve"]),
        (2, &["solv"]),
        (2, &["--nonsense"]),
        (2, &["--color", "sometimes"]),
        (0, &["solve", "--text", UNIQUE]),
        (0, &["solve", "--text", SEVERAL]),
        (1, &["solve", "--text", NONE]),
        (1, &["solve", "--text", PLAINLY_NONE]),
        (3, &["solve", "--text", MALFORMED]),
        (3, &["solve", "--text", ""]),
        (3, &["solve", "--text", AMBIGUOUS]),
        (0, &["solve", "--text", AMBIGUOUS, "--kind", "sudoku"]),
        (4, &["solve", "--text", &endless, "--max-nodes", "1"]),
        (2, &["solve", "--text", UNIQUE, "file.txt"]),
        (2, &["solve", "--text", UNIQUE, "--method", "nonsense"]),
        (2, &["solve", "--text", UNIQUE, "--method", "sat", "--order", "mrv"]),
        (2, &["solve", "--text", UNIQUE, "--method", "backtracking:order"]),
        (2, &["solve", "--text", UNIQUE, "--model", "nonsense"]),
        (2, &["solve", "--text", UNIQUE, "--kind", "nonsense"]),
        (2, &["solve", "--text", UNIQUE, "--kind", "kenken", "--from", "sdk"]),
        (2, &["solve", "--text", UNIQUE, "--limit", "0"]),
        (2, &["solve", "--text", UNIQUE, "--timeout", "-1"]),
        (2, &["solve", "--text", UNIQUE, "--timeout", "soon"]),
        (0, &["solve", "--text", UNIQUE, "--box", "2"]),
        (2, &["solve", "--text", UNIQUE, "--box", "2x"]),
        (2, &["solve", "--text", UNIQUE, "-j", "many"]),
        (2, &["solve", "/there/is/no/such/file"]),
        (2, &["solve", "/"]),
        (2, &["solve", "--corpus", "nonsense"]),
        (0, &["solve", "--corpus", "sudoku/small", "--format", "line"]),
        (0, &["check", "--text", UNIQUE]),
        (1, &["check", "--text", NONE]),
        (1, &["check", "--text", PLAINLY_NONE]),
        (3, &["check", "--text", MALFORMED]),
        (4, &["check", "--text", &endless, "--max-nodes", "1"]),
        (5, &["check", "--text", SEVERAL]),
        (2, &["check", "--format", "svg"]),
        (0, &["count", "--text", UNIQUE]),
        (0, &["count", "--text", SEVERAL]),
        (0, &["count", "--text", &endless, "--limit", "3"]),
        (1, &["count", "--text", NONE]),
        (3, &["count", "--text", MALFORMED]),
        (4, &["count", "--text", &endless, "--limit", "100000000", "--timeout", ".01"]),
        (2, &["count", "--text", UNIQUE, "--limit", "0"]),
        (2, &["count", "--text", UNIQUE, "--limit", "some"]),
        (0, &["hint", "--text", UNIQUE]),
        (1, &["hint", "--text", NONE]),
        (2, &["hint", "--text", UNIQUE, "--only", "nonsense"]),
        (3, &["hint", "--text", MALFORMED]),
        (0, &["explain", "--text", UNIQUE]),
        (1, &["explain", "--text", NONE]),
        (3, &["explain", "--text", MALFORMED]),
        (5, &["explain", "--text", SEVERAL]),
        (0, &["grade", "--text", UNIQUE]),
        (1, &["grade", "--text", NONE]),
        (3, &["grade", "--text", MALFORMED]),
        (5, &["grade", "--text", SEVERAL]),
        (0, &["generate", "sudoku", "--size", "4"]),
        (0, &["generate", "sudoku", "-n", "0"]),
        (2, &["generate"]),
        (2, &["generate", "chess"]),
        (2, &["generate", "sudoku", "--stars", "2"]),
        (2, &["generate", "kenken", "--size", "40"]),
        (2, &["generate", "kenken", "--size", "big"]),
        (2, &["generate", "hidato", "--missing", "2"]),
        (2, &["generate", "sudoku", "--format", "sbn"]),
        (0, &["convert", "--to", "json", "--text", UNIQUE]),
        (2, &["convert", "--to", "sbn", "--text", UNIQUE]),
        (2, &["convert", "--to", "nonsense", "--text", UNIQUE]),
        (2, &["convert", "--text", UNIQUE]),
        (3, &["convert", "--to", "json", "--text", MALFORMED]),
        (0, &["render", "--text", UNIQUE]),
        (0, &["render", "--text", NONE]),
        (0, &["render", "--text", UNIQUE, "--out", out]),
        (2, &["render", "--text", UNIQUE, "--out", "/dev/null/folder"]),
        (1, &["render", "--text", NONE, "--solved"]),
        (3, &["render", "--text", MALFORMED]),
        (4, &["render", "--text", &endless, "--solved", "--max-nodes", "1"]),
        (2, &["render", "--text", UNIQUE, "--width", "300"]),
        (2, &["render", "--text", UNIQUE, "--format", "png", "--width", "20", "--out", out]),
        (0, &["print", "--text", UNIQUE, "-o", pdf]),
        (0, &["print", "--text", UNIQUE, "--level", "no", "--solutions", "none", "-o", pdf]),
        (1, &["print", "--text", NONE, "-o", pdf]),
        (5, &["print", "--text", SEVERAL, "-o", pdf]),
        (3, &["print", "--text", MALFORMED, "-o", pdf]),
        (4, &["print", "--text", &endless, "--max-nodes", "1", "-o", pdf]),
        (2, &["print", "--text", UNIQUE, "-o", "/dev/null/sheet.pdf"]),
        (2, &["print", "--text", UNIQUE, "--per-page", "5", "-o", pdf]),
        (2, &["print", "--booklet", "/there/is/no/such/file", "-o", pdf]),
        (0, &["compare", "sudoku", "--dry-run"]),
        (0, &["vary", "--text", UNIQUE]),
        (2, &["vary", "--text", UNIQUE, "--format", "nonsense"]),
        (3, &["vary", "--text", "nonsense"]),
        (0, &["canonical", "--text", UNIQUE]),
        (0, &["canonical", "--hash", "--text", UNIQUE]),
        (0, &["dedupe", "--text", UNIQUE]),
        (3, &["dedupe", "--text", "nonsense"]),
        (2, &["compare", "chess"]),
        (2, &["compare", "sudoku", "--methods", "chess", "--dry-run"]),
        (2, &["compare", "sudoku", "--seeds", "1000000000000", "--dry-run"]),
        (2, &["compare", "sudoku", "--size", "4", "-n", "100000000000", "--dry-run"]),
        (2, &["report", "/there/is/no/such/folder"]),
        (2, &["reproduce", "chess"]),
        (2, &["studio", "--port", "70000"]),
        (0, &["list"]),
        (0, &["list", "methods", "--format", "json"]),
        (2, &["list", "nonsense"]),
        (0, &["rules", "hitori"]),
        (2, &["rules"]),
        (2, &["rules", "chess"]),
        (0, &["template", "hidato"]),
        (2, &["template", "chess"]),
        (0, &["completions", "bash"]),
        (2, &["completions", "nonsense"]),
        (0, &["man"]),
    ];
    for (code, args) in table {
        let ran = run(args);
        assert_eq!(ran.code, *code, "{args:?}\n{}\n{}", ran.out, ran.err);
        assert_eq!(ran.err.contains("error:"), matches!(code, 2 | 3), "{args:?}: {}", ran.err);
    }
}

#[test]
fn every_verb_of_the_help_is_in_the_table() {
    // Written out, so that a new verb is remembered here.
    let verbs = "solve check count hint explain grade generate vary canonical dedupe convert render print compare report reproduce studio list rules template completions man help";
    let help = run(&["--help"]).out;
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Verbs:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(listed.join(" "), verbs);
}

#[test]
fn a_batch_ends_with_the_gravest_code() {
    let endless = endless();
    let table: &[(i32, &[&str])] = &[
        (0, &[UNIQUE, UNIQUE]),
        (5, &[UNIQUE, SEVERAL]),
        (1, &[NONE, SEVERAL, UNIQUE]),
        (1, &[UNIQUE, SEVERAL, NONE]),
        (4, &[SEVERAL, NONE, &endless, UNIQUE]),
        (3, &[UNIQUE, "", &endless, NONE, SEVERAL]),
        (3, &["", UNIQUE]),
    ];
    for (code, puzzles) in table {
        // An empty text makes a line of JSON without a board.
        let text: Vec<String> = puzzles.iter().map(|puzzle| json_line(puzzle)).collect();
        for threads in ["1", "3"] {
            // So few nodes that the empty board alone gives up.
            let ran = run_with(&["check", "--max-nodes", "20", "-j", threads, "-"], text.join("\n"));
            assert_eq!(ran.code, *code, "{puzzles:?}\n{}\n{}", ran.out, ran.err);
        }
    }
}

#[test]
fn a_time_limit_gives_up() {
    let ran = run(&["count", "--limit", "100000000", "--timeout", ".01", "--format", "json", "--text", &endless()]);
    assert_eq!(ran.code, 4);
    let object = &ran.objects()[0];
    assert_eq!(object["outcome"], "gave-up");
    assert_eq!(object["exhausted"], false);
    assert_eq!(object["reason"]["text"], "gave up after 0.01 s");
    assert_eq!(object["remedy"]["options"][0]["name"], "time");
}

#[test]
fn standard_input_is_never_mistaken() {
    // Where a scheduled job starts, and an empty pipe: a mistake further up, and no reason to check other puzzles.
    for args in [&["check"][..], &["solve", "--format", "line"], &["convert", "--to", "json"], &["render"]] {
        let ran = run(args);
        assert_eq!(ran.code, 3, "{args:?}: {}", ran.err);
        assert!(ran.out.trim().is_empty() && ran.err.contains("there is no puzzle here"), "{args:?}: {ran:?}");
    }
    for args in [&["check"][..], &["check", "-"]] {
        for input in ["", "\n \n", "# nothing but a remark\n"] {
            let ran = run_with(args, input);
            assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{args:?} {input:?}: {}", ran.err);
            assert!(ran.err.contains("there is no puzzle here"), "{}", ran.err);
        }
        assert_eq!(run_with(args, UNIQUE).code, 0);
    }
    let empty = file("exit_codes_empty", "");
    assert_eq!(run(&["check", &empty]).code, 3);
    assert_eq!(run(&["check", "--format", "json", &empty]).objects()[0]["outcome"], "malformed");
    let redirected = command().arg("check").stdin(std::fs::File::open(&empty).expect("the file")).output();
    assert_eq!(redirected.expect("the command starts").status.code(), Some(3));
}

#[test]
fn messages_about_files_say_what_to_do() {
    let folder = folder("exit_codes_folder");
    let folder = folder.to_str().expect("a plain path");
    let table = [
        ("no-such-file", "cannot read no-such-file: there is no such file; a puzzle itself goes after --text"),
        (folder, "it is a folder; name the files in it"),
    ];
    for (name, message) in table {
        let ran = run(&["solve", name]);
        assert!(ran.err.contains(message), "{}", ran.err);
        assert!(!ran.err.contains("os error"), "{}", ran.err);
    }
}

#[test]
fn more_solutions_than_fit_are_at_least_so_many() {
    let few = ["--max-states", "5"];
    let held = "gave up after 5 states or solutions held at once; allow more (--max-states N)";
    let blank = "................";
    for (args, code, words) in [
        (&["count"][..], 0, "288 solutions".to_owned()),
        (&["count", "--method", "backtracking"], 0, "288 solutions".to_owned()),
        (&["count", "--method", "sat"], 4, format!("at least 6 solutions; {held}")),
        (&["solve", "--brief"], 4, format!("at least 6 solutions; {held}")),
        (&["solve", "--format", "line"], 4, format!("at least 6 solutions; {held}")),
    ] {
        let ran = run(&[args, &few, &["--limit", "1000", "--text", blank]].concat());
        assert_eq!(ran.code, code, "{args:?}: {ran:?}");
        let told = if args.contains(&"line") { &ran.err } else { &ran.out };
        assert!(told.contains(&words), "{args:?}: {ran:?}");
        assert!(!args.contains(&"line") || ran.out.lines().count() == 5, "{args:?}: {ran:?}");
    }
    let ran = run(&["count", "--limit", "1000", "--format", "json", "--text", blank]);
    assert_eq!((ran.objects()[0]["solutions"].as_u64(), ran.objects()[0]["solution"].is_array()), (Some(288), true));
}
