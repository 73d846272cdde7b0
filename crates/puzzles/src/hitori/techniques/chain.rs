//! Chains: a cell that would lead, over cells that touch and copies in turn, to its own opposite.

use pencilmark_csp::Meter;

use super::ground;
use super::links::{self, Links};
use super::sheet::{SHADED, Shading, WHITE};
use super::trace::{self, Literal, Trace};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo, Telling};

pub(super) static CHAIN: TechniqueInfo = TechniqueInfo {
    id: "chain",
    title: "Chain",
    tier: 5,
    rating: Rating(60),
    assumes_uniqueness: false,
    about: "Of two cells that touch one is white, and of two equal numbers in a line one is shaded. Follow such pairs in turn from a cell in two directions: if \
            the ends would both be shaded and touch, or both be white and equal in one line, the cell was wrong.",
    aliases: &["colouring chain", "even and odd chain"],
};

/// The most steps in a chain, from the cell to its opposite.
const LONGEST: usize = 11;

pub(super) fn chain(sheet: &Shading, finder: &mut Finder) -> Flow {
    let geometry = &*sheet.geometry;
    let links = Links::default();
    let mut trace = Trace::new(sheet, &links);
    let mut found: Vec<(usize, Literal, Vec<Literal>)> = Vec::new();
    for cell in geometry.cells().filter(|&cell| sheet.is_open(cell)) {
        for shade in [WHITE, SHADED] {
            finder.poll()?;
            let first = Literal { cell, shade };
            if let Some(path) = refute(&mut trace, first, LONGEST) {
                found.push((path.len(), first, path));
            }
        }
    }
    found.sort();
    for (length, first, path) in found {
        let rating = Rating(CHAIN.rating.0 + length.saturating_sub(6) as u16);
        let conclusion = geometry.mark(first.cell, first.not().shade);
        finder.rated(rating, &[], &[conclusion], |meter| tell(sheet, &path, meter))?;
    }
    Flow::Continue(())
}

/// The way from a cell to its opposite, if there is one.
pub(super) fn refute(trace: &mut Trace<'_>, first: Literal, most: usize) -> Option<Vec<Literal>> {
    let mut refuted = false;
    trace.follow(first, most, |literal| {
        refuted |= literal == first.not();
        refuted
    });
    refuted.then(|| trace.path(first.not()))
}

/// The chain in words: its two halves, each from the cell on, and what is wrong where they meet.
pub(super) fn tell(sheet: &Shading, path: &[Literal], meter: &mut Meter) -> Telling {
    let geometry = &*sheet.geometry;
    let grounds = path.windows(2).flat_map(|pair| trace::grounds(sheet, pair[0], pair[1])).collect();
    let first = path[0];
    let (one, other) = path.split_at(path.len() / 2);
    let other: Vec<Literal> = other.iter().rev().map(|literal| literal.not()).collect();
    let (a, b) = (one[one.len() - 1].cell, other[other.len() - 1].cell);
    let [x, y] = [a, b].map(|cell| geometry.name(cell));
    let clash = if one[one.len() - 1].shade == WHITE {
        let number = geometry.number(a).unwrap_or(0);
        format!("{x} and {y} both show {number} in {}, so they cannot both be white", geometry.line(a, b))
    } else if geometry.touch(a, b) {
        format!("{x} and {y} touch, so they cannot both be shaded")
    } else {
        let wall = links::wall(sheet, a, b).map(|wall| wall.words(geometry)).unwrap_or_default();
        format!("{x} and {y} cannot both be shaded: {wall}")
    };
    let name = geometry.name(first.cell);
    Telling {
        because: ground::because(geometry, grounds, first, meter),
        place: name.to_string(),
        cells: geometry.names(path.iter().map(|literal| literal.cell)),
        marks: Vec::new(),
        reason: format!(
            "Suppose {name} were {}. {} But {clash}. So {name} {}.",
            first.word(),
            trace::paths_words(sheet, &[one.to_vec(), other]),
            first.not().becomes(),
        ),
    }
}
