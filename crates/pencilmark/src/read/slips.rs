//! Slips that make a text unreadable and that no format reports: a marker without its `#`, sections
//! without their `[begin]`.

use pencilmark_puzzles::text::rows::shown;
use pencilmark_puzzles::{ParseError, Remedy, Source};

/// Words that mark the parts of a text below its puzzle.
const MARKERS: [&str; 2] = ["position", "solution"];

/// Names of sections that only janko.at files have.
const SECTIONS: [&str; 3] = ["[problem]", "[areas]", "[end]"];

/// Returns an error that names the slip in an unreadable text, if it has a known one.
pub(super) fn slip(source: &Source<'_>) -> Option<ParseError> {
    bare_marker(source).or_else(|| missing_begin(source))
}

/// Finds a line `position` or `solution` without `#`.
fn bare_marker(source: &Source<'_>) -> Option<ParseError> {
    source.content().find_map(|line| {
        let token = line.trimmed();
        let word = token.text.trim_end_matches(':').trim_end();
        let marker = MARKERS.into_iter().find(|marker| marker.eq_ignore_ascii_case(word))?;
        let what = format!("{} is not a row of cells", shown(token.text));
        Some(source.error_at(&token, what, format!("if what is below it is a {marker}, write `# {marker}`")))
    })
}

/// Finds sections without a `[begin]` line above them.
fn missing_begin(source: &Source<'_>) -> Option<ParseError> {
    let first = source.content().next()?.trimmed();
    let is_section = |text: &str| SECTIONS.into_iter().any(|section| section.eq_ignore_ascii_case(text.trim()));
    if first.text.eq_ignore_ascii_case("[begin]") || !source.content().any(|line| is_section(line.text)) {
        return None;
    }
    let is_named = source.content().any(|line| {
        let word = line.text.split_whitespace().next();
        word.is_some_and(|word| word.eq_ignore_ascii_case("puzzle"))
    });
    let remedy = if is_named {
        Remedy::new("write the line [begin] above this one")
    } else {
        Remedy::new("begin with the lines [begin] and `puzzle NAME`, as in the empty form").or_set(Remedy::TEMPLATE)
    };
    Some(source.error_at(&first, "there are sections, but no [begin]", remedy))
}
