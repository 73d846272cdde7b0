//! Examples of Sudoku.

use serde_json::{Value, json};

use super::{Example, digits, example, spread, unique, with};

/// The grid that `3x3:1d9_4b6a7…` stands for, decoded by hand.
const NINE: [&str; 9] = [
    "1....94..",
    "6.74..2..",
    "9...7..8.",
    ".5..6.847",
    "...3.8...",
    "891.4..5.",
    ".6..3...4",
    "..8..45.3",
    "..45....8",
];

/// A line of a large board: the digits of its first row, then blanks.
fn large(side: usize) -> (String, Value) {
    let symbols = "123456789ABCDEFGHIJKLMNOP";
    let line = format!("{}{}", &symbols[..side], ".".repeat(side * (side - 1)));
    let mut grid = vec![vec![0; side]; side];
    grid[0] = (1..=side).collect();
    let rows = if side == 12 { 3 } else { side.isqrt() };
    (line, json!({"kind": "sudoku", "box": [rows, side / rows], "grid": grid}))
}

pub(super) fn all() -> Vec<Example> {
    let nine = json!({"kind": "sudoku", "box": [3, 3], "grid": digits(&NINE)});
    let four =
        json!({"kind": "sudoku", "box": [2, 2], "grid": [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]]});
    let six = ["1.3456", "45.1.3", "231.64", ".6423.", "3.2645", "64531."];
    let six_shown = json!({"kind": "sudoku", "box": [2, 3], "grid": digits(&six)});
    let spaced: Vec<String> = NINE.iter().map(|row| spread(row, " ")).collect();
    let marks: String = NINE.concat().chars().map(candidates_of).collect();
    let mut state = vec![vec![None; 9]; 9];
    state[0][1] = Some(2);
    state[8][0] = Some(7);
    let (twelve, twelve_shown) = large(12);
    let (sixteen, sixteen_shown) = large(16);
    let (twenty_five, twenty_five_shown) = large(25);
    let id = "1d9_4b6a7_4b2b9c7b8b5b6a8_4_7c3a8c8_9_1a4b5b6b3c4b8b4_5a3b4_5d8";
    vec![
        unique("a line of 81 characters", "line", NINE.concat(), &nine),
        unique("a line with zeros", "line", NINE.concat().replace('.', "0"), &nine),
        unique("a line of 16 characters", "line", ".1.....23.....3.", &four),
        example("a line of 36 characters", "line", six.concat(), &six_shown),
        example("a line of 144 characters", "line", twelve, &twelve_shown),
        example("a line of 256 characters", "line", sixteen, &sixteen_shown),
        example("a line of 625 characters", "line", twenty_five, &twenty_five_shown),
        unique("rows of characters", "grid", NINE.join("\n"), &nine),
        unique("rows of words", "grid", spaced.join("\n"), &nine),
        example(
            "rows with lines",
            "grid",
            "1.3|456\n45.|1.3\n---+---\n231|.64\n.64|23.\n---+---\n3.2|645\n645|31.",
            &six_shown,
        ),
        unique(
            "rows with a frame",
            "grid",
            "# ours\n+-----+-----+\n| . 1 | . . |\n| . . | . 2 |\n+-----+-----+\n| 3 . | . . |\n| . . | 3 . |\n+-----+-----+",
            &four,
        ),
        unique(
            "an .sdk file",
            "sdk",
            format!("#AAn author\n#DOurs\n#CRemark\n#B2026-01-01\n#SPaper\n#LEasy\n#Uexample.org\n{}", NINE.join("\n")),
            &with(&nine, &json!({"id": "Ours"})),
        ),
        unique(
            "an .sdk file in sections",
            "sdk",
            format!(
                "#DOurs\n\n[Puzzle]\n{}\n\n[State]\n12...94..\n{}\n7.45....8",
                NINE.join("\n"),
                NINE[1..8].join("\n")
            ),
            &with(&nine, &json!({"id": "Ours", "entries": state})),
        ),
        unique("729 pencil marks", "pencil-marks", marks, &nine),
        example(
            "boxed candidates",
            "candidates",
            "12 34 | 1234 13\n3 4 | . 2\n------+------\n{} 1 | 2 3\n4 2 | 1 34",
            &json!({
                "kind": "sudoku", "box": [2, 2], "grid": [[0, 0, 0, 0], [3, 4, 0, 2], [0, 1, 2, 3], [4, 2, 1, 0]],
                "candidates": [[[1, 2], [3, 4], [1, 2, 3, 4], [1, 3]], [[3], [4], [1, 2, 3, 4], [2]], [[], [1], [2], [3]], [[4], [2], [1], [3, 4]]],
            }),
        ),
        unique("a Solo ID", "tatham", format!("3x3:{id}"), &nine),
        unique("a Solo ID with difficulty", "tatham", format!("3x3r4db:{id}"), &nine),
        example(
            "a Solo ID of wide boxes",
            "tatham",
            "2x3:1_2_3_4_5_6z_d",
            &json!({"kind": "sudoku", "box": [2, 3], "grid": digits(&["123456", "......", "......", "......", "......", "......"])}),
        ),
        unique("a puzz.link text", "puzz-link", "sudoku/4/4/g1k23k3g", &four),
        unique("a puzz.link text after ?", "puzz-link", "?sudoku/4/4/g1k23k3g", &four),
        unique("a puzz.link address", "puzz-link", "https://puzz.link/p?sudoku/4/4/g1k23k3g", &four),
        unique("an address of another host", "puzz-link", "http://example.org/p.html?sudoku/4/4/g1k23k3g", &four),
        example("a puzz.link text with 16", "puzz-link", format!("sudoku/16/16/f-10{}t", "z".repeat(12)), &{
            let mut grid = vec![vec![0; 16]; 16];
            (grid[0][0], grid[0][1]) = (15, 16);
            json!({"kind": "sudoku", "box": [4, 4], "grid": grid})
        }),
        unique(
            "a solution below",
            "line",
            ".1.....23.....3.\n# solution\n2143431234211234",
            &with(&four, &json!({"solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]]})),
        ),
        unique(
            "a position below",
            "grid",
            ".1..\n...2\n3...\n..3.\n\n# position\n{2,4} . . 4\n. . . .\n. {4} . .\n. . . .\n\n# solution\n2143\n4312\n3421\n1234",
            &with(
                &four,
                &json!({
                    "solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]],
                    "entries": [[null, null, null, 4], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
                    "marks": [[[2, 4], [], [], []], [[], [], [], []], [[], [4], [], []], [[], [], [], []]],
                }),
            ),
        ),
        unique(
            "a position on one line",
            "line",
            ".1.....23.....3.\n# position\n2...............",
            &with(
                &four,
                &json!({
                    "entries": [[2, null, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
                }),
            ),
        ),
    ]
}

/// The nine characters of a cell among 729.
fn candidates_of(given: char) -> String {
    ('1'..='9').map(|digit| if given == '.' || given == digit { digit } else { '.' }).collect()
}
