//! The search against the rules of the game.

use pencilmark_csp::random::key;

use super::super::Marks;
use super::{solve, solve_line};

/// A filled board: rows shifted, digits renamed by the seed.
fn full(seed: u64) -> [u8; 81] {
    let mut names: Vec<u8> = (b'1'..=b'9').collect();
    names.sort_by_key(|&name| key(seed, &[0, name.into()]));
    std::array::from_fn(|cell| names[(cell / 9 * 3 + cell / 27 + cell % 9) % 9])
}

/// Some cells of it, others replaced by something that is no digit.
fn line(seed: u64, clues: u64) -> [u8; 81] {
    let mut line = full(seed);
    for (cell, character) in line.iter_mut().enumerate() {
        let draw = key(seed, &[1, cell as u64]);
        if draw % 81 >= clues {
            *character = b".0 _*x:/\xff\n"[(draw / 81 % 10) as usize];
        }
    }
    line
}

fn marks(line: &[u8; 81]) -> Marks {
    line.map(|c| if (b'1'..=b'9').contains(&c) { 1 << (c - b'1') } else { 0x1ff })
}

#[test]
fn a_line_and_its_marks_are_the_same() {
    for seed in 0..200 {
        let line = line(seed, 20 + seed % 15);
        let mut seen = [Vec::new(), Vec::new()];
        let by_line = solve_line(&line, 30, u64::MAX, &mut |solution| seen[0].push(*solution));
        let by_marks = solve(&marks(&line), 30, &mut |solution| seen[1].push(*solution));
        assert_eq!(by_line, by_marks);
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[0].len(), by_line.solutions);
        assert_eq!(seen[0].first(), Some(&by_line.first));
        assert!(by_line.solutions == 30 || seen[0].contains(&full(seed)), "seed {seed}");
        let distinct: std::collections::BTreeSet<[u8; 81]> = seen[0].iter().copied().collect();
        assert_eq!(distinct.len(), seen[0].len());
        for (solution, cell) in seen[0].iter().flat_map(|solution| (0..81).map(move |cell| (solution, cell))) {
            assert!(!line[cell].is_ascii_digit() || line[cell] == b'0' || line[cell] == solution[cell]);
        }
    }
}

#[test]
fn limits_and_contradictions() {
    let empty = [b'.'; 81];
    for limit in [0, 1, 2, 1000] {
        assert_eq!(solve_line(&empty, limit, u64::MAX, &mut |_| ()).solutions, limit);
    }
    let mut twice = empty;
    (twice[0], twice[8]) = (b'5', b'5');
    assert_eq!(solve_line(&twice, 2, u64::MAX, &mut |_| ()), super::Found::NONE);
    let mut none = [0x1ff; 81];
    none[40] = 0;
    assert_eq!(solve(&none, 2, &mut |_| ()), super::Found::NONE);
    // All cells hold the same digit, and nothing else does.
    assert_eq!(solve(&[1; 81], 2, &mut |_| ()).solutions, 0);
    let full = full(7);
    assert_eq!(solve_line(&full, 2, u64::MAX, &mut |_| ()).first, full);
}
