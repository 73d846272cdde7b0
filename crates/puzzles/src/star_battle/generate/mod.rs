//! A generator: place stars at random, grow regions around them, then move cells between regions until no other placement
//! of stars fits.
//!
//! Three steps, each of which may fail and is then tried again with other random numbers: `placement`, `growth`,
//! `repair`.

mod growth;
mod placement;
mod repair;

use pencilmark_csp::random::stream;
use pencilmark_csp::{Meter, Why};

use super::parts::STARS;
use super::{LARGEST, MOST_STARS, SIZES, StarBattle};
use crate::{GenerateError, Grid, Remedy, Settings, Spec};

/// Attempts before giving up.
const ATTEMPTS: u64 = 300;

/// Sizes at which boards with 1 to 6 stars are usually set.
const USUAL: [usize; MOST_STARS] = [8, 10, 14, 17, 21, 25];
/// The sizes from which a board usually has 1 to 6 stars.
const FROM: [usize; MOST_STARS] = [4, 9, 14, 17, 21, 25];

pub(super) fn generate(spec: &Spec, seed: u64, index: u64) -> Result<StarBattle, GenerateError> {
    let (size, stars) = shape(spec)?;
    let meter = spec.budget.start();
    for attempt in 0..ATTEMPTS {
        let mut random = stream(seed, &[index, attempt]);
        let found = placement::place(size, stars, &mut random, &meter)
            .and_then(|placed| placed.map_or(Ok(None), |placed| fill(spec, stars, &placed, &mut random, &meter)));
        match found {
            Ok(Some(puzzle)) => return Ok(puzzle),
            Ok(None) => {}
            Err(Why::Interrupted) => return Err(GenerateError::Interrupted),
            Err(why) => return Err(not_found(why.to_string())),
        }
    }
    Err(not_found(format!("{ATTEMPTS} attempts failed")))
}

fn not_found(why: String) -> GenerateError {
    let remedy = Remedy::new("allow more time, take a smaller board or more stars, or accept several solutions");
    GenerateError::not_found(why, remedy.or_set_to(Settings::SEVERAL_OK, "yes"))
}

/// Regions around the stars; `None` if no regions fit these stars.
fn fill(
    spec: &Spec,
    stars: usize,
    placed: &Grid<bool>,
    random: &mut rand_chacha::ChaCha8Rng,
    meter: &Meter,
) -> Result<Option<StarBattle>, Why> {
    meter.check()?;
    let Some(regions) = growth::grow(placed, stars, random) else { return Ok(None) };
    if !spec.is_unique() {
        return Ok(StarBattle::new(&regions.map(|&region| Some(region)), stars).ok());
    }
    repair::repair(regions, placed, stars, random, meter)
}

/// Size and stars, with what is usual for what is not set.
fn shape(spec: &Spec) -> Result<(usize, usize), GenerateError> {
    let stars = spec.settings.whole(STARS);
    if let Some(stars) = stars.filter(|stars| !(1..=MOST_STARS).contains(stars)) {
        let what = format!("{stars} stars per row are out of range");
        return Err(GenerateError::spec(what, format!("ask for 1 to {MOST_STARS} stars")));
    }
    let (size, stars) = match (spec.size(), stars) {
        (None, stars) => (USUAL[stars.unwrap_or(2) - 1], stars.unwrap_or(2)),
        (Some((rows, cols)), _) if rows != cols || !(4..=LARGEST).contains(&rows) => {
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
