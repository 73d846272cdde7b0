//! A chain told link by link.

use super::super::als::Set;
use super::super::bits::{Bits, digits};
use super::super::sheet::Paper;
use super::super::telling::{Because, Gone, Words, sentence};
use super::links::{GROUP, Net, Node, Via};
use super::locked_in;

/// The story of a chain (wrong, right, wrong, right, …) and of what it rules out.
pub(super) fn tell<B: Bits>(paper: &Paper<B>, net: &Net<B>, chain: &[usize], gone: &Gone<B>) -> Words {
    let node = |index: usize| net.nodes[chain[index]];
    let mut because = Because::default();
    let mut reason = format!("suppose that {}.", wrong(paper, node(0)));
    for index in (0..chain.len()).step_by(2) {
        let (from, to) = (node(index), node(index + 1));
        let via = net.via(chain[index], chain[index + 1]);
        match via {
            Via::Cell => paper.only_marks(&mut because, usize::from(from.cell), 1 << from.digit | 1 << to.digit),
            Via::Almost(index) => paper.locked_without(&mut because, paper.almost().set(index)),
            Via::Unit(unit) => paper.only_spots(&mut because, usize::from(unit), from.digit, from.cells | to.cells),
        }
        reason += &format!(" Then {}", right(paper, from, to, via));
        if index + 2 < chain.len() {
            let next = node(index + 2);
            clash(paper, &mut because, to, next);
            reason += &format!(", so {}", wrong(paper, next));
        }
        reason += ".";
    }
    let (start, end) = (node(0), node(chain.len() - 1));
    for &(digit, cells) in gone {
        for cell in cells.cells() {
            let mark = Node { digit, cells: B::only(cell), cell: cell as u16 };
            clash(paper, &mut because, mark, start);
            clash(paper, &mut because, mark, end);
        }
    }
    reason += &ending(paper, &mut because, net, chain, gone);
    let mut cells: Vec<usize> = Vec::new();
    let mut marks = Vec::new();
    for &place in chain {
        let node = net.nodes[place];
        cells.extend(node.cells.cells());
        marks.extend(node.cells.cells().map(|cell| (cell, node.digit)));
    }
    let ends = start.cells | end.cells;
    Words { because, place: paper.names(ends), cells, marks, reason }
}

/// What both ends say together.
fn ending<B: Bits>(paper: &Paper<B>, because: &mut Because, net: &Net<B>, chain: &[usize], gone: &Gone<B>) -> String {
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    let (start, end) = (net.nodes[first], net.nodes[last]);
    if first == last {
        return format!(" That contradicts the beginning, so {} after all.", is(paper, start));
    }
    let weak = |digit: usize, cell: usize| {
        let mark = Node { digit, cells: B::only(cell), cell: cell as u16 };
        clashes(paper, mark, start) && clashes(paper, mark, end)
    };
    let plain = gone.iter().all(|&(digit, cells)| cells.cells().all(|cell| weak(digit, cell)));
    if plain {
        let either = format!(" So in any case {} or {}.", is(paper, start), is(paper, end));
        return either + &beside(paper, start, end, gone);
    }
    // A loop: its weak links are strong.
    clash(paper, because, end, start);
    let mut held = String::new();
    let nodes: Vec<Node<B>> = chain.iter().map(|&place| net.nodes[place]).collect();
    for index in 0..nodes.len() / 2 {
        let (a, b) = (nodes[2 * index + 1], nodes[(2 * index + 2) % nodes.len()]);
        clash(paper, because, a, b);
        held += &in_any_case(paper, because, locked_in(paper, net, chain[2 * index], chain[2 * index + 1]), gone);
        for &(digit, cells) in gone {
            for cell in cells.cells() {
                let mark = Node { digit, cells: B::only(cell), cell: cell as u16 };
                if clashes(paper, mark, a) && clashes(paper, mark, b) {
                    clash(paper, because, mark, a);
                    clash(paper, because, mark, b);
                }
            }
        }
    }
    format!(
        " And then {} again: the chain is a loop, which can be read in both directions. So of each two neighbours in it exactly one is right, and nothing else can take what they share.{held}",
        wrong(paper, start)
    )
}

/// Names the digits that an almost locked set in a loop holds beside those that the loop enters and
/// leaves it by, if they remove marks.
fn in_any_case<B: Bits>(
    paper: &Paper<B>,
    because: &mut Because,
    locked: Option<(&Set<B>, u32)>,
    gone: &Gone<B>,
) -> String {
    let Some((set, held)) = locked else { return String::new() };
    let mut used = 0;
    for &(digit, cells) in gone.iter().filter(|(digit, _)| held >> digit & 1 != 0) {
        let places = paper.digits[digit] & set.cells;
        let out = paper.seen_by_all(digit, places) & cells;
        if !out.is_empty() {
            used |= 1 << digit;
            paper.all_see(because, out, places);
        }
    }
    match used {
        0 => String::new(),
        used => format!(" {} hold {} in any case.", sentence(&paper.names(set.cells)), Paper::<B>::both(used)),
    }
}

/// `r1c2 sees both.`
fn beside<B: Bits>(paper: &Paper<B>, start: Node<B>, end: Node<B>, gone: &Gone<B>) -> String {
    let cells = gone.iter().fold(B::NONE, |set, &(_, cells)| set | cells);
    if start.digit == end.digit {
        let several = (start.cells | end.cells).len() > 2;
        let sees = match (cells.len(), several) {
            (1, false) => "sees both",
            (_, false) => "see both",
            (1, true) => "sees all of these",
            (_, true) => "see all of these",
        };
        return format!(" {} {sees}.", sentence(&paper.names(cells)));
    }
    if start.cell == end.cell && start.cell != GROUP {
        return " It cannot be anything else.".to_owned();
    }
    let phrases: Vec<String> = gone
        .iter()
        .flat_map(|&(digit, cells)| cells.cells().map(move |cell| (digit, cell)))
        .map(|(digit, cell)| {
            let (own, far) = if start.cells.has(cell) { (start, end) } else { (end, start) };
            format!(
                "{} is {} and not {digit}, or it sees {far_cells} {digit}",
                paper.cell(cell),
                own.digit,
                far_cells = if far.cells.len() == 1 {
                    format!("{}, which is", paper.names(far.cells))
                } else {
                    format!("{}, one of which is", paper.names(far.cells))
                }
            )
        })
        .collect();
    format!(" {}.", sentence(&phrases.join("; ")))
}

fn clashes<B: Bits>(paper: &Paper<B>, one: Node<B>, other: Node<B>) -> bool {
    if one.digit == other.digit {
        other.cells.within(paper.geometry.common_peers(one.cells))
    } else {
        one.cell == other.cell && one.cell != GROUP
    }
}

/// Why two nodes cannot both be right: they see each other, or are one cell, which needs no rule.
fn clash<B: Bits>(paper: &Paper<B>, because: &mut Because, one: Node<B>, other: Node<B>) {
    if one.digit != other.digit || !clashes(paper, one, other) {
        return;
    }
    let all = one.cells | other.cells;
    let known = because.units.iter().any(|&unit| all.within(paper.geometry.units[unit]));
    if known {
        return;
    }
    match paper.geometry.shared(all) {
        Some(unit) => because.unit(unit),
        None => paper.all_see(because, one.cells, other.cells),
    }
}

/// `r1c2 is not 5`
fn wrong<B: Bits>(paper: &Paper<B>, node: Node<B>) -> String {
    let digit = node.digit;
    match node.cells.len() {
        1 => format!("{} is not {digit}", paper.names(node.cells)),
        2 => format!("neither of {} is {digit}", paper.names(node.cells)),
        _ => format!("none of {} is {digit}", paper.names(node.cells)),
    }
}

/// `r1c2 is 5`
fn is<B: Bits>(paper: &Paper<B>, node: Node<B>) -> String {
    if node.cells.len() == 1 {
        format!("{} is {}", paper.names(node.cells), node.digit)
    } else {
        format!("one of {} is {}", paper.names(node.cells), node.digit)
    }
}

/// `row 1 has its 5 in r1c2`
fn right<B: Bits>(paper: &Paper<B>, from: Node<B>, node: Node<B>, via: Via) -> String {
    match via {
        Via::Cell => {
            let cell = usize::from(node.cell);
            let other = digits(paper.marks[cell] & !(1 << node.digit)).next().unwrap_or(node.digit);
            format!("{} is {}, its only mark beside {other}", paper.names(node.cells), node.digit)
        }
        Via::Almost(index) => {
            let set = paper.almost().set(index);
            let rest = Paper::<B>::both(set.marks & !(1 << from.digit));
            format!("{} hold {rest}, as they have no other digits, and so {}", paper.names(set.cells), is(paper, node))
        }
        Via::Unit(unit) => {
            let unit = paper.unit_name(usize::from(unit));
            format!("{unit} has its {} in {}", node.digit, paper.names_or(node.cells))
        }
    }
}
