//! Every preset of every kind fits its method and its model, and says what it is.

use pencilmark::front::reports::{report_about, reports};
use pencilmark::registry::{generate, kinds, methods};
use pencilmark::{Budget, MethodChoice, Options, Puzzle, Spec, corpus};

#[test]
fn every_preset_runs() {
    for entry in kinds() {
        let side = if entry.info.id == "star-battle" { 5 } else { 4 };
        let spec = Spec::sized(side, side);
        let puzzle = generate(entry, &spec, 3, 0).unwrap();
        for preset in entry.info.presets {
            let what = format!("{} {} {}", entry.info.id, preset.method, preset.name);
            assert!(!preset.about.is_empty(), "{what}");
            let same =
                |other: &&pencilmark::registry::Preset| (other.method, other.name) == (preset.method, preset.name);
            assert_eq!(entry.info.presets.iter().filter(same).count(), 1, "{what} stands twice");
            let options = Options::default()
                .method(preset.method.parse::<MethodChoice>().unwrap())
                .preset(preset.name.to_owned())
                .budget(Budget { evaluations: Some(20_000), nodes: Some(20_000), ..Budget::default() });
            let plan = puzzle.plan(&options).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(plan.preset.map(|plan| plan.name), Some(preset.name), "{what}");
            let report = puzzle.solver().options(&options).run().unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_ne!(
                report.outcome.end,
                pencilmark::outcome::End::GaveUp(pencilmark::outcome::Why::Unsuited),
                "{what}"
            );
            assert!(preset.name != "default" || report.outcome.solutions.len() == 1, "{what}");
        }
    }
}

/// The reports' settings leave a Sudoku unsolved that ours solve at once.
#[test]
fn the_settings_of_the_report_stay_unsolved_where_ours_solve() {
    let text = "1..9.4........7...8...5...4...2...8...4.1..6...2....7.......8.15....69..3..1...2.";
    let puzzle = Puzzle::parse(text).unwrap_or_else(|error| panic!("{error}"));
    for (method, evaluations) in [("annealing", 100_000), ("genetic", 250_000)] {
        for (preset, solved) in [("default", 1), ("report", 0)] {
            let evaluations = if solved == 1 { 3_000_000 } else { evaluations };
            let options = Options::default()
                .method(method.parse().unwrap_or_else(|error| panic!("{error}")))
                .preset(preset.to_owned())
                .budget(Budget { evaluations: Some(evaluations), ..Budget::default() });
            let report = puzzle.solver().options(&options).run().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(report.outcome.solutions.len(), solved, "{method} {preset}");
        }
    }
}

#[test]
fn what_refers_to_a_report_means_one_that_a_kind_has() {
    for entry in kinds() {
        assert_eq!(report_about(entry.info.id), entry.info.report.as_ref());
        let has_preset = entry.info.presets.iter().any(|preset| preset.name == "report");
        assert!(entry.info.report.is_some() || !has_preset, "{}: which report?", entry.info.id);
    }
    let texts = methods().map(|info| info.source).chain(corpus::sets().map(|set| set.about));
    let cited = texts.flat_map(|text| text.split('“').skip(1).filter_map(|rest| rest.split_once('”')));
    let titles: Vec<&str> = cited.map(|(title, _)| title).collect();
    assert!(titles.len() > 10, "{titles:?}");
    for title in titles {
        assert!(reports().any(|(_, report)| report.title == title), "{title}");
    }
}
