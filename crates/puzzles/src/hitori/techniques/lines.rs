//! What the copies of one line tell when two of them are close.

use super::sheet::{SHADED, Shading, WHITE};
use crate::technique::words::and;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static TRIPLE: TechniqueInfo = TechniqueInfo {
    id: "triple",
    title: "Three in a row",
    tier: 2,
    rating: Rating(20),
    assumes_uniqueness: false,
    about: "Of three equal numbers side by side, only the middle one can be white: if it were shaded, both others would be white.",
    aliases: &["adjacent triplet", "sandwich triple"],
};

pub(super) static SANDWICH: TechniqueInfo = TechniqueInfo {
    id: "sandwich",
    title: "Sandwich",
    tier: 2,
    rating: Rating(21),
    assumes_uniqueness: false,
    about: "A cell between two equal numbers stays white: one of the two is shaded, and shaded cells cannot touch.",
    aliases: &["square between a pair", "sandwich pair"],
};

pub(super) static PAIR: TechniqueInfo = TechniqueInfo {
    id: "pair-in-line",
    title: "Pair in line",
    tier: 2,
    rating: Rating(23),
    assumes_uniqueness: false,
    about: "Of two equal numbers side by side, exactly one is white. All other cells with that number in their line are shaded.",
    aliases: &["pair induction", "pair isolation"],
};

pub(super) fn triple(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for &[before, middle, after] in &geometry.patterns.triples {
        let cells = [(before, SHADED), (middle, WHITE), (after, SHADED)];
        if !cells.iter().any(|&(cell, _)| sheet.is_open(cell)) {
            continue;
        }
        let open = || cells.into_iter().filter(|&(cell, _)| sheet.is_open(cell));
        let places: Vec<_> = open().map(|(cell, shade)| geometry.mark(cell, shade)).collect();
        finder.step(&[], &places, |_| {
            let [a, b, c] = [before, middle, after].map(|cell| geometry.name(cell));
            let number = geometry.number(middle).unwrap_or(0);
            // Each end rests on the pair of the other two; the middle needs both.
            let mut because = vec![geometry.copies_premise(before, after)];
            let needs = |ends: [u16; 2]| open().any(|(cell, _)| ends.contains(&cell));
            if needs([middle, after]) {
                because.push(geometry.touch_premise(before, middle));
            }
            if needs([middle, before]) {
                because.push(geometry.touch_premise(middle, after));
            }
            Telling {
                because,
                place: geometry.line(before, after),
                cells: vec![a, b, c],
                marks: Vec::new(),
                reason: format!(
                    "{a}, {b} and {c} all show {number}, and at most one of them is white. \
                     If {b} were shaded, {a} and {c} would both be white, as they touch it. So {b} is white, and {a} and {c} are shaded."
                ),
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn sandwich(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for &[before, middle, after] in &geometry.patterns.sandwiches {
        if !sheet.is_open(middle) {
            continue;
        }
        finder.step(&[], &[geometry.mark(middle, WHITE)], |_| {
            let [a, b, c] = [before, middle, after].map(|cell| geometry.name(cell));
            let number = geometry.number(before).unwrap_or(0);
            Telling {
                because: vec![
                    geometry.copies_premise(before, after),
                    geometry.touch_premise(before, middle),
                    geometry.touch_premise(middle, after),
                ],
                place: geometry.line(before, after),
                cells: vec![a, b, c],
                marks: Vec::new(),
                reason: format!(
                    "{b} lies between two {number}s ({a} and {c}). One of them is shaded, and shaded cells cannot touch, so {b} stays white."
                ),
            }
        })?;
    }
    Flow::Continue(())
}

pub(super) fn pair(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    for &([one, other], ref others) in &geometry.patterns.pairs {
        if !others.iter().any(|&copy| sheet.is_open(copy)) {
            continue;
        }
        let open = || others.iter().copied().filter(|&copy| sheet.is_open(copy));
        let places: Vec<_> = open().map(|copy| geometry.mark(copy, SHADED)).collect();
        finder.step(&[], &places, |_| {
            let (a, b, number) = (geometry.name(one), geometry.name(other), geometry.number(one).unwrap_or(0));
            let others = and(geometry.names(open()));
            let (line, is) = (geometry.line(one, other), if places.len() == 1 { "is" } else { "are" });
            Telling {
                because: vec![geometry.copies_premise(one, other), geometry.touch_premise(one, other)],
                place: line.clone(),
                cells: geometry.names([one, other].into_iter().chain(open())),
                marks: Vec::new(),
                reason: format!(
                    "{a} and {b} touch, so one of them stays white. Both show {number}, so {line} has its white {number} there, and {others} {is} shaded."
                ),
            }
        })?;
    }
    Flow::Continue(())
}
