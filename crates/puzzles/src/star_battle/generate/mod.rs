//! A generator: place stars at random, grow regions around them, then move cells between regions until no other placement
//! of stars fits.
//!
//! Three steps, each of which may fail and is then tried again with other random numbers: `placement`, `growth`,
//! `repair`. For a level, a fourth: `draft` moves more cells between regions until the techniques of the level find the stars.

mod draft;
mod growth;
mod placement;
mod repair;

use pencilmark_csp::random::stream;
use pencilmark_csp::{Meter, Why};

use pencilmark_search::{Key, Parameters};
use rand_chacha::ChaCha8Rng;

use super::parts::STARS;
use super::{MOST_STARS, SIZES, StarBattle};
use crate::make::{Draft as _, Wish, steer};
use crate::settings::is_unique;
use crate::{Draw, GenerateError, Generated, Remedy, Setting, Settings};
use draft::Regions;
use growth::Style;

/// Attempts before giving up.
const ATTEMPTS: u64 = 300;

/// Sizes at which boards with 1 to 6 stars are usually set.
const USUAL: [usize; MOST_STARS] = [8, 10, 14, 17, 21, 25];
/// The sizes from which a board usually has 1 to 6 stars.
const FROM: [usize; MOST_STARS] = [4, 9, 14, 17, 21, 25];

/// Drafts to try before giving up on a level.
const MANY_ATTEMPTS: u64 = 2_000;

/// Changes to try on a draft before another is begun, for every 100 cells, up to the level at which it does not pay.
const PATIENCE: usize = 40;
/// That level.
const HARD: u8 = 5;

/// How regions look.
pub(super) const REGIONS: Key<Style> = Style::key("regions", "how regions look", Style::Any);

/// What is asked for, checked.
struct Request {
    size: usize,
    stars: usize,
    style: Style,
    unique: bool,
}

/// Makes a generator of puzzles as these settings ask for.
pub(super) fn generator(
    settings: &Parameters,
) -> Result<impl Fn(&Draw<'_>) -> Result<Generated<StarBattle>, GenerateError> + use<>, GenerateError> {
    let (size, stars) = shape(settings)?;
    let request = Request { size, stars, style: REGIONS.get(settings), unique: is_unique(settings) };
    let wish = Wish::of(&StarBattle::INFO, settings, (size * size, 2))?;
    // At first, a row, column or region must have just as many cells as stars; rows and columns have more, and the cells of a region touch.
    if stars > 1 && wish.as_ref().is_some_and(|wish| wish.hardest() == 1) {
        let what = format!(
            "no Star Battle with {stars} stars has level 1: its techniques need a region of {stars} cells that do not touch to begin with"
        );
        let remedy = Remedy::new("ask for level 2 or more, or for one star").or_set_to(STARS.name(), "1");
        return Err(GenerateError::spec(what, remedy));
    }
    Ok(move |draw: &Draw<'_>| match &wish {
        Some(wish) => steer(wish, draw, MANY_ATTEMPTS, |random, meter| {
            // Most puzzles that come by themselves are hard: then another is quicker than a change.
            let patience = if wish.hardest() < HARD { PATIENCE * size * size / 100 } else { 0 };
            let drafted = request.draft(random, meter).map_err(stopped)?;
            Ok(drafted.map(|regions| Regions { patience, ..regions }))
        }),
        None => request.first_that_works(draw),
    })
}

fn not_found(why: String) -> GenerateError {
    let remedy = Remedy::new("allow more time, take a smaller board or more stars, or accept several solutions");
    GenerateError::not_found(why, remedy.or_set_to(Settings::SEVERAL_OK, "yes"))
}

fn stopped(why: Why) -> GenerateError {
    if why == Why::Interrupted { GenerateError::Interrupted } else { not_found(why.to_string()) }
}

impl Request {
    /// A puzzle as it comes, however hard.
    fn first_that_works(
        &self,
        &Draw { seed, index, budget, .. }: &Draw<'_>,
    ) -> Result<Generated<StarBattle>, GenerateError> {
        let meter = budget.start();
        for attempt in 0..ATTEMPTS {
            let drafted = self.draft(&mut stream(seed, &[index, attempt]), &meter).map_err(stopped)?;
            let Some(regions) = drafted else { continue };
            if let Some(puzzle) = regions.puzzle() {
                let solution = || regions.placed.map(|&star| i32::from(star));
                return Ok(Generated::new(puzzle, self.unique.then(solution)));
            }
        }
        Err(not_found(format!("{ATTEMPTS} attempts failed")))
    }

    /// Stars, and regions around them; `None` if they do not work out.
    fn draft(&self, random: &mut ChaCha8Rng, meter: &Meter) -> Result<Option<Regions>, Why> {
        let &Self { size, stars, style, unique } = self;
        let Some(placed) = placement::place(size, stars, random, meter)? else { return Ok(None) };
        meter.check()?;
        let Some(regions) = growth::grow(&placed, stars, style, random) else { return Ok(None) };
        let regions =
            if unique { repair::repair(regions, &placed, stars, style, random, meter)? } else { Some(regions) };
        Ok(regions.map(|regions| Regions { of: regions, placed, stars, style, patience: 0 }))
    }
}

/// Returns the board of an empty form: a single region to overwrite.
pub(super) fn form(settings: &Parameters) -> Result<String, GenerateError> {
    let (size, stars) = shape(settings)?;
    let row = format!("{}\n", "A".repeat(size));
    Ok(format!("{size} {stars}\n{}", row.repeat(size)))
}

/// Size and stars, with what is usual for what is not set.
fn shape(settings: &Parameters) -> Result<(usize, usize), GenerateError> {
    let stars = STARS.get(settings).map(|stars| stars as usize);
    let (size, stars) = match (Setting::SIZE.get(settings), stars) {
        (None, stars) => (USUAL[stars.unwrap_or(2) - 1], stars.unwrap_or(2)),
        (Some((rows, cols)), _) if rows != cols => {
            return Err(GenerateError::spec(format!("a Star Battle of {rows} x {cols} is not supported"), SIZES));
        }
        (Some((size, _)), Some(stars)) => (size, stars),
        (Some((size, _)), None) => (size, FROM.iter().filter(|&&from| from <= size).count()),
    };
    // Two neighbouring rows hold at most one star in every two columns.
    if size < 4 * stars {
        let what = format!("{size} rows have no room for {stars} stars each");
        return Err(GenerateError::spec(what, format!("ask for {} rows or more, or fewer stars", 4 * stars)));
    }
    Ok((size, stars))
}
