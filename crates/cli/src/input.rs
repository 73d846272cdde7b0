//! Puzzles from files, standard input, the command line or the built-in corpus.

use std::fs::File;
use std::io::{ErrorKind, IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use pencilmark::{Chunk, Item, ParseError, Puzzle, ReadOptions};

use crate::args::{InputArgs, ReadingArgs};
use crate::exit::Failure;
use crate::screen;

/// Each puzzle, or what is wrong with it, in input order.
pub(crate) type Batch = Vec<Result<Puzzle, ParseError>>;

impl ReadingArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions { kind: self.kind.clone(), format: self.from.clone(), hints: self.hints.hints() }
    }
}

/// Where puzzles come from, ready to be read.
pub(crate) struct Feed {
    pub(crate) options: ReadOptions,
    from: From,
    /// How long all inputs are together, in bytes, where that is known.
    pub(crate) bytes: Option<u64>,
}

enum From {
    /// They are here.
    Pieces(Box<dyn Iterator<Item = Piece> + Send>),
    /// They are in these files; `-` is standard input.
    Files(Vec<PathBuf>),
}

/// What a feed gives, in order.
pub(crate) enum Piece {
    /// A piece of a file.
    Chunk(Chunk),
    /// Puzzles that are read already.
    Items(Vec<Item>),
    /// The end of the input with this name.
    End(String),
    /// An input cannot be read.
    Failed(Failure),
}

/// What the arguments name. Files that are not there, or cannot be opened, are told at once.
pub(crate) fn feed(input: &InputArgs) -> Result<Feed, Failure> {
    let options = input.reading.options();
    fits_kind(&options)?;
    let ready = |options, batch| Ok(Feed { options, ..Feed::of(batch) });
    if let Some(text) = &input.text {
        let mut batch = pencilmark::read("--text", text, &options);
        if batch.is_empty() {
            batch.push(Err(pencilmark::no_puzzle("--text")));
        }
        return ready(options, batch);
    }
    if let Some(set) = &input.corpus {
        let puzzles = pencilmark::corpus::set(set).ok_or_else(|| {
            let known: Vec<String> = pencilmark::corpus::sets().map(pencilmark::corpus::Set::name).collect();
            Failure::Usage(format!("there is no built-in set `{set}`; choose one of {}", known.join(", ")))
        })?;
        if puzzles.is_empty() {
            return Err(Failure::Usage(format!("the built-in set `{set}` is empty in this build")));
        }
        return ready(options, puzzles.into_iter().map(Ok).collect());
    }
    let files = match input.files.as_slice() {
        [] if stdin_is_given() => vec![PathBuf::from("-")],
        [] => {
            let batch = built_in(&options)?;
            return ready(options, batch);
        }
        files => files.to_vec(),
    };
    let bytes = files.iter().map(|file| length(file)).sum::<Result<Option<u64>, Failure>>()?;
    Ok(Feed { options, from: From::Files(files), bytes })
}

/// Reads everything.
pub(crate) fn all(feed: Feed) -> Result<Batch, Failure> {
    let options = feed.options.clone();
    let (mut all, mut start, mut failed) = (Batch::new(), 0, None);
    feed.run(&mut |piece| {
        match piece {
            Piece::Chunk(chunk) => all.extend(chunk.items(&options).into_iter().map(Item::puzzle)),
            Piece::Items(items) => all.extend(items.into_iter().map(Item::puzzle)),
            Piece::End(name) => {
                all.extend((all.len() == start).then(|| Err(pencilmark::no_puzzle(&name))));
                start = all.len();
            }
            Piece::Failed(failure) => failed = Some(failure),
        }
        true
    });
    failed.map_or(Ok(all), Err)
}

impl Feed {
    /// A feed of these.
    pub(crate) fn of(batch: Batch) -> Self {
        Self::of_pieces(std::iter::once(Piece::Items(batch.into_iter().map(Item::Read).collect())))
    }

    pub(crate) fn of_pieces(pieces: impl Iterator<Item = Piece> + Send + 'static) -> Self {
        Self { options: ReadOptions::default(), from: From::Pieces(Box::new(pieces)), bytes: None }
    }

    /// Reads piece by piece, as long as `take` wants more.
    pub(crate) fn run(self, take: &mut dyn FnMut(Piece) -> bool) {
        let files = match self.from {
            From::Files(files) => files,
            From::Pieces(mut pieces) => {
                pieces.all(take);
                return;
            }
        };
        for file in files {
            let name = file.display().to_string();
            let input = match open(&file) {
                Ok(input) => input,
                Err(failure) => {
                    take(Piece::Failed(failure));
                    return;
                }
            };
            for chunk in pencilmark::chunks(&name, input, &self.options) {
                let (piece, failed) = match chunk {
                    Ok(chunk) => (Piece::Chunk(chunk), false),
                    Err(error) => (Piece::Failed(cannot_read(&file, &error)), true),
                };
                if !take(piece) || failed {
                    return;
                }
            }
            if !take(Piece::End(name)) {
                return;
            }
        }
    }
}

/// Whether the kind has the format, when both are named.
fn fits_kind(options: &ReadOptions) -> Result<(), Failure> {
    let (Some(kind), Some(format)) = (options.kind.as_deref(), options.format.as_deref()) else { return Ok(()) };
    let mut known: Vec<&str> =
        pencilmark::kind(kind).map_or(&[][..], |entry| &entry.formats).iter().map(|f| f.id).collect();
    known.push(pencilmark::JSON.0);
    if known.contains(&format) {
        return Ok(());
    }
    Err(Failure::Usage(format!("{kind} has no format `{format}`; choose one of {}", known.join(", "))))
}

fn built_in(options: &ReadOptions) -> Result<Batch, Failure> {
    let mut puzzles = pencilmark::corpus::samples();
    puzzles.retain(|puzzle| options.kind.as_deref().is_none_or(|kind| kind == puzzle.kind().id));
    if puzzles.is_empty() {
        return Err(Failure::Usage(
            "no input, and no built-in puzzle to take instead; give FILE, or - for standard input".to_owned(),
        ));
    }
    screen::remark("no input: taking a built-in puzzle of each kind (give FILE, or - for standard input)");
    Ok(puzzles.into_iter().map(Ok).collect())
}

/// Whether somebody put something before the command: a pipe or a file, even an empty one, but no terminal and not
/// `/dev/null`, where scheduled jobs start.
fn stdin_is_given() -> bool {
    if std::io::stdin().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if let Some(about) = about_stdin() {
            return !about.file_type().is_char_device();
        }
    }
    true
}

#[cfg(unix)]
fn about_stdin() -> Option<std::fs::Metadata> {
    use std::os::fd::AsFd as _;
    let file = std::io::stdin().as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).ok()
}

#[cfg(not(unix))]
fn about_stdin() -> Option<std::fs::Metadata> {
    None
}

/// How long an input is, if that can be known before it is read. A file must be there; pipes are not touched.
fn length(file: &Path) -> Result<Option<u64>, Failure> {
    let about = if file == Path::new("-") {
        about_stdin()
    } else {
        let about = std::fs::metadata(file).map_err(|error| cannot_read(file, &error))?;
        if about.is_dir() {
            return Err(cannot_read(file, &ErrorKind::IsADirectory.into()));
        }
        if about.is_file() {
            File::open(file).map_err(|error| cannot_read(file, &error))?;
        }
        Some(about)
    };
    Ok(about.filter(std::fs::Metadata::is_file).map(|about| about.len()))
}

fn open(file: &Path) -> Result<Box<dyn Read>, Failure> {
    if file != Path::new("-") {
        return Ok(Box::new(File::open(file).map_err(|error| cannot_read(file, &error))?));
    }
    if std::io::stdin().is_terminal() {
        screen::remark("type or paste a puzzle, then end with Ctrl-D on a line of its own");
    }
    Ok(Box::new(std::io::stdin().lock()))
}

fn cannot_read(file: &Path, error: &std::io::Error) -> Failure {
    if file == Path::new("-") {
        return Failure::Usage(format!("cannot read standard input: {error}"));
    }
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such file; a puzzle itself goes after --text".to_owned(),
        ErrorKind::IsADirectory => "it is a folder; name the files in it".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    Failure::Usage(format!("cannot read {}: {why}", file.display()))
}
