//! Every method on every kind, read off the registry: never wrong, counted alike every time, and inference that pays.

use std::thread;
use std::time::{Duration, Instant};

use pencilmark::outcome::{Counters, End, Why};
use pencilmark::registry::{Complete, MethodInfo, kinds, methods};
use pencilmark::watch::{Event, Observer};
use pencilmark::{Budget, LeftOut, MethodChoice, Options, Puzzle, SolveError, Verdict, corpus};

/// The built-in puzzles of a kind.
fn puzzles(kind: &str, size: &str, count: usize) -> Vec<Puzzle> {
    let set = corpus::sets().find(|set| set.kind == kind && set.name().ends_with(size)).expect("a built-in set");
    set.puzzles().into_iter().take(count).collect()
}

/// A method with a budget of effort alone, so that every machine stops at the same place.
fn options(info: &'static MethodInfo, seed: u64) -> Options {
    let budget = Budget {
        nodes: Some(3000),
        evaluations: Some(3000),
        checks: Some(300_000),
        states: Some(3000),
        ..Budget::default()
    };
    let method = MethodChoice::new(info);
    Options::default().method(method).budget(budget).seed(seed)
}

/// Every method with every kind it works on.
fn pairs() -> Vec<(&'static MethodInfo, &'static str)> {
    let mut pairs = Vec::new();
    for info in methods() {
        for entry in kinds() {
            let foreign = kinds()
                .iter()
                .any(|other| other.info.id != entry.info.id && other.info.methods.iter().any(|own| own.id == info.id));
            if !foreign {
                pairs.push((info, entry.info.id));
            }
        }
    }
    pairs
}

#[test]
fn every_method_runs_on_every_kind_and_is_never_wrong() {
    for (info, kind) in pairs() {
        for puzzle in puzzles(kind, "small", 2) {
            let report = puzzle
                .solver()
                .options(&options(info, 7))
                .run()
                .unwrap_or_else(|error| panic!("{} on {kind}: {error}", info.id));
            let verdict = report.outcome.verdict();
            assert_ne!(verdict, Verdict::Refuted, "{} on {kind}: the puzzle has a solution", info.id);
            let effort = report.counters.nodes + report.counters.evaluations + report.counters.checks;
            assert!(effort > 0, "{} on {kind} has counted nothing", info.id);
            if verdict == Verdict::Undecided {
                assert!(matches!(report.outcome.end, End::GaveUp(_)), "{} on {kind}", info.id);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_counters_on_one_thread_and_on_two() {
    let run = |info: &'static MethodInfo, kind: &'static str| -> Counters {
        let puzzle = &puzzles(kind, "normal", 1)[0];
        puzzle.solver().options(&options(info, 11)).run().expect("a run").counters
    };
    let all = pairs();
    let once: Vec<Counters> = all.iter().map(|&(info, kind)| run(info, kind)).collect();
    let twice: Vec<Counters> = thread::scope(|scope| {
        let all = &all;
        let worker = |part: usize| {
            scope.spawn(move || {
                let mine = all.iter().enumerate().filter(|(index, _)| index % 2 == part);
                mine.map(|(index, &(info, kind))| (index, run(info, kind))).collect::<Vec<_>>()
            })
        };
        let workers = [worker(0), worker(1)];
        let mut found: Vec<(usize, Counters)> =
            workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect();
        found.sort_by_key(|&(index, _)| index);
        found.into_iter().map(|(_, counters)| counters).collect()
    });
    for ((info, kind), (once, twice)) in all.iter().zip(once.iter().zip(&twice)) {
        assert_eq!(once, twice, "{} on {kind}", info.id);
    }
}

#[test]
fn another_seed_is_another_run_exactly_where_a_method_says_that_it_draws() {
    let asked = pairs().into_iter().flat_map(|(info, kind)| {
        let words = if info.id == "backtracking" { &["", ":values=random", ":order=random"][..] } else { &[""] };
        words.iter().map(move |settings| (format!("{}{settings}", info.id), info, kind))
    });
    for (text, info, kind) in asked {
        let puzzle = &puzzles(kind, "normal", 1)[0];
        let options = |seed| options(info, seed).method(text.parse().expect("a method"));
        let counters: Vec<Counters> =
            (0..6).map(|seed| puzzle.solver().options(&options(seed)).run().expect("a run").counters).collect();
        let differs = counters.iter().any(|other| *other != counters[0]);
        // A puzzle that falls to inference alone leaves nothing to draw.
        let decided = counters[0].nodes > 1 || counters[0].evaluations > 1;
        let plan = puzzle.plan(&options(0)).expect("a plan");
        assert_eq!(pencilmark::front::draws(puzzle, &plan) && decided, differs, "{text} on {kind}");
    }
}

fn nodes(puzzle: &Puzzle, model: &str, settings: &str, seed: u64) -> Option<u64> {
    let method: MethodChoice = format!("backtracking:{settings}").parse().expect("a method");
    let budget = Budget { nodes: Some(20_000), ..Budget::default() };
    let options = Options::default().limit(5).method(method).model(model.to_owned()).budget(budget).seed(seed);
    let report = puzzle.solver().options(&options).run().expect("a run");
    (!matches!(report.outcome.end, End::GaveUp(_))).then_some(report.counters.nodes)
}

#[test]
fn stronger_inference_never_visits_more_nodes_under_a_static_order() {
    for entry in kinds() {
        let (mut fewer, mut compared) = (0, 0);
        for puzzle in puzzles(entry.info.id, "small", 20) {
            for model in entry.info.models {
                for (seed, order) in (0..3).flat_map(|seed| [(seed, "in-order"), (seed, "random")]) {
                    let of = |inference: &str| {
                        let settings = format!("order={order},values=random,inference={inference}");
                        nodes(&puzzle, model.id, &settings, seed)
                    };
                    let counts = ["none", "forward", "forward-singletons", "mac", "full"].map(of);
                    for pair in counts.windows(2) {
                        let &[Some(weaker), Some(stronger)] = pair else { continue };
                        assert!(stronger <= weaker, "{counts:?} nodes, {} {order} seed {seed} {puzzle:?}", model.id);
                        compared += 1;
                        fewer += usize::from(stronger < weaker);
                    }
                    // A run that gave up has spent its nodes: who contains it must not need more.
                    if let [_, Some(forward), singletons, mac, _] = counts {
                        let fewer = |stronger: Option<u64>| stronger.is_some_and(|nodes| nodes <= forward);
                        assert!(fewer(singletons) && fewer(mac), "{counts:?}");
                    }
                }
            }
        }
        assert!(compared > 100 && fewer > 20, "{}: {fewer} of {compared} differ: this tests nothing", entry.info.id);
    }
}

/// The complete methods of a kind.
fn complete(kind: &'static str) -> Vec<String> {
    let all = pairs().into_iter().filter(|&(info, of)| of == kind && info.complete != Complete::No);
    let mut all: Vec<String> = all.map(|(info, _)| info.id.to_owned()).collect();
    all.push("backtracking:inference=forward,values=in-order".to_owned());
    all
}

#[test]
fn a_complete_method_needs_the_nodes_and_checks_that_it_counts_and_not_one_less() {
    for entry in kinds() {
        let mut stopped = 0;
        for puzzle in [puzzles(entry.info.id, "small", 5), puzzles(entry.info.id, "large", 1)].concat() {
            for text in complete(entry.info.id) {
                let method: MethodChoice = text.parse().expect("a method");
                let solve = |budget| {
                    let options = Options::default().limit(3).method(method.clone()).budget(budget);
                    let report = puzzle.solver().options(&options).run().expect("a run");
                    (report.outcome.end, report.outcome.found, report.counters)
                };
                let free = solve(Budget { nodes: Some(2_000), ..Budget::default() });
                if matches!(free.0, End::GaveUp(_)) {
                    continue;
                }
                let nodes = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
                let checks = |checks| Budget { checks: Some(checks), ..Budget::default() };
                assert_eq!(solve(nodes(free.2.nodes)), free, "{text} on {puzzle:?}");
                let (end, _, counters) = solve(nodes(free.2.nodes - 1));
                assert_eq!((end, counters.nodes), (End::GaveUp(Why::Nodes), free.2.nodes), "{text} on {puzzle:?}");
                // SAT knows its checks only at the end.
                if text == "sat" || free.2.hand_overs > 0 || free.2.checks == 0 {
                    continue;
                }
                stopped += 1;
                assert_eq!(solve(checks(free.2.checks)), free, "{text} on {puzzle:?}");
                assert_eq!(solve(checks(free.2.checks - 1)).0, End::GaveUp(Why::Checks), "{text} on {puzzle:?}");
            }
        }
        assert!(stopped > 12, "{}: only {stopped} runs were stopped", entry.info.id);
    }
}

#[test]
fn a_walk_needs_the_evaluations_that_it_counts_and_not_one_less() {
    let mut walks = std::collections::BTreeSet::new();
    // A best-first repair may have evaluated its solution long before it expands it.
    for (info, kind) in pairs().into_iter().filter(|(info, _)| info.complete == Complete::No) {
        for puzzle in puzzles(kind, "small", 3) {
            let solve = |evaluations| {
                let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
                let options = Options::default().method(MethodChoice::new(info)).budget(budget).seed(4);
                let report = puzzle.solver().options(&options).run().expect("a run");
                (report.outcome.end, report.outcome.found, report.counters)
            };
            let free = solve(20_000);
            if (free.0, free.1) == (End::Limit, 1) && free.2.evaluations > 0 && free.2.hand_overs == 0 {
                walks.insert(info.id);
                assert_eq!(solve(free.2.evaluations), free, "{} on {kind}", info.id);
                let (end, found, counters) = solve(free.2.evaluations - 1);
                assert_eq!((end, found), (End::GaveUp(Why::Evaluations), 0), "{} on {kind}", info.id);
                assert_eq!(counters.evaluations, free.2.evaluations, "{} on {kind}", info.id);
            }
        }
    }
    assert!(walks.len() >= 5 && walks.contains("merge"), "only {walks:?}");
}

/// Counts, and remembers the last checks it was told of.
#[derive(Default)]
struct LastChecks {
    counters: Counters,
    last: u64,
}

impl Observer for LastChecks {
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        if let Event::Checks(count @ 1..) = event {
            self.last = count;
        }
    }
}

#[test]
fn every_method_stops_with_the_checks_that_spend_its_budget() {
    for (info, kind) in pairs().into_iter().filter(|(info, _)| info.id != "sat") {
        for puzzle in puzzles(kind, "normal", 2) {
            for limit in [1, 40, 700, 3000] {
                let budget = Budget { checks: Some(limit), ..Budget::default() };
                let mut watch = LastChecks::default();
                let options = Options::default().method(MethodChoice::new(info)).budget(budget).seed(5);
                let report = puzzle.solver().options(&options).watch(&mut watch).run().expect("a run");
                let LastChecks { counters, last } = watch;
                let context = format!("{} on {kind}: {limit}, {counters:?}", info.id);
                assert!(counters.hand_overs > 0 || counters.checks - last <= limit, "{context}");
                if counters.checks > limit && counters.hand_overs == 0 {
                    assert_eq!(report.outcome.end, End::GaveUp(Why::Checks), "{context}");
                }
            }
        }
    }
}

#[test]
fn arc_consistency_prunes_on_every_kind() -> Result<(), SolveError> {
    for entry in kinds() {
        let (mut revisions, mut prunings) = (0, 0);
        for puzzle in puzzles(entry.info.id, "normal", 10) {
            let count = |settings: &str| -> Result<Counters, SolveError> {
                let method: MethodChoice = settings.parse()?;
                let budget = Budget { nodes: Some(2000), ..Budget::default() };
                Ok(puzzle.solver().options(&Options::default().method(method).budget(budget)).run()?.counters)
            };
            let with = count("backtracking:order=in-order,values=in-order,inference=forward,preprocess=ac3")?;
            let without = count("backtracking:order=in-order,values=in-order,inference=forward")?;
            assert_eq!(without.revisions, 0, "forward checking revises no arcs");
            revisions += with.revisions;
            prunings += with.prunings;
            assert!(with.nodes <= without.nodes, "{} against {}", with.nodes, without.nodes);
        }
        assert!(revisions > 100 && prunings > 50, "{}: {revisions} revisions, {prunings} prunings", entry.info.id);
    }
    Ok(())
}

#[test]
fn solutions_that_are_left_out_are_told() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::parse("..1.............")?;
    for (limit, keep, memory, found, handed_out, why) in [
        (100, usize::MAX, 1 << 20, 72, 72, None),
        (100, usize::MAX, 1000, 9, 8, Some(Why::Memory)),
        (9, usize::MAX, 1000, 9, 8, Some(Why::Memory)),
        (8, usize::MAX, 1000, 8, 8, None),
        // Nobody asked for the others.
        (100, 1, 1000, 72, 1, None),
    ] {
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        let report = puzzle.solver().limit(limit).keep(keep).budget(budget).run()?;
        assert_eq!((report.outcome.found, report.outcome.solutions.len()), (found, handed_out), "limit {limit}");
        let left_out = why.map(|why| LeftOut { solutions: found - handed_out, why });
        assert_eq!(report.left_out, left_out, "limit {limit}, keep {keep}");
    }
    Ok(())
}

#[test]
fn a_late_step_leaves_time_for_the_next() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::parse("..1.............")?;
    let until = |time: Option<Duration>, start: Instant| -> Result<_, SolveError> {
        let budget = Budget { time, ..Budget::default() };
        Ok(Options::default().budget(budget).plan(puzzle.kind())?.hand_out_until(start))
    };
    let (now, hour) = (Instant::now(), Duration::from_secs(3600));
    assert_eq!(until(None, now)?, None);
    assert_eq!(until(Some(hour), now)?, Some(now + hour + Options::TIME_TO_WRITE));
    // The limit has passed already.
    let late = until(Some(Duration::ZERO), now)?.expect("a limit");
    assert!(late > now + Options::TIME_TO_WRITE && late <= Instant::now() + Options::TIME_TO_WRITE);
    Ok(())
}
