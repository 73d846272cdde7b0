//! Solving on from what somebody has entered, in every model; AC-3 alone on a board that is partly solved.

use pencilmark::{Options, Position, Puzzle, Verdict, corpus};

/// The puzzle with every `step`th cell of `answer` entered.
fn entered(puzzle: &Puzzle, answer: &pencilmark::Answer, step: usize) -> Puzzle {
    let mut place = 0;
    let entries = answer.map(|&thing| {
        place += 1;
        (thing >= 0 && place % step == 0).then_some(thing)
    });
    puzzle.with_position(Position { entries, ..Position::empty(puzzle.shape()) })
}

fn from_position(method: &str, model: Option<&str>) -> Options {
    let method = method.parse().unwrap();
    Options::default().limit(2).method(method).model(model.map(str::to_owned)).from_position(true)
}

#[test]
fn entries_are_kept_in_every_model() {
    for set in corpus::sets().filter(|set| set.name().ends_with("/small")) {
        for puzzle in set.puzzles().iter().take(3) {
            let solution = puzzle.solver().run().unwrap().outcome.solutions.remove(0);
            let right = entered(puzzle, &solution, 3);
            // A number moved on by one, white for shaded, no star for a star.
            let cell = solution.cells().find(|&cell| solution[cell] == 1).unwrap();
            let mut other = solution.clone();
            other[cell] = if matches!(puzzle.kind().id, "hitori" | "star-battle") { 0 } else { 2 };
            let wrong = entered(puzzle, &other, 1);
            for model in puzzle.kind().models.iter().filter(|model| model.faithful) {
                for method in ["exact", "backtracking", "greedy"] {
                    let options = from_position(method, Some(model.id));
                    let found = right.solver().options(&options).run().unwrap().outcome;
                    assert_eq!(found.solutions.first(), Some(&solution), "{puzzle:?} {method} {}", model.id);
                    if method != "greedy" {
                        let verdict = wrong.solver().options(&options).run().unwrap().outcome.verdict();
                        assert_eq!(verdict, Verdict::Refuted, "{puzzle:?} {method} {}", model.id);
                    }
                }
            }
        }
    }
}

#[test]
fn ac_3_solves_a_star_battle_that_is_partly_solved() {
    let mut alone = 0;
    for puzzle in corpus::set("star-battle/normal").unwrap().iter().take(5) {
        let solution = puzzle.solver().run().unwrap().outcome.solutions.remove(0);
        alone += usize::from(puzzle.solver().options(&from_position("ac-3", None)).run().unwrap().solution().is_some());
        // Every star entered that stands in the upper half.
        let mut half = solution.map(|_| None);
        for cell in solution.cells().filter(|&cell| solution[cell] == 1 && cell.row < solution.rows() / 2) {
            half[cell] = Some(1);
        }
        let partly = puzzle.with_position(Position { entries: half, ..Position::empty(puzzle.shape()) });
        let report = partly.solver().options(&from_position("ac-3", None)).run().unwrap();
        assert!(report.counters.prunings > 0);
        if let Some(found) = report.solution() {
            assert_eq!((found, report.outcome.verdict()), (&solution, Verdict::Unique));
        }
        let all = entered(puzzle, &solution, 1).solver().options(&from_position("ac-3", None)).run().unwrap();
        assert_eq!(all.solution(), Some(&solution));
    }
    assert_eq!(alone, 0, "alone, from an empty board, it solves none of them");
}

#[test]
fn a_kinds_own_method_refuses_to_start_from_a_position() {
    let puzzle = corpus::set("star-battle/small").unwrap().remove(0);
    let error = puzzle.solver().options(&from_position("merge", None)).run().expect_err("refused").to_string();
    assert!(error.contains("`merge` cannot start from a position"), "{error}");
    let from_clues = from_position("merge", None).from_position(false);
    assert!(puzzle.solver().options(&from_clues).run().is_ok());
}
