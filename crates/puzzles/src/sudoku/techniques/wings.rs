//! Wings: a few cells with two or three marks, of which one has to hold a digit.

use super::bits::{Bits, digits};
use super::fish::fish;
use super::geometry::Crossing;
use super::memory::AtCrossing;
use super::patterns::{Strong, strong};
use super::sheet::Paper;
use super::telling::{Because, Words, sentence};
use crate::sudoku::parts::MOST;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    XY_WING, "xy-wing", "XY-wing", 4, 42,
        "A cell with x and y sees one with x and z and one with y and z. Whichever digit it holds, one of the two is z: z can be removed from every cell that sees both.",
        &["XY-Wing", "Y-wing"];
    XYZ_WING, "xyz-wing", "XYZ-wing", 4, 44,
        "A cell with x, y and z sees one with x and z and one with y and z. One of the three is z: z can be removed from every cell that sees them all.",
        &["XYZ-Wing"];
    W_WING, "w-wing", "W-wing", 4, 44,
        "Two cells with the same two digits, and a unit where one of these digits has two places, each of which sees one of the cells. One of the cells holds the other digit, which can be removed from every cell that sees both.",
        &["W-Wing"];
    WXYZ_WING, "wxyz-wing", "WXYZ-wing", 4, 48,
        "Four cells of a box and a line with four digits among them, of which only z can occur twice. One of the cells is z: z can be removed from every cell that sees all its places there.",
        &["WXYZ-Wing"];
}

pub(super) fn xy_wing<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    if paper.double.len() < 3 {
        return Flow::Continue(());
    }
    for pivot in paper.double.cells() {
        let set = paper.marks[pivot];
        let near = paper.geometry.peers[pivot] & paper.double;
        for one in near.cells() {
            let shared = paper.marks[one] & set;
            if !shared.is_power_of_two() {
                continue;
            }
            let z = paper.marks[one] & !set;
            let wanted = (set & !shared) | z;
            for other in near.cells().filter(|&other| other > one && paper.marks[other] == wanted) {
                let digit = z.trailing_zeros() as usize;
                let gone = paper.digits[digit] & paper.geometry.peers[one] & paper.geometry.peers[other];
                if gone.is_empty() {
                    continue;
                }
                let (x, y) = (shared.trailing_zeros(), (set & !shared).trailing_zeros());
                show_wing(paper, finder, &[pivot, one, other], digit, gone, |[p, a, b]| {
                    format!(
                        "{p} is {}. If it is {x}, {a}, which sees it, is {digit}; if it is {y}, {b}, which sees it, is {digit}. In both cases {a} or {b} is {digit}",
                        Paper::<B>::either(set)
                    )
                })?;
            }
        }
    }
    Flow::Continue(())
}

pub(super) fn xyz_wing<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    if paper.double.len() < 2 {
        return Flow::Continue(());
    }
    for pivot in paper.open.without(paper.double | paper.single).cells() {
        let set = paper.marks[pivot];
        if set.count_ones() != 3 {
            continue;
        }
        let near = paper.geometry.peers[pivot] & paper.double;
        for one in near.cells().filter(|&one| paper.marks[one] & !set == 0) {
            for other in near.cells().filter(|&other| other > one && paper.marks[other] & !set == 0) {
                let z = paper.marks[one] & paper.marks[other];
                if !z.is_power_of_two() {
                    continue;
                }
                let digit = z.trailing_zeros() as usize;
                let all = B::only(pivot) | B::only(one) | B::only(other);
                let gone = paper.seen_by_all(digit, all);
                if gone.is_empty() {
                    continue;
                }
                let (x, y) = ((paper.marks[one] & !z).trailing_zeros(), (paper.marks[other] & !z).trailing_zeros());
                show_wing(paper, finder, &[pivot, one, other], digit, gone, |[p, a, b]| {
                    format!(
                        "{p} is {}. If it is {x}, {a}, which sees it, is {digit}; if it is {y}, {b}, which sees it, is {digit}. In all cases one of {p}, {a} and {b} is {digit}",
                        Paper::<B>::either(set)
                    )
                })?;
            }
        }
    }
    Flow::Continue(())
}

fn show_wing<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    cells: &[usize; 3],
    digit: usize,
    gone: B,
    story: impl FnOnce([String; 3]) -> String,
) -> Flow {
    paper.show(finder, None, &[(digit, gone)], || {
        let [pivot, one, other] = *cells;
        let mut because = Because::default();
        cells.iter().for_each(|&cell| paper.only_marks(&mut because, cell, paper.marks[cell]));
        paper.see(&mut because, pivot, one);
        paper.see(&mut because, pivot, other);
        let with_z = cells.iter().filter(|&&cell| paper.marks[cell] >> digit & 1 != 0);
        paper.all_see(&mut because, gone, with_z.fold(B::NONE, |set, &cell| set | B::only(cell)));
        let story = story(cells.map(|cell| paper.cell(cell).to_string()));
        let three = paper.marks[pivot] >> digit & 1 != 0;
        let sees = match (gone.len(), three) {
            (1, false) => "sees both",
            (_, false) => "see both",
            (1, true) => "sees all three",
            (_, true) => "see all three",
        };
        Words {
            because,
            place: paper.names(cells.iter().fold(B::NONE, |set, &cell| set | B::only(cell))),
            cells: cells.to_vec(),
            marks: cells.iter().flat_map(|&cell| digits(paper.marks[cell]).map(move |digit| (cell, digit))).collect(),
            reason: format!("{story}. {} {sees}.", paper.names(gone)),
        }
    })
}

pub(super) fn w_wing<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    if paper.double.len() < 2 {
        return Flow::Continue(());
    }
    for one in paper.double.cells() {
        let set = paper.marks[one];
        let rest = paper.double.without(paper.geometry.peers[one]);
        for other in rest.cells().filter(|&other| other > one && paper.marks[other] == set) {
            for digit in digits(set) {
                let other_digit = (set & !(1 << digit)).trailing_zeros() as usize;
                let gone = paper.digits[other_digit] & paper.geometry.peers[one] & paper.geometry.peers[other];
                if gone.is_empty() {
                    continue;
                }
                for link in strong(paper, digit, u128::MAX) {
                    let sees = |cell: usize, end: usize| paper.geometry.peers[cell].has(end);
                    let [a, b] = link.ends;
                    let fits = (sees(one, a) && sees(other, b)) || (sees(one, b) && sees(other, a));
                    if fits && ![a, b].contains(&one) && ![a, b].contains(&other) {
                        show_w(paper, finder, [one, other], link, (digit, other_digit), gone)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

fn show_w<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    [one, other]: [usize; 2],
    link: Strong,
    (digit, left): (usize, usize),
    gone: B,
) -> Flow {
    paper.show(finder, None, &[(left, gone)], || {
        let mut because = Because::default();
        for cell in [one, other] {
            paper.only_marks(&mut because, cell, paper.marks[cell]);
        }
        let [mut a, mut b] = link.ends;
        if !(paper.geometry.peers[one].has(a) && paper.geometry.peers[other].has(b)) {
            (a, b) = (b, a);
        }
        paper.only_spots(&mut because, link.unit, digit, B::only(a) | B::only(b));
        paper.see(&mut because, one, a);
        paper.see(&mut because, other, b);
        paper.all_see(&mut because, gone, B::only(one) | B::only(other));
        let [p, q, a_name, b_name] = [one, other, a, b].map(|cell| paper.cell(cell));
        let unit = paper.unit_name(link.unit);
        let sees = if gone.len() == 1 { "sees" } else { "see" };
        Words {
            because,
            place: format!("{p} and {q}"),
            cells: vec![one, other, a, b],
            marks: vec![(one, digit), (one, left), (other, digit), (other, left), (a, digit), (b, digit)],
            reason: format!(
                "{p} and {q} are both {}. {unit} has its {digit} in {a_name} or {b_name}. In the first case {p}, which sees {a_name}, is {left}, in the second {q}, which sees {b_name}. In both cases {p} or {q} is {left}, and {} {sees} both.",
                Paper::<B>::either(paper.marks[one]),
                paper.names(gone),
            )
            .replace(&format!(". {unit} has"), &format!(". {} has", sentence(&unit))),
        }
    })
}

pub(super) fn wxyz_wing<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    paper.each_crossing(AtCrossing::Bent, |crossing| {
        quads(paper, crossing, &mut |cells, set| {
            paper.notice();
            let mut open = digits(set).filter(|&digit| paper.geometry.shared(paper.digits[digit] & cells).is_none());
            let Some(digit) = open.next() else { return Flow::Continue(()) };
            let places = paper.digits[digit] & cells;
            let gone = paper.seen_by_all(digit, places).without(cells);
            paper.show(finder, None, &[(digit, gone)], || {
                let mut because = Because::default();
                cells.cells().for_each(|cell| paper.only_marks(&mut because, cell, paper.marks[cell]));
                for other in digits(set).filter(|&other| other != digit) {
                    if let Some(unit) = paper.geometry.shared(paper.digits[other] & cells) {
                        because.unit(unit);
                    }
                }
                because.unit(crossing.square);
                because.unit(crossing.line);
                paper.all_see(&mut because, gone, places);
                let sees = if gone.len() == 1 { "sees" } else { "see" };
                let names = paper.names(cells);
                Words {
                    because,
                    place: names.clone(),
                    cells: cells.cells().collect(),
                    marks: cells.cells().flat_map(|cell| digits(paper.marks[cell]).map(move |d| (cell, d))).collect(),
                    reason: format!(
                        "{names} have only {} between them. The places that these cells have for each of {} lie in one row, column or box, so none of these digits can be there twice. Four cells need four digits, so one of them is {digit}, and {} {sees} every one that can be.",
                        Paper::<B>::both(set),
                        Paper::<B>::both(set & !(1 << digit)),
                        paper.names(gone),
                    ),
                }
            })
        })
    })
}

/// Where a cell of a bent set lies: in the box alone, in the line alone, or in both.
#[derive(Clone, Copy)]
enum Part {
    Square,
    Line,
    Both,
}

/// Four cells with four digits, at least one of them in the box alone and one in the line alone: otherwise it is a naked quad. Only one digit is on both
/// sides: all others have their places in one unit.
fn quads<B: Bits>(paper: &Paper<B>, crossing: &Crossing<B>, found: &mut impl FnMut(B, u32) -> Flow) -> Flow {
    let parts = [(crossing.both, Part::Both), (crossing.square_rest, Part::Square), (crossing.line_rest, Part::Line)];
    let mut few = [(0_u16, 0_u32, Part::Both); 2 * MOST];
    let mut rest = few;
    let mut ends = [0; 3];
    let mut count = 0;
    for ((cells, part), end) in parts.into_iter().zip(&mut ends) {
        for cell in (cells & paper.open).cells().filter(|&cell| paper.marks[cell].count_ones() <= 4) {
            few[count] = (cell as u16, paper.marks[cell], part);
            count += 1;
        }
        *end = count;
    }
    let [both, square, line] = ends;
    for one in both..square {
        let first = few[one].1;
        for other in square..line {
            let (set, common) = (first | few[other].1, first & few[other].1);
            if set.count_ones() > 4 || common.count_ones() > 1 {
                continue;
            }
            let cells = B::only(usize::from(few[one].0)) | B::only(usize::from(few[other].0));
            let start = Bent { cells, sides: [first, few[other].1], set };
            // These are the first of their kind; two more follow.
            let mut count = 0;
            for place in (0..both).chain(one + 1..square).chain(other + 1..line) {
                if start.with(few[place]).is_some() {
                    rest[count] = few[place];
                    count += 1;
                }
            }
            for (index, &third) in rest[..count].iter().enumerate() {
                let Some(three) = start.with(third) else { continue };
                for &fourth in &rest[index + 1..count] {
                    let four = three.with(fourth).filter(|four| four.set.count_ones() == 4);
                    if let Some(four) = four.filter(|four| four.sides[0] & four.sides[1] != 0) {
                        found(four.cells, four.set)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// Some cells of a box and a line.
#[derive(Clone, Copy)]
struct Bent<B> {
    cells: B,
    /// The digits in the box alone, and in the line alone.
    sides: [u32; 2],
    set: u32,
}

impl<B: Bits> Bent<B> {
    /// With one more cell, if it can still become four cells with four digits of which one is on both sides.
    #[inline]
    fn with(self, (cell, marks, part): (u16, u32, Part)) -> Option<Self> {
        let set = self.set | marks;
        let [square, line] = self.sides;
        let sides = match part {
            Part::Square => [square | marks, line],
            Part::Line => [square, line | marks],
            Part::Both => [square, line],
        };
        let fits = set.count_ones() <= 4 && (sides[0] & sides[1]).count_ones() <= 1;
        fits.then(|| Self { cells: self.cells | B::only(usize::from(cell)), sides, set })
    }
}
