//! Settings of methods for Hidato: ours (`default`), and those of the report (`report`).

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
        settings: &[("moves", "chain"), ("idle", "20000")],
        about: "first choice, sideways, among boards where every number is beside the next",
    },
    Preset {
        name: "report",
        method: "hill-climbing",
        model: Some("cells"),
        settings: &[("moves", "deal"), ("sideways", "no"), ("idle", "2000")],
        about: "first choice with random restart: swap two cells, gains alone",
    },
    Preset {
        name: "report-random",
        method: "hill-climbing",
        model: Some("cells"),
        settings: &[("moves", "deal"), ("choice", "random"), ("steps", "10000")],
        about: "the random walk: swap any two cells",
    },
    // ---- MIN-CONFLICTS ----
    Preset {
        name: "default",
        method: "min-conflicts",
        model: None,
        settings: &[("moves", "chain"), ("blame", "rule"), ("steps", "20000")],
        about: "a number that shares its cell takes the best of a few other ways",
    },
    // ---- GREEDY, A*, UNIFORM COST ----
];
