//! Folders that somebody or something has changed: told with the place and a remedy, never trusted.

use std::fs;

use super::*;

/// A finished folder as it would be had the run not come to its end: nothing signs the records.
fn unsign(folder: &Folder) {
    let text = fs::read_to_string(folder.file("manifest.json")).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for key in ["finished", "records_digest", "table_digest"] {
        manifest[key] = serde_json::Value::Null;
    }
    fs::write(folder.file("manifest.json"), manifest.to_string()).expect("a manifest");
}

fn verified(folder: &Folder) -> (usize, String) {
    let found = verify(folder, 5, 1, &StopSignal::default(), &|_, _| ()).expect("records");
    (found.differences.len(), found.differences.join("\n"))
}

#[test]
fn rows_that_are_not_of_the_plan_are_refused() {
    let scratch = Scratch::new("foreign");
    let plan = plan();
    run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    unsign(&folder);
    assert_eq!(verified(&folder).0, 0);
    let text = fs::read_to_string(folder.file("records.csv")).expect("records");
    let lines: Vec<&str> = text.lines().collect();
    let cases = [
        ("run", "99999", "the plan has no run 99999"),
        ("run", "18446744073709551615", "the plan has no run"),
        ("run", "9", "run 9 has"),
        ("arm", "sat", "has `sat` as its arm"),
        ("method", "genetic", "as its method"),
        ("model", "cells2", "as its model"),
        ("group", "mine", "as its group"),
        ("id", "another", "as its id"),
        ("hash", "0123456789abcdef", "as its hash"),
        ("kind", "hidato", "as its kind"),
        ("size", "5x5", "as its size"),
        ("seed", "77", "as its seed"),
    ];
    for (column, value, word) in cases {
        let place = lines[0].split(',').position(|name| name == column).expect("a column");
        let mut cells: Vec<&str> = lines[4].split(',').collect();
        cells[place] = value;
        let edited = cells.join(",");
        let mut rows = lines.clone();
        rows[4] = &edited;
        fs::write(folder.file("records.csv"), rows.join("\n") + "\n").expect("an edit");
        let (count, found) = verified(&folder);
        assert!(count == 1 && found.contains("line 5") && found.contains(word), "{column}: {found}");
        let error = folder.records(&plan).expect_err(column);
        assert!(error.to_string().contains("records.csv:5:1: ") && error.to_string().contains(word), "{error}");
        assert_eq!(error.remedy(), Some(&Remedy::RemoveRowAndResume(scratch.0.clone())));
        let resumed = folder.lock().expect("nobody else is here").journal(&plan).expect_err(column);
        assert_eq!(resumed.to_string(), error.to_string());
    }
    // As many rows as runs, but not one for each.
    let rows: Vec<&str> = lines.iter().take(lines.len() - 1).chain(&lines[1..2]).copied().collect();
    fs::write(folder.file("records.csv"), rows.join("\n") + "\n").expect("an edit");
    let error = folder.records(&plan).expect_err("a run twice").to_string();
    assert!(error.contains("run 0 is already on line 2"), "{error}");
    assert!(verified(&folder).1.contains("run 0 has another row"));
    // What the remedy says: remove the row, and resume.
    fs::write(folder.file("records.csv"), lines[..lines.len() - 1].join("\n") + "\n").expect("an edit");
    let mut manifest = folder.manifest_to_resume(&plan).expect("the same experiment");
    let locked = folder.lock().expect("nobody else is here");
    let records = run_and_record(&locked, &plan, &mut manifest, 1, &StopSignal::default(), |_| ()).expect("records");
    assert_eq!(records.map(|records| records.len()), Some(plan.runs.len()));
    assert_eq!(verified(&folder).0, 0);
}

#[test]
fn verifying_sees_a_changed_table_changed_puzzles_and_missing_records() {
    let scratch = Scratch::new("seen");
    let plan = plan();
    run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    let table = fs::read(folder.file("records.parquet")).expect("a table");
    for damaged in [Some(table[..table.len() / 2].to_vec()), Some(Vec::new()), None] {
        let words = if damaged.is_some() { "records.parquet has been changed" } else { "records.parquet is missing" };
        match damaged {
            Some(bytes) => fs::write(folder.file("records.parquet"), bytes).expect("damage"),
            None => fs::remove_file(folder.file("records.parquet")).expect("damage"),
        }
        let (count, found) = verified(&folder);
        assert!(count == 1 && found.contains(words), "{found}");
        let mut manifest = folder.manifest_to_resume(&plan).expect("the same experiment");
        let locked = folder.lock().expect("nobody else is here");
        run_and_record(&locked, &plan, &mut manifest, 1, &StopSignal::default(), |_| ()).expect("records");
        assert_eq!(fs::read(folder.file("records.parquet")).expect("a table"), table);
        assert_eq!(verified(&folder).0, 0);
    }

    let puzzles = fs::read_to_string(folder.file("instances.jsonl")).expect("puzzles");
    let (before, solution) = puzzles.split_once("\"solution\":[[").expect("a known solution");
    let digit = if solution.starts_with('1') { '2' } else { '1' };
    let edited = format!("{before}\"solution\":[[{digit}{}", &solution[1..]);
    fs::write(folder.file("instances.jsonl"), edited).expect("an edit");
    let changed = || folder.plan().and_then(|plan| folder.manifest_for(&plan)).expect_err("an edit").to_string();
    assert!(changed().contains("instances.jsonl has been changed"), "{}", changed());
    fs::write(folder.file("instances.jsonl"), puzzles).expect("as it was");
    let written = fs::read_to_string(folder.file("experiment.toml")).expect("an experiment");
    fs::write(folder.file("experiment.toml"), written.replace("first_seed = 0", "first_seed = 7")).expect("an edit");
    assert!(changed().contains("experiment.toml has been changed"), "{}", changed());
    fs::write(folder.file("experiment.toml"), written).expect("as it was");

    // Signed, but short: what a run could end with when rows were counted and not checked.
    let text = fs::read_to_string(folder.file("records.csv")).expect("records");
    fs::write(folder.file("records.csv"), text.lines().take(6).map(|line| line.to_owned() + "\n").collect::<String>())
        .expect("an edit");
    let found = verified(&folder).1;
    assert!(found.contains("only 5 of 20 runs have a record"), "{found}");
}

#[test]
fn verifying_says_which_records_and_reports_were_changed() {
    let scratch = Scratch::new("which");
    let records = run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    let report = |folder: &Folder| {
        let plan = folder.plan().expect("a plan");
        pencilmark_lab::report(&plan, &folder.manifest().expect("a manifest"), &records).full.markdown()
    };
    folder.write("report.md", &report(&folder)).expect("a report");
    let html = |folder: &Folder| {
        let plan = folder.plan().expect("a plan");
        pencilmark_lab::report(&plan, &folder.manifest().expect("a manifest"), &records).full.html()
    };
    folder.write("report.html", &html(&folder)).expect("a report");
    assert_eq!(verified(&folder).0, 0);

    // A report that is gone: one of two is missed, both are remarked on.
    let again = || verify(&folder, 5, 1, &StopSignal::default(), &|_, _| ()).expect("records");
    fs::remove_file(folder.file("report.html")).expect("a loss");
    assert_eq!(again().differences, ["report.html is missing; a new report writes it"]);
    fs::remove_file(folder.file("report.md")).expect("a loss");
    assert!(again().remarks.iter().any(|remark| remark.starts_with("there is no report.md")));
    folder.write("report.md", &report(&folder)).expect("as it was");
    folder.write("report.html", &html(&folder)).expect("as it was");

    // A report that claims something else.
    folder.write("report.md", &report(&folder).replace("solves", "does not solve")).expect("an edit");
    let (count, found) = verified(&folder);
    assert!(count == 1 && found.contains("report.md does not say what the records say"), "{found}");
    folder.write("report.md", &report(&folder)).expect("as it was");

    // A time cannot be replayed; the other file knows it. All other records are left alone.
    let text = fs::read_to_string(folder.file("records.csv")).expect("records");
    let (head, row) = (text.lines().next().expect("a head"), text.lines().nth(4).expect("a row"));
    let place = head.split(',').position(|name| name == "seconds").expect("a column");
    let mut cells: Vec<&str> = row.split(',').collect();
    cells[place] = "0.5";
    fs::write(folder.file("records.csv"), text.replace(row, &cells.join(","))).expect("an edit");
    let (count, found) = verified(&folder);
    assert!(count == 2 && found.contains("run 3: seconds 0.5 and "), "{found}");
    let found = again();
    assert_eq!((found.contradicted, found.replayed_differently), (1, 0));

    // The digest forged with it: the table still contradicts.
    let manifest = fs::read_to_string(folder.file("manifest.json")).expect("a manifest");
    let mut forged: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    forged["records_digest"] = serde_json::Value::Null;
    fs::write(folder.file("manifest.json"), forged.to_string()).expect("an edit");
    let (count, found) = verified(&folder);
    assert!(count == 1 && found.contains("run 3: seconds 0.5 and "), "{found}");
    fs::write(folder.file("records.csv"), &text).expect("as it was");

    // Nor does a manifest without an end hide what a report claims.
    forged["finished"] = serde_json::Value::Null;
    fs::write(folder.file("manifest.json"), forged.to_string()).expect("an edit");
    folder.write("report.md", &report(&folder).replace("solves", "does not solve")).expect("an edit");
    assert!(verified(&folder).1.contains("report.md does not say what the records say"));
    fs::write(folder.file("manifest.json"), manifest).expect("as it was");
    folder.write("report.md", &report(&folder)).expect("as it was");

    // A table of another run.
    let other = Scratch::new("which-other");
    let changed = SMALL.replace("name = \"small\"", "name = \"small\"\nfirst_seed = 100");
    let plan = plan_of(&changed);
    let mut manifest = Manifest::new(&plan, 1, Vec::new());
    let locked = Folder::new(&other.0).make_and_lock().expect("nobody else is here");
    locked.create(&plan, &manifest).expect("a folder");
    run_and_record(&locked, &plan, &mut manifest, 1, &StopSignal::default(), |_| ()).expect("records");
    fs::copy(other.0.join("records.parquet"), folder.file("records.parquet")).expect("a swap");
    let (count, found) = verified(&folder);
    let seeded = records.iter().filter(|record| record.arm == "annealing").count();
    assert!(count > seeded && found.contains("seed 0 and 100"), "{found}");
}

#[test]
fn factors_are_columns() {
    let scratch = Scratch::new("factors");
    let text = r#"
name = "factors"
[[instances]]
corpus = "sudoku/small"
count = 2
[base]
method = "backtracking"
[factors]
inference = ["forward", "mac"]
order = ["mrv", "in-order"]
[[arms]]
method = "sat"
"#;
    let plan = plan_of(text);
    let mut manifest = Manifest::new(&plan, 1, Vec::new());
    let locked = Folder::new(&scratch.0).make_and_lock().expect("nobody else is here");
    locked.create(&plan, &manifest).expect("a folder");
    run_and_record(&locked, &plan, &mut manifest, 1, &StopSignal::default(), |_| ()).expect("records");
    let folder = Folder::new(&scratch.0);
    let table = fs::read_to_string(folder.file("records.csv")).expect("records");
    assert!(table.lines().next().expect("a head").ends_with(",factor_inference,factor_order"));
    let ends: Vec<&str> = table
        .lines()
        .skip(1)
        .take(5)
        .map(|row| row.rsplitn(3, ',').last().map_or("", |rest| &row[rest.len()..]))
        .collect();
    assert_eq!(ends, [",,", ",forward,mrv", ",forward,in-order", ",mac,mrv", ",mac,in-order"]);
    assert_eq!(verified(&folder).0, 0);
    let reader =
        SerializedFileReader::new(fs::File::open(folder.file("records.parquet")).expect("a table")).expect("Parquet");
    let row = reader.get_row_iter(None).expect("rows").nth(1).expect("a row").expect("a row");
    assert_eq!(row.get_string(row.len() - 1).expect("text"), "mrv");
    fs::write(folder.file("records.csv"), table.replacen(",forward,mrv", ",mac,mrv", 1)).expect("an edit");
    unsign(&folder);
    assert!(verified(&folder).1.contains("has `mac` as its inference"));
}

#[test]
fn what_is_wrong_with_a_folder_is_told_with_its_place_and_a_remedy() {
    let scratch = Scratch::new("broken");
    let plan = plan();
    run_in(&scratch);
    let folder = Folder::new(&scratch.0);
    let manifest = fs::read_to_string(folder.file("manifest.json")).expect("a manifest");
    let half = manifest.len() / 2;
    let broken = |from: &str, to: &[u8]| {
        let (before, after) = manifest.split_once(from).expect("a part");
        [before.as_bytes(), to, after.as_bytes()].concat()
    };
    let cases: [(Vec<u8>, &str, &str); 6] = [
        (Vec::new(), "manifest.json:1:1: this is not a manifest", "EOF"),
        (b"{}".to_vec(), "manifest.json:1:2: ", "missing field `name`"),
        (manifest.as_bytes()[..half].to_vec(), "manifest.json:", "EOF"),
        (broken("\"small\"", b"3"), "manifest.json:2:11: ", "expected a string"),
        (broken("small", b"sm\xe9ll"), "manifest.json:2:14: ", "byte 0xe9 is not UTF-8"),
        (broken("\"runs\"", b"\"rums\""), "manifest.json:", "missing field `runs`"),
    ];
    for (bytes, place, word) in cases {
        fs::write(folder.file("manifest.json"), bytes).expect("damage");
        let error = folder.manifest_for(&plan).expect_err(word);
        let text = error.to_string();
        assert!(text.contains(place) && text.contains(word) && !text.contains("at line"), "{text}");
        assert_eq!(error.remedy(), Some(&Remedy::RestoreFileOrUseAnotherFolder), "{text}");
    }
    fs::write(folder.file("manifest.json"), &manifest).expect("as it was");
    for name in ["records.csv", "instances.jsonl", "experiment.toml"] {
        let kept = fs::read(folder.file(name)).expect("a file");
        fs::remove_file(folder.file(name)).expect("a loss");
        let error = folder.plan().and_then(|plan| folder.records(&plan).map(|_| plan)).expect_err(name);
        assert!(error.to_string().ends_with(&format!("{name} is missing")), "{error}");
        assert_eq!(error.remedy(), Some(&Remedy::RestoreFileOrUseAnotherFolder), "{name}");
        fs::write(folder.file(name), kept).expect("as it was");
    }
    // Records whose manifest is gone are nobody's to continue.
    fs::remove_file(folder.file("manifest.json")).expect("a loss");
    let locked = folder.make_and_lock().expect("nobody else is here");
    let error = locked.create(&plan, &Manifest::new(&plan, 1, Vec::new())).expect_err("records of unknown origin");
    assert_eq!(error.remedy(), Some(&Remedy::UseAnotherFolder), "{error}");
}
