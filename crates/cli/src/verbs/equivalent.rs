//! `pencilmark vary`, `canonical` and `dedupe`: puzzles that a symmetry of their kind turns into each other.

use std::io::IsTerminal as _;

use pencilmark::batch::Item;
use pencilmark::{Puzzle, StopSignal};

use super::generate::shown;
use super::place;
use crate::args::{CanonicalArgs, DedupeArgs, VaryArgs, WrittenArgs};
use crate::batch::{Blocks, Done, Each, Ran, each};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::screen::{self, counted};

pub(crate) fn vary(args: &VaryArgs) -> Result<Exit, Failure> {
    let seed = args.seed.announce();
    let ran = each_puzzle(&args.written, |_, puzzle, format, done| {
        for number in args.skip..args.skip.saturating_add(args.count) {
            let varied = puzzle.varied(seed, number);
            let name = puzzle.id().unwrap_or(puzzle.kind().id);
            write(done, shown(&varied.with_id(format!("{name}-{seed}-{number}")), format)?);
        }
        Ok(Exit::Done)
    })?;
    Ok(ran.exit)
}

pub(crate) fn canonical(args: &CanonicalArgs) -> Result<Exit, Failure> {
    let ran = each_puzzle(&args.written, |item, puzzle, format, done| {
        let Some(form) = puzzle.canonical() else { return Ok(without_form(item, done)) };
        if args.hash {
            done.line(&hexadecimal(form.hash()));
        } else {
            write(done, shown(&form, format)?);
        }
        Ok(Exit::Done)
    })?;
    Ok(ran.exit)
}

pub(crate) fn dedupe(args: &DedupeArgs) -> Result<Exit, Failure> {
    let ran = each_puzzle(&args.written, |item, puzzle, format, done| {
        let Some(form) = puzzle.canonical() else {
            write(done, shown(puzzle, format)?);
            return Ok(without_form(item, done));
        };
        done.once(form.hash(), shown(puzzle, format)?);
        Ok(Exit::Done)
    })?;
    let puzzles = counted(ran.puzzles, "puzzle");
    screen::remark(&match ran.repeated {
        0 => format!("{puzzles}, no two of them equivalent"),
        repeated => format!("{puzzles}, {repeated} of them equivalent to one before"),
    });
    Ok(ran.exit)
}

/// Gives every puzzle to `work`, with the format to write.
fn each_puzzle(
    args: &WrittenArgs,
    work: impl Fn(&Item<'_>, &Puzzle, &str, &mut Done) -> Result<Exit, Failure> + Sync,
) -> Result<Ran, Failure> {
    let default = if std::io::stdout().is_terminal() { "text" } else { "json" };
    let format = args.format.as_deref().unwrap_or(default);
    let feed = input::feed(&args.input)?;
    let how = Each { threads: args.threads, stop: &StopSignal::default(), summary: None, titled: false, plans: None };
    each(feed, &how, &mut Blocks::new(anstream::stdout()), |item, done| match item.puzzle() {
        Ok(puzzle) => work(item, puzzle, format, done),
        Err(error) => Ok(done.complain_about(error)),
    })
}

fn write(done: &mut Done, text: String) {
    if text.contains('\n') { done.block(text) } else { done.line(&text) }
}

fn without_form(item: &Item<'_>, done: &mut Done) -> Exit {
    done.complain(format!(
        "{}: its canonical form is not known: the board is too much like itself, contradicts itself or has clues in pencil marks",
        place(item)
    ));
    Exit::GaveUp
}

fn hexadecimal(hash: u128) -> String {
    format!("{hash:032x}")
}
