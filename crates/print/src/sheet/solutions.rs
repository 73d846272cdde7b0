//! Solutions: small, on pages of their own, or upside down below the puzzles.

use pencilmark::Remedy;
use pencilmark::render::{Board, Measures};

use super::SheetError;
use super::layout::{Area, Layout, Numbered, paragraph};
use crate::board::{Look, caption, draw};
use crate::font::Weight;
use crate::pdf::{Page, Part, Role};
use crate::shape::Text;

/// Columns and rows of solutions on a page, the most first.
const GRIDS: [(usize, usize); 5] = [(4, 5), (3, 4), (2, 3), (1, 2), (1, 1)];

/// Numbers below this size cannot be read.
const SMALLEST: f64 = 3.5;

/// The same for solutions below the puzzles, which could be at the end instead.
const BELOW: f64 = 4.5;

/// The largest share of a page that solutions below the puzzles take.
const SHARE: f64 = 0.3;

/// A solution with the number of its puzzle.
struct Solved<'a> {
    numbered: Numbered<'a>,
    board: Board,
}

impl Layout<'_> {
    /// Pages with all solutions.
    pub(super) fn solutions_at_the_end(&mut self, entries: &[Numbered<'_>]) -> Result<(), SheetError> {
        let solved = solved(entries);
        let (gap, label) = (self.sizes.gap * 0.8, self.label());
        let mut area = self.inside();
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

    /// The solutions of a page's puzzles, upside down at its foot, which they take from the area.
    pub(super) fn solutions_below(&self, area: &mut Area, chunk: &[Numbered<'_>]) -> Result<Vec<Part>, SheetError> {
        let solved = solved(chunk);
        let (gap, label) = (self.sizes.gap * 0.6, self.label());
        let most = self.paper.1 * SHARE;
        // As few rows as give every number a size that can be read.
        let in_rows = |rows: usize| {
            let grid = (solved.len().div_ceil(rows).max(1), rows);
            let strip = Area { height: most, ..*area };
            let slot = strip.split(grid, gap).next().unwrap_or(strip).below(label);
            let sides: Vec<f64> =
                solved.iter().map(|one| slot.side(&one.board, self.sizes.solved_cell * 0.7)).collect();
            let too_small =
                solved.iter().zip(&sides).find(|(one, side)| value(one, **side) < BELOW).map(|(one, _)| one);
            (grid, sides, too_small)
        };
        let choices: Vec<_> = (1..=3).map(in_rows).collect();
        let Some((grid, sides, _)) = choices.iter().find(|(.., too_small)| too_small.is_none()) else {
            return match choices.iter().find_map(|(.., too_small)| *too_small) {
                Some(one) => {
                    Err(too_large(one, Remedy::new("print solutions at the end").or_set_to("solutions", "end")))
                }
                None => Ok(Vec::new()),
            };
        };
        if solved.is_empty() {
            return Ok(Vec::new());
        }
        let tallest =
            solved.iter().zip(sides).map(|(one, side)| side * one.board.faces.rows() as f64).fold(0.0, f64::max);
        let height = (tallest + label + gap) * grid.1 as f64 - gap;
        let strip = Area { y: area.y + area.height - height, height, ..*area };
        area.height -= height + self.sizes.gap;
        let centre = (strip.x + strip.width / 2.0, strip.y + strip.height / 2.0);
        let parts = solved.iter().zip(sides).zip(strip.split(*grid, gap));
        let parts = parts.flat_map(|((one, &side), slot)| self.solution(one, slot, side));
        Ok(parts.map(|part| Part { turned: Some(centre), ..part }).collect())
    }

    /// A solution and the line above it.
    fn solution(&self, one: &Solved<'_>, slot: Area, side: f64) -> [Part; 2] {
        let (number, puzzle, size) = (one.numbered.number, &one.numbered.entry.puzzle, self.sizes.body);
        let x = slot.x + (slot.width - side * one.board.faces.cols() as f64) / 2.0;
        let words = Weight::Bold.cut(&format!("{number} · {}", puzzle.kind().title), size, slot.width);
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

    /// The height of the line above a solution.
    fn label(&self) -> f64 {
        self.sizes.body * 1.6
    }
}

impl Area {
    /// What is left below a line of this height.
    fn below(mut self, height: f64) -> Self {
        self.take(height);
        self
    }
}

fn solved<'a>(entries: &[Numbered<'a>]) -> Vec<Solved<'a>> {
    entries.iter().filter_map(|&numbered| Some(Solved { numbered, board: numbered.entry.solved()? })).collect()
}

/// The size of a solution's numbers; on a board of stars alone, that of the stars.
fn value(one: &Solved<'_>, side: f64) -> f64 {
    Measures::of(&one.board, side).value
}

fn too_large(one: &Solved<'_>, remedy: Remedy) -> SheetError {
    let puzzle = &one.numbered.entry.puzzle;
    let (rows, cols) = puzzle.shape();
    SheetError::SolutionTooLarge { number: one.numbered.number, kind: puzzle.kind().title, rows, cols, remedy }
}
