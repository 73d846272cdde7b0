//! Laws of axes and ticks.

use crate::plot::scale::{Domain, Place};
use crate::plot::{Axis, Scale};

const SCALES: [Scale; 4] = [Scale::Linear, Scale::Log, Scale::Symlog, Scale::Share];

fn axis(scale: Scale, range: Option<(f64, f64)>) -> Axis {
    Axis { label: String::new(), scale, range }
}

/// Ticks are three to ten, rise, lie inside, and have labels that differ.
fn check(domain: &Domain) {
    assert!(domain.low < domain.high && domain.low.is_finite() && domain.high.is_finite(), "{domain:?}");
    let ticks = domain.ticks();
    assert!((3..=10).contains(&ticks.len()), "{domain:?}: {ticks:?}");
    assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{domain:?}: {ticks:?}");
    assert!(ticks.iter().all(|tick| domain.place(*tick) == Place::Inside), "{domain:?}: {ticks:?}");
    assert!(domain.minor_ticks().iter().all(|tick| domain.place(*tick) == Place::Inside), "{domain:?}");
    let labels = domain.labels(&ticks);
    let mut different = labels.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), ticks.len(), "{domain:?}: {labels:?}");
    assert!(labels.iter().all(|label| label.chars().count() <= 18), "{labels:?}");
}

/// Numbers of all sizes, the same every time.
fn numbers(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let share = (state >> 11) as f64 / (1_u64 << 53) as f64;
        let exponent = ((state >> 3) % 40) as i32 - 12;
        let value = share * 10_f64.powi(exponent);
        match state >> 60 {
            0 => -value,
            1 => 0.0,
            2..6 => value.round(),
            _ => value,
        }
    })
}

#[test]
fn ticks_keep_their_laws_for_any_values() {
    for seed in 0..500 {
        for scale in SCALES {
            for count in [0, 1, 2, 30] {
                check(&Domain::fit(&axis(scale, None), numbers(seed).take(count)));
            }
        }
    }
}

#[test]
fn ticks_keep_their_laws_for_any_range() {
    for seed in 0..2000 {
        let ends: Vec<f64> = numbers(seed).take(2).collect();
        let near = (ends[0], ends[0] * (1.0 + 1e-8));
        for scale in SCALES {
            for range in [(ends[0], ends[1]), (ends[1].abs(), ends[0].abs() + 1.0), near] {
                check(&Domain::fit(&axis(scale, Some(range)), [1.0, 2.0]));
            }
        }
    }
}

#[test]
fn ticks_keep_their_laws_at_the_limits() {
    let limits = [
        f64::MIN,
        -1e300,
        -5e-324,
        0.0,
        5e-324,
        f64::MIN_POSITIVE,
        1e-300,
        1.0,
        1e15,
        1e300,
        f64::MAX,
        f64::NAN,
        f64::INFINITY,
    ];
    for scale in SCALES {
        for one in limits {
            for other in limits {
                check(&Domain::fit(&axis(scale, None), [one, other]));
                check(&Domain::fit(&axis(scale, Some((one, other))), [3.0]));
            }
        }
    }
}

#[test]
fn a_fitted_domain_holds_its_values() {
    for seed in 0..500 {
        for scale in [Scale::Linear, Scale::Log, Scale::Symlog] {
            let values: Vec<f64> = numbers(seed).take(5).filter(|value| scale != Scale::Log || *value > 0.0).collect();
            let domain = Domain::fit(&axis(scale, None), values.clone());
            for value in values {
                // A rung of the ladder and a value that is one may differ in their last digit.
                let near = domain.fraction(value * (1.0 - 1e-9));
                assert!(domain.place(value) == Place::Inside || near > 0.999, "{domain:?} {value}");
            }
        }
    }
}

#[test]
fn labels_read_well() {
    let cases: [(Scale, &[f64], &[&str]); 14] = [
        (Scale::Log, &[37.0, 420_000.0], &["100", "1k", "10k", "100k"]),
        (Scale::Log, &[1.0, 1e8], &["1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M"]),
        (Scale::Log, &[3.0, 80.0], &["2", "5", "10", "20", "50", "100"]),
        (Scale::Log, &[100.0], &["50", "100", "200"]),
        (Scale::Log, &[0.0, 1.0, 20.0], &["0.5", "1", "2", "5", "10", "20"]),
        (Scale::Log, &[0.003, 4.0], &["0.01", "0.1", "1"]),
        (Scale::Linear, &[37.0], &["0", "10", "20", "30", "40"]),
        (Scale::Linear, &[1.0], &["0", "1", "2"]),
        (Scale::Linear, &[0.5], &["0", "0.1", "0.2", "0.3", "0.4", "0.5"]),
        (Scale::Linear, &[2400.0], &["0", "500", "1k", "1.5k", "2k", "2.5k"]),
        (Scale::Linear, &[-3.0, 5.0], &["−4", "−2", "0", "2", "4", "6"]),
        (Scale::Symlog, &[45.0], &["0", "1", "2", "5", "10", "20", "50"]),
        (Scale::Symlog, &[2e5], &["0", "1", "10", "100", "1k", "10k", "100k"]),
        (Scale::Share, &[0.3], &["0\u{a0}%", "20\u{a0}%", "40\u{a0}%", "60\u{a0}%", "80\u{a0}%", "100\u{a0}%"]),
    ];
    for (scale, values, labels) in cases {
        let domain = Domain::fit(&axis(scale, None), values.iter().copied());
        assert_eq!(domain.labels(&domain.ticks()), labels, "{scale:?} {values:?} {domain:?}");
    }
}
