//! Where the puzzles of a batch come from.

use std::cell::RefCell;
use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::Arc;

use pencilmark_puzzles::{ParseError, Remedy};

use super::queue::Piece;
use crate::Puzzle;
use crate::read::{self, Asked, Chunk, Chunks, ReadItem, ReadOptions, Reading, no_puzzle};

/// The weight of a puzzle other than a 9x9 Sudoku on a line; see [`super::queue`].
const WEIGHT: usize = 16;

/// Named sources of puzzles, which are read one after the other.
///
/// ```
/// # use pencilmark::batch::Input;
/// # use pencilmark::read::ReadOptions;
/// let input = Input::text("mine", "sudoku/4/4/g1k23k3g").and(Input::reader("yours", || Ok(std::io::empty())));
/// let puzzles = input.read_all(&ReadOptions::default());
/// assert!(puzzles[0].is_ok());
/// assert!(puzzles[1].as_ref().is_err_and(|error| error.name == "yours" && error.what == "there is no puzzle here"));
/// ```
#[derive(Default)]
pub struct Input {
    sources: Vec<Source>,
    by_line: bool,
}

struct Source {
    name: Option<Arc<str>>,
    from: From,
}

enum From {
    Puzzles(Vec<Result<Puzzle, ParseError>>),
    Each(Box<dyn FnMut() -> Option<Arc<dyn Texts>> + Send>),
    Text(String),
    Reader(Open),
}

/// Texts of one puzzle each: a column of a table, for example.
pub trait Texts: Send + Sync + 'static {
    /// How many there are.
    fn count(&self) -> usize;

    /// One of them, by its place from 0; nothing if there is none in that place.
    fn text(&self, index: usize) -> &str;

    /// The puzzle in that place, if it was read before: then its text is not asked for.
    fn puzzle(&self, _index: usize) -> Option<Puzzle> {
        None
    }
}

impl Texts for Vec<String> {
    fn count(&self) -> usize {
        self.len()
    }

    fn text(&self, index: usize) -> &str {
        &self[index]
    }
}

/// Texts that a worker reads together.
const TEXTS: usize = 1024;

type Open = Box<dyn FnOnce() -> io::Result<Box<dyn Read + Send>> + Send>;

impl Input {
    /// Puzzles that are read already.
    pub fn puzzles(puzzles: Vec<Result<Puzzle, ParseError>>) -> Self {
        Self::of(Source { name: None, from: From::Puzzles(puzzles) })
    }

    /// A text that errors and results call `name`.
    pub fn text(name: &str, text: impl Into<String>) -> Self {
        Self::of(Source { name: Some(name.into()), from: From::Text(text.into()) })
    }

    /// Texts of one puzzle each, whatever lines they have, from `next` until it has no more. They have neither names nor lines, and each of them is
    /// an item, malformed or not.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pencilmark::batch::{Input, Texts};
    /// let mut column = vec!["sudoku/4/4/g1k23k3g".to_owned(), String::new(), ".1.....23.....3.".to_owned()];
    /// let mut next = Some(Arc::new(column) as Arc<dyn Texts>);
    /// let puzzles = Input::each(move || next.take()).read_all(&Default::default());
    /// assert_eq!(puzzles.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    /// ```
    pub fn each(next: impl FnMut() -> Option<Arc<dyn Texts>> + Send + 'static) -> Self {
        Self::of(Source { name: None, from: From::Each(Box::new(next)) })
    }

    /// Something to read piece by piece, a file for example, under this name. It is opened when its turn comes.
    pub fn reader<R: Read + Send + 'static>(name: &str, open: impl FnOnce() -> io::Result<R> + Send + 'static) -> Self {
        let open: Open = Box::new(move || Ok(Box::new(open()?)));
        Self::of(Source { name: Some(name.into()), from: From::Reader(open) })
    }

    fn of(source: Source) -> Self {
        Self { sources: vec![source], by_line: false }
    }

    /// These, then others.
    pub fn and(mut self, others: Self) -> Self {
        self.sources.extend(others.sources);
        self.by_line |= others.by_line;
        self
    }

    /// Makes each line of a text an item of its own, as soon as it is read: for a sender that waits for an answer before it sends the next
    /// line. Nothing above or below a line matters, but for the last comment `# kind: NAME` and the last line that names the columns of a
    /// table. Blank lines and other comments are left out.
    ///
    /// ```
    /// # use pencilmark::batch::Input;
    /// let text = ".1.....23.....3.\n# solution\n2143431234211234\n";
    /// let count = |input: Input| input.read_all(&Default::default()).len();
    /// assert_eq!(count(Input::text("mine", text)), 1);
    /// assert_eq!(count(Input::text("mine", text).by_line()), 2);
    /// ```
    pub fn by_line(mut self) -> Self {
        self.by_line = true;
        self
    }

    /// Whether each line of a text is an item of its own.
    pub(super) fn is_by_line(&self) -> bool {
        self.by_line
    }

    /// Reads everything: each puzzle, or what is wrong with it.
    pub fn read_all(self, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
        let mut all = Vec::new();
        self.read_while(options, |puzzle| {
            all.push(puzzle);
            true
        });
        all
    }

    /// Reads piece by piece, and hands out each puzzle, or what is wrong with it, as long as `take` wants more.
    pub fn read_while(self, options: &ReadOptions, mut take: impl FnMut(Result<Puzzle, ParseError>) -> bool) {
        let mut is_empty = true;
        self.feed(options, &mut |piece| match piece {
            Piece::Text { read, .. } => {
                let entries = read().0;
                is_empty &= entries.is_empty();
                entries.into_iter().map(ReadItem::puzzle).all(&mut take)
            }
            Piece::End { missing, .. } => !std::mem::replace(&mut is_empty, true) || take(missing.puzzle()),
        });
    }

    /// Reads piece by piece, as long as `take` wants more.
    pub(super) fn feed(self, options: &ReadOptions, take: &mut dyn FnMut(Piece<ReadItem>) -> bool) {
        let how = How { reading: Reading::new(options), by_line: self.by_line };
        self.sources.into_iter().all(|source| source.feed(&how, take));
    }
}

/// How texts are read.
struct How {
    reading: Asked,
    by_line: bool,
}

impl Source {
    /// Whether more is wanted.
    fn feed(self, how: &How, take: &mut dyn FnMut(Piece<ReadItem>) -> bool) -> bool {
        let Self { name, from } = self;
        let goes_on = match from {
            From::Puzzles(puzzles) => {
                let read = || weighed(puzzles.into_iter().map(|puzzle| ReadItem::new(0, puzzle)).collect());
                return take(Piece::Text { name, bytes: 0, read: Box::new(read) });
            }
            From::Each(next) => return feed_each(next, &how.reading, take),
            From::Text(text) if how.by_line => feed_text(name.as_ref(), Box::new(Cursor::new(text)), how, take),
            From::Text(text) => {
                let (called, reading) = (name.clone().unwrap_or_default(), how.reading.clone());
                let read = move || weighed(read::entries(&called, &text, &reading));
                take(Piece::Text { name: name.clone(), bytes: 0, read: Box::new(read) })
            }
            From::Reader(open) => match open() {
                Ok(input) => feed_text(name.as_ref(), input, how, take),
                Err(error) => {
                    let error = cannot_read(name.as_deref().unwrap_or_default(), &End::default(), &error);
                    take(of_fault(name.clone(), None, error))
                }
            },
        };
        let missing = Box::new(ReadItem::error(no_puzzle(name.as_deref().unwrap_or_default())));
        goes_on && take(Piece::End { name, missing })
    }
}

/// Hands over texts of one puzzle each, some at a time; whether more is wanted.
fn feed_each(
    mut next: impl FnMut() -> Option<Arc<dyn Texts>>,
    reading: &Asked,
    take: &mut dyn FnMut(Piece<ReadItem>) -> bool,
) -> bool {
    while let Some(texts) = next() {
        let count = texts.count();
        for start in (0..count).step_by(TEXTS) {
            let (texts, reading, end) = (texts.clone(), reading.clone(), count.min(start + TEXTS));
            let read = move || {
                let entry = |index| match texts.puzzle(index) {
                    Some(puzzle) => ReadItem::of_puzzle(puzzle),
                    None => ReadItem::of_text(texts.text(index), &reading),
                };
                weighed((start..end).map(entry).collect())
            };
            if !take(Piece::Text { name: None, bytes: 0, read: Box::new(read) }) {
                return false;
            }
        }
    }
    true
}

/// Hands over a text in pieces. If it cannot be read to its end, the last one has the fault.
fn feed_text(
    name: Option<&Arc<str>>,
    input: Box<dyn Read + Send>,
    how: &How,
    take: &mut dyn FnMut(Piece<ReadItem>) -> bool,
) -> bool {
    let called = name.map_or("", |name| name);
    let end = RefCell::new(End::default());
    // Once there is a fault, the last chunk is held back.
    let mut last = None;
    let reading = how.reading.clone();
    // An error is noted in `end`, and is no error here.
    for chunk in Chunks::new(called, UpToFault { input, end: &end }, reading).by_line(how.by_line).flatten() {
        let chunk = match end.borrow().fault {
            Some(_) => last.replace(chunk),
            None => Some(chunk),
        };
        if !chunk.is_none_or(|chunk| take(of_chunk(name.cloned(), chunk))) {
            return false;
        }
    }
    let end = end.into_inner();
    let Some(error) = &end.fault else { return true };
    let error = cannot_read(called, &end, error);
    take(of_fault(name.cloned(), last.map(|chunk| (chunk, end.is_within_a_puzzle())), error))
}

fn of_chunk(name: Option<Arc<str>>, chunk: Chunk) -> Piece<ReadItem> {
    Piece::Text { name, bytes: chunk.bytes(), read: Box::new(move || weighed(chunk.entries())) }
}

/// The last chunk of a text, with whether its last puzzle is cut off, and the error that ends it.
fn of_fault(name: Option<Arc<str>>, last: Option<(Chunk, bool)>, error: ParseError) -> Piece<ReadItem> {
    let bytes = last.as_ref().map_or(0, |(chunk, _)| chunk.bytes());
    let read = move || {
        let mut entries = Vec::new();
        if let Some((chunk, is_cut_off)) = last {
            entries = chunk.entries();
            // Half a puzzle may read as another, smaller one.
            entries.truncate(entries.len() - usize::from(is_cut_off).min(entries.len()));
        }
        entries.push(ReadItem::error(error));
        weighed(entries)
    };
    Piece::Text { name, bytes, read: Box::new(read) }
}

fn cannot_read(name: &str, end: &End, error: &io::Error) -> ParseError {
    let is_start = (end.line, end.column) == (1, 1);
    let (what, remedy) = if is_start {
        (format!("cannot be read: {error}"), "look at the file, or take a copy that is whole")
    } else {
        (format!("cannot be read on: {error}"), "what stands above was read; take the rest from a copy that is whole")
    };
    let (line, column) = (end.line, end.column);
    ParseError { name: name.to_owned(), line, column, what, remedy: Remedy::new(remedy) }
}

/// A reader whose first error is its end, so that what came before is read as a text of its own.
struct UpToFault<'a> {
    input: Box<dyn Read + Send>,
    end: &'a RefCell<End>,
}

impl Read for UpToFault<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.input.read(buffer) {
            Ok(length) => {
                self.end.borrow_mut().pass(&buffer[..length]);
                Ok(length)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.end.borrow_mut().fault = Some(error);
                Ok(0)
            }
        }
    }
}

/// How far a text is read.
struct End {
    line: usize,
    column: usize,
    /// The first byte of the line.
    first: Option<u8>,
    /// Why it is not read on.
    fault: Option<io::Error>,
}

impl Default for End {
    fn default() -> Self {
        Self { line: 1, column: 1, first: None, fault: None }
    }
}

impl End {
    fn pass(&mut self, bytes: &[u8]) {
        let mut line = bytes;
        if let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') {
            line = &bytes[end + 1..];
            self.line += bytes[..=end].iter().map(|&byte| usize::from(byte == b'\n')).sum::<usize>();
            (self.column, self.first) = (1, None);
        }
        self.first = self.first.or_else(|| line.first().copied());
        // The bytes that continue a character are not counted.
        self.column += line.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
    }

    /// Whether the text ends in the middle of a line that is no comment.
    fn is_within_a_puzzle(&self) -> bool {
        self.first.is_some_and(|byte| byte != b'#')
    }
}

/// Entries, and what they weigh together.
fn weighed(entries: Vec<ReadItem>) -> (Vec<ReadItem>, usize) {
    let weight = entries.iter().map(|entry| if entry.nine().is_some() { 1 } else { WEIGHT }).sum();
    (entries, weight)
}
