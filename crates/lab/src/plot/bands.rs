//! Lines in quantile bands: how the best cost falls as the effort grows.

use super::Caption;
use super::frame::{Outside, Panel, Sheet, nothing};
use super::scale::{Axis, Domain};
use super::series::{Legend, class, marker, order, stroke};
use super::svg::{Path, group, line as svg_line};
use pencilmark::front::display::grouped_decimal;

/// Runs at one effort.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BandPoint {
    /// The effort.
    pub x: f64,
    /// The lower quantile.
    pub low: f64,
    /// The median.
    pub middle: f64,
    /// The upper quantile.
    pub high: f64,
}

/// A line with its band.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BandLine {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<BandPoint>,
}

/// Draws lines in bands. `band` says what a band is, say "Line: median; band: 10 % to 90 % of runs.".
pub fn bands(caption: &Caption, x: &Axis, y: &Axis, band: &str, lines: &[BandLine]) -> String {
    let lines: Vec<BandLine> = lines.iter().map(cleaned).collect();
    let points = || lines.iter().flat_map(|line| &line.points);
    let across = || points().map(|point| point.x);
    let up = || points().flat_map(|point| [point.low, point.middle, point.high]);
    let (x_domain, y_domain) = (Domain::fit(x, across()), Domain::fit(y, up()));
    let mut outside = Outside::default();
    outside.style(x, &x_domain, across());
    outside.style(y, &y_domain, up());

    let mut sheet = Sheet::new(caption);
    let panel = Panel::lay(&mut sheet, (x, x_domain), (y, y_domain), 330.0, false, 0.0);
    let legend = Legend::lay(&mut sheet, lines.iter().map(|line| line.name.as_str()), true);
    let place = |x: f64, y: f64| (panel.x.at(x), panel.y.at(y));
    let figures: Vec<String> = lines.iter().map(describe).collect();
    for (series, line) in lines.iter().enumerate().filter(|(_, line)| !line.points.is_empty()) {
        let mut area = Path::default();
        for point in &line.points {
            area.line(place(point.x, point.high));
        }
        for point in line.points.iter().rev() {
            area.line(place(point.x, point.low));
        }
        let many = if lines.len() > 3 { " many" } else { "" };
        let class = format!("band{many} {} n{}", class(series), series + 1);
        sheet.put(group("").title(&figures[series]).with(&area.close().element(&class)));
    }
    for series in order(lines.len()) {
        let line = &lines[series];
        let mut group = legend.group(series, &figures[series]);
        let mut middle = Path::default();
        for point in &line.points {
            middle.line(place(point.x, point.middle));
        }
        if let [only] = line.points.as_slice() {
            group = group.with(&svg_line("stem", place(only.x, only.low), place(only.x, only.high)));
        } else if !line.points.is_empty() {
            group = group.with(&stroke(series, &middle));
        }
        for point in spots(&line.points, (series as f64 + 0.5) / lines.len() as f64) {
            group = group.with(&marker(series, place(point.x, point.middle)));
        }
        sheet.put(group);
    }
    if points().next().is_none() {
        sheet.put(nothing(panel.middle()));
    }
    sheet.notes((!band.trim().is_empty()).then_some(band));
    sheet.notes(outside.notes());
    sheet.finish(&figures)
}

/// Without NaN, from left to right, and with the line inside its band.
fn cleaned(line: &BandLine) -> BandLine {
    let known = line.points.iter().filter(|point| !point.x.is_nan() && !point.middle.is_nan());
    let mut points: Vec<BandPoint> = known
        .map(|point| BandPoint {
            // The lesser and the greater of a number and NaN are the number.
            low: point.low.min(point.middle),
            high: point.high.max(point.middle),
            ..*point
        })
        .collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    BandLine { name: line.name.clone(), points }
}

/// Four points to mark, or all if there are fewer; the offset staggers those of different lines.
fn spots(points: &[BandPoint], offset: f64) -> Vec<&BandPoint> {
    let count = points.len().min(4);
    let index = |spot: usize| ((spot as f64 + offset) * points.len() as f64 / count as f64) as usize;
    (0..count).filter_map(|spot| points.get(index(spot))).collect()
}

fn describe(line: &BandLine) -> String {
    let Some(last) = line.points.last() else { return format!("{}: no data", line.name) };
    let [x, low, middle, high] = [last.x, last.low, last.middle, last.high].map(grouped_decimal);
    format!("{}: {middle} ({low} to {high}) at {x}", line.name)
}
