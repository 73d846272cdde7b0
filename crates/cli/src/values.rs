//! What arguments may be: names from the registries, sizes, shares, seconds.

use std::ffi::OsStr;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use pencilmark::registry;

/// Parses one of these names; case, blanks and hyphens do not matter. Help and completions list
/// them.
#[derive(Clone)]
pub(crate) struct Names(Vec<PossibleValue>);

impl Names {
    pub(crate) fn new(names: impl IntoIterator<Item = impl Into<PossibleValue>>) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }
}

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        let asked = value.to_string_lossy();
        let known = || self.0.iter().map(PossibleValue::get_name);
        if let Some(name) = registry::find(&asked, known()) {
            return Ok(name.to_owned());
        }
        let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
        if let Some(arg) = arg {
            error.insert(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
        }
        error.insert(ContextKind::InvalidValue, ContextValue::String(asked.into_owned()));
        error.insert(ContextKind::ValidValue, ContextValue::Strings(known().map(str::to_owned).collect()));
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Accepts any text and offers these names in completions: a name may be part of it, as `sat` in
/// `--methods sat,exact`. The façade reports unknown names.
#[derive(Clone)]
pub(crate) struct Offered(Vec<PossibleValue>);

impl Offered {
    pub(crate) fn new(names: impl IntoIterator<Item = impl Into<PossibleValue>>) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }
}

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        clap::builder::StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Adds the most similar possible value to an error about an invalid one.
pub(crate) fn suggested(mut error: Error) -> Error {
    if error.kind() != ErrorKind::InvalidValue || error.get(ContextKind::SuggestedValue).is_some() {
        return error;
    }
    let nearest = match (error.get(ContextKind::InvalidValue), error.get(ContextKind::ValidValue)) {
        (Some(ContextValue::String(asked)), Some(ContextValue::Strings(known))) => {
            registry::nearest(asked, known.iter().map(String::as_str)).map(str::to_owned)
        }
        _ => None,
    };
    if let Some(nearest) = nearest {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(nearest));
    }
    error
}

pub(crate) fn kind_ids() -> Names {
    Names::new(registry::kind_names())
}

/// Offers the names of all methods; settings may follow a name.
pub(crate) fn method_ids() -> Offered {
    Offered::new(registry::methods().map(|info| info.id))
}

pub(crate) fn preset_names() -> Offered {
    let presets = registry::kinds().iter().flat_map(|entry| entry.info.presets);
    offered(presets.map(|preset| preset.name).chain([registry::Preset::DEFAULT]))
}

pub(crate) fn model_ids() -> Offered {
    offered(registry::kinds().iter().flat_map(|entry| entry.info.models).map(|model| model.id))
}

pub(crate) fn technique_ids() -> Offered {
    offered(pencilmark::teach::technique_names().map(|(_, technique)| technique.id))
}

pub(crate) fn set_names() -> Offered {
    Offered::new(pencilmark::corpus::sets().map(pencilmark::corpus::Set::name))
}

/// Offers the methods, techniques, kinds and schemas that `list` shows one by one.
pub(crate) fn listed_names() -> Offered {
    let methods = registry::methods().map(|info| info.id);
    let techniques = pencilmark::teach::technique_names().map(|(_, technique)| technique.id);
    let kinds = registry::kinds().iter().map(|entry| entry.info.id);
    offered(methods.chain(techniques).chain(kinds).chain(crate::schemas::ALL.iter().map(|schema| schema.id)))
}

/// Offers the measures that a comparison can use.
pub(crate) fn measures() -> Offered {
    Offered::new(pencilmark_lab::Measure::ALL.map(pencilmark_lab::Measure::word))
}

/// Offers the formats in which new puzzles of any kind can be written.
pub(crate) fn generated_formats() -> Offered {
    let written = registry::kinds().iter().copied().flat_map(registry::KindEntry::written_formats);
    offered(written.chain(["text", "svg", "png"]))
}

fn offered(names: impl Iterator<Item = &'static str>) -> Offered {
    Offered::new(in_order(names))
}

/// Formats that puzzles of any kind can be read in.
pub(crate) fn read_formats() -> Names {
    let own = registry::kinds().iter().flat_map(|entry| &entry.formats);
    names(own.map(|format| format.id).chain([registry::JSON.0]))
}

/// Formats that puzzles of any kind can be written in.
pub(crate) fn written_formats() -> Names {
    names(registry::kinds().iter().copied().flat_map(registry::KindEntry::written_formats))
}

/// The same, and `text` for a drawing.
pub(crate) fn drawn_or_written() -> Names {
    names(registry::kinds().iter().copied().flat_map(registry::KindEntry::written_formats).chain(["text"]))
}

fn names(ids: impl Iterator<Item = &'static str>) -> Names {
    Names::new(in_order(ids))
}

/// Sorts names from several kinds and removes duplicates.
fn in_order(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
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
