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
    Preset {
        name: "default",
        method: "hill-climbing",
        model: None,
        settings: &[("moves", "repair"), ("idle", "300")],
        about: "first choice among boards that keep the hard rules: shade a copy, whiten what it disturbs",
    },
    Preset {
        name: "steepest",
        method: "hill-climbing",
        model: None,
        settings: &[("choice", "steepest"), ("moves", "change"), ("idle", "50")],
        about: "the best of all single changes, sideways too, with random restarts",
    },
    Preset {
        name: "weighted",
        method: "hill-climbing",
        model: None,
        settings: &[("choice", "weighted"), ("moves", "change"), ("idle", "50")],
        about: "a single change drawn by its gain, sideways too, with random restarts",
    },
    Preset {
        name: "report",
        method: "hill-climbing",
        model: Some("weak"),
        settings: &[
            ("choice", "steepest"),
            ("moves", "change"),
            ("sideways", "no"),
            ("start", "natural"),
            ("tries", "1"),
        ],
        about: "one try from all white under the weak rule: the best single change",
    },
    Preset {
        name: "report-random",
        method: "hill-climbing",
        model: Some("weak"),
        settings: &[
            ("choice", "weighted"),
            ("moves", "change"),
            ("sideways", "no"),
            ("start", "natural"),
            ("tries", "1"),
        ],
        about: "one try from all white under the weak rule: a single change drawn by its gain",
    },
    // ---- MIN-CONFLICTS ----
    Preset {
        name: "default",
        method: "min-conflicts",
        model: None,
        settings: &[("moves", "repair"), ("blame", "rule"), ("tabu", "2"), ("steps", "2000")],
        about: "a copy changes colour, and what it disturbs turns white",
    },
    // ---- GREEDY, A*, UNIFORM COST ----
    Preset {
        name: "default",
        method: "greedy",
        model: None,
        settings: &[("space", "repair"), ("heuristic", "conflicts")],
        about: "from all white, shade duplicates; the rule that leaves the fewest ways first",
    },
    Preset {
        name: "report",
        method: "greedy",
        model: Some("weak"),
        settings: &[("space", "repair"), ("heuristic", "conflicts"), ("mend", "any")],
        about: "the report's: any duplicate may be shaded, h = duplicates left, the weak rule",
    },
    Preset {
        name: "report-white",
        method: "greedy",
        model: Some("weak"),
        settings: &[("space", "repair"), ("heuristic", "unassigned"), ("mend", "any")],
        about: "the report's with h = white cells",
    },
    Preset {
        name: "default",
        method: "a-star",
        model: None,
        settings: &[("space", "repair"), ("heuristic", "disjoint")],
        about: "from all white, shade as few cells as possible",
    },
    Preset {
        name: "report",
        method: "a-star",
        model: Some("weak"),
        settings: &[("space", "repair"), ("heuristic", "conflicts"), ("mend", "any")],
        about: "the report's: any duplicate may be shaded, h = duplicates left, the weak rule",
    },
    Preset {
        name: "report-white",
        method: "a-star",
        model: Some("weak"),
        settings: &[("space", "repair"), ("heuristic", "unassigned"), ("mend", "any")],
        about: "the report's with h = white cells",
    },
    Preset {
        name: "report",
        method: "uniform-cost",
        model: Some("weak"),
        settings: &[("space", "repair"), ("mend", "any")],
        about: "the report's: A* without h",
    },
    Preset {
        name: "default",
        method: "uniform-cost",
        model: None,
        settings: &[("order", "dom-wdeg"), ("inference", "full")],
        about: "decide where rules have failed most often",
    },
];
