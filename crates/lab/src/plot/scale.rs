//! Axes: from values to places, and where the ticks go.
//!
//! Glossary. *Decade*: a power of ten. *Domain*: the values between the two ends of an axis. Tested laws: ticks lie in
//! the domain, increase, have distinct labels, and number three to ten.

use super::round::{round_above, round_below, round_number, ten, times};
use pencilmark::front::display::{rounded, significant};

/// How values are mapped to places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly, with 0 on the axis.
    Linear,
    /// Logarithmic; 0 and negative values have no place.
    Log,
    /// By decades away from 0, with 0 on the axis: log(1 + |value|).
    Symlog,
    /// Evenly from 0 to 1, written as 0 % to 100 %.
    Share,
}

/// An axis of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it measures, with its unit.
    pub label: String,
    /// How values are mapped to places.
    pub scale: Scale,
    /// The values at its two ends; if none, the data decide.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis, with 0 on it.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: Scale::Linear, range: None }
    }

    /// A logarithmic axis.
    pub fn log(label: impl Into<String>) -> Self {
        Self { scale: Scale::Log, ..Self::linear(label) }
    }

    /// A logarithmic axis that has a place for 0.
    pub fn symlog(label: impl Into<String>) -> Self {
        Self { scale: Scale::Symlog, ..Self::linear(label) }
    }

    /// Shares between 0 and 1, written as percentages.
    pub fn share(label: impl Into<String>) -> Self {
        Self { scale: Scale::Share, ..Self::linear(label) }
    }

    /// With fixed ends.
    pub fn within(self, low: f64, high: f64) -> Self {
        Self { range: Some((low, high)), ..self }
    }
}

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Below,
    Inside,
    Above,
}

/// The values between the ends of an axis: `low < high`, finite, and on a log axis positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Domain {
    scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether all values are whole numbers, so that ticks should be.
    whole: bool,
}

/// Sizes of values that an axis can hold.
const LARGEST: f64 = 1e300;
const SMALLEST: f64 = 1e-300;
/// The most ticks that a step is chosen for.
const MANY: i64 = 8;

impl Domain {
    /// The domain of an axis that shows these values.
    pub(super) fn fit(axis: &Axis, values: impl IntoIterator<Item = f64>) -> Self {
        let scale = axis.scale;
        if let Some((one, other)) = axis.range.or((scale == Scale::Share).then_some((0.0, 1.0))) {
            let (low, high) = (one.min(other), one.max(other));
            let fits = low.abs() <= LARGEST && high.abs() <= LARGEST && (scale != Scale::Log || low >= SMALLEST);
            if fits && high - low > (1e-9 * low.abs().max(high.abs())).max(SMALLEST) {
                return Self { scale, low, high, whole: false };
            }
        }
        let finite = values.into_iter().filter(|value| value.is_finite());
        let values: Vec<f64> = finite.map(|value| value.clamp(-LARGEST, LARGEST)).collect();
        match scale {
            Scale::Log => Self::fit_log(&values),
            Scale::Linear | Scale::Symlog | Scale::Share => Self::fit_from_zero(scale, &values),
        }
    }

    fn fit_log(values: &[f64]) -> Self {
        let positive = || values.iter().copied().filter(|value| *value > 0.0);
        let least = positive().fold(f64::INFINITY, f64::min).max(SMALLEST);
        let most = positive().fold(SMALLEST, f64::max);
        let (mut low, mut high) = if least > most { (0, 3) } else { (round_below(least), round_above(most)) };
        if values.iter().any(|value| *value <= 0.0) {
            low -= 1; // so that 0, drawn at the end, is not mistaken for the least value
        }
        if high - low < 2 {
            (low, high) = (low - 1, high + 1);
        }
        Self { scale: Scale::Log, low: round_number(low), high: round_number(high), whole: false }
    }

    fn fit_from_zero(scale: Scale, values: &[f64]) -> Self {
        let least = values.iter().copied().fold(0.0, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        let whole = !values.is_empty() && values.iter().all(|value| value.fract() == 0.0 && value.abs() < 1e12);
        let floor = if whole { 2.0 } else { SMALLEST };
        let (low, high) = match most - least {
            0.0 => (0.0, if whole { 2.0 } else { 1.0 }),
            span if span < floor && most > 0.0 => (least, least + floor),
            span if span < floor => (most - floor, most),
            _ => (least, most),
        };
        if scale == Scale::Symlog && high - low > 2.0 {
            let out = |value: f64| if value >= 1.0 { round_number(round_above(value)) } else { value };
            return Self { scale, low: -out(-low), high: out(high), whole };
        }
        let raw = Self { scale, low, high, whole };
        let fits = |&(mantissa, exponent): &(f64, i32)| {
            let step = mantissa * ten(exponent);
            ((high / step - 1e-9).ceil() - (low / step + 1e-9).floor()) < MANY as f64
        };
        let (mantissa, exponent) = raw.steps().find(fits).unwrap_or((1.0, 0));
        let to_step = |index: f64| times(index * mantissa, exponent);
        let step = mantissa * ten(exponent);
        Self {
            low: to_step((low / step + 1e-9).floor()).min(low),
            high: to_step((high / step - 1e-9).ceil()).max(high),
            ..raw
        }
    }

    /// How far along the axis a value is, from 0 to 1; values beyond an end are placed at the end.
    pub(super) fn fraction(&self, value: f64) -> f64 {
        match self.place(value) {
            Place::Below => 0.0,
            Place::Above => 1.0,
            Place::Inside => {
                let (low, high) = (self.stretched(self.low), self.stretched(self.high));
                ((self.stretched(value) - low) / (high - low)).clamp(0.0, 1.0)
            }
        }
    }

    /// Whether a value lies on the axis. NaN counts as below.
    pub(super) fn place(&self, value: f64) -> Place {
        if value > self.high {
            Place::Above
        } else if value >= self.low {
            Place::Inside
        } else {
            Place::Below
        }
    }

    /// The values to label.
    pub(super) fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Linear | Scale::Share => self.even_ticks(),
            Scale::Log => {
                let decades = self.decades();
                let round_ticks = self.round_ticks();
                if (3..=10).contains(&decades.len()) {
                    decades
                } else if decades.len() > 10 {
                    let stride = decades.len().div_ceil(10);
                    decades.into_iter().step_by(stride).collect()
                } else if round_ticks.len() >= 3 {
                    round_ticks
                } else {
                    self.even_ticks()
                }
            }
            Scale::Symlog => self.symlog_ticks(),
        }
    }

    /// Values between the ticks that get a mark without a label: 2 to 9 times a decade.
    pub(super) fn minor_ticks(&self) -> Vec<f64> {
        let decades = self.decades();
        if self.scale != Scale::Log || !(1..=7).contains(&decades.len()) {
            return Vec::new();
        }
        let ticks = self.ticks();
        let from = self.low.log10().floor() as i32;
        let to = self.high.log10().ceil() as i32;
        let all = (from..to).flat_map(|exponent| (2..10).map(move |digit| times(f64::from(digit), exponent)));
        all.filter(|value| self.place(*value) == Place::Inside && !ticks.contains(value)).collect()
    }

    /// Labels of ticks, with as many digits as tell them apart.
    pub(super) fn labels(&self, ticks: &[f64]) -> Vec<String> {
        let (factor, unit) = if self.scale == Scale::Share { (100.0, "\u{a0}%") } else { (1.0, "") };
        let ticks: Vec<f64> = ticks.iter().map(|tick| tick * factor).collect();
        let gap = ticks.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        let exact = |digits: &usize| {
            ticks.iter().all(|tick| (rounded(*tick, *digits) - tick).abs() <= 1e-3 * gap.min(tick.abs().max(SMALLEST)))
        };
        let digits = (3..15).find(exact).unwrap_or(15);
        ticks.iter().map(|tick| significant(*tick, digits) + unit).collect()
    }

    fn stretched(&self, value: f64) -> f64 {
        match self.scale {
            // Halved, so that the length of the longest axis is still a number.
            Scale::Linear | Scale::Share => value / 2.0,
            Scale::Log => value.log10(),
            Scale::Symlog => value.signum() * value.abs().ln_1p(),
        }
    }

    /// Steps between even ticks, from too small to too large.
    fn steps(&self) -> impl Iterator<Item = (f64, i32)> {
        let span = self.high / 2.0 - self.low / 2.0;
        let from = (span.log10().floor() as i32 - 2).max(if self.whole { 0 } else { -307 });
        (from..from + 6).flat_map(|exponent| [1.0, 2.0, 5.0].map(|mantissa| (mantissa, exponent)))
    }

    fn even_ticks(&self) -> Vec<f64> {
        for (mantissa, exponent) in self.steps() {
            let step = mantissa * ten(exponent);
            let from = (self.low / step - 1e-9).ceil() as i64;
            let to = (self.high / step + 1e-9).floor() as i64;
            if to - from < MANY {
                let tick = |index: i64| times(index as f64 * mantissa, exponent).clamp(self.low, self.high);
                return (from..=to).map(tick).collect();
            }
        }
        vec![self.low, self.low / 2.0 + self.high / 2.0, self.high]
    }

    fn symlog_ticks(&self) -> Vec<f64> {
        let mirrored = |sizes: Vec<f64>| -> Vec<f64> {
            let below = sizes.iter().rev().map(|size| -size);
            let all = below.chain([0.0]).chain(sizes.iter().copied());
            all.filter(|value| self.place(*value) == Place::Inside).collect()
        };
        let size = self.high.abs().max(self.low.abs());
        if size < 2.0 {
            return self.even_ticks();
        }
        let round_ticks = mirrored((0..=round_below(size)).map(round_number).collect());
        if (3..=8).contains(&round_ticks.len()) {
            return round_ticks;
        }
        let decades = size.log10().floor() as i32;
        let sparse = (1..=100).map(|stride| mirrored((0..=decades).step_by(stride).map(ten).collect()));
        sparse.into_iter().find(|ticks| (3..=10).contains(&ticks.len())).unwrap_or_else(|| self.even_ticks())
    }

    /// Powers of ten on a log axis.
    fn decades(&self) -> Vec<f64> {
        if self.scale != Scale::Log {
            return Vec::new();
        }
        let all = (self.low.log10().floor() as i32 - 1..=self.high.log10().ceil() as i32 + 1).map(ten);
        all.filter(|value| self.place(*value) == Place::Inside).collect()
    }

    /// Round numbers on a log axis.
    fn round_ticks(&self) -> Vec<f64> {
        let all = (round_below(self.low)..=round_above(self.high)).map(round_number);
        all.filter(|value| self.place(*value) == Place::Inside).collect()
    }
}
