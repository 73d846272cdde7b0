//! A batch at work: what is done with every puzzle, what comes of it, and how that is written.

use std::cell::RefCell;
use std::io::{IsTerminal as _, Write};
use std::time::{Duration, Instant};

use pencilmark::nine::{Lines, Nine};
use pencilmark::{Counters, Item, ParseError, Puzzle, StopSignal};

use crate::exit::{Exit, Failure};
use crate::input::Feed;
use crate::pipeline::{self, Held, Place, Turn};
use crate::{pool, screen};

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

/// Gets the place, the line, its only solution and the time it took.
pub(crate) type Quick<'a> =
    dyn Fn(Option<usize>, &Nine, &Nine, Duration, &mut Done) -> Result<Exit, Failure> + Sync + 'a;

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
    out.is_held = true;
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
    out.is_held = false;
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
        Some(total) => format!(" after {done} of {total}"),
        None if done == 0 => String::new(),
        None => format!(" after {done}"),
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
        let start = Instant::now();
        let found = LINES.with_borrow_mut(|solver| solver.solve(&lines));
        let time = start.elapsed() / lines.len().max(1) as u32;
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                done.failure = Some(error.into());
                break;
            }
        };
        for offset in next..next + lines.len().max(1) {
            let only = found.get(offset - next).copied().flatten();
            let exit = match (how.quick, only) {
                (Some(quick), Some(solution)) => {
                    quick(at(offset).place, &lines[offset - next], &solution, time, &mut done)
                }
                _ if how.stop.is_raised() && offset > 0 => break,
                _ => match &items[offset] {
                    Item::Read(puzzle) => work(at(offset), puzzle.as_ref(), &mut done),
                    Item::Nine(line) => work(at(offset), pencilmark::nine::puzzle(line).as_ref(), &mut done),
                },
            };
            match exit {
                Ok(exit) => done.exits.0[exit as usize] += 1,
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

/// What came of a run of puzzles: things to write, in order, and numbers.
#[derive(Default)]
pub(crate) struct Done {
    parts: Vec<Part>,
    exits: Exits,
    spent: (Counters, Duration),
    /// What ends the whole command.
    failure: Option<Failure>,
}

enum Part {
    /// Lines of data, each with its end.
    Lines(String),
    /// Something apart from what stands above.
    Block(String),
    /// A line close to others, or something longer apart from them.
    Verdict(String),
    Remark(String),
    Complaint(String),
}

impl Done {
    /// A line on standard output.
    pub(crate) fn line(&mut self, text: &str) {
        if !matches!(self.parts.last(), Some(Part::Lines(_))) {
            self.parts.push(Part::Lines(String::new()));
        }
        if let Some(Part::Lines(lines)) = self.parts.last_mut() {
            lines.push_str(text);
            lines.push('\n');
        }
    }

    /// What may take several lines, with a blank line before.
    pub(crate) fn block(&mut self, text: String) {
        self.parts.push(Part::Block(text));
    }

    /// Lines stand close together, longer things apart.
    pub(crate) fn verdict(&mut self, text: String) {
        self.parts.push(Part::Verdict(text));
    }

    /// A remark on standard error.
    pub(crate) fn remark(&mut self, text: String) {
        self.parts.push(Part::Remark(text));
    }

    /// An error on standard error.
    pub(crate) fn complain(&mut self, text: String) {
        self.parts.push(Part::Complaint(text));
    }

    /// A malformed puzzle in text output: the error goes to standard error, the batch goes on.
    pub(crate) fn complain_about(&mut self, error: &ParseError) -> Exit {
        self.complain(error.to_string());
        Exit::Malformed
    }

    /// What a method did, and how long it took.
    pub(crate) fn spend(&mut self, counters: &Counters, time: Duration) {
        self.spent.0.add(counters);
        self.spent.1 += time;
    }

    fn write<W: Write>(self, out: &mut Blocks<W>, progress: &screen::Progress) -> Result<(), Failure> {
        for part in self.parts {
            match part {
                Part::Lines(lines) => out.print_line(lines.strip_suffix('\n').unwrap_or(&lines))?,
                Part::Block(text) => out.print(&text)?,
                Part::Verdict(text) => out.print_verdict(&text)?,
                Part::Remark(text) => {
                    out.flush_with(progress)?;
                    progress.suspend(|| screen::remark(&text));
                }
                Part::Complaint(text) => {
                    out.flush_with(progress)?;
                    progress.suspend(|| screen::complain(&text));
                }
            }
        }
        if out.is_terminal || out.buffer.len() > FULL {
            out.flush_with(progress)?;
        }
        match self.failure {
            None => Ok(()),
            Some(failure) => {
                // What was found before stays found.
                out.flush_with(progress)?;
                Err(failure)
            }
        }
    }
}

impl Held for Done {
    fn bytes(&self) -> usize {
        let text = |part: &Part| match part {
            Part::Lines(text)
            | Part::Block(text)
            | Part::Verdict(text)
            | Part::Remark(text)
            | Part::Complaint(text) => text.len(),
        };
        size_of::<Self>() + self.parts.iter().map(|part| size_of::<Part>() + text(part)).sum::<usize>()
    }

    fn puzzles(&self) -> usize {
        self.exits.0.iter().sum()
    }
}

/// How often each exit occurred.
#[derive(Clone, Copy, Debug, Default)]
struct Exits([usize; Exit::ALL.len()]);

impl Exits {
    fn add(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    fn gravest(&self) -> Exit {
        Exit::ALL.into_iter().find(|&exit| self.0[exit as usize] > 0).unwrap_or(Exit::Done)
    }

    /// "12 puzzles: 10 unique, 1 without solution, 1 malformed".
    fn summary(&self, done: &str) -> String {
        let words = [
            (Exit::Done, done),
            (Exit::Several, "with several solutions"),
            (Exit::Refuted, "without solution"),
            (Exit::GaveUp, "given up"),
            (Exit::Malformed, "malformed"),
        ];
        let counts = words.into_iter().map(|(exit, word)| (self.0[exit as usize], word));
        let parts: Vec<String> = counts
            .filter(|&(number, _)| number > 0)
            .map(|(number, word)| format!("{} {word}", screen::grouped(number as u64)))
            .collect();
        format!("{}: {}", screen::counted(self.0.iter().sum(), "puzzle"), parts.join(", "))
    }
}

/// So much is written at once.
const FULL: usize = 1 << 16;

/// Writes to standard output what may take several lines, with a blank line before all but the first.
#[expect(clippy::struct_excessive_bools, reason = "each says another thing about the stream")]
pub(crate) struct Blocks<W> {
    out: W,
    first: bool,
    after_long: bool,
    buffer: String,
    /// Whether writing waits for [`Blocks::flush`].
    is_held: bool,
    is_terminal: bool,
}

impl<W: Write> Blocks<W> {
    pub(crate) fn new(out: W) -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        Self { out, first: true, after_long: false, buffer: String::new(), is_held: false, is_terminal }
    }

    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        if !std::mem::take(&mut self.first) {
            self.buffer.push('\n');
        }
        self.print_line(text.trim_end())
    }

    /// The same without a blank line.
    pub(crate) fn print_line(&mut self, text: &str) -> Result<(), Failure> {
        self.first = false;
        self.buffer.push_str(text);
        self.buffer.push('\n');
        if self.is_held { Ok(()) } else { self.flush() }
    }

    /// Text of one line stands close to other such text, longer text apart.
    fn print_verdict(&mut self, text: &str) -> Result<(), Failure> {
        let text = text.trim_end();
        let is_long = text.contains('\n');
        let was_long = std::mem::replace(&mut self.after_long, is_long);
        if is_long || was_long { self.print(text) } else { self.print_line(text) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.out.write_all(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(self.out.flush()?)
    }

    fn flush_with(&mut self, progress: &screen::Progress) -> Result<(), Failure> {
        if self.buffer.is_empty() { Ok(()) } else { progress.suspend(|| self.flush()) }
    }
}
