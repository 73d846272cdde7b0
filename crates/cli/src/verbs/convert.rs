//! `pencilmark convert`.

use pencilmark::StopSignal;

use crate::args::ConvertArgs;
use crate::batch::{Blocks, Each, each};
use crate::exit::{Exit, Failure};
use crate::input;

pub(crate) fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    let feed = input::feed(&args.input)?;
    let mut out = Blocks::new(std::io::stdout());
    let how = Each { threads: 0, stop: &StopSignal::default(), summary: None, titled: false, quick: None };
    let ran = each(feed, &how, &mut out, |at, puzzle, done| {
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return Ok(done.complain_about(error)),
        };
        let Some(text) = puzzle.write(&args.to) else {
            let able = formats_for(puzzle).join(", ");
            let (number, kind) = (at.index + 1, puzzle.kind().title);
            done.complain(format!("puzzle {number}, a {kind}, cannot be written as `{}`; use {able}", args.to));
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

/// The formats that can carry this puzzle.
fn formats_for(puzzle: &pencilmark::Puzzle) -> Vec<&'static str> {
    let formats = pencilmark::kind(puzzle.kind().id).map_or(&[][..], |entry| &entry.formats);
    let able = formats.iter().map(|format| format.id).filter(|id| puzzle.write(id).is_some());
    able.chain([pencilmark::JSON.0]).collect()
}
