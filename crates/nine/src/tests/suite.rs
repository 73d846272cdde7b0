//! What every engine must do. The reference is the portable search, and [`is_solution`] for single boards.

use std::collections::BTreeSet;

use crate::portable::{Native, solve_with};
use crate::{Found, Marks};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::boards::{is_solution, marks_of, pencil_marks, puzzle, solved};
use super::{Engine, cases};

/// The engine finds as many solutions of these marks as the reference, all different, and the same ones unless the limit cut them short.
fn check(engine: &mut dyn Engine, marks: &Marks, limit: usize) -> usize {
    let mut expected = BTreeSet::new();
    let count = solve_with::<Native>(marks, limit, &mut |solution| assert!(expected.insert(*solution))).solutions;
    let mut seen = Vec::new();
    let found = engine.each_solution(marks, limit, &mut |solution| seen.push(*solution));
    assert_eq!(found.solutions, count, "limit {limit}: {marks:?}");
    assert!(if seen.is_empty() { found.first == [b'0'; 81] } else { seen.contains(&found.first) }, "{marks:?}");
    assert!(seen.iter().all(|solution| is_solution(marks, solution)), "{marks:?}");
    let different: BTreeSet<_> = seen.iter().copied().collect();
    assert_eq!((different.len(), seen.len()), (count, count), "each solution once: {marks:?}");
    assert!(count == limit || different == expected, "{marks:?}");
    let mut again = Vec::new();
    assert_eq!(engine.each_solution(marks, limit, &mut |solution| again.push(*solution)), found, "{marks:?}");
    assert_eq!(again, seen, "the same order every time: {marks:?}");
    count
}

/// How many puzzles had none, one and several solutions.
#[derive(Debug, Default)]
struct Tally([usize; 3]);

impl Tally {
    fn add(&mut self, solutions: usize) {
        self.0[solutions.min(2)] += 1;
    }

    /// A test that meets only one of them tests little. Under Miri there are too few cases to tell.
    fn has_at_least(&self, count: usize) {
        assert!(cfg!(miri) || self.0.iter().all(|&of_these| of_these >= count), "{self:?}");
    }
}

pub(super) fn puzzles_with_few_and_many_solutions(engine: &mut dyn Engine) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut unique = 0;
    for givens in [81, 80, 60, 40, 32, 30, 28, 27, 26, 25, 24] {
        for limit in [0, 1, 2, 50, cases(1000)] {
            for _ in 0..cases(4) {
                unique += usize::from(check(engine, &marks_of(&puzzle(&mut random, givens)), limit) == 1);
            }
        }
    }
    assert!(cfg!(miri) || unique > 40);
}

pub(super) fn lines_with_and_without_contradictions(engine: &mut dyn Engine) {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut tally = Tally::default();
    for case in 0..cases(600) {
        let givens = random.random_range(26..=81);
        let mut line = puzzle(&mut random, givens);
        if case % 4 == 3 {
            line[random.random_range(0..81)] = b'1' + random.random_range(0..9);
        }
        for limit in [1, 2, 50] {
            let solutions = check(engine, &marks_of(&line), limit);
            let found = engine.solve(&line, limit);
            assert_eq!(found.solutions, solutions);
            assert!(solutions == 0 || is_solution(&marks_of(&line), &found.first));
            if limit == 50 {
                tally.add(solutions);
            }
        }
    }
    tally.has_at_least(50);
}

pub(super) fn pencil_marks_at_random(engine: &mut dyn Engine) {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut tally = Tally::default();
    for case in 0..cases(900) {
        let mut marks = pencil_marks(&mut random, 0.04 * f64::from(case as u32 % 10));
        if case % 30 == 7 {
            marks[random.random_range(0..81)] = 0;
        }
        if case % 3 == 1 {
            for _ in 0..random.random_range(1..4) {
                marks[random.random_range(0..81)] = random.random_range(0..0x200);
            }
        }
        for limit in [1, 2, 50, 300] {
            let solutions = check(engine, &marks, limit);
            if limit == 50 {
                tally.add(solutions);
            }
        }
    }
    tally.has_at_least(10);
}

pub(super) fn special_boards(engine: &mut dyn Engine) {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let full = marks_of(&solved(&mut random));
    let with = |mut marks: Marks, changes: &[(usize, u16)]| {
        for &(cell, set) in changes {
            marks[cell] = set;
        }
        marks
    };
    let many = cases(1000);
    let boards = [
        ("empty", [0x1ff; 81], many, many),
        ("empty, no solution asked for", [0x1ff; 81], 0, 0),
        ("full", full, 2, 1),
        ("full but for a cell without digits", with(full, &[(40, 0)]), 2, 0),
        ("full with two cells of a row exchanged", with(full, &[(0, full[1]), (1, full[0])]), 2, 0),
        ("full with two cells of a column exchanged", with(full, &[(0, full[9]), (9, full[0])]), 2, 0),
        ("a cell without digits", with([0x1ff; 81], &[(40, 0)]), 2, 0),
        ("no digits at all", [0; 81], 300, 0),
        ("only ones", [1; 81], 300, 0),
        ("bits that stand for no digit", full.map(|set| set | 0xfe00), 2, 1),
    ];
    for (name, marks, limit, solutions) in boards {
        // The rules know nothing of the other bits.
        assert_eq!(check(engine, &marks.map(|set| set & 0x1ff), limit), solutions, "{name}");
        assert_eq!(engine.each_solution(&marks, limit, &mut |_| ()).solutions, solutions, "{name}");
    }
    assert_eq!(engine.solve(&[b'x'; 81], many).solutions, many);
}

/// On a board that is empty otherwise: to be seen at once, not searched for.
pub(super) fn a_digit_twice_in_a_house(engine: &mut dyn Engine) {
    for (one, other) in [(0, 8), (4, 76), (60, 80), (0, 1), (0, 9), (30, 50)] {
        for digit in 0..cases(9) as u8 {
            let mut marks = [0x1ff; 81];
            (marks[one], marks[other]) = (1 << digit, 1 << digit);
            assert_eq!(check(engine, &marks, 2), 0);
            let mut line = [b'.'; 81];
            (line[one], line[other]) = (b'1' + digit, b'1' + digit);
            let mut found = [Found::NONE; 20];
            engine.solve_batch_within(&[line; 20], 2, u64::MAX, &mut found);
            assert!(found.iter().all(|found| found.solutions == 0));
        }
    }
}

pub(super) fn anything_but_a_digit_is_empty(engine: &mut dyn Engine) {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let line = puzzle(&mut random, 35);
    let blanks = [0, 1, 9, b'0', b'/', b':', 0x80, 0xb1, 0xff];
    let odd = line.map(|character| if character == b'.' { blanks[random.random_range(0..9)] } else { character });
    assert_eq!(engine.solve(&line, 2), engine.solve(&odd, 2));
}

pub(super) fn batches_agree_with_single_calls(engine: &mut dyn Engine) {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let batches = [(0, 2), (1, 2), (1, 0), (2, 1), (7, 5), (8, 2), (9, 1), (15, 2), (16, 2), (17, 1), (17, 3)];
    let long = [(cases(100), 0), (cases(1000), 1), (cases(1000), 2), (cases(300), 70)];
    for (length, limit) in batches.into_iter().chain(long) {
        let lines: Vec<_> = (0..length)
            .map(|n| {
                let givens = [22, 24, 28, 36, 50, 81][random.random_range(0..6)];
                let mut line = puzzle(&mut random, givens);
                if n % 5 == 0 {
                    line[random.random_range(0..81)] = b'5';
                }
                line
            })
            .collect();
        let mut found = vec![Found { solutions: 77, first: [b'x'; 81], guesses: 77 }; length];
        engine.solve_batch_within(&lines, limit, u64::MAX, &mut found);
        for (line, found) in lines.iter().zip(&found) {
            let alone = engine.solve(line, limit);
            assert_eq!(found.solutions, alone.solutions);
            match found.solutions {
                0 => assert_eq!(found.first, [b'0'; 81]),
                1 if engine.solve(line, 2).solutions == 1 => assert_eq!(found.first, alone.first),
                _ => assert!(is_solution(&marks_of(line), &found.first)),
            }
        }
    }
}

pub(super) fn a_batch_leaves_what_takes_too_many_guesses(engine: &mut dyn Engine) {
    // It has more solutions than can be counted.
    let endless: [u8; 81] = std::array::from_fn(|cell| if cell % 9 == cell / 9 { b'1' + cell as u8 % 9 } else { b'.' });
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let is_unique = |line: &[u8; 81]| solve_with::<Native>(&marks_of(line), 2, &mut |_| ()).solutions == 1;
    let easy = std::iter::repeat_with(|| puzzle(&mut random, 30)).find(is_unique).expect("there are many");
    let lines: Vec<[u8; 81]> = (0..cases(50)).map(|n| if n % 3 == 0 { endless } else { easy }).collect();
    let mut found = vec![Found::NONE; lines.len()];
    let most_allowed = [0, 1, 7, cases(1000) as u64];
    for most in most_allowed {
        engine.solve_batch_within(&lines, usize::MAX, most, &mut found);
        for (line, found) in lines.iter().zip(&found) {
            // Boards of the same puzzle side by side may each guess once more.
            assert!(found.guesses <= most + 64, "{most}");
            assert!(*line == easy || found.guesses > most, "{most}");
            assert!(found.solutions == 0 || is_solution(&marks_of(line), &found.first), "{most}");
            let whole = engine.solve(line, 2);
            assert!(found.guesses > most || *found == Found { guesses: found.guesses, ..whole }, "{most}");
        }
    }
    let most = most_allowed[3];
    assert!(cfg!(miri) || lines.iter().zip(&found).all(|(line, found)| (*line == endless) == (found.guesses > most)));
}
