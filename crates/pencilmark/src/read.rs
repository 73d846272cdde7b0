//! Reading: which kind and which format a text is in, and what is wrong if none fits.
//!
//! Every format says by the shape of the text whether it may be its own. If one has a signature (`Sniff::Yes`), only
//! such formats are tried, and their error counts. Otherwise all that may fit are tried; if puzzles of two kinds come
//! out, the text is ambiguous, and the answer is an error that says how to choose: nothing is guessed.

use pencilmark_puzzles::text::batch::{Block, blocks};
use pencilmark_puzzles::text::{json, rows};
use pencilmark_puzzles::{Hints, ParseError, Sniff, Source};

use crate::Puzzle;
use crate::answer::read_position;
use crate::registry::{FormatInfo, JSON, KindEntry, kind, kinds};
use crate::write::from_json;

/// What the caller knows about a text.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The kind, if it is not to be detected.
    pub kind: Option<String>,
    /// The format, if it is not to be detected.
    pub format: Option<String>,
    /// What the text may leave open.
    pub hints: Hints,
}

impl Puzzle {
    /// Reads one puzzle; kind and format are detected.
    ///
    /// ```
    /// let error = pencilmark::Puzzle::parse("8x8:123").unwrap_err();
    /// assert_eq!((error.line, error.column), (1, 8));
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_with("text", text, &ReadOptions::default())
    }

    /// Reads one puzzle from a text that errors call `name`.
    pub fn parse_with(name: &str, text: &str, options: &ReadOptions) -> Result<Self, ParseError> {
        let mut all = read(name, text, options);
        match all.len() {
            1 => all.remove(0),
            0 => Err(no_puzzle(name)),
            more => {
                let source = Source::new(name, text);
                let what = format!("there are {more} puzzles here");
                Err(source.error_at_start(what, "give one at a time, or read them as a batch"))
            }
        }
    }
}

/// Text from bytes: UTF-8, without a byte order mark.
pub fn decode<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, ParseError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let good = &bytes[..error.valid_up_to()];
            let good = String::from_utf8_lossy(good);
            let line = 1 + good.matches('\n').count();
            let column = 1 + good.rsplit('\n').next().map_or(0, |tail| tail.chars().count());
            let byte = bytes[error.valid_up_to()];
            let what = format!("byte 0x{byte:02x} is not UTF-8 text");
            let remedy = "save the file as UTF-8; a binary file holds no puzzle";
            Err(Source::new(name, "").error((line, column), what, remedy))
        }
    }
}

/// Reads every puzzle of a text, in order; one that cannot be read does not stop the rest.
pub fn read(name: &str, text: &str, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let source = Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(text));
    let wants_json = options.format.as_deref() == Some(JSON.0);
    let looks_json = source.text.trim_start().starts_with('{') && options.format.is_none();
    if wants_json || looks_json { read_json(&source, options) } else { read_text(&source, options) }
}

/// The error for a text without any puzzle.
pub fn no_puzzle(name: &str) -> ParseError {
    Source::new(name, "").error(
        (1, 1),
        "there is no puzzle here",
        "give at least one; `pencilmark template KIND` shows how",
    )
}

fn read_json(source: &Source<'_>, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let mut all = Vec::new();
    let mut rest = *source;
    loop {
        let blank = rest.text.len() - rest.text.trim_start().len();
        rest = skip(&rest, blank);
        if rest.text.is_empty() {
            return all;
        }
        match json::read_value(&rest) {
            Ok((value, length)) => {
                all.push(from_json(&rest, &value, options));
                rest = skip(&rest, length);
            }
            Err(error) => {
                // Go on at the next line that starts an object.
                all.push(Err(error));
                match rest.text.find("\n{") {
                    Some(at) => rest = skip(&rest, at + 1),
                    None => return all,
                }
            }
        }
    }
}

/// The source after `bytes` bytes. Positions inside a JSON value count from its first line, so a value that starts in
/// the middle of a line keeps that line's number.
fn skip<'a>(source: &Source<'a>, bytes: usize) -> Source<'a> {
    let lines = source.text[..bytes].bytes().filter(|&byte| byte == b'\n').count();
    Source { text: &source.text[bytes..], first_line: source.first_line + lines, ..*source }
}

fn read_text(source: &Source<'_>, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let formats = match candidates(source, options) {
        Ok(formats) => formats,
        Err(error) => return vec![Err(error)],
    };
    let mut all = Vec::new();
    for block in blocks(source) {
        match split_lines(&block, &formats, &options.hints) {
            Some(lines) => all.extend(lines.iter().map(|line| detect(line, &formats, options))),
            None => all.push(read_block(&block, &formats, options)),
        }
    }
    all
}

type Candidate = (&'static KindEntry, &'static FormatInfo);

/// The formats that the options leave.
fn candidates(source: &Source<'_>, options: &ReadOptions) -> Result<Vec<Candidate>, ParseError> {
    let all = |entry: &'static KindEntry| entry.formats.iter().map(move |format| (entry, format));
    let names = |names: Vec<&str>| names.join(", ");
    let of_kind: Vec<Candidate> = match options.kind.as_deref() {
        None => kinds().iter().flat_map(all).collect(),
        Some(id) => {
            let Some(entry) = kind(id) else {
                let known = names(kinds().iter().map(|entry| entry.info.id).collect());
                let what = format!("there is no kind {}", rows::shown(id));
                return Err(source.error_at_start(what, format!("choose one of {known}")));
            };
            all(entry).collect()
        }
    };
    let Some(wanted) = options.format.as_deref() else { return Ok(of_kind) };
    let chosen: Vec<Candidate> = of_kind.iter().copied().filter(|(_, format)| format.id == wanted).collect();
    if chosen.is_empty() {
        let mut known: Vec<&str> = of_kind.iter().map(|(_, format)| format.id).chain([JSON.0]).collect();
        known.sort_unstable();
        known.dedup();
        let what = format!("there is no format {}", rows::shown(wanted));
        return Err(source.error_at_start(what, format!("choose one of {}", names(known))));
    }
    Ok(chosen)
}

/// The lines of a block that holds one puzzle a line. `None` if it is one puzzle.
fn split_lines<'a>(block: &Block<'a>, formats: &[Candidate], hints: &Hints) -> Option<Vec<Source<'a>>> {
    let body = block.body;
    let lines: Vec<Source<'a>> =
        body.content().map(|line| Source { name: body.name, text: line.text, first_line: line.number }).collect();
    if lines.len() < 2 || block.solution.is_some() || block.position.is_some() {
        return None;
    }
    let by_line: Vec<&Candidate> = formats.iter().filter(|(_, format)| format.one_line).collect();
    let fits = |line: &&Source<'a>| by_line.iter().any(|(_, format)| (format.sniff)(line) > Sniff::No);
    let fitting = lines.iter().filter(fits).count();
    if fitting * 2 <= lines.len() {
        return None;
    }
    // Sixteen lines of sixteen characters may be one board: believe the lines only if the whole does not read.
    let whole = formats.iter().filter(|(_, format)| !format.one_line && (format.sniff)(&body) > Sniff::No);
    let reads = whole.into_iter().any(|(_, format)| (format.read)(&body, hints).is_ok());
    (!reads).then_some(lines)
}

fn read_block(block: &Block<'_>, formats: &[Candidate], options: &ReadOptions) -> Result<Puzzle, ParseError> {
    let mut puzzle = detect(&block.body, formats, options)?;
    if let Some(solution) = &block.solution {
        let solution = puzzle.read_answer(solution)?;
        puzzle = puzzle.with_solution(solution);
    }
    if let Some(position) = &block.position {
        let position = read_position(&puzzle, position)?;
        puzzle = puzzle.with_position(position);
    }
    Ok(puzzle)
}

/// Tries the formats on the text of one puzzle.
fn detect(source: &Source<'_>, formats: &[Candidate], options: &ReadOptions) -> Result<Puzzle, ParseError> {
    let sniffed: Vec<(Sniff, Candidate)> =
        formats.iter().map(|&candidate| ((candidate.1.sniff)(source), candidate)).collect();
    let best = sniffed.iter().map(|(sniff, _)| *sniff).max().unwrap_or(Sniff::No);
    let named = options.kind.is_some() || options.format.is_some();
    if best == Sniff::No && !named {
        return Err(unknown(source));
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
        0 => Err(best_error(source, errors)),
        _ => Err(ambiguous(source, &found)),
    }
}

fn unknown(source: &Source<'_>) -> ParseError {
    let start = source.content().next().map_or("", |line| line.text.trim());
    let what = format!("{} is not a puzzle in any format known here", rows::shown(start));
    let remedy = "see `pencilmark list formats`; with --kind the error says what is expected";
    source.error_at_start(what, remedy)
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

fn ambiguous(source: &Source<'_>, found: &[(Candidate, Puzzle)]) -> ParseError {
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
