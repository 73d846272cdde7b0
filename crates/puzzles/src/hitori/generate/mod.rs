//! Unique puzzles, by counterexample.
//!
//! A random shading to which no shaded cell can be added comes first: a puzzle whose shading could grow has a second
//! solution. White cells take the numbers of a random Latin square, each shaded cell copies a white number of its row
//! or column. Then, while there is another solution (a **rival**), one cell that is shaded in ours and white in the rival
//! gets another number, one that the rival shows in white already; of all such changes, the one that lets the fewest
//! earlier rivals back in.

use pencilmark_csp::random::stream;
use pencilmark_csp::{End, Meter, Silent, Why};
use pencilmark_search::Run;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_chacha::ChaCha8Rng;

use super::{Hitori, MOST, engine};
use crate::{Answer, Cell, GenerateError, Grid, Kind as _, Spec};

/// The default rows and columns.
const USUAL: (usize, usize) = (8, 8);
/// Shadings to try before giving up.
const ATTEMPTS: u64 = 200;
/// Rivals to remove before another shading is tried.
const RIVALS: usize = 400;

/// Puzzle number `index` of this seed.
pub(super) fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Hitori, GenerateError> {
    let (rows, cols) = size(spec)?;
    let meter = spec.budget.start();
    for attempt in 0..ATTEMPTS {
        let mut random = stream(seed, &[index, attempt]);
        match one_attempt(rows, cols, !spec.is_unique(), &meter, &mut random) {
            Ok(Some(puzzle)) => return Ok(puzzle),
            Ok(None) => {}
            Err(why) => return Err(GenerateError::spent(why, "allow more time, or ask for a smaller board")),
        }
    }
    let what = format!("{ATTEMPTS} shadings of {rows} x {cols} gave no unique puzzle");
    Err(GenerateError::not_found(what, "try another size or seed"))
}

fn size(spec: &Spec) -> Result<(usize, usize), GenerateError> {
    let (rows, cols) = spec.size().unwrap_or(USUAL);
    if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&cols) {
        let what = format!("a Hitori of {rows} rows and {cols} columns is not supported");
        return Err(GenerateError::spec(what, format!("ask for at most {MOST} x {MOST}")));
    }
    if rows * cols <= 2 && spec.is_unique() {
        let what = format!("no Hitori of {rows} x {cols} has a unique solution");
        return Err(GenerateError::spec(what, "ask for three cells or more"));
    }
    Ok((rows, cols))
}

fn one_attempt(
    rows: usize,
    cols: usize,
    several_ok: bool,
    meter: &Meter,
    random: &mut ChaCha8Rng,
) -> Result<Option<Hitori>, Why> {
    let ours = shading(rows, cols, random);
    let mut draft = Draft { numbers: latin_square(rows, cols, random), ours, rivals: Vec::new() };
    if !draft.copy_whites(random) {
        return Ok(None);
    }
    for _ in 0..RIVALS {
        meter.check()?;
        // The numbers are in range and so is the size, so this is always a puzzle.
        let Ok(puzzle) = Hitori::new(draft.numbers.map(|&number| Some(number))) else { return Ok(None) };
        if several_ok {
            return Ok(Some(puzzle));
        }
        let outcome = puzzle.exact(&Run { budget: meter.rest(), ..Run::up_to(2) }, &mut Silent);
        let rival = outcome.solutions.into_iter().find(|solution| *solution != draft.ours);
        match (rival, outcome.end) {
            (Some(rival), _) => draft.rivals.push(rival),
            (None, End::Exhausted) => return Ok(Some(puzzle)),
            (None, End::Limit) => return Ok(None), // two different solutions hold a rival: not reached
            (None, End::GaveUp(why)) => return Err(why),
        }
        if !draft.exclude_last_rival(random) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// A random shading in which no two shaded cells touch, the white cells are connected and no white cell can be shaded
/// any more.
fn shading(rows: usize, cols: usize, random: &mut ChaCha8Rng) -> Answer {
    let mut order: Vec<usize> = (0..rows * cols).collect();
    order.shuffle(random);
    engine::shade_all(rows, cols, &order)
}

/// The upper left part of a random Latin square over 1 to the longer side, row by row: a Latin rectangle can always be
/// continued (Hall 1945).
fn latin_square(rows: usize, cols: usize, random: &mut ChaCha8Rng) -> Grid<u16> {
    let side = rows.max(cols);
    let mut numbers: Vec<usize> = (0..side).collect();
    let mut used = vec![vec![false; side]; side]; // column -> number -> stands above
    let mut grid = Grid::filled(rows, cols, 0);
    for row in 0..rows {
        let mut column_of: Vec<Option<usize>> = vec![None; side]; // number -> column in this row
        for col in 0..side {
            numbers.shuffle(random);
            place(col, &numbers, &used, &mut column_of, &mut vec![false; side]);
        }
        for (number, col) in column_of.into_iter().enumerate() {
            // Every column has a number by Hall's theorem.
            let Some(col) = col else { continue };
            used[col][number] = true;
            if col < cols {
                grid[Cell { row, col }] = number as u16 + 1;
            }
        }
    }
    grid
}

/// Gives `col` a number, moving other columns to other numbers where needed (Kuhn 1955).
fn place(
    col: usize,
    numbers: &[usize],
    used: &[Vec<bool>],
    column_of: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for &number in numbers {
        if used[col][number] || std::mem::replace(&mut tried[number], true) {
            continue;
        }
        let free = match column_of[number] {
            None => true,
            Some(other) => place(other, numbers, used, column_of, tried),
        };
        if free {
            column_of[number] = Some(col);
            return true;
        }
    }
    false
}

/// A puzzle in the making.
struct Draft {
    numbers: Grid<u16>,
    ours: Answer,
    rivals: Vec<Answer>,
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
    fn copy_whites(&mut self, random: &mut ChaCha8Rng) -> bool {
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
    fn exclude_last_rival(&mut self, random: &mut ChaCha8Rng) -> bool {
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
