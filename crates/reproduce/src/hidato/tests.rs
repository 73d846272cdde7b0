//! The rules for verdicts, on made-up data, and a small chapter.

use std::num::NonZero;

use pencilmark::{Answer, StopSignal, Verdict as Found};

use super::climbing::Climbing;
use super::climbing_runs::{ClimbingRun, Try, errors, errors_of_the_code};
use super::combinations::{ALL, Combination, Factorial, Spent};
use super::own_objective::OwnClimb;
use super::{HOUR, Scale};
use crate::evidence::{Paired, Share, assert_complete};
use crate::{About, Claim, Context, Verdict};

/// Puzzles that differ in how hard they are, and ways that differ in what they spend on each: time, and nodes and
/// checks.
fn factorial(effort: impl Fn(Combination) -> (f64, f64)) -> Factorial {
    let hardness = (0..13).map(|puzzle| 0.7 + 0.05 * f64::from(puzzle));
    let spent = ALL.map(|combination| {
        let (seconds, nodes) = effort(combination);
        let times = |effort: f64| hardness.clone().map(|hardness| hardness * effort).collect::<Vec<f64>>();
        Spent { nodes: times(nodes), checks: times(nodes), seconds: times(seconds) }
    });
    Factorial { spent, records: Vec::new(), puzzles: 13, seeds: 1 }
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

fn verdict(claims: &[Claim], about: About, of: &str) -> Verdict {
    let found: Vec<&Claim> = claims.iter().filter(|claim| claim.about == about && claim.claim.contains(of)).collect();
    assert_eq!(found.len(), 1, "{of}");
    found[0].ruling.verdict
}

/// The claims of both files, with the same runs for program and method.
fn heuristics(runs: &Factorial) -> Vec<Claim> {
    [super::orders::claims(runs, runs), super::inference::claims(runs, runs)].concat()
}

#[test]
fn claims_about_heuristics_follow_the_data() {
    let (reported, reverse) = (heuristics(&as_reported()), heuristics(&turned_round()));
    for (claim, in_report, in_reverse) in [
        ("is the best of the combinations", true, false),
        ("worst combination in steps", true, false),
        ("LCV always beats Random", true, false),
        ("Under LCV, MRV is worse", true, false),
        ("With random values, MRV saves", true, false),
        ("MRV + Random beats MRV + LCV", false, true), // the report's own table contradicts its text
    ] {
        for about in [About::Program, About::Method] {
            let holds = |holds: bool| if holds { Verdict::Holds } else { Verdict::DoesNotHold };
            assert_eq!(verdict(&reported, about, claim), holds(in_report), "{claim}, as reported");
            assert_eq!(verdict(&reverse, about, claim), holds(in_reverse), "{claim}, turned round");
        }
    }
    for claim in ["AC-3 makes no difference", "AC-3 saves time"] {
        assert_eq!(verdict(&reverse, About::Method, claim), Verdict::DoesNotHold, "{claim}, turned round");
    }
    assert_eq!(verdict(&reported, About::Method, "AC-3 makes no difference"), Verdict::Holds);
    assert_eq!(verdict(&reported, About::Program, "in 49 steps"), Verdict::Holds);
    assert_eq!(verdict(&reverse, About::Program, "in 49 steps"), Verdict::DoesNotHold);
    // What the report's table shows of its program does not depend on our runs.
    for claims in [&reported, &reverse] {
        assert_eq!(verdict(claims, About::Program, "AC-3 makes no difference"), Verdict::Holds);
        assert_eq!(verdict(claims, About::Program, "AC-3 saves time"), Verdict::NotComparable);
    }
}

#[test]
fn seconds_decide_nothing() {
    let verdicts = |runs: &Factorial| {
        let claims = [super::inference::claims(runs, runs), super::inference::found(runs, runs)].concat();
        claims.into_iter().map(|claim| claim.ruling).collect::<Vec<_>>()
    };
    let mut slow = as_reported();
    for (combination, spent) in slow.spent.iter_mut().enumerate() {
        spent.seconds = spent.seconds.iter().map(|seconds| 1e6 / seconds * combination as f64).collect();
    }
    assert_eq!(verdicts(&slow), verdicts(&as_reported()));
}

#[test]
fn ac3_saves_what_it_saves_in_checks() {
    let base: Vec<f64> = (1..=20).map(f64::from).collect();
    let times = |factor: f64| Paired::of(&base, &base.iter().map(|effort| factor * effort).collect::<Vec<_>>());
    let rule = super::inference::ac3_saves_all_but_mrv_lcv;
    for (factors, wanted) in [
        ([0.7, 0.4, 0.9, 1.02], Verdict::Holds),
        ([0.7, 0.4, 0.9, 0.5], Verdict::DoesNotHold),
        ([0.7, 1.4, 0.9, 1.02], Verdict::DoesNotHold),
    ] {
        assert_eq!(rule(&factors.map(times)).verdict, wanted, "{factors:?}");
    }
}

#[test]
fn what_cannot_be_told_apart_beats_nothing() {
    let claims = heuristics(&factorial(|_| (1.0, 100.0)));
    for about in [About::Program, About::Method] {
        assert_eq!(verdict(&claims, about, "is the best of the combinations"), Verdict::Holds);
        for claim in ["LCV always beats", "Under LCV, MRV is worse", "MRV + Random beats"] {
            assert_eq!(verdict(&claims, about, claim), Verdict::DoesNotHold, "{claim}");
        }
    }
}

#[test]
fn few_puzzles_that_scatter_decide_nothing() {
    let claims = heuristics(&scattered());
    for about in [About::Program, About::Method] {
        for claim in [
            "is the best of the combinations",
            "worst combination in steps",
            "worst combination in time",
            "LCV always beats",
            "Under LCV, MRV is worse",
            "With random values, MRV saves",
            "MRV + Random beats",
        ] {
            assert_eq!(verdict(&claims, about, claim), Verdict::Undecided, "{claim}");
        }
    }
    assert_eq!(super::inference::is_typical(&[20.0, 60.0, 40.0, 90.0]).verdict, Verdict::Undecided);
    assert_eq!(super::inference::is_typical(&[900.0; 20]).verdict, Verdict::DoesNotHold);
}

#[test]
fn runs_of_one_combination_may_differ_by_chance() {
    let record = |board: usize, seed: u64, nodes: u64| {
        let set = pencilmark::corpus::set("hidato/small").expect("a set").remove(0);
        let instance = pencilmark_lab::Instance::new(format!("{board}"), "x", set);
        let arm = crate::arm("x", "backtracking", super::limits(1), 1).expect("an arm");
        let plan = pencilmark_lab::Plan::of("x", vec![instance], vec![arm]).expect("a plan");
        let mut record = pencilmark_lab::run_one(&plan, 0, &StopSignal::default());
        (record.seed, record.counters.nodes) = (seed, nodes);
        record
    };
    let records: Vec<_> = [(0, 0, 100), (0, 1, 130), (0, 2, 100), (0, 3, 120), (1, 0, 90), (1, 1, 30), (1, 2, 5)]
        .map(|(board, seed, nodes)| record(board, seed, nodes))
        .to_vec();
    let share = super::inference::apart_by_chance(&records.iter().collect::<Vec<_>>());
    assert_eq!((share.hits, share.of), (2, 3));
}

#[test]
fn a_loss_is_ordinary_if_enough_runs_come_as_low_and_as_high() {
    let losses = |low: usize| (0..400).map(|n| (n, if n < low { 9.0 / 64.0 } else { 0.3 })).collect::<Vec<_>>();
    for (losses, verdict) in [
        (losses(100), Verdict::Holds),
        (losses(10), Verdict::Undecided),
        (losses(0), Verdict::DoesNotHold),
        ((0..20).map(|n| (n, 0.3)).collect(), Verdict::Undecided),
    ] {
        assert_eq!(super::climbing::is_typical_loss(0.14, &losses).verdict, verdict);
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
    let verdict = |hits, nodes| super::one_hour::unless_quick(Share::new(hits, 10).less_than(0.5), nodes).verdict;
    assert_eq!(verdict(0, HOUR), Verdict::Holds);
    assert_eq!(verdict(4, HOUR), Verdict::Undecided);
    assert_eq!(verdict(9, HOUR), Verdict::DoesNotHold);
    assert_eq!(verdict(9, 10), Verdict::DoesNotHold);
    assert_eq!(verdict(0, HOUR - 1), Verdict::Undecided);
}

/// Runs of hill climbing on 40 boards, alike but for the board.
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
    (0..40).map(climb).collect()
}

fn climbing(as_reported: bool) -> Climbing {
    let step = |last| Try { start: 20, last, lowest: last, gained_one: 9, gained: 10 };
    let leap = |last| Try { gained_one: 1, ..step(last) };
    let (tries, last, loss) = if as_reported { ([step(7), step(5)], 20, 0.14) } else { ([leap(5), leap(7)], 10, 0.5) };
    let runs = climbs(!as_reported, true, loss, 1000, tries);
    let first_is_best = climbs(!as_reported, true, loss, 1000, [tries[1], tries[0]]);
    Climbing {
        half: runs.clone(),
        sparse: runs,
        large: first_is_best,
        walk: climbs(false, true, 0.5, 1000, [step(last), step(last)]),
        best: climbs(false, !as_reported, loss, 9000, tries),
        own: (0..200).map(|board| OwnClimb { board, loss_of_the_code: loss, loss: 0.4 }).collect(),
        ours: [(); 3].map(|()| climbs(!as_reported, true, if as_reported { 0.3 } else { 0.0 }, 100, tries)),
        seeds: 1,
    }
}

#[test]
fn claims_about_hill_climbing_follow_the_data() {
    let claims = |climbing: &Climbing| [climbing.claims(), super::steps::claims(climbing)].concat();
    let (reported, reverse) = (claims(&climbing(true)), claims(&climbing(false)));
    for (about, claim) in [
        (About::Program, "usually does not find a solution"),
        (About::Method, "usually does not find a solution"),
        (About::Program, "to a loss of about .14"),
        (About::Method, "Best choice is too slow"),
        (About::Program, "ends no better than it starts"),
        (About::Program, "Most steps"),
        (About::Program, "random restarts pay"),
        (About::Program, "does not clearly depend on the number of steps"),
    ] {
        assert_eq!(verdict(&reported, about, claim), Verdict::Holds, "{claim}");
        assert_eq!(verdict(&reverse, about, claim), Verdict::DoesNotHold, "{claim}");
    }
    assert_eq!(verdict(&reported, About::Method, "to a loss of about .14"), Verdict::DoesNotHold);
    assert_eq!(verdict(&reverse, About::Method, "to a loss of about .14"), Verdict::Holds);
    assert_eq!(verdict(&reported, About::Method, "First choice gains more"), Verdict::Holds);
    assert_eq!(verdict(&reported, About::Program, "where random choice performs terribly"), Verdict::Holds);
    for claim in ["25 minutes", "Best choice is too slow", "before the first of ten restarts"] {
        assert_eq!(verdict(&reported, About::Program, claim), Verdict::NotComparable, "{claim}");
    }
}

#[test]
fn boards_and_the_title_page_are_judged_by_what_is_found() {
    assert_eq!(super::boards::have_several(&[2.0, 900.0, 1.0]), Share::new(2, 3));
    for (found, wanted) in [
        (Found::Refuted, Verdict::Holds),
        (Found::Unique, Verdict::DoesNotHold),
        (Found::Several, Verdict::DoesNotHold),
        (Found::Undecided, Verdict::Undecided),
    ] {
        assert_eq!(super::boards::title_page(found).verdict, wanted, "{found:?}");
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
    let stop = StopSignal::default();
    let context = Context::new(true, threads, &stop, &|_, _, _| ());
    let tiny = Scale { boards: 3, hard: 1, multi: 1, seeds: 2, climbs: 1, nodes: 2_000 };
    let chapter = super::rerun(&context, &tiny).expect("a chapter");
    assert_complete(&chapter);
    assert_eq!((chapter.claims.len(), chapter.found.len(), chapter.tables.len()), (44, 6, 6));
    assert_eq!(verdict(&chapter.found, About::Program, "title page"), Verdict::Holds);
}
