//! Lists as people write them.

use std::fmt::Display;

/// `a, b and c`
pub fn and<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    list(things, "and")
}

/// `a, b or c`
pub fn or<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    list(things, "or")
}

fn list<T: Display>(things: impl IntoIterator<Item = T>, last: &str) -> String {
    let things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match things.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// Clauses one after another: `5 can be removed from r1c1, and 3 from r2c1`.
pub fn clauses(clauses: impl IntoIterator<Item = String>) -> String {
    let clauses: Vec<String> = clauses.into_iter().collect();
    match clauses.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}, and {last}", rest.join(", ")),
        _ => clauses.concat(),
    }
}

/// Alternatives with lists inside, one after another: `5 in r1c1 or r1c2, or 6 in r2c1`.
pub fn alternatives(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}, or {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

/// A number with its article, as it is spoken: `a 7`, `an 8`, `an 11`.
pub fn a(number: impl Display) -> String {
    let number = number.to_string();
    let digits = number.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    let is_an = digits.starts_with('8') || digits == "11" || digits == "18";
    format!("{} {number}", if is_an { "an" } else { "a" })
}

/// The sentence with a capital letter at its start.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
