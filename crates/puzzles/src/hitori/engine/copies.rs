//! The copies of every cell: those of a row, and those of a column, are linked in a round.

use crate::Grid;

/// Set in the link to the next copy if there are three or more of them.
pub(super) const MORE: u16 = 1 << 15;

/// Cell -> the next copy in its row and in its column; a cell without copies is its own. Cells are places as in
/// [`super::field::Field`].
pub(super) fn link(numbers: &Grid<Option<u16>>) -> Vec<[u16; 2]> {
    let (rows, cols) = (numbers.rows(), numbers.cols());
    let stride = cols + 1;
    let places = (rows + 2) * stride + 1;
    let numbers = numbers.things();
    let mut copies: Vec<[u16; 2]> = (0..places as u16).map(|cell| [cell; 2]).collect();
    let largest = numbers.iter().map(|number| number.unwrap_or(0)).max().unwrap_or(0);
    let mut seen = vec![Seen::default(); usize::from(largest) + 1];
    for row in 0..rows {
        for col in 0..cols {
            if let Some(number) = numbers[row * cols + col] {
                seen[usize::from(number)].link(&mut copies, 0, row + 1, (row + 1) * stride + col + 1);
            }
        }
    }
    for col in 0..cols {
        for row in 0..rows {
            if let Some(number) = numbers[row * cols + col] {
                seen[usize::from(number)].link(&mut copies, 1, rows + col + 1, (row + 1) * stride + col + 1);
            }
        }
    }
    copies
}

/// Where a number was seen last.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(8))]
struct Seen {
    line: u16,
    last: u16,
    count: u16,
}

impl Seen {
    /// Links a cell to the copies seen before in this line.
    #[inline]
    fn link(&mut self, copies: &mut [[u16; 2]], axis: usize, line: usize, cell: usize) {
        let again = usize::from(self.line) == line;
        let last = if again { usize::from(self.last) } else { cell };
        self.count = if again { self.count + 1 } else { 1 };
        let more = if self.count > 2 { MORE } else { 0 };
        let first = copies[last][axis];
        copies[cell][axis] = first | more;
        copies[last][axis] = cell as u16 | more;
        if self.count == 3 {
            copies[usize::from(first)][axis] |= MORE;
        }
        (self.line, self.last) = (line as u16, cell as u16);
    }
}
