//! Settings of methods for Star Battle: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----
    Preset {
        name: "report",
        method: "backtracking",
        model: Some("region-stars"),
        settings: &[("order", "mrv"), ("values", "in-order"), ("inference", "mac")],
        about: "the report's two variables a region, MRV and inference",
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
        settings: &[("order", "dom-wdeg"), ("inference", "full")],
        about: "decide where rules have failed most often",
    },
    Preset {
        name: "default",
        method: "a-star",
        model: None,
        settings: &[("order", "dom-wdeg"), ("inference", "full")],
        about: "decide where rules have failed most often",
    },
    Preset {
        name: "default",
        method: "uniform-cost",
        model: Some("region-stars"),
        settings: &[("order", "dom-wdeg"), ("inference", "full")],
        about: "few variables with many values keep the tree shallow",
    },
];
