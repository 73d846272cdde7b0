//! The places of puzzles on a page, each with a heading, and with solutions that share the page.

use pencilmark::Remedy;
use pencilmark::render::{Board, Measures};

use super::below::Arrangement;
use super::layout::{Area, Numbered, PageBuilder};
use super::solutions::Solved;
use super::{PerPage, SheetError, Solutions};
use crate::board::{Look, caption, draw};
use crate::font::Weight;
use crate::pdf::{Part, Role};
use crate::shape::{Point, Text};

/// The smallest cell that a person can write into, the smallest number that can be read, and the same in a corner.
const SMALLEST: (f64, f64, f64) = (8.5, 4.5, 3.8);

/// A puzzle on a page, and its boards.
pub(super) struct Seated<'a> {
    pub(super) numbered: Numbered<'a>,
    pub(super) board: Board,
    /// The solution, if it shares the page.
    pub(super) solved: Option<Board>,
}

impl<'a> Seated<'a> {
    fn of(numbered: Numbered<'a>, shares: bool) -> Self {
        let solved = if shares { numbered.entry.solved() } else { None };
        Self { board: numbered.entry.board(), solved, numbered }
    }

    /// The solution with the number of the puzzle.
    pub(super) fn solution(&self) -> Option<Solved<'a>> {
        Some(Solved { numbered: self.numbered, board: self.solved.clone()? })
    }
}

/// Where a puzzle stands.
pub(super) struct Place {
    /// All that it has to itself, with its heading and perhaps its solution.
    slot: Area,
    heading: Vec<String>,
    /// The upper left corner of its board.
    corner: Point,
    /// The side of its cells.
    pub(super) side: f64,
}

impl PageBuilder<'_> {
    /// The puzzles of a page and their solutions, if those are on the same page.
    pub(super) fn slots(&self, area: Area, chunk: &[Numbered<'_>], per_page: PerPage) -> Result<Vec<Part>, SheetError> {
        let shares = self.sheet.solutions == Solutions::Below;
        let chunk: Vec<Seated<'_>> = chunk.iter().map(|&numbered| Seated::of(numbered, shares)).collect();
        let arrangement = self.arrange(area, &chunk, per_page)?;
        let places = self.places(area, &chunk, per_page, &arrangement);
        let size = self.heading_size(per_page);
        let mut parts = Vec::new();
        for (Seated { numbered, board, .. }, place) in chunk.iter().zip(&places) {
            let &Place { side, corner, .. } = place;
            if is_too_small(board, side) {
                let alone = self.places(area, &chunk, per_page, &Arrangement::default());
                let fits_alone =
                    chunk.iter().zip(&alone).all(|(seated, place)| !is_too_small(&seated.board, place.side));
                return Err(self.too_large(*numbered, side, per_page, fits_alone));
            }
            let words = numbered.entry.heading(numbered.number).join(" · ");
            let caption = caption(words, place.heading_texts(size), board, side, corner);
            parts.push(Part::new(Role::Heading, vec![caption]));
            let shapes = draw(board, side, Look::Paper).into_iter().map(|shape| shape.moved(corner)).collect();
            parts.push(Part::new(Role::Figure(numbered.entry.description(numbered.number)), shapes));
        }
        parts.extend(self.solutions_below(area, &chunk, &places, &arrangement));
        Ok(parts)
    }

    /// Where the puzzles of a page stand, if their solutions are arranged like this.
    pub(super) fn places(
        &self,
        mut area: Area,
        chunk: &[Seated<'_>],
        per_page: PerPage,
        arrangement: &Arrangement,
    ) -> Vec<Place> {
        area.height -= arrangement.foot;
        let size = self.heading_size(per_page);
        let slots: Vec<Area> = area.split(per_page.grid(), self.sizes.gap).collect();
        let headings: Vec<Vec<String>> = chunk
            .iter()
            .zip(&slots)
            .map(|(seated, slot)| lines_of(&seated.numbered.entry.heading(seated.numbered.number), size, slot.width))
            .collect();
        let above = headings.iter().map(Vec::len).max().unwrap_or(1) as f64 * size * 1.25 + size * 0.45;
        let place = |((seated, slot), heading): ((&Seated<'_>, Area), Vec<String>)| {
            let room =
                Area { y: slot.y + above, width: slot.width - arrangement.beside, height: slot.height - above, ..slot };
            let side = room.side(&seated.board, self.sizes.cell);
            let x = room.x + (room.width - side * seated.board.faces.cols() as f64) / 2.0;
            Place { slot, heading, corner: (x, room.y), side }
        };
        chunk.iter().zip(slots).zip(headings).map(place).collect()
    }

    fn heading_size(&self, per_page: PerPage) -> f64 {
        self.sizes.heading * if per_page.grid().0 > 2 && !self.sheet.large { 0.82 } else { 1.0 }
    }

    /// The error for a board that is too small at its place; `fits_alone` if it is not without solutions on the page.
    fn too_large(&self, numbered: Numbered<'_>, side: f64, per_page: PerPage, fits_alone: bool) -> SheetError {
        let (puzzle, board, points_to_micrometres) = (&numbered.entry.puzzle, numbered.entry.board(), 25_400.0 / 72.0);
        let (rows, cols) = puzzle.shape();
        let fits = |choice: &PerPage| {
            // With some room for titles, rules and names.
            let area = Area { height: self.content_area().height * 0.85, ..self.content_area() };
            let slot = area.split(choice.grid(), self.sizes.gap).next();
            slot.is_some_and(|slot| !is_too_small(&board, slot.side(&board, self.sizes.cell)))
        };
        let remedy = match std::iter::successors(per_page.fewer(), |choice| choice.fewer()).find(fits) {
            Some(fewer) if fits_alone => Remedy::new("put fewer puzzles on a page, or solutions at the end")
                .or_set_to("per-page", fewer.get().to_string())
                .or_set_to("solutions", "end"),
            Some(fewer) => Remedy::new("put fewer puzzles on a page").or_set_to("per-page", fewer.get().to_string()),
            None if fits_alone => Remedy::new("print solutions at the end").or_set_to("solutions", "end"),
            None => Remedy::new("no page has room for it; draw it as a picture instead"),
        };
        let micrometres = (side.max(0.0) * points_to_micrometres).round() as u64;
        SheetError::TooLarge { number: numbered.number, kind: puzzle.kind().title, rows, cols, micrometres, remedy }
    }
}

impl Place {
    /// The lines of the heading right above the board; one that is wider than the board begins further left.
    fn heading_texts(&self, size: f64) -> Vec<Text> {
        let width = self.heading.iter().map(|line| Weight::Bold.width(line, size)).fold(0.0, f64::max);
        let x = self.corner.0.min(self.slot.x + self.slot.width - width).max(self.slot.x);
        let line = |(index, line): (usize, &String)| {
            let y = self.corner.1 - size * 0.7 - (self.heading.len() - 1 - index) as f64 * size * 1.25;
            Text::new((x, y), size, Weight::Bold, line.clone())
        };
        self.heading.iter().enumerate().map(line).collect()
    }

    /// The lower right corner of the board.
    pub(super) fn end(&self, board: &Board) -> Point {
        let (rows, cols) = (board.faces.rows() as f64, board.faces.cols() as f64);
        (self.corner.0 + self.side * cols, self.corner.1 + self.side * rows)
    }
}

/// The parts of a heading in lines, with dots between those that share one.
fn lines_of(parts: &[String], size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if Weight::Bold.width(&format!("{line} · {part}"), size) <= width => {
                line.push_str(" · ");
                line.push_str(part);
            }
            _ => lines.push(Weight::Bold.cut(part, size, width)),
        }
    }
    lines
}

pub(super) fn is_too_small(board: &Board, side: f64) -> bool {
    let measures = Measures::of(board, side);
    let has_corners = board.faces.things().iter().any(|face| !face.corner.is_empty());
    side < SMALLEST.0 || measures.value < SMALLEST.1 || has_corners && measures.corner < SMALLEST.2
}
