//! Every preset of every kind: the method knows its settings, the kind knows its model, and it runs.

use pencilmark::{Budget, MethodChoice, Options, Puzzle, Spec, generate, kinds};

fn small(id: &str) -> usize {
    match id {
        "star-battle" => 5,
        "hidato" => 3,
        _ => 4,
    }
}

#[test]
fn every_preset_runs() {
    for entry in kinds() {
        let side = small(entry.info.id);
        let spec = Spec { size: Some((side, side)), ..Spec::default() };
        let puzzle = generate(entry, &spec, 1, 0).unwrap_or_else(|error| panic!("{}: {error}", entry.info.id));
        for preset in entry.info.presets {
            let name = format!("{} {} {}", entry.info.id, preset.method, preset.name);
            let method: MethodChoice = preset.method.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(preset.model.is_none_or(|model| entry.info.models.iter().any(|known| known.id == model)), "{name}");
            let budget = Budget { evaluations: Some(20_000), nodes: Some(20_000), ..Budget::default() };
            let options = Options { method, preset: Some(preset.name.to_owned()), budget, ..Options::default() };
            let report = puzzle.solve(&options).unwrap_or_else(|error| panic!("{name}: {error}"));
            if preset.name == "default" {
                assert_eq!(report.outcome.solutions.len(), 1, "{name}");
            }
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
            let options = Options {
                method: method.parse().unwrap_or_else(|error| panic!("{error}")),
                preset: Some(preset.to_owned()),
                budget: Budget { evaluations: Some(evaluations), ..Budget::default() },
                ..Options::default()
            };
            let report = puzzle.solve(&options).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(report.outcome.solutions.len(), solved, "{method} {preset}");
        }
    }
}
