//! `pencilmark vary`, `canonical` and `dedupe`: puzzles that a symmetry of their kind turns into each other.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::batch::Item;
use pencilmark::{Puzzle, StopSignal};

use super::convert::{complain, write, written};
use super::drawing::draw;
use super::{place, title};
use crate::args::{CanonicalArgs, DedupeArgs, VaryArgs, WrittenArgs};
use crate::batch::{Blocks, Done, Each, Ran, each};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::screen::{self, counted};

/// So many variations of a puzzle are made at once: they are held until all are there.
const MOST: u64 = 100_000;

/// Variations beyond this one are not made: those before are remembered, so that none comes twice.
const LAST: u64 = 1_000_000;

/// What draws a puzzle instead of writing it.
const TEXT: &str = "text";

pub(crate) fn vary(args: &VaryArgs) -> Result<Exit, Failure> {
    let end = args.skip.checked_add(args.count).filter(|&end| args.count <= MOST && end <= LAST);
    let Some(end) = end else {
        return Err(Failure::Usage(format!(
            "{} variations after the first {} are too many\n  help: make up to {MOST} at a time, of the first {LAST}; --skip goes on where the last ones ended, and another --seed gives others",
            args.count, args.skip
        )));
    };
    let seed = args.seed.announce();
    let ran = each_puzzle(&args.written, |item, puzzle, format, stop, done| {
        let unnamed = format!("{}-{}", puzzle.kind().id, item.index() + 1);
        let name = puzzle.id().unwrap_or(&unnamed);
        let mut exit = Exit::Done;
        let mut variations = puzzle.variations(seed);
        for number in 0..end {
            if stop.is_raised() {
                return Exit::Interrupted;
            }
            let Some(varied) = variations.next() else {
                tell_the_end(item, number, variations.all(), done);
                break;
            };
            if number >= args.skip {
                exit = put(item, &varied.with_id(format!("{name}-{seed}-{number}")), format, done);
            }
        }
        exit
    })?;
    Ok(ran.exit)
}

/// Says that there are no more variations of a puzzle than these.
fn tell_the_end(item: &Item<'_>, number: u64, all: Option<usize>, done: &mut Done) {
    let there_are = if number == 1 { "there is" } else { "there are" };
    let puzzles = counted(usize::try_from(number).unwrap_or(usize::MAX), "equivalent puzzle");
    let place = place(item);
    done.remark(match all {
        Some(_) => format!("{place}: {there_are} only {puzzles}, with the puzzle itself"),
        None => format!("{place}: only {puzzles} found, with the puzzle itself"),
    });
}

pub(crate) fn canonical(args: &CanonicalArgs) -> Result<Exit, Failure> {
    let ran = each_puzzle(&args.written, |item, puzzle, format, _, done| match puzzle.canonical() {
        None => without_form(item, puzzle, done),
        Some(form) if args.hash => {
            done.line(&format!("{:032x}", form.digest()));
            Exit::Done
        }
        Some(form) => put(item, &form, format, done),
    })?;
    Ok(ran.exit)
}

pub(crate) fn dedupe(args: &DedupeArgs) -> Result<Exit, Failure> {
    let puzzles = AtomicUsize::new(0);
    let ran = each_puzzle(&args.written, |item, puzzle, format, _, done| {
        puzzles.fetch_add(1, Ordering::Relaxed);
        let Some(text) = text(puzzle, format) else {
            complain(item, puzzle, format, done);
            return Exit::Usage;
        };
        let form = puzzle.canonical();
        // Without a form, the same board is still seen to be the same.
        done.once(form.as_ref().unwrap_or(puzzle).digest(), text);
        if form.is_some() { Exit::Done } else { without_form(item, puzzle, done) }
    })?;
    let (puzzles, repeated) = (counted(puzzles.into_inner(), "puzzle"), ran.repeated);
    screen::remark(&format!("{puzzles}, {repeated} of them equivalent to one before"));
    Ok(ran.exit)
}

/// Gives every puzzle to `work`, with the format to write and what says when to stop.
fn each_puzzle(
    args: &WrittenArgs,
    work: impl Fn(&Item<'_>, &Puzzle, &str, &StopSignal, &mut Done) -> Exit + Sync,
) -> Result<Ran, Failure> {
    let default = if std::io::stdout().is_terminal() { TEXT } else { "json" };
    let format = args.format.as_deref().unwrap_or(default);
    let feed = input::feed(&args.input)?;
    let stop = StopSignal::default();
    let how = Each { threads: args.threads, stop: &stop, summary: None, titled: false, plans: None };
    each(feed, &how, &mut Blocks::new(super::data_or_text(format == TEXT)), |item, done| {
        Ok(match item.puzzle() {
            Ok(puzzle) => work(item, puzzle, format, &stop, done),
            Err(error) => done.complain_about(error),
        })
    })
}

/// The puzzle in a format, or drawn; `None` if the format cannot carry it.
fn text(puzzle: &Puzzle, format: &str) -> Option<String> {
    if format == TEXT {
        let solution = puzzle.solution();
        return Some(format!("{}\n{}", title(puzzle), draw(&puzzle.board(solution)).trim_end()));
    }
    written(puzzle, format)
}

fn put(item: &Item<'_>, puzzle: &Puzzle, format: &str, done: &mut Done) -> Exit {
    match text(puzzle, format).filter(|_| format == TEXT) {
        Some(drawn) => {
            done.block(drawn);
            Exit::Done
        }
        None => write(item, puzzle, format, done),
    }
}

fn without_form(item: &Item<'_>, puzzle: &Puzzle, done: &mut Done) -> Exit {
    let why = if puzzle.contradiction().is_some() {
        "it contradicts itself"
    } else {
        "its board is too much like itself, or has clues in pencil marks"
    };
    done.complain(format!("{}: the canonical form is not known: {why}", place(item)));
    Exit::GaveUp
}
