//! Settings of methods for Sudoku: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----
    Preset {
        name: "report",
        method: "backtracking",
        model: None,
        settings: &[("order", "in-order"), ("values", "in-order"), ("inference", "none")],
        about: "the report's plain backtracking",
    },
    Preset {
        name: "report-forward",
        method: "backtracking",
        model: None,
        settings: &[("order", "in-order"), ("values", "in-order"), ("inference", "forward")],
        about: "the report's forward checking",
    },
    Preset {
        name: "report-arc",
        method: "backtracking",
        model: None,
        settings: &[("order", "in-order"), ("values", "in-order"), ("inference", "mac")],
        about: "the report's arc consistency",
    },
    // ---- ANNEALING ----
    Preset {
        name: "default",
        method: "annealing",
        model: None,
        settings: &[("temperature", "0.5"), ("focus", "1"), ("iterations", "1000000")],
        about: "boxes are dealt their digits; cells to blame swap at a constant temperature",
    },
    Preset {
        name: "report",
        method: "annealing",
        model: None,
        settings: &[
            ("moves", "change"),
            ("temperature", "10"),
            ("alpha", "0.995"),
            ("sample", "50"),
            ("iterations", "1500"),
            ("tries", "1"),
        ],
        about: "every empty cell a random digit, best of 50 changes, cooled from 10, one try",
    },
    // ---- GENETIC ----
    Preset {
        name: "default",
        method: "genetic",
        model: None,
        settings: &[
            ("crossover", "band"),
            ("improvement", "annealing"),
            ("improvement-steps", "500"),
            ("temperature", "0.45"),
            ("focus", "1"),
        ],
        about: "bands of boxes cross, children are annealed for 500 moves",
    },
    Preset {
        name: "report",
        method: "genetic",
        model: None,
        settings: &[
            ("moves", "change"),
            ("population", "100"),
            ("generations", "2000"),
            ("stagnation", "0"),
            ("selection", "tournament"),
            ("contestants", "2"),
            ("crossover", "one-point"),
            ("mutation", "each"),
            ("mutation-rate", "0.008"),
            ("elite", "0"),
            ("duplicates", "keep"),
            ("improvement", "none"),
            ("tries", "1"),
        ],
        about: "one-point crossover on the flat grid, each cell another digit at a rate of .008, one try",
    },
    // ---- HILL CLIMBING ----
    Preset {
        name: "default",
        method: "hill-climbing",
        model: None,
        settings: &[("moves", "deal"), ("idle", "3000")],
        about: "first choice, sideways: swap two cells of a box",
    },
    // ---- MIN-CONFLICTS ----
    Preset {
        name: "default",
        method: "min-conflicts",
        model: None,
        settings: &[("moves", "deal"), ("blame", "rule"), ("tabu", "2"), ("noise", "0.03"), ("steps", "20000")],
        about: "a digit that clashes takes the best swap in its box",
    },
];
