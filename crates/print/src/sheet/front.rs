//! The title and the contents of a booklet.

use super::Solutions;
use super::layout::{Area, PageBuilder};
use crate::font::Weight;
use crate::pdf::{Page, Part, Role};
use crate::shape::{Ink, Shape, Text};

impl PageBuilder<'_> {
    /// How many pages title and contents take.
    pub(super) fn front_pages(&self) -> usize {
        if !self.sheet.contents {
            return 0;
        }
        let titled =
            self.sheet.chapters.iter().filter(|chapter| chapter.title.is_some() && !chapter.entries.is_empty());
        let has_solutions =
            self.sheet.chapters.iter().flat_map(|chapter| &chapter.entries).any(|entry| entry.solution.is_some());
        let lines = titled.count() + usize::from(self.sheet.solutions == Solutions::End && has_solutions);
        let (first, other) = self.capacities();
        1 + lines.saturating_sub(first).div_ceil(other)
    }

    /// Lines of contents on the first page, and on others.
    fn capacities(&self) -> (usize, usize) {
        let lines = |area: Area| (area.height / self.line()).floor().max(1.0) as usize;
        (lines(self.title_page().1), lines(self.content_area()))
    }

    fn line(&self) -> f64 {
        self.sizes.heading * 1.9
    }

    /// The title page, and the area that is left for the contents.
    fn title_page(&self) -> (Page, Area) {
        let (mut page, mut area) = (Page::default(), self.content_area());
        area.take(area.height * 0.14);
        let (width, middle) = (area.width, area.x + area.width / 2.0);
        let mut centred = |role: Role, weight: Weight, size: f64, text: &str| {
            let lines = weight.wrapped(text, size, width).into_iter().map(|line| {
                area.take(size * 1.25);
                Shape::Text(Text::new((middle, area.y - size * 0.25), size, weight, line).centred())
            });
            page.parts.push(Part::new(role, lines.collect()));
        };
        if let Some(title) = &self.sheet.title {
            centred(Role::Title, Weight::Bold, self.sizes.title * 1.6, title);
        }
        if let Some(subtitle) = &self.sheet.subtitle {
            centred(Role::Paragraph, Weight::Regular, self.sizes.title * 0.8, subtitle);
        }
        area.take(self.sizes.title * 2.5);
        // Contents read better in a narrower column.
        let column = Area { x: area.x + area.width * 0.12, width: area.width * 0.76, ..area };
        (page, column)
    }

    /// Fills the front pages, now that it is known where chapters begin.
    pub(super) fn front(&mut self) {
        let (size, line) = (self.sizes.heading, self.line());
        let (first, other) = self.capacities();
        let (title_page, column) = self.title_page();
        let mut pages = vec![title_page];
        for (index, (title, page)) in self.bookmarks.iter().enumerate() {
            let on_page = if index < first { 0 } else { 1 + (index - first) / other };
            let row = if index < first { index } else { (index - first) % other };
            let top = if on_page == 0 { column.y } else { self.content_area().y };
            if pages.len() <= on_page {
                pages.push(Page::default());
            }
            let number = Text::new(
                (column.x + column.width, top + row as f64 * line + size),
                size,
                Weight::Regular,
                (page + 1).to_string(),
            );
            let number = number.ending();
            let title = Weight::Bold.cut(title, size, column.width * 0.85);
            let title = Text::new((column.x, number.at.1), size, Weight::Bold, title);
            let (start, end) = (title.at.0 + title.width() + size * 0.4, number.at.0 - size * 0.4);
            let step = Weight::Regular.width(" .", size);
            let dots = " .".repeat(((end - start) / step).floor().max(0.0) as usize);
            let width = Weight::Regular.width(&dots, size);
            let dots = Text::new((end - width, number.at.1), size, Weight::Regular, dots).in_ink(Ink::grey(110));
            let words = format!("{} … {}", title.words, number.words);
            let line = Shape::Row { words, texts: vec![title, dots, number] };
            pages[on_page].parts.push(Part::new(Role::Paragraph, vec![line]));
        }
        for (place, page) in self.pages.iter_mut().zip(pages) {
            *place = page;
        }
    }
}
