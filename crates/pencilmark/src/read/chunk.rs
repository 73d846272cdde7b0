//! A piece of a text, and the puzzles in it.

use std::sync::Arc;

use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::text::Columns;
use pencilmark_puzzles::text::batch::blocks_below;
use pencilmark_puzzles::{ParseError, Source};

use super::split::{Among, content_lines, counts, litter};
use super::{Asked, Block, Reading, misspelt, only_puzzle, read_blocks, read_entry, read_lines, read_source, stray};
use crate::Puzzle;
use crate::batch::nine::Nine;

/// A puzzle of a text, and where it begins.
#[derive(Clone, Debug)]
pub struct ReadItem {
    /// The line, from 1; 0 if it stands in no text.
    pub(crate) line: usize,
    pub(crate) what: What,
}

/// A puzzle as far as it is read.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A 9x9 Sudoku on a line.
    Nine(Nine),
    /// Any other puzzle, or what is wrong with it.
    Read(Result<Puzzle, ParseError>),
}

impl ReadItem {
    pub(crate) fn new(line: usize, puzzle: Result<Puzzle, ParseError>) -> Self {
        Self { line, what: What::Read(puzzle) }
    }

    pub(crate) fn error(error: ParseError) -> Self {
        Self::new(error.line, Err(error))
    }

    /// The one puzzle of a text. A line of a file still has its end.
    pub(crate) fn of_text(text: &str, reading: &Asked) -> Self {
        let nine = Nine::read(text.trim_end_matches(['\n', '\r']));
        match nine.filter(|_| {
            reading.as_ref().is_ok_and(|reading| reading.takes_nine() && reading.options.settings.is_empty())
        }) {
            Some(nine) => Self { line: 0, what: What::Nine(nine) },
            None => Self::new(0, only_puzzle("text", text, reading)),
        }
    }

    /// A puzzle that was read before. One of which a line says everything is that line, so that it is solved together with others.
    pub(crate) fn of_puzzle(puzzle: Puzzle) -> Self {
        let is_bare = puzzle.id().is_none() && puzzle.solution().is_none() && puzzle.position().is_none();
        let nine = (is_bare && puzzle.kind().id == Sudoku::INFO.id && puzzle.shape() == (9, 9))
            .then(|| Nine::read(&puzzle.write(Sudoku::LINE)?))
            .flatten();
        match nine {
            Some(nine) => Self { line: 0, what: What::Nine(nine) },
            None => Self::new(0, Ok(puzzle)),
        }
    }

    /// The 9x9 Sudoku that it is, if it is one on a line.
    pub(crate) fn nine(&self) -> Option<&Nine> {
        if let What::Nine(nine) = &self.what { Some(nine) } else { None }
    }

    /// The line where it begins, from 1, if it stands in a text.
    pub fn line(&self) -> Option<usize> {
        (self.line > 0).then_some(self.line)
    }

    /// The puzzle, or what is wrong with it.
    pub fn puzzle(self) -> Result<Puzzle, ParseError> {
        match self.what {
            What::Nine(nine) => nine.puzzle(),
            What::Read(puzzle) => puzzle,
        }
    }
}

/// A piece of a text that can be read by itself.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(super) name: Arc<str>,
    pub(super) text: String,
    pub(super) first_line: usize,
    /// The column where it begins, from 1: not every line begins with it.
    pub(super) first_column: usize,
    /// The table that it begins in the middle of.
    pub(super) columns: Option<Columns>,
    pub(super) form: Form,
}

/// How to read a chunk.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// As a text of its own.
    Fresh(Arc<Reading>),
    /// Each line as a text of its own.
    Each(Arc<Reading>),
    /// It begins in the middle of a list of lines, with the last of them; what follows is a text of its own.
    Below(List, Arc<Reading>),
    /// Lines of a list and nothing else.
    Lines(List),
    /// It cannot be read.
    Bad(ParseError),
}

/// A list with one puzzle a line, the rest of which is still to come.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// How to read its lines; an error if a comment above it names a kind that there is not.
    pub(super) reading: Result<Arc<Reading>, ParseError>,
    /// Which of its lines count.
    pub(super) among: Among,
    /// Whether lines of it have been handed out.
    pub(super) begun: bool,
    /// The number of its first line, and the table that it is part of.
    pub(super) first_line: usize,
    pub(super) columns: Option<Columns>,
}

impl Chunk {
    /// How many bytes of text it is.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Reads its puzzles.
    pub fn entries(&self) -> Vec<ReadItem> {
        let mut entries = self.read();
        if self.first_column > 1 {
            let errors = entries.iter_mut().filter_map(|entry| match &mut entry.what {
                What::Read(Err(error)) => Some(error),
                _ => None,
            });
            errors
                .filter(|error| error.line == self.first_line)
                .for_each(|error| error.column += self.first_column - 1);
        }
        entries
    }

    fn read(&self) -> Vec<ReadItem> {
        let source =
            Source { first_line: self.first_line, columns: self.columns, ..Source::new(&self.name, &self.text) };
        let (list, reading_below) = match &self.form {
            Form::Bad(error) => return vec![ReadItem::error(error.clone())],
            Form::Fresh(reading) => return read_source(&source, reading),
            Form::Each(reading) => return read_each(&source, reading),
            Form::Below(list, reading) => (list, Some(reading)),
            Form::Lines(list) => (list, None),
        };
        let mut all = Vec::new();
        if !list.begun {
            match &list.reading {
                Ok(_) if list.among == Among::Others => all.push(ReadItem::error(litter(&source))),
                Ok(_) => {}
                Err(error) => all.push(ReadItem::error(error.clone())),
            }
        }
        let Some(reading_below) = reading_below else {
            if let Ok(reading) = &list.reading {
                read_list(&Source { columns: list.columns, ..source }, list, reading, &mut all);
            }
            return all;
        };
        for (index, block) in blocks_below(&source).iter().enumerate() {
            if let Some(error) = stray(block) {
                all.push(ReadItem::error(error));
                continue;
            }
            match (index, &list.reading) {
                (0, Ok(reading)) => {
                    let lines = content_lines(&block.body).collect();
                    read_lines(block, lines, list.among, reading, &mut all);
                }
                (0, Err(_)) => {}
                _ => match reading_below.with_stated(&source, block.kind) {
                    Some(Err(error)) => all.push(ReadItem::error(error)),
                    Some(Ok(reading)) => read_blocks(block, &reading, &mut all),
                    None => read_blocks(block, reading_below, &mut all),
                },
            }
            all.extend(misspelt(block));
        }
        all
    }
}

/// The 9x9 Sudoku that a line is, if it is read as nothing else.
fn nine(line: &str, reading: &Reading) -> Option<Nine> {
    Nine::read(line).filter(|_| reading.takes_nine() && reading.options.settings.get("box").is_none())
}

/// Reads the lines of a list, each as a puzzle.
fn read_list(source: &Source<'_>, list: &List, reading: &Reading, all: &mut Vec<ReadItem>) {
    all.reserve(source.text.len() / 82 + 1);
    for line in source.lines().skip(list.first_line.saturating_sub(source.first_line)) {
        if let Some(nine) = nine(line.text, reading) {
            all.push(ReadItem { line: line.number, what: What::Nine(nine) });
        } else if !line.is_blank() && !line.is_comment() {
            let body = Source { text: line.text, first_line: line.number, ..*source };
            if !counts(&body, list.among, reading) {
                continue;
            }
            let block = Block { body, solution: None, position: None, kind: None, stray: None, misspelt: None };
            all.push(read_entry(&block, reading));
        }
    }
}

/// Reads each line as a text of its own.
fn read_each(source: &Source<'_>, reading: &Reading) -> Vec<ReadItem> {
    let mut all = Vec::new();
    for line in source.lines() {
        match nine(line.text, reading) {
            Some(nine) => all.push(ReadItem { line: line.number, what: What::Nine(nine) }),
            None => all.extend(read_source(&Source { text: line.text, first_line: line.number, ..*source }, reading)),
        }
    }
    all
}
