//! Random boards, and the rules of Sudoku as a check that knows nothing of the engines.

use crate::Marks;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// A solved board: the usual pattern with digits, bands, stacks, rows and columns shuffled.
pub(super) fn solved(random: &mut ChaCha8Rng) -> [u8; 81] {
    let mut digits = *b"123456789";
    digits.shuffle(random);
    let mut lines = || {
        let mut bands = [0, 1, 2];
        bands.shuffle(random);
        bands.map(|band| {
            let mut lines = [0, 1, 2].map(|line| 3 * band + line);
            lines.shuffle(random);
            lines
        })
    };
    let (rows, columns) = (lines(), lines());
    std::array::from_fn(|cell| {
        let (row, column) = (rows.as_flattened()[cell / 9], columns.as_flattened()[cell % 9]);
        digits[(3 * row + row / 3 + column) % 9]
    })
}

/// A solved board with all but this many cells emptied.
pub(super) fn puzzle(random: &mut ChaCha8Rng, givens: usize) -> [u8; 81] {
    let mut line = solved(random);
    let mut cells: Vec<usize> = (0..81).collect();
    cells.shuffle(random);
    for &cell in &cells[givens..] {
        line[cell] = b'.';
    }
    line
}

/// The digits of a solved board, and every other digit with this chance.
pub(super) fn pencil_marks(random: &mut ChaCha8Rng, chance: f64) -> Marks {
    solved(random).map(|digit| {
        (0..9).filter(|_| random.random_bool(chance)).fold(1 << (digit - b'1'), |set, other| set | 1 << other)
    })
}

/// What the givens of a line leave open.
pub(super) fn marks_of(line: &[u8; 81]) -> Marks {
    line.map(|character| if (b'1'..=b'9').contains(&character) { 1 << (character - b'1') } else { 0x1ff })
}

/// Whether every cell has one of its marks, and every house all nine digits.
pub(super) fn is_solution(marks: &Marks, line: &[u8; 81]) -> bool {
    let allowed = (0..81).all(|cell| (b'1'..=b'9').contains(&line[cell]) && marks[cell] & bit(line[cell]) != 0);
    let mut houses = (0..9).flat_map(|house| {
        let row: [usize; 9] = std::array::from_fn(|place| 9 * house + place);
        let column = std::array::from_fn(|place| 9 * place + house);
        let square = std::array::from_fn(|place| 27 * (house / 3) + 3 * (house % 3) + 9 * (place / 3) + place % 3);
        [row, column, square]
    });
    allowed && houses.all(|house| house.iter().fold(0, |set, &cell| set | bit(line[cell])) == 0x1ff)
}

fn bit(digit: u8) -> u16 {
    1 << (digit - b'1')
}
