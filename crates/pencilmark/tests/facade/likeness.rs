//! Puzzles that are the same but for symmetries have one fingerprint, and others do not.

use std::collections::HashMap;

use pencilmark::front::likeness;
use pencilmark::{Puzzle, corpus};
use serde_json::{Value, json};

/// The board turned by a quarter, field by field.
fn turned(puzzle: &Puzzle) -> Puzzle {
    let mut object = puzzle.to_json();
    let (rows, cols) = puzzle.shape();
    for field in ["grid", "regions"] {
        if let Some(grid) = object.get(field).cloned() {
            let turned =
                (0..cols).map(|row| (0..rows).map(|col| grid[rows - 1 - col][row].clone()).collect::<Vec<_>>());
            object.insert(field.to_owned(), turned.collect::<Vec<_>>().into());
        }
    }
    if let Some(Value::Array(cages)) = object.get_mut("cages") {
        for cage in cages {
            let cells = cage["cells"].as_array().expect("cells").iter();
            let turned = cells.map(|cell| json!([cell[1], rows as u64 - 1 - cell[0].as_u64().expect("a row")]));
            cage["cells"] = turned.collect();
        }
    }
    if let Some(Value::Array(sides)) = object.get_mut("box") {
        sides.reverse();
    }
    object.retain(|field, _| !["solution", "id"].contains(&field.as_str()));
    Puzzle::parse(&Value::Object(object).to_string()).expect("the board turned")
}

/// Every number renamed, 1 to 2 and so on.
fn renamed(puzzle: &Puzzle) -> Puzzle {
    let mut object = puzzle.to_json();
    let largest = puzzle.shape().0 as u64;
    let rename = |value: &Value| match value.as_u64() {
        Some(number) if number > 0 => json!(number % largest + 1),
        _ => value.clone(),
    };
    let rows = object["grid"].as_array().expect("rows").iter();
    let rows = rows.map(|row| Value::from(row.as_array().expect("cells").iter().map(rename).collect::<Vec<_>>()));
    let rows: Vec<Value> = rows.collect();
    object.insert("grid".to_owned(), rows.into());
    object.retain(|field, _| !["solution", "id"].contains(&field.as_str()));
    Puzzle::parse(&Value::Object(object).to_string()).expect("the board renamed")
}

#[test]
fn turned_and_renamed_boards_are_alike() {
    for set in ["sudoku/normal", "kenken/normal", "hitori/normal", "hidato/normal", "star-battle/normal"] {
        for puzzle in corpus::set(set).expect("a set").iter().take(4) {
            let turned = turned(puzzle);
            assert!(!turned.has_same_clues(puzzle) && likeness(&turned) == likeness(puzzle), "{set}");
            if set.starts_with("sudoku") || set.starts_with("hitori") {
                let renamed = renamed(&turned);
                assert!(!renamed.has_same_clues(&turned) && likeness(&renamed) == likeness(puzzle), "{set}");
            }
        }
    }
    // The first two rows of a band may change places.
    let rows: Vec<&str> = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"
        .split(' ')
        .collect();
    let swapped = [&[rows[1], rows[0]][..], &rows[2..]].concat().concat();
    let parse = |text: &str| Puzzle::parse(text).expect("a puzzle");
    assert_eq!(likeness(&parse(&swapped)), likeness(&parse(&rows.concat())));
}

#[test]
fn no_two_puzzles_of_the_corpus_are_alike() {
    let mut seen: HashMap<(&str, u64), Puzzle> = HashMap::new();
    for puzzle in corpus::sets().flat_map(corpus::Set::puzzles) {
        if let Some(other) = seen.insert((puzzle.kind().id, likeness(&puzzle)), puzzle.clone()) {
            assert!(other.has_same_clues(&puzzle), "{:?} and {:?}", other.id(), puzzle.id());
        }
    }
    assert!(seen.len() > 200);
}
