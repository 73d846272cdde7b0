//! The rules for verdicts, on made-up data, and a small chapter.

use std::num::NonZero;

use pencilmark::{Answer, StopSignal};

use super::attempts::Attempt;
use super::sample::{are_close, decreases_by_four, duplicates};
use super::{Scale, climbing, heuristics, informed, rule};
use crate::evidence::{Paired, Share, assert_complete};
use crate::{About, Claim, Context, Verdict};

fn attempt(generated: u64, shaded: Option<u64>) -> Attempt {
    Attempt { board: 0, solved: shaded.is_some(), valid: true, shaded, stored: generated, generated, seconds: 1.0 }
}

#[test]
fn estimates_must_not_be_too_high() {
    assert_eq!(heuristics::too_high(&[(3, 3), (2, 4), (9, 4)]), Share::new(1, 3));
    assert_eq!(heuristics::too_high(&[(84, 21), (70, 20), (1, 2)]), Share::new(2, 3));
}

#[test]
fn ways_are_longer_where_both_solve_and_one_shades_more() {
    let runs = [attempt(1, Some(21)), attempt(1, Some(23)), attempt(1, None), attempt(1, Some(30))];
    let best = [attempt(1, Some(21)), attempt(1, Some(20)), attempt(1, Some(9)), attempt(1, None)];
    assert_eq!(heuristics::longer_ways(&runs, &best), (Share::new(1, 2), 3));
    assert_eq!(heuristics::longer_ways(&best, &best).0.hits, 0);
}

#[test]
fn searches_are_the_same_where_they_generate_the_same() {
    let (one, other) = ([attempt(5, None), attempt(6, None)], [attempt(5, None), attempt(7, None)]);
    assert_eq!(informed::same(&one, &other), Share::new(1, 2));
    let share = |hits| Share::new(hits, 20);
    for (greedy, a_star, verdict) in
        [(18, 19, Verdict::Holds), (18, 11, Verdict::Undecided), (18, 2, Verdict::DoesNotHold)]
    {
        let claim = informed::find_the_goal(About::Program, [share(greedy), share(a_star)], 10);
        assert_eq!(claim.ruling.verdict, verdict);
    }
}

#[test]
fn a_search_loops_if_it_returns_to_a_state() {
    for (again, verdict) in [
        (vec![0; 100], Verdict::DoesNotHold),
        (vec![0; 10], Verdict::Undecided),
        ([vec![0; 99], vec![4]].concat(), Verdict::Holds),
    ] {
        assert_eq!(informed::loops(&again).ruling.verdict, verdict);
    }
}

#[test]
fn estimates_and_ways_decide_by_their_shares() {
    let estimates = |high: usize| (0..40).map(|n| (if n < high { 9 } else { 3 }, 5)).collect::<Vec<_>>();
    for (high, verdict) in [(0, Verdict::Holds), (20, Verdict::Undecided), (40, Verdict::DoesNotHold)] {
        assert_eq!(heuristics::estimate(About::Method, &estimates(high)).ruling.verdict, verdict);
    }
    let runs = |longer: usize| (0..90).map(|n| attempt(1, Some(20 + u64::from(n < longer)))).collect::<Vec<_>>();
    for (longer, verdict) in [(0, Verdict::Holds), (1, Verdict::DoesNotHold)] {
        assert_eq!(heuristics::shortest(About::Program, &runs(longer), &runs(0)).ruling.verdict, verdict);
    }
}

#[test]
fn random_choice_beats_the_best_choice_where_it_solves_more() {
    let runs = |solved: usize| (0..100).map(|n| attempt(1, (n < solved).then_some(20))).collect::<Vec<_>>();
    for (simple, random, verdict) in
        [(20, 80, Verdict::Holds), (20, 1, Verdict::DoesNotHold), (20, 23, Verdict::Undecided)]
    {
        let claim = climbing::random_beats_simple(&runs(simple), &runs(random));
        assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
    }
}

#[test]
fn hill_climbing_generates_as_reported_only_if_level_with_greedy_and_random_needs_less() {
    let base: Vec<f64> = (1..=20).map(f64::from).collect();
    let times = |factor: f64| Paired::of(&base, &base.iter().map(|effort| factor * effort).collect::<Vec<_>>());
    let factors = [0.5, 1.9, 0.8, 1.3, 0.6, 1.6];
    let open = Paired::of(&[100.0; 12], &factors.repeat(2).iter().map(|part| 100.0 * part).collect::<Vec<_>>());
    for (against_greedy, against_simple, verdict) in [
        (times(1.0), times(0.8), Verdict::Holds),
        (times(3.0), times(0.8), Verdict::DoesNotHold),
        (times(1.0), times(1.0), Verdict::DoesNotHold),
        (open, times(0.8), Verdict::Undecided),
        (times(1.0), open, Verdict::Undecided),
    ] {
        assert_eq!(climbing::as_reported(&against_greedy, &against_simple).verdict, verdict);
    }
}

#[test]
fn greedy_search_and_a_star_are_the_same_within_a_tenth() {
    let runs = |factors: &[u64]| factors.iter().map(|&part| attempt(10 * part, None)).collect::<Vec<_>>();
    let verdict = |a_star: &[u64]| {
        let greedy = runs(&vec![100; a_star.len()]);
        informed::same_states(About::Program, &greedy, &runs(a_star)).ruling.verdict
    };
    assert_eq!(verdict(&[100; 30]), Verdict::Holds);
    assert_eq!(verdict(&[100; 3]), Verdict::Undecided);
    assert_eq!(verdict(&[50, 190, 80, 130, 60, 160].repeat(2)), Verdict::Undecided);
    assert_eq!(verdict(&[200; 30]), Verdict::DoesNotHold);
}

#[test]
fn the_printed_run_is_met_step_by_step() {
    assert!(decreases_by_four(&[12, 8, 4, 0], 12));
    assert!(
        !decreases_by_four(&[12, 8, 6, 0], 12) && !decreases_by_four(&[12, 8, 4], 12) && !decreases_by_four(&[], 12)
    );
    assert!(are_close(547, 539) && are_close(539, 547) && !are_close(600, 539));
}

#[test]
fn duplicates_are_counted_as_the_report_counts_them() {
    let grid = Answer::from_rows(vec![vec![1, 1, 3], vec![1, 2, 3], vec![1, 3, 3]]).expect("a board");
    // Rows: 2 ones; none; 2 threes. Columns: 3 ones; none; 3 threes.
    assert_eq!(duplicates(&grid, &[false; 9]), 10);
    let mut shaded = [false; 9];
    shaded[0] = true;
    // The first row has one 1 left, the first column two.
    assert_eq!(duplicates(&grid, &shaded), 7);
}

#[test]
fn a_rule_is_right_if_it_admits_nothing_else() {
    for (weak, several, verdict) in [
        (1, Share::new(0, 99), Verdict::Holds),
        (1, Share::new(0, 9), Verdict::Undecided),
        (1, Share::new(2, 9), Verdict::DoesNotHold),
        (30, Share::new(0, 99), Verdict::DoesNotHold),
    ] {
        assert_eq!(rule::is_right_rule(weak, 1, several).verdict, verdict);
    }
}

#[test]
fn the_table_has_the_form_of_the_report() {
    let runs = super::Runs { of: [(); 4].map(|()| vec![attempt(547, Some(21)); 3]) };
    let table = super::table("title", &runs, "note.");
    let head = ["Algorithm", "Maximum saved states", "Total generated states by successor", "Run time (seconds)"];
    assert_eq!(table.head, head);
    let names: Vec<&str> = table.rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["Greedy", "A Star", "Simple Hill Climbing", "Random Hill Climbing"]);
    assert_eq!(table.rows[0][1], "547 (547-547); reported 589");
}

#[test]
fn a_small_chapter_is_complete() {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let stop = StopSignal::default();
    let context = Context::new(true, threads, &stop, &|_, _, _| ());
    let tiny = Scale { boards: 8, searched: 3, few: 2, states: 600, most_states: 1_000, seeds: 3 };
    let chapter = super::rerun(&context, &tiny).expect("a chapter");
    assert_eq!((chapter.kind, chapter.claims.len(), chapter.tables.len()), ("hitori", 25, 2));
    assert_complete(&chapter);
    let verdict = |of: &str| {
        chapter.claims.iter().find(|claim: &&Claim| claim.claim.contains(of)).map(|claim| claim.ruling.verdict)
    };
    assert_eq!(verdict("h falls from 84 to 0"), Some(Verdict::Holds));
    assert_eq!(verdict("539 successors"), Some(Verdict::Holds));
    assert_eq!(verdict("The goal that the report prints"), Some(Verdict::Holds));
    assert_eq!(verdict("Hitori's third rule"), Some(Verdict::DoesNotHold));
}
