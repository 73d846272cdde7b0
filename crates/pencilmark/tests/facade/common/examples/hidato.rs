//! Examples of Hidato.

use serde_json::json;

use super::{Example, example, unique, with};

pub(super) fn all() -> Vec<Example> {
    let board = json!({"kind": "hidato", "grid": [[4, 0, 0, 11], [0, 0, 0, 0], [0, 6, -1, 1]]});
    let numbrix = json!({"kind": "hidato", "grid": [[1, 0, 3], [0, 5, 0], [7, 0, 9]], "moves": "orthogonal"});
    let square = json!({"kind": "hidato", "grid": [[1, 0, 3], [0, 5, 0], [7, 0, 9]]});
    let player = "https://pedros.works/paper-puzzle-player";
    vec![
        example("rows", "grid", "4 . . 11\n. . . .\n. 6 # 1", &board),
        example("rows with other symbols", "grid", "4 0 _ 11\n. . . .\n. 6 x 1", &board),
        example("rows with -1", "grid", "4 . . 11\n. . . .\n. 6 -1 1", &board),
        example("rows below their number", "grid", "3 4\n4 . . 11\n. . . .\n. 6 # 1", &board),
        unique("orthogonal steps", "grid", "3 3 orthogonal\n1 . 3\n. 5 .\n7 . 9", &numbrix),
        unique("a line of a generator", "generator", "1,-1,3,-1,5,-1,7,-1,9,", &square),
        example("an address", "kudamono", format!("{player}?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku"), &board),
        example("an older address", "kudamono", format!("{player}?W=3&H=2&L=(4)2(6)1x3(1)3(11)2&G=hidoku"), &board),
        example("an address without its host", "kudamono", "W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku", &board),
        example(
            "a janko file",
            "janko",
            "[begin]\npuzzle hidoku\nsize 3\n[problem]\n1 - 3\n. 5 .\n7 . 9\n[solution]\n1 2 3\n6 5 4\n7 8 9\n[end]",
            &with(&square, &json!({"solution": [[1, 2, 3], [6, 5, 4], [7, 8, 9]]})),
        ),
        example(
            "a solution with a hole",
            "grid",
            "1 . x\n. . 5\n# solution\n1 2 x\n3 4 5",
            &json!({"kind": "hidato", "grid": [[1, 0, -1], [0, 0, 5]], "solution": [[1, 2, -1], [3, 4, 5]]}),
        ),
        example(
            "a position",
            "grid",
            "1 . x\n. . 5\n# position\n1 {2,3} .\n. 4 .",
            &json!({
                "kind": "hidato", "grid": [[1, 0, -1], [0, 0, 5]], "entries": [[1, null, null], [null, 4, null]],
                "marks": [[[], [2, 3], []], [[], [], []]],
            }),
        ),
    ]
}
