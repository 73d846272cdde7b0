//! Turns of a kind's own engine with SAT.

use std::collections::HashSet;

use pencilmark_csp::{Counters, End, Outcome, Silent};
use pencilmark_puzzles::inside::Work;
use pencilmark_puzzles::sudoku::{Candidates, Sudoku};
use pencilmark_puzzles::{Answer, Grid, Kind as _};
use pencilmark_search::Run;

fn blank() -> Sudoku {
    Sudoku::new((2, 2), Grid::filled(4, 4, Candidates::all(4))).expect("a board")
}

/// An engine that wastes nodes before it finds all solutions; SAT may be first with any of them.
fn slow(nodes: u64, limit: usize) -> (Outcome<Answer>, Counters) {
    let puzzle = blank();
    let all = puzzle.exact(&Run::up_to(1000), &mut Silent).solutions;
    let lowered = puzzle.lower("cells");
    let mut counters = Counters::default();
    let run = Run::up_to(limit);
    let outcome = Work::run(&puzzle, &run, &mut counters, 5, |work| {
        for _ in 0..nodes {
            work.node()?;
        }
        for answer in &all {
            let values = lowered.reading.encode(&lowered.csp, answer).expect("a solution");
            work.solution(answer.clone(), &values)?;
        }
        Ok(())
    });
    (outcome, counters)
}

#[test]
fn every_solution_is_found_once_whoever_is_first() {
    let (mut engine_ended, mut sat_ended) = (0, 0);
    for nodes in 0..60 {
        let (outcome, counters) = slow(nodes, 1000);
        assert_eq!((outcome.end, outcome.found), (End::Exhausted, 288), "{nodes} nodes");
        let different: HashSet<&Answer> = outcome.solutions.iter().collect();
        assert_eq!(different.len(), 288, "{nodes} nodes");
        match counters.hand_overs {
            0 => assert!(nodes <= 5),
            turns if turns % 2 == 0 => engine_ended += 1,
            _ => sat_ended += 1,
        }
    }
    assert!(engine_ended > 0 && sat_ended > 0, "{engine_ended} {sat_ended}");
}

#[test]
fn turns_are_the_same_every_time() {
    for (nodes, limit) in [(7, 3), (30, 1), (60, 40)] {
        let (first, second) = (slow(nodes, limit), slow(nodes, limit));
        assert_eq!(first.0.solutions, second.0.solutions);
        assert_eq!(format!("{:?}", first.1), format!("{:?}", second.1));
        assert_eq!((first.0.end, first.0.found), (End::Limit, limit));
    }
}
