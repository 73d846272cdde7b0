//! The same answers as the portable search.

use super::super::{Found, Instructions, Marks, Solver};
use rand::RngExt;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// The solver under test and the portable one, or nothing (and a word about it) where the machine cannot.
fn solvers() -> Option<(Solver, Solver)> {
    if !Instructions::Avx2.are_available() {
        eprintln!("skipped: this machine has no AVX2");
        return None;
    }
    let tested = Solver::new(Instructions::Avx2);
    assert_eq!(tested.instructions(), Instructions::Avx2);
    Some((tested, Solver::new(Instructions::Portable)))
}

/// A filled board: the textbook one with digits, rows, columns, bands and stacks shuffled.
fn filled(random: &mut ChaCha8Rng) -> [u8; 81] {
    let mut digits = *b"123456789";
    digits.shuffle(random);
    let mut lines = || {
        let mut bands = [0, 1, 2];
        bands.shuffle(random);
        bands.map(|band| {
            let mut lines = [0, 1, 2].map(|line| 3 * band + line);
            lines.shuffle(random);
            lines
        })
    };
    let (rows, columns) = (lines(), lines());
    let mut board = [0; 81];
    for (place, cell) in board.iter_mut().enumerate() {
        let (row, column) = (rows.as_flattened()[place / 9], columns.as_flattened()[place % 9]);
        *cell = digits[(row * 3 + row / 3 + column) % 9];
    }
    board
}

/// Pencil marks around a filled board, each other digit there with this chance; `holes` cells without any.
fn marked(random: &mut ChaCha8Rng, chance: f64, holes: usize) -> Marks {
    let mut marks = filled(random).map(|digit| 1 << (digit - b'1'));
    for set in &mut marks {
        for digit in 0..9 {
            *set |= u16::from(random.random_bool(chance)) << digit;
        }
    }
    for _ in 0..holes {
        marks[random.random_range(0..81)] = 0;
    }
    marks
}

fn marks_of(line: &[u8; 81]) -> Marks {
    line.map(|c| if matches!(c, b'.' | b'0') { 0x1ff } else { 1 << (c - b'1') })
}

/// As many solutions as the portable search, and the same if there are no more.
fn agree(tested: &mut Solver, portable: &mut Solver, marks: &Marks, limit: usize) -> usize {
    let all = |solver: &mut Solver| {
        let mut seen = BTreeSet::new();
        let mut calls = 0;
        let found = solver.each_solution(marks, limit, &mut |solution| {
            seen.insert(*solution);
            calls += 1;
        });
        assert_eq!((found.solutions, found.solutions), (calls, seen.len()), "each solution once: {marks:?}");
        if found.solutions == 0 {
            assert_eq!(found.first, [b'0'; 81]);
        } else {
            assert!(seen.contains(&found.first));
        }
        (found, seen)
    };
    let (found, solutions) = all(tested);
    let (expected, expected_solutions) = all(portable);
    assert_eq!(found.solutions, expected.solutions, "limit {limit}: {marks:?}");
    for solution in &solutions {
        assert!(is_solution(solution, marks), "{marks:?}");
    }
    if found.solutions < limit {
        assert_eq!(solutions, expected_solutions, "{marks:?}");
    }
    found.solutions
}

fn is_solution(solution: &[u8; 81], marks: &Marks) -> bool {
    let allowed = (0..81).all(|cell| marks[cell] >> (solution[cell] - b'1') & 1 == 1);
    let houses = (0..9).flat_map(|house| {
        [
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| 9 * house + i),
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| 9 * i + house),
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| 27 * (house / 3) + 3 * (house % 3) + 9 * (i / 3) + i % 3),
        ]
    });
    allowed
        && houses.into_iter().all(|house| house.iter().map(|&cell| solution[cell]).collect::<BTreeSet<_>>().len() == 9)
}

#[test]
fn lines_agree() {
    let Some((mut tested, mut portable)) = solvers() else { return };
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut tally = [0; 3];
    for case in 0..600 {
        let mut line = filled(&mut random);
        let mut places: Vec<_> = (0..81).collect();
        places.shuffle(&mut random);
        for &place in &places[..random.random_range(0..55)] {
            line[place] = b'.';
        }
        if case % 4 == 3 {
            line[places[80]] = b'1' + random.random_range(0..9);
        }
        for limit in [1, 2, 50] {
            let solutions = agree(&mut tested, &mut portable, &marks_of(&line), limit);
            let found = tested.solve(&line, limit);
            assert_eq!(found.solutions, solutions);
            if solutions > 0 {
                assert!(is_solution(&found.first, &marks_of(&line)));
            }
            if limit == 50 {
                tally[solutions.min(2)] += 1;
            }
        }
    }
    assert!(tally.iter().all(|&count| count > 50), "no, one and several solutions all occur: {tally:?}");
}

#[test]
fn marks_agree() {
    let Some((mut tested, mut portable)) = solvers() else { return };
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut tally = [0; 3];
    for case in 0..900 {
        let chance = f64::from(case % 10) * 0.04;
        let mut marks = marked(&mut random, chance, usize::from(case % 30 == 7));
        if case % 3 == 1 {
            for _ in 0..random.random_range(1..4) {
                marks[random.random_range(0..81)] = random.random_range(0..0x200);
            }
        }
        for limit in [1, 2, 50] {
            let solutions = agree(&mut tested, &mut portable, &marks, limit);
            if limit == 50 {
                tally[solutions.min(2)] += 1;
            }
        }
    }
    assert!(tally.iter().all(|&count| count > 10), "no, one and several solutions all occur: {tally:?}");
}

#[test]
fn corners() {
    let Some((mut tested, mut portable)) = solvers() else { return };
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let full = marks_of(&filled(&mut random));
    let with = |marks: Marks, changes: &[(usize, u16)]| {
        let mut marks = marks;
        for &(cell, set) in changes {
            marks[cell] = set;
        }
        marks
    };
    let cases = [
        ("empty", [0x1ff; 81], 1000, 1000),
        ("empty, nothing asked", [0x1ff; 81], 0, 0),
        ("full", full, 2, 1),
        ("full, a cell without digits", with(full, &[(40, 0)]), 2, 0),
        ("full, two cells swapped", with(full, &[(0, full[1]), (1, full[0])]), 2, 0),
        ("no digits at all", [0; 81], 2, 0),
        ("only ones", [1; 81], 2, 0),
        ("two ones in a row", with([0x1ff; 81], &[(0, 1), (8, 1)]), 2, 0),
        ("two ones in a column", with([0x1ff; 81], &[(4, 1), (76, 1)]), 2, 0),
        ("two ones in a box", with([0x1ff; 81], &[(60, 1), (80, 1)]), 2, 0),
        ("bits that are no digits", full.map(|set| set | 0xfe00), 2, 1),
    ];
    for (name, marks, limit, solutions) in cases {
        assert_eq!(tested.solve_marks(&marks, limit).solutions, solutions, "{name}");
        if !name.starts_with("bits") {
            assert_eq!(agree(&mut tested, &mut portable, &marks, limit), solutions, "{name}");
        }
    }
}

#[test]
fn batches_are_single_calls() {
    let Some((mut tested, _)) = solvers() else { return };
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let lines: Vec<[u8; 81]> = (0..1000)
        .map(|_| {
            let mut line = filled(&mut random);
            for _ in 0..random.random_range(0..90) {
                line[random.random_range(0..81)] = b'0';
            }
            line
        })
        .collect();
    for count in [0, 1, 7, 8, 9, 1000] {
        for limit in [0, 1, 2, 5] {
            let lines = &lines[..count];
            let mut found = vec![Found { solutions: 77, ..Found::NONE }; count];
            tested.solve_batch(lines, limit, &mut found);
            for (line, found) in lines.iter().zip(&found) {
                let single = tested.solve(line, limit);
                assert_eq!(found.solutions, single.solutions);
                if tested.solve(line, limit + 1).solutions <= limit {
                    assert_eq!(found.first, single.first);
                } else if limit > 0 {
                    assert!(is_solution(&found.first, &marks_of(line)));
                }
            }
        }
    }
}

#[test]
fn a_short_list_of_answers_is_filled() {
    let Some((mut tested, _)) = solvers() else { return };
    let lines = [[b'.'; 81]; 3];
    let mut found = [Found::NONE; 2];
    tested.solve_batch(&lines, 2, &mut found);
    assert_eq!(found.map(|found| found.solutions), [2, 2]);
}
