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
    Preset {
        name: "default",
        method: "hill-climbing",
        model: None,
        settings: &[("moves", "deal"), ("idle", "1000")],
        about: "first choice, sideways: move a star inside its region",
    },
    // ---- MIN-CONFLICTS ----
    Preset {
        name: "default",
        method: "min-conflicts",
        model: Some("region-stars"),
        settings: &[("moves", "change"), ("blame", "rule"), ("tabu", "2"), ("noise", "0.01"), ("steps", "20000")],
        about: "a star to blame takes the best place in its region",
    },
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
