//! Order, numbers and places of items, and how a batch ends before its time.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};

use super::queue::Piece;
use super::*;
use crate::{Options, Puzzle};

/// What a run came to: the indices of its items.
type Indices = Range<usize>;

/// A piece of `size` items.
pub(super) fn piece(size: usize) -> Piece<()> {
    Piece::Text { name: None, bytes: 0, read: Box::new(move || (vec![(); size], size)) }
}

fn work(run: &Run<()>) -> Finished<Indices> {
    let items = run.items().len();
    Finished { result: run.first..run.first + items, items, bytes: 1 }
}

/// Runs a queue that is fed with pieces.
fn run_pieces<I: Iterator<Item = Piece<()>> + Send + 'static>(
    pieces: I,
    threads: usize,
    stop: &StopSignal,
    work: impl Fn(&Run<()>) -> Finished<Indices> + Sync,
    show: impl FnMut(Event<Indices>, &Progress) -> Result<(), BatchError>,
) -> Result<Progress, BatchError> {
    let queue = Arc::new(Queue::new(Order::Input, true, LONGEST_RUN));
    let reader = queue.clone();
    std::thread::spawn(move || {
        let end = EndOfInput(&reader);
        let mut pieces = pieces;
        pieces.all(|piece| reader.push(piece));
        drop(end);
    });
    let progress = pipeline::run(&queue, threads, stop, work, show)?;
    queue.failure().map_or(Ok(progress), Err)
}

/// Pieces without end. The receiver is cut off once they are not taken any more.
fn endless() -> (impl Iterator<Item = Piece<()>> + Send + 'static, Receiver<()>) {
    let (held, watched) = channel();
    let pieces = (0_usize..).map(move |_| {
        let _ = &held;
        piece(100)
    });
    (pieces, watched)
}

/// Runs with input that never ends; it must end by a panic, and so must the reader's thread.
#[track_caller]
fn panics(
    work: impl Fn(&Run<()>) -> Finished<Indices> + Sync,
    show: impl FnMut(Event<Indices>, &Progress) -> Result<(), BatchError>,
) {
    let (pieces, watched) = endless();
    let stop = StopSignal::default();
    let ended = catch_unwind(AssertUnwindSafe(|| run_pieces(pieces, 2, &stop, work, show)));
    assert!(ended.is_err() && stop.is_raised());
    assert!(watched.recv().is_err(), "the reader is gone");
}

#[test]
fn results_come_in_order() {
    // Pieces of all sizes, and empty ones everywhere.
    let sizes = (0..500).map(|n| if n % 3 == 0 { 0 } else { n * 37 % 101 });
    let total: usize = sizes.clone().sum();
    for threads in [1, 3] {
        let mut next = 0;
        let pieces = sizes.clone().map(piece);
        let ran = run_pieces(pieces, threads, &StopSignal::default(), work, |event, progress| {
            if let Event::Result(range) = event {
                assert_eq!(range.start, next);
                next = range.end;
                assert!(progress.shown >= next);
            }
            Ok(())
        });
        assert!(ran.is_ok_and(|progress| progress.shown == total && progress.total == Some(total)));
        assert_eq!(next, total);
    }
}

#[test]
fn a_failure_to_show_ends_the_batch() {
    let (pieces, watched) = endless();
    let stop = StopSignal::default();
    let failed = run_pieces(pieces, 2, &stop, work, |event, _| match event {
        Event::Result(_) => Err(BatchError::Reader),
        Event::Idle => Ok(()),
    });
    assert!(matches!(failed, Err(BatchError::Reader)));
    assert!(watched.recv().is_err(), "the reader is gone");
}

#[test]
fn after_a_failure_to_show_a_session_can_run_again() {
    let session = Session { threads: 2, ..Session::default() };
    let work = |item: &Item<'_>, _: &mut Vec<Answered>| {
        // The second item waits until its result is not wanted any more.
        while item.index() > 0 && !session.stop.is_raised() {
            std::thread::yield_now();
        }
        Ok::<(), BatchError>(())
    };
    let text = format!("{NINE}\n{NINE}\n");
    let failed = session.run(Input::text("t", &text), work, |event, _| match event {
        Event::Result(_) => Err(BatchError::Reader),
        Event::Idle => Ok(()),
    });
    assert!(matches!(failed, Err(BatchError::Reader)) && !session.stop.is_raised());
    let again = session.run(Input::text("t", NINE), work, |_, _| Ok(()));
    assert_eq!(again.expect("a batch").shown, 1);
}

#[test]
fn a_worker_that_panics_does_not_hang_the_rest() {
    let panicking = |run: &Run<()>| {
        assert!(run.first < 5000, "a worker panics");
        work(run)
    };
    panics(panicking, |_, _| Ok(()));
}

#[test]
fn a_panic_while_showing_does_not_hang_the_rest() {
    panics(work, |event, _| {
        assert!(!matches!(event, Event::Result(range) if range.end > 5000), "showing panics");
        Ok(())
    });
}

#[test]
fn a_reader_that_panics_is_not_the_end_of_the_input() {
    let pieces = (0..10).map(|n| {
        assert!(n < 5, "the reader panics");
        piece(100)
    });
    let mut shown = 0;
    let failed = run_pieces(pieces, 2, &StopSignal::default(), work, |event, _| {
        shown += if let Event::Result(indices) = event { indices.len() } else { 0 };
        Ok(())
    });
    assert!(matches!(failed, Err(BatchError::Reader)));
    assert_eq!(shown, 500, "what was read before is shown");
}

const NINE: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const NINE_SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// Every item of a mixed input as words: name, line, number, and what came of it.
#[derive(Default)]
struct Words(Vec<String>);

impl Results for Words {
    fn bytes(&self) -> usize {
        self.0.len()
    }
}

fn words(session: &Session<'_>, plans: &Plans<'_>, input: Input) -> Vec<String> {
    let mut all = Vec::new();
    let work = |item: &Item<'_>, words: &mut Words| {
        let name = item.name().map_or("", |name| name);
        let found = match (item.line_solution(), item.kind_and_shape()) {
            (Some(solution), _) => format!("fast {solution}"),
            (None, None) => "malformed".to_owned(),
            (None, Some((kind, _))) => {
                let report = item.solve(plans.get(kind).map_err(BatchError::from)?).expect("it reads")?;
                format!("{:?}", report.outcome.verdict())
            }
        };
        words.0.push(format!("{name}:{} #{:?} {found}", item.line().unwrap_or(0), item.number()));
        Ok::<(), BatchError>(())
    };
    let show = |event, _: &Progress| {
        if let Event::Result(Words(words)) = event {
            all.extend(words);
        }
        Ok(())
    };
    session.run(input, work, show).expect("a batch");
    all
}

#[test]
fn items_know_where_they_come_from() {
    let plans = Plans::of(Options::up_to(2));
    let text = format!("# first\n\n.1.....23.....3.\n\n{{\"kind\": \"kenken\"}}\n# more\n{NINE}\n{NINE}\n{NINE}\n");
    let expected = [
        "text:3 #Some(1) Unique",
        "text:5 #Some(2) malformed",
        "text:7 #Some(3) Unique",
        "text:8 #Some(4) Unique",
        "text:9 #Some(5) Unique",
        ":0 #Some(6) Unique",
        "file:3 #Some(7) Unique",
        "file:5 #Some(8) malformed",
        "file:7 #Some(9) Unique",
        "file:8 #Some(10) Unique",
        "file:9 #Some(11) Unique",
        "nothing:1 #Some(12) malformed",
    ];
    for threads in [1, 2] {
        let session = Session { threads, numbered: true, ..Session::default() };
        let file = text.clone();
        let input = Input::text("text", text.clone())
            .and(Input::puzzles(vec![Puzzle::parse(NINE)]))
            .and(Input::reader("file", move || Ok(std::io::Cursor::new(file))))
            .and(Input::text("nothing", "# nothing"));
        assert_eq!(words(&session, &plans, input), expected);
    }
}

#[test]
fn lines_are_solved_before_the_work_where_nothing_but_solutions_is_asked_for() {
    let lines = format!("{NINE}\n").repeat(4);
    let input = || {
        let lines = lines.clone();
        Input::reader("lines", move || Ok(std::io::Cursor::new(lines)))
    };
    let fast = format!("fast {NINE_SOLVED}");
    // The last line of a list may be followed by its solution, and is read as any other puzzle.
    let all = |options: Options| {
        let plans = Plans::of(options);
        let session = Session { plans: Some(&plans), ..Session::default() };
        words(&session, &plans, input()).iter().filter(|words| words.ends_with(&fast)).count()
    };
    assert_eq!(all(Options::up_to(2)), 3);
    assert_eq!(all(Options { method: "sat".parse().expect("a method"), ..Options::up_to(2) }), 0);
    let budget = pencilmark_csp::Budget { nodes: Some(1_000_000), ..Default::default() };
    assert_eq!(all(Options { budget, ..Options::up_to(2) }), 0);
    let plans = Plans::of(Options::up_to(2));
    assert!(words(&Session::default(), &plans, input()).iter().all(|words| words.ends_with("Unique")));
}

#[test]
fn answers_of_lines_are_like_all_others() {
    let plans = Plans::of(Options::up_to(2));
    for job in [Job::Solve, Job::Check] {
        for session in [Session::default(), Session { plans: Some(&plans), ..Session::default() }] {
            let (lines, mut seen) = (format!("{NINE}\n").repeat(3), 0);
            let input = Input::reader("lines", move || Ok(std::io::Cursor::new(lines)));
            let progress = session.answer(input, job, &plans, |answered, _| {
                seen += 1;
                assert_eq!(
                    (answered.index + 1, answered.line(), answered.name.as_deref()),
                    (seen, Some(seen), Some("lines"))
                );
                assert_eq!(answered.line_solution().is_some(), session.plans.is_some() && seen < 3);
                let report = answered.report().expect("a report");
                assert_eq!(report.outcome.verdict(), crate::Verdict::Unique);
                let puzzle = answered.puzzle().expect("a puzzle");
                assert!(puzzle.judge(report.solution().expect("a solution")).is_ok());
                assert_eq!(
                    answered.check().map(|check| check.word()),
                    (job == Job::Check || session.plans.is_some() && seen < 3).then_some("unique")
                );
                Ok::<(), BatchError>(())
            });
            assert_eq!(progress.expect("a batch").total, Some(3));
        }
    }
}

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
        let (queue, mut pushed) = (Queue::new(Order::Input, true, LONGEST_RUN), 0);
        let stop = StopSignal::default();
        let ran = pipeline::run_alone(
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

/// Gives a text, and fails where it would end.
struct Failing(&'static [u8]);

impl std::io::Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("the disk is gone")),
            length => Ok(length),
        }
    }
}

#[test]
fn an_input_that_cannot_be_read_on_ends_there_and_the_next_follows() {
    const LINES: &[u8] = b"1..............4\n.1.....23.....3.\n";
    // What is cut off would be a puzzle of its own: the first line of 81 cells, as far as it goes.
    const CUT: &[u8] = b"1..............4\n\n.1.....23.....3.";
    const REMARK: &[u8] = b"1..............4\n# nothing m";
    for (text, whole, place) in [(LINES, 2, (3, 1)), (CUT, 1, (3, 17)), (REMARK, 1, (2, 12)), (b"", 0, (1, 1))] {
        let gone = Input::reader("gone", || Err::<std::io::Empty, _>(std::io::ErrorKind::NotFound.into()));
        let input =
            Input::reader("first", move || Ok(Failing(text))).and(gone).and(Input::text("last", "1..............4"));
        let puzzles = input.read_all(&ReadOptions::default());
        assert_eq!(puzzles.len(), whole + 3, "{puzzles:?}");
        assert!(puzzles[..whole].iter().chain(puzzles.last()).all(Result::is_ok), "{puzzles:?}");
        let fault = puzzles[whole].as_ref().expect_err("the disk is gone");
        assert_eq!((fault.name.as_str(), (fault.line, fault.column)), ("first", place), "{fault}");
        assert!(fault.what.ends_with("the disk is gone"), "{fault}");
        assert!(puzzles[whole + 1].as_ref().is_err_and(|error| error.name == "gone"));
    }
}

#[test]
fn reading_ends_when_nothing_more_is_wanted() {
    let line = "1..............4\n\n";
    let input = || Input::text("one", line.repeat(3)).and(Input::text("none", "")).and(Input::text("two", line));
    let taken = |wanted: usize| {
        let mut taken = Vec::new();
        input().read_while(&ReadOptions::default(), |puzzle| {
            taken.push(puzzle.is_ok());
            taken.len() < wanted
        });
        taken
    };
    assert_eq!(taken(2), [true, true]);
    assert_eq!(taken(4), [true, true, true, false]);
    assert_eq!(taken(9), [true, true, true, false, true]);
    assert_eq!(input().read_all(&ReadOptions::default()).len(), 5);
}
