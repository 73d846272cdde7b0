//! Locked candidates: what a box and a line that cross it say about each other.

use super::bits::Bits;
use super::geometry::Crossing;
use super::memory::Looks;
use super::sheet::Paper;
use super::telling::{Because, Words};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

pub(super) static POINTING: TechniqueInfo = TechniqueInfo {
    id: "pointing",
    title: "Pointing",
    tier: 2,
    rating: Rating(26),
    assumes_uniqueness: false,
    about: "If a digit's places in a box all lie in one row or column, it can be removed from the rest of that line.",
    aliases: &["Locked Candidates Type 1 (Pointing)", "locked candidates 1", "pointing pair", "pointing triple"],
};

pub(super) static CLAIMING: TechniqueInfo = TechniqueInfo {
    id: "claiming",
    title: "Claiming",
    tier: 2,
    rating: Rating(28),
    assumes_uniqueness: false,
    about: "If a digit's places in a row or column all lie in one box, it can be removed from the rest of that box.",
    aliases: &["Locked Candidates Type 2 (Claiming)", "locked candidates 2", "box-line reduction"],
};

pub(super) fn pointing<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    look(paper, finder, Looks::Pointing, |crossing| {
        (crossing.square, crossing.line, crossing.square_rest, crossing.line_rest)
    })
}

pub(super) fn claiming<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    look(paper, finder, Looks::Claiming, |crossing| {
        (crossing.line, crossing.square, crossing.line_rest, crossing.square_rest)
    })
}

/// A digit whose places in the first unit all lie in the second.
fn look<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    by: Looks,
    units: impl Fn(&Crossing<B>) -> (usize, usize, B, B),
) -> Flow {
    paper.each_digit(by, |digit| {
        let places = paper.digits[digit];
        if places.is_empty() {
            return Flow::Continue(());
        }
        for crossing in &paper.geometry.crossings {
            let (from, to, from_rest, to_rest) = units(crossing);
            if places.meets(from_rest) || !places.meets(to_rest) {
                continue;
            }
            let spots = places & crossing.both;
            if spots.len() < 2 {
                continue; // A hidden single, or no place at all.
            }
            paper.show(finder, None, &[(digit, places & to_rest)], || {
                let mut because = Because::default();
                paper.only_spots(&mut because, from, digit, spots);
                because.unit(to);
                let (from, to) = (paper.unit_name(from), paper.unit_name(to));
                let all = if spots.len() == 2 { "both" } else { "all" };
                Words {
                    because,
                    reason: format!(
                        "in {from}, {digit} can only go in {}, which {all} lie in {to}. One of them holds the {digit} of {to}.",
                        paper.names_or(spots)
                    ),
                    place: format!("{from} and {to}"),
                    cells: spots.cells().collect(),
                    marks: spots.cells().map(|cell| (cell, digit)).collect(),
                }
            })?;
        }
        Flow::Continue(())
    })
}
