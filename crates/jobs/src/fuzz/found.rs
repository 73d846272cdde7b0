//! Trying inputs: what a target makes of one, how long it takes, and what is wrong with it.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::targets::Target;

/// The longest that an input of up to 64 KB may take. Most take less than a thousandth of that.
const PATIENCE: Duration = Duration::from_secs(2);

thread_local! {
    /// Whether an input is being tried on this thread, so that a panic is a finding and told as such.
    static TRYING: Cell<bool> = const { Cell::new(false) };
}

/// Says nothing of panics while an input is tried.
pub(super) fn tell_of_other_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !TRYING.get() {
            usual(panic);
        }
    }));
}

/// An input, and the number of what its check draws.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Case {
    pub(super) bytes: Vec<u8>,
    pub(super) draw: u8,
}

impl Case {
    /// Whether all is well with it. A panic is an error like any other.
    pub(super) fn tried(&self, target: &Target) -> Result<(), String> {
        let mut draw = ChaCha8Rng::seed_from_u64(self.draw.into());
        TRYING.set(true);
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.check)(&self.bytes, &mut draw)));
        TRYING.set(false);
        outcome.unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().cloned();
            Err(format!(
                "it panics: {}",
                words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
            ))
        })
    }
}

/// What an input is called.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// Its number among the kept ones.
    Kept(usize),
    Numbered(u64),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept(number) => f.pad(&format!("kept {number}")),
            Self::Numbered(number) => f.pad(&number.to_string()),
        }
    }
}

/// What is wrong with an input.
pub(super) struct Finding {
    pub(super) name: Name,
    pub(super) case: Case,
    pub(super) what: String,
}

/// What came of a target.
#[derive(Default)]
pub(super) struct Found {
    pub(super) inputs: u64,
    pub(super) bytes: u64,
    /// The longest that an input took, and which one it was.
    pub(super) slowest: Option<(Duration, Name)>,
    pub(super) findings: Vec<Finding>,
}

impl Found {
    /// Tries an input, notes what came of it, and answers whether all is well.
    pub(super) fn attempt(&mut self, target: &Target, name: Name, case: &Case) -> bool {
        let begun = Instant::now();
        let outcome = case.tried(target);
        let took = begun.elapsed();
        self.inputs += 1;
        self.bytes += case.bytes.len() as u64;
        self.note_slowest(took, name);
        let outcome = outcome.and_then(|()| if took > PATIENCE { Err(format!("it took {took:?}")) } else { Ok(()) });
        let is_good = outcome.is_ok();
        self.findings.extend(outcome.err().map(|what| Finding { name, case: case.clone(), what }));
        is_good
    }

    fn note_slowest(&mut self, took: Duration, name: Name) {
        if self.slowest.is_none_or(|(longest, _)| took > longest) {
            self.slowest = Some((took, name));
        }
    }

    /// Whether more findings would tell no more.
    pub(super) fn is_enough(&self) -> bool {
        self.findings.len() >= 20
    }

    pub(super) fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.bytes += other.bytes;
        if let Some((took, name)) = other.slowest {
            self.note_slowest(took, name);
        }
        self.findings.extend(other.findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_input_is_named() {
        let slowest = |took: u64, number: u64| Found {
            slowest: Some((Duration::from_millis(took), Name::Numbered(number))),
            ..Found::default()
        };
        let mut all = Found::default();
        for found in [slowest(3, 1), slowest(9, 2), slowest(5, 3)] {
            all.add(found);
        }
        assert_eq!(all.slowest.map(|(took, name)| (took.as_millis(), name.to_string())), Some((9, "2".to_owned())));
    }
}
