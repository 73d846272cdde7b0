//! Which format one puzzle is in, and the error that helps most when it is in none.

use pencilmark_puzzles::text::drawing::Drawing;
use pencilmark_puzzles::text::janko::Janko;
use pencilmark_puzzles::text::{Token, rows};
use pencilmark_puzzles::{ParseError, Remedy, Sniff, Source};

use super::boards::width;
use super::no_puzzle;
use super::reading::{Candidate, Reading};
use crate::Puzzle;
use crate::registry::KindInfo;

/// Tries the formats on the text of one puzzle. They may have looked at it before: then `sniffed` has what each found.
pub(super) fn detect(
    source: &Source<'_>,
    sniffed: Option<Vec<Sniff>>,
    reading: &Reading,
) -> Result<Puzzle, ParseError> {
    let Some((text, columns, line)) = decoded(source) else { return detect_plain(source, sniffed, reading) };
    let plain = Source { first_line: line, ..Source::new(source.name, &text) };
    detect_plain(&plain, None, reading).map_err(|error| {
        let column = columns.get(error.column.saturating_sub(1)).copied().unwrap_or(error.column);
        ParseError { column, ..error }
    })
}

/// What each format finds in the shape of a text.
pub(super) fn sniff(source: &Source<'_>, reading: &Reading) -> Vec<Sniff> {
    reading.formats.iter().map(|(_, format)| (format.sniff)(source)).collect()
}

/// An address with percent signs decoded, for each character the column where it stands, and the line. A `%` is also a cell of some puzzles, so
/// only an address is decoded whose slashes are encoded, too, or one with a named board.
fn decoded(source: &Source<'_>) -> Option<(String, Vec<usize>, usize)> {
    const LONGEST: usize = 20_000;
    if source.text.len() > LONGEST || !source.text.contains('%') {
        return None;
    }
    let line = source.single_line()?;
    let (_, query) = line.text.split_once('?')?;
    let slashes = !query.contains('/') && (query.contains("%2F") || query.contains("%2f"));
    if !slashes && !query.contains("bd=") {
        return None;
    }
    let chars: Vec<char> = line.text.chars().collect();
    let (mut text, mut columns, mut at) = (String::new(), Vec::new(), 0);
    while let Some(&c) = chars.get(at) {
        let digit = |place: usize| chars.get(place).and_then(|c| c.to_digit(16));
        let code = (c == '%').then(|| Some(digit(at + 1)? * 16 + digit(at + 2)?)).flatten();
        columns.push(line.column + at);
        let decoded = code.and_then(char::from_u32).filter(char::is_ascii_graphic);
        text.push(decoded.unwrap_or(c));
        at += if decoded.is_some() { 3 } else { 1 };
    }
    columns.push(line.column + at);
    Some((text, columns, line.line))
}

/// The same for a text as it stands.
fn detect_plain(source: &Source<'_>, sniffed: Option<Vec<Sniff>>, reading: &Reading) -> Result<Puzzle, ParseError> {
    let Reading { options, formats } = reading;
    let sniffed = sniffed.unwrap_or_else(|| sniff(source, reading));
    let best = sniffed.iter().copied().max().unwrap_or(Sniff::No);
    let named = options.kind.is_some() || options.format.is_some();
    if best == Sniff::No && !named {
        return Err(near_miss(source, reading));
    }
    let mut found: Vec<(Candidate, Puzzle)> = Vec::new();
    let mut errors: Vec<(Candidate, ParseError)> = Vec::new();
    let fitting = formats.iter().zip(sniffed).filter(|(_, sniff)| *sniff == best);
    for (&candidate, _) in fitting {
        match candidate.1.read(source, &options.settings).map(|parsed| Puzzle::from_parsed(candidate.0, parsed)) {
            Ok(puzzle) if found.iter().any(|(_, other)| other.has_same_clues(&puzzle)) => {}
            Ok(puzzle) => found.push((candidate, puzzle)),
            Err(error) => errors.push((candidate, error)),
        }
    }
    match found.len() {
        1 => Ok(found.remove(0).1),
        0 if best == Sniff::No => Err(plainest_error(source, errors)),
        0 => Err(best_error(source, errors)),
        _ => Err(unclear(source, &found, reading)),
    }
}

/// Texts longer than this are not tried in every format when none takes them for its own.
const LONGEST_NEAR_MISS: usize = 20_000;

/// The error for a text that no format takes for its own: where the reader that got furthest stopped, if one got
/// anywhere.
fn near_miss(source: &Source<'_>, reading: &Reading) -> ParseError {
    let (Some(first), Some(_)) = (source.content().next(), source.content().nth(1)) else { return unknown(source) };
    let (start, text) = ((first.number, first.trimmed().column), first.text.trim());
    let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".,;_#@|+*-()[]?!'\"".contains(c);
    let is_named = text.starts_with("http") || text.eq_ignore_ascii_case("[begin]");
    if source.text.len() > LONGEST_NEAR_MISS || is_named || has_sections(source) || !text.chars().all(is_plain) {
        return unknown(source);
    }
    // A reader that only misses something at the end has not understood much: it may be any other format.
    let end = source.error_at_end("", "");
    let is_inside = |error: &ParseError| {
        let place = (error.line, error.column);
        place > start && place < (end.line, end.column)
    };
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for &candidate in reading.formats.iter().filter(|(_, format)| !format.one_line) {
        match candidate.1.read(source, &reading.options.settings).map(|parsed| Puzzle::from_parsed(candidate.0, parsed))
        {
            Ok(puzzle) => found.push((candidate, puzzle)),
            Err(error) if is_inside(&error) => errors.push((candidate, error)),
            Err(_) => {}
        }
    }
    match (found.is_empty(), errors.is_empty()) {
        (false, _) => unclear(source, &found, reading),
        (true, false) => furthest_errors(source, errors),
        (true, true) => unknown(source),
    }
}

/// Whether a text has the sections of a janko file.
fn has_sections(source: &Source<'_>) -> bool {
    source.content().any(|line| line.text.trim().eq_ignore_ascii_case("[problem]"))
}

/// The error of the reader that got furthest, and all who stopped there.
fn furthest_errors(source: &Source<'_>, mut errors: Vec<(Candidate, ParseError)>) -> ParseError {
    let furthest = errors.iter().map(|(_, error)| (error.line, error.column)).max();
    errors.retain(|(_, error)| Some((error.line, error.column)) == furthest);
    let mut kinds: Vec<&Candidate> = errors.iter().map(|(candidate, _)| candidate).collect();
    kinds.dedup_by_key(|(entry, _)| entry.info.id);
    let titles: Vec<&str> = kinds.iter().map(|(entry, _)| entry.info.title).collect();
    let Some((_, first)) = errors.first() else { return unknown(source) };
    let what = format!("{} (read as {})", first.what, titles.join(" or "));
    let remedy = match kinds.as_slice() {
        [_] => or_name_the_kind(first.remedy.clone()),
        _ => which_kind("say which kind it is; the error will then be exact", &kinds),
    };
    source.error((first.line, first.column), what, remedy)
}

/// The error for a text that no format takes for its own; a name in it is told.
fn unknown(source: &Source<'_>) -> ParseError {
    let start = source.content().next().map(|line| line.trimmed());
    let Some(start) = start else { return no_puzzle(source.name) };
    let formats = || Remedy::new("write it in one of the known formats").or_set(Remedy::FORMAT);
    let named = |token: &Token<'_>| {
        let what = format!("{} is no kind of puzzle known here", rows::shown(token.text));
        source.error_at(token, what, formats())
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
    if Drawing::is_framed(source) {
        let what = "this drawing cannot be read";
        let remedy = "a drawing is read with one board, its title above it, and without pencil marks";
        return source.error_at(&start, what, remedy);
    }
    let what = format!("{} is not a puzzle in any format known here", rows::shown(start.text));
    let remedy = Remedy::new("write it in one of the known formats, or say which kind it is to learn what is expected");
    source.error_at(&start, what, remedy.or_set(Remedy::KIND))
}

/// The error of the plainest format that the number of lines allows, for a text that looks like none of them: the kinds
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
        error.remedy = or_name_the_kind(error.remedy);
    }
    error
}

/// A square board whose last rows are missing.
struct CutOff {
    kind: &'static KindInfo,
    side: usize,
    rows: usize,
}

/// Looks for a square board that is cut off: with blank rows below, the text is a puzzle of a kind whose boards are square. A
/// third of its own cells must be blank: a full board is more likely of another kind.
fn cut_off(source: &Source<'_>, reading: &Reading) -> Option<CutOff> {
    let rows: Vec<&str> = source.content().take(MOST_ROWS).map(|line| line.text.trim()).collect();
    let side = width(rows.first()?).filter(|side| rows.len() < *side)?;
    let blanks = rows.iter().flat_map(|row| row.chars()).filter(|c| "._*-0".contains(*c)).count();
    if blanks * 3 < rows.len() * side || rows.iter().any(|row| width(row) != Some(side)) {
        return None;
    }
    let is_spaced = rows.iter().any(|row| row.contains(char::is_whitespace));
    let blank = vec!["."; side].join(if is_spaced { " " } else { "" });
    let missing = std::iter::repeat_n(blank.as_str(), side - rows.len());
    let text = rows.iter().copied().chain(missing).collect::<Vec<_>>().join("\n");
    let puzzle = detect_plain(&Source { text: &text, columns: None, notes: None, ..*source }, None, reading).ok()?;
    let fits = puzzle.kind().square && puzzle.shape() == (side, side) && puzzle.contradiction().is_none();
    fits.then(|| CutOff { kind: puzzle.kind(), side, rows: rows.len() })
}

/// More rows than a square board has.
const MOST_ROWS: usize = 100;

/// The error for a text with readings none of which is sure, or for a board that is cut off.
fn unclear(source: &Source<'_>, found: &[(Candidate, Puzzle)], reading: &Reading) -> ParseError {
    let Some(CutOff { kind, side, rows }) = cut_off(source, reading) else { return ambiguous(source, found) };
    let candidates: Vec<&Candidate> = found.iter().map(|(candidate, _)| candidate).collect();
    let titles: Vec<&str> = candidates.iter().map(|(entry, _)| entry.info.title).collect();
    let what = format!("a {} of this width has {side} rows, here are {rows}", kind.title);
    let remedy = format!("add the other rows; if it is {}, say so", titles.join(" or "));
    source.error_at_start(what, which_kind(&remedy, &candidates))
}

/// The error for a text with readings none of which is sure.
fn ambiguous(source: &Source<'_>, found: &[(Candidate, Puzzle)]) -> ParseError {
    if let [((entry, format), puzzle)] = found {
        let doubt = puzzle.contradiction().map_or("hardly looks like one".to_owned(), |why| format!("then {why}"));
        let what = format!("this can be read as {} ({}), but {doubt}", entry.info.title, format.id);
        return source.error_at_start(what, Remedy::new("if it is one, say so").or_set_to(Remedy::KIND, entry.info.id));
    }
    let readings: Vec<String> =
        found.iter().map(|((entry, format), _)| format!("{} ({})", entry.info.title, format.id)).collect();
    let one_kind = found.iter().all(|((entry, _), _)| entry.info.id == found[0].0.0.info.id);
    let what = format!("this may be {}", readings.join(" or "));
    let candidates: Vec<&Candidate> = found.iter().map(|(candidate, _)| candidate).collect();
    let remedy = if one_kind {
        let formats = candidates.into_iter().map(|(_, format)| format.id);
        formats.fold(Remedy::new("say which format it is"), |remedy, id| remedy.or_set_to(Remedy::FORMAT, id))
    } else {
        which_kind("say which kind it is", &candidates)
    };
    source.error_at_start(what, remedy)
}

/// To say which of these kinds it is.
fn which_kind(text: &str, kinds: &[&Candidate]) -> Remedy {
    kinds.iter().fold(Remedy::new(text), |remedy, (entry, _)| remedy.or_set_to(Remedy::KIND, entry.info.id))
}

/// The same remedy, or to say that it is another kind.
fn or_name_the_kind(mut remedy: Remedy) -> Remedy {
    remedy.text += "; or say which kind it is";
    remedy.or_set(Remedy::KIND)
}
