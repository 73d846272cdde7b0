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
