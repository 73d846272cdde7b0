//! Avoidable rectangles: corners that have been filled in.

use super::super::bits::Bits;
use super::super::sheet::Paper;
use super::super::telling::{Because, Gone};
use super::{Corners, tell, unique};
use crate::sudoku::parts::MOST;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

unique! {
    AVOIDABLE_1, "avoidable-rectangle-1", "Avoidable rectangle type 1", 4, 47,
        "Three corners of a rectangle have been filled in, none of them a given. The digit that would make the two digits of the rectangle exchangeable can be removed from the fourth.",
        &["Avoidable Rectangle Type 1", "AR1"];
    AVOIDABLE_2, "avoidable-rectangle-2", "Avoidable rectangle type 2", 4, 48,
        "Two corners of a rectangle side by side have been filled in, neither of them a given, and the other two have one extra digit in common: one of them holds it.",
        &["Avoidable Rectangle Type 2", "AR2"];
}

/// A corner that has been filled in by reasoning: its digit is no clue.
fn filled<B: Bits>(paper: &Paper<B>) -> B {
    let all = paper.geometry.units[..paper.geometry.side].iter().fold(B::NONE, |set, &row| set | row);
    all.without(paper.open | paper.givens)
}

/// Whether four corners, in reading order, lie in exactly two boxes.
fn in_two_boxes<B: Bits>(paper: &Paper<B>, [a, b, c, _]: Corners) -> bool {
    let square = |cell: usize| paper.geometry.square_of(cell);
    (square(a) == square(b)) != (square(a) == square(c))
}

pub(in super::super) fn avoidable_1<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let (side, filled) = (paper.geometry.side, filled(paper));
    let mut of_digit = [B::NONE; MOST + 1];
    filled.cells().for_each(|cell| of_digit[usize::from(paper.entries[cell])] |= B::only(cell));
    let mut found: Vec<(Corners, usize)> = Vec::new();
    // Two corners with the same digit are opposite; of the others one is open.
    for (one, alike) in filled.cells().map(|one| (one, of_digit[usize::from(paper.entries[one])])) {
        for other in alike.cells().filter(|&other| other > one) {
            let [beside, below] = [one / side * side + other % side, other / side * side + one % side];
            let (last, across) = if paper.open.has(beside) { (beside, below) } else { (below, beside) };
            if !filled.has(across) || !paper.open.without(paper.givens).has(last) {
                continue;
            }
            let mut corners = [one, other, beside, below];
            corners.sort_unstable();
            if in_two_boxes(paper, corners) && paper.digits[usize::from(paper.entries[across])].has(last) {
                found.push((corners, last));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().try_for_each(|(corners, last)| {
        let place = corners.iter().position(|&cell| cell == last).unwrap_or(0);
        let [one, across] = [1, 3].map(|turn| paper.entries[corners[place ^ turn]]);
        let pair = 1 << one | 1 << across;
        show_filled(paper, finder, corners, pair, &[(usize::from(across), B::only(last))], |_| {
            format!(
                "If {} were {across}, the digits {one} and {across} could be exchanged in all four, which would give a second solution.",
                paper.cell(last)
            )
        })
    })
}

pub(in super::super) fn avoidable_2<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let filled = filled(paper);
    let pairs = paper.double.without(paper.givens);
    let mut found: Vec<(Corners, [usize; 2])> = Vec::new();
    for one in pairs.cells() {
        let [row, col, _] = paper.geometry.of(one);
        for (line, crossing) in [(row, col), (col, row)] {
            for other in (pairs & paper.geometry.units[line]).cells().filter(|&other| other > one) {
                let (marks, more) = (paper.marks[one], paper.marks[other]);
                if !(marks & more).is_power_of_two() {
                    continue;
                }
                // The corner beside each of them holds the digit that the other one has for itself.
                for beside in (filled & paper.geometry.units[crossing]).cells() {
                    let last = beside + other - one;
                    let mut corners = [one, other, beside, last];
                    corners.sort_unstable();
                    let fits = filled.has(last)
                        && 1 << paper.entries[beside] == more & !marks
                        && 1 << paper.entries[last] == marks & !more;
                    if fits && in_two_boxes(paper, corners) {
                        found.push((corners, [one, other]));
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found.into_iter().try_for_each(|(corners, roof)| {
        let [marks, more] = roof.map(|cell| paper.marks[cell]);
        let digit = (marks & more).trailing_zeros() as usize;
        let both = B::only(roof[0]) | B::only(roof[1]);
        let gone = paper.seen_by_all(digit, both);
        show_filled(paper, finder, corners, marks ^ more, &[(digit, gone)], |because| {
            paper.all_see(because, both, gone);
            format!(
                "If neither {} nor {} were {digit}, the digits {} could be exchanged in all four, which would give a second solution. So one of them is {digit}.",
                paper.cell(roof[0]),
                paper.cell(roof[1]),
                Paper::<B>::both(marks ^ more)
            )
        })
    })
}

fn show_filled<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    corners: Corners,
    pair: u32,
    gone: &Gone<B>,
    story: impl FnOnce(&mut Because) -> String,
) -> Flow {
    let about = "form a rectangle in two rows, two columns and two boxes, and none of them is given.";
    paper.show(finder, None, gone, || tell(paper, corners, pair, &[], about, story))
}
