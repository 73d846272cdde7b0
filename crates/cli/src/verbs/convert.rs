//! `pencilmark convert`.

use pencilmark::batch::Item;
use pencilmark::registry::{self, CANDIDATES, KindEntry};
use pencilmark::{Puzzle, StopSignal};

use super::place;
use crate::args::ConvertArgs;
use crate::batch::{Blocks, Done, Each, each};
use crate::exit::{Exit, Failure};
use crate::input;

pub(crate) fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    let feed = input::feed(&args.input)?;
    let mut out = Blocks::new(std::io::stdout());
    let how = Each { threads: 0, stop: &StopSignal::default(), summary: None, titled: false, plans: None };
    let ran = each(feed, &how, &mut out, |item, done| {
        let puzzle = match item.puzzle() {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(done.complain_about(error)),
        };
        Ok(write(item, puzzle, &args.to, done))
    })?;
    Ok(ran.exit)
}

/// Writes the puzzle in a format, or says that it cannot carry it.
pub(super) fn write(item: &Item<'_>, puzzle: &Puzzle, format: &str, done: &mut Done) -> Exit {
    match written(puzzle, format) {
        Some(text) if text.contains('\n') => done.block(text),
        Some(text) => done.line(&text),
        None => {
            complain(item, puzzle, format, done);
            return Exit::Usage;
        }
    }
    Exit::Done
}

/// That the format cannot carry the puzzle.
pub(super) fn complain(item: &Item<'_>, puzzle: &Puzzle, format: &str, done: &mut Done) {
    let (place, kind, able) = (place(item), puzzle.kind().title, formats_for(puzzle).join(", "));
    done.complain(format!("{place}: a {kind}, which cannot be written as `{format}`; use {able}"));
}

/// The puzzle in a format; `None` if that cannot carry it.
pub(super) fn written(puzzle: &Puzzle, format: &str) -> Option<String> {
    if format == CANDIDATES.0 { Some(puzzle.write_candidates()) } else { puzzle.write(format) }
}

/// The formats that can carry this puzzle.
fn formats_for(puzzle: &Puzzle) -> Vec<&'static str> {
    let entry = registry::kind(puzzle.kind().id);
    let formats = entry.into_iter().flat_map(KindEntry::written_formats);
    formats.filter(|format| written(puzzle, format).is_some()).collect()
}
