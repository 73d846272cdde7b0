//! A number whose places in some rows lie in as many columns, or the other way round.

use super::names::{goes, line_name, lines_name};
use super::sets::{choose, count_word};
use super::sheet::{KenKenSheet, bit, mark, place};
use crate::kenken::engine::lines::cell_of;
use crate::kenken::engine::state::WIDTH;
use crate::technique::{Finder, Flow, Mark, Premise, Rating, TechniqueInfo, Telling, words};

pub(super) static X_WING: TechniqueInfo = TechniqueInfo {
    id: "x-wing",
    title: "X-wing",
    tier: 4,
    rating: Rating(46),
    assumes_uniqueness: false,
    about: "If a number fits in two rows only in the same two columns, it takes both columns there, and the other cells of these columns cannot hold it. \
The same with rows and columns exchanged.",
    aliases: &[],
};

pub(super) static SWORDFISH: TechniqueInfo = TechniqueInfo {
    id: "swordfish",
    title: "Swordfish",
    tier: 4,
    rating: Rating(51),
    assumes_uniqueness: false,
    about: "As X-wing, with three rows and three columns.",
    aliases: &[],
};

pub(super) fn fish<const K: usize>(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    let size = sheet.size();
    for number in 1..=size as u16 {
        for base in [0, WIDTH] {
            let cover = WIDTH - base;
            let mut lines = [0usize; WIDTH];
            let mut rows = [0u16; WIDTH];
            let mut count = 0;
            for line in base..base + size {
                let places = sheet.line(line).enumerate().filter(|&(_, cell)| sheet.marks(cell) & bit(number) != 0);
                let places = places.fold(0u16, |places, (place, _)| places | 1 << place);
                if (2..=K as u32).contains(&places.count_ones()) {
                    (lines[count], rows[count]) = (line, places);
                    count += 1;
                }
            }
            choose(&rows[..count], K, &mut |chosen, places| {
                if places.count_ones() as usize != K {
                    return Flow::Continue(());
                }
                let is_base = |line: usize| (0..count).any(|at| chosen >> at & 1 == 1 && lines[at] == line);
                let covers = (0..size).filter(|at| places >> at & 1 == 1).map(|at| cover + at);
                let cells = covers
                    .clone()
                    .flat_map(|line| (0..size).filter(|at| !is_base(base + at)).map(move |at| cell_of(line, at) as u8));
                let gone = cells.filter(|&cell| sheet.open_marks(cell) & bit(number) != 0);
                let removes: Vec<Mark> = gone.map(|cell| mark(cell, number)).collect();
                if removes.is_empty() {
                    return Flow::Continue(());
                }
                let bases: Vec<usize> = (base..base + size).filter(|&line| is_base(line)).collect();
                let covers: Vec<usize> = covers.clone().collect();
                finder.step(&removes, &[], |_| tell(sheet, number, &bases, &covers, &removes))
            })?;
        }
    }
    Flow::Continue(())
}

fn tell(sheet: &KenKenSheet, number: u16, bases: &[usize], covers: &[usize], removes: &[Mark]) -> Telling {
    let inside = |cell: u8| covers.iter().any(|&cover| sheet.line(cover).any(|other| other == cell));
    let base_cells = || bases.iter().flat_map(|&base| sheet.line(base));
    let lacks = base_cells().filter(|&cell| !inside(cell)).map(|cell| Premise::Lacks(mark(cell, number)));
    let rules = bases.iter().chain(covers).map(|&line| Premise::Rule(sheet.line_label(line)));
    let corners: Vec<u8> = base_cells().filter(|&cell| sheet.marks(cell) & bit(number) != 0).collect();
    let fits = |&base: &usize| {
        let cells = sheet.line(base).filter(|&cell| sheet.marks(cell) & bit(number) != 0).map(place);
        format!("in {}, {number} is possible only in {}", line_name(base), words::and(cells))
    };
    let places: Vec<String> = bases.iter().map(fits).collect();
    Telling {
        because: lacks.chain(rules).collect(),
        place: format!("the {number}s in {}", lines_name(bases)),
        cells: corners.iter().map(|&cell| place(cell)).collect(),
        marks: corners.iter().map(|&cell| mark(cell, number)).collect(),
        reason: format!(
            "{}. All of these lie in {}, so the {} {number}s take one of these lines each, and no other cell of them can hold {number}: {}.",
            words::sentence(&places.join("; ")),
            lines_name(covers),
            count_word(bases.len()),
            goes(removes),
        ),
    }
}
