//! The search against the rules of the game, and with [`Plain`] against the same search with [`Native`]. Small enough for Miri.

use std::collections::BTreeSet;

use crate::portable::state::State;
use crate::portable::{Hooks, Native, Plain, Quad, search, solve_line_with, solve_with};
use crate::{Found, Marks};
use pencilmark_csp::random::key;

/// Miri is some thousand times slower.
const SEEDS: u64 = if cfg!(miri) { 3 } else { 200 };

/// A filled board: rows shifted, digits renamed by the seed.
fn full(seed: u64) -> [u8; 81] {
    let mut names: Vec<u8> = (b'1'..=b'9').collect();
    names.sort_by_key(|&name| key(seed, &[0, name.into()]));
    std::array::from_fn(|cell| names[(cell / 9 * 3 + cell / 27 + cell % 9) % 9])
}

/// Some cells of it, others replaced by something that is not a digit.
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

fn check_lines_and_marks<Q: Quad>() {
    for seed in 0..SEEDS {
        let line = line(seed, 20 + seed % 15);
        let mut seen = [Vec::new(), Vec::new()];
        let by_line = solve_line_with::<Q>(&line, 30, u64::MAX, &mut |solution| seen[0].push(*solution));
        let by_marks = solve_with::<Q>(&marks(&line), 30, &mut |solution| seen[1].push(*solution));
        assert_eq!(by_line, by_marks);
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[0].len(), by_line.solutions);
        assert_eq!(seen[0].first(), Some(&by_line.first));
        assert!(by_line.solutions == 30 || seen[0].contains(&full(seed)), "seed {seed}");
        let distinct: BTreeSet<[u8; 81]> = seen[0].iter().copied().collect();
        assert_eq!(distinct.len(), seen[0].len());
        for (solution, cell) in seen[0].iter().flat_map(|solution| (0..81).map(move |cell| (solution, cell))) {
            assert!(!line[cell].is_ascii_digit() || line[cell] == b'0' || line[cell] == solution[cell]);
        }
    }
}

#[test]
fn a_line_and_its_marks_are_the_same() {
    check_lines_and_marks::<Native>();
}

#[test]
fn a_line_and_its_marks_are_the_same_without_sse2() {
    check_lines_and_marks::<Plain>();
}

fn check_limits_and_contradictions<Q: Quad>() {
    let solve_line = |line: &[u8; 81], limit| solve_line_with::<Q>(line, limit, u64::MAX, &mut |_| ());
    let empty = [b'.'; 81];
    for limit in [0, 1, 2, if cfg!(miri) { 5 } else { 1000 }] {
        assert_eq!(solve_line(&empty, limit).solutions, limit);
    }
    let mut twice = empty;
    (twice[0], twice[8]) = (b'5', b'5');
    assert_eq!(solve_line(&twice, 2), Found::NONE);
    let mut none = [0x1ff; 81];
    none[40] = 0;
    assert_eq!(solve_with::<Q>(&none, 2, &mut |_| ()), Found::NONE);
    // All cells hold the same digit, and nothing else does.
    assert_eq!(solve_with::<Q>(&[1; 81], 2, &mut |_| ()).solutions, 0);
    let full = full(7);
    assert_eq!(solve_line(&full, 2).first, full);
}

#[test]
fn limits_and_contradictions() {
    check_limits_and_contradictions::<Native>();
}

#[test]
fn limits_and_contradictions_without_sse2() {
    check_limits_and_contradictions::<Plain>();
}

/// Everything that a search tells its hooks.
#[derive(Debug, PartialEq)]
enum Event {
    Node,
    Inferred(u64, Marks),
    Refuted(u64),
    Assign(usize, usize),
    Backtrack(usize),
    Solution([u8; 81]),
}

struct Trace {
    events: Vec<Event>,
    most: usize,
}

impl Trace {
    fn push(&mut self, event: Event) -> bool {
        self.events.push(event);
        self.events.len() < self.most
    }
}

impl<Q: Quad> Hooks<Q> for Trace {
    fn node(&mut self) -> bool {
        self.push(Event::Node)
    }

    fn inferred(&mut self, passes: u64, state: &State<Q>) -> bool {
        self.push(Event::Inferred(passes, state.marks()))
    }

    fn refuted(&mut self, passes: u64) -> bool {
        self.push(Event::Refuted(passes))
    }

    fn assign(&mut self, cell: usize, digit: usize) {
        self.push(Event::Assign(cell, digit));
    }

    fn backtrack(&mut self, cell: usize) {
        self.push(Event::Backtrack(cell));
    }

    fn solution(&mut self, state: &State<Q>) -> bool {
        self.push(Event::Solution(state.solution()))
    }
}

fn trace<Q: Quad>(line: &[u8; 81]) -> Vec<Event> {
    let mut trace = Trace { events: Vec::new(), most: if cfg!(miri) { 40 } else { 3000 } };
    search(State::<Q>::of_line(line), &mut trace);
    trace.events
}

#[test]
fn every_machine_takes_the_same_steps() {
    for seed in 0..SEEDS {
        let line = line(seed, 17 + seed % 18);
        let (native, plain) = (trace::<Native>(&line), trace::<Plain>(&line));
        let differs = native.iter().zip(&plain).position(|(a, b)| a != b);
        assert_eq!((native.len(), differs), (plain.len(), None), "seed {seed}");
    }
}

/// Everything that can be asked of two quads, as words.
fn results<Q: Quad>(a: [u32; 4], b: [u32; 4], by: i32) -> (Vec<[u32; 4]>, bool, u16, u32) {
    let (x, y) = (Q::of(a), Q::of(b));
    let quads = [
        x,
        Q::all(a[0]),
        x & y,
        x | y,
        x ^ y,
        x + y,
        x - y,
        x << by,
        x >> by,
        x.without(y),
        x.swap_neighbours(),
        x.swap_halves(),
    ];
    (quads.map(Q::words).to_vec(), x.is_zero(), x.signs(), x.sum_of_bytes())
}

#[test]
fn quads_agree() {
    let special = [[0; 4], [u32::MAX; 4], [0, 0, 0, 1], [1 << 31, 0, 0, 0]];
    let random = |seed: u64| std::array::from_fn(|lane| key(seed, &[2, lane as u64]) as u32);
    let quads: Vec<[u32; 4]> = special.into_iter().chain((0..if cfg!(miri) { 2 } else { 30 }).map(random)).collect();
    for &a in &quads {
        for &b in &quads {
            for by in [0, 1, 9, 31] {
                assert_eq!(results::<Native>(a, b, by), results::<Plain>(a, b, by), "{a:x?} {b:x?} {by}");
            }
        }
    }
    let (words, zero, signs, sum) = results::<Plain>([1, 2, 3, 1 << 31], [3, 0, 3, 1], 1);
    assert_eq!(words[5], [4, 2, 6, (1 << 31) + 1]);
    assert_eq!(words[6], [u32::MAX - 1, 2, 0, i32::MAX as u32]);
    assert_eq!(words[9], [0, 2, 0, 1 << 31]);
    assert_eq!((words[10], words[11]), ([2, 1, 1 << 31, 3], [3, 1 << 31, 1, 2]));
    assert_eq!((zero, signs, sum), (false, 0b1000, 6 + 128));
}
