//! A piece of a text, and the puzzles in it.

use std::sync::Arc;

use pencilmark_puzzles::text::Token;
use pencilmark_puzzles::text::batch::{blocks_below, is_nine};
use pencilmark_puzzles::{ParseError, Source};

use super::split::{content_lines, takes_nine};
use super::{Block, Candidate, ReadOptions, candidates, of_kind, read_block, read_blocks, read_lines, read_source};
use crate::Puzzle;
use crate::nine::{self, Nine};

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
    pub(super) name: Arc<str>,
    pub(super) text: String,
    pub(super) first_line: usize,
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
    /// Whether lines of it have been handed out.
    pub(super) begun: bool,
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
