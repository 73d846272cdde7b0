//! Searches and generators as streams of events.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use pencilmark_studio::Limits;
use serde_json::{Value, json};

use crate::client::{Served, kinds};

#[test]
fn a_search_is_told_from_the_first_picture_to_the_solution() {
    let studio = Served::new();
    for kind in kinds() {
        let view = studio.sample(kind, "small");
        let mut puzzle = view["puzzle"].clone();
        puzzle.as_object_mut().expect("an object").remove("solution");
        for method in ["backtracking", "min-conflicts", "exact"] {
            let reply =
                studio.post("/api/watch", &json!({ "puzzle": puzzle, "method": method, "seed": 1, "seconds": 20.0 }));
            let events = reply.events();
            let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(
                (names.first(), names.last()),
                (Some(&"plan"), Some(&"end")),
                "{kind} {method}: {}",
                reply.text()
            );
            let end = &events.last().expect("an end").1;
            assert_eq!((&end["record"]["outcome"], &end["left_out"]), (&json!("solved"), &json!(0)), "{kind} {method}");
            // The pictures, one over the other, show the solution in the end.
            let mut faces: Vec<Value> = view["board"]["faces"]
                .as_array()
                .expect("rows")
                .iter()
                .flat_map(|row| row.as_array().expect("cells").clone())
                .collect();
            let pictures = events
                .iter()
                .filter(|(name, _)| name == "pictures")
                .flat_map(|(_, data)| data["pictures"].as_array().expect("pictures").clone());
            let mut last = Value::Null;
            for picture in pictures {
                for change in picture["faces"].as_array().expect("faces") {
                    let place = change[0].as_u64().expect("a place") as usize;
                    faces[place] = change[1].clone();
                }
                last = picture["shot"].clone();
            }
            assert_eq!(last, "solution", "{kind} {method}");
            assert!(faces.iter().all(|face| face["accent"] != "wrong"), "{kind} {method}");
        }
    }
}

#[test]
fn pictures_beyond_the_limit_are_counted_and_the_solution_is_shown() {
    let studio = Served::with(Limits { frames: 60, ..Limits::default() });
    let mut puzzle = studio.sample("sudoku", "hard")["puzzle"].clone();
    puzzle.as_object_mut().expect("an object").remove("solution");
    let events =
        studio.post("/api/watch", &json!({ "puzzle": puzzle, "method": "backtracking:inference=forward" })).events();
    let told: usize = events.iter().filter_map(|(_, data)| data["pictures"].as_array()).map(Vec::len).sum();
    let end = &events.last().expect("an end").1;
    assert!(told == 61 && end["left_out"].as_u64() > Some(0), "{told} {}", end["left_out"]);
    // The last picture makes up for those that were left out.
    let pictures = events.iter().filter_map(|(_, data)| data["pictures"].as_array()).flatten();
    let changes = pictures.flat_map(|picture| picture["faces"].as_array().expect("faces"));
    let mut shown = vec![String::new(); 81];
    for change in changes {
        shown[change[0].as_u64().expect("a place") as usize] = change[1]["text"].as_str().unwrap_or("").to_owned();
    }
    let solution =
        end["record"]["solution"].as_array().expect("rows").iter().flat_map(|row| row.as_array().expect("a row"));
    let given = puzzle["grid"].as_array().expect("rows").iter().flat_map(|row| row.as_array().expect("a row"));
    for (place, (value, given)) in solution.zip(given).enumerate() {
        let right = value.to_string();
        assert!(given != 0 || shown[place] == right, "{place}: {}", shown[place]);
    }
}

#[test]
fn puzzles_of_every_kind_are_made_as_asked_for() {
    let studio = Served::new();
    for kind in kinds() {
        let asked = json!({ "kind": kind, "settings": { "level": "3" }, "seed": 7, "count": 2 });
        let events = studio.post("/api/make", &asked).events();
        let made: Vec<&Value> = events.iter().filter(|(name, _)| name == "made").map(|(_, data)| data).collect();
        assert!(made.len() == 2 && made.iter().all(|data| data["grade"]["level"] == 3), "{kind}");
        let again = studio.post(
            "/api/make",
            &json!({ "kind": kind, "settings": { "level": "3" }, "seed": 7, "from": 1, "count": 1 }),
        );
        assert_eq!(again.events()[0].1["view"], made[1]["view"], "{kind}");
    }
    // A request that no puzzle can meet is refused before any is made.
    let refused = studio.post("/api/make", &json!({ "kind": "hitori", "settings": { "level": "1" }, "count": 1 }));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.json()["remedy"]["text"], "ask for level 2 or more", "{}", refused.text());
    let unknown = studio.post("/api/make", &json!({ "kind": "sudoku", "settings": { "stars": "2" }, "count": 1 }));
    assert_eq!(unknown.status, 422, "{}", unknown.text());
}

#[test]
fn a_generator_has_a_limit_for_all_its_puzzles_together() {
    let studio = Served::with(Limits { run_time: Duration::from_millis(300), ..Limits::default() });
    // There is no such puzzle: each is looked for as long as it may be.
    for seconds in [0.1, 600.0] {
        let asked =
            json!({ "kind": "sudoku", "settings": { "size": "4x4", "level": "6" }, "count": 500, "seconds": seconds });
        let start = Instant::now();
        let events = studio.post("/api/make", &asked).events();
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        let (name, end) = events.last().expect("an end");
        assert_eq!((name.as_str(), &end["made"]), ("end", &json!(0)));
        assert_eq!(end["stopped"]["what"], "it exceeded the limit of 0.3 seconds");
    }
    assert!(studio.is_free_soon());
}

#[test]
fn a_client_that_goes_away_frees_its_worker() {
    let studio = Served::new();
    let blank = studio.ask("/api/read", &json!({ "text": ".".repeat(625), "kind": "sudoku" }));
    let puzzle = &blank["puzzles"][0]["puzzle"];
    let mut streams = Vec::new();
    for method in ["annealing", "backtracking:inference=none,order=in-order"] {
        let mut stream = studio.connect();
        stream
            .write_all(&studio.request("/api/watch", &json!({ "puzzle": puzzle, "method": method, "seconds": 600.0 })))
            .expect("sent");
        stream.read_exact(&mut [0; 400]).expect("it has begun");
        streams.push(stream);
    }
    assert_eq!(studio.get("/api/status").json()["free"], false);
    drop(streams);
    assert!(studio.is_free_soon());
}

#[test]
fn more_runs_than_workers_are_told_to_come_back() {
    let studio = Served::with(Limits { runs: 1, ..Limits::default() });
    let blank = studio.ask("/api/read", &json!({ "text": ".".repeat(625), "kind": "sudoku" }));
    let asked = json!({ "puzzle": blank["puzzles"][0]["puzzle"], "method": "annealing", "seconds": 600.0 });
    let mut first = studio.connect();
    first.write_all(&studio.request("/api/watch", &asked)).expect("sent");
    first.read_exact(&mut [0; 400]).expect("it has begun");
    let second = studio.post("/api/watch", &asked);
    assert!(second.status == 429 && second.head.contains("retry-after: 1"), "{}", second.head);
    drop(first);
    assert!(studio.is_free_soon());
}

#[test]
fn who_waits_too_long_for_a_worker_is_told_to_come_back() {
    let wait_time = Duration::from_millis(200);
    let studio = Served::with(Limits { quick: 1, waiting: 2, wait_time, ..Limits::default() });
    let mut puzzle = studio.sample("sudoku", "hard")["puzzle"].clone();
    puzzle.as_object_mut().expect("an object").remove("solution");
    let asked = json!({ "puzzle": puzzle, "method": "annealing:temperature=1000", "seconds": 8.0 });
    let mut first = studio.connect();
    first.write_all(&studio.request("/api/solve", &asked)).expect("sent");
    std::thread::sleep(wait_time);
    let start = Instant::now();
    let second = studio.post("/api/marks", &json!({ "puzzle": puzzle }));
    assert!(second.status == 429 && second.head.contains("retry-after: 1"), "{}", second.text());
    assert!(start.elapsed() >= wait_time && start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    // The first one is given up, and the next has its turn.
    drop(first);
    assert!(studio.is_free_soon());
    assert_eq!(studio.post("/api/marks", &json!({ "puzzle": puzzle })).status, 200);
}

/// Returns a board whose steps take far longer than the limits below.
fn long_board(studio: &Served) -> serde_json::Value {
    let spec = pencilmark::Spec::default().with("size", "17").with("stars", "4");
    let kind = pencilmark::registry::kind("star-battle").expect("a kind");
    let board = pencilmark::registry::generate(kind, &spec, 31, 0).expect("a board");
    let read = studio.ask("/api/read", &json!({ "text": board.write("json").expect("JSON") }));
    read["puzzles"][0]["puzzle"].clone()
}

#[test]
fn teaching_ends_with_its_limit_and_with_its_client() {
    let quick_time = Duration::from_millis(100);
    let studio = Served::with(Limits { quick_time, ..Limits::default() });
    let asked = json!({ "puzzle": long_board(&studio) });
    for path in ["/api/explain", "/api/grade"] {
        let answer = studio.ask(path, &asked);
        assert_eq!(answer["gave_up"], "the time limit was reached", "{path}: {answer}");
        assert!(studio.is_free_soon());
    }
    let studio = Served::new();
    let mut clients = Vec::new();
    for path in ["/api/explain", "/api/grade"] {
        let mut stream = studio.connect();
        stream.write_all(&studio.request(path, &asked)).expect("sent");
        clients.push(stream);
    }
    std::thread::sleep(quick_time);
    assert_eq!(studio.get("/api/status").json()["free"], false);
    drop(clients);
    assert!(studio.is_free_soon());
}
