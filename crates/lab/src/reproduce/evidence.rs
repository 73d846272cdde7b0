//! Evidence, measured and in words: shares with Wilson's interval, medians with a bootstrap interval, paired comparisons with
//! the median ratio, its interval and Wilcoxon's p.
//!
//! An effort of infinity is a puzzle that was not solved. All intervals are of 95 %.

use std::fmt;

use pencilmark::{Answer, Puzzle, SolveError};

use crate::experiment::Measure;
use crate::stats::bootstrap::{Bootstrap, median_ratio};
use crate::stats::quantile::{median, median_in_place};
use crate::stats::{CONFIDENCE, Estimate, Interval, holm, proportion, wilcoxon};
use crate::words::{grouped, p_value, percent, ratio};
use crate::{Arm, Instance, LabError, Record};

use super::Desk;

/// A difference counts if its p, corrected, is below this.
const LEVEL: f64 = 0.05;

/// Keys the resamples of every interval.
const SEED: u64 = 2026;

/// How often something was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) hits: usize,
    pub(super) of: usize,
}

impl Share {
    pub(super) fn of(seen: impl IntoIterator<Item = bool>) -> Self {
        seen.into_iter()
            .fold(Self { hits: 0, of: 0 }, |share, hit| Self { hits: share.hits + usize::from(hit), of: share.of + 1 })
    }

    pub(super) fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.hits as f64 / self.of as f64 }
    }

    pub(super) fn interval(self) -> Interval {
        let wilson = proportion::wilson(self.hits as u64, self.of as u64, CONFIDENCE);
        wilson.unwrap_or(Interval { low: 0.0, high: 1.0 })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval();
        let (hits, of) = (grouped(self.hits as u64), grouped(self.of as u64));
        let end = |share: f64| percent(share).trim_end_matches(" %").to_owned();
        write!(f, "{hits} of {of} ({}, interval {}-{} %)", percent(self.value()), end(low), end(high))
    }
}

/// A median.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Middle(pub(super) Option<Estimate>);

impl Middle {
    pub(super) fn of(values: &[f64]) -> Self {
        let median = |values: &mut [f64]| median_in_place(values).unwrap_or(f64::NAN);
        Self(Bootstrap::new(SEED).estimate(values, median))
    }

    /// In words, each number by `number`.
    pub(super) fn told(self, number: impl Fn(f64) -> String) -> String {
        match self.0 {
            None => "nothing".to_owned(),
            Some(Estimate { value, interval }) => {
                format!("{} ({}-{})", number(value), number(interval.low), number(interval.high))
            }
        }
    }
}

impl fmt::Display for Middle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(number))
    }
}

/// How many times the effort of one arm another needs, on the same puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paired {
    pub(super) ratio: Option<Estimate>,
    /// Corrected if it is one of several.
    pub(super) p: f64,
    /// Above 0 where the other needs more.
    tendency: f64,
}

impl Paired {
    pub(super) fn of(base: &[f64], other: &[f64]) -> Self {
        let above_zero = |efforts: &[f64]| efforts.iter().map(|effort| effort.max(1e-9)).collect::<Vec<f64>>();
        let test = wilcoxon::wilcoxon(base, other);
        Self {
            ratio: median_ratio(&above_zero(base), &above_zero(other), SEED),
            p: test.map_or(1.0, |test| test.p),
            tendency: test.map_or(0.0, |test| -test.rank_biserial),
        }
    }

    /// Several comparisons, with p corrected by Holm.
    pub(super) fn family(pairs: impl IntoIterator<Item = (Vec<f64>, Vec<f64>)>) -> Vec<Self> {
        let mut family: Vec<Self> = pairs.into_iter().map(|(base, other)| Self::of(&base, &other)).collect();
        let p: Vec<f64> = family.iter().map(|pair| pair.p).collect();
        for (pair, corrected) in family.iter_mut().zip(holm::holm(&p).unwrap_or(p)) {
            pair.p = corrected;
        }
        family
    }

    /// Whether the other surely needs less.
    pub(super) fn is_less(&self) -> bool {
        self.p < LEVEL && self.tendency < 0.0
    }

    /// Whether the other surely needs more.
    pub(super) fn is_more(&self) -> bool {
        self.p < LEVEL && self.tendency > 0.0
    }
}

impl fmt::Display for Paired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ratio {
            None => write!(f, "nothing to compare"),
            Some(Estimate { value, interval: Interval { low, high } }) => {
                write!(f, "{} times ({}-{}, {})", times(value), times(low), times(high), p_value(self.p))
            }
        }
    }
}

/// A count for a sentence.
pub(super) fn number(value: f64) -> String {
    match value {
        _ if value.is_infinite() => "∞".to_owned(),
        _ if value.fract().abs() > 1e-9 && value < 10.0 => format!("{value:.1}"),
        _ => grouped(value.round() as u64),
    }
}

/// A time for a sentence.
pub(super) fn clock(seconds: f64) -> String {
    if seconds.is_infinite() { "∞".to_owned() } else { crate::words::time(seconds) }
}

/// A ratio for a sentence.
fn times(value: f64) -> String {
    match value {
        _ if value > 0.0 && value < 0.001 => "0.000".to_owned(),
        _ if value > 0.0 && value < 0.0095 => format!("{value:.3}"),
        _ if value > 0.0 && value < 0.0995 => format!("{value:.2}"),
        _ => ratio(value),
    }
}

/// A loss for a sentence: .14.
pub(super) fn loss(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// "a, b and c".
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// What runs spent on each puzzle, in the order of the puzzles: the median over seeds, infinity where a run did not solve.
pub(super) fn efforts(records: &[&Record], measure: Measure) -> Vec<f64> {
    let effort = |record: &Record| if record.is_solved() { record.effort(measure) } else { f64::INFINITY };
    by_puzzle(records.iter().map(|record| (record.instance.as_str(), effort(record))))
}

/// The median of the values of each puzzle, in the order of first mention.
pub(super) fn by_puzzle<K: PartialEq>(values: impl IntoIterator<Item = (K, f64)>) -> Vec<f64> {
    let mut groups: Vec<(K, Vec<f64>)> = Vec::new();
    for (puzzle, value) in values {
        match groups.iter_mut().find(|(known, _)| *known == puzzle) {
            Some((_, group)) => group.push(value),
            None => groups.push((puzzle, vec![value])),
        }
    }
    groups.iter().filter_map(|(_, values)| median(values)).collect()
}

/// Runs an arm on every puzzle with every seed, as `look` says; `look` gets the puzzle, its number, the arm and the seed.
pub(super) fn each_run<R: Send>(
    desk: &Desk<'_>,
    name: &str,
    instances: &[Instance],
    arm: &Arm,
    look: impl Fn(&Puzzle, usize, u64) -> Result<R, LabError> + Sync,
) -> Result<Vec<R>, LabError> {
    let seeds = arm.seeds.max(1);
    let total = instances.len() * seeds as usize;
    let work = |index: usize| {
        let (board, seed) = (index / seeds as usize, arm.first_seed + index as u64 % seeds);
        look(&instances[board].puzzle, board, seed)
    };
    let results = crate::pool::map(total, desk.threads, &|done| (desk.tell)(name, done, total), work);
    if desk.stop.is_raised() {
        return Err(LabError::Request("interrupted".to_owned()));
    }
    results.into_iter().collect()
}

/// What to say of a solve that did not come off. A wrong answer is a bug, and stops everything.
#[allow(clippy::needless_pass_by_value)] // for map_err
pub(super) fn trouble(error: SolveError) -> LabError {
    match error {
        SolveError::Wrong { .. } => LabError::Wrong(error.to_string()),
        _ => LabError::Request(error.to_string()),
    }
}

/// The number in each cell of a puzzle, 0 where there is none.
pub(super) fn numbers(puzzle: &Puzzle) -> Result<Answer, LabError> {
    let cell = |cell: &serde_json::Value| cell.as_i64().unwrap_or(0) as i32;
    let row = |row: &serde_json::Value| row.as_array().map(|row| row.iter().map(cell).collect());
    let object = puzzle.to_json();
    let rows = object.get("grid").and_then(|grid| grid.as_array()?.iter().map(row).collect::<Option<Vec<Vec<i32>>>>());
    let grid = rows.and_then(Answer::from_rows);
    grid.ok_or_else(|| LabError::Request("a board without numbers".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_medians_come_with_their_intervals() {
        assert_eq!(Share::of([true, false, true, true]).to_string(), "3 of 4 (75 %, interval 30-95 %)");
        assert_eq!(Share::of([]).to_string(), "0 of 0 (0 %, interval 0-100 %)");
        assert_eq!(Middle::of(&[7.0; 9]).to_string(), "7 (7-7)");
        assert_eq!(Middle::of(&[]).to_string(), "nothing");
        assert_eq!([number(1763.4), number(2.5), number(f64::INFINITY)], ["1,763", "2.5", "∞"]);
        assert_eq!([loss(0.14), loss(0.0), loss(1.0)], [".14", ".00", "1.00"]);
    }

    #[test]
    fn a_comparison_says_which_way_it_goes() {
        let base: Vec<f64> = (1..=20).map(f64::from).collect();
        let double: Vec<f64> = base.iter().map(|effort| 2.0 * effort).collect();
        let more = Paired::of(&base, &double);
        assert!(more.is_more() && !more.is_less());
        assert_eq!(more.to_string(), "2.0 times (2.0-2.0, p < .001)");
        assert!(Paired::of(&double, &base).is_less());
        let same = Paired::of(&base, &base);
        assert!(!same.is_more() && !same.is_less());
        assert!(Paired::of(&base, &vec![f64::INFINITY; 20]).is_more());
    }

    #[test]
    fn several_comparisons_have_to_be_surer() {
        let base: Vec<f64> = (1..=6).map(f64::from).collect();
        let more: Vec<f64> = base.iter().map(|effort| effort + effort * effort).collect();
        assert!(Paired::of(&base, &more).is_more());
        let family = Paired::family((0..3).map(|_| (base.clone(), more.clone())));
        assert!(family.iter().all(|pair| !pair.is_more()));
    }

    #[test]
    fn seeds_of_a_puzzle_come_to_their_median() {
        assert_eq!(by_puzzle([("a", 1.0), ("b", 5.0), ("a", 3.0), ("a", 9.0)]), [3.0, 5.0]);
    }
}
