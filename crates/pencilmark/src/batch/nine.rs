//! 9x9 Sudoku in lines of 81 characters, many at a time: what a batch of millions needs and nothing more. The rest of the world sees
//! them as [`Item`](super::Item)s like all others, which happen to be solved already.
//!
//! The search is the kind's fastest, and keeps no counters. What it finds is judged here before it is handed on, by a checker that
//! knows the rules and not the search.

use pencilmark_csp::{Counters, End, Outcome};
use pencilmark_puzzles::sudoku::nine::{Found, Solver};
use pencilmark_puzzles::sudoku::{Candidates, Sudoku};
use pencilmark_puzzles::{Answer, EXACT, Grid, Kind as _, ParseError};

use crate::{Puzzle, Report, SolveError};

/// A board in reading order. What a character says is its [`digit`].
pub(crate) type Nine = [u8; 81];

/// Rows, columns and digits.
const SIDE: usize = 9;

/// [`Lines`] leaves puzzles that need more guesses than this. The hardest known puzzles need fewer than a thousand.
const MOST_GUESSES: u64 = 4096;

/// What a character of a line says, as everywhere: a digit, 0 for an empty cell (`.`, `0` or `_`), or nothing.
#[inline]
pub(super) fn digit(c: u8) -> Option<u8> {
    match c {
        b'1'..=b'9' => Some(c - b'0'),
        _ if is_blank(c) => Some(0),
        _ => None,
    }
}

/// Whether a character stands for an empty cell.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "without a branch many are looked at together")]
fn is_blank(c: u8) -> bool {
    (c == b'.') | (c == b'0') | (c == b'_')
}

/// The puzzle on a line.
pub(crate) fn puzzle(line: &Nine) -> Result<Puzzle, ParseError> {
    let mut cells = Grid::filled(SIDE, SIDE, Candidates::all(SIDE));
    let mut reads = true;
    for (cell, &c) in cells.cells().zip(line) {
        match digit(c) {
            Some(0) => {}
            Some(digit) => cells[cell] = Candidates::only(usize::from(digit)),
            None => reads = false,
        }
    }
    let read = || Puzzle::parse(&String::from_utf8_lossy(line));
    if reads { Sudoku::new((3, 3), cells).map(Puzzle::new).or_else(|_| read()) } else { read() }
}

/// What [`Puzzle::solve`] would say about a puzzle with one solution, when asked for up to `limit`, but for counters and time.
pub(super) fn report(solution: &Nine, limit: usize) -> Report {
    let mut answer: Answer = Grid::filled(SIDE, SIDE, 0);
    for (cell, &c) in answer.cells().zip(solution) {
        answer[cell] = i32::from(digit(c).unwrap_or(0));
    }
    let end = if limit == 1 { End::Limit } else { End::Exhausted };
    Report {
        outcome: Outcome { solutions: vec![answer], found: 1, ..Outcome::nothing(end) },
        left_out: None,
        reason: None,
        marks: None,
        counters: Counters::default(),
        improvements: Vec::new(),
        elapsed: std::time::Duration::ZERO,
    }
}

/// Solves lines. Make one per thread and keep it.
#[derive(Debug, Default)]
pub(super) struct Lines {
    solver: Solver,
    asked: Vec<Nine>,
    found: Vec<Found>,
}

impl Lines {
    /// The solution of each line that has just one, in order; `None` for all others, and for lines that would take long. So it returns soon,
    /// whatever the lines are, and [`Puzzle::solve`] says more about one.
    pub(super) fn solve(&mut self, lines: &[Nine]) -> Result<Vec<Option<Nine>>, SolveError> {
        self.asked.clear();
        self.asked.extend(lines.iter().filter(|line| may_have_one(line)));
        self.found.clear();
        self.found.resize(self.asked.len(), Found::NONE);
        self.solver.solve_batch_within(&self.asked, 2, MOST_GUESSES, &mut self.found);
        let mut found = self.asked.iter().zip(&self.found).peekable();
        let only = |line: &Nine| match found.next_if(|(given, _)| *given == line) {
            Some((_, found)) if found.guesses > MOST_GUESSES => Ok(None),
            Some((_, found)) if found.solutions == 1 && solves(line, &found.first) => Ok(Some(found.first)),
            Some((_, found)) if found.solutions == 1 => Err(wrong(line, &found.first)),
            _ => Ok(None),
        };
        lines.iter().map(only).collect()
    }
}

/// Fewer givens never lead to a single solution (`McGuire`, Tugemann, Civario 2012).
const FEWEST: u32 = 17;

/// Whether nothing plain speaks against a single solution: too few givens, two equal ones in a unit, or something that is not a board. Such
/// lines are where a search could go on for long.
fn may_have_one(line: &Nine) -> bool {
    let (mut columns, mut givens, mut twice) = ([0_u16; SIDE], 0, 0);
    let reads = line.iter().fold(true, |reads, &c| reads & digit(c).is_some());
    for band in line.chunks_exact(27) {
        let mut boxes = [0_u16; 3];
        for row in band.chunks_exact(SIDE) {
            let mut digits = 0;
            for (column, &c) in row.iter().enumerate() {
                // Empty cells have no bit.
                let bit = (1_u16 << digit(c).unwrap_or(0)) & !1;
                twice |= bit & (digits | columns[column] | boxes[column / 3]);
                digits |= bit;
                columns[column] |= bit;
                boxes[column / 3] |= bit;
            }
            givens += digits.count_ones();
        }
    }
    reads && twice == 0 && givens >= FEWEST
}

/// The rules: the givens stay, and every row, column and box holds each digit.
fn solves(line: &Nine, solution: &Nine) -> bool {
    const ALL: u16 = 0x1ff;
    let stays = |(&given, &digit): (&u8, &u8)| (given == digit) | is_blank(given);
    let mut broken = !line.iter().zip(solution).fold(true, |stay, pair| stay & stays(pair));
    let mut columns = [0_u16; SIDE];
    for band in solution.chunks_exact(27) {
        let mut boxes = [0_u16; 3];
        for row in band.chunks_exact(SIDE) {
            let mut digits = 0;
            for (column, &digit) in row.iter().enumerate() {
                let bit = 1_u16.checked_shl(u32::from(digit.wrapping_sub(b'1'))).unwrap_or(0);
                digits |= bit;
                columns[column] |= bit;
                boxes[column / 3] |= bit;
            }
            broken |= digits != ALL;
        }
        broken |= boxes != [ALL; 3];
    }
    !broken && columns == [ALL; SIDE]
}

fn wrong(line: &Nine, solution: &Nine) -> SolveError {
    let broken = || {
        let report = report(solution, 2);
        puzzle(line).ok()?.judge(report.solution()?).err().map(|reason| reason.text)
    };
    let broken = broken().unwrap_or_else(|| "a solution that breaks the rules".to_owned());
    SolveError::Wrong { method: EXACT.id.to_owned(), kind: Sudoku::INFO.title, broken }
}

#[cfg(test)]
mod tests {
    use pencilmark_puzzles::sudoku::nine::Instructions;

    use super::*;

    const LINE: &Nine = b"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    const SOLUTION: &Nine = b"483921657967345821251876493548132976729564138136798245372689514814253769695417382";

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
        assert!(
            matches!(wrong(LINE, &exchanged), SolveError::Wrong { broken, .. } if broken.contains("is given there"))
        );
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
        let found = Lines::default().solve(&mixed).expect("no wrong answer");
        assert_eq!(found, [None, Some(*SOLUTION), None, Some(*SOLUTION), Some(*SOLUTION)]);
    }

    /// [`LINE`] with this character in its first cell, which is empty.
    fn beginning_with(c: u8) -> Nine {
        let mut line = *LINE;
        line[0] = c;
        line
    }

    #[test]
    fn every_character_is_what_the_reader_takes_it_for() {
        for c in 0..=127 {
            let line = beginning_with(c);
            let read = Puzzle::parse(&String::from_utf8_lossy(&line));
            match (puzzle(&line), &read) {
                (Ok(puzzle), Ok(read)) => assert!(puzzle.same_as(read), "{c}"),
                (one, other) => assert_eq!(one.is_ok(), other.is_ok(), "{c}"),
            }
            // The reader knows more ways to write a blank; such lines are read one by one.
            let is_other_blank = b"*-?xX".contains(&c);
            assert!(digit(c).is_some() || read.is_err() || is_other_blank || c == b'#', "{c}");
            assert!(digit(c).is_none() || read.is_ok(), "{c}");
            let found = Lines::default().solve(&[line]).expect("no wrong answer");
            let solved = digit(c) == Some(0) || c == SOLUTION[0];
            assert_eq!(found, [solved.then_some(*SOLUTION)], "{c}");
            assert!(!solves(&line, SOLUTION) || solved, "{c}");
        }
        assert_eq!((128..=255).find_map(digit), None);
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
        let mut lines = Lines { solver: Solver::new(Instructions::Portable), ..Lines::default() };
        let found = lines.solve(&[*LINE, *long, *LINE]).expect("no wrong answer");
        assert_eq!(found, [Some(*SOLUTION), None, Some(*SOLUTION)]);
        assert_eq!(lines.found.iter().map(|found| found.guesses).max(), Some(MOST_GUESSES + 1));
    }
}
