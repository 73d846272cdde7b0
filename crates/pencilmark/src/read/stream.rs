//! Reading a text piece by piece: puzzles come out in order, with the places and errors that [`read`](super::read) gives for the
//! whole text, and a file of any length needs little memory.
//!
//! A **chunk** is a piece of text that can be read by itself. It ends where nothing above matters below: between two blocks,
//! before a JSON object, or between two lines of a list with one puzzle a line. Such a list is cut before its last line, because
//! a `# solution` may follow; so is everything else whose end is not there yet.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use pencilmark_puzzles::text::{Columns, bytes};
use pencilmark_puzzles::{ParseError, Source};

use super::binary::{self, not_text};
use super::chunk::{Chunk, List};
use super::cut::{Cut, Cutter, Then};
use super::objects::begins_object;
use super::{MARK, ReadOptions, candidates};

/// How much is read at once.
const STEP: usize = 1 << 16;

/// A puzzle, or a line, that is longer than this is refused.
const LONGEST: usize = 1 << 24;

/// Cuts a text that comes in bit by bit into chunks; `name` is what errors call it.
///
/// An input that answers [`ErrorKind::WouldBlock`] says that its writer pauses, perhaps because it waits for an answer. Then puzzles of one line
/// are handed out that would otherwise wait for what follows them, a `# solution` for example; the error comes next, and is no end.
///
/// ```
/// # use pencilmark::read::{ReadOptions, chunks};
/// let text: &[u8] = b"sudoku/4/4/g1k23k3g\n\n1..............4\n";
/// let options = ReadOptions::default();
/// let puzzles = chunks("text", text, &options).flat_map(|chunk| chunk.map_or(Vec::new(), |chunk| chunk.entries(&options)));
/// assert_eq!(puzzles.count(), 2);
/// ```
pub fn chunks<R: Read>(name: &str, input: R, options: &ReadOptions) -> Chunks<R> {
    Chunks {
        name: name.into(),
        input,
        options: options.resolved().into_owned(),
        bytes: Vec::new(),
        decoded: 0,
        step: STEP,
        longest: LONGEST,
        looked: 0,
        first_line: 1,
        first_column: 1,
        state: State::Start,
        not_text: None,
        list: None,
        columns: None,
        pause: None,
    }
}

/// The text at the start of bytes, up to a character that is still coming.
fn valid(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// The chunks of a text, in order.
#[derive(Debug)]
pub struct Chunks<R> {
    name: Arc<str>,
    input: R,
    options: ReadOptions,
    /// What is read and not handed out.
    bytes: Vec<u8>,
    /// How many bytes of that are text, with characters that stand for bytes that are not.
    decoded: usize,
    step: usize,
    longest: usize,
    /// How long the text was when it had no place to cut it; it has to grow before the next look.
    looked: usize,
    /// The number of the first line in `bytes`.
    first_line: usize,
    /// The column where it begins.
    first_column: usize,
    state: State,
    /// What the start of the input shows, if it is not text.
    not_text: Option<ParseError>,
    /// The list of lines that `bytes` begins in the middle of.
    list: Option<List>,
    /// The table that it begins in the middle of.
    columns: Option<Columns>,
    /// A pause of the input, to be handed on once all is handed out that can be.
    pause: Option<io::Error>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Reading,
    /// All is read, but not yet handed out.
    Ending,
    /// A line or a puzzle is left out up to the end of the line, or up to a blank line or an object.
    Skipping {
        to_blank: bool,
    },
    Ended,
}

impl<R> Chunks<R> {
    /// Whether an error of the input says that nothing more comes for now; see [`chunks`].
    pub(crate) fn is_pause(error: &io::Error) -> bool {
        error.kind() == ErrorKind::WouldBlock
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        loop {
            let state = self.state;
            match state {
                State::Ended => return None,
                State::Skipping { to_blank } if self.skip(to_blank) => continue,
                State::Start | State::Skipping { .. } => {}
                State::Reading | State::Ending => {
                    if let Some(chunk) = self.cut() {
                        return Some(Ok(chunk));
                    }
                }
            }
            if self.state == State::Ending {
                self.state = State::Ended;
            } else if let Some(pause) = self.pause.take() {
                return Some(Err(pause));
            } else if let Err(error) = self.fill() {
                if !Self::is_pause(&error) {
                    self.state = State::Ended;
                    return Some(Err(error));
                }
                self.pause = Some(error);
                if let Some(chunk) = self.cut_at_pause() {
                    return Some(Ok(chunk));
                }
            }
        }
    }
}

impl<R: Read> Chunks<R> {
    /// With other sizes: so much is read at once, and a puzzle may be so long.
    pub fn with_sizes(mut self, step: usize, longest: usize) -> Self {
        (self.step, self.longest) = (step.max(1), longest.max(1));
        self
    }

    /// Reads a little more.
    fn fill(&mut self) -> io::Result<()> {
        let length = self.bytes.len();
        // A line feed may still follow these.
        let returns = self.bytes.iter().rev().take_while(|&&byte| byte == b'\r').count();
        self.bytes.resize(length + self.step, 0);
        let read = loop {
            match self.input.read(&mut self.bytes[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.bytes.truncate(length + read.as_ref().map_or(0, |&read| read));
        let ended = matches!(read, Ok(0));
        bytes::unify_line_ends(&mut self.bytes, length - returns, ended);
        let is_enough = self.bytes.len() >= binary::FIRST && (read.is_err() || !binary::is_doubtful(&self.bytes));
        if self.state == State::Start && (ended || is_enough) {
            self.not_text = not_text(&self.name, &self.bytes);
            self.bytes.drain(..if self.bytes.starts_with(MARK) { MARK.len() } else { 0 });
            self.state = State::Reading;
        }
        match self.state {
            State::Skipping { .. } if ended => self.state = State::Ended,
            _ if ended => self.state = State::Ending,
            _ => {}
        }
        read.map(drop)
    }

    /// Makes text of bytes that are not UTF-8, but for a few at the end whose character may still be coming.
    fn decode(&mut self, ends: bool) {
        let is_cut_off = |bytes: &[u8]| {
            std::str::from_utf8(bytes).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        };
        let new = &self.bytes[self.decoded..];
        let cut_off = (1..=new.len().min(3)).find(|&tail| is_cut_off(&new[new.len() - tail..])).filter(|_| !ends);
        let end = self.bytes.len() - cut_off.unwrap_or(0);
        let replaced = match bytes::decode(&self.bytes[self.decoded..end]) {
            Cow::Owned(text) => text,
            Cow::Borrowed(_) => return self.decoded = end,
        };
        let rest = self.bytes.split_off(end);
        self.bytes.truncate(self.decoded);
        self.bytes.extend(replaced.into_bytes());
        self.decoded = self.bytes.len();
        self.bytes.extend(rest);
    }

    /// The next chunk, if its end is there.
    fn cut(&mut self) -> Option<Chunk> {
        if let Some(error) = self.not_text.take() {
            return Some(self.hand_out(Cut::bad(0, error, Then::End)));
        }
        let ends = self.state == State::Ending;
        if !ends && self.bytes.len() < self.looked {
            return None;
        }
        self.decode(ends);
        let text = valid(&self.bytes);
        // The last line may go on.
        let whole = if ends { text } else { &text[..text.rfind('\n').map_or(0, |end| end + 1)] };
        let source = Source { name: &self.name, text: whole, first_line: self.first_line, columns: self.columns };
        let cutter = match candidates(&source, &self.options) {
            Ok(formats) => Cutter { source, options: &self.options, formats },
            Err(error) => return Some(self.hand_out(Cut::bad(0, error, Then::End))),
        };
        let list = self.list.as_ref();
        let cut = match cutter.cut(list, ends) {
            Some(cut) => Some(cut),
            // Many objects on a line: those that are complete are cut off.
            None if text.len() - whole.len() >= self.step => cutter.cut_line(list, text, whole.len()),
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
            self.looked = self.bytes.len() + self.bytes.len() / 4 + 1;
            return None;
        };
        Some(self.hand_out(cut))
    }

    /// Whether more is read than one puzzle may have. A character that stands for a byte counts as that byte.
    fn is_too_long(&self) -> bool {
        const FIRST: u8 = 0xf4; // of the four bytes that such a character has
        let length = self.bytes.len();
        let surplus = || self.bytes.split(|&byte| byte == FIRST).skip(1).count() * 3;
        length > self.longest && length - surplus() > self.longest
    }

    /// The chunk that a pause makes of what is there.
    fn cut_at_pause(&mut self) -> Option<Chunk> {
        if self.state != State::Reading {
            return None;
        }
        self.decode(false);
        let whole = self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = std::str::from_utf8(&self.bytes[..whole]).ok().filter(|text| !text.is_empty())?;
        let source = Source { name: &self.name, text, first_line: self.first_line, columns: self.columns };
        let formats = candidates(&source, &self.options).ok()?;
        let cut = Cutter { source, options: &self.options, formats }.cut_at_pause(self.list.as_ref())?;
        Some(self.hand_out(cut))
    }

    fn hand_out(&mut self, cut: Cut) -> Chunk {
        self.looked = 0;
        self.decoded = self.decoded.saturating_sub(cut.length);
        let rest = self.bytes.split_off(cut.length);
        let text = String::from_utf8(std::mem::replace(&mut self.bytes, rest)).unwrap_or_default();
        let (first_line, first_column) = (self.first_line, self.first_column);
        self.first_line += text.bytes().filter(|&byte| byte == b'\n').count();
        self.first_column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => first_column + text.chars().count(),
        };
        let columns = std::mem::replace(&mut self.columns, cut.columns);
        self.list = cut.list;
        self.state = match cut.then {
            None => self.state,
            Some(Then::End) => State::Ended,
            Some(Then::SkipLine) => State::Skipping { to_blank: false },
            Some(Then::SkipBlock) => State::Skipping { to_blank: true },
        };
        Chunk { name: self.name.clone(), text, first_line, first_column, columns, form: cut.form }
    }

    /// Drops what is left out; whether that came to an end.
    fn skip(&mut self, to_blank: bool) -> bool {
        let mut at = 0;
        let found = loop {
            let Some(length) = self.bytes[at..].iter().position(|&byte| byte == b'\n') else { break false };
            let line = &self.bytes[at..at + length];
            if to_blank && self.options.format.is_none() && at > 0 && begins_object(valid(line)) {
                break true;
            }
            let is_blank = line.trim_ascii().is_empty();
            at += length + 1;
            self.first_line += 1;
            self.first_column = 1;
            if is_blank || !to_blank {
                break true;
            }
        };
        // The rest of a line counts only if blank lines do.
        let keep = found || to_blank && self.bytes.len() - at <= self.longest;
        let length = if keep { at } else { self.bytes.len() };
        self.bytes.drain(..length);
        self.decoded = self.decoded.saturating_sub(length);
        if found {
            self.state = State::Reading;
        }
        found
    }
}
