//! A batch at work: what is done with every puzzle, what comes of it, and how that is written.

mod blocks;
mod done;
mod exits;

use std::io::Write;
use std::time::Duration;

use pencilmark::StopSignal;
use pencilmark::batch::{self, Event, Item, Plans, Session};
use pencilmark::outcome::Counters;

use crate::exit::{Exit, Failure};
use crate::input::Feed;
use crate::screen::{counted, grouped};
use crate::{interrupt, screen};
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
    /// How puzzles are solved, if what is shown needs neither counters nor times.
    pub(crate) plans: Option<&'a Plans<'a>>,
}

/// What a batch came to.
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) puzzles: usize,
    /// How often something was left out because the same was written before.
    pub(crate) repeated: usize,
    /// What methods did and how long they took, as far as the work told it.
    pub(crate) spent: (Counters, Duration),
}

/// Gives every puzzle to `work`, in parallel, malformed ones too, and writes what comes of it in input order. Answers the exit
/// code of the whole.
pub(crate) fn each<W: Write>(
    feed: Feed,
    how: &Each<'_>,
    out: &mut Blocks<W>,
    work: impl Fn(&Item<'_>, &mut Done) -> Result<Exit, Failure> + Sync,
) -> Result<Ran, Failure> {
    let mut progress = screen::Progress::of_batch(feed.progress);
    let mut ran = Ran { exit: Exit::Done, puzzles: 0, repeated: 0, spent: (Counters::default(), Duration::ZERO) };
    let mut exits = Exits::default();
    out.hold(true);
    interrupt::stop_on_ctrl_c(how.stop);
    let (threads, stop, numbered, plans) = (how.threads, how.stop.clone(), how.titled, how.plans);
    let session = Session { reading: feed.options, threads, stop, numbered, plans };
    let work = |item: &Item<'_>, done: &mut Done| {
        for warning in item.warnings() {
            done.warn(format!("{}{warning}", place(item)));
        }
        let exit = work(item, done)?;
        done.exits.count(exit);
        Ok::<(), Failure>(())
    };
    let shown = session.run(feed.input, work, |event, shown| {
        progress.show_batch(&batch::Progress { bytes: feed.volume.packed(shown.bytes), ..*shown }, feed.bytes);
        match event {
            Event::Idle => out.flush_with(&progress),
            Event::Result(done) => {
                exits.add(&done.exits);
                ran.spent.0.add(&done.spent.0);
                ran.spent.1 += done.spent.1;
                done.write(out, &progress)?;
                if feed.line_buffered { out.flush_with(&progress) } else { Ok(()) }
            }
        }
    });
    if shown.is_err() {
        // What was found before stays found; a pipe that is closed is what the error is about.
        let _ = out.flush_with(&progress);
    }
    progress.finish();
    out.hold(false);
    feed.volume.warn();
    let shown = shown?;
    ran.puzzles = shown.shown;
    ran.repeated = out.repeated();
    if let Some(word) = how.summary.filter(|_| shown.shown.max(shown.total.unwrap_or(0)) > 1) {
        screen::remark(&exits.summary(word));
    }
    ran.exit = match exits.gravest() {
        _ if how.stop.is_raised() => interrupted(shown.shown, shown.total),
        exit if feed.volume.is_broken() => exit.min(Exit::Usage),
        exit => exit,
    };
    Ok(ran)
}

/// Returns the place of a puzzle as a prefix for a warning: `puzzles.txt:12: `.
fn place(item: &Item<'_>) -> String {
    let name = item.name().map_or_else(String::new, |name| format!("{name}:"));
    let line = item.line().map_or_else(String::new, |line| format!("{line}:"));
    if name.is_empty() && line.is_empty() { String::new() } else { format!("{name}{line} ") }
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
