//! Reading a text piece by piece: puzzles come out in order, with the places and errors that [`read`](super::read) gives for the
//! whole text, and a file of any length needs little memory.
//!
//! A **chunk** is a piece of text that can be read by itself. It ends where nothing above matters below: between two blocks,
//! before a JSON object, or between two lines of a list with one puzzle a line. Such a list is cut before its last line, because
//! a `# solution` may follow; so is everything else whose end is not there yet.

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use pencilmark_puzzles::text::Token;
use pencilmark_puzzles::text::batch::{Open, SAMPLE, blocks_below, is_nine, survey};
use pencilmark_puzzles::{ParseError, Source};

use super::objects::{self, begins_object};
use super::{
    Block, Candidate, ReadOptions, candidates, content_lines, is_list, lines, not_text, of_kind, read_block,
    read_blocks, read_lines, read_source, takes_nine,
};
use crate::Puzzle;
use crate::nine::{self, Nine};
use crate::registry::JSON;

/// How much is read at once.
const STEP: usize = 1 << 16;

/// A puzzle, or a line, that is longer than this is refused.
const LONGEST: usize = 1 << 24;

/// A puzzle of a chunk.
#[derive(Debug)]
pub enum Item {
    /// A line of 81 digits and dots, which is a Sudoku; see [`nine::puzzle`].
    Nine(Nine),
    /// Any other puzzle, or what is wrong with it.
    Read(Result<Puzzle, ParseError>),
}

impl Item {
    /// The line, if it is one of 81 digits and dots.
    pub fn nine(&self) -> Option<&Nine> {
        if let Self::Nine(line) = self { Some(line) } else { None }
    }

    /// The puzzle, or what is wrong with it.
    pub fn puzzle(self) -> Result<Puzzle, ParseError> {
        match self {
            Self::Nine(line) => nine::puzzle(&line),
            Self::Read(puzzle) => puzzle,
        }
    }
}

/// A piece of a text that can be read by itself.
#[derive(Clone, Debug)]
pub struct Chunk {
    name: Arc<str>,
    text: String,
    first_line: usize,
    form: Form,
}

/// How to read a chunk.
#[derive(Clone, Debug)]
enum Form {
    /// As a text of its own.
    Fresh,
    /// It begins in the middle of a list of lines, with the last of them; what follows is as usual.
    Below(List),
    /// Lines of a list and nothing else.
    Lines(List),
    /// It cannot be read.
    Bad(ParseError),
}

/// A list with one puzzle a line, the rest of which is still to come.
#[derive(Clone, Debug)]
struct List {
    /// The kind that a comment names, with its place.
    kind: Option<(String, usize, usize)>,
    /// Whether lines of it have been handed out.
    begun: bool,
}

impl Chunk {
    /// How many bytes of text it is.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Reads its puzzles, with the options that the text was cut with.
    pub fn items(&self, options: &ReadOptions) -> Vec<Item> {
        let source = Source { name: &self.name, text: &self.text, first_line: self.first_line };
        let list = match &self.form {
            Form::Bad(error) => return vec![Item::Read(Err(error.clone()))],
            Form::Fresh => return read_source(&source, options).into_iter().map(Item::Read).collect(),
            Form::Below(list) | Form::Lines(list) => list,
        };
        let stated = list.kind.as_ref().map(|(text, line, column)| Token { text, line: *line, column: *column });
        let listed = match of_kind(&source, stated, options) {
            None => candidates(&source, options).map(|formats| (options.clone(), formats)),
            Some(of_kind) => of_kind,
        };
        let mut all = Vec::new();
        let listed = listed.map_err(|error| {
            if !list.begun {
                all.push(Item::Read(Err(error)));
            }
        });
        if matches!(self.form, Form::Lines(_)) {
            if let Ok((options, formats)) = &listed {
                read_list(&source, formats, options, &mut all);
            }
            return all;
        }
        let mut read = Vec::new();
        for (index, block) in blocks_below(&source).iter().enumerate() {
            match (index, &listed) {
                (0, Ok((options, formats))) => {
                    read_lines(block, content_lines(&block.body).collect(), formats, options, &mut read);
                }
                (0, Err(())) => {}
                _ => match of_kind(&source, block.kind, options) {
                    Some(Err(error)) => read.push(Err(error)),
                    Some(Ok((options, formats))) => read_blocks(block, &formats, &options, &mut read),
                    None => {
                        let formats = candidates(&source, options).unwrap_or_default();
                        read_blocks(block, &formats, options, &mut read);
                    }
                },
            }
        }
        all.extend(read.into_iter().map(Item::Read));
        all
    }
}

/// Reads lines of content, each as a puzzle.
fn read_list(source: &Source<'_>, formats: &[Candidate], options: &ReadOptions, all: &mut Vec<Item>) {
    let plain = takes_nine(formats) && options.hints.box_shape.is_none();
    all.reserve(source.text.len() / 82 + 1);
    for line in source.lines() {
        if plain
            && is_nine(line.text.as_bytes())
            && let Ok(line) = line.text.as_bytes().try_into()
        {
            all.push(Item::Nine(line));
        } else if !line.is_blank() && !line.is_comment() {
            let body = Source { name: source.name, text: line.text, first_line: line.number };
            let block = Block { body, solution: None, position: None, kind: None };
            all.push(Item::Read(read_block(&block, formats, options)));
        }
    }
}

/// Cuts a text that comes in bit by bit into chunks; `name` is what errors call it.
///
/// ```
/// # use pencilmark::{ReadOptions, chunks};
/// let text: &[u8] = b"sudoku/4/4/g1k23k3g\n\n1..............4\n";
/// let options = ReadOptions::default();
/// let puzzles = chunks("text", text, &options).flat_map(|chunk| chunk.map_or(Vec::new(), |chunk| chunk.items(&options)));
/// assert_eq!(puzzles.count(), 2);
/// ```
pub fn chunks<R: Read>(name: &str, input: R, options: &ReadOptions) -> Chunks<R> {
    Chunks {
        name: name.into(),
        input,
        options: options.clone(),
        bytes: Vec::new(),
        step: STEP,
        longest: LONGEST,
        looked: 0,
        first_line: 1,
        state: State::Start,
        list: None,
    }
}

/// The chunks of a text, in order.
#[derive(Debug)]
pub struct Chunks<R> {
    name: Arc<str>,
    input: R,
    options: ReadOptions,
    /// What is read and not handed out. All but a few bytes at its end are text.
    bytes: Vec<u8>,
    step: usize,
    longest: usize,
    /// How long the text was when it had no place to cut it; it has to grow before the next look.
    looked: usize,
    /// The number of the first line in `bytes`.
    first_line: usize,
    state: State,
    /// The list of lines that `bytes` begins in the middle of.
    list: Option<List>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Reading,
    /// All is read, but not yet handed out.
    Ending,
    /// A line or a puzzle is left out up to the end of the line, or up to a blank line.
    Skipping {
        to_blank: bool,
    },
    Ended,
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
            } else if let Err(error) = self.fill() {
                self.state = State::Ended;
                return Some(Err(error));
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
        const MARK: &[u8] = b"\xef\xbb\xbf"; // of the byte order
        let length = self.bytes.len();
        self.bytes.resize(length + self.step, 0);
        let read = loop {
            match self.input.read(&mut self.bytes[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.bytes.truncate(length + read.as_ref().map_or(0, |&read| read));
        match (read?, self.state) {
            (0, State::Skipping { .. }) => self.state = State::Ended,
            (0, _) => self.state = State::Ending,
            (_, State::Start) if self.bytes.len() >= MARK.len() || !MARK.starts_with(&self.bytes) => {
                self.bytes.drain(..if self.bytes.starts_with(MARK) { MARK.len() } else { 0 });
                self.state = State::Reading;
            }
            _ => {}
        }
        Ok(())
    }

    /// The next chunk, if its end is there.
    fn cut(&mut self) -> Option<Chunk> {
        let ends = self.state == State::Ending;
        if !ends && self.bytes.len() < self.looked {
            return None;
        }
        let (text, broken) = match std::str::from_utf8(&self.bytes) {
            Ok(text) => (text, false),
            Err(error) => {
                let text = std::str::from_utf8(&self.bytes[..error.valid_up_to()]).unwrap_or_default();
                (text, ends || error.error_len().is_some())
            }
        };
        let ends = ends && !broken;
        // The last line may go on.
        let whole = if ends { text } else { &text[..text.rfind('\n').map_or(0, |end| end + 1)] };
        let source = Source { name: &self.name, text: whole, first_line: self.first_line };
        let cutter = match candidates(&source, &self.options) {
            Ok(formats) => Cutter { source, options: &self.options, formats },
            Err(error) => return self.hand_out(Cut::bad(0, error, State::Ended)),
        };
        let list = self.list.as_ref();
        let cut = match cutter.cut(list, ends) {
            Some(cut) => Some(cut),
            None if broken => {
                let error = not_text(&Source { text, ..source }, self.bytes[text.len()]);
                Some(Cut::bad(text.len(), error, State::Ended))
            }
            None if self.bytes.len() <= self.longest => None,
            None if (text.len() - whole.len()) * 2 <= self.longest => {
                let remedy = "leave a blank line between puzzles, or write one a line";
                let error = cutter.too_long("this puzzle", self.longest, remedy);
                Some(Cut::bad(whole.len(), error, State::Skipping { to_blank: true }))
            }
            None => cutter.cut(list, true).or_else(|| {
                let error =
                    cutter.too_long("this line", self.longest, "no puzzle is so long; is it a file of puzzles?");
                Some(Cut::bad(text.len(), error, State::Skipping { to_blank: false }))
            }),
        };
        match cut {
            Some(cut) => self.hand_out(cut),
            None => {
                // Looking again at every byte that comes would be quadratic.
                self.looked = self.bytes.len() + self.bytes.len() / 4 + 1;
                None
            }
        }
    }

    fn hand_out(&mut self, cut: Cut) -> Option<Chunk> {
        self.looked = 0;
        let rest = self.bytes.split_off(cut.length);
        let text = String::from_utf8(std::mem::replace(&mut self.bytes, rest)).unwrap_or_default();
        let first_line = self.first_line;
        self.first_line += text.bytes().filter(|&byte| byte == b'\n').count();
        self.list = cut.list;
        self.state = cut.state.unwrap_or(self.state);
        Some(Chunk { name: self.name.clone(), text, first_line, form: cut.form })
    }

    /// Drops what is left out; whether that came to an end.
    fn skip(&mut self, to_blank: bool) -> bool {
        let mut at = 0;
        let found = loop {
            let Some(length) = self.bytes[at..].iter().position(|&byte| byte == b'\n') else { break false };
            let is_blank = self.bytes[at..at + length].trim_ascii().is_empty();
            at += length + 1;
            self.first_line += 1;
            if is_blank || !to_blank {
                break true;
            }
        };
        // The rest of a line counts only if blank lines do.
        let keep = found || to_blank && self.bytes.len() - at <= self.longest;
        self.bytes.drain(..if keep { at } else { self.bytes.len() });
        if found {
            self.state = State::Reading;
        }
        found
    }
}

/// Where a chunk ends, and what that means for the text below.
struct Cut {
    length: usize,
    form: Form,
    state: Option<State>,
    list: Option<List>,
}

impl Cut {
    fn new(length: usize, form: Form, list: Option<List>) -> Self {
        Self { length, form, state: None, list }
    }

    fn bad(length: usize, error: ParseError, state: State) -> Self {
        Self { length, form: Form::Bad(error), state: Some(state), list: None }
    }
}

/// A text of whole lines, of which more may come.
struct Cutter<'a> {
    source: Source<'a>,
    options: &'a ReadOptions,
    formats: Vec<Candidate>,
}

impl Cutter<'_> {
    /// The first chunk, if its end is there; `ends` if no more comes.
    fn cut(&self, list: Option<&List>, ends: bool) -> Option<Cut> {
        if self.source.text.is_empty() {
            return None;
        }
        match (list, ends) {
            (Some(list), _) => self.below(list, ends),
            (None, true) => Some(Cut::new(self.source.text.len(), Form::Fresh, None)),
            (None, false) if self.options.format.as_deref() == Some(JSON.0) => self.objects(),
            (None, false) => self.fresh(),
        }
    }

    /// The next line that begins an object, where such lines count.
    fn next_object(&self, text: &str) -> Option<usize> {
        if self.options.format.is_some() {
            return None;
        }
        lines(text).find(|(_, line)| begins_object(line)).map(|(at, _)| at)
    }

    /// In the middle of a list: more lines of it, or its last one and what follows.
    fn below(&self, list: &List, ends: bool) -> Option<Cut> {
        let text = self.source.text;
        let begun = || Some(List { begun: true, ..list.clone() });
        let (mut last, mut next) = (0, 0);
        while let Some(length) = nine_length(&text.as_bytes()[next..]) {
            (last, next) = (next, next + length);
        }
        if last > 0 {
            return Some(Cut::new(last, Form::Lines(list.clone()), begun()));
        }
        if let Some(object) = self.next_object(text) {
            return Some(Cut::new(object, Form::Below(list.clone()), None));
        }
        if ends {
            return Some(Cut::new(text.len(), Form::Below(list.clone()), None));
        }
        let survey = survey(&self.source, true);
        if survey.complete > 0 {
            return Some(Cut::new(survey.complete, Form::Below(list.clone()), None));
        }
        let last = survey.open.map(|open| open.last).filter(|&last| last > 0)?;
        Some(Cut::new(last, Form::Lines(list.clone()), begun()))
    }

    /// Texts and objects, as many as are there.
    fn fresh(&self) -> Option<Cut> {
        let mut at = 0;
        loop {
            let text = &self.source.text[at..];
            if let Some(object) = self.next_object(text) {
                let (next, is_text) = objects::cut(&text[object..]);
                at += object + next;
                if !is_text {
                    break;
                }
            } else {
                let survey = survey(&Source { text, ..self.source }, false);
                at += survey.complete;
                if at == 0 {
                    return survey.open.and_then(|open| self.list(&open));
                }
                break;
            }
        }
        (at > 0).then(|| Cut::new(at, Form::Fresh, None))
    }

    /// All but the last line of a block that is a list of lines, whatever follows.
    fn list(&self, open: &Open<'_>) -> Option<Cut> {
        let is_list = match of_kind(&self.source, open.kind, self.options) {
            None => is_list(&open.body, open.lines, &self.formats),
            Some(Ok((_, formats))) => is_list(&open.body, open.lines, &formats),
            Some(Err(_)) => open.lines > SAMPLE,
        };
        let kind = open.kind.map(|kind| (kind.text.to_owned(), kind.line, kind.column));
        let list = List { kind, begun: false };
        let rest = List { begun: true, ..list.clone() };
        is_list.then(|| Cut::new(open.last, Form::Lines(list), Some(rest)))
    }

    /// Objects and nothing else; what is none ends the text.
    fn objects(&self) -> Option<Cut> {
        let text = self.source.text;
        let (next, is_text) = objects::cut(text);
        if is_text {
            let length = text[next..].find('\n').map_or(text.len(), |end| next + end + 1);
            return Some(Cut { state: Some(State::Ended), ..Cut::new(length, Form::Fresh, None) });
        }
        (next > 0).then(|| Cut::new(next, Form::Fresh, None))
    }

    fn too_long(&self, what: &str, most: usize, remedy: &str) -> ParseError {
        self.source.error_at_start(format!("{what} has more than {} characters", most), remedy)
    }
}

/// How many bytes a line of 81 digits and dots takes, its end included, if the text begins with one.
fn nine_length(text: &[u8]) -> Option<usize> {
    let line = text.get(..81).filter(|line| is_nine(line))?;
    match &text[line.len()..] {
        [b'\n', ..] => Some(82),
        [b'\r', b'\n', ..] => Some(83),
        _ => None,
    }
}
