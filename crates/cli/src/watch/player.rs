//! The state of the player: what plays, how fast, and what keys do. It knows no terminal and no clock.

use std::time::Duration;

use pencilmark::outcome::Counters;
use pencilmark::watch::{Frame, FrameKind, Recording};

/// What the search has for the player.
pub(crate) enum Next {
    /// What happened.
    Frame(Box<Frame>),
    /// Nothing yet.
    Nothing,
    /// It is over.
    End(Ended),
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// In words.
    pub(crate) words: String,
    /// Whether there is a solution.
    pub(crate) solved: bool,
    /// What was counted in all.
    pub(crate) counters: Counters,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Pause,
    Forward,
    Back,
    Faster,
    Slower,
    End,
    Tries,
}

/// How the recording moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Playing,
    Paused,
    /// As fast as it goes.
    Rushing,
}

/// Speeds, in steps a second.
pub(crate) const SLOWEST: f64 = 0.1;
pub(crate) const FASTEST: f64 = 1_000_000.0;

/// Frames to show at most before somebody has to look at the clock and the keys again.
const BURST: usize = 20_000;

pub(crate) struct Player {
    pub(crate) recording: Recording,
    pub(crate) mode: Mode,
    pub(crate) speed: f64,
    pub(crate) tries: bool,
    /// How the search ended.
    pub(crate) ended: Option<Ended>,
    /// Steps that are due.
    credit: f64,
    /// Frames to show though it is paused.
    owed: usize,
}

impl Player {
    pub(crate) fn new(variables: usize, speed: f64) -> Self {
        let recording = Recording::new(variables);
        Self { recording, mode: Mode::Playing, speed, tries: false, ended: None, credit: 0.0, owed: 0 }
    }

    /// Whether there is nothing left to show.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.is_some() && self.recording.is_at_end()
    }

    pub(crate) fn press(&mut self, key: Key) {
        match key {
            Key::Pause => {
                self.mode = if self.mode == Mode::Paused { Mode::Playing } else { Mode::Paused };
                self.owed = 0;
            }
            Key::Forward => {
                self.owed = if self.mode == Mode::Paused { self.owed + 1 } else { 1 };
                self.mode = Mode::Paused;
            }
            Key::Back => {
                self.mode = Mode::Paused;
                // Who steps back does not want what is still to come.
                if std::mem::take(&mut self.owed) == 0 {
                    self.recording.back();
                }
            }
            Key::Faster => self.speed = ladder().find(|&speed| speed > self.speed * 1.01).unwrap_or(FASTEST),
            Key::Slower => self.speed = ladder().filter(|&speed| speed < self.speed * 0.99).last().unwrap_or(SLOWEST),
            Key::End => self.mode = Mode::Rushing,
            Key::Tries => self.tries = !self.tries,
        }
    }

    /// Lets time pass; `true` if something else is shown than before.
    pub(crate) fn pass(&mut self, time: Duration, mut next: impl FnMut() -> Next) -> bool {
        self.credit += time.as_secs_f64() * self.speed;
        let mut moved = false;
        for _ in 0..BURST {
            let wait = self.wait();
            let due = match self.mode {
                Mode::Playing => self.credit >= wait,
                Mode::Paused => self.owed > 0,
                Mode::Rushing => true,
            };
            if !due || !self.advance(&mut next) {
                break;
            }
            self.credit -= wait;
            self.owed = self.owed.saturating_sub(1);
            moved = true;
        }
        // Steps are never made up for: after a pause, or where the search is the slower one, they come at their pace.
        self.credit =
            if self.mode == Mode::Playing { self.credit.min(1.0 + time.as_secs_f64() * self.speed) } else { 0.0 };
        if self.is_over() && self.mode == Mode::Rushing {
            self.mode = Mode::Paused;
            return true;
        }
        moved
    }

    /// Shows the next frame, from the recording or fresh from the search; `false` if there is none.
    fn advance(&mut self, next: &mut impl FnMut() -> Next) -> bool {
        if self.recording.forward() {
            return true;
        }
        if self.ended.is_some() {
            self.owed = 0;
            return false;
        }
        match next() {
            Next::Frame(frame) => {
                self.recording.push(*frame);
                true
            }
            Next::Nothing => false,
            Next::End(ended) => {
                self.ended = Some(ended);
                self.owed = 0;
                false
            }
        }
    }

    /// How long the frame at hand stays, in steps: what is about to change and the change are one step together.
    fn wait(&self) -> f64 {
        match self.recording.frame().map(|frame| frame.kind) {
            None => 0.0,
            Some(FrameKind::About | FrameKind::Step) => 0.5,
            Some(_) => 1.0,
        }
    }
}

/// 0.1, 0.2, 0.5, 1, 2, 5 and so on.
fn ladder() -> impl Iterator<Item = f64> {
    (-1..=6)
        .flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(exponent)))
        .filter(|&speed| speed <= FASTEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark::watch::{Value, Var};

    /// A search that gives its one variable the values 0, 1, 2 and so on, `total` times.
    fn search(total: u16) -> impl FnMut() -> Next {
        let mut made = 0;
        move || {
            if made == total {
                let counters = Counters::default();
                return Next::End(Ended { words: "solved".to_owned(), solved: true, counters });
            }
            let before = made.checked_sub(1).map(Value);
            let changes = vec![(Var(0), before, Some(Value(made)))];
            made += 1;
            let counters = Counters::default();
            let frame = Frame {
                kind: FrameKind::Assign,
                changes,
                domains: Vec::new(),
                focus: Vec::new(),
                counters,
                cost: None,
                depth: 0,
                generation: None,
                decision: None,
                cause: None,
            };
            Next::Frame(Box::new(frame))
        }
    }

    fn shown(player: &Player) -> Option<u16> {
        player.recording.board()[0].map(|value| value.0)
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn plays_at_its_speed() {
        let (mut player, mut search) = (Player::new(1, 10.0), search(1000));
        player.pass(Duration::ZERO, &mut search);
        assert_eq!(shown(&player), Some(0));
        for _ in 0..10 {
            player.pass(SECOND / 10, &mut search);
        }
        assert!(shown(&player).is_some_and(|value| (9..=11).contains(&value)), "{:?}", shown(&player));
    }

    #[test]
    fn pausing_stops_the_search_itself() {
        let (mut player, mut asked, mut search) = (Player::new(1, 100.0), 0, search(1000));
        player.press(Key::Pause);
        assert!(!player.pass(10 * SECOND, || {
            asked += 1;
            search()
        }));
        assert_eq!((asked, shown(&player)), (0, None));
        player.press(Key::Pause);
        assert!(player.pass(SECOND / 100, &mut search));
        // The time of the pause is not made up for.
        assert!(shown(&player).is_some_and(|value| value < 5));
    }

    #[test]
    fn steps_forward_and_back() {
        let (mut player, mut search) = (Player::new(1, 1.0), search(5));
        for wanted in 0..3 {
            player.press(Key::Forward);
            assert!(player.pass(Duration::ZERO, &mut search));
            assert_eq!((player.mode, shown(&player)), (Mode::Paused, Some(wanted)));
        }
        player.press(Key::Back);
        assert_eq!((shown(&player), player.recording.place()), (Some(1), (2, 3)));
        player.press(Key::Back);
        player.press(Key::Back);
        assert_eq!(shown(&player), Some(0));
        // Forward first shows again what was seen.
        player.press(Key::Forward);
        assert!(player.pass(Duration::ZERO, || panic!("the recording has it")));
        assert_eq!(shown(&player), Some(1));
        // A step that waits for the search is taken as soon as there is something.
        for _ in 0..2 {
            player.press(Key::Forward);
            player.pass(Duration::ZERO, || Next::Nothing);
        }
        assert_eq!(shown(&player), Some(2));
        assert!(player.pass(Duration::ZERO, &mut search));
        assert_eq!(shown(&player), Some(3));
    }

    #[test]
    fn rushes_to_the_end_and_stays_there() {
        let (mut player, mut search) = (Player::new(1, 1.0), search(60_000));
        player.press(Key::End);
        let mut beats = 0;
        while !player.is_over() {
            player.pass(Duration::from_millis(1), &mut search);
            beats += 1;
        }
        assert!(beats > 2, "keys are looked at in between");
        assert_eq!(
            (player.mode, shown(&player), player.ended.as_ref().map(|ended| ended.words.as_str())),
            (Mode::Paused, Some(59_999), Some("solved"))
        );
        let mut back = 0;
        while player.recording.back() {
            back += 1;
        }
        assert_eq!(back, Recording::FRAMES - 1);
        player.press(Key::Pause);
        assert!(player.pass(SECOND, || panic!("the search is over")));
    }

    #[test]
    fn speed_goes_up_and_down_within_bounds() {
        let mut player = Player::new(1, 7.0);
        player.press(Key::Faster);
        assert!((player.speed - 10.0).abs() < 1e-9);
        player.press(Key::Slower);
        assert!((player.speed - 5.0).abs() < 1e-9);
        for _ in 0..50 {
            player.press(Key::Faster);
        }
        assert!((player.speed - FASTEST).abs() < 1e-6);
        for _ in 0..50 {
            player.press(Key::Slower);
        }
        assert!((player.speed - SLOWEST).abs() < 1e-9);
    }
}
