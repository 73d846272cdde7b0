//! Settings of methods for Hidato: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----

    // ---- ANNEALING ----
    Preset {
        name: "default",
        method: "annealing",
        model: None,
        settings: &[("temperature", "0.4"), ("iterations", "100000")],
        about: "each gap between givens is always a path; stretches of it are taken anew",
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

    // ---- MIN-CONFLICTS ----

    // ---- GREEDY, A*, UNIFORM COST ----
];
