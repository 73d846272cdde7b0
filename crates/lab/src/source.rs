//! Where things stand in the TOML of an experiment, and what is wrong with a value, in plain words.
//!
//! Settings are flattened into arms and groups of puzzles, and serde forgets their places on the way. So the text is parsed
//! again when there is an error to report.

use toml::de::{DeTable, DeValue};

/// The offset of a field, given the way to it, such as `["arms", "1", "inference"]`; if there is no such field, of the part of
/// the way that there is.
pub(crate) fn place(text: &str, way: &[&str]) -> usize {
    let Ok(table) = DeTable::parse(text) else { return 0 };
    let mut offset = 0;
    let mut children: Option<&DeValue<'_>> = None;
    for (depth, step) in way.iter().enumerate() {
        let value = match (depth, children) {
            (0, _) => table.get_ref().get_key_value(*step),
            (_, Some(DeValue::Table(table))) => table.get_key_value(*step),
            (_, Some(DeValue::Array(array))) => {
                let Some(value) = step.parse().ok().and_then(|index: usize| array.get(index)) else { break };
                offset = value.span().start;
                children = Some(value.get_ref());
                continue;
            }
            _ => None,
        };
        let Some((key, value)) = value else { break };
        offset = key.span().start;
        children = Some(value.get_ref());
    }
    // A table begins with the brackets of its header.
    let line = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    if text[line..offset].chars().all(|letter| letter == '[') { line } else { offset }
}

/// The first field of an arm or of a group of puzzles with a value that it cannot have: its offset, and what is wrong.
pub(crate) fn wrong_field(text: &str) -> Option<(usize, String)> {
    let table = DeTable::parse(text).ok()?;
    let of = |name: &str| table.get_ref().get(name).map(toml::Spanned::get_ref);
    let arms =
        of("arms").and_then(DeValue::as_array).into_iter().flatten().map(toml::Spanned::get_ref).chain(of("base"));
    let groups = of("instances").and_then(DeValue::as_array).into_iter().flatten().map(toml::Spanned::get_ref);
    let arms = arms.filter_map(DeValue::as_table).map(|table| (table, false));
    let groups = groups.filter_map(DeValue::as_table).map(|table| (table, true));
    arms.chain(groups).flat_map(|(table, lists)| table.iter().map(move |field| (field, lists))).find_map(
        |((key, value), lists)| {
            let what = wrong(key.get_ref(), value.get_ref(), lists)?;
            Some((key.span().start, what))
        },
    )
}

/// What is wrong with a value, if anything is.
fn wrong(key: &str, value: &DeValue<'_>, lists: bool) -> Option<String> {
    let whole = |value: &DeValue<'_>| value.as_integer().is_some_and(|number| !number.as_str().starts_with('-'));
    let wanted = match key {
        "seeds" | "first_seed" | "seed" | "count" => (!whole(value)).then_some("a whole number, 0 or more"),
        "baseline" | "tuned" => (!value.is_bool()).then_some("true or false"),
        "files" => (!value.is_array()).then_some("a list of names in brackets"),
        "budget" => (!value.is_table()).then_some("a table, such as { checks = 1000 }"),
        "label" | "method" | "preset" | "model" | "group" | "corpus" | "kind" => {
            (!value.is_str()).then_some("a text in quotes")
        }
        _ => match value.as_array() {
            Some(list) if lists && list.is_empty() => return Some(format!("`{key}` has no value: the list is empty")),
            Some(_) if lists => None,
            Some(_) => {
                return Some(format!(
                    "`{key}` takes one value here; several are the levels of a factor, under [factors]"
                ));
            }
            None => value.is_table().then_some("one value"),
        },
    }?;
    let given = match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.to_string(),
        other => format!("a {}", other.type_str()),
    };
    Some(format!("`{key}` takes {wanted}, not {given}"))
}

/// A message of the parser without the names of types.
pub(crate) fn plain(message: &str) -> String {
    let types = [
        ("u64", "a whole number, 0 or more"),
        ("usize", "a whole number, 0 or more"),
        ("f64", "a number"),
        ("struct Limits", "a table, such as { checks = 1000 }"),
        ("struct ArmSpec", "a table"),
        ("struct Instances", "a table"),
        ("a sequence", "a list in brackets"),
        ("a map", "a table"),
    ];
    let ending = |(name, words): &(&str, &str)| {
        let head = message.strip_suffix(name)?.strip_suffix("expected ")?;
        Some(format!("{head}expected {words}"))
    };
    types.iter().find_map(ending).unwrap_or_else(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_fields() {
        let text = "name = \"x\"\n[[arms]]\nmethod = \"sat\"\n[[arms]]\nmethod = \"backtracking\"\ninference = \"mak\"\n\
                    [factors]\norder = [\"mrv\", \"mrv\"]\n";
        let line = |way: &[&str]| text[..place(text, way)].matches('\n').count() + 1;
        assert_eq!(line(&["arms", "1", "inference"]), 6);
        assert_eq!(line(&["arms", "0", "method"]), 3);
        assert_eq!(&text[place(text, &["factors", "order", "1"])..][..6], "\"mrv\"]");
        assert_eq!(line(&["arms", "1", "order"]), 4, "the arm itself");
        assert_eq!(place(text, &["nothing"]), 0);
    }
}
