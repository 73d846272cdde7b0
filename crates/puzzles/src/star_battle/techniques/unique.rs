//! Uniqueness: two stars that could change places with two empty cells would make a second solution.
//!
//! Stars in two corners of a rectangle, moved to the other two corners, leave every row and column with as many stars as before. If the corners are of two regions that each keep
//! one, and nothing can touch the new places but what touches the old ones, both boards are solutions.

use super::cells::Cells;
use super::sheet::{REGIONS, StarSheet};
use crate::Cell;
use crate::technique::proof::Needed;
use crate::technique::{Exchange, Finder, Flow, Premise, Rating, TechniqueInfo, Telling};

pub(super) static RECTANGLE: TechniqueInfo = TechniqueInfo {
    id: "unique-rectangle",
    title: "Unique rectangle",
    tier: 5,
    rating: Rating(58),
    assumes_uniqueness: true,
    about: "Two stars in opposite corners of a rectangle could move to the other two corners: rows, columns and regions would keep their stars, and nothing would touch. A puzzle with one \
            solution has no such pair, so a star that would complete it is wrong.",
    aliases: &["deadly pattern", "by a thread"],
};

pub(super) fn rectangle<const W: usize>(sheet: &StarSheet<W>, finder: &mut Finder) -> Flow {
    for place in sheet.free.iter() {
        finder.poll()?;
        let after = sheet.with_star(place);
        for star in sheet.stars.iter() {
            swap(sheet, finder, &after, place, (star, None))?;
        }
        for unit in 0..sheet.geometry.units.len() {
            let left = after.free_in(unit);
            if let Some(star) = left.first().filter(|_| after.missing[unit] == 1 && left.len() == 1) {
                swap(sheet, finder, &after.with_star(star), place, (star, Some(unit)))?;
            }
        }
    }
    Flow::Continue(())
}

/// Looks at stars at `place` and in another corner, which holds one or, by this unit, would have to; `after` has both.
fn swap<const W: usize>(
    sheet: &StarSheet<W>,
    finder: &mut Finder,
    after: &StarSheet<W>,
    place: usize,
    (star, unit): (usize, Option<usize>),
) -> Flow {
    let geometry = &sheet.geometry;
    let grid = geometry.puzzle.regions();
    let (a, b) = (geometry.cell(place), geometry.cell(star));
    let corners = [Cell { row: a.row, col: b.col }, Cell { row: b.row, col: a.col }];
    let [c, d] = corners.map(|cell| grid.index(cell));
    let region = |place: usize| geometry.of[place][REGIONS];
    let mut regions = [region(place), region(star)];
    let mut others = [region(c), region(d)];
    regions.sort_unstable();
    others.sort_unstable();
    let around = geometry.near[c] | geometry.near[d];
    let open = around & (sheet.free | sheet.stars);
    let ends: Cells<W> = [c, d].into_iter().collect();
    let kept = geometry.near[place] | geometry.near[star] | ends;
    let empty = !ends.meets(after.free | after.stars);
    // Where another rule forbids one of the stars, this is no reason.
    let fits = |at: usize| {
        geometry.of[at].iter().all(|&unit| after.missing[unit] >= 0) && (geometry.near[at] & after.stars).len() == 1
    };
    let moves = a.row != b.row && a.col != b.col && regions == others && empty && open.is_within(kept);
    if !moves || !fits(place) || !fits(star) {
        return Flow::Continue(());
    }
    let places = [sheet.mark(place, 0)];
    finder.step(&[], &places, |meter| {
        let would = match unit {
            None => format!("{b} holds a star."),
            Some(unit) => format!("With a star in {a}, {} would have only {b} left for its star.", geometry.unit(unit)),
        };
        let reason = format!(
            "{would} Stars in {a} and {b} could move to {} and {}: every row, column and region would keep its stars, and no other star could touch them there. That would be a second \
             solution, but the puzzle has only one. So {a} holds no star.",
            corners[0], corners[1]
        );
        // What is known where it may matter; most of it does not.
        let full = [place, star].into_iter().flat_map(|star| geometry.of[star]).filter(|&full| after.missing[full] <= 0);
        let units: Vec<usize> = unit.into_iter().chain(full).collect();
        let cells = units.iter().fold(around | ends, |cells, &unit| cells | geometry.units[unit]);
        let holds = sheet.marks(cells & sheet.stars, 1).into_iter().map(Premise::Holds);
        let lacks = sheet.marks(cells - sheet.free - sheet.stars, 1).into_iter().map(Premise::Lacks);
        let rules = units.iter().map(|&unit| Premise::Rule(geometry.rule(unit)));
        let exchange = [a, b, corners[0], corners[1]].map(|cell| Exchange { cell, values: [0, 1] });
        let unique = [Premise::Unique(exchange.to_vec())].into_iter();
        let because = unique.chain(holds).chain(lacks).chain(rules).chain([Premise::Rules("touch")]);
        let Needed { premises, is_complete } = sheet.settled(because.collect(), &places, meter);
        let cells = vec![a, b, corners[0], corners[1]];
        let mut why = Telling { because: premises, place: format!("{a} and {b}"), cells, marks: Vec::new(), reason };
        if !is_complete {
            why.cut_short();
        }
        why
    })
}
