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

/// Relative luminance (WCAG 2.2).
fn luminance(colour: [f64; 3]) -> f64 {
    let linear =
        |channel: f64| if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
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
    for page in ["answer", "warning", "note", "holds", "fails", "not-comparable"] {
        assert!(STYLE.contains(&format!(".{page}")), "{page}");
    }
    for used in STYLE.split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(STYLE.contains(&format!("  {used}:")), "{used} has no value");
    }
}
