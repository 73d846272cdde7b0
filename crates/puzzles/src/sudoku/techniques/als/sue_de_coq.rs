//! Sue de Coq: cells where a box and a line cross, with cells of the line and cells of the box that share no digit with each other, and as many digits as
//! cells in all. Every digit has all its places there in one unit, so each is used up.

use super::super::bits::{Bits, digits};
use super::super::fish::fish;
use super::super::memory::AtCrossing;
use super::super::sheet::Paper;
use super::super::telling::{Because, Words};
use crate::sudoku::parts::MOST;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    SUE_DE_COQ, "sue-de-coq", "Sue de Coq", 5, 64,
        "Cells where a box and a line cross, some more of the line and some more of the box: as many digits as cells, and none both in the line's and in the box's extra cells. Each digit is used up there.",
        &["Sue de Coq", "two-sector disjoint subsets"];
}

/// Cells beside the crossing: up to this many in the line and in the box.
const MOST_BESIDE: usize = 5;

pub(in super::super) fn sue_de_coq<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let mut lines: Vec<(B, u32)> = Vec::new();
    let mut squares: Vec<(B, u32)> = Vec::new();
    paper.each_crossing(AtCrossing::SueDeCoq, |crossing| {
        let here = crossing.both & paper.open;
        if here.len() < 2 || !crossing.line_rest.meets(paper.open) || !crossing.square_rest.meets(paper.open) {
            return Flow::Continue(());
        }
        // What can stand beside all cells of the crossing: there is no more beside fewer of them.
        let most = marks(paper, here);
        beside(paper, crossing.line_rest, most, &mut lines);
        if lines.is_empty() {
            return Flow::Continue(());
        }
        beside(paper, crossing.square_rest, most, &mut squares);
        if squares.is_empty() {
            return Flow::Continue(());
        }
        subsets(paper, here, &mut |cells, set| {
            finder.tick()?;
            let size = cells.len();
            if size < 2 || (set.count_ones() as usize) < size + 2 {
                return Flow::Continue(());
            }
            for &(line, line_set) in lines.iter().filter(|&&(cells, marks)| is_beside(cells, marks, set)) {
                finder.tick()?;
                for &(square, square_set) in &squares {
                    let all = set | line_set | square_set;
                    let count = size + line.len() + square.len();
                    if line_set & square_set == 0
                        && all.count_ones() as usize == count
                        && is_beside(square, square_set, set)
                    {
                        paper.notice();
                        show(paper, finder, crossing.line, crossing.square, [cells, line, square], all)?;
                    }
                }
            }
            Flow::Continue(())
        })
    })
}

/// The marks of some cells.
fn marks<B: Bits>(paper: &Paper<B>, cells: B) -> u32 {
    cells.cells().fold(0, |marks, cell| marks | paper.marks[cell])
}

/// All subsets of a few cells, with their marks.
fn subsets<B: Bits>(paper: &Paper<B>, cells: B, found: &mut impl FnMut(B, u32) -> Flow) -> Flow {
    for mask in 1_u32..1 << cells.len() {
        let chosen = cells.cells().enumerate().filter(|(index, _)| mask >> index & 1 != 0);
        let set = chosen.fold(B::NONE, |set, (_, cell)| set | B::only(cell));
        found(set, marks(paper, set))?;
    }
    Flow::Continue(())
}

/// Whether cells with these marks share a digit with the set, and have fewer digits of their own than they are.
fn is_beside<B: Bits>(cells: B, marks: u32, set: u32) -> bool {
    marks & set != 0 && ((marks & !set).count_ones() as usize) < cells.len()
}

/// Open cells beside a set.
fn beside<B: Bits>(paper: &Paper<B>, cells: B, set: u32, found: &mut Vec<(B, u32)>) {
    found.clear();
    let mut open = [(0_u16, 0_u32); MOST];
    let mut count = 0;
    for cell in (cells & paper.open).cells() {
        open[count] = (cell as u16, paper.marks[cell]);
        count += 1;
    }
    choose(&open[..count], MOST_BESIDE, set, (B::NONE, 0), found);
}

fn choose<B: Bits>(open: &[(u16, u32)], left: usize, set: u32, (chosen, marks): (B, u32), found: &mut Vec<(B, u32)>) {
    let size = chosen.len();
    for (index, &(cell, more)) in open.iter().enumerate() {
        let union = marks | more;
        // No more cells of their own digits than can still be chosen.
        if (union & !set).count_ones() as usize >= size + left.min(open.len() - index) {
            continue;
        }
        let cells = chosen | B::only(usize::from(cell));
        if is_beside(cells, union, set) {
            found.push((cells, union));
        }
        if left > 1 {
            choose(&open[index + 1..], left - 1, set, (cells, union), found);
        }
    }
}

fn show<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    line: usize,
    square: usize,
    [here, in_line, in_square]: [B; 3],
    all: u32,
) -> Flow {
    let cells = here | in_line | in_square;
    // Each digit is used up in the line or in the box. Its places may also share a crossing line,
    // but that is not part of the pattern.
    let sectors = paper.geometry.units[line] | paper.geometry.units[square];
    let gone: Vec<(usize, B)> = digits(all)
        .map(|digit| (digit, paper.seen_by_all(digit, paper.digits[digit] & cells) & sectors.without(cells)))
        .filter(|(_, cells)| !cells.is_empty())
        .collect();
    let within = |unit: usize| -> Vec<(usize, B)> {
        let inside = gone.iter().map(|&(digit, cells)| (digit, cells & paper.geometry.units[unit]));
        inside.filter(|(_, cells)| !cells.is_empty()).collect()
    };
    let parts = [within(line), within(square)];
    show_part(paper, finder, (line, square), [here, in_line, in_square], all, &gone)?;
    // The half of it in the line, or in the box, is a smaller step.
    parts.iter().try_for_each(|part| show_part(paper, finder, (line, square), [here, in_line, in_square], all, part))
}

fn show_part<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    (line, square): (usize, usize),
    [here, in_line, in_square]: [B; 3],
    all: u32,
    gone: &[(usize, B)],
) -> Flow {
    let cells = here | in_line | in_square;
    paper.show(finder, None, gone, || {
        let mut because = Because::default();
        cells.cells().for_each(|cell| paper.only_marks(&mut because, cell, paper.marks[cell]));
        because.unit(line);
        because.unit(square);
        let set = |cells: B| cells.cells().fold(0, |set, cell| set | paper.marks[cell]);
        let (line_name, square_name) = (paper.unit_name(line), paper.unit_name(square));
        Words {
            because,
            place: format!("{line_name} and {square_name}"),
            cells: cells.cells().collect(),
            marks: cells.cells().flat_map(|cell| digits(paper.marks[cell]).map(move |digit| (cell, digit))).collect(),
            reason: format!(
                "{} where {line_name} and {square_name} cross, {} in the rest of {line_name} ({}) and {} in the rest of {square_name} ({}) are {} cells with {} digits: {}. No digit is in both of the last two groups, so none can be there twice, and each is used exactly once. So a digit can be in no other cell of {line_name} or {square_name} that sees all its places here.",
                paper.names(here),
                paper.names(in_line),
                Paper::<B>::both(set(in_line)),
                paper.names(in_square),
                Paper::<B>::both(set(in_square)),
                cells.len(),
                all.count_ones(),
                Paper::<B>::both(all),
            ),
        }
    })
}
