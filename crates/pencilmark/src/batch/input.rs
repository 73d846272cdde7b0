//! Where the puzzles of a batch come from.

use std::io::{self, Read};
use std::sync::Arc;

use pencilmark_puzzles::ParseError;

use super::BatchError;
use super::live::Live;
use super::queue::Piece;
use crate::Puzzle;
use crate::read::{self, Chunks, ReadOptions, chunks, no_puzzle};
use crate::read::{Entry, What};

/// The weight of a puzzle other than a 9x9 Sudoku on a line; see [`super::queue`].
const WEIGHT: usize = 16;

/// Named sources of puzzles, which are read one after the other.
///
/// ```
/// # use pencilmark::batch::Input;
/// # use pencilmark::read::ReadOptions;
/// let input = Input::text("mine", "sudoku/4/4/g1k23k3g").and(Input::reader("yours", || Ok(std::io::empty())));
/// let puzzles = input.read_all(&ReadOptions::default())?;
/// assert!(puzzles[0].is_ok());
/// assert!(puzzles[1].as_ref().is_err_and(|error| error.name == "yours" && error.what == "there is no puzzle here"));
/// # Ok::<(), pencilmark::batch::BatchError>(())
/// ```
#[derive(Default)]
pub struct Input(Vec<Source>);

struct Source {
    name: Option<Arc<str>>,
    from: From,
}

enum From {
    Puzzles(Vec<Result<Puzzle, ParseError>>),
    Text(String),
    Reader { open: Open, is_live: bool },
}

type Open = Box<dyn FnOnce() -> io::Result<Box<dyn Read + Send>> + Send>;

impl Input {
    /// Puzzles that are read already.
    pub fn puzzles(puzzles: Vec<Result<Puzzle, ParseError>>) -> Self {
        Self(vec![Source { name: None, from: From::Puzzles(puzzles) }])
    }

    /// A text that errors and results call `name`.
    pub fn text(name: &str, text: impl Into<String>) -> Self {
        Self(vec![Source { name: Some(name.into()), from: From::Text(text.into()) }])
    }

    /// Something to read piece by piece, a file for example, under this name. It is opened when its turn comes.
    pub fn reader<R: Read + Send + 'static>(name: &str, open: impl FnOnce() -> io::Result<R> + Send + 'static) -> Self {
        Self::of_reader(name, open, false)
    }

    /// The same for a pipe, a terminal or a socket, whose other end may wait for an answer before it sends more. When nothing comes for a
    /// while, puzzles of one line are worked on that might otherwise belong together with what follows.
    pub fn live<R: Read + Send + 'static>(name: &str, open: impl FnOnce() -> io::Result<R> + Send + 'static) -> Self {
        Self::of_reader(name, open, true)
    }

    fn of_reader<R: Read + Send + 'static>(
        name: &str,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        is_live: bool,
    ) -> Self {
        let open: Open = Box::new(move || Ok(Box::new(open()?)));
        Self(vec![Source { name: Some(name.into()), from: From::Reader { open, is_live } }])
    }

    /// These, then others.
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Reads everything: each puzzle, or what is wrong with it.
    pub fn read_all(self, options: &ReadOptions) -> Result<Vec<Result<Puzzle, ParseError>>, BatchError> {
        let (mut all, mut start, mut failed) = (Vec::new(), 0, None);
        self.feed(options, &mut |piece| {
            match piece {
                Piece::Text { read, .. } => all.extend(read().0.into_iter().map(Entry::puzzle)),
                Piece::End { missing, .. } => {
                    all.extend((all.len() == start).then(|| missing.puzzle()));
                    start = all.len();
                }
                Piece::Pause => {}
                Piece::Failed(error) => failed = Some(error),
            }
            true
        });
        failed.map_or(Ok(all), Err)
    }

    /// Reads piece by piece, as long as `take` wants more.
    pub(super) fn feed(self, options: &ReadOptions, take: &mut dyn FnMut(Piece<Entry>) -> bool) {
        let options = Arc::new(options.clone());
        self.0.into_iter().all(|source| source.feed(&options, take));
    }
}

impl Source {
    /// Whether more is wanted.
    fn feed(self, options: &Arc<ReadOptions>, take: &mut dyn FnMut(Piece<Entry>) -> bool) -> bool {
        let Self { name, from } = self;
        let goes_on = match from {
            From::Puzzles(puzzles) => {
                let read = || weighed(puzzles.into_iter().map(|puzzle| Entry::new(0, puzzle)).collect());
                return take(Piece::Text { name, bytes: 0, read: Box::new(read) });
            }
            From::Text(text) => {
                let (called, options) = (name.clone().unwrap_or_default(), options.clone());
                let read = move || weighed(read::entries(&called, &text, &options));
                take(Piece::Text { name: name.clone(), bytes: 0, read: Box::new(read) })
            }
            From::Reader { open, is_live } => {
                let input = match open() {
                    Ok(input) if is_live => Live::read(input),
                    Ok(input) => input,
                    Err(error) => {
                        take(Piece::Failed(BatchError::Input { name: name.unwrap_or_default().to_string(), error }));
                        return false;
                    }
                };
                feed_chunks(name.as_ref(), chunks(name.as_deref().unwrap_or_default(), input, options), options, take)
            }
        };
        let missing = Box::new(Entry::error(no_puzzle(name.as_deref().unwrap_or_default())));
        goes_on && take(Piece::End { name, missing })
    }
}

fn feed_chunks(
    name: Option<&Arc<str>>,
    chunks: Chunks<Box<dyn Read + Send>>,
    options: &Arc<ReadOptions>,
    take: &mut dyn FnMut(Piece<Entry>) -> bool,
) -> bool {
    for chunk in chunks {
        let piece = match chunk {
            Ok(chunk) => {
                let (bytes, options) = (chunk.bytes(), options.clone());
                let read = Box::new(move || weighed(chunk.entries(&options)));
                Piece::Text { name: name.cloned(), bytes, read }
            }
            Err(error) if Chunks::<()>::is_pause(&error) => Piece::Pause,
            Err(error) => {
                let name = name.map_or_else(String::new, ToString::to_string);
                take(Piece::Failed(BatchError::Input { name, error }));
                return false;
            }
        };
        if !take(piece) {
            return false;
        }
    }
    true
}

/// Entries, and what they weigh together.
fn weighed(entries: Vec<Entry>) -> (Vec<Entry>, usize) {
    let weight = entries.iter().map(|entry| if matches!(entry.what, What::Nine(_)) { 1 } else { WEIGHT }).sum();
    (entries, weight)
}
