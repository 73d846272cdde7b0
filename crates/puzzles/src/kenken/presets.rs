//! Settings of methods for KenKen: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----

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

    // ---- MIN-CONFLICTS ----

    // ---- GREEDY, A*, UNIFORM COST ----
];
