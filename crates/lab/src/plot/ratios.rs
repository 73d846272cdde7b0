//! A forest plot: ratios with their intervals on a log axis, around a line at 1.

use super::Caption;
use super::frame::{LEFT, Outside, Sheet, WIDTH};
use super::rows::{Row, Rows, words_at};
use super::scale::{Axis, Domain};
use super::svg::{Element, Path, Point, group, label, line};
use super::text::{SIZE, shortened};
use pencilmark::front::display::short;
use std::fmt::Write as _;

/// A ratio.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatioRow {
    /// What is compared.
    pub name: String,
    /// The estimate.
    pub estimate: f64,
    /// The lower end of its interval; open if 0 or less, or not a finite number.
    pub low: f64,
    /// The upper end of its interval; open if it is not a finite number.
    pub high: f64,
    /// A word after the figures, say "p = .03"; may be empty.
    pub note: String,
}

/// What the two sides of 1 mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Below 1.
    pub below: String,
    /// Above 1.
    pub above: String,
}

impl Default for Sides {
    fn default() -> Self {
        Self { below: "fewer".to_owned(), above: "more".to_owned() }
    }
}

impl RatioRow {
    fn open_low(&self) -> bool {
        !self.low.is_finite() || self.low <= 0.0
    }

    fn open_high(&self) -> bool {
        !self.high.is_finite()
    }

    /// What the axis should hold: the estimate and its interval, or room for an arrow.
    fn reach(&self) -> [f64; 3] {
        let low = if self.open_low() { self.estimate / 2.0 } else { self.low };
        let high = if self.open_high() { self.estimate * 2.0 } else { self.high };
        [self.estimate, low, high]
    }

    /// Which side of 1 all of the interval is on.
    fn class(&self) -> &'static str {
        if !self.open_high() && self.high < 1.0 {
            "below"
        } else if !self.open_low() && self.low > 1.0 {
            "above"
        } else {
            "undecided"
        }
    }
}

/// Draws ratios. The axis is a log axis, whatever its scale says.
pub fn ratios(caption: &Caption, axis: &Axis, sides: &Sides, ratios: &[RatioRow]) -> String {
    let axis = Axis { scale: super::Scale::Log, ..axis.clone() };
    let values = || ratios.iter().filter(|row| !row.estimate.is_nan()).flat_map(RatioRow::reach);
    // Both sides of 1 are seen, wherever the ratios are.
    let domain = Domain::fit(&axis, values().filter(|value| *value > 0.0).chain([0.9, 1.1]));
    let mut outside = Outside::default();
    outside.style(&axis, &domain, ratios.iter().map(|row| row.estimate));

    let words: Vec<String> = ratios.iter().map(words).collect();
    let figures: Vec<String> = ratios.iter().zip(&words).map(|(row, words)| format!("{}: {words}", row.name)).collect();
    let rows: Vec<Row> =
        ratios.iter().zip(&figures).map(|(row, title)| Row { name: &row.name, heading: false, title }).collect();
    let mut sheet = Sheet::new(caption);
    let baseline = sheet.room(22.0) + SIZE + 1.0;
    let table = Rows::lay(&mut sheet, (&axis, domain), &rows, words.iter().map(String::as_str));
    let one = table.x.at(1.0);
    let below = shortened(&format!("{} ←", sides.below), one - LEFT - 10.0);
    let above = shortened(&format!("→ {}", sides.above), WIDTH - LEFT - one - 10.0);
    sheet.put(label("quiet end", (one - 10.0, baseline), &below));
    sheet.put(label("quiet middle", (one, baseline), "1"));
    sheet.put(label("quiet", (one + 10.0, baseline), &above));
    sheet.put(line("one", (one, table.top), (one, table.bottom)));
    for ((row, y), (data, words)) in table.groups().zip(ratios.iter().zip(&words)) {
        let words = words_at(table.x.end + 14.0, y, words);
        sheet.put(row.with_all(&interval(&table, data, y)).with(&words));
    }
    let open = ratios.iter().any(|row| !row.estimate.is_nan() && (row.open_low() || row.open_high()));
    sheet.notes(open.then_some("An arrow: the interval has no end on that side."));
    sheet.notes(outside.notes());
    sheet.finish(&figures)
}

fn interval(table: &Rows, row: &RatioRow, y: f64) -> Option<Element> {
    if row.estimate.is_nan() {
        return None;
    }
    let at = table.x.at(row.estimate);
    let from = if row.open_low() { table.x.start } else { table.x.at(row.low) }.min(at);
    let to = if row.open_high() { table.x.end } else { table.x.at(row.high) }.max(at);
    // No arrow under the marker of a ratio that is itself at the end.
    let end = |x: f64, open: bool, way: f64| match open {
        true if (x - at).abs() < 8.0 => group(""),
        true => arrow((x, y), way),
        false => line("stem", (x, y - 4.0), (x, y + 4.0)),
    };
    let class = row.class();
    let mut diamond = Path::default();
    diamond.line((at - 6.0, y)).line((at, y - 6.0)).line((at + 6.0, y)).line((at, y + 6.0)).close();
    let marker = diamond.element(if class == "undecided" { "marker open" } else { "marker" });
    Some(
        group(class)
            .with(&line("stem", (from, y), (to, y)))
            .with(&end(from, row.open_low(), -1.0))
            .with(&end(to, row.open_high(), 1.0))
            .with(&marker),
    )
}

fn arrow((x, y): Point, way: f64) -> Element {
    let mut path = Path::default();
    path.line((x - 7.0 * way, y - 5.0)).line((x, y)).line((x - 7.0 * way, y + 5.0));
    path.element("stem")
}

fn words(row: &RatioRow) -> String {
    let mut words = if row.estimate.is_nan() {
        "no estimate".to_owned()
    } else {
        let low = if row.open_low() { 0.0 } else { row.low };
        let high = if row.open_high() { f64::INFINITY } else { row.high };
        format!("{} ({} to {})", short(row.estimate), short(low), short(high))
    };
    if !row.note.is_empty() {
        let _ = write!(words, " · {}", row.note);
    }
    words
}
