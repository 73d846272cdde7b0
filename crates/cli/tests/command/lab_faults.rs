//! `compare`, `report` and `reproduce` when something goes wrong: two at once, a killed one, edited files, a full disk,
//! signals. docs/faults.md has the table.

use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Ran, command, folder, run};

/// A few hundredths of a second.
const SHORT: &str = r#"
name = "Short"
seeds = 2
[budget]
checks = 500
[[instances]]
corpus = "sudoku/small"
count = 3
[[arms]]
method = "hill-climbing"
[[arms]]
method = "min-conflicts"
"#;

/// Longer than anybody waits.
fn long() -> String {
    let text = SHORT.replace("seeds = 2", "seeds = 1000").replace("checks = 500", "checks = 500_000");
    text.replace("sudoku/small\"\ncount = 3", "sudoku/normal\"")
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the file is written");
    plain(&file)
}

fn plain(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

fn started(place: &Path, args: &[&str]) -> Child {
    command().current_dir(place).args(args).spawn().expect("the command starts")
}

fn ended(child: Child) -> Ran {
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command writes UTF-8");
    Ran { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
}

fn verifies(folder: &Path) {
    let verified = run(&["report", "--verify", &plain(folder)]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

/// A long comparison in `out` that has recorded something.
fn running(place: &Path, out: &str) -> Child {
    let file = written(place, "long.toml", &long());
    let child = started(place, &["compare", &file, "--out", out]);
    let records = Path::new(out).join("records.csv");
    let begun = || std::fs::metadata(&records).is_ok_and(|file| file.len() > 1000);
    let start = Instant::now();
    while !begun() {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is recorded");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn two_comparisons_at_once_never_mix_in_a_folder() {
    let place = folder("lab_two_at_once");
    let files = ["one", "two"].map(|name| written(&place, &format!("{name}.toml"), &SHORT.replace("Short", name)));
    let mut busy = 0;
    for round in 0..12 {
        let out = plain(&place.join(format!("run-{round}")));
        let both = files.each_ref().map(|file| started(&place, &["compare", file, "--out", &out]));
        let [one, two] = both.map(ended);
        let (name, loser) = if one.code == 0 { ("one", &two) } else { ("two", &one) };
        assert_eq!(one.code.min(two.code), 0, "{}{}", one.err, two.err);
        // The loser came while the winner was at it, perhaps before that had written down who it is, or after its end.
        assert!(
            loser.code == 75 && loser.err.contains("another program ")
                || loser.code == 2 && loser.err.contains("already has records"),
            "{}: {}",
            loser.code,
            loser.err
        );
        busy += usize::from(loser.code == 75);
        let experiment = std::fs::read_to_string(Path::new(&out).join("experiment.toml")).expect("an experiment");
        assert!(experiment.contains(&format!("name = \"{name}\"")), "{experiment}");
        if round % 4 == 0 {
            verifies(Path::new(&out));
        }
    }
    assert!(busy > 0, "they never met");
}

#[test]
fn comparisons_at_once_get_a_new_folder_each() {
    let place = folder("lab_two_folders");
    let file = written(&place, "short.toml", SHORT);
    for round in 0..6 {
        let all = [(); 4].map(|()| started(&place, &["compare", &file]));
        for ran in all.map(ended) {
            assert_eq!(ran.code, 0, "round {round}: {}", ran.err);
        }
    }
    let entries = std::fs::read_dir(place.join("pencilmark-lab")).expect("folders");
    let folders: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder").path()).collect();
    assert_eq!(folders.len(), 24);
    folders.iter().step_by(6).for_each(|folder| verifies(folder));
}

#[test]
fn who_is_late_is_told_who_holds_the_folder_and_a_kill_frees_it() {
    let place = folder("lab_held");
    let out = plain(&place.join("run"));
    let mut holder = running(&place, &out);
    let file = plain(&place.join("long.toml"));
    for args in [&["compare", "--resume", &out][..], &["compare", &file, "--out", &out]] {
        let late = run(args);
        assert_eq!(late.code, 75, "{}", late.err);
        assert!(late.err.contains(&format!("(process {}, since 20", holder.id())), "{}", late.err);
        assert!(late.err.contains("help: wait until it is done, or stop it"), "{}", late.err);
    }
    // Looking on is allowed.
    for args in [&["report", &out][..], &["report", "--verify", &out, "--sample", "3"]] {
        let ran = run(args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    }
    holder.kill().expect("a kill");
    holder.wait().expect("an end");
    let resumed = running_again(&place, &out);
    assert_eq!(resumed.code, 130, "{}", resumed.err);
    assert!(resumed.err.contains("nothing is lost"), "{}", resumed.err);
}

/// Resumes, and is stopped when it has recorded something more.
fn running_again(place: &Path, out: &str) -> Ran {
    let records = Path::new(out).join("records.csv");
    let length = || std::fs::metadata(&records).expect("records").len();
    let (before, start) = (length(), Instant::now());
    let mut child = started(place, &["compare", "--resume", out]);
    while length() < before + 1000 && child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing more is recorded");
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "-TERM");
    ended(child)
}

fn signal(child: &Child, name: &str) {
    // It may be over already.
    let _ = std::process::Command::new("kill").args([name, &child.id().to_string()]).stderr(Stdio::null()).status();
}

#[test]
fn reports_at_once_are_both_written() {
    let place = folder("lab_two_reports");
    let (file, out) = (written(&place, "short.toml", SHORT), plain(&place.join("run")));
    assert_eq!(run(&["compare", &file, "--out", &out]).code, 0);
    for _ in 0..8 {
        let both = [(); 2].map(|()| started(&place, &["report", &out]));
        for ran in both.map(ended) {
            assert_eq!(ran.code, 0, "{}", ran.err);
        }
    }
    let names = std::fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("a file").file_name());
    let drafts: Vec<_> = names.filter(|name| name.to_string_lossy().contains(".new")).collect();
    assert!(drafts.is_empty(), "{drafts:?}");
}

#[test]
fn an_edited_journal_is_not_resumed_and_a_row_that_is_removed_is_run_again() {
    let place = folder("lab_edited");
    let (file, out) = (written(&place, "short.toml", SHORT), plain(&place.join("run")));
    assert_eq!(run(&["compare", &file, "--out", &out]).code, 0);
    let (records, manifest) = (Path::new(&out).join("records.csv"), Path::new(&out).join("manifest.json"));
    // As if the run had been killed, long ago or in the future: the clock went back.
    let text = std::fs::read_to_string(&manifest).expect("a manifest");
    let mut unfinished: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for key in ["finished", "records_digest", "table_digest"] {
        unfinished[key] = serde_json::Value::Null;
    }
    unfinished["started"] = "2999-01-01T00:00:00Z".into();
    std::fs::write(&manifest, unfinished.to_string()).expect("a manifest");
    let rows = std::fs::read_to_string(&records).expect("records");
    let (kept, last) = rows.trim_end().rsplit_once('\n').expect("rows");
    let (_, rest) = last.split_once(',').expect("columns");
    std::fs::write(&records, format!("{kept}\n99999,{rest}\n")).expect("an edit");
    for args in [&["compare", "--resume", &out][..], &["report", &out]] {
        let ran = run(args);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(
            ran.err.contains("records.csv:13:1: the plan has no run 99999\n  help: remove the row, then"),
            "{}",
            ran.err
        );
    }
    let seen = run(&["report", "--verify", &out]);
    assert!(seen.code == 1 && seen.out.contains("line 13: the plan has no run 99999"), "{}{}", seen.out, seen.err);
    std::fs::write(&records, format!("{kept}\n")).expect("the remedy");
    let resumed = run(&["compare", "--resume", &out]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    verifies(Path::new(&out));
}

/// Runs the command in a shell with limits of its own.
fn limited(limits: &str, args: &[&str]) -> Ran {
    let command = command();
    let program = command.get_program().to_str().expect("a plain path");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\""), program]).args(args);
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    ended(shell.spawn().expect("a shell"))
}

#[test]
fn a_full_disk_loses_no_record() {
    let place = folder("lab_full_disk");
    let text = SHORT.replace("seeds = 2", "seeds = 20");
    let file = written(&place, "short.toml", &text);
    let (whole, out) = (plain(&place.join("whole")), plain(&place.join("run")));
    assert_eq!(run(&["compare", &file, "--out", &whole]).code, 0);
    // Files end at 8 blocks of 512 bytes (1024 in some shells), in the middle of a row.
    let full = limited("ulimit -f 8", &["compare", &file, "--out", &out]);
    assert_eq!(full.code, 2, "{}", full.err);
    assert!(full.err.contains("cannot write") && full.err.contains(&format!("compare --resume {out}")), "{}", full.err);
    let resumed = run(&["compare", "--resume", &out]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let timeless = |folder: &str| {
        let text = std::fs::read_to_string(Path::new(folder).join("records.csv")).expect("records");
        text.lines().map(|line| line.rsplit_once(',').expect("columns").0.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(timeless(&out), timeless(&whole));
    let names = || {
        let entries = std::fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        entries.collect::<std::collections::BTreeSet<_>>()
    };
    let (before, old) = (names(), std::fs::read(Path::new(&out).join("report.html")).expect("a report"));
    let full = limited("ulimit -f 8", &["report", &out]);
    assert!(full.code == 2 && full.err.contains("cannot write"), "{}: {}", full.code, full.err);
    assert_eq!((names(), std::fs::read(Path::new(&out).join("report.html")).expect("a report")), (before, old));
}

#[test]
fn a_full_standard_output_is_an_error_and_few_descriptors_are_enough() {
    let place = folder("lab_outputs");
    let (file, out) = (written(&place, "short.toml", SHORT), plain(&place.join("run")));
    let ran = limited("ulimit -n 6", &["compare", &file, "--out", &out]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for args in [&["report", &out][..], &["report", "--verify", &out], &["compare", "--resume", &out]] {
        assert_eq!(limited("ulimit -n 6", args).code, 0, "{args:?}");
        // Nobody reads: no error.
        let mut unread = started(&place, args);
        drop(unread.stdout.take());
        assert_eq!(ended(unread).code, 0, "{args:?}");
        #[cfg(target_os = "linux")]
        {
            let full = limited("exec > /dev/full", args);
            assert!(full.code == 2 && full.err.contains("cannot write the output"), "{args:?}: {}", full.err);
        }
    }
    #[cfg(target_os = "linux")]
    {
        // Not even root makes a folder here.
        let ran = run(&["compare", &file, "--out", "/proc/pencilmark"]);
        assert!(ran.code == 2 && ran.err.contains("cannot make /proc/pencilmark"), "{}", ran.err);
    }
}

#[test]
fn signals_end_it_soon_with_130() {
    let place = folder("lab_signals");
    let out = plain(&place.join("run"));
    let holder = running(&place, &out);
    signal(&holder, "-INT");
    assert_eq!(ended(holder).code, 130);
    for name in ["-INT", "-TERM"] {
        for args in [&["report", "--verify", &out, "--sample", "1000000", "-j1"][..], &["reproduce", "kenken"]] {
            let child = started(&place, args);
            std::thread::sleep(Duration::from_millis(300));
            let start = Instant::now();
            signal(&child, name);
            let ran = ended(child);
            // Few records may have been verified by then.
            assert!(ran.code == 130 || ran.code == 0 && ran.out.starts_with("verified"), "{args:?}: {}", ran.err);
            assert!(start.elapsed() < Duration::from_secs(5), "{args:?} takes long to end");
        }
    }
}
