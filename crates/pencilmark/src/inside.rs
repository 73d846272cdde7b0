//! What the tests of this crate see, and nobody else; no part of the API.
//!
//! The tests are a program of their own (`tests/facade`), so that the library is compiled once. A test of something that callers never
//! see takes it from here. The list stays short: what the API shows as well is tested there.

/// 9x9 Sudoku in lines, many at a time.
pub mod nine {
    pub use crate::batch::nine::{Line, Lines, MOST_GUESSES, Nine, may_have_one, report, solves, wrong};
}

/// The queue of a batch, step by step, and the loop around it.
pub mod queue {
    pub use crate::batch::pipeline::{run, run_alone};
    pub use crate::batch::queue::state::{AHEAD, Finished, Job, Numbers, Piece, ROOM, Run, State, WINDOW};
    pub use crate::batch::queue::{Close, EndOfInput, LONGEST_RUN, Queue};
}

/// The characters where lines meet.
pub mod junction {
    pub use crate::render::junction::Arms;
}

/// Films.
pub mod recording {
    use crate::watch::{Frame, Recorder};

    /// How much a recorder holds to find the way back.
    pub fn held<S: FnMut(Frame)>(recorder: &Recorder<S>) -> usize {
        recorder.held()
    }
}
