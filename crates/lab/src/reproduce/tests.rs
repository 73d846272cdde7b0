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
    assert_eq!(Verdict::sure(false, false), Undecided);
}

#[test]
fn the_summary_counts_what_is_undecided_if_anything_is() {
    use Verdict::{DoesNotHold, Holds, NotComparable, Undecided};
    let decided = rerun("hidato", &[Holds, Holds, DoesNotHold, NotComparable]);
    assert_eq!(summary(std::slice::from_ref(&decided)), "Of 4 claims 2 hold, 1 do not, and 1 cannot be compared.");
    let told = summary(&[decided, rerun("kenken", &[Undecided; 3])]);
    assert_eq!(told, "Of 7 claims 2 hold, 1 do not, 1 cannot be compared, and 3 are undecided with so few puzzles.");
}

#[test]
fn a_document_says_what_it_was_made_by() {
    let told = |chapters: &[Chapter], quick| format!("{:?}", document(chapters, quick, Duration::from_secs(7)).blocks);
    let (one, other) = (rerun("hidato", &[Verdict::Holds]), rerun("kenken", &[Verdict::Holds]));
    let quick = told(std::slice::from_ref(&one), true);
    assert!(quick.contains("`pencilmark reproduce hidato --quick` in 7 s") && quick.contains("impression"), "{quick}");
    let full = told(&[one, other], false);
    assert!(full.contains("`pencilmark reproduce` in 7 s") && !full.contains("impression"), "{full}");
    assert!(full.contains(Build::this().commit), "{full}");
}
