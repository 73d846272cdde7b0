//! Many puzzles at once: on several threads, with results in input order and in bounded memory.
//!
//! A [`Session`] reads an [`Input`] piece by piece on a thread of its own. Workers claim **runs** of items that follow each
//! other, and gather what comes of them in one result per run; the results are shown in input order on the caller's thread. Two limits keep the
//! memory in bounds when a slow puzzle holds up all results behind it: how much is read but not yet shown, and how many bytes of
//! results wait. Beyond them reader and workers wait, too.
//!
//! 9x9 Sudoku on lines of 81 characters are solved many at a time, where the [`Plans`] ask for nothing but solutions. Such an
//! [`Item`] knows its solution before the work begins; the puzzle and the report are only made on request.
//!
//! [`Tasks`] are the same threads without input.

mod input;
mod item;
pub(crate) mod nine;
pub(crate) mod pipeline;
mod plans;
pub(crate) mod queue;
mod spare;
mod tasks;

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use pencilmark_csp::StopSignal;

use crate::SolveError;
use crate::read::{ReadItem, ReadOptions, Reading};
pub use input::{Input, Texts};
pub use item::Item;
use nine::{Line, Lines};
pub use plans::Plans;
use queue::{EndOfInput, Finished, LONGEST_RUN, Numbers, Queue, Run};
pub use spare::lacked_threads;
pub use tasks::{Tasks, map};

/// The job of a batch. To count solutions, solve with a larger limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// [`Item::solve`].
    Solve,
    /// [`Item::check`].
    Check,
}

/// How far a batch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Items whose results are shown.
    pub shown: usize,
    /// Of how many, once that is known.
    pub total: Option<usize>,
    /// How many bytes of input they were.
    pub bytes: u64,
}

/// What a batch tells the consumer of its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<R> {
    /// A result.
    Result(R),
    /// Nothing is ready: a time to write out what is held back, and to say how far the work is.
    Idle,
}

/// When results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order of the input: a result waits for all before it.
    Input,
    /// As soon as they are there.
    Completion,
}

/// Why a batch ended early.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A bug: the thread that reads the input panicked.
    #[error("the input could not be read to its end")]
    Reader,
    /// No plan fits, or an answer was wrong.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What is gathered from a run of items.
pub trait Results: Default + Send + 'static {
    /// How much memory it takes while it waits for results before it, in bytes.
    fn bytes(&self) -> usize;
}

/// How to work on a batch.
#[derive(Clone, Debug, Default)]
pub struct Session<'a> {
    /// How to read texts.
    pub reading: ReadOptions,
    /// On how many threads; 0 for as many as the machine has cores.
    pub threads: usize,
    /// Raise it to stop; what was finished before is shown.
    pub stop: StopSignal,
    /// Whether the first item waits until it is known whether there are more, so that [`Item::number`] is right. With an
    /// input that is [read by line](Input::by_line), items are numbered from the first one on.
    pub numbered: bool,
    /// How the work is going to solve puzzles, if it needs neither counters nor times: then what can be solved many at a time is solved
    /// before the work sees it.
    pub plans: Option<&'a Plans<'a>>,
}

/// How many threads `asked` means.
fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

impl Session<'_> {
    /// Gives every item to `work`, malformed ones too, which adds to the results of its run; `show` gets the results in input order. An error of `work`
    /// ends the batch once the results before it are shown; an error of `show` ends it at once, and leaves the
    /// signal [`Session::stop`] as it was. A panic of `work` or `show` stops all
    /// threads and goes on to the caller. Returns how far it came.
    ///
    /// An input that cannot be opened is a malformed item. So is the place where one cannot be read on: what stands above it is read, and the
    /// next input follows.
    pub fn run<R: Results, E: From<BatchError> + Send + 'static>(
        &self,
        input: Input,
        work: impl Fn(&Item<'_>, &mut R) -> Result<(), E> + Sync,
        mut show: impl FnMut(Event<R>, &Progress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let (numbers, longest_run) = match (input.is_by_line(), self.numbered) {
            (true, _) => (Numbers::FromTheFirst, 1),
            (false, true) => (Numbers::Awaited, LONGEST_RUN),
            (false, false) => (Numbers::AsFarAsKnown, LONGEST_RUN),
        };
        let queue = Arc::new(Queue::<ReadItem, (R, Option<E>)>::new(numbers, longest_run));
        let (reader, reading) = (queue.clone(), self.reading.clone());
        // Shared, because a thread that cannot be started does not give back what it was to take along.
        let input = Arc::new(Mutex::new(Some(input)));
        let taken = Arc::clone(&input);
        let take = |input: &Mutex<Option<Input>>| input.lock().unwrap_or_else(PoisonError::into_inner).take();
        let read = move || {
            let _end = EndOfInput(&reader);
            take(&taken).unwrap_or_default().feed(&reading, &mut |piece| reader.push(piece));
        };
        let takes_lines = self.plans.is_some_and(Plans::take_lines);
        let work = |run: &Run<ReadItem>| self.work_on(run, takes_lines, &work);
        let show = |event: Event<(R, Option<E>)>, progress: &Progress| match event {
            Event::Idle => show(Event::Idle, progress),
            Event::Result((result, failure)) => {
                show(Event::Result(result), progress)?;
                failure.map_or(Ok(()), Err)
            }
        };
        // Not joined: a thread that waits for standard input cannot be called back.
        let progress = if spare::start(false, |builder| builder.spawn(read)) {
            pipeline::run(&queue, threads(self.threads), &self.stop, work, show)?
        } else {
            let input = take(&input).unwrap_or_default();
            pipeline::run_alone(&queue, &self.stop, work, show, |push| input.feed(&self.reading, push))?
        };
        queue.failure().map_or(Ok(progress), |failure| Err(failure.into()))
    }

    /// The same for texts of one puzzle each, at once and on the caller's thread alone: for callers with threads of their own, such as a query
    /// engine that works on a column piece by piece.
    ///
    /// ```
    /// # use pencilmark::{Options, batch::{BatchError, Plans, Session}};
    /// let plans = Plans::of(Options::default().limit(2));
    /// let session = Session { plans: Some(&plans), ..Session::default() };
    /// let mut kinds = Vec::new();
    /// session.run_here(["sudoku/4/4/g1k23k3g", "no puzzle"], |item| {
    ///     kinds.push(item.kind_and_shape().map(|(kind, _)| kind.id));
    ///     Ok::<(), BatchError>(())
    /// })?;
    /// assert_eq!(kinds, [Some("sudoku"), None]);
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn run_here<'t, E: From<BatchError>>(
        &self,
        texts: impl IntoIterator<Item = &'t str>,
        mut work: impl FnMut(&Item<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let reading = Reading::new(&self.reading);
        let entries: Vec<ReadItem> = texts.into_iter().map(|text| ReadItem::of_text(text, &reading)).collect();
        let takes_lines = self.plans.is_some_and(Plans::take_lines);
        let work =
            |index, entry: &ReadItem, solution: Option<&Line>| work(&Item::new(index, true, None, entry, solution));
        self.in_turn(&entries, takes_lines, work).1
    }

    /// What comes of a run.
    fn work_on<R: Results, E: From<BatchError>>(
        &self,
        run: &Run<ReadItem>,
        takes_lines: bool,
        work: &impl Fn(&Item<'_>, &mut R) -> Result<(), E>,
    ) -> Finished<(R, Option<E>)> {
        let mut result = R::default();
        let (items, ended) = self.in_turn(run.items(), takes_lines, |index, entry, solution| {
            work(&Item::new(run.first + index, run.several, run.name.as_ref(), entry, solution), &mut result)
        });
        let bytes = result.bytes();
        Finished { result: (result, ended.err()), items, bytes }
    }

    /// Gives entries to `work`, one after the other, until it fails or the work is stopped; how many were done. If the plans take lines, those
    /// that follow each other are solved together first.
    fn in_turn<E: From<BatchError>>(
        &self,
        entries: &[ReadItem],
        takes_lines: bool,
        mut work: impl FnMut(usize, &ReadItem, Option<&Line>) -> Result<(), E>,
    ) -> (usize, Result<(), E>) {
        thread_local! {
            static LINES: Cell<Option<Box<Lines>>> = const { Cell::new(None) };
        }
        // Not borrowed: the work may begin a batch of its own.
        let mut lines = LINES.take().unwrap_or_default();
        let mut done = 0;
        let mut each = || {
            while done < entries.len() && !(self.stop.is_raised() && done > 0) {
                let found = if takes_lines {
                    lines.solve(entries[done..].iter().map_while(ReadItem::nine)).map_err(BatchError::from)?
                } else {
                    Vec::new()
                };
                let start = done;
                for entry in &entries[start..start + found.len().max(1)] {
                    let solution = found.get(done - start).copied().flatten();
                    // What is solved already is shown even then.
                    if solution.is_none() && self.stop.is_raised() && done > 0 {
                        return Ok(());
                    }
                    work(done, entry, solution)?;
                    done += 1;
                }
            }
            Ok(())
        };
        let ended = each();
        LINES.set(Some(lines));
        (done, ended)
    }
}
