//! Naked and hidden sets: n cells of a unit that share n digits.

use super::bits::{Bits, digits};
use super::memory::{AtCrossing, InUnit};
use super::sheet::Paper;
use super::telling::{Because, Words, sentence};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

macro_rules! sets {
    ($($name:ident, $id:literal, $title:literal, $tier:literal, $rating:literal, $about:literal, $aliases:expr;)*) => {
        $(pub(in crate::sudoku::techniques) static $name: TechniqueInfo = TechniqueInfo {
            id: $id,
            title: $title,
            tier: $tier,
            rating: Rating($rating),
            assumes_uniqueness: false,
            about: $about,
            aliases: $aliases,
        };)*
    };
}

sets! {
    LOCKED_PAIR, "locked-pair", "Locked pair", 3, 30,
        "Two cells of a box that also share a line, with the same two digits: those can be removed from the rest of the box and from the rest of the line.",
        &["Locked Pair"];
    NAKED_PAIR, "naked-pair", "Naked pair", 3, 30,
        "Two cells of a unit with the same two digits: those can be removed from the rest of the unit.", &["Naked Pair", "conjugate pair"];
    LOCKED_TRIPLE, "locked-triple", "Locked triple", 3, 34,
        "Three cells of a box that also share a line, with three digits among them: those can be removed from the rest of the box and from the rest of the line.",
        &["Locked Triple"];
    HIDDEN_PAIR, "hidden-pair", "Hidden pair", 3, 34,
        "Two digits that can only go in the same two cells of a unit: all other digits can be removed from these cells.", &["Hidden Pair"];
    NAKED_TRIPLE, "naked-triple", "Naked triple", 3, 36,
        "Three cells of a unit with three digits among them: those can be removed from the rest of the unit.", &["Naked Triple", "naked triplet"];
    HIDDEN_TRIPLE, "hidden-triple", "Hidden triple", 3, 40,
        "Three digits that can only go in the same three cells of a unit: all other digits can be removed from these cells.",
        &["Hidden Triple", "hidden triplet"];
    NAKED_QUAD, "naked-quad", "Naked quad", 4, 50,
        "Four cells of a unit with four digits among them: those can be removed from the rest of the unit.", &["Naked Quadruple", "naked quadruplet"];
    HIDDEN_QUAD, "hidden-quad", "Hidden quad", 4, 54,
        "Four digits that can only go in the same four cells of a unit: all other digits can be removed from these cells.",
        &["Hidden Quadruple", "hidden quadruplet"];
}

/// In words.
pub(super) const NUMBERS: [&str; 8] = ["no", "one", "two", "three", "four", "five", "six", "seven"];

pub(super) fn locked<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let by = if N == 2 { AtCrossing::Locked2 } else { AtCrossing::Locked3 };
    paper.each_crossing(by, |crossing| {
        let cells = crossing.both & paper.open;
        if cells.len() < N {
            return Flow::Continue(());
        }
        naked_among::<N, B>(paper, cells, &mut |found, set| {
            let around = (crossing.square_rest | crossing.line_rest | crossing.both).without(found);
            let units = [crossing.square, crossing.line];
            let inside = units.map(|unit| {
                (digits(set)).any(|digit| paper.digits[digit].meets(paper.geometry.units[unit].without(found)))
            });
            // With nothing to remove in one of the units it is a naked pair in the other.
            if inside != [true; 2] {
                return Flow::Continue(());
            }
            show_naked(paper, finder, found, set, around, &units)
        })
    })
}

pub(super) fn naked<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    paper.each_unit([InUnit::Naked2, InUnit::Naked3, InUnit::Naked4][N - 2], |unit| {
        if usize::from(paper.vacancies[unit]) <= N {
            return Flow::Continue(());
        }
        let cells = paper.geometry.units[unit];
        let cells = if N == 2 { cells & paper.double } else { cells & paper.open };
        naked_among::<N, B>(paper, cells, &mut |found, set| {
            show_naked(paper, finder, found, set, paper.geometry.units[unit].without(found), &[unit])
        })
    })
}

/// N of these cells with N marks among them.
fn naked_among<const N: usize, B: Bits>(paper: &Paper<B>, cells: B, found: &mut impl FnMut(B, u32) -> Flow) -> Flow {
    let mut few = [0_u16; crate::sudoku::parts::MOST];
    let mut count = 0;
    for cell in cells.cells() {
        if (2..=N as u32).contains(&paper.marks[cell].count_ones()) {
            few[count] = cell as u16;
            count += 1;
        }
    }
    if count < N {
        return Flow::Continue(());
    }
    choose(paper, &few[..count], N, N, B::NONE, 0, found)
}

fn choose<B: Bits>(
    paper: &Paper<B>,
    cells: &[u16],
    size: usize,
    left: usize,
    chosen: B,
    set: u32,
    found: &mut impl FnMut(B, u32) -> Flow,
) -> Flow {
    if left == 0 {
        return if set.count_ones() as usize == size { found(chosen, set) } else { Flow::Continue(()) };
    }
    for (index, &cell) in cells.iter().enumerate() {
        let cell = usize::from(cell);
        let union = set | paper.marks[cell];
        if union.count_ones() as usize <= size {
            choose(paper, &cells[index + 1..], size, left - 1, chosen | B::only(cell), union, found)?;
        }
    }
    Flow::Continue(())
}

fn show_naked<B: Bits>(paper: &Paper<B>, finder: &mut Finder, found: B, set: u32, around: B, units: &[usize]) -> Flow {
    let mut gone = [(0, B::NONE); 8];
    for (place, digit) in gone.iter_mut().zip(digits(set)) {
        *place = (digit, paper.digits[digit] & around);
    }
    paper.show(finder, None, &gone, || {
        let mut because = Because::default();
        for cell in found.cells() {
            paper.only_marks(&mut because, cell, set);
        }
        units.iter().for_each(|&unit| because.unit(unit));
        let names = paper.unit_names(units);
        let count = NUMBERS[found.len()];
        Words {
            because,
            reason: format!(
                "{} in {names} have only {} left between them. {} cells need {count} digits, so these take {} and leave none of them to any other cell of {names}.",
                paper.names(found),
                Paper::<B>::both(set),
                sentence(count),
                if found.len() == 2 { "both" } else { "them all" },
            ),
            place: names,
            cells: found.cells().collect(),
            marks: found.cells().flat_map(|cell| digits(paper.marks[cell]).map(move |digit| (cell, digit))).collect(),
        }
    })
}

pub(super) fn hidden<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let side = paper.geometry.side;
    paper.each_unit([InUnit::Hidden2, InUnit::Hidden3, InUnit::Hidden4][N - 2], |unit| {
        if usize::from(paper.vacancies[unit]) <= N {
            return Flow::Continue(());
        }
        let mut few = [(0_u32, 0_u8); crate::sudoku::parts::MOST];
        let mut count = 0;
        for digit in 1..=side {
            let spots = paper.spots(unit, digit);
            if (2..=N as u32).contains(&spots.count_ones()) {
                few[count] = (spots, digit as u8);
                count += 1;
            }
        }
        if count < N {
            return Flow::Continue(());
        }
        choose_hidden(paper, finder, unit, &few[..count], N, N, 0, 0)
    })
}

#[allow(clippy::too_many_arguments)] // a recursion and what it carries along
fn choose_hidden<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    unit: usize,
    few: &[(u32, u8)],
    size: usize,
    left: usize,
    spots: u32,
    set: u32,
) -> Flow {
    if left == 0 {
        return if spots.count_ones() as usize == size {
            show_hidden(paper, finder, unit, spots, set)
        } else {
            Flow::Continue(())
        };
    }
    for (index, &(more, digit)) in few.iter().enumerate() {
        let union = spots | more;
        if union.count_ones() as usize <= size {
            choose_hidden(paper, finder, unit, &few[index + 1..], size, left - 1, union, set | 1 << digit)?;
        }
    }
    Flow::Continue(())
}

fn show_hidden<B: Bits>(paper: &Paper<B>, finder: &mut Finder, unit: usize, spots: u32, set: u32) -> Flow {
    let cells = paper.geometry.unit_cells[unit].iter().enumerate().filter(|(place, _)| spots >> place & 1 != 0);
    let found = cells.fold(B::NONE, |found, (_, &cell)| found | B::only(usize::from(cell)));
    let others = found.cells().fold(0, |others, cell| others | paper.marks[cell]) & !set;
    if others == 0 {
        return Flow::Continue(());
    }
    let gone: Vec<(usize, B)> = digits(others).map(|digit| (digit, paper.digits[digit] & found)).collect();
    paper.show(finder, None, &gone, || {
        let mut because = Because::default();
        for digit in digits(set) {
            paper.only_spots(&mut because, unit, digit, found);
        }
        let name = paper.unit_name(unit);
        let count = NUMBERS[found.len()];
        Words {
            because,
            reason: format!(
                "in {name}, {} can only go in {}. {} digits need {count} cells, so these cells hold nothing else.",
                Paper::<B>::both(set),
                paper.names(found),
                sentence(count),
            ),
            place: name,
            cells: found.cells().collect(),
            marks: found
                .cells()
                .flat_map(|cell| digits(paper.marks[cell] & set).map(move |digit| (cell, digit)))
                .collect(),
        }
    })
}
