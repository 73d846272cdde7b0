//! Numbered tasks on the threads of a batch, for work that does not come from an input: puzzles to generate, runs of an experiment.

use std::convert::Infallible;

use pencilmark_csp::StopSignal;

use super::queue::{Close, EndOfInput, Finished, Numbers, Piece, Queue, Run};
use super::{Event, Order, Progress, pipeline, spare, threads};

/// Numbers that are handed out together.
const PIECE: usize = 64;

/// What a task weighs: some thousand results may wait for one before them.
const WEIGHT: usize = 32;

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
    /// Runs `work` on each number, and `show` on its result. When `show` fails, no more tasks begin, and those under way see
    /// `stop` raised until they have ended.
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
        show: impl FnMut(Event<(usize, R)>, &Progress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        // One task a run: a result is handed on before the next task begins.
        let queue = Queue::new(self.order, Numbers::AsFarAsKnown, 1);
        let total = self.total;
        let weight = if self.order == Order::Input { WEIGHT } else { 0 };
        let feed = |push: &mut dyn FnMut(Piece<usize>) -> bool| {
            (0..total).step_by(PIECE).all(|start| {
                let numbers = start..total.min(start + PIECE);
                let read = Box::new(move || (numbers.clone().collect(), weight * numbers.len()));
                push(Piece::Text { name: None, bytes: 0, read })
            });
        };
        let one = |run: &Run<usize>| {
            let number = run.first;
            Finished { result: (number, work(number)), items: 1, bytes: 0 }
        };
        std::thread::scope(|scope| {
            let queue = &queue;
            let _close = Close { queue, stop: self.stop };
            let reader = move || {
                let _end = EndOfInput(queue);
                feed(&mut |piece| queue.push(piece));
            };
            if spare::start(false, |builder| builder.spawn_scoped(scope, reader)) {
                pipeline::run(queue, threads(self.threads).min(total.max(1)), self.stop, one, show)
            } else {
                pipeline::run_alone(queue, self.stop, one, show, feed)
            }
        })
    }
}

/// `work` on 0..total, on up to `threads` threads (0 for as many as the machine has cores); results in order. `tell` hears how
/// many are done.
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
