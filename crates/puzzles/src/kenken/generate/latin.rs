//! Random Latin squares: Jacobson and Matthews, *Generating uniformly distributed random Latin squares*, 1996.
//!
//! The square is a cube of 0s and 1s: (row, column, symbol) is 1 where the symbol stands. A move adds 1 at a corner of a
//! small box in the cube and takes 1 off at its neighbours; one cell may become -1 (the cube is then *improper*), and
//! the next move starts there to mend it. All squares can be reached, and equally often in the long run.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use crate::{Answer, Grid};

type Point = [usize; 3]; // row, column, symbol

struct Cube {
    size: usize,
    entries: Vec<i8>,
    improper: Option<Point>, // where the -1 is
}

/// A random square of the numbers from 1 to `size`.
pub fn square(size: usize, random: &mut ChaCha8Rng) -> Answer {
    let mut cube = Cube { size, entries: vec![0; size * size * size], improper: None };
    for row in 0..size {
        for col in 0..size {
            *cube.at([row, col, (row + col) % size]) = 1;
        }
    }
    // The authors mix for about n^3 moves.
    let mut moves = 0;
    while moves < size * size * size || cube.improper.is_some() {
        cube.step(random);
        moves += 1;
    }
    let mut answer = Grid::filled(size, size, 0);
    for cell in answer.cells() {
        let symbol = (0..size).find(|&symbol| *cube.at([cell.row, cell.col, symbol]) == 1);
        answer[cell] = symbol.map_or(0, |symbol| symbol as i32 + 1);
    }
    answer
}

impl Cube {
    fn at(&mut self, [row, col, symbol]: Point) -> &mut i8 {
        &mut self.entries[(row * self.size + col) * self.size + symbol]
    }

    fn step(&mut self, random: &mut ChaCha8Rng) {
        let from = self.improper.unwrap_or_else(|| {
            loop {
                let point: Point = std::array::from_fn(|_| random.random_range(0..self.size));
                if *self.at(point) == 0 {
                    return point;
                }
            }
        });
        let to: Point = std::array::from_fn(|axis| self.one_along(from, axis, random));
        // The corners of the box between the two points: those an even number of axes away from `from` gain.
        for corner in 0..8usize {
            let point = std::array::from_fn(|axis| if corner >> axis & 1 == 0 { from[axis] } else { to[axis] });
            *self.at(point) += if corner.count_ones() % 2 == 0 { 1 } else { -1 };
        }
        self.improper = (*self.at(to) < 0).then_some(to);
    }

    /// A place of a 1 on the line through `point` along an axis: the only one, or one of two where the point is -1.
    fn one_along(&mut self, point: Point, axis: usize, random: &mut ChaCha8Rng) -> usize {
        let mut places = Vec::with_capacity(2);
        for place in 0..self.size {
            let mut other = point;
            other[axis] = place;
            if *self.at(other) == 1 {
                places.push(place);
            }
        }
        places[random.random_range(0..places.len())]
    }
}
