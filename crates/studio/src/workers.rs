//! Threads for work that must not hold up the server, as many as the limits allow.
//!
//! Whoever waits for work holds a [`Waiting`] guard: when the client goes away, its future is dropped, and with it the guard, which stops the work.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pencilmark::{Answer, Options, Puzzle, SolveError, StopSignal};
use tokio::sync::mpsc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Limits;
use crate::api::ApiError;

/// Events that may wait for a slow client before the work waits, too.
const EVENTS: usize = 64;

/// The workers of a server.
#[derive(Clone, Debug)]
pub(crate) struct Workers {
    quick: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    runs: Arc<Semaphore>,
    pub(crate) limits: Limits,
}

/// Stops the work that nobody waits for any more.
struct Waiting(StopSignal);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl Workers {
    pub(crate) fn new(limits: Limits) -> Self {
        let room = |places: usize| Arc::new(Semaphore::new(places));
        Self { quick: room(limits.quick), waiting: room(limits.waiting), runs: room(limits.runs), limits }
    }

    /// Whether no work is under way.
    pub(crate) fn are_free(&self) -> bool {
        self.quick.available_permits() == self.limits.quick && self.runs.available_permits() == self.limits.runs
    }

    /// Does a quick piece of work when it is its turn.
    pub(crate) async fn quick<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Task) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let Ok(place) = Arc::clone(&self.waiting).try_acquire_owned() else { return Err(ApiError::Busy) };
        let turn = tokio::time::timeout(self.limits.wait_time, Arc::clone(&self.quick).acquire_owned());
        let Ok(Ok(worker)) = turn.await else { return Err(ApiError::Busy) };
        drop(place);
        let task = Task::new(self.limits, self.limits.quick_time, worker);
        let _waiting = Waiting(task.stop.clone());
        let done = tokio::task::spawn_blocking(move || work(&task)).await;
        done.unwrap_or_else(|error| Err(ApiError::Bug(error.to_string())))
    }

    /// Starts a run, unless too many are under way.
    pub(crate) fn run<E: Send + 'static>(
        &self,
        work: impl FnOnce(&Task, &Teller<E>) + Send + 'static,
    ) -> Result<Events<E>, ApiError> {
        let Ok(worker) = Arc::clone(&self.runs).try_acquire_owned() else { return Err(ApiError::Busy) };
        let task = Task::new(self.limits, self.limits.run_time, worker);
        let (sender, receiver) = mpsc::channel(EVENTS);
        let waiting = Waiting(task.stop.clone());
        tokio::task::spawn_blocking(move || work(&task, &Teller { sender, stop: task.stop.clone() }));
        Ok(Events { receiver, _waiting: waiting })
    }
}

/// A piece of work under way: its worker is free when it is dropped.
pub(crate) struct Task {
    pub(crate) stop: StopSignal,
    pub(crate) limits: Limits,
    /// Deadline for all of its parts together. `None` if it has none.
    end: Option<Instant>,
    _worker: OwnedSemaphorePermit,
}

impl Task {
    fn new(limits: Limits, time: Duration, worker: OwnedSemaphorePermit) -> Self {
        let end = Instant::now().checked_add(time);
        Self { stop: StopSignal::default(), limits, end, _worker: worker }
    }

    /// Whether its deadline has passed.
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the budget of one part: what was asked for, within the limits and the time that is
    /// left.
    pub(crate) fn budget(&self, asked: Option<f64>, most: Duration) -> pencilmark::Budget {
        let asked = asked.filter(|seconds| seconds.is_finite() && *seconds > 0.0);
        let time = asked.map_or(most, |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(most).min(most));
        let left = self.end.map_or(time, |end| end.saturating_duration_since(Instant::now()));
        let time = time.min(left);
        let states = Some(self.limits.states);
        pencilmark::Budget { time: Some(time), stop: self.stop.clone(), states, ..pencilmark::Budget::default() }
    }

    /// The solution of a puzzle; none if it was not found in time.
    pub(crate) fn solution(&self, puzzle: &Puzzle) -> Result<Option<Answer>, SolveError> {
        let options = Options::default().budget(self.budget(None, self.limits.quick_time));
        Ok(puzzle.solver().options(&options).run()?.solution().cloned())
    }

    /// Stops the work after this time, unless the timer is dropped before.
    pub(crate) fn stop_after(&self, time: Duration) -> Timer {
        let stop = self.stop.clone();
        Timer(tokio::runtime::Handle::current().spawn(async move {
            tokio::time::sleep(time).await;
            stop.raise();
        }))
    }
}

/// Stops a piece of work when its time is over.
pub(crate) struct Timer(tokio::task::JoinHandle<()>);

impl Drop for Timer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Tells a client what happens in a run.
pub(crate) struct Teller<E> {
    sender: mpsc::Sender<E>,
    stop: StopSignal,
}

impl<E> Teller<E> {
    /// Waits for a slow client; false if it is gone.
    pub(crate) fn tell(&self, event: E) -> bool {
        let is_told = self.sender.blocking_send(event).is_ok();
        if !is_told {
            self.stop.raise();
        }
        is_told
    }
}

/// What happens in a run. Dropping it stops the run.
pub(crate) struct Events<E> {
    receiver: mpsc::Receiver<E>,
    _waiting: Waiting,
}

impl<E> Events<E> {
    pub(crate) async fn next(&mut self) -> Option<E> {
        self.receiver.recv().await
    }
}
