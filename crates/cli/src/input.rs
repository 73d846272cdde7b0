//! Puzzles from files, standard input, the command line or the built-in corpus.

use std::fs::File;
use std::io::{ErrorKind, IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use pencilmark::batch::Input;
use pencilmark::corpus::Set;
use pencilmark::read::ReadOptions;
use pencilmark::{ParseError, Puzzle, registry};

use crate::args::{InputArgs, ReadingArgs};
use crate::exit::Failure;
use crate::screen;
use crate::unpack::Volume;

/// Each puzzle, or what is wrong with it, in input order.
pub(crate) type Batch = Vec<Result<Puzzle, ParseError>>;

impl ReadingArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            kind: self.kind.clone(),
            format: self.from.clone(),
            settings: self.settings.0.clone(),
            ..ReadOptions::default()
        }
    }
}

/// Where puzzles come from, ready to be read.
#[derive(Default)]
pub(crate) struct Feed {
    pub(crate) options: ReadOptions,
    pub(crate) input: Input,
    /// How long all inputs are together, in bytes, where that is known.
    pub(crate) bytes: Option<u64>,
    /// How much of them is read.
    pub(crate) volume: Volume,
    pub(crate) progress: ShowProgress,
    /// Whether each answer is written before the next is worked out.
    pub(crate) line_buffered: bool,
}

/// When progress may be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ShowProgress {
    #[default]
    Always,
    /// Until the input ends, somebody types where it would stand.
    AfterInput,
    /// A search is shown in its place.
    Never,
}

/// What the arguments name. Files that are not there, or cannot be opened, are told at once.
pub(crate) fn feed(input: &InputArgs) -> Result<Feed, Failure> {
    let options = input.reading.options();
    fits_kind(&options)?;
    let line_buffered = input.line_buffered;
    let of = |options, input: Input| {
        let input = if line_buffered { input.by_line() } else { input };
        Feed { options, input, line_buffered, ..Feed::default() }
    };
    if let Some(text) = &input.text {
        return Ok(of(options, Input::text("--text", text)));
    }
    if let Some(set) = &input.corpus {
        let puzzles = pencilmark::corpus::set(set).ok_or_else(|| {
            Failure::Usage(format!("there is no built-in set `{set}`; {}", pencilmark::corpus::choices(set)))
        })?;
        if puzzles.is_empty() {
            return Err(Failure::Usage(format!("the built-in set `{set}` is empty in this build")));
        }
        return Ok(of(options, Input::puzzles(puzzles.into_iter().map(Ok).collect())));
    }
    let files = match input.files.as_slice() {
        // A list that came out empty, or a job without input, is no reason to solve other puzzles.
        [] if !std::io::stdin().is_terminal() => vec![PathBuf::from("-")],
        [] => {
            let puzzles = built_in(&options)?;
            return Ok(of(options, Input::puzzles(puzzles)));
        }
        files => files.to_vec(),
    };
    let is_typed = files.iter().any(|file| file == Path::new("-")) && std::io::stdin().is_terminal();
    let progress = if is_typed { ShowProgress::AfterInput } else { ShowProgress::Always };
    let (mut inputs, mut bytes, volume) = (Input::default(), Some(0), Volume::default());
    for (index, file) in files.into_iter().enumerate() {
        let (found, length) = find(&file)?;
        bytes = bytes.zip(length).map(|(bytes, length)| bytes + length);
        let (name, volume, found) = (file.display().to_string(), volume.clone(), found.filter(|_| index < MOST_OPEN));
        let open = move || open(&file, found, &volume).inspect_err(|_| volume.breaks());
        inputs = inputs.and(Input::reader(&name, open));
    }
    Ok(Feed { bytes, volume, progress, ..of(options, inputs) })
}

/// Files that are kept open until their turn comes; there may be more files than a process may have open.
const MOST_OPEN: usize = 64;

impl Feed {
    /// Reads everything.
    pub(crate) fn all(self) -> Batch {
        let batch = self.input.read_all(&self.options);
        self.volume.warn();
        batch
    }

    /// A feed of these.
    pub(crate) fn of(batch: Batch) -> Self {
        Self { input: Input::puzzles(batch), ..Self::default() }
    }
}

/// Whether the kind has the format, when both are named.
fn fits_kind(options: &ReadOptions) -> Result<(), Failure> {
    let (Some(kind), Some(format)) = (options.kind.as_deref(), options.format.as_deref()) else { return Ok(()) };
    let mut known: Vec<&str> =
        registry::kind(kind).map_or(&[][..], |entry| &entry.formats).iter().map(|f| f.id).collect();
    known.push(registry::JSON.0);
    if known.contains(&format) {
        return Ok(());
    }
    Err(Failure::Usage(format!("{kind} has no format `{format}`; {}", registry::choices(format, known))))
}

fn built_in(options: &ReadOptions) -> Result<Batch, Failure> {
    let name = options.kind.as_deref();
    let (wanted, alias) = (name.and_then(registry::kind), name.and_then(registry::alias));
    let mut puzzles = pencilmark::corpus::samples();
    puzzles.retain(|puzzle| wanted.is_none_or(|kind| kind.info.id == puzzle.kind().id));
    // The samples may not fit the settings of an alias: then take a built-in puzzle that does.
    if let Some((kind, alias)) = wanted.zip(alias)
        && !puzzles.iter().all(|puzzle| alias.fits(&puzzle.generator_settings()))
    {
        let of_kind = pencilmark::corpus::sets().filter(|set| set.kind == kind.info.id);
        puzzles = of_kind
            .flat_map(Set::puzzles)
            .find(|puzzle| alias.fits(&puzzle.generator_settings()))
            .into_iter()
            .collect();
    }
    if puzzles.is_empty() {
        return Err(Failure::Usage(
            "no input, and no built-in puzzle to take instead; give FILE, or - for standard input".to_owned(),
        ));
    }
    screen::remark("no input: taking a built-in puzzle of each kind (give FILE, or - for standard input)");
    Ok(puzzles.into_iter().map(Ok).collect())
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

/// Opens a file, and says how long an input is, if that can be known before it is read. A file must be there; pipes are not touched.
fn find(file: &Path) -> Result<(Option<File>, Option<u64>), Failure> {
    let about = if file == Path::new("-") {
        about_stdin()
    } else {
        let about = std::fs::metadata(file).map_err(|error| cannot_read(file, &error))?;
        if about.is_dir() {
            return Err(cannot_read(file, &ErrorKind::IsADirectory.into()));
        }
        if about.is_file() {
            let open = File::open(file).map_err(|error| cannot_read(file, &error))?;
            return Ok((Some(open), Some(about.len())));
        }
        Some(about)
    };
    Ok((None, about.filter(std::fs::Metadata::is_file).map(|about| about.len())))
}

/// The text of an input, which may be open already.
fn open(file: &Path, found: Option<File>, volume: &Volume) -> std::io::Result<Box<dyn Read + Send>> {
    let name = file.display().to_string();
    if file != Path::new("-") {
        let input = found.map_or_else(|| File::open(file), Ok)?;
        return Ok(Box::new(volume.unpack(name, input)));
    }
    if std::io::stdin().is_terminal() {
        screen::remark("type or paste a puzzle, then end with Ctrl-D on a line of its own");
    }
    Ok(Box::new(volume.unpack(name, std::io::stdin())))
}

/// Fails if there is no file of this name, or if it cannot be examined.
pub(crate) fn is_there(file: &Path) -> Result<(), Failure> {
    let about = std::fs::metadata(file);
    about.map(|_| ()).map_err(|error| Failure::Usage(format!("cannot read {}: {}", file.display(), why(&error))))
}

fn cannot_read(file: &Path, error: &std::io::Error) -> Failure {
    let more = if error.kind() == ErrorKind::NotFound { "; a puzzle itself goes after --text" } else { "" };
    Failure::Usage(format!("cannot read {}: {}{more}", file.display(), why(error)))
}

/// Why a file cannot be read.
fn why(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::IsADirectory => "it is a folder; name the files in it".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
