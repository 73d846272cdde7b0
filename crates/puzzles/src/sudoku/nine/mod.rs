//! Sudoku 9x9 at full speed: one puzzle a call, or a batch.
//!
//! Nothing here allocates a puzzle. Clues are 81 characters, 729 characters or 81 sets of digits; a solution is 81
//! characters. What the machine offers is chosen at run time ([`Instructions`]); all choices agree on how many solutions there are, and on the
//! solution where there is one. Which of several solutions comes first may depend on the choice: [`Instructions::Portable`] is the
//! same on every machine.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(super) mod portable;
#[cfg(test)]
mod tests;

/// Which instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instructions {
    /// Those of every machine.
    Portable,
    /// 256 bits at a time.
    Avx2,
    /// 512 bits at a time.
    Avx512,
}

impl Instructions {
    /// All, the most capable last.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Whether this machine has them.
    pub fn are_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// The most capable that this machine has.
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|instructions| instructions.are_available()).unwrap_or(Self::Portable)
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many different solutions, up to the limit.
    pub solutions: usize,
    /// One of them as 81 characters from `1` to `9`; 81 zeros (`0`) if there is none.
    pub first: [u8; 81],
    /// States in which a guess was made.
    pub guesses: u64,
}

impl Found {
    /// Nothing yet.
    pub const NONE: Self = Self { solutions: 0, first: [b'0'; 81], guesses: 0 };
}

/// What is known about the cells: bit d - 1 of an entry is the digit d. Row by row.
pub type Marks = [u16; 81];

/// A solver of 9x9 Sudoku. It holds what searches need, so make one a thread and keep it.
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
    /// A solver with these instructions, or with what this machine has if it lacks them.
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

    /// What it uses.
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Looks for up to `limit` solutions of a puzzle of 81 characters: `1` to `9` are givens, anything else is empty.
    pub fn solve(&mut self, line: &[u8; 81], limit: usize) -> Found {
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                #[expect(unsafe_code, reason = "the machine must have the instructions")]
                // SAFETY: `new` takes no instructions that the machine lacks.
                unsafe {
                    self.avx512.solve(line, limit)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                #[expect(unsafe_code, reason = "the machine must have the instructions")]
                // SAFETY: `new` takes no instructions that the machine lacks.
                unsafe {
                    self.avx2.solve(line, limit)
                }
            }
            _ => portable::solve_line(line, limit, u64::MAX, &mut |_| ()),
        }
    }

    /// The same from pencil marks.
    pub fn solve_marks(&mut self, marks: &Marks, limit: usize) -> Found {
        self.each_solution(marks, limit, &mut |_| ())
    }

    /// The same, and `see` gets every solution.
    pub fn each_solution(&mut self, marks: &Marks, limit: usize, see: &mut dyn FnMut(&[u8; 81])) -> Found {
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                #[expect(unsafe_code, reason = "the machine must have the instructions")]
                // SAFETY: `new` takes no instructions that the machine lacks.
                unsafe {
                    self.avx512.each_solution(marks, limit, see)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                #[expect(unsafe_code, reason = "the machine must have the instructions")]
                // SAFETY: `new` takes no instructions that the machine lacks.
                unsafe {
                    self.avx2.each_solution(marks, limit, see)
                }
            }
            _ => portable::solve(marks, limit, see),
        }
    }

    /// Solves many: `found[i]` is what [`Solver::solve`] finds for `lines[i]`, but for guesses and, where there are more solutions than the limit, the
    /// choice of the first.
    pub fn solve_batch(&mut self, lines: &[[u8; 81]], limit: usize, found: &mut [Found]) {
        self.solve_batch_within(lines, limit, u64::MAX, found);
    }

    /// The same, but no puzzle takes long: one that needs more than `most` guesses is left. Its [`Found::guesses`] are then more than `most`, and it may
    /// have solutions that were not found.
    pub fn solve_batch_within(&mut self, lines: &[[u8; 81]], limit: usize, most: u64, found: &mut [Found]) {
        let count = lines.len().min(found.len());
        let (lines, found) = (&lines[..count], &mut found[..count]);
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                #[expect(unsafe_code, reason = "the machine must have the instructions")]
                // SAFETY: `new` takes no instructions that the machine lacks.
                unsafe {
                    self.avx512.solve_batch(lines, limit, most, found);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                #[expect(unsafe_code, reason = "the machine must have the instructions")]
                // SAFETY: `new` takes no instructions that the machine lacks.
                unsafe {
                    self.avx2.solve_batch(lines, limit, most, found);
                }
            }
            _ => {
                for (line, found) in lines.iter().zip(found) {
                    *found = portable::solve_line(line, limit, most, &mut |_| ());
                }
            }
        }
    }
}

/// Reads 729 characters, nine for each cell: `.` or `0` at place d where the cell cannot hold d. The error is the place of a character that is
/// neither that nor the digit d.
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
