//! Examples of Hitori.

use serde_json::json;

use super::{Example, digits, example, unique, with};

pub(super) fn all() -> Vec<Example> {
    let four = json!({"kind": "hitori", "grid": [[1, 1, 1, 4], [1, 4, 2, 3], [3, 3, 2, 1], [4, 2, 1, 3]]});
    let solution = json!({"solution": [[1, 0, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]});
    let solved = with(&four, &solution);
    let eight = json!({"kind": "hitori", "grid": digits(&[
        "18135637", "12561758", "85266185", "35588416", "81157334", "33854581", "46321575", "44218312",
    ])});
    let rows = "1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3";
    let small = json!({"kind": "hitori", "grid": [[1, 1, 3], [1, 2, 3], [1, 3, 3]]});
    let id = "1813563712561758852661853558841681157334338545814632157544218312";
    vec![
        unique("rows below their number", "grid", format!("4 4\n{rows}"), &four),
        unique("rows alone", "grid", "1 1 3\n1 2 3\n1 3 3", &small),
        unique("rows of characters", "grid", "113\n123\n133", &small),
        Example { ask: "hitori", ..unique("rows that a Sudoku may have", "grid", rows, &four) },
        example(
            "rows with letters",
            "grid",
            "123456789a\n23456789a1",
            &json!({"kind": "hitori", "grid": [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]]}),
        ),
        unique("numbers and shades", "answer", format!("{rows}\n\nB W B W\nW W W W\nB W B W\nW W W B"), &solved),
        unique(
            "numbers and shades below their number",
            "answer",
            format!("4 4\n{rows}\n\nBWBW\nWWWW\nBWBW\nWWWB"),
            &solved,
        ),
        unique(
            "pairs",
            "answer",
            "(1,B)(1,W)(1,B)(4,W)\n(1,W)(4,W)(2,W)(3,W)\n(3,B)(3,W)(2,B)(1,W)\n(4,W)(2,W)(1,W)(3,B)",
            &solved,
        ),
        unique("a Singles ID", "tatham", format!("8x8:{id}"), &eight),
        unique("a Singles ID with difficulty", "tatham", format!("8x8dk:{id}"), &eight),
        unique("a puzz.link text", "puzz-link", "hitori/4/4/1114142333214213", &four),
        unique("a puzz.link address", "puzz-link", "https://puzz.link/p?hitori/4/4/1114142333214213", &four),
        unique(
            "an address of another host",
            "puzz-link",
            "http://example.org/p.html?hitori/4/4/1114142333214213",
            &four,
        ),
        example(
            "a puzz.link text with large numbers and none",
            "puzz-link",
            "?hitori/3/2/-10zZ.@%".replace('Z', "1"),
            &json!({"kind": "hitori", "grid": [[36, 35, 1], [null, null, null]]}),
        ),
        unique(
            "a janko file",
            "janko",
            format!(
                "[begin]\npuzzle hitori\nsize 4\n[problem]\n{rows}\n[solution]\nx - x -\n- - - -\nx - x -\n- - - x\n[end]"
            ),
            &solved,
        ),
        example(
            "a janko file and a position",
            "janko",
            "[begin]\npuzzle hitori\nrows 2\ncols 3\n[problem]\n1 1 3\n1 2 3\n[end]\n\n# position\nB W .\n. . .",
            &json!({"kind": "hitori", "grid": [[1, 1, 3], [1, 2, 3]], "entries": [[1, 0, null], [null, null, null]]}),
        ),
    ]
}
