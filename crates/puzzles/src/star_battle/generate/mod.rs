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

use super::{LARGEST, MOST_STARS, SIZES, StarBattle};
use crate::{GenerateError, Grid, Spec};

/// Starts from nothing before giving up.
const ATTEMPTS: u64 = 300;

/// Sizes at which boards with 1 to 6 stars are usually set.
const USUAL: [usize; MOST_STARS] = [8, 10, 14, 17, 21, 25];
/// Sizes from which on a board usually has 1 to 6 stars.
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
            Err(why) => return Err(not_found(&why.to_string())),
        }
    }
    Err(not_found(&format!("{ATTEMPTS} attempts failed")))
}

fn not_found(why: &str) -> GenerateError {
    GenerateError::NotFound(format!(
        "{why}; allow more time, take a smaller board or more stars, or accept several solutions"
    ))
}

/// Regions around the stars; `None` if these stars resist.
fn fill(
    spec: &Spec,
    stars: usize,
    placed: &Grid<bool>,
    random: &mut rand_chacha::ChaCha8Rng,
    meter: &Meter,
) -> Result<Option<StarBattle>, Why> {
    meter.check()?;
    let Some(regions) = growth::grow(placed, stars, random) else { return Ok(None) };
    if spec.several_ok {
        return Ok(StarBattle::new(&regions.map(|&region| Some(region)), stars).ok());
    }
    repair::repair(regions, placed, stars, random, meter)
}

/// Size and stars, with what is usual for what is not set.
fn shape(spec: &Spec) -> Result<(usize, usize), GenerateError> {
    let refuse = |text: String| Err(GenerateError::Spec(text));
    if spec.missing.is_some() || spec.minimal {
        return refuse("a Star Battle has no clues to leave out; set size and stars".to_owned());
    }
    if spec.hints.box_shape.is_some() || spec.hints.orthogonal {
        return refuse("a Star Battle has neither boxes nor steps; set size and stars".to_owned());
    }
    if let Some(stars) = spec.hints.stars
        && !(1..=MOST_STARS).contains(&stars)
    {
        return refuse(format!("{stars} stars a row are out of range: a row has 1 to {MOST_STARS}"));
    }
    let (size, stars) = match (spec.size, spec.hints.stars) {
        (None, stars) => (USUAL[stars.unwrap_or(2) - 1], stars.unwrap_or(2)),
        (Some((rows, cols)), _) if rows != cols || !(4..=LARGEST).contains(&rows) => {
            return refuse(format!("{rows} x {cols} is not served: {SIZES}"));
        }
        (Some((size, _)), Some(stars)) => (size, stars),
        (Some((size, _)), None) => (size, FROM.iter().filter(|&&from| from <= size).count()),
    };
    // Two neighbouring rows hold at most one star in every two columns.
    if size < 4 * stars {
        return refuse(format!(
            "{size} rows have no room for {stars} stars each: {stars} stars need {} rows",
            4 * stars
        ));
    }
    Ok((size, stars))
}
