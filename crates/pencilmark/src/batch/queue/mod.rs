//! The queue of a batch: the reader, the workers and the consumer (the thread that shows results) meet here, and wait here for each other.

pub(crate) mod state;

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pencilmark_csp::StopSignal;

use super::{BatchError, Progress};
pub(super) use state::{Finished, Numbers, Piece, Run};
use state::{Job, State};

/// How long to wait before looking at the clock and the stop signal again.
const TICK: Duration = Duration::from_millis(100);

/// Runs that take less time than this are made longer, so that little time goes into handing them out.
const SHORT: Duration = Duration::from_millis(2);

/// Runs never have more items than this.
pub const LONGEST_RUN: usize = 512;

/// What is ready to be shown.
pub struct Ready<R> {
    /// The results whose turn it is.
    pub(super) results: Vec<R>,
    pub(super) progress: Progress,
    /// Whether there is work for one more thread.
    pub(super) has_work: bool,
    /// Whether nothing more can come.
    pub(super) over: bool,
    /// For [`Queue::wait`].
    pub changes: u64,
}

/// What was read and is not shown yet, and the threads that wait for it.
pub struct Queue<T, R> {
    longest_run: usize,
    state: Mutex<State<T, R>>,
    /// Something to do for workers.
    jobs: Condvar,
    /// A change for the consumer.
    results: Condvar,
    /// Room for the reader.
    room: Condvar,
}

impl<T, R> Queue<T, R> {
    /// Nothing is there yet. Runs have up to `longest_run` items.
    pub fn new(numbers: Numbers, longest_run: usize) -> Self {
        let (jobs, results, room) = Default::default();
        Self { longest_run, state: Mutex::new(State::new(numbers)), jobs, results, room }
    }

    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the consumer about a change. Changes are counted, so that one that happens before the wait is not missed.
    fn tell(&self, state: &mut State<T, R>) {
        state.changes += 1;
        self.results.notify_one();
    }

    /// Takes a piece from the reader, once there is room; whether more is wanted.
    pub fn push(&self, piece: Piece<T>) -> bool {
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

    /// Takes what is ready to be shown.
    pub fn take(&self, stop: &StopSignal) -> Ready<R> {
        let mut state = self.lock();
        let results = state.take_ready();
        if !results.is_empty() {
            self.jobs.notify_all();
        }
        let has_work = state.has_work();
        let (progress, over, changes) = (state.progress, state.is_over(stop.is_raised()), state.changes);
        Ready { results, progress, has_work, over, changes }
    }

    /// Waits until something has changed since `changes`, or for a tick.
    pub(super) fn wait(&self, changes: u64) {
        let state = self.lock();
        if state.changes == changes {
            drop(self.results.wait_timeout(state, TICK));
        }
    }

    /// Whether there is something to take.
    pub(super) fn is_ready(&self) -> bool {
        self.lock().is_ready()
    }

    /// Why the input could not be read to its end.
    pub fn failure(&self) -> Option<BatchError> {
        self.lock().failure.take()
    }

    /// What a worker does.
    pub fn work(&self, stop: &StopSignal, work: &impl Fn(&Run<T>) -> Finished<R>) {
        let mut length = 1;
        let mut state = self.lock();
        while !stop.is_raised() && !state.closed {
            state = match state.job(length) {
                Job::End => break,
                Job::Wait => self.jobs.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0,
                Job::Read(group, piece) => self.read(state, group, piece, stop),
                Job::Work(run) => self.work_on(state, &run, &mut length, stop, work),
            };
        }
        self.tell(&mut state);
        drop(state);
        self.jobs.notify_all();
    }

    /// One job on the caller's thread, for want of workers; whether there was one. Runs have up to `length` items.
    pub(super) fn work_once(
        &self,
        length: &mut usize,
        stop: &StopSignal,
        work: &impl Fn(&Run<T>) -> Finished<R>,
    ) -> bool {
        let mut state = self.lock();
        if stop.is_raised() || state.closed {
            return false;
        }
        match state.job(*length) {
            Job::End | Job::Wait => return false,
            Job::Read(group, piece) => drop(self.read(state, group, piece, stop)),
            Job::Work(run) => drop(self.work_on(state, &run, length, stop, work)),
        }
        true
    }

    /// Reads a piece; the lock is released meanwhile.
    fn read<'q>(
        &'q self,
        mut state: MutexGuard<'q, State<T, R>>,
        group: usize,
        piece: Piece<T>,
        stop: &StopSignal,
    ) -> MutexGuard<'q, State<T, R>> {
        state.busy += 1;
        drop(state);
        self.room.notify_one();
        let guard = StopOnPanic { queue: self, stop };
        let read = piece.read();
        std::mem::forget(guard);
        state = self.lock();
        state.read(group, read);
        self.jobs.notify_all();
        self.finished(&mut state);
        state
    }

    /// Works on a run; the lock is released meanwhile. `length` is how long the next run may be.
    fn work_on<'q>(
        &'q self,
        mut state: MutexGuard<'q, State<T, R>>,
        run: &Run<T>,
        length: &mut usize,
        stop: &StopSignal,
        work: &impl Fn(&Run<T>) -> Finished<R>,
    ) -> MutexGuard<'q, State<T, R>> {
        state.busy += 1;
        drop(state);
        let (start, guard) = (Instant::now(), StopOnPanic { queue: self, stop });
        let result = work(run);
        std::mem::forget(guard);
        *length = match start.elapsed() {
            time if time < SHORT => (2 * *length).min(self.longest_run),
            time if time > 4 * SHORT => (*length / 4).max(1),
            _ => *length,
        };
        state = self.lock();
        state.done(run, result);
        self.finished(&mut state);
        state
    }

    /// A job is done.
    fn finished(&self, state: &mut State<T, R>) {
        state.busy -= 1;
        if state.busy == 0 || state.is_ready() {
            self.tell(state);
        }
    }

    /// Wakes all waiting threads: nothing more is taken.
    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        self.tell(&mut state);
        drop(state);
        self.jobs.notify_all();
        self.room.notify_all();
    }
}

/// Says that no more input comes, also if the reader panics.
pub struct EndOfInput<'a, T, R>(pub &'a Queue<T, R>);

impl<T, R> Drop for EndOfInput<'_, T, R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.ended = true;
        if std::thread::panicking() {
            state.failure = Some(BatchError::Reader);
        }
        self.0.tell(&mut state);
        drop(state);
        self.0.jobs.notify_all();
    }
}

/// Closes the queue when the consumer leaves; if that is by a panic, work that is under way stops, too.
pub struct Close<'a, T, R> {
    /// What is closed.
    pub queue: &'a Queue<T, R>,
    /// Raised after a panic.
    pub stop: &'a StopSignal,
}

impl<T, R> Drop for Close<'_, T, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop.raise();
        }
        self.queue.close();
    }
}

/// Stops all threads if a worker panics; it is forgotten where the work went well.
struct StopOnPanic<'a, T, R> {
    queue: &'a Queue<T, R>,
    stop: &'a StopSignal,
}

impl<T, R> Drop for StopOnPanic<'_, T, R> {
    fn drop(&mut self) {
        self.stop.raise();
        self.queue.lock().busy -= 1;
        self.queue.close();
    }
}
