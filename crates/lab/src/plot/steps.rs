//! Step lines: run-length distributions and cactus plots.
//!
//! A run-length distribution (Hoos and Stützle 1998) is the share of runs solved within an effort; a run that ended
//! unsolved is censored, and a tick on the line tells where. A cactus plot gives the effort within which so many
//! puzzles are each solved.

use super::Caption;
use super::frame::{Outside, Panel, Sheet, nothing};
use super::scale::{Axis, Domain, Scale};
use super::series::{Legend, marker, order, stroke};
use super::svg::{Element, Path, Point, group, line};
use pencilmark::front::display::{grouped_decimal, percent};
use std::fmt::Write as _;

/// A line that keeps its height from each point to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepLine {
    /// Its name.
    pub name: String,
    /// Its height before the first point: 0 for a run-length distribution, none for a cactus plot.
    pub start: Option<f64>,
    /// Its points. One at infinity is a run that ended unsolved.
    pub points: Vec<(f64, f64)>,
    /// Where, along the horizontal axis, runs ended without success. The line goes on to the last of them.
    pub censored: Vec<f64>,
}

/// Draws step lines.
pub fn steps(caption: &Caption, x: &Axis, y: &Axis, lines: &[StepLine]) -> String {
    let lines: Vec<StepLine> = lines.iter().map(cleaned).collect();
    let across = || lines.iter().flat_map(|line| line.points.iter().map(|point| point.0).chain(line.censored.clone()));
    let up = || lines.iter().flat_map(|line| line.points.iter().map(|point| point.1).chain(line.start));
    let (x_domain, y_domain) = (Domain::fit(x, across()), Domain::fit(y, up()));
    let mut outside = Outside::default();
    outside.style(x, &x_domain, across());
    outside.style(y, &y_domain, up());

    let mut sheet = Sheet::new(caption);
    let panel = Panel::lay(&mut sheet, (x, x_domain), (y, y_domain), 330.0, false, 0.0);
    let legend = Legend::lay(&mut sheet, lines.iter().map(|line| line.name.as_str()), true);
    let figures: Vec<String> = lines.iter().map(|line| describe(line, x, y)).collect();
    for series in order(lines.len()) {
        let group = legend.group(series, &figures[series]);
        sheet.put(drawn(&panel, series, lines.len(), &lines[series], group));
    }
    if across().next().is_none() {
        sheet.put(nothing(panel.middle()));
    }
    let censored = lines.iter().any(|line| !line.censored.is_empty());
    sheet.notes(censored.then_some("A tick across a line: runs that ended there unsolved (censored)."));
    sheet.notes(outside.notes());
    sheet.finish(&figures)
}

/// Without NaN, from left to right.
fn cleaned(line: &StepLine) -> StepLine {
    let mut points = line.points.clone();
    points.retain(|(x, y)| !x.is_nan() && !y.is_nan());
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    let never = points.iter().filter(|point| point.0 == f64::INFINITY).map(|point| point.0);
    let mut censored: Vec<f64> = line.censored.iter().copied().chain(never).collect();
    points.retain(|point| point.0 < f64::INFINITY);
    censored.retain(|x| !x.is_nan());
    censored.sort_by(f64::total_cmp);
    let start = line.start.filter(|start| !start.is_nan());
    StepLine { name: line.name.clone(), start, points, censored }
}

fn describe(line: &StepLine, x: &Axis, y: &Axis) -> String {
    let number = |axis: &Axis, value| if axis.scale == Scale::Share { percent(value) } else { grouped_decimal(value) };
    let mut words = match (line.points.last(), line.start) {
        (Some((at, height)), _) => format!("{}: {} at {}", line.name, number(y, *height), number(x, *at)),
        (None, Some(start)) => format!("{}: {} throughout", line.name, number(y, start)),
        (None, None) => format!("{}: no data", line.name),
    };
    if !line.censored.is_empty() {
        let _ = write!(words, ", {} unsolved", line.censored.len());
    }
    words
}

fn drawn(panel: &Panel, series: usize, count: usize, data: &StepLine, mut group: Element) -> Element {
    let corners = corners(panel, data);
    let Some(first) = corners.first() else { return group };
    let mut path = Path::default();
    let mut height = first.1;
    for &(x, y) in &corners {
        path.line((x, height)).line((x, y));
        height = y;
    }
    group = group.with(&stroke(series, &path));

    // Staggered along the line, so that lines on top of each other show all of their markers.
    let offset = (series as f64 + 0.5) / count.max(1) as f64;
    for share in [0.0, 1.0, 2.0].map(|third| (third + offset) / 3.0) {
        group = group.with(&marker(series, along(&corners, share)));
    }
    let mut places: Vec<(f64, usize)> = Vec::new();
    for x in data.censored.iter().map(|x| panel.x.at(*x)) {
        match places.last_mut() {
            Some((place, runs)) if x - *place < 1.0 => *runs += 1,
            _ => places.push((x, 1)),
        }
    }
    for (x, runs) in places {
        let y = height_at(&corners, x);
        let runs = format!("{}: {runs} unsolved up to here", data.name);
        group = group.with(&tick((x, y), &runs));
    }
    group
}

fn tick((x, y): Point, title: &str) -> Element {
    group("").title(title).with(&line("censored", (x, y - 6.0), (x, y + 6.0)))
}

/// The points of a line as places: where its height changes, and its two ends. Of changes within half a unit of each
/// other the last one counts.
fn corners(panel: &Panel, data: &StepLine) -> Vec<Point> {
    let places = data.points.iter().map(|(x, y)| (panel.x.at(*x), panel.y.at(*y)));
    let start = data.start.map(|start| panel.y.at(start));
    let mut corners: Vec<Point> = Vec::new();
    if let Some(height) = start {
        let first = data.points.first().map_or(panel.x.start, |point| panel.x.at(point.0));
        corners.push((first, height));
    }
    let fixed = corners.len();
    for (x, y) in places {
        if corners.len() > fixed && corners.last().is_some_and(|last| x - last.0 < 0.5) {
            let x = corners.pop().map_or(x, |last| last.0);
            corners.push((x, y));
        } else {
            corners.push((x, y));
        }
    }
    let end = data.censored.last().map(|x| panel.x.at(*x));
    if let (Some(end), Some(last)) = (end, corners.last().copied())
        && end > last.0
    {
        corners.push((end, last.1));
    }
    corners
}

fn height_at(corners: &[Point], x: f64) -> f64 {
    let before = corners.iter().take_while(|corner| corner.0 <= x + 1e-9).last();
    before.or(corners.first()).map_or(0.0, |corner| corner.1)
}

/// The point at a share of the length of a line.
fn along(corners: &[Point], share: f64) -> Point {
    let length = |pair: &[Point]| (pair[1].0 - pair[0].0, (pair[1].1 - pair[0].1).abs());
    let total: f64 = corners.windows(2).map(length).map(|(across, up)| across + up).sum();
    let mut left = total * share;
    for pair in corners.windows(2) {
        let (across, up) = length(pair);
        if left <= across {
            return (pair[0].0 + left, pair[0].1);
        }
        left -= across;
        if left <= up {
            return (pair[1].0, pair[0].1 + left * (pair[1].1 - pair[0].1).signum());
        }
        left -= up;
    }
    corners.last().copied().unwrap_or_default()
}
