//! A booklet: its puzzles are read and generated, then graded and laid out like any others.

use std::path::Path;

use pencilmark::StopSignal;
use pencilmark_print::{Booklet, Chapter, ChapterSpec, Sheet};

use super::sources::Jobs;
use super::{Wanted, asked};
use crate::args::PrintArgs;
use crate::batch::Ran;
use crate::exit::Failure;
use crate::input::{self, Feed};

/// The sheet that a booklet describes; `None` if somebody interrupted.
pub(super) fn sheet(args: &PrintArgs, file: &Path, stop: &StopSignal) -> Result<Option<(Sheet, Ran)>, Failure> {
    input::is_there(file)?;
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", file.display())))?;
    let booklet = Booklet::parse(&text).map_err(|error| {
        Failure::Usage(format!("{}:{}:{}: {}", file.display(), error.line, error.column, error.what))
    })?;
    let Some((found, exit)) = Jobs::of(&booklet, file, args)?.run(args.limits.threads, stop)? else {
        return Ok(None);
    };
    let (chapters, made): (Vec<usize>, Vec<_>) = found.into_iter().map(|one| (one.chapter, one.puzzle)).unzip();
    let puzzles = made.iter().map(|one| Ok(one.as_ref().map_err(Clone::clone)?.puzzle.clone())).collect();
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
    let (mut entries, ran) = wanted.entries(Feed::of(puzzles), &made, args.limits.threads)?;
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
    Ok(Some((sheet, Ran { exit: ran.exit.min(exit), ..ran })))
}
