//! 9x9 Sudoku at full speed, one puzzle per call or many in a batch.
//!
//! Puzzles are 81 characters, 729 characters or 81 sets of digits, and solutions are 81 characters; neither is allocated. There is an engine for
//! each of the [`Instructions`], and the best that the CPU can run is chosen at run time. All engines find the same number of solutions, and the
//! same solution where there is only one. Which of several comes first depends on the engine; [`Instructions::Portable`] finds them in the same
//! order, with the same guesses, on every machine.
//!
//! Unsafe code is in `avx2` and `avx512` (loads, stores and transmutes of registers), in `sse2` (intrinsics in operators), and here, where an engine is called whose
//! CPU features were checked. `portable` is safe code. docs/engines.md says how each of them is checked, and what Miri can run.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod instructions;
mod loose;
pub mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;

pub use instructions::{Instructions, cpu_has};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many different solutions were found, up to the limit.
    pub solutions: usize,
    /// One of them, as 81 characters from `1` to `9`; 81 times `0` if there is none.
    pub first: [u8; 81],
    /// How many guesses were made.
    pub guesses: u64,
}

impl Found {
    /// Nothing found yet.
    pub const NONE: Self = Self { solutions: 0, first: [b'0'; 81], guesses: 0 };
}

/// The candidates of each cell, row by row: bit d - 1 stands for the digit d.
pub type Marks = [u16; 81];

/// A solver for 9x9 Sudoku. It reuses the memory of its searches, so make one per thread and keep it.
#[derive(Clone, Debug)]
pub struct Solver {
    instructions: Instructions,
    #[cfg(target_arch = "x86_64")]
    avx2: avx2::Scratch,
    #[cfg(target_arch = "x86_64")]
    avx512: avx512::Engine,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(Instructions::best())
    }
}

impl Solver {
    /// A solver with these instructions, or with the best that this machine has if it lacks them.
    pub fn new(instructions: Instructions) -> Self {
        let instructions = if instructions.are_available() { instructions } else { Instructions::best() };
        Self {
            instructions,
            #[cfg(target_arch = "x86_64")]
            avx2: avx2::Scratch::default(),
            #[cfg(target_arch = "x86_64")]
            avx512: avx512::Engine::default(),
        }
    }

    /// The instructions that it uses.
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Looks for up to `limit` solutions of a puzzle of 81 characters: `1` to `9` are givens, anything else is empty.
    pub fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                #[expect(unsafe_code, reason = "the CPU must have the features")]
                // SAFETY: `new` checked that the CPU has all features in `Instructions::needs`, which this function enables.
                unsafe {
                    self.avx512.solve(line, limit)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                #[expect(unsafe_code, reason = "the CPU must have the features")]
                // SAFETY: `new` checked that the CPU has all features in `Instructions::needs`, which this function enables.
                unsafe {
                    self.avx2.solve(line, limit)
                }
            }
            _ => portable::solve_line(line, limit, u64::MAX),
        }
    }

    /// The same from pencil marks.
    pub fn solve_marks(&mut self, marks: &Marks, limit: usize) -> Found {
        self.each_solution(marks, limit, &mut |_| ())
    }

    /// The same; `see` is called with every solution.
    pub fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                #[expect(unsafe_code, reason = "the CPU must have the features")]
                // SAFETY: `new` checked that the CPU has all features in `Instructions::needs`, which this function enables.
                unsafe {
                    self.avx512.each_solution(marks, limit, see)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                #[expect(unsafe_code, reason = "the CPU must have the features")]
                // SAFETY: `new` checked that the CPU has all features in `Instructions::needs`, which this function enables.
                unsafe {
                    self.avx2.each_solution(marks, limit, see)
                }
            }
            _ => portable::solve(marks, limit, see),
        }
    }

    /// Solves many puzzles: `found[i]` is what [`Solver::solve`] finds for `lines[i]`, except that the guesses may differ, and so may the first
    /// solution if there are several.
    pub fn solve_batch(&mut self, lines: &[[u8; 81]], limit: usize, found: &mut [Found]) {
        self.solve_batch_within(lines, limit, u64::MAX, found);
    }

    /// The same, but a puzzle that needs more than `most` guesses is abandoned, so that none takes long. Its [`Found::guesses`] then exceed `most`,
    /// and it may have solutions that were not found.
    pub fn solve_batch_within(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        let count = lines.len().min(found.len());
        let (lines, found) = (&lines[..count], &mut found[..count]);
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                #[expect(unsafe_code, reason = "the CPU must have the features")]
                // SAFETY: `new` checked that the CPU has all features in `Instructions::needs`, which this function enables.
                unsafe {
                    self.avx512.solve_batch(lines, limit, most, found);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                #[expect(unsafe_code, reason = "the CPU must have the features")]
                // SAFETY: `new` checked that the CPU has all features in `Instructions::needs`, which this function enables.
                unsafe {
                    self.avx2.solve_batch(lines, limit, most, found);
                }
            }
            _ => {
                for (line, found) in lines.iter().zip(found) {
                    *found = portable::solve_line(line, limit, most);
                }
            }
        }
    }
}

/// Reads 729 characters, nine for each cell: the d-th is the digit d if the cell can hold it, and `.` or `0` if not. The error is the index of the
/// first character that is neither.
pub fn marks_of_729(text: &[u8; 729]) -> Result<Marks, usize> {
    let mut marks = [0; 81];
    for (place, &character) in text.iter().enumerate() {
        let (cell, digit) = (place / 9, place % 9);
        match character {
            b'.' | b'0' => {}
            _ if character == b'1' + digit as u8 => marks[cell] |= 1 << digit,
            _ => return Err(place),
        }
    }
    Ok(marks)
}
