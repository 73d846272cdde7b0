//! Examples of Star Battle.

use serde_json::{Value, json};

use super::{Example, example, spread, unique, with};

pub(super) fn all() -> Vec<Example> {
    // starbattle/6/6/1/4ilbhgdnmhou and AA2W556S… decoded by hand.
    let six = json!({"kind": "star-battle", "regions": [
        [0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 2, 2], [0, 3, 3, 4, 4, 2], [5, 5, 3, 3, 4, 2], [5, 4, 4, 4, 4, 2], [5, 2, 2, 2, 2, 2],
    ], "stars": 1});
    let letters = [
        "AAAABBCCCC",
        "ADDBBBBDCC",
        "AADBDDDDDC",
        "AADDDEEECC",
        "AEEEEEEEFC",
        "AEEEEGEEFH",
        "AEEIIGFFFH",
        "EEJJIGFFGH",
        "JJJJIGGGGH",
        "IIIIIIIHHH",
    ];
    let ten: Value = letters.iter().map(|row| row.bytes().map(|b| u32::from(b - b'A')).collect::<Value>()).collect();
    let ten = json!({"kind": "star-battle", "regions": ten, "stars": 2});
    let numbers: Vec<String> = letters
        .iter()
        .map(|row| row.bytes().map(|b| (b - b'A' + 1).to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    let tuples: Vec<String> = letters.iter().map(|row| format!("'{}'", spread(row, "', '"))).collect();
    let rows = "AAABBB\nABBBCC\nADDEEC\nFFDDEC\nFEEEEC\nFCCCCC";
    let areas = "1 1 1 2 2 2\n1 2 2 2 3 3\n1 4 4 5 5 3\n6 6 4 4 5 3\n6 5 5 5 5 3\n6 3 3 3 3 3";
    let holes = json!({"kind": "star-battle", "regions": [[0, 0, 1, 1], [0, -1, -1, 1], [2, 2, 3, 3], [2, 2, 3, 3]], "stars": 1});
    vec![
        unique("letters", "regions", format!("6 1\n{rows}"), &six),
        unique("numbers", "regions", format!("10 2\n{}", numbers.join("\n")), &ten),
        example("letters with holes", "regions", "4 1\nAABB\nA@#B\nCCDD\nCCDD", &holes),
        unique("tuples", "tuples", format!("stars = 2\nboard = (\n({}),\n)", tuples.join("),\n(")), &ten),
        example(
            "lists of numbers",
            "tuples",
            "stars = 1\n[[0, 0, 1, 1], [0, -1, -1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]",
            &holes,
        ),
        unique("a puzz.link text", "puzz-link", "starbattle/6/6/1/4ilbhgdnmhou", &six),
        unique("a puzz.link text after ?", "puzz-link", "?starbattle/6/6/1/4ilbhgdnmhou", &six),
        unique("a puzz.link address", "puzz-link", "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", &six),
        unique("SBN", "sbn", "AA2W556SAIWSRhAx6840-ZajjL3HvTBSeG", &ten),
        unique("SBN with marks", "sbn", "AA2e556SAIWSRhAx6840-ZajjL3HvTBSeG0000", &ten),
        unique(
            "a janko file",
            "janko",
            format!("[begin]\npuzzle sternenschlacht\nsize 6\nstars 1\n[areas]\n{areas}\n[end]"),
            &six,
        ),
        example(
            "a janko file with its solution",
            "janko",
            "[begin]\npuzzle sternenschlacht\nsize 4\nstars 1\n[areas]\n1 1 2 2\n1 # # 2\n3 3 4 4\n3 3 4 4\n[solution]\n- x - -\n- # # x\nx - - -\n- - x -\n[end]",
            &with(&holes, &json!({"solution": [[0, 1, 0, 0], [0, -1, -1, 1], [1, 0, 0, 0], [0, 0, 1, 0]]})),
        ),
        example(
            "a position",
            "regions",
            "4 1\nAABB\nA@@B\nCCDD\nCCDD\n# position\nx*..\n.@@.\n....\n....",
            &with(
                &holes,
                &json!({
                    "entries": [[0, 1, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
                }),
            ),
        ),
    ]
}
