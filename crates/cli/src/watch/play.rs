//! Plays a search in the terminal. The search runs in a thread of its own and waits when the player is behind: memory stays
//! bounded, and pausing really pauses the search.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use pencilmark::outcome::Counters;
use pencilmark::watch::{BoardPainter, Both, Recorder, Trace};
use pencilmark::{Plan, Puzzle, Report, SolveError, StopSignal};

use super::player::{Ended, Mode, Next, Player};
use super::show;
use super::terminal::{Command, Terminal};
use crate::exit::{Exit, Failure};
use crate::screen;
use crate::verbs::{title, verdict};

/// Frames that the search may be ahead of the player.
const AHEAD: usize = 256;

/// Between two looks at the keys.
const BEAT: Duration = Duration::from_millis(33);

/// Steps a second to begin with.
const SPEED: f64 = 10.0;

enum Message {
    Frame(Box<pencilmark::watch::Frame>),
    End(Ended),
}

/// Solves the puzzle and shows how, until the user leaves.
pub(super) fn play<W: Write + Send>(
    puzzle: &Puzzle,
    plan: &Plan,
    trace: Option<Trace<W>>,
    speed: Option<f64>,
) -> Result<(Report, Option<Trace<W>>), Failure> {
    let painter = BoardPainter::new(puzzle, plan)?;
    let mut player = Player::new(painter.board_map().variables(), speed.unwrap_or(SPEED));
    let title = format!("{} · {} · model {}", plain(&title(puzzle)), plan.method, plan.model);
    let tries = Arc::new(AtomicBool::new(false));
    let (send, receive) = mpsc::sync_channel(AHEAD);
    let no_thread = |error: std::io::Error| {
        Failure::Usage(format!("cannot start a thread for the search: {error}; leave out --animate"))
    };
    let (result, shown) = std::thread::scope(|scope| {
        let search = std::thread::Builder::new().spawn_scoped(scope, {
            let (tries, board_map) = (Arc::clone(&tries), painter.board_map().clone());
            move || -> Result<(Report, Option<Trace<W>>), SolveError> {
                let mut waited = Duration::ZERO;
                let sink = |frame| {
                    let asked = Instant::now();
                    // Nobody listens any more: the search is about to stop.
                    let _ = send.send(Message::Frame(Box::new(frame)));
                    waited += asked.elapsed();
                };
                let mut watch = Both(trace, Recorder::new(board_map, tries, sink));
                let mut report = puzzle.solver().plan(plan).watch(&mut watch).run()?;
                let Both(trace, recorder) = watch;
                drop(recorder);
                // The time is that of the search, not that of the playback it waits for.
                report.elapsed = report.elapsed.saturating_sub(waited);
                let words = plain(&verdict::verdict(puzzle, &report, plan, false));
                let solved = report.solution().is_some();
                let _ = send.send(Message::End(Ended { words, solved, counters: report.counters }));
                Ok((report, trace))
            }
        });
        let search = search.map_err(no_thread)?;
        let shown = run(&title, &painter, &mut player, &receive, &tries, &plan.run.budget.stop);
        if player.ended.is_none() {
            plan.run.budget.stop.raise();
        }
        drop(receive);
        Ok::<_, Failure>((search.join(), shown))
    })?;
    shown.map_err(|error| Failure::Usage(format!("cannot draw on the terminal: {error}; leave out --animate")))?;
    match result {
        Ok(result) => Ok(result?),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Draws, waits for keys, moves on; until the user leaves or somebody wants to stop.
fn run(
    title: &str,
    painter: &BoardPainter,
    player: &mut Player,
    receive: &Receiver<Message>,
    tries: &AtomicBool,
    stop: &StopSignal,
) -> std::io::Result<()> {
    let terminal = Terminal::take()?;
    let _watch = LeaveWhenHungUp::new(stop);
    let colour = screen::has_colour();
    let next = || match receive.try_recv() {
        Ok(Message::Frame(frame)) => Next::Frame(frame),
        Ok(Message::End(ended)) => Next::End(ended),
        Err(TryRecvError::Empty) => Next::Nothing,
        // The search failed; its error is on its way.
        Err(TryRecvError::Disconnected) => {
            Next::End(Ended { words: "stopped".to_owned(), solved: false, counters: Counters::default() })
        }
    };
    let mut last = Instant::now();
    let mut changed = true;
    while !stop.is_raised() {
        let now = Instant::now();
        let over = player.ended.is_some();
        changed |= player.pass(now - std::mem::replace(&mut last, now), next);
        changed |= over != player.ended.is_some();
        if std::mem::take(&mut changed) {
            terminal.show(&show::screen(title, painter, player, Terminal::size(), colour))?;
        }
        let wait = if player.mode == Mode::Rushing { Duration::from_millis(1) } else { BEAT };
        match terminal.next_command(wait)? {
            Some(Command::Leave) => break,
            Some(Command::Key(key)) => {
                player.press(key);
                tries.store(player.tries, Ordering::Relaxed);
                changed = true;
            }
            Some(Command::Redraw) => changed = true,
            None => {}
        }
    }
    Ok(())
}

/// Ends the program if it does not leave by itself soon after it was asked to. A terminal that hangs up under crossterm
/// keeps it waiting for a key for ever, and busily.
struct LeaveWhenHungUp(Arc<AtomicBool>);

impl LeaveWhenHungUp {
    const PATIENCE: Duration = Duration::from_secs(1);

    fn new(stop: &StopSignal) -> Self {
        let (left, stop) = (Arc::new(AtomicBool::new(false)), stop.clone());
        let seen = Arc::clone(&left);
        // Without a thread to spare nobody watches.
        let _ = std::thread::Builder::new().spawn(move || {
            while !seen.load(Ordering::Relaxed) {
                std::thread::sleep(Self::PATIENCE / 4);
                if stop.is_raised() {
                    std::thread::sleep(Self::PATIENCE);
                    if !seen.load(Ordering::Relaxed) {
                        std::process::exit(Exit::Interrupted.code().into());
                    }
                }
            }
        });
        Self(left)
    }
}

impl Drop for LeaveWhenHungUp {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A text without escapes.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
