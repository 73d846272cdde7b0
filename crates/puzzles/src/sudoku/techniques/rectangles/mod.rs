//! Rectangles that a puzzle with one solution cannot have: two rows, two columns and two boxes with the same two digits in all four corners could be
//! filled in two ways.

mod avoidable;
mod type_3;

pub(super) use avoidable::{AVOIDABLE_1, AVOIDABLE_2, avoidable_1, avoidable_2};
pub(super) use type_3::type_3;

use super::bits::{Bits, digits};
use super::sheet::Paper;
use super::telling::{Because, Gone, Words, sentence};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

macro_rules! unique {
    ($($name:ident, $id:literal, $title:literal, $tier:literal, $rating:literal, $about:literal, $aliases:expr;)*) => {
        $(pub(in crate::sudoku::techniques) static $name: TechniqueInfo = TechniqueInfo {
            id: $id,
            title: $title,
            tier: $tier,
            rating: Rating($rating),
            assumes_uniqueness: true,
            about: $about,
            aliases: $aliases,
        };)*
    };
}
pub(super) use unique;

unique! {
    TYPE_1, "unique-rectangle-1", "Unique rectangle type 1", 4, 45,
        "Three corners of a rectangle in two boxes have the same two digits and nothing else. If the fourth held one of them, the rectangle could be filled in two ways: both can be removed from it.",
        &["Uniqueness Test 1", "UR1"];
    TYPE_2, "unique-rectangle-2", "Unique rectangle type 2", 4, 45,
        "Two corners of a rectangle have two digits, and the other two, side by side, have one more, the same in both. One of them holds it: it can be removed from every cell that sees both.",
        &["Uniqueness Test 2", "UR2"];
    TYPE_3, "unique-rectangle-3", "Unique rectangle type 3", 4, 46,
        "Two corners of a rectangle have two digits, and the other two, side by side, have more. These extra digits behave as one cell, which makes a naked set with other cells of a unit.",
        &["Uniqueness Test 3", "UR3"];
    TYPE_4, "unique-rectangle-4", "Unique rectangle type 4", 4, 45,
        "Two corners of a rectangle have two digits. The other two, side by side, are the only places of one of these digits in a unit: the other one can be removed from both.",
        &["Uniqueness Test 4", "UR4"];
    TYPE_5, "unique-rectangle-5", "Unique rectangle type 5", 4, 46,
        "Two or three corners of a rectangle have the same one digit beside the two that all corners share. One of them holds it: it can be removed from every cell that sees them all.",
        &["Uniqueness Test 5", "UR5"];
    TYPE_6, "unique-rectangle-6", "Unique rectangle type 6", 4, 47,
        "Two opposite corners have two digits, and one of these digits has no place in the two rows beside the corners: it can be removed from the other two corners.",
        &["Uniqueness Test 6", "UR6"];
    HIDDEN, "hidden-rectangle", "Hidden rectangle", 4, 47,
        "A corner of a rectangle has two digits. If one of them has no other places in the row and the column of the opposite corner than the rectangle's, the other one can be removed from the opposite corner.",
        &["Hidden Rectangle", "hidden unique rectangle"];
}

/// Four corners: the first two are in one row, and so are the last two; corner i and corner i ^ 2 are in one column, i and 3 - i are opposite.
pub(super) type Corners = [usize; 4];

/// All rectangles with a corner of two digits that are possible in the others, by these digits. Some corner may have lost one of them: a solution with
/// both in all corners would have a twin all the same. But then the corner must not have a clue that excludes the digit.
pub(super) fn pairs<B: Bits>(paper: &Paper<B>) -> Vec<(Corners, u32)> {
    let mut found = Vec::new();
    let side = paper.geometry.side;
    for start in paper.double.cells() {
        let pair = paper.marks[start];
        let [x, y] = [pair.trailing_zeros() as usize, pair.ilog2() as usize];
        let fits = (paper.digits[x] & paper.digits[y]) | (paper.digits[x] | paper.digits[y]).without(paper.givens);
        let [row, col, square] = paper.geometry.of(start);
        for beside in (fits & paper.geometry.units[row]).without(B::only(start)).cells() {
            for below in (fits & paper.geometry.units[col]).without(B::only(start)).cells() {
                let opposite = below / side * side + beside % side;
                if !fits.has(opposite) {
                    continue;
                }
                let one = paper.geometry.square_of(beside) == square;
                if one == (paper.geometry.square_of(below) == square) {
                    continue;
                }
                found.push(([start, beside, below, opposite], pair));
            }
        }
    }
    found
}

fn with_pair<B: Bits>(paper: &Paper<B>, mut found: impl FnMut(Corners, u32) -> Flow) -> Flow {
    paper.rectangles().iter().try_for_each(|&(corners, pair)| found(corners, pair))
}

pub(super) fn type_1<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_pair(paper, |corners, pair| {
        let [_, beside, below, last] = corners;
        let bare = |cell: usize| paper.marks[cell] & !pair == 0;
        if !bare(beside) || !bare(below) || bare(last) {
            return Flow::Continue(());
        }
        let gone: Vec<(usize, B)> = digits(pair & paper.marks[last]).map(|digit| (digit, B::only(last))).collect();
        show(paper, finder, corners, pair, &gone, &[], |_| {
            format!("If {} held one of them as well,", paper.cell(last)) + " " + &swap(pair)
        })
    })
}

/// Two corners side by side with two digits alone, and the other two: the roof.
fn with_roof<B: Bits>(paper: &Paper<B>, mut found: impl FnMut(Corners, u32, [usize; 2]) -> Flow) -> Flow {
    with_pair(paper, |corners, pair| {
        let [start, beside, below, opposite] = corners;
        // With two corners of two digits each the rectangle comes up twice.
        let first = |cell: usize| paper.marks[cell] & !pair == 0 && (paper.marks[cell] != pair || cell > start);
        if first(beside) {
            found(corners, pair, [below, opposite])?;
        }
        if first(below) {
            found(corners, pair, [beside, opposite])?;
        }
        Flow::Continue(())
    })
}

pub(super) fn type_2<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_roof(paper, |corners, pair, roof| {
        let extra = paper.marks[roof[0]] & !pair;
        if !extra.is_power_of_two() || paper.marks[roof[1]] & !pair != extra {
            return Flow::Continue(());
        }
        one_extra(paper, finder, corners, pair, extra, B::only(roof[0]) | B::only(roof[1]))
    })
}

fn one_extra<B: Bits>(paper: &Paper<B>, finder: &mut Finder, corners: Corners, pair: u32, extra: u32, with: B) -> Flow {
    let digit = extra.trailing_zeros() as usize;
    let gone = paper.seen_by_all(digit, with);
    if gone.is_empty() {
        return Flow::Continue(());
    }
    show(paper, finder, corners, pair, &[(digit, gone)], &[], |because| {
        paper.all_see(because, with, gone);
        let sees = if gone.len() == 1 { "sees" } else { "see" };
        format!(
            "If {} were {digit}, {} So one of them is {digit}, and {} {sees} them all.",
            if with.len() == 2 {
                format!("neither of {}", paper.names(with))
            } else {
                format!("none of {}", paper.names(with))
            },
            swap(pair),
            paper.names(gone)
        )
    })
}

pub(super) fn type_5<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_pair(paper, |corners, pair| {
        let extra = corners.iter().fold(0, |set, &cell| set | paper.marks[cell]) & !pair;
        if !extra.is_power_of_two() {
            return Flow::Continue(());
        }
        let more = |&&cell: &&usize| paper.marks[cell] & !pair != 0;
        let with = corners.iter().filter(more).fold(B::NONE, |set, &cell| set | B::only(cell));
        let opposite = corners[3];
        let diagonal = with.len() == 2 && !with.has(opposite);
        if diagonal || with.len() == 3 {
            return one_extra(paper, finder, corners, pair, extra, with);
        }
        Flow::Continue(())
    })
}

pub(super) fn type_4<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_roof(paper, |corners, pair, roof| {
        let both = B::only(roof[0]) | B::only(roof[1]);
        for unit in paper.geometry.of(roof[0]) {
            if !both.within(paper.geometry.units[unit]) {
                continue;
            }
            for digit in digits(pair) {
                let spots = paper.spot_cells(unit, digit);
                if spots.is_empty() || !spots.within(both) {
                    continue;
                }
                let other = (pair & !(1 << digit)).trailing_zeros() as usize;
                show(paper, finder, corners, pair, &[(other, paper.digits[other] & both)], &[], |because| {
                    paper.only_spots(because, unit, digit, both);
                    format!(
                        "{} has its {digit} in {}. If one of them were {other}, the other would be {digit}, and {}",
                        sentence(&paper.unit_name(unit)),
                        paper.names_or(both),
                        swap(pair)
                    )
                })?;
            }
        }
        Flow::Continue(())
    })
}

pub(super) fn type_6<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_pair(paper, |corners, pair| {
        let [start, beside, below, opposite] = corners;
        let bare = |cell: usize| paper.marks[cell] & !pair == 0;
        if !bare(opposite) || bare(beside) || bare(below) {
            return Flow::Continue(());
        }
        for digit in digits(pair) {
            for across in 0..2 {
                let lines = [start, opposite].map(|cell| usize::from(paper.geometry.units_of[cell][across]));
                let all = corners.iter().fold(B::NONE, |set, &cell| set | B::only(cell));
                let inside = |&line: &usize| {
                    let spots = paper.spot_cells(line, digit);
                    !spots.is_empty() && spots.within(all)
                };
                if !lines.iter().all(inside) {
                    continue;
                }
                let with = paper.digits[digit] & (B::only(beside) | B::only(below));
                show(paper, finder, corners, pair, &[(digit, with)], &[], |because| {
                    lines.iter().for_each(|&line| paper.only_spots(because, line, digit, all));
                    let bare = B::only(start) | B::only(opposite);
                    paper.all_see(because, bare, with);
                    format!(
                        "In {}, {digit} can only go in the corners. If {} or {} were {digit}, {} and {} could not be, so both would be {digit}, and {}",
                        paper.unit_names(&lines),
                        paper.cell(beside),
                        paper.cell(below),
                        paper.cell(start),
                        paper.cell(opposite),
                        swap(pair)
                    )
                })?;
            }
        }
        Flow::Continue(())
    })
}

pub(super) fn hidden<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_pair(paper, |corners, pair| {
        let opposite = corners[3];
        let [row, col, _] = paper.geometry.of(opposite);
        let all = corners.iter().fold(B::NONE, |set, &cell| set | B::only(cell));
        for digit in digits(pair) {
            let inside = |unit: usize| {
                let spots = paper.spot_cells(unit, digit);
                !spots.is_empty() && spots.within(all)
            };
            let other = (pair & !(1 << digit)).trailing_zeros() as usize;
            if !inside(row) || !inside(col) || !paper.digits[other].has(opposite) {
                continue;
            }
            show(paper, finder, corners, pair, &[(other, B::only(opposite))], &[], |because| {
                paper.only_spots(because, row, digit, all);
                paper.only_spots(because, col, digit, all);
                format!(
                    "In {} and {}, {digit} can only go in corners. If {} were {other}, its neighbours in the rectangle would be {digit}, {} would be {other}, and {}",
                    paper.unit_name(row),
                    paper.unit_name(col),
                    paper.cell(opposite),
                    paper.cell(corners[0]),
                    swap(pair)
                )
            })?;
        }
        Flow::Continue(())
    })
}

/// What is wrong with a rectangle of two digits.
fn swap(pair: u32) -> String {
    let [x, y] = [pair.trailing_zeros(), pair.ilog2()];
    format!("all four corners would hold {x} and {y}, and exchanging these would give a second solution.")
}

fn show<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    corners: Corners,
    pair: u32,
    gone: &Gone<B>,
    with: &[usize],
    story: impl FnOnce(&mut Because) -> String,
) -> Flow {
    paper.show(finder, None, gone, || {
        let either = Paper::<B>::either(pair);
        let about =
            format!("are the corners of a rectangle in two rows, two columns and two boxes, and can be {either}.");
        tell(paper, corners, pair, with, &about, story)
    })
}

/// A step about these corners, whose two digits could be exchanged, and perhaps other cells. `about` says what the corners are.
fn tell<B: Bits>(
    paper: &Paper<B>,
    corners: Corners,
    pair: u32,
    with: &[usize],
    about: &str,
    story: impl FnOnce(&mut Because) -> String,
) -> Words {
    let pattern = corners.iter().map(|&cell| (cell, pair)).collect();
    let mut because = Because { pattern, ..Because::default() };
    let story = story(&mut because);
    // That a corner has lost one of the two digits is no part of the reason.
    corners.iter().for_each(|&cell| paper.only_marks(&mut because, cell, paper.marks[cell] | pair));
    with.iter().for_each(|&cell| paper.only_marks(&mut because, cell, paper.marks[cell]));
    let all = corners.iter().fold(B::NONE, |set, &cell| set | B::only(cell));
    let marked = |cell: usize, set: u32| digits(paper.marks[cell] & set).map(move |digit| (cell, digit));
    let pairs = corners.iter().flat_map(|&cell| marked(cell, pair));
    Words {
        because,
        place: paper.names(all),
        cells: corners.iter().chain(with).copied().collect(),
        marks: pairs.chain(with.iter().flat_map(|&cell| marked(cell, u32::MAX))).collect(),
        reason: format!("{} {about} {story}", paper.names(all)),
    }
}
