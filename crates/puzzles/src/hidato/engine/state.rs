//! What is known in a state of the search, what follows from it at once, and how to go back.

use super::board::{Board, Steps};
use super::connectivity::Piece;
use super::gaps::Walk;
use crate::hidato::{Hidato, Square};

/// A contradiction.
#[derive(Debug)]
pub(super) struct Contradiction;

/// Success, or a contradiction.
pub(super) type Inferred<T = ()> = Result<T, Contradiction>;

/// Whether the ways of gaps are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ways {
    Walked,
    Untouched,
}

/// A state to go back to, in which all was inferred.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint<const W: usize> {
    length: usize, // of the trail
    owned: Board<W>,
}

/// In the trail: the number is settled, the word is its cell. Otherwise it is a word of the marks and what it was.
const SETTLED: u32 = 1 << 31;

/// What is known, and what is still to be looked at.
pub(super) struct State<const W: usize> {
    pub(super) steps: Steps<W>,
    /// Number -> the cells it may stand in.
    pub(super) marks: Vec<Board<W>>,
    /// The numbers that are not settled.
    pub(super) open: Board<W>,
    /// The cells that no settled number stands in.
    pub(super) free: Board<W>,
    /// Rules checked since they were last reported.
    pub(super) checks: u64,
    /// The cells that one gap alone reached when that was last looked at.
    pub(super) owned: Board<W>,
    /// The numbers whose marks changed since their gap was walked.
    pub(super) stale: Board<W>,
    pub(super) walk: Walk<W>,         // to be used again
    pub(super) pieces: Vec<Piece<W>>, // to be used again
    trail: Vec<(u32, u64)>,
    forward: Board<W>,  // numbers to be revised by the number before
    backward: Board<W>, // numbers to be revised by the number after
    fresh: Vec<u16>,    // numbers with one mark, not yet settled
}

impl<const W: usize> State<W> {
    /// The state before anything is inferred.
    pub(super) fn new(puzzle: &Hidato) -> Inferred<Self> {
        let steps: Steps<W> = Steps::new(puzzle);
        let mut given: Vec<Option<usize>> = vec![None; usize::from(puzzle.last())];
        let mut empty = steps.cells;
        for (place, square) in puzzle.squares.things().iter().enumerate() {
            if let Square::Given(number) = *square {
                empty.remove(place);
                if given[usize::from(number) - 1].replace(place).is_some() {
                    return Err(Contradiction);
                }
            }
        }
        let classes = steps.classes()?;
        let marks = |(number, place): (usize, &Option<usize>)| place.map_or(empty, Board::single) & classes[number % 2];
        let mut state = Self {
            marks: given.iter().enumerate().map(marks).collect(),
            open: Board::EMPTY,
            free: steps.cells,
            steps,
            checks: 0,
            owned: Board::EMPTY,
            stale: Board::EMPTY,
            walk: Walk::default(),
            pieces: Vec::new(),
            trail: Vec::new(),
            forward: Board::EMPTY,
            backward: Board::EMPTY,
            fresh: Vec::new(),
        };
        for number in 0..state.marks.len() {
            state.open.insert(number);
            state.stale.insert(number);
            if state.marks[number].is_empty() {
                return Err(Contradiction);
            }
            if state.marks[number].is_single() {
                state.fresh.push(number as u16);
            } else {
                state.forward.insert(number);
                state.backward.insert(number);
            }
        }
        state.forward.remove(0);
        state.backward.remove(state.marks.len() - 1);
        Ok(state)
    }

    /// A state to go back to.
    #[inline]
    pub(super) fn checkpoint(&self) -> Checkpoint<W> {
        Checkpoint { length: self.trail.len(), owned: self.owned }
    }

    /// Whether marks changed.
    #[inline]
    pub(super) fn changed_since(&self, checkpoint: Checkpoint<W>) -> bool {
        self.trail.len() > checkpoint.length
    }

    /// The numbers settled since, and their cells.
    pub(super) fn settled_since(&self, checkpoint: Checkpoint<W>) -> impl Iterator<Item = (usize, usize)> {
        let settled =
            |&(what, word): &(u32, u64)| (what & SETTLED != 0).then_some(((what & !SETTLED) as usize, word as usize));
        self.trail[checkpoint.length..].iter().filter_map(settled)
    }

    /// Goes back.
    pub(super) fn back_to(&mut self, checkpoint: Checkpoint<W>) {
        for (what, word) in self.trail.drain(checkpoint.length..).rev() {
            if what & SETTLED == 0 {
                self.marks[what as usize / W].0[what as usize % W] = word;
            } else {
                self.open.insert((what & !SETTLED) as usize);
                self.free.insert(word as usize);
            }
        }
        self.owned = checkpoint.owned;
        self.fresh.clear();
        self.forward = Board::EMPTY;
        self.backward = Board::EMPTY;
        self.stale = Board::EMPTY;
    }

    /// Leaves a number with these of its marks, fewer than before.
    #[inline]
    pub(super) fn narrow(&mut self, number: usize, cells: Board<W>) -> Inferred {
        if cells.is_empty() {
            return Err(Contradiction);
        }
        for word in 0..W {
            let old = self.marks[number].0[word];
            if old != cells.0[word] {
                self.trail.push(((number * W + word) as u32, old));
            }
        }
        self.marks[number] = cells;
        self.stale.insert(number);
        if cells.is_single() {
            self.fresh.push(number as u16);
        }
        if number > 0 && self.open.contains(number - 1) {
            self.backward.insert(number - 1);
        }
        if number + 1 < self.marks.len() && self.open.contains(number + 1) {
            self.forward.insert(number + 1);
        }
        Ok(())
    }

    /// Takes marks from a number.
    #[inline]
    pub(super) fn drop_cells(&mut self, number: usize, cells: Board<W>) -> Inferred {
        let rest = self.marks[number] & !cells;
        if rest == self.marks[number] { Ok(()) } else { self.narrow(number, rest) }
    }

    /// Everything that follows without trying.
    pub(super) fn propagate(&mut self, ways: Ways) -> Inferred {
        loop {
            self.simple()?;
            if !self.links()? && !self.gaps(ways)? && !self.pieces()? {
                return Ok(());
            }
        }
    }

    /// Steps, settled numbers and cells with one number left.
    fn simple(&mut self) -> Inferred {
        loop {
            self.settle()?;
            self.sweep()?;
            if self.fresh.is_empty() && !self.lone()? {
                return Ok(());
            }
        }
    }

    /// Numbers with one cell take it from all others.
    fn settle(&mut self) -> Inferred {
        while !self.fresh.is_empty() {
            let mut taken = Board::EMPTY;
            while let Some(number) = self.fresh.pop() {
                let number = usize::from(number);
                if !self.open.contains(number) {
                    continue;
                }
                let cell = self.marks[number].first();
                if !self.free.contains(cell) {
                    return Err(Contradiction);
                }
                self.free.remove(cell);
                self.open.remove(number);
                self.trail.push((SETTLED | number as u32, cell as u64));
                taken.insert(cell);
                self.check_step(number, number.wrapping_sub(1), cell)?;
                self.check_step(number, number + 1, cell)?;
            }
            self.checks += 1;
            for number in self.open.iter() {
                if self.marks[number].meets(&taken) {
                    self.narrow(number, self.marks[number] & !taken)?;
                }
            }
        }
        Ok(())
    }

    /// Checks that the number after or before a settled one is a step away, or queues it for revision.
    fn check_step(&mut self, number: usize, other: usize, cell: usize) -> Inferred {
        if other >= self.marks.len() {
            return Ok(());
        }
        if !self.open.contains(other) {
            return if self.steps.around[cell].meets(&self.marks[other]) { Ok(()) } else { Err(Contradiction) };
        }
        let revise = if other < number { &mut self.backward } else { &mut self.forward };
        revise.insert(other);
        Ok(())
    }

    /// Each number stands a step from the one before and the one after.
    fn sweep(&mut self) -> Inferred {
        while !(self.forward | self.backward).is_empty() {
            for word in 0..W {
                while self.forward.0[word] != 0 {
                    let number = 64 * word + self.forward.0[word].trailing_zeros() as usize;
                    self.forward.0[word] &= self.forward.0[word] - 1;
                    self.revise(number, number - 1)?;
                }
            }
            for word in (0..W).rev() {
                while self.backward.0[word] != 0 {
                    let number = 64 * word + 63 - self.backward.0[word].leading_zeros() as usize;
                    self.backward.remove(number);
                    self.revise(number, number + 1)?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn revise(&mut self, number: usize, by: usize) -> Inferred {
        self.checks += 1;
        let cells = self.marks[number];
        let rest = cells & self.steps.from(self.marks[by]);
        if rest == cells { Ok(()) } else { self.narrow(number, rest) }
    }

    /// A cell that only one number can have, and a cell that none can have.
    fn lone(&mut self) -> Inferred<bool> {
        let (mut some, mut more) = (Board::EMPTY, Board::EMPTY);
        self.checks += 1;
        for number in self.open.iter() {
            more |= some & self.marks[number];
            some |= self.marks[number];
        }
        if !(self.free & !some).is_empty() {
            return Err(Contradiction);
        }
        let lone = some & !more;
        if lone.is_empty() {
            return Ok(false);
        }
        for number in self.open.iter() {
            let cells = self.marks[number] & lone;
            if !cells.is_empty() {
                if !cells.is_single() {
                    return Err(Contradiction);
                }
                self.narrow(number, cells)?;
            }
        }
        Ok(true)
    }
}
