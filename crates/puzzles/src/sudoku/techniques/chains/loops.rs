//! Enumerates the loops of a net, the shortest first, within a limited effort.
//!
//! A loop is a chain whose end has a weak link to its start. Starting at another of its nodes, or
//! reading it backwards, gives the same loop, so each is read from the node that comes first in the
//! net.

use super::super::bits::Bits;
use super::closure::{bits, keep_from};
use super::links::Net;
use crate::technique::Flow;

/// The most strong links to try.
const EFFORT: usize = 200_000;

/// Marks nodes from which no chain leads back.
const NEVER: u8 = u8::MAX;

/// Shows loops of up to `longest` strong links, until `found` has enough.
pub(super) fn each<B: Bits>(net: &Net<B>, longest: u8, found: &mut impl FnMut(&[usize]) -> Flow) {
    let back: Vec<Option<Vec<u8>>> = (0..net.nodes.len()).map(|start| way_back(net, start, longest)).collect();
    let mut look =
        Look { net, back: &[], length: 0, effort: EFFORT, chain: Vec::new(), used: vec![0; net.words], found };
    for length in 2..=longest {
        for (start, back) in back.iter().enumerate() {
            let Some(back) = back else { continue };
            look.length = length;
            look.back = back;
            look.used.fill(0);
            if look.strong(start).is_break() {
                return;
            }
        }
    }
}

/// Returns for each node how many strong links lead from it, being right, to the start being wrong,
/// using only nodes after the start. `None` if there is no loop.
fn way_back<B: Bits>(net: &Net<B>, start: usize, longest: u8) -> Option<Vec<u8>> {
    // Chains can be reversed: a node that is wrong if the start is right makes the start wrong if
    // it is right itself.
    let mut back = vec![NEVER; net.nodes.len()];
    let mut todo = vec![(start, 0_u8)];
    let mut done = 0;
    let mut wrong = vec![0_u64; net.words];
    while let Some(&(right, links)) = todo.get(done) {
        done += 1;
        wrong.copy_from_slice(net.weak(right));
        keep_from(&mut wrong, start);
        for node in bits(&wrong).filter(|&node| node != start) {
            if back[node] == NEVER {
                back[node] = links;
                if links < longest {
                    let next = net.strong(node).iter().map(|link| usize::from(link.to)).filter(|&to| to > start);
                    todo.extend(next.map(|to| (to, links + 1)));
                }
            }
        }
    }
    net.strong(start).iter().any(|link| back[usize::from(link.to)] < NEVER).then_some(back)
}

struct Look<'a, B: Bits, F> {
    net: &'a Net<B>,
    /// See [`way_back`].
    back: &'a [u8],
    /// How many strong links the loops of this pass have.
    length: u8,
    effort: usize,
    /// Wrong, right, wrong, right, …
    chain: Vec<usize>,
    /// The nodes of the chain, as a bit set.
    used: Vec<u64>,
    found: &'a mut F,
}

impl<B: Bits, F: FnMut(&[usize]) -> Flow> Look<'_, B, F> {
    /// Extends the chain along the strong links of a node that is wrong.
    fn strong(&mut self, wrong: usize) -> Flow {
        let net = self.net;
        self.chain.push(wrong);
        self.used[wrong / 64] ^= 1 << (wrong % 64);
        for link in net.strong(wrong) {
            let right = usize::from(link.to);
            let length = (self.chain.len() / 2 + 1) as u8;
            let is_used = self.used[right / 64] >> (right % 64) & 1 != 0;
            if is_used || right < self.chain[0] || self.back[right] > self.length - length {
                continue;
            }
            self.effort -= 1;
            if self.effort == 0 {
                return Flow::Break(());
            }
            self.chain.push(right);
            self.used[right / 64] ^= 1 << (right % 64);
            if length < self.length {
                self.weak(right)?;
            } else {
                (self.found)(&self.chain)?;
            }
            self.chain.pop();
            self.used[right / 64] ^= 1 << (right % 64);
        }
        self.chain.pop();
        self.used[wrong / 64] ^= 1 << (wrong % 64);
        Flow::Continue(())
    }

    /// Extends the chain along the weak links of a node that is right.
    fn weak(&mut self, right: usize) -> Flow {
        let net = self.net;
        for word in self.chain[0] / 64..net.words {
            let mut row = net.weak(right)[word] & !self.used[word];
            while row != 0 {
                let wrong = word * 64 + row.trailing_zeros() as usize;
                row &= row - 1;
                if wrong > self.chain[0] {
                    self.strong(wrong)?;
                }
            }
        }
        Flow::Continue(())
    }
}
