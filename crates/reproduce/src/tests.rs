//! How verdicts are counted, and what the document says of itself.

use std::time::Duration;

use pencilmark::front::reports::report_about;
use pencilmark_lab::Build;

use super::*;
use crate::document::summary;
use crate::verdict::when;

fn claim(verdict: Verdict) -> Claim {
    let ruling = match verdict {
        Verdict::NotComparable => Ruling::not_comparable("the board is not printed"),
        _ => Ruling::decide(
            when(verdict == Verdict::Holds, "the share is high"),
            when(verdict == Verdict::DoesNotHold, "the share is low"),
        ),
    };
    Claim {
        claim: "It is so.".to_owned(),
        about: About::Program,
        reported: "1".to_owned(),
        measured: "2".to_owned(),
        ruling,
        reason: "We looked.".to_owned(),
    }
}

fn rerun(kind: &'static str, verdicts: &[Verdict]) -> Chapter {
    let claims = verdicts.iter().copied().map(claim).collect();
    Chapter { kind, setting: "A setting.".to_owned(), claims, found: vec![], tables: vec![] }
}

#[test]
fn the_summary_counts_what_is_undecided_if_anything_is() {
    use Verdict::{DoesNotHold, Holds, NotComparable, Undecided};
    let text = |verdicts: &[Verdict]| summary("claim", verdicts.iter().copied().map(claim).collect::<Vec<_>>().iter());
    let decided = [Holds, Holds, DoesNotHold, NotComparable];
    assert_eq!(text(&decided), "Of 4 claims, 2 hold, 1 does not, and 1 cannot be compared.");
    assert_eq!(
        text(&[&decided[..], &[Undecided; 3]].concat()),
        "Of 7 claims, 2 hold, 1 does not, 1 cannot be compared, and 3 are undecided with so few puzzles."
    );
}

#[test]
fn what_a_claim_is_about_and_the_rule_stand_beside_its_verdict() {
    let text = document(&[rerun("hidato", &[Verdict::Holds])], &Run::default()).markdown();
    assert!(text.contains("| claim | about | reported | measured | verdict | rule | why |"), "{text}");
    let row =
        "| It is so. | its program | 1 | 2 | holds | Holds if the share is high; does not hold if the share is low. |";
    assert!(text.contains(row), "{text}");
}

#[test]
fn findings_are_counted_apart_from_claims() {
    let found = vec![claim(Verdict::Holds), claim(Verdict::DoesNotHold)];
    let chapter = Chapter { found, ..rerun("hidato", &[Verdict::Holds]) };
    let text = document(&[chapter], &Run::default()).markdown();
    assert!(text.contains("Of 1 claim, 1 holds, 0 do not, and 0 cannot be compared."), "{text}");
    assert!(text.contains("Of 2 findings, 1 holds, 1 does not, and 0 cannot be compared."), "{text}");
    assert!(text.contains("**Found when rerun**"), "{text}");
    let without = document(&[rerun("hidato", &[Verdict::Holds])], &Run::default()).markdown();
    assert!(!without.contains("Found when rerun") && !without.contains("finding"), "{without}");
}

#[test]
fn a_document_says_what_it_was_made_by() {
    let text = |chapters: &[Chapter], quick, command: Option<&str>| {
        let run = Run { quick, elapsed: Duration::from_secs(7), command: command.map(str::to_owned) };
        document(chapters, &run).markdown()
    };
    let (one, other) = (rerun("hidato", &[Verdict::Holds]), rerun("kenken", &[Verdict::Holds]));
    let quick = text(std::slice::from_ref(&one), true, Some("reproduce hidato"));
    assert!(quick.contains("Made by `reproduce hidato` in 7 s") && quick.contains("impression"), "{quick}");
    assert!(quick.starts_with("# The report on Hidato rerun\n"), "{quick}");
    let full = text(&[one, other], false, None);
    assert!(full.starts_with("# The five reports rerun\n"), "{full}");
    assert!(full.contains("Made in 7 s") && !full.contains("impression"), "{full}");
    assert!(full.contains(Build::this().commit), "{full}");
}

#[test]
fn every_chapter_names_its_report_by_title() {
    for kind in KINDS {
        let report = report_about(kind).expect("a report");
        let text = document(&[rerun(kind, &[Verdict::Holds])], &Run::default()).markdown();
        assert!(text.contains(&format!("“{}”", report.title)), "{text}");
    }
}

#[test]
fn names_of_files_are_plain() {
    assert_eq!(file_name("Min-conflicts on 5x5, ours (2)"), "min-conflicts-on-5x5-ours-2");
}
