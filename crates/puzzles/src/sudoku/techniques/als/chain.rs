//! Chains of almost locked sets, each joined to the next by a restricted common digit: two sets are ALS-XZ, three ALS-XY-wing, more an ALS chain.
//!
//! If a mark of z locks the first set, that set holds its restricted common digit, which locks the next set, and so on to a last set that z locks as well:
//! a contradiction.

use super::super::bits::{Bits, digits};
use super::super::chains::closure::bits;
use super::super::fish::fish;
use super::super::sheet::Paper;
use super::super::telling::{Because, Words};
use super::{Almost, SetDigit};
use crate::sudoku::parts::MOST;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    ALS_XZ, "als-xz", "ALS-XZ", 5, 72,
        "Two almost locked sets that cannot both hold x. Whichever lacks x holds all its other digits, so one of them holds z: it can be removed from every cell that sees all its places in both.",
        &["ALS-XZ", "Almost Locked Set XZ-Rule"];
    ALS_XY_WING, "als-xy-wing", "ALS-XY-wing", 5, 73,
        "An XY-wing of almost locked sets: the middle set gives x to one or y to the other of two sets, and that one then holds z.",
        &["ALS-XY-Wing", "Almost Locked Set XY-Wing"];
    ALS_CHAIN, "als-xy-chain", "ALS chain", 5, 74,
        "Four or more almost locked sets in a row, each joined to the next by a digit that they cannot both hold. One of the ends holds z.",
        &["ALS-XY-Chain", "ALS Chain", "Almost Locked Set XY-Chain"];
}

/// Sets, and the digits that join each to the next.
struct Joined {
    sets: Vec<usize>,
    by: Vec<usize>,
}

/// The longest chain, in sets.
const LONGEST: usize = 7;

pub(in super::super) fn als_xz<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let almost = paper.almost();
    let [pairs, _] = almost.joined(paper);
    // The sets that two digits join to the set at hand: beside the pairs that one digit joins, only these matter.
    let [mut once, mut twice, mut common] = [(); 3].map(|()| vec![0_u64; almost.words]);
    for (index, entry) in almost.entries.iter().enumerate() {
        finder.poll()?;
        let (one, by) = (entry.set as usize, usize::from(entry.digit));
        if index == almost.sets[one].first {
            once.fill(0);
            twice.fill(0);
            for entry in almost.entries_of(one) {
                for ((once, twice), row) in once.iter_mut().zip(&mut twice).zip(almost.common(entry)) {
                    *twice |= *once & row;
                    *once |= row;
                }
            }
            if pairs[one / 64] >> (one % 64) & 1 != 0 {
                twice.iter_mut().zip(pairs).for_each(|(twice, pairs)| *twice |= pairs);
            }
        }
        let joined = almost.common(entry).iter().zip(&twice);
        common.iter_mut().zip(joined).for_each(|(common, (row, twice))| *common = row & twice);
        for other in bits(&common) {
            let both = almost.sets[one].marks & almost.sets[other].marks & !(1 << by);
            if other < one || both == 0 {
                continue;
            }
            // Both digits of a double link come up as `by`; the pair is looked at once.
            for second in digits(both).filter(|&second| second > by && almost.is_common(one, other, second)) {
                doubly(paper, finder, almost, [one, other], [by, second])?;
            }
            let all: Vec<(usize, B)> = digits(both)
                .map(|digit| (digit, ends(almost, one, other, digit)))
                .filter(|(_, cells)| !cells.is_empty())
                .collect();
            if all.is_empty() {
                continue;
            }
            let joined = Joined { sets: vec![one, other], by: vec![by] };
            if all.len() > 1 {
                show(paper, finder, almost, &joined, &all)?;
            }
            for gone in all {
                show(paper, finder, almost, &joined, &[gone])?;
            }
        }
    }
    Flow::Continue(())
}

/// What a digit that both ends have rules out.
fn ends<B: Bits>(almost: &Almost<B>, one: usize, other: usize, digit: usize) -> B {
    almost.entries[almost.entry(one, digit)].seen & almost.entries[almost.entry(other, digit)].seen
}

/// Two sets with two restricted common digits: each set holds one of them, so both are locked.
fn doubly<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    almost: &Almost<B>,
    pair: [usize; 2],
    [x, y]: [usize; 2],
) -> Flow {
    let mut gone = [B::NONE; MOST + 1];
    for set in pair {
        for entry in almost.entries_of(set) {
            let digit = usize::from(entry.digit);
            if digit != x && digit != y {
                gone[digit] |= entry.seen;
            }
        }
    }
    for digit in [x, y] {
        gone[digit] |= ends(almost, pair[0], pair[1], digit);
    }
    let gone: Vec<(usize, B)> = gone.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty()).collect();
    paper.show(finder, None, &gone, || {
                let sets = pair.map(|set| &almost.sets[set]);
                let mut because = Because::default();
                for (index, set) in pair.into_iter().enumerate() {
                    paper.locked_without(&mut because, sets[index]);
                    for entry in almost.entries_of(set) {
                        let out = gone.iter().find(|(digit, _)| *digit == usize::from(entry.digit));
                        let out = out.map_or(B::NONE, |&(_, cells)| cells) & entry.seen;
                        paper.all_see(&mut because, out, entry.places);
                    }
                }
                for digit in [x, y] {
                    let places = pair.map(|set| almost.entries[almost.entry(set, digit)].places);
                    paper.all_see(&mut because, places[0], places[1]);
                }
                let [a, b] = sets.map(|set| paper.set_name(set));
                words(paper, because, &sets, format!(
                    "{a} and {b} each have one digit more than cells. They cannot both hold {x}, nor both {y}, as all places of each see each other. Each can do without only one digit, so one set holds {x} and the other {y}, and each holds all its other digits. What sees all places of a digit that is used up goes."
                ))
            })
}

pub(in super::super) fn als_xy_wing<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let almost = paper.almost();
    let [_, middles] = almost.joined(paper);
    // The middle set, and two entries of it that join it to the others.
    for middle in bits(middles) {
        finder.poll()?;
        let first = almost.sets[middle].first;
        let count = almost.entries_of(middle).len();
        for x in first..first + count {
            for y in x + 1..first + count {
                for one in bits(almost.common(&almost.entries[x])) {
                    for other in bits(almost.common(&almost.entries[y])) {
                        let by = [x, y].map(|entry| usize::from(almost.entries[entry].digit));
                        let both = almost.sets[one].marks & almost.sets[other].marks & !(1 << by[0] | 1 << by[1]);
                        if one == other || both == 0 {
                            continue;
                        }
                        let all: Vec<(usize, B)> = digits(both)
                            .map(|digit| (digit, ends(almost, one, other, digit)))
                            .filter(|(_, cells)| !cells.is_empty())
                            .collect();
                        let joined = Joined { sets: vec![one, middle, other], by: by.to_vec() };
                        if all.len() > 1 {
                            show(paper, finder, almost, &joined, &all)?;
                        }
                        for gone in all {
                            show(paper, finder, almost, &joined, &[gone])?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

pub(in super::super) fn als_chain<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let almost = paper.almost();
    let mut before = vec![0_u32; almost.entries.len()];
    let mut depth = vec![0_u8; almost.entries.len()];
    // For each digit the sets that it has not locked yet.
    let mut free = vec![0_u64; almost.words * (paper.geometry.side + 1)];
    let mut queue: Vec<u32> = Vec::new();
    for (index, start) in almost.entries.iter().enumerate() {
        finder.poll()?;
        let z = usize::from(start.digit);
        // The marks of z that lock the first set are all that can go.
        if start.seen.is_empty() {
            continue;
        }
        free.fill(u64::MAX);
        free[z * almost.words + start.set as usize / 64] &= !(1 << (start.set % 64));
        queue.clear();
        let first = start.set as usize;
        // An entry in the queue is a set and the digit that locked it.
        let mut expand = |state: usize, at: u8, before: &mut [u32], queue: &mut Vec<u32>, depth: &mut [u8]| {
            let SetDigit { set, digit: by, .. } = almost.entries[state];
            for entry in almost.entries_of(set as usize).iter().filter(|entry| entry.digit != by) {
                let digit = usize::from(entry.digit);
                let free = &mut free[digit * almost.words..][..almost.words];
                for (word, (free, row)) in free.iter_mut().zip(almost.common(entry)).enumerate() {
                    for bit in bits(&[*free & row]) {
                        let next = almost.entry(word * 64 + bit, digit);
                        before[next] = state as u32;
                        depth[next] = at;
                        queue.push(next as u32);
                    }
                    *free &= !row;
                }
            }
        };
        expand(index, 2, &mut before, &mut queue, &mut depth);
        let mut head = 0;
        while head < queue.len() {
            let state = queue[head] as usize;
            head += 1;
            let (set, by) = (almost.entries[state].set as usize, usize::from(almost.entries[state].digit));
            let length = depth[state];
            if length >= 4 && by != z && set != first && almost.sets[set].marks >> z & 1 != 0 {
                let gone = start.seen & almost.entries[almost.entry(set, z)].seen;
                if !gone.is_empty() {
                    let mut joined = Joined { sets: vec![set], by: Vec::new() };
                    let mut at = state;
                    while at != index {
                        joined.by.push(usize::from(almost.entries[at].digit));
                        at = before[at] as usize;
                        joined.sets.push(almost.entries[at].set as usize);
                    }
                    joined.sets.reverse();
                    joined.by.reverse();
                    let used = 1 << joined.by[0] | 1 << by | 1 << z;
                    let more: Vec<(usize, B)> = digits(almost.sets[first].marks & almost.sets[set].marks & !used)
                        .map(|digit| (digit, ends(almost, first, set, digit)))
                        .filter(|(_, cells)| !cells.is_empty())
                        .collect();
                    if !more.is_empty() {
                        show(paper, finder, almost, &joined, &[vec![(z, gone)], more].concat())?;
                    }
                    show(paper, finder, almost, &joined, &[(z, gone)])?;
                }
            }
            if usize::from(length) < LONGEST {
                expand(state, length + 1, &mut before, &mut queue, &mut depth);
            }
        }
    }
    Flow::Continue(())
}

fn show<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    almost: &Almost<B>,
    joined: &Joined,
    gone: &[(usize, B)],
) -> Flow {
    paper.show(finder, None, gone, || tell(paper, almost, joined, gone))
}

fn tell<B: Bits>(paper: &Paper<B>, almost: &Almost<B>, Joined { sets, by }: &Joined, gone: &[(usize, B)]) -> Words {
    let places = |set: usize, digit: usize| almost.entries[almost.entry(set, digit)].places;
    let mut because = Because::default();
    sets.iter().for_each(|&set| paper.locked_without(&mut because, &almost.sets[set]));
    for (index, &digit) in by.iter().enumerate() {
        paper.all_see(&mut because, places(sets[index], digit), places(sets[index + 1], digit));
    }
    let (first, last) = (sets[0], sets[sets.len() - 1]);
    for &(digit, cells) in gone {
        paper.all_see(&mut because, cells, places(first, digit) | places(last, digit));
    }
    let ends: u32 = gone.iter().fold(0, |set, (digit, _)| set | 1 << digit);
    let z = match ends.count_ones() {
        1 => Paper::<B>::both(ends),
        _ => format!("one of {}", Paper::<B>::both(ends)),
    };
    let start = &almost.sets[first];
    let mut reason = match start.cells.len() {
        1 => format!("{} is {}.", paper.names(start.cells), Paper::<B>::either(start.marks)),
        _ => format!("{} have one digit more than cells.", paper.set_name(start)),
    };
    reason += &format!(" Suppose that {z} is missing there.");
    for (index, &digit) in by.iter().enumerate() {
        let here = &almost.sets[sets[index]];
        let there = places(sets[index + 1], digit);
        let holds = match here.cells.len() {
            1 => format!("{} is {digit}", paper.names(here.cells)),
            _ => format!("{} hold all their other digits, {digit} among them", paper.names(here.cells)),
        };
        let sees = if there.len() == 1 { "sees" } else { "see" };
        reason += &format!(
            " Then {holds}, and {}, which {sees} every place for that {digit}, cannot be {digit}.",
            paper.names(there)
        );
    }
    let end = &almost.sets[last];
    reason += &match end.cells.len() {
        1 => format!(" Then {} is {z}.", paper.names(end.cells)),
        _ => format!(" Then {} hold all their other digits, {z} among them.", paper.set_name(end)),
    };
    reason += &format!(" So one end or the other holds {z} in any case.");
    for &(digit, cells) in gone {
        reason += &format!(
            " {} {} every place for {digit} in both.",
            paper.names(cells),
            if cells.len() == 1 { "sees" } else { "see" }
        );
    }
    words(paper, because, &sets.iter().map(|&set| &almost.sets[set]).collect::<Vec<_>>(), reason)
}

/// A step about these sets.
pub(super) fn words<B: Bits>(paper: &Paper<B>, because: Because, sets: &[&super::Set<B>], reason: String) -> Words {
    let all = sets.iter().fold(B::NONE, |all, set| all | set.cells);
    Words {
        because,
        place: paper.names(all),
        cells: all.cells().collect(),
        marks: all.cells().flat_map(|cell| digits(paper.marks[cell]).map(move |digit| (cell, digit))).collect(),
        reason,
    }
}
