//! The reports rerun: what users of a chapter rely on. The rules of the verdicts are tested
//! beside them; here a quick chapter runs as the command runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::StopSignal;
use pencilmark_lab::{Experiment, Folder, LabError, Plan, verify};
use pencilmark_reproduce::{About, Chapter, Claim, Context, KINDS, Verdict, chapter};

fn quick(threads: usize, out: Option<&Path>) -> Chapter {
    let stop = StopSignal::default();
    let context = Context::new(true, threads, &stop, &|_, _, _| ());
    let context = match out {
        Some(out) => context.recording(out, vec!["test".to_owned()]),
        None => context,
    };
    chapter("kenken", &context).expect("a chapter")
}

fn text(chapter: &Chapter) -> String {
    format!("{:?}{:?}", chapter.claims, chapter.tables)
}

/// What lies in a folder: folders of experiments, and other files with their content.
fn content(out: &Path) -> (Vec<Folder>, Vec<(PathBuf, String)>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(out).expect("a folder").map(|entry| entry.expect("one").path()).collect();
    entries.sort();
    let (folders, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).expect("text"));
    (folders.into_iter().map(Folder::new).collect(), files.into_iter().map(read).collect())
}

#[test]
fn a_chapter_is_the_same_on_any_number_of_threads_and_its_records_verify() {
    let out = std::env::temp_dir().join(format!("pencilmark-reproduce-{}", std::process::id()));
    let _ = fs::remove_dir_all(&out);
    let (one, two) = (quick(1, None), quick(2, Some(&out)));
    assert_eq!(text(&one), text(&two));
    let (folders, files) = content(&out);
    assert!(folders.len() >= 5 && files.len() >= 5, "{folders:?}");
    assert!(files.iter().all(|(path, text)| path.extension() == Some("csv".as_ref()) && text.starts_with("task,")));
    for folder in &folders {
        let found = verify(folder, 5, 2, &StopSignal::default(), &|_, _| ()).expect("verified");
        assert!(found.replayed == 5 && found.differences.is_empty(), "{folder:?}: {:?}", found.differences);
        for file in ["experiment.toml", "instances.jsonl", "records.parquet", "report.md", "report.html"] {
            assert!(folder.file(file).exists(), "{folder:?}: {file}");
        }
        // The experiment says how its puzzles are made: planned anew, they are the same.
        let path = folder.file("experiment.toml").display().to_string();
        let (experiment, toml) = Experiment::read(std::path::Path::new(&path)).expect("an experiment");
        let again = Plan::new(experiment, (&path, &toml), 2, &StopSignal::default(), &|_| ()).expect("a plan");
        folder.manifest_for(&again).expect("the same plan");
    }
    // What is finished is read, not run again: even the seconds are the same.
    let records = |folder: &Folder| fs::read_to_string(folder.file("records.csv")).expect("records");
    let before: Vec<String> = folders.iter().map(records).collect();
    assert_eq!(text(&quick(1, Some(&out))), text(&two));
    assert_eq!(content(&out).0.iter().map(records).collect::<Vec<_>>(), before);
    assert_eq!(content(&out).1, files);
    fs::remove_dir_all(&out).expect("removed");
}

#[test]
fn what_is_beyond_doubt_on_forty_boards_is_told() {
    let chapter = quick(2, None);
    let row = |about: About, words: &str| -> &Claim {
        let wanted = |claim: &&Claim| claim.about == about && claim.claim.contains(words);
        chapter.claims.iter().find(wanted).expect(words)
    };
    let verdicts = [
        (About::Program, "36 assignments", Verdict::NotComparable),
        (About::Program, "25 assignments", Verdict::NotComparable),
        (About::Method, "together save assignments", Verdict::Holds),
        (About::Program, "it solves a 5x5", Verdict::DoesNotHold),
        (About::Method, "it solves a 5x5", Verdict::Holds),
    ];
    for (about, words, verdict) in verdicts {
        assert_eq!(row(about, words).ruling.verdict, verdict, "{:?}", row(about, words));
    }
    // Without inference there is nothing for MRV to see.
    assert!(row(About::Method, "MRV contributes").measured.contains("the same on all 40 puzzles"));
}

#[test]
fn a_chapter_can_be_stopped() {
    for kind in KINDS {
        let stop = StopSignal::default();
        let text = AtomicUsize::new(0);
        let progress = |_: &str, _: usize, _: usize| {
            text.fetch_add(1, Ordering::Relaxed);
            stop.raise();
        };
        let context = Context::new(true, 2, &stop, &progress);
        let error = chapter(kind, &context).expect_err("it was stopped");
        assert!(matches!(error, LabError::Interrupted), "{kind}: {error}");
        assert!(text.load(Ordering::Relaxed) < 200, "{kind}: it went on");
    }
}

#[test]
fn a_kind_without_a_report_is_refused() {
    let stop = StopSignal::default();
    let context = Context::new(true, 1, &stop, &|_, _, _| ());
    let error = chapter("chess", &context).expect_err("no such report").to_string();
    assert!(error.contains("star-battle"), "{error}");
}

#[test]
fn the_citation_file_names_every_report() {
    let citation = include_str!("../../../CITATION.cff");
    for (_, report) in pencilmark::front::reports::reports() {
        assert!(citation.contains(report.title), "{}", report.title);
    }
    assert!(citation.contains(&format!("version: {}", env!("CARGO_PKG_VERSION"))));
}
