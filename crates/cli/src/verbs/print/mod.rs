//! `pencilmark print`.

mod booklet;
mod sources;

use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pencilmark::batch::Item;
use pencilmark::outcome::Why;
use pencilmark::registry::Generated;
use pencilmark::teach::TeachOptions;
use pencilmark::{Budget, Caption, ParseError, StopSignal, Verdict};
use pencilmark_print::{PrintItem, Printed, Sheet, SheetError, Solutions};

use super::files::{can_write, write_whole};
use super::place;
use crate::args::{LevelArg, PrintArgs};
use crate::batch::{Blocks, Done, Each, Ran, each};
use crate::exit::{Exit, Failure};
use crate::input::{self, Feed};
use crate::remedy::advised;
use crate::screen::{self, counted};

pub(crate) fn run(args: &PrintArgs) -> Result<Exit, Failure> {
    can_print(args)?;
    let stop = StopSignal::default();
    let (sheet, ran) = if let Some(file) = &args.booklet {
        let Some(made) = booklet::sheet(args, file, &stop)? else { return Ok(Exit::Interrupted) };
        made
    } else {
        let mut sheet = asked(args, Sheet::default());
        let wanted = Wanted::of(args, &sheet, true, &stop);
        let (entries, ran) = wanted.entries(input::feed(&args.input)?, &[], args.limits.threads)?;
        sheet.chapters = Sheet::of(entries.into_values().collect()).chapters;
        (sheet, ran)
    };
    if ran.exit == Exit::Interrupted {
        return Ok(ran.exit);
    }
    let puzzles: usize = sheet.chapters.iter().map(|chapter| chapter.entries.len()).sum();
    if puzzles == 0 && ran.exit != Exit::Done {
        // What was wrong with them has been told.
        return Ok(ran.exit);
    }
    let printed = sheet.pdf().map_err(|error| explained(&error))?;
    write(args.file(), &printed, puzzles)?;
    Ok(ran.exit)
}

/// What the options ask for, before what a booklet says.
fn asked(args: &PrintArgs, sheet: Sheet) -> Sheet {
    Sheet {
        title: args.title.clone().or(sheet.title),
        paper: args.paper.map_or(sheet.paper, Into::into),
        per_page: args.per_page.or(sheet.per_page),
        large: args.large || sheet.large,
        solutions: args.solutions.map_or(sheet.solutions, Into::into),
        rules: args.rules.map_or(sheet.rules, Into::into),
        ..sheet
    }
}

/// Refuses arguments that cannot be met, before any work is done: a booklet among the puzzles, an output that cannot be written.
fn can_print(args: &PrintArgs) -> Result<(), Failure> {
    let is_toml = |file: &&PathBuf| file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if let Some(file) = args.input.files.iter().find(is_toml) {
        let (file, what) = (file.display(), "is a TOML file, and no file of puzzles");
        return Err(Failure::Usage(format!("{file} {what}\n  help: --booklet {file} prints what it describes")));
    }
    match args.file() {
        Some(file) if is_plain(file) => can_write(file),
        None if args.out.is_none() && std::io::stdout().is_terminal() => {
            let what = "a PDF document is not for a terminal";
            Err(Failure::Usage(format!("{what}\n  help: -o FILE says where to write it")))
        }
        _ => Ok(()),
    }
}

/// Whether a file is, or will be, one that can be replaced: not a device or a pipe.
fn is_plain(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|about| about.is_file() || about.is_dir()) || !file.exists()
}

fn explained(error: &SheetError) -> Failure {
    Failure::Usage(advised(&error.to_string(), &error.remedy()))
}

fn write(file: Option<&Path>, printed: &Printed, puzzles: usize) -> Result<(), Failure> {
    if !printed.missing.is_empty() {
        let missing: Vec<String> = printed.missing.iter().map(char::to_string).collect();
        screen::warn(&format!("the font has no {}: printed as question marks", missing.join(" ")));
    }
    match file {
        Some(file) if is_plain(file) => write_whole(file, &printed.bytes)?,
        Some(file) => std::fs::write(file, &printed.bytes)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?,
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(&printed.bytes).and_then(|()| out.flush())?;
        }
    }
    if let Some(file) = file {
        let (puzzles, pages) = (counted(puzzles, "puzzle"), counted(printed.pages, "page"));
        screen::remark(&format!("wrote {}: {puzzles}, {pages}", file.display()));
    }
    Ok(())
}

/// What has to be known about each puzzle.
struct Wanted {
    course: TeachOptions,
    level: bool,
    solution: bool,
}

impl Wanted {
    fn of(args: &PrintArgs, sheet: &Sheet, level: bool, stop: &StopSignal) -> Self {
        args.limits.seed.announce();
        let level = args.level.map_or(level, |level| level == LevelArg::Yes);
        let budget = Budget { stop: stop.clone(), ..args.limits.budget(super::TIMEOUT) };
        // The level is that of `grade`.
        let course = TeachOptions::default().uniqueness(true).budget(budget);
        Self { course, level, solution: sheet.solutions != Solutions::None }
    }

    /// Grades and solves puzzles, by their index in the input. `made` has what is known about each, if
    /// anything is.
    fn entries(
        &self,
        feed: Feed,
        made: &[Result<Generated, ParseError>],
        threads: usize,
    ) -> Result<(BTreeMap<usize, PrintItem>, Ran), Failure> {
        let entries: Mutex<BTreeMap<usize, PrintItem>> = Mutex::default();
        let stop = &self.course.budget.stop;
        let how = Each { threads, stop, summary: None, titled: false, plans: None };
        let ran = each(feed, &how, &mut Blocks::new(std::io::sink()), |item, done| {
            let puzzle = match item.puzzle() {
                Ok(puzzle) => puzzle,
                Err(error) => return Ok(done.complain_about(error)),
            };
            let caption = match made.get(item.index()) {
                Some(Ok(made)) => made.caption(&self.course, self.level, self.solution)?,
                Some(Err(_)) | None => puzzle.caption(&self.course, self.level, self.solution)?,
            };
            let exit = noted(item, &caption, done);
            let entry = PrintItem::new(puzzle.clone(), &caption);
            entries.lock().unwrap_or_else(PoisonError::into_inner).insert(item.index(), entry);
            Ok(exit)
        })?;
        Ok((entries.into_inner().unwrap_or_else(PoisonError::into_inner), ran))
    }
}

/// Says what is wrong with a puzzle, if anything is.
fn noted(item: &Item<'_>, caption: &Caption, done: &mut Done) -> Exit {
    for note in caption.notes() {
        done.remark(format!("{}: {note}", place(item)));
    }
    let graded = match caption.ended {
        None => Exit::Done,
        Some(Why::Interrupted) => Exit::Interrupted,
        Some(_) => Exit::GaveUp,
    };
    match caption.verdict {
        None | Some(Verdict::Unique) => graded,
        Some(Verdict::Several) => Exit::Several,
        Some(Verdict::Refuted) => Exit::Refuted,
        Some(Verdict::Solved | Verdict::Undecided) => Exit::GaveUp,
    }
}
