//! Films of real searches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pencilmark::inside::recording::held;
use pencilmark::watch::{BoardMap, Frame, FrameKind, Recorder, Recording, Value, Var};
use pencilmark::{Options, Puzzle};

/// Every frame of a solve.
fn frames(puzzle: &str, method: &str, tries: bool) -> (usize, Vec<Frame>) {
    let puzzle = Puzzle::parse(puzzle).expect("a puzzle");
    let options = Options::default().method(method.parse().expect("a method")).seed(3);
    let plan = options.plan(puzzle.kind()).expect("a plan");
    let board_map = BoardMap::new(&puzzle, &plan);
    let (variables, mut frames) = (board_map.variables(), Vec::new());
    let mut recorder = Recorder::new(board_map, Arc::new(AtomicBool::new(tries)), |frame| frames.push(frame));
    let report = puzzle.solver().plan(&plan).watch(&mut recorder).run().expect("a report");
    assert!(report.solution().is_some());
    (variables, frames)
}

const SUDOKU: &str = ".1.....23.....3.";

#[test]
fn a_film_goes_back_the_way_it_came() {
    for method in ["annealing", "backtracking:inference=none", "backtracking", "exact", "sat"] {
        let (variables, frames) = frames(SUDOKU, method, false);
        let mut recording = Recording::new(variables);
        let mut boards = Vec::new();
        for frame in frames {
            recording.push(frame);
            boards.push((recording.board().to_vec(), recording.domains().to_vec()));
        }
        assert_eq!(recording.frame().map(|frame| frame.kind), Some(FrameKind::Solution), "{method}");
        assert!(recording.board().iter().all(Option::is_some), "{method}");
        for (board, domains) in boards.iter().rev() {
            assert_eq!((recording.board(), recording.domains()), (&board[..], &domains[..]), "{method}");
            recording.back();
        }
        assert!(!recording.back() && recording.place().0 == 1, "{method}");
        for (board, domains) in &boards {
            assert_eq!((recording.board(), recording.domains()), (&board[..], &domains[..]), "{method}");
            recording.forward();
        }
        assert!(recording.is_at_end() && !recording.forward());
    }
}

#[test]
fn what_is_about_to_change_is_shown_before_it_does() {
    let (_, frames) = frames(SUDOKU, "annealing", false);
    assert_eq!(frames[0].kind, FrameKind::Start);
    let steps = frames.iter().enumerate().filter(|(_, frame)| frame.kind == FrameKind::Step);
    let mut count = 0;
    for (index, _) in steps {
        let before = &frames[index - 1];
        assert_eq!((before.kind, before.changes.len(), before.focus.len() >= 2), (FrameKind::About, 0, true));
        count += 1;
    }
    assert!(count > 0);
    let about = |frames: &[Frame]| frames.iter().filter(|frame| frame.kind == FrameKind::About).count();
    assert!(about(&self::frames(SUDOKU, "annealing", true).1) > about(&frames));
}

#[test]
fn undone_decisions_take_all_that_followed_from_them_along() {
    let (variables, frames) = frames(SUDOKU, "backtracking:inference=none,order=in-order", false);
    let mut recording = Recording::new(variables);
    let mut undone = 0;
    for frame in frames {
        undone += usize::from(frame.kind == FrameKind::Backtrack);
        let (kind, depth) = (frame.kind, frame.depth);
        recording.push(frame);
        if kind != FrameKind::Solution {
            assert_eq!(recording.board().iter().flatten().count(), depth);
        }
    }
    assert!(undone > 0);
}

/// A puzzle that forward checking does not solve without going back.
const HARD: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

#[test]
fn undone_decisions_bring_back_what_they_ruled_out() {
    let (variables, frames) = {
        let puzzle = Puzzle::parse(HARD).expect("a puzzle");
        let options = Options::default()
            .method("backtracking:inference=forward".parse().expect("a method"))
            .budget(pencilmark::Budget { nodes: Some(300), ..pencilmark::Budget::default() });
        let plan = options.plan(puzzle.kind()).expect("a plan");
        let board_map = BoardMap::new(&puzzle, &plan);
        let (variables, mut frames) = (board_map.variables(), Vec::new());
        let mut recorder = Recorder::new(board_map, Arc::new(AtomicBool::new(false)), |frame| frames.push(frame));
        puzzle.solver().plan(&plan).watch(&mut recorder).run().expect("a report");
        (variables, frames)
    };
    let mut recording = Recording::new(variables);
    let (mut by_depth, mut undone) = (std::collections::HashMap::new(), 0);
    for frame in frames {
        let (kind, depth) = (frame.kind, frame.depth);
        if kind == FrameKind::Assign {
            by_depth.insert(depth - 1, recording.domains().to_vec());
        }
        recording.push(frame);
        if kind == FrameKind::Backtrack {
            undone += 1;
            assert_eq!(Some(recording.domains()), by_depth.get(&depth).map(Vec::as_slice), "depth {depth}");
        }
    }
    assert!(undone > 0);
}

#[test]
fn arc_consistency_shows_every_revision() {
    let puzzle = Puzzle::parse(SUDOKU).expect("a puzzle");
    let plan = Options::default().method("ac-3".parse().expect("a method")).plan(puzzle.kind());
    let painter = pencilmark::watch::BoardPainter::new(&puzzle, plan.as_ref().expect("a plan")).expect("a painter");
    let (mut recording, mut left) = (Recording::new(painter.board_map().variables()), Vec::new());
    let sink = |frame: Frame| {
        recording.push(frame);
        let marks = painter.board_map().marks(recording.domains());
        left.push(marks.cells().map(|cell| marks.values(cell).len()).sum::<usize>());
    };
    let mut recorder = Recorder::new(painter.board_map().clone(), Arc::new(AtomicBool::new(false)), sink);
    puzzle.solver().plan(plan.as_ref().expect("a plan")).watch(&mut recorder).run().expect("a report");
    assert!(left.len() > 5 && left.is_sorted_by(|before, after| before >= after), "{left:?}");
    assert_eq!(left[0], 12 * 4 + 4, "the givens are known from the start");
}

#[test]
fn old_frames_go_first() {
    let (variables, frames) = frames(SUDOKU, "annealing", false);
    let total = frames.len();
    let mut recording = Recording::with_room(variables, 5, 1000);
    for frame in frames {
        recording.push(frame);
    }
    assert_eq!(recording.place(), (total as u64, total as u64));
    let mut back = 0;
    while recording.back() {
        back += 1;
    }
    assert_eq!(back, 4);
}

#[test]
fn every_kind_and_model_has_a_film_that_ends_at_its_solution() {
    for kind in pencilmark::registry::kinds() {
        let puzzles = pencilmark::corpus::set(&format!("{}/small", kind.info.id)).expect("a built-in set");
        for model in kind.info.models {
            for method in ["exact", "annealing", "backtracking"] {
                let budget = pencilmark::Budget { evaluations: Some(20_000), ..pencilmark::Budget::default() };
                let method = method.parse().expect("a method");
                let options = Options::default().method(method).model(model.id.to_owned()).budget(budget);
                let plan = options.plan(kind.info).expect("a plan");
                let painter = pencilmark::watch::BoardPainter::new(&puzzles[0], &plan).expect("a painter");
                let mut recording = Recording::new(painter.board_map().variables());
                let sink = |frame: Frame| {
                    recording.push(frame);
                    let focus = recording.frame().map_or(&[][..], |frame| &frame.focus);
                    painter.draw(recording.board(), focus);
                };
                let mut recorder = Recorder::new(painter.board_map().clone(), Arc::new(AtomicBool::new(false)), sink);
                let report = puzzles[0].solver().plan(&plan).watch(&mut recorder).run().expect("a report");
                let shown: Option<Vec<Value>> = recording.board().iter().copied().collect();
                let shown = shown.and_then(|board| painter.board_map().answer(&board));
                assert!(report.solution().is_none() || report.solution() == shown.as_ref(), "{}", model.id);
                if report.solution().is_some() {
                    let board = painter.draw(recording.board(), &[]);
                    let wrong =
                        |face: &pencilmark::render::Face| face.accent == Some(pencilmark::render::Accent::Wrong);
                    assert!(!board.faces.things().iter().any(wrong), "{} {}", kind.info.id, model.id);
                }
            }
        }
    }
}

#[test]
fn a_search_that_jumps_about_takes_no_more_memory_than_one_that_does_not() {
    use pencilmark::watch::{Event, Observer as _};
    let puzzle = Puzzle::parse(SUDOKU).expect("a puzzle");
    let board_map = BoardMap::new(&puzzle, &Options::default().plan(puzzle.kind()).expect("a plan"));
    let mut recording = Recording::new(board_map.variables());
    let mut recorder = Recorder::new(board_map, Arc::new(AtomicBool::new(false)), |frame| recording.push(frame));
    let mut last = Vec::new();
    for round in 0..1000_u32 {
        // Decisions that are never undone, and states that do not follow from them.
        recorder.see(Event::Assign(Var(round % 16), Value(1)));
        last = (0..16).map(|var| (round >> (var % 8) & 1 == 1).then_some(Value(2))).collect();
        recorder.see(Event::Look(&last));
        assert!(held(&recorder) <= 5 * 16, "{}", held(&recorder));
    }
    assert_eq!(recording.board(), last);
}
