//! Reads boards from text and marks, and writes them.

use super::super::Marks;
use super::lanes::{Dozen, LANES};
use super::quad::Quad;
use super::state::{ALL, State};

/// The lane of each character. Blanks go to lanes that are never read, to four of them in turn, so that no write waits for the one before.
static PLACES: [[u8; 256]; 4] = {
    let mut places = [[0; 256]; 4];
    let mut at = 0;
    while at < 4 * 256 {
        let (turn, character) = (at / 256, at % 256);
        let is_digit = character > b'0' as usize && character <= b'9' as usize;
        places[turn][character] = if is_digit { character - b'1' as usize } else { LANES + turn } as u8;
        at += 1;
    }
    places
};

/// The lane of each set of digits: that of the digit for a single one, one of three in turn for the set of all, and the last for any other set.
static SETS: [[u8; 512]; 3] = {
    let mut places = [[15; 512]; 3];
    let mut turn = 0;
    while turn < 3 {
        let mut digit = 0;
        while digit < 9 {
            places[turn][1 << digit] = digit as u8;
            digit += 1;
        }
        places[turn][511] = (LANES + turn) as u8;
        turn += 1;
    }
    places
};

impl<Q: Quad> State<Q> {
    /// From 81 characters.
    pub fn of_line(line: &[u8; 81]) -> Self {
        let mut givens = [[0; 16]; 3];
        for (triad, cells) in line.as_chunks::<3>().0.iter().enumerate() {
            for (givens, &cell) in givens.iter_mut().zip(cells) {
                givens[PLACES[triad % 4][cell as usize] as usize & 15] |= 1_u32 << triad;
            }
        }
        Self {
            words: givens.map(|givens| {
                let givens: [u32; LANES] = std::array::from_fn(|lane| givens[lane]);
                let blanks = ALL & !givens.iter().fold(0, |all, word| all | word);
                Dozen::of(&std::array::from_fn(|lane| if lane < 9 { givens[lane] | blanks } else { 0 }))
            }),
        }
    }

    /// From pencil marks.
    pub fn of_marks(marks: &Marks) -> Self {
        let mut places = [[0; 16]; 3];
        for (triad, cells) in marks.as_chunks::<3>().0.iter().enumerate() {
            for (places, &set) in places.iter_mut().zip(cells) {
                places[SETS[triad % 3][set as usize & 511] as usize & 15] |= 1_u32 << triad;
            }
        }
        Self {
            words: std::array::from_fn(|column| {
                let [blanks, mut others] =
                    [places[column][12..15].iter().fold(0, |all, word| all | word), places[column][15]];
                let mut words = std::array::from_fn(|lane| if lane < 9 { places[column][lane] | blanks } else { 0 });
                while others != 0 {
                    let triad = others.trailing_zeros();
                    let set = marks[3 * triad as usize + column];
                    for (digit, word) in words[..9].iter_mut().enumerate() {
                        *word |= u32::from(set >> digit & 1) << triad;
                    }
                    others &= others - 1;
                }
                Dozen::of(&words)
            }),
        }
    }

    /// The candidates of each cell: bit d - 1 is the digit d.
    pub fn marks(&self) -> Marks {
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

    /// A board that has one candidate in every cell, as characters.
    pub fn solution(&self) -> [u8; 81] {
        let mut solution = [[0; 3]; 32];
        for (column, words) in self.words.map(Dozen::words).iter().enumerate() {
            // Bit k of the digits, cell by cell.
            let planes: [u32; 4] = std::array::from_fn(|bit| {
                (1..=9).filter(|digit| digit >> bit & 1 == 1).fold(0, |plane, digit: usize| plane | words[digit - 1])
            });
            for eight in 0..4 {
                let [a, b, c, d] = planes.map(|plane| bytes((plane >> (8 * eight)) as u8));
                let digits = (a | b << 1 | c << 2 | d << 3 | 0x3030_3030_3030_3030).to_le_bytes();
                for (place, digit) in digits.into_iter().enumerate() {
                    solution[8 * eight + place][column] = digit;
                }
            }
        }
        std::array::from_fn(|cell| solution[cell / 3][cell % 3])
    }
}

/// Bit i of the byte as byte i.
#[inline]
fn bytes(bits: u8) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let apart = (u64::from(bits) * EACH) & 0x8040_2010_0804_0201;
    ((apart + 0x7f * EACH) >> 7) & EACH
}
