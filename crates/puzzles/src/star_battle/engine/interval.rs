//! Intervals of lines against regions.
//!
//! Lines `first..end` hold as many stars as all of them need. What a region has among them is at most what fits into its
//! open cells there, by lines and by pairs of lines, and at least what does not fit outside. All regions together bound
//! each one of them: one that has its share inside is cleared there, one that has its share outside is cleared outside.
//!
//! Regions are lanes of bytes, so that the bounds of all are computed at a time.

use super::super::LARGEST;
use super::state::{Layout, Refuted, State, WIDTH, bits};

/// Lanes of the largest board, in whole words.
const LANES: usize = LARGEST.next_multiple_of(16);

/// A number for each region.
type Numbers<const N: usize> = [u8; N];

/// Bounds of the intervals of a board; their memory is kept between calls.
pub(super) enum Intervals {
    /// Of a board with up to 16 regions.
    Few(Box<Bounds<16>>),
    /// Of a larger one.
    Many(Box<Bounds<LANES>>),
}

impl Intervals {
    pub(super) fn new(layout: &Layout) -> Self {
        if layout.size <= 16 { Self::Few(Bounds::new()) } else { Self::Many(Bounds::new()) }
    }

    /// Looks at all intervals of lines in a direction.
    pub(super) fn filter(&mut self, state: &mut State, layout: &Layout, direction: usize) -> Result<(), Refuted> {
        match self {
            Self::Few(bounds) => bounds.filter(state, layout, direction),
            Self::Many(bounds) => bounds.filter(state, layout, direction),
        }
    }
}

/// What the regions have in the lines of one direction.
pub(super) struct Bounds<const N: usize> {
    held: [Numbers<N>; WIDTH],          // line -> stars in the lines before it
    most: [[Numbers<N>; WIDTH]; WIDTH], // first line, one beyond the last line -> what fits there
}

impl<const N: usize> Bounds<N> {
    fn new() -> Box<Self> {
        Box::new(Self { held: [[0; N]; WIDTH], most: [[[0; N]; WIDTH]; WIDTH] })
    }

    /// Computes the bounds anew.
    fn update(&mut self, state: &State, layout: &Layout, direction: usize) {
        let (size, stars) = (layout.size, layout.stars as u8);
        let mut alone = [[0; N]; WIDTH]; // line -> what fits there
        let mut paired = [[0; N]; WIDTH]; // line -> what fits there and in the line before
        for line in 1..=size {
            self.held[line + 1] = self.held[line];
            let (open, before) = (state.open[direction][line], state.open[direction][line - 1]);
            for region in bits(layout.meets[direction][line]) {
                let own = &layout.parts[direction][region];
                let starred = own[line] & state.starred[direction][line];
                if starred != 0 {
                    self.held[line + 1][region] += starred.count_ones() as u8;
                }
                alone[line][region] = room(open & own[line]);
                paired[line][region] = room(open & own[line] | before & own[line - 1]);
            }
            for region in bits(layout.meets[direction][line - 1] & !layout.meets[direction][line]) {
                paired[line][region] = alone[line - 1][region];
            }
        }
        for first in 1..=size {
            for end in first + 1..=size + 1 {
                let (shortest, shorter) = (self.most[first][end.max(2) - 2], self.most[first][end - 1]);
                let (alone, paired) = (&alone[end - 1], &paired[end - 1]);
                let most = &mut self.most[first][end];
                if end == first + 1 {
                    for lane in 0..N {
                        most[lane] = alone[lane].min(stars);
                    }
                } else {
                    for lane in 0..N {
                        most[lane] = (shorter[lane] + alone[lane]).min(shortest[lane] + paired[lane]).min(stars);
                    }
                }
            }
        }
    }

    fn filter(&mut self, state: &mut State, layout: &Layout, direction: usize) -> Result<(), Refuted> {
        let (size, stars) = (layout.size, layout.stars as u8);
        self.update(state, layout, direction);
        let wanted: Numbers<N> = std::array::from_fn(|lane| if lane < size { stars } else { 0 });
        for first in 1..=size {
            for end in first + 1..=size + 1 {
                let most = &self.most[first][end];
                let (left, right) = (&self.most[1][first], &self.most[end][size + 1]);
                let (held_first, held_end) = (&self.held[first], &self.held[end]);
                let mut least = [0u8; N];
                let (mut gap, mut crossed) = (0u8, 0u8);
                for lane in 0..N {
                    let inside = held_end[lane] - held_first[lane];
                    least[lane] = wanted[lane].saturating_sub(left[lane] + right[lane]).max(inside);
                    gap = gap.max(most[lane].saturating_sub(least[lane]));
                    crossed |= least[lane].saturating_sub(most[lane]);
                }
                let total = u32::from(stars) * (end - first) as u32;
                let (all_least, all_most) = (sum(&least), sum(most));
                if crossed != 0 || all_least > total || all_most < total {
                    return Err(Refuted);
                }
                if total - all_least < u32::from(gap) || all_most - total < u32::from(gap) {
                    let spare = (total - all_least, all_most - total);
                    self.tighten(state, layout, direction, (first, end), &least, spare)?;
                }
            }
        }
        Ok(())
    }

    /// Clears the regions that have their share inside, or outside. `spare` is how many more stars than their least, and
    /// how many less than their most, all regions together have in the interval.
    fn tighten(
        &self,
        state: &mut State,
        layout: &Layout,
        direction: usize,
        (first, end): (usize, usize),
        least: &Numbers<N>,
        spare: (u32, u32),
    ) -> Result<(), Refuted> {
        for region in 0..layout.size {
            let (low, high) = (u32::from(least[region]), u32::from(self.most[first][end][region]));
            let inside = u32::from(self.held[end][region] - self.held[first][region]);
            let outside = u32::from(self.held[layout.size + 1][region]) - inside;
            let own = &layout.parts[direction][region];
            if high > low + spare.0 && low + spare.0 == inside {
                for line in first..end {
                    state.clear(layout, direction, line, own[line] & state.free(direction, line))?;
                }
            }
            if high > low + spare.1 && layout.stars as u32 + spare.1 == outside + high {
                for line in (1..first).chain(end..=layout.size) {
                    state.clear(layout, direction, line, own[line] & state.free(direction, line))?;
                }
            }
        }
        Ok(())
    }
}

/// How many places can be taken of which no two are neighbours.
fn room(mut places: u32) -> u8 {
    let mut room = 0;
    while places != 0 {
        let low = places & places.wrapping_neg();
        places &= !(low | low << 1);
        room += 1;
    }
    room
}

/// The sum of numbers up to 6.
fn sum<const N: usize>(numbers: &Numbers<N>) -> u32 {
    let words = numbers.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
    (words.sum::<u64>().wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}
