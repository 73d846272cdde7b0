//! Progress where there is no terminal to draw on: a line on standard error now and then.

use std::time::{Duration, Instant};

use pencilmark::watch::{Event, Observer};

use super::tally::Tally;
use crate::screen;
use crate::verbs::seconds;

/// How often to say something.
const NOW_AND_THEN: Duration = Duration::from_secs(1);

/// Events between two looks at the clock.
const BEAT: u32 = 1024;

pub(super) struct Plain {
    method: &'static str,
    tally: Tally,
    started: Instant,
    said: Instant,
    events: u32,
}

impl Plain {
    pub(super) fn new(method: &'static str) -> Self {
        let now = Instant::now();
        Self { method, tally: Tally::default(), started: now, said: now, events: 0 }
    }

    /// Says how it ended.
    pub(super) fn end(&self) {
        self.say();
    }

    fn say(&self) {
        let mut words = self.tally.words();
        words.extend(self.tally.generation());
        let time = seconds(self.started.elapsed());
        let words = if words.is_empty() { "nothing to count yet".to_owned() } else { words.join(" · ") };
        screen::remark(&format!("{} after {time}: {words}", self.method));
    }
}

impl Observer for Plain {
    fn see(&mut self, event: Event<'_>) {
        self.tally.counters.see(event);
        match event {
            Event::Assign(..) => self.tally.depth += 1,
            Event::Backtrack(_) => self.tally.depth = self.tally.depth.saturating_sub(1),
            Event::Start(_, cost) | Event::Step(_, cost) => self.tally.cost = Some(cost),
            Event::Generation(generation) => self.tally.generation = Some(generation),
            Event::Solution(_) => self.tally.cost = self.tally.cost.map(|_| 0),
            _ => {}
        }
        self.events = self.events.wrapping_add(1);
        if self.events.is_multiple_of(BEAT) && self.said.elapsed() > NOW_AND_THEN {
            self.said = Instant::now();
            self.say();
        }
    }
}
