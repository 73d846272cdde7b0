//! Reading: which kind and which format a text is in, and what is wrong if none fits.
//!
//! Every format says by the shape of the text whether it may be its own. If one has a signature (`Sniff::Yes`), only
//! such formats are tried, and their error counts. Otherwise all that may fit are tried; if puzzles of two kinds come
//! out, the text is ambiguous, and the answer is an error that says how to choose: nothing is guessed.

mod detect;
mod objects;

use pencilmark_puzzles::text::batch::{Block, blocks};
use pencilmark_puzzles::text::json::Reader;
use pencilmark_puzzles::text::rows;
use pencilmark_puzzles::{Hints, ParseError, Sniff, Source};

use crate::Puzzle;
use crate::answer::read_position;
use crate::registry::{FormatInfo, JSON, KindEntry, kind, kinds};
use detect::detect;
use objects::{begins_object, lines, read_json, read_objects};

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
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let good = good.strip_prefix('\u{feff}').unwrap_or(&good);
            let line = 1 + good.matches('\n').count();
            let column = 1 + good.rsplit('\n').next().unwrap_or(good).chars().count();
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
    if let Err(error) = candidates(&source, options) {
        return vec![Err(error)];
    }
    match options.format.as_deref() {
        None => read_mixed(&source, options),
        Some(id) if id == JSON.0 => read_json(&source, options),
        Some(_) => read_text(&source, options),
    }
}

/// The error for a text without any puzzle.
pub fn no_puzzle(name: &str) -> ParseError {
    Source::new(name, "").error(
        (1, 1),
        "there is no puzzle here",
        "give at least one; `pencilmark template KIND` shows how",
    )
}

/// Texts and JSON objects in any order: an object begins on a line of its own.
fn read_mixed(source: &Source<'_>, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let mut all = Vec::new();
    let mut reader = Reader::new(source);
    while !reader.rest().is_empty() {
        let (text, first_line) = (reader.rest(), reader.place().0);
        let length = lines(text).find(|(_, line)| begins_object(line)).map_or(text.len(), |(at, _)| at);
        all.extend(read_text(&Source { name: source.name, text: &text[..length], first_line }, options));
        reader.skip(length);
        all.extend(read_objects(source, &mut reader, options));
    }
    all
}

fn read_text(source: &Source<'_>, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let formats = match candidates(source, options) {
        Ok(formats) => formats,
        Err(error) => return vec![Err(error)],
    };
    let mut all = Vec::new();
    for block in blocks(source) {
        match block.kind.filter(|_| options.kind.is_none()) {
            None => read_blocks(&block, &formats, options, &mut all),
            Some(stated) => {
                let options = ReadOptions { kind: Some(stated.text.to_owned()), ..options.clone() };
                let place = Source { text: stated.text, first_line: stated.line, ..*source };
                match candidates(&place, &options) {
                    Ok(formats) => read_blocks(&block, &formats, &options, &mut all),
                    Err(error) => all.push(Err(ParseError { column: stated.column, ..error })),
                }
            }
        }
    }
    all
}

/// A block is one puzzle, or one a line.
fn read_blocks(
    block: &Block<'_>,
    formats: &[Candidate],
    options: &ReadOptions,
    all: &mut Vec<Result<Puzzle, ParseError>>,
) {
    match split_lines(block, formats, &options.hints) {
        Err(error) => all.push(Err(error)),
        Ok(Some(lines)) => {
            let last = lines.len() - 1;
            for (index, body) in lines.into_iter().enumerate() {
                // What follows `# solution` belongs to the puzzle above it.
                let (solution, position) = if index == last { (block.solution, block.position) } else { (None, None) };
                all.push(read_block(&Block { body, solution, position, kind: None }, formats, options));
            }
        }
        Ok(None) => all.push(read_block(block, formats, options)),
    }
}

/// How many lines are looked at to tell one puzzle a line from one puzzle.
const SAMPLE: usize = 1000;

type Candidate = (&'static KindEntry, &'static FormatInfo);

/// The formats that the options leave; JSON is not among them.
fn candidates(source: &Source<'_>, options: &ReadOptions) -> Result<Vec<Candidate>, ParseError> {
    let all = |entry: &'static KindEntry| entry.formats.iter().map(move |format| (entry, format));
    let (of_kind, title): (Vec<Candidate>, _) = match options.kind.as_deref() {
        None => (kinds().iter().flat_map(all).collect(), None),
        Some(id) => {
            let Some(entry) = kind(id) else {
                let known: Vec<&str> = kinds().iter().map(|entry| entry.info.id).collect();
                let what = format!("there is no kind {}", rows::shown(id));
                return Err(source.error_at_start(what, format!("choose one of {}", known.join(", "))));
            };
            (all(entry).collect(), Some(entry.info.title))
        }
    };
    let Some(wanted) = options.format.as_deref() else { return Ok(of_kind) };
    let chosen: Vec<Candidate> = of_kind.iter().copied().filter(|(_, format)| format.id == wanted).collect();
    if chosen.is_empty() && wanted != JSON.0 {
        let mut known: Vec<&str> = of_kind.iter().map(|(_, format)| format.id).chain([JSON.0]).collect();
        known.sort_unstable();
        known.dedup();
        let who = title.map_or_else(|| "there is".to_owned(), |title| format!("{title} has"));
        let what = format!("{who} no format {}", rows::shown(wanted));
        return Err(source.error_at_start(what, format!("choose one of {}", known.join(", "))));
    }
    Ok(chosen)
}

/// The lines of a block that holds one puzzle a line. `None` if it is one puzzle.
fn split_lines<'a>(
    block: &Block<'a>,
    formats: &[Candidate],
    hints: &Hints,
) -> Result<Option<Vec<Source<'a>>>, ParseError> {
    let body = block.body;
    let lines: Vec<Source<'a>> =
        body.content().map(|line| Source { name: body.name, text: line.text, first_line: line.number }).collect();
    if lines.len() < 2 {
        return Ok(None);
    }
    let mut whole: Vec<(Sniff, &Candidate)> =
        formats.iter().filter(|(_, format)| !format.one_line).map(|one| ((one.1.sniff)(&body), one)).collect();
    if whole.iter().any(|(sniff, _)| *sniff == Sniff::Yes) {
        return Ok(None);
    }
    whole.retain(|(sniff, _)| *sniff > Sniff::No);
    let fit = |line: &Source<'a>| {
        formats.iter().find(|(_, format)| format.one_line && (format.sniff)(line) > Sniff::No).map(|(_, format)| format)
    };
    // Of a long file, the first lines tell.
    let sample = &lines[..lines.len().min(SAMPLE)];
    let fitting = sample.iter().filter(|&line| fit(line).is_some()).count();
    if fitting * 2 <= sample.len() {
        return Ok((fitting > 0 && whole.is_empty()).then_some(lines));
    }
    // Sixteen lines of sixteen characters may be one board, too.
    let one = whole.iter().map(|(_, (_, format))| format).find(|format| (format.read)(&body, hints).is_ok());
    match (one, fit(&lines[0])) {
        (None, _) => Ok(Some(lines)),
        (Some(one), Some(each)) if fitting == lines.len() => {
            let what = format!("this may be one board, or {} puzzles, one a line", lines.len());
            Err(body.error_at_start(what, format!("say which with --from {} or --from {}", one.id, each.id)))
        }
        _ => Ok(None),
    }
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
