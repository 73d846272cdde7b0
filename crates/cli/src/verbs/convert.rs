//! `pencilmark convert`.

use pencilmark::registry::{self, CANDIDATES, KindEntry};
use pencilmark::{Puzzle, StopSignal};

use super::place;
use crate::args::ConvertArgs;
use crate::batch::{Blocks, Each, each};
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
        let Some(text) = written(puzzle, &args.to) else {
            let able = formats_for(puzzle).join(", ");
            let (place, kind) = (place(item), puzzle.kind().title);
            done.complain(format!("{place}: a {kind}, which cannot be written as `{}`; use {able}", args.to));
            return Ok(Exit::Usage);
        };
        if text.contains('\n') {
            done.block(text);
        } else {
            done.line(&text);
        }
        Ok(Exit::Done)
    })?;
    Ok(ran.exit)
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
