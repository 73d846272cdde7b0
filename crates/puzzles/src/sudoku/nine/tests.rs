//! Every choice of instructions finds what the plain search finds.

use super::{Found, Instructions, Marks, Solver, marks_of_729, portable};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// The solvers that this machine has.
fn solvers() -> Vec<Solver> {
    Instructions::ALL.into_iter().filter(|set| set.are_available()).map(Solver::new).collect()
}

fn marks(line: &[u8; 81]) -> Marks {
    line.map(|c| if c.is_ascii_digit() && c != b'0' { 1 << (c - b'1') } else { 0x1ff })
}

/// A full board: the usual pattern with digits, rows of bands, columns of stacks, bands and stacks in random order.
fn full(rng: &mut ChaCha8Rng) -> [u8; 81] {
    let mut shuffle = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, rng.random_range(0..=last));
        }
        order
    };
    let digits = shuffle(9);
    let mut line_order = || {
        let (outer, inner) = (shuffle(3), [shuffle(3), shuffle(3), shuffle(3)]);
        std::array::from_fn::<usize, 9, _>(|n| 3 * outer[n / 3] + inner[n / 3][n % 3])
    };
    let (rows, columns) = (line_order(), line_order());
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        b'1' + digits[(3 * row + row / 3 + column) % 9] as u8
    })
}

/// A full board with only this many cells left.
fn puzzle(rng: &mut ChaCha8Rng, givens: usize) -> [u8; 81] {
    let mut line = full(rng);
    let mut left = 81;
    while left > givens {
        let cell = rng.random_range(0..81);
        if line[cell] != b'.' {
            line[cell] = b'.';
            left -= 1;
        }
    }
    line
}

fn is_solution(marks: &Marks, line: &[u8; 81]) -> bool {
    let houses = (0..9).flat_map(|n| {
        let row: [usize; 9] = std::array::from_fn(|m| 9 * n + m);
        let column = std::array::from_fn(|m| 9 * m + n);
        let square = std::array::from_fn(|m| 27 * (n / 3) + 3 * (n % 3) + 9 * (m / 3) + m % 3);
        [row, column, square]
    });
    let fits = (0..81).all(|cell| (b'1'..=b'9').contains(&line[cell]) && marks[cell] >> (line[cell] - b'1') & 1 == 1);
    fits && houses.into_iter().all(|house| house.iter().fold(0, |set, &cell| set | 1 << (line[cell] - b'1')) == 0x1ff)
}

/// All solvers find as many solutions of these marks as the plain search; different ones; the same ones if those are all.
fn check(marks: &Marks, limit: usize) -> usize {
    let mut expected = BTreeSet::new();
    let count = portable::solve(marks, limit, &mut |solution| assert!(expected.insert(*solution))).solutions;
    for mut solver in solvers() {
        let mut seen = Vec::new();
        let found = solver.each_solution(marks, limit, &mut |solution| seen.push(*solution));
        let which = solver.instructions();
        assert_eq!(found.solutions, count, "{which:?} {marks:?}");
        assert!(if seen.is_empty() { found.first == [b'0'; 81] } else { seen.contains(&found.first) }, "{which:?}");
        assert!(seen.iter().all(|solution| is_solution(marks, solution)), "{which:?} {marks:?}");
        let set: BTreeSet<_> = seen.iter().copied().collect();
        assert_eq!((set.len(), seen.len()), (count, count), "{which:?}");
        assert!(count == limit || set == expected, "{which:?} {marks:?}");
        assert_eq!(solver.solve_marks(marks, limit), found);
    }
    count
}

#[test]
fn puzzles_with_few_and_many_solutions() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut unique = 0;
    for givens in [81, 80, 60, 40, 32, 30, 28, 27, 26, 25, 24] {
        for limit in [0, 1, 2, 50, 1000] {
            for _ in 0..4 {
                unique += usize::from(check(&marks(&puzzle(&mut rng, givens)), limit) == 1);
            }
        }
    }
    assert!(unique > 40);
}

#[test]
fn givens_that_contradict() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for givens in [81, 50, 30, 26] {
        for _ in 0..25 {
            let mut line = puzzle(&mut rng, givens);
            line[rng.random_range(0..81)] = b'1' + rng.random_range(0..9);
            check(&marks(&line), 20);
        }
    }
}

#[test]
fn pencil_marks_at_random() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut solvable = 0;
    for round in 0..200 {
        let solution = full(&mut rng);
        let chance = 0.1 + 0.25 * f64::from(round) / 200.0;
        let mut marks = solution.map(|c| {
            let digit = 1 << (c - b'1');
            (0..9).filter(|_| rng.random_bool(chance)).fold(digit, |set, d| set | 1 << d)
        });
        if round % 4 == 0 {
            let cell = rng.random_range(0..81);
            marks[cell] &= !(1 << (solution[cell] - b'1'));
        }
        solvable += usize::from(check(&marks, 300) > 0);
    }
    assert!(solvable > 140);
}

#[test]
fn special_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    assert_eq!(check(&[0x1ff; 81], 300), 300);
    assert_eq!(check(&[0; 81], 300), 0);
    assert_eq!(check(&[1; 81], 300), 0);
    let mut marks = [0x1ff; 81];
    marks[40] = 0;
    assert_eq!(check(&marks, 2), 0);
    let mut wrong = full(&mut rng);
    wrong.swap(0, 9);
    assert_eq!(check(&super::tests::marks(&wrong), 2), 0);
    // A digit twice in a house of a board that is empty otherwise: to be seen at once, not searched for.
    for (one, other) in [(0, 8), (4, 76), (60, 80), (0, 1), (0, 9), (30, 50)] {
        for digit in 0..9 {
            let mut marks = [0x1ff; 81];
            (marks[one], marks[other]) = (1 << digit, 1 << digit);
            assert_eq!(check(&marks, 2), 0);
            let mut line = [b'.'; 81];
            (line[one], line[other]) = (b'1' + digit, b'1' + digit);
            for mut solver in solvers() {
                let mut found = [Found::NONE; 20];
                solver.solve_batch(&[line; 20], 2, &mut found);
                assert!(found.iter().all(|found| found.solutions == 0));
            }
        }
    }
    for mut solver in solvers() {
        assert_eq!(solver.solve(&[b'x'; 81], 1000).solutions, 1000);
    }
}

#[test]
fn anything_but_a_digit_is_empty() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let line = puzzle(&mut rng, 35);
    let odd =
        line.map(|c| if c == b'.' { [0, 1, 9, b'0', b'/', b':', 0x80, 0xb1, 0xff][rng.random_range(0..9)] } else { c });
    for mut solver in solvers() {
        assert_eq!(solver.solve(&line, 2), solver.solve(&odd, 2));
    }
}

#[test]
fn batches_agree_with_single_calls() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for (length, limit) in
        [(0, 2), (1, 2), (1, 0), (2, 1), (15, 2), (16, 2), (17, 1), (17, 3), (100, 0), (1000, 2), (300, 70)]
    {
        let lines: Vec<_> = (0..length)
            .map(|n| {
                let givens = [22, 24, 28, 36, 50, 81][rng.random_range(0..6)];
                let mut line = puzzle(&mut rng, givens);
                if n % 5 == 0 {
                    line[rng.random_range(0..81)] = b'5';
                }
                line
            })
            .collect();
        for mut solver in solvers().into_iter().filter(|solver| solver.instructions() != Instructions::Portable) {
            let mut found = vec![Found { solutions: 77, first: [b'x'; 81], guesses: 77 }; length];
            solver.solve_batch(&lines, limit, &mut found);
            for (line, found) in lines.iter().zip(&found) {
                let alone = solver.solve(line, limit);
                assert_eq!(found.solutions, alone.solutions);
                match found.solutions {
                    0 => assert_eq!(found.first, [b'0'; 81]),
                    count if count < limit => assert!(count > 1 || found.first == alone.first),
                    _ => {}
                }
                assert!(found.solutions == 0 || is_solution(&marks(line), &found.first));
            }
        }
    }
}

#[test]
fn a_batch_leaves_what_takes_too_many_guesses() {
    // It has more solutions than anybody counts.
    let endless: [u8; 81] = std::array::from_fn(|cell| if cell % 9 == cell / 9 { b'1' + cell as u8 % 9 } else { b'.' });
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let is_unique = |line: &[u8; 81]| portable::solve(&marks(line), 2, &mut |_| ()).solutions == 1;
    let plain = std::iter::repeat_with(|| puzzle(&mut rng, 30)).find(is_unique).expect("there are many");
    let lines: Vec<[u8; 81]> = (0..50).map(|n| if n % 3 == 0 { endless } else { plain }).collect();
    for mut solver in solvers() {
        let which = solver.instructions();
        let mut found = vec![Found::NONE; lines.len()];
        for most in [0, 1, 7, 1000] {
            solver.solve_batch_within(&lines, usize::MAX, most, &mut found);
            for (line, found) in lines.iter().zip(&found) {
                // Boards of the same puzzle side by side may each guess once more.
                assert!(found.guesses <= most + 64, "{which:?} {most}");
                assert!(*line == plain || found.guesses > most, "{which:?} {most}");
                let marks = marks(line);
                assert!(found.solutions == 0 || is_solution(&marks, &found.first), "{which:?} {most}");
                let whole = solver.solve(line, 2);
                assert!(
                    found.guesses > most || *found == Found { guesses: found.guesses, ..whole },
                    "{which:?} {most}"
                );
            }
        }
        assert!(lines.iter().zip(&found).all(|(line, found)| (*line == endless) == (found.guesses > 1000)));
        // No bound changes nothing but that.
        let mut free = found.clone();
        solver.solve_batch(&lines[1..3], 2, &mut found[1..3]);
        solver.solve_batch_within(&lines[1..3], 2, u64::MAX, &mut free[1..3]);
        assert_eq!(found, free, "{which:?}");
    }
}

#[test]
fn candidates_of_729_characters() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let expected: Marks = std::array::from_fn(|_| rng.random_range(0..0x200));
    let mut text: [u8; 729] =
        std::array::from_fn(|n| if expected[n / 9] >> (n % 9) & 1 == 1 { b'1' + (n % 9) as u8 } else { b'.' });
    assert_eq!(marks_of_729(&text), Ok(expected));
    text[700] = b'x';
    assert_eq!(marks_of_729(&text), Err(700));
}
