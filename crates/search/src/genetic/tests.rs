//! The genetic algorithm on a small problem of each neighbourhood.

use crate::walk::samples;

#[test]
fn solves_a_problem_of_each_neighbourhood() {
    for (name, csp) in samples::all() {
        for seed in 0..5 {
            let (outcome, counters) = samples::run("genetic", &[], &csp, seed, 200_000);
            assert!(outcome.solutions.iter().any(|board| csp.is_solution(board)), "{name} {seed}");
            assert_eq!(counters.best.map(|(cost, _)| cost), Some(0), "{name} {seed}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_counters() {
    for (name, csp) in samples::all() {
        let hard = [("improvement", "none"), ("population", "10"), ("stagnation", "3")];
        let run = |seed| samples::run("genetic", &hard, &csp, seed, 3000).1;
        let first = run(1);
        assert_eq!(first, run(1), "{name}");
        assert!((2..20).any(|seed| run(seed) != first), "{name}");
    }
}

#[test]
fn every_word_of_every_parameter_runs() {
    for improvement in ["none", "annealing"] {
        let small = [("improvement-steps", "3"), ("focus", "0.5"), ("population", "6"), ("improvement", improvement)];
        samples::check_every_word("genetic", &small);
    }
}

#[test]
fn a_try_ends_with_its_generations() {
    let (_, csp) = &samples::all()[1];
    // Nothing but the first boards: too few to hold a solution.
    let settings = [
        ("population", "4"),
        ("generations", "7"),
        ("tries", "2"),
        ("improvement", "none"),
        ("crossover", "none"),
        ("mutation-rate", "0"),
        ("duplicates", "keep"),
        ("elite", "3"),
    ];
    let (outcome, counters) = samples::run("genetic", &settings, csp, 5, 1_000_000);
    assert!(outcome.solutions.is_empty());
    assert_eq!((counters.generations, counters.restarts), (14, 1));
    // Two populations of four, then one child in each generation but the first.
    assert_eq!(counters.evaluations, 2 * (4 + 6));
}
