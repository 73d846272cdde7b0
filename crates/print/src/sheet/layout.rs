//! Pages of puzzles: heads, rules and feet.

use pencilmark::render::Board;

use super::{Chapter, PerPage, PrintItem, Rules, Sheet, SheetError, Solutions};
use crate::font::Weight;
use crate::pdf::{Document, Page, Part, Role};
use crate::shape::{Ink, Point, Shape, Text};

/// The sizes of everything but boards, in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) margin: f64,
    pub(super) title: f64,
    pub(super) heading: f64,
    pub(super) body: f64,
    pub(super) small: f64,
    /// Between slots.
    pub(super) gap: f64,
    /// Cells are not larger than this.
    pub(super) cell: f64,
    /// Cells of solutions are not larger than this.
    pub(super) solved_cell: f64,
    /// Numbers in solutions are not smaller than this, where there is a choice.
    pub(super) solved_value: f64,
}

const NORMAL: Sizes = Sizes {
    margin: 45.0,
    title: 20.0,
    heading: 11.0,
    body: 9.0,
    small: 7.0,
    gap: 20.0,
    cell: 44.0,
    solved_cell: 17.0,
    solved_value: 5.5,
};

const LARGE: Sizes = Sizes {
    margin: 40.0,
    title: 28.0,
    heading: 18.0,
    body: 14.0,
    small: 9.0,
    gap: 24.0,
    cell: 72.0,
    solved_cell: 30.0,
    solved_value: 11.0,
};

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    /// The parts of a grid over this area, row by row.
    pub(super) fn split(self, (cols, rows): (usize, usize), gap: f64) -> impl Iterator<Item = Self> {
        let part = |whole: f64, count: usize| (whole - gap * (count - 1) as f64) / count as f64;
        let (width, height) = (part(self.width, cols), part(self.height, rows));
        let place = move |row: usize, col: usize| Self {
            x: self.x + col as f64 * (width + gap),
            y: self.y + row as f64 * (height + gap),
            width,
            height,
        };
        (0..rows).flat_map(move |row| (0..cols).map(move |col| place(row, col)))
    }

    /// The cells of a board that fills this area.
    pub(super) fn side(self, board: &Board, most: f64) -> f64 {
        let (rows, cols) = (board.faces.rows() as f64, board.faces.cols() as f64);
        (self.width / cols).min(self.height / rows).min(most)
    }
}

/// An entry with its number on the sheet.
#[derive(Clone, Copy)]
pub(super) struct Numbered<'a> {
    pub(super) number: usize,
    pub(super) entry: &'a PrintItem,
}

/// A sheet being laid out.
pub(super) struct PageBuilder<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) sizes: Sizes,
    pub(super) paper: Point,
    pub(super) pages: Vec<Page>,
    pub(super) bookmarks: Vec<(String, usize)>,
}

impl<'a> PageBuilder<'a> {
    pub(super) fn new(sheet: &'a Sheet) -> Self {
        let sizes = if sheet.large { LARGE } else { NORMAL };
        Self { sheet, sizes, paper: sheet.paper.size(), pages: Vec::new(), bookmarks: Vec::new() }
    }

    /// All pages.
    pub(super) fn document(mut self) -> Result<Document, SheetError> {
        let front = self.front_pages();
        self.pages.resize_with(front, Page::default);
        let mut all: Vec<Numbered<'a>> = Vec::new();
        for chapter in self.sheet.chapters.iter().filter(|chapter| !chapter.entries.is_empty()) {
            let entries: Vec<Numbered<'a>> =
                (all.len() + 1..).zip(&chapter.entries).map(|(number, entry)| Numbered { number, entry }).collect();
            if let Some(title) = &chapter.title {
                self.bookmarks.push((title.clone(), self.pages.len()));
            }
            self.chapter(chapter, &entries)?;
            all.extend(entries);
        }
        if self.sheet.solutions == Solutions::End {
            self.solutions_at_the_end(&all)?;
        }
        if front > 0 {
            self.front();
        }
        self.number_pages(front);
        let title = self.sheet.title.clone().unwrap_or_else(|| {
            let puzzles = pencilmark::front::display::counted(all.len(), "puzzle");
            format!("Pencilmark: {puzzles}")
        });
        Ok(Document { title, size: self.paper, pages: self.pages, bookmarks: self.bookmarks })
    }

    /// The page without its margins.
    pub(super) fn content_area(&self) -> Area {
        let margin = self.sizes.margin;
        Area { x: margin, y: margin, width: self.paper.0 - 2.0 * margin, height: self.paper.1 - 2.0 * margin }
    }

    fn per_page(&self, chapter: &Chapter) -> PerPage {
        let default = if self.sheet.large { 1 } else { 2 };
        chapter.per_page.or(self.sheet.per_page).or_else(|| PerPage::new(default)).unwrap_or(PerPage(1))
    }

    fn chapter(&mut self, chapter: &Chapter, entries: &[Numbered<'_>]) -> Result<(), SheetError> {
        let per_page = self.per_page(chapter);
        for (index, chunk) in entries.chunks(per_page.get()).enumerate() {
            let mut page = Page::default();
            let mut area = self.content_area();
            self.head(&mut page, &mut area, chapter, index == 0);
            self.rules(&mut page, &mut area, chunk);
            let foot = self.foot(&mut area, chunk);
            page.parts.extend(self.slots(area, chunk, per_page)?);
            page.parts.extend(foot);
            self.pages.push(page);
        }
        Ok(())
    }

    /// The title of the sheet or chapter on its first page, and a running head on the others.
    fn head(&self, page: &mut Page, area: &mut Area, chapter: &Chapter, is_first: bool) {
        let sheet_title = self.sheet.title.as_deref().filter(|_| !self.sheet.contents);
        let is_opening = self.pages.is_empty();
        if is_opening && let Some(title) = sheet_title {
            paragraph(page, area, Role::Title, (Weight::Bold, self.sizes.title), title);
            area.take(self.sizes.title * 0.3);
        }
        if is_first && let Some(title) = &chapter.title {
            paragraph(page, area, Role::Title, (Weight::Bold, self.sizes.title * 0.9), title);
            area.take(self.sizes.title * 0.2);
        }
        if is_first && let Some(text) = &chapter.text {
            paragraph(page, area, Role::Paragraph, (Weight::Regular, self.sizes.body * 1.15), text);
            area.take(self.sizes.body * 0.6);
        }
        let running: Vec<&str> =
            [self.sheet.title.as_deref(), chapter.title.as_deref()].into_iter().flatten().collect();
        let is_titled = is_opening || is_first && chapter.title.is_some();
        if !is_titled && !running.is_empty() {
            let text = Weight::Regular.cut(&running.join(" · "), self.sizes.body, area.width);
            let text = Text::new((area.x, area.y + self.sizes.body), self.sizes.body, Weight::Regular, text);
            page.parts.push(Part::new(Role::Artifact, vec![Shape::Text(text.in_ink(Ink::grey(80)))]));
            area.take(self.sizes.body * 2.0);
        }
    }

    /// The rules of each kind on the page, once.
    fn rules(&self, page: &mut Page, area: &mut Area, chunk: &[Numbered<'_>]) {
        let mut told: Vec<&str> = Vec::new();
        for puzzle in chunk.iter().map(|numbered| &numbered.entry.puzzle) {
            let called = puzzle.called();
            if told.contains(&called) {
                continue;
            }
            told.push(called);
            let text = match self.sheet.rules {
                Rules::None => return,
                Rules::Short => format!("{called}: {}", puzzle.rules(true)),
                Rules::Full => format!("{called}: {}", puzzle.rules(false).replace('\n', " ")),
            };
            paragraph(page, area, Role::Paragraph, (Weight::Regular, self.sizes.body), &text);
        }
        area.take(self.sizes.body);
    }

    /// The names of the puzzles, from which a generator makes them again.
    fn foot(&self, area: &mut Area, chunk: &[Numbered<'_>]) -> Option<Part> {
        let name = |numbered: &Numbered<'_>| Some(format!("{}: {}", numbered.number, numbered.entry.puzzle.id()?));
        let names: Vec<String> = chunk.iter().filter_map(name).map(|name| name.replace(' ', "\u{a0}")).collect();
        let (size, number) = (self.sizes.small, 40.0);
        let mut lines = Weight::Regular.wrapped(&names.join(" · "), size, area.width - number);
        lines.truncate(3);
        let height = size * 1.35 * lines.len().max(1) as f64;
        let bottom = area.y + area.height;
        let first = bottom - height + size;
        let line = |(index, line): (usize, String)| {
            let text = Text::new((area.x, first + index as f64 * size * 1.35), size, Weight::Regular, line);
            Shape::Text(text.in_ink(Ink::grey(80)))
        };
        area.height -= height + size * 1.5;
        let shapes = lines.into_iter().enumerate().map(line).collect();
        (!names.is_empty()).then(|| Part::new(Role::Paragraph, shapes))
    }

    fn number_pages(&mut self, front: usize) {
        let (area, size) = (self.content_area(), self.sizes.small.max(8.0));
        for (index, page) in self.pages.iter_mut().enumerate().skip(usize::from(front > 0)) {
            let text =
                Text::new((area.x + area.width, area.y + area.height), size, Weight::Bold, (index + 1).to_string());
            page.parts.push(Part::new(Role::Artifact, vec![Shape::Text(text.ending())]));
        }
    }
}

/// A text over the width of the area, which what follows stands below.
pub(super) fn paragraph(page: &mut Page, area: &mut Area, role: Role, (weight, size): (Weight, f64), text: &str) {
    let lines = weight.wrapped(text, size, area.width).into_iter().map(|line| {
        area.take(size * 1.3);
        Shape::Text(Text::new((area.x, area.y - size * 0.3), size, weight, line))
    });
    page.parts.push(Part::new(role, lines.collect()));
}

impl Area {
    /// Leaves so much at the top to something else.
    pub(super) fn take(&mut self, height: f64) {
        self.y += height;
        self.height -= height;
    }
}
