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
];
