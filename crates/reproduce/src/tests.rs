//! How verdicts are combined and counted, and what the document says of itself.

use std::time::Duration;

use super::*;

fn rerun(kind: &'static str, verdicts: &[Verdict]) -> Chapter {
    let claim = |&verdict: &Verdict| Claim {
        claim: "It is so.".to_owned(),
        reported: "1".to_owned(),
        measured: "2".to_owned(),
        verdict,
        reason: "We looked.".to_owned(),
    };
    Chapter { kind, setting: "A setting.".to_owned(), claims: verdicts.iter().map(claim).collect(), tables: vec![] }
}

#[test]
fn verdicts_are_combined() {
    use Verdict::{DoesNotHold, Holds, NotComparable, Undecided};
    for (parts, all, any) in [
        ([Holds, Holds], Holds, Holds),
        ([Holds, Undecided], Undecided, Holds),
        ([Undecided, DoesNotHold], DoesNotHold, Undecided),
        ([DoesNotHold, Holds], DoesNotHold, Holds),
        ([DoesNotHold, DoesNotHold], DoesNotHold, DoesNotHold),
    ] {
        assert_eq!((Verdict::all(parts), Verdict::any(parts)), (all, any), "{parts:?}");
    }
    assert_eq!([Holds, Undecided, NotComparable].map(Verdict::not), [DoesNotHold, Undecided, NotComparable]);
    assert_eq!(Verdict::decide(false, false), Undecided);
}

#[test]
fn the_summary_counts_what_is_undecided_if_anything_is() {
    use Verdict::{DoesNotHold, Holds, NotComparable, Undecided};
    let decided = rerun("hidato", &[Holds, Holds, DoesNotHold, NotComparable]);
    assert_eq!(summary(std::slice::from_ref(&decided)), "Of 4 claims, 2 hold, 1 does not, and 1 cannot be compared.");
    let text = summary(&[decided, rerun("kenken", &[Undecided; 3])]);
    assert_eq!(text, "Of 7 claims, 2 hold, 1 does not, 1 cannot be compared, and 3 are undecided with so few puzzles.");
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
    let full = text(&[one, other], false, None);
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
