//! JSON that another reader has read. Its values stand in no text: errors name them by their paths.

use serde_json::{Map, Value as Json};

use super::reader::{DEEPEST, MOST_FIELDS, MOST_ITEMS};
use super::{Object, Spanned, Value};
use crate::{ParseError, Source};

/// The line of values that stand in no text. Their column is their number in the order of a text, from 0.
const NO_LINE: usize = 0;

/// Reads an object that another reader has read; `name` is what errors call it. An error names the value by its path:
/// `grid[0][2]`.
pub fn read_object<T>(
    name: &str,
    members: &Map<String, Json>,
    read: impl FnOnce(&Object<'_>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let source = Source::new(name, "");
    let read = object(&source, members, 0, &mut 0)
        .and_then(|object| Object::new(source, &object).and_then(|object| read(&object)));
    read.map_err(|error| {
        if error.line != NO_LINE {
            return error;
        }
        let path = path_in(members, &mut { error.column }).unwrap_or_default();
        let path = path.trim_start_matches('.');
        let what = if path.is_empty() { error.what } else { format!("`{path}`: {}", error.what) };
        ParseError { line: 1, column: 1, what, ..error }
    })
}

/// The same value with numbers for places; what a text may not have is refused here, too.
fn spanned(source: &Source<'_>, value: &Json, depth: usize, count: &mut usize) -> Result<Spanned, ParseError> {
    let place = (NO_LINE, *count);
    let value = match value {
        Json::Object(members) => return object(source, members, depth, count),
        Json::Array(items) => {
            if items.len() > MOST_ITEMS {
                let what = format!("more than {MOST_ITEMS} items in an array");
                return Err(source.error(place, what, "no board is so large"));
            }
            *count += 1;
            let items = items.iter().map(|item| below(source, item, depth, count)).collect::<Result<_, _>>()?;
            return Ok(Spanned { place, value: Value::Array(items) });
        }
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        Json::String(text) => Value::Text(text.clone()),
    };
    *count += 1;
    Ok(Spanned { place, value })
}

fn object(
    source: &Source<'_>,
    members: &Map<String, Json>,
    depth: usize,
    count: &mut usize,
) -> Result<Spanned, ParseError> {
    let place = (NO_LINE, *count);
    if members.len() > MOST_FIELDS {
        let what = format!("more than {MOST_FIELDS} fields in an object");
        return Err(source.error(place, what, "keep the fields of a puzzle"));
    }
    *count += 1;
    let member = |(name, member): (&String, &Json)| Ok((name.clone(), below(source, member, depth, count)?));
    let members = members.iter().map(member).collect::<Result<_, ParseError>>()?;
    Ok(Spanned { place, value: Value::Object(members) })
}

/// A value inside one at a depth.
fn below(source: &Source<'_>, value: &Json, depth: usize, count: &mut usize) -> Result<Spanned, ParseError> {
    if depth >= DEEPEST {
        return Err(source.error((NO_LINE, *count), "nested too deeply", "a puzzle needs at most four levels"));
    }
    spanned(source, value, depth + 1, count)
}

/// The path to the value with this number, in the order of a text.
fn path(value: &Json, left: &mut usize) -> Option<String> {
    match value {
        Json::Object(members) => path_in(members, left),
        _ if *left == 0 => Some(String::new()),
        Json::Array(items) => {
            *left -= 1;
            items.iter().enumerate().find_map(|(at, item)| Some(format!("[{at}]{}", path(item, left)?)))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
            *left -= 1;
            None
        }
    }
}

/// The same in an object.
fn path_in(members: &Map<String, Json>, left: &mut usize) -> Option<String> {
    if *left == 0 {
        return Some(String::new());
    }
    *left -= 1;
    members.iter().find_map(|(name, member)| Some(format!(".{name}{}", path(member, left)?)))
}
