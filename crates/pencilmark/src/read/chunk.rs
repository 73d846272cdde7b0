//! A piece of a text, and the puzzles in it.

use std::sync::Arc;

use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::text::batch::{blocks_below, is_nine};
use pencilmark_puzzles::text::{Columns, Token};
use pencilmark_puzzles::{ParseError, Source};

use super::split::{Among, content_lines, counts, litter, takes_nine};
use super::{
    Block, Candidate, ReadOptions, candidates, misspelt, of_kind, read_blocks, read_entry, read_lines, read_source,
    stray,
};
use crate::Puzzle;
use crate::batch::nine::{self, Nine};

/// A puzzle of a text, and where it begins.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line, from 1; 0 if it stands in no text.
    pub(crate) line: usize,
    pub(crate) what: What,
}

/// A puzzle as far as it is read.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A line of 81 digits and dots, which is a Sudoku; see [`nine::puzzle`].
    Nine(Nine),
    /// Any other puzzle, or what is wrong with it.
    Read(Result<Puzzle, ParseError>),
}

impl Entry {
    pub(crate) fn new(line: usize, puzzle: Result<Puzzle, ParseError>) -> Self {
        Self { line, what: What::Read(puzzle) }
    }

    pub(crate) fn error(error: ParseError) -> Self {
        Self::new(error.line, Err(error))
    }

    /// The one puzzle of a text. A line of a file still has its end.
    pub(crate) fn of_text(text: &str, options: &ReadOptions) -> Self {
        let plain = options.settings.is_empty()
            && options.format.as_deref().is_none_or(|format| format == Sudoku::LINE)
            && options.kind.as_deref().is_none_or(|kind| kind == Sudoku::INFO.id);
        match Self::of_line(text.trim_end_matches(['\n', '\r'])) {
            Some(entry) if plain => entry,
            _ => Self::new(0, Puzzle::parse_with("text", text, options)),
        }
    }

    /// A puzzle that was read before. One of which a line says everything is that line, so that it is solved together with others.
    pub(crate) fn of_puzzle(puzzle: Puzzle) -> Self {
        let is_bare = puzzle.id().is_none() && puzzle.claimed_solution().is_none() && puzzle.position().is_none();
        let line = (is_bare && puzzle.kind().id == Sudoku::INFO.id && puzzle.shape() == (9, 9))
            .then(|| Self::of_line(&puzzle.write(Sudoku::LINE)?))
            .flatten();
        line.unwrap_or_else(|| Self::new(0, Ok(puzzle)))
    }

    fn of_line(text: &str) -> Option<Self> {
        let line = text.as_bytes().try_into().ok().filter(|_| is_nine(text.as_bytes()))?;
        Some(Self { line: 0, what: What::Nine(line) })
    }

    /// The line where it begins, from 1, if it stands in a text.
    pub fn line(&self) -> Option<usize> {
        (self.line > 0).then_some(self.line)
    }

    /// The puzzle, or what is wrong with it.
    pub fn puzzle(self) -> Result<Puzzle, ParseError> {
        match self.what {
            What::Nine(line) => nine::puzzle(&line),
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
pub(super) struct List {
    /// The kind that a comment names, with its place.
    pub(super) kind: Option<(String, usize, usize)>,
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

    /// Reads its puzzles, with the options that the text was cut with.
    pub fn entries(&self, options: &ReadOptions) -> Vec<Entry> {
        let mut entries = self.read(options);
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

    fn read(&self, options: &ReadOptions) -> Vec<Entry> {
        let options = &*options.resolved();
        let source = Source { name: &self.name, text: &self.text, first_line: self.first_line, columns: self.columns };
        let list = match &self.form {
            Form::Bad(error) => return vec![Entry::error(error.clone())],
            Form::Fresh => return read_source(&source, options),
            Form::Below(list) | Form::Lines(list) => list,
        };
        let stated = list.kind.as_ref().map(|(text, line, column)| Token { text, line: *line, column: *column });
        let listed = match of_kind(&source, stated, options) {
            None => candidates(&source, options).map(|formats| (options.clone(), formats)),
            Some(of_kind) => of_kind,
        };
        let mut all = Vec::new();
        if list.among == Among::Others && !list.begun && listed.is_ok() {
            all.push(Entry::error(litter(&source)));
        }
        let listed = listed.map_err(|error| {
            if !list.begun {
                all.push(Entry::error(error));
            }
        });
        if matches!(self.form, Form::Lines(_)) {
            if let Ok((options, formats)) = &listed {
                read_list(&Source { columns: list.columns, ..source }, list, formats, options, &mut all);
            }
            return all;
        }
        for (index, block) in blocks_below(&source).iter().enumerate() {
            if let Some(error) = stray(block) {
                all.push(Entry::error(error));
                continue;
            }
            match (index, &listed) {
                (0, Ok((options, formats))) => {
                    let lines = content_lines(&block.body).collect();
                    read_lines(block, lines, list.among, formats, options, &mut all);
                }
                (0, Err(())) => {}
                _ => match of_kind(&source, block.kind, options) {
                    Some(Err(error)) => all.push(Entry::error(error)),
                    Some(Ok((options, formats))) => read_blocks(block, &formats, &options, &mut all),
                    None => {
                        let formats = candidates(&source, options).unwrap_or_default();
                        read_blocks(block, &formats, options, &mut all);
                    }
                },
            }
            all.extend(misspelt(block));
        }
        all
    }
}

/// Reads the lines of a list, each as a puzzle.
fn read_list(source: &Source<'_>, list: &List, formats: &[Candidate], options: &ReadOptions, all: &mut Vec<Entry>) {
    let plain = takes_nine(formats) && options.settings.get("box").is_none();
    all.reserve(source.text.len() / 82 + 1);
    for line in source.lines().skip(list.first_line.saturating_sub(source.first_line)) {
        if plain
            && is_nine(line.text.as_bytes())
            && let Ok(nine) = line.text.as_bytes().try_into()
        {
            all.push(Entry { line: line.number, what: What::Nine(nine) });
        } else if !line.is_blank() && !line.is_comment() {
            let body = Source { text: line.text, first_line: line.number, ..*source };
            if !counts(&body, list.among, formats) {
                continue;
            }
            let block = Block { body, solution: None, position: None, kind: None, stray: None, misspelt: None };
            all.push(read_entry(&block, formats, options));
        }
    }
}
