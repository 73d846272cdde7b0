//! How series are distinguished: by colour, dash pattern and marker; and the legend.
//!
//! The hues are those of Okabe and Ito (2008); their lightness differs from theirs, so that the colours stand out on
//! light and on dark paper and differ for red-, green- and blue-blind readers (a test of the style sheet holds them to
//! that).

use super::frame::{LEFT, Sheet, WIDTH, hit};
use super::svg::{Element, Path, Point, group, label};
use super::text::{BASELINE, LEADING, Wrapped, width, wrapped};

/// The shape of a marker.
#[derive(Clone, Copy)]
enum Shape {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
    Plus,
}

/// The style of a series.
struct SeriesStyle {
    class: &'static str,
    dash: &'static str,
    shape: Shape,
    filled: bool,
}

const SOLID: &str = "";
const DASHED: &str = "8 4";
const DOTTED: &str = "2 3";
const MIXED: &str = "10 3 2 3";
const LONG: &str = "16 4";

/// Twelve styles, no two with the same marker, and no two of one colour with the same dashes. Further series start
/// over.
const STYLES: [SeriesStyle; 12] = [
    SeriesStyle { class: "s1", dash: SOLID, shape: Shape::Circle, filled: true },
    SeriesStyle { class: "s2", dash: DASHED, shape: Shape::Square, filled: true },
    SeriesStyle { class: "s3", dash: MIXED, shape: Shape::Up, filled: true },
    SeriesStyle { class: "s4", dash: SOLID, shape: Shape::Diamond, filled: true },
    SeriesStyle { class: "s5", dash: DOTTED, shape: Shape::Down, filled: true },
    SeriesStyle { class: "s6", dash: LONG, shape: Shape::Plus, filled: true },
    SeriesStyle { class: "s7", dash: SOLID, shape: Shape::Circle, filled: false },
    SeriesStyle { class: "s1", dash: DOTTED, shape: Shape::Square, filled: false },
    SeriesStyle { class: "s2", dash: SOLID, shape: Shape::Up, filled: false },
    SeriesStyle { class: "s3", dash: LONG, shape: Shape::Diamond, filled: false },
    SeriesStyle { class: "s4", dash: DASHED, shape: Shape::Down, filled: false },
    SeriesStyle { class: "s5", dash: SOLID, shape: Shape::Plus, filled: false },
];

fn style(series: usize) -> &'static SeriesStyle {
    &STYLES[series % STYLES.len()]
}

/// The class that gives a series its colour.
pub(super) fn class(series: usize) -> &'static str {
    style(series).class
}

/// The order in which to draw series: dashed ones last, so that coinciding lines are all visible.
pub(super) fn order(count: usize) -> Vec<usize> {
    let gaps =
        |series: &usize| [SOLID, LONG, DASHED, MIXED, DOTTED].iter().position(|dash| *dash == style(*series).dash);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(gaps);
    order
}

/// A line of a series, with its dashes.
pub(super) fn stroke(series: usize, path: &Path) -> Element {
    let element = path.element("line");
    match style(series).dash {
        SOLID => element,
        dash => element.set("stroke-dasharray", dash),
    }
}

/// The marker of a series at a point.
pub(super) fn marker(series: usize, (x, y): Point) -> Element {
    let SeriesStyle { shape, filled, .. } = style(series);
    let class = if *filled { "marker" } else { "marker open" };
    let mut path = Path::default();
    let corners: &[Point] = match shape {
        Shape::Circle => {
            let circle = Element::new("circle").class(class);
            return circle.number("cx", x).number("cy", y).number("r", 4.0);
        }
        Shape::Square => &[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)],
        Shape::Up => &[(0.0, -5.0), (4.8, 3.6), (-4.8, 3.6)],
        Shape::Diamond => &[(0.0, -5.4), (5.4, 0.0), (0.0, 5.4), (-5.4, 0.0)],
        Shape::Down => &[(0.0, 5.0), (4.8, -3.6), (-4.8, -3.6)],
        Shape::Plus => {
            let (arm, half) = (5.4, 1.9);
            &[
                (-half, -arm),
                (half, -arm),
                (half, -half),
                (arm, -half),
                (arm, half),
                (half, half),
                (half, arm),
                (-half, arm),
                (-half, half),
                (-arm, half),
                (-arm, -half),
                (-half, -half),
            ]
        }
    };
    for (right, down) in corners {
        path.line((x + right, y + down));
    }
    path.close().element(class)
}

/// Where the names of series stand: below the chart, in as many columns as their lengths allow.
pub(super) struct Legend {
    /// The width of a column.
    column: f64,
    /// The place of each entry, and its name in lines.
    entries: Vec<(Point, Wrapped)>,
    /// Whether entries show a line, or the marker alone.
    lines: bool,
}

/// The height of a row of the legend, beyond the lines of its names.
const GAP: f64 = 5.0;
/// The length of the line in front of a name.
const SAMPLE: f64 = 36.0;
/// How many names may stand in one column before there are two, whatever their lengths.
const TALL: usize = 6;

impl Legend {
    /// Reserves room for the names of all series. A single series without a name needs no legend.
    pub(super) fn lay<'a>(sheet: &mut Sheet, names: impl IntoIterator<Item = &'a str>, lines: bool) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let room = WIDTH - 2.0 * LEFT;
        let widest = names.iter().map(|name| width(name)).fold(0.0, f64::max) + SAMPLE + 28.0;
        let columns = (1..=4_usize).rev().find(|&columns| room / columns as f64 >= widest).unwrap_or(1);
        let columns = if names.len() > TALL { columns.max(2) } else { columns };
        let column = room / columns as f64;
        let rows = names.len().div_ceil(columns);
        let mut entries = Vec::new();
        if names.iter().all(|name| name.trim().is_empty()) {
            return Self { column, entries, lines };
        }
        let wraps: Vec<Wrapped> = names.iter().map(|name| wrapped(name, column - SAMPLE - 24.0, 2)).collect();
        let mut tops = Vec::new();
        for row in 0..rows {
            let tallest = wraps.iter().skip(row).step_by(rows).map(|name| name.lines.len()).max().unwrap_or(1);
            tops.push(sheet.room(tallest as f64 * LEADING + GAP));
        }
        sheet.room(6.0);
        for (series, name) in wraps.into_iter().enumerate() {
            let at = (LEFT + (series / rows) as f64 * column, tops[series % rows]);
            entries.push((at, name));
        }
        Self { column, entries, lines }
    }

    /// The group of a series, with its title and its entry: hovering over the name shows the line.
    pub(super) fn group(&self, series: usize, title: &str) -> Element {
        let whole = group(&format!("series {} n{}", class(series), series + 1)).title(title);
        let Some(((x, top), name)) = self.entries.get(series) else { return whole };
        let y = top + LEADING / 2.0 + 2.0;
        let mut line = Path::default();
        line.line((*x, y)).line((x + SAMPLE, y));
        let sample = self.lines.then(|| stroke(series, &line));
        let at = |index: usize| (x + SAMPLE + 8.0, y + BASELINE + index as f64 * LEADING);
        let texts: Vec<Element> =
            name.lines.iter().enumerate().map(|(index, text)| label("", at(index), text)).collect();
        let bottom = top + name.lines.len() as f64 * LEADING + GAP;
        whole
            .with(&hit((*x, *top), (x + self.column - 8.0, bottom)))
            .with_all(&sample)
            .with(&marker(series, (x + SAMPLE / 2.0, y)))
            .with_all(&texts)
    }
}
