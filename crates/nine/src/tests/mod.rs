//! One suite for every engine: those of [`Instructions`], and the portable search without SSE2, which x86-64 machines do not use otherwise.
//!
//! A CPU that lacks an instruction set cannot test it. The harness has no word for that at run time, so such a test says it on standard error,
//! past the harness, which would keep the output of a passing test to itself. `cargo xtask test` repeats it at the end.

mod boards;
mod steps;
mod suite;

use std::io::Write as _;

use crate::portable::{Plain, solve_line_with, solve_with};
use crate::{Found, Instructions, Marks, Solver, cpu_has, marks_of_729};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What the suite asks of an engine; see [`Solver`].
trait Engine {
    fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found;
    fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found;
    fn solve_batch_within(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]);
}

impl Engine for Solver {
    fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        self.solve(line, limit)
    }

    fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        self.each_solution(marks, limit, see)
    }

    fn solve_batch_within(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        self.solve_batch_within(lines, limit, most, found);
    }
}

/// The portable search as machines other than x86-64 run it.
struct WithoutSse2;

impl Engine for WithoutSse2 {
    fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        solve_line_with::<Plain>(line, limit, u64::MAX, &mut |_| ())
    }

    fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        solve_with::<Plain>(marks, limit, see)
    }

    fn solve_batch_within(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        for (line, found) in lines.iter().zip(found) {
            *found = solve_line_with::<Plain>(line, limit, most, &mut |_| ());
        }
    }
}

/// Runs a test with these instructions if a CPU with these features can; else returns what to tell the developer.
fn run(
    instructions: Instructions,
    has: impl Fn(&str) -> bool,
    test: &str,
    body: impl FnOnce(&mut dyn Engine),
) -> Option<String> {
    let missing = instructions.missing(has);
    if !missing.is_empty() {
        return Some(format!("skipped: {test}: this CPU lacks {}", missing.join(", ")));
    }
    let mut solver = Solver::new(instructions);
    assert_eq!(solver.instructions(), instructions);
    body(&mut solver);
    None
}

fn run_here(instructions: Instructions, test: &str, body: impl FnOnce(&mut dyn Engine)) {
    if let Some(skipped) = run(instructions, cpu_has, test, body) {
        // `eprintln!` would be captured.
        writeln!(std::io::stderr(), "{skipped}").expect("standard error takes a line");
    }
}

macro_rules! suite {
    (mod $module:ident: $instructions:ident, $($test:ident)*) => {
        mod $module {
            $(#[test] fn $test() {
                let name = concat!(module_path!(), "::", stringify!($test));
                super::run_here(super::Instructions::$instructions, name, super::suite::$test);
            })*
        }
    };
    ($($test:ident)*) => {
        mod portable_without_sse2 {
            $(#[test] fn $test() { super::suite::$test(&mut super::WithoutSse2); })*
        }
        suite!(mod portable: Portable, $($test)*);
        suite!(mod avx2: Avx2, $($test)*);
        suite!(mod avx512: Avx512, $($test)*);
    };
}

suite! {
    puzzles_with_few_and_many_solutions
    lines_with_and_without_contradictions
    pencil_marks_at_random
    special_boards
    a_digit_twice_in_a_house
    anything_but_a_digit_is_empty
    batches_agree_with_single_calls
    a_batch_leaves_what_takes_too_many_guesses
}

/// Fewer cases under Miri, which is some thousand times slower.
fn cases(count: usize) -> usize {
    if cfg!(miri) { count.div_ceil(100) } else { count }
}

/// The solvers that this machine has.
fn solvers() -> impl Iterator<Item = Solver> {
    Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()).map(Solver::new)
}

#[test]
fn a_cpu_without_instructions_skips_their_tests_and_says_so() {
    let old = |feature: &str| matches!(feature, "popcnt" | "bmi1");
    let haswell = |feature: &str| Instructions::Avx2.needs().contains(&feature);
    let skylake = |feature: &str| haswell(feature) || matches!(feature, "avx512f" | "avx512bw");
    let not_run = |_: &mut dyn Engine| panic!("the CPU cannot run this");
    let skipped = |has: &dyn Fn(&str) -> bool, instructions| run(instructions, has, "a_test", not_run);
    assert_eq!(skipped(&old, Instructions::Avx2).unwrap(), "skipped: a_test: this CPU lacks avx2, bmi2, lzcnt");
    assert_eq!(
        skipped(&haswell, Instructions::Avx512).unwrap(),
        "skipped: a_test: this CPU lacks avx512f, avx512bw, avx512vbmi, avx512vbmi2"
    );
    assert_eq!(
        skipped(&skylake, Instructions::Avx512).unwrap(),
        "skipped: a_test: this CPU lacks avx512vbmi, avx512vbmi2"
    );
    assert!(Instructions::Avx2.missing(haswell).is_empty());
    for has in [&old as &dyn Fn(&str) -> bool, &haswell, &skylake] {
        let mut ran = false;
        assert_eq!(run(Instructions::Portable, has, "a_test", |_| ran = true), None);
        assert!(ran, "every CPU runs the portable tests");
    }
}

/// The solver checks for the features that [`Instructions::needs`] lists before it calls functions compiled for those of the attribute.
#[cfg(target_arch = "x86_64")]
#[test]
fn every_feature_that_an_entry_point_enables_is_checked() {
    let sources = [
        (Instructions::Avx2, include_str!("../avx2/mod.rs")),
        (Instructions::Avx512, include_str!("../avx512/mod.rs")),
    ];
    for (instructions, source) in sources {
        let enabled: Vec<&str> = source
            .lines()
            .filter_map(|line| line.trim().strip_prefix("#[target_feature(enable = \"")?.strip_suffix("\")]"))
            .flat_map(|features| features.split(','))
            .collect();
        assert!(enabled.len() >= instructions.needs().len());
        assert!(enabled.iter().all(|feature| instructions.needs().contains(feature)), "{instructions:?}: {enabled:?}");
    }
}

#[test]
fn the_shorter_calls_are_the_longer_ones() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for mut solver in solvers() {
        for _ in 0..cases(100) {
            let givens = random.random_range(25..40);
            let lines = [boards::puzzle(&mut random, givens), boards::puzzle(&mut random, givens), [b'.'; 81]];
            let marks = boards::marks_of(&lines[0]);
            assert_eq!(solver.solve_marks(&marks, 20), solver.each_solution(&marks, 20, &mut |_| ()));
            let mut found = [[Found::NONE; 3]; 2];
            solver.solve_batch(&lines, 2, &mut found[0]);
            solver.solve_batch_within(&lines, 2, u64::MAX, &mut found[1]);
            assert_eq!(found[0], found[1], "{:?}", solver.instructions());
            // Room for fewer answers than there are lines.
            let mut two = [Found::NONE; 2];
            solver.solve_batch(&lines, 2, &mut two);
            assert_eq!(two.map(|found| found.solutions), [found[0][0].solutions, found[0][1].solutions]);
        }
    }
}

#[test]
fn candidates_of_729_characters() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let expected: Marks = std::array::from_fn(|_| random.random_range(0..0x200));
    let mut text: [u8; 729] =
        std::array::from_fn(|n| if expected[n / 9] >> (n % 9) & 1 == 1 { b'1' + (n % 9) as u8 } else { b'.' });
    assert_eq!(marks_of_729(&text), Ok(expected));
    text[700] = b'x';
    assert_eq!(marks_of_729(&text), Err(700));
}
