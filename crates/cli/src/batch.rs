//! A batch at work: what is done with every puzzle, what comes of it, and how that is written.

mod blocks;
mod done;
mod exits;

use std::cell::RefCell;
use std::io::Write;
use std::time::Duration;

use pencilmark::nine::{Lines, Nine};
use pencilmark::{Counters, Item, ParseError, Puzzle, StopSignal};

use crate::exit::{Exit, Failure};
use crate::input::Feed;
use crate::pipeline::{self, Place, Turn};
use crate::screen::{counted, grouped};
use crate::{pool, screen};
pub(crate) use blocks::Blocks;
pub(crate) use done::Done;
use exits::Exits;

/// How to go about a batch.
pub(crate) struct Each<'a> {
    /// Threads, as `-j` asks for them.
    pub(crate) threads: usize,
    pub(crate) stop: &'a StopSignal,
    /// The word for a puzzle that exits with 0: with it, a batch ends with a summary on standard error.
    pub(crate) summary: Option<&'a str>,
    /// Whether puzzles are called by their place where there are several.
    pub(crate) titled: bool,
    /// What to do with 9x9 Sudoku on a line and their only solution, instead of the work.
    pub(crate) quick: Option<&'a Quick<'a>>,
}

/// Gets the place, the line and its only solution. How long that took is not known: lines are solved together.
pub(crate) type Quick<'a> = dyn Fn(Option<usize>, &Nine, &Nine, &mut Done) -> Result<Exit, Failure> + Sync + 'a;

/// What a batch came to.
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) puzzles: usize,
    /// What methods did and how long they took, as far as the work told it.
    pub(crate) spent: (Counters, Duration),
}

/// A puzzle at hand.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) index: usize,
    /// The same where there are several puzzles.
    pub(crate) place: Option<usize>,
}

/// Gives every puzzle to `work`, in parallel, malformed ones too, and writes what comes of it in input order. Answers the exit
/// code of the whole.
pub(crate) fn each<W: Write>(
    feed: Feed,
    how: &Each<'_>,
    out: &mut Blocks<W>,
    work: impl Fn(At, Result<&Puzzle, &ParseError>, &mut Done) -> Result<Exit, Failure> + Sync,
) -> Result<Ran, Failure> {
    let mut progress = screen::Progress::new(0, "puzzles");
    let bytes = feed.bytes;
    let mut ran = Ran { exit: Exit::Done, puzzles: 0, spent: (Counters::default(), Duration::ZERO) };
    let mut exits = Exits::default();
    out.hold(true);
    pool::stop_on_ctrl_c(how.stop);
    let far = pipeline::run(
        feed,
        pool::threads(how.threads),
        how.stop,
        how.titled,
        |place, items| run(place, items, how, &work),
        |turn, far| {
            progress.show_far(&far, bytes);
            match turn {
                Turn::Dry => out.flush_with(&progress),
                Turn::Result(done) => {
                    exits.add(&done.exits);
                    ran.spent.0.add(&done.spent.0);
                    ran.spent.1 += done.spent.1;
                    done.write(out, &progress)
                }
            }
        },
    );
    progress.finish();
    out.hold(false);
    let far = far?;
    ran.puzzles = far.shown;
    if let Some(word) = how.summary.filter(|_| far.shown.max(far.total.unwrap_or(0)) > 1) {
        screen::remark(&exits.summary(word));
    }
    ran.exit = if how.stop.is_raised() { interrupted(far.shown, far.total) } else { exits.gravest() };
    Ok(ran)
}

/// Says on standard error how far the work came.
pub(crate) fn interrupted(done: usize, total: Option<usize>) -> Exit {
    let far = match total {
        Some(0 | 1) => String::new(),
        Some(total) => format!(" after {} of {}", grouped(done as u64), counted(total, "puzzle")),
        None if done == 0 => String::new(),
        None => format!(" after {}", counted(done, "puzzle")),
    };
    screen::remark(&format!("interrupted{far}"));
    Exit::Interrupted
}

thread_local! {
    static LINES: RefCell<Lines> = RefCell::default();
}

/// What comes of a run of puzzles.
fn run(
    place: Place,
    items: &[Item],
    how: &Each<'_>,
    work: &impl Fn(At, Result<&Puzzle, &ParseError>, &mut Done) -> Result<Exit, Failure>,
) -> Done {
    let mut done = Done::default();
    let at = |offset: usize| {
        let index = place.first + offset;
        At { index, place: place.several.then_some(index) }
    };
    let mut next = 0;
    while next < items.len() && done.failure.is_none() && !(how.stop.is_raised() && next > 0) {
        let lines: Vec<Nine> = match how.quick {
            Some(_) => items[next..].iter().map_while(Item::nine).copied().collect(),
            None => Vec::new(),
        };
        let found = match LINES.with_borrow_mut(|solver| solver.solve(&lines)) {
            Ok(found) => found,
            Err(error) => {
                done.failure = Some(error.into());
                break;
            }
        };
        for offset in next..next + lines.len().max(1) {
            let only = found.get(offset - next).copied().flatten();
            let exit = match (how.quick, only) {
                (Some(quick), Some(solution)) => quick(at(offset).place, &lines[offset - next], &solution, &mut done),
                _ if how.stop.is_raised() && offset > 0 => break,
                _ => match &items[offset] {
                    Item::Read(puzzle) => work(at(offset), puzzle.as_ref(), &mut done),
                    Item::Nine(line) => work(at(offset), pencilmark::nine::puzzle(line).as_ref(), &mut done),
                },
            };
            match exit {
                Ok(exit) => done.exits.count(exit),
                Err(failure) => {
                    done.failure = Some(failure);
                    break;
                }
            }
        }
        next += lines.len().max(1);
    }
    done
}
