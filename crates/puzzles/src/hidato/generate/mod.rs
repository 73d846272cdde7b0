//! Makes puzzles: a random path over the board, and givens taken away while the path stays the only one, or while the techniques of a level find it.

mod carve;
mod draft;
mod path;

use std::ops::RangeInclusive;

use pencilmark_csp::Meter;
use pencilmark_csp::random::stream;
use pencilmark_search::{Key, Parameters, choices};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

use super::{HOLE, Hidato, MOST, Moves, Square};
use crate::make::{Wish, steer};
use crate::settings::is_unique;
use crate::spec::clues;
use crate::text::rows::write_grid;
use crate::{Answer, Cell, Draw, GenerateError, Generated, Grid, Remedy, Setting, Settings};
use carve::Carving;
use draft::Givens;
use path::random_path;

/// The usual board.
const USUAL: (usize, usize) = (8, 8);
/// The usual empty form.
const USUAL_FORM: (usize, usize) = (6, 6);
/// The share of numbers to leave out when nothing is asked for; fewer go if more would spoil uniqueness.
const USUAL_MISSING: f64 = 0.5;
/// Paths to try before giving up on a share.
const ATTEMPTS: u64 = 40;
/// Paths to try before giving up on a level.
const MANY_ATTEMPTS: u64 = 5_000;
/// Up to this level, few paths with as many clues as usual are easy enough by themselves.
const EASY: u8 = 2;
/// The share of numbers that a draft has before clues are given away.
const FIRST_GIVENS: f64 = 0.2;

/// How many cells the path leaves out.
pub(super) const HOLES: Key<u64> = Key::whole("holes", "how many cells are no part of the board", 0, 999, 0);

/// Which cells are part of the board.
pub(super) const SHAPE: Key<Option<&'static str>> = Key::open_text(
    "shape",
    "the shape of the board: a character for each cell, rows apart by / or on lines of their own, # for a hole",
    "SHAPE",
);

choices! {
    /// Where the path begins and ends.
    pub(super) enum Ends {
        Any = "any": "anywhere",
        Corners = "corners": "in corners of the board",
        Edge = "edge": "at the edge of the board",
        Beside = "beside": "next to each other, so that the path is closed",
    }
}

/// Where the path begins and ends.
pub(super) const ENDS: Key<Ends> = Ends::key("ends", "where the first and the last number stand", Ends::Any);

/// What is asked for, checked.
struct Request {
    rows: usize,
    cols: usize,
    /// The cells that may be part of the board.
    board: Grid<bool>,
    /// How many are.
    numbers: usize,
    moves: Moves,
    ends: Ends,
    /// How many numbers may be given.
    clues: RangeInclusive<usize>,
    /// How many numbers to leave out.
    target: usize,
    /// Whether exactly that many must be left out.
    exact: bool,
    minimal: bool,
    unique: bool,
}

/// Makes a generator of puzzles as these settings ask for.
pub(super) fn generator(
    settings: &Parameters,
) -> Result<impl Fn(&Draw<'_>) -> Result<Generated<Hidato>, GenerateError> + use<>, GenerateError> {
    let request = Request::new(settings)?;
    let wish = Wish::of(&Hidato::INFO, settings, (request.numbers, request.numbers))?;
    Ok(move |draw: &Draw<'_>| match &wish {
        Some(wish) => request.steer(wish, draw),
        None => request.carve(draw),
    })
}

impl Request {
    /// A puzzle with as many givens as asked for, however hard.
    fn carve(&self, &Draw { seed, index, budget, .. }: &Draw<'_>) -> Result<Generated<Hidato>, GenerateError> {
        let meter = budget.start();
        let (mut best, mut paths) = (0, 0);
        for attempt in 0..ATTEMPTS {
            let Some(path) = random_path(self, seed, &[index, attempt, 0], &meter)? else { continue };
            paths += 1;
            let solution = self.unique.then(|| self.solution(&path));
            let (puzzle, missing) = self.carved(path, seed, &[index, attempt, 1], &meter)?;
            if missing >= self.target || !self.exact {
                return Ok(Generated::new(puzzle, solution));
            }
            best = best.max(missing);
        }
        Err(if paths == 0 { self.no_path() } else { self.too_many_missing(best) })
    }

    fn new(settings: &Parameters) -> Result<Self, GenerateError> {
        let board = board(settings, USUAL)?;
        let (rows, cols) = (board.rows(), board.cols());
        let open = board.things().iter().filter(|&&open| open).count();
        let holes = HOLES.get(settings) as usize;
        if open == 0 {
            return Err(GenerateError::spec(
                "the shape has no cells",
                "write # for holes alone, and anything else for cells",
            ));
        }
        if holes >= open {
            let what = format!("{holes} holes leave nothing of a board of {open} cells");
            return Err(GenerateError::spec(what, "ask for fewer"));
        }
        let numbers = open - holes;
        let (count, minimal) = (clues(settings, numbers)?, Setting::MINIMAL.get(settings));
        let exact = count.is_some();
        let clues = count.map_or(0..=numbers, |count| count.range);
        let target = if exact {
            numbers - clues.end()
        } else if minimal {
            numbers
        } else {
            (USUAL_MISSING * numbers as f64).round() as usize
        };
        let request = Self {
            rows,
            cols,
            board,
            numbers,
            moves: Moves::asked_for(settings),
            ends: ENDS.get(settings),
            clues,
            target,
            exact,
            minimal,
            unique: is_unique(settings),
        };
        request.check()?;
        Ok(request)
    }

    /// Whether there can be such a path, as far as counting tells.
    fn check(&self) -> Result<(), GenerateError> {
        if self.numbers > self.largest_part() {
            let what = format!("no path covers {} cells: the shape falls into parts that no step joins", self.numbers);
            return Err(GenerateError::spec(what, "join them, or allow diagonal steps if they touch at corners"));
        }
        let open = self.board.cells().filter(|&cell| self.board[cell]);
        let (dark, light): (Vec<Cell>, Vec<Cell>) = open.partition(|cell| (cell.row + cell.col) % 2 == 0);
        if self.moves == Moves::Orthogonal && dark.len() + light.len() == self.numbers {
            if dark.len().abs_diff(light.len()) > 1 {
                let what = format!(
                    "orthogonal steps change the colour of a chessboard, and this shape has {} cells of one colour and {} of the other",
                    dark.len(),
                    light.len()
                );
                return Err(GenerateError::spec(what, "change the shape, or allow diagonal steps"));
            }
            if self.ends == Ends::Beside && self.numbers % 2 == 1 {
                let what =
                    format!("a closed path of orthogonal steps has an even number of cells, not {}", self.numbers);
                return Err(GenerateError::spec(what, "make one cell a hole, or allow diagonal steps"));
            }
        }
        let good = self.board.cells().filter(|&cell| self.board[cell] && self.is_good_end(cell)).count();
        if good < self.numbers.min(2) {
            return Err(GenerateError::spec("the shape has no two such ends", "let the path end anywhere"));
        }
        Ok(())
    }

    /// The most cells that steps can lead to from one of them.
    fn largest_part(&self) -> usize {
        let mut seen = self.board.map(|open| !open);
        let mut largest = 0;
        for start in self.board.cells() {
            let mut open = if std::mem::replace(&mut seen[start], true) { Vec::new() } else { vec![start] };
            let mut cells = 0;
            while let Some(cell) = open.pop() {
                cells += 1;
                for next in self.moves.from(&self.board, cell) {
                    if !std::mem::replace(&mut seen[next], true) {
                        open.push(next);
                    }
                }
            }
            largest = largest.max(cells);
        }
        largest
    }

    /// Whether nothing is left out.
    fn is_plain(&self) -> bool {
        self.numbers == self.board.len()
    }

    /// Whether the path may end here.
    fn is_good_end(&self, cell: Cell) -> bool {
        let (row, col) = (cell.row == 0 || cell.row + 1 == self.rows, cell.col == 0 || cell.col + 1 == self.cols);
        match self.ends {
            Ends::Any | Ends::Beside => true,
            Ends::Corners => row && col,
            Ends::Edge => row || col,
        }
    }

    fn no_path(&self) -> GenerateError {
        let what = format!(
            "no path of {} cells with such ends covers the shape, as far as {ATTEMPTS} attempts tell",
            self.numbers
        );
        GenerateError::not_found(what, "change the shape or the ends, or try another seed")
    }

    fn too_many_missing(&self, best: usize) -> GenerateError {
        let (cells, target) = (self.numbers, self.target);
        let what = format!("at most {best} of {cells} numbers could be left out, {target} were asked for");
        let remedy =
            Remedy::new("ask for a smaller share, or allow several solutions").or_set_to(Settings::SEVERAL_OK, "yes");
        GenerateError::not_found(what, remedy)
    }

    /// The puzzle with these numbers of the path.
    fn puzzle(&self, path: &[Cell], given: &[bool]) -> Hidato {
        let mut squares = Grid::filled(self.rows, self.cols, Square::Hole);
        for (number, &cell) in path.iter().enumerate() {
            squares[cell] = if given[number] { Square::Given(number as u16 + 1) } else { Square::Empty };
        }
        Hidato { squares, moves: self.moves }
    }

    /// The board with all numbers of the path.
    fn solution(&self, path: &[Cell]) -> Answer {
        let mut answer = Grid::filled(self.rows, self.cols, HOLE);
        for (number, &cell) in (1..).zip(path) {
            answer[cell] = number;
        }
        answer
    }

    /// What is left of a path when numbers are taken away while it stays the only one, and how many were.
    fn carved(
        &self,
        path: Vec<Cell>,
        seed: u64,
        parts: &[u64],
        meter: &Meter,
    ) -> Result<(Hidato, usize), GenerateError> {
        let mut order: Vec<usize> = (1..path.len().saturating_sub(1)).collect();
        order.shuffle(&mut stream(seed, parts));
        // The ends of the path go last, or not at all: a person likes to know where the path starts.
        if self.minimal || self.target > order.len() {
            order.push(path.len() - 1);
            order.extend((path.len() > 1).then_some(0));
        }
        let mut carving = Carving::new(self, path, meter);
        if self.unique {
            carving.carve(&order)?;
        } else {
            order.iter().take(self.target).for_each(|&number| carving.given[number] = false);
        }
        Ok((carving.puzzle(), carving.missing()))
    }

    /// A puzzle that is as hard as asked for.
    fn steer(&self, wish: &Wish, draw: &Draw<'_>) -> Result<Generated<Hidato>, GenerateError> {
        let (mut paths, mut tried) = (0, 0);
        steer(wish, draw, MANY_ATTEMPTS, |random, meter| {
            let path = random_path(self, random.random(), &[], meter)?;
            tried += 1;
            let Some(path) = path else {
                return if paths == 0 && tried >= ATTEMPTS { Err(self.no_path()) } else { Ok(None) };
            };
            paths += 1;
            let mut given = vec![false; path.len()];
            let begun_unique = self.minimal || wish.hardest() > EASY && !self.exact;
            if begun_unique {
                let (puzzle, _) = self.carved(path.clone(), random.random(), &[], meter)?;
                given = path.iter().map(|&cell| matches!(puzzle.squares[cell], Square::Given(_))).collect();
            } else {
                let first = if self.exact { *self.clues.start() } else { (FIRST_GIVENS * path.len() as f64) as usize };
                let mut order: Vec<usize> = (1..path.len().saturating_sub(1)).collect();
                order.shuffle(random);
                let ends = [0, path.len() - 1];
                ends.into_iter().chain(order).take(first.max(2)).for_each(|number| given[number] = true);
            }
            Ok(Some(Givens { request: self, path, given, begun_unique }))
        })
    }
}

/// Returns the board of an empty form.
pub(super) fn form(settings: &Parameters) -> Result<String, GenerateError> {
    let board = board(settings, USUAL_FORM)?;
    let (rows, cols) = (board.rows(), board.cols());
    let orthogonal = if Moves::asked_for(settings) == Moves::Orthogonal { " orthogonal" } else { "" };
    let width = (rows * cols).to_string().len();
    let symbol = |is_cell: &bool| format!("{:>width$}", if *is_cell { "." } else { "x" });
    Ok(format!("{rows} {cols}{orthogonal}\n{}", write_grid(&board, symbol)))
}

/// The cells that may be part of the board; `usual` is its size if none is set.
fn board(settings: &Parameters, usual: (usize, usize)) -> Result<Grid<bool>, GenerateError> {
    let size = Setting::SIZE.get(settings);
    let shape = SHAPE.get(settings).map(|text| {
        let rows = text.split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty());
        rows.map(|row| row.chars().filter(|symbol| !symbol.is_whitespace()).map(|symbol| symbol != '#').collect())
            .collect::<Vec<Vec<bool>>>()
    });
    let board = match shape {
        Some(_) if size.is_some() => {
            return Err(GenerateError::spec("a shape has a size of its own", "set one of the two"));
        }
        Some(rows) => {
            let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
            if let Some(short) = rows.iter().position(|row| row.len() != cols) {
                let what = format!("row {} of the shape has {} cells, and others {cols}", short + 1, rows[short].len());
                return Err(GenerateError::spec(what, "write one character for each cell, # for a hole"));
            }
            Grid::from_rows(rows).unwrap_or_else(|| Grid::filled(0, 0, true))
        }
        None => {
            let (rows, cols) = size.unwrap_or(usual);
            Grid::filled(rows.min(MOST + 1), cols.min(MOST + 1), true)
        }
    };
    let (rows, cols) = size.unwrap_or((board.rows(), board.cols()));
    if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&cols) {
        let what = format!("a Hidato of {rows} rows and {cols} columns is not supported");
        return Err(GenerateError::spec(what, format!("ask for 1 x 1 to {MOST} x {MOST}")));
    }
    Ok(board)
}

fn going_on(meter: &Meter) -> Result<(), GenerateError> {
    let remedy = "allow more time, or ask for a smaller board or share";
    meter.check().map_err(|why| GenerateError::spent(why, remedy))
}
