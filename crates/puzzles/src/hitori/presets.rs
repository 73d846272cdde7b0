//! Settings of methods for Hitori: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----

    // ---- ANNEALING ----
    Preset {
        name: "default",
        method: "annealing",
        model: None,
        settings: &[("temperature", "0.4"), ("iterations", "100000")],
        about: "shade copies, white out what touches or cuts off",
    },
    // ---- GENETIC ----
    Preset {
        name: "default",
        method: "genetic",
        model: None,
        settings: &[
            ("crossover", "band"),
            ("improvement", "annealing"),
            ("improvement-steps", "200"),
            ("temperature", "0.4"),
        ],
        about: "runs of cells cross and are repaired, children are annealed for 200 moves",
    },
    // ---- HILL CLIMBING ----

    // ---- MIN-CONFLICTS ----

    // ---- GREEDY, A*, UNIFORM COST ----
];
