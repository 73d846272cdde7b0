//! Settings of methods for Hidato: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----
    Preset {
        name: "report",
        method: "backtracking",
        model: Some("numbers"),
        settings: &[("order", "in-order"), ("values", "lcv"), ("inference", "forward")],
        about: "the report's best: numbers in order, LCV, forward checking",
    },
    Preset {
        name: "report-ac3",
        method: "backtracking",
        model: Some("numbers"),
        settings: &[("order", "in-order"), ("values", "lcv"), ("inference", "mac")],
        about: "the same with AC-3",
    },
    Preset {
        name: "report-mrv",
        method: "backtracking",
        model: Some("numbers"),
        settings: &[("order", "mrv"), ("values", "lcv"), ("inference", "forward")],
        about: "the report's MRV and LCV",
    },
    Preset {
        name: "report-random",
        method: "backtracking",
        model: Some("numbers"),
        settings: &[("order", "in-order"), ("values", "random"), ("inference", "forward")],
        about: "the report's numbers in order, values at random",
    },
    Preset {
        name: "report-mrv-random",
        method: "backtracking",
        model: Some("numbers"),
        settings: &[("order", "mrv"), ("values", "random"), ("inference", "forward")],
        about: "the report's MRV, values at random",
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
