//! The charts of a report, as pure functions from plain data to an inline `<svg>`.
//!
//! | function | shows |
//! | --- | --- |
//! | [`steps()`] | run-length distributions (share solved against effort) and cactus plots |
//! | [`bands()`] | trajectories: a line in its quantile band |
//! | [`bars()`] | shares by group and arm, with their intervals |
//! | [`boxes()`] | five numbers an arm, and how many runs are unsolved |
//! | [`ratios()`] | a forest plot: ratios with their intervals around 1 |
//! | [`scatter()`] | two arms, instance by instance |
//!
//! A chart carries no colour and no font: elements have classes, and [`STYLE`], which a page includes once, dresses them
//! for light and dark. (Plotting libraries write colours into attributes, where a style sheet cannot follow the
//! reader's scheme.) A chart has no ids, so that any number of them can stand in one page, and no script: what is
//! shortened or only drawn is told in a `<title>` on hover, and all of it in `<desc>` for readers who do not see it.
//!
//! Data may be anything. What is not a number is left out; what lies beyond an axis, zero on a log axis included,
//! stands at the axis's end and a note below the chart says so. Equal data give equal bytes.
//!
//! How to add a chart: a file with its data and one function, which puts a `frame::Sheet` together from a panel (two
//! axes) or from rows (one axis), and a line in `tests/mod.rs`, where every chart meets the same nasty data.

mod bands;
mod bars;
mod boxes;
mod frame;
mod ladder;
mod number;
mod ratios;
mod rows;
mod scale;
mod scatter;
mod series;
mod steps;
mod style;
mod svg;
mod text;

#[cfg(test)]
mod tests;

pub use bands::{BandLine, BandPoint, bands};
pub use bars::{Bar, BarGroup, bars};
pub use boxes::{BoxRow, FiveNumbers, boxes};
pub use number::{percent, short, thousands};
pub use ratios::{RatioRow, Sides, ratios};
pub use scale::{Axis, Scale};
pub use scatter::{Cloud, Pair, scatter};
pub use steps::{StepLine, steps};
pub use style::STYLE;

/// What a chart is called and what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// Stands above the chart.
    pub title: String,
    /// For readers who do not see the chart; the chart adds its figures.
    pub description: String,
}

impl Caption {
    /// A title and a description.
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Self { title: title.into(), description: description.into() }
    }
}
