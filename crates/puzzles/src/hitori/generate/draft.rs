//! A puzzle in the making: numbers, and the shading that is to be the only solution.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::hitori::Hitori;
use crate::{Answer, Cell, Grid, Position, make};

/// A puzzle in the making.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) numbers: Grid<u16>,
    pub(super) ours: Answer,
    pub(super) rivals: Vec<Answer>,
    pub(super) patience: usize,
}

impl Draft {
    /// The other cells of the row and column.
    fn seen_from(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (rows, cols) = (self.numbers.rows(), self.numbers.cols());
        let row = (0..cols).filter(move |&col| col != cell.col).map(move |col| Cell { row: cell.row, col });
        let col = (0..rows).filter(move |&row| row != cell.row).map(move |row| Cell { row, col: cell.col });
        row.chain(col)
    }

    fn shaded(&self) -> Vec<Cell> {
        self.ours.cells().filter(|&cell| self.ours[cell] == 1).collect()
    }

    /// Gives each shaded cell a number that a white cell of its row or column shows; false if there is none.
    pub(super) fn copy_whites(&mut self, random: &mut ChaCha8Rng) -> bool {
        for cell in self.shaded() {
            let whites: Vec<Cell> = self.seen_from(cell).filter(|&other| self.ours[other] == 0).collect();
            match whites.choose(random) {
                Some(&white) => self.numbers[cell] = self.numbers[white],
                None if self.numbers.len() == 1 => {}
                None => return false,
            }
        }
        true
    }

    /// Whether `rival` shows the number of `cell`, white in it, a second time in white.
    fn repeats(&self, rival: &Answer, cell: Cell, number: u16) -> bool {
        rival[cell] == 0 && self.seen_from(cell).any(|other| rival[other] == 0 && self.numbers[other] == number)
    }

    /// Changes the number of one cell so that the last rival no longer is a solution; false if no change achieves that.
    pub(super) fn exclude_last_rival(&mut self, random: &mut ChaCha8Rng) -> bool {
        let Some(last) = self.rivals.last() else { return false };
        let shaded = self.shaded();
        let mut best: Vec<(Cell, u16)> = Vec::new();
        let mut fewest = usize::MAX;
        for &cell in shaded.iter().filter(|&&cell| last[cell] == 0) {
            // Rivals that this cell alone keeps out: white copies need a cell that ours shades.
            let kept: Vec<&Answer> =
                self.rivals.iter().filter(|rival| !self.is_excluded_without(rival, cell, &shaded)).collect();
            let whites = self.seen_from(cell).filter(|&other| self.ours[other] == 0 && last[other] == 0);
            let mut numbers: Vec<u16> = whites.map(|other| self.numbers[other]).collect();
            numbers.sort_unstable();
            numbers.dedup();
            for number in numbers {
                let back = kept.iter().filter(|rival| !self.repeats(rival, cell, number)).count();
                if back < fewest {
                    fewest = back;
                    best.clear();
                }
                if back == fewest {
                    best.push((cell, number));
                }
            }
        }
        match best.choose(random) {
            Some(&(cell, number)) => {
                self.numbers[cell] = number;
                true
            }
            None => false,
        }
    }

    /// Whether white copies exclude the rival, whatever `cell` shows.
    fn is_excluded_without(&self, rival: &Answer, cell: Cell, shaded: &[Cell]) -> bool {
        shaded.iter().filter(|&&other| other != cell && rival[other] == 0).any(|&other| {
            let number = self.numbers[other];
            self.seen_from(other).any(|third| third != cell && rival[third] == 0 && self.numbers[third] == number)
        })
    }
}

impl make::Draft for Draft {
    type Puzzle = Hitori;

    fn patience(&self) -> usize {
        self.patience
    }

    fn puzzle(&self) -> Option<Hitori> {
        Hitori::new(self.numbers.map(|&number| Some(number))).ok()
    }

    /// Lets some shaded cells copy other white numbers: where the techniques are stuck, cells that are open or have an open neighbour.
    fn change(&mut self, stuck: Option<&Position>, random: &mut ChaCha8Rng) -> bool {
        let is_open = |cell: Cell| stuck.is_none_or(|stuck| stuck.entries[cell].is_none());
        let near = |&cell: &Cell| is_open(cell) || self.numbers.beside(cell).any(is_open);
        let mut shaded: Vec<Cell> = self.shaded().into_iter().filter(near).collect();
        if shaded.is_empty() {
            shaded = self.shaded();
        }
        for _ in 0..=random.random_range(0..2) {
            let Some(&cell) = shaded.choose(random) else { return false };
            let whites: Vec<Cell> = self.seen_from(cell).filter(|&other| self.ours[other] == 0).collect();
            if let Some(&white) = whites.choose(random) {
                self.numbers[cell] = self.numbers[white];
            }
        }
        true
    }
}
