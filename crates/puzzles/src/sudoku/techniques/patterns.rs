//! Patterns of one digit with two strong links: skyscraper, two-string kite, turbot fish, empty rectangle.
//!
//! A **strong link** is a unit where a digit has two places: one of them holds it.

use super::bits::Bits;
use super::fish::fish;
use super::memory::Looks;
use super::sheet::Paper;
use super::telling::{Because, Words, sentence};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    SKYSCRAPER, "skyscraper", "Skyscraper", 4, 40,
        "A digit has two places in each of two rows, and one place of each shares a column. One of the other two ends holds the digit: it can be removed from every cell that sees both.",
        &["Skyscraper"];
    KITE, "two-string-kite", "Two-string kite", 4, 41,
        "A digit has two places in a row and two in a column, and one of each shares a box. One of the other two ends holds the digit: it can be removed from the cell that sees both.",
        &["2-String Kite", "Dual 2-String Kite"];
    TURBOT, "turbot-fish", "Turbot fish", 4, 42,
        "Two units where a digit has two places each, and a place of one sees a place of the other. One of the far ends holds the digit: it can be removed from every cell that sees both.",
        &["Turbot Fish"];
    EMPTY_RECTANGLE, "empty-rectangle", "Empty rectangle", 4, 43,
        "In a box, a digit lies in one row or one column of the box. A line with two places for it, one of which sees that row, carries the digit over to rule it out where the column meets the other place.",
        &["Empty Rectangle", "Dual Empty Rectangle"];
}

/// A strong link: the unit and its two places.
#[derive(Clone, Copy)]
pub(super) struct Strong {
    pub(super) unit: usize,
    pub(super) ends: [usize; 2],
}

/// The strong links of a digit in units that `of` allows.
pub(super) fn strong<B: Bits>(paper: &Paper<B>, digit: usize, of: u128) -> impl Iterator<Item = Strong> {
    let mut units = paper.twice[digit] & of;
    std::iter::from_fn(move || {
        if units == 0 {
            return None;
        }
        let unit = units.trailing_zeros() as usize;
        units &= units - 1;
        let spots = paper.spots(unit, digit);
        let cells = &paper.geometry.unit_cells[unit];
        let (first, last) = (spots.trailing_zeros() as usize, spots.ilog2() as usize);
        Some(Strong { unit, ends: [usize::from(cells[first]), usize::from(cells[last])] })
    })
}

/// The rows, the columns, and the boxes, as sets of units.
pub(super) fn directions(side: usize) -> [u128; 3] {
    let rows = (1 << side) - 1;
    [rows, rows << side, rows << (2 * side)]
}

/// Two links joined where a place of one sees a place of the other: what sees both far ends loses the digit.
#[derive(Clone, Copy)]
struct Joined {
    digit: usize,
    links: [Strong; 2],
    near: [usize; 2],
    far: [usize; 2],
}

/// All ways to join two links.
fn join<B: Bits>(
    paper: &Paper<B>,
    digit: usize,
    one: Strong,
    other: Strong,
    found: &mut impl FnMut(Joined, B) -> Flow,
) -> Flow {
    for near in 0..2 {
        for there in 0..2 {
            let (a, b) = (one.ends[near], other.ends[there]);
            let (far, end) = (one.ends[1 - near], other.ends[1 - there]);
            if a == b || far == end || a == end || far == b || !paper.geometry.peers[a].has(b) {
                continue;
            }
            let gone = paper.digits[digit] & paper.geometry.peers[far] & paper.geometry.peers[end];
            if !gone.is_empty() {
                found(Joined { digit, links: [one, other], near: [a, b], far: [far, end] }, gone)?;
            }
        }
    }
    Flow::Continue(())
}

pub(super) fn skyscraper<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let side = paper.geometry.side;
    let [rows, columns, _] = directions(side);
    paper.each_digit(Looks::Skyscraper, |digit| {
        for (lines, across) in [(rows, 1), (columns, 0)] {
            if (paper.twice[digit] & lines).count_ones() < 2 {
                continue;
            }
            for one in strong(paper, digit, lines) {
                for other in strong(paper, digit, lines & !((2 << one.unit) - 1)) {
                    join(paper, digit, one, other, &mut |joined, gone| {
                        let [a, b] = joined.near.map(|cell| paper.geometry.units_of[cell][across]);
                        if a == b { show_joined(paper, finder, &[joined], &[gone]) } else { Flow::Continue(()) }
                    })?;
                }
            }
        }
        Flow::Continue(())
    })
}

pub(super) fn kite<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let mut all: Vec<(Joined, B)> = Vec::new();
    paper.each_digit(Looks::Kite, |digit| {
        let before = all.len();
        kites(paper, digit, &mut all);
        all[before..].iter().try_for_each(|(joined, gone)| show_joined(paper, finder, &[*joined], &[*gone]))
    })?;
    // Two kites on the same two cells of a box, told as one step.
    while let Some((one, gone)) = all.pop() {
        let sorted = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        for (other, also) in all.iter().filter(|(other, _)| sorted(other.near) == sorted(one.near)) {
            show_joined(paper, finder, &[one, *other], &[gone, *also])?;
        }
    }
    Flow::Continue(())
}

/// The kites of a digit.
fn kites<B: Bits>(paper: &Paper<B>, digit: usize, all: &mut Vec<(Joined, B)>) {
    let [rows, columns, _] = directions(paper.geometry.side);
    for one in strong(paper, digit, rows) {
        for other in strong(paper, digit, columns) {
            let _ = join(paper, digit, one, other, &mut |joined, gone| {
                let [a, b] = joined.near.map(|cell| paper.geometry.square_of(cell));
                if a == b {
                    all.push((joined, gone));
                }
                Flow::Continue(())
            });
        }
    }
}

pub(super) fn turbot<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    paper.each_digit(Looks::Turbot, |digit| {
        if paper.twice[digit].count_ones() < 2 {
            return Flow::Continue(());
        }
        for one in strong(paper, digit, u128::MAX) {
            for other in strong(paper, digit, !((2 << one.unit) - 1)) {
                join(paper, digit, one, other, &mut |joined, gone| show_joined(paper, finder, &[joined], &[gone]))?;
            }
        }
        Flow::Continue(())
    })
}

fn show_joined<B: Bits>(paper: &Paper<B>, finder: &mut Finder, joined: &[Joined], gone: &[B]) -> Flow {
    let mut all: Vec<(usize, B)> = joined.iter().zip(gone).map(|(joined, &gone)| (joined.digit, gone)).collect();
    if let [one, other] = all[..]
        && one.0 == other.0
    {
        all = vec![(one.0, one.1 | other.1)];
    }
    paper.show(finder, None, &all, || {
        let mut because = Because::default();
        let (mut cells, mut marks, mut units) = (Vec::new(), Vec::new(), Vec::new());
        let mut reason = String::new();
        for (index, (Joined { digit, links, near, far }, &gone)) in joined.iter().zip(gone).enumerate() {
            for link in links {
                let ends = B::only(link.ends[0]) | B::only(link.ends[1]);
                paper.only_spots(&mut because, link.unit, *digit, ends);
                units.push(link.unit);
            }
            paper.see(&mut because, near[0], near[1]);
            paper.all_see(&mut because, gone, B::only(far[0]) | B::only(far[1]));
            cells.extend(near.iter().chain(far));
            marks.extend(near.iter().chain(far).map(|&cell| (cell, *digit)));
            let [a, b, c, d] = [near[0], near[1], far[0], far[1]].map(|cell| paper.cell(cell));
            let shared = paper.geometry.shared(B::only(near[0]) | B::only(near[1])).unwrap_or(links[0].unit);
            let sees = if gone.len() == 1 { "sees both of them" } else { "see both of them" };
            if index > 0 {
                reason += " The same goes for another pair of lines: ";
            }
            reason += &format!(
                "{} has two places for {digit}, {c} and {a}, and {} has two, {b} and {d}. {a} and {b} share {}, so they are not both {digit}, and at least one of {c} and {d} is {digit}. {} {sees}.",
                paper.unit_name(links[0].unit),
                paper.unit_name(links[1].unit),
                paper.unit_name(shared),
                paper.names(gone),
            );
        }
        units.sort_unstable();
        units.dedup();
        Words { because, place: format!("{} in {}", joined[0].digit, paper.unit_names(&units)), cells, marks, reason }
    })
}

/// A box where a digit lies in a cross, a link that the cross carries over, and the mark that goes.
#[derive(Clone, Copy)]
struct Empty {
    digit: usize,
    square: usize,
    /// The line of the cross that the link touches, and the other one.
    lines: [usize; 2],
    link: Strong,
    /// The end of the link in the first line, and the far one.
    ends: [usize; 2],
    target: usize,
}

pub(super) fn empty_rectangle<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let mut all: Vec<Empty> = Vec::new();
    paper.each_digit(Looks::EmptyRectangle, |digit| {
        empty_rectangles(paper, digit, &mut |empty| {
            all.push(empty);
            show_empty(paper, finder, &[empty])
        })
    })?;
    // Two in the same box are told as one step, after all others.
    while let Some(one) = all.pop() {
        for &other in &all {
            if (one.digit, one.square) == (other.digit, other.square) && one.target != other.target {
                show_empty(paper, finder, &[one, other])?;
            }
        }
    }
    Flow::Continue(())
}

fn empty_rectangles<B: Bits>(paper: &Paper<B>, digit: usize, found: &mut impl FnMut(Empty) -> Flow) -> Flow {
    let geometry = paper.geometry;
    let side = geometry.side;
    let (rows, cols) = geometry.shape;
    let [row_mask, col_mask, _] = directions(side);
    if paper.twice[digit] & (row_mask | col_mask) == 0 {
        return Flow::Continue(());
    }
    for square in 2 * side..3 * side {
        let places = paper.spot_cells(square, digit);
        let count = paper.spots(square, digit).count_ones() as usize;
        if count < 2 || count > rows + cols - 1 {
            continue;
        }
        let index = square - 2 * side;
        let (top, left) = (index / rows * rows, index % rows * cols);
        for row in top..top + rows {
            let beside = places.without(geometry.units[row]);
            if beside.is_empty() || beside == places {
                continue; // All in one line, or none in this one.
            }
            for col in left..left + cols {
                let column = geometry.units[side + col];
                if !beside.within(column)
                    || !places.without(column).within(geometry.units[row])
                    || places.within(column)
                {
                    continue;
                }
                let lines = [row, side + col];
                for (touched, other, links) in [(lines[0], lines[1], col_mask), (lines[1], lines[0], row_mask)] {
                    for link in strong(paper, digit, links) {
                        for near in 0..2 {
                            let ends = [link.ends[near], link.ends[1 - near]];
                            let touches = geometry.units[touched].has(ends[0]) && geometry.square_of(ends[0]) != square;
                            if !touches || geometry.square_of(ends[1]) == square {
                                continue;
                            }
                            let far = geometry.units_of[ends[1]][usize::from(touched >= side)];
                            let target = (geometry.units[usize::from(far)] & geometry.units[other]).first();
                            let fits = target != ends[1] && geometry.square_of(target) != square;
                            if fits && paper.digits[digit].has(target) {
                                found(Empty { digit, square, lines: [touched, other], link, ends, target })?;
                            }
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

fn show_empty<B: Bits>(paper: &Paper<B>, finder: &mut Finder, all: &[Empty]) -> Flow {
    let digit = all[0].digit;
    let gone = all.iter().fold(B::NONE, |set, empty| set | B::only(empty.target));
    paper.show(finder, None, &[(digit, gone)], || {
        let mut because = Because::default();
        let (mut cells, mut marks) = (Vec::new(), Vec::new());
        let mut reason = String::new();
        for Empty { square, lines, link, ends, target, .. } in all {
            let places = paper.spot_cells(*square, digit);
            let both = B::only(ends[0]) | B::only(ends[1]);
            paper.only_spots(&mut because, *square, digit, places);
            paper.only_spots(&mut because, link.unit, digit, both);
            lines.iter().for_each(|&line| because.unit(line));
            paper.see(&mut because, ends[1], *target);
            cells.extend(places.cells().chain(*ends));
            marks.extend(places.cells().chain(*ends).map(|cell| (cell, digit)));
            let [here, near, far] = [*target, ends[0], ends[1]].map(|cell| paper.cell(cell));
            let [touched, other] = lines.map(|line| paper.unit_name(line));
            if !reason.is_empty() {
                reason += " ";
            }
            reason += &format!(
                "suppose {here} were {digit}. Then {far} is not, so {} has its {digit} in {near}. But in {}, {digit} can only go in {touched}, which sees {near}, or in {other}, which sees {here}: it would have no place left.",
                paper.unit_name(link.unit),
                paper.unit_name(*square),
            );
            reason = sentence(&reason);
        }
        Words { because, place: format!("{digit} in {}", paper.unit_names(&[all[0].square, all[0].link.unit])), cells, marks, reason }
    })
}
