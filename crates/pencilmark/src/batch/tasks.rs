//! Numbered tasks on several threads, for work that does not come from an input: puzzles to
//! generate, runs of an experiment.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::mpsc::{RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use pencilmark_csp::StopSignal;

use super::{Event, Order, Progress, spare, threads};

/// Tasks that may be begun and not shown yet: results that wait for an earlier one take memory.
const WINDOW: usize = 1 << 12;

/// How long to wait before looking at the stop signal again.
const TICK: Duration = Duration::from_millis(100);

/// The tasks 0..total.
#[derive(Clone, Copy, Debug)]
pub struct Tasks<'a> {
    /// How many there are.
    pub total: usize,
    /// On how many threads; 0 for as many as the machine has cores.
    pub threads: usize,
    /// Raise it to begin no more tasks.
    pub stop: &'a StopSignal,
    /// When results are shown.
    pub order: Order,
}

impl Tasks<'_> {
    /// Runs `work` on each number and `show` on each result. When `show` fails, no more tasks begin,
    /// and those under way see `stop` raised until they have ended. Passes a panic of either on to
    /// the caller once all threads have ended. If no thread can be started, the caller's does the
    /// work.
    ///
    /// ```
    /// # use pencilmark::{StopSignal, batch::{Event, Order, Tasks}};
    /// let (stop, mut squares) = (StopSignal::default(), Vec::new());
    /// let tasks = Tasks { total: 5, threads: 2, stop: &stop, order: Order::Input };
    /// tasks.run(|number| number * number, |event, _| {
    ///     if let Event::Result((_, square)) = event {
    ///         squares.push(square);
    ///     }
    ///     Ok::<(), std::convert::Infallible>(())
    /// })?;
    /// assert_eq!(squares, [0, 1, 4, 9, 16]);
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    pub fn run<R: Send, E>(
        &self,
        work: impl Fn(usize) -> R + Sync,
        mut show: impl FnMut(Event<(usize, R)>, &Progress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let turns = Turns { total: self.total, stop: self.stop, state: Mutex::default(), room: Condvar::new() };
        let (turns, work) = (&turns, &work);
        let mut progress = Progress { total: Some(self.total), ..Progress::default() };
        let mut failure = None;
        let mut tell = |event, progress: &Progress| {
            if failure.is_none()
                && let Err(error) = show(event, progress)
            {
                failure = Some((error, self.stop.raise_for_now()));
            }
        };
        std::thread::scope(|scope| {
            let _stop = StopOnPanic(self.stop);
            let (sender, results) = channel();
            let wanted = threads(self.threads).min(self.total);
            let started = (0..wanted).take_while(|&started| {
                let sender = sender.clone();
                spare::start(started > 0, |builder| builder.spawn_scoped(scope, move || turns.work(work, &sender)))
            });
            let alone = started.count() == 0;
            drop(sender);
            // Results that wait for an earlier one.
            let mut early = BTreeMap::new();
            loop {
                let result = if alone {
                    turns.next().map(|number| (number, work(number))).ok_or(TryRecvError::Disconnected)
                } else {
                    results.try_recv()
                };
                let (number, result) = match result {
                    Ok(result) => result,
                    Err(TryRecvError::Disconnected) => break,
                    Err(TryRecvError::Empty) => {
                        tell(Event::Idle, &progress);
                        match results.recv_timeout(TICK) {
                            Ok(result) => result,
                            Err(RecvTimeoutError::Timeout) => continue,
                            Err(RecvTimeoutError::Disconnected) => break,
                        }
                    }
                };
                match self.order {
                    Order::Input => drop(early.insert(number, result)),
                    Order::Completion => {
                        progress.shown += 1;
                        tell(Event::Result((number, result)), &progress);
                    }
                }
                while let Some(result) = early.remove(&progress.shown) {
                    let number = progress.shown;
                    progress.shown += 1;
                    tell(Event::Result((number, result)), &progress);
                }
                turns.shown(progress.shown);
            }
            tell(Event::Idle, &progress);
        });
        failure.map_or(Ok(progress), |(error, _)| Err(error))
    }
}

/// Hands out the numbers of tasks.
struct Turns<'a> {
    total: usize,
    stop: &'a StopSignal,
    state: Mutex<State>,
    /// Notified when results were shown.
    room: Condvar,
}

#[derive(Default)]
struct State {
    next: usize,
    shown: usize,
}

impl Turns<'_> {
    /// Returns the next number, once few enough results wait to be shown.
    fn next(&self) -> Option<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stop.is_raised() && state.next < self.total {
            if state.next - state.shown < WINDOW {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.room.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn shown(&self, shown: usize) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).shown = shown;
        self.room.notify_all();
    }

    fn work<R>(&self, work: impl Fn(usize) -> R, results: &Sender<(usize, R)>) {
        let _stop = StopOnPanic(self.stop);
        while let Some(number) = self.next() {
            // Fails when the consumer panicked; the stop signal is raised then.
            let _ = results.send((number, work(number)));
        }
    }
}

/// Ends the other threads when one panics.
struct StopOnPanic<'a>(&'a StopSignal);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise();
        }
    }
}

/// Runs `work` on 0..total, on up to `threads` threads (0: one per core), and returns the results in
/// order. Calls `tell` with the number of tasks done.
pub fn map<R: Send>(
    total: usize,
    threads: usize,
    tell: &(dyn Fn(usize) + Sync),
    work: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = (0..total).map(|_| None).collect();
    let mut done = 0;
    let tasks = Tasks { total, threads, stop: &StopSignal::default(), order: Order::Completion };
    let Ok(_) = tasks.run(work, |event, _| {
        if let Event::Result((number, result)) = event {
            results[number] = Some(result);
            done += 1;
            tell(done);
        }
        Ok::<(), Infallible>(())
    });
    results.into_iter().flatten().collect()
}
