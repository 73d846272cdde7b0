//! Unique puzzles, by counterexample.
//!
//! A random shading to which no shaded cell can be added comes first: a puzzle whose shading could grow has a second
//! solution. White cells take the numbers of a random Latin square, each shaded cell copies a white number of its row
//! or column. Then, while there is another solution (a **rival**), one cell that is shaded in ours and white in the rival
//! gets another number, one that the rival shows in white already; of all such changes, the one that lets the fewest
//! earlier rivals back in.

mod draft;

use std::ops::RangeInclusive;

use pencilmark_csp::random::stream;
use pencilmark_csp::{End, Meter, Silent, Why};
use pencilmark_search::{Key, Parameters, Run};
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::{Hitori, engine};
use crate::make::{Draft as _, Wish, around, steer};
use crate::settings::{is_unique, numbers};
use crate::{Answer, Cell, Draw, GenerateError, Generated, Grid, Kind as _, Setting};
use draft::Draft;

/// The default rows and columns.
const USUAL: (usize, usize) = (8, 8);
/// Shadings to try before giving up.
const ATTEMPTS: u64 = 200;
/// Rivals to remove before another shading is tried.
const RIVALS: usize = 400;

/// Drafts to try before giving up on a level.
const MANY_ATTEMPTS: u64 = 5_000;
/// How often no shading may be found for an easy level.
const MOST_FAILED: usize = 30;
/// Changes to try on a draft whose shading was chosen for an easy level; any other is replaced more quickly than changed.
const PATIENCE: usize = 80;
/// What a share of shaded cells stands for that is not a range.
const TOLERANCE: f64 = 0.02;
/// Shadings to draw before giving up on a share of shaded cells.
const SHADINGS: usize = 2_000;

/// How many cells are shaded.
pub(super) const SHADED: Key<Option<(Option<f64>, Option<f64>)>> = Key::open_numbers(
    "shaded",
    "the share of cells that are shaded in the solution, such as 0.25..0.3; a share alone stands for two hundredths more or less",
    0.0,
    0.5,
);

/// What is asked for, checked.
struct Request {
    rows: usize,
    cols: usize,
    shades: Shades,
    unique: bool,
}

/// Makes a generator of puzzles as these settings ask for.
pub(super) fn generator(
    settings: &Parameters,
) -> Result<impl Fn(&Draw<'_>) -> Result<Generated<Hitori>, GenerateError> + use<>, GenerateError> {
    let unique = is_unique(settings);
    let (rows, cols) = size(settings, unique)?;
    let share = SHADED.get(settings).map_or(0.0..=1.0, numbers);
    let wish = Wish::of(&Hitori::INFO, settings, (rows * cols, 2))?;
    // Without shaded cells to begin with, the techniques of level 1 see nothing.
    if wish.as_ref().is_some_and(|wish| wish.hardest() == 1) {
        let what = "no Hitori has level 1: its techniques only go on from cells that are shaded or white already";
        return Err(GenerateError::spec(what, "ask for level 2 or more"));
    }
    // Up to level 2, a cell is known to be white because a shaded one touches it, or as a copy.
    let everywhere = wish.as_ref().is_some_and(|wish| wish.hardest() == 2);
    let request = Request { rows, cols, shades: Shades { share: around(&share, TOLERANCE), everywhere }, unique };
    Ok(move |draw: &Draw<'_>| match &wish {
        Some(wish) => request.steer(wish, draw),
        None => request.first_unique(draw),
    })
}

impl Request {
    /// A puzzle that is as hard as asked for.
    fn steer(&self, wish: &Wish, draw: &Draw<'_>) -> Result<Generated<Hitori>, GenerateError> {
        let Self { rows, cols, shades, .. } = self;
        let mut failed = 0;
        steer(wish, draw, MANY_ATTEMPTS, |random, meter| {
            let begun = begin(*rows, *cols, shades, meter, random);
            // Shadings for an easy level are rare, so that it may take more than one attempt.
            if begun.is_err() && shades.everywhere && failed < MOST_FAILED {
                failed += 1;
                return Ok(None);
            }
            let Some(mut draft) = begun? else { return Ok(None) };
            let unique = shades.everywhere || settle(&mut draft, meter, random).map_err(stopped)?;
            Ok(unique.then_some(draft))
        })
    }

    /// A puzzle as it comes, however hard.
    fn first_unique(&self, &Draw { seed, index, budget, .. }: &Draw<'_>) -> Result<Generated<Hitori>, GenerateError> {
        let Self { rows, cols, shades, unique } = self;
        let meter = budget.start();
        for attempt in 0..ATTEMPTS {
            let mut random = stream(seed, &[index, attempt]);
            let Some(mut draft) = begin(*rows, *cols, shades, &meter, &mut random)? else { continue };
            meter.check().map_err(stopped)?;
            if !unique || settle(&mut draft, &meter, &mut random).map_err(stopped)? {
                // The numbers are in range and so is the size, so this is always a puzzle.
                if let Some(puzzle) = draft.puzzle() {
                    return Ok(Generated::new(puzzle, unique.then_some(draft.ours)));
                }
            }
        }
        let what = format!("{ATTEMPTS} shadings of {rows} x {cols} gave no unique puzzle");
        Err(GenerateError::not_found(what, "try another size or seed"))
    }
}

fn stopped(why: Why) -> GenerateError {
    GenerateError::spent(why, "allow more time, or ask for a smaller board")
}

/// Returns the board of an empty form.
pub(super) fn form(settings: &Parameters) -> Result<String, GenerateError> {
    let (rows, cols) = size(settings, false)?;
    let row = format!("{}\n", vec!["."; cols].join(" "));
    Ok(row.repeat(rows))
}

fn size(settings: &Parameters, unique: bool) -> Result<(usize, usize), GenerateError> {
    let (rows, cols) = Setting::SIZE.get(settings).unwrap_or(USUAL);
    if rows * cols <= 2 && unique {
        let what = format!("no Hitori of {rows} x {cols} has a unique solution");
        return Err(GenerateError::spec(what, "ask for three cells or more"));
    }
    Ok((rows, cols))
}

/// Numbers around a random shading; `None` if they do not work out.
fn begin(
    rows: usize,
    cols: usize,
    shades: &Shades,
    meter: &Meter,
    random: &mut ChaCha8Rng,
) -> Result<Option<Draft>, GenerateError> {
    let ours = shading(rows, cols, shades, meter, random)?;
    let mut draft = Draft {
        numbers: latin_square(rows, cols, random),
        ours,
        rivals: Vec::new(),
        patience: if shades.everywhere { PATIENCE } else { 0 },
    };
    Ok(draft.copy_whites(random).then_some(draft))
}

/// Changes numbers until there is one solution; false if that does not work out.
fn settle(draft: &mut Draft, meter: &Meter, random: &mut ChaCha8Rng) -> Result<bool, Why> {
    for _ in 0..RIVALS {
        meter.check()?;
        let Some(puzzle) = draft.puzzle() else { return Ok(false) };
        let outcome = puzzle.exact(&Run { budget: meter.rest(), ..Run::up_to(2) }, &mut Silent);
        let rival = outcome.solutions.into_iter().find(|solution| *solution != draft.ours);
        match (rival, outcome.end) {
            (Some(rival), _) => draft.rivals.push(rival),
            (None, End::Exhausted) => return Ok(true),
            (None, End::Limit) => return Ok(false), // two different solutions hold a rival: not reached
            (None, End::GaveUp(why)) => return Err(why),
        }
        if !draft.exclude_last_rival(random) {
            return Ok(false);
        }
    }
    Ok(false)
}

/// Which shadings will do.
struct Shades {
    /// The share of shaded cells.
    share: RangeInclusive<f64>,
    /// Whether every white cell has to touch a shaded one.
    everywhere: bool,
}

impl Shades {
    fn fit(&self, shading: &Answer) -> bool {
        let touched = |cell: Cell| shading[cell] == 1 || shading.beside(cell).any(|beside| shading[beside] == 1);
        self.share.contains(&share(shading)) && (!self.everywhere || shading.cells().all(touched))
    }
}

/// The share of shaded cells.
fn share(shading: &Answer) -> f64 {
    shading.things().iter().filter(|&&shade| shade == 1).count() as f64 / shading.len() as f64
}

/// A random shading in which no two shaded cells touch, the white cells are connected and no white cell can be shaded
/// any more.
fn shading(
    rows: usize,
    cols: usize,
    shades: &Shades,
    meter: &Meter,
    random: &mut ChaCha8Rng,
) -> Result<Answer, GenerateError> {
    let mut order: Vec<usize> = (0..rows * cols).collect();
    let (mut least, mut most) = (1.0f64, 0.0f64);
    for drawn in 0..SHADINGS {
        if drawn % 16 == 0 {
            meter.check().map_err(stopped)?;
        }
        order.shuffle(random);
        let shading = engine::shade_all(rows, cols, &order);
        if shades.fit(&shading) {
            return Ok(shading);
        }
        (least, most) = (least.min(share(&shading)), most.max(share(&shading)));
    }
    if shades.everywhere {
        let what =
            format!("none of {SHADINGS} shadings has a shaded cell beside every white one, as so easy a puzzle needs");
        return Err(GenerateError::not_found(what, "ask for a smaller board, a higher level or a harder technique"));
    }
    let what = format!("none of {SHADINGS} shadings will do: their shares of shaded cells are {least:.2} to {most:.2}");
    Err(GenerateError::not_found(what, "ask for a share between these"))
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
