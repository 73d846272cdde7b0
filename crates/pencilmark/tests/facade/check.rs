//! What a check says beyond the verdict: whether entries, pencil marks and solutions are right, and which clue is to blame.

use pencilmark::check::Progress;
use pencilmark::{Cell, Check, Options, Position, Puzzle, Verdict, corpus};

fn check(puzzle: &Puzzle) -> Check {
    puzzle.check(&Options::default()).expect("no wrong answer")
}

fn progress(puzzle: &Puzzle) -> Progress {
    check(puzzle).found.progress.expect("something is entered")
}

fn samples() -> Vec<(Puzzle, pencilmark::Answer)> {
    let solved = |puzzle: Puzzle| {
        let solution = puzzle.solver().run().expect("no wrong answer").outcome.solutions.remove(0);
        (puzzle, solution)
    };
    corpus::samples().into_iter().map(solved).collect()
}

#[test]
fn right_entries_and_marks_are_told_so() {
    for (puzzle, solution) in samples() {
        let clues = puzzle.marks();
        let mut position = Position::empty(puzzle.shape());
        let open: Vec<Cell> = solution.cells().filter(|&cell| clues[cell].len() > 1).take(8).collect();
        for (index, &cell) in open.iter().enumerate() {
            if index % 2 == 0 {
                position.entries[cell] = Some(solution[cell]);
            } else {
                position.marks[cell] = clues[cell].clone();
            }
        }
        let found = progress(&puzzle.with_position(position));
        let expected = Progress { right: Some(true), entries: 4, marks: 4, mistakes: Vec::new() };
        assert_eq!(found, expected, "{}", puzzle.kind().id);
    }
}

#[test]
fn a_wrong_entry_and_wrong_marks_are_found() {
    for (puzzle, solution) in samples() {
        let clues = puzzle.marks();
        let mut open = solution.cells().filter(|&cell| clues[cell].len() > 1);
        let (entered, marked) = (open.next().expect("an open cell"), open.next().expect("another"));
        let other = |cell: Cell| clues.values(cell).into_iter().find(|&mark| i32::from(mark) != solution[cell]);
        let mut position = Position::empty(puzzle.shape());
        position.entries[entered] = other(entered).map(i32::from);
        position.marks[marked].extend(other(marked).map(pencilmark::watch::Value));
        let check = check(&puzzle.with_position(position));
        assert!(check.has_mistakes() && check.report.outcome.verdict() == Verdict::Unique);
        let mistakes = check.found.progress.expect("something is entered").mistakes;
        let found: Vec<(&str, &[Cell])> = mistakes.iter().map(|reason| (reason.rule, &reason.cells[..])).collect();
        assert_eq!(found, [("entry", &[entered][..]), ("pencil-marks", &[marked][..])], "{}", puzzle.kind().id);
    }
}

#[test]
fn several_solutions_do_not_hide_a_mistake() {
    // A board of 4 x 4 with 1 in a corner has many solutions.
    let puzzle = Puzzle::parse("1...............").expect("reads");
    let with = |entries: &[(usize, usize, i32)]| {
        let mut position = Position::empty((4, 4));
        for &(row, col, entry) in entries {
            position.entries[Cell { row, col }] = Some(entry);
        }
        progress(&puzzle.with_position(position))
    };
    let fits = with(&[(0, 1, 2), (1, 0, 3), (0, 0, 1)]);
    assert_eq!((fits.right, fits.entries), (Some(true), 2), "a clue that is copied is no entry");
    let clash = with(&[(0, 1, 2), (3, 1, 2), (2, 3, 4)]);
    assert_eq!(clash.right, Some(false));
    assert_eq!(clash.mistakes[0].cells, [Cell { row: 0, col: 1 }, Cell { row: 3, col: 1 }]);
    let over = with(&[(0, 0, 4)]);
    assert_eq!((over.right, over.entries), (Some(false), 1));
    assert_eq!(over.mistakes[0].text, "r1c1 is 4, but 1 is given there");
}

/// The cell that a reason names is the one where somebody entered something, in every kind and model.
#[test]
fn a_mistake_among_several_solutions_is_at_its_cell() {
    let texts = [
        ("1...............", "sudoku", 1),
        ("1 . . .\n. . . .\n. . . .\n. . . 16", "hidato", 2),
        (
            r#"{"kind": "star-battle", "stars": 1, "regions": [[0, 0, 0, 0], [0, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]}"#,
            "star-battle",
            1,
        ),
    ];
    for (text, kind, entry) in texts {
        let options = pencilmark::read::ReadOptions { kind: Some(kind.to_owned()), ..Default::default() };
        let puzzle = Puzzle::parse_with("t", text, &options).expect(text);
        let cell = if kind == "star-battle" { Cell { row: 1, col: 1 } } else { Cell { row: 0, col: 3 } };
        let mut position = Position::empty((4, 4));
        position.entries[cell] = Some(entry);
        let puzzle = puzzle.with_position(position);
        for model in puzzle.kind().models.iter().filter(|model| model.faithful) {
            let options = Options::default().model(model.id.to_owned());
            let check = puzzle.check(&options).expect("no wrong answer");
            let progress = check.found.progress.expect("something is entered");
            assert_eq!(progress.right, Some(false), "{kind} {}: {progress:?}", model.id);
            assert_eq!(progress.mistakes[0].cells, [cell], "{kind} {}: {progress:?}", model.id);
        }
    }
}

#[test]
fn a_solution_in_the_text_is_judged_with_its_cells() {
    for (puzzle, solution) in samples() {
        let right = check(&puzzle.with_solution(solution.clone())).found.claim.expect("a claim");
        assert!(right.right && right.reason.is_none());
        let mut wrong = solution.clone();
        let cell = wrong.cells().find(|&cell| wrong[cell] == 1).expect("a 1");
        wrong[cell] = 0;
        let check = check(&puzzle.with_solution(wrong));
        let reason = check.found.claim.clone().and_then(|claim| claim.reason).expect("it is wrong");
        assert!(check.has_mistakes() && !reason.cells.is_empty(), "{}: {reason}", puzzle.kind().id);
    }
}

#[test]
fn one_clue_to_blame_is_named() {
    // A proper Sudoku in which one given was misread; no glance shows it.
    let line = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    let puzzle = Puzzle::parse(line).expect("reads");
    let solution = puzzle.solver().run().expect("no wrong answer").outcome.solutions.remove(0);
    let mut found = 0;
    for place in line.char_indices().filter(|(_, c)| *c != '.').map(|(place, _)| place) {
        let cell = Cell { row: place / 9, col: place % 9 };
        for digit in (1..=9).filter(|&digit| digit != solution[cell]) {
            let mut misread = line.to_owned();
            misread.replace_range(place..=place, &digit.to_string());
            let misread = Puzzle::parse(&misread).expect("reads");
            if misread.contradiction().is_some() {
                continue;
            }
            let Some(conflict) = check(&misread).found.conflict else { continue };
            assert!(conflict.rules.is_sorted_by_key(|rule| rule.cells.len()), "{conflict:?}");
            let blamed = conflict.blamed.iter().any(|reason| reason.cells == [cell]);
            assert!(blamed, "{cell} {digit}: {conflict:?}");
            found += 1;
            if found == 20 {
                return;
            }
        }
    }
    panic!("only {found} misread clues left no solution");
}
