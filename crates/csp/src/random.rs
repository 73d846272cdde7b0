//! Randomness is keyed: an order is a hash of (seed, variable, value), so no draw depends on how many came before it.
//!
//! Two methods with the same seed see the same order, and a seed replays bit for bit on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A well-mixed 64-bit hash of a seed and some numbers.
pub fn key(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(mix(seed), |hash, &part| mix(hash ^ mix(part.wrapping_add(0x9e37_79b9_7f4a_7c15))))
}

/// A stream of random numbers for one purpose: draws that depend on what was drawn before.
pub fn stream(seed: u64, parts: &[u64]) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(key(seed, parts))
}

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_depend_on_every_part_and_on_the_order() {
        let keys = [key(1, &[]), key(2, &[]), key(1, &[0]), key(1, &[1, 2]), key(1, &[2, 1]), key(1, &[1, 2, 0])];
        for (i, a) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|b| a != b));
        }
    }

    #[test]
    fn a_seed_replays_on_every_machine() {
        assert_eq!(key(2026, &[3, 5]), 6_729_837_038_834_977_519);
    }
}
