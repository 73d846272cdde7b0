//! Merge: found or honestly not, never wrong.

use pencilmark_csp::{Budget, Counters, End, Why};

use super::*;

fn merge(puzzle: &StarBattle, run: &Run, counters: &mut Counters) -> pencilmark_csp::Outcome<Answer> {
    assert!(puzzle.run_own("nonsense", run, counters).is_none());
    puzzle.run_own(StarBattle::INFO.methods[0].id, run, counters).expect("merge")
}

#[test]
fn merge_finds_the_solution_or_gives_up() {
    let mut found = 0;
    for index in 0..20 {
        let puzzle = StarBattle::generate(&spec(10, 2), 2026, index).unwrap();
        let solution = puzzle.exact(&Run::up_to(1), &mut Silent).solutions.remove(0);
        let mut counters = Counters::default();
        // The second solution is not there: both ends are seen.
        let outcome = merge(&puzzle, &Run::up_to(2), &mut counters);
        assert_eq!(outcome.end, End::GaveUp(Why::Incomplete));
        assert!(outcome.solutions.iter().all(|answer| *answer == solution) && outcome.solutions.len() < 2);
        assert!(counters.generated > 0 && counters.nodes > counters.generated, "{counters:?}");
        found += outcome.solutions.len();
    }
    assert!((1..20).contains(&found), "{found} of 20");
}

#[test]
fn one_star_is_one_layer_and_all_of_them_are_found() {
    let puzzle = StarBattle::generate(&spec(6, 1).several_ok(), 5, 0).unwrap();
    let mut expected = puzzle.exact(&Run::up_to(1000), &mut Silent).solutions;
    let mut counters = Counters::default();
    let outcome = merge(&puzzle, &Run::up_to(1000), &mut counters);
    let mut found = outcome.solutions;
    let stars = |answer: &Answer| answer.things().to_vec();
    expected.sort_by_key(stars);
    found.sort_by_key(stars);
    assert_eq!((found, outcome.end), (expected, End::GaveUp(Why::Incomplete)));
    assert_eq!(merge(&puzzle, &Run::up_to(1), &mut counters).end, End::Limit);
}

#[test]
fn merge_keeps_its_budget() {
    let puzzle = StarBattle::generate(&spec(10, 2), 2026, 0).unwrap();
    for (budget, why) in [
        (Budget { nodes: Some(20), ..Budget::default() }, Why::Nodes),
        (Budget { states: Some(1), ..Budget::default() }, Why::Memory),
    ] {
        let outcome = merge(&puzzle, &Run { budget, ..Run::up_to(1) }, &mut Counters::default());
        assert_eq!((outcome.end, outcome.solutions.len()), (End::GaveUp(why), 0));
    }
}
