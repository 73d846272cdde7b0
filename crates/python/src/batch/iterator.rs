//! A batch of an iterable: texts go in and records come out, both on the thread of whoever iterates.
//!
//! The iterable is asked for more there and nowhere else, since a cursor of a database, or what a thread keeps for itself, works on its own thread only. A
//! session of the façade does the work on threads that know nothing of Python, with a channel on either side.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pencilmark::StopSignal;
use pencilmark::batch::{Input, Texts as _};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};

use super::rows::Rows;
use super::{Failure, Work};
use crate::object;
use crate::texts::Given;
use crate::wait::{PACE, tell};

/// A piece of the iterable ends with so many puzzles, with so many bytes, or after so long, so that neither memory nor the first result depends on
/// what it gives and how fast.
const PUZZLES: usize = 256;
const BYTES: usize = 1 << 16;
const LONGEST: Duration = Duration::from_millis(5);

/// Pieces that wait for the session, and runs of results that wait for whoever iterates.
const WAITING: usize = 8;

/// Results of :func:`solve_many`, in order, as they come. ``close()``, or the end of a ``with`` block, stops the work.
#[pyclass(frozen, module = "pencilmark_puzzles")]
pub(crate) struct Batch {
    flow: Mutex<Flow>,
    stop: StopSignal,
    progress: Option<Py<PyAny>>,
}

impl Batch {
    pub(super) fn new(items: Py<PyIterator>, work: Work, progress: Option<Py<PyAny>>) -> PyResult<Self> {
        let stop = work.session.stop.clone();
        let (feed, fed) = sync_channel::<Arc<Given>>(WAITING);
        let (send, results) = sync_channel(WAITING);
        let session = std::thread::Builder::new().spawn(move || {
            let input = Input::each(move || fed.recv().ok().map(|piece| piece as _));
            work.run(input, |rows| match rows {
                Some(rows) => send.send(rows).map_err(|_| Failure::Unwanted),
                None => Ok(()),
            })
        })?;
        let (rows, place) = Default::default();
        let flow = Flow {
            items: Some(items),
            failure: None,
            piece: None,
            feed: Some(feed),
            results,
            rows,
            place,
            session: Some(session),
        };
        Ok(Self { flow: Mutex::new(flow), stop, progress })
    }

    /// Never waits: the lock is held while the iterable runs, which may be the very one that asks.
    fn flow(&self) -> Option<MutexGuard<'_, Flow>> {
        match self.flow.try_lock() {
            Ok(flow) => Some(flow),
            Err(TryLockError::Poisoned(flow)) => Some(flow.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[pymethods]
impl Batch {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let busy = || {
            PyValueError::new_err(
                "this batch is being iterated over already: on another thread, or by its own iterable",
            )
        };
        let mut flow = self.flow().ok_or_else(busy)?;
        let next = flow.next(py, self.progress.as_ref());
        if !matches!(next, Ok(Some(_))) {
            // An exception ends a batch just as its last result does.
            self.stop.raise();
            flow.close(py);
        }
        drop(flow);
        next?.map(|fields| object::record_of(py, "Solved", fields.as_any())).transpose()
    }

    /// Stops the work, and waits until it has ended; there are no more results then.
    fn close(&self, py: Python<'_>) {
        self.stop.raise();
        // Otherwise somebody is waiting for a result: the signal ends that, too.
        if let Some(mut flow) = self.flow() {
            flow.close(py);
        }
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }
}

/// Nobody wants the rest. The threads are not waited for: they touch nothing of Python's.
impl Drop for Batch {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// What goes into the session and what comes out of it.
struct Flow {
    /// The iterable, until it has ended or failed.
    items: Option<Py<PyIterator>>,
    /// Its exception, which comes after the results before it.
    failure: Option<PyErr>,
    /// A piece for which there was no room.
    piece: Option<Arc<Given>>,
    feed: Option<SyncSender<Arc<Given>>>,
    results: Receiver<Rows>,
    /// What has come, and the place of the next.
    rows: Rows,
    place: usize,
    session: Option<JoinHandle<Result<(), Failure>>>,
}

impl Flow {
    /// The next result. One that is there comes first; else the session gets more to do; and only if there is no room is a result waited for.
    fn next<'py>(&mut self, py: Python<'py>, progress: Option<&Py<PyAny>>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut patience = Duration::ZERO;
        loop {
            if let Some(fields) = self.rows.fields(py, self.place)? {
                self.place += 1;
                return Ok(Some(fields));
            }
            let results = &mut self.results;
            match py.detach(move || results.recv_timeout(patience)) {
                Ok(rows) => {
                    (self.rows, self.place) = (rows, 0);
                    tell(py, progress, self.rows.table.len())?;
                }
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals()?;
                    patience = self.feed(py)?;
                }
                Err(RecvTimeoutError::Disconnected) => return self.end(py).map(|()| None),
            }
        }
    }

    /// Hands a piece of the iterable to the session; how long to wait for a result before the next piece.
    fn feed(&mut self, py: Python<'_>) -> PyResult<Duration> {
        let start = Instant::now();
        if self.piece.is_none() {
            self.piece = self.take(py, start)?;
        }
        let (Some(piece), Some(feed)) = (self.piece.take(), &self.feed) else {
            self.feed = None;
            return Ok(PACE);
        };
        match feed.try_send(piece) {
            // Somebody who gives one puzzle at a time may wait for its result before the next.
            Ok(()) if start.elapsed() >= LONGEST => Ok(LONGEST),
            Ok(()) => Ok(Duration::ZERO),
            Err(TrySendError::Full(piece)) => {
                self.piece = Some(piece);
                Ok(PACE)
            }
            // The session has ended before its time: the channel of results says why.
            Err(TrySendError::Disconnected(_)) => Ok(PACE),
        }
    }

    /// The next piece of the iterable. After an exception it is not asked again: many would go on.
    fn take(&mut self, py: Python<'_>, start: Instant) -> PyResult<Option<Arc<Given>>> {
        let Some(mut items) = self.items.as_ref().map(|items| items.bind(py).clone()) else { return Ok(None) };
        let mut piece = Given::default();
        while piece.count() < PUZZLES && piece.bytes() < BYTES && start.elapsed() < LONGEST {
            match items.next().map(|item| item.and_then(|item| piece.add(&item))) {
                Some(Ok(())) => {}
                // Ctrl-C and the like do not wait for results.
                Some(Err(error)) if !error.is_instance_of::<PyException>(py) => return Err(error),
                ended => {
                    self.failure = ended.and_then(Result::err);
                    self.items = None;
                    break;
                }
            }
        }
        Ok((piece.count() > 0).then(|| Arc::new(piece)))
    }

    /// The end of the session, which is an exception if it failed or the iterable did.
    fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        match self.session.take().map(|session| py.detach(|| session.join())) {
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            Some(Ok(Err(failure))) => Err(failure.into()),
            Some(Ok(Ok(()))) | None => self.failure.take().map_or(Ok(()), Err),
        }
    }

    /// Lets go of the iterable, and waits for the session, whose signal is raised.
    fn close(&mut self, py: Python<'_>) {
        (self.items, self.failure, self.piece, self.feed) = (None, None, None, None);
        (self.rows, self.place) = (Rows::default(), 0);
        // Without somebody to take its results, it does not wait for room.
        self.results = sync_channel(0).1;
        if let Some(session) = self.session.take() {
            // What it failed with nobody wants to know any more.
            let _ = py.detach(|| session.join());
        }
    }
}
