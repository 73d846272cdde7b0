//! `pencilmark convert`.

use super::{Blocks, complain_about};
use crate::args::ConvertArgs;
use crate::exit::{Exit, Failure};
use crate::{input, screen};

pub(crate) fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    let batch = input::batch(&args.input)?;
    let mut out = Blocks::new(anstream::stdout().lock());
    let mut exit = Exit::Done;
    for (index, result) in batch.iter().enumerate() {
        let puzzle = match result {
            Ok(puzzle) => puzzle,
            Err(error) => {
                exit = exit.min(complain_about(error));
                continue;
            }
        };
        let Some(text) = puzzle.write(&args.to) else {
            let able = formats_for(puzzle).join(", ");
            let kind = puzzle.kind().title;
            screen::complain(&format!(
                "puzzle {}, a {kind}, cannot be written as `{}`; use {able}",
                index + 1,
                args.to
            ));
            exit = exit.min(Exit::Usage);
            continue;
        };
        if text.contains('\n') { out.print(&text)? } else { out.print_line(&text)? }
    }
    Ok(exit)
}

/// The formats that can carry this puzzle.
fn formats_for(puzzle: &pencilmark::Puzzle) -> Vec<&'static str> {
    let formats = pencilmark::kind(puzzle.kind().id).map_or(&[][..], |entry| &entry.formats);
    let able = formats.iter().map(|format| format.id).filter(|id| puzzle.write(id).is_some());
    able.chain([pencilmark::JSON.0]).collect()
}
