//! 9x9 Sudoku in lines: what is searched, what is found, and the judge of it.

use pencilmark::inside::nine::{Line, Lines, MOST_GUESSES, Nine, may_have_one, report, solves, wrong};
use pencilmark::{Puzzle, SolveError};
use pencilmark_nine::{Instructions, Solver};

const LINE: &Line = b"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SOLUTION: &Line = b"483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// The Sudoku on a line, if it is one of digits and dots.
fn nine(line: &Line) -> Option<Nine> {
    std::str::from_utf8(line).ok().and_then(Nine::read)
}

/// What is found for each of these lines.
fn found(lines: &mut Lines, asked: &[Line]) -> Vec<Option<Line>> {
    let asked: Vec<Nine> = asked.iter().map(|line| nine(line).expect("digits and dots")).collect();
    lines.solve(asked.iter()).expect("no wrong answer").into_iter().map(Option::<&Line>::copied).collect()
}

#[test]
fn every_change_to_a_solution_is_seen() {
    assert!(solves(LINE, SOLUTION) && solves(SOLUTION, SOLUTION) && solves(&[b'.'; 81], SOLUTION));
    for place in 0..81 {
        for c in (0..=255).filter(|&c| c != SOLUTION[place]) {
            let mut changed = *SOLUTION;
            changed[place] = c;
            assert!(!solves(LINE, &changed), "{c} at {place}");
        }
    }
    // Two digits exchanged everywhere keep rows, columns and boxes, but not the givens.
    let exchanged = SOLUTION.map(|c| match c {
        b'1' => b'2',
        b'2' => b'1',
        _ => c,
    });
    assert!(solves(&[b'0'; 81], &exchanged) && !solves(LINE, &exchanged));
    // Rows exchanged within a band keep all units; across bands they break the boxes.
    let swapped = |a: usize, b: usize| {
        let mut board = *SOLUTION;
        for column in 0..9 {
            board.swap(9 * a + column, 9 * b + column);
        }
        board
    };
    assert!(solves(&[b'.'; 81], &swapped(0, 1)) && !solves(&[b'.'; 81], &swapped(2, 3)));
    assert!(matches!(wrong(LINE, &exchanged), SolveError::Wrong { broken, .. } if broken.contains("is given there")));
}

#[test]
fn lines_that_cannot_have_one_solution_are_not_searched() {
    assert!(may_have_one(LINE) && may_have_one(SOLUTION) && !may_have_one(&[b'0'; 81]));
    for (first, second) in [(0, 8), (0, 72), (0, 20), (70, 80)] {
        let mut line = *SOLUTION;
        line[second] = line[first];
        assert!(!may_have_one(&line), "{first} {second}");
    }
    let sixteen = |most: usize| {
        let (mut line, mut left) = (*LINE, most);
        line.iter_mut().filter(|c| **c != b'.').for_each(|c| match left.checked_sub(1) {
            Some(less) => left = less,
            None => *c = b'.',
        });
        line
    };
    assert!(!may_have_one(&sixteen(16)) && may_have_one(&sixteen(17)));
    let mixed = [[b'.'; 81], *LINE, [b'1'; 81], *SOLUTION, *LINE];
    let found = found(&mut Lines::default(), &mixed);
    assert_eq!(found, [None, Some(*SOLUTION), None, Some(*SOLUTION), Some(*SOLUTION)]);
}

/// [`LINE`] with this character in its first cell, which is empty.
fn beginning_with(c: u8) -> Line {
    let mut line = *LINE;
    line[0] = c;
    line
}

#[test]
fn every_character_is_what_the_reader_takes_it_for() {
    for c in 0..=127 {
        let line = beginning_with(c);
        let read = Puzzle::parse(&String::from_utf8_lossy(&line));
        let Some(nine) = nine(&line) else {
            // The reader knows more ways to write a blank; such lines are read one by one.
            assert!(read.is_err() || b"_*-?xX#".contains(&c), "{c}");
            continue;
        };
        assert!(nine.puzzle().expect("a puzzle").has_same_clues(&read.expect("a puzzle")), "{c}");
        let solved = b".0".contains(&c) || c == SOLUTION[0];
        assert_eq!(found(&mut Lines::default(), &[line]), [solved.then_some(*SOLUTION)], "{c}");
        assert!(!solves(&line, SOLUTION) || solved, "{c}");
    }
    assert_eq!((128..=255).find_map(|c| nine(&beginning_with(c))), None);
}

#[test]
fn a_report_of_anything_is_one() {
    let of = |c: u8| report(&[c; 81], 2).solution().map(|answer| answer.things().to_vec());
    for (c, value) in [(0, 0), (b'/', 0), (b'.', 0), (b'1', 1), (b'9', 9), (b':', 0), (255, 0)] {
        assert_eq!(of(c), Some(vec![value; 81]));
    }
}

#[test]
fn lines_that_take_long_are_left() {
    // No solution, which takes the portable search millions of guesses.
    let long = b".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    assert!(may_have_one(long));
    let mut lines = Lines::default();
    lines.solver = Solver::new(Instructions::Portable);
    let found = found(&mut lines, &[*LINE, *long, *LINE]);
    assert_eq!(found, [Some(*SOLUTION), None, Some(*SOLUTION)]);
    assert_eq!(lines.found.iter().map(|found| found.guesses).max(), Some(MOST_GUESSES + 1));
}
