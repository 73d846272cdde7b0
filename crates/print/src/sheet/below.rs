//! Solutions upside down on the page of their puzzles: in rows at its foot, or each beside its board, whichever leaves more room to the boards.

use pencilmark::Remedy;

use super::layout::{Area, PageBuilder};
use super::slots::{Place, Seated, is_too_small};
use super::solutions::{Solved, too_large, value};
use super::{PerPage, SheetError};
use crate::pdf::Part;

/// Numbers below this size cannot be read; solutions could be at the end instead, where there is more room.
const SMALLEST: f64 = 4.5;

/// The largest share of a page that solutions at its foot take.
const SHARE: f64 = 0.3;

/// The most rows of solutions at the foot of a page.
const MOST_ROWS: usize = 3;

/// Cells of solutions to try, in parts of the largest.
const SCALES: [f64; 7] = [1.0, 0.92, 0.84, 0.76, 0.68, 0.6, 0.53];

/// Solutions are not wider than this part of their boards, if they can be read then: they take a quarter of the area.
const MODEST: f64 = 0.5;

/// Boards may be so much smaller than they could be, if solutions are easier to read for it.
const WORTH: f64 = 0.97;

/// How the solutions of a page are arranged.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrangement {
    /// Columns and rows at the foot of the page; `None` if each is beside its puzzle.
    grid: Option<(usize, usize)>,
    /// The sides of their cells, for each puzzle with a solution.
    sides: Vec<f64>,
    /// What they take of the height of the page.
    pub(super) foot: f64,
    /// What they take of the width of each slot.
    pub(super) beside: f64,
}

/// An arrangement, and what it leaves to the boards.
struct Measured {
    arrangement: Arrangement,
    /// How large the boards are, all together: 0 if one of them is too small.
    room: f64,
    /// How wide solutions are, in parts of their boards.
    share: f64,
}

impl PageBuilder<'_> {
    /// The arrangement that leaves most room to the boards, and among those that leave about as much, the one with the largest solutions.
    pub(super) fn arrange(
        &self,
        area: Area,
        chunk: &[Seated<'_>],
        per_page: PerPage,
    ) -> Result<Arrangement, SheetError> {
        let solved: Vec<Solved<'_>> = chunk.iter().filter_map(Seated::solution).collect();
        if solved.is_empty() {
            return Ok(Arrangement::default());
        }
        let can_be_read = |arrangement: &Arrangement, least: f64| {
            solved.iter().zip(&arrangement.sides).all(|(one, &side)| value(one, side) >= least)
        };
        let choices = SCALES.iter().flat_map(|scale| {
            let most = self.sizes.solved_cell * 0.7 * scale;
            let rows = 1..=MOST_ROWS.min(solved.len());
            let at_the_foot: Vec<_> = rows.map(|rows| self.at_the_foot(area, &solved, rows, most)).collect();
            at_the_foot.into_iter().chain([self.beside(&solved, most)])
        });
        let measured: Vec<Measured> = choices
            .filter(|arrangement| can_be_read(arrangement, SMALLEST))
            .filter_map(|arrangement| self.measure(area, chunk, per_page, arrangement))
            .collect();
        let best = |least: f64, most_share: f64| {
            let is_fine =
                |one: &&Measured| one.room > 0.0 && one.share <= most_share && can_be_read(&one.arrangement, least);
            let most = measured.iter().filter(is_fine).map(|one| one.room).fold(0.0, f64::max);
            let size = |one: &Measured| one.arrangement.sides.iter().sum::<f64>();
            measured.iter().filter(is_fine).filter(|one| one.room >= most * WORTH).reduce(|one, other| {
                let order = size(other).total_cmp(&size(one)).then(other.room.total_cmp(&one.room));
                if order.is_gt() { other } else { one }
            })
        };
        // In large print, solutions are large as well, if the boards allow it.
        let comfortable = (self.sizes.solved_value * 0.8).max(SMALLEST);
        let chosen = best(comfortable, MODEST).or_else(|| best(SMALLEST, MODEST));
        match chosen.or_else(|| best(SMALLEST, f64::INFINITY)).or(measured.first()) {
            Some(one) => Ok(one.arrangement.clone()),
            None => Err(too_large(
                solved.iter().max_by_key(|one| one.board.faces.cols()).unwrap_or(&solved[0]),
                Remedy::new("print solutions at the end").or_set_to("solutions", "end"),
            )),
        }
    }

    /// In rows at the foot of the page.
    fn at_the_foot(&self, area: Area, solved: &[Solved<'_>], rows: usize, most: f64) -> Arrangement {
        let (gap, label) = (self.sizes.gap * 0.6, self.label());
        let grid = (solved.len().div_ceil(rows), rows);
        let strip = Area { height: self.paper.1 * SHARE, ..area };
        let slot = strip.split(grid, gap).next().unwrap_or(strip).below(label);
        let sides: Vec<f64> = solved.iter().map(|one| slot.side(&one.board, most)).collect();
        let height = |(one, side): (&Solved<'_>, &f64)| side * one.board.faces.rows() as f64;
        let tallest = solved.iter().zip(&sides).map(height).fold(0.0, f64::max);
        let foot = (tallest + label + gap) * rows as f64 - gap + self.sizes.gap;
        Arrangement { grid: Some(grid), sides, foot, beside: 0.0 }
    }

    /// Each to the right of its board.
    fn beside(&self, solved: &[Solved<'_>], most: f64) -> Arrangement {
        let width = |one: &Solved<'_>| (most * one.board.faces.cols() as f64).max(self.label_width(one));
        let beside = solved.iter().map(width).fold(0.0, f64::max) + self.sizes.gap * 0.8;
        Arrangement { grid: None, sides: vec![most; solved.len()], foot: 0.0, beside }
    }

    /// What an arrangement leaves to the boards; `None` if a solution is higher than the board beside it.
    fn measure(
        &self,
        area: Area,
        chunk: &[Seated<'_>],
        per_page: PerPage,
        arrangement: Arrangement,
    ) -> Option<Measured> {
        let places = self.places(area, chunk, per_page, &arrangement);
        let (mut room, mut share) = (0.0, 0.0_f64);
        let mut sides = arrangement.sides.iter();
        for (seated, place) in chunk.iter().zip(&places) {
            let side = if seated.solved.is_some() { sides.next().copied() } else { None };
            let rows = seated.board.faces.rows() as f64;
            if arrangement.grid.is_none() && side.is_some_and(|side| side * rows + self.label() > place.side * rows) {
                return None;
            }
            share = share.max(side.unwrap_or(0.0) / place.side);
            room += place.side;
        }
        let too_small = chunk.iter().zip(&places).any(|(seated, place)| is_too_small(&seated.board, place.side));
        Some(Measured { arrangement, room: if too_small { 0.0 } else { room }, share })
    }

    /// The solutions of a page's puzzles, as they are arranged.
    pub(super) fn solutions_below(
        &self,
        area: Area,
        chunk: &[Seated<'_>],
        places: &[Place],
        arrangement: &Arrangement,
    ) -> Vec<Part> {
        let with_solutions = chunk.iter().zip(places).filter_map(|(seated, place)| Some((seated.solution()?, place)));
        let turned = |slot: Area, part: Part| Part {
            turned: Some((slot.x + slot.width / 2.0, slot.y + slot.height / 2.0)),
            ..part
        };
        let Some(grid) = arrangement.grid else {
            let gap = self.sizes.gap * 0.8;
            let one = |((one, place), &side): ((Solved<'_>, &Place), &f64)| {
                let (end, height) = (place.end(&one.board), side * one.board.faces.rows() as f64 + self.label());
                let slot = Area { x: end.0 + gap, y: end.1 - height, width: arrangement.beside - gap, height };
                self.solution(&one, slot, side).map(|part| turned(slot, part))
            };
            return with_solutions.zip(&arrangement.sides).flat_map(one).collect();
        };
        let height = arrangement.foot - self.sizes.gap;
        let strip = Area { y: area.y + area.height - height, height, ..area };
        let slots = strip.split(grid, self.sizes.gap * 0.6);
        let parts = with_solutions.zip(&arrangement.sides).zip(slots);
        let parts = parts.flat_map(|(((one, _), &side), slot)| self.solution(&one, slot, side));
        parts.map(|part| turned(strip, part)).collect()
    }
}
