//! BUG+1: if every open cell had two marks and every digit two places wherever it is open, the puzzle would have no solution or two.

use super::bits::{Bits, digits};
use super::rectangles::unique;
use super::sheet::Paper;
use super::telling::{Because, Words};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

unique! {
    BUG, "bug-plus-1", "BUG+1", 5, 56,
        "All open cells but one have two marks, and each digit would have two places in every unit but for one mark in that cell. Without this mark the puzzle could not have exactly one solution, so it is right.",
        &["Bivalue Universal Grave + 1", "Bivalue universal grave", "BUG"];
}

pub(super) fn bug<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let rest = paper.open.without(paper.double);
    if rest.len() != 1 {
        return Flow::Continue(());
    }
    let cell = rest.first();
    if paper.marks[cell].count_ones() != 3 {
        return Flow::Continue(());
    }
    let units = paper.geometry.of(cell);
    let extra =
        digits(paper.marks[cell]).filter(|&digit| units.iter().all(|&unit| paper.spots(unit, digit).count_ones() == 3));
    for digit in extra {
        let fits = (0..3 * paper.geometry.side).all(|unit| {
            (1..=paper.geometry.side).all(|other| {
                let count = paper.spots(unit, other).count_ones();
                count == 0 || count == 2 || (count == 3 && other == digit && units.contains(&unit))
            })
        });
        if !fits {
            continue;
        }
        let gone: Vec<(usize, B)> = digits(paper.marks[cell] & !(1 << digit)).map(|other| (other, rest)).collect();
        paper.show(finder, None, &gone, || {
            let without = |open: usize| if open == cell { paper.marks[cell] & !(1 << digit) } else { paper.marks[open] };
            let pattern = paper.open.cells().map(|open| (open, without(open))).collect();
            let mut because = Because { pattern, ..Because::default() };
            paper.open.cells().for_each(|open| paper.only_marks(&mut because, open, paper.marks[open]));
            let here = paper.cell(cell);
            Words {
                because,
                place: here.to_string(),
                cells: vec![cell],
                marks: digits(paper.marks[cell]).map(|digit| (cell, digit)).collect(),
                reason: format!(
                    "every empty cell but {here} has two marks. If {here} were not {digit}, each digit would have two places in every row, column and box where it is missing, and then the puzzle has either no solution or several. But it has one, so {here} is {digit}."
                ),
            }
        })?;
    }
    Flow::Continue(())
}
