//! Charts of rows: names at the left, one axis below, words at the right.

use super::frame::{LEFT, Mapping, Sheet, WIDTH, columns, hit, nothing};
use super::scale::{Axis, Domain};
use super::svg::{Element, group, label};
use super::text::{BASELINE, LEADING, Wrapped, width, wrapped};

/// What stands in a row besides its drawing.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    /// Whether it is the title of the rows below.
    pub(super) heading: bool,
    /// All of the row, as a title on hover.
    pub(super) title: &'a str,
}

/// Rows laid out.
pub(super) struct Rows<'a> {
    pub(super) x: Mapping,
    pub(super) top: f64,
    pub(super) bottom: f64,
    /// Each row with its name in lines, its top and its height.
    laid: Vec<(&'a Row<'a>, Wrapped, f64, f64)>,
}

/// The widest that names may be.
const NAMES: f64 = 220.0;
/// The widest that words at the right may be.
const WORDS: f64 = 260.0;

impl<'a> Rows<'a> {
    /// Draws the axis and the grid into a sheet. `words` are those that must fit right of the axis.
    pub(super) fn lay<'w>(
        sheet: &mut Sheet,
        (axis, domain): (&Axis, Domain),
        rows: &'a [Row<'a>],
        words: impl IntoIterator<Item = &'w str>,
    ) -> Self {
        let names = rows.iter().filter(|row| !row.heading).map(|row| width(row.name)).fold(20.0, f64::max);
        let names = names.min(NAMES);
        let left = LEFT + names + 12.0;
        let words = words.into_iter().map(width).fold(0.0, f64::max).min(WORDS);
        let right = WIDTH - LEFT - (words + 14.0).max(20.0);
        let top = sheet.room(0.0);
        let mut laid = Vec::new();
        for row in rows {
            let (room, most) = if row.heading { (WIDTH - 2.0 * LEFT, 1) } else { (names + 1.0, 2) };
            let name = wrapped(row.name, if row.heading { room / 1.1 } else { room }, most);
            let height = (name.lines.len() as f64 * LEADING + 8.0).max(26.0);
            laid.push((row, name, sheet.room(height), height));
        }
        let x = Mapping { domain, start: left, end: right };
        if rows.is_empty() {
            let middle = sheet.room(60.0) + 30.0;
            sheet.put(nothing((f64::midpoint(left, right), middle)));
        }
        let bottom = sheet.room(6.0) + 6.0;
        columns(sheet, &x, axis, (top, bottom), right);
        Self { x, top, bottom, laid }
    }

    /// The groups of the rows with their names, each with the middle of its row.
    pub(super) fn groups(&self) -> impl Iterator<Item = (Element, f64)> {
        self.laid.iter().map(|(row, name, top, height)| {
            let middle = top + height / 2.0;
            let mut whole = group("row").title(row.title);
            if !row.heading {
                whole = whole.with(&hit((0.0, *top), (WIDTH, top + height)));
            }
            let first = middle - (name.lines.len() - 1) as f64 * LEADING / 2.0 + BASELINE;
            for (index, text) in name.lines.iter().enumerate() {
                let y = first + index as f64 * LEADING;
                let (class, x) = if row.heading { ("strong", LEFT) } else { ("end", self.x.start - 12.0) };
                whole = whole.with(&label(class, (x, y), text));
            }
            (whole, middle)
        })
    }
}

/// Words right of a place, shortened if they are too long.
pub(super) fn words_at(x: f64, middle: f64, words: &str) -> Element {
    label("figure", (x, middle + BASELINE), &super::text::shortened(words, WORDS))
}
