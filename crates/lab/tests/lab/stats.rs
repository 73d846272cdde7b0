//! The statistics against `SciPy` (`../fixtures/scipy.json`, made by `make_scipy.py` beside it), and against published values
//! where it has none.

use pencilmark_lab::stats::bootstrap::{Ends, estimate_from};
use pencilmark_lab::stats::effect::vargha_delaney;
use pencilmark_lab::stats::holm::holm;
use pencilmark_lab::stats::normal;
use pencilmark_lab::stats::proportion::wilson;
use pencilmark_lab::stats::quantile::{Summary, median, quantile};
use pencilmark_lab::stats::survival::{Point, RunLength};
use pencilmark_lab::stats::wilcoxon::{Approach, SignedRank, wilcoxon, wilcoxon_by};
use serde_json::Value;

/// The cases of a section of the fixture.
fn section(name: &str) -> Value {
    let fixture: Value = serde_json::from_str(include_str!("../fixtures/scipy.json")).unwrap();
    fixture[name].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    let cases = value.as_array().unwrap();
    assert!(!cases.is_empty());
    cases.iter()
}

/// Equal to nine digits, however small the number; what is 0 may be off by 1e-15.
#[track_caller]
fn close(ours: f64, theirs: f64, what: &str) {
    let margin = if theirs == 0.0 { 1e-15 } else { 1e-9 * theirs.abs() };
    assert!((ours - theirs).abs() <= margin, "{what}: {ours:e}, not {theirs:e}");
}

#[test]
fn normal_probabilities_and_quantiles_are_those_of_scipy() {
    let cases = section("normal");
    for case in each(&cases["cdf"]).map(numbers) {
        close(normal::cdf(case[0]), case[1], &format!("cdf of {}", case[0]));
        close(normal::two_sided(case[0]), 2.0 * case[1].min(normal::cdf(-case[0])), &format!("p of {}", case[0]));
    }
    for case in each(&cases["quantile"]).map(numbers) {
        close(normal::quantile(case[0]).unwrap(), case[1], &format!("quantile {}", case[0]));
    }
}

#[test]
fn wilson_intervals_are_those_of_scipy() {
    for case in each(&section("wilson")) {
        let (solved, runs) = (case["solved"].as_u64().unwrap(), case["runs"].as_u64().unwrap());
        let interval = wilson(solved, runs, number(&case["confidence"])).unwrap();
        close(interval.low, number(&case["low"]), &format!("low end of {solved} of {runs}"));
        close(interval.high, number(&case["high"]), &format!("high end of {solved} of {runs}"));
    }
}

#[test]
fn quantiles_are_those_of_numpy() {
    for case in each(&section("quantiles")) {
        let values = numbers(&case["values"]);
        for point in each(&case["points"]).map(numbers) {
            close(quantile(&values, point[0]).unwrap(), point[1], &format!("quantile {} of {values:?}", point[0]));
        }
        close(median(&values).unwrap(), number(&case["median"]), "median");
        let summary = Summary::of(&values).unwrap();
        close(summary.mean, number(&case["mean"]), "mean");
        close(summary.q1, quantile(&values, 0.25).unwrap(), "lower quartile");
        close(summary.max, quantile(&values, 1.0).unwrap(), "maximum");
    }
}

#[test]
fn signed_rank_tests_are_those_of_scipy() {
    fn check(test: &SignedRank, case: &Value, approach: &str) {
        let (theirs, what) = (&case[approach], format!("{} {approach}", case["name"]));
        assert_eq!(test.n as u64, case["n"].as_u64().unwrap(), "{what}");
        close(test.statistic, number(&theirs["statistic"]), &what);
        close(test.p, number(&theirs["p"]), &what);
        close(test.rank_biserial, number(&case["rank_biserial"]), &what);
        assert_eq!(test.z.is_some(), approach == "normal", "{what}");
        if let Some(z) = test.z {
            close(-z.abs(), number(&theirs["z"]), &what);
        }
    }
    for case in each(&section("wilcoxon")) {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        check(&wilcoxon_by(&a, &b, Approach::Normal).unwrap(), case, "normal");
        if case.get("exact").is_some() {
            check(&wilcoxon_by(&a, &b, Approach::Exact).unwrap(), case, "exact");
        }
        // Ours is exact up to fifty pairs, ties or not; SciPy's "exact" does not know ties.
        let differences = a.iter().zip(&b).filter(|(a, b)| a.total_cmp(b).is_ne()).count();
        let approach = if differences <= 50 { "exact" } else { "normal" };
        if case.get(approach).is_some() {
            check(&wilcoxon(&a, &b).unwrap(), case, approach);
        }
    }
}

#[test]
fn superiority_is_the_u_of_scipy_over_the_pairs() {
    for case in each(&section("superiority")) {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        let ours = vargha_delaney(&a, &b).unwrap();
        close(ours.a12, number(&case["a12"]), &format!("A12 of {a:?} and {b:?}"));
        close(ours.cliffs_delta, 2.0 * ours.a12 - 1.0, "Cliff's delta");
    }
}

#[test]
fn run_length_curves_are_those_of_scipy() {
    let efforts_of = |points: &[Point]| points.iter().map(|point| point.effort).collect::<Vec<f64>>();
    for case in each(&section("survival")) {
        let (solved, stopped) = (numbers(&case["solved"]), numbers(&case["stopped"]));
        let solved_runs = solved.iter().map(|&effort| (effort, true));
        let runs: Vec<(f64, bool)> = stopped.iter().map(|&effort| (effort, false)).chain(solved_runs).collect();
        let curve = RunLength::of(&runs).unwrap();
        for (effort, share) in numbers(&case["efforts"]).into_iter().zip(numbers(&case["shares"])) {
            close(curve.at(effort), share, &format!("{} at {effort}", case["name"]));
            assert_eq!(efforts_of(&curve.steps).contains(&effort), solved.contains(&effort));
        }
        let mut marks = stopped.clone();
        marks.sort_by(f64::total_cmp);
        assert_eq!(efforts_of(&curve.censored), marks);
        for mark in &curve.censored {
            close(mark.share, curve.at(mark.effort), "mark");
        }
        assert_eq!(curve.runs, runs.len());
    }
}

#[test]
fn bootstrap_intervals_are_those_of_scipy_on_the_same_resamples() {
    type Pairs<'a> = &'a mut [(f64, f64)];
    fn median_log_ratio(pairs: Pairs) -> f64 {
        median(&pairs.iter().map(|(a, b)| (b / a).ln()).collect::<Vec<_>>()).unwrap()
    }
    fn ratio_of_means(pairs: Pairs) -> f64 {
        pairs.iter().map(|pair| pair.1).sum::<f64>() / pairs.iter().map(|pair| pair.0).sum::<f64>()
    }
    fn mean_difference(pairs: Pairs) -> f64 {
        pairs.iter().map(|(a, b)| b - a).sum::<f64>() / pairs.len() as f64
    }
    for case in each(&section("bootstrap")) {
        let pairs: Vec<(f64, f64)> = numbers(&case["a"]).into_iter().zip(numbers(&case["b"])).collect();
        let rows: Vec<Vec<usize>> = serde_json::from_value(case["indices"].clone()).unwrap();
        for expected in each(&case["expected"]) {
            let statistic = match expected["statistic"].as_str().unwrap() {
                "median log ratio" => median_log_ratio,
                "ratio of means" => ratio_of_means,
                "mean difference" => mean_difference,
                other => panic!("no statistic {other}"),
            };
            let ends = if expected["method"] == "BCa" { Ends::Bca } else { Ends::Percentile };
            let confidence = number(&expected["confidence"]);
            let ours = estimate_from(&pairs, statistic, rows.clone(), confidence, ends).unwrap();
            let what = format!("{} by {} of {} pairs", expected["statistic"], expected["method"], pairs.len());
            close(ours.value, number(&expected["value"]), &what);
            close(ours.interval.low, number(&expected["low"]), &what);
            close(ours.interval.high, number(&expected["high"]), &what);
        }
    }
}

#[test]
fn holm_adjusts_as_published() {
    // Wikipedia on the Holm-Bonferroni method; the documentation of pingouin.holm; that of @stdlib/stats/padjust; and the
    // values of R's multtest that the tests of statsmodels hold.
    let cases: [(&[f64], &[f64]); 6] = [
        (&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]),
        (&[0.5, 0.003, 0.32, 0.054, 0.0003], &[0.64, 0.012, 0.64, 0.162, 0.0015]),
        (&[0.319, 0.201, 0.4, 0.374, 0.113], &[0.957, 0.804, 0.957, 0.957, 0.565]),
        (
            &[
                0.838_541_367_553,
                0.642_193_923_795,
                0.680_845_947_633,
                0.967_833_824_309,
                0.716_269_382_38,
                0.177_096_952_723,
                5.236_567_772_08e-5,
                0.020_273_268_879_8,
                0.000_281_405_061_98,
                0.014_987_731_079_6,
            ],
            &[
                1.0,
                1.0,
                1.0,
                1.0,
                1.0,
                1.0,
                5.236_567_772_08e-4,
                0.141_912_882_158_6,
                2.532_645_557_82e-3,
                0.119_901_848_636_8,
            ],
        ),
        (&[0.2], &[0.2]),
        (&[], &[]),
    ];
    for (p, expected) in cases {
        let adjusted = holm(p).unwrap();
        assert_eq!(adjusted.len(), expected.len());
        for (ours, theirs) in adjusted.iter().zip(expected) {
            close(*ours, *theirs, &format!("Holm of {p:?}"));
        }
    }
}
