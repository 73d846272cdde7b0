//! The 9x9 Sudoku solver against the solutions that SAT found, with every set of instructions that the CPU has: one line at a time, lines in a
//! batch, pencil marks with every solution, and fewer marks than the givens leave.

use std::collections::HashSet;

use pencilmark::outcome::Outcome;
use pencilmark::{Answer, Grid, Puzzle};
use pencilmark_nine::{Found, Instructions, Marks, Solver};
use rand::RngExt as _;

use super::random::{Dice, order};

/// How many lines make a batch: two for each of sixteen lanes, and a few that leave lanes empty.
const BATCH: usize = 37;

type Line = [u8; 81];

/// Fails if any set of instructions finds anything but what SAT found. Puzzles other than 9x9 Sudoku pass.
pub(super) fn check(puzzle: &Puzzle, known: &Outcome<Answer>, limit: usize, dice: &mut Dice) -> Result<(), String> {
    let line = puzzle.write("line").filter(|_| puzzle.kind().id == "sudoku");
    let Some(line) = line.and_then(|line| Line::try_from(line.trim().as_bytes()).ok()) else { return Ok(()) };
    let solutions = known.solutions.iter().filter_map(as_line).collect();
    let known = Known { puzzle, solutions, all: known.exhausted(), limit };
    let twins: Vec<Twin> = (0..BATCH).map(|_| Twin::random(dice)).collect();
    let fewer = known.fewer_marks(&line, dice);
    for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
        let mut solver = Solver::new(instructions);
        known
            .check_line(&mut solver, &line)
            .and_then(|()| known.marks(&mut solver, &marks_of(&line)))
            .and_then(|()| known.batch(&mut solver, &line, &twins))
            .and_then(|()| fewer.as_ref().map_or(Ok(()), |(known, marks)| known.marks(&mut solver, marks)))
            .map_err(|what| format!("{instructions:?}, {what}"))?;
    }
    Ok(())
}

/// The solutions up to the limit; `all` if there are no others.
#[derive(Clone)]
struct Known<'a> {
    puzzle: &'a Puzzle,
    solutions: HashSet<Line>,
    all: bool,
    limit: usize,
}

impl Known<'_> {
    fn check_line(&self, solver: &mut Solver, line: &Line) -> Result<(), String> {
        self.found(&solver.solve(line, self.limit)).map_err(|what| format!("a line: {what}"))
    }

    fn marks(&self, solver: &mut Solver, marks: &Marks) -> Result<(), String> {
        let mut seen = Vec::new();
        let told = solver.each_solution(marks, self.limit, &mut |solution| seen.push(*solution));
        let silent = solver.solve_marks(marks, self.limit);
        self.found(&told).and_then(|()| self.found(&silent)).map_err(|what| format!("marks: {what}"))?;
        let different: HashSet<Line> = seen.iter().copied().collect();
        if seen.len() != told.solutions || different.len() != seen.len() {
            return Err(format!("marks: {} told, {} of them different", seen.len(), different.len()));
        }
        seen.iter().try_for_each(|solution| self.solves(solution)).map_err(|what| format!("marks: {what}"))
    }

    /// The line's twins, with lines between them that have more solutions than anybody counts, and lines that have none.
    fn batch(&self, solver: &mut Solver, line: &Line, twins: &[Twin]) -> Result<(), String> {
        let empty = [b'.'; 81];
        let mut clash = empty;
        clash[..2].fill(b'1');
        let lines = twins.iter().enumerate().map(|(place, twin)| match place % 6 {
            4 => empty,
            5 => clash,
            _ => twin.of(line),
        });
        let lines: Vec<Line> = lines.collect();
        let mut found = vec![Found::NONE; lines.len()];
        solver.solve_batch(&lines, self.limit, &mut found);
        for (place, (mut found, twin)) in found.into_iter().zip(twins).enumerate() {
            let fits = match place % 6 {
                4 if found.solutions == self.limit => Ok(()),
                5 if found.solutions == 0 => Ok(()),
                4 | 5 => Err(format!("{} solutions", found.solutions)),
                _ => {
                    if found.solutions > 0 {
                        found.first = twin.back(&found.first);
                    }
                    self.found(&found)
                }
            };
            fits.map_err(|what| format!("number {place} of a batch: {what}"))?;
        }
        Ok(())
    }

    fn found(&self, found: &Found) -> Result<(), String> {
        if found.solutions != self.solutions.len() {
            return Err(format!("{} solutions against {}", found.solutions, self.solutions.len()));
        }
        if found.solutions > 0 { self.solves(&found.first) } else { Ok(()) }
    }

    /// Whether this is one of the solutions.
    fn solves(&self, solution: &Line) -> Result<(), String> {
        let text = || String::from_utf8_lossy(solution).into_owned();
        if self.all && !self.solutions.contains(solution) {
            return Err(format!("{} is not among the solutions", text()));
        }
        let digits = solution.iter().map(|digit| i32::from(digit.wrapping_sub(b'0'))).collect();
        let answer = Grid::new(9, 9, digits).ok_or("no board")?;
        self.puzzle.judge(&answer).map_err(|broken| format!("{} breaks a rule: {broken}", text()))
    }

    /// Marks that leave out some digits, and the solutions that they leave; `None` if not all solutions are known.
    fn fewer_marks(&self, line: &Line, dice: &mut Dice) -> Option<(Self, Marks)> {
        if !self.all {
            return None;
        }
        let left_out = dice.random_range(0.0..0.2);
        let kept = self.solutions.iter().min().filter(|_| dice.random_bool(0.7));
        let mut marks = marks_of(line);
        for (cell, marks) in marks.iter_mut().enumerate() {
            let gone = (0..9).filter(|_| dice.random_bool(left_out)).fold(0, |gone, digit| gone | 1 << digit);
            *marks &= !gone | kept.map_or(0, |kept| bit(kept[cell]));
        }
        let fits = |solution: &&Line| solution.iter().zip(&marks).all(|(&digit, marks)| marks & bit(digit) != 0);
        let solutions = self.solutions.iter().filter(fits).copied().collect();
        Some((Self { solutions, ..self.clone() }, marks))
    }
}

/// Another puzzle with as many solutions: other digits, rows and columns in another order, turned over or not.
struct Twin {
    /// What stands for each digit.
    digits: Vec<usize>,
    /// The cell that each cell is taken from.
    cells: Vec<usize>,
}

impl Twin {
    fn random(dice: &mut Dice) -> Self {
        let mut lines = || -> Vec<usize> {
            let bands = order(dice, 3);
            bands.into_iter().flat_map(|band| order(dice, 3).into_iter().map(move |line| band * 3 + line)).collect()
        };
        let (rows, cols) = (lines(), lines());
        let turned = dice.random_bool(0.5);
        let cell = |(row, col): (usize, usize)| if turned { col * 9 + row } else { row * 9 + col };
        let cells = (0..81).map(|place| cell((rows[place / 9], cols[place % 9]))).collect();
        Self { digits: order(dice, 9), cells }
    }

    fn of(&self, line: &Line) -> Line {
        std::array::from_fn(|place| match line[self.cells[place]] {
            digit @ b'1'..=b'9' => b'1' + self.digits[usize::from(digit - b'1')] as u8,
            _ => b'.',
        })
    }

    /// The solution of the puzzle, from one of the twin's.
    fn back(&self, solution: &Line) -> Line {
        let mut line = [b'0'; 81];
        for (&cell, &digit) in self.cells.iter().zip(solution) {
            let digit = self.digits.iter().position(|&other| b'1' + other as u8 == digit);
            line[cell] = digit.map_or(b'0', |digit| b'1' + digit as u8);
        }
        line
    }
}

fn as_line(answer: &Answer) -> Option<Line> {
    answer.things().iter().map(|&digit| b'0' + digit as u8).collect::<Vec<u8>>().try_into().ok()
}

/// What the givens say; an empty cell can hold any digit.
fn marks_of(line: &Line) -> Marks {
    line.map(|given| if given.is_ascii_digit() && given != b'0' { bit(given) } else { 0x1ff })
}

fn bit(digit: u8) -> u16 {
    1 << (digit - b'1')
}

#[cfg(test)]
mod tests {
    use super::super::random::{dice, small};
    use super::*;

    #[test]
    fn a_missing_solution_and_a_wrong_one_are_noticed() {
        let puzzle =
            Puzzle::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
        let known = puzzle.solver().limit(2).run().unwrap().outcome;
        let verdict = |known: &Outcome<Answer>| check(&puzzle, known, 2, &mut dice(1, 1));
        assert_eq!(verdict(&known), Ok(()));
        let without = Outcome { solutions: Vec::new(), ..known.clone() };
        assert!(verdict(&without).is_err());
        let turned = known.solutions[0].map(|&digit| 10 - digit);
        assert!(verdict(&Outcome { solutions: vec![turned], ..known }).is_err());
    }

    #[test]
    fn what_a_twin_changes_it_changes_back() {
        for index in 0..20 {
            let dice = &mut dice(7, index);
            let puzzle = small("sudoku", dice).unwrap();
            let Some(line) = puzzle.write("line").and_then(|line| Line::try_from(line.trim().as_bytes()).ok()) else {
                continue;
            };
            let full = line.map(|given| if given.is_ascii_digit() { given } else { b'1' });
            let twin = Twin::random(dice);
            assert_eq!(twin.back(&twin.of(&full)), full);
        }
    }
}
