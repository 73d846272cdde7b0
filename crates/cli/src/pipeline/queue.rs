//! The queue of a pipeline: reader, workers and whoever shows results meet here, and wait here for each other.

mod state;
#[cfg(test)]
mod tests;

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pencilmark::{Item, ReadOptions, StopSignal};

use super::{Far, Held, Place};
use crate::exit::Failure;
use crate::input::Piece;
use state::{Job, Read, State};

/// How long to wait before looking at the clock and the stop signal again.
const BEAT: Duration = Duration::from_millis(100);

/// A run of puzzles that takes longer than this is long enough.
const SPELL: Duration = Duration::from_millis(2);

/// More puzzles than this are no run.
const LONGEST_RUN: usize = 512;

/// What is to be shown now.
pub(super) struct Due<R> {
    /// The results whose turn it is.
    pub(super) results: Vec<R>,
    /// How far they come.
    pub(super) far: Far,
    /// Whether there is work for one more.
    pub(super) hungry: bool,
    /// Whether nothing more can come.
    pub(super) over: bool,
    /// For [`Queue::wait`].
    pub(super) news: u64,
}

pub(super) struct Queue<R> {
    options: ReadOptions,
    wants_several: bool,
    state: Mutex<State<R>>,
    /// Something to do for workers.
    jobs: Condvar,
    /// Something new for whoever shows results.
    results: Condvar,
    /// Room for the reader.
    room: Condvar,
}

impl<R: Held> Queue<R> {
    pub(super) fn new(options: ReadOptions, wants_several: bool) -> Self {
        let (state, jobs, results, room) = Default::default();
        Self { options, wants_several, state, jobs, results, room }
    }

    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whoever shows results that something is new. A count, so that nobody misses it who is not waiting yet.
    fn tell(&self, state: &mut State<R>) {
        state.news += 1;
        self.results.notify_one();
    }

    /// Takes a piece from the reader, once there is room; whether more is wanted.
    pub(super) fn push(&self, piece: Piece) -> bool {
        let mut state = self.lock();
        while state.is_full() && !state.closed {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return false;
        }
        state.push(piece);
        self.jobs.notify_one();
        self.tell(&mut state);
        true
    }

    /// What is to be shown.
    pub(super) fn due(&self, stop: &StopSignal) -> Due<R> {
        let mut state = self.lock();
        let results = state.take_due();
        if !results.is_empty() {
            self.jobs.notify_all();
        }
        let hungry = !matches!(state.job(1, self.wants_several, true), Job::Wait | Job::End);
        Due { results, far: state.far, hungry, over: state.is_over(stop.is_raised()), news: state.news }
    }

    /// Waits until there is something new since `news`, or a beat.
    pub(super) fn wait(&self, news: u64) {
        let state = self.lock();
        if state.news == news {
            drop(self.results.wait_timeout(state, BEAT));
        }
    }

    /// Whether there is something to show.
    pub(super) fn is_due(&self) -> bool {
        self.lock().is_due()
    }

    pub(super) fn failure(&self) -> Option<Failure> {
        self.lock().failure.take()
    }

    /// What a worker does.
    pub(super) fn work(&self, stop: &StopSignal, work: &impl Fn(Place, &[Item]) -> R) {
        let mut length = 1;
        let mut state = self.lock();
        while !stop.is_raised() && !state.closed {
            match state.job(length, self.wants_several, false) {
                Job::End => break,
                Job::Wait => {
                    state = self.jobs.wait_timeout(state, BEAT).unwrap_or_else(PoisonError::into_inner).0;
                    continue;
                }
                Job::Read(group, piece) => {
                    state.busy += 1;
                    drop(state);
                    self.room.notify_one();
                    let fall = Fall { queue: self, stop };
                    let read = Read::of(piece, &self.options);
                    std::mem::forget(fall);
                    state = self.lock();
                    state.read(group, read);
                    self.jobs.notify_all();
                }
                Job::Solve { group, items, range, place } => {
                    state.busy += 1;
                    drop(state);
                    let (start, fall) = (Instant::now(), Fall { queue: self, stop });
                    let result = work(place, &items[range.clone()]);
                    std::mem::forget(fall);
                    length = match start.elapsed() {
                        time if time < SPELL => (2 * length).min(LONGEST_RUN),
                        time if time > 4 * SPELL => (length / 4).max(1),
                        _ => length,
                    };
                    state = self.lock();
                    state.done(group, range.start, result);
                }
            }
            state.busy -= 1;
            if state.busy == 0 || state.is_due() {
                self.tell(&mut state);
            }
        }
        self.tell(&mut state);
        drop(state);
        self.jobs.notify_all();
    }

    /// Lets everybody out.
    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.tell(&mut state);
        drop(state);
        self.jobs.notify_all();
        self.room.notify_all();
    }
}

/// Says that no more comes, also if the reader falls.
pub(super) struct End<'a, R: Held>(pub(super) &'a Queue<R>);

impl<R: Held> Drop for End<'_, R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.ended = true;
        if std::thread::panicking() {
            state.failure = Some(Failure::Wrong("the input could not be read to its end".to_owned()));
        }
        self.0.tell(&mut state);
        drop(state);
        self.0.jobs.notify_all();
    }
}

/// Lets everybody out when whoever shows results leaves; if that is by a panic, work that is under way stops, too.
pub(super) struct Close<'a, R: Held> {
    pub(super) queue: &'a Queue<R>,
    pub(super) stop: &'a StopSignal,
}

impl<R: Held> Drop for Close<'_, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop.raise();
        }
        self.queue.close();
    }
}

/// Stops everybody because a worker fell, unless it is forgotten before.
struct Fall<'a, R: Held> {
    queue: &'a Queue<R>,
    stop: &'a StopSignal,
}

impl<R: Held> Drop for Fall<'_, R> {
    fn drop(&mut self) {
        self.stop.raise();
        self.queue.lock().busy -= 1;
        self.queue.close();
    }
}
