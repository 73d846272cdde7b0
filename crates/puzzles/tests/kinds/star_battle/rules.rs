//! Judge and constraints of Star Battle.

use std::collections::HashSet;

use pencilmark_csp::{Budget, Csp, Value};
use pencilmark_puzzles::{Cell, Lowered};
use pencilmark_search::{Backtracking, BacktrackingThenSat, Method, Sat, conflict};

use super::*;
use crate::told;

const MODELS: [&str; 3] = ["cells", "region-stars", "row-stars"];

#[test]
fn the_judge_names_the_rule_and_the_cells() {
    let (puzzle, solution) = solved();
    let check = |changes: &[(usize, i32)], rule: &str, cells: &str, text: &str| {
        let mut answer = solution.clone();
        for &(index, value) in changes {
            let cell = answer.cell(index);
            answer[cell] = value;
        }
        assert_eq!(told(&puzzle.judge(&answer).unwrap_err()), (rule, cells.to_owned(), text));
    };
    assert_eq!(puzzle.judge(&solution), Ok(()));
    assert_eq!(puzzle.write_answer(&solution), "..*.\n*...\n...*\n.*..\n");
    check(&[(2, 0)], "row", "r1c1 r1c2 r1c3 r1c4", "row 1 has 0 stars, not 1");
    check(&[(3, 1)], "touch", "r1c3 r1c4", "the stars at r1c3 and r1c4 touch");
    check(&[(7, 1)], "touch", "r1c3 r2c4", "the stars at r1c3 and r2c4 touch");
    check(&[(13, 0), (12, 1)], "column", "r1c1 r2c1 r3c1 r4c1", "column 1 has 2 stars, not 1: r2c1, r4c1");
    let mirror = [(1, 1), (2, 0), (4, 0), (7, 1), (8, 1), (11, 0), (13, 0), (14, 1)];
    check(&mirror, "region", "r3c1 r4c1 r4c2 r4c3", "region C has 2 stars, not 1: r3c1, r4c3");
    check(&[(0, 2)], "board", "r1c1", "r1c1 has 2: a cell has 1 (a star) or 0 (none)");
    check(&[(0, -1)], "board", "r1c1", "r1c1 has -1: a cell has 1 (a star) or 0 (none)");
    let small = Grid::filled(3, 4, 0);
    let text = "the answer has 3 rows and 4 columns, the board 4 and 4";
    assert_eq!(told(&puzzle.judge(&small).unwrap_err()), ("board", String::new(), text));
    let holed = super::puzzle("@A AA", 1);
    let reason = holed.judge(&Grid::filled(2, 2, 1)).unwrap_err();
    assert_eq!(told(&reason), ("board", "r1c1".to_owned(), "r1c1 has 1, but it is a hole (-1)"));
}

#[test]
fn contradictions_come_with_a_reason() {
    let check = |rows: &str, stars: usize, (rule, cells, text): (&str, &str, &str)| {
        let puzzle = puzzle(rows, stars);
        assert_eq!(told(&puzzle.contradiction().unwrap()), (rule, cells.to_owned(), text), "{rows}");
        assert!(puzzle.exact(&Run::up_to(1), &mut Silent).solutions.is_empty(), "{rows}");
    };
    assert_eq!(puzzle("AABB AABB CABD CCCD", 1).contradiction(), None);
    check("AABB AABB CCBB CCCC", 1, ("region", "", "4 rows of 1 star make 4, 3 regions of 1 make 3"));
    check("@@@@ AABB CABD CCCD", 1, ("row", "", "row 1 has room for 0 stars, not 1"));
    check("A@BB A@BB C@BD C@CD", 1, ("column", "", "column 2 has room for 0 stars, not 1"));
    let two_rows = "r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4";
    check("AABB AABB CABD CCCD", 2, ("row", two_rows, "rows 1 and 2 together have room for 2 stars, not 4"));
    let cramped = "AABBBBBB AABBBBBB CCCCCCCC DDDDDDDD EEEEEEEE FFFFFFFF GGGGGGGG HHHHHHHH";
    let text = "region A has no room for 2 stars that do not touch: r1c1, r1c2, r2c1, r2c2";
    check(cramped, 2, ("region", "r1c1 r1c2 r2c1 r2c2", text));
    let text = "there is room for 1 star in row 1, not for the 3 of regions A, B, C";
    check("ABCC DDDD DDDD DDDD", 1, ("row", "r1c1 r1c2 r1c3 r1c4", text));
    let text = "rows 1 to 2 must get 2 stars, but can only get the 1 of region A";
    check("AAAA AAAA BBCC BDDC", 1, ("row", two_rows, text));
}

/// The law: the judge accepts what an assignment stands for exactly when every rule holds there.
fn law(puzzle: &StarBattle, lowered: &Lowered, assignment: &[Value]) {
    let answer = lowered.reading.decode(assignment);
    assert_eq!(puzzle.judge(&answer).is_ok(), lowered.csp.is_solution(assignment), "{puzzle:?} {assignment:?}");
}

fn pick(csp: &Csp, draws: &[u32]) -> Vec<Value> {
    let value = |(domain, &draw): (&pencilmark_csp::Domain, &u32)| {
        let values: Vec<Value> = domain.iter().collect();
        values[draw as usize % values.len()]
    };
    csp.domains.iter().zip(draws.iter().cycle()).map(value).collect()
}

fn solutions(lowered: &Lowered, found: &[Vec<Value>]) -> HashSet<Vec<i32>> {
    let count = found.len();
    let set: HashSet<Vec<i32>> = found.iter().map(|found| lowered.reading.decode(found).things().to_vec()).collect();
    assert_eq!(set.len(), count, "a solution was found twice");
    set
}

/// All methods on all models find the same solutions.
fn agree(puzzle: &StarBattle) {
    const LIMIT: usize = 50;
    let mut all: Vec<HashSet<Vec<i32>>> = Vec::new();
    for model in MODELS {
        let lowered = puzzle.lower(model);
        let (csp, run) = (&lowered.csp, Run::up_to(LIMIT));
        // Plain checking is a fair twin only where the tree is small.
        let methods = [BacktrackingThenSat::solve(csp, &run, &mut Silent), Sat::solve(csp, &run, &mut Silent)];
        let backtracking = (puzzle.size() <= 6).then(|| Backtracking::solve(csp, &run, &mut Silent));
        for outcome in methods.into_iter().chain(backtracking) {
            assert_eq!(outcome.exhausted(), outcome.solutions.len() < LIMIT);
            for found in &outcome.solutions {
                let answer = lowered.reading.decode(found);
                assert_eq!(puzzle.judge(&answer), Ok(()));
                assert_eq!(lowered.reading.encode(csp, &answer).as_ref(), Some(found));
            }
            all.push(solutions(&lowered, &outcome.solutions));
        }
    }
    for other in &all[1..] {
        assert_eq!(other.len(), all[0].len(), "{puzzle:?}");
        assert!(all[0].len() == LIMIT || *other == all[0], "{puzzle:?}");
    }
    assert!(all[0].is_empty() || puzzle.contradiction().is_none(), "{puzzle:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn models_obey_the_law_on_any_board(puzzle in any_board(), draws in proptest::collection::vec(any::<u32>(), 64)) {
        for model in MODELS {
            let lowered = puzzle.lower(model);
            law(&puzzle, &lowered, &pick(&lowered.csp, &draws));
        }
    }

    #[test]
    fn models_obey_the_law_around_solutions(puzzle in any_solvable(), changes in proptest::collection::vec(any::<(u32, u32)>(), 12)) {
        let answer = puzzle.exact(&Run::up_to(1), &mut Silent).solutions.remove(0);
        for model in MODELS {
            let lowered = puzzle.lower(model);
            let solution = lowered.reading.encode(&lowered.csp, &answer).unwrap();
            prop_assert!(lowered.csp.is_solution(&solution));
            law(&puzzle, &lowered, &solution);
            for pair in changes.windows(2) {
                let mut changed = solution.clone();
                for (count, &(var, value)) in pair.iter().enumerate() {
                    let var = var as usize % changed.len();
                    let values: Vec<Value> = lowered.csp.domains[var].iter().collect();
                    changed[var] = values[value as usize % values.len()];
                    if count == 0 {
                        law(&puzzle, &lowered, &changed);
                    }
                }
                law(&puzzle, &lowered, &changed);
            }
        }
    }

    #[test]
    fn moving_a_star_of_a_solution_is_rejected(puzzle in any_solvable(), star in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        let mut answer = puzzle.exact(&Run::up_to(1), &mut Silent).solutions.remove(0);
        let stars: Vec<Cell> = answer.cells().filter(|&cell| answer[cell] == 1).collect();
        let blanks: Vec<Cell> = answer.cells().filter(|&cell| answer[cell] == 0).collect();
        answer[*star.get(&stars)] = 0;
        answer[*to.get(&blanks)] = 1;
        prop_assert!(puzzle.judge(&answer).is_err());
    }

    #[test]
    fn methods_and_models_agree(puzzle in prop_oneof![any_solvable(), any_board()]) {
        agree(&puzzle);
    }
}

#[test]
fn lines_of_holes_are_refuted_at_every_level() {
    let puzzle = puzzle("@@@@ A@BB C@BD C@CD", 1);
    for model in MODELS {
        let lowered = puzzle.lower(model);
        for level in ["none", "forward", "forward-singletons", "mac", "full"] {
            let mut run = Run::up_to(2);
            run.parameters.set(&Backtracking::INFO, "inference", level).unwrap();
            let outcome = Backtracking::solve(&lowered.csp, &run, &mut Silent);
            assert!(outcome.exhausted() && outcome.solutions.is_empty(), "{model} {level}");
        }
        assert!(Sat::solve(&lowered.csp, &Run::up_to(2), &mut Silent).exhausted());
        let reason = conflict(&lowered.csp, &Budget::default()).unwrap().unwrap();
        assert_eq!(reason.rules.len(), 1, "{model} {reason:?}");
    }
}

#[test]
fn labels_speak_of_rows_columns_regions_and_cells() {
    let (puzzle, _) = solved();
    let check = |model: &str, expected: &[&str]| {
        let lowered = puzzle.lower(model);
        let labels: Vec<&str> = lowered.csp.posted.iter().map(|posted| posted.label.as_str()).collect();
        for label in expected {
            assert!(labels.contains(label), "{model}: no {label} in {labels:?}");
        }
    };
    check(
        "cells",
        &["row 3 has 1 star", "column 4 has 1 star", "region C has 1 star", "stars do not touch at r1c1-r2c2"],
    );
    check("region-stars", &["row 3 has 1 star", "stars of regions A and B do not touch"]);
    check("row-stars", &["column 4 has 1 star", "region C has 1 star", "stars do not touch in rows 3 and 4"]);
    let two = super::puzzle(&"ABCDEFGHI ".repeat(9), 2).lower("cells");
    assert_eq!(two.csp.posted[2].label.as_str(), "row 3 has 2 stars");
    // An unknown name is the first model.
    assert_eq!(puzzle.lower("?").csp.domains.len(), puzzle.lower("cells").csp.domains.len());
}
