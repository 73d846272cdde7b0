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
mod reading;
mod settings;
mod slips;
mod split;
mod stream;

use std::borrow::Cow;

use pencilmark_puzzles::text::batch::{Block, blocks, meant_marker};
use pencilmark_puzzles::text::json::{Reader, read_object};
use pencilmark_puzzles::text::{Notes, bytes, rows};
use pencilmark_puzzles::{ParseError, Remedy, Settings, Sniff, Source};
use serde_json::{Map, Value};

use crate::Puzzle;
use crate::answer::read_position;
use crate::registry::{JSON, Registry};
use crate::write::from_json;
use binary::not_text;
use boards::read_boards;
pub(crate) use chunk::What;
pub use chunk::{Chunk, ReadItem};
use detect::detect;
use objects::{begins_object, lines, read_json, read_objects};
pub(crate) use reading::{Asked, Reading};
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
        only_puzzle(name, text, &Reading::new(options))
    }

    /// Reads a puzzle from a JSON object that was read before, as [`to_json`](Self::to_json) makes it. Errors call it `name`, and name the value that
    /// is wrong by its path.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// let mut object = Puzzle::parse("sudoku/4/4/g1k23k3g")?.to_json();
    /// assert!(Puzzle::from_json("mine", &object, &Default::default()).is_ok());
    /// object["grid"][1][3] = 7.into();
    /// let error = Puzzle::from_json("mine", &object, &Default::default()).unwrap_err();
    /// assert!(error.what.starts_with("`grid[1][3]`: "));
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn from_json(name: &str, object: &Map<String, Value>, options: &ReadOptions) -> Result<Self, ParseError> {
        let reading = Reading::new(options).map_err(|refused| refused.at_start(&Source::new(name, "")))?;
        read_object(name, object, |object| from_json(object, &reading.options))
    }
}

/// The only puzzle of a text.
fn only_puzzle(name: &str, text: &str, reading: &Asked) -> Result<Puzzle, ParseError> {
    let mut all = entries(name, text, reading);
    match all.len() {
        1 => all.remove(0).puzzle(),
        0 => Err(no_puzzle(name)),
        more => {
            let what = format!("there are {more} puzzles here");
            Err(Source::new(name, text).error_at_start(what, "give one at a time, or read them as a batch"))
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
    entries(name, text, &Reading::new(options)).into_iter().map(ReadItem::puzzle).collect()
}

/// The same with the lines where they begin.
pub(crate) fn entries(name: &str, text: &str, reading: &Asked) -> Vec<ReadItem> {
    let text = with_line_feeds(text.strip_prefix('\u{feff}').unwrap_or(text));
    let source = Source::new(name, &text);
    match reading {
        Ok(reading) => read_source(&source, reading),
        Err(refused) => vec![ReadItem::error(refused.at_start(&source))],
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

fn read_source(source: &Source<'_>, reading: &Reading) -> Vec<ReadItem> {
    match reading.options.format.as_deref() {
        None => read_mixed(source, reading),
        Some(id) if id == JSON.0 => read_json(source, &reading.options),
        Some(_) => read_text(source, reading),
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
fn read_mixed(source: &Source<'_>, reading: &Reading) -> Vec<ReadItem> {
    let mut all = Vec::new();
    let mut objects = Reader::new(source);
    let mut columns = source.columns;
    while !objects.rest().is_empty() {
        let (text, first_line) = (objects.rest(), objects.place().0);
        let length = lines(text).find(|(at, _)| begins_object(&text[*at..])).map_or(text.len(), |(at, _)| at);
        all.extend(read_text(&Source { text: &text[..length], first_line, columns, ..*source }, reading));
        columns = None;
        objects.skip(length);
        all.extend(read_objects(source, &mut objects, &reading.options));
    }
    all
}

fn read_text(source: &Source<'_>, reading: &Reading) -> Vec<ReadItem> {
    let mut all = Vec::new();
    for block in blocks(source) {
        match reading.with_stated(source, block.kind) {
            None => read_blocks(&block, reading, &mut all),
            Some(Ok(reading)) => read_blocks(&block, &reading, &mut all),
            Some(Err(error)) => all.push(ReadItem::error(error)),
        }
        all.extend(misspelt(&block));
    }
    all
}

/// Reads a block as one puzzle, or as one puzzle per line.
fn read_blocks(block: &Block<'_>, reading: &Reading, all: &mut Vec<ReadItem>) {
    if let Some(error) = stray(block) {
        return all.push(ReadItem::error(error));
    }
    let notes = Notes::default();
    let block = &Block { body: Source { notes: Some(&notes), ..block.body }, ..*block };
    match split_lines(block, reading) {
        Err(error) => all.push(ReadItem::error(error)),
        Ok(Split::Lines(lines, among)) => {
            if among == Among::Others {
                all.push(ReadItem::error(litter(&block.body)));
            }
            read_lines(block, lines, among, reading, all);
        }
        Ok(Split::One(sniffed)) => {
            let (line, puzzle) = (first_line(block), read_block(block, sniffed, reading));
            let puzzle = match puzzle.map_err(|error| (slip(&block.body), error)) {
                Ok(puzzle) => Ok(puzzle),
                Err((Some(slip), _)) => Err(slip),
                Err((None, _)) if read_boards(block, reading, all) => return,
                Err((None, error)) => Err(error),
            };
            all.push(ReadItem::new(line, puzzle));
        }
    }
}

/// Reports a misspelt marker. The rows below it are not read: they are more likely entries than a
/// puzzle.
fn misspelt(block: &Block<'_>) -> Option<ReadItem> {
    let marker = block.misspelt?.trimmed();
    let what = format!("{} looks like a slip, and rows follow it", rows::shown(marker.text));
    let meant = meant_marker(&block.misspelt?).map_or_else(String::new, |meant| format!("did you mean `# {meant}`? "));
    let remedy = format!("{meant}above another puzzle, leave a blank line below the comment");
    Some(ReadItem::error(block.body.error_at(&marker, what, remedy)))
}

/// The error for a solution or a position without a puzzle.
fn stray(block: &Block<'_>) -> Option<ParseError> {
    let marker = block.stray?;
    let what = format!("no puzzle stands above {}", rows::shown(marker.text.trim()));
    let remedy = "put the puzzle above it; if this is the puzzle, delete that line";
    Some(block.body.error((marker.number, 1), what, remedy))
}

fn read_lines(block: &Block<'_>, lines: Vec<Source<'_>>, among: Among, reading: &Reading, all: &mut Vec<ReadItem>) {
    let last = lines.len().saturating_sub(1);
    for (index, body) in lines.into_iter().enumerate() {
        if !counts(&body, among, reading) {
            continue;
        }
        // What follows `# solution` belongs to the puzzle above it.
        let (solution, position) = if index == last { (block.solution, block.position) } else { (None, None) };
        all.push(read_entry(&Block { body, solution, position, kind: None, stray: None, misspelt: None }, reading));
    }
}

/// The puzzle of a block, at its first line of content. If a slip keeps it from being read, the error names that. In a list of
/// lines, each line is such a block: what is wrong with one hides no other.
fn read_entry(block: &Block<'_>, reading: &Reading) -> ReadItem {
    let puzzle = read_block(block, None, reading);
    ReadItem::new(first_line(block), puzzle.map_err(|error| slip(&block.body).unwrap_or(error)))
}

/// The number of a block's first line of content.
fn first_line(block: &Block<'_>) -> usize {
    block.body.content().next().map_or(block.body.first_line, |line| line.number)
}

/// Reads a block as one puzzle; the formats may have looked at its body before.
fn read_block(block: &Block<'_>, sniffed: Option<Vec<Sniff>>, reading: &Reading) -> Result<Puzzle, ParseError> {
    let parts = [Some(&block.body), block.solution.as_ref(), block.position.as_ref()];
    if let Some(error) = parts.into_iter().flatten().find_map(bytes::refused) {
        return Err(error);
    }
    let mut puzzle = detect(&block.body, sniffed, reading)?;
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
