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
    Preset {
        name: "default",
        method: "annealing",
        model: None,
        settings: &[("temperature", "0.4"), ("iterations", "100000")],
        about: "each gap between givens is always a path; stretches of it are redrawn",
    },
    // ---- GENETIC ----
    Preset {
        name: "default",
        method: "genetic",
        model: None,
        settings: &[
            ("crossover", "block"),
            ("improvement", "annealing"),
            ("improvement-steps", "500"),
            ("temperature", "0.4"),
        ],
        about: "each gap between givens from either parent, children are annealed for 500 moves",
    },
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
        settings: &[("moves", "deal"), ("sideways", "no"), ("idle", "2000"), ("tries", "11")],
        about: "first choice with ten random restarts: swap two cells, gains alone",
    },
    Preset {
        name: "report-random",
        method: "hill-climbing",
        model: Some("cells"),
        settings: &[("moves", "deal"), ("choice", "random"), ("steps", "10000"), ("tries", "11")],
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
];
