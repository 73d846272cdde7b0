//! The published JSON Schemas: they are those of the types, and whatever the command writes as JSON keeps to them.

use std::path::PathBuf;

use serde_json::Value;

use crate::common::{MALFORMED, NONE, PLAINLY_NONE, SEVERAL, SUBTLY_NONE, UNIQUE, endless, json_line, run, run_with};

/// The file in `docs/schema/`.
fn published(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/schema/{name}.schema.json"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

struct Schema(&'static str, jsonschema::Validator);

impl Schema {
    fn new(name: &'static str) -> Self {
        let schema: Value = serde_json::from_str(&published(name)).expect("a schema is JSON");
        Self(name, jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}")))
    }

    fn holds_for(&self, object: &Value) {
        let broken: Vec<String> = self.1.iter_errors(object).map(|error| error.to_string()).collect();
        assert!(broken.is_empty(), "{}: {broken:#?}\n{object:#}", self.0);
    }
}

#[test]
fn the_files_are_what_the_command_prints() {
    for object in
        serde_json::from_str::<Vec<Value>>(&run(&["list", "schemas", "--format", "json"]).out).expect("a list")
    {
        let name = object["id"].as_str().expect("a name");
        let printed = run(&["list", "schemas", name]);
        let file = format!("docs/schema/{name}.schema.json");
        assert_eq!(printed.code, 0);
        assert_eq!(printed.out, published(name), "write it anew: pencilmark list schemas {name} > {file}");
    }
    let ran = run(&["list", "schemas", "nonsense"]);
    let known = "choose one of record, hint, explain, grade, puzzle, list, comparison";
    assert!(ran.code == 2 && ran.err.contains(known), "{ran:?}");
}

#[test]
fn results_keep_to_the_schema() {
    let schema = Schema::new("record");
    let position = serde_json::json!({
        "kind": "sudoku", "grid": [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]],
        "solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 3]],
        "entries": [[2, 1, 3, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
        "marks": [[[], [], [], []], [[], [], [], []], [[], [], [], []], [[], [], [], [1, 2]]],
    });
    let mut batch: Vec<String> = [UNIQUE, SEVERAL, NONE, PLAINLY_NONE, SUBTLY_NONE, "", &endless()]
        .iter()
        .map(|puzzle| json_line(puzzle))
        .collect();
    batch.push(position.to_string());
    batch.extend(pencilmark::corpus::samples().iter().filter_map(|puzzle| puzzle.write("json")));
    let count = batch.len();
    for verb in ["solve", "check", "count"] {
        for more in [
            &["--limit", "2"][..],
            &["--limit", "3"],
            &["--method", "annealing", "--max-evaluations", "50"],
            &["--method", "ac-3"],
            &["--method", "backtracking", "--preset", "default"],
        ] {
            let args = [&[verb, "--max-nodes", "20", "--format", "json"][..], more, &["-"]].concat();
            let objects = run_with(&args, batch.join("\n")).objects();
            assert_eq!(objects.len(), count, "{args:?}");
            for object in &objects {
                schema.holds_for(object);
            }
        }
    }
    schema.holds_for(&run(&["solve", "--format", "json", "--text", MALFORMED]).objects()[0]);
    // A schema that takes anything would let all of this pass.
    let mut object = run(&["solve", "--format", "json", "--text", UNIQUE]).objects().remove(0);
    for (field, wrong) in [("solution", "2143"), ("outcome", "won"), ("error", "no puzzle"), ("reason", "time")] {
        let right = std::mem::replace(&mut object[field], wrong.into());
        assert!(!schema.1.is_valid(&object), "{field}");
        object[field] = right;
    }
    assert!(schema.1.is_valid(&object));
}

#[test]
fn hints_explanations_and_grades_keep_to_their_schemas() {
    let mistaken = format!("{UNIQUE}\n# position\n3 1 . .\n. . . .\n. . . .\n. . . .\n");
    let puzzles: Vec<String> = [UNIQUE, SEVERAL, PLAINLY_NONE, MALFORMED].map(str::to_owned).into();
    for verb in ["hint", "explain", "grade"] {
        let schema = Schema::new(verb);
        let samples = pencilmark::corpus::samples();
        let samples = samples.iter().filter_map(|puzzle| puzzle.write("json"));
        for text in puzzles.iter().cloned().chain([mistaken.clone()]).chain(samples) {
            let objects = run_with(&[verb, "--format", "json", "-"], text.clone()).objects();
            assert_eq!(objects.len(), 1, "{verb} {text}");
            schema.holds_for(&objects[0]);
        }
        let mut wrong = run(&[verb, "--format", "json", "--text", UNIQUE]).objects().remove(0);
        for (field, value) in [("step", 1), ("steps", 2), ("tiers", 3)] {
            if wrong.get(field).is_some() {
                wrong[field] = value.into();
                assert!(!schema.1.is_valid(&wrong), "{verb} {field}");
            }
        }
    }
    let steps = run(&["hint", "--all", "--format", "json", "--text", UNIQUE]).objects().remove(0);
    Schema::new("hint").holds_for(&steps);
    assert!(steps["steps"].as_array().is_some_and(|steps| steps.len() > 1), "{steps}");
}

#[test]
fn puzzles_keep_to_the_schema() {
    let schema = Schema::new("puzzle");
    for entry in pencilmark::registry::kinds() {
        let kind = entry.info.id;
        for more in [&[][..], &["--solved"]] {
            let made = run(&[&["generate", kind, "--size", "6", "--format", "json"], more].concat()).objects();
            assert_eq!(made.len(), 1);
            schema.holds_for(&made[0]);
        }
        let converted = run(&["convert", "--to", "json", "--corpus", &format!("{kind}/small")]).objects();
        assert!(!converted.is_empty());
        for object in &converted {
            schema.holds_for(object);
        }
        for part in ["grid", "cages", "regions"] {
            let mut without = converted[0].clone();
            if without.as_object_mut().expect("an object").remove(part).is_some() {
                assert!(!schema.1.is_valid(&without), "{kind} without {part}");
            }
        }
        // Fields that nobody here knows are read over, and later versions may write more.
        let mut with_more = converted[0].clone();
        with_more["seconds_human"] = 61.5.into();
        schema.holds_for(&with_more);
        assert_eq!(run(&["check", "--text", &with_more.to_string()]).code, 0, "{kind}");
    }
    let text = format!("{UNIQUE}\n# position\n2 1 {{3,4}} .\n. . . .\n. . . .\n. . . .\n");
    schema.holds_for(&run_with(&["convert", "--to", "json", "-"], text).objects()[0]);
    let ran = run(&["convert", "--to", "json", "--orthogonal", "--kind", "hidato", "--text", "1 . .\n. x .\n. . 8\n"]);
    schema.holds_for(&ran.objects()[0]);
}

#[test]
fn listings_keep_to_the_schema() {
    let schema = Schema::new("list");
    let listed = |args: &[&str]| -> Value {
        serde_json::from_str(&run(&[&["list", "--format", "json"], args].concat()).out).expect("JSON")
    };
    let all = listed(&[]);
    schema.holds_for(&all);
    for part in all.as_object().expect("an object").keys() {
        schema.holds_for(&listed(&[part]));
    }
    assert!(!schema.1.is_valid(&serde_json::json!([{ "nonsense": 1 }])));
}

#[test]
fn comparisons_keep_to_the_schema() {
    let schema = Schema::new("comparison");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("schemas_comparison");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("factors.toml");
    let factors = "name = \"x\"\ninstances = [{ corpus = \"hidato/small\", count = 3 }, { corpus = \"sudoku/small\", count = 2 }]\n\
        base = { method = \"backtracking\" }\nfactors = { order = [\"in-order\", \"mrv\"], inference = [\"forward\", \"mac\"] }\n";
    std::fs::write(&file, factors).expect("written");
    let file = file.to_string_lossy().into_owned();
    let walks = ["star-battle", "--corpus", "star-battle/small", "-n", "3", "--seeds", "3", "--max-checks", "900"];
    let cases: [&[&str]; 3] = [
        &[&file],
        &[&walks[..], &["--methods", "hill-climbing,annealing,exact", "--measure", "checks"]].concat(),
        &["hitori", "--corpus", "hitori/small", "-n", "1", "--methods", "backtracking"],
    ];
    for (number, args) in cases.into_iter().enumerate() {
        let out = folder.join(number.to_string()).to_string_lossy().into_owned();
        let ran = run(&[&["compare", "--format", "json", "--out", &out][..], args].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        let mut object: Value = serde_json::from_str(&ran.out).expect("JSON");
        schema.holds_for(&object);
        object["analysis"]["budget"] = 1.into();
        assert!(!schema.1.is_valid(&object), "a field that is not described");
    }
    let dry = run(&["compare", &file, "--dry-run", "--format", "json"]);
    assert!(serde_json::from_str::<Value>(&dry.out).is_ok(), "{dry:?}");
}
