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

/// The sentence with a capital letter at its start.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_in_a_word() {
        assert_eq!(and::<u8>([]), "");
        assert_eq!(and([1]), "1");
        assert_eq!(and([1, 2]), "1 and 2");
        assert_eq!(or([1, 2, 3]), "1, 2 or 3");
        assert_eq!(sentence("row 4 has"), "Row 4 has");
    }
}
