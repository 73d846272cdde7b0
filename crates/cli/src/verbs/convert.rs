//! `pencilmark convert`.

use pencilmark::StopSignal;

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
        let text = match args.to.as_str() {
            to if to == pencilmark::registry::CANDIDATES.0 => Some(puzzle.write_candidates()),
            to => puzzle.write(to),
        };
        let Some(text) = text else {
            let able = formats_for(puzzle).join(", ");
            let (number, kind) = (item.index() + 1, puzzle.kind().title);
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
    let formats = pencilmark::registry::kind(puzzle.kind().id).map_or(&[][..], |entry| &entry.formats);
    let mut able: Vec<&str> = formats.iter().map(|format| format.id).filter(|id| puzzle.write(id).is_some()).collect();
    for every in [pencilmark::registry::CANDIDATES.0, pencilmark::registry::JSON.0] {
        if !able.contains(&every) {
            able.push(every);
        }
    }
    able
}
