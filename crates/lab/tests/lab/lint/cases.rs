//! Planted faults, one or more a rule, each with its healthy twin.

/// When a fault shows.
#[derive(PartialEq, Eq)]
pub(crate) enum Shows {
    InPlan,
    InRecords,
}
use Shows::{InPlan, InRecords};

pub(crate) struct Case {
    pub(crate) rule: &'static str,
    pub(crate) shows: Shows,
    pub(crate) fault: &'static str,
    /// What the warning names.
    pub(crate) observed: &'static [&'static str],
    pub(crate) healthy: &'static str,
}

pub(crate) const CASES: &[Case] = &[
    Case {
        rule: "one-run",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small", count = 1 }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
        observed: &["one run: an anecdote, not evidence", "`backtracking` and `sat`", "`sudoku-4-0`"],
        healthy: r#"instances = [{ corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
    },
    Case {
        rule: "one-run",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small", count = 1 }]
            arms = [{ method = "annealing" }]"#,
        observed: &["the seeds of `annealing`", "one puzzle alone"],
        healthy: r#"instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "annealing" }]"#,
    },
    Case {
        rule: "few-runs",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small", count = 19 }]
            arms = [{ method = "sat" }]"#,
        observed: &["19 puzzles"],
        healthy: r#"instances = [{ corpus = "sudoku/small", count = 20 }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "few-runs",
        shows: InPlan,
        fault: r#"seeds = 1
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:values=random" }, { method = "annealing", seeds = 5 }, { method = "sat" }]"#,
        observed: &["1 seed for `backtracking:values=random`", "5 seeds for `annealing`"],
        healthy: r#"seeds = 30
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:values=random" }, { method = "sat", seeds = 1 }]"#,
    },
    Case {
        rule: "duplicates",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small" }, { corpus = "sudoku/small", count = 1 }]
            arms = [{ method = "sat" }]"#,
        observed: &["21 puzzles, but 20 different", "`sudoku-4-0 (2)` is `sudoku-4-0`"],
        healthy: r#"instances = [{ corpus = "sudoku/small" }, { corpus = "sudoku/normal" }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "pooled",
        shows: InPlan,
        fault: r#"instances = [{ kind = "kenken", size = [4, 5], count = 2 }]
            arms = [{ method = "sat" }]"#,
        observed: &["2 sizes (4x4 and 5x5)"],
        healthy: r#"instances = [{ corpus = "sudoku/normal", count = 2 }, { corpus = "sudoku/hard", count = 2 }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "pooled",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/small", count = 2 }, { corpus = "hidato/small", count = 2 }]
            arms = [{ method = "sat" }]"#,
        observed: &["2 kinds (Sudoku and Hidato)"],
        healthy: r#"instances = [{ corpus = "hidato/small", count = 4 }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "several-solutions",
        shows: InPlan,
        fault: r#"instances = [{ kind = "hidato", size = 6, missing = 0.8, several_ok = true, count = 3 }]
            arms = [{ method = "sat" }]"#,
        observed: &["of 3 puzzles have more than one solution"],
        healthy: r#"instances = [{ kind = "hidato", size = 6, missing = 0.4, count = 3 }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "tuned-arms",
        shows: InPlan,
        fault: r#"tuned_on = ["sudoku/small"]
            instances = [{ corpus = "sudoku/normal", count = 2 }]
            arms = [{ method = "annealing:focus=1" }, { method = "hill-climbing" }, { method = "sat" }]"#,
        observed: &["`annealing:focus=1` is tuned, and `hill-climbing` is not"],
        healthy: r#"tuned_on = ["sudoku/small"]
            instances = [{ corpus = "sudoku/normal", count = 2 }]
            arms = [{ method = "annealing:focus=1" }, { method = "hill-climbing:tries=3" }, { method = "sat" }]"#,
    },
    Case {
        rule: "tuned-arms",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "sudoku/normal", count = 2 }]
            arms = [{ method = "annealing", tuned = true }, { method = "hill-climbing" }]"#,
        observed: &["`annealing` is tuned, and `hill-climbing` is not"],
        healthy: r#"instances = [{ corpus = "sudoku/normal", count = 2 }]
            arms = [{ method = "annealing" }, { method = "hill-climbing" }]"#,
    },
    Case {
        rule: "picked",
        shows: InPlan,
        fault: r#"seeds = 2
            instances = [{ corpus = "hidato/small", count = 2 }]
            base = { method = "annealing" }
            factors = { focus = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] }"#,
        observed: &["the best of 6 levels of focus"],
        healthy: r#"seeds = 2
            instances = [{ corpus = "hidato/small", count = 2 }]
            base = { method = "annealing" }
            factors = { focus = [0.1, 0.5] }"#,
    },
    Case {
        rule: "disguised",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "greedy" }, { method = "a-star" }]"#,
        observed: &["`greedy` and `a-star` have the same counters in every run"],
        healthy: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "greedy" }, { method = "backtracking" }]"#,
    },
    Case {
        rule: "picked",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hidato/small", count = 2 }]
            base = { method = "backtracking" }
            factors = { order = ["in-order", "mrv", "mrv-degree"], inference = ["none", "forward", "mac"] }"#,
        observed: &["the best of 9 combinations of levels"],
        healthy: r#"instances = [{ corpus = "hidato/small", count = 2 }]
            base = { method = "backtracking" }
            factors = { order = ["in-order", "mrv"], inference = ["none", "forward", "mac"] }"#,
    },
    Case {
        rule: "disguised",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "sudoku/hard" }]
            arms = [{ method = "sat" }, { method = "exact:patience=1" }]"#,
        observed: &["`exact:patience=1` hands over to another method in"],
        healthy: r#"instances = [{ corpus = "sudoku/hard" }]
            arms = [{ method = "sat" }, { method = "exact" }]"#,
    },
    Case {
        rule: "disguised",
        shows: InRecords,
        fault: r#"seeds = 2
            budget = { evaluations = 3 }
            instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "genetic" }]"#,
        observed: &["`genetic` breeds no generation in 40 of 40 runs"],
        healthy: r#"seeds = 2
            instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "genetic" }]"#,
    },
    Case {
        rule: "unspent",
        shows: InRecords,
        fault: r#"measure = "assignments"
            instances = [{ corpus = "star-battle/small", count = 6 }]
            arms = [{ method = "exact" }, { method = "merge" }]"#,
        observed: &["assignments are measured, and no run of `exact` spends any"],
        healthy: r#"measure = "checks"
            instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "ac-3" }, { method = "backtracking" }]"#,
    },
    Case {
        rule: "currencies",
        shows: InRecords,
        fault: r#"seeds = 2
            budget = { checks = 3000 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "annealing" }, { method = "exact" }]"#,
        observed: &["the budget stopped runs of `annealing`"],
        healthy: r#"seeds = 2
            budget = { checks = 3000 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "annealing" }, { method = "hill-climbing" }]"#,
    },
    Case {
        rule: "rules",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "exact" }, { method = "exact:model=weak" }]"#,
        observed: &["`exact:model=weak`", "other rules"],
        healthy: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "exact:model=weak" }, { method = "sat:model=weak" }]"#,
    },
    Case {
        rule: "unsolvable",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hidato/report" }, { corpus = "hidato/small" }]
            arms = [{ method = "exact" }]"#,
        observed: &["1 puzzle proved to have no solution", "report-title-page"],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "exact" }]"#,
    },
    Case {
        rule: "tuned-on-test",
        shows: InPlan,
        fault: r#"tuned_on = ["sudoku/small"]
            instances = [{ corpus = "sudoku/normal", count = 3 }, { corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "sat" }]"#,
        observed: &["tuned on `sudoku/small`", "2 of the 5 puzzles", "`sudoku-4-0`"],
        healthy: r#"tuned_on = ["sudoku/small"]
            instances = [{ corpus = "sudoku/normal" }]
            arms = [{ method = "sat" }]"#,
    },
    Case {
        rule: "changed-seeds",
        shows: InPlan,
        fault: r#"seeds = 2
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "annealing" }, { method = "min-conflicts", first_seed = 7 }, { method = "hill-climbing" }]"#,
        observed: &["seeds 0 to 1 for `annealing` and `hill-climbing`", "seeds 7 to 8 for `min-conflicts`"],
        healthy: r#"seeds = 2
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "annealing" }, { method = "min-conflicts" }, { method = "sat", first_seed = 7 }]"#,
    },
    Case {
        rule: "budgets",
        shows: InPlan,
        fault: r#"budget = { checks = 20_000 }
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "sat" }, { method = "exact", budget = { checks = 40_000 } }, { method = "backtracking" }]"#,
        observed: &["`sat` and `backtracking` may spend 20,000 checks", "`exact` may spend 40,000 checks"],
        healthy: r#"budget = { checks = 20_000, seconds = 30.0 }
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "sat" }, { method = "exact", budget = { checks = 20_000 } }]"#,
    },
    Case {
        rule: "budgets",
        shows: InRecords,
        fault: r#"seeds = 2
            budget = { nodes = 1000 }
            instances = [{ corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "annealing" }, { method = "backtracking" }]"#,
        observed: &["only time stops `annealing`", "1,000 nodes"],
        healthy: r#"seeds = 2
            budget = { nodes = 1000, evaluations = 1000 }
            instances = [{ corpus = "sudoku/small", count = 2 }]
            arms = [{ method = "annealing" }, { method = "backtracking" }]"#,
    },
    Case {
        rule: "several-factors",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "kenken/small" }]
            arms = [{ method = "backtracking/report" }, { method = "backtracking/report-basic" }]"#,
        observed: &["order (mrv, in-order)", "inference (forward, none)", "preprocess (ac3, none)"],
        healthy: r#"instances = [{ corpus = "kenken/small" }]
            arms = [
                { method = "backtracking/report" },
                { method = "backtracking/report:preprocess=none" },
                { method = "backtracking/report-basic" },
                { method = "backtracking/report-basic:inference=forward" },
                { method = "annealing" },
            ]"#,
    },
    Case {
        rule: "several-factors",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "backtracking:model=cells,order=mrv" }, { method = "backtracking:model=numbers,order=in-order" }]"#,
        observed: &["model (cells, numbers)", "order (mrv, in-order)"],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            base = { method = "backtracking" }
            factors = { model = ["cells", "numbers"], order = ["mrv", "in-order"], inference = ["mac", "forward"] }"#,
    },
    Case {
        rule: "overestimates",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hitori/small", count = 3 }]
            arms = [{ method = "a-star/report" }, { method = "a-star" }, { method = "greedy/report" }]"#,
        observed: &["`a-star/report` expects 14 changes on `hitori-5-0`, and 8 lead"],
        healthy: r#"instances = [{ corpus = "hitori/small" }, { corpus = "sudoku/small" }]
            arms = [{ method = "a-star" }, { method = "greedy:heuristic=conflicts" }]"#,
    },
    Case {
        rule: "overestimates",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hitori/small", count = 3 }]
            arms = [{ method = "a-star:weight=3" }]"#,
        observed: &["`a-star:weight=3`"],
        healthy: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "a-star:weight=0.5" }]"#,
    },
    Case {
        rule: "no-op",
        shows: InPlan,
        fault: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:inference=mac" }]"#,
        observed: &[
            "`backtracking` and `backtracking:inference=mac` have the same settings",
            "with `inference=mac` or without",
        ],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:inference=forward" }]"#,
    },
    Case {
        rule: "no-op",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hidato/small" }]
            base = { method = "backtracking" }
            factors = { order = ["mrv", "in-order"], preprocess = ["none", "ac3"] }"#,
        observed: &[
            "preprocess (none, ac3) changes nothing",
            "`mrv + none` and `mrv + ac3` in all 20 runs; `in-order + none` and",
        ],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            base = { method = "backtracking", model = "numbers" }
            factors = { inference = ["none", "forward"], preprocess = ["none", "ac3"] }"#,
    },
    Case {
        rule: "no-op",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:order=in-order" }]"#,
        observed: &["order (mrv, in-order) changes nothing", "every puzzle is solved before any decision"],
        healthy: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:order=in-order" }]"#,
    },
    Case {
        rule: "no-op",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hitori/small" }]
            arms = [{ method = "ac-3" }, { method = "a-star" }]"#,
        observed: &["inference removes no value in any run: AC-3 of `ac-3` in 20 runs"],
        healthy: r#"instances = [{ corpus = "hidato/small" }]
            arms = [{ method = "ac-3" }, { method = "a-star" }]"#,
    },
    Case {
        rule: "censored",
        shows: InRecords,
        fault: r#"seeds = 2
            budget = { checks = 2_000 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "annealing" }, { method = "ac-3" }, { method = "exact", budget = { checks = 100_000 } }]"#,
        observed: &["`annealing` answers 0 of 40 runs", "bound"],
        healthy: r#"seeds = 2
            budget = { checks = 20_000 }
            instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "annealing" }, { method = "exact" }]"#,
    },
    Case {
        rule: "floor",
        shows: InRecords,
        fault: r#"budget = { checks = 100 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "backtracking" }, { method = "greedy" }]"#,
        observed: &["no arm answers anything: 0 of 40 runs"],
        healthy: r#"budget = { checks = 100_000 }
            instances = [{ corpus = "star-battle/normal" }]
            arms = [{ method = "backtracking" }, { method = "greedy" }]"#,
    },
    Case {
        rule: "floor",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "sudoku/normal" }]
            arms = [{ method = "backtracking" }, { method = "sat" }]"#,
        observed: &["without any search", "of 40 runs"],
        healthy: r#"instances = [{ corpus = "sudoku/normal" }]
            arms = [{ method = "backtracking" }, { method = "backtracking:inference=none" }]"#,
    },
    Case {
        rule: "floor",
        shows: InRecords,
        fault: r#"measure = "assignments"
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:inference=forward" }, { method = "backtracking" }]"#,
        observed: &["in 40 of 40 runs"],
        healthy: r#"measure = "assignments"
            instances = [{ corpus = "sudoku/small" }]
            arms = [{ method = "backtracking:inference=none,order=in-order" }, { method = "backtracking:order=in-order" }]"#,
    },
    Case {
        rule: "ceiling",
        shows: InRecords,
        fault: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "greedy" }, { method = "a-star" }]"#,
        observed: &["every arm answers all of 40 runs", "the same checks on every puzzle"],
        healthy: r#"instances = [{ corpus = "hidato/normal" }]
            arms = [{ method = "greedy" }, { method = "backtracking" }]"#,
    },
];
