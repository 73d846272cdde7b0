//! Every preset of every kind fits its method and its model, and says what it is.

use pencilmark::{Budget, MethodChoice, Options, Spec, generate, kinds};

#[test]
fn every_preset_runs() {
    for entry in kinds() {
        let side = if entry.info.id == "star-battle" { 5 } else { 4 };
        let spec = Spec { size: Some((side, side)), ..Spec::default() };
        let puzzle = generate(entry, &spec, 3, 0).unwrap();
        for preset in entry.info.presets {
            let what = format!("{} {} {}", entry.info.id, preset.method, preset.name);
            assert!(!preset.about.is_empty(), "{what}");
            let same = |other: &&pencilmark::Preset| (other.method, other.name) == (preset.method, preset.name);
            assert_eq!(entry.info.presets.iter().filter(same).count(), 1, "{what} stands twice");
            let options = Options {
                method: preset.method.parse::<MethodChoice>().unwrap(),
                preset: Some(preset.name.to_owned()),
                budget: Budget { evaluations: Some(3000), nodes: Some(3000), ..Budget::default() },
                ..Options::default()
            };
            let plan = puzzle.plan(&options).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(plan.preset.map(|plan| plan.name), Some(preset.name), "{what}");
            let report = puzzle.solve(&options).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_ne!(report.outcome.end, pencilmark::End::GaveUp(pencilmark::Why::Unsuited), "{what}");
        }
    }
}
