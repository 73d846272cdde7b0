//! Boards from text and marks, and back.

use super::super::Marks;
use super::lanes::{Dozen, LANES};
use super::state::State;

impl State {
    /// From 81 characters.
    pub(super) fn of_line(line: &[u8; 81]) -> Self {
        let mut givens = [[0; 16]; 3]; // index 0: blank
        for (triad, cells) in line.as_chunks::<3>().0.iter().enumerate() {
            for column in 0..3 {
                let digit = cells[column].wrapping_sub(b'0');
                let digit = if digit > 9 { 0 } else { digit };
                givens[column][digit as usize & 15] |= 1_u32 << triad;
            }
        }
        let mut words = [[0; LANES]; 3];
        for (words, givens) in words.iter_mut().zip(&givens) {
            for digit in 0..9 {
                words[digit] = givens[0] | givens[digit + 1];
            }
        }
        Self { words: words.map(|words| Dozen::of(&words)) }
    }

    /// From pencil marks.
    pub(in crate::sudoku) fn of_marks(marks: &Marks) -> Self {
        let mut words = [[0; LANES]; 3];
        for (triad, cells) in marks.as_chunks::<3>().0.iter().enumerate() {
            for (words, &set) in words.iter_mut().zip(cells) {
                for digit in 0..9 {
                    words[digit] |= u32::from(set >> digit & 1) << triad;
                }
            }
        }
        Self { words: words.map(|words| Dozen::of(&words)) }
    }

    /// The candidates of each cell: bit d - 1 is the digit d.
    pub(in crate::sudoku) fn marks(&self) -> Marks {
        let mut marks = [0; 81];
        for (cell, set) in marks.iter_mut().enumerate() {
            *set = self.candidates(cell);
        }
        marks
    }

    /// The candidates of a cell.
    pub(super) fn candidates(&self, cell: usize) -> u16 {
        self.words[cell % 3].lanes_with((cell / 3) as u32)
    }

    /// A board with one candidate in every cell, as characters.
    pub(in crate::sudoku) fn solution(&self) -> [u8; 81] {
        let mut solution = [b'0'; 81];
        for column in 0..3 {
            let words = self.words[column].words();
            let mut planes = [0; 4];
            for digit in 1..=9 {
                for (bit, plane) in planes.iter_mut().enumerate() {
                    if digit >> bit & 1 == 1 {
                        *plane |= words[digit - 1];
                    }
                }
            }
            for triad in 0..27 {
                let bit = |plane: u32| (plane >> triad & 1) as u8;
                solution[3 * triad + column] =
                    b'0' + bit(planes[0]) + 2 * bit(planes[1]) + 4 * bit(planes[2]) + 8 * bit(planes[3]);
            }
        }
        solution
    }
}
