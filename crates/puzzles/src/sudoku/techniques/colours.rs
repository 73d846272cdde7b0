//! Colouring: the places of a digit that strong links join are of two colours, and one colour is right throughout.

use super::bits::Bits;
use super::fish::fish;
use super::memory::Looks;
use super::patterns::strong;
use super::sheet::Paper;
use super::telling::{Because, Words, sentence};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    TRAP, "simple-colours-trap", "Simple colours: trap", 4, 44,
        "Colour the places of a digit along its strong links with two colours: one of them is right everywhere. A mark that sees both colours goes.",
        &["Simple Colors Trap", "Simple Colors", "Simple Colouring", "colour trap"];
    WRAP, "simple-colours-wrap", "Simple colours: wrap", 4, 44,
        "Colour the places of a digit along its strong links with two colours: one of them is right everywhere. If two cells of one colour see each other, that colour is wrong.",
        &["Simple Colors Wrap", "colour wrap"];
    MULTI_1, "multi-colours-1", "Multi-colours 1", 5, 58,
        "Two clusters of coloured places: if a colour of one sees a colour of the other, they are not both right, so one of their opposites is. A mark that sees both opposites goes.",
        &["Multi-Colors 1", "Multi Colors", "multi-colouring"];
    MULTI_2, "multi-colours-2", "Multi-colours 2", 5, 59,
        "Two clusters of coloured places: a colour of one that sees both colours of the other is wrong.", &["Multi-Colors 2"];
}

/// Places of a digit that strong links join.
#[derive(Clone, Copy)]
struct Cluster<B> {
    colours: [B; 2],
}

impl<B: Bits> Cluster<B> {
    fn all(&self) -> B {
        self.colours[0] | self.colours[1]
    }
}

/// The clusters of a digit.
fn clusters<B: Bits>(paper: &Paper<B>, digit: usize) -> impl Iterator<Item = Cluster<B>> {
    let mut todo =
        strong(paper, digit, u128::MAX).fold(B::NONE, |set, link| set | B::only(link.ends[0]) | B::only(link.ends[1]));
    std::iter::from_fn(move || {
        if todo.is_empty() {
            return None;
        }
        let first = B::only(todo.first());
        let mut colours = [first, B::NONE];
        let mut fresh = first;
        let mut colour = 0;
        while !fresh.is_empty() {
            let mut next = B::NONE;
            for cell in fresh.cells() {
                for unit in paper.geometry.of(cell) {
                    if paper.twice[digit] >> unit & 1 != 0 {
                        next |= paper.spot_cells(unit, digit).without(B::only(cell));
                    }
                }
            }
            colour = 1 - colour;
            fresh = next.without(colours[colour]);
            colours[colour] |= fresh;
        }
        todo = todo.without(colours[0] | colours[1]);
        Some(Cluster { colours })
    })
}

/// The cells that see one of these.
fn seen<B: Bits>(paper: &Paper<B>, cells: B) -> B {
    cells.cells().fold(B::NONE, |set, cell| set | paper.geometry.peers[cell])
}

pub(super) fn trap<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    paper.each_digit(Looks::Trap, |digit| {
        for cluster in clusters(paper, digit) {
            let both = seen(paper, cluster.colours[0]) & seen(paper, cluster.colours[1]);
            let gone = (paper.digits[digit] & both).without(cluster.all());
            if gone.is_empty() {
                continue;
            }
            paper.show(finder, None, &[(digit, gone)], || {
                let mut because = joined(paper, digit, &cluster);
                for cell in gone.cells() {
                    for colour in cluster.colours {
                        sees_one(paper, &mut because, cell, colour);
                    }
                }
                let sees = if gone.len() == 1 { "sees" } else { "each see" };
                let reason =
                    format!("{} {} {sees} a cell of both groups.", groups(paper, digit, &cluster), paper.names(gone));
                words(digit, because, &[cluster], reason)
            })?;
        }
        Flow::Continue(())
    })
}

pub(super) fn wrap<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    paper.each_digit(Looks::Wrap, |digit| {
        for cluster in clusters(paper, digit) {
            for wrong in cluster.colours {
                let clash = wrong.cells().find(|&cell| paper.geometry.peers[cell].meets(wrong));
                let Some(one) = clash else { continue };
                let other = (paper.geometry.peers[one] & wrong).first();
                paper.show(finder, None, &[(digit, wrong)], || {
                    let mut because = joined(paper, digit, &cluster);
                    paper.see(&mut because, one, other);
                    let reason = format!(
                        "{} But {} and {} are in the same group and see each other, so it is the other group.",
                        groups(paper, digit, &cluster),
                        paper.cell(one),
                        paper.cell(other)
                    );
                    words(digit, because, &[cluster], reason)
                })?;
            }
        }
        Flow::Continue(())
    })
}

/// Two different clusters of every digit, in both orders, with the colours of the first in both orders.
fn pairs<B: Bits>(paper: &Paper<B>, mut found: impl FnMut(usize, Cluster<B>, Cluster<B>) -> Flow) -> Flow {
    paper.each_digit(Looks::Multi2, |digit| {
        if paper.twice[digit].count_ones() < 2 {
            return Flow::Continue(());
        }
        for one in clusters(paper, digit) {
            for other in clusters(paper, digit).filter(|other| other.colours != one.colours) {
                for turn in 0..2 {
                    let turned = Cluster { colours: [one.colours[turn], one.colours[1 - turn]] };
                    found(digit, turned, other)?;
                }
            }
        }
        Flow::Continue(())
    })
}

pub(super) fn multi_1<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    paper.each_digit(Looks::Multi1, |digit| {
        if paper.twice[digit].count_ones() < 2 {
            return Flow::Continue(());
        }
        for one in clusters(paper, digit) {
            for other in clusters(paper, digit).filter(|other| other.colours[0].first() > one.colours[0].first()) {
                let mut found = [(0, B::NONE); 4];
                for (index, place) in found.iter_mut().enumerate() {
                    let (near, there) = (one.colours[index / 2], other.colours[index % 2]);
                    let (far, end) = (one.colours[1 - index / 2], other.colours[1 - index % 2]);
                    if seen(paper, near).meets(there) {
                        // Removes coloured marks as well, if they see both.
                        *place = (index, paper.digits[digit] & seen(paper, far) & seen(paper, end));
                    }
                }
                let found: Vec<(usize, B)> = found.into_iter().filter(|(_, gone)| !gone.is_empty()).collect();
                for part in &found {
                    show_multi_1(paper, finder, digit, [one, other], &[*part])?;
                }
                if found.len() > 1 {
                    show_multi_1(paper, finder, digit, [one, other], &found)?;
                }
            }
        }
        Flow::Continue(())
    })
}

/// Two clusters, and which of their colours see each other (as a number from 0 to 3), with what goes.
fn show_multi_1<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    digit: usize,
    [one, other]: [Cluster<B>; 2],
    found: &[(usize, B)],
) -> Flow {
    let all = found.iter().fold(B::NONE, |all, &(_, gone)| all | gone);
    paper.show(finder, None, &[(digit, all)], || {
        let mut because = joined(paper, digit, &one);
        let more = joined(paper, digit, &other);
        more.units.iter().for_each(|&unit| because.unit(unit));
        more.lacks.iter().for_each(|&(cell, digit)| because.lacks(cell, 1 << digit));
        let mut reason = format!("{} {}", groups(paper, digit, &one), groups(paper, digit, &other));
        for &(index, gone) in found {
            let (near, there) = (one.colours[index / 2], other.colours[index % 2]);
            let (far, end) = (one.colours[1 - index / 2], other.colours[1 - index % 2]);
            let b = (seen(paper, near) & there).first();
            let a = (paper.geometry.peers[b] & near).first();
            paper.see(&mut because, a, b);
            for cell in gone.cells() {
                sees_one(paper, &mut because, cell, far);
                sees_one(paper, &mut because, cell, end);
            }
            reason += &format!(
                " {} and {} see each other, so {} or {}. {} {} a cell of both.",
                paper.cell(a),
                paper.cell(b),
                holds(paper, digit, far),
                holds(paper, digit, end),
                paper.names(gone),
                if gone.len() == 1 { "sees" } else { "each see" },
            );
        }
        words(digit, because, &[one, other], reason)
    })
}

pub(super) fn multi_2<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    pairs(paper, |digit, one, other| {
        let wrong = one.colours[0];
        let sight = seen(paper, wrong);
        if !other.colours.iter().all(|&colour| sight.meets(colour)) {
            return Flow::Continue(());
        }
        paper.show(finder, None, &[(digit, wrong)], || {
            let mut because = joined(paper, digit, &one);
            let more = joined(paper, digit, &other);
            more.units.iter().for_each(|&unit| because.unit(unit));
            more.lacks.iter().for_each(|&(cell, digit)| because.lacks(cell, 1 << digit));
            let seen: Vec<[usize; 2]> = (other.colours.iter())
                .map(|&colour| {
                    let b = (sight & colour).first();
                    [(paper.geometry.peers[b] & wrong).first(), b]
                })
                .collect();
            seen.iter().for_each(|&[a, b]| paper.see(&mut because, a, b));
            let sights: Vec<String> =
                seen.iter().map(|&[a, b]| format!("{} sees {}", paper.cell(a), paper.cell(b))).collect();
            let reason = format!(
                "{} {} {}, so whichever group of the second is right, the group with {} in the first is wrong.",
                groups(paper, digit, &one),
                groups(paper, digit, &other),
                sights.join(" and "),
                paper.cell(wrong.first()),
            );
            words(digit, because, &[one, other], reason)
        })
    })
}

/// The strong links of a cluster.
fn joined<B: Bits>(paper: &Paper<B>, digit: usize, cluster: &Cluster<B>) -> Because {
    let mut because = Because::default();
    for link in strong(paper, digit, u128::MAX) {
        let ends = B::only(link.ends[0]) | B::only(link.ends[1]);
        if ends.within(cluster.all()) {
            paper.only_spots(&mut because, link.unit, digit, ends);
        }
    }
    because
}

fn sees_one<B: Bits>(paper: &Paper<B>, because: &mut Because, cell: usize, colour: B) {
    let seen = paper.geometry.peers[cell] & colour;
    let known = |other: &usize| {
        let both = B::only(cell) | B::only(*other);
        because.units.iter().any(|&unit| both.within(paper.geometry.units[unit]))
    };
    let other = seen.cells().find(known).unwrap_or_else(|| seen.first());
    paper.see(because, cell, other);
}

/// `r1c1 is 5` or `r1c1 and r2c2 are 5`
fn holds<B: Bits>(paper: &Paper<B>, digit: usize, cells: B) -> String {
    format!("{} {} {digit}", paper.names(cells), if cells.len() == 1 { "is" } else { "are" })
}

fn groups<B: Bits>(paper: &Paper<B>, digit: usize, cluster: &Cluster<B>) -> String {
    let units: Vec<usize> =
        strong(paper, digit, u128::MAX).filter(|link| cluster.all().has(link.ends[0])).map(|link| link.unit).collect();
    let verb = if units.len() == 1 { "has" } else { "have" };
    let each = if units.len() == 1 { "" } else { " each" };
    format!(
        "{} {verb} two places for {digit}{each}. Going from one to the next, either {} or {}.",
        sentence(&paper.unit_names(&units)),
        holds(paper, digit, cluster.colours[0]),
        holds(paper, digit, cluster.colours[1]),
    )
}

fn words<B: Bits>(digit: usize, because: Because, clusters: &[Cluster<B>], reason: String) -> Words {
    let cells: Vec<usize> = clusters.iter().flat_map(|cluster| cluster.all().cells()).collect();
    let marks = cells.iter().map(|&cell| (cell, digit)).collect();
    Words { because, place: format!("the {digit}s"), cells, marks, reason }
}
