//! From where a value can be reached in a number of steps, and which of several values to step on.

use pencilmark_csp::{Domain, Value};
use rand_chacha::ChaCha8Rng;

use super::below;

/// One choice in this many is made among all values, held ones included, so that every board can be reached.
const STRAY: usize = 32;

/// From where each value can be reached, for each number of steps.
#[derive(Debug)]
pub(super) struct Reach {
    words: usize,
    values: usize,
    bits: Vec<u64>, // steps, value reached -> from where
}

impl Reach {
    pub(super) fn new(longest: usize, partners: &[Vec<Value>], inner: &Domain) -> Self {
        let values = partners.len();
        let words = values.div_ceil(64);
        let mut bits = vec![0; (longest + 1) * values * words];
        let size = values * words;
        for from in inner.iter().map(Value::index) {
            let partners = &partners[from];
            for to in partners.iter().filter(|to| to.index() < values) {
                bits[size + to.index() * words + from / 64] |= 1 << (from % 64);
            }
        }
        for steps in 2..=longest {
            let (done, rest) = bits.split_at_mut(steps * size);
            let done = &done[(steps - 1) * size..];
            for middle in inner.iter().map(Value::index) {
                let partners = &partners[middle];
                for to in partners.iter().filter(|to| to.index() < values) {
                    for word in 0..words {
                        rest[to.index() * words + word] |= done[middle * words + word];
                    }
                }
            }
        }
        Self { words, values, bits }
    }

    #[inline]
    pub(super) fn has(&self, steps: usize, from: Value, to: Value) -> bool {
        let word = (steps * self.values + to.index()) * self.words + from.index() / 64;
        self.bits[word] >> (from.0 % 64) & 1 == 1
    }
}

/// One of the `choices`: not the one to avoid if there is another, and usually one that no variable holds if there is any.
#[inline]
pub(super) fn choose(
    choices: &[Value],
    avoid: Option<Value>,
    may: impl Fn(Value) -> bool,
    held: impl Fn(Value) -> bool,
    rng: &mut ChaCha8Rng,
) -> Option<Value> {
    // One word of bits represents the choices; if there are more, some consecutive ones are enough.
    let skip = if choices.len() > 64 { below(rng, choices.len() - 63) } else { 0 };
    let choices = &choices[skip..];
    let (mut fit, mut open, mut other) = (0u64, 0u64, 0u64);
    for (index, &value) in choices.iter().take(64).enumerate() {
        if may(value) {
            fit |= 1 << index;
            other |= u64::from(Some(value) != avoid) << index;
            open |= u64::from(!held(value)) << index;
        }
    }
    if other != 0 {
        fit = other;
    }
    let open = open & fit;
    let among = if open == 0 || below(rng, STRAY) == 0 { fit } else { open };
    let mut nth = match among.count_ones() {
        0 => return None,
        1 => 0,
        count => below(rng, count as usize),
    };
    let mut left = among;
    while nth > 0 {
        left &= left - 1;
        nth -= 1;
    }
    choices.get(left.trailing_zeros() as usize).copied()
}
