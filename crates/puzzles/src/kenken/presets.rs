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
    Preset {
        name: "default",
        method: "annealing",
        model: None,
        settings: &[("temperature", "0.4"), ("focus", "1"), ("iterations", "1000000")],
        about: "cages keep legal tuples; one to blame takes another",
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
            ("focus", "1"),
        ],
        about: "each cage from either parent, children are annealed for 500 moves",
    },
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
];
