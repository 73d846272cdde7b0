//! 9x9 Sudoku in lines of 81 characters, many at a time: what a batch of millions needs and nothing more. The rest of the world sees
//! them as [`Item`](super::Item)s like all others, which happen to be solved already.
//!
//! The search is the kind's fastest, and keeps no counters. What it finds is judged here before it is handed on, by a checker that
//! knows the rules and not the search.

use std::sync::Arc;

use pencilmark_csp::{Counters, End, Outcome};
use pencilmark_nine::{Found, Solver};
use pencilmark_puzzles::sudoku::{Candidates, Sudoku};
use pencilmark_puzzles::text::batch::is_nine;
use pencilmark_puzzles::{Answer, EXACT, Grid, ParseError};

use crate::{Puzzle, Report, SolveError, registry};

/// The characters of a board in reading order.
pub type Line = [u8; 81];

/// A 9x9 Sudoku on a line of digits and dots; see [`is_nine`]. Dots and zeros are empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nine(Line);

/// Rows, columns and digits.
const SIDE: usize = 9;

/// [`Lines`] leaves puzzles that need more guesses than this. The hardest known puzzles need fewer than a thousand.
pub const MOST_GUESSES: u64 = 4096;

/// The digit that a character is; 0 for an empty cell.
#[inline]
fn digit(c: u8) -> u8 {
    match c {
        b'1'..=b'9' => c - b'0',
        _ => 0,
    }
}

impl Nine {
    /// The Sudoku that a line is, if it is one of 81 digits and dots.
    #[inline]
    pub fn read(line: &str) -> Option<Self> {
        let line = line.as_bytes();
        if is_nine(line) { line.try_into().ok().map(Self) } else { None }
    }

    /// The puzzle on the line.
    pub fn puzzle(&self) -> Result<Puzzle, ParseError> {
        let mut cells = Grid::filled(SIDE, SIDE, Candidates::all(SIDE));
        for (cell, digit) in cells.cells().zip(self.0.map(digit)).filter(|(_, digit)| *digit > 0) {
            cells[cell] = Candidates::only(usize::from(digit));
        }
        let made = Sudoku::new((3, 3), cells).ok().zip(registry::kind(Sudoku::INFO.id));
        let read = || Puzzle::parse(&String::from_utf8_lossy(&self.0));
        made.map_or_else(read, |(puzzle, entry)| Ok(Puzzle::new(entry, Arc::new(puzzle))))
    }
}

/// Returns the report of a search for up to `limit` solutions of a puzzle that has one, without
/// counters and time.
pub fn report(solution: &Line, limit: usize) -> Report {
    let mut answer: Answer = Grid::filled(SIDE, SIDE, 0);
    for (cell, &c) in answer.cells().zip(solution) {
        answer[cell] = i32::from(digit(c));
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
pub struct Lines {
    /// How it searches.
    pub solver: Solver,
    asked: Vec<Line>,
    /// What the last search found, without the lines that were not searched.
    pub found: Vec<Found>,
}

impl Lines {
    /// The solution of each line that has just one, in order; `None` for all others, and for lines that would take long. So it returns soon,
    /// whatever the lines are, and [`Puzzle::solver`] says more about one.
    pub fn solve<'l>(
        &mut self,
        lines: impl Iterator<Item = &'l Nine> + Clone,
    ) -> Result<Vec<Option<&Line>>, SolveError> {
        self.asked.clear();
        self.asked.extend(lines.clone().map(|Nine(line)| line).filter(|line| may_have_one(line)));
        self.found.clear();
        self.found.resize(self.asked.len(), Found::NONE);
        self.solver.solve_batch_within(&self.asked, 2, MOST_GUESSES, &mut self.found);
        let mut found = self.asked.iter().zip(&self.found).peekable();
        let only = |Nine(line): &Nine| match found.next_if(|(given, _)| *given == line) {
            Some((_, found)) if found.guesses > MOST_GUESSES => Ok(None),
            Some((_, found)) if found.solutions == 1 && solves(line, &found.first) => Ok(Some(&found.first)),
            Some((_, found)) if found.solutions == 1 => Err(wrong(line, &found.first)),
            _ => Ok(None),
        };
        lines.map(only).collect()
    }
}

/// Fewer givens never lead to a single solution (`McGuire`, Tugemann, Civario 2012).
const FEWEST: u32 = 17;

/// Whether nothing plain speaks against a single solution: too few givens, or two equal ones in a unit. Such lines are where a search could go
/// on for long.
pub fn may_have_one(line: &Line) -> bool {
    let (mut columns, mut givens, mut twice) = ([0_u16; SIDE], 0, 0);
    for band in line.chunks_exact(27) {
        let mut boxes = [0_u16; 3];
        for row in band.chunks_exact(SIDE) {
            let mut digits = 0;
            for (column, &c) in row.iter().enumerate() {
                // Empty cells have no bit.
                let bit = (1_u16 << digit(c)) & !1;
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
pub fn solves(line: &Line, solution: &Line) -> bool {
    const ALL: u16 = 0x1ff;
    let stays = |(&given, &digit): (&u8, &u8)| (given == digit) | (self::digit(given) == 0);
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

/// The error for a solution that breaks the rules.
pub fn wrong(line: &Line, solution: &Line) -> SolveError {
    let broken = || {
        let report = report(solution, 2);
        Nine(*line).puzzle().ok()?.judge(report.solution()?).err().map(|reason| reason.text)
    };
    let broken = broken().unwrap_or_else(|| "a solution that breaks the rules".to_owned());
    SolveError::Wrong { method: EXACT.id.to_owned(), kind: Sudoku::INFO.title, broken }
}
