//! Names of generated puzzles: different settings give different names, and spelling out a default
//! changes neither the name nor the puzzle.

use std::collections::{BTreeMap, BTreeSet};

use pencilmark::registry::{
    KindEntry, Parameter, ParameterValue, Parameters, Takes, generate, kind, kinds, seed_name, settings_of,
};
use pencilmark::{Settings, Spec};

/// Returns distinct values of a setting.
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

/// Settings as a name tells them: without those that are what they are anyway.
fn told(kind: &KindEntry, settings: &Parameters) -> Vec<(&'static str, String)> {
    let is_usual = |name: &str, value: &ParameterValue| {
        let setting = kind.info.settings.iter().find(|setting| setting.parameter.name == name).expect("a setting");
        name != Settings::SIZE && value.to_string() == setting.parameter.default_text()
    };
    let others = settings.iter().filter(|(name, value)| !is_usual(name, value));
    others.map(|(name, value)| (name, value.to_string())).collect()
}

/// The name of the puzzles of a seed.
fn named(kind: &KindEntry, settings: &Settings, seed: u64) -> String {
    seed_name(kind, &settings.for_kind(kind.info).expect("settings"), seed)
}

#[test]
fn other_settings_give_other_names() {
    for kind in kinds() {
        let mut seen = BTreeMap::from([(named(kind, &Settings::default(), 1), Vec::new())]);
        let mut check = |settings: Settings| {
            let settings = settings.for_kind(kind.info).expect("settings");
            let told = told(kind, &settings);
            let other = seen.entry(seed_name(kind, &settings, 1)).or_insert_with(|| told.clone());
            assert_eq!(*other, told, "{}: the same name", kind.info.id);
        };
        let all: Vec<_> = kind.info.settings.iter().map(|setting| &setting.parameter).collect();
        let values = |parameter: &Parameter| {
            let mut values = values(&parameter.takes);
            // A default may be spelt in another way, and two spellings are one value.
            values.extend(parameter.default.map(|default| default.to_string()));
            let mut seen = BTreeSet::new();
            // Some do not fit the limits of this kind.
            values.retain(|value| {
                parameter.takes.parse(&value.into()).is_some_and(|value| seen.insert(value.to_string()))
            });
            values
        };
        for (place, one) in all.iter().enumerate() {
            for value in values(one) {
                let settings = Settings::default().with(one.name, &value);
                check(settings.clone());
                for other in &all[place + 1..] {
                    for second in &values(other) {
                        check(settings.clone().with(other.name, second));
                    }
                }
            }
        }
        for seed in [0, 2, 11] {
            assert!(!seen.contains_key(&named(kind, &Settings::default(), seed)));
        }
    }
}

#[test]
fn a_generated_puzzle_has_its_name() {
    let queens = |settings: &Settings| {
        let kind = kind("queens").expect("a kind");
        let spec = Spec { settings: settings_of("queens", settings), ..Spec::default() };
        let puzzle = generate(kind, &spec, 0, 4).expect("a puzzle");
        (puzzle.id().expect("a name").to_owned(), puzzle.shape())
    };
    assert_eq!(queens(&Settings::default()), ("star-battle-stars-1-0-4".to_owned(), (8, 8)));
    let large = Settings::default().with("size", 10);
    assert_eq!(queens(&large), ("star-battle-stars-1-10x10-0-4".to_owned(), (10, 10)));
}

#[test]
fn what_a_name_leaves_out_makes_no_difference() {
    for kind in kinds() {
        let small = || Spec::sized(6, 6);
        let usual = generate(kind, &small(), 3, 0).expect("a puzzle");
        for parameter in kind.info.settings.iter().map(|setting| &setting.parameter) {
            let default = parameter.default_text();
            if default.is_empty() || parameter.name == Settings::SIZE {
                continue;
            }
            let said = small().with(parameter.name, &default);
            assert_eq!(named(kind, &said.settings, 3), named(kind, &small().settings, 3));
            let puzzle = generate(kind, &said, 3, 0).expect("a puzzle");
            assert!(puzzle.has_same_clues(&usual), "{} {} {}", kind.info.id, parameter.name, default);
        }
    }
}

#[test]
fn a_technique_has_one_name_however_it_is_spelt() {
    let sudoku = kind("sudoku").expect("Sudoku is there");
    for spelt in ["x-wing", "X_Wing", "X-Wing", "sudoku/x-wing"] {
        let settings = Settings::default().with("teach", spelt);
        assert_eq!(named(sudoku, &settings, 1), "sudoku-teach-x-wing-1", "{spelt}");
    }
}
