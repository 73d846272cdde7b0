//! Chains: if one thing is wrong, another is right, and so on to the end.

pub(super) mod closure;
pub(super) mod links;
mod loops;
mod remote_pair;
mod search;
mod story;

pub(super) use remote_pair::{REMOTE_PAIR, remote_pair};

use std::collections::HashSet;

use super::als::Set;
use super::bits::{Bits, digits};
use super::fish::fish;
use super::sheet::Paper;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};
use closure::{bits, intersects, keep_from};
use links::{GROUP, Net, Via};
use search::{Only, Search};

fish! {
    X_CHAIN, "x-chain", "X-chain", 5, 65,
        "A chain of places of one digit: if the first is wrong the second is right, then the third is wrong, and so on to a last one that is right. What sees both ends goes.",
        &["X-Chain", "X-cycle", "single-digit chain"];
    XY_CHAIN, "xy-chain", "XY-chain", 5, 66,
        "A chain of cells with two marks, each of which shares a digit with the next. If the first does not hold the digit that both ends have left over, the last does: it can be removed from what sees both.",
        &["XY-Chain"];
    CONTINUOUS_LOOP, "continuous-loop", "Continuous nice loop", 5, 70,
        "A chain that closes without a break, so that of each two neighbours exactly one is right. Where two neighbours share a unit or a cell, nothing else there can hold that digit or be in that cell.",
        &["Continuous Nice Loop", "AIC ring"];
    AIC, "aic", "Alternating inference chain", 5, 70,
        "A chain through cells and units: if its first end is wrong, its last end is right. What cannot stand beside either end goes.",
        &["AIC", "AIC Type 1", "AIC Type 2"];
    DISCONTINUOUS_LOOP, "discontinuous-loop", "Discontinuous nice loop", 5, 70,
        "A chain that returns to where it began and contradicts its beginning: a mark that would refute itself goes.",
        &["Discontinuous Nice Loop"];
    GROUPED_CONTINUOUS_LOOP, "grouped-continuous-loop", "Grouped continuous nice loop", 5, 72,
        "A continuous nice loop in which several cells of a box and a line can stand together for one place.", &["Grouped Continuous Nice Loop"];
    GROUPED_AIC, "grouped-aic", "Grouped alternating inference chain", 5, 72,
        "An alternating inference chain in which several cells of a box and a line can stand together for one place.", &["Grouped AIC"];
    GROUPED_DISCONTINUOUS_LOOP, "grouped-discontinuous-loop", "Grouped discontinuous nice loop", 5, 72,
        "A discontinuous nice loop in which several cells of a box and a line can stand together for one place.", &["Grouped Discontinuous Nice Loop"];
    ALS_AIC, "als-aic", "Chain with almost locked sets", 5, 74,
        "An alternating inference chain or a nice loop that also goes through almost locked sets: n cells with n + 1 digits, where the lack of one digit brings in all others.",
        &["Grouped AIC", "Grouped Discontinuous Nice Loop", "Grouped Continuous Nice Loop", "AIC with ALS"];
}

/// The longest chain that is told, in strong links.
const LONGEST: u16 = 14;

/// If all loops are wanted: the longest to look for, in strong links, and the most to show with
/// different conclusions.
const LONGEST_LOOP: u8 = 9;
const MANY_LOOPS: usize = 200;

/// Above this rating chains are forcing chains, which are of the next tier.
const HARDEST: u16 = 75;

/// Longer chains are harder.
fn rating(info: &TechniqueInfo, length: u16) -> Rating {
    let more = match length {
        0..=3 => 0,
        4 => 1,
        5..=6 => 2,
        7..=8 => 3,
        _ => 4,
    };
    Rating((info.rating.0 + more).min(HARDEST))
}

/// A chain, with its length, its ends, perhaps all its nodes, and what it rules out.
struct Found<B> {
    length: u16,
    ends: [usize; 2],
    /// All its nodes, unless it is the shortest chain between its ends.
    chain: Vec<usize>,
    gone: Vec<(usize, B)>,
}

impl<B> Found<B> {
    /// Describes the shortest chain between two ends.
    fn shortest(length: u16, ends: [usize; 2], gone: Vec<(usize, B)>) -> Self {
        Self { length, ends, chain: Vec::new(), gone }
    }
}

/// What has a weak link to both ends.
fn ruled_out<B: Bits>(paper: &Paper<B>, net: &Net<B>, [one, other]: [usize; 2]) -> [(usize, B); 2] {
    let (a, b) = (net.nodes[one], net.nodes[other]);
    let none = (0, B::NONE);
    if a.digit == b.digit {
        return [(a.digit, paper.seen_by_all(a.digit, a.cells | b.cells)), none];
    }
    let beside = |node: links::Node<B>, with: links::Node<B>| {
        let sees = node.cell != GROUP && with.cells.within(paper.geometry.peers[usize::from(node.cell)]);
        if sees { (with.digit, paper.digits[with.digit] & node.cells) } else { none }
    };
    [beside(a, b), beside(b, a)]
}

/// The ends in one cell: its other marks go.
fn same_cell<B: Bits>(paper: &Paper<B>, net: &Net<B>, [one, other]: [usize; 2]) -> Vec<(usize, B)> {
    let (a, b) = (net.nodes[one], net.nodes[other]);
    if a.cell == GROUP || a.cell != b.cell {
        return Vec::new();
    }
    let rest = paper.marks[usize::from(a.cell)] & !(1 << a.digit | 1 << b.digit);
    digits(rest).map(|digit| (digit, a.cells)).collect()
}

/// Chains with two ends, the shortest first.
fn two_ended<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    net: &Net<B>,
    only: Only,
    info: &'static TechniqueInfo,
) -> Flow {
    let mut search = Search::new();
    let mut found: Vec<Found<B>> = Vec::new();
    let mut ends = vec![0; net.words];
    for start in bits(&net.refuted(paper).ends) {
        let node = net.nodes[start];
        let useless = match only {
            Only::Any => false,
            Only::Pairs => !paper.double.meets(node.cells),
            Only::Digit => paper.dead(node.digit).is_empty(),
        };
        net.other_ends(paper, start, only, &mut ends);
        if useless || ends.iter().all(|&word| word == 0) {
            continue;
        }
        search.run_to(net, start, only, Some(&ends));
        for end in search.reached(&ends) {
            let length = search.length[end];
            if !(2..=LONGEST).contains(&length) {
                continue;
            }
            let gone = ruled_out(paper, net, [start, end]);
            if gone.iter().any(|(_, cells)| !cells.is_empty()) {
                let gone = gone.into_iter().filter(|(_, cells)| !cells.is_empty()).collect();
                found.push(Found::shortest(length, [start, end], gone));
            }
        }
    }
    show_all(paper, finder, net, only, found, info)
}

fn show_all<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    net: &Net<B>,
    only: Only,
    mut found: Vec<Found<B>>,
    info: &'static TechniqueInfo,
) -> Flow {
    found.sort_by_key(|chain| chain.length);
    for Found { length, ends, chain, gone } in found {
        paper.show(finder, Some(rating(info, length)), &gone, || {
            if !chain.is_empty() {
                return story::tell(paper, net, &chain, &gone);
            }
            let mut search = Search::new();
            search.run(net, ends[0], only);
            story::tell(paper, net, &search.chain(ends[1]), &gone)
        })?;
    }
    Flow::Continue(())
}

impl Search {
    /// The nodes reached that come after the start in the net: a chain read backwards is the same chain.
    fn queue_from(&self, start: usize) -> Vec<usize> {
        self.queue.iter().map(|&end| usize::from(end)).filter(|&end| end >= start).collect()
    }

    /// The nodes of a row that were reached, the nearest first.
    fn reached(&self, row: &[u64]) -> impl Iterator<Item = usize> {
        self.queue.iter().map(|&end| usize::from(end)).filter(|end| row[end / 64] >> (end % 64) & 1 != 0)
    }
}

pub(super) fn x_chain<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    two_ended(paper, finder, &paper.links().plain, Only::Digit, &X_CHAIN)
}

pub(super) fn xy_chain<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    if paper.double.len() < 3 {
        return Flow::Continue(());
    }
    two_ended(paper, finder, &paper.links().plain, Only::Pairs, &XY_CHAIN)
}

pub(super) fn aic<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    two_ended(paper, finder, &paper.links().plain, Only::Any, &AIC)
}

pub(super) fn grouped_aic<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    two_ended(paper, finder, paper.links().grouped(paper), Only::Any, &GROUPED_AIC)
}

pub(super) fn als_aic<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let net = paper.links().almost(paper);
    two_ended(paper, finder, net, Only::Any, &ALS_AIC)?;
    discontinuous_in(paper, finder, net, &ALS_AIC)?;
    continuous_in(paper, finder, net, &ALS_AIC)
}

pub(super) fn discontinuous<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    discontinuous_in(paper, finder, &paper.links().plain, &DISCONTINUOUS_LOOP)
}

pub(super) fn grouped_discontinuous<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    discontinuous_in(paper, finder, paper.links().grouped(paper), &GROUPED_DISCONTINUOUS_LOOP)
}

/// Loops with a break: a node that is right if it is wrong, two marks of a cell of which one is right, and single marks that refute themselves.
fn discontinuous_in<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    net: &Net<B>,
    info: &'static TechniqueInfo,
) -> Flow {
    let refuted = &net.refuted(paper).marks;
    if refuted.iter().all(|cells| cells.is_empty()) {
        return Flow::Continue(());
    }
    let mut search = Search::new();
    let mut found: Vec<Found<B>> = Vec::new();
    let mut weak = vec![0; net.words];
    for start in 0..net.nodes.len() {
        let node = net.nodes[start];
        let reach = net.reach(start);
        let own = reach[start / 64] >> (start % 64) & 1 != 0;
        let twin = node.cell != GROUP && bits(reach).any(|end| end > start && net.nodes[end].cell == node.cell);
        if !own && !twin {
            continue;
        }
        search.run(net, start, Only::Any);
        for end in search.queue_from(start) {
            let length = search.length[end];
            if end == start && node.cell != GROUP {
                let rest = paper.marks[usize::from(node.cell)] & !(1 << node.digit);
                let gone: Vec<(usize, B)> = digits(rest).map(|digit| (digit, node.cells)).collect();
                found.push(Found::shortest(length, [start, end], gone));
            } else if end != start {
                let gone = same_cell(paper, net, [start, end]);
                if !gone.is_empty() {
                    found.push(Found::shortest(length, [start, end], gone));
                }
            }
        }
    }
    for (digit, cells) in refuted.iter().enumerate() {
        for cell in cells.cells() {
            net.weak_to_mark(paper, digit, cell, &mut weak);
            // The shortest chain between two nodes that both have a weak link to the mark.
            let mut best: Option<(u16, [usize; 2])> = None;
            let near: Vec<usize> = bits(&weak).collect();
            for &start in &near {
                if !intersects(net.reach(start), &weak) {
                    continue;
                }
                search.run(net, start, Only::Any);
                for &end in &near {
                    let length = search.length[end];
                    if length > 0 && best.is_none_or(|(least, _)| length < least) {
                        best = Some((length, [start, end]));
                    }
                }
            }
            if let Some((length, ends)) = best {
                found.push(Found::shortest(length, ends, vec![(digit, B::only(cell))]));
            }
        }
    }
    found.retain(|chain| chain.length <= LONGEST && chain.gone.iter().any(|(_, cells)| !cells.is_empty()));
    show_all(paper, finder, net, Only::Any, found, info)
}

pub(super) fn continuous<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    continuous_in(paper, finder, &paper.links().plain, &CONTINUOUS_LOOP)
}

pub(super) fn grouped_continuous<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    continuous_in(paper, finder, paper.links().grouped(paper), &GROUPED_CONTINUOUS_LOOP)
}

/// Chains whose ends have a weak link.
fn continuous_in<B: Bits>(paper: &Paper<B>, finder: &mut Finder, net: &Net<B>, info: &'static TechniqueInfo) -> Flow {
    let refuted = net.refuted(paper);
    if refuted.ends.iter().all(|&word| word == 0) {
        return Flow::Continue(());
    }
    let mut search = Search::new();
    let mut found: Vec<Found<B>> = Vec::new();
    let (mut opposite, mut ends) = (vec![0; net.words], vec![0; net.words]);
    // A loop through an almost locked set makes its remaining digits certain: those that it neither
    // enters nor leaves by.
    let mut certain = vec![0; net.words];
    for node in bits(&refuted.ends).filter(|&node| net.reach(node)[node / 64] >> (node % 64) & 1 != 0) {
        certain[node / 64] |= 1 << (node % 64);
    }
    for start in 0..net.nodes.len() {
        let reach = net.reach(start);
        if !intersects(reach, net.weak(start)) {
            continue;
        }
        // On a loop every other node is right if the start is wrong, and wrong if it is right; one of them has to see a mark that goes.
        opposite.copy_from_slice(net.weak(start));
        for right in bits(net.follow(start)) {
            opposite.iter_mut().zip(net.weak(right)).for_each(|(word, more)| *word |= more);
        }
        opposite.iter_mut().zip(reach).for_each(|(word, reach)| *word &= reach);
        if !intersects(&opposite, &refuted.ends) && !intersects(reach, &certain) {
            continue;
        }
        ends.iter_mut().zip(reach).zip(net.weak(start)).for_each(|((end, reach), weak)| *end = reach & weak);
        keep_from(&mut ends, start);
        search.run_to(net, start, Only::Any, Some(&ends));
        for end in search.reached(&ends) {
            let length = search.length[end];
            if !(2..=LONGEST).contains(&length) {
                continue;
            }
            let gone = around_loop(paper, net, &search.chain(end));
            if !gone.is_empty() {
                found.push(Found::shortest(length, [start, end], gone));
            }
        }
    }
    show_all(paper, finder, net, Only::Any, found, info)?;
    if !finder.wants_all() {
        return Flow::Continue(());
    }
    // Skip a loop if every part of it has a shorter way round.
    let mut known = HashSet::new();
    let mut found: Vec<Found<B>> = Vec::new();
    loops::each(net, LONGEST_LOOP, &mut |chain| {
        let gone = around_loop(paper, net, chain);
        if !gone.is_empty() && known.insert(gone.clone()) {
            let ends = [chain[0], chain[chain.len() - 1]];
            found.push(Found { length: chain.len() as u16 / 2, ends, chain: chain.to_vec(), gone });
        }
        if found.len() < MANY_LOOPS { Flow::Continue(()) } else { Flow::Break(()) }
    });
    show_all(paper, finder, net, Only::Any, found, info)
}

/// Returns the almost locked set of a strong link, and the digits that it holds if exactly one end
/// is right.
fn locked_in<'a, B: Bits>(paper: &'a Paper<B>, net: &Net<B>, from: usize, to: usize) -> Option<(&'a Set<B>, u32)> {
    let Via::Almost(index) = net.via(from, to) else { return None };
    let set = paper.almost().set(index);
    Some((set, set.marks & !(1 << net.nodes[from].digit | 1 << net.nodes[to].digit)))
}

/// Returns what a loop rules out. Its weak links are strong as well, and an almost locked set in it
/// lacks one of the two digits that it is entered and left by, so it holds all the others.
fn around_loop<B: Bits>(paper: &Paper<B>, net: &Net<B>, chain: &[usize]) -> Vec<(usize, B)> {
    let mut gone = vec![B::NONE; paper.geometry.side + 1];
    let pairs = chain.len() / 2;
    for index in 0..pairs {
        let (right, wrong) = (chain[2 * index + 1], chain[(2 * index + 2) % chain.len()]);
        if let Some((set, held)) = locked_in(paper, net, chain[2 * index], right) {
            for digit in digits(held) {
                gone[digit] |= paper.seen_by_all(digit, paper.digits[digit] & set.cells);
            }
        }
        let (a, b) = (net.nodes[right], net.nodes[wrong]);
        if a.digit == b.digit {
            gone[a.digit] |= paper.seen_by_all(a.digit, a.cells | b.cells);
        } else {
            for (digit, cells) in same_cell(paper, net, [right, wrong]) {
                gone[digit] |= cells;
            }
        }
    }
    gone.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty()).collect()
}
