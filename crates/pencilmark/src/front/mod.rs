//! What the front ends of this workspace share: the command, the studio, the lab and the jobs. It may
//! change with every version.

pub mod display;
pub mod reports;
mod runs;
pub mod sketch;
mod steps;
pub mod view;

pub use crate::about::title;
pub use runs::{draws, estimate, likeness};
pub use steps::{audit, board_after, board_at, conclusions, position_after, preface, tell_entry};
