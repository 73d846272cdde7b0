//! Every method on every kind, read off the registry: never wrong, counted alike every time, and inference that pays.

use std::thread;

use pencilmark::outcome::{Counters, End};
use pencilmark::registry::{MethodInfo, kinds, methods};
use pencilmark::{Budget, MethodChoice, Options, Puzzle, SolveError, Verdict, corpus};

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
    Options { method, budget, seed, ..Options::default() }
}

/// Every method with every kind it works on.
fn pairs() -> Vec<(&'static MethodInfo, &'static str)> {
    let mut pairs = Vec::new();
    for info in methods() {
        for entry in kinds() {
            let foreign = kinds()
                .iter()
                .any(|other| other.info.id != entry.info.id && other.methods.iter().any(|own| own.id == info.id));
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
            let report =
                puzzle.solve(&options(info, 7)).unwrap_or_else(|error| panic!("{} on {kind}: {error}", info.id));
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
        puzzle.solve(&options(info, 11)).expect("a run").counters
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
        let options = |seed| Options { method: text.parse().expect("a method"), ..options(info, seed) };
        let counters: Vec<Counters> =
            (0..6).map(|seed| puzzle.solve(&options(seed)).expect("a run").counters).collect();
        let differs = counters.iter().any(|other| *other != counters[0]);
        // A puzzle that falls to inference alone leaves nothing to draw.
        let decided = counters[0].nodes > 1 || counters[0].evaluations > 1;
        assert_eq!(puzzle.draws(&options(0)).expect("an answer") && decided, differs, "{text} on {kind}");
    }
}

fn nodes(puzzle: &Puzzle, model: &str, settings: &str, seed: u64) -> Option<u64> {
    let method: MethodChoice = format!("backtracking:{settings}").parse().expect("a method");
    let budget = Budget { nodes: Some(20_000), ..Budget::default() };
    let options = Options { method, model: Some(model.to_owned()), budget, seed, ..Options::up_to(5) };
    let report = puzzle.solve(&options).expect("a run");
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
                    let counts = [of("none"), of("forward"), of("mac"), of("full")];
                    for pair in counts.windows(2) {
                        let &[Some(weaker), Some(stronger)] = pair else { continue };
                        assert!(stronger <= weaker, "{counts:?} nodes, {} {order} seed {seed} {puzzle:?}", model.id);
                        compared += 1;
                        fewer += usize::from(stronger < weaker);
                    }
                    // A run that gave up has spent its nodes: who contains it must not need more.
                    if let [_, Some(forward), mac, _] = counts {
                        assert!(mac.is_some_and(|mac| mac <= forward), "{counts:?}");
                    }
                }
            }
        }
        assert!(compared > 100 && fewer > 20, "{}: {fewer} of {compared} differ: this tests nothing", entry.info.id);
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
                Ok(puzzle.solve(&Options { method, budget, ..Options::default() })?.counters)
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
