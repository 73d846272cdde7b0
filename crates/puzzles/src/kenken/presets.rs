//! Settings of methods for KenKen: ours (`default`), and those of the report (`report`).

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
        settings: &[("moves", "tuple"), ("idle", "3000")],
        about: "first choice, sideways: a cage takes another of its tuples",
    },
    // ---- MIN-CONFLICTS ----
    Preset {
        name: "default",
        method: "min-conflicts",
        model: None,
        settings: &[("moves", "tuple"), ("blame", "rule"), ("tabu", "2"), ("noise", "0.03"), ("steps", "20000")],
        about: "the cage of a number that clashes takes the best of its tuples",
    },
    Preset {
        name: "report",
        method: "min-conflicts",
        model: None,
        settings: &[("moves", "change"), ("steps", "1000"), ("tries", "1")],
        about: "one try of 1000 steps, cell by cell",
    },
    // ---- GREEDY, A*, UNIFORM COST ----
];
