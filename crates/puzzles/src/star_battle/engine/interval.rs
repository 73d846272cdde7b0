//! Intervals of lines against regions.
//!
//! Lines `first..end` hold as many stars as all of them need. What a region has among them is at most what fits into its
//! open cells there, by lines and by pairs of lines, and at least what does not fit outside. Where all regions have to
//! have their least, or their most, shares are known: a region that has its share inside is cleared there, one that has
//! the rest outside is cleared outside.
//!
//! Regions are lanes of bytes, so that the bounds of all are computed at a time.

use super::super::LARGEST;
use super::state::{Geometry, Refuted, State, WIDTH, bits};

/// Lanes of the largest board, in whole words.
const LANES: usize = LARGEST.next_multiple_of(16);

/// A number for each region.
type Numbers<const N: usize> = [u8; N];

/// Looks at all intervals of lines in a direction.
pub(super) fn filter(state: &mut State, geometry: &Geometry, direction: usize) -> Result<(), Refuted> {
    if geometry.size <= 16 {
        Bounds::<16>::new(state, geometry, direction).filter(state, geometry, direction)
    } else {
        Bounds::<LANES>::new(state, geometry, direction).filter(state, geometry, direction)
    }
}

/// What the regions have in the lines of one direction.
struct Bounds<const N: usize> {
    held: [Numbers<N>; WIDTH],   // line -> stars in the lines before it
    alone: [Numbers<N>; WIDTH],  // line -> what fits there
    paired: [Numbers<N>; WIDTH], // line -> what fits there and in the line before
}

impl<const N: usize> Bounds<N> {
    fn new(state: &State, geometry: &Geometry, direction: usize) -> Self {
        let mut bounds = Self { held: [[0; N]; WIDTH], alone: [[0; N]; WIDTH], paired: [[0; N]; WIDTH] };
        for line in 1..=geometry.size {
            bounds.held[line + 1] = bounds.held[line];
            let (open, before) = (state.open[direction][line], state.open[direction][line - 1]);
            for region in bits(geometry.meets[direction][line]) {
                let own = &geometry.parts[direction][region];
                let starred = own[line] & state.starred[direction][line];
                if starred != 0 {
                    bounds.held[line + 1][region] += starred.count_ones() as u8;
                }
                bounds.alone[line][region] = room(open & own[line]);
                bounds.paired[line][region] = room(open & own[line] | before & own[line - 1]);
            }
            for region in bits(geometry.meets[direction][line - 1] & !geometry.meets[direction][line]) {
                bounds.paired[line][region] = bounds.alone[line - 1][region];
            }
        }
        bounds
    }

    fn filter(&self, state: &mut State, geometry: &Geometry, direction: usize) -> Result<(), Refuted> {
        let (size, stars) = (geometry.size, geometry.stars as u8);
        let mut wanted = [0; N];
        wanted[..size].fill(stars);
        let held = &self.held[size + 1];
        let mut after = [[0; N]; WIDTH]; // line -> what fits from there on
        for line in (1..=size).rev() {
            let shorter = if line < size { &after[line + 2] } else { &[stars; N] };
            after[line] = longer(&after[line + 1], &self.alone[line], shorter, &self.paired[line + 1], stars);
        }
        let (mut left, mut shorter_left) = ([0; N], [stars; N]); // what fits before the first line, and before the line before
        for first in 1..=size {
            let before = &self.held[first];
            let (mut fits, mut shorter_fits) = ([0; N], [stars; N]);
            for last in first..=size {
                let end = last + 1;
                (fits, shorter_fits) =
                    (longer(&fits, &self.alone[last], &shorter_fits, &self.paired[last], stars), fits);
                let (right, up_to) = (&after[end], &self.held[end]);
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
                for (region, own) in geometry.parts[direction].iter().enumerate() {
                    if full[region] | rest[region] == 0 {
                        continue;
                    }
                    for (line, &own) in own.iter().enumerate().take(size + 1).skip(1) {
                        let settled = if (first..end).contains(&line) { full[region] } else { rest[region] };
                        if settled == 1 {
                            state.clear(geometry, direction, line, own & state.free(direction, line))?;
                        }
                    }
                }
            }
            (left, shorter_left) = (longer(&left, &self.alone[first], &shorter_left, &self.paired[first], stars), left);
        }
        Ok(())
    }
}

/// What fits into lines and one more: what fits into them and into it, or into them without the one beside it and into the
/// two, and no more than all stars.
#[inline]
fn longer<const N: usize>(
    lines: &Numbers<N>,
    alone: &Numbers<N>,
    shorter: &Numbers<N>,
    paired: &Numbers<N>,
    stars: u8,
) -> Numbers<N> {
    let mut fits = [0; N];
    for lane in 0..N {
        fits[lane] = (lines[lane] + alone[lane]).min(shorter[lane] + paired[lane]).min(stars);
    }
    fits
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
