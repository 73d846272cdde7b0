//! Edges and symmetries. What has a counterpart in `SciPy` is checked against it in `tests/lab/stats.rs`.

use super::bands::{bands, cost_at, log_grid};
use super::bootstrap::{Bootstrap, Ends, estimate_from, median_ratio};
use super::effect::{Magnitude, vargha_delaney};
use super::holm::holm;
use super::par::{Solved, cactus, par2};
use super::proportion::wilson;
use super::quantile::{Summary, median, quantile};
use super::shift::typical_ratio;
use super::survival::RunLength;
use super::wilcoxon::{SignedRank, wilcoxon};
use super::{Estimate, SIGNIFICANCE, normal};

const INF: f64 = f64::INFINITY;

/// Equal to nine digits, or both infinite.
#[track_caller]
fn close(found: f64, expected: f64) {
    let same = found.total_cmp(&expected).is_eq() || (found - expected).abs() <= 1e-9 * expected.abs().max(1e-6);
    assert!(same, "{found:e}, not {expected:e}");
}

#[test]
fn quantiles_among_unsolved_runs_are_never_nan() {
    let cases: [(&[f64], f64, f64); 8] = [
        (&[1.0, INF], 0.5, INF),
        (&[1.0, 2.0, INF], 0.5, 2.0),
        (&[1.0, 2.0, 3.0, INF], 0.5, 2.5),
        (&[INF, INF], 0.3, INF),
        (&[-INF, 1.0], 0.5, -INF),
        (&[-INF, INF], 0.5, 0.0),
        (&[-INF, INF], 0.4, -INF),
        (&[1.0, INF], 0.0, 1.0),
    ];
    for (values, p, expected) in cases {
        assert_eq!(quantile(values, p), Some(expected), "{p} of {values:?}");
        assert_eq!(median(values), quantile(values, 0.5), "median of {values:?}");
    }
    // 0.28 x 25 is 7.000000000000001 in floating point: the eighth value all the same, not a step towards the ninth.
    let eight_of_26: Vec<f64> = (0..26).map(|i| if i < 8 { f64::from(i) } else { INF }).collect();
    assert_eq!(quantile(&eight_of_26, 0.28), Some(7.0));

    let summary = Summary::of(&[4.0, INF, 1.0, 3.0, 2.0]).unwrap();
    assert_eq!((summary.n, summary.min, summary.q1, summary.q3, summary.max), (5, 1.0, 2.0, 4.0, INF));
    assert_eq!((summary.median, summary.mean), (3.0, INF));
}

#[test]
fn input_without_an_answer_gives_none() {
    let nan = f64::NAN;
    assert_eq!(wilson(0, 0, 0.95), None);
    assert_eq!(wilson(3, 2, 0.95), None);
    assert_eq!(wilson(1, 2, 1.0), None);
    for values in [&[][..], &[1.0, nan]] {
        assert_eq!(quantile(values, 0.5), None);
        assert_eq!(median(values), None);
        assert_eq!(Summary::of(values), None);
        assert_eq!(wilcoxon(values, values), None);
        assert_eq!(vargha_delaney(values, &[1.0]), None);
        assert_eq!(vargha_delaney(&[1.0], values), None);
        assert_eq!(median_ratio(values, values, 1), None);
    }
    assert_eq!(holm(&[0.1, nan]), None);
    assert_eq!(holm(&[0.1, 1.1]), None);
    assert_eq!(quantile(&[1.0], 1.5), None);
    assert_eq!(normal::quantile(nan), None);
    assert_eq!(Summary::of(&[INF, -INF]), None);
    assert_eq!(wilcoxon(&[1.0], &[1.0, 2.0]), None);
    assert_eq!(median_ratio(&[1.0], &[1.0, 2.0], 1), None);
    assert_eq!(median_ratio(&[0.0], &[1.0], 1), None);
    assert_eq!(median_ratio(&[INF], &[INF], 1), None);
    assert_eq!(RunLength::of(&[]), None);
    assert_eq!(RunLength::of(&[(nan, false)]), None);
    assert_eq!(RunLength::of(&[(INF, true)]), None);
    assert_eq!(par2(&[], 10.0), None);
    assert_eq!(par2(&[(1.0, true)], nan), None);
    assert_eq!(log_grid(0.0, 10.0, 5), None);
    assert_eq!(log_grid(1.0, 10.0, 1), None);
    assert!(cactus(&[(1.0, false)]).is_empty());
    assert!(bands(&[] as &[Vec<(f64, f64)>], &[1.0]).is_empty());

    let constant = |_: &mut [f64]| 1.0;
    assert_eq!(Bootstrap { resamples: 0, ..Bootstrap::new(1) }.estimate(&[1.0], constant), None);
    assert_eq!(Bootstrap::new(1).estimate(&[1.0], |_| nan), None);
    assert_eq!(Bootstrap { ends: Ends::Bca, ..Bootstrap::new(1) }.estimate(&[1.0, 2.0], constant), None);
    assert_eq!(Bootstrap { ends: Ends::Bca, ..Bootstrap::new(1) }.estimate(&[1.0], |data| data[0]), None);
    assert_eq!(estimate_from(&[1.0], constant, [vec![1]], 0.95, Ends::Percentile), None);
}

#[test]
fn equal_pairs_are_no_evidence() {
    let test = wilcoxon(&[3.0, INF, 5.0], &[3.0, INF, 5.0]).unwrap();
    assert_eq!(test, SignedRank { n: 0, statistic: 0.0, z: None, p: 1.0, rank_biserial: 0.0 });
    close(vargha_delaney(&[INF, 1.0], &[INF, 1.0]).unwrap().a12, 0.5);
    let ratio = median_ratio(&[3.0, 4.0, 5.0], &[3.0, 4.0, 5.0], 1).unwrap();
    assert_eq!((ratio.value, ratio.interval.low, ratio.interval.high), (1.0, 1.0, 1.0));
}

#[test]
fn ratios_of_unsolved_runs_leave_the_interval_open() {
    let a = [10.0; 11];
    // (unsolved by a alone, unsolved by b alone, unsolved by both, the ratio of the rest) -> (value, low open, high open)
    let cases = [
        ((0, 0, 4, 2.0), (2.0, false, false)),
        ((0, 4, 0, 2.0), (2.0, false, true)),
        ((4, 0, 0, 2.0), (2.0, true, false)),
        ((3, 3, 0, 2.0), (2.0, true, true)),
        ((0, 8, 0, 2.0), (INF, false, true)),
        ((0, 11, 0, 2.0), (INF, false, true)),
        ((11, 0, 0, 2.0), (0.0, true, false)),
    ];
    for ((by_a, by_b, by_both, factor), (value, low_open, high_open)) in cases {
        let (mut a, mut b) = (a, a.map(|effort| effort * factor));
        a[..by_a].fill(INF);
        b[by_a..by_a + by_b].fill(INF);
        a[11 - by_both..].fill(INF);
        b[11 - by_both..].fill(INF);
        let ratio = median_ratio(&a, &b, 7).unwrap();
        close(ratio.value, value);
        assert_eq!(ratio.interval.low == 0.0, low_open, "{ratio:?}");
        assert_eq!(ratio.interval.high == INF, high_open, "{ratio:?}");
    }
    let even = median_ratio(&[INF, 5.0], &[5.0, INF], 7).unwrap();
    assert_eq!((even.value, even.interval.low, even.interval.high), (1.0, 0.0, INF));
}

#[test]
fn an_end_beside_an_infinity_goes_outwards() {
    let first = |data: &mut [f64]| data[0];
    for (data, low, high) in [([1.0, INF], 1.0, INF), ([1.0, -INF], -INF, 1.0), ([INF, -INF], -INF, INF)] {
        let Estimate { interval, .. } =
            estimate_from(&data, first, [vec![0], vec![1]], 0.95, Ends::Percentile).unwrap();
        assert_eq!((interval.low, interval.high), (low, high), "{data:?}");
    }
}

/// Pairs that no generator of random numbers is needed for.
fn some_pairs(n: u32) -> (Vec<f64>, Vec<f64>) {
    let a = (0..n).map(|i| f64::from(i * 7919 % 101 + 1));
    let b = (0..n).map(|i| if i % 13 == 5 { INF } else { f64::from(i * 104_729 % 89 + 1) });
    (a.collect(), b.collect())
}

#[test]
fn exchanging_the_methods_mirrors_every_answer() {
    for n in [1, 2, 7, 20, 61] {
        let (a, b) = some_pairs(n);
        let (one, other) = (median_ratio(&a, &b, 3).unwrap(), median_ratio(&b, &a, 3).unwrap());
        let inverse = |x: f64| if x == 0.0 { INF } else { 1.0 / x };
        close(one.value, inverse(other.value));
        close(one.interval.low, inverse(other.interval.high));
        close(one.interval.high, inverse(other.interval.low));

        let (one, other) = (wilcoxon(&a, &b).unwrap(), wilcoxon(&b, &a).unwrap());
        assert_eq!((one.p, one.statistic, one.rank_biserial), (other.p, other.statistic, -other.rank_biserial));
        let (one, other) = (vargha_delaney(&a, &b).unwrap(), vargha_delaney(&b, &a).unwrap());
        close(one.a12, 1.0 - other.a12);
        assert_eq!((one.magnitude, one.cliffs_delta), (other.magnitude, -other.cliffs_delta));
    }
    for (solved, runs) in [(0, 9), (2, 9), (500, 1000)] {
        let (one, other) = (wilson(solved, runs, 0.95).unwrap(), wilson(runs - solved, runs, 0.95).unwrap());
        close(one.low, 1.0 - other.high);
        assert!(one.contains(solved as f64 / runs as f64));
    }
}

#[test]
fn a_seed_replays_an_interval() {
    let (a, b) = some_pairs(40);
    let Estimate { value, interval } = median_ratio(&a, &b, 2026).unwrap();
    assert_eq!(median_ratio(&a, &b, 2026), Some(Estimate { value, interval }));
    assert_ne!(
        Bootstrap { resamples: 100, ..Bootstrap::new(1) }.estimate(&a, |a| a.iter().sum()),
        Bootstrap { resamples: 100, ..Bootstrap::new(2) }.estimate(&a, |a| a.iter().sum())
    );
    assert!(interval.contains(value));
}

#[test]
fn bootstrap_medians_cover_what_the_binomial_says() {
    // The median of a resample of an odd number of distinct values is the k-th smallest with a known probability, so the
    // interval of many resamples ends at known order statistics. For 25 values at 95 %, the 8th and the 18th.
    let b: Vec<f64> = (1..=25).map(f64::from).collect();
    let estimate = median_ratio(&[1.0; 25], &b, 5).unwrap();
    close(estimate.value, 13.0);
    close(estimate.interval.low, 8.0);
    close(estimate.interval.high, 18.0);
}

#[test]
fn magnitudes_have_the_words_of_vargha_and_delaney() {
    // `wins` of 100 comparisons of one value with a hundred.
    for (wins, word) in
        [(50, "negligible"), (55, "negligible"), (56, "small"), (63, "small"), (64, "medium"), (71, "large")]
    {
        let b: Vec<f64> = (0..100).map(f64::from).collect();
        for wins in [wins, 100 - wins] {
            let found = vargha_delaney(&[f64::from(wins) - 0.5], &b).unwrap();
            assert_eq!(found.magnitude.to_string(), word, "{wins} wins");
        }
    }
    assert!(Magnitude::Small < Magnitude::Large);
}

#[test]
fn a_common_budget_gives_the_plain_share_exactly() {
    let runs: Vec<(f64, bool)> = (1..=49).map(|i| (f64::from(i.min(30)), i <= 29)).collect();
    let curve = RunLength::of(&runs).unwrap();
    for (index, step) in curve.steps.iter().enumerate() {
        close(step.share, (index + 1) as f64 / 49.0);
    }
    assert_eq!((curve.steps.len(), curve.censored.len(), curve.at(0.5)), (29, 20, 0.0));
}

#[test]
fn unsolved_runs_cost_twice_the_budget_and_end_the_cactus() {
    let runs = [(30.0, true), (100.0, false), (10.0, true), (7.0, false)];
    assert_eq!(par2(&runs, 100.0), Some((30.0 + 10.0 + 200.0 + 200.0) / 4.0));
    assert_eq!(cactus(&runs), [Solved { count: 1, effort: 10.0 }, Solved { count: 2, effort: 30.0 }]);
}

#[test]
fn bands_are_quantiles_of_the_runs_that_have_begun() {
    let runs = [vec![(1.0, 10.0), (4.0, 2.0)], vec![(2.0, 20.0), (3.0, 0.0)], vec![(5.0, 4.0)], vec![]];
    let found = bands(&runs, &[0.5, 1.0, 2.0, 4.5, 9.0]);
    let row = |i: usize| (found[i].effort, found[i].runs, found[i].median);
    assert_eq!(found.len(), 4, "nothing has begun at 0.5");
    assert_eq!([row(0), row(1), row(2), row(3)], [(1.0, 1, 10.0), (2.0, 2, 15.0), (4.5, 2, 1.0), (9.0, 3, 2.0)]);
    close(found[1].low, 11.0);
    close(found[1].high, 19.0);
    assert_eq!(cost_at(&runs[0], 3.999), Some(10.0));
    assert_eq!(cost_at(&runs[0], 0.999), None);

    let grid = log_grid(1.0, 1e6, 7).unwrap();
    for (power, effort) in grid.iter().enumerate() {
        close(*effort, 10_f64.powi(power as i32));
    }
    assert_eq!((grid[0], grid[6]), (1.0, 1e6));
}

#[test]
fn ties_do_not_make_few_pairs_significant() {
    // Every sign pattern of five equal ranks, counted by hand: the two extremes of 32.
    let test = wilcoxon(&[INF, INF, INF, INF, INF], &[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
    assert!((test.p - 2.0 / 32.0).abs() < 1e-12 && test.z.is_none());
    let four = wilcoxon(&[2.0, 3.0, 4.0, 5.0], &[1.0, 2.0, 3.0, 4.0]).unwrap();
    assert!((four.p - 2.0 / 16.0).abs() < 1e-12);
}

#[test]
fn runs_on_one_puzzle_are_worth_less_than_as_many_puzzles() {
    use super::proportion::{effective_runs, wilson, wilson_of};
    // One run a puzzle: as many as there are. All alike on a puzzle: one each. All alike everywhere: one each.
    assert_eq!(effective_runs(&[(1, 1), (0, 1), (1, 1)]), Some(3.0));
    assert_eq!(effective_runs(&[(30, 30), (0, 30), (30, 30), (0, 30)]), Some(4.0));
    assert_eq!(effective_runs(&[(30, 30); 20]), Some(20.0));
    // Shares that differ no more than chance: all of them. scipy.stats.f_oneway gives F = 10.0465116279 for the next.
    assert_eq!(effective_runs(&[(5, 10); 8]), Some(80.0));
    let (f, m) = (10.046_511_627_906_979, 10.0);
    let alike = (f - 1.0) / (f - 1.0 + m);
    let expected = 30.0 / (1.0 + (m - 1.0) * alike);
    let found = effective_runs(&[(9, 10), (1, 10), (5, 10)]).unwrap();
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    assert_eq!(wilson(7, 9, 0.95), wilson_of(7.0 / 9.0, 9.0, 0.95));
    assert_eq!((effective_runs(&[]), effective_runs(&[(2, 1)]), wilson_of(0.5, 0.0, 0.95)), (None, None, None));
}

/// Logarithms of ratios: differences of both signs, with ties, zeros and unsolved puzzles among them.
fn some_logs(n: u32, seed: u32) -> Vec<f64> {
    let value = |i: u32| match i.wrapping_mul(2_654_435_761).wrapping_add(seed.wrapping_mul(40_503)) >> 16 & 63 {
        0 | 1 => 0.0,
        2 => INF,
        drawn => (f64::from(drawn) - 26.0) / 8.0,
    };
    (0..n).map(value).collect()
}

#[test]
fn an_interval_excludes_1_if_and_only_if_its_test_does() {
    for n in [1, 2, 5, 6, 9, 20, 50, 51, 80] {
        for seed in 0..40 {
            let logs = some_logs(n, seed);
            let p = wilcoxon(&logs, &vec![0.0; logs.len()]).unwrap().p;
            for corrected in [p, (2.0 * p).min(1.0), (7.0 * p).min(1.0)] {
                let Estimate { value, interval } = typical_ratio(&logs, p, corrected).unwrap();
                assert!(interval.contains(value), "{value} {interval:?}");
                if corrected >= SIGNIFICANCE {
                    assert!(interval.contains(1.0), "{n} {seed}: p = {corrected} {interval:?}");
                } else {
                    // Where both are the same on many puzzles, the interval may end at 1.
                    assert!(!(interval.low < 1.0 && 1.0 < interval.high), "{n} {seed}: p = {corrected} {interval:?}");
                }
            }
        }
    }
}

#[test]
fn typical_ratios_are_medians_of_walsh_averages() {
    for n in [1, 2, 3, 8, 21, 60] {
        let logs: Vec<f64> = (0..n).map(|i| f64::from(i * 37 % 29) / 7.0 - 1.5).collect();
        let mut all: Vec<f64> = (0..logs.len())
            .flat_map(|i| (i..logs.len()).map(move |j| (i, j)))
            .map(|(i, j)| f64::midpoint(logs[i], logs[j]))
            .collect();
        all.sort_by(f64::total_cmp);
        let found = typical_ratio(&logs, 1.0, 1.0).unwrap();
        close(found.value, median(&all).unwrap().exp());
        assert!(n > 5 || (found.interval.low, found.interval.high) == (0.0, INF), "{found:?}");
    }
    // R: wilcox.test(log(c(1.83, .5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3)), conf.int = TRUE), by hand: of 45 averages,
    // the 6th and the 40th, for P(W <= 5) = 10 / 512 is the last below 2.5 %.
    let logs = [1.83_f64, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3].map(f64::ln);
    let mut all: Vec<f64> =
        (0..9).flat_map(|i| (i..9).map(move |j| (i, j))).map(|(i, j)| f64::midpoint(logs[i], logs[j])).collect();
    all.sort_by(f64::total_cmp);
    let found = typical_ratio(&logs, 0.2, 0.2).unwrap();
    close(found.interval.low, all[5 + 1 - 1].exp());
    close(found.interval.high, all[45 - 5 - 1].exp());
    // Half of the puzzles unsolved on one side: no finite ratio is typical.
    assert_eq!(typical_ratio(&[0.1, 0.2, INF, INF], 0.1, 0.1).map(|found| found.value), Some(INF));
    assert_eq!(typical_ratio(&[-INF, INF], 1.0, 1.0).map(|found| found.value), Some(1.0));
    assert_eq!(typical_ratio(&[], 1.0, 1.0), None);
}
