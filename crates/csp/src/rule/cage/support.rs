//! The values of a cage's cells that some filling uses, for the cages that occur in practice: few cells, values below 64,
//! sums below 128 and products with few divisors. What does not fit is left to the general automaton.

use super::{Cage, Operator};
use crate::Var;

/// The most cells served here.
const CELLS: usize = 16;
/// The most partial products of a cage served here.
const PRODUCTS: usize = 64;

/// For each cell, as a word.
pub(super) type Supported = [u64; CELLS];

/// The values that lie in some filling; `None` if the cage is not served here.
pub(super) fn in_words(cage: &Cage, word: impl Fn(Var) -> u64) -> Option<Supported> {
    let cells = cage.vars.len();
    if cells > CELLS || cells == 0 {
        return None;
    }
    let mut words = [0; CELLS];
    for (word_of, &var) in words.iter_mut().zip(&cage.vars) {
        *word_of = word(var);
    }
    let words = &words[..cells];
    let mut supported = [0; CELLS];
    match cage.operator {
        Operator::Add => add(words, cage.target, &mut supported)?,
        Operator::Multiply => support_products(words, cage.target, &mut supported)?,
        Operator::Subtract => subtract(words, cage.target, &mut supported)?,
        Operator::Divide => divide(words, cage.target, &mut supported)?,
        Operator::Equal => return None,
        Operator::Any => {
            add(words, cage.target, &mut supported)?;
            support_products(words, cage.target, &mut supported)?;
            subtract(words, cage.target, &mut supported)?;
            divide(words, cage.target, &mut supported)?;
        }
    }
    Some(supported)
}

/// Partial sums from the left and from the right, as bits.
fn add(words: &[u64], target: u64, supported: &mut Supported) -> Option<()> {
    if target >= 128 {
        return None;
    }
    let within = u128::MAX >> (127 - target);
    let mut right = [0u128; CELLS + 1];
    right[words.len()] = 1;
    for (index, &word) in words.iter().enumerate().rev() {
        right[index] = values(word).fold(0, |sums, value| sums | right[index + 1] << value) & within;
    }
    let mut left = 1u128;
    for (index, &word) in words.iter().enumerate() {
        let mut next = 0;
        // A partial sum s on the left and a value v need target - s - v on the right: compare with the mirror image.
        let mirror = right[index + 1].reverse_bits() >> (127 - target);
        for value in values(word) {
            let sums = left << value & within;
            next |= sums;
            if sums & mirror != 0 {
                supported[index] |= 1 << value;
            }
        }
        left = next;
    }
    Some(())
}

/// Partial products, each a divisor of the target.
fn support_products(words: &[u64], target: u64, supported: &mut Supported) -> Option<()> {
    if target == 0 {
        return Some(());
    }
    let mut left = [Few::default(); CELLS + 1];
    left[0].add(1)?;
    for (index, &word) in words.iter().enumerate() {
        for value in values(word) {
            for place in 0..left[index].len {
                let made = left[index].items[place].checked_mul(value)?;
                if made > 0 && target.is_multiple_of(made) {
                    left[index + 1].add(made)?;
                }
            }
        }
    }
    let mut right = Few::default();
    right.add(1)?;
    for (index, &word) in words.iter().enumerate().rev() {
        let mut next = Few::default();
        for value in values(word) {
            for rest in right.all() {
                let made = rest.checked_mul(value)?;
                if made == 0 || !target.is_multiple_of(made) {
                    continue;
                }
                if left[index].all().any(|before| before == target / made) {
                    supported[index] |= 1 << value;
                    next.add(made)?;
                }
            }
        }
        right = next;
    }
    Some(())
}

fn subtract(words: &[u64], target: u64, supported: &mut Supported) -> Option<()> {
    let &[a, b] = words else { return None };
    let apart = |word: u64| if target >= 64 { 0 } else { word << target | word >> target };
    supported[0] |= a & apart(b);
    supported[1] |= b & apart(a);
    Some(())
}

fn divide(words: &[u64], target: u64, supported: &mut Supported) -> Option<()> {
    let &[a, b] = words else { return None };
    for low in values(a | b) {
        let Some(high) = low.checked_mul(target).filter(|&high| high < 64 && high > 0) else { continue };
        for (one, other, first, second) in [(a, b, 0, 1), (b, a, 1, 0)] {
            if one >> low & 1 == 1 && other >> high & 1 == 1 {
                supported[first] |= 1 << low;
                supported[second] |= 1 << high;
            }
        }
    }
    Some(())
}

fn values(word: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|left| *left != 0)
        .map(|left| left.trailing_zeros().into())
}

/// A few different numbers.
#[derive(Clone, Copy)]
struct Few {
    items: [u64; PRODUCTS],
    len: usize,
}

impl Default for Few {
    fn default() -> Self {
        Self { items: [0; PRODUCTS], len: 0 }
    }
}

impl Few {
    fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.items[..self.len].iter().copied()
    }

    fn add(&mut self, item: u64) -> Option<()> {
        if !self.all().any(|known| known == item) {
            *self.items.get_mut(self.len)? = item;
            self.len += 1;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Layers, largest};
    use super::*;
    use crate::{Domain, random};

    #[test]
    fn agrees_with_the_automaton() {
        let operators = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Any];
        let (mut served, mut some) = (0, 0);
        for seed in 0..20_000 {
            let draw = |part: u64, bound: u64| random::key(seed, &[part]) % bound;
            let cells = 1 + draw(0, 4) as usize;
            let operator = operators[draw(1, 5) as usize];
            let target = if draw(2, 2) == 0 { draw(3, 20) } else { draw(3, 200) };
            let words: Vec<u64> = (0..cells as u64).map(|cell| draw(10 + cell, 1 << 10)).collect();
            let cage = Cage { vars: (0..cells as u32).map(Var).collect(), operator, target };
            let Some(fast) = in_words(&cage, |var| words[var.index()]) else { continue };
            let domains: Vec<Domain> = words.iter().map(|&word| Domain::from_words(vec![word])).collect();
            let mut slow = vec![Domain::empty(); cells];
            for automaton in cage.automata(largest(&domains)) {
                Layers::new(automaton, &domains).supported(&domains, &mut slow);
            }
            let slow: Vec<u64> = slow.iter().map(|domain| domain.words().first().copied().unwrap_or(0)).collect();
            assert_eq!(&fast[..cells], &slow[..], "{cage:?} over {words:?}");
            served += 1;
            some += usize::from(slow.iter().any(|&word| word != 0));
        }
        assert!(served > 5_000 && some > 1_000, "{served} served, {some} with a filling");
    }
}
