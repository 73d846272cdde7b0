//! Films of real searches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::{Options, Puzzle};

/// Every frame of a solve.
fn frames(puzzle: &str, method: &str, tries: bool) -> (usize, Vec<Frame>) {
    let puzzle = Puzzle::parse(puzzle).expect("a puzzle");
    let options = Options { method: method.parse().expect("a method"), seed: 3, ..Options::default() };
    let scene = puzzle.scene(&options).expect("a scene");
    let (variables, mut frames) = (scene.variables(), Vec::new());
    let mut recorder = Recorder::new(scene, Arc::new(AtomicBool::new(tries)), |frame| frames.push(frame));
    let report = puzzle.solve_watched(&options, &mut recorder).expect("a report");
    assert!(report.solution().is_some());
    (variables, frames)
}

const SUDOKU: &str = ".1.....23.....3.";

#[test]
fn a_film_goes_back_the_way_it_came() {
    for method in ["annealing", "backtracking:inference=none", "exact", "sat"] {
        let (variables, frames) = frames(SUDOKU, method, false);
        let mut film = Film::new(variables);
        let mut boards = Vec::new();
        for frame in frames {
            film.push(frame);
            boards.push(film.board().to_vec());
        }
        assert_eq!(film.frame().map(|frame| frame.shot), Some(Shot::Solution), "{method}");
        assert!(film.board().iter().all(Option::is_some), "{method}");
        for board in boards.iter().rev() {
            assert_eq!(film.board(), board, "{method}");
            film.back();
        }
        assert!(!film.back() && film.place().0 == 1, "{method}");
        for board in &boards {
            assert_eq!(film.board(), board, "{method}");
            film.forward();
        }
        assert!(film.is_at_end() && !film.forward());
    }
}

#[test]
fn what_is_about_to_change_is_shown_before_it_does() {
    let (_, frames) = frames(SUDOKU, "annealing", false);
    assert_eq!(frames[0].shot, Shot::Start);
    let steps = frames.iter().enumerate().filter(|(_, frame)| frame.shot == Shot::Step);
    let mut count = 0;
    for (index, _) in steps {
        let before = &frames[index - 1];
        assert_eq!((before.shot, before.changes.len(), before.focus.len() >= 2), (Shot::About, 0, true));
        count += 1;
    }
    assert!(count > 0);
    let about = |frames: &[Frame]| frames.iter().filter(|frame| frame.shot == Shot::About).count();
    assert!(about(&self::frames(SUDOKU, "annealing", true).1) > about(&frames));
}

#[test]
fn undone_decisions_take_all_that_followed_from_them_along() {
    let (variables, frames) = frames(SUDOKU, "backtracking:inference=none,order=in-order", false);
    let mut film = Film::new(variables);
    let mut undone = 0;
    for frame in frames {
        undone += usize::from(frame.shot == Shot::Backtrack);
        let (shot, depth) = (frame.shot, frame.depth);
        film.push(frame);
        if shot != Shot::Solution {
            assert_eq!(film.board().iter().flatten().count(), depth);
        }
    }
    assert!(undone > 0);
}

#[test]
fn old_frames_go_first() {
    let (variables, frames) = frames(SUDOKU, "annealing", false);
    let total = frames.len();
    let mut film = Film::with_room(variables, 5, 1000);
    for frame in frames {
        film.push(frame);
    }
    assert_eq!(film.place(), (total as u64, total as u64));
    let mut back = 0;
    while film.back() {
        back += 1;
    }
    assert_eq!(back, 4);
}

#[test]
fn every_kind_and_model_has_a_film_that_ends_at_its_solution() {
    for kind in crate::kinds() {
        let puzzles = crate::corpus::set(&format!("{}/small", kind.info.id)).expect("a built-in set");
        for model in kind.info.models {
            for method in ["exact", "annealing", "backtracking"] {
                let budget = crate::Budget { evaluations: Some(20_000), ..crate::Budget::default() };
                let method = method.parse().expect("a method");
                let options = Options { method, model: Some(model.id.to_owned()), budget, ..Options::default() };
                let stage = crate::Stage::new(&puzzles[0], &options).expect("a stage");
                let mut film = Film::new(stage.scene().variables());
                let sink = |frame: Frame| {
                    film.push(frame);
                    let focus = film.frame().map_or(&[][..], |frame| &frame.focus);
                    stage.draw(film.board(), focus);
                };
                let mut recorder = Recorder::new(stage.scene().clone(), Arc::new(AtomicBool::new(false)), sink);
                let report = puzzles[0].solve_watched(&options, &mut recorder).expect("a report");
                let shown: Option<Vec<Value>> = film.board().iter().copied().collect();
                let shown = shown.and_then(|board| stage.scene().answer(&board));
                assert!(report.solution().is_none() || report.solution() == shown.as_ref(), "{}", model.id);
                if report.solution().is_some() {
                    let board = stage.draw(film.board(), &[]);
                    let wrong = |face: &crate::Face| face.accent == Some(crate::Accent::Wrong);
                    assert!(!board.faces.things().iter().any(wrong), "{} {}", kind.info.id, model.id);
                }
            }
        }
    }
}
