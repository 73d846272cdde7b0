//! Which format one puzzle is in, and the error that helps most when it is in none.

use pencilmark_puzzles::text::janko::Janko;
use pencilmark_puzzles::text::{Token, rows};
use pencilmark_puzzles::{ParseError, Sniff, Source};

use super::{Candidate, ReadOptions, no_puzzle};
use crate::Puzzle;

/// Tries the formats on the text of one puzzle.
pub(super) fn detect(source: &Source<'_>, formats: &[Candidate], options: &ReadOptions) -> Result<Puzzle, ParseError> {
    let sniffed: Vec<(Sniff, Candidate)> =
        formats.iter().map(|&candidate| ((candidate.1.sniff)(source), candidate)).collect();
    let best = sniffed.iter().map(|(sniff, _)| *sniff).max().unwrap_or(Sniff::No);
    let named = options.kind.is_some() || options.format.is_some();
    if best == Sniff::No && !named {
        return Err(near_miss(source, formats, options));
    }
    let mut found: Vec<(Candidate, Puzzle)> = Vec::new();
    let mut errors: Vec<(Candidate, ParseError)> = Vec::new();
    for (_, candidate) in sniffed.into_iter().filter(|(sniff, _)| *sniff == best) {
        match (candidate.1.read)(source, &options.hints) {
            Ok(puzzle) if found.iter().any(|(_, other)| other.same_as(&puzzle)) => {}
            Ok(puzzle) => found.push((candidate, puzzle)),
            Err(error) => errors.push((candidate, error)),
        }
    }
    match found.len() {
        1 => Ok(found.remove(0).1),
        0 if best == Sniff::No => Err(plainest_error(source, errors)),
        0 => Err(best_error(source, errors)),
        _ => Err(ambiguous(source, &found)),
    }
}

/// Texts longer than this are not tried in every format when none takes them for its own.
const LONGEST_NEAR_MISS: usize = 20_000;

/// The error for a text that no format takes for its own: where the reader that got furthest stopped, if one got
/// anywhere.
fn near_miss(source: &Source<'_>, formats: &[Candidate], options: &ReadOptions) -> ParseError {
    let (Some(first), Some(_)) = (source.content().next(), source.content().nth(1)) else { return unknown(source) };
    let (start, text) = ((first.number, first.trimmed().column), first.text.trim());
    let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".,_#@|+*-()[]?!'\"".contains(c);
    let is_named = text.starts_with("http") || text.eq_ignore_ascii_case("[begin]");
    if source.text.len() > LONGEST_NEAR_MISS || is_named || !text.chars().all(is_plain) {
        return unknown(source);
    }
    // A reader that only misses something at the end has not understood much: it may be any other format.
    let end = source.error_at_end("", "");
    let is_inside = |error: &ParseError| {
        let place = (error.line, error.column);
        place > start && place < (end.line, end.column)
    };
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for &candidate in formats.iter().filter(|(_, format)| !format.one_line) {
        match (candidate.1.read)(source, &options.hints) {
            Ok(puzzle) => found.push((candidate, puzzle)),
            Err(error) if is_inside(&error) => errors.push((candidate, error)),
            Err(_) => {}
        }
    }
    match (found.is_empty(), errors.is_empty()) {
        (false, _) => ambiguous(source, &found),
        (true, false) => furthest_errors(source, errors),
        (true, true) => unknown(source),
    }
}

/// The error of the reader that got furthest, and all who stopped there.
fn furthest_errors(source: &Source<'_>, mut errors: Vec<(Candidate, ParseError)>) -> ParseError {
    let furthest = errors.iter().map(|(_, error)| (error.line, error.column)).max();
    errors.retain(|(_, error)| Some((error.line, error.column)) == furthest);
    let mut kinds: Vec<&Candidate> = errors.iter().map(|(candidate, _)| candidate).collect();
    kinds.dedup_by_key(|(entry, _)| entry.info.id);
    let titles: Vec<&str> = kinds.iter().map(|(entry, _)| entry.info.title).collect();
    let choices: Vec<String> = kinds.iter().map(|(entry, _)| format!("--kind {}", entry.info.id)).collect();
    let Some((_, first)) = errors.first() else { return unknown(source) };
    let what = format!("{} (read as {})", first.what, titles.join(" or "));
    let remedy = match choices.as_slice() {
        [_] => format!("{}; if it is another kind, name it with --kind", first.remedy),
        _ => format!("say which it is with {}, and the answer will be exact", choices.join(" or ")),
    };
    source.error((first.line, first.column), what, remedy)
}

/// The error for a text that no format takes for its own; a name in it is told.
fn unknown(source: &Source<'_>) -> ParseError {
    let start = source.content().next().map(|line| line.trimmed());
    let Some(start) = start else { return no_puzzle(source.name) };
    let formats = "see `pencilmark list formats` for what is read";
    let named = |token: &Token<'_>| {
        let what = format!("{} is no kind of puzzle known here", rows::shown(token.text));
        source.error_at(token, what, formats)
    };
    if start.text.eq_ignore_ascii_case("[begin]") {
        return Janko::read(source).map_or_else(|error| error, |file| named(&file.puzzle));
    }
    if start.text.starts_with("http://") || start.text.starts_with("https://") {
        // The address of a puzzle names its kind: `…/p?nurikabe/4/4/…`, `…?W=4x3&G=nurikabe`.
        let parts = start.split(|c| matches!(c, '?' | '&'));
        let genre = parts.iter().find_map(|part| Some((part, part.text.strip_prefix("G=")?)));
        if let Some((part, text)) = genre {
            return named(&Token { text, column: part.column + 2, ..*part });
        }
        if let Some(path) = parts.get(1) {
            return named(&path.split(|c| c == '/').first().copied().unwrap_or(*path));
        }
    }
    let what = format!("{} is not a puzzle in any format known here", rows::shown(start.text));
    source.error_at(&start, what, format!("{formats}; with --kind the error says what is expected"))
}

/// The error of the plainest format that the number of lines allows, for a text that has the look of none: the kinds
/// list the plainest first.
fn plainest_error(source: &Source<'_>, mut errors: Vec<(Candidate, ParseError)>) -> ParseError {
    let several = source.content().nth(1).is_some();
    let plainest = errors.iter().position(|((_, format), _)| !(several && format.one_line)).unwrap_or(0);
    if errors.is_empty() { unknown(source) } else { errors.swap_remove(plainest).1 }
}

/// The error of the reader that got furthest; with several kinds in play it says which.
fn best_error(source: &Source<'_>, errors: Vec<(Candidate, ParseError)>) -> ParseError {
    let several = errors.iter().any(|((entry, _), _)| entry.info.id != errors[0].0.0.info.id);
    let furthest = errors
        .into_iter()
        .reduce(|best, next| if (next.1.line, next.1.column) > (best.1.line, best.1.column) { next } else { best });
    let Some(((entry, format), mut error)) = furthest else { return unknown(source) };
    if several {
        error.what = format!("{} (read as {}, format {})", error.what, entry.info.title, format.id);
        error.remedy = format!("{}; or name the kind with --kind", error.remedy);
    }
    error
}

/// The error for a text with readings none of which is sure.
fn ambiguous(source: &Source<'_>, found: &[(Candidate, Puzzle)]) -> ParseError {
    if let [((entry, format), puzzle)] = found {
        let doubt = puzzle.contradiction().map_or("has not the look of it".to_owned(), |why| format!("then {why}"));
        let what = format!("this can be read as {} ({}), but {doubt}", entry.info.title, format.id);
        return source.error_at_start(what, format!("if it is one, say so with --kind {}", entry.info.id));
    }
    let readings: Vec<String> =
        found.iter().map(|((entry, format), _)| format!("{} ({})", entry.info.title, format.id)).collect();
    let one_kind = found.iter().all(|((entry, _), _)| entry.info.id == found[0].0.0.info.id);
    let choices: Vec<String> = found
        .iter()
        .map(
            |((entry, format), _)| {
                if one_kind { format!("--from {}", format.id) } else { format!("--kind {}", entry.info.id) }
            },
        )
        .collect();
    let what = format!("this may be {}", readings.join(" or "));
    source.error_at_start(what, format!("say which with {}", choices.join(" or ")))
}
