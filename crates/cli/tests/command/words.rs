//! Words that derive from the registries: help, listings, rules, forms, completions, the manual page.

use serde_json::{Value, json};

use crate::common::{run, run_with};

const VERBS: [&str; 11] =
    ["solve", "check", "count", "generate", "convert", "render", "list", "rules", "template", "completions", "man"];

fn listed(what: &str) -> Vec<Value> {
    let ran = run(&["list", what, "--format", "json"]);
    serde_json::from_str(&ran.out).expect("an array")
}

fn texts(objects: &[Value], field: &str) -> Vec<String> {
    objects.iter().map(|object| object[field].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn listings_equal_the_registries() {
    let methods = listed("methods");
    assert_eq!(methods.len(), pencilmark::registry::methods().count());
    for (object, info) in methods.iter().zip(pencilmark::registry::methods()) {
        assert_eq!(object["id"], info.id);
        assert_eq!(object["title"], info.title);
        let complete = match info.complete {
            pencilmark::registry::Complete::Yes => "complete".to_owned(),
            pencilmark::registry::Complete::No => "incomplete".to_owned(),
            pencilmark::registry::Complete::If(condition) => {
                format!("complete with --{} {}", condition.name, condition.word)
            }
        };
        assert_eq!(object["complete"], complete);
        let parameters = object["parameters"].as_array().expect("an array");
        let names: Vec<&str> = parameters.iter().filter_map(|parameter| parameter["name"].as_str()).collect();
        let known: Vec<&str> = info.parameters.iter().map(|parameter| parameter.name).collect();
        assert_eq!(names, known);
        assert!(parameters.iter().all(|parameter| parameter["default"].is_string() && parameter["help"].is_string()));
    }
    let presets = listed("presets");
    let known =
        pencilmark::registry::kinds().iter().flat_map(|entry| entry.info.presets.iter().map(|of| (entry.info.id, of)));
    assert_eq!(presets.len(), known.clone().count());
    for (object, (kind, preset)) in presets.iter().zip(known) {
        assert_eq!((&object["kind"], &object["method"]), (&json!(kind), &json!(preset.method)));
        assert_eq!((&object["name"], &object["about"]), (&json!(preset.name), &json!(preset.about)));
        assert_eq!(object["settings"].as_object().map(serde_json::Map::len), Some(preset.settings.len()));
        // A preset that its method does not take would only show when somebody uses it.
        let info = pencilmark::registry::method(preset.method).unwrap_or_else(|| panic!("{kind}: {}", preset.method));
        for (name, value) in preset.settings {
            let set = pencilmark::registry::Parameters::default().set(info, name, *value);
            assert_eq!(set, Ok(()), "{kind} {} {}", preset.method, preset.name);
        }
    }
    let text = run(&["list", "presets"]).out;
    for (_, report) in pencilmark::front::reports::reports() {
        assert!(text.contains(&format!("the report is “{}”", report.title)), "{text}");
    }
    let kinds = listed("kinds");
    let known: Vec<&str> = pencilmark::registry::kinds().iter().map(|entry| entry.info.id).collect();
    assert_eq!(texts(&kinds, "id"), known);
    for (object, entry) in kinds.iter().zip(pencilmark::registry::kinds()) {
        assert_eq!(object["title"], entry.info.title);
        assert_eq!(object["rules"], entry.info.rules);
        assert_eq!(object["models"], entry.info.models.iter().map(|model| json!(model.id)).collect::<Value>());
        assert_eq!(object["formats"], entry.formats.iter().map(|format| json!(format.id)).collect::<Value>());
    }
    let formats = listed("formats");
    for entry in pencilmark::registry::kinds() {
        let of_kind = |field: &str| {
            let kind = entry.info.id;
            let wanted = formats.iter().filter(|format| format[field] == true && format["kind"] == kind);
            wanted.map(|format| format["id"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(of_kind("read"), entry.formats.iter().map(|format| json!(format.id)).collect::<Vec<_>>());
        let written = entry.written_formats().filter(|&id| id != "json");
        let (mut listed, mut written) = (of_kind("written"), written.map(|id| json!(id)).collect::<Vec<_>>());
        listed.sort_by_key(Value::to_string);
        written.sort_by_key(Value::to_string);
        assert_eq!(listed, written);
    }
    assert_eq!(formats.last().expect("formats")["id"], "json");
    let models = pencilmark::registry::kinds().iter().flat_map(|entry| entry.info.models.iter().map(|model| model.id));
    assert!(texts(&listed("models"), "id").iter().eq(models.collect::<Vec<_>>().iter()));
    let puzzles = listed("puzzles");
    assert_eq!(puzzles.len(), pencilmark::corpus::sets().count());
    for (object, set) in puzzles.iter().zip(pencilmark::corpus::sets()) {
        assert_eq!((&object["id"], &object["puzzles"]), (&json!(set.name()), &json!(set.len())));
    }
    let all: Value = serde_json::from_str(&run(&["list", "--format", "json"]).out).expect("an object");
    let parts: Vec<&String> = all.as_object().expect("an object").keys().collect();
    assert_eq!(parts, ["kinds", "methods", "presets", "formats", "models", "techniques", "puzzles", "schemas"]);
    assert_eq!(all["methods"], Value::from(methods));
}

#[test]
fn listings_for_people_name_everything() {
    let text = run(&["list"]).out;
    for info in pencilmark::registry::methods() {
        assert!(text.contains(&format!("  {} ", info.id)) && text.contains(info.title), "{}", info.id);
        for parameter in info.parameters {
            assert!(text.contains(&format!("--{}", parameter.name)), "{}", parameter.name);
        }
    }
    for entry in pencilmark::registry::kinds() {
        assert!(text.contains(entry.info.summary), "{}", entry.info.id);
        for format in entry.formats.iter().map(|format| format.id).chain(["candidates"]) {
            assert!(text.contains(&format!("  {}/{format} ", entry.info.id)), "{format}");
        }
    }
}

#[test]
fn help_lists_what_the_registries_have() {
    let help = run(&["--help"]).out;
    for verb in VERBS {
        assert!(help.contains(&format!("\n  {verb} ")), "{verb}");
        let (short, long) = (run(&[verb, "-h"]), run(&[verb, "--help"]));
        assert_eq!((short.code, long.code), (0, 0));
        assert!(short.out.len() <= long.out.len() && short.out.contains("Usage: pencilmark "), "{verb}");
    }
    for code in ["0", "1", "2", "3", "4", "5", "6", "70", "75", "130"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(&format!("{code}  "))), "{code}");
    }
    for verb in ["solve", "check", "count"] {
        let (help, short) = (run(&[verb, "--help-all"]).out, run(&[verb, "-h"]).out);
        let moderate = run(&[verb, "--help"]).out;
        assert!(short.len() < moderate.len() && moderate.len() < help.len() / 2, "{verb}");
        for info in pencilmark::registry::methods() {
            assert!(help.contains(info.id), "{verb} {}", info.id);
            for parameter in info.parameters {
                assert!(help.contains(&format!("--{} ", parameter.name)), "{verb} {}", parameter.name);
                // There are too many for anything but the help with everything.
                for help in [&short, &moderate] {
                    assert!(!help.contains(&format!("--{} <", parameter.name)), "{verb} {}", parameter.name);
                }
            }
        }
        for entry in pencilmark::registry::kinds() {
            assert!(help.contains(entry.info.id), "{verb} {}", entry.info.id);
            for format in &entry.formats {
                assert!(help.contains(format.id), "{verb} {}", format.id);
            }
        }
    }
}

#[test]
fn a_method_has_a_page_of_its_own() {
    for info in pencilmark::registry::methods() {
        let page = run(&["list", "methods", info.id]).out;
        assert!(page.contains(info.title), "{page}");
        let flags = page.lines().filter(|line| line.trim_start().starts_with("--") && !line.contains("--preset"));
        assert_eq!(flags.count(), info.parameters.len(), "{page}");
    }
    let ran = run(&["list", "methods", "nonsense"]);
    assert!(ran.code == 2 && ran.err.contains("choose one of "), "{ran:?}");
    assert_eq!(run(&["list", "kinds", "sudoku"]).code, 2);
}

#[test]
fn help_fits_eighty_columns() {
    for verb in VERBS {
        for flag in ["-h", "--help"] {
            // Off a terminal clap assumes a hundred columns: what it does not wrap itself must be short.
            let help = run(&[verb, flag]).out;
            let examples = help.split("Example").nth(1).unwrap_or("");
            let long: Vec<&str> = examples.lines().filter(|line| line.chars().count() > 80).collect();
            assert!(long.is_empty(), "{verb}: {long:?}");
        }
    }
}

#[test]
fn every_kind_has_rules_and_a_form() {
    for entry in pencilmark::registry::kinds() {
        let kind = entry.info.id;
        let rules = run(&["rules", kind]).out;
        assert!(rules.starts_with(entry.info.title) && rules.contains("Sizes: "), "{rules}");
        assert!(rules.lines().all(|line| line.chars().count() <= 80), "{rules}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        assert!(words(&rules).contains(&words(entry.info.rules)), "{rules}");
        let form = run(&["template", kind]).out;
        assert!(form.starts_with('#') && form.ends_with('\n'), "{form}");
        // A form can be read as it is, or where every cell needs a number, once it is filled in.
        let filled: Vec<String> = form
            .lines()
            .map(|line| if line.starts_with('#') { line.to_owned() } else { line.replace('.', "1") })
            .collect();
        let readable = [form.clone(), filled.join("\n")].iter().any(|text| {
            let ran = run_with(&["convert", "--to", "json", "--kind", kind, "-"], text);
            ran.code == 0 && ran.out.lines().count() == 1
        });
        assert!(readable, "{form}");
    }
}

#[test]
fn completions_and_manual_know_every_verb() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).out;
        for word in VERBS.iter().chain(&["star-battle", "puzz-link", "max-nodes", "inference"]) {
            assert!(script.contains(word), "{shell} {word}");
        }
    }
    let page = run(&["man"]).out;
    for verb in VERBS {
        assert!(page.contains(&format!("pencilmark\\-{verb}")), "{verb}");
    }
    assert!(page.contains(".TH"));
    let one = run(&["man", "count"]).out;
    assert_eq!(one.matches(".TH").count(), 1);
    assert!(one.contains("pencilmark\\-count") && !one.contains("pencilmark\\-solve"), "{one}");
    let ran = run(&["man", "nonsense"]);
    assert!(ran.code == 2 && ran.err.contains("choose one of solve, check"), "{ran:?}");
}

#[test]
fn the_tour_shows_every_kind_and_says_what_next() {
    let ran = run(&[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for entry in pencilmark::registry::kinds() {
        assert!(ran.out.contains(entry.info.title), "{}", entry.info.title);
    }
    assert_eq!(ran.out.matches("✓ the only solution").count(), pencilmark::registry::kinds().len());
    assert!(ran.out.contains("Three methods") && ran.out.contains("Try next") && ran.out.contains("pencilmark studio"));
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn settings_say_what_each_kind_takes() {
    let kinds = run(&["list", "kinds"]).out;
    let sizes: Vec<&str> = kinds.lines().filter(|line| line.contains("--size ")).collect();
    assert_eq!(sizes.len(), pencilmark::registry::kinds().len());
    assert!(sizes[0].contains("a size from 4x4 to 25x25, default 9x9"), "{}", sizes[0]);
    assert!(kinds.contains("the share of clues to leave out · a number from 0 to 1"), "{kinds}");
    let help = run(&["generate", "-h"]).out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("The share of clues to leave out, a number from 0 to 1 (Sudoku"), "{help}");
    // What no kind takes, and what this kind does not.
    let err = |size: &str| run(&["generate", "sudoku", "--size", size]).err;
    assert!(err("51").contains("a size from 1x1 to 50x50"), "{}", err("51"));
    assert!(
        err("30").contains("`size` cannot be `30x30`") && err("30").contains("a size from 4x4 to 25x25"),
        "{}",
        err("30")
    );
}
