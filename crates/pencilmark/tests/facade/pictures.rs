//! Pictures of a search: what a page needs to show it, and the tree of its decisions.

use pencilmark::registry::kinds;
use pencilmark::watch::{BoardPainter, Picture, eventful};
use pencilmark::{Budget, Cell, MethodChoice, Options, Puzzle, corpus};

fn pictures(puzzle: &Puzzle, method: &str, model: &str, limit: usize) -> Vec<Picture> {
    let (method, model) = (method.parse().expect("a method"), Some(model.to_owned()));
    let budget = pencilmark::Budget { nodes: Some(400), ..pencilmark::Budget::default() };
    let options = Options::default().method(method).model(model).budget(budget).limit(limit);
    let plan = options.plan(puzzle.kind()).expect("a plan");
    let painter = BoardPainter::new(puzzle, &plan).expect("a painter");
    let mut pictures = Vec::new();
    painter.solve(&plan, (false, usize::MAX), |picture| pictures.push(picture)).expect("a report");
    pictures
}

fn every_model() -> impl Iterator<Item = (&'static str, &'static str, Puzzle)> {
    kinds().iter().flat_map(|kind| {
        let set = corpus::set(&format!("{}/small", kind.info.id)).expect("a built-in set");
        kind.info
            .models
            .iter()
            .flat_map(move |model| set.clone().into_iter().take(4).map(move |puzzle| (kind.info.id, model.id, puzzle)))
    })
}

#[test]
fn every_decision_that_is_undone_is_known_and_has_a_reason() {
    for inference in ["none", "forward", "mac", "full"] {
        let method = format!("backtracking:inference={inference},order=in-order,values=in-order");
        let mut seen = std::collections::BTreeMap::new();
        for (kind, model, puzzle) in every_model() {
            let (rows, cols) = puzzle.shape();
            let on_board = |cell: &Cell| cell.row < rows && cell.col < cols;
            let mut stands = Vec::new();
            for picture in pictures(&puzzle, &method, model, 2) {
                match picture.shot {
                    "assign" => {
                        stands.push(picture.decision.clone());
                        assert!(picture.decision.as_ref().is_some_and(|(cell, _)| on_board(cell)), "{picture:?}");
                        assert_eq!((picture.depth, picture.why), (stands.len(), None));
                    }
                    "backtrack" => {
                        assert_eq!(stands.pop(), Some(picture.decision.clone()), "{kind}/{model}");
                        assert_eq!(picture.depth, stands.len());
                        let why = picture.why.unwrap_or_else(|| panic!("{kind}/{model}: no reason"));
                        assert!(!why.text.is_empty() && why.cells.iter().all(on_board), "{why:?}");
                        *seen.entry((kind, why.rule)).or_insert(0) += 1;
                    }
                    _ => assert_eq!((picture.decision, picture.why), (None, None)),
                }
            }
        }
        for kind in kinds() {
            let rules = seen.keys().filter(|(id, _)| *id == kind.info.id).count();
            assert!(rules > 1 || matches!(inference, "mac" | "full"), "{inference}: {seen:?}");
        }
    }
}

#[test]
fn reasons_are_in_the_words_of_the_puzzle() {
    let reasons = |text: &str, method: &str, model: &str| -> Vec<String> {
        let puzzle = Puzzle::parse(text).expect("a puzzle");
        pictures(&puzzle, method, model, 2).into_iter().filter_map(|picture| Some(picture.why?.text)).collect()
    };
    let sudoku = ".1.....23.....3.";
    let plain = reasons(sudoku, "backtracking:inference=none,order=in-order,values=in-order", "cells");
    assert_eq!(plain[0], "row 1 holds each digit once: r1c1 and r1c2 break this");
    assert!(plain.iter().any(|reason| reason == "everything that r1c4 could be has been tried"), "{plain:#?}");
    let hidato = "1 . . .\n. . . .\n. 9 . .\n. . . 16\n";
    let numbers = reasons(hidato, "backtracking:inference=forward,order=in-order,values=in-order", "numbers");
    assert!(numbers.iter().any(|reason| reason == "every cell for 13 has been tried"), "{numbers:#?}");
}

#[test]
fn every_kind_has_a_puzzle_on_which_a_search_goes_back_now_and_then() {
    let methods: Vec<MethodChoice> =
        ["backtracking", "backtracking:inference=forward"].map(|text| text.parse().expect("a method")).to_vec();
    for kind in kinds() {
        let found =
            eventful(kind.info.id, &methods, 20..=200, &Budget::default()).expect("a search").expect("a puzzle");
        // A plain search with the same method counts the same.
        let options = Options::default().method(found.method.clone());
        let again = found.puzzle.solver().options(&options).run().expect("a report").counters.backtracks;
        assert_eq!(found.backtracks, again);
        assert!((20..=200).contains(&again), "{}: {again} backtracks", kind.info.id);
    }
    // A local search never backtracks, and an unknown kind has no puzzles.
    let walk = ["min-conflicts".parse().expect("a method")];
    let most = eventful("sudoku", &walk, 20..=200, &Budget { checks: Some(2_000), ..Budget::default() });
    assert!(most.expect("a search").is_none_or(|found| found.backtracks == 0));
    assert!(eventful("nothing", &methods, 20..=200, &Budget::default()).expect("no search").is_none());
}

#[test]
fn a_generation_tells_its_costs() {
    let puzzle = corpus::set("sudoku/normal").expect("a set").remove(0);
    let options = Options::default()
        .method("genetic:population=6,improvement=none,generations=4".parse().expect("a method"))
        .budget(Budget { checks: Some(10_000), ..Budget::default() });
    let plan = options.plan(puzzle.kind()).expect("a plan");
    let painter = BoardPainter::new(&puzzle, &plan).expect("a painter");
    let mut generations = 0;
    let mut boards = 0;
    let see = |picture: Picture| {
        boards += usize::from(picture.shot == "start");
        assert_eq!(picture.generation.is_some(), picture.shot == "generation");
        let Some(costs) = picture.generation else { return };
        generations += 1;
        assert_eq!(picture.cost, Some(costs.lowest));
        assert!(costs.lowest as f64 <= costs.mean && costs.mean <= costs.highest as f64, "{costs:?}");
        // By now all boards of the first generation have been shown.
        assert!(generations > 1 || boards == 6);
    };
    painter.solve(&plan, (false, usize::MAX), see).expect("a report");
    assert!(generations > 1, "{generations} generations");
}
