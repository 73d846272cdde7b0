//! Intervals of lines against regions.
//!
//! Lines `first..end` hold as many stars as all of them need. What a region has among them is at most what fits into its
//! open cells there, by lines and by pairs of lines, and at least what does not fit outside. Where all regions have to
//! have their least, or their most, shares are known: a region that has its share inside is cleared there, one that has
//! the rest outside is cleared outside.
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
        if layout.size <= 16 { Self::Few(Box::new(Bounds::new())) } else { Self::Many(Box::new(Bounds::new())) }
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
    fn new() -> Self {
        Self { held: [[0; N]; WIDTH], most: [[[0; N]; WIDTH]; WIDTH] }
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
                let shorter = if end > first + 1 { self.most[first][end - 2] } else { [stars; N] };
                let mut most = self.most[first][end - 1];
                for lane in 0..N {
                    most[lane] += alone[end - 1][lane];
                }
                for lane in 0..N {
                    most[lane] = most[lane].min(shorter[lane] + paired[end - 1][lane]);
                }
                for most in &mut most {
                    *most = (*most).min(stars);
                }
                self.most[first][end] = most;
            }
        }
    }

    fn filter(&mut self, state: &mut State, layout: &Layout, direction: usize) -> Result<(), Refuted> {
        let (size, stars) = (layout.size, layout.stars as u8);
        self.update(state, layout, direction);
        let mut wanted = [0; N];
        wanted[..size].fill(stars);
        let held = self.held[size + 1];
        for first in 1..=size {
            for end in first + 1..=size + 1 {
                let (left, right, fits) = (&self.most[1][first], &self.most[end][size + 1], &self.most[first][end]);
                let (before, up_to) = (&self.held[first], &self.held[end]);
                let (mut inside, mut outside, mut beside) = ([0; N], [0; N], [0; N]);
                let (mut least, mut most, mut crossed) = ([0; N], [0; N], 0);
                for lane in 0..N {
                    inside[lane] = up_to[lane] - before[lane];
                    outside[lane] = held[lane] - inside[lane];
                    beside[lane] = left[lane] + right[lane];
                    least[lane] = wanted[lane].saturating_sub(beside[lane]).max(inside[lane]);
                    most[lane] = wanted[lane].saturating_sub(outside[lane]).min(fits[lane]);
                    crossed |= least[lane].saturating_sub(most[lane]);
                }
                let total = u32::from(stars) * (end - first) as u32;
                let (all_least, all_most) = (sum(&least), sum(&most));
                if crossed != 0 || all_least > total || all_most < total {
                    return Err(Refuted);
                }
                if all_least < total && all_most > total {
                    continue;
                }
                let share = if all_least == total { &least } else { &most };
                let (mut full, mut rest, mut any) = ([0; N], [0; N], 0);
                for lane in 0..N {
                    full[lane] = u8::from(share[lane] == inside[lane]) & u8::from(fits[lane] > inside[lane]);
                    rest[lane] =
                        u8::from(share[lane] + outside[lane] == wanted[lane]) & u8::from(beside[lane] > outside[lane]);
                    any |= full[lane] | rest[lane];
                }
                if any == 0 {
                    continue;
                }
                for (region, own) in layout.parts[direction].iter().enumerate() {
                    for (line, &own) in own.iter().enumerate() {
                        let settled = if (first..end).contains(&line) { full[region] } else { rest[region] };
                        if settled == 1 {
                            state.clear(layout, direction, line, own & state.free(direction, line))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// How many places can be taken of which no two are neighbours.
#[inline]
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
#[inline]
fn sum<const N: usize>(numbers: &Numbers<N>) -> u32 {
    let mut sum = 0u64;
    for word in numbers.chunks_exact(8) {
        sum += u64::from_le_bytes([word[0], word[1], word[2], word[3], word[4], word[5], word[6], word[7]]);
    }
    (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}
