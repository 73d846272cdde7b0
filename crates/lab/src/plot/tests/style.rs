//! The style sheet: colours that can be seen, in both schemes, and a rule for every class.

use super::{NASTY, charts};
use crate::plot::{Axis, STYLE};
use roxmltree::Document;
use std::collections::{BTreeMap, BTreeSet};

/// The colours of a block of variables.
fn colours(block: &str) -> BTreeMap<&str, [f64; 3]> {
    let variables = block.lines().filter_map(|line| line.trim().trim_end_matches(';').split_once(": #"));
    let channel = |hex: &str, at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour")) / 255.0;
    variables.map(|(name, hex)| (name, [channel(hex, 0), channel(hex, 2), channel(hex, 4)])).collect()
}

/// A channel of a colour in linear light.
fn linear(channel: f64) -> f64 {
    if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

/// Relative luminance (WCAG 2.2).
fn luminance(colour: [f64; 3]) -> f64 {
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Contrast ratio (WCAG 2.2).
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn everything_stands_out_in_both_schemes() {
    let schemes = [include_str!("../style/light.css"), include_str!("../style/dark.css")].map(colours);
    assert!(schemes[0].keys().eq(schemes[1].keys()), "both schemes have the same variables");
    for scheme in &schemes {
        let against = |name: &str, paper: &str| contrast(scheme[name], scheme[paper]);
        for (name, paper) in [
            ("--ink", "--paper"),
            ("--ink", "--raised"),
            ("--ink", "--good-paper"),
            ("--ink", "--unsure-paper"),
            ("--ink", "--info-paper"),
            ("--quiet", "--paper"),
            ("--link", "--paper"),
            ("--link", "--raised"),
            ("--good", "--good-paper"),
            ("--bad", "--bad-paper"),
            ("--unsure", "--unsure-paper"),
        ] {
            assert!(against(name, paper) >= 4.5, "{name} on {paper}: {}", against(name, paper));
        }
        for series in 1..=7 {
            let name = format!("--plot-{series}");
            assert!(against(&name, "--paper") >= 3.0, "{name}: {}", against(&name, "--paper"));
        }
        assert!(against("--plot-axis", "--paper") >= 3.0);
    }
}

/// Colours as people see them who lack red, green or blue cones (Machado, Oliveira and Fernandes 2009), in linear light.
const VISIONS: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

/// CIELAB of a colour in linear light.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let curve = |share: f64| if share > 0.008_856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 };
    let x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    let y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn series_differ_for_any_colour_vision() {
    for scheme in [include_str!("../style/light.css"), include_str!("../style/dark.css")].map(colours) {
        let series: Vec<[f64; 3]> =
            (1..=7).map(|series| scheme[format!("--plot-{series}").as_str()].map(linear)).collect();
        for vision in VISIONS {
            let seen = |colour: &[f64; 3]| {
                lab(vision.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0)))
            };
            let seen: Vec<[f64; 3]> = series.iter().map(seen).collect();
            for (index, one) in seen.iter().enumerate() {
                for other in &seen[..index] {
                    let difference = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(difference >= 20.0, "series {} differs by {difference} only", index + 1);
                }
            }
        }
    }
}

#[test]
fn the_reader_and_the_page_choose_the_scheme() {
    for words in ["@media (prefers-color-scheme: dark)", ":root:not([data-theme=light])", "\n[data-theme=dark]"] {
        assert!(STYLE.contains(words), "{words}");
    }
    assert_eq!(STYLE.matches('{').count(), STYLE.matches('}').count());
    assert!(!STYLE.contains("url(") && !STYLE.contains("@import") && !STYLE.contains('<'));
}

#[test]
fn every_class_has_a_rule_and_every_variable_a_value() {
    let mut classes = BTreeSet::new();
    for (_, svg) in charts(&NASTY, &["1", "2", "3", "4", "5", "6", "7", "8"], &Axis::log("effort")) {
        let document = Document::parse(&svg).expect("well-formed");
        for node in document.descendants() {
            classes.extend(node.attribute("class").unwrap_or_default().split_whitespace().map(str::to_owned));
        }
    }
    // Rows and axis labels look like any text, and are named so that a page may change them.
    let plain = |class: &String| ["axis-label"].contains(&class.as_str());
    for class in classes.iter().filter(|class| !plain(class)) {
        let named = |end: &str| STYLE.contains(&format!(".{class}{end}"));
        assert!([" ", ":", ",", "."].iter().any(|end| named(end)), "no rule for .{class}");
    }
    for page in ["conclusion", "warning", "note", "holds", "fails", "not-comparable"] {
        assert!(STYLE.contains(&format!(".{page}")), "{page}");
    }
    for used in STYLE.split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(STYLE.contains(&format!("  {used}:")), "{used} has no value");
    }
}
