//! Puzzles from files, standard input, the command line or the built-in corpus.

use std::io::{IsTerminal as _, Read as _};

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
    if let Some(text) = &input.text {
        return Ok(or_empty("--text", pencilmark::read("--text", text, &options)));
    }
    if let Some(set) = &input.corpus {
        let puzzles = pencilmark::corpus::set(set).ok_or_else(|| {
            let known: Vec<String> = pencilmark::corpus::sets().map(|set| set.name()).collect();
            Failure::Usage(format!("there is no built-in set `{set}`; choose one of {}", known.join(", ")))
        })?;
        return Ok(puzzles.into_iter().map(Ok).collect());
    }
    if input.files.is_empty() {
        return piped_or_built_in(&options);
    }
    let mut all = Batch::new();
    for file in &input.files {
        let name = file.display().to_string();
        let bytes = if name == "-" { read_stdin()? } else { read_file(&name)? };
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

/// An input without any puzzle is malformed.
fn or_empty(name: &str, batch: Batch) -> Batch {
    if batch.is_empty() { vec![Err(pencilmark::no_puzzle(name))] } else { batch }
}

fn piped_or_built_in(options: &ReadOptions) -> Result<Batch, Failure> {
    if !std::io::stdin().is_terminal() {
        let bytes = read_stdin()?;
        if !bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(read("-", &bytes, options));
        }
    }
    screen::remark("no input: taking a built-in puzzle of each kind (give FILE, or - for standard input)");
    let mut puzzles = pencilmark::corpus::samples();
    puzzles.retain(|puzzle| options.kind.as_deref().is_none_or(|kind| kind == puzzle.kind().id));
    Ok(puzzles.into_iter().map(Ok).collect())
}

fn read_stdin() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let result = std::io::stdin().lock().read_to_end(&mut bytes);
    result.map_err(|error| Failure::Usage(format!("cannot read standard input: {error}")))?;
    Ok(bytes)
}

fn read_file(name: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(name).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => "; a puzzle itself goes after --text",
            std::io::ErrorKind::IsADirectory => "; name the files in it",
            _ => "",
        };
        Failure::Usage(format!("cannot read {name}: {error}{hint}"))
    })
}
