//! Numbered tasks, in order or as they are done.

use std::panic::catch_unwind;
use std::sync::mpsc::channel;

use super::{Indices, piece, work};
use pencilmark::StopSignal;
use pencilmark::batch::{BatchError, Event, Order, Tasks, map};
use pencilmark::inside::queue::{LONGEST_RUN, Numbers, Queue, run_alone};

#[test]
fn tasks_come_in_order_or_as_they_are_done() {
    let stop = StopSignal::default();
    for order in [Order::Input, Order::Completion] {
        let tasks = Tasks { total: 1000, threads: 3, stop: &stop, order };
        let mut seen = Vec::new();
        let progress = tasks.run(
            |number| 2 * number,
            |event, _| {
                if let Event::Result((number, double)) = event {
                    assert_eq!(double, 2 * number);
                    seen.push(number);
                }
                Ok::<(), ()>(())
            },
        );
        assert_eq!(progress.map(|progress| progress.shown), Ok(1000));
        assert!(order == Order::Completion || seen.is_sorted());
        seen.sort_unstable();
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }
    assert_eq!(map(5, 2, &|_| (), |number| number * number), [0, 1, 4, 9, 16]);
    assert!(map(0, 2, &|_| (), |number| number).is_empty());
}

#[test]
fn a_long_task_does_not_hold_up_results_that_need_not_wait() {
    // The first task ends when the last result is shown.
    let (send, receive) = channel();
    let receive = std::sync::Mutex::new(receive);
    let total = 20_000;
    let stop = StopSignal::default();
    let tasks = Tasks { total, threads: 2, stop: &stop, order: Order::Completion };
    let mut shown = 0;
    let ran = tasks.run(
        |number| number > 0 || receive.lock().is_ok_and(|receive| receive.recv().is_ok()),
        |event, _| {
            shown += usize::from(matches!(event, Event::Result((_, true))));
            if shown == total - 1 {
                let _ = send.send(());
            }
            Ok::<(), ()>(())
        },
    );
    assert_eq!((ran.map(|progress| progress.shown), shown), (Ok(total), total));
}

#[test]
fn tasks_can_be_stopped() {
    let stop = StopSignal::default();
    let tasks = Tasks { total: usize::MAX, threads: 2, stop: &stop, order: Order::Input };
    let ran = tasks.run(
        |number| number,
        |event, _| if matches!(event, Event::Result((100.., _))) { Err("enough") } else { Ok(()) },
    );
    assert!(ran == Err("enough"));
    let panicked = catch_unwind(|| map(100, 2, &|_| (), |number| assert!(number < 50, "a task panics")));
    assert!(panicked.is_err());
}

#[test]
fn without_threads_the_caller_does_all() {
    let run = |pieces: usize, show: &mut dyn FnMut(Event<Indices>) -> Result<(), BatchError>| {
        let (queue, mut pushed) = (Queue::new(Numbers::Awaited, LONGEST_RUN), 0);
        let stop = StopSignal::default();
        let ran = run_alone(
            &queue,
            &stop,
            work,
            |event, _| show(event),
            |push| {
                (0..pieces).all(|_| {
                    pushed += 1;
                    push(piece(100))
                });
            },
        );
        assert!(!stop.is_raised());
        (ran, pushed)
    };
    let mut next = 0;
    let (ran, _) = run(30, &mut |event| {
        if let Event::Result(indices) = event {
            assert_eq!(indices.start, next);
            next = indices.end;
        }
        Ok(())
    });
    assert_eq!((next, ran.expect("it ends").total), (3000, Some(3000)));
    // Who wants no more ends the reading, too.
    let (ran, pushed) = run(1000, &mut |event| match event {
        Event::Result(indices) if indices.end > 500 => Err(BatchError::Reader),
        _ => Ok(()),
    });
    assert!(ran.is_err() && pushed < 20, "{pushed}");
}
