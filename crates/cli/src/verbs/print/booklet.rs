//! A booklet: its puzzles are read and generated, then graded and laid out like any others.

use std::path::Path;

use pencilmark::batch::{Event, Input, Order, Tasks};
use pencilmark::read::ReadOptions;
use pencilmark::registry::KindEntry;
use pencilmark::{ParseError, Puzzle, Spec, StopSignal};
use pencilmark_print::{Booklet, Chapter, ChapterSpec, Sheet, Source};

use super::{Wanted, asked};
use crate::args::PrintArgs;
use crate::batch::{Ran, interrupted};
use crate::exit::Failure;
use crate::input::Feed;
use crate::setting_args::read_files;
use crate::{interrupt, screen};

/// A puzzle to be read or made.
enum Job {
    Read(Box<Result<Puzzle, ParseError>>),
    Make { kind: &'static KindEntry, spec: Spec, seed: u64, index: u64 },
}

/// The sheet that a booklet describes; `None` if somebody interrupted.
pub(super) fn sheet(args: &PrintArgs, file: &Path, stop: &StopSignal) -> Result<Option<(Sheet, Ran)>, Failure> {
    let wrong = |what: String| Failure::Usage(format!("{}: {what}", file.display()));
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", file.display())))?;
    let booklet = Booklet::parse(&text).map_err(|error| {
        Failure::Usage(format!("{}:{}:{}: {}", file.display(), error.line, error.column, error.what))
    })?;
    let mut jobs: Vec<(usize, Job)> = Vec::new();
    for (number, chapter) in booklet.chapters.iter().enumerate() {
        for source in &chapter.puzzles {
            let of_source =
                jobs_of(source, file, args).map_err(|what| wrong(format!("chapter “{}”: {what}", chapter.title)))?;
            jobs.extend(of_source.into_iter().map(|job| (number, job)));
        }
    }
    let (chapters, jobs): (Vec<usize>, Vec<Job>) = jobs.into_iter().unzip();
    let title = |index: usize| booklet.chapters[chapters[index]].title.as_str();
    let Some(puzzles) =
        made(&jobs, args.limits.threads, stop, |index, what| wrong(format!("chapter “{}”: {what}", title(index))))?
    else {
        return Ok(None);
    };
    let mut sheet = asked(
        args,
        Sheet {
            title: Some(booklet.title),
            subtitle: booklet.subtitle,
            paper: booklet.paper.unwrap_or_default(),
            per_page: booklet.per_page,
            large: booklet.large.unwrap_or(false),
            solutions: booklet.solutions.unwrap_or_default(),
            rules: booklet.rules.unwrap_or_default(),
            contents: true,
            chapters: Vec::new(),
        },
    );
    let wanted = Wanted::of(args, &sheet, booklet.level.unwrap_or(true), stop);
    let (mut entries, ran) = wanted.entries(Feed::of(puzzles), args.limits.threads)?;
    let chapter = |(number, spec): (usize, ChapterSpec)| {
        let own = (0..chapters.len()).filter(|&index| chapters[index] == number);
        Chapter {
            title: Some(spec.title),
            text: spec.text,
            // An option of the command is for all chapters.
            per_page: spec.per_page.filter(|_| args.per_page.is_none()),
            entries: own.filter_map(|index| entries.remove(&index)).collect(),
        }
    };
    sheet.chapters = booklet.chapters.into_iter().enumerate().map(chapter).collect();
    Ok(Some((sheet, ran)))
}

/// What a source asks for.
fn jobs_of(source: &Source, booklet: &Path, args: &PrintArgs) -> Result<Vec<Job>, String> {
    let (skip, count) = (usize::try_from(source.skip), source.count.map(usize::try_from));
    let (skip, count) = (skip.unwrap_or(usize::MAX), count.map(|count| count.unwrap_or(usize::MAX)));
    let taken = |all: Vec<Result<Puzzle, ParseError>>| -> Vec<Job> {
        all.into_iter().skip(skip).take(count.unwrap_or(usize::MAX)).map(|one| Job::Read(Box::new(one))).collect()
    };
    let is_known = |name: &str| {
        let settings = pencilmark::registry::kinds().iter().flat_map(|entry| entry.info.settings);
        settings.map(|setting| setting.parameter.name).any(|known| known == name)
    };
    if let Some((name, _)) = source.settings.iter().find(|(name, _)| !is_known(name)) {
        return Err(format!("`{name}` is neither a field of a source of puzzles nor a setting of a kind"));
    }
    if let Some(set) = &source.corpus {
        let puzzles = pencilmark::corpus::set(set).ok_or_else(|| format!("there is no built-in set `{set}`"))?;
        return Ok(taken(puzzles.into_iter().map(Ok).collect()));
    }
    if !source.files.is_empty() {
        let folder = booklet.parent().unwrap_or(Path::new(""));
        let options = ReadOptions { kind: source.kind.clone(), format: None, settings: source.settings.clone() };
        let mut input = Input::default();
        for file in source.files.iter().map(|file| folder.join(file)) {
            let name = file.display().to_string();
            let opened = std::fs::File::open(&file).map_err(|error| format!("cannot read {name}: {error}"))?;
            input = input.and(Input::reader(&name, move || Ok(opened)));
        }
        return Ok(taken(input.read_all(&options)));
    }
    let name = source.kind.as_deref().unwrap_or_default();
    let kind = pencilmark::registry::kind(name).ok_or_else(|| {
        let known: Vec<&str> = pencilmark::registry::kind_names().collect();
        format!("there is no kind `{name}`; choose one of {}", known.join(", "))
    })?;
    let folder = booklet.parent().unwrap_or(Path::new(""));
    let settings = read_files(pencilmark::registry::settings_of(name, &source.settings), folder)?;
    let spec = Spec { settings, budget: args.limits.budget(super::super::TIMEOUT), ..Spec::default() };
    let count = source.count.unwrap_or(1);
    if count > MOST_PUZZLES {
        return Err(format!(
            "a chapter of {count} puzzles is more than anybody prints; ask for {MOST_PUZZLES} or fewer"
        ));
    }
    let end = source.skip.checked_add(count).ok_or("that many puzzles cannot be generated")?;
    let make = |index| Job::Make { kind, spec: spec.clone(), seed: source.seed, index };
    Ok((source.skip..end).map(make).collect())
}

/// The most puzzles of one source of a chapter.
const MOST_PUZZLES: u64 = 10_000;

/// Generates what is to be generated; `None` if somebody interrupted.
fn made(
    jobs: &[Job],
    threads: usize,
    stop: &StopSignal,
    wrong: impl Fn(usize, String) -> Failure,
) -> Result<Option<Vec<Result<Puzzle, ParseError>>>, Failure> {
    interrupt::stop_on_ctrl_c(stop);
    let total = jobs.len();
    let mut progress = screen::Progress::new(total as u64, "made");
    let mut puzzles = Vec::new();
    let tasks = Tasks { total, threads, stop, order: Order::Input };
    let ran = tasks.run(
        |number| match &jobs[number] {
            Job::Read(read) => Ok((**read).clone()),
            Job::Make { kind, spec, seed, index } => {
                let mut spec = spec.clone();
                spec.budget.stop = stop.clone();
                let puzzle = pencilmark::registry::generate(kind, &spec, *seed, *index)?;
                Ok(Ok(puzzle.with_id(format!("{}-{seed}-{index}", kind.info.id))))
            }
        },
        |event: Event<(usize, Result<_, pencilmark::GenerateError>)>, done| {
            progress.show(done.shown as u64);
            let Event::Result((number, result)) = event else { return Ok(()) };
            match result {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(pencilmark::GenerateError::Interrupted) => {}
                Err(error) => return Err(wrong(number, error.to_string())),
            }
            Ok(())
        },
    );
    progress.finish();
    ran?;
    if stop.is_raised() {
        interrupted(puzzles.len(), Some(total));
        return Ok(None);
    }
    Ok(Some(puzzles))
}
