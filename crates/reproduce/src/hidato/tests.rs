//! The rules for verdicts, on made-up data, and a small chapter.

use std::num::NonZero;

use pencilmark::{Answer, StopSignal, Verdict as Found};

use super::climbing::Climbing;
use super::climbing_runs::{ClimbingRun, Try, errors, errors_of_the_code};
use super::combinations::{ALL, Combination, Factorial, Spent};
use super::{HOUR, Scale};
use crate::evidence::{Paired, Share, assert_complete};
use crate::{Claim, Context, Verdict};

/// Puzzles that differ in how hard they are, and ways that differ in what they spend on each: time, and nodes and
/// checks.
fn factorial(effort: impl Fn(Combination) -> (f64, f64)) -> Factorial {
    let hardness = (0..31).map(|puzzle| 0.7 + 0.02 * f64::from(puzzle));
    let spent = ALL.map(|combination| {
        let (seconds, nodes) = effort(combination);
        let times = |effort: f64| hardness.clone().map(|hardness| hardness * effort).collect::<Vec<f64>>();
        Spent { nodes: times(nodes), checks: times(nodes), seconds: times(seconds) }
    });
    Factorial { spent, records: Vec::new(), puzzles: 31, seeds: 1 }
}

/// As the report has it on its one board.
fn as_reported() -> Factorial {
    factorial(|combination| (combination.reported().0 as f64, combination.reported().1 as f64))
}

/// The opposite, AC-3 under LCV included.
fn turned_round() -> Factorial {
    factorial(|combination| {
        let (time, steps) = combination.reported();
        (1e9 / time as f64, 1e6 / (steps as f64 + f64::from(u8::from(combination.ac3))))
    })
}

/// Six puzzles on which no way is ahead of another by more than chance.
fn scattered() -> Factorial {
    let mut runs = factorial(|_| (1.0, 49.0));
    for (combination, spent) in runs.spent.iter_mut().enumerate() {
        let factor = |puzzle: usize| [0.4, 2.3, 0.7, 1.6, 0.5, 1.9][(puzzle + combination * 5) % 6];
        let values: Vec<f64> = (0..6).map(|puzzle| 100.0 * factor(puzzle)).collect();
        *spent = Spent { nodes: values.clone(), checks: values.clone(), seconds: values };
    }
    runs
}

fn verdict(claims: &[Claim], of: &str) -> Verdict {
    let found: Vec<&Claim> = claims.iter().filter(|claim| claim.claim.contains(of)).collect();
    assert_eq!(found.len(), 1, "{of}");
    found[0].verdict
}

#[test]
fn claims_about_heuristics_follow_the_data() {
    let claims = |runs: &Factorial| [super::orders::claims(runs), super::inference::claims(runs)].concat();
    let (reported, reverse) = (claims(&as_reported()), claims(&turned_round()));
    for (claim, in_report, in_reverse) in [
        ("is the best of the eight", true, false),
        ("LCV always beats Random", true, false),
        ("MRV is worse", true, false),
        ("MRV + Random beats MRV + LCV", false, true), // the report's own table contradicts its text
        ("AC-3 saves time", true, false),
        ("AC-3 adds steps", true, false),
        ("AC-3 makes no difference", true, false),
        ("in 49 steps", true, false),
    ] {
        assert_eq!(verdict(&reported, claim), Verdict::of(in_report), "{claim}, as reported");
        assert_eq!(verdict(&reverse, claim), Verdict::of(in_reverse), "{claim}, turned round");
    }
}

#[test]
fn what_cannot_be_told_apart_beats_nothing() {
    let alike = factorial(|_| (1.0, 100.0));
    let claims = [super::orders::claims(&alike), super::inference::claims(&alike)].concat();
    assert_eq!(verdict(&claims, "is the best of the eight"), Verdict::Holds);
    for claim in ["LCV always beats", "MRV is worse", "MRV + Random beats", "AC-3 saves time", "AC-3 adds steps"] {
        assert_eq!(verdict(&claims, claim), Verdict::DoesNotHold, "{claim}");
    }
}

#[test]
fn few_puzzles_that_scatter_decide_nothing() {
    let claims = [super::orders::claims(&scattered()), super::inference::claims(&scattered())].concat();
    for claim in [
        "is the best of the eight",
        "LCV always beats",
        "MRV is worse",
        "MRV + Random beats",
        "AC-3 saves time",
        "AC-3 adds steps",
    ] {
        assert_eq!(verdict(&claims, claim), Verdict::Undecided, "{claim}");
    }
    assert_eq!(super::inference::is_typical(&[20.0, 60.0, 40.0, 90.0]), Verdict::Undecided);
    assert_eq!(super::inference::is_typical(&[900.0; 20]), Verdict::DoesNotHold);
}

#[test]
fn why_ac3_adds_no_steps_follows_from_the_data() {
    let base: Vec<f64> = (1..=20).map(f64::from).collect();
    let times = |factor: f64| Paired::of(&base, &base.iter().map(|effort| factor * effort).collect::<Vec<_>>());
    let text = |factor, hits| super::inference::fewer_steps(&times(factor), Share { hits, of: 100 });
    assert!(text(0.5, 0).contains("never enters more"));
    assert!(text(0.5, 9).contains("not in every pair"));
    assert!(text(1.0, 9).contains("as many nodes"));
}

#[test]
fn a_loss_is_ordinary_if_enough_runs_come_as_low_and_as_high() {
    let losses = |low: usize| (0..400).map(|n| if n < low { 9.0 / 64.0 } else { 0.3 }).collect::<Vec<_>>();
    for (losses, verdict) in [
        (losses(100), Verdict::Holds),
        (losses(10), Verdict::Undecided),
        (losses(0), Verdict::DoesNotHold),
        (vec![0.3; 20], Verdict::Undecided),
    ] {
        assert_eq!(super::climbing::is_typical_loss(0.14, &losses), verdict);
    }
}

#[test]
fn tables_have_the_form_of_the_report() {
    let tables = as_reported().tables();
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    let by = |heuristic: &str| {
        [format!("Runtimes (µs) with / without {heuristic}"), format!("Backtracking steps with / without {heuristic}")]
    };
    assert_eq!(titles, ["MRV", "LCV", "AC-3"].map(by).concat());
    let heads = [
        ["", "Random", "Random & AC-3", "LCV", "LCV & AC-3"],
        ["", "MRV", "MRV & AC-3", "Ordered", "Ordered & AC-3"],
        ["", "Ordered & Random", "MRV & Random", "Ordered & LCV", "MRV & LCV"],
    ];
    for (table, head) in tables.iter().zip(heads.iter().flat_map(|head| [head, head])) {
        assert_eq!(table.head, *head, "{}", table.title);
        assert!(table.rows.len() == 4 && table.rows.iter().all(|row| row.len() == 5), "{}", table.title);
    }
    assert_eq!(tables[1].rows[1], ["MRV, reported", "1,517", "625", "89", "89"]);
    assert_eq!(tables[3].rows[3], ["Random, reported", "1,517", "625", "1,763", "2,254"]);
    assert_eq!(tables[4].rows[1], ["With AC-3, reported", "3,967,804", "2,050,590", "199,984", "407,108"]);
    assert!(tables[5].rows[2][1].starts_with("1,763 ("), "{:?}", tables[5].rows[2]);
}

#[test]
fn an_hour_is_over_when_nothing_solves_half_of_the_boards_in_it() {
    let share = |hits| Share { hits, of: 10 };
    let verdict = super::one_hour::verdict;
    assert_eq!(verdict(&[share(0), share(1)], HOUR), Verdict::Holds);
    assert_eq!(verdict(&[share(0), share(4)], HOUR), Verdict::Undecided);
    assert_eq!(verdict(&[share(0), share(9)], HOUR), Verdict::DoesNotHold);
    assert_eq!(verdict(&[share(0), share(9)], 10), Verdict::DoesNotHold);
    assert_eq!(verdict(&[share(0), share(1)], HOUR - 1), Verdict::NotComparable);
}

/// Runs of hill climbing on 200 boards, alike but for the board.
fn climbs(solved: bool, ended: bool, loss: f64, effort: u64, tries: [Try; 2]) -> Vec<ClimbingRun> {
    let climb = |board: usize| ClimbingRun {
        board,
        solved,
        ended,
        loss,
        loss_of_the_code: loss,
        tries: tries.to_vec(),
        checks: effort + board as u64,
        evaluations: effort + board as u64,
        seconds: effort as f64,
    };
    (0..200).map(climb).collect()
}

fn climbing(as_reported: bool) -> Climbing {
    let step = |last| Try { start: 20, last, lowest: last, gained_one: 9, gained: 10 };
    let leap = |last| Try { gained_one: 1, ..step(last) };
    let (tries, last, loss) = if as_reported { ([step(5), step(7)], 20, 0.14) } else { ([leap(7), leap(5)], 10, 0.5) };
    let runs = climbs(false, true, loss, 1000, tries);
    Climbing {
        half: runs.clone(),
        sparse: runs.clone(),
        large: runs.clone(),
        walk: climbs(false, true, 0.5, 1000, [step(last), step(last)]),
        best: climbs(false, !as_reported, loss, 9000, tries),
        multi_sparse: runs.clone(),
        multi_large: runs,
        ours: [(); 3].map(|()| climbs(!as_reported, true, 0.0, 100, tries)),
        seeds: 1,
    }
}

#[test]
fn claims_about_hill_climbing_follow_the_data() {
    let (reported, reverse) = (climbing(true).claims(), climbing(false).claims());
    for claim in [
        "usually does not find a solution",
        "to a loss of about .14",
        "Best choice is too slow",
        "ends no better than it starts",
        "Most steps",
        "before the first of ten restarts",
    ] {
        assert_eq!(verdict(&reported, claim), Verdict::Holds, "{claim}");
        assert_eq!(verdict(&reverse, claim), Verdict::DoesNotHold, "{claim}");
    }
    assert_eq!(verdict(&reported, "25 minutes"), Verdict::NotComparable);
}

#[test]
fn an_advantage_grows_where_intervals_do_not_meet() {
    let base: Vec<f64> = (1..=20).map(f64::from).collect();
    let ratio = |factor: f64| Paired::of(&base, &base.iter().map(|effort| factor * effort).collect::<Vec<_>>());
    for (ratios, verdict) in [
        ([100.0, 10.0, 1.0], Verdict::Holds),
        ([100.0, 10.0, 100.0], Verdict::Undecided),
        ([100.0, 10.0, 200.0], Verdict::DoesNotHold),
    ] {
        assert_eq!(super::method_choice::falls(&ratios.map(ratio)), verdict, "{ratios:?}");
    }
    assert_eq!(super::method_choice::falls(&[]), Verdict::Undecided);
}

#[test]
fn boards_and_the_title_page_are_judged_by_what_is_found() {
    assert_eq!(super::boards::have_several(&[2.0, 900.0, 1.0]), Share { hits: 2, of: 3 });
    for (found, wanted) in [
        (Found::Refuted, Verdict::DoesNotHold),
        (Found::Unique, Verdict::Holds),
        (Found::Several, Verdict::Holds),
        (Found::Undecided, Verdict::Undecided),
    ] {
        assert_eq!(super::boards::title_page(found), wanted, "{found:?}");
    }
}

#[test]
fn errors_are_counted_as_the_report_defines_them_and_as_its_code_does() {
    let grid = |rows: &[[i32; 3]]| Answer::from_rows(rows.iter().map(|row| row.to_vec()).collect()).expect("a board");
    let givens = grid(&[[1, 0, 0], [0, 0, 4], [7, 0, 9]]);
    let solution = grid(&[[1, 2, 3], [6, 5, 4], [7, 8, 9]]);
    assert_eq!(errors(&givens, &solution), 0);
    // 2, 3, 5, 6 and 8 are missing: 3 and 5 stand beside each other, 6 and 8 do too.
    assert_eq!(errors_of_the_code(&givens, &solution), 0);
    // 2 and 8 change places: each loses its neighbours, and 3 the 2. What is given makes no errors.
    let swapped = grid(&[[1, 8, 3], [6, 5, 4], [7, 2, 9]]);
    assert_eq!(errors(&givens, &swapped), 3);
    // As the code has it, 2 and 3 are apart, and 6 and 8 beside each other.
    assert_eq!(errors_of_the_code(&givens, &swapped), 1);
    let sparse = grid(&[[1, 0, 3], [0, 5, 0], [7, 8, 0]]);
    let solution = grid(&[[1, 2, 3], [6, 5, 4], [7, 8, 9]]);
    // 4 and 6 are two apart in a true solution.
    assert_eq!((errors(&sparse, &solution), errors_of_the_code(&sparse, &solution)), (0, 2));
}

#[test]
fn a_small_chapter_is_complete() {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let context = Context { quick: true, threads, stop: &StopSignal::default(), progress: &|_, _, _| () };
    let tiny = Scale { boards: 3, hard: 1, multi: 1, seeds: 2, climbs: 1, nodes: 2_000 };
    let chapter = super::rerun(&context, &tiny).expect("a chapter");
    assert_complete(&chapter);
    assert_eq!((chapter.kind, chapter.claims.len(), chapter.tables.len()), ("hidato", 23, 6));
    assert_eq!(verdict(&chapter.claims, "title page"), Verdict::DoesNotHold);
    assert_eq!(verdict(&chapter.claims, "The true solution"), Verdict::DoesNotHold);
}
