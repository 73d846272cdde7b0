//! Puzzles from files, standard input, the command line or the built-in corpus.

use std::io::{ErrorKind, IsTerminal as _, Read as _};
use std::path::Path;

use pencilmark::{ParseError, Puzzle, ReadOptions};

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

/// Reads everything the arguments name.
pub(crate) fn batch(input: &InputArgs) -> Result<Batch, Failure> {
    let options = input.reading.options();
    fits_kind(&options)?;
    if let Some(text) = &input.text {
        return Ok(or_empty("--text", pencilmark::read("--text", text, &options)));
    }
    if let Some(set) = &input.corpus {
        let puzzles = pencilmark::corpus::set(set).ok_or_else(|| {
            let known: Vec<String> = pencilmark::corpus::sets().map(pencilmark::corpus::Set::name).collect();
            Failure::Usage(format!("there is no built-in set `{set}`; choose one of {}", known.join(", ")))
        })?;
        if puzzles.is_empty() {
            return Err(Failure::Usage(format!("the built-in set `{set}` is empty in this build")));
        }
        return Ok(puzzles.into_iter().map(Ok).collect());
    }
    if input.files.is_empty() {
        return piped_or_built_in(&options);
    }
    let mut all = Batch::new();
    for file in &input.files {
        let name = file.display().to_string();
        let bytes = if name == "-" { read_stdin()? } else { read_file(file)? };
        all.extend(or_empty(&name, read(&name, &bytes, &options)));
    }
    Ok(all)
}

fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Batch {
    match pencilmark::decode(name, bytes) {
        Ok(text) => pencilmark::read(name, text, options),
        Err(error) => vec![Err(error)],
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

/// An input without any puzzle is malformed.
fn or_empty(name: &str, batch: Batch) -> Batch {
    if batch.is_empty() { vec![Err(pencilmark::no_puzzle(name))] } else { batch }
}

fn piped_or_built_in(options: &ReadOptions) -> Result<Batch, Failure> {
    if stdin_is_given() {
        return Ok(or_empty("-", read("-", &read_stdin()?, options)));
    }
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
        use std::os::fd::AsFd as _;
        use std::os::unix::fs::FileTypeExt as _;
        let file = std::io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
        if let Ok(about) = file.and_then(|file| file.metadata()) {
            return !about.file_type().is_char_device();
        }
    }
    true
}

fn read_stdin() -> Result<Vec<u8>, Failure> {
    if std::io::stdin().is_terminal() {
        screen::remark("type or paste a puzzle, then end with Ctrl-D on a line of its own");
    }
    let mut bytes = Vec::new();
    let result = std::io::stdin().lock().read_to_end(&mut bytes);
    result.map_err(|error| Failure::Usage(format!("cannot read standard input: {error}")))?;
    Ok(bytes)
}

fn read_file(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file; a puzzle itself goes after --text".to_owned(),
            ErrorKind::IsADirectory => "it is a folder; name the files in it".to_owned(),
            ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Failure::Usage(format!("cannot read {}: {why}", file.display()))
    })
}
