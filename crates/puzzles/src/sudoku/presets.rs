//! Settings of methods for Sudoku: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----
    Preset {
        name: "report",
        method: "backtracking",
        model: None,
        settings: &[("order", "in-order"), ("values", "in-order"), ("inference", "none")],
        about: "the report's plain backtracking",
    },
    Preset {
        name: "report-forward",
        method: "backtracking",
        model: None,
        settings: &[("order", "in-order"), ("values", "in-order"), ("inference", "forward")],
        about: "the report's forward checking",
    },
    Preset {
        name: "report-arc",
        method: "backtracking",
        model: None,
        settings: &[("order", "in-order"), ("values", "in-order"), ("inference", "mac")],
        about: "the report's arc consistency",
    },
    // ---- ANNEALING ----

    // ---- GENETIC ----

    // ---- HILL CLIMBING ----

    // ---- MIN-CONFLICTS ----

    // ---- GREEDY, A*, UNIFORM COST ----
    Preset {
        name: "default",
        method: "greedy",
        model: None,
        settings: &[("inference", "full")],
        about: "the strongest inference: memory is what limits this method",
    },
    Preset {
        name: "default",
        method: "a-star",
        model: None,
        settings: &[("inference", "full")],
        about: "the strongest inference: memory is what limits this method",
    },
    Preset {
        name: "default",
        method: "uniform-cost",
        model: None,
        settings: &[("inference", "full")],
        about: "the strongest inference: memory is what limits this method",
    },
];
