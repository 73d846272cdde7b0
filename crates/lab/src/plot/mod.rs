//! The charts of a report, as pure functions from plain data to an inline `<svg>`.
//!
//! | function | shows |
//! | --- | --- |
//! | [`steps()`] | run-length distributions (share solved against effort) and cactus plots |
//! | [`bands()`] | trajectories: a line in its quantile band |
//! | [`bars()`] | shares by group and arm, with their intervals |
//! | [`boxes()`] | a five-number summary per arm, and the number of unsolved runs |
//! | [`ratios()`] | a forest plot: ratios with their intervals around 1 |
//! | [`scatter()`] | two arms, instance by instance |
//!
//! A chart carries no colour and no font: elements have classes, and [`STYLE`], which a page includes once, gives them
//! colours for light and dark schemes. (Plotting libraries write colours into attributes, where a style sheet cannot
//! follow the reader's scheme.) A chart has no ids, so that a page can hold any number of them, and no scripts: what
//! is shortened or only drawn is spelled out in a `<title>` on hover, and everything in `<desc>` for screen readers.
//!
//! Any data is accepted. NaN is left out; values beyond an axis, including zero on a log axis, are drawn at its end,
//! and a note below the chart says so. Equal data give equal bytes.
//!
//! How to add a chart: a file with its data and one function, which puts a `frame::Sheet` together from a panel (two
//! axes) or from rows (one axis), and a line in `tests/mod.rs`, where every chart is tested with the same difficult
//! data.

mod bands;
mod bars;
mod boxes;
mod frame;
mod ratios;
mod round;
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
pub use ratios::{RatioRow, Sides, ratios};
pub use scale::{Axis, Scale};
pub use scatter::{Pair, PointGroup, scatter};
pub use steps::{StepLine, steps};
pub use style::{PART_STYLE, STYLE};

/// What a chart is called and what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// Stands above the chart.
    pub title: String,
    /// For screen readers; the chart adds its figures.
    pub description: String,
}

impl Caption {
    /// A title and a description.
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Self { title: title.into(), description: description.into() }
    }
}
