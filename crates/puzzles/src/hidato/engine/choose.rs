//! Which number to place next, and where.

use pencilmark_csp::Observer;
use pencilmark_csp::random::key;

use super::board::Board;
use super::search::Search;

impl<O: Observer, const W: usize> Search<'_, '_, O, W> {
    /// The number with the fewest cells for its failures, in the cell that the fewest numbers can have, near walls and
    /// settled numbers. A cell that only two numbers can have goes before a number with more cells than that.
    pub(super) fn choose(&self) -> (usize, usize) {
        let state = &self.state;
        let noise = |thing: usize| if self.round == 0 { 0 } else { key(self.round, &[thing as u64]) };
        let load = |&number: &usize| {
            let cells = state.marks[number].count();
            (u64::from(cells) * 4096 / (8 + u64::from(self.weights[number])), noise(number))
        };
        let number = state.open.iter().min_by_key(load).unwrap_or(0);
        if state.marks[number].count() > 2
            && let Some(pair) = self.pair(&noise)
        {
            return pair;
        }
        let room = |&cell: &usize| {
            let often = state.open.iter().filter(|&other| state.marks[other].contains(cell)).count();
            (often, (state.steps.around[cell] & state.free).count(), noise(cell + 1000))
        };
        (number, state.marks[number].iter().min_by_key(room).unwrap_or(0))
    }

    /// A cell that two numbers can have, and of the two the number with fewer cells.
    fn pair(&self, noise: &impl Fn(usize) -> u64) -> Option<(usize, usize)> {
        let state = &self.state;
        let mut count = [Board::<W>::EMPTY; 3]; // cells that at least one, two, three numbers can have
        for number in state.open.iter() {
            let cells = state.marks[number];
            count[2] |= count[1] & cells;
            count[1] |= count[0] & cells;
            count[0] |= cells;
        }
        let cell = (count[1] & !count[2]).iter().min_by_key(|&cell| noise(cell + 2000))?;
        let takers = state.open.iter().filter(|&number| state.marks[number].contains(cell));
        let number = takers.min_by_key(|&number| (state.marks[number].count(), noise(number + 3000)))?;
        Some((number, cell))
    }
}
