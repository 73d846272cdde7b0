//! The board during a search: which cells are white or shaded, what follows from that, and how to take it back.
//!
//! All rules but one are about two cells: cells side by side are not both shaded, copies are not both white. The one that
//! is left, that white cells hang together, is about shaded cells too: a line of shaded cells that touch at corners cuts the
//! board exactly when it closes a loop or leads from the border to the border. So the shaded cells, and the border as one
//! more, form a **forest** with an edge wherever two of them touch; a cell that touches one **tree** twice is white.
//!
//! Each shaded cell carries the name of its tree. When trees meet, the smaller one takes the name of the larger, and only
//! around its cells a cell can have come to touch a tree twice. The border is the largest tree.

use super::super::Hitori;
use crate::Kind as _;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Shade {
    Open,
    White,
    Shaded,
}

/// Some rule cannot be kept any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash {
    /// What alone leads to it: a place on the trail.
    pub(super) cause: u16,
}

/// The name of the border's tree, and of no tree at all. Place 0 lies outside the board.
const BORDER: u16 = 0;
const NONE: u16 = u16::MAX;

/// A state of the search. Cells are places in an array with a frame of white cells around the board: one row above and
/// below, and one column that ends a row and begins the next.
#[derive(Clone, Debug)]
pub(super) struct Field {
    rows: usize,
    cols: usize,
    stride: usize,
    shades: Vec<Shade>,
    copies: Vec<[u16; 2]>, // the next copy in the row and in the column, round and round
    rim: Vec<bool>,        // the cell lies on the border
    tree: Vec<u16>,        // the tree of a shaded cell, named after one of its cells
    next: Vec<u16>,        // the next cell of the same tree, round and round; a tree that joined the border keeps its own
    size: Vec<u16>,        // of the tree with this name
    joins: Vec<[u16; 2]>,  // which tree took in which
    trail: Vec<u16>,       // cells that are not open, in the order in which that became known
    reason: Vec<u16>,      // place on the trail -> the place it follows from
    place: Vec<u16>,       // cell -> place on the trail
    head: usize,           // what follows from the trail up to here is on the trail
    base: usize,           // what lies before this place on the trail is not in question
}

/// How much of the trail, and of the trees, was there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    trail: usize,
    joins: usize,
}

impl Field {
    /// The board of a puzzle with every cell open.
    pub(super) fn new(puzzle: &Hitori) -> Self {
        let (rows, cols) = puzzle.shape();
        let stride = cols + 1;
        let len = (rows + 2) * stride + 1;
        let mut field = Self {
            rows,
            cols,
            stride,
            shades: vec![Shade::White; len],
            copies: (0..len as u16).map(|cell| [cell; 2]).collect(),
            rim: vec![false; len],
            tree: vec![NONE; len],
            next: vec![0; len],
            size: vec![0; len],
            joins: Vec::with_capacity(rows * cols),
            trail: Vec::with_capacity(rows * cols),
            reason: Vec::with_capacity(rows * cols),
            place: vec![0; len],
            head: 0,
            base: 0,
        };
        field.size[usize::from(BORDER)] = u16::MAX;
        field.lay_out(puzzle);
        field
    }

    fn lay_out(&mut self, puzzle: &Hitori) {
        let numbers = puzzle.numbers().things();
        let largest = numbers.iter().flatten().max().map_or(0, |&number| usize::from(number));
        // The last cell with a number, and the line it was seen in.
        let mut seen_in_row = vec![[0u16; 2]; largest + 1];
        let (rows, cols, stride) = (self.rows, self.cols, self.stride);
        let mut link = |copies: &mut Vec<[u16; 2]>, line: usize, number: u16, cell: usize, axis: usize| {
            let [seen_line, seen] = seen_in_row[usize::from(number)];
            if usize::from(seen_line) == line {
                copies[cell][axis] = copies[usize::from(seen)][axis];
                copies[usize::from(seen)][axis] = cell as u16;
            }
            seen_in_row[usize::from(number)] = [line as u16, cell as u16];
        };
        for row in 0..rows {
            for col in 0..cols {
                let cell = (row + 1) * stride + col + 1;
                self.shades[cell] = Shade::Open;
                self.rim[cell] = row == 0 || col == 0 || row + 1 == rows || col + 1 == cols;
                if let Some(number) = numbers[row * cols + col] {
                    link(&mut self.copies, row + 1, number, cell, 0);
                }
            }
        }
        for col in 0..cols {
            for row in 0..rows {
                if let Some(number) = numbers[row * cols + col] {
                    link(&mut self.copies, rows + col + 1, number, (row + 1) * stride + col + 1, 1);
                }
            }
        }
    }

    /// The cells of the board, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        let (rows, cols, stride) = (self.rows, self.cols, self.stride);
        (1..=rows).flat_map(move |row| (1..=cols).map(move |col| (row * stride + col) as u16))
    }

    /// The place of a cell in reading order.
    pub(super) fn index(&self, cell: u16) -> usize {
        let cell = usize::from(cell);
        (cell / self.stride - 1) * self.cols + cell % self.stride - 1
    }

    pub(super) fn shade(&self, cell: u16) -> Shade {
        self.shades[usize::from(cell)]
    }

    pub(super) fn has_copies(&self, cell: u16) -> bool {
        self.copies[usize::from(cell)] != [cell; 2]
    }

    /// On a board of one row or column, a shaded cell that is not at an end cuts it: it touches the border twice.
    pub(super) fn whiten_narrow(&mut self) -> Result<(), Clash> {
        if self.rows == 1 || self.cols == 1 {
            let inner: Vec<u16> = self.cells().skip(1).take((self.rows * self.cols).saturating_sub(2)).collect();
            for cell in inner {
                self.put(cell, Shade::White, 0)?;
            }
        }
        self.propagate()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), joins: self.joins.len() }
    }

    /// What was added to the trail since.
    pub(super) fn since(&self, mark: Mark) -> &[u16] {
        &self.trail[mark.trail..]
    }

    /// How many cells are not open.
    pub(super) fn known(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn at(&self, place: u16) -> u16 {
        self.trail[usize::from(place)]
    }

    /// Supposes a shade, and everything that follows. After a clash the field has to go back to a mark.
    pub(super) fn suppose(&mut self, cell: u16, shade: Shade) -> Result<(), Clash> {
        self.base = self.trail.len();
        let here = self.trail.len() as u16;
        self.put(cell, shade, here)?;
        self.propagate()
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        while self.joins.len() > mark.joins {
            let Some([larger, smaller]) = self.joins.pop() else { break };
            self.part(larger, smaller);
        }
        for &cell in &self.trail[mark.trail..] {
            self.shades[usize::from(cell)] = Shade::Open;
            self.tree[usize::from(cell)] = NONE;
        }
        self.trail.truncate(mark.trail);
        self.reason.truncate(mark.trail);
        self.head = mark.trail;
    }

    #[inline]
    fn put(&mut self, cell: u16, shade: Shade, reason: u16) -> Result<(), Clash> {
        let at = usize::from(cell);
        let now = self.shades[at];
        if now == shade {
            return Ok(());
        }
        if now != Shade::Open {
            return Err(self.clash(self.place[at], reason));
        }
        self.shades[at] = shade;
        self.place[at] = self.trail.len() as u16;
        self.trail.push(cell);
        self.reason.push(reason);
        Ok(())
    }

    /// The last place on the trail from which both of these follow.
    #[cold]
    fn clash(&self, mut one: u16, mut other: u16) -> Clash {
        let base = self.base as u16;
        while one != other && one > base && other > base {
            if one > other {
                one = self.reason[usize::from(one)];
            } else {
                other = self.reason[usize::from(other)];
            }
        }
        Clash { cause: if one == other { one.max(base) } else { base } }
    }

    fn propagate(&mut self) -> Result<(), Clash> {
        while self.head < self.trail.len() {
            let cell = self.trail[self.head];
            let reason = self.head as u16;
            if self.shades[usize::from(cell)] == Shade::White {
                for axis in 0..2 {
                    let mut copy = self.copies[usize::from(cell)][axis];
                    while copy != cell {
                        self.put(copy, Shade::Shaded, reason)?;
                        copy = self.copies[usize::from(copy)][axis];
                    }
                }
            } else {
                let stride = self.stride as u16;
                for beside in [cell - stride, cell - 1, cell + 1, cell + stride] {
                    self.put(beside, Shade::White, reason)?;
                }
                self.plant(cell)?;
            }
            self.head += 1;
        }
        Ok(())
    }

    #[inline]
    fn corners(&self, cell: u16) -> [u16; 4] {
        let stride = self.stride as u16;
        [cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1]
    }

    /// Takes a shaded cell into the forest.
    fn plant(&mut self, cell: u16) -> Result<(), Clash> {
        let at = usize::from(cell);
        self.tree[at] = cell;
        self.next[at] = cell;
        self.size[at] = 1;
        let mut touched = [NONE; 5];
        let mut count = 0;
        if self.rim[at] {
            touched[0] = BORDER;
            count = 1;
        }
        for corner in self.corners(cell) {
            let tree = self.tree[usize::from(corner)];
            if tree != NONE {
                if touched[..count].contains(&tree) {
                    return Err(Clash { cause: self.base as u16 });
                }
                touched[count] = tree;
                count += 1;
            }
        }
        let mut tree = cell;
        for &other in &touched[..count] {
            tree = self.join(tree, other)?;
        }
        Ok(())
    }

    /// Makes one tree of two, and whitens cells that now touch it twice; returns its name.
    fn join(&mut self, one: u16, other: u16) -> Result<u16, Clash> {
        let (larger, smaller) =
            if self.size[usize::from(one)] > self.size[usize::from(other)] { (one, other) } else { (other, one) };
        self.joins.push([larger, smaller]);
        let mut cell = smaller;
        loop {
            self.tree[usize::from(cell)] = larger;
            cell = self.next[usize::from(cell)];
            if cell == smaller {
                break;
            }
        }
        if larger != BORDER {
            self.size[usize::from(larger)] += self.size[usize::from(smaller)];
        }
        loop {
            for corner in self.corners(cell) {
                if self.shades[usize::from(corner)] == Shade::Open && self.touches_twice(corner, larger) {
                    self.put(corner, Shade::White, self.base as u16)?;
                }
            }
            cell = self.next[usize::from(cell)];
            if cell == smaller {
                break;
            }
        }
        if larger != BORDER {
            self.next.swap(usize::from(larger), usize::from(smaller));
        }
        Ok(larger)
    }

    /// Undoes the last [`Field::join`].
    fn part(&mut self, larger: u16, smaller: u16) {
        if larger != BORDER {
            self.next.swap(usize::from(larger), usize::from(smaller));
            self.size[usize::from(larger)] -= self.size[usize::from(smaller)];
        }
        let mut cell = smaller;
        loop {
            self.tree[usize::from(cell)] = smaller;
            cell = self.next[usize::from(cell)];
            if cell == smaller {
                break;
            }
        }
    }

    #[inline]
    fn touches_twice(&self, cell: u16, tree: u16) -> bool {
        let corners = self.corners(cell).map(|corner| u8::from(self.tree[usize::from(corner)] == tree));
        let border = u8::from(tree == BORDER && self.rim[usize::from(cell)]);
        corners.iter().sum::<u8>() + border > 1
    }
}
