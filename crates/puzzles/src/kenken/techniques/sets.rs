//! Cells of a line that share few numbers, and numbers that share few cells.

use super::names::{cells, goes, line_name, numbers, numbers_or};
use super::sheet::{KenKenSheet, bit, marks, place, values};
use crate::kenken::engine::state::WIDTH;
use crate::technique::{Finder, Flow, Mark, Premise, Rating, TechniqueInfo, Telling};

const fn naked(id: &'static str, title: &'static str, rating: u16, about: &'static str) -> TechniqueInfo {
    TechniqueInfo {
        id,
        title,
        tier: 4,
        rating: Rating(rating),
        assumes_uniqueness: false,
        about,
        aliases: &["naked subset"],
    }
}

const fn hidden(id: &'static str, title: &'static str, rating: u16, about: &'static str) -> TechniqueInfo {
    TechniqueInfo {
        id,
        title,
        tier: 4,
        rating: Rating(rating),
        assumes_uniqueness: false,
        about,
        aliases: &["hidden subset"],
    }
}

pub(super) static NAKED_PAIR: TechniqueInfo = naked(
    "naked-pair",
    "Naked pair",
    40,
    "Two cells of a line with the same two marks hold these two numbers; no other cell of the line can.",
);
pub(super) static HIDDEN_PAIR: TechniqueInfo = hidden(
    "hidden-pair",
    "Hidden pair",
    42,
    "Two numbers that fit in the same two cells of a line and nowhere else in it stand there; the other marks of these cells go.",
);
pub(super) static NAKED_TRIPLE: TechniqueInfo = naked(
    "naked-triple",
    "Naked triple",
    44,
    "Three cells of a line with three numbers between them hold these three; no other cell of the line can.",
);
pub(super) static HIDDEN_TRIPLE: TechniqueInfo = hidden(
    "hidden-triple",
    "Hidden triple",
    48,
    "Three numbers that fit in the same three cells of a line and nowhere else in it stand there; the other marks of these cells go.",
);
pub(super) static NAKED_QUAD: TechniqueInfo = naked(
    "naked-quad",
    "Naked quad",
    50,
    "Four cells of a line with four numbers between them hold these four; no other cell of the line can.",
);
pub(super) static HIDDEN_QUAD: TechniqueInfo = hidden(
    "hidden-quad",
    "Hidden quad",
    52,
    "Four numbers that fit in the same four cells of a line and nowhere else in it stand there; the other marks of these cells go.",
);

pub(super) fn naked_set<const K: usize>(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for line in sheet.lines() {
        finder.poll()?;
        let mut open = [0u8; WIDTH];
        let mut count = 0;
        for cell in sheet.line(line).filter(|&cell| (2..=K as u32).contains(&sheet.open_marks(cell).count_ones())) {
            open[count] = cell;
            count += 1;
        }
        let rows: [u16; WIDTH] = std::array::from_fn(|place| if place < count { sheet.marks(open[place]) } else { 0 });
        choose(&rows[..count], K, &mut |chosen, shared| {
            if shared.count_ones() as usize != K {
                return Flow::Continue(());
            }
            let inside = |cell: u8| (0..count).any(|place| chosen >> place & 1 == 1 && open[place] == cell);
            let others = sheet.line(line).filter(|&cell| !inside(cell));
            let removes: Vec<Mark> = others.flat_map(|cell| marks(cell, sheet.open_marks(cell) & shared)).collect();
            if removes.is_empty() {
                return Flow::Continue(());
            }
            finder.step(&removes, &[], |_| {
                let set: Vec<u8> = sheet.line(line).filter(|&cell| inside(cell)).collect();
                let lacks = set.iter().flat_map(|&cell| Premise::lacks(place(cell), values(sheet.full() & !shared)));
                let line_text = line_name(line);
                Telling {
                    because: lacks.chain([Premise::Rule(sheet.line_label(line))]).collect(),
                    place: line_text.clone(),
                    cells: set.iter().map(|&cell| place(cell)).collect(),
                    marks: set.iter().flat_map(|&cell| marks(cell, sheet.marks(cell))).collect(),
                    reason: format!(
                        "In {line_text}, {} can hold nothing but {}: {} cells for {2} numbers, so they take all of them. No other cell of {line_text} can hold these: {}.",
                        cells(set.iter().copied()),
                        numbers_or(shared),
                        count_word(K),
                        goes(&removes),
                    ),
                }
            })
        })?;
    }
    Flow::Continue(())
}

pub(super) fn hidden_set<const K: usize>(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for line in sheet.lines() {
        finder.poll()?;
        let mut listed = [0u16; WIDTH];
        let mut rows = [0u16; WIDTH];
        let mut count = 0;
        for number in 1..=sheet.size() as u16 {
            let places = sheet.line(line).enumerate().filter(|&(_, cell)| sheet.marks(cell) & bit(number) != 0);
            let places = places.fold(0u16, |places, (place, _)| places | 1 << place);
            if (2..=K as u32).contains(&places.count_ones()) {
                (listed[count], rows[count]) = (number, places);
                count += 1;
            }
        }
        choose(&rows[..count], K, &mut |chosen, places| {
            if places.count_ones() as usize != K {
                return Flow::Continue(());
            }
            let set =
                (0..count).filter(|place| chosen >> place & 1 == 1).fold(0, |set, place| set | bit(listed[place]));
            let inside =
                sheet.line(line).enumerate().filter(|(place, _)| places >> place & 1 == 1).map(|(_, cell)| cell);
            let removes: Vec<Mark> =
                inside.clone().flat_map(|cell| marks(cell, sheet.open_marks(cell) & !set)).collect();
            if removes.is_empty() {
                return Flow::Continue(());
            }
            finder.step(&removes, &[], |_| {
                let outside = sheet.line(line).enumerate().filter(|(place, _)| places >> place & 1 == 0);
                let lacks = outside.flat_map(|(_, cell)| Premise::lacks(place(cell), values(set)));
                let line_text = line_name(line);
                Telling {
                    because: lacks.chain([Premise::Rule(sheet.line_label(line))]).collect(),
                    place: line_text.clone(),
                    cells: inside.clone().map(place).collect(),
                    marks: inside.clone().flat_map(|cell| marks(cell, sheet.marks(cell) & set)).collect(),
                    reason: format!(
                        "In {line_text}, {} are possible only in {}: {} numbers for {2} cells, so nothing else fits there: {}.",
                        numbers(set),
                        cells(inside.clone()),
                        count_word(K),
                        goes(&removes),
                    ),
                }
            })
        })?;
    }
    Flow::Continue(())
}

/// Calls `act` with every choice of `count` rows, as bits, and the union of their bits, as long as it has no more than `count` of them.
pub(super) fn choose(rows: &[u16], count: usize, act: &mut dyn FnMut(u32, u16) -> Flow) -> Flow {
    fn go(
        rows: &[u16],
        from: usize,
        count: usize,
        left: usize,
        chosen: u32,
        union: u16,
        act: &mut dyn FnMut(u32, u16) -> Flow,
    ) -> Flow {
        if left == 0 {
            return act(chosen, union);
        }
        for next in from..rows.len() {
            let union = union | rows[next];
            if union.count_ones() as usize <= count {
                go(rows, next + 1, count, left - 1, chosen | 1 << next, union, act)?;
            }
        }
        Flow::Continue(())
    }
    go(rows, 0, count, count, 0, 0, act)
}

/// `two`, `three`
pub(super) fn count_word(count: usize) -> &'static str {
    ["no", "one", "two", "three", "four", "five"].get(count).copied().unwrap_or("many")
}
