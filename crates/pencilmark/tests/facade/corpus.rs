//! The built-in puzzles are what they claim to be.

use pencilmark::{Verdict, corpus};

#[test]
fn every_puzzle_we_made_has_the_one_solution_it_comes_with() {
    for set in corpus::sets().filter(|set| !set.is_printed()) {
        let puzzles = set.puzzles();
        assert_eq!(puzzles.len(), set.len(), "{}: a line does not read", set.name());
        assert!(puzzles.len() >= 10, "{} has only {} puzzles", set.name(), puzzles.len());
        for puzzle in puzzles {
            let name = puzzle.id().expect("built-in puzzles have names").to_owned();
            assert_eq!(puzzle.kind().id, set.kind, "{name}");
            let report = puzzle.solver().limit(2).run().expect("no answer breaks a rule");
            assert_eq!(report.outcome.verdict(), Verdict::Unique, "{name}");
            assert_eq!(report.solution(), puzzle.solution(), "{name}");
        }
    }
}

#[test]
fn what_the_reports_printed_is_as_they_printed_it() {
    let printed = [
        ("hidato/report", "report-title-page", Verdict::Refuted),
        ("hitori/report", "report-sample-2", Verdict::Unique),
        ("hitori/report", "report-example", Verdict::Unique),
    ];
    for (name, id, verdict) in printed {
        let set = corpus::set(name).expect("a built-in set");
        let puzzle = set.iter().find(|puzzle| puzzle.id() == Some(id)).expect("a puzzle of this name");
        let report = puzzle.solver().limit(2).run().expect("no answer breaks a rule");
        assert_eq!(report.outcome.verdict(), verdict, "{id}");
        assert_eq!(report.solution(), puzzle.solution(), "{id}");
    }
    for set in corpus::sets().filter(|set| set.is_printed()) {
        let puzzles = set.puzzles();
        assert!(puzzles.len() == set.len() && !set.is_empty(), "{}: a line does not read", set.name());
        assert!(puzzles.iter().all(|puzzle| puzzle.kind().id == set.kind), "{}", set.name());
    }
}

#[test]
fn there_is_a_sample_and_three_sets_of_every_kind() {
    let samples = corpus::samples();
    for kind in pencilmark::registry::kinds() {
        let id = kind.info.id;
        assert_eq!(samples.iter().filter(|puzzle| puzzle.kind().id == id).count(), 1, "{id}");
        for size in ["small", "normal", "large"] {
            assert_eq!(corpus::sets().filter(|set| set.kind == id && set.size == size).count(), 1, "{id}/{size}");
        }
    }
}
