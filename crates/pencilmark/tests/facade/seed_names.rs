//! Names of generated puzzles: other settings, another name; settings that are the defaults, the same name and the same puzzle.

use std::collections::BTreeMap;

use pencilmark::registry::{Parameter, Takes, generate, kinds, seed_name};
use pencilmark::{Settings, Spec};

/// Values of a setting that differ from each other.
fn values(takes: &Takes) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    match *takes {
        Takes::Word(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
        Takes::Flag => texts(&["yes", "no"]),
        Takes::Size(..) => texts(&["4x4", "4x6", "6", "12"]),
        Takes::Whole(least, _) => (least..least + 4).map(|number| number.to_string()).collect(),
        Takes::Number(..) => texts(&["0.1", "0.11", "1"]),
        Takes::Wholes(..) => texts(&["1", "2", "12", "1..2", "..2", "1..", ".."]),
        Takes::Numbers(..) => texts(&["1", "1.1", "11", "1..1.1", ".."]),
        Takes::Text(_) => texts(&["x-wing", "x-wing-1", "+-x", "+x", "*...*", "*...*.", "no", "-"]),
    }
}

#[test]
fn other_settings_give_other_names() {
    for kind in kinds() {
        let mut seen = BTreeMap::from([(seed_name(kind, &Settings::default(), 1), Settings::default())]);
        let mut check = |settings: Settings| {
            if let Some(other) = seen.insert(seed_name(kind, &settings, 1), settings.clone()) {
                panic!("{settings:?} and {other:?} have the same name");
            }
        };
        let all: Vec<_> = kind.info.settings.iter().map(|setting| &setting.parameter).collect();
        let others = |parameter: &'static Parameter| {
            let usual = parameter.takes.canonical(parameter.default);
            values(&parameter.takes).into_iter().filter(move |value| parameter.takes.canonical(value) != usual)
        };
        for (place, one) in all.iter().enumerate() {
            for value in others(one) {
                let settings = Settings::default().with(one.name, &value);
                check(settings.clone());
                for other in &all[place + 1..] {
                    others(other).for_each(|second| check(settings.clone().with(other.name, &second)));
                }
            }
        }
        for seed in [0, 2, 11] {
            assert!(!seen.contains_key(&seed_name(kind, &Settings::default(), seed)));
        }
    }
}

#[test]
fn what_a_name_leaves_out_makes_no_difference() {
    for kind in kinds() {
        let small = || Spec::sized(6, 6);
        let usual = generate(kind, &small(), 3, 0).expect("a puzzle");
        for parameter in kind.info.settings.iter().map(|setting| &setting.parameter) {
            if parameter.default.is_empty() || parameter.name == Settings::SIZE {
                continue;
            }
            let said = small().with(parameter.name, parameter.default);
            assert_eq!(seed_name(kind, &said.settings, 3), seed_name(kind, &small().settings, 3));
            let puzzle = generate(kind, &said, 3, 0).expect("a puzzle");
            assert!(puzzle.same_as(&usual), "{} {} {}", kind.info.id, parameter.name, parameter.default);
        }
    }
}
