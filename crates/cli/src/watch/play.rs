//! Plays a search in the terminal. The search runs in a thread of its own and waits when the player is behind: memory stays
//! bounded, and pausing really pauses the search.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use pencilmark::{Both, Options, Puzzle, Recorder, Report, SolveError, Stage, StopSignal, Trace};

use super::player::{Mode, Next, Player};
use super::show;
use super::terminal::{Terminal, Wish};
use crate::exit::Failure;
use crate::screen;
use crate::verbs::{title, verdict};

/// Frames that the search may be ahead of the player.
const AHEAD: usize = 256;

/// Between two looks at the keys.
const BEAT: Duration = Duration::from_millis(33);

/// Steps a second to begin with.
const SPEED: f64 = 10.0;

enum Message {
    Frame(Box<pencilmark::Frame>),
    End(String),
}

/// Solves the puzzle and shows how, until the user leaves.
pub(super) fn play<W: Write + Send>(
    puzzle: &Puzzle,
    options: &Options,
    trace: Option<Trace<W>>,
    speed: Option<f64>,
) -> Result<(Report, Option<Trace<W>>), Failure> {
    let stage = Stage::new(puzzle, options)?;
    let plan = puzzle.plan(options)?;
    let mut player = Player::new(stage.scene().variables(), speed.unwrap_or(SPEED));
    let title = format!("{} · {} · model {}", plain(&title(puzzle, None)), options.method, plan.model);
    let tries = Arc::new(AtomicBool::new(false));
    let (send, receive) = mpsc::sync_channel(AHEAD);
    let (result, shown) = std::thread::scope(|scope| {
        let search = scope.spawn({
            let (tries, scene, plan) = (Arc::clone(&tries), stage.scene().clone(), &plan);
            move || -> Result<(Report, Option<Trace<W>>), SolveError> {
                let sink = |frame| {
                    // Nobody listens any more: the search is about to stop.
                    let _ = send.send(Message::Frame(Box::new(frame)));
                };
                let mut watch = Both(trace, Recorder::new(scene, tries, sink));
                let report = puzzle.solve_watched(options, &mut watch)?;
                let words = plain(&verdict::verdict(puzzle, &report, plan, false));
                let _ = send.send(Message::End(words));
                Ok((report, watch.0))
            }
        });
        let shown = run(&title, &stage, &mut player, &receive, &tries, &options.budget.stop);
        if player.ended.is_none() {
            options.budget.stop.raise();
        }
        drop(receive);
        (search.join(), shown)
    });
    shown.map_err(|error| Failure::Usage(format!("cannot draw on the terminal: {error}; leave out --animate")))?;
    match result {
        Ok(result) => Ok(result?),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Draws, waits for keys, moves on; until the user leaves or somebody wants to stop.
fn run(
    title: &str,
    stage: &Stage,
    player: &mut Player,
    receive: &Receiver<Message>,
    tries: &AtomicBool,
    stop: &StopSignal,
) -> std::io::Result<()> {
    let terminal = Terminal::take()?;
    let colour = screen::has_colour();
    let next = || match receive.try_recv() {
        Ok(Message::Frame(frame)) => Next::Frame(frame),
        Ok(Message::End(words)) => Next::End(words),
        Err(TryRecvError::Empty) => Next::Nothing,
        // The search failed; its error is on its way.
        Err(TryRecvError::Disconnected) => Next::End("stopped".to_owned()),
    };
    let mut last = Instant::now();
    let mut changed = true;
    while !stop.is_raised() {
        let now = Instant::now();
        let over = player.ended.is_some();
        changed |= player.pass(now - std::mem::replace(&mut last, now), next);
        changed |= over != player.ended.is_some();
        if std::mem::take(&mut changed) {
            terminal.show(&show::screen(title, stage, player, Terminal::size(), colour))?;
        }
        let wait = if player.mode == Mode::Rushing { Duration::from_millis(1) } else { BEAT };
        match terminal.wish(wait)? {
            Some(Wish::Leave) => break,
            Some(Wish::Key(key)) => {
                player.press(key);
                tries.store(player.tries, Ordering::Relaxed);
                changed = true;
            }
            Some(Wish::Redraw) => changed = true,
            None => {}
        }
    }
    Ok(())
}

/// A text without escapes.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
