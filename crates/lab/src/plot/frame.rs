//! The parts of charts: a sheet that grows downwards (title, chart, legend, notes), and a panel with two axes, a grid
//! and labels.

use super::Caption;
use super::scale::{Axis, Domain, Place, Scale};
use super::svg::{Element, Point, group, label, line, rectangle};
use super::text::{BASELINE, LEADING, SIZE, width, wrapped};

/// The width of every chart, in its own units; a page shows it at any width.
pub(super) const WIDTH: f64 = 720.0;
/// The left and the right margin of a sheet.
pub(super) const LEFT: f64 = 2.0;
/// How much larger the title is than other texts.
const TITLE: f64 = 1.2;

/// A chart under construction.
pub(super) struct Sheet<'a> {
    caption: &'a Caption,
    parts: Vec<Element>,
    bottom: f64,
}

impl<'a> Sheet<'a> {
    /// A sheet with the chart's title.
    pub(super) fn new(caption: &'a Caption) -> Self {
        let mut sheet = Self { caption, parts: Vec::new(), bottom: 6.0 };
        if !caption.title.trim().is_empty() {
            // Bold, so a tenth wider.
            let title = wrapped(&caption.title, (WIDTH - 2.0 * LEFT) / TITLE / 1.1, 3);
            for text in title.lines {
                let top = sheet.room(LEADING * TITLE);
                let text = label("heading", (LEFT, top + SIZE * TITLE), &text).number("font-size", SIZE * TITLE);
                sheet.put(text);
            }
            sheet.room(8.0);
        }
        sheet
    }

    /// Reserves room at the bottom and returns where it starts.
    pub(super) fn room(&mut self, height: f64) -> f64 {
        self.bottom += height;
        self.bottom - height
    }

    pub(super) fn put(&mut self, part: Element) {
        self.parts.push(part);
    }

    /// Remarks below the chart.
    pub(super) fn notes<'n>(&mut self, notes: impl IntoIterator<Item = &'n str>) {
        for note in notes {
            for text in wrapped(note, WIDTH - 2.0 * LEFT, 4).lines {
                let top = self.room(LEADING);
                self.put(label("quiet", (LEFT, top + SIZE), &text));
            }
        }
    }

    /// The finished chart; what it shows in words goes into its description.
    pub(super) fn finish(self, figures: &[String]) -> String {
        let words: Vec<&str> = [self.caption.description.as_str()]
            .into_iter()
            .chain(figures.iter().map(String::as_str))
            .filter(|words| !words.trim().is_empty())
            .collect();
        let height = (self.bottom + 6.0).ceil();
        Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .class("plot")
            .set("role", "img")
            .set("viewBox", &format!("0 0 {WIDTH} {height}"))
            .set("width", "100%")
            .number("font-size", SIZE)
            .title(if self.caption.title.trim().is_empty() { "Chart" } else { &self.caption.title })
            .with(&Element::new("desc").text(&words.join(". ")))
            .with_all(&self.parts)
            .to_string()
    }
}

/// An axis laid out between two places.
#[derive(Clone, Copy)]
pub(super) struct Mapping {
    pub(super) domain: Domain,
    pub(super) start: f64,
    pub(super) end: f64,
}

impl Mapping {
    /// The place of a value; the end of the axis for values beyond it.
    pub(super) fn at(&self, value: f64) -> f64 {
        self.start + self.domain.fraction(value) * (self.end - self.start)
    }
}

/// An area with two axes.
pub(super) struct Panel {
    pub(super) x: Mapping,
    pub(super) y: Mapping,
}

/// The height of the labels below an axis: of its ticks, and of the axis.
pub(super) const FOOT: f64 = 48.0;

impl Panel {
    /// Draws the axes and the grid into a sheet. `margin` is left free inside the panel, above and at the right.
    pub(super) fn lay(
        sheet: &mut Sheet,
        (x_axis, x): (&Axis, Domain),
        (y_axis, y): (&Axis, Domain),
        height: f64,
        square: bool,
        margin: f64,
    ) -> Self {
        let ticks = y.ticks();
        let labels = y.labels(&ticks);
        let left = LEFT + labels.iter().map(|label| width(label)).fold(20.0, f64::max) + 10.0;
        let right = if square { left + height } else { WIDTH - 28.0 };
        let heading = wrapped(&y_axis.label, WIDTH - 2.0 * LEFT, 2);
        for text in &heading.lines {
            let top = sheet.room(LEADING);
            sheet.put(label("axis-label", (LEFT, top + SIZE), text));
        }
        let top = sheet.room(height + 14.0) + 14.0;
        let bottom = top + height;
        let panel = Self {
            x: Mapping { domain: x, start: left, end: right - margin },
            y: Mapping { domain: y, start: bottom, end: top + margin },
        };
        let mut grid = group("grid");
        let mut texts = group("ticks end");
        for (tick, text) in ticks.iter().zip(&labels) {
            let at = panel.y.at(*tick);
            grid = grid.with(&line("", (left, at), (right, at)));
            texts = texts.with(&label("", (left - 8.0, at + BASELINE), text));
        }
        sheet.put(grid);
        sheet.put(texts);
        columns(sheet, &panel.x, x_axis, (top, bottom), right);
        sheet.put(line("axis", (left, top), (left, bottom)));
        panel
    }

    /// The middle of the panel.
    pub(super) fn middle(&self) -> Point {
        (f64::midpoint(self.x.start, self.x.end), f64::midpoint(self.y.start, self.y.end))
    }
}

/// The grid, the ticks and the label of a horizontal axis below an area.
pub(super) fn columns(sheet: &mut Sheet, x: &Mapping, axis: &Axis, (top, bottom): Point, right: f64) {
    let ticks = x.domain.ticks();
    let labels = x.domain.labels(&ticks);
    let mut grid = group("grid");
    let mut marks = group("axis");
    let mut texts = group("ticks middle");
    let mut taken = f64::NEG_INFINITY;
    for (tick, text) in ticks.iter().zip(&labels) {
        let at = x.at(*tick);
        grid = grid.with(&line("", (at, top), (at, bottom)));
        marks = marks.with(&line("", (at, bottom), (at, bottom + 5.0)));
        let half = width(text) / 2.0;
        // A label that would touch the one before or leave the sheet is left out; its line stays.
        if at - half > taken && at + half <= WIDTH {
            texts = texts.with(&label("", (at, bottom + 19.0), text));
            taken = at + half + 2.0;
        }
    }
    for tick in x.domain.minor_ticks() {
        marks = marks.with(&line("", (x.at(tick), bottom), (x.at(tick), bottom + 3.0)));
    }
    marks = marks.with(&line("", (x.start, bottom), (right, bottom)));
    sheet.put(grid);
    sheet.put(marks);
    sheet.put(texts);
    let foot = sheet.room(FOOT);
    let name = super::text::shortened(&axis.label, WIDTH - 2.0 * LEFT);
    let half = width(&name) / 2.0;
    let at = f64::midpoint(x.start, right)
        .clamp(LEFT + half.min(WIDTH / 2.0 - LEFT), (WIDTH - LEFT - half).max(WIDTH / 2.0));
    sheet.put(label("axis-label middle", (at, foot + 38.0), &name));
}

/// A word in the middle of a chart without data.
pub(super) fn nothing(at: Point) -> Element {
    label("quiet middle", at, "no data")
}

/// A background for hovering, and for words on top of a grid.
pub(super) fn hit(one: Point, other: Point) -> Element {
    rectangle("hit", one, other)
}

/// Notes about values that do not fit on the axes.
#[derive(Default)]
pub(super) struct Outside {
    notes: Vec<String>,
}

impl Outside {
    /// Looks at the values along one axis.
    pub(super) fn style(&mut self, axis: &Axis, domain: &Domain, values: impl IntoIterator<Item = f64>) {
        let (mut zero, mut beyond) = (false, false);
        for value in values.into_iter().filter(|value| !value.is_nan()) {
            let place = domain.place(value);
            zero |= axis.scale == Scale::Log && value <= 0.0;
            beyond |= place != Place::Inside && !(axis.scale == Scale::Log && value <= 0.0);
        }
        let name = if axis.label.trim().is_empty() { "Values" } else { axis.label.trim() };
        if zero {
            self.notes.push(format!("{name}: 0 has no place on a log axis and is drawn at its lower end."));
        }
        if beyond {
            self.notes.push(format!("{name}: values beyond the axis are drawn at its end."));
        }
    }

    pub(super) fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(String::as_str)
    }
}
