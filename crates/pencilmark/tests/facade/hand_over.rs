//! Engines that hand over to SAT: each solution is found and told once, wherever the hand-over comes.

use std::collections::BTreeSet;

use crate::common::options;
use pencilmark::outcome::{End, Why};
use pencilmark::watch::{BoardMap, Event, Observer};
use pencilmark::{Answer, Budget, Options, Puzzle};

/// A puzzle of every kind with many solutions, and how many.
fn puzzles() -> Vec<(Puzzle, usize)> {
    let cages: Vec<String> = (0..4)
        .map(|row| format!(r#"{{"op":"+","target":10,"cells":[[{row},0],[{row},1],[{row},2],[{row},3]]}}"#))
        .collect();
    let kenken = format!(r#"{{"kind":"kenken","size":4,"cages":[{}]}}"#, cages.join(","));
    let texts = [
        ("sudoku/", "................".to_owned(), 288),
        ("kenken/", kenken, 576),
        ("hitori/", "1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 2".to_owned(), 174),
        ("hidato/", "1 . .\n. . .\n. . .".to_owned(), 138),
        ("star-battle/", "6 1\nAAAAAA\nBBBBBB\nCCCCCC\nDDDDDD\nEEEEEE\nFFFFFF".to_owned(), 90),
    ];
    let read = |(kind, text, count): (&str, String, usize)| {
        let puzzle = Puzzle::parse_with("t", &text, &options(kind));
        (puzzle.unwrap_or_else(|error| panic!("{kind}: {error}")), count)
    };
    texts.into_iter().map(read).collect()
}

/// Notes the solutions it is told.
struct Told {
    board_map: BoardMap,
    solutions: Vec<Answer>,
}

impl Observer for Told {
    fn see(&mut self, event: Event<'_>) {
        if let Event::Solution(values) = event {
            self.solutions.extend(self.board_map.answer(values));
        }
    }
}

fn exact(patience: u64, keep: usize, budget: Budget) -> Options {
    let method = format!("exact:patience={patience}").parse().expect("a method");
    Options::default().limit(1000).method(method).keep(keep).budget(budget)
}

#[test]
fn both_parts_of_a_search_pay_for_their_nodes() {
    for (puzzle, _) in puzzles() {
        let kind = puzzle.kind().id;
        let mut handed = 0;
        for patience in [1, 3, 10] {
            let solve = |nodes| {
                let report = puzzle
                    .solver()
                    .options(&exact(patience, usize::MAX, Budget { nodes, ..Budget::default() }))
                    .run()
                    .unwrap();
                (report.outcome.end, report.counters.nodes, report.counters.hand_overs)
            };
            let free = solve(None);
            handed += free.2;
            assert_eq!(solve(Some(free.1)), free, "{kind}, patience {patience}");
            assert_eq!(
                solve(Some(free.1 - 1)),
                (End::GaveUp(Why::Nodes), free.1, free.2),
                "{kind}, patience {patience}"
            );
        }
        assert!(handed > 0, "{kind}: none is handed over");
    }
}

#[test]
fn each_solution_is_told_once() {
    for (puzzle, count) in puzzles() {
        let kind = puzzle.kind().id;
        let mut handed = 0;
        for patience in [1, 2, 3, 4, 5, 7, 10, 15, 30, 60] {
            // Without a limit, and with limits before, around and after the hand-over.
            for nodes in [None, Some(2), Some(5), Some(20), Some(60), Some(200)] {
                let what = format!("{kind}, patience {patience}, nodes {nodes:?}");
                let options = exact(patience, usize::MAX, Budget { nodes, ..Budget::default() });
                let plan = options.plan(puzzle.kind()).unwrap();
                let mut told = Told { board_map: BoardMap::new(&puzzle, &plan), solutions: Vec::new() };
                let report = puzzle.solver().plan(&plan).watch(&mut told).run().unwrap();
                let outcome = &report.outcome;
                handed += report.counters.hand_overs;
                assert_eq!(outcome.solutions, told.solutions, "{what}");
                let different: BTreeSet<&[i32]> = told.solutions.iter().map(Answer::things).collect();
                assert_eq!(different.len(), outcome.found, "{what}");
                let expected = if outcome.found < count { End::GaveUp(Why::Nodes) } else { outcome.end };
                assert_eq!(outcome.end, expected, "{what}");
                if nodes.is_none() {
                    assert_eq!((outcome.found, outcome.end), (count, End::Exhausted), "{what}");
                }
                // Who keeps none finds as many.
                let counted = puzzle.solver().options(&options.keep(0)).run().unwrap();
                assert_eq!((counted.outcome.found, counted.outcome.end), (outcome.found, outcome.end), "{what}");
                assert_eq!((counted.outcome.solutions.len(), counted.counters), (0, report.counters), "{what}");
            }
        }
        assert!(handed > 0, "{kind} never hands over");
    }
}

#[test]
fn what_does_not_fit_into_memory_is_at_least_counted() {
    for (puzzle, count) in puzzles() {
        let kind = puzzle.kind().id;
        let solve = |patience, keep, states| {
            let budget = Budget { states: Some(states), ..Budget::default() };
            puzzle.solver().options(&exact(patience, keep, budget)).run().unwrap()
        };
        // Who keeps all gives up when they do not fit.
        let all = solve(1_000_000, usize::MAX, 16).outcome;
        assert_eq!((all.solutions.len(), all.found, all.end), (16, 17, End::GaveUp(Why::Memory)), "{kind}");
        // An engine that found more than it holds does not hand over, for SAT would find them again.
        let few = solve(1_000_000, 1, 16);
        assert_eq!((few.outcome.solutions.len(), few.outcome.found), (1, count), "{kind}");
        assert_eq!((few.outcome.end, few.counters.hand_overs), (End::Exhausted, 0), "{kind}");
        for patience in 1..20 {
            let report = solve(patience, 1, 16);
            let handed = report.counters.hand_overs > 0;
            let expected = if handed { (17, End::GaveUp(Why::Memory)) } else { (count, End::Exhausted) };
            assert_eq!((report.outcome.found, report.outcome.end), expected, "{kind}, patience {patience}");
        }
    }
}
