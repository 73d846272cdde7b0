//! What arguments may be: names from the registries, sizes, shares, seconds.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use pencilmark::registry;

pub(crate) fn kind_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(registry::kind_names())
}

/// Formats that puzzles of any kind can be read in.
pub(crate) fn read_formats() -> PossibleValuesParser {
    let own = registry::kinds().iter().flat_map(|entry| &entry.formats);
    names(own.map(|format| format.id).chain([registry::JSON.0]))
}

/// Formats that puzzles of any kind can be written in.
pub(crate) fn written_formats() -> PossibleValuesParser {
    names(registry::kinds().iter().flat_map(registry::KindEntry::written_formats))
}

/// The same, and `text` for a drawing.
pub(crate) fn drawn_or_written() -> PossibleValuesParser {
    names(registry::kinds().iter().flat_map(registry::KindEntry::written_formats).chain(["text"]))
}

fn names(ids: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    PossibleValuesParser::new(ids)
}

/// A name as a file's: small letters, digits and hyphens.
pub(crate) fn file_name(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    if name.is_empty() { "experiment".to_owned() } else { name.chars().take(60).collect() }
}

pub(crate) fn parse_whole<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "the number is too large".to_owned(),
        _ => "write a whole number from 0 up".to_owned(),
    })
}

pub(crate) fn parse_positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "write a whole number from 1 up".to_owned())
}

pub(crate) fn parse_port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "write a whole number from 0 to 65535".to_owned())
}

pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number <= 1024).ok_or_else(|| "write a whole number from 0 to 1024".to_owned())
}

pub(crate) fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    seconds.ok_or_else(|| "write seconds, such as 10 or .5".to_owned())
}

pub(crate) fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| (0.1..=1e6).contains(speed));
    speed.ok_or_else(|| "write steps a second, from 0.1 to 1000000".to_owned())
}

/// `x-wing=2`.
pub(crate) fn parse_tier(text: &str) -> Result<(String, u8), String> {
    let (name, tier) = text.split_once('=').ok_or("write TECHNIQUE=TIER, such as x-wing=2")?;
    let tier =
        tier.trim().parse::<u8>().ok().filter(|tier| (1..=6).contains(tier)).ok_or("a tier is a number from 1 to 6")?;
    Ok((name.trim().to_owned(), tier))
}
