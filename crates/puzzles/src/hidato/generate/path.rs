//! A random path: a snake over the board, or one that grows into every corner of a shape, shuffled by *backbite* moves (Mansfield 1982): an end
//! grabs a neighbour, and the path between them turns round.

use pencilmark_csp::Meter;
use pencilmark_csp::random::stream;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use super::{Ends, Request, going_on};
use crate::{Cell, GenerateError, Grid};

/// Backbite moves for each cell before a path counts as random: each cell is an end a few times, so that nothing of the first path remains.
const SHUFFLES: usize = 20;
/// Backbite moves for each cell before giving up on the ends, or on covering a shape.
const PATIENCE: usize = 500;

/// The cells in the order of their numbers; `None` if no such path was found.
pub(super) fn random_path(
    request: &Request,
    seed: u64,
    parts: &[u64],
    meter: &Meter,
) -> Result<Option<Vec<Cell>>, GenerateError> {
    let mut random = stream(seed, parts);
    let mut path = Path { request, cells: Vec::new(), place: request.board.map(|_| None) };
    if request.is_plain() {
        path.snake();
    } else if !path.grow(&mut random, meter)? {
        return Ok(None);
    }
    for round in 0..path.cells.len() * SHUFFLES {
        if round % 256 == 0 {
            going_on(meter)?;
        }
        if !path.bite(&mut random) {
            break;
        }
    }
    if random.random_range(0..2) == 1 {
        path.reverse();
    }
    for round in 0..path.cells.len() * PATIENCE {
        if path.ends_as_asked() {
            return Ok(Some(path.cells));
        }
        if round % 256 == 0 {
            going_on(meter)?;
        }
        // An end that is where it should be stays.
        if request.is_good_end(path.cells[path.cells.len() - 1]) || random.random_range(0..path.cells.len()) == 0 {
            path.reverse();
        }
        if !path.bite(&mut random) {
            break;
        }
    }
    Ok(None)
}

struct Path<'a> {
    request: &'a Request,
    cells: Vec<Cell>,           // number -> cell
    place: Grid<Option<usize>>, // cell -> number
}

impl Path<'_> {
    /// Back and forth over the whole board.
    fn snake(&mut self) {
        let (rows, cols) = (self.request.rows, self.request.cols);
        let column = |row: usize, step: usize| if row.is_multiple_of(2) { step } else { cols - 1 - step };
        let snake = (0..rows).flat_map(|row| (0..cols).map(move |step| Cell { row, col: column(row, step) }));
        self.cells = snake.collect();
        self.number_from(0);
    }

    /// Over as many cells of the shape as were asked for: to a free neighbour where there is one, else by a backbite move. False if that does not work out.
    fn grow(&mut self, random: &mut ChaCha8Rng, meter: &Meter) -> Result<bool, GenerateError> {
        let open: Vec<Cell> = self.request.board.cells().filter(|&cell| self.request.board[cell]).collect();
        let Some(&first) = open.choose(random) else { return Ok(false) };
        self.cells = vec![first];
        self.number_from(0);
        for round in 0..self.request.numbers * PATIENCE {
            if self.cells.len() == self.request.numbers {
                return Ok(true);
            }
            if round % 256 == 0 {
                going_on(meter)?;
            }
            let is_free = |cell: &Cell| self.request.board[*cell] && self.place[*cell].is_none();
            let end = self.cells[self.cells.len() - 1];
            // Narrow places first: they are hard to reach later.
            let exits = |cell: Cell| self.around(cell).filter(is_free).count();
            let next = self.around(end).filter(is_free).map(|cell| (exits(cell), random.random::<u32>(), cell)).min();
            if let Some((_, _, next)) = next {
                self.place[next] = Some(self.cells.len());
                self.cells.push(next);
                continue;
            }
            if random.random_range(0..4) == 0 {
                self.reverse();
            }
            self.bite(random);
        }
        Ok(false)
    }

    /// The cells that a step may lead to.
    fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.request.moves.from(&self.place, cell)
    }

    /// The last cell grabs a neighbour: from there on, the path turns round. False if it has none.
    fn bite(&mut self, random: &mut ChaCha8Rng) -> bool {
        let end = self.cells[self.cells.len() - 1];
        let around: Vec<usize> = self.around(end).filter_map(|cell| self.place[cell]).collect();
        if around.is_empty() {
            return false;
        }
        // The cell before the end stays where it is.
        let grabbed = around[random.random_range(0..around.len())];
        self.cells[grabbed + 1..].reverse();
        if random.random_range(0..self.cells.len()) == 0 {
            self.cells.reverse();
            self.number_from(0);
        } else {
            self.number_from(grabbed + 1);
        }
        true
    }

    fn reverse(&mut self) {
        self.cells.reverse();
        self.number_from(0);
    }

    fn number_from(&mut self, first: usize) {
        (first..self.cells.len()).for_each(|index| self.place[self.cells[index]] = Some(index));
    }

    fn ends_as_asked(&self) -> bool {
        let (first, last) = (self.cells[0], self.cells[self.cells.len() - 1]);
        match self.request.ends {
            Ends::Beside => self.cells.len() < 3 || self.around(first).any(|cell| cell == last),
            _ => self.request.is_good_end(first) && self.request.is_good_end(last),
        }
    }
}
