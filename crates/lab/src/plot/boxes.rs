//! Horizontal box plots: a five-number summary per arm, and the number of unsolved runs.

use super::Caption;
use super::frame::{Outside, Sheet};
use super::rows::{Row, Rows, words_at};
use super::scale::{Axis, Domain};
use super::series::class;
use super::svg::{group, line, rectangle};
use pencilmark::front::display::{grouped_decimal, short};
use std::fmt::Write as _;

/// Minimum, quartiles and maximum. A quartile among unsolved runs is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiveNumbers {
    /// The least.
    pub min: f64,
    /// A quarter is at or below it.
    pub q1: f64,
    /// Half is at or below it.
    pub median: f64,
    /// Three quarters are at or below it.
    pub q3: f64,
    /// The most.
    pub max: f64,
}

impl FiveNumbers {
    fn values(self) -> [f64; 5] {
        [self.min, self.q1, self.median, self.q3, self.max]
    }

    /// In order; none if one of them is not a number.
    fn sorted(self) -> Option<[f64; 5]> {
        let mut values = self.values();
        values.sort_by(f64::total_cmp);
        (!values.iter().any(|value| value.is_nan())).then_some(values)
    }
}

/// An arm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxRow {
    /// Its name.
    pub name: String,
    /// Its numbers; none if nothing is solved.
    pub numbers: Option<FiveNumbers>,
    /// How many runs are unsolved and so not in the numbers.
    pub unsolved: usize,
}

/// Draws box plots.
pub fn boxes(caption: &Caption, axis: &Axis, arms: &[BoxRow]) -> String {
    let numbers: Vec<Option<[f64; 5]>> = arms.iter().map(|arm| arm.numbers.and_then(FiveNumbers::sorted)).collect();
    let values = || numbers.iter().flatten().flatten().copied();
    let domain = Domain::fit(axis, values());
    let mut outside = Outside::default();
    outside.style(axis, &domain, values());

    let words: Vec<String> = arms.iter().zip(&numbers).map(|(arm, numbers)| words(arm, numbers.as_ref())).collect();
    let title = |(arm, numbers): (&BoxRow, &Option<[f64; 5]>)| describe(arm, numbers.as_ref());
    let figures: Vec<String> = arms.iter().zip(&numbers).map(title).collect();
    let rows: Vec<Row> =
        arms.iter().zip(&figures).map(|(arm, title)| Row { name: &arm.name, heading: false, title }).collect();
    let mut sheet = Sheet::new(caption);
    let table = Rows::lay(&mut sheet, (axis, domain), &rows, words.iter().map(String::as_str));
    for (index, (mut row, y)) in table.groups().enumerate() {
        if let Some(numbers) = &numbers[index] {
            let [min, q1, median, q3, max] = numbers.map(|value| table.x.at(value));
            let drawing = group(class(index))
                .with(&line("stem", (min, y), (q1, y)))
                .with(&line("stem", (q3, y), (max, y)))
                .with(&line("stem", (min, y - 4.0), (min, y + 4.0)))
                .with(&line("stem", (max, y - 4.0), (max, y + 4.0)))
                .with(&rectangle("bar", (q1, y - 8.0), (q3, y + 8.0)))
                .with(&line("median", (median, y - 9.0), (median, y + 9.0)));
            row = row.with(&drawing);
        }
        sheet.put(row.with(&words_at(table.x.end + 14.0, y, &words[index])));
    }
    sheet.notes((!arms.is_empty()).then_some(
        "Box: the middle half, with the median, which is also written at the right; whiskers: least and most.",
    ));
    sheet.notes(outside.notes());
    sheet.finish(&figures)
}

fn words(arm: &BoxRow, numbers: Option<&[f64; 5]>) -> String {
    match (numbers, arm.unsolved) {
        (Some(numbers), 0) => short(numbers[2]),
        (Some(numbers), unsolved) => format!("{} · {unsolved} unsolved", short(numbers[2])),
        (None, 0) => "no data".to_owned(),
        (None, unsolved) => format!("{unsolved} unsolved"),
    }
}

fn describe(arm: &BoxRow, numbers: Option<&[f64; 5]>) -> String {
    let mut text = format!("{}: ", arm.name);
    match numbers.map(|numbers| numbers.map(grouped_decimal)) {
        Some([min, q1, median, q3, max]) => {
            let _ = write!(text, "least {min}, quartiles {q1}, {median}, {q3}, most {max}");
        }
        None => text.push_str("no data"),
    }
    if arm.unsolved > 0 {
        let _ = write!(text, ", {} unsolved", arm.unsolved);
    }
    text
}
