//! 9x9 Sudoku in lines of 81 characters, many at a time: what a batch of millions needs and nothing more.
//!
//! The search is the kind's fastest, and keeps no counters. What it finds is judged here before anyone sees it, by a checker that
//! knows the rules and not the search.

use pencilmark_csp::{Counters, End, Outcome};
use pencilmark_puzzles::sudoku::nine::{Found, Solver};
use pencilmark_puzzles::sudoku::{Candidates, Sudoku};
use pencilmark_puzzles::{Answer, EXACT, Grid, ParseError};

use crate::{Puzzle, Report, SolveError};

/// A board in reading order: digits, and `.` or `0` where a puzzle is empty.
pub type Nine = [u8; 81];

/// Rows, columns and digits.
const SIDE: usize = 9;

/// The puzzle on a line.
pub fn puzzle(line: &Nine) -> Result<Puzzle, ParseError> {
    let mut cells = Grid::filled(SIDE, SIDE, Candidates::all(SIDE));
    for (cell, &c) in cells.cells().zip(line) {
        if c != b'0' && c.is_ascii_digit() {
            cells[cell] = Candidates::only(usize::from(c - b'0'));
        }
    }
    Sudoku::new((3, 3), cells).map(Puzzle::new).or_else(|_| Puzzle::parse(&String::from_utf8_lossy(line)))
}

/// What [`Puzzle::solve`] would say about a puzzle with one solution, when asked for up to `limit`, but for counters and time.
pub fn report(solution: &Nine, limit: usize) -> Report {
    let mut answer: Answer = Grid::filled(SIDE, SIDE, 0);
    for (cell, &c) in answer.cells().zip(solution) {
        answer[cell] = i32::from(c - b'0');
    }
    let end = if limit == 1 { End::Limit } else { End::Exhausted };
    Report {
        outcome: Outcome { solutions: vec![answer], found: 1, end, best: None },
        reason: None,
        counters: Counters::default(),
        improvements: Vec::new(),
        elapsed: std::time::Duration::ZERO,
    }
}

/// Solves lines. Make one a thread and keep it.
#[derive(Debug, Default)]
pub struct Lines {
    solver: Solver,
    asked: Vec<Nine>,
    found: Vec<Found>,
}

impl Lines {
    /// The solution of each line that has just one, in order; `None` for all others.
    ///
    /// ```
    /// # use pencilmark::nine::Lines;
    /// let line = *b"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    /// let found = Lines::default().solve(&[line, [b'.'; 81]])?;
    /// assert!(found[0].is_some_and(|solution| solution.starts_with(b"483921657")));
    /// assert_eq!(found[1], None);
    /// # Ok::<(), pencilmark::SolveError>(())
    /// ```
    pub fn solve(&mut self, lines: &[Nine]) -> Result<Vec<Option<Nine>>, SolveError> {
        self.asked.clear();
        self.asked.extend(lines.iter().filter(|line| may_have_one(line)));
        self.found.clear();
        self.found.resize(self.asked.len(), Found::NONE);
        self.solver.solve_batch(&self.asked, 2, &mut self.found);
        let mut found = self.asked.iter().zip(&self.found).peekable();
        let only = |line: &Nine| match found.next_if(|(given, _)| *given == line) {
            Some((_, found)) if found.solutions == 1 && solves(line, &found.first) => Ok(Some(found.first)),
            Some((_, found)) if found.solutions == 1 => Err(wrong(line, &found.first)),
            _ => Ok(None),
        };
        lines.iter().map(only).collect()
    }
}

/// Fewer givens never lead to a single solution (`McGuire`, Tugemann, Civario 2012).
const FEWEST: u32 = 17;

/// Whether nothing plain speaks against a single solution: too few givens, or two equal ones in a unit. The search cannot be
/// stopped, and such boards are where it could go on for long.
fn may_have_one(line: &Nine) -> bool {
    let (mut columns, mut givens, mut twice) = ([0_u16; SIDE], 0, 0);
    for band in line.chunks_exact(27) {
        let mut boxes = [0_u16; 3];
        for row in band.chunks_exact(SIDE) {
            let mut digits = 0;
            for (column, &c) in row.iter().enumerate() {
                // `.` and `0` have no bit.
                let bit = if c > b'0' { 1_u16 << (c & 15) } else { 0 };
                twice |= bit & (digits | columns[column] | boxes[column / 3]);
                digits |= bit;
                columns[column] |= bit;
                boxes[column / 3] |= bit;
            }
            givens += digits.count_ones();
        }
    }
    twice == 0 && givens >= FEWEST
}

/// The rules: the givens stay, and every row, column and box holds each digit.
fn solves(line: &Nine, solution: &Nine) -> bool {
    const ALL: u16 = 0x1ff;
    let (mut columns, mut broken) = ([0_u16; SIDE], false);
    for (givens, band) in line.chunks_exact(27).zip(solution.chunks_exact(27)) {
        let mut boxes = [0_u16; 3];
        for (givens, row) in givens.chunks_exact(SIDE).zip(band.chunks_exact(SIDE)) {
            let mut digits = 0;
            for (column, (&given, &digit)) in givens.iter().zip(row).enumerate() {
                let bit = 1_u16.checked_shl(u32::from(digit.wrapping_sub(b'1'))).unwrap_or(0);
                digits |= bit;
                columns[column] |= bit;
                boxes[column / 3] |= bit;
                broken |= given != digit && given != b'.' && given != b'0';
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
        puzzle(line).ok()?.judge(report.solution()?).err().map(|broken| broken.0)
    };
    let broken = broken().unwrap_or_else(|| "a solution that is none".to_owned());
    SolveError::Wrong { method: EXACT.id.to_owned(), kind: "Sudoku", broken }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_line_is_the_puzzle_that_is_read() {
        let text = String::from_utf8_lossy(LINE);
        let read = Puzzle::parse(&text).expect("reads");
        assert!(puzzle(LINE).is_ok_and(|puzzle| puzzle.same_as(&read)));
    }
}
