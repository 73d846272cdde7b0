//! Makes puzzles: fill a board at random, then take clues away while the solution stays unique, or while the techniques of a level solve it.

mod dig;
mod draft;
mod pattern;
pub(crate) mod singles;

use std::ops::RangeInclusive;

use pencilmark_csp::random::key;
use pencilmark_csp::{Budget, Meter, Why};
use pencilmark_search::Parameters;
use rand::RngExt as _;

use crate::make::{Wish, steer};
use crate::settings::is_unique;
use crate::spec::clues;
use crate::{Answer, Draw, GenerateError, Generated, Grid, Remedy, Setting, Settings};

use super::engine::{fill as fill_any, fill_nine};
use super::parts::{BOX, resolve_shape};
use super::{Candidates, Sudoku};
use dig::{Dig, Engine};
use draft::Clues;
use pattern::Pattern;
pub(super) use pattern::{MASK, SYMMETRY};

/// The share of clues left out of easy and of large boards.
const USUAL_SHARE: f64 = 0.57;
/// The shares left out of other boards by default: 24 to 30 clues on 9x9. Each puzzle draws its
/// own, so that the levels mix: with the usual share, 19 of 20 are level 1. docs/grades.md has the
/// mix.
const MIXED_SHARES: RangeInclusive<f64> = 0.63..=0.70;
/// The largest side with mixed levels: on larger boards, every further clue left out costs much more time.
const MIXED: usize = 9;
/// Boards tried before giving up on a share, on 9 x 9; fewer on larger boards, which take longer.
const ATTEMPTS: usize = 100;
/// Boards tried before giving up on a mask or a level. Most of them take a few dozen microseconds.
const MANY_ATTEMPTS: u64 = 100_000;
/// Nodes after which filling a board starts again with other random values.
const FILL_NODES: u64 = 2_000;
/// How often it may start again.
const RESTARTS: u64 = 100;
/// The fewest clues that leave one solution on the usual board (Tugemann and Civario 2012).
const FEWEST: usize = 17;

/// The level up to which singles, or little more, solve a puzzle.
const SINGLES: u8 = 2;

// The purposes of random keys.
const FILL: u64 = 1;
const DIG: u64 = 2;
const DEPTH: u64 = 3;

/// How many clues to leave out if no number was asked for.
#[derive(Clone, Copy)]
enum Depth {
    /// The usual share.
    Usual,
    /// A random share for each puzzle.
    Mixed,
    /// As many as possible.
    Most,
}

/// What is asked for, checked.
pub(super) struct Request {
    blank: Sudoku,
    pattern: Pattern,
    /// How many clues there may be.
    clues: RangeInclusive<usize>,
    /// The setting that says so; then nothing else will do.
    counted_by: Option<&'static str>,
    minimal: bool,
    unique: bool,
}

/// Makes a generator of puzzles as these settings ask for.
pub(in crate::sudoku) fn generator(
    settings: &Parameters,
) -> Result<impl Fn(&Draw<'_>) -> Result<Generated<Sudoku>, GenerateError> + use<>, GenerateError> {
    let request = Request::new(settings)?;
    let wish = Wish::of(&Sudoku::INFO, settings, (request.blank.side().pow(2), request.blank.side()))?;
    Ok(move |draw: &Draw<'_>| match &wish {
        Some(wish) => request.steer(wish, draw),
        None if request.pattern.mask.is_some() => request.fit_mask(draw),
        None => request.dig(draw),
    })
}

impl Request {
    /// Whether a number of clues was asked for.
    fn insists(&self) -> bool {
        self.counted_by.is_some()
    }

    fn new(settings: &Parameters) -> Result<Self, GenerateError> {
        let blank = blank_board(settings)?;
        let pattern = Pattern::of(settings, blank.side())?;
        let (total, unique, minimal) = (blank.cells.len(), is_unique(settings), Setting::MINIMAL.get(settings));
        let count = clues(settings, total)?;
        let counted_by = count.as_ref().map(|count| count.setting);
        let clues = count.map_or(0..=total, |count| count.range);
        let request = Self { blank, pattern, clues, counted_by, minimal, unique };
        request.check()?;
        Ok(request)
    }

    /// Whether there can be such a puzzle, as far as counting tells.
    fn check(&self) -> Result<(), GenerateError> {
        let side = self.blank.side();
        let given = self.pattern.mask.as_ref().map(|mask| mask.iter().filter(|&&given| given).count());
        let (most, least) = (given.unwrap_or(*self.clues.end()), given.unwrap_or(*self.clues.start()));
        let fewest = if self.blank.box_shape() == (3, 3) { FEWEST } else { side - 1 };
        if self.unique && most < fewest {
            let what = format!("no Sudoku of {side}x{side} with fewer than {fewest} clues has one solution");
            return Err(GenerateError::spec(what, "ask for more"));
        }
        if self.insists() && !(least..=most).any(|clues| self.pattern.can_hold(clues)) {
            let what = format!("no symmetric pattern has {least} clues");
            return Err(GenerateError::spec(what, "ask for one clue more or less, or for another symmetry"));
        }
        Ok(())
    }

    /// A puzzle with clues where they may be, however hard.
    fn dig(&self, &Draw { seed, index, budget, .. }: &Draw<'_>) -> Result<Generated<Sudoku>, GenerateError> {
        let meter = &budget.start();
        let total = self.blank.cells.len();
        let attempts = (ATTEMPTS * 81 / total).clamp(3, ATTEMPTS) as u64;
        let mut engine = Engine::of(&self.blank, true);
        let depth = match () {
            () if self.minimal => Depth::Most,
            () if self.unique && self.blank.side() <= MIXED => Depth::Mixed,
            () => Depth::Usual,
        };
        let mut most = 0;
        for attempt in 0..attempts {
            let (full, puzzle) = self.dug([seed, index, attempt], &mut engine, depth, meter)?;
            let left = puzzle.cells.things().iter().filter(|cell| cell.single().is_some()).count();
            // Without a number asked for, what one board allows is good enough.
            if !self.insists() || self.clues.contains(&left) {
                return Ok(self.generated(&full, puzzle));
            }
            most = most.max(total - left);
        }
        let share = (most as f64 / total as f64 * 100.0).floor() / 100.0;
        let wanted = total - *self.clues.end();
        if most >= wanted {
            let what = format!("none of {attempts} boards has {} to {} clues", self.clues.start(), self.clues.end());
            return Err(GenerateError::not_found(what, "ask for a range of clues, or try another seed"));
        }
        let what = format!(
            "none of {attempts} boards allowed {wanted} of {total} clues to be left out; the most was {most}, a share of {share:.2}"
        );
        let remedy = Remedy::new("ask for less, or try another seed");
        let remedy = match self.counted_by {
            Some(Settings::CLUES) => remedy.or_set_to(Settings::CLUES, (total - most).to_string()),
            _ => remedy.or_set_to(Settings::MISSING, format!("{share:.2}")),
        };
        Err(GenerateError::not_found(what, remedy))
    }

    /// Makes a full board, then takes clues away as long as the solution stays unique: as many as
    /// were asked for, or else as `depth` says. Returns both boards.
    fn dug(
        &self,
        [seed, index, attempt]: [u64; 3],
        engine: &mut Engine,
        depth: Depth,
        meter: &Meter,
    ) -> Result<(Sudoku, Sudoku), GenerateError> {
        let total = self.blank.cells.len();
        let full = fill(&self.blank, engine, seed, [index, attempt], meter)?;
        let order = order(self.pattern.orbits.len(), seed, [index, attempt]);
        let orbits: Vec<&Vec<usize>> = order.into_iter().map(|orbit| &self.pattern.orbits[orbit]).collect();
        let share = |share: f64| (share * total as f64).round() as usize;
        // Drawn by seed and index, so that a board can be made again.
        let drawn = |purpose: u64, range: RangeInclusive<usize>| {
            let span = (range.end() - range.start()) as u64 + 1;
            range.start() + (key(seed, &[purpose, index, attempt]) % span) as usize
        };
        let wanted = match depth {
            _ if self.insists() => drawn(DIG, total - self.clues.end()..=total - self.clues.start()),
            Depth::Usual => share(USUAL_SHARE),
            Depth::Mixed => drawn(DEPTH, share(*MIXED_SHARES.start())..=share(*MIXED_SHARES.end())),
            Depth::Most => total,
        };
        if !self.unique {
            let mut left_out = 0;
            let fits = |orbit: &&&Vec<usize>| {
                let fits = left_out + orbit.len() <= wanted;
                left_out += if fits { orbit.len() } else { 0 };
                fits
            };
            let places = orbits.iter().filter(fits).flat_map(|orbit| orbit.iter().copied());
            return Ok((full.clone(), leave_out(full, places)));
        }
        let minimal = self.minimal;
        let most = total - self.clues.start();
        let mut dig = Dig { puzzle: full.clone(), engine, meter, minimal, blanks: 0, most };
        dig.run(wanted, minimal || self.insists(), &orbits)?;
        Ok((full, dig.puzzle))
    }

    /// A puzzle with the full board that it was made from.
    fn generated(&self, full: &Sudoku, puzzle: Sudoku) -> Generated<Sudoku> {
        let solution = || -> Answer { full.cells.map(|cell| cell.single().map_or(0, |digit| digit as i32)) };
        Generated::new(puzzle, self.unique.then(solution))
    }

    /// A puzzle with clues in these cells and no others.
    fn fit_mask(&self, &Draw { seed, index, budget, rejects }: &Draw<'_>) -> Result<Generated<Sudoku>, GenerateError> {
        let meter = &budget.start();
        let mut engine = Engine::of(&self.blank, true);
        for attempt in 0..MANY_ATTEMPTS {
            if let Some((full, puzzle)) = self.masked([seed, index, attempt], &mut engine, meter)? {
                return Ok(self.generated(&full, puzzle));
            }
            rejects.add_one();
        }
        let what = format!("none of {MANY_ATTEMPTS} boards has one solution with the clues of this mask");
        Err(GenerateError::not_found(what, "ask for more clues, or try another seed"))
    }

    /// A full board, and what the mask leaves of it, if that will do.
    fn masked(
        &self,
        [seed, index, attempt]: [u64; 3],
        engine: &mut Engine,
        meter: &Meter,
    ) -> Result<Option<(Sudoku, Sudoku)>, GenerateError> {
        let full = fill(&self.blank, engine, seed, [index, attempt], meter)?;
        let given = |place: &usize| self.pattern.mask.as_ref().is_some_and(|mask| mask[*place]);
        let puzzle = leave_out(full.clone(), (0..full.cells.len()).filter(|place| !given(place)));
        let fits = !self.unique || engine.is_unique(&puzzle, false, meter)?;
        Ok(fits.then_some((full, puzzle)))
    }

    /// A puzzle that is as hard as asked for.
    fn steer(&self, wish: &Wish, draw: &Draw<'_>) -> Result<Generated<Sudoku>, GenerateError> {
        // At the first levels it is enough to take away what singles show to be spare; a search for more does not pay.
        let mut engine = Engine::of(&self.blank, wish.hardest() > SINGLES);
        steer(wish, draw, MANY_ATTEMPTS, |random, meter| {
            let seed = random.random();
            let depth = if wish.hardest() == 1 && !self.minimal { Depth::Usual } else { Depth::Most };
            let begun = if self.pattern.mask.is_some() {
                self.masked([seed, 0, 0], &mut engine, meter)?
            } else {
                Some(self.dug([seed, 0, 0], &mut engine, depth, meter)?)
            };
            Ok(begun.map(|(full, puzzle)| Clues::of(self, full, &puzzle)))
        })
    }
}

/// Returns the board of an empty form, with lines between its boxes.
pub(super) fn form(settings: &Parameters) -> Result<String, GenerateError> {
    let blank = blank_board(settings)?;
    // Numbers above 9 take two characters.
    let dot = if blank.side() > 9 { " ." } else { "." };
    Ok(super::formats::boxed(&blank.cells.map(|_| dot.to_owned()), blank.box_shape()))
}

/// The board to fill, if the request makes sense.
fn blank_board(settings: &Parameters) -> Result<Sudoku, GenerateError> {
    let asked = BOX.get(settings);
    let side = asked.map_or(9, |(rows, cols)| rows * cols);
    let (rows, cols) = Setting::SIZE.get(settings).unwrap_or((side, side));
    let built = if rows == cols {
        resolve_shape(rows, None, asked)
            .and_then(|shape| Sudoku::new(shape, Grid::filled(rows, rows, Candidates::all(rows))))
    } else {
        Err(super::ShapeError::NotSquare { rows, cols })
    };
    built.map_err(|error| GenerateError::spec(error.to_string(), error.remedy()))
}

/// A board full of givens: a random solution of the blank board.
fn fill(
    blank: &Sudoku,
    engine: &Engine,
    seed: u64,
    [index, attempt]: [u64; 2],
    meter: &Meter,
) -> Result<Sudoku, GenerateError> {
    for restart in 0..RESTARTS {
        go_on(meter)?;
        let seed = key(seed, &[FILL, index, attempt, restart]);
        let filled = match engine {
            Engine::Nine(_) => fill_nine(seed, FILL_NODES),
            Engine::Any(geometry) | Engine::Large(_, geometry) => {
                fill_any(geometry, blank, seed, Budget { nodes: Some(FILL_NODES), ..meter.rest() })
            }
        };
        if let Some(answer) = filled {
            let digits = answer.things().iter().map(|&digit| Candidates::only(digit as usize)).collect();
            if let Some(cells) = Grid::new(blank.side(), blank.side(), digits) {
                return Ok(Sudoku { cells, ..blank.clone() });
            }
        }
    }
    Err(GenerateError::not_found("a board could not be filled", "try another seed"))
}

/// Orbits in random order.
fn order(orbits: usize, seed: u64, [index, attempt]: [u64; 2]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..orbits).collect();
    places.sort_by_cached_key(|&place| key(seed, &[DIG, index, attempt, place as u64]));
    places
}

/// Blanks these cells without any check.
fn leave_out(mut puzzle: Sudoku, places: impl IntoIterator<Item = usize>) -> Sudoku {
    let all = Candidates::all(puzzle.side());
    for place in places {
        let cell = puzzle.cells.cell(place);
        puzzle.cells[cell] = all;
    }
    puzzle
}

fn go_on(meter: &Meter) -> Result<(), GenerateError> {
    meter.check().map_err(spent)
}

fn spent(why: Why) -> GenerateError {
    GenerateError::spent(why, "allow more, or ask for a smaller board or fewer missing clues")
}
