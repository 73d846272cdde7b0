//! Reading: which kind and which format a text is in, and what is wrong if none fits.
//!
//! Every format says by the shape of the text whether it may be its own. If one has a signature (`Sniff::Yes`), only
//! such formats are tried, and their error counts. Otherwise all that may fit are tried; if puzzles of two kinds come
//! out, the text is ambiguous, and the answer is an error that says how to choose: nothing is guessed.

mod binary;
mod boards;
mod chunk;
mod cut;
mod detect;
mod objects;
mod settings;
mod slips;
mod split;
mod stream;

use std::borrow::Cow;

use pencilmark_puzzles::text::batch::{Block, blocks, meant_marker};
use pencilmark_puzzles::text::json::Reader;
use pencilmark_puzzles::text::{Token, bytes, rows};
use pencilmark_puzzles::{ParseError, Remedy, Settings, Source};

use crate::Puzzle;
use crate::answer::{check_entries, read_position};
use crate::registry::{FormatEntry, JSON, KindEntry, Registry, choices};
use binary::not_text;
use boards::read_boards;
pub(crate) use chunk::What;
pub use chunk::{Chunk, Entry};
use detect::detect;
use objects::{begins_object, lines, read_json, read_objects};
use slips::slip;
use split::{Among, Split, counts, litter, split_lines};
pub use stream::{Chunks, chunks};

/// What the caller knows about a text.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The kind, if it is not to be detected.
    pub kind: Option<String>,
    /// The format, if it is not to be detected.
    pub format: Option<String>,
    /// What the text may leave open; each kind looks at its own settings.
    pub settings: Settings,
    /// The kinds to choose from.
    pub registry: Registry,
}

impl ReadOptions {
    /// With the kind's own name and the settings that it has under the name given.
    fn resolved(&self) -> Cow<'_, Self> {
        let own = |id: &str| self.registry.kind(id).map(|entry| entry.info.id).filter(|own| *own != id);
        let Some((id, own)) = self.kind.as_deref().and_then(|id| Some((id, own(id)?))) else {
            return Cow::Borrowed(self);
        };
        let (kind, settings) = (Some(own.to_owned()), self.registry.settings_of(id, &self.settings));
        Cow::Owned(Self { kind, settings, ..self.clone() })
    }
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

/// Reads one puzzle; kind and format are detected.
impl std::str::FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Text from bytes, without a byte order mark. Bytes that are not UTF-8 are kept in a way that makes [`read`] refuse the puzzles they are in; a file
/// that is not text at all is an error.
pub fn decode<'a>(name: &str, bytes: &'a [u8]) -> Result<Cow<'a, str>, ParseError> {
    match not_text(name, bytes) {
        Some(error) => Err(error),
        None => Ok(bytes::decode(bytes.strip_prefix(MARK).unwrap_or(bytes))),
    }
}

/// The mark of the byte order.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads every puzzle of a text, in order; one that cannot be read does not stop the rest.
pub fn read(name: &str, text: &str, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    entries(name, text, options).into_iter().map(Entry::puzzle).collect()
}

/// The same with the lines where they begin.
pub(crate) fn entries(name: &str, text: &str, options: &ReadOptions) -> Vec<Entry> {
    let text = with_line_feeds(text.strip_prefix('\u{feff}').unwrap_or(text));
    let source = Source::new(name, &text);
    let options = options.resolved();
    match candidates(&source, &options) {
        Ok(_) => read_source(&source, &options),
        Err(error) => vec![Entry::error(error)],
    }
}

/// A text all of whose lines end with a line feed.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    bytes::unify_line_ends(&mut bytes, 0, true);
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn read_source(source: &Source<'_>, options: &ReadOptions) -> Vec<Entry> {
    match options.format.as_deref() {
        None => read_mixed(source, options),
        Some(id) if id == JSON.0 => read_json(source, options),
        Some(_) => read_text(source, options),
    }
}

/// The error for a text without any puzzle.
pub fn no_puzzle(name: &str) -> ParseError {
    Source::new(name, "").error(
        (1, 1),
        "there is no puzzle here",
        Remedy::new("give at least one; an empty form shows how").or_set(Remedy::TEMPLATE),
    )
}

/// Texts and JSON objects in any order: an object begins on a line of its own, and ends a table.
fn read_mixed(source: &Source<'_>, options: &ReadOptions) -> Vec<Entry> {
    let mut all = Vec::new();
    let mut reader = Reader::new(source);
    let mut columns = source.columns;
    while !reader.rest().is_empty() {
        let (text, first_line) = (reader.rest(), reader.place().0);
        let length = lines(text).find(|(at, _)| begins_object(&text[*at..])).map_or(text.len(), |(at, _)| at);
        all.extend(read_text(&Source { text: &text[..length], first_line, columns, ..*source }, options));
        columns = None;
        reader.skip(length);
        all.extend(read_objects(source, &mut reader, options));
    }
    all
}

fn read_text(source: &Source<'_>, options: &ReadOptions) -> Vec<Entry> {
    let formats = match candidates(source, options) {
        Ok(formats) => formats,
        Err(error) => return vec![Entry::error(error)],
    };
    let mut all = Vec::new();
    for block in blocks(source) {
        match of_kind(source, block.kind, options) {
            None => read_blocks(&block, &formats, options, &mut all),
            Some(Ok((options, formats))) => read_blocks(&block, &formats, &options, &mut all),
            Some(Err(error)) => all.push(Entry::error(error)),
        }
        all.extend(misspelt(&block));
    }
    all
}

/// The options and formats that a comment `# kind: NAME` leaves. `None`: there is none that counts.
fn of_kind(
    source: &Source<'_>,
    stated: Option<Token<'_>>,
    options: &ReadOptions,
) -> Option<Result<(ReadOptions, Vec<Candidate>), ParseError>> {
    let stated = stated.filter(|_| options.kind.is_none())?;
    let options = ReadOptions { kind: Some(stated.text.to_owned()), ..options.clone() }.resolved().into_owned();
    let place = Source { text: stated.text, first_line: stated.line, ..*source };
    Some(match candidates(&place, &options) {
        Ok(formats) => Ok((options, formats)),
        Err(error) => Err(ParseError { column: stated.column, ..error }),
    })
}

/// Reads a block as one puzzle, or as one puzzle per line.
fn read_blocks(block: &Block<'_>, formats: &[Candidate], options: &ReadOptions, all: &mut Vec<Entry>) {
    if let Some(error) = stray(block) {
        return all.push(Entry::error(error));
    }
    match split_lines(block, formats, &options.settings) {
        Err(error) => all.push(Entry::error(error)),
        Ok(Split::Lines(lines, among)) => {
            if among == Among::Others {
                all.push(Entry::error(litter(&block.body)));
            }
            read_lines(block, lines, among, formats, options, all);
        }
        Ok(Split::One) => {
            let (line, puzzle) = (first_line(block), read_block(block, formats, options));
            let puzzle = match puzzle.map_err(|error| (slip(&block.body), error)) {
                Ok(puzzle) => Ok(puzzle),
                Err((Some(slip), _)) => Err(slip),
                Err((None, _)) if read_boards(block, formats, options, all) => return,
                Err((None, error)) => Err(error),
            };
            all.push(Entry::new(line, puzzle));
        }
    }
}

/// Reports a misspelt marker. The rows below it are not read: they are more likely entries than a
/// puzzle.
fn misspelt(block: &Block<'_>) -> Option<Entry> {
    let marker = block.misspelt?.trimmed();
    let what = format!("{} looks like a slip, and rows follow it", rows::shown(marker.text));
    let meant = meant_marker(&block.misspelt?).map_or_else(String::new, |meant| format!("did you mean `# {meant}`? "));
    let remedy = format!("{meant}above another puzzle, leave a blank line below the comment");
    Some(Entry::error(block.body.error_at(&marker, what, remedy)))
}

/// The error for a solution or a position without a puzzle. One that comes late, when its puzzle is answered already, is stray, too.
fn stray(block: &Block<'_>) -> Option<ParseError> {
    let marker = block.stray?;
    let what = format!("no puzzle stands above {}", rows::shown(marker.text.trim()));
    let remedy = "put the puzzle above it, without a pause in between; if this is the puzzle, delete that line";
    Some(block.body.error((marker.number, 1), what, remedy))
}

fn read_lines(
    block: &Block<'_>,
    lines: Vec<Source<'_>>,
    among: Among,
    formats: &[Candidate],
    options: &ReadOptions,
    all: &mut Vec<Entry>,
) {
    let last = lines.len().saturating_sub(1);
    for (index, body) in lines.into_iter().enumerate() {
        if !counts(&body, among, formats) {
            continue;
        }
        // What follows `# solution` belongs to the puzzle above it.
        let (solution, position) = if index == last { (block.solution, block.position) } else { (None, None) };
        all.push(read_entry(
            &Block { body, solution, position, kind: None, stray: None, misspelt: None },
            formats,
            options,
        ));
    }
}

type Candidate = (&'static KindEntry, &'static FormatEntry);

/// The formats that the options leave; JSON is not among them. Options that make no sense are an error.
fn candidates(source: &Source<'_>, options: &ReadOptions) -> Result<Vec<Candidate>, ParseError> {
    settings::check(source, options)?;
    let all = |entry: &'static KindEntry| entry.formats.iter().map(move |format| (entry, format));
    let (of_kind, title): (Vec<Candidate>, _) = match options.kind.as_deref() {
        None => (options.registry.kinds().iter().copied().flat_map(all).collect(), None),
        Some(id) => {
            let Some(entry) = options.registry.kind(id) else {
                let what = format!("there is no kind {}", rows::shown(id));
                return Err(source.error_at_start(what, choices(id, options.registry.kind_names())));
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
        return Err(source.error_at_start(what, choices(wanted, known)));
    }
    Ok(chosen)
}

/// The puzzle of a block, at its first line of content. If a slip keeps it from being read, the error names that. In a list of
/// lines, each line is such a block: what is wrong with one hides no other.
fn read_entry(block: &Block<'_>, formats: &[Candidate], options: &ReadOptions) -> Entry {
    let puzzle = read_block(block, formats, options);
    Entry::new(first_line(block), puzzle.map_err(|error| slip(&block.body).unwrap_or(error)))
}

/// The number of a block's first line of content.
fn first_line(block: &Block<'_>) -> usize {
    block.body.content().next().map_or(block.body.first_line, |line| line.number)
}

fn read_block(block: &Block<'_>, formats: &[Candidate], options: &ReadOptions) -> Result<Puzzle, ParseError> {
    let parts = [Some(&block.body), block.solution.as_ref(), block.position.as_ref()];
    if let Some(error) = parts.into_iter().flatten().find_map(bytes::refused) {
        return Err(error);
    }
    let mut puzzle = detect(&block.body, formats, options)?;
    check_entries(&block.body, &puzzle)?;
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
