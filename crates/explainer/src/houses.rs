//! The geometry of the 9x9 board as tables, made at compile time.
//!
//! Glossary: a **cell** is 0 to 80, row by row; a **house** is 0 to 26: nine blocks, nine rows, nine columns, the order in which Sudoku Explainer
//! looks at the houses of a cell; a **spot** is a cell's index in a house, 0 to 8, and a set of spots is a mask of nine bits; a **board** is a set of
//! cells as a `u128`; the **peers** of a cell are the twenty others that share a house with it.

/// The first house of each type.
pub(super) const BLOCKS: usize = 0;
pub(super) const ROWS: usize = 9;
pub(super) const COLUMNS: usize = 18;

/// The cells of each house, by spot.
pub(super) static CELLS: [[u8; 9]; 27] = cells();
/// The cells of each house, as a board.
pub(super) static BOARD: [u128; 27] = boards();
/// The block, the row and the column of each cell.
pub(super) static HOUSES: [[u8; 3]; 81] = houses();
/// The spots of each cell in its block, its row and its column.
pub(super) static SPOTS: [[u8; 3]; 81] = spots();
/// The peers of each cell.
pub(super) static PEERS: [u128; 81] = peers();
/// The peers of each cell in three lots: of its block, of its row outside the block, of its column outside the block.
pub(super) static PEERS_BY_HOUSE: [[u128; 3]; 81] = peers_by_house();
/// The spots of the first house that lie in the second one as well.
pub(super) static COMMON: [[u16; 27]; 27] = common();

/// How many bits each mask has. A table is faster than counting where the CPU cannot be told to.
static COUNTS: [u8; 512] = counts();

/// How many bits a mask has.
pub(super) fn count(mask: u16) -> u32 {
    u32::from(COUNTS[usize::from(mask & 0x1ff)])
}

/// Whether a mask has two bits.
pub(super) fn two(mask: u16) -> bool {
    (mask & mask.wrapping_sub(1)).is_power_of_two()
}

/// The cells of a board, in ascending order.
pub(super) fn each(board: u128) -> impl Iterator<Item = usize> {
    let (mut low, mut high) = (board as u64, (board >> 64) as u64);
    std::iter::from_fn(move || {
        if low != 0 {
            let cell = low.trailing_zeros() as usize;
            low &= low - 1;
            Some(cell)
        } else if high != 0 {
            let cell = high.trailing_zeros() as usize;
            high &= high - 1;
            Some(64 + cell)
        } else {
            None
        }
    })
}

/// The bits of a mask, in ascending order: digits of a cell, or spots of a house.
pub(super) fn bits(mask: u16) -> Bits {
    Bits(mask)
}

/// The bits of a mask that are left to see.
#[derive(Clone)]
pub(super) struct Bits(u16);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// The peers of a cell as Sudoku Explainer lists them: block, row, column.
pub(super) fn peers_in_order(cell: usize, among: u128) -> impl Iterator<Item = usize> {
    PEERS_BY_HOUSE[cell].into_iter().flat_map(move |lot| each(lot & among))
}

const fn counts() -> [u8; 512] {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        table[mask] = table[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    table
}

const fn cells() -> [[u8; 9]; 27] {
    let mut table = [[0; 9]; 27];
    let mut i = 0;
    while i < 81 {
        let (row, column) = (i / 9, i % 9);
        table[row / 3 * 3 + column / 3][row % 3 * 3 + column % 3] = i as u8;
        table[ROWS + row][column] = i as u8;
        table[COLUMNS + column][row] = i as u8;
        i += 1;
    }
    table
}

const fn boards() -> [u128; 27] {
    let cells = cells();
    let mut table = [0; 27];
    let mut i = 0;
    while i < 243 {
        table[i / 9] |= 1 << cells[i / 9][i % 9];
        i += 1;
    }
    table
}

const fn houses() -> [[u8; 3]; 81] {
    let cells = cells();
    let mut table = [[0; 3]; 81];
    let mut i = 0;
    while i < 243 {
        table[cells[i / 9][i % 9] as usize][i / 81] = (i / 9) as u8;
        i += 1;
    }
    table
}

const fn spots() -> [[u8; 3]; 81] {
    let cells = cells();
    let mut table = [[0; 3]; 81];
    let mut i = 0;
    while i < 243 {
        table[cells[i / 9][i % 9] as usize][i / 81] = (i % 9) as u8;
        i += 1;
    }
    table
}

const fn peers_by_house() -> [[u128; 3]; 81] {
    let (boards, houses) = (boards(), houses());
    let mut table = [[0; 3]; 81];
    let mut i = 0;
    while i < 81 {
        let mut met = 1 << i;
        let mut kind = 0;
        while kind < 3 {
            let board = boards[houses[i][kind] as usize];
            table[i][kind] = board & !met;
            met |= board;
            kind += 1;
        }
        i += 1;
    }
    table
}

const fn peers() -> [u128; 81] {
    let lots = peers_by_house();
    let mut table = [0; 81];
    let mut i = 0;
    while i < 81 {
        table[i] = lots[i][0] | lots[i][1] | lots[i][2];
        i += 1;
    }
    table
}

const fn common() -> [[u16; 27]; 27] {
    let (cells, boards) = (cells(), boards());
    let mut table = [[0; 27]; 27];
    let mut i = 0;
    while i < 27 * 27 * 9 {
        let (first, second, spot) = (i / 243, i / 9 % 27, i % 9);
        if boards[second] >> cells[first][spot] & 1 == 1 {
            table[first][second] |= 1 << spot;
        }
        i += 1;
    }
    table
}
