//! The reports rerun: what users of a chapter rely on. The rules of the verdicts are tested
//! beside them; here a quick chapter runs as the command runs it.

use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::StopSignal;
use pencilmark_lab::LabError;
use pencilmark_reproduce::{About, Chapter, Claim, Context, KINDS, Verdict, chapter};

fn quick(threads: usize) -> Chapter {
    let stop = StopSignal::default();
    let context = Context::new(true, threads, &stop, &|_, _, _| ());
    chapter("kenken", &context).expect("a chapter")
}

#[test]
fn a_chapter_is_the_same_on_any_number_of_threads() {
    let (one, two) = (quick(1), quick(2));
    let text = |chapter: &Chapter| -> Vec<String> { chapter.claims.iter().map(|claim| format!("{claim:?}")).collect() };
    assert_eq!(text(&one), text(&two));
    assert_eq!(format!("{:?}", one.tables), format!("{:?}", two.tables));
}

#[test]
fn what_is_beyond_doubt_on_forty_boards_is_told() {
    let chapter = quick(2);
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
    for (_, report) in pencilmark::reports::reports() {
        assert!(citation.contains(report.title), "{}", report.title);
    }
    assert!(citation.contains(&format!("version: {}", env!("CARGO_PKG_VERSION"))));
}
