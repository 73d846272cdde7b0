//! Settings of methods for Sudoku: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----

    // ---- ANNEALING ----

    // ---- GENETIC ----

    // ---- HILL CLIMBING ----
    Preset {
        name: "default",
        method: "hill-climbing",
        model: None,
        settings: &[("moves", "deal"), ("idle", "3000")],
        about: "first choice, sideways: swap two cells of a box",
    },
    // ---- MIN-CONFLICTS ----
    Preset {
        name: "default",
        method: "min-conflicts",
        model: None,
        settings: &[("moves", "deal"), ("blame", "rule"), ("tabu", "2"), ("noise", "0.03"), ("steps", "20000")],
        about: "a digit that clashes takes the best swap in its box",
    },
    // ---- GREEDY, A*, UNIFORM COST ----
];
