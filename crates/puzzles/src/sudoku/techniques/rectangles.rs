//! Rectangles that a puzzle with one solution cannot have: two rows, two columns and two boxes with the same two digits in all four corners could be
//! filled in two ways.

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
    let side = paper.layout.side;
    for start in paper.double.cells() {
        let pair = paper.marks[start];
        let [x, y] = [pair.trailing_zeros() as usize, pair.ilog2() as usize];
        let fits = (paper.digits[x] & paper.digits[y]) | (paper.digits[x] | paper.digits[y]).without(paper.givens);
        let [row, col, square] = paper.layout.of(start);
        for beside in (fits & paper.layout.units[row]).without(B::only(start)).cells() {
            for below in (fits & paper.layout.units[col]).without(B::only(start)).cells() {
                let opposite = below / side * side + beside % side;
                if !fits.has(opposite) {
                    continue;
                }
                let one = paper.layout.square_of(beside) == square;
                if one == (paper.layout.square_of(below) == square) {
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

pub(super) fn type_3<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_roof(paper, |corners, pair, roof| {
        let extra = (paper.marks[roof[0]] | paper.marks[roof[1]]) & !pair;
        if extra.count_ones() < 2 {
            return Flow::Continue(());
        }
        let both = B::only(roof[0]) | B::only(roof[1]);
        for unit in paper.layout.of(roof[0]) {
            if !both.within(paper.layout.units[unit]) {
                continue;
            }
            let rest = (paper.layout.units[unit] & paper.open).without(both);
            let most = rest.len();
            let mut cells = [0_u16; crate::sudoku::parts::MOST];
            for (place, cell) in cells.iter_mut().zip(rest.cells()) {
                *place = cell as u16;
            }
            subset(paper, &cells[..most], 4, B::NONE, extra, &mut |set, union| {
                let all = set | both;
                // With one of the two digits in them, these cells make a naked set whether the puzzle has one solution or not; so do some of them that hold no
                // more digits than they are.
                if union & pair != 0 || has_naked_set(paper, set) {
                    return Flow::Continue(());
                }
                // A naked set in the row of a box empties the box as well.
                let mut gone: Vec<(usize, B)> = Vec::new();
                let inside = paper.layout.units[unit].without(all);
                for digit in digits(union) {
                    gone.push((digit, paper.digits[digit] & inside));
                }
                let told = |gone: Vec<(usize, B)>, finder: &mut Finder| {
                    show(paper, finder, corners, pair, &gone, &set.cells().collect::<Vec<_>>(), |because| {
                        because.unit(unit);
                        for &(_, cells) in &gone {
                            paper.all_see(because, all, cells);
                        }
                        format!(
                            "If {} held {} alone, {} So one of them holds one of {}. Together with {} that makes {} cells of {} for {} digits.",
                            paper.names(both),
                            Paper::<B>::both(pair),
                            swap(pair),
                            Paper::<B>::either(extra),
                            paper.names(set),
                            super::sets::NUMBERS[set.len() + 1],
                            paper.unit_name(unit),
                            super::sets::NUMBERS[union.count_ones() as usize],
                        )
                    })
                };
                let other = paper
                    .layout
                    .of(roof[0])
                    .into_iter()
                    .find(|&other| other != unit && all.within(paper.layout.units[other]));
                if let Some(other) = other {
                    let mut more = gone.clone();
                    for (digit, cells) in &mut more {
                        *cells |= (paper.digits[*digit] & paper.layout.units[other]).without(all);
                    }
                    told(more, finder)?;
                }
                told(gone, finder)
            })?;
        }
        Flow::Continue(())
    })
}

/// Whether some of these few cells hold no more digits than they are.
fn has_naked_set<B: Bits>(paper: &Paper<B>, cells: B) -> bool {
    (1_u32..1 << cells.len()).any(|some| {
        let chosen = cells.cells().enumerate().filter(|(place, _)| some >> place & 1 == 1);
        let marks = chosen.fold(0, |marks, (_, cell)| marks | paper.marks[cell]);
        marks.count_ones() <= some.count_ones()
    })
}

/// Up to `left` cells that together with one more hold as many digits as they are.
fn subset<B: Bits>(
    paper: &Paper<B>,
    cells: &[u16],
    left: usize,
    chosen: B,
    set: u32,
    found: &mut impl FnMut(B, u32) -> Flow,
) -> Flow {
    if !chosen.is_empty() && set.count_ones() as usize == chosen.len() + 1 {
        found(chosen, set)?;
    }
    if left == 0 {
        return Flow::Continue(());
    }
    for (index, &cell) in cells.iter().enumerate() {
        let cell = usize::from(cell);
        let union = set | paper.marks[cell];
        if union.count_ones() as usize <= chosen.len() + left + 1 {
            subset(paper, &cells[index + 1..], left - 1, chosen | B::only(cell), union, found)?;
        }
    }
    Flow::Continue(())
}

pub(super) fn type_4<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_roof(paper, |corners, pair, roof| {
        let both = B::only(roof[0]) | B::only(roof[1]);
        for unit in paper.layout.of(roof[0]) {
            if !both.within(paper.layout.units[unit]) {
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
                let lines = [start, opposite].map(|cell| usize::from(paper.layout.units_of[cell][across]));
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
        let [row, col, _] = paper.layout.of(opposite);
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
        let pattern = corners.iter().map(|&cell| (cell, pair)).collect();
        let mut because = Because { pattern, ..Because::default() };
        let story = story(&mut because);
        let cells: Vec<usize> = corners.iter().chain(with).copied().collect();
        // That a corner has lost one of the two digits is no part of the reason.
        corners.iter().for_each(|&cell| paper.only_marks(&mut because, cell, paper.marks[cell] | pair));
        with.iter().for_each(|&cell| paper.only_marks(&mut because, cell, paper.marks[cell]));
        let all = corners.iter().fold(B::NONE, |set, &cell| set | B::only(cell));
        let pairs = corners.iter().flat_map(|&cell| digits(pair).map(move |digit| (cell, digit)));
        Words {
            because,
            place: paper.names(all),
            marks: pairs
                .chain(with.iter().flat_map(|&cell| digits(paper.marks[cell]).map(move |digit| (cell, digit))))
                .collect(),
            cells,
            reason: format!(
                "{} are the corners of a rectangle in two rows, two columns and two boxes, and can be {}. {story}",
                paper.names(all),
                Paper::<B>::either(pair),
            ),
            unique: true,
        }
    })
}
