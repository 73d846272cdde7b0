//! Two arms, instance by instance: effort against effort, both on one scale, with the diagonal.

use super::Caption;
use super::frame::{LEFT, Outside, Panel, Sheet, WIDTH, nothing};
use super::scale::{Axis, Domain};
use super::series::{Legend, marker};
use super::svg::{Element, group, label, line};
use super::text::{BASELINE, LEADING, wrapped};
use pencilmark::front::display::grouped_decimal;

/// An instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// Its name.
    pub name: String,
    /// What the arm on the horizontal axis needs; none if it does not solve the instance.
    pub x: Option<f64>,
    /// What the arm on the vertical axis needs; none if it does not solve the instance.
    pub y: Option<f64>,
}

/// Instances of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointGroup {
    /// Their name; may be empty if there is one group.
    pub name: String,
    /// The instances.
    pub pairs: Vec<Pair>,
}

/// Room at the right and above for unsolved instances.
const EDGE: f64 = 34.0;

/// Draws pairs. The axis says what is measured, for both arms alike; `arms` names the one across and the one up.
/// Infinite values are unsolved.
pub fn scatter(caption: &Caption, axis: &Axis, arms: (&str, &str), groups: &[PointGroup]) -> String {
    let groups: Vec<PointGroup> = groups.iter().map(cleaned).collect();
    let pairs = || groups.iter().flat_map(|group| &group.pairs);
    let [x, y] = [arms.0, arms.1].map(|arm| Axis { label: format!("{arm}: {}", axis.label), ..axis.clone() });
    let domain = Domain::fit(axis, pairs().flat_map(|pair| [pair.x, pair.y]).flatten());
    let mut outside = Outside::default();
    outside.style(&x, &domain, pairs().filter_map(|pair| pair.x));
    outside.style(&y, &domain, pairs().filter_map(|pair| pair.y));

    let mut sheet = Sheet::new(caption);
    let panel = Panel::lay(&mut sheet, (&x, domain), (&y, domain), 460.0, true, EDGE);
    let (left, right, top, bottom) = (panel.x.start, panel.x.end + EDGE, panel.y.end - EDGE, panel.y.start);
    sheet.put(line("diagonal", (left, bottom), (panel.x.end, panel.y.end)));
    sheet.put(line("edge", (panel.x.end, top), (panel.x.end, bottom)));
    sheet.put(line("edge", (left, panel.y.end), (right, panel.y.end)));
    let beside = |from: f64, arm: &str| {
        let words = wrapped(&format!("← unsolved by {arm}"), WIDTH - LEFT - right - 10.0, 4);
        let at = |index: usize| (right + 10.0, from + BASELINE + index as f64 * LEADING);
        group("")
            .with_all(&words.lines.iter().enumerate().map(|(i, text)| label("quiet", at(i), text)).collect::<Vec<_>>())
    };
    if pairs().any(|pair| pair.y.is_none()) {
        sheet.put(beside(top + EDGE / 2.0, arms.1));
    }
    if pairs().any(|pair| pair.x.is_none()) {
        sheet.put(beside(bottom - 4.0 * LEADING, arms.0));
    }
    let legend = Legend::lay(&mut sheet, groups.iter().map(|group| group.name.as_str()), false);
    for (series, group) in groups.iter().enumerate() {
        let mut whole = legend.group(series, &group.name);
        for pair in &group.pairs {
            let at_x = pair.x.map_or(panel.x.end + EDGE / 2.0, |value| panel.x.at(value));
            let at_y = pair.y.map_or(panel.y.end - EDGE / 2.0, |value| panel.y.at(value));
            whole = whole.with(&dot(series, pair, (at_x, at_y)));
        }
        sheet.put(whole);
    }
    if pairs().next().is_none() {
        sheet.put(nothing(panel.middle()));
    }
    let figures = tally(pairs(), arms);
    sheet.notes(pairs().next().is_some().then_some(figures.as_str()));
    sheet.notes(outside.notes());
    sheet.finish(&[figures])
}

fn dot(series: usize, pair: &Pair, at: (f64, f64)) -> Element {
    let words = |value: Option<f64>| value.map_or_else(|| "unsolved".to_owned(), grouped_decimal);
    group("dot").title(&format!("{}: {} and {}", pair.name, words(pair.x), words(pair.y))).with(&marker(series, at))
}

/// Without NaN; infinite values are unsolved.
fn cleaned(group: &PointGroup) -> PointGroup {
    let known = |value: Option<f64>| !value.is_some_and(f64::is_nan);
    let solved = |value: Option<f64>| value.filter(|value| *value < f64::INFINITY);
    let pairs = group.pairs.iter().filter(|pair| known(pair.x) && known(pair.y));
    let pairs = pairs.map(|pair| Pair { name: pair.name.clone(), x: solved(pair.x), y: solved(pair.y) }).collect();
    PointGroup { name: group.name.clone(), pairs }
}

fn tally<'a>(pairs: impl Iterator<Item = &'a Pair>, (across, up): (&str, &str)) -> String {
    let (mut less, mut more, mut same, mut neither) = (0, 0, 0, 0);
    for pair in pairs {
        match (pair.x, pair.y) {
            (None, None) => neither += 1,
            (x, y) => {
                let (x, y) = (x.unwrap_or(f64::INFINITY), y.unwrap_or(f64::INFINITY));
                match x.total_cmp(&y) {
                    std::cmp::Ordering::Less => less += 1,
                    std::cmp::Ordering::Greater => more += 1,
                    std::cmp::Ordering::Equal => same += 1,
                }
            }
        }
    }
    format!(
        "Less for {across} (above the diagonal): {less}; less for {up} (below it): {more}; equal: {same}; unsolved \
         by both: {neither}."
    )
}
