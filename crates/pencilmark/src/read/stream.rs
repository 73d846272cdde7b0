//! Reading a text piece by piece: puzzles come out in order, with the places and errors that [`read`](super::read) gives for the
//! whole text, and a file of any length needs little memory.
//!
//! A **chunk** is a piece of text that can be read by itself. It ends where nothing above matters below: between two blocks,
//! before a JSON object, or between two lines of a list with one puzzle a line. Such a list is cut before its last line, because
//! a `# solution` may follow; so is everything else whose end is not there yet.

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use pencilmark_puzzles::text::{Columns, bytes};
use pencilmark_puzzles::{ParseError, Source};

use super::binary::{self, not_text};
use super::chunk::{Chunk, List};
use super::cut::{Cut, Cutter, Then};
use super::objects::begins_object;
use super::{Asked, MARK, ReadOptions, Reading};

/// How much is read at once.
const STEP: usize = 1 << 16;

/// A puzzle, or a line, that is longer than this is refused.
const LONGEST: usize = 1 << 24;

/// Cuts a text that comes in bit by bit into chunks; `name` is what errors call it. How it comes in changes nothing about the puzzles.
///
/// ```
/// # use pencilmark::read::{ReadOptions, chunks};
/// let text: &[u8] = b"sudoku/4/4/g1k23k3g\n\n1..............4\n";
/// let puzzles = chunks("text", text, &ReadOptions::default()).flat_map(|chunk| chunk.map_or(Vec::new(), |chunk| chunk.entries()));
/// assert_eq!(puzzles.count(), 2);
/// ```
pub fn chunks<R: Read>(name: &str, input: R, options: &ReadOptions) -> Chunks<R> {
    Chunks::new(name, input, Reading::new(options))
}

/// The chunks of a text, in order.
#[derive(Debug)]
pub struct Chunks<R> {
    name: Arc<str>,
    input: R,
    reading: Asked,
    by_line: bool,
    /// What is read and not yet text: the start of the input, or bytes that may go on.
    raw: Vec<u8>,
    /// The text that is not handed out, with characters that stand for bytes that are not UTF-8.
    text: String,
    step: usize,
    longest: usize,
    /// How long the text was when it had no place to cut it; it has to grow before the next look.
    looked: usize,
    /// The number of the first line in `text`.
    first_line: usize,
    /// The column where it begins.
    first_column: usize,
    state: State,
    /// What the start of the input shows, if it is not text.
    not_text: Option<ParseError>,
    /// The list of lines that `text` begins in the middle of.
    list: Option<List>,
    /// The table that it begins in the middle of.
    columns: Option<Columns>,
    /// How lines are read that are texts of their own, since a comment named their kind.
    stated: Option<Arc<Reading>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Reading,
    /// All is read, but not yet handed out.
    Draining,
    /// A line or a puzzle is left out up to the end of the line, or up to a blank line or an object.
    Skipping {
        to_blank: bool,
    },
    Done,
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        loop {
            let state = self.state;
            match state {
                State::Done => return None,
                State::Skipping { to_blank } if self.skip(to_blank) => continue,
                State::Start | State::Skipping { .. } => {}
                State::Reading | State::Draining => {
                    if let Some(chunk) = self.cut() {
                        return Some(Ok(chunk));
                    }
                }
            }
            if self.state == State::Draining {
                self.state = State::Done;
            } else if let Err(error) = self.fill() {
                self.state = State::Done;
                return Some(Err(error));
            }
        }
    }
}

impl<R: Read> Chunks<R> {
    pub(crate) fn new(name: &str, input: R, reading: Asked) -> Self {
        Self {
            name: name.into(),
            input,
            reading,
            by_line: false,
            raw: Vec::new(),
            text: String::new(),
            step: STEP,
            longest: LONGEST,
            looked: 0,
            first_line: 1,
            first_column: 1,
            state: State::Start,
            not_text: None,
            list: None,
            columns: None,
            stated: None,
        }
    }

    /// With other sizes: so much is read at once, and a puzzle may be so long.
    pub fn with_sizes(mut self, step: usize, longest: usize) -> Self {
        (self.step, self.longest) = (step.max(1), longest.max(1));
        self
    }

    /// Makes each line a text of its own, which is handed out as soon as its end is read: nothing above it or below it
    /// matters, but for the last comment `# kind: NAME` and the last line that names the columns of a table.
    ///
    /// ```
    /// # use pencilmark::read::{ReadOptions, chunks};
    /// let text: &[u8] = b".1.....23.....3.\n# solution\n2143431234211234\n";
    /// let count = |by_line: bool| {
    ///     let chunks = chunks("text", text, &ReadOptions::default()).by_line(by_line);
    ///     chunks.flatten().map(|chunk| chunk.entries().len()).sum::<usize>()
    /// };
    /// assert_eq!((count(false), count(true)), (1, 2));
    /// ```
    pub fn by_line(mut self, by_line: bool) -> Self {
        self.by_line = by_line;
        self
    }

    /// Reads a little more.
    fn fill(&mut self) -> io::Result<()> {
        let length = self.raw.len();
        self.raw.resize(length + self.step, 0);
        let read = loop {
            match self.input.read(&mut self.raw[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.raw.truncate(length + read.as_ref().map_or(0, |&read| read));
        let ended = matches!(read, Ok(0));
        if self.state == State::Start
            && let Some(start) = binary::start(&self.raw, self.by_line, ended)
        {
            self.not_text = not_text(&self.name, start);
            self.raw.drain(..if self.raw.starts_with(MARK) { MARK.len() } else { 0 });
            self.state = State::Reading;
        }
        if self.state != State::Start {
            self.decode(ended);
        }
        match self.state {
            State::Skipping { .. } if ended => self.state = State::Done,
            _ if ended => self.state = State::Draining,
            _ => {}
        }
        read.map(drop)
    }

    /// Makes text of what is read, but for bytes at the end that may go on.
    fn decode(&mut self, ends: bool) {
        bytes::unify_line_ends(&mut self.raw, 0, ends);
        let end = if ends { self.raw.len() } else { whole(&self.raw) };
        self.text.push_str(&bytes::decode(&self.raw[..end]));
        self.raw.drain(..end);
    }

    /// The next chunk, if its end is there.
    fn cut(&mut self) -> Option<Chunk> {
        if let Some(error) = self.not_text.take() {
            return Some(self.hand_out(Cut::bad(0, error, Then::End)));
        }
        let ends = self.state == State::Draining;
        if !ends && !self.by_line && self.text.len() < self.looked {
            return None;
        }
        // The last line may go on.
        let text = self.text.as_str();
        let whole = if ends { text } else { &text[..text.rfind('\n').map_or(0, |end| end + 1)] };
        let source = Source { first_line: self.first_line, columns: self.columns, ..Source::new(&self.name, whole) };
        let reading = match &self.reading {
            Ok(reading) => reading,
            // The error stands where the first puzzle would.
            Err(_) if !ends && !self.is_too_long() && source.content().next().is_none() => return None,
            Err(refused) => {
                let error = refused.at_start(&source);
                return Some(self.hand_out(Cut::bad(0, error, Then::End)));
            }
        };
        let cutter = Cutter { source, reading };
        let list = self.list.as_ref();
        let cut = match if self.by_line { cutter.each(self.stated.as_ref()) } else { cutter.cut(list, ends) } {
            Some(cut) => Some(cut),
            // Many objects on a line: those that are complete are cut off.
            None if !self.by_line && text.len() - whole.len() >= self.step => cutter.cut_line(list, text, whole.len()),
            None => None,
        };
        let cut = match cut {
            Some(cut) => Some(cut),
            None if !self.is_too_long() => None,
            None if (text.len() - whole.len()) * 2 <= self.longest => {
                let remedy = "leave a blank line between puzzles, or write one a line";
                let error = cutter.too_long("this puzzle", self.longest, remedy);
                Some(Cut::bad(whole.len(), error, Then::SkipBlock))
            }
            None => cutter.cut(list, true).or_else(|| {
                let error =
                    cutter.too_long("this line", self.longest, "no puzzle is so long; is it a file of puzzles?");
                Some(Cut::bad(text.len(), error, Then::SkipLine))
            }),
        };
        let Some(cut) = cut else {
            // Looking again at every byte that comes would be quadratic.
            self.looked = self.text.len() + self.text.len() / 4 + 1;
            return None;
        };
        Some(self.hand_out(cut))
    }

    /// Whether more is read than one puzzle may have. A character that stands for a byte counts as that byte.
    fn is_too_long(&self) -> bool {
        const FIRST: u8 = 0xf4; // of the four bytes that such a character has
        let length = self.text.len();
        let surplus = || self.text.as_bytes().split(|&byte| byte == FIRST).skip(1).count() * 3;
        length > self.longest && length - surplus() > self.longest
    }

    fn hand_out(&mut self, cut: Cut) -> Chunk {
        self.looked = 0;
        let rest = self.text.split_off(cut.length);
        let text = std::mem::replace(&mut self.text, rest);
        let (first_line, first_column) = (self.first_line, self.first_column);
        self.first_line += text.bytes().filter(|&byte| byte == b'\n').count();
        self.first_column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => first_column + text.chars().count(),
        };
        let columns = std::mem::replace(&mut self.columns, cut.columns);
        (self.list, self.stated) = (cut.list, cut.stated);
        self.state = match cut.then {
            None => self.state,
            Some(Then::End) => State::Done,
            Some(Then::SkipLine) => State::Skipping { to_blank: false },
            Some(Then::SkipBlock) => State::Skipping { to_blank: true },
        };
        Chunk { name: self.name.clone(), text, first_line, first_column, columns, form: cut.form }
    }

    /// Drops what is left out; whether that came to an end.
    fn skip(&mut self, to_blank: bool) -> bool {
        let mut at = 0;
        let found = loop {
            let Some(length) = self.text[at..].find('\n') else { break false };
            let line = &self.text[at..at + length];
            let takes_objects = self.reading.as_ref().is_ok_and(|reading| reading.options.format.is_none());
            if to_blank && takes_objects && at > 0 && begins_object(line) {
                break true;
            }
            let is_blank = line.as_bytes().trim_ascii().is_empty();
            at += length + 1;
            self.first_line += 1;
            self.first_column = 1;
            if is_blank || !to_blank {
                break true;
            }
        };
        // The rest of a line counts only if blank lines do.
        let keep = found || to_blank && self.text.len() - at <= self.longest;
        let length = if keep { at } else { self.text.len() };
        self.text.drain(..length);
        if found {
            self.state = State::Reading;
        }
        found
    }
}

/// How many bytes at the start are what they are, whatever follows: at the end may be a part of a character, or of the end of a line.
fn whole(bytes: &[u8]) -> usize {
    let is_cut_off = |bytes: &[u8]| {
        std::str::from_utf8(bytes).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    let end = bytes.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
    let tail = (1..=end.min(3)).find(|&tail| is_cut_off(&bytes[end - tail..end]));
    end - tail.unwrap_or(0)
}
