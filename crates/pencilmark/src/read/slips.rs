//! Slips that make a text unreadable and that no format reports: a marker without its `#`, sections
//! with misspelt names, or without their `[begin]` or `puzzle NAME`.

use pencilmark_puzzles::text::rows::shown;
use pencilmark_puzzles::{ParseError, Remedy, Source};
use pencilmark_search::names::nearest;

/// Words that mark the parts of a text below its puzzle.
const MARKERS: [&str; 2] = ["position", "solution"];

/// Names of sections that only janko.at files have.
const SECTIONS: [&str; 3] = ["[problem]", "[areas]", "[end]"];

/// Names of the sections of all formats.
const KNOWN: [&str; 7] = ["Puzzle", "State", "begin", "problem", "areas", "solution", "end"];

/// Returns an error that names the slip in an unreadable text, if it has a known one.
pub(super) fn slip(source: &Source<'_>) -> Option<ParseError> {
    let slips = [bare_marker, misspelt_section, missing_begin, missing_name];
    slips.into_iter().find_map(|slip| slip(source))
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

/// Finds a section that almost has the name of a known one.
fn misspelt_section(source: &Source<'_>) -> Option<ParseError> {
    source.content().find_map(|line| {
        let token = line.trimmed();
        let name = token.text.strip_prefix('[')?.strip_suffix(']')?;
        let is_known = KNOWN.into_iter().any(|known| known.eq_ignore_ascii_case(name));
        let is_word = !is_known && name.chars().all(char::is_alphabetic);
        let meant = nearest(name, KNOWN).filter(|_| is_word)?;
        let what = format!("unknown section {}", shown(token.text));
        Some(source.error_at(&token, what, format!("did you mean `[{meant}]`?")))
    })
}

/// Whether a line names the puzzle of a janko.at file.
fn is_named(source: &Source<'_>) -> bool {
    source.content().any(|line| {
        let word = line.text.split_whitespace().next();
        word.is_some_and(|word| word.eq_ignore_ascii_case("puzzle"))
    })
}

/// Finds a `[begin]` without a line `puzzle NAME` below it.
fn missing_name(source: &Source<'_>) -> Option<ParseError> {
    let first = source.content().next()?.trimmed();
    let is_missing = first.text.eq_ignore_ascii_case("[begin]") && !is_named(source);
    is_missing.then(|| source.error_at(&first, "no line `puzzle NAME`", "add it below [begin]"))
}

/// Finds sections without a `[begin]` line above them.
fn missing_begin(source: &Source<'_>) -> Option<ParseError> {
    let first = source.content().next()?.trimmed();
    let is_section = |text: &str| SECTIONS.into_iter().any(|section| section.eq_ignore_ascii_case(text.trim()));
    if first.text.eq_ignore_ascii_case("[begin]") || !source.content().any(|line| is_section(line.text)) {
        return None;
    }
    let remedy = if is_named(source) {
        Remedy::new("write the line [begin] above this one")
    } else {
        Remedy::new("begin with the lines [begin] and `puzzle NAME`, as in the empty form").or_set(Remedy::TEMPLATE)
    };
    Some(source.error_at(&first, "there are sections, but no [begin]", remedy))
}
