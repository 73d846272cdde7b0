//! Solutions: small, on pages of their own.

use pencilmark::Remedy;
use pencilmark::render::{Board, Measures};

use super::SheetError;
use super::layout::{Area, Numbered, PageBuilder, paragraph};
use crate::board::{Look, caption, draw};
use crate::font::Weight;
use crate::pdf::{Page, Part, Role};
use crate::shape::Text;

/// Columns and rows of solutions on a page, the most first.
const GRIDS: [(usize, usize); 5] = [(4, 5), (3, 4), (2, 3), (1, 2), (1, 1)];

/// Numbers below this size cannot be read.
const SMALLEST: f64 = 3.5;

/// A solution with the number of its puzzle.
pub(super) struct Solved<'a> {
    pub(super) numbered: Numbered<'a>,
    pub(super) board: Board,
}

impl Solved<'_> {
    /// What stands above it.
    fn label(&self) -> String {
        format!("{} · {}", self.numbered.number, self.numbered.entry.puzzle.called())
    }
}

impl PageBuilder<'_> {
    /// Pages with all solutions.
    pub(super) fn solutions_at_the_end(&mut self, entries: &[Numbered<'_>]) -> Result<(), SheetError> {
        let solved = solved(entries);
        let (gap, label) = (self.sizes.gap * 0.8, self.label());
        let mut area = self.content_area();
        let mut head = Page::default();
        paragraph(&mut head, &mut area, Role::Title, (Weight::Bold, self.sizes.title * 0.9), "Solutions");
        area.take(self.sizes.title * 0.3);
        area.height -= self.sizes.small * 3.0;
        let fits = |grid: (usize, usize), least: f64| {
            let slot = area.split(grid, gap).next().map(|slot| slot.below(label));
            solved
                .iter()
                .find(|one| slot.is_none_or(|slot| value(one, slot.side(&one.board, self.sizes.solved_cell)) < least))
        };
        // As few pages as there can be, and among those the largest places.
        let pages = |&(cols, rows): &(usize, usize)| solved.len().div_ceil(cols * rows);
        let readable = GRIDS.into_iter().filter(|&grid| fits(grid, self.sizes.solved_value).is_none());
        let grid = readable.rev().min_by_key(pages).unwrap_or((1, 1));
        if let Some(one) = fits(grid, SMALLEST) {
            return Err(too_large(one, Remedy::new("leave the solutions out").or_set_to("solutions", "none")));
        }
        for (index, chunk) in solved.chunks(grid.0 * grid.1).enumerate() {
            // The heading of the first page keeps its place on the others.
            let mut page = if index == 0 { head.clone() } else { Page::default() };
            if index == 0 {
                self.bookmarks.push(("Solutions".to_owned(), self.pages.len()));
            }
            for (one, slot) in chunk.iter().zip(area.split(grid, gap)) {
                let side = slot.below(label).side(&one.board, self.sizes.solved_cell);
                page.parts.extend(self.solution(one, slot, side));
            }
            self.pages.push(page);
        }
        Ok(())
    }

    /// A solution and the line above it.
    pub(super) fn solution(&self, one: &Solved<'_>, slot: Area, side: f64) -> [Part; 2] {
        let (number, puzzle, size) = (one.numbered.number, &one.numbered.entry.puzzle, self.sizes.body);
        let x = slot.x + (slot.width - side * one.board.faces.cols() as f64) / 2.0;
        let words = Weight::Bold.cut(&one.label(), size, slot.width);
        let left = x.min(slot.x + slot.width - Weight::Bold.width(&words, size));
        let label = Text::new((left, slot.y + size), size, Weight::Bold, words);
        let corner = (x, slot.y + self.label());
        let shapes = draw(&one.board, side, Look::Paper).into_iter().map(|shape| shape.moved(corner)).collect();
        let written =
            one.numbered.entry.solution.as_ref().map(|answer| puzzle.write_answer(answer)).unwrap_or_default();
        let lines: Vec<&str> = written.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let described = format!("The solution of puzzle {number}: {}", lines.join("; "));
        [
            Part::new(Role::Heading, vec![caption(label.words.clone(), vec![label], &one.board, side, corner)]),
            Part::new(Role::Figure(described), shapes),
        ]
    }

    /// The width of the line above a solution.
    pub(super) fn label_width(&self, one: &Solved<'_>) -> f64 {
        Weight::Bold.width(&one.label(), self.sizes.body)
    }

    /// The height of the line above a solution.
    pub(super) fn label(&self) -> f64 {
        self.sizes.body * 1.6
    }
}

impl Area {
    /// What is left below a line of this height.
    pub(super) fn below(mut self, height: f64) -> Self {
        self.take(height);
        self
    }
}

fn solved<'a>(entries: &[Numbered<'a>]) -> Vec<Solved<'a>> {
    entries.iter().filter_map(|&numbered| Some(Solved { numbered, board: numbered.entry.solved()? })).collect()
}

/// The size of a solution's numbers; on a board of stars alone, that of the stars.
pub(super) fn value(one: &Solved<'_>, side: f64) -> f64 {
    Measures::of(&one.board, side).value
}

pub(super) fn too_large(one: &Solved<'_>, remedy: Remedy) -> SheetError {
    let puzzle = &one.numbered.entry.puzzle;
    let (rows, cols) = puzzle.shape();
    SheetError::SolutionTooLarge { number: one.numbered.number, kind: puzzle.kind().title, rows, cols, remedy }
}
