//! What can be asked about puzzles, for every kind.

use serde_json::{Value, json};

use crate::client::{Served, kinds};

#[test]
fn everything_that_menus_need_comes_from_the_registries() {
    let studio = Served::new();
    let about = studio.get("/api/about").json();
    let ids = |list: &Value| -> Vec<String> {
        list.as_array().expect("a list").iter().map(|it| it["id"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!(ids(&about["kinds"]), kinds());
    let methods: Vec<&str> = pencilmark::registry::methods().map(|info| info.id).collect();
    assert_eq!(ids(&about["methods"]), methods);
    for (kind, entry) in about["kinds"].as_array().expect("kinds").iter().zip(pencilmark::registry::kinds()) {
        assert_eq!(kind["settings"].as_array().map(Vec::len), Some(entry.info.settings.len()));
        let aliases: Vec<(&str, &str)> = kind["aliases"]
            .as_array()
            .expect("aliases")
            .iter()
            .map(|alias| (alias["name"].as_str().expect("a name"), alias["title"].as_str().expect("a title")))
            .collect();
        assert_eq!(aliases, entry.info.aliases.iter().map(|alias| (alias.name, alias.title)).collect::<Vec<_>>());
        assert_eq!(ids(&kind["techniques"]), entry.techniques.iter().map(|it| it.id).collect::<Vec<_>>());
    }
}

#[test]
fn an_alias_comes_with_its_settings() {
    let about = Served::new().get("/api/about").json();
    let kinds = about["kinds"].as_array().expect("kinds");
    let stars = kinds.iter().find(|kind| kind["id"] == "star-battle").expect("a kind");
    let queens = json!({ "name": "queens", "title": "Queens", "settings": { "stars": "1" } });
    assert!(stars["aliases"].as_array().expect("aliases").contains(&queens), "{stars}");
}

#[test]
fn sizes_and_levels_that_a_generator_refuses_are_left_out() {
    let about = Served::new().get("/api/about").json();
    let boards = |kind: &str| -> Vec<(u64, Vec<u64>)> {
        let entry = about["kinds"].as_array().expect("kinds").iter().find(|entry| entry["id"] == kind);
        let levels =
            |board: &Value| board["levels"].as_array().expect("levels").iter().filter_map(Value::as_u64).collect();
        let board = |board: &Value| (board["side"].as_u64().expect("a side"), levels(board));
        entry.expect("a kind")["boards"].as_array().expect("boards").iter().map(board).collect()
    };
    let sides = |kind: &str| boards(kind).into_iter().map(|(side, _)| side).collect::<Vec<_>>();
    assert_eq!(sides("sudoku")[..6], [4, 6, 8, 9, 10, 12]);
    let levels =
        |kind: &str, side| boards(kind).into_iter().find(|&(known, _)| known == side).map(|(_, levels)| levels);
    assert_eq!(levels("sudoku", 9), Some((1..=6).collect()));
    assert_eq!(levels("hitori", 8), Some((2..=6).collect()));
    assert_eq!(levels("star-battle", 10), Some((2..=6).collect()));
    assert_eq!(levels("star-battle", 6), Some((1..=6).collect()));
}

/// A puzzle of every kind without a solution.
fn impossible(studio: &Served) -> Vec<Value> {
    let single = |row: usize, col: usize, target: u8| json!({ "op": "=", "target": target, "cells": [[row, col]] });
    let digits = [[1, 2, 3], [2, 2, 1], [3, 1, 2]];
    let cages = digits.iter().enumerate().flat_map(|(row, line)| (0..3).map(move |col| single(row, col, line[col])));
    let mut stars = studio.sample("star-battle", "small")["puzzle"].clone();
    stars["stars"] = json!(2);
    stars.as_object_mut().expect("an object").remove("solution");
    vec![
        json!({ "kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 1], [0, 2, 0, 0], [0, 0, 3, 0], [4, 0, 0, 0]] }),
        json!({ "kind": "kenken", "size": 3, "cages": cages.collect::<Value>() }),
        json!({ "kind": "hitori", "grid": [[1, 1, 1, 1], [2, 3, 4, 1], [3, 4, 2, 1], [4, 2, 3, 2]] }),
        json!({ "kind": "hidato", "grid": [[1, 0, 9], [0, 0, 0], [0, 0, 2]] }),
        stars,
    ]
}

#[test]
fn a_correction_that_a_check_suggests_can_be_applied() {
    let studio = Served::new();
    let mut applied = Vec::new();
    for puzzle in impossible(&studio) {
        let check = studio.ask("/api/check", &json!({ "puzzle": puzzle }));
        assert_eq!(check["verdict"], "none", "{puzzle}");
        for change in check["corrections"]["changes"].as_array().into_iter().flatten() {
            let view = studio.ask("/api/correct", &json!({ "puzzle": puzzle, "correction": change }));
            let again = studio.ask("/api/check", &json!({ "puzzle": view["puzzle"] }));
            assert_eq!(again["verdict"], "unique", "{change}");
            applied.push(puzzle["kind"].as_str().expect("a kind").to_owned());
        }
    }
    applied.dedup();
    assert_eq!(applied, kinds());
    // A change of another puzzle is refused.
    let change = json!({ "rule": "given", "cells": ["r9c9"], "from": "1", "to": "2", "text": "r9c9 = 2" });
    let reply = studio.post("/api/correct", &json!({ "puzzle": impossible(&studio)[0], "correction": change }));
    assert_eq!(
        (reply.status, reply.json()["what"].as_str()),
        (422, Some("`r9c9 = 2` is not a correction of this puzzle"))
    );
}

#[test]
fn the_drawing_of_a_puzzle_shows_that_puzzle() {
    let studio = Served::new();
    for kind in kinds() {
        let view = studio.sample(kind, "small");
        let drawing = studio.ask("/api/drawing", &json!({ "puzzle": view["puzzle"] }));
        assert_eq!(studio.ask("/api/sketch", &drawing)["view"]["board"], view["board"], "{kind}");
    }
}

#[test]
fn a_puzzle_of_every_kind_is_read_hinted_explained_and_solved() {
    let studio = Served::new();
    for kind in kinds() {
        let view = studio.sample(kind, "small");
        let puzzle = &view["puzzle"];
        assert_eq!(view["kind"], kind);
        let (rows, cols) =
            (view["board"]["faces"].as_array().map(Vec::len), view["board"]["faces"][0].as_array().map(Vec::len));
        assert!(
            rows >= Some(4) && cols >= Some(4) && !view["entries"].as_array().expect("entries").is_empty(),
            "{kind}"
        );

        let mut bare = puzzle.clone();
        bare.as_object_mut().expect("an object").remove("solution");
        let asked = json!({ "puzzle": bare });
        let solved = studio.ask("/api/solve", &asked);
        assert_eq!(solved["outcome"], "solved", "{kind}");
        let check = studio.ask("/api/check", &asked);
        assert_eq!((&check["verdict"], &check["solution"]), (&json!("unique"), &solved["solution"]), "{kind}");
        let hint = studio.ask("/api/hint", &asked);
        assert_eq!(hint["outcome"], "step", "{kind}: {hint}");
        assert!(
            studio.ask("/api/grade", &asked)["level"].as_u64().is_some_and(|level| (1..=6).contains(&level)),
            "{kind}"
        );
        assert_eq!(studio.ask("/api/marks", &asked)["marks"].as_array().map(Vec::len), rows, "{kind}");

        // The positions of an explanation lead from nothing to the solution.
        let explained = studio.ask("/api/explain", &asked);
        let (steps, positions) =
            (explained["steps"].as_array().expect("steps"), explained["positions"].as_array().expect("positions"));
        assert_eq!((positions.len(), &explained["solved"]), (steps.len() + 1, &json!(true)), "{kind}");
        let mut board = solved["solution"].clone();
        for state in positions.iter().flat_map(|cells| cells.as_array().expect("cells")) {
            let name = state["cell"].as_str().expect("a cell");
            let (row, col) = name[1..].split_once('c').expect("a column");
            let at = |text: &str| text.parse::<usize>().expect("a number") - 1;
            if !state["entry"].is_null() {
                board[at(row)][at(col)] = state["entry"].clone();
            }
        }
        assert_eq!(board, solved["solution"], "{kind}");

        // A solution that is entered is right, and another value somewhere is a mistake.
        let mut entered = bare.clone();
        entered["entries"] = solved["solution"].clone();
        assert_eq!(studio.ask("/api/hint", &json!({ "puzzle": entered }))["outcome"], "solved", "{kind}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let studio = Served::new();
    for entry in pencilmark::registry::kinds() {
        let view = studio.sample(entry.info.id, "small");
        // What is shared does not give the solution away, but for formats that have to have it.
        let mut puzzle = view["puzzle"].clone();
        puzzle.as_object_mut().expect("an object").remove("solution");
        let holds = |format: &str| view["formats"].as_array().expect("formats").iter().any(|it| it == format);
        for format in entry.written_formats() {
            let reply = studio.post("/api/write", &json!({ "puzzle": puzzle, "format": format }));
            assert_eq!(reply.status == 200, holds(format), "{format}: {}", reply.text());
            if reply.status != 200 {
                assert!(
                    reply.json()["what"].as_str().is_some_and(|what| what.contains("cannot be written")),
                    "{format}"
                );
                continue;
            }
            let text = reply.json()["text"].clone();
            // Formats that all kinds share are detected; the kind's own are named, since some texts fit two of them.
            let own = entry.formats.iter().find(|own| own.id == format).map(|own| own.id);
            let asked = json!({ "text": text, "kind": entry.info.id, "format": own, "settings": { "stars": "1" } });
            let read = studio.ask("/api/read", &asked);
            assert_eq!(read["errors"], json!([]), "{format}: {text}");
            // Some formats say what is possible in each cell, so that their board looks different; the solution is the same.
            let solution = |puzzle: &Value| studio.ask("/api/solve", &json!({ "puzzle": puzzle }))["solution"].clone();
            let again = &read["puzzles"][0]["puzzle"];
            assert_eq!(solution(again), solution(&view["puzzle"]), "{}/{format}", entry.info.id);
        }
    }
}

#[test]
fn a_drawing_by_hand_becomes_the_puzzle_that_it_shows() {
    let studio = Served::new();
    for kind in kinds() {
        let view = studio.sample(kind, "small");
        let (faces, vertical, horizontal) =
            (&view["board"]["faces"], &view["board"]["vertical"], &view["board"]["horizontal"]);
        // Cells that no thick line divides belong together.
        let (rows, cols) = (faces.as_array().expect("rows").len(), faces[0].as_array().expect("columns").len());
        let mut area = vec![vec![usize::MAX; cols]; rows];
        for (number, (row, col)) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).enumerate() {
            let mut open = vec![(row, col)];
            while let Some((row, col)) = open.pop() {
                if area[row][col] != usize::MAX {
                    continue;
                }
                area[row][col] = number;
                let thin = |edge: &Value| edge == "thin";
                if row > 0 && thin(&horizontal[row][col]) {
                    open.push((row - 1, col));
                }
                if row + 1 < rows && thin(&horizontal[row + 1][col]) {
                    open.push((row + 1, col));
                }
                if col > 0 && thin(&vertical[row][col]) {
                    open.push((row, col - 1));
                }
                if col + 1 < cols && thin(&vertical[row][col + 1]) {
                    open.push((row, col + 1));
                }
            }
        }
        let cell = |row: usize, col: usize| {
            let face = &faces[row][col];
            let text = |name: &str| face[name].as_str().unwrap_or("").to_owned();
            json!({ "text": text("text"), "corner": text("corner"), "hole": face["tone"] == "hole", "area": area[row][col] })
        };
        let cells: Vec<Vec<Value>> = (0..rows).map(|row| (0..cols).map(|col| cell(row, col)).collect()).collect();
        let drawn = studio.ask("/api/sketch", &json!({ "kind": kind, "cells": cells, "settings": { "stars": "1" } }));
        assert_eq!(drawn["view"]["board"], view["board"], "{kind}");
    }
    // A drawing that is not a puzzle yet gets a normal answer that says why.
    let row = |area: usize| json!([{ "corner": "+", "area": area }, { "area": area }, { "area": area }]);
    let drawn = studio.ask("/api/sketch", &json!({ "kind": "kenken", "cells": [row(0), row(1), row(2)] }));
    assert!(drawn["view"].is_null());
    assert_eq!(drawn["error"]["what"], "`+` is not a target");
}

#[test]
fn pictures_and_pages_are_what_they_say() {
    let studio = Served::new();
    let puzzle = studio.sample("kenken", "small")["puzzle"].clone();
    let picture =
        |format: &str| studio.post("/api/render", &json!({ "puzzle": puzzle, "format": format, "solved": true }));
    assert!(picture("svg").text().starts_with("<svg"));
    assert!(picture("png").body.starts_with(b"\x89PNG"));
    let pages = studio.post("/api/print", &json!({ "puzzles": [puzzle, puzzle], "per_page": 2, "levels": true }));
    assert!(pages.body.starts_with(b"%PDF") && pages.head.contains("application/pdf"));
    assert!(!pages.head.contains("x-pencilmark-notes"), "{}", pages.head);
    let blank = json!({ "kind": "sudoku", "grid": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]] });
    let several = studio.post("/api/print", &json!({ "puzzles": [puzzle, blank], "levels": true }));
    let note = "x-pencilmark-notes: puzzle 2: it has several solutions; one of them is printed";
    assert!(several.body.starts_with(b"%PDF") && several.head.contains(note), "{}", several.head);
    let refused = studio.post("/api/print", &json!({ "puzzles": [puzzle], "per_page": 3 }));
    assert_eq!((refused.status, refused.json()["remedy"]["text"].as_str()), (422, Some("choose 1, 2, 4, 6 or 9")));
}
