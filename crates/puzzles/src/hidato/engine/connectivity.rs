//! Whether the free cells can be filled at all: dead ends, and pieces that the gaps must fill.

use super::board::Board;
use super::state::{Contradiction, Inferred, State};

/// A connected set of free cells.
pub(super) struct Piece<const W: usize> {
    cells: Board<W>,
    size: usize,
    must: usize, // numbers of gaps that lie here
    may: usize,  // numbers of gaps that can lie here
}

impl<const W: usize> State<W> {
    /// A cell inside the path needs two neighbours that are free or next to an open number; with exactly two, it has both.
    pub(super) fn links(&mut self) -> Inferred<bool> {
        let last = self.marks.len() - 1;
        let mut usable = self.free;
        for number in ((self.open.up(1) | self.open.down(1)) & !self.open).iter() {
            if number <= last {
                usable |= self.marks[number];
            }
        }
        let mut inner = self.free;
        if self.open.contains(0) {
            inner &= !self.marks[0];
        }
        if self.open.contains(last) {
            inner &= !self.marks[last];
        }
        let [_, two, three] = self.steps.beside(usable);
        if !(inner & !two).is_empty() {
            return Err(Contradiction);
        }
        let before = self.checkpoint();
        for cell in (inner & two & !three).iter() {
            let links = self.steps.around[cell] & usable;
            let mut ends = links.iter();
            let (Some(a), Some(b)) = (ends.next(), ends.next()) else { continue };
            for number in self.open.iter() {
                if self.marks[number].contains(cell) {
                    let (low, high) = (&self.marks[number - 1], &self.marks[number + 1]);
                    if !(low.contains(a) && high.contains(b) || low.contains(b) && high.contains(a)) {
                        self.drop_cells(number, Board::single(cell))?;
                    }
                }
            }
        }
        Ok(self.changed_since(before))
    }

    /// Each gap lies in one piece of the free cells, and the gaps of a piece fill it.
    pub(super) fn pieces(&mut self) -> Inferred<bool> {
        let mut rest = self.free;
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        while !rest.is_empty() {
            let mut piece = Board::single(rest.first());
            loop {
                let more = (self.steps.from(piece) & rest) | piece;
                if more == piece {
                    break;
                }
                piece = more;
            }
            rest &= !piece;
            if pieces.is_empty() && rest.is_empty() {
                self.pieces = pieces;
                return Ok(false);
            }
            pieces.push(Piece { cells: piece, size: piece.count() as usize, must: 0, may: 0 });
        }
        let result = self.deal(&mut pieces);
        self.pieces = pieces;
        result
    }

    fn deal(&mut self, pieces: &mut [Piece<W>]) -> Inferred<bool> {
        let before = self.checkpoint();
        self.checks += 1;
        let mut from = 0;
        while let Some((start, end)) = self.gap(from) {
            from = end;
            let cells = self.marks[start];
            let (mut count, mut only) = (0, 0);
            for (index, piece) in pieces.iter_mut().enumerate() {
                if cells.meets(&piece.cells) {
                    piece.may += end - start;
                    (count, only) = (count + 1, index);
                }
            }
            if count == 1 {
                pieces[only].must += end - start;
            }
        }
        if pieces.iter().any(|piece| piece.must > piece.size || piece.may < piece.size) {
            return Err(Contradiction);
        }
        from = 0;
        while let Some((start, end)) = self.gap(from) {
            from = end;
            let length = end - start;
            let cells = self.marks[start];
            for piece in pieces.iter() {
                if !cells.meets(&piece.cells) || (cells & !piece.cells).is_empty() {
                    continue;
                }
                let away = if piece.must + length > piece.size {
                    piece.cells
                } else if piece.may - length < piece.size {
                    !piece.cells
                } else {
                    continue;
                };
                for number in start..end {
                    self.drop_cells(number, away)?;
                }
                return Ok(true);
            }
        }
        Ok(self.changed_since(before))
    }
}
