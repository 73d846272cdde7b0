//! `compare`, `report` and `reproduce`: a comparison from the shell, killed and gone on with, reported and verified.

use std::path::Path;
use std::time::Duration;

use crate::common::{command, folder, run};

/// Enough runs that a kill meets some of them.
const EXPERIMENT: &str = r#"
name = "Two methods"
seeds = 40
[budget]
checks = 60_000
[[instances]]
corpus = "sudoku/normal"
[[arms]]
method = "hill-climbing"
[[arms]]
method = "min-conflicts"
[[arms]]
method = "backtracking:inference=forward"
"#;

fn experiment(name: &str, text: &str) -> (String, String) {
    let place = folder(name);
    let file = place.join("experiment.toml");
    std::fs::write(&file, text).expect("the file is written");
    let plain = |path: &Path| path.to_str().expect("a plain path").to_owned();
    (plain(&file), plain(&place.join("run")))
}

/// The records without the column of seconds, which is the last.
fn timeless(folder: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(folder).join("records.csv")).expect("records");
    text.lines().map(|line| line.rsplit_once(',').expect("columns").0.to_owned()).collect()
}

#[test]
fn a_comparison_is_answered_kept_reported_and_verified() {
    let (file, out) = experiment("lab_whole", &EXPERIMENT.replace("seeds = 40", "seeds = 3"));
    let ran = run(&["compare", &file, "--out", &out]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("Two methods\n"), "{}", ran.out);
    assert!(ran.out.contains("min-conflicts solves 59 of 60") && ran.out.contains("does better"), "{}", ran.out);
    assert!(ran.out.contains("few-runs") && ran.err.contains("report.html"), "{}{}", ran.out, ran.err);
    assert_eq!(timeless(&out).len(), 1 + 20 * (3 + 3 + 1));
    let html = std::fs::read_to_string(Path::new(&out).join("report.html")).expect("a report");
    let html = html.replace("http://www.w3.org/2000/svg", "the namespace");
    assert!(html.matches("<svg").count() >= 5);
    assert!(["http:", "https:", "<script", "@import", "NaN"].iter().all(|word| !html.contains(word)));

    let again = run(&["report", &out, "--format", "markdown"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.out.starts_with("# Two methods\n") && again.out.contains("| hill-climbing (baseline) | 60 |"));

    let fine = run(&["report", "--verify", &out]);
    assert_eq!((fine.code, fine.out.starts_with("verified 100 of 140 records")), (0, true), "{}{}", fine.out, fine.err);

    let records = Path::new(&out).join("records.csv");
    let text = std::fs::read_to_string(&records).expect("records");
    let row = text.lines().nth(77).expect("a row");
    let columns: Vec<&str> = row.split(',').collect();
    let name = |wanted: &str| text.lines().next().expect("a head").split(',').position(|name| name == wanted);
    let checks = name("checks").expect("a column");
    let edited: Vec<String> = columns
        .iter()
        .enumerate()
        .map(|(index, cell)| if index == checks { format!("{cell}1") } else { (*cell).to_owned() })
        .collect();
    std::fs::write(&records, text.replace(row, &edited.join(","))).expect("an edit");
    let resumed = run(&["compare", "--resume", &out]);
    assert_eq!((resumed.code, resumed.err.contains("has been changed")), (2, true), "{}", resumed.err);
    assert!(run(&["report", &out]).err.contains("changed since the run wrote it"));
    let caught = run(&["report", "--verify", &out]);
    assert_eq!(caught.code, 1, "{}{}", caught.out, caught.err);
    assert!(caught.out.contains("different") && caught.out.contains("checks"), "{}", caught.out);
    assert!(caught.out.contains("1 record differs between records.csv and records.parquet;"), "{}", caught.out);
    assert!(caught.out.contains("records run again, 1 not the same"), "{}", caught.out);
    // A time cannot be replayed: only the other file contradicts it.
    let seconds = name("seconds").expect("a column");
    let mut cells = columns.clone();
    cells[seconds] = "0.5";
    std::fs::write(&records, text.replace(row, &cells.join(","))).expect("an edit");
    let caught = run(&["report", "--verify", &out]);
    assert_eq!(caught.code, 1, "{}{}", caught.out, caught.err);
    assert!(
        caught.out.contains("1 record differs between") && caught.out.contains("run again, all the same"),
        "{}",
        caught.out
    );
}

#[test]
fn puzzles_without_names_or_with_the_same_ones_keep_apart() {
    let place = folder("lab_names");
    let plain = |name: &str| place.join(name).to_str().expect("a plain path").to_owned();
    let lines = run(&["generate", "sudoku", "--size", "4", "-n", "3", "--format", "json"]).out;
    let named: Vec<String> = lines
        .lines()
        .zip(["a", "a", "a (2)"])
        .map(|(line, id)| {
            let mut object: serde_json::Value = serde_json::from_str(line).expect("JSON");
            object["id"] = id.into();
            object.to_string()
        })
        .collect();
    std::fs::write(plain("named.jsonl"), named.join("\n")).expect("a file");
    std::fs::write(plain("nameless.sdm"), run(&["generate", "sudoku", "-n", "3", "--format", "line"]).out)
        .expect("a file");
    for file in ["named.jsonl", "nameless.sdm"] {
        let out = plain(&format!("run-{file}"));
        let ran = run(&["compare", &plain(file), "--methods", "sat,exact", "--out", &out]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.err);
        let records = timeless(&out);
        let names: std::collections::HashSet<&str> =
            records[1..].iter().map(|row| row.split(',').nth(5).expect("a name")).collect();
        assert_eq!(names.len(), 3, "{file}: {names:?}");
        for args in [&["report", "--verify", &out][..], &["report", &out], &["compare", "--resume", &out]] {
            let ran = run(args);
            assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        }
    }
}

#[test]
fn killed_ten_times_and_gone_on_with_it_comes_to_the_same_records() {
    // Long enough that a quick machine is not done before it can be killed.
    let long = EXPERIMENT.replace("seeds = 40", "seeds = 150");
    let (file, whole) = experiment("lab_unkilled", &long);
    assert_eq!(run(&["compare", &file, "--out", &whole]).code, 0);
    let (file, out) = experiment("lab_killed", &long);
    let mut before = 0;
    let mut kills = 0;
    // Moments that differ but are the same every time, spread over a run.
    for moment in [90, 230, 40, 170, 310, 60, 120, 260, 30, 200] {
        let begun = Path::new(&out).join("manifest.json").exists();
        let args = if begun {
            ["compare", "--resume", &out, "-j2"].to_vec()
        } else {
            vec!["compare", &file, "--out", &out, "-j2"]
        };
        let mut child = command().args(&args).spawn().expect("the command starts");
        std::thread::sleep(Duration::from_millis(moment));
        kills += usize::from(child.try_wait().expect("a child").is_none());
        child.kill().expect("a kill");
        child.wait().expect("an end");
        if Path::new(&out).join("records.csv").exists() {
            let now = timeless_or_torn(&out);
            assert!(now >= before, "a kill lost records: {now} after {before}");
            before = now;
        }
    }
    assert!(kills >= 3, "the runs were over before they could be killed");
    let ran = run(&["compare", "--resume", &out]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(timeless(&out), timeless(&whole));
}

/// How many whole rows there are.
fn timeless_or_torn(folder: &str) -> usize {
    let bytes = std::fs::read(Path::new(folder).join("records.csv")).expect("records");
    String::from_utf8_lossy(&bytes).matches('\n').count()
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_how_to_go_on() {
    let (file, out) = experiment("lab_interrupted", &EXPERIMENT.replace("seeds = 40", "seeds = 4000"));
    let child = command().args(["compare", &file, "--out", &out]).spawn().expect("the command starts");
    let begun = Path::new(&out).join("records.csv");
    let start = std::time::Instant::now();
    while !begun.exists() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("nothing is lost") && err.contains(&format!("--resume {out}")), "{err}");
}

#[test]
fn what_cannot_be_compared_is_told_with_the_remedy() {
    let (file, out) = experiment(
        "lab_wrong",
        "name = \"x\"\n[[instances]]\ncorpus = \"sudoku/normal\"\n[[arms]]\nmethod = \"magic\"\n",
    );
    let puzzles = folder("lab_malformed").join("puzzles.txt");
    std::fs::write(&puzzles, "what is this?\n").expect("a file");
    let puzzles = puzzles.to_str().expect("a plain path").to_owned();
    let nowhere = format!("{out}-nowhere");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["compare", &file], 2, ":5:1: there is no method `magic`; choose one of exact"),
        (&["compare", "sodoku"], 2, "there is no file `sodoku`, and no kind of that name; did you mean `sudoku`?"),
        (&["compare", "nowhere.toml"], 2, "cannot read nowhere.toml: there is no such file\n"),
        (&["compare", &puzzles], 3, "puzzles.txt:1:"),
        (&["compare"], 2, "KIND|EXPERIMENT.toml|FILE"),
        (&["compare", "sudoku", "--methods", "sat:order=mrv"], 2, "`sat` has no parameter `order`"),
        (&["compare", "sudoku", "--methods", "merge"], 2, "works on Star Battle alone"),
        (&["compare", "sudoku", "--methods", "sat", "--baseline", "exact"], 2, "none of the methods"),
        (&["compare", "sudoku", "--measure", "heat"], 2, "choose one of checks"),
        (&["compare", &file, "--size", "9"], 2, "--size does not go with an experiment file"),
        (&["compare", "--resume", &nowhere], 2, "there is no experiment here"),
        (&["report", &nowhere], 2, "there is no experiment here"),
        (&["compare", "--resume", &nowhere, "--max-checks", "5"], 2, "cannot be used with"),
        (&["compare", "sudoku", "--methods", "exact,exact"], 2, "error: two arms are called `exact`"),
        (&["compare", "sudoku", "--seed", "18446744073709551615"], 2, "beyond the largest"),
        (&["compare", "sudoku", "--seeds", "0"], 2, "`seeds` must be at least 1"),
        (&["compare", "sudoku", "hitori"], 2, "one kind at a time"),
        (&["reproduce", "chess"], 2, "star-battle"),
    ];
    for (args, code, word) in cases {
        let ran = run(args);
        assert_eq!(ran.code, *code, "{args:?}\n{}{}", ran.out, ran.err);
        assert!(ran.err.contains(word), "{args:?}\n{}", ran.err);
    }
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_rerun_leaves_records_that_verify_and_is_not_run_twice() {
    let out = folder("lab_reproduce").join("out");
    let plain = out.to_str().expect("a plain path").to_owned();
    let args = ["reproduce", "kenken", "--quick", "--format", "markdown", "--out", &plain];
    let first = run(&args);
    assert_eq!(first.code, 0, "{}", first.err);
    let document = |text: &str| text.lines().filter(|line| !line.starts_with("Made by")).collect::<Vec<_>>().join("\n");
    let written = std::fs::read_to_string(out.join("reproduction.md")).expect("a document");
    assert_eq!(document(&first.out), document(&written));
    let experiment = out.join("kenken/min-conflicts-on-5x5");
    let verified = run(&["report", "--verify", experiment.to_str().expect("a plain path"), "--sample", "20"]);
    assert!(
        verified.code == 0 && verified.out.contains("every counter is the same"),
        "{}{}",
        verified.out,
        verified.err
    );
    let before = std::fs::read(experiment.join("manifest.json")).expect("a manifest");
    let again = run(&args);
    assert_eq!((again.code, document(&again.out)), (0, document(&first.out)), "{}", again.err);
    assert_eq!(std::fs::read(experiment.join("manifest.json")).expect("a manifest"), before);
}

#[test]
fn a_dry_run_says_what_would_be_run_and_leaves_nothing_behind() {
    let place = folder("lab_dry");
    let ran = command()
        .current_dir(&place)
        .args(["compare", "hidato", "--methods", "backtracking:order=mrv,values=lcv,sat", "--dry-run"])
        .output()
        .expect("the command starts");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && out.contains("2 arms, 80 runs"), "{out}");
    assert!(out.contains("order mrv") && out.contains("Nothing was run"), "{out}");
    assert_eq!(std::fs::read_dir(&place).expect("a folder").count(), 0);
}
