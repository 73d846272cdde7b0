//! The key of all randomness, as typed.

use std::hash::{BuildHasher as _, RandomState};

use crate::screen;

/// A seed; `random` draws one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    number: u64,
    is_drawn: bool,
}

impl Seed {
    /// The number. If it was drawn, it is also printed, so that the run can be repeated.
    pub(crate) fn announce(self) -> u64 {
        if self.is_drawn {
            screen::remark(&format!("seed {0}; --seed {0} repeats this", self.number));
        }
        self.number
    }

    /// The number, where it has been printed already.
    pub(crate) fn number(self) -> u64 {
        self.number
    }
}

pub(crate) fn parse_seed(text: &str) -> Result<Seed, String> {
    if text == "random" {
        // Every hasher starts with keys that the system has drawn. Nine digits are enough, and can be typed again.
        return Ok(Seed { number: RandomState::new().hash_one(0) % 1_000_000_000, is_drawn: true });
    }
    let number = text.parse().map_err(|_| "write a whole number from 0 up, or random".to_owned())?;
    Ok(Seed { number, is_drawn: false })
}
