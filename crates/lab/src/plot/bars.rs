//! Horizontal bars with interval whiskers: the share solved, by group of instances and arm.

use super::Caption;
use super::frame::{Outside, Sheet};
use super::rows::{Row, Rows, words_at};
use super::scale::{Axis, Domain, Scale};
use super::series::class;
use super::svg::{group, line, rectangle};
use pencilmark::front::display::{percent, short};
use std::fmt::Write as _;

/// A bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// What it stands for; bars of one name have one colour.
    pub name: String,
    /// How long it is.
    pub value: f64,
    /// The interval around the value.
    pub interval: Option<(f64, f64)>,
    /// A word after the value, say "17 of 20"; may be empty.
    pub note: String,
}

/// Bars under one title.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarGroup {
    /// The title; may be empty.
    pub name: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

/// Draws groups of bars.
pub fn bars(caption: &Caption, axis: &Axis, groups: &[BarGroup]) -> String {
    let all = || groups.iter().flat_map(|group| &group.bars);
    let values = || {
        let ends = |bar: &Bar| bar.interval.map_or([bar.value; 3], |(low, high)| [bar.value, low, high]);
        all().filter(|bar| !bar.value.is_nan()).flat_map(ends)
    };
    let domain = Domain::fit(axis, values());
    let mut outside = Outside::default();
    outside.style(axis, &domain, values());

    let mut names: Vec<&str> = Vec::new();
    for bar in all() {
        if !names.contains(&bar.name.as_str()) {
            names.push(&bar.name);
        }
    }
    let titled = |group: &BarGroup| group.bars.iter().map(|bar| describe(axis, group, bar)).collect::<Vec<_>>();
    let titles: Vec<Vec<String>> = groups.iter().map(titled).collect();
    let (mut rows, mut bars) = (Vec::new(), Vec::new());
    for (group, titles) in groups.iter().zip(&titles) {
        if !group.name.is_empty() {
            rows.push(Row { name: &group.name, heading: true, title: &group.name });
            bars.push(None);
        }
        for (bar, title) in group.bars.iter().zip(titles) {
            rows.push(Row { name: &bar.name, heading: false, title });
            bars.push(Some((bar, words(axis, bar))));
        }
    }
    let mut sheet = Sheet::new(caption);
    let texts: Vec<&str> = bars.iter().flatten().map(|(_, words)| words.as_str()).collect();
    let table = Rows::lay(&mut sheet, (axis, domain), &rows, texts);
    for ((mut row, middle), bar) in table.groups().zip(&bars) {
        if let Some((bar, words)) = bar {
            let series = names.iter().position(|name| *name == bar.name).unwrap_or_default();
            let zero = table.x.at(0.0);
            let mut end = zero;
            if !bar.value.is_nan() {
                let to = table.x.at(bar.value);
                let shape = rectangle("bar", (zero, middle - 8.0), (to, middle + 8.0));
                row = row.with(&group(class(series)).with(&shape));
                end = to.max(zero);
            }
            if let Some((low, high)) = bar.interval.filter(|(low, high)| !low.is_nan() && !high.is_nan()) {
                let (from, to) = (table.x.at(low.min(high)), table.x.at(low.max(high)));
                row = row
                    .with(&line("whisker", (from, middle), (to, middle)))
                    .with(&line("whisker", (from, middle - 4.0), (from, middle + 4.0)))
                    .with(&line("whisker", (to, middle - 4.0), (to, middle + 4.0)));
                end = end.max(to);
            }
            row = row.with(&words_at(end + 8.0, middle, words));
        }
        sheet.put(row);
    }
    sheet.notes(outside.notes());
    sheet.finish(&titles.concat())
}

fn number(axis: &Axis, value: f64) -> String {
    if axis.scale == Scale::Share { percent(value) } else { short(value) }
}

fn words(axis: &Axis, bar: &Bar) -> String {
    let value = if bar.value.is_nan() { "no data".to_owned() } else { number(axis, bar.value) };
    if bar.note.is_empty() { value } else { format!("{value} · {}", bar.note) }
}

fn describe(axis: &Axis, group: &BarGroup, bar: &Bar) -> String {
    let mut words = format!("{}: {}", bar.name, words(axis, bar));
    if let Some((low, high)) = bar.interval {
        let _ = write!(words, ", between {} and {}", number(axis, low), number(axis, high));
    }
    if group.name.is_empty() { words } else { format!("{}, {words}", group.name) }
}
