//! Experiments: planned, run, refused and stopped.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::time::Duration;

use pencilmark_studio::Limits;
use serde_json::{Value, json};

use crate::client::Served;

const SMALL: &str = r#"name = "Orders"
seeds = 3

[budget]
checks = 20_000

[[instances]]
corpus = "sudoku/small"
count = 4

[[instances]]
kind = "kenken"
size = ["4", "5"]
count = 2

[base]
method = "backtracking"

[factors]
order = ["in-order", "mrv", "random"]
"#;

/// Boards that take far longer to make than anybody waits.
const SLOW: &str = r#"name = "Slow"
[[instances]]
kind = "sudoku"
size = "25"
count = 400
[[arms]]
method = "sat"
"#;

fn plan(studio: &Served, toml: &str) -> Value {
    studio.ask("/api/experiment/plan", &json!({ "toml": toml }))
}

#[test]
fn a_plan_says_what_would_be_run_and_what_is_wrong_with_it() {
    let studio = Served::new();
    let answer = plan(&studio, SMALL);
    assert_eq!((&answer["cut"], &answer["refused"]), (&json!(false), &Value::Null));
    // Two arms run once on each of eight puzzles, the random one three times.
    let most = json!({ "checks": 800_000, "nodes": null, "evaluations": null, "seconds": 1200.0 });
    assert_eq!(answer["counts"], json!({ "puzzles": 8, "arms": 3, "runs": 40, "most": most }));
    let experiment = &answer["experiment"];
    assert_eq!((&experiment["name"], &experiment["seeds"]), (&json!("Orders"), &json!(3)));
    assert_eq!(experiment["budget"], json!({ "checks": 20_000 }), "as written, whatever holds here");
    assert_eq!(experiment["instances"][1]["size"], json!(["4", "5"]));
    assert_eq!(experiment["factors"]["order"][2], "random");
    let rules: Vec<&str> =
        answer["remarks"].as_array().expect("remarks").iter().filter_map(|it| it["rule"].as_str()).collect();
    assert!(rules.contains(&"few-runs") && rules.contains(&"pooled"), "{answer:#}");
}

#[test]
fn a_plan_that_takes_too_long_to_make_is_cut_and_says_so() {
    let studio = Served::with(Limits { plan_time: Duration::from_millis(300), ..Limits::default() });
    let answer = plan(&studio, SLOW);
    assert_eq!((&answer["cut"], &answer["counts"]["puzzles"]), (&json!(true), &json!(400)));
    assert!(studio.is_free_soon());
}

#[test]
fn what_is_wrong_with_an_experiment_has_its_place() {
    let studio = Served::new();
    let cases = [
        ("name = ", 1, "quoted"),
        (&SMALL.replace("mrv", "mvr"), 20, "mvr"),
        (&SMALL.replace("corpus = \"sudoku/small\"", "files = [\"/etc/passwd\"]"), 8, "`files`"),
        (&SMALL.replace("seeds = 3", "seeds = 3\ntuned_on = [\"/etc/passwd\"]"), 3, "no built-in set"),
        (&SMALL.replace("seeds = 3", "unknown = 3"), 2, "unknown"),
    ];
    for (toml, line, what) in cases {
        for path in ["/api/experiment/plan", "/api/experiment"] {
            let reply = studio.post(path, &json!({ "toml": toml }));
            // What depends on the puzzles is found when they are there.
            let error = if reply.status == 200 { reply.events()[0].1["error"].clone() } else { reply.json() };
            assert!(reply.status == 422 || what == "mvr", "{path} {what}: {}", reply.text());
            assert!(error["what"].as_str().is_some_and(|text| text.contains(what)), "{error:#}");
            assert!(error["line"] == line && error["column"].as_u64() > Some(0), "{error:#}");
        }
    }
}

#[test]
fn an_experiment_is_told_run_by_run_and_ends_with_its_report() {
    let studio = Served::new();
    let events = studio.post("/api/experiment", &json!({ "toml": SMALL })).events();
    assert_eq!(events[0], ("planned".to_owned(), json!({ "total": 40, "puzzles": 8, "arms": 3 })));
    let progress: Vec<&Value> = events.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    assert!(progress.is_sorted_by_key(|data| data["done"].as_u64()));
    let last = progress.last().expect("progress");
    assert_eq!((&last["done"], &last["total"], &last["eta"]), (&json!(40), &json!(40), &json!(0.0)));
    assert_eq!(last["arms"][2], json!({ "arm": "random", "ended": 24, "solved": 24 }));
    let (name, end) = events.last().expect("an end");
    assert!(name == "end" && end["title"] == "Orders", "{end:#}");
    let report = end["report"].as_str().expect("a report");
    assert!(report.contains("<svg") && report.contains("<h2>") && end["summary"].as_str() < end["report"].as_str());
    // The page allows no style and no script but its own files.
    for forbidden in ["<style", "<script", "style=", "<html", " on"] {
        let inside = report.split('<').filter_map(|tag| tag.split('>').next());
        assert!(!inside.into_iter().any(|tag| format!("<{tag}").contains(forbidden)), "{forbidden}");
    }
    let files = end["files"].as_array().expect("files");
    let names: Vec<&str> = files.iter().filter_map(|file| file["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "experiment.toml",
            "instances.jsonl",
            "records.csv",
            "records.parquet",
            "manifest.json",
            "report.html",
            "report.md"
        ]
    );
    assert_eq!(files[2]["text"].as_str().map(|rows| rows.lines().count()), Some(41));
    assert!(files[3]["base64"].as_str().is_some_and(|bytes| bytes.starts_with("UEFSM")), "PAR1");
    // What it writes can be planned again.
    assert_eq!(plan(&studio, files[0]["text"].as_str().expect("TOML"))["counts"]["runs"], 40);
    let style = studio.get("/report.css");
    assert!(style.head.contains("text/css") && style.text().contains(".report {"));
}

#[test]
fn what_is_too_much_for_a_page_is_refused_with_what_to_do() {
    let studio = Served::with(Limits { experiment_runs: 39, ..Limits::default() });
    let answer = plan(&studio, SMALL);
    let says = |error: &Value| error["remedy"]["text"].as_str().is_some_and(|text| text.contains("pencilmark compare"));
    assert!(answer["counts"]["runs"] == 40 && says(&answer["refused"]), "{answer:#}");
    let events = studio.post("/api/experiment", &json!({ "toml": SMALL })).events();
    assert!(events[0].0 == "failed" && says(&events[0].1["error"]), "{events:?}");
    // More than fits into memory is refused before it is made.
    let lists = ["missing", "size", "level", "seed", "a", "b", "c", "d", "e", "f"]
        .map(|name| format!("{name} = {:?}", (0..100).collect::<Vec<_>>()))
        .join("\n");
    for (from, to) in [("count = 4", "count = 1000000"), ("seeds = 3", "seeds = 1000000000"), ("count = 2", &lists)] {
        let reply = studio.post("/api/experiment", &json!({ "toml": SMALL.replace(from, to) }));
        assert_eq!(reply.status, 422, "{to}: {}", reply.text());
    }
    let late = Served::with(Limits { run_time: Duration::from_millis(300), ..Limits::default() });
    let events = late.post("/api/experiment", &json!({ "toml": SLOW })).events();
    assert!(events.last().is_some_and(|(name, data)| name == "failed" && says(&data["error"])), "{events:?}");
}

#[test]
fn an_experiment_ends_when_its_client_goes() {
    let studio = Served::new();
    let long = SMALL.replace("20_000", "2_000_000_000").replace("sudoku/small", "sudoku/hard").replace(
        "[base]\nmethod = \"backtracking\"\n\n[factors]\norder = [\"in-order\", \"mrv\", \"random\"]",
        "[[arms]]\nmethod = \"annealing:temperature=1000\"",
    );
    for toml in [&long, SLOW] {
        let mut stream = studio.connect();
        stream.write_all(&studio.request("/api/experiment", &json!({ "toml": toml }))).expect("sent");
        stream.read_exact(&mut [0; 400]).expect("it has begun");
        assert_eq!(studio.get("/api/status").json()["free"], false);
        drop(stream);
        assert!(studio.is_free_soon());
    }
}

#[test]
fn a_report_that_nobody_waits_for_is_broken_off() {
    let studio = Served::new();
    let mut toml = "name = \"Many\"\n".to_owned();
    for number in 0..80 {
        let _ = write!(
            toml,
            "[[instances]]\ngroup = \"g{number}\"\nkind = \"hitori\"\nsize = \"4x4\"\ncount = 1\nseed = {number}\n"
        );
    }
    for number in 0..40 {
        let _ = write!(toml, "[[arms]]\nlabel = \"a{number}\"\nmethod = \"backtracking\"\n");
    }
    let mut stream = studio.connect();
    stream.write_all(&studio.request("/api/experiment", &json!({ "toml": toml }))).expect("sent");
    let (mut text, mut bytes) = (String::new(), [0; 4096]);
    while !text.contains("\"done\":3200,") {
        let length = stream.read(&mut bytes).expect("it goes on");
        assert!(length > 0, "it ended too soon");
        text += &String::from_utf8_lossy(&bytes[..length]);
    }
    assert_eq!(studio.get("/api/status").json()["free"], false);
    drop(stream);
    assert!(studio.is_free_soon());
}
