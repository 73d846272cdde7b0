//! Settings of methods for Star Battle: ours (`default`), and those of the report (`report`).

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
];
