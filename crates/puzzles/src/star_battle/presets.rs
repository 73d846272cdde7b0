//! Settings of methods for Star Battle: ours (`default`), and those of the report (`report`).

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    // ---- BACKTRACKING, AC-3 ----
    Preset {
        name: "report",
        method: "backtracking",
        model: Some("region-stars"),
        settings: &[("order", "mrv"), ("values", "in-order"), ("inference", "forward")],
        about: "the report's two variables per region, MRV and forward checking",
    },
    // ---- ANNEALING ----
    Preset {
        name: "default",
        method: "annealing",
        model: None,
        settings: &[("temperature", "0.5"), ("focus", "1"), ("iterations", "500000")],
        about: "regions keep their stars; one to blame shifts at a constant temperature",
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
            ("temperature", "0.5"),
            ("focus", "1"),
        ],
        about: "each region from either parent, children are annealed for 500 moves",
    },
    Preset {
        name: "report",
        method: "genetic",
        model: Some("row-stars"),
        settings: &[
            ("population", "100"),
            ("generations", "1000"),
            ("stagnation", "0"),
            ("selection", "roulette"),
            ("cut-off", "11"),
            ("crossover", "whole-set"),
            ("crossover-generations", "40"),
            ("mutation", "move"),
            ("mutation-rate", "0.9"),
            ("elite", "0"),
            ("duplicates", "keep"),
            ("improvement", "none"),
            ("tries", "1"),
        ],
        about: "two permutations of the columns, crossed whole for 40 generations, swaps in 90 %",
    },
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
    Preset {
        name: "default",
        method: "greedy",
        model: None,
        settings: &[("order", "dom-wdeg")],
        about: "decide where rules have failed most often",
    },
    Preset {
        name: "default",
        method: "a-star",
        model: None,
        settings: &[("order", "dom-wdeg")],
        about: "decide where rules have failed most often",
    },
    Preset {
        name: "default",
        method: "uniform-cost",
        model: Some("region-stars"),
        settings: &[("order", "dom-wdeg")],
        about: "few variables with many values keep the tree shallow",
    },
];
