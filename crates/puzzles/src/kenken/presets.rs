//! Settings of methods for KenKen: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----
    Preset {
        name: "report",
        method: "backtracking",
        model: None,
        settings: &[("order", "mrv"), ("values", "in-order"), ("inference", "forward"), ("preprocess", "ac3")],
        about: "the report's AC-3 before the search, MRV and forward checking",
    },
    Preset {
        name: "report-basic",
        method: "backtracking",
        model: None,
        settings: &[("order", "in-order"), ("values", "in-order"), ("inference", "none")],
        about: "the report's basic backtracking",
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
